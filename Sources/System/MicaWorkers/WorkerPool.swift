import Foundation

/// A pool of threads that wait for work and do it together.
///
/// The asking thread works too, as worker 0. A pool of one worker has no threads, and a call allocates nothing. A
/// driver of frames has one pool for all its work on threads: one call at a time.
package final class WorkerPool: Sendable {
    /// The number of workers, including the asking thread; 1...256.
    package let workers: Int
    private let rendezvous = Rendezvous()
    private let shares: [WorkShare]

    /// Starts the threads. The number of workers is limited to 1...256.
    package init(workers: Int) {
        self.workers = max(1, min(workers, 256))
        shares = (0..<self.workers).map { _ in WorkShare() }
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

    /// Calls `body` once for each worker number, each on its own thread, and returns when all calls have returned.
    package func run(_ body: @Sendable (Int) -> Void) {
        if workers == 1 { return body(0) }
        withoutActuallyEscaping(body) { body in
            rendezvous.start(body, helpers: workers - 1)
            body(0)
            rendezvous.finish()
        }
    }

    /// Wakes sleeping threads before there is work, so that they are awake when it comes.
    package func prewake() {
        if workers > 1 { rendezvous.prewake() }
    }

    /// Calls `body` once for each item, with the number of the worker that does it, and returns when all are done.
    ///
    /// Each worker begins with its own contiguous share of the items. Then it takes items from the ends of the others'
    /// shares. So if items are regions of memory, a worker finds most of its items in its own caches when the call is
    /// repeated.
    package func forEach(_ items: Int, _ body: @Sendable (_ worker: Int, _ item: Int) -> Void) {
        forEach(items, parts: 1) { worker, item, _ in body(worker, item) }
    }

    /// Calls `body` for items that can be divided. The last items of each worker are divided, so that all workers end
    /// at about the same time.
    ///
    /// - Parameters:
    ///   - parts: the number of parts of an item.
    ///   - body: gets an item, and the range of its parts to do.
    package func forEach(
        _ items: Int, parts: Int, _ body: @Sendable (_ worker: Int, _ item: Int, _ parts: Range<Int>) -> Void
    ) {
        if workers == 1 || items <= 1 {
            for item in 0..<max(0, items) { body(0, item, 0..<parts) }
            return
        }
        for worker in 0..<workers {
            shares[worker].set(worker * items / workers..<(worker + 1) * items / workers, parts: parts)
        }
        run { worker in
            func work(on taken: Range<Int>) {
                let item = taken.lowerBound / parts
                body(worker, item, taken.lowerBound - item * parts..<taken.upperBound - item * parts)
            }
            while let taken = shares[worker].takeFirst(parts: parts) { work(on: taken) }
            for step in 1..<workers {
                let other = shares[(worker + step) % workers]
                while let taken = other.takeLast(parts: parts) { work(on: taken) }
            }
        }
    }

    /// Changes each of an array's first elements, given with its index and with memory of the worker that changes it.
    ///
    /// - Parameters:
    ///   - isSmall: whether the work takes less time than waking a thread; the calling thread then does all of it.
    ///   - memory: one element for each worker.
    @inlinable package func forEach<Element: Sendable, Memory: Sendable>(
        in elements: inout [Element], first count: Int, isSmall: Bool = false, with memory: inout [Memory],
        _ body: @Sendable (_ index: Int, _ element: inout Element, _ memory: inout Memory) -> Void
    ) {
        precondition(count <= elements.count && memory.count >= workers, "there are no such elements")
        if workers == 1 || isSmall || count <= 1 {
            for index in 0..<max(0, count) { body(index, &elements[index], &memory[0]) }
            return
        }
        unsafe elements.withUnsafeMutableBufferPointer { elements in
            unsafe memory.withUnsafeMutableBufferPointer { memory in
                let shared = unsafe SharedElements(elements: elements, memory: memory)
                forEach(count) { worker, index in
                    unsafe body(index, &shared.elements[index], &shared.memory[worker])
                }
            }
        }
    }
}

/// Elements that several threads change, each thread its own.
// Safe because: it lives only during one call of `forEach`. That call holds both arrays exclusively, gives each element
// to one worker, and returns when all workers have returned.
@unsafe @usableFromInline struct SharedElements<Element: Sendable, Memory: Sendable>: @unchecked Sendable {
    @usableFromInline let elements: UnsafeMutableBufferPointer<Element>
    @usableFromInline let memory: UnsafeMutableBufferPointer<Memory>

    @usableFromInline init(
        elements: UnsafeMutableBufferPointer<Element>, memory: UnsafeMutableBufferPointer<Memory>
    ) {
        unsafe (self.elements, self.memory) = unsafe (elements, memory)
    }
}

extension WorkerPool {
    /// The number of workers that the environment's `MICA_THREADS` chooses for pictures; nil without it. The pictures are
    /// the same bytes for any number; `dev/same-bytes` checks it.
    package static let chosenCount = ProcessInfo.processInfo.environment["MICA_THREADS"].flatMap(Int.init)
}
