import CoreGraphics
import Foundation
import QuartzCore

/// Masks and effects, one after the other.
///
/// A CALayer filters its picture, throws its shadow and is masked, in this order. Where a document has another order,
/// each step is a layer around the one before.
///
/// *Source*: Adobe, "Render order and collapsing transformations": masks, effects, transformations, layer styles;
/// effects from top to bottom.
extension LottieBuilder {
    /// Whether effects apply to the layer as it is placed.
    ///
    /// *Source*: Adobe, "Render order and collapsing transformations": for continuously rasterized vector layers, which
    /// shape and text layers always are, transformations occur before effects. google/skia does the same. The outlines
    /// of masks are in the layer's space, so that lines along them are drawn there, with the other effects; echoes are
    /// those of the layer's content.
    private func appliesEffectsLast(_ layer: LottieLayer) -> Bool {
        guard player != .coreAnimation, !layer.effects.isEmpty, !layer.placesLast,
            !layer.effects.contains(where: \.isOfSource)
        else { return false }
        switch layer.content {
        case .shapes, .text: return true
        default: return false
        }
    }

    /// Prepares a layer for a space of layers, where it may not be a picture in the composition's plane.
    func enterSpace(_ layer: inout LottieLayer) {
        layer.placesLast = true
        guard !layer.styles.isEmpty else { return }
        layer.styles = []
        diagnostics.warn("layer styles of 3D layers are not supported where a camera sees them")
    }

    /// Whether the opacity of a layer is that of the layer with its effects and styles.
    func fadesAsWhole(_ layer: LottieLayer) -> Bool { !layer.styles.isEmpty || appliesEffectsLast(layer) }

    /// A layer as it is placed, with the effects that apply to it then.
    func effected(
        _ whole: CALayer, _ layer: LottieLayer, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        guard appliesEffectsLast(layer) else { return whole }
        let isInOrder = Self.isInOrder(layer)
        let result = try around(isInOrder ? whole : steps(from: whole, layer, animator))
        if isInOrder { finish(result, layer.effects, animator) }
        if layer.styles.isEmpty { fade(result, layer.transform.opacity, animator) }
        return result
    }

    /// Applies a layer's masks and effects.
    func finish(_ made: CALayer, _ layer: LottieLayer, _ animator: LottieAnimator) throws(DocumentError) {
        if appliesEffectsLast(layer) { return try mask(made, layer.masks, animator) }
        if player == .coreAnimation || (layer.masks.isEmpty && Self.isInOrder(layer)) || layer.effects.isEmpty {
            try mask(made, layer.masks, animator)
            return finish(made, layer.effects, animator)
        }
        let inner = plain(in: made.bounds.size)
        (inner.masksToBounds, made.masksToBounds) = (made.masksToBounds, false)
        for part in made.sublayers ?? [] { inner.addSublayer(part) }
        try mask(inner, layer.masks, animator)
        made.addSublayer(try steps(from: inner, layer, animator))
    }

    /// Applies filters, and the last of the shadows.
    private func finish(_ layer: CALayer, _ effects: [LottieEffect], _ animator: LottieAnimator) {
        filter(layer, effects.compactMap { if case .filter(let filter) = $0 { filter } else { nil } }, animator)
        if let shadow = effects.compactMap({ if case .shadow(let shadow) = $0 { shadow } else { nil } }).last {
            add(shadow, to: layer, animator)
        }
    }

    /// The last of the layers of a layer's effects.
    private func steps(
        from first: CALayer, _ layer: LottieLayer, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        var top = first
        var run: [LottieFilter] = []
        for effect in layer.effects {
            if case .filter(let filter) = effect {
                run.append(filter)
                continue
            }
            top = try filtered(top, &run, animator)
            top = try apply(effect, to: top, of: layer, animator)
        }
        return try filtered(top, &run, animator)
    }

