import CoreGraphics

/// Distances from the edges of a rectangle inwards, by the direction of text. *Units*: points.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// From the top edge.
    public var top: CGFloat
    /// From the edge where lines begin: the left one here.
    public var leading: CGFloat
    /// From the bottom edge.
    public var bottom: CGFloat
    /// From the edge where lines end: the right one here.
    public var trailing: CGFloat

    /// Zero at each edge.
    public static let zero = NSDirectionalEdgeInsets()

    /// Makes distances of 0.
    public init() { (top, leading, bottom, trailing) = (0, 0, 0, 0) }

    /// Makes distances, in points.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

/// One or both axes; raw values are Apple's.
public struct UIAxis: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// From side to side.
    public static let horizontal = UIAxis(rawValue: 1 << 0)
    /// Up and down.
    public static let vertical = UIAxis(rawValue: 1 << 1)
    /// Both.
    public static let both: UIAxis = [.horizontal, .vertical]
}

/// Edges of a rectangle, by the direction of text; raw values are Apple's.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
    /// The edge where lines begin.
    public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
    /// The edge where lines end.
    public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
    /// All four.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

extension NSDirectionalEdgeInsets {
    /// The insets by side.
    package func sides(isRightToLeft: Bool) -> UIEdgeInsets {
        UIEdgeInsets(
            top: top, left: isRightToLeft ? trailing : leading, bottom: bottom,
            right: isRightToLeft ? leading : trailing)
    }
}

extension UIView {
    /// The direction of content with an attribute, in an interface of a direction. Playback and spatial content goes from
    /// left to right in every interface. *Source*: Apple, UISemanticContentAttribute.
    public static func userInterfaceLayoutDirection(
        for semanticContentAttribute: UISemanticContentAttribute,
        relativeTo layoutDirection: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .forceRightToLeft: .rightToLeft
        case .forceLeftToRight, .playback, .spatial: .leftToRight
        default: layoutDirection
        }
    }

    /// Whether the view's content goes from right to left: as the nearest view says that has a direction of its own, or
    /// else as the traits say.
    package var isRightToLeft: Bool {
        var view: UIView? = self
        while let current = view {
            switch current.semanticContentAttribute {
            case .forceRightToLeft: return true
            case .forceLeftToRight: return false
            default: view = current.superview
            }
        }
        return traitCollection.layoutDirection == .rightToLeft
    }
}
