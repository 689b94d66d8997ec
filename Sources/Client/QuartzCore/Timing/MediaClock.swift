import CoreGraphics
import Foundation
import Synchronization

/// The current time of layers and animations, in seconds.
///
/// It is a monotonic clock of the machine; inside an offline driver, such as `LayerRenderer`, it is the driver's virtual
/// time. *Source*: Apple, CABase.h.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.now }

/// Where the current media time comes from: the machine, or a driver that has put its own time in the machine's place.
package enum MediaClock {
    /// The current time of this thread.
    package static var now: Double {
        ThreadState.current.virtualTime ?? machineTime
    }

    /// The machine's monotonic clock.
    package static var machineTime: Double {
        let elapsed = ContinuousClock.now - origin
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    }

    /// Runs `body` on this thread with a virtual time in place of the machine's.
    package static func with<Result, Failure: Error>(
        time: Double, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let state = ThreadState.current
        let old = state.virtualTime
        state.virtualTime = time
        defer { state.virtualTime = old }
        return try body()
    }

    /// A minute before the process asked first, so that the time is never zero.
    private static let origin = ContinuousClock.now - .seconds(60)
}

/// What a thread has of its own: the stack of transactions, and a driver's time.
package final class ThreadState {
    /// The thread's transactions.
    package let transactions = TransactionStack()
    /// A driver's time; nil reads the machine's.
    package var virtualTime: Double?
    /// The display links that were added to run loops on this thread, in the order in which they fire.
    package var displayLinks: [CADisplayLink] = []
    /// The first values of properties that subclasses of CALayer declare, by class and key.
    var declaredProperties: [ObjectIdentifier: [String: Any]] = [:]

    /// The calling thread's.
    package static var current: ThreadState { ThreadLocal.state }
}
