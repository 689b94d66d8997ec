import CoreGraphics
import Dispatch
import Foundation
import QuartzCore
import Synchronization

/// The main queue of a program whose main thread moves a virtual time, and so does not run its run loop.
enum MainQueue {
    /// Whether the calling thread may run what waits in the queue: the main thread, outside of its run loop.
    static var canTurn: Bool { Thread.isMainThread && RunLoop.current.currentMode == nil }

    /// The longest wait for tasks that other threads carry on. *Units*: seconds of real time.
    private static let longestWait = 1.0
    /// The longest time of one turn of the run loop. *Units*: seconds of real time.
    private static let step = 0.001

    /// Runs what waits in the queue. A task that a virtual time has woken comes back by way of another thread, so this
    /// waits for it: at most a second, as it may run elsewhere.
    ///
    /// - Parameters:
    ///   - work: the work whose woken tasks are waited for.
    ///   - hops: how many times a task goes to another thread and comes back here first, for tasks that go the same way
    ///     unseen, such as those that read an asynchronous sequence. Where tasks were woken it is 4 at least.
    static func turn(waitingFor work: DelayedWork, hops: Int) {
        let end = MediaClock.machineTime + longestWait
        var hops = work.wokenTasks > 0 ? max(hops, 4) : hops
        drain(until: end)
        while work.wokenTasks > 0 || hops > 0, MediaClock.machineTime < end {
            if hops > 0 { hop(until: end) }
            hops -= 1
            if hops <= 0, work.wokenTasks > 0 { pass(for: step) }
        }
    }

    /// Turns the run loop, and waits for work if there is none.
    ///
    /// *Units*: seconds of real time; 0 waits for none. Foundation's clock has microseconds: the present would leave a wait, and a
    /// timer in libdispatch for it.
    private static func pass(for seconds: Double) {
        let end = seconds > 0 ? Date(timeIntervalSinceNow: seconds) : .distantPast
        _ = RunLoop.current.run(mode: .default, before: end)
    }

    /// Runs all blocks that are in the queue now.
    private static func drain(until end: Double) {
        let mark = Mark()
        DispatchQueue.main.async(group: nil, qos: .unspecified, flags: []) { mark.set() }
        while !mark.isSet, MediaClock.machineTime < end { pass(for: 0) }
    }

    /// Runs the queue until a task that starts on another thread now has come back to it.
    ///
    /// The task is waited for by a semaphore: a turn of the run loop with a time limit makes a timer in libdispatch, whose memory stays
    /// in the caches of its threads, some 70 KiB in a second of frames.
    private static func hop(until end: Double) {
        let mark = Mark(), sent = DispatchSemaphore(value: 0)
        Task.detached {
            DispatchQueue.main.async(group: nil, qos: .unspecified, flags: []) { mark.set() }
            sent.signal()
        }
        // The task may have to wait for threads that wait for the main queue.
        while sent.wait(timeout: .now() + step) == .timedOut, MediaClock.machineTime < end { pass(for: 0) }
        while !mark.isSet, MediaClock.machineTime < end { pass(for: 0) }
    }

    /// A flag that one thread sets and another waits for.
    private final class Mark: Sendable {
        private let flag = Atomic(false)

        var isSet: Bool { flag.load(ordering: .acquiring) }

        func set() { flag.store(true, ordering: .releasing) }
    }
}
