import CoreGraphics
import Foundation
import QuartzCore

extension LottieShapeBuilder {
    /// How far a gradient extends beyond its composition, in points.
    static let gradientMargin = 10_000.0

    /// Makes the layer of a gradient, with a mask if the gradient has alphas.
    func gradient(_ gradient: LottieGradient) throws(DocumentError) -> CALayer {
        try builder.spend(2)
        let colors = gradient.stops.map { values -> [Double] in Array(values.prefix(gradient.count * 4)) }
        let alphas = gradient.stops.map { values -> [Double] in
            let rest = values.dropFirst(gradient.count * 4)
            return Array(rest.prefix(rest.count / 2 * 2))
        }
        let hasAlphas = alphas.keys.contains { Self.isTransparent($0.value) }
        if hasAlphas { builder.diagnostics.use("gradient with alpha") }
        if let highlight = gradient.highlight {
            return try highlighted(gradient, highlight, colors, hasAlphas ? alphas : nil)
        }
        let layer = self.layer(gradient)
        animator.animate(layer, "colors", colors, set: { layer.colors = Self.colors($0) }) { Self.colors($0) }
        animator.animate(layer, "locations", colors, set: { layer.locations = Self.stopLocations($0, 4) }) {
            Self.stopLocations($0, 4)
        }
        guard hasAlphas else { return layer }
        let mask = self.layer(gradient)
        animator.animate(mask, "colors", alphas, set: { mask.colors = Self.alphaColors($0) }) { Self.alphaColors($0) }
        animator.animate(mask, "locations", alphas, set: { mask.locations = Self.stopLocations($0, 2) }) {
            Self.stopLocations($0, 2)
        }
        mask.position = .zero
        layer.mask = mask
        return layer
    }

    private func layer(_ gradient: LottieGradient) -> CAGradientLayer {
        let layer = CAGradientLayer()
        let margin = Self.gradientMargin
        var (width, height) = (Double(size.width) + 2 * margin, Double(size.height) + 2 * margin)
        // Lines of one colour are square to the gradient's way only in square bounds; Apple's player has others.
        if builder.player != .coreAnimation { (width, height) = (max(width, height), max(width, height)) }
        builder.fill(layer, CGSize(width: width, height: height))
        layer.position = CGPoint(x: -margin, y: -margin)
        func unit(_ point: SIMD3<Double>) -> CGPoint {
            CGPoint(x: (point.x + margin) / width, y: (point.y + margin) / height)
        }
        var start = gradient.start
        let end = gradient.end
        if builder.player == .coreAnimation, gradient.kind == .radial {
            start = sampling.combine([start, end], steps: .tenths) { gradient.start.value($0) }
        }
        animator.animate(layer, "startPoint", start, set: { layer.startPoint = unit($0) }) { unit($0) }
        switch gradient.kind {
        case .linear:
            animator.animate(layer, "endPoint", end, set: { layer.endPoint = unit($0) }) { unit($0) }
        case .radial:
            layer.type = .radial
            let corner = sampling.combine(
                [gradient.start, end], isStraight: !start.isAnimated && !end.isAnimated,
                steps: LottieSteps(builder.player)
            ) { moment in
                let (a, b) = (gradient.start.value(moment), end.value(moment))
                let radius = max((b - a).plane.length, 1e-3)
                return SIMD3(a.x + radius, a.y + radius, 0)
            }
            animator.animate(layer, "endPoint", corner, set: { layer.endPoint = unit($0) }) { unit($0) }
        case .conic:
            layer.type = .conic
            let angle = gradient.angle
            let way = sampling.combine([start, angle], isStraight: !angle.isAnimated) { moment in
                let radians = angle.value(moment) * .pi / 180
                return start.value(moment) + SIMD3(cos(radians), sin(radians), 0) * 100
            }
            animator.animate(layer, "endPoint", way, set: { layer.endPoint = unit($0) }) { unit($0) }
        }
        return layer
    }

    static func colors(_ values: [Double]) -> [CGColor] {
        let count = values.count / 4
        let colors = (0..<count).map { index in
            LottieBuilder.color(SIMD4(values[index * 4 + 1], values[index * 4 + 2], values[index * 4 + 3], 1))
        }
        // A gradient of one colour needs two equal stops.
        return colors.count == 1 ? colors + colors : colors
    }

    static func alphaColors(_ values: [Double]) -> [CGColor] {
        let colors = (0..<values.count / 2).map { CGColor(gray: 0, alpha: CGFloat(values[$0 * 2 + 1])) }
        return colors.count == 1 ? colors + colors : colors
    }

    /// The locations of the stops, made ascending.
    static func stopLocations(_ values: [Double], _ stride: Int) -> [NSNumber] {
        var last = 0.0
        var stopLocations = (0..<values.count / stride).map { index in
            last = max(last, values[index * stride])
            return NSNumber(value: last)
        }
        if stopLocations.count == 1 { stopLocations = [0, 1] }
        return stopLocations
    }

    private static func isTransparent(_ values: [Double]) -> Bool {
        (0..<values.count / 2).contains { values[$0 * 2 + 1] < 0.999 }
    }
}
