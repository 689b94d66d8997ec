import Foundation

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: its units in a second.
public typealias CMTimeScale = Int32
/// Which of several unrelated timelines a time is on, such as the number of a loop.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale = 0x7fff_ffff

/// What kind of time a `CMTime` is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes flags of their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Without it a time is invalid, whatever else it has.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value was rounded, or comes from one that was.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// After all times.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Before all times.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// Not known.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// Those with which the other fields mean nothing.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How a value is rounded that has no exact one in a timescale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest; halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Towards zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Towards zero to a smaller timescale, away from zero to a larger one; what is negative never becomes 0.
    case quickTime = 4
    /// Up.
    case roundTowardPositiveInfinity = 5
    /// Down.
    case roundTowardNegativeInfinity = 6

    /// To the nearest; halves away from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// A time, or a duration, as a fraction of whole numbers of seconds; or one of infinity, indefinite and invalid.
///
/// *Units*: `value / timescale` seconds. *Source*: Apple, CMTime.h; where that says nothing of a result, so does its comment here.
public struct CMTime: Sendable {
    /// The numerator.
    public var value: CMTimeValue
    /// The denominator; greater than zero.
    public var timescale: CMTimeScale
    /// What kind of time it is.
    public var flags: CMTimeFlags
    /// Which timeline it is on; later ones are after earlier ones. A duration has 0.
    public var epoch: CMTimeEpoch

    /// The invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Makes a time of its fields.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Makes a time of a fraction of seconds; invalid for a timescale that is not greater than zero.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes the nearest time to a number of seconds; halves go away from zero.
    ///
    /// Without room for it the timescale is halved until there is; after that it is infinite. Invalid for a timescale that is not
    /// greater than zero, and for NaN.
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
    /// No time. There are others: ask `isValid`.
    public static let invalid = CMTime()
    /// A time that is not known. There are others: ask `isIndefinite`.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// A time after all others.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// A time before all others.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether it is a time at all.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is after all others.
    public var isPositiveInfinity: Bool { flags.isSuperset(of: [.valid, .positiveInfinity]) }
    /// Whether it is before all others.
    public var isNegativeInfinity: Bool { flags.isSuperset(of: [.valid, .negativeInfinity]) }
    /// Whether it is not known.
    public var isIndefinite: Bool { flags.isSuperset(of: [.valid, .indefinite]) }
    /// Whether it has a value: it is valid, finite and known.
    public var isNumeric: Bool { flags.intersection([.valid, .impliedValueFlagsMask]) == .valid }
    /// Whether it has a value that was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// In seconds; NaN for what is invalid or not known.
    public var seconds: Double {
        if isNumeric { return timescale > 0 ? Double(value) / Double(timescale) : .nan }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }

    /// The same time in another timescale, rounded where that has none; as it is where it has no value.
    ///
    /// What the new timescale has no room for becomes infinite; one that is not greater than zero gives the invalid time.
    /// *Source*: assumed; CMTime.h says neither.
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
    /// `{1001/30000 = 0.033}`, or what it is instead of a number.
    public var description: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(hasBeenRounded ? ", rounded" : "")}"
    }
}

/// A product of whole numbers over another: what becomes a value in a timescale.
struct WideFraction {
    private let numerator: Int128
    /// Greater than zero.
    private let denominator: Int128

    /// - Precondition: the denominator is greater than zero.
    init(_ value: Int64, _ factor: Int32, over denominator: Int64) {
        (numerator, self.denominator) = (Int128(value) * Int128(factor), Int128(denominator))
    }

    /// - Precondition: the denominator is greater than zero.
    init(_ numerator: Int128, over denominator: Int128) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// The whole number, and whether nothing was lost.
    ///
    /// - Parameter isFiner: whether the timescale that it is for is larger than the one that it comes from.
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