    /// Whether one CALayer applies the effects in the document's order.
    private static func isInOrder(_ layer: LottieLayer) -> Bool {
        let filters = layer.effects.prefix { if case .filter = $0 { true } else { false } }
        guard filters.count + 1 >= layer.effects.count else { return false }
        if case .shadow? = layer.effects.last { return true }
        return filters.count == layer.effects.count
    }

    /// A layer around another one.
    func around(_ layer: CALayer) throws(DocumentError) -> CALayer {
        try spend()
        let result = plain(in: layer.bounds.size)
        result.addSublayer(layer)
        return result
    }

    private func filtered(
        _ layer: CALayer, _ run: inout [LottieFilter], _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        guard !run.isEmpty else { return layer }
        let result = try around(layer)
        filter(result, run, animator)
        run.removeAll()
        return result
    }

    /// The layer of the next step.
    private func apply(
        _ effect: LottieEffect, to layer: CALayer, of source: LottieLayer, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        switch effect {
        case .filter: return layer
        case .blurAlong(let angle, let amount): return try blur(layer, along: angle, amount, animator)
        case .shadow(let shadow):
            let result = try around(layer)
            add(shadow, to: result, animator)
            return result
        case .shadowOnly(let shadow):
            let result = try around(layer)
            turn(result, into: shadow, animator)
            return result
        case .transform(let transform):
            let result = try around(layer)
            animator.position(result, transform)
            fade(result, transform.opacity, animator)
            return result
        case .corners(let corners):
            let result = try around(layer)
            pin(result, pictureSize(of: source, layer.bounds.size), to: corners, animator)
            return result
        case .outlines(let stroke): return try self.stroke(layer, stroke, animator)
        case .ramp(let gradient, let percent):
            let result = try around(layer)
            try color(result, by: gradient, percent, animator)
            return result
        case .overlay(let overlay):
            let result = try around(layer)
            let box = contentBox(of: source, result)
            try color(result, by: overlay.placed(in: box, animator.time.sampling), overlay.opacity, animator)
            return result
        case .linearWipe(let wipe):
            let result = try around(layer)
            result.mask = try mask(of: wipe, pictureSize(of: source, layer.bounds.size), animator)
            return result
        case .mosaic(let count, let isSharp): return try mosaic(layer, source, count, isSharp: isSharp, animator)
        case .radialWipe(let wipe):
            let result = try around(layer)
            result.mask = try mask(of: wipe, animator)
            return result
        case .sized(let make):
            let result = try around(layer)
            let made = make(pictureSize(of: source, layer.bounds.size))
            filter(result, [made], animator)
            if case .kind("sphere", let inputs) = made { result.mask = try disc(inputs, animator) }
            return result
        case .displacement(let displacement):
            return try displace(layer, pictureSize(of: source, layer.bounds.size), displacement, of: source)
        case .echo(let echo): return try echoes(echo, of: source, as: layer)
        case .fourColors(let gradient):
            let result = try around(layer)
            try color(result, by: gradient, pictureSize(of: source, layer.bounds.size), animator)
            return result
        }
    }

    /// The size of a layer's picture in After Effects.
    func pictureSize(of layer: LottieLayer, _ size: CGSize) -> CGSize {
        switch layer.content {
        case .solid:
            return CGSize(width: max(layer.width ?? 0, 1e-3), height: max(layer.height ?? 0, 1e-3))
        case .image(let id, _):
            let asset = composition.images[id]
            return CGSize(
                width: max(asset?.width ?? Double(size.width), 1e-3),
                height: max(asset?.height ?? Double(size.height), 1e-3))
        default: return size
        }
    }

    // MARK: Blurs

