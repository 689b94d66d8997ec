import MicaBase
import MicaFrame

/// Rebuilds only the layers that changed.
///
/// Only the changed layer is rebuilt, with the inherited state (`PaintContext`) saved from the last build, and its new
/// ops replace its old ones. The result equals a frame that is built as a whole. If the drawing of other layers depends
/// on the layer, the nearest common ancestor is rebuilt, or the whole frame.
///
/// The whole frame is painted instead if the number of clips or passes changes, if a changed layer blends with its
/// backdrop, has particles or tiles, or if more than `moveLimit` layers have another number of ops than before.
///
/// The editor is optional: without it every frame is painted as a whole, with the same ops. `UpdateTests` compares the two
/// over random trees and changes, and so do the pixels of the reftests.
struct FrameEditor {
    /// The number of the last frame's evaluation, and its root transform.
    private var evaluation: UInt64 = 0
    private var rootTransform = Homography.identity
    /// The ops of each layer; the painter holds them while it paints.
    var records = BuildRecords()
    /// The last pass of the edited frame, and its changes.
    var edit = FrameEdit()
    /// The number of times that indices of ops changed in this update.
    private var moves = 0
    private var spareOps: [DrawOp] = []
    /// The layers that are moved together.
    var axisAlignedMoves: [AxisAlignedMove] = []

    /// The number of layers whose op count may change in one update: each such change moves all later ops.
    private static let moveLimit = 32

    /// Makes a painter record which layer produced each op, until `takeRecords`.
    mutating func watch(_ painter: inout FramePainter) {
        var lent = BuildRecords()
        swap(&lent, &records)
        painter.ops.records = lent
    }

    /// Takes back a painter's records.
    private mutating func takeRecords(_ painter: inout FramePainter) {
        guard var noted = painter.ops.records.take() else { return }
        swap(&noted, &records)
    }

    /// Starts to edit the frame that a watched painter has painted.
    mutating func begin(_ painter: inout FramePainter, _ scene: SceneEvaluation, rootTransform: Homography) {
        takeRecords(&painter)
        (evaluation, self.rootTransform) = (scene.changes.after, rootTransform)
        edit.delta.reset(version: .next())
        painter.ops.frame.swapDelta(&edit.delta)
    }

    /// Takes the memory of a frame that is no longer needed.
    mutating func reuse(_ frame: inout Frame) { frame.swapDelta(&edit.delta) }

    /// Edits a frame to match an evaluation; false if it must be painted as a whole. The frame's damage covers the
    /// changes made so far.
    ///
    /// - Parameters:
    ///   - frame: the last one, without damage.
    ///   - painter: the one that painted it.
    mutating func update(
        _ frame: inout Frame, _ painter: inout FramePainter, _ tree: RenderTree, _ scene: SceneEvaluation,
        rootTransform: Homography
    ) -> Bool {
        let changes = scene.changes
        guard painter.ops.canUpdate, !changes.isWhole, changes.before == evaluation,
            rootTransform == self.rootTransform, let root = tree.root, !frame.passes.isEmpty
        else { return false }
        evaluation = changes.after
        painter.boxes.follow(changes, tree)
        frame.swapDelta(&edit.delta)
        edit.delta.begin()
        guard !changes.slots.isEmpty else {
            frame.swapDelta(&edit.delta)
            return true
        }
        edit.pass = frame.passes.removeLast()
        painter.shapes.makeOutlines(scene, changed: changes.slots)
        painter.isUpdating = true
        swap(&painter.ops.frame, &frame)
        painter.ops.swapList(&spareOps)
        edit.damage = DamageRegion()
        moves = 0
        let first = records.current
        var fast = FastMoves()
        var next = 0
        while painter.ops.canUpdate, next < changes.slots.count {
            if moveFast(changes, &next, &fast, root: root, &painter, tree, scene) { continue }
            let building = records.current
            if !update(Slot(Int(changes.slots[next])), root: root, since: first, &painter, tree, scene) {
                painter.ops.canUpdate = false
            }
            next += 1
            // The owner's record may be outdated now.
            if records.current != building { fast.forgetOwner() }
        }
        if painter.tree.root != nil { painter.forgetTree() }
        painter.ops.swapList(&spareOps)
        painter.ops.frame.passes.append(edit.pass)
        edit.pass = RenderPass(bounds: .empty)
        edit.delta.end()
        painter.ops.frame.swapDelta(&edit.delta)
        swap(&painter.ops.frame, &frame)
        frame.setDamage(edit.damage.intersection(frame.bounds))
        painter.isUpdating = false
        return painter.ops.canUpdate
    }

