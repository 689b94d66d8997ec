import Dispatch
import Foundation

// The main queue's delayed blocks, in virtual time where the thread's time is virtual. Swift prefers these to
// Dispatch's own, whose other parameters have defaults. Forms with flags, groups or wall deadlines are Dispatch's, in
// real time.

extension DispatchQueue {
    /// The virtual time's work for this queue: it is the main queue, and the thread's time is virtual.
    private var delayedWork: DelayedWork? {
        guard let work = DelayedWork.ofThread, label == "com.apple.main-thread" else { return nil }
        return work
    }

    private static func delay(until deadline: DispatchTime) -> Double {
        if deadline == .distantFuture { return .infinity }
        let (end, now) = (deadline.uptimeNanoseconds, DispatchTime.now().uptimeNanoseconds)
        return DelayedWork.delay(end > now ? Double(end - now) * 1e-9 : 0)
    }

    /// Runs a block at a deadline. On the main queue the deadline is in virtual time where the thread's time is
    /// virtual; the driver's `advance(to:)` runs the block.
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
        asyncAfter(deadline: deadline, qos: .unspecified, execute: work)
    }

    /// Runs a block at a deadline, as `asyncAfter(deadline:execute:)`.
    public func asyncAfter(deadline: DispatchTime, qos: DispatchQoS, execute work: @escaping @Sendable () -> Void) {
        if let delayed = delayedWork {
            delayed.add(after: Self.delay(until: deadline), work)
        } else {
            asyncAfter(deadline: deadline, qos: qos, flags: [], execute: work)
        }
    }

    /// Performs a work item at a deadline, as `asyncAfter(deadline:execute:)`.
    @_disfavoredOverload
    public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {
        if let delayed = delayedWork {
            delayed.add(after: Self.delay(until: deadline)) { execute.perform() }
        } else {
            self.Dispatch::asyncAfter(deadline: deadline, execute: execute)
        }
    }

    /// Runs a block soon. On the main queue, and on a thread with a virtual time that is not the main thread, the block
    /// runs in the driver's `advance(to:)` at the current virtual time.
    public func async(execute work: @escaping @Sendable () -> Void) {
        // On the main thread the driver turns the main queue itself.
        if !Thread.isMainThread, let delayed = delayedWork {
            delayed.add(after: 0, work)
        } else {
            async(group: nil, qos: .unspecified, flags: [], execute: work)
        }
    }
}
