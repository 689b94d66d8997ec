import Foundation
import QuartzCore
import Synchronization

/// Wakes the run loop of the thread that made it: at a set time, or at once when any thread calls it.
// Safe because: a timer's fire date may be set on any thread (Core Foundation locks it); all else stays on the thread
// that made the alarm.
package final class RunLoopAlarm: @unchecked Sendable {
    private let timer: Timer
    /// Whether the alarm is in the main run loop.
    private let isMain = Thread.isMainThread
    /// Whether a thread has called since the alarm was last set.
    private let isCalled = Atomic(false)

    /// Makes an alarm that is not set.
    package init() {
        // The timer repeats after 1e9 s, years away, so Core Foundation keeps it valid. Its block does nothing: the run
        // loop's turn is the purpose.
        if isMain, let spare = Self.spares.withLock({ $0.timers.popLast() }) {
            timer = spare
            return
        }
        timer = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in }
        RunLoop.current.add(timer, forMode: .common)
    }

    deinit {
        guard isMain else { return timer.invalidate() }
        timer.fireDate = .distantFuture
        Self.spares.withLock { $0.timers.append(timer) }
    }

    /// Timers in the main run loop that no alarm uses. Foundation for Linux (6.3) never frees a timer, not even an
    /// invalidated one, so the timers of closed windows are reused.
    private static let spares = Mutex(Spares())

    // Safe because: a timer's fire date may be set on any thread, and the list's timers are not used otherwise.
    private struct Spares: @unchecked Sendable { var timers: [Timer] = [] }

    /// Sets the time of the next turn; nil for none. *Units*: seconds of the machine's clock.
    package func set(_ time: Double?) {
        isCalled.store(false, ordering: .sequentiallyConsistent)
        timer.fireDate =
            time.map { Date(timeIntervalSinceNow: min(max(0, $0 - MediaClock.machineTime), 1e9)) } ?? .distantFuture
        // A call that came meanwhile was overwritten, so the timer is set for it again.
        if isCalled.load(ordering: .sequentiallyConsistent) { timer.fireDate = Date() }
    }

    /// Makes the run loop turn as soon as possible; any thread may call it.
    package func call() {
        isCalled.store(true, ordering: .sequentiallyConsistent)
        timer.fireDate = Date()
    }
}
