import Foundation

/// Threads that wait for work and all do it together.
///
/// The thread that asks works too, as worker 0; a pool of one has no threads of its own, and nothing is made for a call. Who
/// draws frames has one pool for everything that it does on threads: one call at a time.
package final class WorkerPool: Sendable {
    /// How many workers there are, the asking thread included.
    package let workers: Int
    private let rendezvous = Rendezvous()
    private let shares: [WorkShare]

    /// Starts the threads.
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

    /// Calls `body` once for every worker number, each on its own thread, and returns when all have returned.
    package func run(_ body: @Sendable (Int) -> Void) {
        if workers == 1 { return body(0) }
        withoutActuallyEscaping(body) { body in
            rendezvous.start(body, helpers: workers - 1)
            body(0)
            rendezvous.finish()
        }
    }

    /// Calls for the threads before there is work, so that those that sleep are awake when it comes.
    package func prewake() {
        if workers > 1 { rendezvous.prewake() }
    }

    /// Calls `body` once for every item, with the number of the worker that does it, and returns when all are done.
    ///
    /// Each worker begins with its own part of the items, one behind the other, and then takes what others have left, from
    /// the end of theirs: where the items are places in memory, each finds most of them in its own caches again when the
    /// same is done once more.
    package func forEach(_ items: Int, _ body: @Sendable (_ worker: Int, _ item: Int) -> Void) {
        forEach(items, parts: 1) { worker, item, _ in body(worker, item) }
    }

    /// The same for items that can be cut: the last ones of each worker are, so that all end at about the same time.
    ///
    /// - Parameters:
    ///   - parts: how many parts an item has.
    ///   - body: gets an item, and the parts that are to be done of it.
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

    /// Changes each of an array's first elements, whose places are given too, with memory that belongs to the worker who does it.
    ///
    /// - Parameters:
    ///   - isSmall: whether it takes less time than to wake a thread: the calling one does it all then.
    ///   - memory: an element for each worker.
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

/// Elements that several threads change, each others.
// Safe because: it lives as long as one call of `forEach`, which holds both arrays exclusively, gives every element to one
// worker alone, and returns when all workers have.
@unsafe @usableFromInline struct SharedElements<Element: Sendable, Memory: Sendable>: @unchecked Sendable {
    @usableFromInline let elements: UnsafeMutableBufferPointer<Element>
    @usableFromInline let memory: UnsafeMutableBufferPointer<Memory>

    @usableFromInline init(
        elements: UnsafeMutableBufferPointer<Element>, memory: UnsafeMutableBufferPointer<Memory>
    ) {
        unsafe (self.elements, self.memory) = unsafe (elements, memory)
    }
}
