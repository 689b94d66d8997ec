import CoreGraphics
import Foundation
import MicaTrace

/// The time of a tree that is drawn without a screen. It begins at 0, and moves only when its driver moves it.
///
/// The program reads the same time, so begin times need no conversion, and a program makes the same pictures whatever
/// the machine's clock says.
///
/// It belongs to one thread at a time, the thread that drives the tree.
package final class VirtualClock: FrameClock {
    /// The current time. *Units*: seconds since the making of the clock.
    package var time = 0.0 {
        didSet { work.noteTime() }
    }
    /// Timers, delayed blocks and sleeping tasks of the clock's thread, in this clock's time.
    package let work: DelayedWork
    /// Whether timers and delayed blocks that the program makes outside of the driver's code are in this clock's time.
    package var drivesProgram = false
    /// The time of another clock that the program read on this thread before this clock was made; nil for none. Begin
    /// times from then on were read from that clock.
    let foreignReading: ForeignReading?

    /// A time of another clock.
    struct ForeignReading {
        /// In seconds.
        var time: Double
        /// Whether the other clock is the machine's; otherwise it is a renderer's.
        var isMachine: Bool
    }

    /// Makes a clock, and makes it the calling thread's clock.
    package init() {
        let state = ThreadState.current
        foreignReading = state.foreignReading
        work = state.clocks.waiting ?? DelayedWork()
        state.clocks.waiting = nil
        work.now = { [unowned self] in time }
        ThreadState.installDelayedWork()
        state.clocks.add(self)
    }

    deinit { work.end() }

    package var now: Double { time }

    /// Moves to the time at once, unless there has been a signal.
    package func wait(until time: Double, or signal: WakeSignal) -> Bool {
        if signal.take() { return true }
        guard time < .infinity else { return false }
        self.time = max(self.time, time)
        return true
    }

    /// Runs code with this clock on the calling thread. Afterwards it is the thread's last used clock, unless another
    /// driver is at work there.
    package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let state = ThreadState.current
        let (virtual, driving) = (state.virtualTime, state.clocks.driving)
        (state.virtualTime, state.clocks.driving) = (nil, self)
        defer { (state.virtualTime, state.clocks.driving) = (virtual, driving) }
        if driving == nil { state.clocks.use(self) }
        return try body()
    }
}

extension ThreadState {
    /// The time of another clock that a clock made now would not agree with; nil for none.
    fileprivate var foreignReading: VirtualClock.ForeignReading? {
        if clocks.driving != nil { return nil }
        if let clock {
            guard let reading = readings.virtual, reading > 0, reading <= clock.time else { return nil }
            return VirtualClock.ForeignReading(time: reading, isMachine: false)
        }
        guard virtualNow == nil, let reading = readings.machine else { return nil }
        return VirtualClock.ForeignReading(time: reading, isMachine: true)
    }

    /// The work in the thread's virtual time; nil when timers of the thread are its run loop's.
    ///
    /// Timers that a program makes outside of its renderers' code are in virtual time only where the program said that
    /// its time is virtual: a server with a renderer may wait for real time.
    private var delayedWork: DelayedWork? {
        if let driving = clocks.driving { return driving.work }
        guard pumps.isEmpty else { return nil }
        if let clock, clock.drivesProgram || clocks.isAlwaysVirtual { return clock.work }
        guard clocks.isAlwaysVirtual else { return nil }
        let waiting = clocks.waiting ?? DelayedWork()
        clocks.waiting = waiting
        return waiting
    }

    /// Lets timers find the virtual time of their thread.
    package static func installDelayedWork() { _ = delayedWorkHook }

    private static let delayedWorkHook: Void = DelayedWork.install { ThreadState.current.delayedWork }
}

extension CALayer {
    /// The time of the layer's tree. *Units*: as `MediaClock.now`.
    var treeTime: Double { ThreadState.current.virtualTime ?? context?.ownTime ?? MediaClock.now }

    /// Says once that a begin time was read from another clock than that of the layer's tree, before that was made.
    ///
    /// - Parameter reading: the time of the other clock that the program read.
    func checkBeginTimes(against reading: VirtualClock.ForeignReading) {
        let begins = [state.timing.beginTime] + animations.map(\.state.timing.beginTime)
        guard let begin = begins.first(where: { $0 >= reading.time }) else { return }
        let clock = reading.isMachine ? "the machine's clock" : "the clock of a renderer that was made before"
        Notices.say(
            """
            a begin time of \(begin) s was read from \(clock); the renderer of the layer begins at 0 s, so nothing \
            begins before that time. Call LayerRenderer.makeTimeVirtual() in the first line of the program, and make \
            layers when no other renderer is in use (docs/clocks.md)
            """, key: "begin time of \(clock)")
    }
}
