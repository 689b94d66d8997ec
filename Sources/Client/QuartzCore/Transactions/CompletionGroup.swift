/// A completion block with the number of animations that it waits for.
package final class CompletionGroup {
    /// The block, called after the last end.
    package let block: () -> Void
    private var running = 0
    private var isSealed = false
    private var isDone = false

    /// Makes a group that waits for nothing yet.
    package init(block: @escaping () -> Void) { self.block = block }

    /// Adds an animation to wait for.
    package func enter() { running += 1 }

    /// Notes the end of an animation.
    package func leave() {
        running -= 1
        finishIfDone()
    }

    /// States that no more animations will be added.
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
