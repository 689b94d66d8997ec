import MicaBase

/// A premultiplied colour blended with the colour under it.
///
/// *Source*: Porter and Duff, "Compositing digital images", SIGGRAPH 1984; W3C, "Compositing and Blending Level 1".
func blended(_ mode: BlendMode, _ s: Color, _ d: Color) -> Color {
    let (a, b) = (s.w, d.w)
    switch mode {
    case .sourceOver: return s + d * (1 - a)
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * b
    case .sourceOut: return s * (1 - b)
    case .sourceAtop: return s * b + d * (1 - a)
    case .destinationOver: return d + s * (1 - b)
    case .destinationIn: return d * a
    case .destinationOut: return d * (1 - a)
    case .destinationAtop: return s * (1 - b) + d * a
    case .xor: return s * (1 - b) + d * (1 - a)
    case .plusLighter: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
    case .plusDarker:
        let alpha = min(1, a + b)
        return Color((s.rgb + d.rgb - (a + b) + alpha).clamped(lowerBound: .zero, upperBound: .one), alpha)
    default:
        let mixed: SIMD3<Double>
        if a == 0 || b == 0 {
            mixed = .zero
        } else if [.hue, .saturation, .color, .luminosity].contains(mode) {
            mixed = blendedTogether(mode, s.rgb / a, d.rgb / b)
        } else {
            let (x, y) = (s.rgb / a, d.rgb / b)
            mixed = SIMD3(blendedAlone(mode, x.x, y.x), blendedAlone(mode, x.y, y.y), blendedAlone(mode, x.z, y.z))
        }
        return Color(s.rgb * (1 - b) + d.rgb * (1 - a) + mixed * (a * b), a + b - a * b)
    }
}

/// Blends one straight component with another, for modes that treat components separately.
private func blendedAlone(_ mode: BlendMode, _ s: Double, _ d: Double) -> Double {
    func dodge(_ s: Double) -> Double { d == 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s)) }
    func burn(_ s: Double) -> Double { d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s) }
    func hardLight(_ s: Double, _ d: Double) -> Double { s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d) }
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return hardLight(d, s)
    case .hardLight: return hardLight(s, d)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    case .colorDodge: return dodge(s)
    case .colorBurn: return burn(s)
    case .softLight:
        if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
        return d + (2 * s - 1) * ((d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()) - d)
    case .linearDodge: return min(1, s + d)
    case .linearBurn: return max(0, s + d - 1)
    case .linearLight: return max(0, min(1, d + 2 * s - 1))
    case .vividLight: return s <= 0.5 ? burn(2 * s) : dodge(2 * s - 1)
    case .pinLight: return s <= 0.5 ? min(d, 2 * s) : max(d, 2 * s - 1)
    case .subtract: return max(0, d - s)
    case .subtractDestination: return max(0, s - d)
    case .divide: return s == 0 ? (d == 0 ? 0 : 1) : min(1, d / s)
    default: return s
    }
}

/// Blends one straight colour with another, for modes that treat the components together.
private func blendedTogether(_ mode: BlendMode, _ s: SIMD3<Double>, _ d: SIMD3<Double>) -> SIMD3<Double> {
    func luminosity(_ c: SIMD3<Double>) -> Double { (c * SIMD3(0.3, 0.59, 0.11)).sum() }
    func with(_ c: SIMD3<Double>, luminosity light: Double) -> SIMD3<Double> {
        var c = c + (light - luminosity(c))
        if c.min() < 0 { c = light + (c - light) * light / (light - c.min()) }
        if c.max() > 1 { c = light + (c - light) * (1 - light) / (c.max() - light) }
        return c
    }
    func with(_ c: SIMD3<Double>, saturationOf other: SIMD3<Double>) -> SIMD3<Double> {
        let range = c.max() - c.min()
        return range == 0 ? .zero : (c - c.min()) * (other.max() - other.min()) / range
    }
    switch mode {
    case .hue: return with(with(s, saturationOf: d), luminosity: luminosity(d))
    case .saturation: return with(with(d, saturationOf: s), luminosity: luminosity(d))
    case .color: return with(s, luminosity: luminosity(d))
    default: return with(d, luminosity: luminosity(s))
    }
}
