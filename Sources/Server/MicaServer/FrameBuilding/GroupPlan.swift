import MicaBase
import MicaFrame
import MicaWire

/// How a layer with its sublayers is composited onto its backdrop. The plan is made before the layer is painted.
///
/// Ops are drawn one by one unless the plan says otherwise. They become one image where opacity, a mask or a blend mode
/// applies to all of them together.
struct GroupPlan: Equatable {
    /// What all of it is multiplied by, 0...1.
    var opacity = 1.0
    /// Whether opacity multiplies it as one image; otherwise it multiplies each op.
    var isGroup = false
    /// The layer whose alpha it is multiplied by.
    var mask: Slot?
    /// The blend mode of the layer and its backdrop in the owner.
    var blend = BlendMode.sourceOver
    /// Whether compositing filters of sublayers apply to the layer's backdrop, too.
    var isOpen = false
    /// Pixels a point of the cached picture; nil if the layer is not rasterized.
    var rasterizationScale: Double?

    /// A plan for a layer that is shown as it is.
    init() {}

    /// Makes the plan of a layer.
    ///
    /// - Parameters:
    ///   - factor: multiplies the layer's opacity.
    ///   - canBlend: whether the backdrop is known.
    init(_ state: borrowing LayerState, mask: Slot?, opacity factor: Double, canBlend: Bool) {
        let flags = state.flags
        opacity = min(state.opacity, 1) * factor
        isGroup = opacity < 1 && flags.contains(.allowsGroupOpacity)
        self.mask = mask
        if canBlend { blend = state.blend }
        isOpen = !flags.contains(.allowsGroupBlending)
        if flags.contains(.shouldRasterize) { rasterizationScale = state.effects.rasterizationScale }
    }

    /// Takes the opacity of the group out of the plan, for the layer's shadow and content one by one.
    ///
    /// - Returns: the opacity that the shadow and the content have to be multiplied by, beyond that of their context.
    mutating func splitOpacity() -> Double {
        guard isGroup else { return 1 }
        isGroup = false
        // Without a pass of its own it is handed down (`FramePainter.context`).
        guard isOffscreen else { return 1 }
        defer { opacity = 1 }
        return opacity
    }

    /// Whether it is painted without the clip and the opacity of its owner, and shown by an op that has them.
    var isOffscreen: Bool { mask != nil || blend != .sourceOver }

    /// Whether it hides the picture behind it from background filters of layers under it.
    var isOneImage: Bool { isGroup || isOffscreen }

    /// Whether it hides the picture behind it from compositing filters of layers under it.
    var isIsolated: Bool { isOneImage || !isOpen }
}

extension GroupPlan: CustomStringConvertible {
    /// The plan as text: `none`, or its steps, the innermost first.
    var description: String {
        var words: [String] = []
        if let rasterizationScale { words.append("rasterized at \(rasterizationScale)") }
        if let mask { words.append("masked by \(mask.index)") }
        if opacity < 1 { words.append(isGroup ? "opacity \(opacity)" : "opacity \(opacity) of each") }
        if blend != .sourceOver { words.append("blended \(blend)") }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
}
