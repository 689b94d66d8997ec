import Foundation
import Synchronization

/// The work for later times of a thread whose time is virtual: timers, delayed blocks, calls by selector and sleeping
/// tasks. The driver of the thread's time runs it, in the order of its times, in place of the run loop.
///
/// It belongs to one thread.
package final class DelayedWork {
    /// The current virtual time. *Units*: seconds.
    package var now: () -> Double = { 0 }
    /// The number of tasks that were woken and have not gone on yet.
    package var wokenTasks: Int { woken.count }
    private let woken = WokenTasks()

    private var entries: [Entry] = []
    private var count = 0

    private struct Entry {
        /// When the job is due. *Units*: seconds of virtual time.
        var due: Double
        /// Jobs of equal times run in the order in which they were added.
        let order: Int
        var job: Job
    }

    private enum Job {
        case block(() -> Void)
        /// A timer, with the fire date that it had when `due` was computed.
        case timer(Timer, Date)
        case sleeper(Sleeper)
    }

    /// Makes a list without work.
    package init() {}

    // MARK: Threads

    private static let hook = Mutex<(@Sendable () -> DelayedWork?)?>(nil)
    private static let hasHook = Atomic(false)

    /// Sets the function that gives a thread's work; the module with the clocks calls this when the first clock is
    /// made.
    package static func install(_ function: @escaping @Sendable () -> DelayedWork?) {
        hook.withLock { $0 = function }
        hasHook.store(true, ordering: .releasing)
    }

    /// The calling thread's work; nil when its time is the machine's.
    package static var ofThread: DelayedWork? {
        guard hasHook.load(ordering: .acquiring) else { return nil }
        return hook.withLock { $0 }?()
    }

    // MARK: Adding

    /// Runs a block after a delay. *Units*: seconds.
    package func add(after delay: Double, _ block: @escaping () -> Void) {
        append(now() + max(delay, 0), .block(block))
    }

    /// Fires a timer in virtual time, the first time after a delay in seconds; nil stands for the time until its fire
    /// date.
    ///
    /// A timer whose fire date is set later fires by the new date.
    package func add(_ timer: Timer, after delay: Double? = nil) {
        guard timer.isValid, !contains(timer) else { return }
        append(now() + max(delay ?? Self.delay(of: timer), 0), .timer(timer, timer.fireDate))
    }

    private func contains(_ timer: Timer) -> Bool {
        entries.contains { if case .timer(timer, _) = $0.job { true } else { false } }
    }

    private func append(_ due: Double, _ job: Job) {
        entries.append(Entry(due: due, order: count, job: job))
        count += 1
    }

    /// Suspends the calling task for a time. *Units*: seconds.
    ///
    /// A program that sleeps itself, and so does not move the time that it waits for, goes on after a second more of
    /// real time, and a notice says so.
    ///
    /// *Throws*: `CancellationError` when the task is cancelled, or when the time ends with its renderer.
    nonisolated(nonsending) package func sleep(_ seconds: Double) async throws {
        let (sleeper, woken) = (Sleeper(), self.woken)
        append(now() + max(seconds, 0), .sleeper(sleeper))
        sleeper.watch(standsAt: now(), for: seconds)
        defer { woken.leave(sleeper) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper.suspend($0) }
        } onCancel: {
            woken.enter(sleeper)
            if !sleeper.wake(throwing: CancellationError()) { woken.leave(sleeper) }
        }
    }

    /// The delay until a date, up to a whole millisecond.
    ///
    /// Programs give a date or a deadline that they count from the machine's clock a moment before. Rounded up, a delay
    /// of whole milliseconds is the delay that the program gave, and the same in every run.
    package static func delay(_ seconds: Double) -> Double {
        // A farther date means never, as distantFuture does.
        guard seconds < 1e9 else { return .infinity }
        return max(0, ((seconds - 1e-6) * 1000).rounded(.up) / 1000)
    }

    /// The time until a timer fires. *Units*: seconds.
    private static func delay(of timer: Timer) -> Double {
        let delay = delay(timer.fireDate.timeIntervalSinceNow)
        // The first fire of a repeating timer mostly comes after one interval, which need not be whole milliseconds.
        return abs(delay - timer.timeInterval) < 0.001 ? timer.timeInterval : delay
    }

    // MARK: Running

    /// The time of the next work, not before `time`; nil when there is none.
    package func nextTime(after time: Double) -> Double? {
        update()
        guard let next = entries.map(\.due).min(), next < .infinity else { return nil }
        return max(next, time)
    }

    /// Runs the work that is due at a time. Work that this adds waits for the next call.
    package func run(at time: Double) {
        update()
        let due = entries.filter { $0.due <= time }.sorted { ($0.due, $0.order) < ($1.due, $1.order) }
        for entry in due {
            // The work before may have cancelled it.
            guard let index = entries.firstIndex(where: { $0.order == entry.order }) else { continue }
            switch entry.job {
            case .block(let block):
                entries.remove(at: index)
                block()
            case .sleeper(let sleeper):
                entries.remove(at: index)
                woken.enter(sleeper)
                // A task that was cancelled has gone on already.
                if !sleeper.wake() { woken.leave(sleeper) }
            case .timer(let timer, _):
                fire(timer, at: index, time)
            }
        }
    }

    private func fire(_ timer: Timer, at index: Int, _ time: Double) {
        guard timer.isValid else {
            entries.remove(at: index)
            return
        }
        if timer.timeInterval > 0 {
            // As on a run loop, times that have passed are left out.
            let missed = ((time - entries[index].due) / timer.timeInterval).rounded(.down)
            entries[index].due += timer.timeInterval * (max(missed, 0) + 1)
            timer.fireDate = timer.fireDate.addingTimeInterval(timer.timeInterval)
            entries[index].job = .timer(timer, timer.fireDate)
        } else {
            entries.remove(at: index)
        }
        timer.fire()
    }

    /// Removes timers that the program has invalidated, and computes the times of those whose fire date it has set.
    private func update() {
        let now = now()
        entries.removeAll { entry in
            if case .timer(let timer, _) = entry.job { !timer.isValid } else { false }
        }
        for index in entries.indices {
            guard case .timer(let timer, let date) = entries[index].job, timer.fireDate != date else { continue }
            entries[index].due = now + Self.delay(timer.fireDate.timeIntervalSinceNow)
            entries[index].job = .timer(timer, timer.fireDate)
        }
    }

    /// Notes that the virtual time has moved.
    package func noteTime() {
        guard !entries.isEmpty else { return }
        let now = now()
        for case .sleeper(let sleeper) in entries.lazy.map(\.job) { sleeper.note(now) }
    }

    /// Drops all work, as its time never comes. Sleeping tasks are cancelled.
    package func end() {
        let jobs = entries.map(\.job)
        entries.removeAll()
        for case .sleeper(let sleeper) in jobs { sleeper.wake(throwing: CancellationError()) }
    }
}
