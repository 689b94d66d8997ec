import Foundation
import MicaTrace
import Synchronization

/// Runs a host on a thread of its own, so that frames continue while the client's thread is busy.
///
/// The host is made on that thread and never leaves it; others pass it work with `perform`. Between frames the thread
/// sleeps until the next change, a message, or a task.
package final class HostThread: Sendable {
    /// Wakes the host, from any thread.
    package let wake: WakeSignal
    private let shared = Shared()

    /// The state that the thread and its owner share.
    private final class Shared: Sendable {
        let tasks = Mutex<[@Sendable (SceneHost) -> Void]>([])
        let isStopped = Atomic(false)
        let hasEnded = DispatchSemaphore(value: 0)

        /// Whether there is something to do other than frames.
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
    ///   - wake: wakes the host; its connection and its surface use it too.
    ///   - clock: makes the clock of the frames, which belongs to the thread.
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

    /// Runs a closure with the host between two frames, for example to change its background or its output.
    package func perform(_ body: @escaping @Sendable (SceneHost) -> Void) {
        shared.tasks.withLock { $0.append(body) }
        wake.signal()
    }

    /// Ends the thread, and waits until it has ended; no frame is drawn afterwards. It must not be called on that
    /// thread, nor twice.
    package func stop() {
        end()
        shared.hasEnded.wait()
    }

    private func end() {
        shared.isStopped.store(true, ordering: .releasing)
        wake.signal()
    }
}
