import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

extension LayerRenderer {
    /// Makes the calling thread's time virtual from now on, with and without renderers: `CACurrentMediaTime()` is 0
    /// until a renderer or a scripted window moves it, and timers and delayed blocks wait for that time, too.
    ///
    /// A program that draws without a screen calls this in its first line. Then lines that read the time before the
    /// renderer is made mean the same as lines after it. docs/clocks.md has the orders of lines.
    ///
    /// Not for threads with windows on a screen: their time is the machine's.
    public static func makeTimeVirtual() {
        ThreadState.installDelayedWork()
        ThreadState.current.clocks.isAlwaysVirtual = true
    }

    /// Lets timers and delayed blocks that the program makes on this thread, also outside of the renderer's code, wait
    /// for the renderer's time.
    package func driveProgram() { clock.drivesProgram = true }

    /// Removes the past from the recording, when the renderer forgets it.
    func forgetPast() { if forgetsPast { player.forget(before: time) } }

    /// The time that a picture of a time shows.
    func drawnTime(_ wanted: Double) -> Double {
        guard forgetsPast, wanted < time else { return wanted }
        Notices.say("a renderer with forgetsPast cannot draw a past time: it draws the current one")
        return time
    }

    /// Runs the blocks in the main queue of a program whose time is virtual, on the main thread outside of its run
    /// loop: blocks of background threads, and tasks of the main actor. Commits their changes.
    func turnMainQueue() {
        let clocks = ThreadState.current.clocks
        // Not in the middle of the program's code: a block of the main queue begins after the code that sent it.
        guard clocks.driving == nil, clock.drivesProgram || clocks.isAlwaysVirtual, MainQueue.canTurn else { return }
        clock.run { MainQueue.turn(waitingFor: clock.work, hops: pump.hasDisplayLinks ? 4 : 0) }
        commit()
    }
}

/// The events of one moment, which may bring more without end.
struct EventMoment {
    /// When the moment began, in seconds; of a crowded one, when its last event happened.
    private var start = -Double.infinity
    private var count = 0
    private var isCrowded = false

    /// The shortest moment. *Units*: seconds.
    private static let duration = 0.001
    /// The most turns in a moment.
    static let limit = 10_000

    /// The time at which an event that is due at `time` happens: the next refresh, when its moment had too many.
    mutating func admit(_ time: Double, refreshRate: Double) -> Double {
        guard time - start < Self.duration else {
            (start, count, isCrowded) = (time, 0, false)
            return time
        }
        count += 1
        if count > Self.limit, !isCrowded {
            isCrowded = true
            Notices.say(
                """
                work at \(time) s asks for more work at the same time without end, such as an animation of no duration \
                whose end adds the next one; it goes on once in each refresh
                """, key: "work without end")
        }
        guard isCrowded else { return time }
        start = ((time * refreshRate).rounded(.down) + 1) / refreshRate
        return start
    }
}
