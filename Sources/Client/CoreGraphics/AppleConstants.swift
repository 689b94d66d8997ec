// Constants that Apple's imports bring and that Foundation on Linux lacks.

/// The largest finite 32-bit number, as Apple's old header defines it; `repeatCount = HUGE` is a common line.
public let HUGE = MAXFLOAT
/// The largest finite 32-bit number, by its name in C.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// Infinity in 32 bits, by its name in C's `math.h`.
public let HUGE_VALF = Float.infinity
/// Infinity in 64 bits, by its name in C's `math.h`.
public let HUGE_VAL = Double.infinity
/// Infinity in 32 bits, by its name in C's `math.h`.
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
