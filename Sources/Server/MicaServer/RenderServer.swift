import MicaFrame
import MicaRaster
import MicaScene
import MicaWire
import MicaWorkers

/// What a server tells its client.
package enum ServerEvent: Sendable, Equatable {
    /// An animation came to its end, or was taken away before it (`finished` is then false).
    case animationDidStop(layer: LayerID, key: String, finished: Bool)
    /// A commit was refused as a whole.
    case commitRefused(CommitError)
    /// A replicator asks for more copies than a frame may have, and some are left out; told once of each.
    case copiesLeftOut(layer: LayerID)
    /// An emitter has more particles, or more changes within their lives, than there is room for; once for each layer.
    case emitterOverBudget(layer: LayerID)
    /// A time was asked for that lies before what is known of an emitter; once for each layer.
    case emitterForgot(layer: LayerID)
}

/// The server's side of a tree of layers: takes commits, and gives the frame at any time that it is asked for.
///
/// A synchronous object that one driver owns; only its inbox is shared with other threads. It reads no clock.
package final class RenderServer {
    /// Where commits wait for the next call that needs them.
    package let inbox = CommitInbox()
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
    private var events: [ServerEvent] = []
    private var stopped: Set<AnimationPlace> = []
    /// Until when no animation of the tree with the times comes to its end.
    private var nextStop: (timesID: UInt64, time: Double)?
    private var toldCopies: Set<LayerID> = []

    private var toldOverBudget: Set<LayerID> = []
    private var toldForgotten: Set<LayerID> = []

    private struct AnimationPlace: Hashable {
        var layer: LayerID
        var key: String
    }

    /// Makes a server without layers.
    ///
    /// - Parameters:
    ///   - workers: the threads that building a frame may use; the bytes are the same for any number.
    ///   - traits: those of the compositor that draws the frames.
    package init(workers: WorkerPool = WorkerPool(workers: 1), traits: CompositorTraits = .keepingBlurs) {
        builder = FrameBuilder(workers: workers)
        builder.traits = traits
    }

    /// Hands the server a commit; it is applied with all others that wait, in order, before the next frame.
    package func receive(_ commit: Commit) {
        inbox.put(commit)
    }

    /// Applies the commits that wait. A refused one changes nothing, and becomes an event.
    package func applyWaitingCommits() {
        for commit in inbox.takeAll() { apply(commit) }
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
        noteStopped(at: time)
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
        for layer in builder.copies.short where toldCopies.insert(layer).inserted {
            events.append(.copiesLeftOut(layer: layer))
        }
        noteEmitters()
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
    package func tilesInSight(
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

    /// Takes out what happened since the last call, in order.
    package func takeEvents() -> [ServerEvent] {
        defer { events.removeAll() }
        return events
    }

    /// Whether any layer's animations are running at a time, so that a later frame may differ.
    package func isAnimating(at time: Double) -> Bool {
        applyWaitingCommits()
        return tree.isAnimating(at: time)
    }

    private func apply(_ commit: Commit) {
        noteStopped(at: commit.time)
        let gone = removedAnimations(commit)
        do throws(CommitError) {
            try tree.apply(commit)
        } catch {
            events.append(.commitRefused(error))
            return
        }
        for place in gone where stopped.remove(place) == nil {
            events.append(.animationDidStop(layer: place.layer, key: place.key, finished: false))
        }
    }

    /// Makes events of emitters that are beyond their budgets; at most one of each kind for each.
    private func noteEmitters() {
        guard !tree.emitters.isEmpty else { return }
        for layer in builder.emittersOverBudget.sorted() + tree.emittersOverBudget
        where toldOverBudget.insert(layer).inserted {
            events.append(.emitterOverBudget(layer: layer))
        }
        for (layer, history) in tree.emitters where history.start > -.infinity {
            guard let slot = tree.slot(of: layer), scene.time(of: slot) < history.start else { continue }
            if toldForgotten.insert(layer).inserted { events.append(.emitterForgot(layer: layer)) }
        }
    }

    /// Makes events of the animations that are over at a time and were not before.
    private func noteStopped(at time: Double) {
        if let next = nextStop {
            if next.timesID == tree.timesID, time < next.time { return }
            // Of animations that were added only the earliest end counts; those that are gone have none.
            let earliest = min(next.time, tree.addedEnds.earliest)
            if next.timesID == tree.addedEnds.base, time < earliest {
                nextStop = (tree.timesID, earliest)
                return tree.forgetEnds()
            }
        }
        for (layer, key) in tree.finishedAnimations(at: time) {
            if stopped.insert(AnimationPlace(layer: layer, key: key)).inserted {
                events.append(.animationDidStop(layer: layer, key: key, finished: true))
            }
        }
        nextStop = (tree.timesID, tree.nextFinish(after: time))
        tree.forgetEnds()
    }

    /// The animations that a commit takes away or replaces, in order; to be asked before it is applied.
    private func removedAnimations(_ commit: Commit) -> [AnimationPlace] {
        var gone: [AnimationPlace] = []
        let changes = commit.changes.span
        for index in changes.indices where !changes[index].isOfValues {
            let layer = changes[index].layer
            guard let slot = tree.slot(of: layer) else { continue }
            var list = tree.animations(of: slot)
            for edit in changes[index].animations {
                switch edit {
                case .add(let key, _), .remove(let key):
                    if list.contains(where: { $0.key == key }) {
                        gone.append(AnimationPlace(layer: layer, key: key))
                    }
                case .removeAll:
                    for entry in list { gone.append(AnimationPlace(layer: layer, key: entry.key)) }
                }
                list.apply(edit)
            }
        }
        for layer in commit.destroyed {
            guard let slot = tree.slot(of: layer) else { continue }
            for entry in tree.animations(of: slot) { gone.append(AnimationPlace(layer: layer, key: entry.key)) }
        }
        return gone
    }
}
