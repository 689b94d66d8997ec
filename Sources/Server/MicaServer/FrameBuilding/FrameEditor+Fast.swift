import Foundation
import MicaBase
import MicaFrame

/// Layers that show only a background, and whose position, transform, size, colour or opacity changed: most changes
/// from frame to frame.
///
/// Such a layer is not built again. Its op is changed to the op that building would give, bit for bit.
extension FrameEditor {
    /// The inherited state with which the sublayers of a layer are built.
    struct RectangleOwner {
        /// The layer; none before anything is known.
        var slot = Slot(-1)
        /// Whether its sublayers' ops may be changed without building them again.
        var isUsable = false
        /// Whether its plane and its sublayers' are without perspective, and go through no sublayer transform.
        var isAffine = false
        /// Whether that plane is axis-aligned on the surface.
        var isAxisAligned = false
        /// The paint context of the sublayers.
        var around = PaintContext(plane: LayerPlane(root: .identity), clip: nil, scissor: .empty, opacity: 1)
    }

    /// Values kept from one changed layer to the next.
    struct FastMoves {
        /// The last layer's owner.
        var owner = RectangleOwner()
        /// How many layers are moved at once, at most.
        var most = FrameEditor.mostAxisAlignedMoves
        /// The index of the change up to which layers go one by one, as each has another owner.
        var single = 0

        /// Forgets the owner.
        mutating func forgetOwner() { owner.slot = Slot(-1) }
    }

    /// How many layers go one by one where two could not be moved at once.
    private static let singles = 16

    /// Changes the ops of the next changed layer, or of the next few. False if the layer has to be painted again.
    mutating func moveFast(
        _ changes: borrowing SceneChanges, _ next: inout Int, _ state: inout FastMoves, root: Slot,
        _ painter: inout FramePainter, _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        if changes.areMoves, !changes.areTurns, next >= state.single {
            let index = moveAxisAligned(
                changes, from: next, most: &state.most, root: root, &state.owner, tree, scene)
            if index <= next + 1 { state.single = next + Self.singles }
            if index > next {
                next = index
                return true
            }
        }
        let slot = Slot(Int(changes.slots[next]))
        let isDone =
            changes.areMoves
            && moveKnown(slot, turns: changes.areTurns, root: root, &state.owner, tree, scene)
            || moveRectangle(slot, root: root, &state.owner, tree, scene)
        if isDone { next += 1 }
        return isDone
    }

    /// Changes the op of a layer. False if the layer has to be built again.
    ///
    /// - Parameters:
    ///   - root: the root of the tree.
    ///   - owner: the owner of the last layer; afterwards the owner of this one.
    mutating func moveRectangle(
        _ slot: Slot, root: Slot, _ owner: inout RectangleOwner, _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        let at = slot.at
        let states = scene.states.span
        guard scene.isPresent[at], let above = tree.owners[at], tree.sublayers[at].isEmpty,
            states[at].showsBackgroundAlone
        else { return false }
        if owner.slot != above { Self.find(&owner, above, root: root, records, tree) }
        guard owner.isUsable,
            records.holdsOneOp(slot, under: above, depth: FramePainter.depth(zPosition: states[at].zPosition)),
            let fill = RectangleFill(states, at, in: owner.around, isMask: false)
        else { return false }
        // Hard edges change when the rectangle turns.
        if owner.isAffine, states[at].flags.contains(.allowsEdgeAntialiasing) || !fill.shape.hasSquareCorners,
            !states[at].flags.contains(.geometryFlipped)
        {
            records.setMovable(
                slot, fill.shape.rect, anchor: states[at].anchor,
                isAxisAligned: owner.around.plane.staysAxisAligned(states[at]))
        } else if owner.isAffine, owner.around.plane.staysAxisAligned(states[at]) {
            // Until it turns, it has no other edges.
            records.setMovable(slot, nil, anchor: states[at].anchor, isAxisAligned: true)
        } else {
            records.setFixed(slot)
        }
        return edit.replace(records.opIndex(of: slot), with: fill)
    }

    /// Moves the ops of a layer if nothing but its position and transform can have changed. False if the layer has no
    /// record to move from.
    ///
    /// - Parameters:
    ///   - turns: whether the transform may have changed.
    ///   - owner: as for `moveRectangle`.
    mutating func moveKnown(
        _ slot: Slot, turns: Bool, root: Slot, _ owner: inout RectangleOwner, _ tree: RenderTree,
        _ scene: SceneEvaluation
    ) -> Bool {
        let at = slot.at
        guard scene.isPresent[at], let above = tree.owners[at] else { return false }
        if owner.slot != above { Self.find(&owner, above, root: root, records, tree) }
        guard owner.isUsable, owner.isAffine, let known = records.movable(slot, under: above) else { return false }
        let states = scene.states.span
        let position = states[at].position
        var toDevice = owner.around.plane.toDevice
        var isAxisAligned = known.isAxisAligned && owner.isAxisAligned
        if turns || !isAxisAligned { isAxisAligned = owner.isAxisAligned && states[at].transform.isIdentity }
        if isAxisAligned {
            toDevice.tx += toDevice.a * (Double(position.x) - known.anchor.x)
            toDevice.ty += toDevice.d * (Double(position.y) - known.anchor.y)
            guard (toDevice.tx + toDevice.ty).isFinite else { return false }
        } else {
            guard known.rect != nil, let turned = toDevice.turned(states[at].transform, position, known.anchor) else {
                return false
            }
            toDevice = turned
        }
        guard let rect = known.rect else {
            return edit.move(records.opRange(of: slot), to: toDevice, scissor: owner.around.scissor)
        }
        let visible = toDevice.deviceBounds(of: rect).intersection(owner.around.scissor)
        guard !visible.isEmpty else { return false }
        if isAxisAligned != known.isAxisAligned { records.setAxisAligned(slot, isAxisAligned) }
        edit.move(records.opIndex(of: slot), to: toDevice, bounds: visible)
        return true
    }

