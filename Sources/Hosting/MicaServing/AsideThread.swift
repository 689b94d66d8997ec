import CMicaSocket
import Foundation
import Synchronization

/// A thread beside the service's own for the slow work of single clients: windows with slow frames, large messages. It
/// does one task after the other, and gives way to the service's thread when the machine has no core for both.
final class AsideThread: Sendable {
    private let shared = Shared()

    private final class Shared: Sendable {
        let work = Mutex<[@Sendable () -> Void]>([])
        let isEnded = Atomic(false)
        let signal = DispatchSemaphore(value: 0)
        let isStarted = Atomic(false)

        func serve() {
            mica_thread_give_way()
            while true {
                signal.wait()
                if isEnded.load(ordering: .acquiring) { return }
                let next = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                next?()
            }
        }
    }

    /// Ends the thread after its current task; waiting tasks are not done.
    deinit {
        shared.isEnded.store(true, ordering: .releasing)
        shared.signal.signal()
    }

    /// Releases an object on the thread, when releasing it is slow; the caller gives up its reference at once.
    func release(_ value: AnyObject) {
        let held = Held(value)
        run { held.value = nil }
    }

    /// An object that is handed over to be released.
    // Safe because: from then on only the thread uses it.
    private final class Held: @unchecked Sendable {
        var value: AnyObject?
        init(_ value: AnyObject) { self.value = value }
    }

    /// Runs a task on the thread. The first call starts the thread.
    func run(_ body: @escaping @Sendable () -> Void) {
        shared.work.withLock { $0.append(body) }
        shared.signal.signal()
        guard !shared.isStarted.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let thread = Thread { [shared] in shared.serve() }
        thread.name = "mica-aside"
        thread.start()
    }
}
