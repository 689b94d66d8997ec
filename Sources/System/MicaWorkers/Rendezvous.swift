import Foundation
import Synchronization

/// Where the threads of a pool get their work and say that it is done.
///
/// Whoever waits looks a few times whether it is over before it sleeps: to wake a thread takes longer than most waits do
/// between the parts of a frame.
// Safe because: `body`, `isAsking` and `isStopped` are touched only while `condition` is locked.
final class Rendezvous: @unchecked Sendable {
    private let condition = NSCondition()
    private var body: (@Sendable (Int) -> Void)?
    /// Whether the thread that asked sleeps until the others are done.
    private var isAsking = false
    private var isStopped = false
    /// Counts the calls of `start`, so that a thread serves each once.
    private let round = Atomic<Int>(0)
    private let running = Atomic<Int>(0)

    /// How often to look before sleeping: some 20 microseconds on a server of 2023.
    private static let patience = 20_000

    func start(_ body: @escaping @Sendable (Int) -> Void, helpers: Int) {
        condition.lock()
        self.body = body
        running.store(helpers, ordering: .relaxed)
        round.add(1, ordering: .releasing)
        condition.broadcast()
        condition.unlock()
    }

    func finish() {
        var patience = Self.patience
        while patience > 0, running.load(ordering: .acquiring) > 0 { patience -= 1 }
        condition.lock()
        isAsking = true
        while running.load(ordering: .acquiring) > 0 { condition.wait() }
        isAsking = false
        body = nil
        condition.unlock()
    }

    func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }

    /// A thread's whole life.
    func serve(_ worker: Int) {
        var served = 0
        while true {
            var patience = served == 0 ? 0 : Self.patience
            while patience > 0, round.load(ordering: .relaxed) == served { patience -= 1 }
            condition.lock()
            while round.load(ordering: .acquiring) == served, !isStopped { condition.wait() }
            if isStopped {
                condition.unlock()
                return
            }
            served = round.load(ordering: .relaxed)
            var work = body
            condition.unlock()
            work?(worker)
            // Let go of the work before it counts as done, so that who asked owns all of it again.
            work = nil
            if running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
                condition.lock()
                if isAsking { condition.broadcast() }
                condition.unlock()
            }
        }
    }
}
