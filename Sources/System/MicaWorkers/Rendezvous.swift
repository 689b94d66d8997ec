import Foundation
import Synchronization

/// Where the threads of a pool get their work and say that it is done.
///
/// Whoever waits looks a few times whether it is over before it sleeps: to wake a thread takes longer than most waits do
/// between the parts of a frame. Only who sleeps takes the lock.
// Safe because: `body` is written while no thread has work, before `round` says that there is, and read after; `isStopped`
// and `calls` are touched only while `condition` is locked.
final class Rendezvous: @unchecked Sendable {
    private let condition = NSCondition()
    private var body: (@Sendable (Int) -> Void)?
    private var isStopped = false
    /// How often threads were called to look for work.
    private var calls = 0
    /// How many threads sleep until there is work.
    private let sleeping = Atomic<Int>(0)
    /// Whether the thread that asked sleeps until the others are done.
    private let isAsking = Atomic<Bool>(false)
    /// Counts the calls of `start`, so that a thread serves each once.
    private let round = Atomic<Int>(0)
    private let running = Atomic<Int>(0)

    /// How often to look before sleeping: some 50 microseconds on a server of 2023.
    private static let spinLimit = 100_000

    /// Wakes the threads that sleep, so that they look for work that is about to come.
    func prewake() {
        guard sleeping.load(ordering: .relaxed) > 0 else { return }
        condition.lock()
        calls += 1
        condition.broadcast()
        condition.unlock()
    }

    func start(_ body: @escaping @Sendable (Int) -> Void, helpers: Int) {
        self.body = body
        running.store(helpers, ordering: .relaxed)
        // In one order with what a thread does that goes to sleep: it says so, and then looks once more.
        round.add(1, ordering: .sequentiallyConsistent)
        guard sleeping.load(ordering: .sequentiallyConsistent) > 0 else { return }
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    func finish() {
        var spinLimit = Self.spinLimit
        while spinLimit > 0, running.load(ordering: .acquiring) > 0 { spinLimit -= 1 }
        if running.load(ordering: .acquiring) > 0 {
            condition.lock()
            isAsking.store(true, ordering: .sequentiallyConsistent)
            while running.load(ordering: .sequentiallyConsistent) > 0 { condition.wait() }
            isAsking.store(false, ordering: .relaxed)
            condition.unlock()
        }
        body = nil
    }

    func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }

    /// A thread's whole life.
    func serve(_ worker: Int) {
        var served = 0, heard = 0
        while true {
            var spinLimit = Self.spinLimit
            while spinLimit > 0, round.load(ordering: .acquiring) == served { spinLimit -= 1 }
            if round.load(ordering: .acquiring) == served {
                guard sleep(after: served, &heard) else { return }
                continue
            }
            served += 1
            var work = body
            work?(worker)
            // Let go of the work before it counts as done, so that who asked owns all of it again.
            work = nil
            if running.subtract(1, ordering: .sequentiallyConsistent).newValue == 0,
                isAsking.load(ordering: .sequentiallyConsistent)
            {
                condition.lock()
                condition.broadcast()
                condition.unlock()
            }
        }
    }

    /// Sleeps until there is work or a call; false when there will be no more.
    private func sleep(after served: Int, _ heard: inout Int) -> Bool {
        condition.lock()
        sleeping.add(1, ordering: .sequentiallyConsistent)
        while round.load(ordering: .sequentiallyConsistent) == served, calls == heard, !isStopped { condition.wait() }
        sleeping.subtract(1, ordering: .relaxed)
        heard = calls
        let goesOn = !isStopped
        condition.unlock()
        return goesOn
    }
}
