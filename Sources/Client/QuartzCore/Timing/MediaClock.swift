import CoreGraphics
import Foundation
import MicaTrace

/// The current time of layers and animations, in seconds.
///
/// It is the machine's monotonic clock. On a thread whose time is virtual it is the time of the thread's
/// `LayerRenderer` or scripted window: it begins at 0, and moves only when the program moves it. A thread's time is
/// virtual as long as it has a renderer, and from `LayerRenderer.makeTimeVirtual()` on. docs/clocks.md has a table of
/// both. *Source*: Apple, CABase.h.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.mediaTime }

/// The source of the current time: the machine's clock, or the time of a driver.
package enum MediaClock {
    /// The time of this thread's layers. *Units*: seconds of media time.
    package static var now: Double { now(of: .current) }

    /// The time of a thread's layers, from its state.
    static func now(of state: ThreadState) -> Double { state.virtualNow ?? machineTime }

    /// The time that the program reads: `now`, and the thread notes which clock it read.
    package static var mediaTime: Double {
        let state = ThreadState.current
        let virtual = state.virtualNow
        let time = virtual ?? machineTime
        state.readings.note(time, isVirtual: virtual != nil)
        return time
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
}

/// The state of one thread: its transactions, its clock and the objects that its run loop drives.
package final class ThreadState {
    /// The thread's transactions.
    package let transactions = TransactionStack()
    /// A time that overrides any other; nil for none.
    package var virtualTime: Double?
    /// The clocks of the thread's renderers.
    package var clocks = ThreadClocks()
    /// The clocks that the program has read on this thread.
    var readings = ClockReadings()
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
    /// The layer that a presentation copy is being made of, whose state `init(layer:)` copies; nil otherwise.
    var copySource: CALayer?

    /// The state of the calling thread.
    package static var current: ThreadState { ThreadLocal.state }

    /// The clock of the renderer that runs code on the thread, or else of the one that was made or used last; nil when
    /// the thread has none.
    package var clock: VirtualClock? { clocks.current }

    /// The thread's virtual time in seconds; nil when its time is the machine's, as on a thread with windows on a
    /// screen outside of a renderer's code.
    var virtualNow: Double? {
        if let virtualTime { return virtualTime }
        if let driving = clocks.driving { return driving.time }
        guard pumps.isEmpty else { return nil }
        return clock?.time ?? (clocks.isAlwaysVirtual ? 0 : nil)
    }
}

/// The virtual clocks of one thread.
package struct ThreadClocks {
    /// The clock of the renderer that is running code; nil when none is.
    package var driving: VirtualClock?
    /// Whether the thread's time is virtual without a renderer, too.
    package var isAlwaysVirtual = false
    /// Delayed work of a thread without a renderer, for the next one.
    var waiting: DelayedWork?
    private var made: [WeakClock] = []

    private struct WeakClock {
        weak var clock: VirtualClock?
    }

    /// The clock that gives the thread's time.
    var current: VirtualClock? {
        mutating get {
            if let driving { return driving }
            while let last = made.last {
                if let clock = last.clock { return clock }
                made.removeLast()
            }
            return nil
        }
    }

    /// Adds a new clock: as the one that was used last, unless a renderer's code makes it.
    mutating func add(_ clock: VirtualClock) {
        if driving == nil { use(clock) } else { made.insert(WeakClock(clock: clock), at: 0) }
    }

    /// Makes a clock the one that was used last.
    mutating func use(_ clock: VirtualClock) {
        if made.last?.clock === clock { return }
        made.removeAll { $0.clock == nil || $0.clock === clock }
        made.append(WeakClock(clock: clock))
    }
}

/// The clocks that a program has read on one thread: what has to be known to say that two of its times do not fit.
struct ClockReadings {
    /// The first time of the machine's clock that the program read; nil when it has read none.
    private(set) var machine: Double?
    /// The last time of a renderer that the program read; nil when it has read none.
    private(set) var virtual: Double?

    /// Notes a reading. Says once that times from before a renderer do not fit those that are read with it.
    mutating func note(_ time: Double, isVirtual: Bool) {
        guard isVirtual else {
            if machine == nil { machine = time }
            return
        }
        virtual = time
        if machine != nil { sayThatTimesDiffer() }
    }

    /// Says once that the thread has times of two clocks.
    private func sayThatTimesDiffer() {
        Notices.say(
            """
            this thread read CACurrentMediaTime() before it had a renderer, and reads it with one: the first is the \
            machine's time, the second begins at 0, so they do not compare. \
            Call LayerRenderer.makeTimeVirtual() in the first line of the program (docs/clocks.md)
            """)
    }
}
