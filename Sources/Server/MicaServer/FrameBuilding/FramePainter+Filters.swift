import MicaBase
import MicaFrame
import MicaWire

/// Filtered layers: the filters apply to the layer with its sublayers.
extension FramePainter {
    /// Background, contents, sublayers and border through the layer's filters.
    mutating func paintFiltered(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        guard state.isFiltered else { return paint(slot, state, inside) }
        let steps = EffectPainter.steps(of: state.effects.filters, inside.plane)
        guard !steps.isEmpty, mayAddEffect(to: slot) else { return paint(slot, state, inside) }
        let first = ops.count
        var source = inside.offscreen(from: first)
        source.scissor = EffectPainter.scissor(before: steps[...], inside.scissor, ops.reachable)
        source.isolate(from: first)
        let held = ops.holdsBlend
        paint(slot, state, source)
        ops.holdsBlend = held
        guard let drawn = ops.pass(from: first) else { return }
        effects.filter(drawn, steps, of: tree.id(of: slot), inside, from: first, &ops)
    }

    /// Puts the picture behind a layer through its background filters, within its mask.
    mutating func filterBackground(
        _ slot: Slot, _ state: LayerState, _ plan: GroupPlan, _ plane: LayerPlane, _ around: PaintContext
    ) {
        let layer = tree.id(of: slot)
        guard let background = effects.backgroundFilter(of: layer, state, plane, around, &ops) else { return }
        var masking: PassIndex?
        if let mask = plan.mask {
            masking = paintMask(mask, of: background, plane, around)
            if masking == nil { return }
        }
        effects.show(background, of: layer, state, plane, around, opacity: plan.opacity, mask: masking, &ops)
    }

    /// A picture of a layer's mask, for its background filters; nil if the mask shows nothing.
    ///
    /// The mask is painted again for the layer itself. Masks that contain such layers would double the work at every
    /// depth, so that the ops painted here count against a limit.
    private mutating func paintMask(
        _ mask: Slot, of background: EffectPainter.BackgroundFilter, _ plane: LayerPlane, _ around: PaintContext
    ) -> PassIndex? {
        let start = ops.mark
        var within = around.offscreen(from: nil)
        (within.plane, within.isTracked) = (plane, false)
        within.scissor = background.visible
        effects.budget.spend(background.visible)
        layer(mask, within, isMask: true)
        let masking = ops.pass(from: start.op)
        effects.budget.spend(copies: ops.passOpCount(since: start))
        return masking
    }

    /// Whether the frame has room for one more filter or blurred shadow, which a layer is painted without where it has
    /// none.
    mutating func mayAddEffect(to slot: Slot) -> Bool { effects.mayAdd(to: tree.id(of: slot), &ops) }
}
