import Foundation

extension WarpDraw {
    /// A change of places or of tones by a formula: ten numbers, whose meaning depends on the kind.
    package struct Field: Sendable, Equatable {
        /// The formula, with the numbers that it takes.
        package enum Kind: UInt8, Sendable {
            /// The mean of the points on an arc around a centre, and on the ray from it: centre; angle in radians, share
            /// of the distance.
            case smear
            /// Points move by noise: how far across and down; size of its cells, octaves; offset; position in depth,
            /// seed; period in depth, 0 for none.
            case turbulence
            /// Waves across a direction: form (0 sine, 1 square, 2 triangle, 3 sawtooth), height; length, direction in
            /// radians, 0 upwards, clockwise; phase in turns.
            case wave
            /// Points turn around a centre, the nearer the further: centre; radius, angle in radians.
            case twirl
            /// A rectangle around a sphere: centre; radius, and the turns about x, y and z in radians; the rectangle's
            /// origin; its size.
            case sphere
            /// Noise in place of colours: size of its cells across and down; offset; octaves, weight of each octave from
            /// the one before; size of each from the one before, position in depth; seed, period in depth.
            case noise
            /// Noise with folds where it would change sign.
            case foldedNoise
            /// A disc as if it were the front of a sphere: centre; radius.
            case spherize
            /// Points move by the colours of a map, which is a part of the same picture: how far across and down; from a
            /// point to its place on the map; the channels for across and down (`Channel`); the size of the picture, whose
            /// origin is 0; whether points beyond it come from the opposite side, whether there are pixels beyond it.
            case displacement
        }

        /// The formula.
        package var kind: Kind
        /// The first and the second number.
        package var a: SIMD2<Float>
        /// The third and the fourth number.
        package var b: SIMD2<Float>
        /// The fifth and the sixth number.
        package var c: SIMD2<Float>
        /// The seventh and the eighth number.
        package var d: SIMD2<Float>
        /// The ninth and the tenth number.
        package var e: SIMD2<Float>

        /// Numbers beyond the tenth are left out, missing ones are 0. Each is limited to a million either way; NaN
        /// becomes 0.
        package init(_ kind: Kind, _ numbers: [Double]) {
            self.kind = kind
            func part(_ index: Int) -> Float {
                let value = index < numbers.count ? numbers[index] : 0
                return value.isNaN ? 0 : Float(max(-1e6, min(1e6, value)))
            }
            a = SIMD2(part(0), part(1))
            b = SIMD2(part(2), part(3))
            c = SIMD2(part(4), part(5))
            d = SIMD2(part(6), part(7))
            e = SIMD2(part(8), part(9))
        }

        /// The number of points whose mean a pixel is.
        package static let smearCount = 48
        /// The most octaves of noise.
        package static let octaveLimit = 10.0

        /// Whether the pixels are tones, and not those of other places.
        package var isTone: Bool { kind == .noise || kind == .foldedNoise }
    }
}

extension WarpDraw.Field {
    private func double(_ pair: SIMD2<Float>) -> SIMD2<Double> { SIMD2(Double(pair.x), Double(pair.y)) }

    /// The point of the flat plane that is visible at a point; nil for nothing.
    ///
    /// - Parameter index: which of the points of a smear, below `smearCount`.
    package func source(of p: SIMD2<Double>, _ index: Int = 0) -> SIMD2<Double>? {
        switch kind {
        case .smear:
            let t = (Double(index) + 0.5) / Double(Self.smearCount) - 0.5
            let (angle, d) = (Double(b.x) * t, p - double(a))
            let turned = SIMD2(d.x * cos(angle) - d.y * sin(angle), d.x * sin(angle) + d.y * cos(angle))
            return double(a) + turned * (1 + Double(b.y) * t)
        case .turbulence:
            let at = (p - double(c)) / max(Double(b.x), 1e-3)
            func signed(_ shift: UInt32) -> Double {
                let noise = Noise(seed: UInt32(bitPattern: Int32(d.y)) &+ shift, period: Int32(e.x))
                return 2 * noise.sum(at, Double(d.x), octaves: Double(b.y), weight: 0.5, scale: 0.5) - 1
            }
            return p + double(a) * SIMD2(signed(0), signed(101))
        case .wave:
            let way = SIMD2(sin(Double(b.y)), -cos(Double(b.y)))
            let turns = (p.x * way.x + p.y * way.y) / max(Double(b.x), 1e-3) - Double(c.x)
            let height = Double(a.y) * Self.wave(Int(a.x), turns - turns.rounded(.down))
            return p - SIMD2(-way.y, way.x) * height
        case .twirl:
            let d = p - double(a)
            let far = (d.x * d.x + d.y * d.y).squareRoot()
            guard far < Double(b.x) else { return p }
            let rest = 1 - far / Double(b.x)
            let angle = -Double(b.y) * rest * rest
            return double(a) + SIMD2(d.x * cos(angle) - d.y * sin(angle), d.x * sin(angle) + d.y * cos(angle))
        case .sphere: return globe(p)
        case .spherize:
            let d = p - double(a)
            let far = (d.x * d.x + d.y * d.y).squareRoot()
            guard far > 0, far < Double(b.x) else { return p }
            return double(a) + d * (Double(b.x) * asin(far / Double(b.x)) * 2 / .pi / far)
        case .noise, .foldedNoise, .displacement: return p
        }
    }

