import Foundation
import MicaFrame
import MicaGeometry
import MicaWire
import MicaWorkers

/// Makes the frames of a tree, one after the other: painted as a whole (`FramePainter`), or edited where little has changed
/// (`FrameEditor`).
///
/// `update` lets the editor change the last frame: its cost grows with what changed. Where the editor gives up, and after
/// changes of structure, `build` paints everything: its cost grows with the layers. ARCHITECTURE.md, "What changed, and
/// nothing else", says when. Both give the same frames; without an editor every frame is painted.
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
    package var instances: InstanceBudget { painter.instances }
    /// How much of theirs filters and blurred shadows have used.
    package var effects: EffectBudget { painter.effects }
    /// The tiles that the last frame would have shown and that were not there: of each layer the nearest to the middle of
    /// what is seen of it first.
    package var wantedTiles: [WantedTile] { painter.tileNotes.wanted }
    /// Whether tiles are shown whose pixels have to be made first, so that drawing waits for them.
    package var waitsForTiles: Bool {
        get { painter.tileNotes.waits }
        set { painter.tileNotes.waits = newValue }
    }
    /// How many cuts of planes were left out since the builder was made, because a space had too many pieces.
    package var refusedCuts: Int { painter.spaces.sorter.refusedCuts }
    /// The emitters that had more particles than are made.
    package var emittersOverBudget: Set<LayerID> { painter.emitters.overBudget }

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
        painter.paint(tree, scene, into: frame, rootTransform: rootTransform)
        editor?.begin(&painter, scene, rootTransform: rootTransform)
        painter.ops.frame.checkInvariants()
        defer { painter.ops.frame = Frame(width: 0, height: 0) }
        return painter.ops.frame
    }

    /// Brings the frame that was built last up to an evaluation; false when it must be built as a whole, because too much
    /// has changed. The frame's damage is then what was changed in it, and otherwise all that has changed.
    ///
    /// - Parameter frame: what `build` returned last, brought up to every evaluation since.
    package mutating func update(
        _ frame: inout Frame, _ tree: RenderTree, _ scene: SceneEvaluation, rootTransform: Homography
    ) -> Bool {
        frame.setDamage(DamageRegion())
        return editor?.update(&frame, &painter, tree, scene, rootTransform: rootTransform) ?? false
    }

    /// Takes a frame that is no longer needed, to put the ops of the next one into its memory; another holder keeps it
    /// from that, and no harm is done.
    package mutating func reuse(_ frame: consuming Frame) {
        guard let last = frame.passes.indices.last else { return }
        editor?.reuse(&frame)
        painter.emitters.reuse(&frame.passes[last].ops)
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
