import MicaBase
import MicaFrame
import MicaWire

// Layers that show only a background, and layers outside of the visible area: the ops that painting gives, in fewer
// steps.

extension FramePainter {
    /// Paints a layer that shows only its background, or that is invisible. False if it may show more.
    mutating func paintFast(
        _ slot: Slot, _ around: PaintContext, isMask: Bool, in matrix: Matrix4?, opacity factor: Double
    ) -> Bool {
        guard matrix == nil, factor == 1, !scene.filtersBackground, scene.transitions.isEmpty,
            traits.layers == .screen, tree.sublayers[slot.at].isEmpty
        else { return false }
        if let fill = RectangleFill(scene.states.span, slot.at, in: around, isMask: isMask) {
            ops.emit(DrawOp(fill))
            return true
        }
        return Self.isOutside(scene.states.span, slot.at, in: around, isMask: isMask)
    }

    /// Whether a layer without sublayers lies outside of the visible area, as most content of a scroll view does.
    @inline(__always)  // As an argument the state would be copied.
    private static func isOutside(
        _ states: Span<LayerState>, _ at: Int, in around: borrowing PaintContext, isMask: Bool
    ) -> Bool {
        guard !around.isTemplate, states[at].staysInBounds,
            let (rect, toDevice) = around.plane.placement(states[at], isMask: isMask)
        else { return false }
        return toDevice.deviceBounds(of: rect).intersection(around.scissor).isEmpty
    }
}

extension RectangleFill {
    /// Makes the rectangle of a layer without sublayers that shows only its background. Nil if the layer may show more,
    /// or is invisible.
    ///
    /// - Parameter states: those of all layers; one state is too large to be passed as a copy.
    @inline(__always)  // Two callers; one changes a thousand layers in a frame.
    init?(_ states: Span<LayerState>, _ at: Int, in around: borrowing PaintContext, isMask: Bool) {
        guard states[at].showsBackgroundAlone, let color = states[at].backgroundColor,
            color.alpha > 0, let (rect, toDevice) = around.plane.placement(states[at], isMask: isMask)
        else { return nil }
        let visible = toDevice.deviceBounds(of: rect).intersection(around.scissor)
        guard !visible.isEmpty else { return nil }
        let flags = states[at].flags
        let shape = RoundedRect(
            rect, radius: states[at].cornerRadius, corners: states[at].maskedCorners,
            isContinuous: flags.contains(.continuousCorners))
        let isHard =
            !flags.contains(.allowsEdgeAntialiasing) && shape.hasSquareCorners && !toDevice.isScaleAndTranslation
        self.init(
            shape: shape, color: PixelColor(color), transform: toDevice, clip: around.clip, bounds: visible,
            opacity: around.opacity * min(states[at].opacity, 1), tint: around.tint, edges: isHard ? .hard : .soft)
    }
}

extension LayerPlane {
    /// Whether a layer that lies in this one is axis-aligned on the surface, as this one is.
    @inline(__always)  // As an argument the state would be copied.
    func staysAxisAligned(_ state: borrowing LayerState) -> Bool {
        guard sublayerMatrix == nil, toDevice.isScaleAndTranslation, state.transform.isIdentity else {
            return false
        }
        return !state.flags.contains(.geometryFlipped)
    }

    /// A layer's bounds and their map to the surface; nil if the general way has to find them.
    @inline(__always)  // As an argument the state would be copied.
    func placement(_ state: borrowing LayerState, isMask: Bool) -> (LocalRect, Homography)? {
        guard sublayerMatrix == nil, self.toDevice.isAffine, !state.flags.contains(.geometryFlipped) else {
            return LayerPlane(state, in: self, isMask: isMask).map { ($0.bounds, $0.toDevice) }
        }
        let rect = LocalRect(state.bounds), anchor = state.anchor
        guard (rect.minX + rect.minY + rect.maxX + rect.maxY).isFinite else { return nil }
        if self.toDevice.isScaleAndTranslation, state.transform.isIdentity {
            // What `turned` gives, without a product of maps.
            return self.toDevice.afterMove(Double(state.position.x) - anchor.x, Double(state.position.y) - anchor.y)
                .map { (rect, $0) }
        }
        guard let toDevice = self.toDevice.turned(state.transform, state.position, anchor) else { return nil }
        return (rect, toDevice)
    }
}

extension LayerState {
    /// Whether the layer, without sublayers, shows nothing beyond its bounds, and lies in its superlayer's plane.
    ///
    /// `PlainLayerTests` draws such layers with every property both ways, so that none is missing here.
    @inline(__always)  // A state is too large to be passed as a copy.
    var staysInBounds: Bool {
        anchorPointZ == 0 && transform.isAffine
            && features.isDisjoint(with: .unbounded)
            && flags.isDisjoint(with: [.transformLayer, .preservesDepth, .shouldRasterize])
    }

    /// Whether the layer, without sublayers, shows its background and nothing else, and lies in its superlayer's plane.
    ///
    /// `PlainLayerTests` draws such layers with every property both ways, so that none is missing here.
    @inline(__always)  // A state is too large to be passed as a copy.
    var showsBackgroundAlone: Bool {
        !(borderWidth > 0) && anchorPointZ == 0 && !showsDetails && transform.isAffine
            && flags.isDisjoint(with: [.transformLayer, .preservesDepth, .shouldRasterize])
    }
}
