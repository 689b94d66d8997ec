import CoreGraphics
import Foundation
import MicaValues
import QuartzCore

/// Layer styles: shadows, glows and strokes of the outline of a layer as it is placed.
///
/// Styles lie in the composition's space, so that their sizes and directions do not change with the layer's placement.
/// Each is made from a further copy of the layer.
///
/// *Source*: Adobe, "Layer styles", and "Render order and collapsing transformations": styles follow transformations.
extension LottieBuilder {
    /// Makes the picture of a layer as it is placed; nil when it draws nothing.
    typealias Draw = (LottieLayer) throws(DocumentError) -> CALayer?

    /// A layer with its styles; nil when it draws nothing.
    func styled(
        _ layer: LottieLayer, _ scene: LottieScene, _ draw: Draw
    ) throws(DocumentError) -> CALayer? {
        let animator = scene.animator
        guard let whole = try draw(layer) else { return nil }
        guard !layer.styles.isEmpty else { return whole }
        let size = whole.bounds.size
        let (group, body) = (plain(in: size), plain(in: size))
        body.addSublayer(whole)
        let below = layer.styles.filter { $0.kind == .dropShadow } + layer.styles.filter { $0.kind == .outerGlow }
        if below.count == 1, below[0].blend == nil, below[0].choke.constant == 0 {
            // The shadow of a CALayer is drawn faster than that of a copy.
            add(below[0].shadow, to: body, animator)
        } else {
            for style in below { group.addSublayer(try cast(style, try copy(of: layer, draw), animator)) }
        }
        for style in layer.styles where style.kind == .stroke {
            group.addSublayer(try outline(style, layer, scene, draw))
        }
        // Back to front. *Source*: Adobe, Photoshop, the order of the effects in its list.
        let inside = [.satin, .innerGlow, .innerShadow, .bevel].flatMap { (kind: LottieLayerStyle.Kind) in
            layer.styles.filter { $0.kind == kind }
        }
        for style in inside {
            let copy = try copy(of: layer, draw)
            let part: CALayer
            if style.kind == .satin || style.kind == .bevel {
                part = try relief(style, copy, try self.copy(of: layer, draw), animator)
            } else {
                part = try cast(style, style.isFromCenter ? copy : outside(of: copy), animator)
            }
            if style.blend == nil { part.compositingFilter = "sourceAtop" }
            body.addSublayer(part)
        }
        if inside.contains(where: { $0.blend != nil }) {
            // Blended parts are cut to the layer's outline at the end.
            let copy = try copy(of: layer, draw)
            copy.compositingFilter = "destIn"
            body.addSublayer(copy)
        }
        group.addSublayer(body)
        if below.contains(where: { $0.blend != nil }) { group.setValue(false, forKey: "allowsGroupBlending") }
        fade(group, layer.transform.opacity, animator)
        return group
    }

    private func copy(of layer: LottieLayer, _ draw: Draw) throws(DocumentError) -> CALayer {
        shownAgain += 1
        defer { shownAgain -= 1 }
        return try draw(layer) ?? CALayer()
    }

    /// The blurred and moved outline of a picture in one colour.
    private func cast(
        _ style: LottieLayerStyle, _ picture: CALayer, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        try spend(2)
        let result = plain(in: picture.bounds.size)
        result.addSublayer(picture)
        let (color, choke) = (style.color, style.choke)
        let colors = animator.time.sampling.combine([color, choke], isStraight: !choke.isAnimated) { moment in
            let sharp = min(max(choke.value(moment) / 100, 0), 0.999)
            return LottieColorMatrix.solid(color.value(moment), alpha: 1 / (1 - sharp))
        }
        // A unit of a blur is a deviation of 0.3.
        let blur = style.size.map { $0 * LottieLayerStyle.deviation / 0.3 }
        let isSharp = blur.constant == 0
        filter(result, isSharp ? [.matrix(colors)] : [.blur(blur), .matrix(colors)], animator)
        let offset = style.shadow.offset(animator.time.sampling)
        animator.animate(result, "position", offset, set: { result.position = $0.plane.cgPoint }) {
            $0.plane.cgPoint
        }
        fade(result, style.opacity.map { $0 * 100 }, animator)
        result.compositingFilter = style.blend
        return result
    }

