import Foundation
import QuartzCore

/// Drives a pump from its thread's run loop, in real time. Each turn ends with the work that is due, and the run loop
/// is woken when the next work is due.
///
/// It belongs to the thread that made it, and works while that thread's run loop runs.
package final class RunLoopPump: TurnPump {
    /// The pump that it drives.
    package let pump: ClientPump
    private let alarm: RunLoopAlarm
    private var isEnded = false

    /// Makes one for the calling thread.
    ///
    /// - Parameter alarm: an alarm of this thread, which the server's end of the connection calls too.
    package init(_ pump: ClientPump, alarm: RunLoopAlarm) {
        (self.pump, self.alarm) = (pump, alarm)
        pump.answersWantedTiles = true
        pump.tiles.tell { [weak alarm] in alarm?.call() }
        pump.wake = { [weak alarm] in alarm?.call() }
        let state = ThreadState.current
        state.pumps.append(self)
        state.transactions.turns.observe()
        alarm.call()
    }

    /// Stops driving the pump, and returns the display links to timers if no other pump of this thread has the display.
    package func end() {
        isEnded = true
        let state = ThreadState.current
        state.pumps.removeAll { $0 === self }
        let others = state.pumps.lazy.compactMap { ($0 as? RunLoopPump)?.pump }
        if !others.contains(where: { $0.sharesDisplay(with: pump) }) { pump.releaseDisplayLinks() }
        alarm.set(nil)
    }

    /// Does the work that is due: handles messages, sends drawn tiles, delivers animation events, fires display links.
    package func work() {
        guard !isEnded else { return }
        let now = MediaClock.machineTime
        pump.hear(at: now)
        pump.deliverTiles(at: now, fadingFrom: now, fadesFirst: true)
        pump.catchUp(to: now)
    }

    /// Sets the alarm for the next work.
    package func rest() {
        guard !isEnded else { return }
        alarm.set(pump.nextEvent(after: MediaClock.machineTime))
    }

    /// Asks for a turn of the run loop as soon as possible.
    package func wake() { pump.wake?() }
}
