import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a host's frames are timed by: it says what time it is, and lets time pass.
///
/// *Units*: seconds of media time. When the displays of windows refresh is `DisplayTiming`'s to say, in a clock's time.
package protocol FrameClock: AnyObject {
    /// The time now.
    var now: Double { get }

    /// Lets time pass until it is `time`, or until somebody signals.
    ///
    /// - Parameter time: when to go on; infinity waits for the signal alone.
    /// - Returns: false when nothing will ever happen any more: a virtual clock that is to wait for ever.
    func wait(until time: Double, or signal: WakeSignal) -> Bool
}

/// What wakes a host that sleeps, from any thread.
///
/// `Sendable`: a signal that comes before the wait ends it at once, and several before it count as one.
package final class WakeSignal: Sendable {
    private let isSignalled = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Makes a signal that nobody has given yet.
    package init() {}

    /// Wakes the one who waits, or who will.
    package func signal() {
        if !isSignalled.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Takes the signal back, if it was given; says whether it was.
    package func take() -> Bool {
        guard isSignalled.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        semaphore.wait()
        return true
    }

    /// Waits for the signal, for at most a number of seconds.
    package func wait(seconds: Double) {
        // Dispatch's times are nanoseconds of the monotonic clock, in 64 bits.
        let deadline = seconds < 1e9 ? DispatchTime.now() + max(0, seconds) : .distantFuture
        guard semaphore.wait(timeout: deadline) == .success else { return }
        isSignalled.store(false, ordering: .releasing)
    }
}

/// The machine's clock: CLOCK_MONOTONIC, which all processes of a machine have in common.
package final class MonotonicClock: FrameClock {
    package init() {}

    /// The time now.
    package static var now: Double {
        var time = timespec()
        // The call writes the value that it is given, and fails for no clock that exists.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    package var now: Double { Self.now }

    package func wait(until time: Double, or signal: WakeSignal) -> Bool {
        signal.wait(seconds: time - now)
        return true
    }
}