    /// Where two blurred outlines of a picture, moved along a line in both directions, differ, in one colour.
    ///
    /// *Source*: Adobe, Photoshop, "Layer effects and styles": what satin and bevel look like. That a satin is the
    /// difference of the outlines, and a bevel the one less the other, is a guess.
    private func relief(
        _ style: LottieLayerStyle, _ first: CALayer, _ second: CALayer, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        try spend(5)
        let field = plain(in: first.bounds.size)
        let ground = CALayer()
        ground.frame = Self.everything
        ground.backgroundColor = CGColor(gray: 0, alpha: 1)
        field.addSublayer(ground)
        // The side that faces the light has the outline that is moved to the light, and not the other one.
        let signs = style.isLit ? [-1.0, 1] : [1, -1]
        for (picture, sign) in zip([first, second], signs) {
            let moved = plain(in: picture.bounds.size)
            moved.addSublayer(picture)
            let white = LottieColorMatrix.solid(SIMD4(1, 1, 1, 1), alpha: 1)
            filter(
                moved, [.blur(style.size.map { $0 * LottieLayerStyle.deviation / 0.3 }), .matrix(LottieTrack(white))],
                animator)
            let offset = style.shadow.offset(animator.time.sampling).map { $0 * sign }
            animator.animate(moved, "position", offset, set: { moved.position = $0.plane.cgPoint }) { $0.plane.cgPoint }
            if picture === second {
                moved.compositingFilter = style.kind == .satin ? "differenceBlendMode" : "subtractBlendMode"
            }
            field.addSublayer(moved)
        }
        field.filters = (style.isInverted ? [LayerFilter.invert()] : []) + [LayerFilter.luminanceToAlpha()]
        let result = plain(in: field.bounds.size)
        result.addSublayer(field)
        filter(result, [.matrix(style.color.map { LottieColorMatrix.solid($0, alpha: 1) })], animator)
        fade(result, style.opacity.map { $0 * 100 }, animator)
        result.compositingFilter = style.blend
        return result
    }

    // MARK: Strokes

    /// A layer's outline, wider by a stroke's size, in one colour: it lies below the layer.
    ///
    /// *Source*: Adobe, "Layer styles": styles apply to the outlines of vector objects, and to the edges of the bounds
    /// or masks of other layers.
    private func outline(
        _ style: LottieLayerStyle, _ layer: LottieLayer, _ scene: LottieScene, _ draw: Draw
    ) throws(DocumentError) -> CALayer {
        try spend()
        let (animator, sampling) = (scene.animator, scene.animator.time.sampling)
        let (size, scale) = (style.size, scale(of: layer, scene))
        let width = sampling.combine([size, scale], isStraight: !scale.isAnimated) { moment in
            max(size.value(moment), 0) / max(scale.value(moment), 0.05)
        }
        var wide = layer
        for index in wide.masks.indices {
            let (mask, expansion) = (wide.masks[index], wide.masks[index].expansion)
            let grows = (mask.mode == .subtract) == mask.isInverted
            wide.masks[index].expansion = sampling.combine([expansion, width]) { moment in
                expansion.value(moment) + width.value(moment) * (grows ? 1 : -1)
            }
        }
        let picture = try copy(of: wide, draw)
        // The layers around the layer are its parents, which have no names.
        var inner = picture
        while inner.name == nil, let next = inner.sublayers?.first { inner = next }
        widen(inner, width, animator)
        let result = plain(in: picture.bounds.size)
        result.addSublayer(picture)
        filter(result, [.matrix(style.color.map { LottieColorMatrix.solid($0, alpha: 1) })], animator)
        fade(result, style.opacity.map { $0 * 100 }, animator)
        return result
    }

    /// The scale of a layer with its parents: of the two directions the geometric mean.
    private func scale(of layer: LottieLayer, _ scene: LottieScene) -> LottieTrack<Double> {
        let chain = scene.parents.chain(of: layer, limit: Self.scaledParentLimit)
        if chain.layers.count == Self.scaledParentLimit, chain.warning != nil {
            diagnostics.warn(
                "the width of its stroke style does not follow parents beyond the \(Self.scaledParentLimit)th")
        }
        let scales = ([layer] + chain.layers).map(\.transform.scale)
        return scene.animator.time.sampling.combine(scales, isStraight: false) { moment in
            scales.reduce(1) { product, scale in
                let value = scale.value(moment)
                return product * abs(value.x * value.y).squareRoot() / 100
            }
        }
    }

