import Foundation
import Synchronization

/// The point where the threads of a pool get their work and report that it is done.
///
/// A waiting thread polls for a while before it sleeps: waking a thread takes longer than most waits between the parts
/// of a frame. Only sleeping threads take the lock.
// Safe because: `body` is written while no thread has work, before `round` announces it, and read afterwards.
// `isStopped` and `calls` are used only while `condition` is locked.
final class Rendezvous: @unchecked Sendable {
    private let condition = NSCondition()
    private var body: (@Sendable (Int) -> Void)?
    private var isStopped = false
    /// The number of calls for threads to look for work.
    private var calls = 0
    /// The number of threads that sleep until there is work.
    private let sleeping = Atomic<Int>(0)
    /// Whether the asking thread sleeps until the others are done.
    private let isAsking = Atomic<Bool>(false)
    /// Counts the calls of `start`, so that each thread serves each call once.
    private let round = Atomic<Int>(0)
    private let running = Atomic<Int>(0)

    /// The number of polls before sleeping: about 50 microseconds on a server of 2023.
    private static let spinLimit = 100_000

    /// Wakes sleeping threads, so that they look for work that will come soon.
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
        // Sequentially consistent with a thread that goes to sleep: that thread counts itself as sleeping, then checks
        // once more.
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

    /// The main loop of a thread.
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
            // The work is released before it counts as done, so that the asking thread is its only owner again.
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

    /// Sleeps until there is work or a call; false when the pool has stopped.
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
