/// Random numbers that are the same everywhere for the same seed, so that a case that fails can be made again: what tests,
/// benchmarks and fuzzers draw from.
///
/// *Source*: Sebastiano Vigna, SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a generator; the same seed makes the same numbers.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in 0..<1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number of a range.
    package mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// A whole number of a range.
    package mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// A whole number from 0 to under a bound; 0 where the bound is less than 1.
    package mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int(next() % UInt64(bound)) }

    /// True that often: a share of 0 is never, one of 1 is always.
    package mutating func chance(_ share: Double = 0.5) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    /// One of a list, which is not empty.
    package mutating func pick<Value>(_ list: [Value]) -> Value { list[below(list.count)] }
}
