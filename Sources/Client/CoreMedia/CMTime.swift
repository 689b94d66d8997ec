import Foundation

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: units in a second.
public typealias CMTimeScale = Int32
/// The timeline of a time, where there are several unrelated ones, such as the number of a loop.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale = 0x7fff_ffff

/// The kind of a `CMTime`.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes flags of their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Without this flag a time is invalid, whatever its other fields.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value was rounded, or computed from a rounded value.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// Later than all times.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Earlier than all times.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// Unknown.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The flags with which the value has no meaning.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How a value is rounded that a timescale cannot represent exactly.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest; halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Towards zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Towards zero to a smaller timescale, away from zero to a larger one; a negative value never becomes 0.
    case quickTime = 4
    /// Up.
    case roundTowardPositiveInfinity = 5
    /// Down.
    case roundTowardNegativeInfinity = 6

    /// To the nearest; halves away from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// A time, or a duration, as a rational number of seconds; or infinite, indefinite or invalid.
///
/// *Units*: `value / timescale` seconds. *Source*: Apple, CMTime.h; where the header does not define a result, the
/// comment here says so.
public struct CMTime: Sendable {
    /// The numerator.
    public var value: CMTimeValue
    /// The denominator; greater than zero.
    public var timescale: CMTimeScale
    /// The kind of time.
    public var flags: CMTimeFlags
    /// The timeline; times of a later epoch are later. A duration has 0.
    public var epoch: CMTimeEpoch

    /// The invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Makes a time from its fields.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Makes a time of `value / timescale` seconds; invalid unless the timescale is greater than zero.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes the nearest time to a number of seconds; halves round away from zero.
    ///
    /// If the value overflows, the timescale is halved until it fits; failing that, the time is infinite. Invalid
    /// unless the timescale is greater than zero, and for NaN.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self.init()
            return
        }
        var scale = preferredTimescale
        while true {
            let value = (seconds * Double(scale)).rounded(.toNearestOrAwayFromZero)
            if abs(value) < 0x1p63 {
                self.init(value: Int64(value), timescale: scale)
                if self.seconds != seconds { flags.insert(.hasBeenRounded) }
                return
            }
            if scale == 1 { break }
            scale /= 2
        }
        self = seconds < 0 ? .negativeInfinity : .positiveInfinity
    }

    /// Time 0.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// An invalid time. Others are invalid, too: use `isValid`.
    public static let invalid = CMTime()
    /// An unknown time. Others are indefinite, too: use `isIndefinite`.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// A time after all others.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// A time before all others.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether the time is valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is positive infinity.
    public var isPositiveInfinity: Bool { flags.isSuperset(of: [.valid, .positiveInfinity]) }
    /// Whether the time is negative infinity.
    public var isNegativeInfinity: Bool { flags.isSuperset(of: [.valid, .negativeInfinity]) }
    /// Whether the time is unknown.
    public var isIndefinite: Bool { flags.isSuperset(of: [.valid, .indefinite]) }
    /// Whether the time has a value: valid, finite and known.
    public var isNumeric: Bool { flags.intersection([.valid, .impliedValueFlagsMask]) == .valid }
    /// Whether the time has a value that was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds; NaN when it is invalid or indefinite.
    public var seconds: Double {
        if isNumeric { return timescale > 0 ? Double(value) / Double(timescale) : .nan }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }

    /// The time in another timescale, rounded if necessary; a time without a value stays as it is.
    ///
    /// A value that overflows becomes infinite; a timescale of 0 or less gives the invalid time. *Source*: assumed;
    /// CMTime.h defines neither.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        guard newTimescale > 0, timescale > 0 else { return .invalid }
        if newTimescale == timescale { return self }
        let (result, isExact) = WideFraction(value, newTimescale, over: Int64(timescale)).rounded(
            method, isFiner: newTimescale > timescale)
        guard let value = Int64(exactly: result) else { return result < 0 ? .negativeInfinity : .positiveInfinity }
        var flags = flags
        if !isExact { flags.insert(.hasBeenRounded) }
        return CMTime(value: value, timescale: newTimescale, flags: flags, epoch: epoch)
    }
}

extension CMTime: CustomStringConvertible {
    /// `{1001/30000 = 0.033}`, or the kind of a time without a value.
    public var description: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(hasBeenRounded ? ", rounded" : "")}"
    }
}

/// A quotient of wide integers, to be rounded to a value in a timescale.
struct WideFraction {
    private let numerator: Int128
    private let denominator: Int128

    /// - Precondition: the denominator is greater than zero.
    init(_ value: Int64, _ factor: Int32, over denominator: Int64) {
        (numerator, self.denominator) = (Int128(value) * Int128(factor), Int128(denominator))
    }

    /// - Precondition: the denominator is greater than zero.
    init(_ numerator: Int128, over denominator: Int128) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// The rounded integer, and whether it is exact.
    ///
    /// - Parameter isFiner: Whether the new timescale is larger than the old one.
    func rounded(_ method: CMTimeRoundingMethod, isFiner: Bool) -> (value: Int128, isExact: Bool) {
        let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        if rest == 0 { return (quotient, true) }
        let away = quotient + (numerator < 0 ? -1 : 1)
        let value: Int128 =
            switch method {
            case .roundHalfAwayFromZero: rest.magnitude * 2 >= denominator.magnitude ? away : quotient
            case .roundTowardZero: quotient
            case .roundAwayFromZero: away
            case .quickTime: isFiner || (numerator < 0 && quotient == 0) ? away : quotient
            case .roundTowardPositiveInfinity: numerator < 0 ? quotient : away
            case .roundTowardNegativeInfinity: numerator < 0 ? away : quotient
            }
        return (value, false)
    }
}
