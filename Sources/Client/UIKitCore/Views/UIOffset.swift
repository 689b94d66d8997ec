import CoreGraphics

/// A displacement.
///
/// *Units*: points.
public struct UIOffset: Equatable, Codable, Sendable {
    /// To the right.
    public var horizontal: CGFloat
    /// Down.
    public var vertical: CGFloat
    /// No offset.
    public static let zero = UIOffset()

    /// Makes a zero offset.
    public init() { self.init(horizontal: 0, vertical: 0) }
    /// Makes an offset.
    public init(horizontal: CGFloat, vertical: CGFloat) { (self.horizontal, self.vertical) = (horizontal, vertical) }
}
