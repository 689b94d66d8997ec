import MicaFrame
import MicaGeometry
import MicaScene
import MicaTrace
import MicaWire
import MicaWorkers

/// The server's side of a tree of layers: takes commits, and gives the frame at any time that it is asked for.
///
/// A synchronous object that one driver owns, on one thread at a time. It reads no clock.
package final class RenderServer {
    /// The tree that it is the server's side of.
    package let context: ContextID
    /// The layers as the last commit left them.
    package var tree: RenderTree { currentTree ?? RenderTree() }

    /// The tiles that the last frame would have shown and that were not there, the nearest first.
    package var wantedTiles: [WantedTile] { builder.wantedTiles }
    /// Whether tiles are shown whose pixels have to be made first, so that drawing waits for them; else they are wanted
    /// again.
    package var waitsForTiles: Bool {
        get { builder.waitsForTiles }
        set { builder.waitsForTiles = newValue }
    }
    /// Those of the compositor that draws the frames; where they become others the next frame is built as a whole.
    package var traits: CompositorTraits {
        get { builder.traits }
        set {
            guard newValue != builder.traits else { return }
            builder.traits = newValue
            previous = nil
        }
    }

    // Both are taken out while a frame is made of them: what an object stores is copied whenever it is handed on, and
    // that was a third of a frame in which one layer moves.
    private var currentTree: RenderTree? = RenderTree()
    private var lastScene: SceneEvaluation?
    private var builder: FrameBuilder
    private let workers: WorkerPool
    /// Trees of others that are shown within this one; nil where none can be.
    private var guests: RemoteGuests?
    private var previous: Frame?
    /// Whether the next frame is damaged as a whole.
    private var isInvalid = false
    /// Commits that wait for the next call that needs them.
    private var waiting: [Waiting] = []
    /// The last commit that was applied or refused, and the last that the client was told of.
    private(set) package var applied: UInt64 = 0
    private var told: UInt64 = 0
    /// What the client is to be told.
    private var messages: [ServerMessage] = []
    /// What the client was told of layers that are there.
    private var sentNotes: Set<ServerNote> = []
    /// What the tree with the stamp says of its next change: it holds for all times before it.
    private var knownChange: (stamp: UInt64, from: Double, next: Double)?

    /// A commit with the client's number. Not a tuple, whose metadata is looked for each time that a list of it is changed.
    private struct Waiting {
        var number: UInt64
        var commit: Commit
    }

    /// Makes a server without layers.
    ///
    /// - Parameters:
    ///   - context: the tree that messages to the client name.
    ///   - workers: the threads that building a frame may use; the bytes are the same for any number.
    package init(
        context: ContextID = ContextID(rawValue: 1), workers: WorkerPool = WorkerPool(workers: 1)
    ) {
        (self.context, self.workers) = (context, workers)
        builder = FrameBuilder(workers: workers)
    }

    /// Hands the server a commit; it is applied with all others that wait, in order, before the next frame.
    ///
    /// - Parameter number: the client's; nil counts on from the one before.
    package func receive(_ commit: consuming Commit, number: UInt64? = nil) {
        // The last one's number alone: a commit is not copied for a look at it.
        let last = waiting.isEmpty ? applied : waiting[waiting.count - 1].number
        waiting.append(Waiting(number: number ?? last &+ 1, commit: commit))
    }

    /// Applies the commits that wait. A refused one changes nothing, and becomes a message.
    package func applyWaitingCommits() {
        guard !waiting.isEmpty else { return }
        let span = TraceLog.begin(.apply)
        defer { span.end() }
        var arrived: [Waiting] = []
        swap(&arrived, &waiting)
        var destroys = false
        for index in arrived.indices {
            destroys = destroys || arrived[index].commit.isWhole || !arrived[index].commit.destroyed.isEmpty
            TraceLog.instant(.applied, flow: context.rawValue << 32 | arrived[index].number)
            do throws(CommitError) {
                try currentTree?.apply(arrived[index].commit)
            } catch {
                messages.append(.refused(context, number: arrived[index].number, error))
            }
        }
        if let last = arrived.indices.last { applied = arrived[last].number }
        arrived.removeAll(keepingCapacity: true)
        swap(&arrived, &waiting)
        if destroys { forgetNotes() }
    }

    /// Forgets what was told of layers that are gone.
    private func forgetNotes() {
        guard let tree = currentTree.take() else { return }
        if sentNotes.contains(where: { tree.slot(of: $0.layer) == nil }) {
            sentNotes = sentNotes.filter { tree.slot(of: $0.layer) != nil }
        }
        currentTree = consume tree
    }

    /// Has layers show trees of others that were handed to this one's client.
    ///
    /// - Parameter wake: called, on any thread, when there may be news of them.
    package func showRemotes(of directory: RemoteDirectory, wake: @escaping @Sendable () -> Void) {
        guests = RemoteGuests(directory, wake: wake)
    }

    /// Takes over what has become of the trees of others that are shown within this one; false where nothing has changed.
    package func updateGuests(at now: Double) -> Bool {
        applyWaitingCommits()
        guard let guests, guests.isBusy || currentTree?.wantsGrafts == true, var tree = currentTree.take() else {
            return false
        }
        let hasChanged = guests.update(&tree, at: now)
        currentTree = consume tree
        if hasChanged { forgetNotes() }
        return hasChanged
    }

    /// Until when something of them waits for others; infinity where nothing does.
    package var guestDeadline: Double { guests?.deadline ?? .infinity }

    /// The tiles that the last frame lacks of this client's own layers; those of others are told of theirs.
    package func shareWantedTiles() -> [WantedTile] {
        guard let guests, guests.isBusy, let currentTree else { return wantedTiles }
        return guests.share(wantedTiles, currentTree)
    }

    /// The frame at a time, with what differs from the last frame that this server gave as its damage.
    ///
    /// - Parameters:
    ///   - time: media time, in seconds; any order of times gives the same frames.
    ///   - width: of the surface, in pixels.
    ///   - height: of the surface, in pixels.
    ///   - rootTransform: from points of the space that the root layer lies in to pixels.
    ///   - background: the colour that the surface is cleared to.
    package func frame(
        at time: Double, width: Int, height: Int, rootTransform: Homography = .identity, background: PixelColor = .clear
    ) -> Frame {
        applyWaitingCommits()
        var tree = currentTree.take() ?? RenderTree()
        var scene = lastScene.take() ?? SceneEvaluation()
        var span = TraceLog.begin(.evaluate)
        scene.evaluate(tree, at: time)
        span.end()
        span = TraceLog.begin(.build)
        let frame = frame(
            of: tree, scene, width: width, height: height, rootTransform: rootTransform, background: background)
        span.end()
        tree.forgetChanges()
        currentTree = consume tree
        lastScene = consume scene
        isInvalid = false
        return frame
    }

    private func frame(
        of tree: RenderTree, _ scene: SceneEvaluation, width: Int, height: Int, rootTransform: Homography,
        background: PixelColor
    ) -> Frame {
        var old = previous.take()
        var changed = DamageRegion()
        if var last = old.take() {
            if last.width == width, last.height == height, last.background == background {
                if builder.update(&last, tree, scene, rootTransform: rootTransform) {
                    if isInvalid { last.damage = last.bounds }
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
        for layer in builder.effects.short { note(.effectsLeftOut(layer)) }
        updateEmitters(tree, scene)
        if let old = old.take() {
            changed.add(frame.differences(from: old))
            if !isInvalid { frame.setDamage(changed) }
            builder.reuse(old)
        }
        previous = frame
        return frame
    }

    /// The frame at a time, built for itself: which frame comes next, its damage and what the client is told do not depend on it.
    ///
    /// - Parameter traits: those of the compositor that draws it.
    package func separateFrame(
        at time: Double, width: Int, height: Int, rootTransform: Homography, background: PixelColor,
        traits: CompositorTraits
    ) -> Frame {
        applyWaitingCommits()
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: time)
        var builder = FrameBuilder(workers: workers)
        (builder.waitsForTiles, builder.traits) = (waitsForTiles, traits)
        return builder.build(
            tree, scene, width: width, height: height, rootTransform: rootTransform, background: background)
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
        if guests?.isBusy == true {
            // What is said of layers of others is nothing to this client.
            for message in messages {
                if case .note(_, let note) = message, currentTree?.graftHost(of: note.layer) != nil { continue }
                list.append(message)
            }
        } else {
            list.append(contentsOf: messages)
        }
        messages.removeAll(keepingCapacity: true)
    }

    /// The earliest time, from another one on, at which a frame may differ from the one at the other: that time itself
    /// while something moves, infinity when nothing will without a commit.
    package func nextChange(from time: Double) -> Double {
        applyWaitingCommits()
        guard let tree = currentTree.take() else { return .infinity }
        var next = Double.infinity
        if let known = knownChange, known.stamp == tree.stamp.id, known.from <= time, time < known.next {
            next = known.next
        } else {
            next = tree.nextChange(from: time)
            knownChange = (tree.stamp.id, time, next)
        }
        currentTree = consume tree
        return next
    }

    private func note(_ note: ServerNote) {
        if sentNotes.insert(note).inserted { messages.append(.note(context, note)) }
    }

    /// Tells of emitters that are beyond their budgets, once of each.
    private func updateEmitters(_ tree: RenderTree, _ scene: SceneEvaluation) {
        guard !tree.emitters.isEmpty else { return }
        for layer in builder.emittersOverBudget.sorted() + tree.emittersOverBudget { note(.emitterOverBudget(layer)) }
        for (layer, history) in tree.emitters where history.start > -.infinity {
            guard let slot = tree.slot(of: layer), scene.time(of: slot) < history.start else { continue }
            note(.emitterForgot(layer))
        }
    }
}
