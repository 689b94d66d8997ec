import MicaFrame
import MicaGeometry
import MicaWire

/// Filtered layers: what a layer paints goes through its filters.
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
        guard state.effects.backgroundFilters.contains(where: { $0.isEnabled }) else { return }
        var masking: PassIndex?
        if let mask = plan.mask, around.start != nil, around.backdrop != nil {
            let first = ops.count
            var within = around.offscreen(from: nil)
            (within.plane, within.isTracked) = (plane, false)
            within.scissor = plane.toDevice.deviceBounds(of: plane.bounds).intersection(around.scissor)
            layer(mask, within, isMask: true)
            masking = ops.pass(from: first)
            if masking == nil { return }
        }
        effects.filterBackground(
            of: tree.id(of: slot), state, plane, around, opacity: plan.opacity, mask: masking, &ops)
    }

    /// Whether the frame has room for one more filter or blurred shadow, which a layer is painted without where it has
    /// none.
    mutating func mayAddEffect(to slot: Slot) -> Bool { effects.mayAdd(to: tree.id(of: slot), &ops) }
}
