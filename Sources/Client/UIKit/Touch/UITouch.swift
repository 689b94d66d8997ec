import CoreGraphics
import Foundation

/// A finger, a pen or a pressed mouse on the screen: the same object from its press to its release.
///
/// *Units*: points, seconds. *Source*: Apple, UITouch.
@preconcurrency @MainActor open class UITouch: NSObject {
    /// What a touch does. *Source*: Apple, UITouch.Phase.
    public enum Phase: Int, Sendable {
        /// It has begun. *Source*: Apple, UITouch.Phase.began.
        case began
        /// It has moved. *Source*: Apple, UITouch.Phase.moved.
        case moved
        /// It is down and has not moved since the last event. *Source*: Apple, UITouch.Phase.stationary.
        case stationary
        /// It was lifted. *Source*: Apple, UITouch.Phase.ended.
        case ended
        /// The system took it away. *Source*: Apple, UITouch.Phase.cancelled.
        case cancelled
    }

    /// What touches. *Source*: Apple, UITouch.TouchType.
    public enum TouchType: Int, Sendable {
        /// A finger on the screen, or a mouse that stands for one. *Source*: Apple, UITouch.TouchType.direct.
        case direct
        /// A finger elsewhere. *Source*: Apple, UITouch.TouchType.indirect.
        case indirect
        /// A pen. *Source*: Apple, UITouch.TouchType.pencil.
        case pencil
        /// A pointer. *Source*: Apple, UITouch.TouchType.indirectPointer.
        case indirectPointer
        /// A pen, by its old name. *Source*: Apple, UITouch.TouchType.stylus.
        public static var stylus: TouchType { .pencil }
    }

    /// What it does. *Source*: Apple, UITouch.phase.
    open internal(set) var phase = Phase.began
    /// When it did that, in seconds of media time. *Source*: Apple, UITouch.timestamp.
    open internal(set) var timestamp: TimeInterval = 0
    /// How often it was tapped here in a row, this time included. *Source*: Apple, UITouch.tapCount.
    open internal(set) var tapCount = 1
    /// What touches. *Source*: Apple, UITouch.type.
    open internal(set) var type = TouchType.direct
    /// How hard: 1 is a touch of average force. *Source*: Apple, UITouch.force.
    open internal(set) var force: CGFloat = 0
    /// The greatest force: 20/3 for pens and screens that can tell, 0 for what cannot. *Source*: Apple, UITouch.maximumPossibleForce;
    /// the number is what others have read off Apple's devices.
    open internal(set) var maximumPossibleForce: CGFloat = 0
    /// The radius of what touches; 20 points for a finger, as hosts do not tell. *Source*: Apple, UITouch.majorRadius.
    open internal(set) var majorRadius: CGFloat = 20
    /// How exact `majorRadius` is. *Source*: Apple, UITouch.majorRadiusTolerance.
    open var majorRadiusTolerance: CGFloat { majorRadius / 4 }
    /// The angle between a pen and the screen, in radians; pi/2 is upright. *Source*: Apple, UITouch.altitudeAngle.
    open internal(set) var altitudeAngle: CGFloat = .pi / 2
    /// The view that was hit when the touch began, which stays the same. *Source*: Apple, UITouch.view.
    open internal(set) var view: UIView?
    /// The window of the touch. *Source*: Apple, UITouch.window.
    open internal(set) weak var window: UIWindow?
    /// The recognizers that get the touch, those of the deepest view first. *Source*: Apple, UITouch.gestureRecognizers.
    open var gestureRecognizers: [UIGestureRecognizer]? { recognizers }

    /// Makes a touch that is nowhere.
    public override init() { super.init() }

    /// Where it is, in a view's space; nil stands for the window's. *Source*: Apple, UITouch.location(in:).
    open func location(in view: UIView?) -> CGPoint { convert(point, to: view) }

    /// Where it was before the last event that changed it. *Source*: Apple, UITouch.previousLocation(in:).
    open func previousLocation(in view: UIView?) -> CGPoint { convert(previousPoint, to: view) }

    /// The same as `location(in:)`, which is not rounded. *Source*: Apple, UITouch.preciseLocation(in:).
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

    /// The same as `previousLocation(in:)`. *Source*: Apple, UITouch.precisePreviousLocation(in:).
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    // MARK: For the dispatcher

    /// Where it is and was, in the window's space.
    final var point = CGPoint.zero, previousPoint = CGPoint.zero
    /// Where it began.
    final var startPoint = CGPoint.zero
    final var recognizers: [UIGestureRecognizer] = []
    /// What of it the hit view has heard, and is to hear.
    final var delivery = TouchDelivery()

    /// Whether it is down.
    final var isLive: Bool { phase != .ended && phase != .cancelled }

    private func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        guard let view, let window, view !== window else { return point }
        return view.convert(point, from: window)
    }
}

/// What a view hears of a touch.
struct TouchDelivery {
    /// Whether the view is told at all: not of a second touch without `isMultipleTouchEnabled`, nor where another view has all.
    var isWanted = true
    /// Whether it was told that it began.
    var hasBegun = false
    /// Whether it was told that it ended, or was cancelled.
    var isOver = false
    /// Whether its beginning waits for recognizers.
    var beginWaits = false
    /// Whether its end waits for recognizers.
    var endWaits = false
}