    /// A blur along a line: the filter's plane is pressed flat across the line, where its deviation is then nearly 0.
    ///
    /// Blurs are along the axes of their picture, so that the picture for an inclined one is rasterized in a turned
    /// space.
    private func blur(
        _ layer: CALayer, along angle: LottieTrack<Double>, _ amount: LottieTrack<Double>, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        let flat: CGFloat = 1 / 4096
        let quarters = angle.constant.map { $0 / 90 }.flatMap { $0 == $0.rounded() ? $0 : nil }
        let isUpright = quarters.map { $0.remainder(dividingBy: 2) == 0 } ?? false
        let (x, y) = isUpright ? (flat, 1) : (1, flat)
        let inner = try around(layer)
        inner.transform = CATransform3DMakeScale(1 / x, 1 / y, 1)
        let result = try around(inner)
        result.transform = CATransform3DMakeScale(x, y, 1)
        filter(result, [.blur(amount)], animator)
        if quarters != nil { return result }
        // The line is along x in the turned space.
        func turn(_ layer: CALayer, _ sign: Double) {
            animator.animate(
                layer, "transform", angle.map { sign * (90 - $0) * .pi / 180 },
                set: { layer.transform = CATransform3DMakeRotation(CGFloat($0), 0, 0, 1) },
                change: { $0.valueFunction = CAValueFunction(name: .rotateZ) }
            ) { $0 }
        }
        let turned = try around(layer)
        turn(turned, 1)
        inner.addSublayer(turned)
        let picture = try around(result)
        (picture.shouldRasterize, picture.rasterizationScale) = (true, 2)
        turn(picture, -1)
        return picture
    }

    // MARK: Mosaic

    /// Tiles, sharp ones in the colour of their middle, others in the mean of their area.
    ///
    /// *Source*: Adobe, "Mosaic effect". A mean is the middle of a blurred picture here, whose variance is that of a
    /// tile: a guess.
    private func mosaic(
        _ layer: CALayer, _ source: LottieLayer, _ count: LottieTrack<[Double]>, isSharp: Bool,
        _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        let result = try around(layer)
        let area = CGRect(origin: .zero, size: pictureSize(of: source, layer.bounds.size))
        let tile = count.map { count in
            // A unit of a blur is a deviation of 0.3.
            (Double(area.width * area.height) / (count[0] * count[1])).squareRoot() / 12.0.squareRoot() / 0.3
        }
        filter(result, (isSharp ? [] : [.blur(tile)]) + [.mosaic(area, count: count)], animator)
        return result
    }

    // MARK: Corner pin

    /// Gives a layer the perspective in which the corners of a rectangle at its origin lie at four points.
    private func pin(
        _ layer: CALayer, _ size: CGSize, to corners: [LottieTrack<SIMD3<Double>>], _ animator: LottieAnimator
    ) {
        let (width, height) = (Double(size.width), Double(size.height))
        let matrix = animator.time.sampling.combine(corners, isStraight: false) { moment in
            Self.perspective(corners.map { $0.value(moment).plane }, width, height)
        }
        func transform(_ m: [Double]) -> CATransform3D {
            var result = CATransform3DIdentity
            (result.m11, result.m12, result.m14) = (CGFloat(m[0]), CGFloat(m[1]), CGFloat(m[2]))
            (result.m21, result.m22, result.m24) = (CGFloat(m[3]), CGFloat(m[4]), CGFloat(m[5]))
            (result.m41, result.m42) = (CGFloat(m[6]), CGFloat(m[7]))
            return result
        }
        animator.animate(layer, "transform", matrix, set: { layer.transform = transform($0) }) {
            NSValue(caTransform3D: transform($0))
        }
    }

    /// The perspective map of a rectangle to four points: the factors of x, y and w for x, those for y, and the offset.
    ///
    /// *Source*: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 2.2.3: square to quadrilateral.
    private static func perspective(_ p: [SIMD2<Double>], _ width: Double, _ height: Double) -> [Double] {
        let (a, b, d, c) = (p[0], p[1], p[2], p[3])
        let (one, two, sum) = (b - c, d - c, a - b + c - d)
        let determinant = one.x * two.y - two.x * one.y
        let isFlat = abs(determinant) < 1e-9
        let g = isFlat ? 0 : (sum.x * two.y - two.x * sum.y) / determinant
        let h = isFlat ? 0 : (one.x * sum.y - sum.x * one.y) / determinant
        let (x, y) = (b - a + g * b, d - a + h * d)
        return [
            x.x / width, x.y / width, g / width, y.x / height, y.y / height, h / height, a.x, a.y,
        ]
    }

