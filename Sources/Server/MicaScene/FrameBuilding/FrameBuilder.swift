import Foundation
import MicaFrame
import MicaGeometry
import MicaWire
import MicaWorkers

/// Makes the frames of a tree, one after the other.
///
/// **Two ways to a frame.** `update` has the last frame edited (`FrameEditor`): its cost grows with what changed. Where
/// the editor gives up, and after changes of structure, `build` has everything painted (`FramePainter`): its cost grows
/// with the layers. Both ways give the same frame, op for op; without an editor every frame is painted.
/// ARCHITECTURE.md, "What changed, and nothing else", says when the editor gives up.
///
/// **Painting** is a walk of the evaluated tree, back to front. For each layer:
/// 1. `layer` notes where its ops begin. A layer that shows a background alone is painted at once
///    (RectangleFill+Fast.swift).
/// 2. `draw` finds the layer's plane on the surface, and makes its `GroupPlan`: whether the layer and all under it
///    become one image, and how that is combined with what lies behind. The plan is a value, and comes before any op.
/// 3. `context` makes the `PaintContext` that the layer hands down: plane, clip, scissor, opacity, tint.
/// 4. `paintWithEffects` paints the shadow, and has `paint` paint background, contents, sublayers and border, through
///    filters.
/// 5. `show` makes one image of the ops, where the plan says so.
///
/// **Where ops go.** All of them are appended to one `OpList`, by one function, `emit`. They are taken out again from
/// its end alone: to become a pass that one op shows, to be put into another order in a space, to be drawn as
/// instances, or because nothing of them is seen. So a pass comes after all passes that it shows, and a clip after its
/// parent.
///
/// **Who paints.** What walks the tree is `FramePainter`. What does not is a type of its own, which keeps its memory
/// from frame to frame and gets the list as an argument: `SpacePainter` orders and cuts planes, `InstancePainter` draws
/// what replicators repeat, `EffectPainter` filters passes, `ParticlePainter` and `TilePainter` draw what emitters and
/// tiled layers show, and `ShapeCache` has the outlines of lines and the ramps of gradients.
///
/// **What it costs.** The walk looks at each layer once, and does a constant amount of work for each op, which is then
/// moved once where a layer around it becomes one image, and once for each space that it is put in order in. The planes
/// of a space are compared with the one along which they are cut: n of them take O(n log n) as a rule, and O(n²) where
/// all lie on one side of each; `PlaneSorter` limits the cuts. A replicator whose instances differ in matrix and colour
/// alone is painted once, and each instance takes a few numbers. What could take for ever has a limit for each frame:
/// `InstanceBudget`, `EffectBudget`, the particles of `ParticlePainter`, the tiles of `TilePainter`.
///
/// **Memory** is that of the frame before: `reuse` takes its arrays back, and painters' lists keep their capacity. Only
/// passes, instances and sorted tiles get new arrays.
package struct FrameBuilder {
    var painter: FramePainter
    /// What edits the last frame; nil where every frame is painted.
    var editor: FrameEditor?
    /// What the compositor that draws the frames is good at; the same from frame to frame.
    package var traits: CompositorTraits {
        get { painter.traits }
        set { painter.traits = newValue }
    }
    // Memory of the frame before.
    private var sparePasses: [RenderPass] = []
    private var spareClips: [Clip] = []

    /// Makes a builder; keep it from frame to frame, so that its arrays are reused.
    ///
    /// - Parameters:
    ///   - workers: the threads that particles are moved and lines stroked on; the bytes are the same for any number.
    ///   - edits: whether frames are edited where that is possible.
    package init(workers: WorkerPool = WorkerPool(workers: 1), edits: Bool = true) {
        painter = FramePainter(workers: workers)
        editor = edits ? FrameEditor() : nil
    }

    /// How much of their budget replicators have used.
    package var instances: InstanceBudget { painter.instances.budget }
    /// How much of theirs filters and blurred shadows have used.
    package var effects: EffectBudget { painter.effects.budget }
    /// The tiles that the last frame would have shown and that were not there: of each layer the nearest to the middle
    /// of what is seen of it first.
    package var wantedTiles: [WantedTile] { painter.tiles.wanted }
    /// Whether tiles are shown whose pixels have to be made first, so that drawing waits for them.
    package var waitsForTiles: Bool {
        get { painter.tiles.waits }
        set { painter.tiles.waits = newValue }
    }
    /// How many cuts of planes were left out since the builder was made, because a space had too many pieces.
    package var refusedCuts: Int { painter.spaces.sorter.refusedCuts }
    /// The emitters that had more particles than are made.
    package var emittersOverBudget: Set<LayerID> { painter.particles.overBudget }

    /// How many outlines of lines and ramps of colours were made since the builder was.
    package var outlinesMade: Int { painter.shapes.made }

    /// Builds the frame of an evaluated tree, all of it damaged.
    ///
    /// - Parameter rootTransform: from points of the space that the root layer lies in to pixels.
    package mutating func build(
        _ tree: RenderTree, _ scene: SceneEvaluation, width: Int, height: Int, rootTransform: Homography = .identity,
        background: PixelColor = .clear
    ) -> Frame {
        var frame = Frame(width: width, height: height)
        swap(&frame.passes, &sparePasses)
        swap(&frame.clips, &spareClips)
        frame.background = background
        editor?.watch(&painter)
        painter.paint(tree, scene, into: consume frame, rootTransform: rootTransform)
        editor?.begin(&painter, scene, rootTransform: rootTransform)
        painter.ops.frame.checkInvariants()
        defer { painter.ops.frame = Frame(width: 0, height: 0) }
        return painter.ops.frame
    }

    /// Brings the frame that was built last up to an evaluation; false when it must be built as a whole, because too
    /// much has changed. The frame's damage is then what was changed in it, and otherwise all that has changed.
    ///
    /// - Parameter frame: what `build` returned last, brought up to every evaluation since.
    package mutating func update(
        _ frame: inout Frame, _ tree: RenderTree, _ scene: SceneEvaluation, rootTransform: Homography
    ) -> Bool {
        frame.setDamage(DamageRegion())
        let isUpdated = editor?.update(&frame, &painter, tree, scene, rootTransform: rootTransform) ?? false
        if isUpdated { frame.checkInvariants() }
        return isUpdated
    }

    /// Takes a frame that is no longer needed, to put the ops of the next one into its memory; another holder keeps it
    /// from that, and no harm is done.
    package mutating func reuse(_ frame: consuming Frame) {
        guard let last = frame.passes.indices.last else { return }
        editor?.reuse(&frame)
        painter.particles.reuse(&frame.passes[last].ops)
        painter.ops.swapList(&frame.passes[last].ops)
        frame.passes.removeAll(keepingCapacity: true)
        frame.clips.removeAll(keepingCapacity: true)
        swap(&frame.passes, &sparePasses)
        swap(&frame.clips, &spareClips)
    }
}

extension Frame {
    /// Stops the program when the frame refers to what comes later or lies outside; only under MICA_CHECKS.
    func checkInvariants() {
        #if MICA_CHECKS
        for (index, clip) in clips.enumerated() {
            if let parent = clip.parent { precondition(parent.rawValue < index, "a clip's parent comes after it") }
        }
        for (index, pass) in passes.enumerated() {
            for op in pass.ops {
                precondition(!op.bounds.isEmpty && pass.bounds.contains(op.bounds), "an op lies outside its pass")
                if let clip = op.clip { precondition(clip.rawValue < clips.count, "an op has no such clip") }
                precondition(op.content.passes.areBefore(index), "a pass is shown too early")
            }
        }
        #endif
    }
}
