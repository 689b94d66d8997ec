import Synchronization

/// The screen that a program's views are on.
@preconcurrency @MainActor open class UIScreen: NSObject {
    /// What the screen is like without a window.
    nonisolated static let standard = (scale: CGFloat(2), bounds: CGRect(x: 0, y: 0, width: 390, height: 844))
    /// What the screen is like, for code on every thread.
    nonisolated static let shape = Mutex(standard)
    private static let mainScreen = UIScreen()

    /// The screen. Without a window it is one of 2 pixels a point, which `adopt(scale:bounds:)` changes.
    open class var main: UIScreen { mainScreen }

    /// How many pixels a point has.
    open var scale: CGFloat { Self.shape.withLock { $0.scale } }

    /// The screen's size. *Units*: points.
    open var bounds: CGRect { Self.shape.withLock { $0.bounds } }

    /// Makes the screen be like that which a program's output is for.
    package nonisolated static func adopt(scale: CGFloat, bounds: CGRect) {
        shape.withLock { $0 = (scale, bounds) }
    }
}

/// The distances from the edges of a rectangle inwards. *Units*: points.
public struct UIEdgeInsets: Hashable, Sendable {
    /// From the top edge.
    public var top: CGFloat
    /// From the left edge.
    public var left: CGFloat
    /// From the bottom edge.
    public var bottom: CGFloat
    /// From the right edge.
    public var right: CGFloat

    /// No distances.
    public static let zero = UIEdgeInsets()

    /// Makes no distances.
    public init() { (top, left, bottom, right) = (0, 0, 0, 0) }

    /// Makes distances.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension CGRect {
    /// The rectangle with its edges moved inwards.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
            height: height - insets.top - insets.bottom)
    }
}
