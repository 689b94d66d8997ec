import Foundation

/// Threads that wait for work and all do it together.
///
/// The thread that asks works too, as worker 0; a pool of one has no threads of its own. Who draws frames has one pool for
/// everything that it does on threads: one call of `run` at a time.
package final class WorkerPool: Sendable {
    /// How many workers there are, the asking thread included.
    package let workers: Int
    private let rendezvous = Rendezvous()

    /// Starts the threads.
    package init(workers: Int) {
        self.workers = max(1, min(workers, 256))
        for worker in 1..<max(1, self.workers) {
            let rendezvous = rendezvous
            let thread = Thread { rendezvous.serve(worker) }
            thread.name = "mica-worker-\(worker)"
            thread.start()
        }
    }

    deinit {
        rendezvous.stop()
    }

    /// Calls `body` once for every worker number, each on its own thread, and returns when all have returned.
    package func run(_ body: @escaping @Sendable (Int) -> Void) {
        if workers == 1 { return body(0) }
        rendezvous.start(body, helpers: workers - 1)
        body(0)
        rendezvous.finish()
    }
}

/// Where the threads of a pool get their work and say that it is done.
// Safe because: `body`, `round`, `running` and `isStopped` are touched only while `condition` is locked.
private final class Rendezvous: @unchecked Sendable {
    private let condition = NSCondition()
    private var body: (@Sendable (Int) -> Void)?
    /// Counts the calls of `start`, so that a thread serves each once.
    private var round = 0
    private var running = 0
    private var isStopped = false

    func start(_ body: @escaping @Sendable (Int) -> Void, helpers: Int) {
        condition.lock()
        self.body = body
        running = helpers
        round += 1
        condition.broadcast()
        condition.unlock()
    }

    func finish() {
        condition.lock()
        while running > 0 { condition.wait() }
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
            condition.lock()
            while round == served, !isStopped { condition.wait() }
            if isStopped {
                condition.unlock()
                return
            }
            served = round
            var work = body
            condition.unlock()
            work?(worker)
            // Let go of the work before it counts as done, so that who asked owns all of it again.
            work = nil
            condition.lock()
            running -= 1
            if running == 0 { condition.broadcast() }
            condition.unlock()
        }
    }
}
