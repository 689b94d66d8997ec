/// Random numbers by lookup: each is a function of a key and an index.
///
/// A particle's key is made of the emitter's seed, the cells on the way to its own, and its birth number. So a particle
/// has the same numbers whenever, and on whatever thread, it is made. *Source*: the mixing function is SplitMix64's: G.
/// Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct ParticleRandom: Sendable {
    /// The key of all of its numbers.
    package let key: UInt64

    private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

    package init(key: UInt64) { self.key = key }

    /// The numbers of an emitter's top cell.
    package init(seed: UInt32, cell: Int) {
        key = Self.mix(Self.mix(UInt64(seed) &+ Self.step) ^ UInt64(truncatingIfNeeded: cell + 1))
    }

    /// The numbers of a particle, by its birth number.
    package func particle(_ index: Int) -> ParticleRandom {
        ParticleRandom(key: Self.mix(key &+ UInt64(truncatingIfNeeded: index) &* Self.step))
    }

    /// The numbers of a cell within the particle.
    package func cell(_ index: Int) -> ParticleRandom {
        ParticleRandom(key: Self.mix(key ^ Self.mix(UInt64(truncatingIfNeeded: index) &+ 0x632b_e59b_d9b4_e019)))
    }

    /// Two uniform numbers, above 0 and below 1, in steps of 2^-32.
    package func pair(_ index: Int) -> (Double, Double) {
        let bits = Self.mix(key &+ UInt64(truncatingIfNeeded: index + 1) &* Self.step)
        func unit(_ v: UInt64) -> Double { (Double(v) + 0.5) * 0x1p-32 }
        return (unit(bits & 0xffff_ffff), unit(bits >> 32))
    }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
