import CMicaSocket
import Foundation
import Synchronization

/// The thread beside a service's own: it does what takes long for one client (windows whose frames are slow, large messages), one after the
/// other, and gives way to the service's thread where the machine has no core for both.
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

    /// Ends the thread when it is done with what it does now; what waits is not done.
    deinit {
        shared.isEnded.store(true, ordering: .releasing)
        shared.signal.signal()
    }

    /// Has something released there that takes long to be: whoever hands it over lets go of it at once.
    func release(_ value: AnyObject) {
        let held = Held(value)
        run { held.value = nil }
    }

    /// What is handed over to be released.
    // Safe because: the thread alone has it from then on.
    private final class Held: @unchecked Sendable {
        var value: AnyObject?
        init(_ value: AnyObject) { self.value = value }
    }

    /// Has something done there. The thread begins with the first call.
    func run(_ body: @escaping @Sendable () -> Void) {
        shared.work.withLock { $0.append(body) }
        shared.signal.signal()
        guard !shared.isStarted.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let thread = Thread { [shared] in shared.serve() }
        thread.name = "mica-aside"
        thread.start()
    }
}
