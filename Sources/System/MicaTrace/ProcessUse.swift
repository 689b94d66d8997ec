#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process's use of the machine so far: a measure of its drain on a battery.
package struct ProcessUse: Sendable, Equatable {
    /// The processor time of all threads, in seconds.
    package var processorTime: Double
    /// The number of times that threads went to sleep, and so were woken. *Source*: getrusage(2), ru_nvcsw.
    package var wakeUps: Int
    /// The time of the measurement, in nanoseconds of the machine's monotonic clock.
    package var time: UInt64

    /// The use up to now.
    package static var now: ProcessUse {
        var usage = rusage()
        // The call writes the given value, and fails only for unknown names.
        #if canImport(Musl)
        unsafe _ = getrusage(RUSAGE_SELF, &usage)
        #else
        unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return ProcessUse(
            processorTime: seconds(usage.ru_utime) + seconds(usage.ru_stime), wakeUps: Int(usage.ru_nvcsw),
            time: MonotonicClock.nanoseconds)
    }

    /// The share of a core in use since an earlier measurement, and the wake-ups a second.
    package func rates(since before: ProcessUse) -> (core: Double, wakeUps: Double) {
        let seconds = Double(time &- before.time) * 1e-9
        guard seconds > 0 else { return (0, 0) }
        return ((processorTime - before.processorTime) / seconds, Double(wakeUps - before.wakeUps) / seconds)
    }
}
