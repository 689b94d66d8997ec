import MicaBase

/// Blending of premultiplied pixels in whole numbers.
///
/// With premultiplied source `S` and destination `D` and alphas `a` and `b`, all 0...255, the operators of Porter and
/// Duff are `divideBy255` of one sum of products. Blends are, for each channel,
///
///     divideBy255(S * (255 - b) + D * (255 - a) + T),  0 <= T <= a * b
///
/// where T is a * b times the blend of the straight components; alpha is divideBy255(255 * a + 255 * b - a * b). Sums
/// are at most 65,025, and no channel comes out larger than alpha. *Source*: W3C, "Compositing and Blending Level 1".
extension PixelArithmetic {
    /// Blends a pixel onto another.
    package static func blend(_ mode: BlendMode, _ source: UInt32, _ destination: UInt32) -> UInt32 {
        let (a, b) = (Int(source >> 24), Int(destination >> 24))
        switch mode {
        case .sourceOver: return sourceOver(source, destination)
        case .clear: return 0
        case .copy: return source
        case .sourceIn: return multiply(source, UInt32(b))
        case .sourceOut: return multiply(source, UInt32(255 - b))
        case .destinationOver: return sourceOver(destination, source)
        case .destinationIn: return multiply(destination, UInt32(a))
        case .destinationOut: return multiply(destination, UInt32(255 - a))
        case .sourceAtop: return sum(source, b, destination, 255 - a)
        case .destinationAtop: return sum(source, 255 - b, destination, a)
        case .xor: return sum(source, 255 - b, destination, 255 - a)
        case .plusLighter: return each(source, destination) { min(255, $0 + $1) }
        case .plusDarker:
            let alpha = min(255, a + b)
            return each(source, destination, alpha: alpha) { max(0, alpha - (a - $0) - (b - $1)) }
        case .hue, .saturation, .color, .luminosity: return blendColors(mode, source, destination)
        default:
            return each(source, destination, alpha: divide(255 * (a + b) - a * b)) { s, d in
                divide(s * (255 - b) + d * (255 - a) + term(mode, s, d, a, b))
            }
        }
    }

    /// Interpolates from `old` to `pixel` by `coverage`/255: one sum, rounded, for each channel.
    package static func cover(_ pixel: UInt32, over old: UInt32, coverage: UInt8) -> UInt32 {
        if coverage == 255 { return pixel }
        return sum(pixel, Int(coverage), old, 255 - Int(coverage))
    }

    @inline(__always)
    private static func divide(_ value: Int) -> Int { (value &+ 128 &+ (value &+ 128) >> 8) >> 8 }