    // MARK: Lines and gradients

    private func stroke(
        _ layer: CALayer, _ stroke: LottieMaskStroke, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        let lines = plain(in: layer.bounds.size)
        for outline in stroke.outlines {
            try spend()
            let shape = CAShapeLayer()
            fill(shape, layer.bounds.size)
            shape.fillColor = nil
            (shape.lineCap, shape.lineJoin) = (.round, .round)
            func path(_ outline: LottieOutline) -> CGPath { LottieOutlines(outlines: [outline]).path() }
            animator.animate(shape, "path", outline, set: { shape.path = path($0) }) { path($0) }
            animator.animate(shape, "strokeColor", stroke.color, set: { shape.strokeColor = Self.color($0) }) {
                Self.color($0)
            }
            animator.animate(shape, "lineWidth", stroke.width, set: { shape.lineWidth = CGFloat($0) }) { $0 }
            let (start, end) = (stroke.start, stroke.end)
            func part(_ pick: @escaping (Double, Double) -> Double) -> LottieTrack<Double> {
                animator.time.sampling.combine([start, end], isStraight: false) { moment in
                    min(max(pick(start.value(moment), end.value(moment)) / 100, 0), 1)
                }
            }
            animator.animate(shape, "strokeStart", part(min), set: { shape.strokeStart = CGFloat($0) }) { $0 }
            animator.animate(shape, "strokeEnd", part(max), set: { shape.strokeEnd = CGFloat($0) }) { $0 }
            // The brush's marks are discs; from half a width on they are seen one by one.
            if stroke.spacing > 50 {
                let gap = stroke.spacing / 100 * stroke.width.first
                shape.lineDashPattern = [0.01, NSNumber(value: max(gap, 0.5))]
            }
            lines.addSublayer(shape)
        }
        fade(lines, stroke.opacity.map { $0 * 100 }, animator)
        switch stroke.style {
        case .onOriginal:
            let result = try around(layer)
            result.addSublayer(lines)
            return result
        case .onTransparent: return try around(lines)
        case .revealOriginal:
            let result = try around(layer)
            result.mask = lines
            return result
        }
    }

    /// Gives a layer's content the colours of a gradient.
    private func color(
        _ layer: CALayer, by gradient: LottieGradient, _ percent: LottieTrack<Double>, _ animator: LottieAnimator
    ) throws(DocumentError) {
        let colors = try LottieShapeBuilder(self, animator, layer.bounds.size).gradient(gradient)
        fade(colors, percent, animator)
        colors.compositingFilter = "sourceAtop"
        layer.addSublayer(colors)
    }

    /// Gives a layer's content four colours that change into each other, by a picture of 64 pixels across.
    ///
    /// That each colour counts by its distance's power of -200 / blend is a guess.
    private func color(
        _ layer: CALayer, by gradient: LottieFourColors, _ size: CGSize, _ animator: LottieAnimator
    ) throws(DocumentError) {
        try spend(2)
        let (side, area) = (64, SIMD2(Double(size.width), Double(size.height)))
        var before: CGImage?
        let tracks: [any LottieTimed] = gradient.points + gradient.colors + [gradient.blend]
        let pictures = animator.time.sampling.combine(tracks, isStraight: false) { moment in
            guard mayDraw(side * side) else { return LottiePicture(image: before) }
            let points = gradient.points.map { $0.value(moment).plane }
            let colors = gradient.colors.map { $0.value(moment) }
            let power = -100 / min(max(gradient.blend.value(moment), 1), 1000)
            before = LottieInterop.picture(side) { share in
                // Squares of distances, limited so that NaN is far away.
                let distances = points.map { point in
                    let way = (share * area - point) / max(area.x, area.y)
                    return max(1e-6, min(1e12, (way * way).sum()))
                }
                // The nearest colour has a weight of 1: no weight is infinite, and their sum is not 0.
                let nearest = distances.min() ?? 1
                let weights = distances.map { pow($0 / nearest, power) }
                return zip(weights, colors).reduce(SIMD4<Double>.zero) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
            }
            return LottiePicture(image: before)
        }
        let cover = CALayer()
        cover.frame = CGRect(origin: .zero, size: size)
        animator.animate(
            cover, "contents", pictures, set: { cover.contents = $0.image },
            change: { ($0 as? CAKeyframeAnimation)?.calculationMode = .discrete }
        ) { $0.image as Any }
        fade(cover, gradient.opacity, animator)
        cover.compositingFilter = "sourceAtop"
        layer.addSublayer(cover)
    }

