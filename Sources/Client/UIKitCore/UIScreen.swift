import MicaEvents
import QuartzCore
import Synchronization

/// The screen that shows a program's windows.
@preconcurrency @MainActor open class UIScreen: NSObject, UICoordinateSpace {
    /// Scale and bounds without a host: 2 pixels a point, 390 x 844 points, or what the environment says.
    nonisolated static let standard = LaunchSettings.current.screen
    /// The present scale and bounds, for code on any thread.
    nonisolated static let shape = Mutex(standard)
    private static let mainScreen = UIScreen()
    /// The host whose scale and size the screen has.
    private static weak var host: (any WindowHost<CALayer>)?

    /// The one screen. Without a window it has 2 pixels a point and 390 x 844 points; a window's host changes them.
    open class var main: UIScreen { mainScreen }

    /// Pixels per point.
    open var scale: CGFloat { Self.shape.withLock { $0.scale } }

    /// The screen's rectangle, its origin at zero. *Units*: points.
    open var bounds: CGRect { Self.shape.withLock { $0.bounds } }

    /// The most refreshes of the display in a second: 60 without a window.
    open var maximumFramesPerSecond: Int { Int((Self.host?.refreshRate ?? 60).rounded()) }

    /// The traits that windows on the screen have at first.
    open var traitCollection: UITraitCollection { UITraitCollection.system }

    /// The space of the screen, which turns with the interface.
    open var coordinateSpace: any UICoordinateSpace { self }
    /// The space of the screen, which does not turn: as `coordinateSpace` here, where no screen turns.
    open var fixedCoordinateSpace: any UICoordinateSpace { self }

    /// Converts a point to another space.
    open func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        coordinateSpace === self ? point : coordinateSpace.convert(point, from: self)
    }
    /// Converts a point from another space.
    open func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        coordinateSpace === self ? point : coordinateSpace.convert(point, to: self)
    }
    /// Converts a rectangle to another space.
    open func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        coordinateSpace === self ? rect : coordinateSpace.convert(rect, from: self)
    }
    /// Converts a rectangle from another space.
    open func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        coordinateSpace === self ? rect : coordinateSpace.convert(rect, to: self)
    }

    /// Gives the screen the scale, the size and the refreshes of a host.
    static func adopt(_ host: any WindowHost<CALayer>) {
        self.host = host
        adopt(scale: host.scale, bounds: CGRect(origin: .zero, size: host.size))
    }

    /// Gives the screen a scale and bounds, in points.
    package nonisolated static func adopt(scale: CGFloat, bounds: CGRect) {
        shape.withLock { $0 = (scale, bounds) }
    }
}

/// A space of coordinates: a view's or the screen's.
@preconcurrency @MainActor public protocol UICoordinateSpace: NSObjectProtocol {
    /// The rectangle of the space.
    var bounds: CGRect { get }
    /// Converts a point to another space.
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// Converts a point from another space.
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// Converts a rectangle to another space.
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    /// Converts a rectangle from another space.
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

extension UIView: UICoordinateSpace {
    /// Converts a point to the space of a view or of the screen.
    @_disfavoredOverload
    public final func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        convert(point, to: coordinateSpace as? UIView)
    }
    /// Converts a point from the space of a view or of the screen.
    @_disfavoredOverload
    public final func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        convert(point, from: coordinateSpace as? UIView)
    }
    /// Converts a rectangle to the space of a view or of the screen.
    @_disfavoredOverload
    public final func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        convert(rect, to: coordinateSpace as? UIView)
    }
    /// Converts a rectangle from the space of a view or of the screen.
    @_disfavoredOverload
    public final func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        convert(rect, from: coordinateSpace as? UIView)
    }
}

/// Distances from the edges of a rectangle inwards. *Units*: points.
public struct UIEdgeInsets: Hashable, Sendable {
    /// From the top edge.
    public var top: CGFloat
    /// From the left edge.
    public var left: CGFloat
    /// From the bottom edge.
    public var bottom: CGFloat
    /// From the right edge.
    public var right: CGFloat

    /// Zero at each edge.
    public static let zero = UIEdgeInsets()

    /// Makes distances of 0.
    public init() { (top, left, bottom, right) = (0, 0, 0, 0) }

    /// Makes distances, in points.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension CGRect {
    /// The rectangle with each edge moved inwards. Origin and size count as they are: a negative size is not turned
    /// around, before or after.
    ///
    /// *Source*: Apple's picture of gabrieloc/roundrect testFilledAndStrokedImage: insets of 5 and then of -5 give the
    /// first rectangle of one point again.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: origin.x + insets.left, y: origin.y + insets.top, width: size.width - insets.left - insets.right,
            height: size.height - insets.top - insets.bottom)
    }
}
