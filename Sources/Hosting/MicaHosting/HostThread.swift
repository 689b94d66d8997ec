import Foundation
import Synchronization

/// Runs a host on a thread of its own: frames go on while the client's thread is busy.
///
/// The host is made on that thread and never leaves it; what others want of it they hand over with `perform`. Between
/// frames the thread sleeps: until the next change, a message, or something to perform.
package final class HostThread: Sendable {
    /// Wakes the host.
    package let wake: WakeSignal
    private let shared = Shared()

    /// What the thread and its owner have in common.
    private final class Shared: Sendable {
        let tasks = Mutex<[@Sendable (SceneHost) -> Void]>([])
        let isStopped = Atomic(false)
        let hasEnded = DispatchSemaphore(value: 0)

        /// Whether there is something to do but frames.
        var isCalled: Bool { isStopped.load(ordering: .acquiring) || tasks.withLock { !$0.isEmpty } }

        func serve(_ host: SceneHost, _ clock: some FrameClock) {
            while !isStopped.load(ordering: .acquiring) {
                for task in tasks.withLock({ list in
                    defer { list.removeAll() }; return list
                }) { task(host) }
                host.run(clock, until: .infinity) { !isCalled }
            }
        }
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - wake: what wakes the host; its connection and its surface have it, too.
    ///   - clock: times the frames; it belongs to the thread.
    ///   - host: makes the host, on the thread.
    package init(
        wake: WakeSignal, clock: @escaping @Sendable () -> any FrameClock = { MonotonicClock() },
        host: @escaping @Sendable (WakeSignal) -> SceneHost
    ) {
        self.wake = wake
        let shared = shared
        let thread = Thread {
            shared.serve(host(wake), clock())
            shared.hasEnded.signal()
        }
        thread.name = "mica-host"
        thread.start()
    }

    deinit { end() }

    /// Has something done with the host between two frames: another background, say, or another output.
    package func perform(_ body: @escaping @Sendable (SceneHost) -> Void) {
        shared.tasks.withLock { $0.append(body) }
        wake.signal()
    }

    /// Ends the thread, and waits until it has ended: no frame is drawn any more. Not to be called on that thread, or twice.
    package func stop() {
        end()
        shared.hasEnded.wait()
    }

    private func end() {
        shared.isStopped.store(true, ordering: .releasing)
        wake.signal()
    }
}
