import Foundation
import MicaBase
import MicaTrace

/// Threads that draw tiles in the order of the requests.
package final class TilePool: Sendable {
    /// Counts of the threads' work.
    package struct Statistics: Sendable, Equatable {
        /// The number of drawn tiles.
        package var drawn = 0
        /// The number of requests that were cancelled before they were started.
        package var cancelled = 0
        /// The largest number of threads that drew at one time.
        package var mostAtOnce = 0
    }

    private let work: TileWork

    /// Makes a pool; its threads start with the first request.
    ///
    /// - Parameter threads: their number, limited to 2...16. With two or more, a slow tile does not block the others.
    package init(threads: Int = ProcessInfo.processInfo.activeProcessorCount) {
        work = TileWork(threads: max(2, min(threads, 16)))
    }

    deinit { work.stop() }

    /// Requests tiles. They replace earlier requests that have not been started.
    func want(_ requests: [TileRequest]) { work.want(requests) }

    /// Waits until all requested tiles have been drawn.
    func wait() { work.wait() }

    /// Removes and returns the tiles drawn since the last call, in the order of the requests.
    func take() -> [(request: TileRequest, bitmap: Bitmap?)] { work.take() }

    /// Sets a closure that is called, on any thread, after each drawn tile; it must not call the pool.
    func tell(_ whenDrawn: @escaping @Sendable () -> Void) { work.tell(whenDrawn) }

    /// Counts of the threads' work so far.
    package var statistics: Statistics { work.statistics }
}

/// The state that a pool and its threads share.
// Safe because: every field is touched only while `condition` is locked.
private final class TileWork: @unchecked Sendable {
    private let condition = NSCondition()
    private let threads: Int
    private var isStarted = false
    private var isStopped = false
    /// The requests; those from `next` on have not been started.
    private var queue: [TileRequest] = []
    private var next = 0
    private var running: Set<TileRequest.Identity> = []
    private var order: [TileRequest.Identity: Int] = [:]
    private var asked = 0
    private var finished: [(request: TileRequest, bitmap: Bitmap?)] = []
    private var counted = TilePool.Statistics()
    private var whenDrawn: (@Sendable () -> Void)?

    init(threads: Int) { self.threads = threads }

    var statistics: TilePool.Statistics {
        condition.withLock { counted }
    }

    func tell(_ whenDrawn: @escaping @Sendable () -> Void) {
        condition.withLock { self.whenDrawn = whenDrawn }
    }

    func want(_ requests: [TileRequest]) {
        condition.withLock {
            let done = Set(finished.map { $0.request.identity })
            let wanted = Set(requests.map(\.identity))
            counted.cancelled += queue[next...].count { !wanted.contains($0.identity) }
            queue = requests.filter { !running.contains($0.identity) && !done.contains($0.identity) }
            next = 0
            order = order.filter { running.contains($0.key) || done.contains($0.key) }
            for request in queue {
                order[request.identity] = asked
                asked += 1
            }
            if queue.isEmpty { return }
            if !isStarted { start() }
            condition.broadcast()
        }
    }

    func wait() {
        condition.withLock { while next < queue.count || !running.isEmpty { condition.wait() } }
    }

    func take() -> [(request: TileRequest, bitmap: Bitmap?)] {
        condition.withLock {
            defer { finished.removeAll() }
            return finished.sorted { (order[$0.request.identity] ?? 0) < (order[$1.request.identity] ?? 0) }
        }
    }

    func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    private func start() {
        isStarted = true
        for index in 0..<threads {
            let thread = Thread { self.serve() }
            thread.name = "mica-tile-\(index)"
            thread.start()
        }
    }

    private func serve() {
        condition.lock()
        while !isStopped {
            guard next < queue.count else {
                condition.wait()
                continue
            }
            let request = queue[next]
            next += 1
            running.insert(request.identity)
            counted.mostAtOnce = max(counted.mostAtOnce, running.count)
            condition.unlock()
            let span = TraceLog.begin(.tiles)
            let bitmap = request.source.bitmap(request)
            span.end()
            condition.lock()
            running.remove(request.identity)
            finished.append((request, bitmap))
            counted.drawn += 1
            condition.broadcast()
            whenDrawn?()
        }
        condition.unlock()
    }
}
