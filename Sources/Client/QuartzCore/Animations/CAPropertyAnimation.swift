import CoreGraphics
import Foundation
import MicaAnimation
import MicaWire

/// An animation of one property of a layer, or of a part of one.
///
/// *Source*: Apple, CAAnimation.h.
open class CAPropertyAnimation: CAAnimation {
    /// What is animated, such as `opacity` or `transform.rotation.z`.
    open var keyPath: String?

    /// Whether its value is added to the value under it.
    open var isAdditive = false

    /// Whether each repeat goes on from where the one before ended.
    open var isCumulative = false

    /// Makes an animation of no property.
    public override init() { super.init() }

    /// Makes an animation of a property.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    /// Reads an animation from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    package override class var rows: [AnimationRow] {
        super.rows + [
            .object("keyPath", { (a: CAPropertyAnimation) in a.keyPath }, { $0.keyPath = $1 }),
            .flag("additive", false, { (a: CAPropertyAnimation) in a.isAdditive }, { $0.isAdditive = $1 }),
            .flag("cumulative", false, { (a: CAPropertyAnimation) in a.isCumulative }, { $0.isCumulative = $1 }),
        ]
    }

    /// What is animated; nil when no layer has that key path.
    package var target: PropertyTarget? { keyPath.flatMap { PropertyTarget(keyPath: $0) } }

    /// The values over time, of the target's kind.
    package func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? { nil }

    package override func animationContent() -> AnimationState.Content? {
        guard let target, let values = animatedValues(of: target.kind) else { return nil }
        return .property(
            PropertyAnimation(target: target, isAdditive: isAdditive, isCumulative: isCumulative, values: values))
    }

    /// A value of the animated kind; nil stays nil.
    ///
    /// - Precondition: the value is of a type that the property can have.
    package func value(_ object: Any?, _ kind: PropertyValue.Kind) -> PropertyValue? {
        guard let object else { return nil }
        guard let value = PropertyValue(object: object, kind: kind) else {
            preconditionFailure("\(keyPath ?? "nothing") cannot be animated to a \(type(of: object))")
        }
        return value
    }
}

/// An animation from one value to another.
///
/// Of `fromValue`, `toValue` and `byValue` at most two are set; what is missing is the value under the animation.
open class CABasicAnimation: CAPropertyAnimation {
    /// The value at the start.
    open var fromValue: Any?
    /// The value at the end.
    open var toValue: Any?
    /// The difference between the two.
    open var byValue: Any?

    package override class var rows: [AnimationRow] {
        super.rows + [
            .object("fromValue", { (a: CABasicAnimation) in a.fromValue }, { $0.fromValue = $1 }),
            .object("toValue", { (a: CABasicAnimation) in a.toValue }, { $0.toValue = $1 }),
            .object("byValue", { (a: CABasicAnimation) in a.byValue }, { $0.byValue = $1 }),
        ]
    }

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        .basic(from: value(fromValue, kind), to: value(toValue, kind), by: value(byValue, kind))
    }
}

/// An animation through a list of values.
open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values in order.
    open var values: [Any]?
    /// When each is reached, 0 to 1, ascending; nil spaces them evenly. In discrete mode one more than values.
    open var keyTimes: [NSNumber]?
    /// Eases each segment between two values; nil is an even pace.
    open var timingFunctions: [CAMediaTimingFunction]?
    /// How values between two are found.
    ///
    /// - Precondition: linear or discrete; the other modes that Apple knows are not drawn yet.
    open var calculationMode: CAAnimationCalculationMode = .linear {
        willSet {
            precondition(
                newValue == .linear || newValue == .discrete, "the calculation mode \(newValue.rawValue) is not drawn yet")
        }
    }

    package override class var rows: [AnimationRow] {
        super.rows + [
            .object("values", { (a: CAKeyframeAnimation) in a.values }, { $0.values = $1 }),
            .object("keyTimes", { (a: CAKeyframeAnimation) in a.keyTimes }, { $0.keyTimes = $1 }),
            .object("timingFunctions", { (a: CAKeyframeAnimation) in a.timingFunctions }, { $0.timingFunctions = $1 }),
            .any("calculationMode", { (a: CAKeyframeAnimation) in a.calculationMode == .linear ? nil : a.calculationMode.rawValue }
            ) { animation, value in
                let mode = CAAnimationCalculationMode(rawValue: value as? String ?? "linear")
                guard mode == .linear || mode == .discrete else { return false }
                animation.calculationMode = mode
                return true
            },
        ]
    }

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        .keyframes(
            KeyframeState(
                values: (values ?? []).compactMap { value($0, kind) }, keyTimes: keyTimes?.map { $0.doubleValue },
                curves: timingFunctions?.map { $0.curve }, mode: calculationMode == .discrete ? .discrete : .linear))
    }
}

