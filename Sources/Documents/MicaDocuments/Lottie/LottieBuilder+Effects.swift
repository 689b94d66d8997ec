import CoreGraphics
import Foundation
import MicaExtras
import QuartzCore

/// Blend modes, and effects on a layer's finished picture.
extension LottieBuilder {
    /// Apple's name of a blend mode of the format; nil for normal, and for those that there are none for.
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

    /// Gives a layer its effects.
    func filter(_ layer: CALayer, _ filters: [LottieFilter], _ animator: LottieAnimator) {
        guard !filters.isEmpty else { return }
        var made: [LayerFilter] = []
        var blurs: [(name: String, radius: LottieTrack<Double>)] = []
        for (index, filter) in filters.prefix(16).enumerated() {
            switch filter {
            case .blur(let amount):
                // A standard deviation of 0.3 for each unit of blurriness, as players have it.
                let radius = amount.map { min(max($0, 0), 5000) * 0.3 }
                made.append(LayerFilter.gaussianBlur(radius: radius.first, name: "blur\(index)"))
                if radius.isAnimated { blurs.append(("blur\(index)", radius)) }
            case .tint(let black, let white, let amount):
                if black.isAnimated || white.isAnimated || amount.isAnimated {
                    reader.warn("a tint that changes stands still")
                }
                made.append(LayerFilter.colorMatrix(Self.tint(black.first, white.first, amount.first)))
            case .fill(let color, let opacity):
                if color.isAnimated || opacity.isAnimated { reader.warn("a fill effect that changes stands still") }
                let (c, alpha) = (color.first, min(max(opacity.first, 0), 1))
                made.append(
                    LayerFilter.colorMatrix([
                        0, 0, 0, 0, c.x, 0, 0, 0, 0, c.y, 0, 0, 0, 0, c.z, 0, 0, 0, alpha, 0,
                    ]))
            }
        }
        layer.filters = made
        for (name, radius) in blurs { animator.animate(layer, "filters.\(name).inputRadius", radius) { $0 } }
    }

    /// The matrix that maps dark to one colour and light to another, mixed with the picture.
    private static func tint(_ black: SIMD4<Double>, _ white: SIMD4<Double>, _ amount: Double) -> [Double] {
        let share = min(max(amount, 0), 1)
        let luma = [0.299, 0.587, 0.114]
        var rows: [Double] = []
        for index in 0..<3 {
            let span = (white[index] - black[index]) * share
            rows += (0..<3).map { luma[$0] * span + ($0 == index ? 1 - share : 0) } + [0, black[index] * share]
        }
        return rows + [0, 0, 0, 1, 0]
    }
}
