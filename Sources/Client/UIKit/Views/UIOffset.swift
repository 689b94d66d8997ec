import CoreGraphics

/// A displacement.
///
/// *Units*: points. *Source*: Apple, UIOffset.
public struct UIOffset: Equatable, Codable, Sendable {
    /// To the right. *Source*: Apple, UIOffset.horizontal.
    public var horizontal: CGFloat
    /// Down. *Source*: Apple, UIOffset.vertical.
    public var vertical: CGFloat
    /// No offset. *Source*: Apple, UIOffset.zero.
    public static let zero = UIOffset()

    /// Makes an offset of nothing. *Source*: Apple, UIOffset.init().
    public init() { self.init(horizontal: 0, vertical: 0) }
    /// Makes an offset. *Source*: Apple, UIOffset.init(horizontal:vertical:).
    public init(horizontal: CGFloat, vertical: CGFloat) { (self.horizontal, self.vertical) = (horizontal, vertical) }
}