    /// A wave from -1 to 1 at a share of its length.
    private static func wave(_ form: Int, _ share: Double) -> Double {
        switch form {
        case 1: share < 0.5 ? 1 : -1
        case 2: 1 - 4 * abs(share < 0.75 ? share - 0.25 : share - 1.25)
        case 3: 2 * share - 1
        default: sin(2 * .pi * share)
        }
    }

    /// The place on the rectangle, by longitude and latitude, of the front of a sphere.
    private func globe(_ p: SIMD2<Double>) -> SIMD2<Double>? {
        let n = (p - double(a)) / max(Double(b.x), 1e-3)
        let rest = 1 - n.x * n.x - n.y * n.y
        guard rest >= 0 else { return nil }
        var (x, y, z) = (n.x, n.y, rest.squareRoot())
        func turn(_ u: inout Double, _ v: inout Double, _ angle: Float) {
            let (s, c) = (sin(Double(angle)), cos(Double(angle)))
            (u, v) = (u * c + v * s, v * c - u * s)
        }
        turn(&x, &y, c.y)
        turn(&z, &x, c.x)
        turn(&y, &z, b.y)
        let longitude = atan2(x, z) / (2 * .pi) + 0.5
        let latitude = asin(max(-1, min(1, y))) / .pi + 0.5
        return double(d) + double(e) * SIMD2(longitude, latitude)
    }

    /// The tone from 0 to 1 at a point.
    package func tone(at p: SIMD2<Double>) -> Double {
        let size = SIMD2(max(abs(Double(a.x)), 1e-3), max(abs(Double(a.y)), 1e-3))
        let noise = Noise(seed: UInt32(bitPattern: Int32(e.x)), period: Int32(e.y), isFolded: kind == .foldedNoise)
        return noise.sum(
            (p - double(b)) / size, Double(d.y), octaves: Double(c.x), weight: Double(c.y), scale: Double(d.x))
    }
}

extension WarpDraw.Field {
    /// Which number of a map's colour moves points.
    enum Channel: Int {
        case red = 1, green, blue, alpha, luminance, hue, lightness, saturation, full, half

        /// Luminance by ITU-R BT.709.
        private static let luma = SIMD3(0.2126, 0.7152, 0.0722)

        /// From -1 to 1, 0 for 128 of 255. Where a map is transparent, its colours move nothing.
        func value(of color: SIMD3<Double>, alpha: Double) -> Double {
            let (least, most) = (color.min(), color.max())
            let (light, span) = ((least + most) / 2, most - least)
            let value: Double
            switch self {
            case .red: value = color.x
            case .green: value = color.y
            case .blue: value = color.z
            case .luminance: value = (color * Self.luma).sum()
            case .lightness: value = light
            case .saturation: value = span > 0 ? span / max(1 - abs(2 * light - 1), 1e-6) : 0
            case .hue: value = span > 0 ? Self.hue(color, most, span) : 0
            case .alpha: return (alpha * 255 - 128) / 128
            case .full: return 1
            case .half: return 0
            }
            return (min(value, 1) * 255 - 128) / 128 * alpha
        }

        /// The hue, from 0 to 1.
        private static func hue(_ c: SIMD3<Double>, _ most: Double, _ span: Double) -> Double {
            let sixths =
                most == c.x ? (c.y - c.z) / span : most == c.y ? 2 + (c.z - c.x) / span : 4 + (c.x - c.y) / span
            return (sixths < 0 ? sixths + 6 : sixths) / 6
        }
    }

