import Foundation
import Synchronization

/// Wakes the run loop of the thread that made it: at a time, or at once when any thread says so.
// Safe because: a timer's fire date may be set on any thread (Core Foundation locks it); all else stays on the thread that
// made the alarm.
package final class RunLoopAlarm: @unchecked Sendable {
    private let timer: Timer
    /// Whether it is in the main run loop.
    private let isMain = Thread.isMainThread
    /// Whether a thread has called since the alarm was set last.
    private let isCalled = Atomic(false)

    /// Makes an alarm that is not set.
    package init() {
        // Core Foundation's timer stays valid: it has another firing, years away. It does nothing: the turn that it makes is
        // what is wanted.
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

    /// Timers in the main run loop that no alarm has any more. Foundation for Linux (6.3) never frees a timer, invalid or not, so that
    /// those of windows that were closed are used again.
    private static let spares = Mutex(Spares())

    // Safe because: a timer's fire date may be set on any thread; nothing else is done with those in the list.
    private struct Spares: @unchecked Sendable { var timers: [Timer] = [] }

    /// Sets the time of the next turn; nil for none. *Units*: seconds of the machine's clock.
    package func set(_ time: Double?) {
        isCalled.store(false, ordering: .sequentiallyConsistent)
        timer.fireDate =
            time.map { Date(timeIntervalSinceNow: min(max(0, $0 - MediaClock.machineTime), 1e9)) } ?? .distantFuture
        // Somebody called meanwhile, and was overruled.
        if isCalled.load(ordering: .sequentiallyConsistent) { timer.fireDate = Date() }
    }

    /// Makes a turn as soon as can be.
    package func call() {
        isCalled.store(true, ordering: .sequentiallyConsistent)
        timer.fireDate = Date()
    }
}
