import Foundation

/// Noise without a state: the same place and time have the same value in every run.
///
/// *Source*: K. Perlin, "Improving Noise" (2002), in three dimensions: x, y and time. The gradients are chosen by a hash of
/// the lattice's points instead of a table.
struct FieldNoise {
    private let seed: UInt64
    init(seed: UInt64) { self.seed = seed }

    /// The value at a place, -1 to 1; 0 at all points of the lattice. *Units*: the lattice's spacing.
    func value(_ x: Double, _ y: Double, _ z: Double) -> Double {
        let (left, top, front) = (x.rounded(.down), y.rounded(.down), z.rounded(.down))
        let (u, v, w) = (Self.fade(x - left), Self.fade(y - top), Self.fade(z - front))
        func corner(_ i: Double, _ j: Double, _ k: Double) -> Double {
            slope(left + i, top + j, front + k, x - left - i, y - top - j, z - front - k)
        }
        func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + t * (b - a) }
        func plane(_ k: Double) -> Double {
            mix(mix(corner(0, 0, k), corner(1, 0, k), u), mix(corner(0, 1, k), corner(1, 1, k), u), v)
        }
        return mix(plane(0), plane(1), w)
    }

    private static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

    /// The part of one point of the lattice: the distance from it along its gradient.
    private func slope(_ i: Double, _ j: Double, _ k: Double, _ x: Double, _ y: Double, _ z: Double) -> Double {
        var bits = seed
        for place in [i, j, k] {
            // A place beyond all screens counts as one far away, so that the conversion does not stop the program.
            let whole = place.isFinite ? Int64(min(max(place, -1e15), 1e15)) : 0
            bits = Self.mixed(bits ^ UInt64(bitPattern: whole))
        }
        // One of the twelve directions to the middles of a cube's edges.
        let (a, b): (Double, Double)
        switch (bits >> 40) % 12 / 4 {
        case 0: (a, b) = (x, y)
        case 1: (a, b) = (x, z)
        default: (a, b) = (y, z)
        }
        return (bits & 1 == 0 ? a : -a) + (bits & 2 == 0 ? b : -b)
    }

    /// *Source*: S. Vigna, SplitMix64's finaliser.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
