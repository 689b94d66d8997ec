import Foundation
import MicaBase
import MicaFrame
import MicaWire
import MicaWorkers

/// Makes the frames of a tree, one after the other.
///
/// **Two paths to a frame.** `update` edits the last frame (`FrameEditor`): its cost grows with the number of changes.
/// If the editor gives up, and after structural changes, `build` paints the whole tree (`FramePainter`): its cost grows
/// with the number of layers. Both paths give the same frame, op for op. Without an editor every frame is painted.
/// `FrameEditor` says when it gives up.
///
/// **Painting** is a walk of the evaluated tree, back to front. For each layer:
/// 1. `layer` records the index of its first op. A layer with only a background is painted at once
///    (RectangleFill+Fast.swift).
/// 2. `draw` computes the layer's plane on the surface and its `GroupPlan`: whether the subtree becomes one image, and
///    how that image is composited onto its backdrop. The plan is a value that exists before any op.
/// 3. `context` makes the `PaintContext` that sublayers inherit: plane, clip, scissor, opacity, tint.
/// 4. `paintWithEffects` paints the shadow, then `paint` paints background, contents, sublayers and border, through
///    filters.
/// 5. `show` makes one image of the ops if the plan requires it.
///
/// **The op list.** All ops are appended to one `OpList` by one function, `emit`. They are removed only from its end:
/// to become a pass that one op shows, to be reordered in a space, to be drawn as instances, or because they are not
/// visible. So a pass follows all passes that it shows, and a clip follows its parent.
///
/// **The painters.** `FramePainter` walks the tree. Every other painter is a type of its own that keeps its memory from
/// frame to frame and gets the op list as an argument: `SpacePainter` orders and cuts planes, `InstancePainter` draws
/// instances of replicators, `EffectPainter` filters passes, `ParticlePainter` and `TilePainter` draw particles and
/// tiles, and `ShapeCache` holds the outlines of strokes and the ramps of gradients.
///
/// **Cost.** The walk visits each layer once and does constant work for each op. An op is moved once for each enclosing
/// layer that becomes one image, and once for each space that sorts it. n planes of a space take O(n log n) comparisons
/// as a rule, and O(n²) if all lie on one side of each other; `PlaneSorter` limits the cuts. A replicator whose
/// instances differ only in matrix and colour is painted once, and each instance is a few numbers. Unbounded work has a
/// limit for each frame: `InstanceBudget`, `EffectBudget`, the particles of `ParticlePainter`, the tiles of
/// `TilePainter`.
///
/// **Memory** is reused: `reuse` takes back the arrays of the previous frame, and painters' lists keep their capacity.
/// Only passes, instances and sorted tiles get new arrays.
package struct FrameBuilder {
    var painter: FramePainter
    /// The editor of the last frame; nil if every frame is painted.
    var editor: FrameEditor?
    /// The capabilities of the compositor that draws the frames; constant from frame to frame.
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

    /// The part of their budget that replicators have used.
    package var instances: InstanceBudget { painter.instances.budget }
    /// The part of their budget that filters and blurred shadows have used.
    package var effects: EffectBudget { painter.effects.budget }
    /// The tiles that the last frame lacked: of each layer those nearest to the middle of its visible part first.
    package var wantedTiles: [WantedTile] { painter.tiles.wanted }
    /// Whether drawing waits for tiles whose pixels are not made yet.
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

    /// Edits the frame that was built last to match an evaluation; false if too much has changed, so that the frame
    /// must be built as a whole. The frame's damage covers the changes made so far.
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

    /// Takes a frame that is no longer needed and reuses its memory for the next one. If the frame has another holder,
    /// its arrays are copied as usual.
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
    /// Stops the program if the frame refers to a later element or to one that does not exist. Only under MICA_CHECKS.
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
