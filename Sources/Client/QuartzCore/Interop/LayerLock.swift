private import CMicaInterop
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock for a few steps on one layer, on one context's lists, or on the links of layers. The thread that holds it may
/// take it again.
///
/// Core Animation "promises not to corrupt the internal data structures when called from multiple threads
/// concurrently" (Apple, CATransaction.lock()); so do these locks. They are held over no code of the program's but
/// deinitialisers of values that are replaced. Without contention a lock is one atomic exchange and one store.
///
/// The order, in which a thread takes several: a context's commit, the links of all layers, a layer, a context's lists.
package struct LayerLock: ~Copyable, Sendable {
    /// The number of the thread that holds the lock; 0 for none.
    private let owner = Atomic<UInt>(0)

    package init() {}

    /// Runs steps that no other thread's steps under this lock overlap.
    @inline(__always)  // Setters call it: the uncontended case is a handful of instructions.
    package func locked<Result>(_ body: () -> Result) -> Result {
        let own = mica_thread_number()
        if owner.load(ordering: .relaxed) == own { return body() }
        if !take(own) { wait(own) }
        defer { owner.store(0, ordering: .releasing) }
        return body()
    }

    @inline(__always)  // Part of `locked`.
    private func take(_ own: UInt) -> Bool {
        owner.compareExchange(
            expected: 0, desired: own, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    /// Waits for another thread's steps, which are short: gives way first, then sleeps, in case that thread has no
    /// processor.
    @inline(never)
    private func wait(_ own: UInt) {
        var tries = 0
        while true {
            if owner.load(ordering: .relaxed) == 0, take(own) { return }
            tries += 1
            if tries > 1_000 { usleep(50) } else if tries > 32 { sched_yield() }
        }
    }
}

/// The lock of the links between layers: superlayers, sublayers and masks, of all trees.
///
/// One for all, because moving a layer changes two trees.
enum TreeLinks {
    private static let lock = LayerLock()

    /// Runs steps that read or change links.
    @inline(__always)  // As `LayerLock.locked`.
    static func locked<Result>(_ body: () -> Result) -> Result { lock.locked(body) }
}
