import Dispatch
import Synchronization

/// The clock of a host's frames: it tells the time, and lets time pass.
///
/// *Units*: seconds of media time. `DisplayTiming` says, in the time of a clock, when the displays of windows refresh.
package protocol FrameClock: AnyObject {
    /// The current time.
    var now: Double { get }

    /// Lets time pass until `time`, or until a signal.
    ///
    /// - Parameter time: when to continue; infinity waits for the signal only.
    /// - Returns: false when nothing more can happen: a virtual clock was to wait for ever.
    func wait(until time: Double, or signal: WakeSignal) -> Bool
}

/// Wakes a sleeping host, from any thread.
///
/// `Sendable`: a signal before the wait ends the wait at once, and several signals before it count as one.
package final class WakeSignal: Sendable {
    private let isSignalled = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Makes a signal that has not been given.
    package init() {}

    /// Wakes the waiting thread, or ends its next wait.
    package func signal() {
        if !isSignalled.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Withdraws the signal; returns whether there was one.
    package func take() -> Bool {
        guard isSignalled.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        semaphore.wait()
        return true
    }

    /// Waits for the signal, at most for a number of seconds.
    package func wait(seconds: Double) {
        // Dispatch's times are 64-bit nanoseconds of the monotonic clock.
        let deadline = seconds < 1e9 ? DispatchTime.now() + max(0, seconds) : .distantFuture
        guard semaphore.wait(timeout: deadline) == .success else { return }
        isSignalled.store(false, ordering: .releasing)
    }
}

extension MonotonicClock: FrameClock {
    package func wait(until time: Double, or signal: WakeSignal) -> Bool {
        signal.wait(seconds: time - now)
        return true
    }
}
