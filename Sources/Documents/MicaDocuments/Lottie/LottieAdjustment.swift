import CoreGraphics
import MicaValues
import QuartzCore

/// Adjustment layers, whose effects apply to everything beneath them in their composition.
///
/// The format has no item for them: bodymovin's exporter writes them as null layers with effects, and counts them as
/// type 12. A null layer's own effects would change nothing.
///
/// *Source*: bodymovin's exporter, "Adjustment layers get exported as null layers"; Adobe, "Adjustment layers": effects
/// apply to the composite of the layers beneath, within the layer's masks and by its opacity.
extension LottieLayer {
    /// Makes an adjustment layer of a layer that is one, after its effects were read.
    mutating func becomeAdjustment(_ diagnostics: LottieDiagnostics) {
        if case .null = content, !filters.isEmpty { content = .adjustment }
        guard case .adjustment = content else { return }
        diagnostics.use("adjustment layer")
        if filters.count < effects.count || !styles.isEmpty {
            diagnostics.warn("of an adjustment layer only changes of colours and blurs are supported")
        }
        effects = filters.map { .filter($0) }
        styles = []
        if blendMode != 0 { diagnostics.warn("a blend mode of an adjustment layer is not supported") }
        blendMode = 0
    }
}

extension LottieLayer {
    /// Whether the layer changes the picture as far as its matte goes.
    var isMattedAdjustment: Bool {
        guard case .adjustment = content else { return false }
        return (1...4).contains(matteMode)
    }
}

extension LottieBuilder {
    /// Applies effects to the picture behind a layer.
    func adjust(_ layer: CALayer, by filters: [LottieFilter], _ animator: LottieAnimator) {
        filter(layer, filters, animator)
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

    /// The layer for the layers of a composition. If adjustment layers are among them, it is one picture, so that these
    /// change nothing around the composition.
    ///
    /// *Source*: Adobe, "Adjustment layers": they affect the layers beneath in their composition.
    func adjusted(_ layers: [LottieLayer], _ layer: LottieLayer, in made: CALayer) throws(DocumentError) -> CALayer {
        let isAdjusted = layers.contains { if case .adjustment = $0.content { true } else { false } }
        guard isAdjusted, !layer.isCollapsed else { return made }
        try spend()
        let result = plain(in: made.bounds.size)
        result.filters = [LayerFilter.brightness(0)]
        made.addSublayer(result)
        return result
    }

    /// The most adjustment layers with mattes around each other: each doubles the layers beneath.
    private static let partialLimit = 4

    /// Adds layers and an adjustment layer with a matte over them.
    ///
    /// A matte is not in the layer's space, so that it cannot be the mask of a background filter. The layers are made
    /// twice: without the effects outside of the area, and with them inside. The sum of both is exact also where the
    /// picture is translucent.
    func adjust(
        _ positions: ArraySlice<Int>, by position: Int, of scene: LottieScene, in parent: CALayer
    ) throws(DocumentError) {
        let layer = scene.layers[position]
        guard shownAgain < Self.partialLimit else {
            diagnostics.enter(layer)
            diagnostics.warn("is left out: more than \(Self.partialLimit) adjustment layers with mattes")
            return try add(positions, of: scene, to: parent)
        }
        try spend(4)
        let (outside, inside) = (plain(in: scene.size), plain(in: scene.size))
        try add(positions, of: scene, to: outside)
        guard let area = try self.area(of: position, in: scene), let same = try self.area(of: position, in: scene)
        else {
            return parent.addSublayer(outside)
        }
        shownAgain += 1
        try add(positions, of: scene, to: inside)
        shownAgain -= 1
        outside.mask = try matte(area, mode: 2, size: scene.size)
        // The effects come before the mask.
        filter(inside, layer.filters, scene.animator)
        inside.mask = same
        inside.compositingFilter = Self.blend(16)
        let both = plain(in: scene.size)
        both.addSublayer(outside)
        both.addSublayer(inside)
        parent.addSublayer(both)
    }

    /// The area that an adjustment layer changes; nil if it is never visible.
    private func area(of position: Int, in scene: LottieScene) throws(DocumentError) -> CALayer? {
        let before = makesAreas
        makesAreas = true
        defer { makesAreas = before }
        return try picture(of: position, in: scene, chain: [])
    }
}
