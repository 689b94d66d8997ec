import CoreGraphics
import Foundation
import MicaWire

/// An animation through a list of values, or along a path.
///
/// *Source*: Apple, CAAnimation.h; "Keyframe Animation" in the Core Animation Programming Guide.
open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values of the keyframes, in order.
    open var values: [Any]?

    /// The path that a point moves along, in place of `values`. Each line and curve ends in a keyframe, and a move is a
    /// jump.
    ///
    /// It applies to key paths of two components: points, and sizes such as `transform.translation`. Setting it copies
    /// it.
    open var path: CGPath? {
        get { storedPath }
        set { storedPath = newValue?.copy() }
    }
    private var storedPath: CGPath?

    /// The times of the keyframes, as fractions of the duration, 0...1. With nil, or with a list of another length, the
    /// times are evenly spaced. The discrete mode takes one more time than values; the paced modes ignore times. Before
    /// the first and after the last time the end values hold.
    open var keyTimes: [NSNumber]?
    /// The timing functions of the segments between values; nil for linear progress. The paced modes ignore them.
    open var timingFunctions: [CAMediaTimingFunction]?
    /// How values between keyframes are interpolated. A mode unknown to Apple counts as linear.
    open var calculationMode: CAAnimationCalculationMode = .linear
    /// The tension of the curve at each value in the cubic modes, -1 (round) to 1 (tight). Missing values count as 0.
    open var tensionValues: [NSNumber]?
    /// The sharpness of the corner at each value in the cubic modes, -1 to 1; 0 has none. Missing values count as 0.
    open var continuityValues: [NSNumber]?
    /// The position of the bend at each value in the cubic modes, -1 (after) to 1 (before). Missing values count as 0.
    open var biasValues: [NSNumber]?
    /// Whether the layer turns with the path; nil leaves its rotation alone.
    open var rotationMode: CAAnimationRotationMode?

    package override class var rows: [AnimationRow] { unsafe allRows }

    // Safe because: the list is made once, and its closures capture nothing.
    private nonisolated(unsafe) static let allRows: [AnimationRow] =
        CAPropertyAnimation.rows + [
            .object("values", { (a: CAKeyframeAnimation) in a.values }, { $0.values = $1 }),
            .object("path", { (a: CAKeyframeAnimation) in a.path }, { $0.path = $1 }),
            .object("keyTimes", { (a: CAKeyframeAnimation) in a.keyTimes }, { $0.keyTimes = $1 }),
            .object("timingFunctions", { (a: CAKeyframeAnimation) in a.timingFunctions }, { $0.timingFunctions = $1 }),
            .any(
                "calculationMode",
                { (a: CAKeyframeAnimation) in
                    a.calculationMode == .linear ? nil : NSString(string: a.calculationMode.rawValue)
                }, NSString(string: CAAnimationCalculationMode.linear.rawValue)
            ) { animation, value in
                guard let name = value as? String? else { return false }
                animation.calculationMode = CAAnimationCalculationMode(rawValue: name ?? "linear")
                return true
            },
            .object("tensionValues", { (a: CAKeyframeAnimation) in a.tensionValues }, { $0.tensionValues = $1 }),
            .object(
                "continuityValues", { (a: CAKeyframeAnimation) in a.continuityValues }, { $0.continuityValues = $1 }),
            .object("biasValues", { (a: CAKeyframeAnimation) in a.biasValues }, { $0.biasValues = $1 }),
            .any("rotationMode", { (a: CAKeyframeAnimation) in a.rotationMode.map { NSString(string: $0.rawValue) } }) {
                animation, value in
                guard let name = value as? String? else { return false }
                animation.rotationMode = name.map { CAAnimationRotationMode(rawValue: $0) }
                return true
            },
        ]

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        // *Source*: Apple, CAKeyframeAnimation: path, says "a point". airbnb/lottie-ios animates
        // `transform.translation`, a size, along paths, and Apple's pictures of it move.
        let motion = kind == .point || kind == .size ? motionPath : nil
        guard let list = motion == nil ? self.values(values ?? [], kind) : [] else { return nil }
        let frames = KeyframeState(
            values: list.compactMap { $0 },
            keyTimes: keyTimes?.map { $0.doubleValue },
            curves: timingFunctions?.map { $0.curve }, mode: calculationMode.state,
            bends: KeyframeState.Bends(
                tension: (tensionValues ?? []).map { $0.doubleValue },
                continuity: (continuityValues ?? []).map { $0.doubleValue },
                bias: (biasValues ?? []).map { $0.doubleValue }),
            path: motion)
        return .keyframes(frames.paced())
    }

    /// The path with its lengths; nil without a path, or when a point of the path is not finite.
    private var motionPath: MotionPath? {
        guard let path = storedPath?.path, path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            return nil
        }
        return MotionPath(path, turning: rotationMode?.turning ?? .none)
    }
}

/// How a keyframe animation interpolates between values.
public struct CAAnimationCalculationMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Linear interpolation between values.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Each value holds until the next keyframe.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Linear interpolation at constant speed from the first value to the last.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// Interpolation along a smooth curve through the values.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// Interpolation along a smooth curve, at constant speed from the first value to the last.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")

    fileprivate var state: KeyframeState.Mode {
        switch self {
        case .discrete: .discrete
        case .paced: .paced
        case .cubic: .cubic
        case .cubicPaced: .cubicPaced
        default: .linear
        }
    }
}

/// Whether a layer turns with the path that it moves along.
public struct CAAnimationRotationMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string; only the two below have an effect.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The layer's x axis points forwards along the path.
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    /// The layer's x axis points backwards along the path.
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")

    fileprivate var turning: MotionPath.Turning {
        switch self {
        case .rotateAuto: .along
        case .rotateAutoReverse: .against
        default: .none
        }
    }
}
