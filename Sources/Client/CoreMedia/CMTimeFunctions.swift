import Foundation

/// The time 0.
public let kCMTimeZero = CMTime.zero
/// The invalid time.
public let kCMTimeInvalid = CMTime.invalid
/// A time that is not known.
public let kCMTimeIndefinite = CMTime.indefinite
/// A time after all others.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// A time before all others.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity

/// Makes a time of a fraction of seconds; invalid for a timescale that is not greater than zero.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// The same, without labels, as Swift had it before version 4.2.
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Makes a time of a fraction of seconds and an epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}

/// Makes the nearest time to a number of seconds: `CMTime(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The same, without labels, as Swift had it before version 4.2.
public func CMTimeMakeWithSeconds(_ seconds: Float64, _ preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// A time in seconds; NaN for what is invalid or not known.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// A time in another timescale: `convertScale(_:method:)`.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}

/// The sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// The product of a time and a whole number: in the same timescale, or in half of it and so on where the value has no room.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: multiplier) }

/// The product of a time and a number: in a timescale of 65536 at least, or in half of it and so on where the value has no room.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.multiplied(by: multiplier) }

/// The product of a time and a fraction: exact, or in the largest timescale that has room.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.multiplied(by: multiplier, over: divisor)
}

/// -1, 0 or 1 for a time before, at or after another.
///
/// Negative infinity is before all values, those of lower epochs before those of higher ones; after them comes what is not known,
/// then positive infinity, then what is invalid.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { CMTime.order(time1, time2) }

/// The lesser of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// The greater of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time1 < time2 ? time2 : time1 }
/// A time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time.absolute }

/// Whether it is a time at all.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether it has a value.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether it is not known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether it is after all others.
public func CMTIME_IS_POSITIVE_INFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether it is before all others.
public func CMTIME_IS_NEGATIVE_INFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether it has a value that was rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
