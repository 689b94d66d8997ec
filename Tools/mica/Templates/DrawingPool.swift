import Dispatch
import Foundation
import QuartzCore
import Synchronization

/// Threads that do work in the order in which it comes. Only so much work waits; whoever has more waits with it.
final class DrawingPool: Sendable {
    private typealias Work = @Sendable () -> Void

    /// Work that comes in, and work that goes out, last first: taking the first of a long list would move all others.
    private let work = Mutex<(coming: [Work], going: [Work])>(([], []))
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
    var waitingCount: Int { work.withLock { $0.coming.count + $0.going.count } }

    /// Adds work; returns when there is a place for it.
    func add(_ body: @escaping @Sendable () -> Void) {
        places.wait()
        work.withLock { $0.coming.append(body) }
        waiting.signal()
    }

    /// Waits until all work is done, and ends the threads.
    func finish() {
        for _ in 0..<count { waiting.signal() }
        threads.wait()
    }

    /// The next work; nil when there is none and will be none.
    private func take() -> Work? {
        waiting.wait()
        let next: Work? = work.withLock { work in
            if work.going.isEmpty { (work.going, work.coming) = (work.coming.reversed(), []) }
            return work.going.popLast()
        }
        if next != nil { places.signal() }
        return next
    }
}
