import CoreGraphics
import Foundation
import MicaHosting
import MicaTrace
import MicaWire

/// The transactions of one thread, outermost first; only that thread calls it, as parts of it are in `ThreadLocal`.
package final class TransactionStack {
    private struct Level {
        let isImplicit: Bool
        var values: [String: Any] = [:]
        /// What `values` says of actions, which every change asks for; nil where it says nothing.
        var disablesActions: Bool?
        var completion: CompletionGroup?
        init(isImplicit: Bool) { self.isImplicit = isImplicit }
    }
    private var levels: [Level] = [] {
        didSet { findDisabling() }
    }
    private var contexts: [LayerContext] = [] {
        didSet { if contexts.isEmpty { ThreadLocal.listedContext = nil } }
    }
    /// The memory of the contexts that were sent last.
    private var sending: [LayerContext] = []
    private var isCommitting = false
    /// Whether something was changed while the last transaction was sent, which is in none that anybody else would send.
    private var isChangedAgain = false
    /// Whether the thread's run loop has been asked for a turn that it has not had yet.
    private var isScheduled = false
    /// What hears of the ends of its turns, for as long as it lives.
    private var observer: Any?
    /// What hears of their beginnings.
    private var waker: Any?
    /// The turn that the thread is in, where it is known when it began.
    private var turn: Turn?

    private struct Turn {
        /// When it began, in seconds of the machine's clock; nil where nobody wants to know.
        var began: Double?
        var span: TraceSpan
    }
    /// Whether a turn is being ended.
    private var isEndingTurn = false
    /// What ties the transaction under way to those of others.
    var fence: CommitFence?
    /// Completion blocks whose time has come.
    private var ready: [() -> Void] = []

    deinit {
        for context in contexts where context.noter == number { context.noter = 0 }
    }

    /// A number that no other thread's transactions have.
    private var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    /// The calling thread's stack.
    package static var current: TransactionStack { ThreadState.current.transactions }

    /// Notes that a context has changes to send; makes an implicit transaction when there is none.
    package func note(_ context: LayerContext) {
        ensure()
        enter(context)
    }

    /// The same where there is a transaction.
    func enter(_ context: LayerContext) {
        // Noted by another thread it is noted here, too: that one may never end its transaction, as one without a run loop.
        if context.noter == number { return }
        context.noter = number
        contexts.append(context)
        ThreadLocal.listedContext = ObjectIdentifier(context)
    }

    /// Makes an implicit transaction when there is none; the run loop commits it at the end of its turn.
    package func ensure() {
        guard levels.isEmpty else { return }
        levels.append(Level(isImplicit: true))
        schedule()
    }

    // MARK: Turns of the run loop

    /// Has the thread's run loop make a turn, at the end of which the implicit transaction is committed and completion
    /// blocks run.
    private func schedule() {
        observeTurns()
        guard !isScheduled else { return }
        isScheduled = true
        if isEndingTurn {
            // A block would not keep the run loop from sleeping now.
            RunLoop.current.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .common)
        } else {
            // A run loop that has nothing to do makes no turn. The block runs on this thread's, whose stack it finds for itself.
            RunLoop.current.perform(inModes: [.common]) { TransactionStack.current.isScheduled = false }
        }
    }

    /// Hears of the ends of turns of the thread's run loop from now on: when it is about to wait, or to leave the mode.
    ///
    /// *Source*: Apple's run loops say the same of an observer of Core Animation's: activities 0xa0, order 2,000,000. Foundation
    /// for Linux has observers under this name alone.
    func observeTurns() {
        guard observer == nil else { return }
        observer = RunLoop.current._observe([.beforeWaiting, .exit], in: .common, repeats: true, order: 2_000_000) {
            _ in
            TransactionStack.current.endTurn()
        }
        waker = RunLoop.current._observe([.afterWaiting], in: .common, repeats: true, order: -2_000_000) { _ in
            TransactionStack.current.beginTurn()
        }
    }

    /// A turn begins: the run loop woke. From here on the thread is busy, as far as traces know.
    private func beginTurn() {
        guard !isEndingTurn, !isCommitting, turn == nil else { return }
        turn = Turn(began: CaptureLog.isWanted ? MediaClock.machineTime : nil, span: TraceLog.begin(.turn))
    }

    /// Runs what a driver does at one time, as a turn of its own.
    package func asTurn(_ body: () -> Void) {
        guard turn == nil, TraceLog.isOn || CaptureLog.isWanted else { return body() }
        turn = Turn(began: MediaClock.machineTime, span: TraceLog.begin(.turn))
        body()
        turn?.span.end()
        turn = nil
    }

    /// Ends a turn: commits what the turn has changed, does what is due, and commits what came of that.
    private func endTurn() {
        guard !isEndingTurn, !isCommitting else { return }
        (isEndingTurn, isScheduled) = (true, false)
        let pumps = ThreadState.current.pumps
        flush()
        for pump in pumps { pump.work() }
        runCompletions()
        flush()
        for pump in pumps { pump.rest() }
        // What came of the completion blocks, and what could not be drawn in one go, is done in another turn.
        if hasImplicit || !ready.isEmpty { schedule() }
        turn?.span.end()
        turn = nil
        isEndingTurn = false
    }

    /// Whether there is a transaction, and it is an implicit one with none within it.
    private var hasImplicit: Bool { levels.count == 1 && levels[0].isImplicit }

    /// Keeps a completion block for the next turn of the run loop, or of a driver.
    ///
    /// *Source*: gnustep/libs-quartzcore, CATransaction/completion.m, checked on Apple's framework: committing does not run
    /// it there and then, a turn of the run loop does.
    package func enqueue(_ block: @escaping () -> Void) {
        ready.append(block)
        schedule()
    }

    /// Runs the completion blocks that are ready, and says whether there were any.
    @discardableResult
    package func runCompletions() -> Bool {
        let blocks = ready
        ready.removeAll()
        for block in blocks { block() }
        return !blocks.isEmpty
    }

    /// Starts a transaction.
    package func begin() { levels.append(Level(isImplicit: false)) }

    /// Ends the innermost transaction; without one nothing happens, as on Apple's platforms.
    package func commit() {
        guard levels.count > 1 else { return levels.isEmpty ? () : finish() }
        levels.removeLast().completion?.seal()
        if hasImplicit { schedule() }
    }

    /// Commits an implicit transaction, if that is all there is.
    package func flush() {
        guard hasImplicit, !isCommitting else { return }
        finish()
        if isChangedAgain { finish() }
    }

    /// Commits the implicit transaction for the driver of a tree with a clock of its own, which is this thread's from now on.
    ///
    /// What other threads have changed of the tree and not committed is committed here, and no more by them: they leave out trees that
    /// drivers on other threads have brought forward.
    package func flush(driving context: LayerContext) {
        if context.driver != number {
            context.driver = number
            note(context)
        }
        flush()
    }

    /// Whether a tree has gone to another thread, whose driver commits it.
    private func isElsewhere(_ context: LayerContext) -> Bool {
        guard context.clock != nil else { return false }
        let driver = context.driver
        return driver != 0 && driver != number
    }

    /// Sends what the only transaction has changed, and ends it.
    private func finish() {
        precondition(!isCommitting, "a transaction cannot be committed while one is being sent")
        isCommitting = true
        if contexts.contains(where: isElsewhere) { contexts.removeAll(where: isElsewhere) }
        let transaction = TraceLog.begin(.transaction)
        defer { transaction.end() }
        let began = CaptureLog.isWanted ? turn?.began ?? MediaClock.machineTime : 0
        prepare()
        let images = TraceLog.begin(.prepareImages)
        for context in contexts { context.prepareImages() }
        images.end()
        // Nobody else looks at the list, so that its memory is used again.
        var changed: [LayerContext] = []
        swap(&changed, &sending)
        swap(&changed, &contexts)
        let state = ThreadState.current
        let (virtual, now) = (state.virtualTime, MediaClock.now(of: state))
        for context in changed {
            if context.noter == number { context.noter = 0 }
            let sent = context.commitCount
            context.send(at: virtual ?? context.ownTime ?? now, fence: fence)
            if let capture = context.capture, context.commitCount > sent {
                capture.note(.turn(number: context.commitCount, seconds: MediaClock.machineTime - began))
            }
        }
        fence = nil
        let completion = levels.removeLast().completion
        isCommitting = false
        // What delegates changed that heard, while this was sent, of the end of animations of layers that went.
        isChangedAgain = !contexts.isEmpty
        if isChangedAgain { ensure() }
        completion?.seal()
        // What asked to be drawn again while it was drawn is drawn by the next commit.
        for context in changed where !context.needingDisplay.isEmpty { note(context) }
        changed.removeAll(keepingCapacity: true)
        swap(&changed, &sending)
    }

    /// The most rounds of layout and drawing in one commit; what still asks for it then waits for the next one.
    private static let roundLimit = 100

    /// The phases before sending: layout, and drawing when nothing asks for layout; until nothing asks for either.
    ///
    /// *Source*: Apple, WWDC 2014 session 419, "Advanced Graphics and Animations for iOS Apps": layout, display, prepare,
    /// commit.
    private func prepare() {
        var round = 0
        var isBusy = true
        while isBusy, round < Self.roundLimit {
            isBusy = false
            var index = 0
            // The program's code may bring further contexts.
            while index < contexts.count {
                let span = TraceLog.begin(.layout)
                if contexts[index].prepare() { isBusy = true }
                span.end()
                index += 1
            }
            index = 0
            while !isBusy, index < contexts.count {
                let span = TraceLog.begin(.display)
                if contexts[index].displayLayers() { isBusy = true }
                span.end()
                index += 1
            }
            round += 1
        }
    }

    // MARK: Settings

    /// The duration of animations, if one is set.
    package var animationDuration: Double? {
        (value(forKey: kCATransactionAnimationDuration) as? NSNumber)?.doubleValue
    }

    /// Whether changes look for no actions, which the innermost transaction says that says anything.
    package var disableActions: Bool { ThreadLocal.disablesActions }

    private func findDisabling() {
        ThreadLocal.disablesActions = levels.last { $0.disablesActions != nil }?.disablesActions ?? false
    }

    /// The innermost value of a setting.
    package func value(forKey key: String) -> Any? {
        if key == kCATransactionCompletionBlock { return completionBlock }
        for level in levels.reversed() {
            if let value = level.values[key] { return value }
            if key == kCATransactionDisableActions, let disables = level.disablesActions {
                return NSNumber(value: disables)
            }
        }
        return nil
    }

    /// Sets a setting of the innermost transaction.
    package func setValue(_ value: Any?, forKey key: String) {
        ensure()
        if key == kCATransactionCompletionBlock {
            if let value, !(value is () -> Void) {
                Notices.say("a completion block is a () -> Void, not a \(type(of: value)): nothing is called")
            }
            return setCompletionBlock(value as? () -> Void)
        }
        let last = levels.count - 1
        // What goes may be the program's, and do something as it goes: after the change.
        let old = levels[last].values.removeValue(forKey: key)
        levels[last].values[key] = value
        if key == kCATransactionDisableActions {
            levels[last].disablesActions = value.map { ($0 as? NSNumber)?.boolValue ?? false }
        }
        withExtendedLifetime(old) {}
    }

    /// Sets whether changes look for no actions, in the innermost transaction.
    package func setDisableActions(_ flag: Bool) {
        ensure()
        let last = levels.count - 1
        levels[last].disablesActions = flag
        if !levels[last].values.isEmpty { levels[last].values[kCATransactionDisableActions] = nil }
    }

    /// The completion block of the innermost transaction that has one.
    package var completionBlock: (() -> Void)? { levels.last { $0.completion != nil }?.completion?.block }

    /// Sets the innermost transaction's completion block; one that it replaces waits only for what was added before.
    package func setCompletionBlock(_ block: (() -> Void)?) {
        ensure()
        let last = levels.count - 1
        let old = levels[last].completion
        levels[last].completion = block.map { CompletionGroup(block: $0) }
        old?.seal()
    }

    /// The completion blocks that wait for an animation that is added now.
    package var completions: [CompletionGroup] { levels.compactMap { $0.completion } }
}

/// A completion block and the number of animations that it waits for.
package final class CompletionGroup {
    /// What is called after the end.
    package let block: () -> Void
    private var running = 0
    private var isSealed = false
    private var isDone = false

    /// Makes a group that waits for nothing yet.
    package init(block: @escaping () -> Void) { self.block = block }

    /// One more animation to wait for.
    package func enter() { running += 1 }

    /// One less.
    package func leave() {
        running -= 1
        finishIfDone()
    }

    /// No more animations will come.
    package func seal() {
        isSealed = true
        finishIfDone()
    }

    private func finishIfDone() {
        guard isSealed, running == 0, !isDone else { return }
        isDone = true
        TransactionStack.current.enqueue(block)
    }
}

/// The lock behind `CATransaction.lock()`.
package final class TransactionLock: Sendable {
    /// The one of the process.
    package static let shared = TransactionLock()
    private let recursive = NSRecursiveLock()

    /// Waits for the lock.
    package func lock() { recursive.lock() }
    /// Gives it back.
    package func unlock() { recursive.unlock() }
}
