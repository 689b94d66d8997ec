import MicaFrame
import MicaResources
import MicaWire

/// Compositing and background filters of layers in a shared space: what lies behind such a layer is what is drawn before
/// it in the order of depths, of what its owner has drawn. Such a layer counts as one plane, however many parts it has.
/// *Source*: ours; Apple documents neither filters in spaces nor an order other than that of depths.
extension FramePainter {
    /// What a plane needs of the layer that it was made of, to be combined with what lies behind it.
    struct SpaceEffect {
        var slot: Slot
        var state: LayerState
        var plane: LayerPlane
        /// What the layer was given, with where the ops of its owner begin.
        var around: PaintContext
    }

    /// Makes one plane of what a layer drew, from `first` on, if it is combined with what lies behind it; false when it
    /// is drawn over that like any other.
    mutating func addDependent(
        _ member: SpaceMember, _ state: LayerState, _ around: PaintContext, from first: Int, depth: PlaneSorter.Depth
    ) -> Bool {
        let blend = state.blend
        let filtersBackground = state.hasEffects && state.effects.backgroundFilters.contains { $0.isEnabled }
        guard blend != .sourceOver || filtersBackground,
            let plane = LayerPlane(state, in: around.plane, isMask: false, by: member.matrix)
        else { return false }
        let visible = plane.toDevice.deviceBounds(of: plane.bounds).intersection(around.scissor)
        if blend != .sourceOver, let shown = ops.pass(from: first) {
            ops.holdsBlend = true
            ops.emit(
                DrawOp(
                    content: .pass(shown, mask: nil), transform: .identity, bounds: ops.bounds(of: shown), blend: blend)
            )
        }
        let drawn = first..<ops.count
        let listed = spaces.ops.count
        if filtersBackground, !visible.isEmpty {
            // Nothing to be seen, but the plane's first op, so that the plane has its outline also where the layer draws nothing.
            let nothing = PixelColor(ColorValue(.sRGB, red: 0, green: 0, blue: 0, alpha: 0))
            var outline = DrawOp(
                content: .fill(shape: state.outline(in: plane), color: nothing), transform: plane.toDevice,
                bounds: visible)
            outline.layer = member.slot.index
            spaces.ops.append(ops.count)
            ops.emit(outline)
        }
        spaces.ops.append(contentsOf: drawn)
        guard spaces.ops.count > listed else { return true }
        var made = SpacePlane(ops: listed..<spaces.ops.count, depth: depth, isInPlane: member.matrix.isAffine)
        made.effect = spaces.effects.count
        spaces.effects.append(SpaceEffect(slot: member.slot, state: state, plane: plane, around: around))
        spaces.planes.append(made)
        return true
    }

    /// Puts what has been drawn behind a piece of a plane through its layer's background filters.
    mutating func showBackground(of effect: SpaceEffect, behind piece: PlaneSorter.Piece) {
        var around = effect.around
        if piece.cut >= 0 {
            var part = DrawOp(
                content: .fill(shape: effect.state.outline(in: effect.plane), color: PixelColor(.black)),
                transform: effect.plane.toDevice, clip: around.clip, bounds: around.scissor)
            cut(&part, piece)
            guard !part.bounds.isEmpty else { return }
            (around.clip, around.scissor) = (part.clip, part.bounds)
        }
        filterBackground(effect.slot, effect.state, effect.plane, around)
    }

    /// Lets an op that is combined in a way that reaches beyond it reach over all that its owner has drawn.
    func widen(_ op: inout DrawOp, of effect: SpaceEffect) {
        guard op.blend.isUnbounded, let start = effect.around.start else { return }
        var bounds = op.bounds
        if effect.around.isIsolated {
            bounds = bounds.union(ops.bounds(of: start..<ops.count))
        } else {
            bounds = effect.around.scissor
        }
        op.bounds = bounds.intersection(effect.around.scissor)
    }
}
