import CoreGraphics
import Foundation
import MicaValues
import QuartzCore

/// Blend modes, and effects on a layer's picture.
extension LottieBuilder {
    /// Apple's name of a blend mode of the format; nil for normal and for unsupported modes.
    static func blend(_ mode: Int) -> String? {
        let names = [
            1: "multiplyBlendMode", 2: "screenBlendMode", 3: "overlayBlendMode", 4: "darkenBlendMode",
            5: "lightenBlendMode",
            6: "colorDodgeBlendMode", 7: "colorBurnBlendMode", 8: "hardLightBlendMode", 9: "softLightBlendMode",
            10: "differenceBlendMode", 11: "exclusionBlendMode", 12: "hueBlendMode", 13: "saturationBlendMode",
            14: "colorBlendMode", 15: "luminosityBlendMode", 16: "plusL",
        ]
        return names[mode]
    }

    /// Adds effects to a layer.
    func filter(_ layer: CALayer, _ filters: [LottieFilter], _ animator: LottieAnimator) {
        guard !filters.isEmpty else { return }
        let all = filters.enumerated().map { index, filter in filter.made("effect\(index)") }
        layer.filters = all.map(\.filter)
        for (filter, inputs) in all {
            for (key, track) in inputs where track.isAnimated {
                animator.animate(layer, "filters.\(filter.name).\(key)", track) { numbers -> Any in
                    numbers.count == 1 ? numbers[0] : numbers.map { NSNumber(value: $0) }
                }
            }
        }
    }

    /// Fades a layer by an opacity in percent.
    func fade(_ layer: CALayer, _ percent: LottieTrack<Double>, _ animator: LottieAnimator) {
        animator.animate(layer, "opacity", percent, set: { layer.opacity = Self.opacity($0) }) { Self.opacity($0) }
    }

    /// Gives a layer a shadow.
    func add(_ shadow: LottieShadow, to layer: CALayer, _ animator: LottieAnimator) {
        animator.animate(layer, "shadowOpacity", shadow.opacity, set: { layer.shadowOpacity = Float($0) }) { $0 }
        animator.animate(layer, "shadowColor", shadow.color, set: { layer.shadowColor = Self.color($0) }) {
            Self.color($0)
        }
        animator.animate(layer, "shadowRadius", shadow.radius, set: { layer.shadowRadius = CGFloat($0) }) { $0 }
        let offset = shadow.offset(animator.time.sampling)
        animator.animate(
            layer, "shadowOffset", offset, set: { layer.shadowOffset = CGSize(width: $0.x, height: $0.y) }
        ) { CGSize(width: $0.x, height: $0.y) }
    }

    /// Makes a layer's picture the shadow that it throws.
    func turn(_ layer: CALayer, into shadow: LottieShadow, _ animator: LottieAnimator) {
        let colors = animator.time.sampling.fill(shadow.color, opacity: shadow.opacity)
        let isSharp = shadow.radius.constant == 0
        filter(layer, isSharp ? [.matrix(colors)] : [.blur(shadow.radius.map { $0 / 0.3 }), .matrix(colors)], animator)
        let offset = shadow.offset(animator.time.sampling)
        animator.animate(layer, "position", offset, set: { layer.position = $0.plane.cgPoint }) { $0.plane.cgPoint }
    }
}

extension LottieFilter {
    /// The filter at its start, and its inputs over time: several numbers for a list.
    fileprivate func made(
        _ name: String
    ) -> (filter: LayerFilter, inputs: [(key: String, track: LottieTrack<[Double]>)]) {
        switch self {
        case .blur(let amount):
            let radius = amount.map { min(max($0, 0), 5000) * 0.3 }
            return (LayerFilter.gaussianBlur(radius: radius.first, name: name), [("inputRadius", radius.map { [$0] })])
        case .matrix(let numbers):
            return (LayerFilter.colorMatrix(numbers.first, name: name), [("inputColorMatrix", numbers)])
        case .power(let powers): return (LayerFilter.powers(powers.first, name: name), [("inputPower", powers)])
        case .bulge(let center, let radii, let height):
            let (middle, size) = (center.first, radii.first)
            let filter = LayerFilter.bulge(
                center: CGPoint(x: middle[0], y: middle[1]), radii: CGSize(width: size[0], height: size[1]),
                height: height.first, name: name)
            return (
                filter,
                [("inputCenter", center), ("inputRadii", radii), ("inputHeight", height.map { [$0] })]
            )
        case .mosaic(let rectangle, let count):
            let first = count.first.map { Int(max(1, $0)) }
            let filter = LayerFilter.mosaic(in: rectangle, columns: first[0], rows: first[1], name: name)
            return (filter, [("inputCount", count)])
        case .kind(let type, let inputs):
            var filter = LayerFilter(type: type, name: name) ?? LayerFilter.brightness(0, name: name)
            for (key, track) in inputs {
                if track.first.count == 1 {
                    filter[number: key] = track.first[0]
                } else {
                    filter[numbers: key] = track.first
                }
            }
            return (filter, inputs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }
}

extension LottieShadow {
    /// How far the shadow is from what throws it.
    func offset(_ sampling: LottieSampling) -> LottieTrack<SIMD3<Double>> {
        sampling.combine([angle, distance], isStraight: !angle.isAnimated) { moment in
            let radians = angle.value(moment) * .pi / 180
            return SIMD3(cos(radians), sin(radians), 0) * distance.value(moment)
        }
    }
}