    /// The place on the map of a point; nil where a displacement draws nothing.
    package func place(onMap p: SIMD2<Double>) -> SIMD2<Double>? {
        e.y == 0 && !isWithin(p) ? nil : p + double(b)
    }

    /// Where a point comes from, by the map's premultiplied colour there; nil for nothing.
    package func source(of p: SIMD2<Double>, map: SIMD4<Double>) -> SIMD2<Double>? {
        let alpha = map.w
        let color = alpha > 0 ? SIMD3(map.x, map.y, map.z) / alpha : .zero
        func moved(_ channel: Float) -> Double {
            Channel(rawValue: Int(channel))?.value(of: color, alpha: alpha) ?? -1
        }
        var from = p + double(a) * SIMD2(moved(c.x), moved(c.y))
        if e.x != 0, d.x > 0, d.y > 0 { from -= double(d) * (from / double(d)).rounded(.down) }
        return isWithin(from) ? from : nil
    }

    private func isWithin(_ p: SIMD2<Double>) -> Bool {
        p.x >= 0 && p.y >= 0 && p.x < Double(d.x) && p.y < Double(d.y)
    }
}

/// Noise with values at the corners of cells, which are hashes of their numbers, and smooth between them.
///
/// All is defined by whole numbers of 32 bits and polynomials, so that every compositor has the same.
struct Noise {
    let seed: UInt32
    /// The number of cells in depth after which the noise repeats; 0 for none.
    let period: Int32
    var isFolded = false

    /// Octaves of noise, each in smaller cells and with less weight: from 0 to 1.
    ///
    /// - Parameters:
    ///   - octaves: how many; of the last one a fraction counts.
    ///   - weight: of each octave, from the one before.
    ///   - scale: the size of each octave's cells, from the one before.
    func sum(_ p: SIMD2<Double>, _ depth: Double, octaves: Double, weight: Double, scale: Double) -> Double {
        let count = max(1, min(WarpDraw.Field.octaveLimit, octaves))
        var (total, all, part, at) = (0.0, 0.0, 1.0, p)
        for index in 0..<Int(count.rounded(.up)) {
            let share = part * min(1, count - Double(index))
            let value = self.value(at, depth, UInt32(index))
            total += share * (isFolded ? abs(2 * value - 1) : value)
            all += share
            part *= max(0, min(1, weight))
            at /= max(0.01, min(1, scale))
        }
        return total / all
    }

    /// The noise of one octave, from 0 to 1.
    private func value(_ p: SIMD2<Double>, _ depth: Double, _ octave: UInt32) -> Double {
        guard abs(p.x) < 1e9, abs(p.y) < 1e9, abs(depth) < 1e9 else { return 0.5 }
        let start = SIMD3(p.x.rounded(.down), p.y.rounded(.down), depth.rounded(.down))
        func smooth(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
        let (x, y, z) = (Int32(start.x), Int32(start.y), Int32(start.z))
        let (u, v, w) = (smooth(p.x - start.x), smooth(p.y - start.y), smooth(depth - start.z))
        func row(_ y: Int32, _ z: Int32) -> Double {
            let (left, right) = (corner(x, y, z, octave), corner(x &+ 1, y, z, octave))
            return left + (right - left) * u
        }
        func layer(_ z: Int32) -> Double {
            let (above, below) = (row(y, z), row(y &+ 1, z))
            return above + (below - above) * v
        }
        let (near, far) = (layer(z), layer(z &+ 1))
        return near + (far - near) * w
    }

    private func corner(_ x: Int32, _ y: Int32, _ z: Int32, _ octave: UInt32) -> Double {
        var z = z
        if period > 0 { z = (z % period + period) % period }
        var h = UInt32(bitPattern: x) &* 0x8da6_b343 ^ UInt32(bitPattern: y) &* 0xd816_3841
        h ^= UInt32(bitPattern: z) &* 0xcb1a_b31f ^ (seed &+ octave &* 977) &* 0x9e37_79b9
        h = (h ^ h >> 15) &* 0x2c1b_3c6d
        h = (h ^ h >> 12) &* 0x297a_2d39
        h ^= h >> 15
        return Double(h >> 8) / Double(1 << 24)
    }
}
