import Foundation
import MicaResources
import MicaTrace

/// Threads that draw tiles, the first that was asked for first.
package final class TilePool: Sendable {
    /// What the threads have done.
    package struct Statistics: Sendable, Equatable {
        /// How many tiles were drawn.
        package var drawn = 0
        /// How many were asked for and given up before they were begun.
        package var cancelled = 0
        /// The most threads that drew at one time.
        package var mostAtOnce = 0
    }

    private let work: TileWork

    /// Makes a pool; its threads start with the first tile that is asked for.
    ///
    /// - Parameter threads: How many; two at least, so that a tile that takes long does not keep the others waiting.
    package init(threads: Int = ProcessInfo.processInfo.activeProcessorCount) {
        work = TileWork(threads: max(2, min(threads, 16)))
    }

    deinit { work.stop() }

    /// Asks for tiles in place of all that were asked for and not begun.
    func want(_ requests: [TileRequest]) { work.want(requests) }

    /// Waits until all that were asked for are drawn.
    func wait() { work.wait() }

    /// Takes out what has been drawn since the last call, in the order in which it was asked for.
    func take() -> [(request: TileRequest, bitmap: Bitmap?)] { work.take() }

    /// Has something called, on any thread, whenever a tile was drawn; it must not call the pool.
    func tell(_ whenDrawn: @escaping @Sendable () -> Void) { work.tell(whenDrawn) }

    /// What the threads have done so far.
    package var statistics: Statistics { work.statistics }
}

/// What a pool and its threads share.
// Safe because: every field is touched only while `condition` is locked.
private final class TileWork: @unchecked Sendable {
    private let condition = NSCondition()
    private let threads: Int
    private var isStarted = false
    private var isStopped = false
    /// What is to be drawn, from `next` on.
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
