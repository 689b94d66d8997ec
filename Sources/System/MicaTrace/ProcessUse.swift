#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a process has used of the machine so far: what costs a battery its charge, as far as a program can know it.
package struct ProcessUse: Sendable, Equatable {
    /// Processor time of all threads, in seconds.
    package var processorTime: Double
    /// How often threads went to sleep, which is how often they were woken. *Source*: getrusage(2), ru_nvcsw.
    package var wakeUps: Int
    /// When this was so, in nanoseconds of the machine's monotonic clock.
    package var time: UInt64

    /// What it is now.
    package static var now: ProcessUse {
        var usage = rusage()
        // The call writes the value that it is given, and fails for no such name.
        #if canImport(Musl)
        unsafe _ = getrusage(RUSAGE_SELF, &usage)
        #else
        unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return ProcessUse(
            processorTime: seconds(usage.ru_utime) + seconds(usage.ru_stime), wakeUps: Int(usage.ru_nvcsw),
            time: TraceLog.now)
    }

    /// The share of a core that was used since an earlier time, and the wake-ups a second.
    package func rates(since before: ProcessUse) -> (core: Double, wakeUps: Double) {
        let seconds = Double(time &- before.time) * 1e-9
        guard seconds > 0 else { return (0, 0) }
        return ((processorTime - before.processorTime) / seconds, Double(wakeUps - before.wakeUps) / seconds)
    }
}
