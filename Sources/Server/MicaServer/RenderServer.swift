import MicaFrame
import MicaRaster
import MicaScene
import MicaWire
import MicaWorkers

/// The server's side of a tree of layers: takes commits, and gives the frame at any time that it is asked for.
///
/// A synchronous object that one driver owns, on one thread at a time. It reads no clock.
package final class RenderServer {
    /// The tree that it is the server's side of.
    package let context: ContextID
    /// The layers as the last commit left them.
    package private(set) var tree = RenderTree()

    /// The tiles that the last frame would have shown and that were not there, the nearest first.
    package var wantedTiles: [WantedTile] { builder.wantedTiles }
    /// Whether tiles are shown whose pixels have to be made first, so that drawing waits for them; else they are wanted
    /// again.
    package var waitsForTiles: Bool {
        get { builder.waitsForTiles }
        set { builder.waitsForTiles = newValue }
    }

    private var scene = SceneEvaluation()
    private var builder: FrameBuilder
    private var previous: Frame?
    /// Whether the next frame is damaged as a whole.
    private var isInvalid = false
    /// Commits that wait for the next call that needs them.
    private var waiting: [(number: UInt64, commit: Commit)] = []
    /// The last commit that was applied or refused, and the last that the client was told of.
    private(set) package var applied: UInt64 = 0
    private var told: UInt64 = 0
    /// What the client is to be told.
    private var messages: [ServerMessage] = []
    private var sentNotes: Set<ServerNote> = []
    /// What the tree with the stamp says of its next change: it holds for all times before it.
    private var knownChange: (stamp: UInt64, from: Double, next: Double)?

    /// Makes a server without layers.
    ///
    /// - Parameters:
    ///   - context: the tree that messages to the client name.
    ///   - workers: the threads that building a frame may use; the bytes are the same for any number.
    ///   - traits: those of the compositor that draws the frames.
    package init(
        context: ContextID = ContextID(rawValue: 1), workers: WorkerPool = WorkerPool(workers: 1),
        traits: CompositorTraits = .keepingBlurs
    ) {
        self.context = context
        builder = FrameBuilder(workers: workers)
        builder.traits = traits
    }

    /// Hands the server a commit; it is applied with all others that wait, in order, before the next frame.
    ///
    /// - Parameter number: the client's; nil counts on from the one before.
    package func receive(_ commit: Commit, number: UInt64? = nil) {
        waiting.append((number ?? (waiting.last?.number ?? applied) &+ 1, commit))
    }

    /// Applies the commits that wait. A refused one changes nothing, and becomes a message.
    package func applyWaitingCommits() {
        guard !waiting.isEmpty else { return }
        for index in waiting.indices {
            do throws(CommitError) {
                try tree.apply(waiting[index].commit)
            } catch {
                messages.append(.refused(context, number: waiting[index].number, error))
            }
            applied = waiting[index].number
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The frame at a time, with what differs from the last frame that this server gave as its damage.
    ///
    /// - Parameters:
    ///   - time: media time, in seconds; any order of times gives the same frames.
    ///   - width: of the surface, in pixels.
    ///   - height: of the surface, in pixels.
    ///   - rootTransform: from points of the space that the root layer lies in to pixels.
    ///   - background: the pixel, premultiplied, that the surface is cleared to.
    package func frame(
        at time: Double, width: Int, height: Int, rootTransform: Homography = .identity, background: UInt32 = 0
    ) -> Frame {
        applyWaitingCommits()
        scene.evaluate(tree, at: time)
        tree.forgetChanges()
        var old = previous.take()
        var changed = DamageRegion()
        if var last = old.take() {
            if last.width == width, last.height == height, last.background == background {
                if builder.update(&last, tree, scene, rootTransform: rootTransform) {
                    if isInvalid { last.damage = last.bounds }
                    isInvalid = false
                    previous = last
                    return last
                }
                changed = last.damageRegion
            }
            old = last
        }
        var frame = builder.build(
            tree, scene, width: width, height: height, rootTransform: rootTransform, background: background)
        for layer in builder.instances.short { note(.instancesLeftOut(layer)) }
        updateEmitters()
        if let old = old.take() {
            changed.add(frame.differences(from: old))
            if !isInvalid { frame.setDamage(changed) }
            builder.reuse(old)
        }
        isInvalid = false
        previous = frame
        return frame
    }

    /// The tiles that a frame at a time would show and that are not there; the next frame's damage is not affected.
    package func visibleTiles(
        at time: Double, width: Int, height: Int, rootTransform: Homography = .identity
    ) -> [WantedTile] {
        applyWaitingCommits()
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: time)
        var probe = FrameBuilder()
        probe.waitsForTiles = waitsForTiles
        _ = probe.build(tree, scene, width: width, height: height, rootTransform: rootTransform)
        return probe.wantedTiles
    }

    /// Has the next frame damaged as a whole: for a new surface. What was built is not built again for that.
    package func invalidate() {
        isInvalid = true
    }

    /// Takes out what the client is to be told, in order, and appends it to `list`.
    package func takeMessages(into list: inout [ServerMessage]) {
        if applied != told {
            list.append(.applied(context, number: applied))
            told = applied
        }
        list.append(contentsOf: messages)
        messages.removeAll(keepingCapacity: true)
    }

    /// The earliest time, from another one on, at which a frame may differ from the one at the other: that time itself
    /// while something moves, infinity when nothing will without a commit.
    package func nextChange(from time: Double) -> Double {
        applyWaitingCommits()
        if let known = knownChange, known.stamp == tree.stamp.id, known.from <= time, time < known.next {
            return known.next
        }
        let next = tree.nextChange(from: time)
        knownChange = (tree.stamp.id, time, next)
        return next
    }

    private func note(_ note: ServerNote) {
        if sentNotes.insert(note).inserted { messages.append(.note(context, note)) }
    }

    /// Tells of emitters that are beyond their budgets, once of each.
    private func updateEmitters() {
        guard !tree.emitters.isEmpty else { return }
        for layer in builder.emittersOverBudget.sorted() + tree.emittersOverBudget { note(.emitterOverBudget(layer)) }
        for (layer, history) in tree.emitters where history.start > -.infinity {
            guard let slot = tree.slot(of: layer), scene.time(of: slot) < history.start else { continue }
            note(.emitterForgot(layer))
        }
    }
}
