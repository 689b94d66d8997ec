import CoreGraphics
import Foundation
import MicaTrace

/// The current time of layers and animations, in seconds.
///
/// It is the machine's monotonic clock. On a thread with a `LayerRenderer` it is the renderer's virtual time, which
/// continues from the last time that this function returned on the thread. So `beginTime = CACurrentMediaTime() + 1`
/// means the same before the renderer is made, between its frames and in code that it calls; docs/clocks.md. *Source*:
/// Apple, CABase.h.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.mediaTime }

/// The source of the current time: the machine's clock, or the time of a driver.
package enum MediaClock {
    /// The time of this thread's layers. *Units*: seconds of media time, or of a renderer's tree since its start.
    package static var now: Double { now(of: .current) }

    /// The time of a thread's layers, from its state.
    static func now(of state: ThreadState) -> Double { state.virtualTime ?? state.clock?.time ?? machineTime }

    /// The time that the program reads.
    package static var mediaTime: Double {
        let state = ThreadState.current
        return state.virtualTime ?? state.clock?.mediaTime ?? state.reading()
    }

    /// The machine's monotonic clock, CLOCK_MONOTONIC, which all processes of a machine share.
    package static var machineTime: Double { MonotonicClock.now }

    /// Runs `body` on this thread with a virtual time, which overrides any other.
    package static func with<Result, Failure: Error>(
        time: Double, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let state = ThreadState.current
        let old = state.virtualTime
        state.virtualTime = time
        defer { state.virtualTime = old }
        return try body()
    }

    /// Notes that the calling thread makes layers or animations or sets their times, so the next reading repeats the
    /// last.
    static func markBuilding() { ThreadState.current.isBuilding = true }
}

/// The state of one thread: its transactions, its clock and the objects that its run loop drives.
package final class ThreadState {
    /// The thread's transactions.
    package let transactions = TransactionStack()
    /// A time that overrides any other; nil for none.
    package var virtualTime: Double?
    /// The clock of the renderer that the thread made or used last; nil when the renderer no longer exists.
    package weak var clock: VirtualClock?
    /// Whether that renderer is running code on the thread.
    var isDriven = false
    /// The pumps that this thread's run loop drives.
    package var pumps: [any TurnPump] = []
    /// The display links that were added to run loops on this thread, in the order in which they fire.
    package var displayLinks: [CADisplayLink] = []
    /// Sources, such as film players, that change layers at their own times, in the order in which they run.
    var timedSources: [WeakTimedSource] = []
    /// The initial values of properties that subclasses of CALayer declare, by class and key.
    var declaredProperties: [ObjectIdentifier: [String: Any]] = [:]
    /// How many layers in each other an archive is being written of.
    var archiveDepth = 0
    /// How many layers in each other are being released, and those that wait for it.
    var releaseDepth = 0
    var waitingReleases: [CALayer] = []
    /// The layer that a presentation copy is being made of; nil otherwise.
    var copySource: CALayer?
    /// The last machine time that the program read on this thread.
    private(set) var lastReading: Double?
    /// Whether layers or animations were made, or given times, since that reading.
    var isBuilding = false

    /// The state of the calling thread.
    package static var current: ThreadState { ThreadLocal.state }

    /// The longest time for which readings stand still for code that makes layers. *Units*: seconds.
    private static let longestStandstill = 10.0

    /// The machine's time, for a thread without a renderer.
    ///
    /// Code that makes layers outside a run loop reads the same time again. It seems to take no time, as in a
    /// renderer's `schedule(at:)`, so that its layers are the same in every run.
    fileprivate func reading() -> Double {
        let now = MediaClock.machineTime
        if isBuilding {
            isBuilding = false
            if let last = lastReading, now - last < Self.longestStandstill, RunLoop.current.currentMode == nil {
                return last
            }
        }
        // Rounded to a binary fraction of a second, which a sum with a time of day keeps exactly.
        let told = max((now * 0x1p20).rounded(.down) * 0x1p-20, lastReading ?? 0)
        lastReading = told
        return told
    }
}
