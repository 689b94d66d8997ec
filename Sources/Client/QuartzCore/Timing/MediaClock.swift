import CoreGraphics
import Foundation
import MicaHosting

/// The current time of layers and animations, in seconds.
///
/// It is the machine's monotonic clock. On a thread that has a `LayerRenderer` it is that one's virtual time, which goes on
/// from the last time that the thread was told before, so that `beginTime = CACurrentMediaTime() + 1` means the same
/// before the renderer is made, between its frames and in code that it calls; docs/clocks.md. *Source*: Apple, CABase.h.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.mediaTime }

/// Where the current time comes from: the machine, or a driver that has put its own time in the machine's place.
package enum MediaClock {
    /// The time of this thread's layers. *Units*: seconds of media time; of a renderer's tree since its start.
    package static var now: Double { now(of: .current) }

    /// The same of a thread's state that is at hand.
    static func now(of state: ThreadState) -> Double { state.virtualTime ?? state.clock?.time ?? machineTime }

    /// The time that the program is told.
    package static var mediaTime: Double {
        let state = ThreadState.current
        return state.virtualTime ?? state.clock?.mediaTime ?? state.reading()
    }

    /// The machine's monotonic clock: CLOCK_MONOTONIC, which all processes of a machine have in common.
    package static var machineTime: Double { MonotonicClock.now }

    /// Runs `body` on this thread with a virtual time in place of any other.
    package static func with<Result, Failure: Error>(
        time: Double, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let state = ThreadState.current
        let old = state.virtualTime
        state.virtualTime = time
        defer { state.virtualTime = old }
        return try body()
    }

    /// Notes that the calling thread makes layers or animations, or gives them times: time stands still for it.
    static func markBuilding() { ThreadState.current.isBuilding = true }
}

/// What a thread has of its own: the stack of transactions, and a driver's time.
package final class ThreadState {
    /// The thread's transactions.
    package let transactions = TransactionStack()
    /// A time in place of any other; nil for none.
    package var virtualTime: Double?
    /// The clock of the renderer that the thread made or used last, as long as there is one.
    package weak var clock: VirtualClock?
    /// Whether that renderer is at work.
    var isDriven = false
    /// What is driven by this thread's run loop.
    var pumps: [RunLoopPump] = []
    /// The display links that were added to run loops on this thread, in the order in which they fire.
    package var displayLinks: [CADisplayLink] = []
    /// What changes layers at times of its own, in the order in which it runs.
    var timedSources: [WeakTimedSource] = []
    /// The first values of properties that subclasses of CALayer declare, by class and key.
    var declaredProperties: [ObjectIdentifier: [String: Any]] = [:]
    /// The last time of the machine's that the program was told on this thread.
    private(set) var lastReading: Double?
    /// Whether layers or animations were made, or given times, since.
    var isBuilding = false

    /// The calling thread's.
    package static var current: ThreadState { ThreadLocal.state }

    /// How long time stands still for code that makes layers. *Units*: seconds.
    private static let longestStandstill = 10.0

    /// The machine's time, for a thread without a renderer.
    ///
    /// Code that makes layers outside a run loop is told the same time again: it takes no time, as in a renderer's
    /// `schedule(at:)`, so that what it makes is the same in every run.
    fileprivate func reading() -> Double {
        let now = MediaClock.machineTime
        if isBuilding {
            isBuilding = false
            if let last = lastReading, now - last < Self.longestStandstill, RunLoop.current.currentMode == nil {
                return last
            }
        }
        // Whole parts of a second that no sum with a time of day loses.
        let told = max((now * 0x1p20).rounded(.down) * 0x1p-20, lastReading ?? 0)
        lastReading = told
        return told
    }
}
