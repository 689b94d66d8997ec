import MicaBase
import MicaFrame
import MicaWire

/// Blurred shadows that compositors can cache while the layers only move.
extension FramePainter {
    /// The most layers that are painted twice, once for the shadow and once to be seen.
    private static let mostLayers = 1024

    /// Paints the shape of a layer's shadow into a pass in a space of its own, and then the layer. False, with nothing
    /// painted, if the shadow is made from the layer's pixels on the surface.
    ///
    /// The space has the surface's scale, and the layer's origin is its own: the pass is the same wherever the layer is
    /// moved to, so that its blur can be cached. The layer's sublayers must have no shadows, filters or instances:
    /// nested layers that are each painted twice are painted 2^depth times.
    mutating func paintWithCachedShadow(
        _ slot: Slot, _ state: LayerState, _ inside: PaintContext,
        behind: PaintContext, _ blur: BlurDraw, _ color: PixelColor
    ) -> Bool {
        let (h, b) = (inside.plane.toDevice, inside.plane.bounds)
        guard let cached = traits.cachedBlurs, let owner = tree.ids[slot.at], h.isScaleAndTranslation,
            blur.deviation.min() >= cached.leastDeviation, !scene.filtersBackground, !state.isFiltered,
            !state.drawsMore, mayBePaintedTwice(under: slot)
        else { return false }
        let toOwn = Homography(a: h.a, b: 0, c: 0, d: h.d, tx: -b.minX * h.a, ty: -b.minY * h.d)
        var draw = blur
        draw.shift += SIMD2(h.tx - toOwn.tx, h.ty - toOwn.ty)
        let own = toOwn.deviceBounds(of: b)
        guard abs(draw.shift.x) < 1e6, abs(draw.shift.y) < 1e6, cached.hasRoom(for: own) else { return false }
        let picture = paintOffscreen(inside, through: toOwn) { $0.paint(slot, state, $1) }
        draw.owner = owner.rawValue
        guard let drawn = picture.pass, cached.hasRoom(for: ops.bounds(of: drawn)),
            isWhole(ops.bounds(of: drawn), in: picture.scissor)
        else {
            takeBack(picture)
            return false
        }
        draw.pass = drawn
        let bounds = draw.result(of: ops.bounds(of: drawn)).intersection(behind.scissor)
        if bounds.isEmpty {
            takeBack(picture)
        } else {
            effects.budget.spend(ops.bounds(of: drawn), bounds)
            ops.add(.blur(draw, color: color), .identity, bounds, behind)
        }
        paintShown(slot, state, inside)
        return true
    }

    /// Whether the scissor cuts off no part of a pass.
    private func isWhole(_ pass: DeviceRect, in scissor: DeviceRect) -> Bool {
        pass.minX > scissor.minX && pass.minY > scissor.minY && pass.maxX < scissor.maxX && pass.maxY < scissor.maxY
    }

    /// Whether the sublayers of a layer may be painted twice.
    private func mayBePaintedTwice(under slot: Slot) -> Bool {
        var left = Self.mostLayers
        return mayBePaintedTwice(under: slot, &left)
    }

    private func mayBePaintedTwice(under slot: Slot, _ left: inout Int) -> Bool {
        func mayBePaintedTwice(_ slot: Slot, _ left: inout Int) -> Bool {
            guard scene.isPresent[slot.at] else { return true }
            left -= 1
            guard left >= 0, !scene.states[slot.at].hasShadow, !scene.states[slot.at].drawsMore,
                !scene.states[slot.at].mixes, scene.states[slot.at].isInPlane,
                scene.transitions.isEmpty || scene.transitions[slot] == nil
            else { return false }
            return self.mayBePaintedTwice(under: slot, &left)
        }
        for child in tree.sublayers[slot.at] where !mayBePaintedTwice(child, &left) { return false }
        if let mask = tree.masks[slot.at] { return mayBePaintedTwice(mask, &left) }
        return true
    }
}

extension LayerState {
    /// Whether it is drawn as instances, or depends on more than its values.
    fileprivate var drawsMore: Bool { hasReplicator || hasEmitter || hasTiles }

    /// Whether it has filters, or blends with its backdrop.
    fileprivate var mixes: Bool {
        hasEffects && (isFiltered || effects.blend != .sourceOver || !effects.backgroundFilters.isEmpty)
    }
}
