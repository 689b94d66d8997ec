import MicaBase
import MicaFrame
import MicaTrace
import MicaWire
import MicaWorkers

/// The server's side of a layer tree: takes commits, and gives the frame for any time.
///
/// A synchronous object, used by one driver on one thread at a time. It reads no clock.
package final class RenderServer {
    /// The number of the tree.
    package let context: ContextID
    /// The layers after the last applied commit.
    package var tree: RenderTree { currentTree ?? RenderTree() }

    /// The tiles that the last frame lacked, the nearest first.
    package var wantedTiles: [WantedTile] { builder.wantedTiles }
    /// Whether tiles are shown although their pixels have to be made first, so that drawing waits for them. If not,
    /// such tiles are wanted again.
    package var waitsForTiles: Bool {
        get { builder.waitsForTiles }
        set { builder.waitsForTiles = newValue }
    }
    /// The traits of the compositor that draws the frames. After a change the next frame is built as a whole.
    package var traits: CompositorTraits {
        get { builder.traits }
        set {
            guard newValue != builder.traits else { return }
            builder.traits = newValue
            previous = nil
        }
    }

    // Both are taken out of the object while a frame is built: a stored value would be copied when it is passed on,
    // which took a third of the time of a frame in which one layer moves.
    private var currentTree: RenderTree? = RenderTree()
    private var lastScene: SceneEvaluation?
    private var builder: FrameBuilder
    private let workers: WorkerPool
    /// The trees of other clients that are shown within this one; nil if none can be.
    private var guests: RemoteGuests?
    private var previous: Frame?
    /// Whether the next frame is damaged as a whole.
    private var isInvalid = false
    /// Commits that are applied by the next call that needs them.
    private var waiting: [Waiting] = []
    /// The last commit that was applied or refused, and the last that the client was told of.
    private(set) package var applied: UInt64 = 0
    private var told: UInt64 = 0
    /// The messages for the client.
    private var messages: [ServerMessage] = []
    /// The notes that were sent to the client about layers that exist.
    private var sentNotes: Set<ServerNote> = []
    /// The next change of the tree with the stamp: valid for all times before it.
    private var knownChange: (stamp: UInt64, from: Double, next: Double)?

    /// A commit with the client's number. Not a tuple: its metadata would be looked up each time that a list of tuples
    /// is changed.
    private struct Waiting {
        var number: UInt64
        var commit: Commit
    }

    /// - Parameters:
    ///   - context: the tree's number in messages to the client.
    ///   - workers: the threads that may build frames; their number does not change the frames.
    package init(
        context: ContextID = ContextID(rawValue: 1), workers: WorkerPool = WorkerPool(workers: 1)
    ) {
        (self.context, self.workers) = (context, workers)
        builder = FrameBuilder(workers: workers)
    }

    /// Queues a commit. All queued commits are applied, in order, before the next frame.
    ///
    /// - Parameter number: the client's number; nil for the next number.
    package func receive(_ commit: consuming Commit, number: UInt64? = nil) {
        // Only the number is read: a commit is not copied for that.
        let last = waiting.isEmpty ? applied : waiting[waiting.count - 1].number
        waiting.append(Waiting(number: number ?? last &+ 1, commit: commit))
    }

    /// Applies the queued commits. A refused one changes nothing, and becomes a message.
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

    /// Drops the notes about layers that do not exist any more.
    private func forgetNotes() {
        guard let tree = currentTree.take() else { return }
        if sentNotes.contains(where: { tree.slot(of: $0.layer) == nil }) {
            sentNotes = sentNotes.filter { tree.slot(of: $0.layer) != nil }
        }
        currentTree = consume tree
    }

    /// Lets layers show trees of other clients that were handed to this one's client.
    ///
    /// - Parameter wake: called on any thread when there may be news of them.
    package func showRemotes(of directory: RemoteDirectory, wake: @escaping @Sendable () -> Void) {
        guests = RemoteGuests(directory, wake: wake)
    }

    /// Updates the trees of other clients that are shown within this one; false if nothing has changed.
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

    /// The latest time until which a transaction of a shown tree waits for a fence; infinity when none waits.
    package var guestDeadline: Double { guests?.deadline ?? .infinity }

    /// The tiles that the last frame lacks of this client's own layers. The clients of shown trees are told of theirs.
    package func shareWantedTiles() -> [WantedTile] {
        guard let guests, guests.isBusy, let currentTree else { return wantedTiles }
        return guests.share(wantedTiles, currentTree)
    }

    /// The frame at a time. Its damage is the difference from the last frame that this server gave.
    ///
    /// - Parameters:
    ///   - time: media time, in seconds. Times may come in any order: they do not change the frames.
    ///   - width: of the surface, in pixels.
    ///   - height: of the surface, in pixels.
    ///   - rootTransform: maps points of the space around the root layer to pixels.
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

    /// The frame at a time, built separately: it does not affect the next frame, its damage or the messages.
    ///
    /// - Parameter traits: the traits of the compositor that draws it.
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

    /// The tiles that a frame at a time would lack. The next frame's damage is not affected.
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

    /// Makes the next frame damaged as a whole, for a new surface. Its ops are not built again for that.
    package func invalidate() {
        isInvalid = true
    }

    /// Appends the messages for the client to `list`, in order, and removes them here.
    package func takeMessages(into list: inout [ServerMessage]) {
        if applied != told {
            list.append(.applied(context, number: applied))
            told = applied
        }
        if guests?.isBusy == true {
            // Notes about layers of other clients are not for this client.
            for message in messages {
                if case .note(_, let note) = message, currentTree?.graftHost(of: note.layer) != nil { continue }
                list.append(message)
            }
        } else {
            list.append(contentsOf: messages)
        }
        messages.removeAll(keepingCapacity: true)
    }

    /// The earliest time, from `time` on, at which a frame may differ from the frame at `time`: `time` itself while
    /// something moves, infinity when nothing will move without a commit.
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

    /// Notes emitters that exceed their budgets, once for each.
    private func updateEmitters(_ tree: RenderTree, _ scene: SceneEvaluation) {
        guard !tree.emitters.isEmpty else { return }
        for layer in builder.emittersOverBudget.sorted() + tree.emittersOverBudget { note(.emitterOverBudget(layer)) }
        for (layer, history) in tree.emitters where history.start > -.infinity {
            guard let slot = tree.slot(of: layer), scene.time(of: slot) < history.start else { continue }
            note(.emitterForgot(layer))
        }
    }
}
