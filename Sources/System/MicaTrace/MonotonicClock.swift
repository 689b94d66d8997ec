#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The machine's monotonic clock, CLOCK_MONOTONIC, which all processes of a machine share.
package final class MonotonicClock: Sendable {
    package init() {}

    /// The current time, in seconds.
    package var now: Double { Self.now }

    /// The current time, in seconds.
    package static var now: Double {
        let time = reading
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The current time, in nanoseconds.
    package static var nanoseconds: UInt64 {
        let time = reading
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static var reading: timespec {
        var time = timespec()
        // The call writes the given value, and fails only for unknown clocks.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time
    }
}
