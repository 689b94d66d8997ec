import Foundation
import MicaTrace
import MicaWire

/// The turns of one thread's run loop. The end of a turn commits the thread's implicit transaction, lets the pumps of its
/// trees work, and runs the completion blocks that are due.
///
/// Only that thread may use it.
package final class RunLoopTurns {
    /// Whether the run loop has been asked for a turn that has not come yet.
    private var isScheduled = false
    /// The observer of the ends of turns; it lasts as long as this reference.
    private var observer: Any?
    /// The observer of the beginnings of turns.
    private var waker: Any?
    /// The turn that the thread is in; nil when its beginning is not known.
    private var turn: Turn?
    private var isEnding = false

    private struct Turn {
        /// When the turn began, in seconds of the machine's clock; nil when there is no capture.
        var began: Double?
        var span: TraceSpan
    }

    /// When the turn began, in seconds of the machine's clock; nil when it is not known, or there is no capture.
    var began: Double? { turn?.began }

    /// Asks the run loop for a turn.
    func schedule() {
        observe()
        guard !isScheduled else { return }
        isScheduled = true
        if isEnding {
            // A block would not keep the run loop from sleeping at this point.
            RunLoop.current.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .common)
        } else {
            // An idle run loop makes no turn, so it gets a block to run. The block finds the turns of the thread that
            // runs it.
            RunLoop.current.perform(inModes: [.common]) { TransactionStack.current.turns.isScheduled = false }
        }
    }

    /// Observes the ends of the run loop's turns from now on: when it is about to wait, or leaves the mode.
    ///
    /// *Source*: Apple's run loops print their observer of Core Animation with activities 0xa0 and order 2,000,000.
    /// Foundation for Linux offers observers only under the name `_observe`.
    package func observe() {
        guard observer == nil else { return }
        observer = RunLoop.current._observe([.beforeWaiting, .exit], in: .common, repeats: true, order: 2_000_000) {
            _ in
            let stack = TransactionStack.current
            stack.turns.end(stack)
        }
        waker = RunLoop.current._observe([.afterWaiting], in: .common, repeats: true, order: -2_000_000) { _ in
            let stack = TransactionStack.current
            stack.turns.begin(stack)
        }
    }

    /// Runs a driver's work for one time as a turn, so that traces and captures show it as one.
    package func asTurn(_ body: () -> Void) {
        guard turn == nil, TraceLog.isOn || TreeRecording.isWanted else { return body() }
        turn = Turn(began: MediaClock.machineTime, span: TraceLog.begin(.turn))
        body()
        turn?.span.end()
        turn = nil
    }

    /// A turn begins when the run loop wakes. Traces show the thread as busy from here.
    private func begin(_ stack: TransactionStack) {
        guard !isEnding, !stack.isCommitting, turn == nil else { return }
        turn = Turn(began: TreeRecording.isWanted ? MediaClock.machineTime : nil, span: TraceLog.begin(.turn))
    }

    /// Ends a turn: commits its changes, runs the work that is due, and commits the changes of that work.
    private func end(_ stack: TransactionStack) {
        guard !isEnding, !stack.isCommitting else { return }
        (isEnding, isScheduled) = (true, false)
        let pumps = ThreadState.current.pumps
        stack.flush()
        for pump in pumps { pump.work() }
        stack.runCompletions()
        stack.flush()
        for pump in pumps { pump.rest() }
        // Changes by completion blocks, and drawing that took more than one round, wait for another turn.
        if stack.waitsForTurn { schedule() }
        turn?.span.end()
        turn = nil
        isEnding = false
    }
}
