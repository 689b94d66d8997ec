import CoreGraphics
import Foundation
import MicaTrace
import MicaWire
import Synchronization

/// The transactions of one thread, outermost first. Only that thread may use it, as parts of it are in `ThreadLocal`.
package final class TransactionStack {
    private struct Level {
        let isImplicit: Bool
        var values: [String: Any] = [:]
        /// The setting for actions in `values`, which every change reads; nil when it is not set.
        var disablesActions: Bool?
        /// The setting of the transactions around it, which do not change while it is open.
        let outerDisablesActions: Bool
        var completion: CompletionGroup?
        init(isImplicit: Bool, outerDisablesActions: Bool = false) {
            (self.isImplicit, self.outerDisablesActions) = (isImplicit, outerDisablesActions)
        }
    }
    private var levels: [Level] = [] {
        didSet { findDisabling() }
    }
    private var contexts: [LayerContext] = [] {
        didSet { if contexts.isEmpty { ThreadLocal.listedContext = nil } }
    }
    /// Storage for the list of contexts in `finish`, reused by each commit.
    private var sending: [LayerContext] = []
    private(set) var isCommitting = false
    /// Whether something changed while the last transaction was being sent. No other transaction would send it.
    private var isChangedAgain = false
    /// Called on the thread that has sent a transaction's changes; nil for no calls. One module uses it: UIKit, while an assistive
    /// technology is in use.
    package static let committed = Mutex<(@Sendable () -> Void)?>(nil)
    /// Ties the transaction under way to those of other clients.
    package var fence: CommitFence?
    /// The turns of the thread's run loop.
    package let turns = RunLoopTurns()
    /// Completion blocks that are due.
    private var ready: [() -> Void] = []

    deinit {
        for context in contexts where context.noter == number { context.noter = 0 }
    }

    /// A number that identifies this thread's stack, different from all others.
    private var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    /// The calling thread's stack.
    package static var current: TransactionStack { ThreadState.current.transactions }

    /// Notes that a context has changes to send, and opens an implicit transaction when there is none.
    package func note(_ context: LayerContext) {
        ensure()
        enter(context)
    }

    /// Notes that a context has changes to send, when a transaction is open.
    func enter(_ context: LayerContext) {
        // A context that another thread has noted is noted here too: a thread without a run loop may never end its
        // transaction.
        if context.noter == number { return }
        context.noter = number
        contexts.append(context)
        ThreadLocal.listedContext = ObjectIdentifier(context)
    }

    /// Opens an implicit transaction when there is none; the run loop commits it at the end of its turn.
    package func ensure() {
        guard levels.isEmpty else { return }
        levels.append(Level(isImplicit: true))
        turns.schedule()
    }

    /// Whether changes or completion blocks wait for a turn of the run loop.
    var waitsForTurn: Bool { hasImplicit || !ready.isEmpty }

    /// Whether an implicit transaction is open with none inside it.
    private var hasImplicit: Bool { levels.count == 1 && levels[0].isImplicit }

    /// Stores a completion block for the next turn of the run loop or of a driver.
    ///
    /// *Source*: gnustep/libs-quartzcore, CATransaction/completion.m, checked on Apple's framework: a commit does not
    /// run the block; a turn of the run loop does.
    package func enqueue(_ block: @escaping () -> Void) {
        ready.append(block)
        turns.schedule()
    }

    /// Runs the completion blocks that are ready. Returns whether there were any.
    @discardableResult
    package func runCompletions() -> Bool {
        let blocks = ready
        ready.removeAll()
        for block in blocks { block() }
        return !blocks.isEmpty
    }

    /// Starts a transaction.
    package func begin() { levels.append(Level(isImplicit: false, outerDisablesActions: disableActions)) }

    /// Ends the innermost transaction. Without one it does nothing, as on Apple's platforms.
    package func commit() {
        guard levels.count > 1 else { return levels.isEmpty ? () : finish() }
        levels.removeLast().completion?.seal()
        if hasImplicit { turns.schedule() }
    }

    /// Commits an implicit transaction if no explicit one is open inside it.
    package func flush() {
        guard hasImplicit, !isCommitting else { return }
        finish()
        if isChangedAgain { finish() }
    }

    /// Commits the implicit transaction for the driver of a tree with a clock of its own. The tree belongs to this
    /// thread from now on.
    ///
    /// Uncommitted changes that other threads made in the tree are committed here. Those threads no longer commit them:
    /// they skip trees that drivers on other threads have advanced.
    package func flush(driving context: LayerContext) {
        if context.driver != number {
            context.driver = number
            note(context)
        }
        flush()
    }

    /// Whether the tree now belongs to another thread, whose driver commits it.
    private func isElsewhere(_ context: LayerContext) -> Bool {
        guard context.clock != nil else { return false }
        let driver = context.driver
        return driver != 0 && driver != number
    }

    /// Sends the changes of the only transaction, and ends it.
    private func finish() {
        requires(!isCommitting, "a transaction cannot be committed while one is being sent")
        isCommitting = true
        if contexts.contains(where: isElsewhere) { contexts.removeAll(where: isElsewhere) }
        let transaction = TraceLog.begin(.transaction)
        defer { transaction.end() }
        let began = TreeRecording.isWanted ? turns.began ?? MediaClock.machineTime : 0
        prepare()
        let images = TraceLog.begin(.prepareImages)
        for context in contexts { context.prepareImages() }
        images.end()
        // The list has one reference here, so its memory can be reused.
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
                capture.noteTurn(number: context.commitCount, seconds: MediaClock.machineTime - began)
            }
        }
        fence = nil
        let completion = levels.removeLast().completion
        isCommitting = false
        // Delegates may have changed layers meanwhile, when they were told that animations of removed layers ended.
        isChangedAgain = !contexts.isEmpty
        if isChangedAgain { ensure() }
        completion?.seal()
        // Layers that asked to be drawn again while they were drawn wait for the next commit.
        for context in changed where !context.needingDisplay.isEmpty { note(context) }
        if !changed.isEmpty, let committed = Self.committed.withLock({ $0 }) { committed() }
        changed.removeAll(keepingCapacity: true)
        swap(&changed, &sending)
    }

    /// The most rounds of layout and drawing in one commit. Layers that still ask then wait for the next commit.
    private static let roundLimit = 100

    /// Prepares the commit: lays out until no layer asks, then draws, and repeats until no layer asks for either.
    ///
    /// *Source*: Apple, WWDC 2014 session 419, "Advanced Graphics and Animations for iOS Apps": layout, display,
    /// prepare, commit.
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
        guard isBusy else { return }
        // Layout that never settles must not keep everything from being drawn.
        Notices.say(
            "layers ask for layout again in each of \(Self.roundLimit) rounds, and are drawn as they are: "
                + "layoutSublayers() and layoutSubviews() must not ask for layout each time")
        for context in contexts { _ = context.displayLayers() }
    }

    // MARK: Settings

    /// The duration of animations in seconds; nil when none is set.
    package var animationDuration: Double? {
        (value(forKey: kCATransactionAnimationDuration) as? NSNumber)?.doubleValue
    }

    /// Whether changes look for no actions, by the innermost transaction that sets it.
    package var disableActions: Bool { ThreadLocal.disablesActions }

    private func findDisabling() {
        // A look at all of them would make nests cost the square of their depth.
        ThreadLocal.disablesActions = levels.last.map { $0.disablesActions ?? $0.outerDisablesActions } ?? false
    }

    /// The value of a setting in the innermost transaction that sets it.
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
        // Releasing the old value may run the program's code, so it is released after the change.
        let old = levels[last].values.removeValue(forKey: key)
        levels[last].values[key] = value
        if key == kCATransactionDisableActions {
            levels[last].disablesActions = value.map { ($0 as? NSNumber)?.boolValue ?? false }
        }
        withExtendedLifetime(old) {}
    }

    /// Sets, for the innermost transaction, whether changes look for no actions.
    package func setDisableActions(_ flag: Bool) {
        ensure()
        let last = levels.count - 1
        levels[last].disablesActions = flag
        if !levels[last].values.isEmpty { levels[last].values[kCATransactionDisableActions] = nil }
    }

    /// The completion block of the innermost transaction that has one.
    package var completionBlock: (() -> Void)? { levels.last { $0.completion != nil }?.completion?.block }

    /// Sets the innermost transaction's completion block. A block that it replaces waits only for animations added
    /// before.
    package func setCompletionBlock(_ block: (() -> Void)?) {
        ensure()
        let last = levels.count - 1
        let old = levels[last].completion
        levels[last].completion = block.map { CompletionGroup(block: $0) }
        old?.seal()
    }

    /// The groups whose completion blocks wait for an animation that is added now.
    package var completions: [CompletionGroup] { levels.compactMap { $0.completion } }
}

/// The lock behind `CATransaction.lock()`.
package final class TransactionLock: Sendable {
    /// The lock of the process.
    package static let shared = TransactionLock()
    private let recursive = NSRecursiveLock()

    /// Waits for the lock; the thread that holds it may lock again.
    package func lock() { recursive.lock() }
    /// Undoes one `lock()`.
    package func unlock() { recursive.unlock() }
}
