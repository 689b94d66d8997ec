import CoreGraphics
import QuartzCore

/// Adjustment layers, whose effects apply to everything beneath them in their composition.
///
/// The format has no item for them: bodymovin's exporter writes them as null layers with effects, and counts them as type
/// 12. A null layer's own effects would change nothing.
///
/// *Source*: bodymovin's exporter, "Adjustment layers get exported as null layers"; Adobe, "Adjustment layers": effects
/// apply to the composite of the layers beneath, within the layer's masks and by its opacity.
extension LottieLayer {
    /// Makes an adjustment layer of a layer that is one, after its effects were read.
    mutating func becomeAdjustment(_ diagnostics: LottieDiagnostics) {
        if case .null = content, !filters.isEmpty { content = .adjustment }
        guard case .adjustment = content else { return }
        diagnostics.use("adjustment layer")
        if shadow != nil { diagnostics.warn("a drop shadow of an adjustment layer is not supported") }
        shadow = nil
        if blendMode != 0 { diagnostics.warn("a blend mode of an adjustment layer is not supported") }
        blendMode = 0
    }
}

extension LottieBuilder {
    /// Moves a layer's filters and their animations from its own picture to the picture behind it.
    func adjust(_ layer: CALayer) {
        layer.backgroundFilters = layer.filters
        layer.filters = nil
        for key in layer.animationKeys() ?? [] {
            guard let animation = layer.animation(forKey: key)?.copy() as? CAPropertyAnimation,
                let path = animation.keyPath, path.hasPrefix("filters.")
            else { continue }
            layer.removeAnimation(forKey: key)
            animation.keyPath = "backgroundFilters" + path.dropFirst("filters".count)
            layer.add(animation, forKey: key)
        }
    }
}