    /// The disc that a sphere fills, which gives it smooth edges: half a point less, as the filter has none beyond.
    private func disc(
        _ inputs: [String: LottieTrack<[Double]>], _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer? {
        guard let center = inputs["inputCenter"], let radius = inputs["inputRadius"] else { return nil }
        try spend()
        let shape = CAShapeLayer()
        fill(shape, CGSize(width: 1, height: 1))
        shape.fillColor = CGColor(gray: 0, alpha: 1)
        let boxes = animator.time.sampling.combine([center, radius]) { moment in
            let (middle, radius) = (center.value(moment), max(radius.value(moment)[0] - 0.5, 0))
            return [middle[0] - radius, middle[1] - radius, 2 * radius]
        }
        func path(_ box: [Double]) -> CGPath {
            unsafe CGPath(ellipseIn: CGRect(x: box[0], y: box[1], width: box[2], height: box[2]), transform: nil)
        }
        animator.animate(shape, "path", boxes, set: { shape.path = path($0) }) { path($0) }
        return shape
    }

    /// The box of a layer's content, in its own space: the size of pictures, else the box of the outlines that do not
    /// move.
    private func contentBox(of layer: LottieLayer, _ made: CALayer) -> CGRect {
        switch layer.content {
        case .shapes, .text: break
        default: return CGRect(origin: .zero, size: pictureSize(of: layer, made.bounds.size))
        }
        var box = CGRect.null
        func add(_ part: CALayer) {
            if let path = (part as? CAShapeLayer)?.path {
                box = box.union(made.convert(path.boundingBoxOfPath, from: part))
            }
            for next in part.sublayers ?? [] { add(next) }
            if let mask = part.mask as? CAShapeLayer, let path = mask.path {
                box = box.union(made.convert(path.boundingBoxOfPath, from: part))
            }
        }
        add(made)
        return box.isNull || box.isInfinite ? CGRect(origin: .zero, size: made.bounds.size) : box
    }

    // MARK: Wipes

    /// The visible side of a straight edge, beyond which the layer is hidden.
    ///
    /// *Source*: Adobe, "Linear Wipe effect"; google/skia for where the soft edge begins and ends.
    private func mask(
        of wipe: LottieLinearWipe, _ size: CGSize, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        try spend(4)
        let (width, height) = (Double(size.width), Double(size.height))
        let turned = plain(in: CGSize(width: 1, height: 1))
        turned.position = CGPoint(x: width / 2, y: height / 2)
        animator.animate(
            turned, "transform", wipe.angle.map { ($0 - 90) * .pi / 180 },
            set: { turned.transform = CATransform3DMakeRotation(CGFloat($0), 0, 0, 1) },
            change: { $0.valueFunction = CAValueFunction(name: .rotateZ) }
        ) { $0 }
        let moved = plain(in: CGSize(width: 1, height: 1))
        let edge = animator.time.sampling.combine([wipe.completion, wipe.angle, wipe.feather], isStraight: false) {
            moment in
            let angle = (wipe.angle.value(moment) - 90) * .pi / 180
            let feather = max(wipe.feather.value(moment), 0)
            let length = abs(width * cos(angle)) + abs(height * sin(angle))
            let share = min(max(wipe.completion.value(moment) / 100, 0), 1)
            return share * (length + feather) - length / 2 - feather
        }
        animator.animate(moved, "position.x", edge, set: { moved.position.x = CGFloat($0) }) { $0 }
        let soft = CAGradientLayer()
        soft.anchorPoint = CGPoint(x: 0, y: 0.5)
        (soft.startPoint, soft.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
        soft.colors = [CGColor(gray: 0, alpha: 0), CGColor(gray: 0, alpha: 1)]
        let feather = wipe.feather.map { max($0, 1e-3) }
        func bounds(_ width: Double) -> CGRect { CGRect(x: 0, y: 0, width: width, height: 60_000) }
        animator.animate(soft, "bounds", feather, set: { soft.bounds = bounds($0) }) { bounds($0) }
        let rest = CALayer()
        (rest.anchorPoint, rest.bounds) = (CGPoint(x: 0, y: 0.5), bounds(60_000))
        rest.backgroundColor = CGColor(gray: 0, alpha: 1)
        animator.animate(rest, "position.x", feather, set: { rest.position.x = CGFloat($0) }) { $0 }
        for part in [soft, rest] { moved.addSublayer(part) }
        turned.addSublayer(moved)
        let result = plain(in: size)
        result.addSublayer(turned)
        return result
    }

    /// The sector around a point that is not hidden.
    ///
    /// *Source*: Adobe, "Radial Wipe effect".
    private func mask(of wipe: LottieRadialWipe, _ animator: LottieAnimator) throws(DocumentError) -> CALayer {
        try spend(2)
        let parts = 48
        let outline = animator.time.sampling.combine(
            [wipe.completion, wipe.angle, wipe.center], isStraight: false
        ) { moment -> LottieOutline in
            let center = wipe.center.value(moment).plane
            let hidden = 360 * min(max(wipe.completion.value(moment) / 100, 0), 1)
            let start = wipe.angle.value(moment) - 90 - [2: hidden, 3: hidden / 2][wipe.direction, default: 0]
            let around = (0...parts).map { index in
                let angle = (start + hidden + (360 - hidden) * Double(index) / Double(parts)) * .pi / 180
                return LottieVertex(center + SIMD2(cos(angle), sin(angle)) * 30_000)
            }
            return LottieOutline(vertices: [LottieVertex(center)] + around, isClosed: true)
        }
        let shape = CAShapeLayer()
        fill(shape, CGSize(width: 1, height: 1))
        shape.fillColor = CGColor(gray: 0, alpha: 1)
        func path(_ outline: LottieOutline) -> CGPath { LottieOutlines(outlines: [outline]).path() }
        animator.animate(shape, "path", outline, set: { shape.path = path($0) }) { path($0) }
        let result = plain(in: CGSize(width: 1, height: 1))
        result.addSublayer(shape)
        if wipe.feather.isAnimated || wipe.feather.first > 0 { filter(result, [.blur(wipe.feather)], animator) }
        return result
    }
}

extension LottieGradientOverlay {
    /// The gradient over a box.
    ///
    /// *Source*: Adobe, Photoshop, "Gradient Overlay": angle, scale and offset; that the gradient ends at the box's
    /// furthest corners in its direction is a guess.
    func placed(in box: CGRect, _ sampling: LottieSampling) -> LottieGradient {
        var result = gradient
        let (middle, size) = (
            SIMD3(Double(box.midX), Double(box.midY), 0), SIMD3(Double(box.width), Double(box.height), 0)
        )
        func point(_ side: Double) -> LottieTrack<SIMD3<Double>> {
            sampling.combine([angle, scale, offset], isStraight: false) { moment in
                let radians = angle.value(moment) * .pi / 180
                let way = SIMD3(cos(radians), -sin(radians), 0)
                let reach = (abs(way.x) * size.x + abs(way.y) * size.y) / 2 * scale.value(moment) / 100
                return middle + offset.value(moment) / 100 * size + way * (side * reach)
            }
        }
        (result.start, result.end) = (point(gradient.kind == .linear ? -1 : 0), point(1))
        result.angle = angle.map { -$0 }
        return result
    }
}
