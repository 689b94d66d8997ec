import Dispatch
import Foundation
import QuartzCore
import Synchronization

/// Threads that do work in the order in which it comes. Only so much work waits; whoever has more waits with it.
final class DrawingPool: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])
    private let places: DispatchSemaphore
    private let waiting = DispatchSemaphore(value: 0)
    private let threads = DispatchGroup()
    private let count: Int

    /// Starts the threads.
    ///
    /// - Parameter places: How much work waits at most, besides what is being done.
    init(threads count: Int, places: Int) {
        self.count = count
        self.places = DispatchSemaphore(value: places)
        for _ in 0..<count {
            threads.enter()
            let thread = Thread { [self] in
                while let next = take() {
                    next()
                    // Layers of a row that was not drawn wait in the thread's transaction otherwise.
                    CATransaction.flush()
                }
                threads.leave()
            }
            // Drawing recurses over trees, which are up to 256 layers deep.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// How much work waits.
    var waitingCount: Int { work.withLock { $0.count } }

    /// Adds work; returns when there is a place for it.
    func add(_ body: @escaping @Sendable () -> Void) {
        places.wait()
        work.withLock { $0.append(body) }
        waiting.signal()
    }

    /// Waits until all work is done, and ends the threads.
    func finish() {
        for _ in 0..<count { waiting.signal() }
        threads.wait()
    }

    /// The next work; nil when there is none and will be none.
    private func take() -> (@Sendable () -> Void)? {
        waiting.wait()
        let next: (@Sendable () -> Void)? = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if next != nil { places.signal() }
        return next
    }
}