    /// Rebuilds a layer. False if that needs an ancestor's ops, too.
    private mutating func update(
        _ slot: Slot, root: Slot, since first: UInt32, _ painter: inout FramePainter, _ tree: RenderTree,
        _ scene: SceneEvaluation
    ) -> Bool {
        var slot = slot
        while true {
            guard let found = Self.holder(of: slot, root: root, records, tree) else { return true }
            // Another changed layer has rebuilt it in this update.
            if records.entries[found.at].building > first { return true }
            if found != slot, painter.boxes.staysOutside(slot, of: found, tree, scene) { return true }
            guard found != root, let owner = tree.owners[found.at], let around = records.owner(of: owner) else {
                return false
            }
            slot = found
            if isAlone(slot, records.entries[slot.at], in: around, scene) {
                switch rebuild(slot, owner: owner, around.around, &painter, tree, scene) {
                case .done: return true
                case .failed: return false
                case .withOwner: break
                }
            }
            slot = owner
        }
    }

    /// The nearest layer with ops of its own, starting at the layer itself and going up; nil if the frame has none of
    /// its ops.
    private static func holder(of slot: Slot, root: Slot, _ records: BuildRecords, _ tree: RenderTree) -> Slot? {
        var found = slot
        var current = slot
        while current != root {
            guard let owner = tree.owners[current.at] else { return nil }
            if !records.holds(current, under: owner) { found = owner }
            current = owner
        }
        return found
    }

    /// Whether the drawing of a layer's siblings does not depend on the layer.
    private func isAlone(
        _ slot: Slot, _ entry: BuildRecords.Entry, in owner: BuildRecords.Owner, _ scene: SceneEvaluation
    ) -> Bool {
        guard scene.isPresent[slot.at] else { return true }
        let depth = FramePainter.depth(zPosition: scene.states[slot.at].zPosition)
        guard scene.states[slot.at].isInPlane else { return false }
        if entry.isPresent { return depth == entry.depth }
        return depth == owner.low && depth == owner.high
    }

    private enum Rebuilding {
        case done
        /// The owner has to be built again.
        case withOwner
        /// The whole frame has to be.
        case failed
    }

    private mutating func rebuild(
        _ slot: Slot, owner: Slot, _ around: PaintContext, _ painter: inout FramePainter, _ tree: RenderTree,
        _ scene: SceneEvaluation
    ) -> Rebuilding {
        if painter.tree.root == nil { (painter.tree, painter.scene) = (tree, scene) }
        let old = records.entries[slot.at]
        painter.ops.beginPart()
        let start = painter.ops.mark
        var around = around
        // The ops behind the layer are not in this list. A filter that needs them makes the update fail.
        if around.start != nil { around.start = 0 }
        records.begin(
            ops: Int(old.op), clips: Int(old.clip) - start.clip, passes: Int(old.pass) - start.pass,
            firstClip: start.clip)
        watch(&painter)
        painter.layer(slot, around, isMask: false)
        takeRecords(&painter)
        let range = Int(old.op)..<Int(old.op + old.opCount)
        let outcome = fitting(slot, old, range, owner: owner, painter)
        guard outcome == .done else {
            painter.ops.takeBack(to: start)
            return outcome
        }
        edit.damage.add(
            painter.ops.frame.differences(
                of: painter.ops.list.span, from: edit.pass.ops.span.extracting(range), of: painter.ops.frame))
        painter.ops.relocate(from: start, clipsTo: Int(old.clip), passesTo: Int(old.pass))
        if painter.ops.count == range.count {
            for index in range { edit.replace(index, with: painter.ops.list[index - range.lowerBound]) }
            recordMovable(slot, around, tree, scene)
            return .done
        }
        edit.replace(range, with: painter.ops.list)
        let change = painter.ops.count - range.count
        let order = scene.orderIndex(of: slot)
        records.shift(from: range.upperBound, by: change, wasEmpty: range.isEmpty) {
            scene.orderIndex(of: Slot($0)) > order
        }
        var above: Slot? = owner
        while let next = above {
            records.grow(next, by: change)
            above = tree.owners[next.at]
        }
        return .done
    }

    /// Whether the new ops of a layer can replace its old ones.
    private mutating func fitting(
        _ slot: Slot, _ old: BuildRecords.Entry, _ range: Range<Int>, owner: Slot, _ painter: borrowing FramePainter
    ) -> Rebuilding {
        let new = records.entries[slot.at]
        guard painter.ops.canUpdate, !painter.ops.holdsBlend else { return .failed }
        // A layer without ops keeps no clips. If these were the owner's only ops, the owner has none now.
        if painter.ops.list.isEmpty, !range.isEmpty, records.entries[owner.at].opCount == old.opCount {
            return .withOwner
        }
        guard new.clipCount == old.clipCount, new.passCount == old.passCount else { return .failed }
        if painter.ops.count != range.count {
            moves += 1
            if moves > Self.moveLimit || (range.isEmpty && records.hasSorted) { return .failed }
        }
        return .done
    }
}
