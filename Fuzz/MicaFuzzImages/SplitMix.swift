/// A small generator of random numbers, the same everywhere for the same seed (SplitMix64).
package struct SplitMix {
    private var state: UInt64

    /// Makes a generator; the same state makes the same numbers.
    package init(state: UInt64) { self.state = state }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 to under a bound; 0 where the bound is less than 1.
    package mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int(next() % UInt64(bound)) }

    /// One of the words.
    package mutating func pick(_ words: [String]) -> String { words[below(words.count)] }
}
