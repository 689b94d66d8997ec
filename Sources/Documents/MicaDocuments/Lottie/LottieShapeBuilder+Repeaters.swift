import CoreGraphics
import Foundation
import QuartzCore

extension LottieShapeBuilder {
    /// The most copies of one repeater.
    private static let limit = 1000

    /// Adds copies of items; each is placed relative to the copy before it.
    ///
    /// - Parameter after: the items after the repeater, front to back, which draw the copies, too.
    func add(_ repeater: LottieRepeater, _ items: [LottieItem], after: [LottieItem], to parent: CALayer)
        throws(DocumentError)
    {
        let most = repeater.copies.keys.map { $0.value }.max() ?? 0
        let count = min(Int(max(most, 0)), Self.limit)
        if most > Double(Self.limit) { builder.diagnostics.warn("a repeater draws \(Self.limit) copies of \(most)") }
        // Other items of the list are below the copies.
        try add([], to: parent, inherited: after)
        let order = repeater.isBelow ? Array((0..<count).reversed()) : Array(0..<count)
        // All copies are equal, so that paths are merged, cut and sampled once.
        var template: CALayer?
        for index in order {
            let copy = builder.plain(in: size)
            position(copy, repeater, index, count)
            if let template {
                for layer in template.sublayers ?? [] { copy.addSublayer(Self.copied(layer)) }
            } else {
                let before = builder.count
                try builder.spend()
                try add(items, to: copy, inherited: after.filter { Self.isHanded($0) })
                template = copy
                let (layers, keys) = (
                    builder.count - before, (copy.sublayers ?? []).reduce(0) { $0 + Self.keys(of: $1) }
                )
                let each = keys / 5 + (Self.tracks(repeater).contains { $0.isAnimated } ? 2 : 0)
                try builder.spend(layers * (count - 1), areCopies: true, extra: each * (count - 1))
            }
            parent.addSublayer(copy)
        }
    }

    /// A copy of a layer with its animations, mask and sublayers; paths and values are shared.
    ///
    /// It is made like a presentation copy: `init(layer:)` alone copies neither geometry nor look.
    private static func copied(_ layer: CALayer) -> CALayer {
        let copy =
            switch layer {
            case is CAShapeLayer: makeLayer(of: CAShapeLayer.self, copying: layer)
            case is CAGradientLayer: makeLayer(of: CAGradientLayer.self, copying: layer)
            default: makeLayer(of: CALayer.self, copying: layer)
            }
        for key in layer.animationKeys() ?? [] {
            if let animation = layer.animation(forKey: key) { copy.add(animation, forKey: key) }
        }
        if let mask = layer.mask { copy.mask = copied(mask) }
        for sublayer in layer.sublayers ?? [] { copy.addSublayer(copied(sublayer)) }
        return copy
    }

    /// The number of values in the animations of a layer, its mask and its sublayers.
    private static func keys(of layer: CALayer) -> Int {
        let own = (layer.animationKeys() ?? []).reduce(0) { sum, key in
            sum + ((layer.animation(forKey: key) as? CAKeyframeAnimation)?.values?.count ?? 0)
        }
        return ((layer.sublayers ?? []) + [layer.mask].compactMap(\.self)).reduce(own) { $0 + keys(of: $1) }
    }

    private static func isHanded(_ item: LottieItem) -> Bool {
        switch item {
        case .paint, .trim, .round, .merge, .reshape: true
        case .group, .outline, .repeat: false
        }
    }

    /// The tracks that place the copies.
    private static func tracks(_ repeater: LottieRepeater) -> [any LottieTimed] {
        let transform = repeater.transform
        return [transform.anchor, transform.position, transform.scale, transform.rotation, repeater.offset]
    }

    private func position(_ layer: CALayer, _ repeater: LottieRepeater, _ index: Int, _ count: Int) {
        let (transform, offset) = (repeater.transform, repeater.offset)
        let sampling = builder.copySampling
        let tracks = Self.tracks(repeater)
        let isStill = !tracks.contains { $0.isAnimated }
        func matrix(_ moment: LottieMoment) -> CATransform3D {
            let step = Double(index) + offset.value(moment)
            let anchor = transform.anchor.value(moment)
            let position = transform.position.value(moment) * step
            let scale = transform.scale.value(moment) / 100
            func power(_ base: Double) -> Double { base < 0 && step != step.rounded() ? 0 : pow(base, step) }
            let origin = CATransform3DMakeTranslation(CGFloat(-anchor.x), CGFloat(-anchor.y), 0)
            let scaled = CATransform3DMakeScale(CGFloat(power(scale.x)), CGFloat(power(scale.y)), 1)
            let turned = CATransform3DMakeRotation(
                CGFloat(transform.rotation.value(moment) * step * .pi / 180), 0, 0, 1)
            let moved = CATransform3DMakeTranslation(CGFloat(position.x + anchor.x), CGFloat(position.y + anchor.y), 0)
            return CATransform3DConcat(
                CATransform3DConcat(origin, scaled), CATransform3DConcat(turned, moved))
        }
        if isStill {
            layer.transform = matrix(.key(0))
        } else {
            let all = sampling.combine(tracks, isStraight: false) { moment in LottieMatrix(matrix(moment)) }
            animator.animate(layer, "transform", all, set: { layer.transform = $0.value }) {
                NSValue(caTransform3D: $0.value)
            }
        }
        let (start, end) = (repeater.startOpacity, repeater.endOpacity)
        let share = count > 1 ? Double(index) / Double(count - 1) : 0
        let opacity = sampling.combine([start, end]) { moment in
            start.value(moment) + (end.value(moment) - start.value(moment)) * share
        }
        animator.animate(layer, "opacity", opacity, set: { layer.opacity = LottieBuilder.opacity($0) }) {
            LottieBuilder.opacity($0)
        }
        if repeater.copies.isAnimated {
            let hidden = sampling.combine([repeater.copies], isStraight: false) { moment in
                repeater.copies.value(moment) > Double(index) ? 0.0 : 1.0
            }
            var steps = hidden
            for key in steps.keys.indices { steps.keys[key].isHold = true }
            animator.animate(layer, "hidden", steps, set: { layer.isHidden = $0 > 0 }) { $0 > 0 }
        }
    }
}

/// A matrix that can be interpolated.
struct LottieMatrix: LottieBlendable {
    var value: CATransform3D

    init(_ value: CATransform3D) { self.value = value }

    static func blend(_ a: LottieMatrix, _ b: LottieMatrix, _ amounts: [Double]) -> LottieMatrix {
        amounts[0] < 1 ? a : b
    }
}
