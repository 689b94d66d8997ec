import CoreGraphics
import Foundation

/// A finger, a pen or a pressed mouse on the screen: one object from press to release.
///
/// *Units*: points, seconds.
@preconcurrency @MainActor open class UITouch: NSObject {
    /// The state of a touch.
    public enum Phase: Int, Sendable {
        /// It went down.
        case began
        /// It has moved.
        case moved
        /// It is down and has not moved since the last event.
        case stationary
        /// It was lifted.
        case ended
        /// The system took it away.
        case cancelled
        /// A mouse without a pressed button has come over a window.
        case regionEntered
        /// A mouse without a pressed button has moved over a window.
        case regionMoved
        /// A mouse has left a window, or a button of it was pressed.
        case regionExited
    }

    /// The kind of device that touches.
    public enum TouchType: Int, Sendable {
        /// A finger on the screen, or a mouse used as one.
        case direct
        /// A finger on another device.
        case indirect
        /// A pen.
        case pencil
        /// A pointer.
        case indirectPointer
        /// A pen, by its old name.
        public static var stylus: TouchType { .pencil }
    }

    /// The state of the touch.
    open internal(set) var phase = Phase.began
    /// The time of the last change, in seconds of media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// The number of taps at this point in a row, this one included.
    open internal(set) var tapCount = 1
    /// The kind of device that touches.
    open internal(set) var type = TouchType.direct
    /// The force; 1 is an average touch.
    open internal(set) var force: CGFloat = 0
    /// The greatest force: 20/3 for pens and screens that measure it, 0 for others. *Source*: Apple,
    /// UITouch.maximumPossibleForce; others have read the number off Apple's devices.
    open internal(set) var maximumPossibleForce: CGFloat = 0
    /// The radius of the touch, in points: 20 for a finger, as hosts do not report it.
    open internal(set) var majorRadius: CGFloat = 20
    /// The error of `majorRadius`, in points.
    open var majorRadiusTolerance: CGFloat { majorRadius / 4 }
    /// The angle between a pen and the screen, in radians; pi/2 is upright.
    open internal(set) var altitudeAngle: CGFloat = .pi / 2
    /// The view that was hit when the touch began, which never changes; of a mouse without a pressed button the view
    /// under it.
    open internal(set) var view: UIView?
    /// The window of the touch.
    open internal(set) weak var window: UIWindow?
    /// The recognizers that get the touch, those of the deepest view first.
    open var gestureRecognizers: [UIGestureRecognizer]? { recognizers }

    /// Makes a touch without a window or a view.
    public override init() { super.init() }

    /// The position in a view's space; nil stands for the window's.
    open func location(in view: UIView?) -> CGPoint { convert(point, to: view) }

    /// The position before the last change, in a view's space; nil stands for the window's.
    open func previousLocation(in view: UIView?) -> CGPoint { convert(previousPoint, to: view) }

    /// `location(in:)`, which is not rounded.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

    /// `previousLocation(in:)`, which is not rounded.
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    // MARK: For the dispatcher

    /// The present and the previous position, in the window's space.
    final var point = CGPoint.zero, previousPoint = CGPoint.zero
    /// The position of the press, in the window's space.
    final var startPoint = CGPoint.zero
    final var recognizers: [UIGestureRecognizer] = []
    /// What the hit view was told, and what it is still to be told.
    final var delivery = TouchDelivery()

    /// Whether it is a pressed mouse: it selects text where a finger would scroll.
    package final var isMouse = false

    /// Whether the touch is down.
    final var isLive: Bool { phase != .ended && phase != .cancelled && phase != .regionExited }

    private func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        guard let view, let window, view !== window else { return point }
        return view.convert(point, from: window)
    }
}

/// The state of the delivery of a touch to its view.
struct TouchDelivery {
    /// Whether the view gets the touch: not a second one without `isMultipleTouchEnabled`, nor while another view has
    /// all touches.
    var isWanted = true
    /// Whether the view was told of the press.
    var hasBegun = false
    /// Whether the view was told of the release or the cancellation.
    var isOver = false
    /// Whether the press waits for recognizers.
    var beginWaits = false
    /// Whether the release waits for recognizers.
    var endWaits = false
}
