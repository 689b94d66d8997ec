import CoreGraphics
import Foundation
import QuartzCore

/// The kind of a timing curve; raw values are Apple's.
public enum UITimingCurveType: Int, Sendable {
    /// One of the system's curves.
    case builtin = 0
    /// A cubic curve.
    case cubic = 1
    /// A spring.
    case spring = 2
    /// A cubic curve and a spring.
    case composed = 3
}

/// A timing curve of an animator.
public protocol UITimingCurveProvider: NSObjectProtocol {
    /// The kind of curve.
    var timingCurveType: UITimingCurveType { get }
    /// The cubic curve; nil for none.
    var cubicTimingParameters: UICubicTimingParameters? { get }
    /// The spring; nil for none.
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// A cubic curve from (0, 0) to (1, 1).
// Safe because: the stored properties are immutable and of Sendable types.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider, NSCopying, @unchecked Sendable {
    /// The system's curve; `easeInOut` for a curve made from control points.
    public let animationCurve: UIView.AnimationCurve
    /// The first control point.
    public let controlPoint1: CGPoint
    /// The second control point.
    public let controlPoint2: CGPoint
    private let isBuiltIn: Bool

    /// Makes Core Animation's default curve.
    public override convenience init() {
        self.init(controlPoint1: CGPoint(x: 0.25, y: 0.1), controlPoint2: CGPoint(x: 0.25, y: 1))
    }

    /// Makes one of the system's curves.
    public init(animationCurve curve: UIView.AnimationCurve) {
        animationCurve = curve
        var points: [Float] = [0, 0, 0, 0]
        unsafe curve.function.getControlPoint(at: 1, values: &points)
        controlPoint1 = CGPoint(x: CGFloat(points[0]), y: CGFloat(points[1]))
        unsafe curve.function.getControlPoint(at: 2, values: &points)
        controlPoint2 = CGPoint(x: CGFloat(points[0]), y: CGFloat(points[1]))
        isBuiltIn = true
        super.init()
    }

    /// Makes a curve from two control points.
    public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
        (controlPoint1, controlPoint2, animationCurve, isBuiltIn) = (point1, point2, .easeInOut, false)
        super.init()
    }

    /// `builtin` or `cubic`.
    open var timingCurveType: UITimingCurveType { isBuiltIn ? .builtin : .cubic }
    /// Itself.
    open var cubicTimingParameters: UICubicTimingParameters? { self }
    /// Nil.
    open var springTimingParameters: UISpringTimingParameters? { nil }
    /// Returns the object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A spring.
// Safe because: the stored properties are immutable and of Sendable types.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider, NSCopying, @unchecked Sendable {
    /// The velocity at first; 1 is the whole distance in a second. Of dx and dy, only the one further from 0 counts
    /// here.
    public let initialVelocity: CGVector
    private let form: Form

    private enum Form {
        /// At rest at the end of the animator's duration.
        case ratio(CGFloat)
        /// At rest after a duration of its own.
        case physical(mass: CGFloat, stiffness: CGFloat, damping: CGFloat)
    }

    private init(_ form: Form, _ velocity: CGVector) {
        (self.form, initialVelocity) = (form, velocity)
        super.init()
    }

    /// Makes the system's spring: mass 3, stiffness 1000, damping 500, whatever the animator's duration. *Source*:
    /// Apple, UISpringTimingParameters.init(); the numbers are from logs of its animations.
    public override convenience init() { self.init(.physical(mass: 3, stiffness: 1000, damping: 500), .zero) }

    /// Makes a spring that rests at the end of the animator's duration.
    ///
    /// - Parameter ratio: 1 does not swing; less swings more.
    public convenience init(dampingRatio ratio: CGFloat) { self.init(.ratio(ratio), .zero) }

    /// Makes a spring with an initial velocity that rests at the end of the animator's duration.
    public convenience init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        self.init(.ratio(ratio), velocity)
    }

    /// Makes a spring from physical values, which determine its duration.
    public convenience init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        self.init(.physical(mass: mass, stiffness: stiffness, damping: damping), velocity)
    }

    /// `spring`.
    open var timingCurveType: UITimingCurveType { .spring }
    /// Nil.
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    /// Itself.
    open var springTimingParameters: UISpringTimingParameters? { self }
    /// Returns the object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The timing, and the duration in seconds.
    final func timing(_ duration: TimeInterval) -> (timing: ViewAnimation.Timing, duration: TimeInterval) {
        let velocity = abs(initialVelocity.dx) >= abs(initialVelocity.dy) ? initialVelocity.dx : initialVelocity.dy
        switch form {
        case .ratio(let ratio): return (.spring(settlingIn: duration, ratio: ratio, velocity: velocity), duration)
        case .physical(let mass, let stiffness, let damping):
            let spring = CASpringAnimation()
            spring.allowsOverdamping = true
            guard mass > 0, stiffness > 0, damping >= 0, mass.isFinite, stiffness.isFinite, damping.isFinite else {
                return (.curve(.easeInOut), duration)
            }
            (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
            spring.initialVelocity = velocity.isFinite ? velocity : 0
            let settling = spring.settlingDuration
            return (
                .spring(damping: damping, stiffness: stiffness, mass: mass, velocity: velocity.isFinite ? velocity : 0),
                settling.isFinite ? settling : duration
            )
        }
    }
}

extension UITimingCurveProvider {
    /// The timing, and the duration in seconds.
    func resolved(_ duration: TimeInterval) -> (timing: ViewAnimation.Timing, duration: TimeInterval) {
        if let springTimingParameters { return springTimingParameters.timing(duration) }
        guard let cubic = cubicTimingParameters else { return (.curve(.easeInOut), duration) }
        if cubic.timingCurveType == .builtin { return (.curve(cubic.animationCurve), duration) }
        let (first, second) = (cubic.controlPoint1, cubic.controlPoint2)
        let function = CAMediaTimingFunction(
            controlPoints: Float(first.x), Float(first.y), Float(second.x), Float(second.y))
        return (.function(function), duration)
    }
}
