import Foundation
import MicaBase
import MicaFrame
import MicaWire

extension ContentsState {
    /// The colour filter of the image's pixels; nil for none.
    var colorFilter: ColorFilter? {
        if isStencil { return .stencil(PixelColor(multiplyColor ?? .black)) }
        return multiplyColor.map { .multiply(PixelColor($0)) }
    }
}

extension FilterState {
    /// The filter as a bent plane; nil for one that moves no pixels.
    var warp: WarpDraw.Map? {
        func pair(_ key: String) -> [Double] { if case .numbers(let all) = self[key] { all } else { [] } }
        switch kind {
        case .bulge:
            let (center, radii) = (pair("inputCenter"), pair("inputRadii").map { abs($0) })
            let height = self["inputHeight"].number ?? 0
            guard (center + radii + [height]).allSatisfy(\.isFinite), radii[0] > 0, radii[1] > 0, height != 0 else {
                return nil
            }
            let rect = LocalRect(
                minX: center[0] - radii[0], minY: center[1] - radii[1], maxX: center[0] + radii[0],
                maxY: center[1] + radii[1])
            return .bulge(rect, height: max(-Self.heightLimit, min(Self.heightLimit, height)))
        case .mosaic:
            let (r, count) = (pair("inputRectangle"), pair("inputCount"))
            guard (r + count).allSatisfy(\.isFinite), r[2] > 0, r[3] > 0, count[0] >= 1, count[1] >= 1 else {
                return nil
            }
            return .mosaic(
                LocalRect(minX: r[0], minY: r[1], maxX: r[0] + r[2], maxY: r[1] + r[3]),
                columns: Int32(min(count[0].rounded(), 100_000)), rows: Int32(min(count[1].rounded(), 100_000)))
        case .radialBlur: return field(.smear) { $0[2] != 0 || $0[3] != 0 }
        case .turbulence: return field(.turbulence) { $0[0] != 0 || $0[1] != 0 }
        case .wave: return field(.wave) { $0[1] != 0 }
        case .twirl: return field(.twirl) { $0[2] > 0 && $0[3] != 0 }
        case .sphere: return field(.sphere) { $0[2] > 0 }
        case .noise: return field(self["inputFolds"].number == 0 ? .noise : .foldedNoise) { _ in true }
        case .spherize: return field(.spherize) { $0[2] > 0 }
        case .displacement:
            // Channels of one value displace nothing by themselves.
            return field(.displacement) { ($0[0] != 0 || $0[1] != 0) && ($0[4] < 9 || $0[5] < 9) }
        default: return nil
        }
    }

    /// The filter by a formula that takes its inputs in order; nil without an effect.
    private func field(_ kind: WarpDraw.Field.Kind, _ hasEffect: ([Double]) -> Bool) -> WarpDraw.Map? {
        guard numbers.allSatisfy(\.isFinite), hasEffect(numbers) else { return nil }
        return .field(WarpDraw.Field(kind, numbers))
    }

    /// The highest bulge. *Source*: Adobe, "Bulge effect".
    private static let heightLimit = 4.0

    /// The filter as a function of a pixel's colour; nil for one that reads other pixels.
    ///
    /// *Source*: the matrices of saturation and of the rotation of hues: W3C, Filter Effects Module, feColorMatrix.
    var colorFilter: ColorFilter? {
        func number(_ key: String) -> Double { self[key].number ?? 0 }
        func color() -> ColorValue { if case .color(let value) = self["inputColor"] { value } else { .black } }
        switch kind {
        case .gaussianBlur, .bulge, .mosaic, .radialBlur, .turbulence, .wave, .twirl, .sphere, .noise, .spherize,
            .displacement:
            return nil
        case .blackAndWhite:
            guard case .numbers(let numbers) = self["inputWeights"] else { return nil }
            return .blackAndWhite(HueWeights(numbers))
        case .colorPower:
            guard case .numbers(let numbers) = self["inputPower"] else { return nil }
            return .power(ColorPowers(numbers))
        case .luminanceToAlpha: return .luminanceToAlpha
        case .vibrance:
            let amount = number("inputAmount")
            return .vibrance(amount.isNaN ? 0 : max(-64, min(64, amount)))
        case .colorMatrix:
            guard case .numbers(let numbers) = self["inputColorMatrix"] else { return nil }
            return .matrix(ColorMatrix(numbers))
        case .colorSaturate: return Self.linear(Self.saturation(number("inputAmount")))
        case .colorBrightness:
            return Self.linear(Self.identity, bias: SIMD3(repeating: number("inputAmount")))
        case .colorContrast: return Self.contrast(number("inputAmount"))
        case .colorInvert:
            return Self.linear(Self.identity.map { -$0 }, bias: SIMD3(1, 1, 1))
        case .colorHueRotate: return Self.linear(Self.hueRotation(number("inputAngle")))
        case .colorMonochrome:
            let (tint, amount, bias) = (color(), number("inputAmount"), number("inputBias"))
            let gray = [tint.red, tint.green, tint.blue].map { Self.luma * $0 }
            let rows = zip(Self.identity, gray).map { $0 + ($1 - $0) * amount }
            return Self.linear(rows, bias: SIMD3(repeating: bias * amount))
        case .multiplyColor:
            let tint = color()
            return .matrix(
                ColorMatrix([
                    tint.red, 0, 0, 0, 0, 0, tint.green, 0, 0, 0, 0, 0, tint.blue, 0, 0, 0, 0, 0, tint.alpha, 0,
                ]))
        case .colorAdd:
            let tint = color()
            return Self.linear(Self.identity, bias: SIMD3(tint.red, tint.green, tint.blue) * tint.alpha)
        case .colorControls:
            // Saturation, then brightness, then contrast about the middle.
            let contrast = number("inputContrast")
            let rows = Self.saturation(number("inputSaturation")).map { $0 * contrast }
            let bias = (number("inputBrightness") - 0.5) * contrast + 0.5
            return Self.linear(rows, bias: SIMD3(repeating: bias))
        }
    }

    private typealias Row = SIMD3<Double>

    private static let luma = Row(0.2126, 0.7152, 0.0722)
    private static let identity = [Row(1, 0, 0), Row(0, 1, 0), Row(0, 0, 1)]

    private static func linear(_ rows: [Row], bias: Row = .zero) -> ColorFilter {
        var numbers: [Double] = []
        for index in 0..<3 { numbers += [rows[index].x, rows[index].y, rows[index].z, 0, bias[index]] }
        return .matrix(ColorMatrix(numbers + [0, 0, 0, 1, 0]))
    }

    private static func contrast(_ amount: Double) -> ColorFilter {
        linear(identity.map { $0 * amount }, bias: SIMD3(repeating: 0.5 - 0.5 * amount))
    }

    private static func saturation(_ amount: Double) -> [Row] {
        identity.map { luma + ($0 - luma) * amount }
    }

    private static func hueRotation(_ angle: Double) -> [Row] {
        guard angle.isFinite else { return identity }
        let (c, s) = (cos(angle), sin(angle))
        let turned = [Row(-0.213, -0.715, 0.928), Row(0.143, 0.140, -0.283), Row(-0.787, 0.715, 0.072)]
        let grey = Row(0.213, 0.715, 0.072)
        return zip(identity, turned).map { grey + ($0 - grey) * c + $1 * s }
    }
}
