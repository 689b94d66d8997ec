/// Numbers that look random, and are the same in each run.
///
/// *Source*: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct ExpressionRandom {
    /// The difference between two states.
    static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    init(_ parts: UInt64...) {
        state = 0x243F_6A88_85A3_08D3
        for part in parts { state = Self.mixed(state ^ part) }
    }

    init(state: UInt64) { self.state = state }

    /// 64 random bits.
    mutating func bits() -> UInt64 {
        state &+= Self.step
        return Self.finished(state)
    }

    /// A number from 0 to below 1.
    mutating func next() -> Double { Double(bits() >> 11) / 9_007_199_254_740_992 }

    static func mixed(_ value: UInt64) -> UInt64 { finished(value &+ step) }

    private static func finished(_ value: UInt64) -> UInt64 {
        var bits = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// A hash of a text (FNV-1a).
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// A number from -1 to 1 of a whole number.
    private static func point(_ seed: UInt64, _ index: Double) -> Double {
        let bits = mixed(seed ^ mixed(UInt64(bitPattern: Int64(max(min(index, 9e15), -9e15)))))
        return Double(bits >> 11) / 4_503_599_627_370_496 - 1
    }

    /// A curve through random values at whole numbers, with `octaves` more at twice the frequency each.
    ///
    /// After Effects' own numbers are not documented: this is ours, with the amplitude and the frequency that are.
    static func wave(_ seed: UInt64, _ x: Double, octaves: Double, multiplier: Double) -> Double {
        guard x.isFinite, abs(x) < 1e12 else { return 0 }
        var (total, frequency, amplitude) = (0.0, 1.0, 1.0)
        let count = max(1, min(octaves.isFinite ? octaves : 1, 16))
        for octave in 0..<Int(count.rounded(.up)) {
            let share = min(1, count - Double(octave)) * amplitude
            let place = x * frequency
            let from = place.rounded(.down)
            let t = place - from
            let layer = seed &+ UInt64(octave) &* 0x9E37_79B9
            let (a, b) = (point(layer, from), point(layer, from + 1))
            total += share * (a + (b - a) * t * t * t * (t * (t * 6 - 15) + 10))
            frequency *= 2
            amplitude *= multiplier
        }
        return total
    }

    /// Gradient noise from -1 to 1, 0 at whole numbers.
    ///
    /// *Source*: Perlin, "Improving noise", 2002: the gradients and the fade; the order of the lattice is ours.
    static func noise(_ x: Double, _ y: Double, _ z: Double) -> Double {
        guard [x, y, z].allSatisfy({ $0.isFinite && abs($0) < 1e12 }) else { return 0 }
        let base = (x.rounded(.down), y.rounded(.down), z.rounded(.down))
        let (fx, fy, fz) = (x - base.0, y - base.1, z - base.2)
        func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
        func corner(_ i: Double, _ j: Double, _ k: Double) -> Double {
            let cell = mixed(UInt64(bitPattern: Int64(base.0 + i)))
            let hash =
                mixed(mixed(cell ^ UInt64(bitPattern: Int64(base.1 + j))) ^ UInt64(bitPattern: Int64(base.2 + k))) & 15
            let (dx, dy, dz) = (fx - i, fy - j, fz - k)
            let u = hash < 8 ? dx : dy
            let v = hash < 4 ? dy : hash == 12 || hash == 14 ? dx : dz
            return (hash & 1 == 0 ? u : -u) + (hash & 2 == 0 ? v : -v)
        }
        func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }
        let (u, v, w) = (fade(fx), fade(fy), fade(fz))
        let low = mix(mix(corner(0, 0, 0), corner(1, 0, 0), u), mix(corner(0, 1, 0), corner(1, 1, 0), u), v)
        let high = mix(mix(corner(0, 0, 1), corner(1, 0, 1), u), mix(corner(0, 1, 1), corner(1, 1, 1), u), v)
        return min(max(mix(low, high, w), -1), 1)
    }
}