    @inline(__always)
    private static func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }

    /// divideBy255(p * i + q * j) for each channel.
    @inline(__always)
    private static func sum(_ p: UInt32, _ i: Int, _ q: UInt32, _ j: Int) -> UInt32 {
        each(p, q) { divide($0 * i + $1 * j) }
    }

    /// Applies a function to each channel; to alpha too, unless alpha is given.
    @inline(__always)
    private static func each(_ s: UInt32, _ d: UInt32, alpha: Int? = nil, _ body: (Int, Int) -> Int) -> UInt32 {
        let top = alpha ?? body(channel(s, 24), channel(d, 24))
        let (red, green) = (body(channel(s, 16), channel(d, 16)), body(channel(s, 8), channel(d, 8)))
        return pixel(top, red, green, body(channel(s, 0), channel(d, 0)))
    }

    @inline(__always)
    private static func pixel(_ alpha: Int, _ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: alpha << 24 | red << 16 | green << 8 | blue)
    }

    /// a * b times the blend of two straight components, from premultiplied ones.
    @inline(__always)
    private static func term(_ mode: BlendMode, _ s: Int, _ d: Int, _ a: Int, _ b: Int) -> Int {
        let one = a * b
        // The components times a * b.
        let (x, y) = (s * b, d * a)
        switch mode {
        case .multiply: return s * d
        case .screen: return x + y - s * d
        case .overlay: return 2 * d <= b ? 2 * s * d : one - 2 * (b - d) * (a - s)
        case .hardLight: return 2 * s <= a ? 2 * s * d : one - 2 * (b - d) * (a - s)
        case .darken: return min(x, y)
        case .lighten: return max(x, y)
        case .difference: return abs(x - y)
        case .exclusion: return x + y - 2 * s * d
        case .colorDodge: return dodge(s, d, a, b)
        case .colorBurn: return burn(s, d, a, b)
        case .softLight: return softLight(s, d, a, b)
        case .linearDodge: return min(one, x + y)
        case .linearBurn: return max(0, x + y - one)
        case .linearLight: return max(0, min(one, y + 2 * x - one))
        case .vividLight: return 2 * s <= a ? burn(2 * s, d, a, b) : dodge(2 * s - a, d, a, b)
        case .pinLight: return 2 * s <= a ? min(y, 2 * x) : max(y, 2 * x - one)
        case .subtract: return max(0, y - x)
        case .subtractDestination: return max(0, x - y)
        case .divide: return x == 0 ? (y == 0 ? 0 : one) : min(one, y * one / x)
        default: return x
        }
    }

    @inline(__always)
    private static func dodge(_ s: Int, _ d: Int, _ a: Int, _ b: Int) -> Int {
        if d == 0 { return 0 }
        return s >= a ? a * b : min(a * b, d * a * a / (a - s))
    }

    @inline(__always)
    private static func burn(_ s: Int, _ d: Int, _ a: Int, _ b: Int) -> Int {
        if d >= b { return a * b }
        return s == 0 ? 0 : a * b - min(a * b, (b - d) * a * a / s)
    }

    /// The blend of straight components in 65,536ths, with a square root in whole numbers, times a * b.
    private static func softLight(_ s: Int, _ d: Int, _ a: Int, _ b: Int) -> Int {
        if a == 0 || b == 0 { return 0 }
        let unit = 65536
        let (cs, cb) = (s * unit / a, d * unit / b)
        let result: Int
        if 2 * cs <= unit {
            result = cb - (unit - 2 * cs) * cb / unit * (unit - cb) / unit
        } else {
            let light = 4 * cb <= unit ? ((16 * cb - 12 * unit) * cb / unit + 4 * unit) * cb / unit : root(cb * unit)
            result = cb + (2 * cs - unit) * (light - cb) / unit
        }
        return max(0, min(a * b, (result * a * b + unit / 2) / unit))
    }

    /// The square root of a value up to 2^32, rounded down.
    private static func root(_ value: Int) -> Int {
        var (rest, result, bit) = (value, 0, 1 << 32)
        while bit > rest { bit >>= 2 }
        while bit != 0 {
            if rest >= result + bit {
                rest -= result + bit
                result = result >> 1 + bit
            } else {
                result >>= 1
            }
            bit >>= 2
        }
        return result
    }

    // MARK: Hue, saturation, luminosity

    private typealias Color = SIMD3<Int>

    /// W3C's functions grow in proportion to the components, so they work on components times a * b, in hundredths.
    private static func blendColors(_ mode: BlendMode, _ source: UInt32, _ destination: UInt32) -> UInt32 {
        let (a, b) = (channel(source, 24), channel(destination, 24))
        let s = Color(channel(source, 16), channel(source, 8), channel(source, 0))
        let d = Color(channel(destination, 16), channel(destination, 8), channel(destination, 0))
        let (x, y) = (s &* b, d &* a)
        let mixed =
            switch mode {
            case .hue: withLuminosity(withSaturation(x, of: y), of: y, limit: a * b)
            case .saturation: withLuminosity(withSaturation(y, of: x), of: y, limit: a * b)
            case .color: withLuminosity(x, of: y, limit: a * b)
            default: withLuminosity(y, of: x, limit: a * b)
            }
        let all = s &* (255 - b) &+ d &* (255 - a) &+ mixed
        return pixel(divide(255 * (a + b) - a * b), divide(all.x), divide(all.y), divide(all.z))
    }

    /// A hundred times the luminosity.
    private static func luminosity(_ c: Color) -> Int { 30 * c.x + 59 * c.y + 11 * c.z }

    private static func withSaturation(_ c: Color, of other: Color) -> Color {
        let (low, range) = (c.min(), c.max() - c.min())
        if range == 0 { return .zero }
        let wanted = other.max() - other.min()
        return Color((c.x - low) * wanted / range, (c.y - low) * wanted / range, (c.z - low) * wanted / range)
    }

    private static func withLuminosity(_ c: Color, of other: Color, limit: Int) -> Color {
        let top = limit * 100
        let light = luminosity(other)
        // In hundredths from here on.
        var result = c &* 100 &+ (light - luminosity(c))
        let (low, high) = (result.min(), result.max())
        if low < 0 { result = scaled(result, about: light, light, light - low) }
        if high > top { result = scaled(result, about: light, top - light, high - light) }
        func part(_ v: Int) -> Int { max(0, min(limit, (v + 50) / 100)) }
        return Color(part(result.x), part(result.y), part(result.z))
    }

    private static func scaled(_ c: Color, about middle: Int, _ numerator: Int, _ denominator: Int) -> Color {
        func part(_ v: Int) -> Int { middle + (v - middle) * numerator / denominator }
        return Color(part(c.x), part(c.y), part(c.z))
    }
}

extension MutableSpan where Element == UInt32 {
    /// Combines pixels with a coverage for each: d = cover(blend(mode, s, d), over: d, c).
    ///
    /// - Parameters:
    ///   - first: where in `source` the first pixel is.
    ///   - firstCoverage: where in `coverage` the first pixel's is.
    /// - Precondition: all of it is inside.
    package mutating func blend(
        _ mode: BlendMode, _ source: Span<UInt32>, first: Int, coverage: Span<UInt8>, firstCoverage: Int, start: Int,
        count: Int
    ) {
        check(start, count, self.count)
        check(first, count, source.count)
        check(firstCoverage, count, coverage.count)
        for i in 0..<count {
            let covered = unsafe coverage[unchecked: firstCoverage &+ i]
            if covered == 0 { continue }
            // A pixel that is replaced wholly is not read: background filters copy all pixels that they cover.
            if covered == 255, mode == .copy {
                unsafe self[unchecked: start &+ i] = unsafe source[unchecked: first &+ i]
                continue
            }
            let old = unsafe self[unchecked: start &+ i]
            let new = PixelArithmetic.blend(mode, unsafe source[unchecked: first &+ i], old)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.cover(new, over: old, coverage: covered)
        }
    }

    /// Multiplies pixels: d = multiply(s, alpha).
    ///
    /// - Precondition: all of it is inside.
    package mutating func multiply(_ source: Span<UInt32>, first: Int, alpha: UInt8, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        for i in 0..<count {
            unsafe self[unchecked: start &+ i] = PixelArithmetic.multiply(source[unchecked: first &+ i], UInt32(alpha))
        }
    }
}
