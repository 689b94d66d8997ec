import Foundation

/// A range of times, from its start up to its end, which is not included.
///
/// *Source*: Apple, CMTimeRange.h.
public struct CMTimeRange: Sendable, Hashable {
    /// The start.
    public var start: CMTime
    /// The duration; not negative, with epoch 0.
    public var duration: CMTime

    /// The invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }

    /// Makes a range; invalid when the duration has an epoch.
    public init(start: CMTime, duration: CMTime) {
        (self.start, self.duration) = duration.epoch == 0 ? (start, duration) : (.invalid, .invalid)
    }

    /// Makes the range between two times.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// The empty range at 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// The invalid range.
    public static let invalid = CMTimeRange()

    /// Whether the range is valid.
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0 }
    /// Whether the start or the duration is unknown.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the duration is 0.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The end: the first time after the range.
    public var end: CMTime { start + duration }

    /// The smallest range around both ranges; if one is invalid, the other. *Source*: assumed for invalid ranges.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid else { return otherRange }
        guard otherRange.isValid else { return self }
        guard start.epoch == otherRange.start.epoch else { return .invalid }
        return CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// The common part of both ranges; empty at 0 if there is none, invalid if one range is.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid, start.epoch == otherRange.start.epoch else { return .invalid }
        let from = CMTimeMaximum(start, otherRange.start), to = CMTimeMinimum(end, otherRange.end)
        return from < to ? CMTimeRange(start: from, end: to) : .zero
    }

    /// Whether a time is in the range.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isNumeric && start <= time && time < end }

    /// Whether a range lies within this range.
    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        isValid && otherRange.isValid && start <= otherRange.start && otherRange.end <= end
    }
}

extension CMTimeRange: CustomStringConvertible {
    /// `{start, duration}`.
    public var description: String { "{\(start), \(duration)}" }
}

/// A mapping from a range of one timeline to a range of another.
public struct CMTimeMapping: Sendable, Hashable {
    /// The range in the source; an invalid start means nothing is mapped.
    public var source: CMTimeRange
    /// The range in the target.
    public var target: CMTimeRange

    /// Makes a mapping.
    public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }
}

/// The empty range at 0.
public let kCMTimeRangeZero = CMTimeRange.zero
/// The invalid range.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// Makes a range; invalid when the duration has an epoch.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}
/// Makes a range, without labels, as in Swift before 4.2.
public func CMTimeRangeMake(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}
/// Makes the range between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// The smallest range around both ranges.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}
/// The common part of both ranges.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}
/// Whether two ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
/// Whether a time is in a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Whether a range lies within another.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}
/// The end of a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Maps a time from one range to another: (t - from.start) x (to.duration / from.duration) + to.start.
///
/// Invalid when a range is empty or has another epoch. Between two infinite ranges, only the difference of the starts
/// is added.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty, t.epoch == fromRange.start.epoch
    else {
        return .invalid
    }
    if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
        return t - fromRange.start + toRange.start
    }
    return CMTimeMapDurationFromRangeToRange(t - fromRange.start, fromRange: fromRange, toRange: toRange)
        + toRange.start
}

/// Scales a duration by the ratio of two ranges' durations; invalid when it has an epoch, or a range is empty.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.epoch == 0, fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else {
        return .invalid
    }
    if fromRange.duration == toRange.duration { return dur }
    guard dur.isNumeric, fromRange.duration.isNumeric, toRange.duration.isNumeric else { return .invalid }
    let (from, to) = (fromRange.duration, toRange.duration)
    guard from.timescale > 0, to.timescale > 0 else { return .invalid }
    // A common timescale makes the ratio a fraction; large numbers are halved until they fit in 32 bits.
    let scale = max(from.timescale, to.timescale)
    var (multiplier, divisor) = (
        to.convertScale(scale, method: .default).value, from.convertScale(scale, method: .default).value
    )
    if from.timescale != to.timescale { (multiplier, divisor) = exactRatio(to, from) ?? (multiplier, divisor) }
    while multiplier > Int64(Int32.max) || divisor > Int64(Int32.max) {
        (multiplier, divisor) = (multiplier / 2, divisor / 2)
    }
    return CMTimeMultiplyByRatio(dur, multiplier: Int32(multiplier), divisor: Int32(max(divisor, 1)))
}

/// The ratio of two times in lowest terms; nil when it overflows.
private func exactRatio(_ a: CMTime, _ b: CMTime) -> (Int64, Int64)? {
    let (p, q) = (Int128(a.value) * Int128(b.timescale), Int128(b.value) * Int128(a.timescale))
    var (x, y) = (p.magnitude, q.magnitude)
    while y != 0 { (x, y) = (y, x % y) }
    guard x > 0, let first = Int64(exactly: p / Int128(x)), let second = Int64(exactly: q / Int128(x)) else {
        return nil
    }
    return (first, second)
}

/// The nearest time within a range: its start or its end for times outside; invalid when the range is empty or the
/// time is invalid.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Folds a time into a range whose duration it repeats with. A time without a value stays as it is; invalid when the
/// range is empty.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard foldRange.isValid, foldRange.duration.isNumeric, foldRange.duration > .zero, foldRange.duration.timescale > 0
    else {
        return .invalid
    }
    guard time.isNumeric else { return time }
    let offset = time - foldRange.start
    guard offset.isNumeric else { return .invalid }
    let (o, d) = (offset, foldRange.duration)
    // Whole durations are subtracted in one step.
    let (p, q) = (Int128(o.value) * Int128(d.timescale), Int128(d.value) * Int128(o.timescale))
    var rest = p % q
    if rest < 0 { rest += q }
    let product = Int128(o.timescale) * Int128(d.timescale)
    var (x, y) = (rest.magnitude, product.magnitude)
    while y != 0 { (x, y) = (y, x % y) }
    let common = Int128(max(x, 1))
    let scale = min(product / common, Int128(Int32.max))
    let (value, isExact) = WideFraction(rest / common * scale, over: product / common).rounded(.default, isFiner: false)
    guard let value = Int64(exactly: value) else { return .invalid }
    var result = CMTime(value: value, timescale: CMTimeScale(scale))
    if !isExact || time.hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    return result + foldRange.start
}

/// Whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Whether a range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Whether a range's start or duration is unknown.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Whether a range's duration is 0.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