    /// The most parents whose scale counts for the width of a stroke.
    private static let scaledParentLimit = 8

    /// Widens all outlines in a layer by a distance in its space.
    private func widen(_ layer: CALayer, _ width: LottieTrack<Double>, _ animator: LottieAnimator) {
        if let mask = layer.mask as? CAShapeLayer {
            // A gradient in an outline becomes the outline.
            layer.mask = nil
            for part in layer.sublayers ?? [] { part.removeFromSuperlayer() }
            layer.addSublayer(mask)
        }
        layer.removeAnimation(forKey: "shadowOpacity")
        layer.shadowOpacity = 0
        if let shape = layer as? CAShapeLayer {
            widen(shape, width, animator)
        } else if layer.contents != nil || layer.backgroundColor != nil {
            grow(layer, width, animator)
        }
        for part in layer.sublayers ?? [] {
            let m = part.transform
            let scale = max(abs(Double(m.m11 * m.m22 - m.m12 * m.m21)).squareRoot(), 0.05)
            widen(part, scale == 1 ? width : width.map { $0 / scale }, animator)
        }
    }

    private func widen(_ shape: CAShapeLayer, _ width: LottieTrack<Double>, _ animator: LottieAnimator) {
        let black = CGColor(gray: 0, alpha: 1)
        let isFilled = shape.fillColor != nil || shape.animation(forKey: "fillColor") != nil
        let isStroked = shape.strokeColor != nil || shape.animation(forKey: "strokeColor") != nil
        guard isFilled || isStroked else { return }
        for key in ["fillColor", "strokeColor"] { shape.removeAnimation(forKey: key) }
        (shape.fillColor, shape.strokeColor) = (isFilled ? black : nil, black)
        if !isStroked { shape.lineJoin = .round }
        let base = isStroked ? Double(shape.lineWidth) : 0
        if isStroked, let old = shape.animation(forKey: "lineWidth") as? CAKeyframeAnimation,
            let values = old.values, let extra = width.constant, let wide = old.copy() as? CAKeyframeAnimation
        {
            wide.values = values.map { (($0 as? NSNumber)?.doubleValue ?? $0 as? Double ?? 0) + 2 * extra }
            return shape.add(wide, forKey: "lineWidth")
        }
        animator.animate(shape, "lineWidth", width.map { base + 2 * $0 }, set: { shape.lineWidth = CGFloat($0) }) { $0 }
    }

    /// Enlarges a layer of one colour or with a picture, with round corners.
    private func grow(_ layer: CALayer, _ width: LottieTrack<Double>, _ animator: LottieAnimator) {
        let (size, position) = (layer.bounds.size, layer.position)
        layer.contents = nil
        layer.backgroundColor = CGColor(gray: 0, alpha: 1)
        func bounds(_ width: Double) -> CGRect {
            CGRect(origin: .zero, size: size).insetBy(dx: CGFloat(-width), dy: CGFloat(-width))
        }
        func corner(_ width: Double) -> CGPoint {
            CGPoint(x: position.x - CGFloat(width), y: position.y - CGFloat(width))
        }
        animator.animate(layer, "bounds", width, set: { layer.bounds = bounds($0) }) { bounds($0) }
        animator.animate(layer, "position", width, set: { layer.position = corner($0) }) { corner($0) }
        animator.animate(layer, "cornerRadius", width, set: { layer.cornerRadius = CGFloat($0) }) { $0 }
    }
}

extension LottieLayerStyle {
    /// The standard deviation of a style's blurred width of one point.
    ///
    /// *Source*: airbnb/lottie-ios; Photoshop's "Copy CSS", whose blur radius is the size, and W3C's deviation half of
    /// that.
    static let deviation = 0.5

    /// The style as the shadow of a layer, away from the light.
    var shadow: LottieShadow {
        LottieShadow(
            color: color, opacity: opacity, angle: angle.map { 180 - $0 }, distance: distance,
            radius: size.map { $0 * Self.deviation })
    }
}
