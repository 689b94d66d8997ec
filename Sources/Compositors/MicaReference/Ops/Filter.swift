import Foundation
import MicaFrame

extension Painter {
    /// Another pass, with a filter applied to each pixel.
    func filtered(_ pass: PassIndex, _ filter: ColorFilter) -> Paint? {
        picture(pass).map { shown in { x, y in filter.applied(to: shown[x, y]) } }
    }
}

extension ColorFilter {
    /// The shares of red, green and blue in the luminance. *Source*: ITU-R BT.709.
    private static let luma = SIMD3(0.2126, 0.7152, 0.0722)

    /// The filter's result for a premultiplied colour. A colour whose alpha is 0 in 8 bits stays transparent.
    func applied(to color: Color) -> Color {
        let alpha = color.w
        guard alpha * 255 >= 0.5 else { return .zero }
        let light = (color.rgb * Self.luma).sum()
        switch self {
        case .matrix(let matrix):
            let values = matrix.numbers
            let straight = Color(color.rgb / alpha, alpha)
            func row(_ index: Int) -> Double {
                let sum = (0..<4).reduce(values[index * 5 + 4]) { $0 + values[index * 5 + $1] * straight[$1] }
                return max(0, min(1, sum))
            }
            return Color(SIMD3(row(0), row(1), row(2)) * row(3), row(3))
        case .multiply(let factor): return color * Color(factor)
        case .stencil(let paint): return Color(paint) * alpha
        case .luminanceToAlpha: return Color(0, 0, 0, light)
        case .power(let powers):
            func raised(_ value: Double, _ index: Int) -> Double { pow(max(0, min(1, value)), powers.numbers[index]) }
            let result = raised(alpha, 3)
            return Color(
                SIMD3(raised(color.x / alpha, 0), raised(color.y / alpha, 1), raised(color.z / alpha, 2)) * result,
                result)
        case .blackAndWhite(let weights):
            let least = color.rgb.min()
            let rest = color.rgb - least
            let (yellow, cyan, magenta) = (min(rest.x, rest.y), min(rest.y, rest.z), min(rest.z, rest.x))
            let parts = [
                rest.x - yellow - magenta, yellow, rest.y - yellow - cyan, cyan, rest.z - cyan - magenta, magenta,
            ]
            let grey = zip(parts, weights.numbers).reduce(least) { $0 + $1.0 * $1.1 }
            return Color(SIMD3(repeating: max(0, min(alpha, grey))), alpha)
        case .vibrance(let amount):
            let factor = amount * (alpha - (color.rgb.max() - color.rgb.min())) / alpha
            let moved = color.rgb + (color.rgb - light) * factor
            return Color(moved.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: alpha)), alpha)
        }
    }
}
