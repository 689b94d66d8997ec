// Constants that Apple's imports bring with them and Foundation's on Linux do not.

/// The largest finite number of 32 bits, as Apple's old header has it; `repeatCount = HUGE` is a common line.
public let HUGE = MAXFLOAT
/// The largest finite number of 32 bits, as C's header calls it.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// Infinity in 32 bits, as C's header calls it.
public let HUGE_VALF = Float.infinity
/// Infinity in 64 bits, as C's header calls it.
public let HUGE_VAL = Double.infinity
/// Infinity in 32 bits, as C's header calls it.
public let INFINITY = Float.infinity

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// Milliseconds in a second.
public let MSEC_PER_SEC: UInt64 = 1000
