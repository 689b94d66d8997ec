import Foundation

/// Drives a pump from the run loop of its thread, in real time: at the end of each turn it does what is due, and has the run
/// loop woken when the next is.
///
/// It belongs to the thread that made it, and works as long as that thread's run loop runs.
package final class RunLoopPump {
    /// What it drives.
    package let pump: ClientPump
    private let alarm: RunLoopAlarm
    private var isEnded = false

    /// Makes one for the calling thread.
    ///
    /// - Parameter alarm: of this thread; the server's end of the connection calls it, too.
    package init(_ pump: ClientPump, alarm: RunLoopAlarm) {
        (self.pump, self.alarm) = (pump, alarm)
        pump.answersWantedTiles = true
        pump.tiles.tell { [weak alarm] in alarm?.call() }
        pump.wake = { [weak alarm] in alarm?.call() }
        let state = ThreadState.current
        state.pumps.append(self)
        state.transactions.observeTurns()
        alarm.call()
    }

    /// Ends it.
    package func end() {
        isEnded = true
        let state = ThreadState.current
        state.pumps.removeAll { $0 === self }
        if !state.pumps.contains(where: { $0.pump.sharesDisplay(with: pump) }) { pump.releaseDisplayLinks() }
        alarm.set(nil)
    }

    /// Does what is due: hears the server, sends tiles that were drawn, tells of animations, fires display links.
    package func work() {
        guard !isEnded else { return }
        let now = MediaClock.machineTime
        pump.hear(at: now)
        pump.deliverTiles(at: now, fadingFrom: now, fadesFirst: true)
        pump.catchUp(to: now)
    }

    /// Has the run loop woken when something is due next.
    func rest() {
        guard !isEnded else { return }
        alarm.set(pump.nextEvent(after: MediaClock.machineTime))
    }
}