    /// The most layers that are moved at once.
    static let mostAxisAlignedMoves = 256

    /// Moves the ops of successive changed layers, each a filled rectangle that stays axis-aligned, in one loop.
    /// `moveKnown` does the same for one layer.
    ///
    /// - Parameters:
    ///   - first: the index of the first among the changes.
    ///   - most: the number of layers that may be moved at once; set to fewer if some could not be moved.
    /// - Returns: the index of the first that was not moved.
    mutating func moveAxisAligned(
        _ changes: borrowing SceneChanges, from first: Int, most: inout Int, root: Slot, _ owner: inout RectangleOwner,
        _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Int {
        // Taken out, so that they are looked at through a span.
        var moves: [AxisAlignedMove] = []
        swap(&moves, &axisAlignedMoves)
        defer { swap(&moves, &axisAlignedMoves) }
        moves.removeAll(keepingCapacity: true)
        let (slots, owners) = (changes.slots.span, tree.owners.span)
        let (states, isPresent) = (scene.states.span, scene.isPresent.span)
        let end = min(slots.count, first + most)
        var at = first
        while at < end {
            let slot = Slot(Int(slots[at]))
            guard isPresent[slot.at], let above = owners[slot.at] else { break }
            if owner.slot != above {
                // Those of one owner go together.
                guard moves.isEmpty else { break }
                Self.find(&owner, above, root: root, records, tree)
            }
            guard owner.isAxisAligned, owner.isUsable, let known = records.axisAligned(slot, under: above) else {
                break
            }
            let (position, toDevice) = (states[slot.at].position, owner.around.plane.toDevice)
            let origin = SIMD2(
                toDevice.tx + toDevice.a * (Double(position.x) - known.anchor.x),
                toDevice.ty + toDevice.d * (Double(position.y) - known.anchor.y))
            moves.append(AxisAlignedMove(index: known.index, rect: known.rect, origin: origin))
            at += 1
        }
        if moves.isEmpty { return first }
        let toDevice = owner.around.plane.toDevice
        let moved = edit.moveAxisAligned(
            moves.span, scale: SIMD2(toDevice.a, toDevice.d), scissor: owner.around.scissor)
        most = moved < moves.count ? 1 : min(2 * most, Self.mostAxisAlignedMoves)
        return first + moved
    }

    /// Notes whether the ops that were built of a layer may be moved with it: a few that lie in its plane and reach
    /// what `movedBox` says, as those of a layer with a shadow and a border.
    mutating func recordMovable(
        _ slot: Slot, _ around: PaintContext, _ tree: RenderTree,
        _ scene: SceneEvaluation
    ) {
        let states = scene.states.span, plane = around.plane, indices = records.opRange(of: slot)
        records.setFixed(slot)
        guard scene.isPresent[slot.at], tree.sublayers[slot.at].isEmpty, (1...Self.mostMoved).contains(indices.count),
            records.hasNoClipsOrPasses(slot), plane.staysAxisAligned(states[slot.at]),
            plane.toDevice.isScaleAndTranslation,
            !states[slot.at].hasEffects || states[slot.at].effects.edges == .all,
            let (_, toDevice) = plane.placement(states[slot.at], isMask: false)
        else { return }
        if liesInPlane(indices, toDevice, around) {
            records.setMovable(
                slot, nil, anchor: states[slot.at].anchor, isAxisAligned: true)
        }
    }

    /// Whether ops reach what `movedBox` says, through one transform and with their owner's clip.
    private func liesInPlane(_ range: Range<Int>, _ toDevice: Homography, _ around: PaintContext) -> Bool {
        let ops = edit.pass.ops.span
        for at in range {
            guard let box = ops[at].content.movedBox, ops[at].transform == toDevice, ops[at].clip == around.clip,
                ops[at].bounds == toDevice.deviceBounds(of: box).intersection(around.scissor)
            else { return false }
        }
        return true
    }

    /// The most ops of a layer that is moved.
    private static let mostMoved = 4

    /// Finds the inherited state of a layer's sublayers.
    private static func find(
        _ found: inout RectangleOwner, _ slot: Slot, root: Slot, _ records: borrowing BuildRecords, _ tree: RenderTree
    ) {
        (found.slot, found.isUsable) = (slot, false)
        var current = slot
        while current != root {
            guard let owner = tree.owners[current.at], records.holds(current, under: owner) else { return }
            current = owner
        }
        guard let owner = records.owner(of: slot) else { return }
        found.around = owner.around
        let through = found.around.plane.sublayerMatrix, toDevice = found.around.plane.toDevice
        guard !found.around.isTemplate, through.map({ $0.isAffine }) ?? true else { return }
        found.isAffine = through == nil && toDevice.isAffine
        found.isAxisAligned = found.isAffine && toDevice.isScaleAndTranslation
        found.isUsable = true
    }
}