/// How a keyframe animation finds values between two.
public struct CAAnimationCalculationMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Evenly from each to the next.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Each until the next.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
}

/// An animation along the swing of a damped spring.
open class CASpringAnimation: CABasicAnimation {
    /// The mass at the end of the spring; greater than zero.
    open var mass: CGFloat = 1
    /// The spring's stiffness; greater than zero.
    open var stiffness: CGFloat = 100
    /// What slows the swing; not negative.
    open var damping: CGFloat = 10
    /// The speed at the start, in distances to go a second, towards the end.
    open var initialVelocity: CGFloat = 0
    /// Whether damping beyond the critical is kept; otherwise it counts as critical.
    open var allowsOverdamping = false

    /// Makes a spring with Apple's defaults.
    public override init() { super.init() }

    /// Makes a spring from how long it seems to take and how much it bounces (-1 to 1, 0 being critical damping).
    ///
    /// *Source*: measured on Apple's framework, shared/api: mass 1, stiffness (2 pi / d)^2, damping 4 pi (1 - b) / d for a
    /// bounce of 0 or more, else 4 pi / (d (1 + b)); the duration is the settling duration.
    ///
    /// - Precondition: the duration is greater than zero, the bounce greater than -1 and at most 1.
    public init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        precondition(perceptualDuration > 0, "a spring's perceptual duration is greater than zero")
        precondition(bounce > -1 && bounce <= 1, "a spring's bounce is greater than -1 and at most 1")
        super.init()
        let rate = 2 * Double.pi / perceptualDuration
        stiffness = CGFloat(rate * rate)
        damping = CGFloat(bounce >= 0 ? 2 * rate * (1 - Double(bounce)) : 2 * rate / (1 + Double(bounce)))
        allowsOverdamping = bounce < 0
        duration = settlingDuration
    }

    /// Reads a spring from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// How long the swing lasts until it cannot be seen, in seconds.
    open var settlingDuration: CFTimeInterval { SpringCurve(spring).settlingDuration }

    /// The period of the swing without damping, in seconds.
    open var perceptualDuration: CFTimeInterval { 2 * .pi / (Double(stiffness) / Double(mass)).squareRoot() }

    /// How much the spring bounces: 1 without damping, 0 at the critical, negative beyond it.
    open var bounce: CGFloat {
        let critical = 2 * (Double(stiffness) * Double(mass)).squareRoot()
        let ratio = Double(damping) / critical
        return CGFloat(ratio <= 1 ? 1 - ratio : 1 / ratio - 1)
    }

    package override class var rows: [AnimationRow] {
        super.rows + [
            .number("mass", 1, { (a: CASpringAnimation) in Double(a.mass) }, { $0.mass = CGFloat($1) }),
            .number("stiffness", 100, { (a: CASpringAnimation) in Double(a.stiffness) }, { $0.stiffness = CGFloat($1) }),
            .number("damping", 10, { (a: CASpringAnimation) in Double(a.damping) }, { $0.damping = CGFloat($1) }),
            .number(
                "initialVelocity", 0, { (a: CASpringAnimation) in Double(a.initialVelocity) },
                { $0.initialVelocity = CGFloat($1) }),
            .flag(
                "allowsOverdamping", false, { (a: CASpringAnimation) in a.allowsOverdamping }, { $0.allowsOverdamping = $1 }),
        ]
    }

    private var spring: SpringState {
        SpringState(
            mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
            initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping)
    }

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        .spring(from: value(fromValue, kind), to: value(toValue, kind), by: value(byValue, kind), spring: spring)
    }
}

/// Animations that run together in a time of their own.
///
/// What lies beyond the group's duration is cut off. Delegates and `isRemovedOnCompletion` of those inside do not count.
open class CAAnimationGroup: CAAnimation {
    /// The animations inside, in the order in which they apply.
    open var animations: [CAAnimation]?

    package override class var rows: [AnimationRow] {
        super.rows + [
            .any("animations", { (a: CAAnimationGroup) in a.animations }) { animation, value in
                guard let list = value as? [CAAnimation]? else { return false }
                animation.animations = list?.compactMap { $0.copy() as? CAAnimation }
                return true
            }
        ]
    }

    package override func animationContent() -> AnimationState.Content? {
        .group((animations ?? []).compactMap { $0.animationState() })
    }
}
