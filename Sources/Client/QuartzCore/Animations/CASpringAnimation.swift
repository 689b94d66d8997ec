import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// An animation that follows a damped spring.
open class CASpringAnimation: CABasicAnimation {
    /// The mass at the end of the spring; greater than zero.
    open var mass: CGFloat = 1
    /// The stiffness of the spring; greater than zero.
    open var stiffness: CGFloat = 100
    /// The damping of the spring; not negative.
    open var damping: CGFloat = 10
    /// The speed at the start towards the end value, in multiples of the whole distance per second.
    open var initialVelocity: CGFloat = 0
    /// Whether the spring may be overdamped; otherwise damping beyond the critical counts as critical.
    open var allowsOverdamping = false

    /// Makes a spring with Apple's defaults.
    public override init() { super.init() }

    /// Makes a spring from its perceived duration in seconds and its bounce, -1 to 1, where 0 is critical damping.
    ///
    /// *Source*: measured on Apple's framework, dev/api: mass 1 and stiffness (2 pi / d)^2. The damping is 4 pi (1 - b)
    /// / d for a bounce of 0 or more, otherwise 4 pi / (d (1 + b)). The duration is the settling duration.
    /// `allowsOverdamping` is true for every bounce, and a bounce of -1 has infinite damping and is at rest at once:
    /// 1amageek/OpenCoreAnimation, CASpringAnimationPerceptualTests, compared with QuartzCore.
    ///
    /// - Precondition: the duration is greater than zero, the bounce from -1 to 1.
    public init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        requires(
            perceptualDuration > 0, "a spring's perceptual duration is greater than zero, not \(perceptualDuration)")
        requires(bounce >= -1 && bounce <= 1, "a spring's bounce is from -1 to 1, not \(bounce)")
        super.init()
        let rate = 2 * Double.pi / perceptualDuration
        stiffness = CGFloat(rate * rate)
        damping = CGFloat(bounce >= 0 ? 2 * rate * (1 - Double(bounce)) : 2 * rate / (1 + Double(bounce)))
        allowsOverdamping = true
        duration = settlingDuration
    }

    /// Reads a spring from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The share of the distance that a spring has covered after a time in seconds.
    package static func progress(
        at seconds: Double, mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity: CGFloat
    ) -> Double {
        SpringCurve(
            SpringState(
                mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
                initialVelocity: Double(initialVelocity), allowsOverdamping: true)
        ).value(at: seconds)
    }

    /// The time until the swing can no longer be seen, in seconds.
    open var settlingDuration: CFTimeInterval { SpringCurve(spring).settlingDuration }

    /// The period of the swing without damping, in seconds.
    open var perceptualDuration: CFTimeInterval { 2 * .pi / (Double(stiffness) / Double(mass)).squareRoot() }

    /// The bounce of the spring: 1 without damping, 0 at critical damping, negative beyond it.
    open var bounce: CGFloat {
        let critical = 2 * (Double(stiffness) * Double(mass)).squareRoot()
        let ratio = Double(damping) / critical
        return CGFloat(ratio <= 1 ? 1 - ratio : 1 / ratio - 1)
    }

    package override class var rows: [AnimationRow] { unsafe allRows }

    // Safe because: the list is made once, and its closures capture nothing.
    private nonisolated(unsafe) static let allRows: [AnimationRow] =
        CABasicAnimation.rows + [
            .number("mass", 1, { (a: CASpringAnimation) in Double(a.mass) }, { $0.mass = CGFloat($1) }),
            .number(
                "stiffness", 100, { (a: CASpringAnimation) in Double(a.stiffness) }, { $0.stiffness = CGFloat($1) }),
            .number("damping", 10, { (a: CASpringAnimation) in Double(a.damping) }, { $0.damping = CGFloat($1) }),
            .number(
                "initialVelocity", 0, { (a: CASpringAnimation) in Double(a.initialVelocity) },
                { $0.initialVelocity = CGFloat($1) }),
            .flag(
                "allowsOverdamping", false, { (a: CASpringAnimation) in a.allowsOverdamping },
                { $0.allowsOverdamping = $1 }),
        ]

    private var spring: SpringState {
        SpringState(
            mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
            initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping)
    }

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        guard let list = values([fromValue, toValue, byValue], kind) else { return nil }
        return .spring(from: list[0], to: list[1], by: list[2], spring: spring)
    }
}
