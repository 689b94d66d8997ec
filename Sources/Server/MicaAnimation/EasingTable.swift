import MicaWire

/// A timing curve as 128 polynomials of the fifth degree, each of which has the curve's value, slope and bend at both ends of
/// its part.
///
/// The parts are even in the root of the time where the curve begins or ends without slope, since the value is smooth in that
/// (`CurveParts`). A part that strays from the curve by more than 1e-11 in its middle, as at a vertical tangent, is not used:
/// there the curve is solved.
package struct EasingTable: Sendable {
    /// A polynomial of how far its part is behind, 0...1; without numbers where the curve is solved.
    private struct Part: Sendable {
        var c0 = Double.nan, c1 = 0.0, c2 = 0.0, c3 = 0.0, c4 = 0.0, c5 = 0.0

        /// The part from one of the parameters k / 128 to the next.
        init(_ k: Int, of curve: CurveParts) {
            let length = 1 / Double(EasingTable.count)
            let parameter = Double(k) * length
            let (start, end) = (curve.growth(atParameter: parameter), curve.growth(atParameter: parameter + length))
            let (first, second) = (start.first * length, start.second * (length * length) / 2)
            // What the value, the slope and the bend at the end ask of the three other numbers.
            let value = end.value - start.value - first - second
            let slope = end.first * length - first - 2 * second
            let bend = end.second * (length * length) - 2 * second
            (c1, c2) = (first, second)
            c3 = 10 * value - 4 * slope + bend / 2
            c4 = 7 * slope - 15 * value - bend
            c5 = 6 * value - 3 * slope + bend / 2
            c0 = start.value
            let isNear = abs(self.value(at: 0.5) - curve.value(atParameter: parameter + length / 2)) <= 1e-11
            if !isNear { c0 = .nan }
        }

        @inline(__always)  // For each eased number.
        func value(at u: Double) -> Double { c0 + u * (c1 + u * (c2 + u * (c3 + u * (c4 + u * c5)))) }
    }

    /// From how many animations of an easing on it is worth making the parts.
    package static let worth = 8
    private static let count = 128
    private let curve: CurveParts
    /// All parts; none where each is made when it is asked for.
    private var parts: [Part] = []

    /// Takes the table of one of Apple's curves, and an empty one of others: that gives the same values, some fifty times as
    /// slowly.
    package init(_ curve: TimingCurve) {
        self = Self.named.first { $0.curve == curve }?.table ?? Self(unnamed: curve)
    }

    private init(unnamed curve: TimingCurve) { self.curve = CurveParts(curve) }

    /// Makes the parts, with some 300 solutions of the curve, if that has not been done.
    package mutating func fill() {
        if parts.isEmpty { parts = (0..<Self.count).map { Part($0, of: curve) } }
    }

    /// The value at an x, which is clamped to 0...1.
    package func value(at x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        let parameter = curve.parameter(x) * Double(Self.count)
        let shifted = (parameter - 0.5) + Self.magic
        let k = Self.part(shifted)
        let part = parts.isEmpty ? Part(k, of: curve) : parts.span[k]
        let value = part.value(at: parameter - (shifted - Self.magic))
        return value.isNaN ? curve.value(at: x) : value
    }

    /// Puts the values of up to 32 fours of numbers between 0 and 1 in their place, but for those that `slow` has a bit for.
    @inline(never)  // In a longer function the numbers have no registers.
    package func ease(_ numbers: inout MutableSpan<SIMD4<Double>>, _ count: Int, except slow: UInt32) {
        let parts = parts.span
        for four in 0..<count where slow & 1 << UInt32(four) == 0 {
            let x = numbers[four]
            var result = SIMD4(repeating: Double.nan)
            if !parts.isEmpty {
                let parameter = curve.parameter(x) * Double(Self.count)
                let shifted = (parameter - 0.5) + Self.magic
                let u = parameter - (shifted - Self.magic)
                result = SIMD4(
                    parts[Self.part(shifted.x)].value(at: u.x), parts[Self.part(shifted.y)].value(at: u.y),
                    parts[Self.part(shifted.z)].value(at: u.z), parts[Self.part(shifted.w)].value(at: u.w))
            }
            if result.sum().isNaN {
                result = SIMD4(value(at: x.x), value(at: x.y), value(at: x.z), value(at: x.w))
            }
            numbers[four] = result
        }
    }

    /// Which part a place is in, which `magic` was added to: the one whose middle is nearest.
    @inline(__always)  // Four instructions.
    private static func part(_ shifted: Double) -> Int {
        // Of the last bits, as turning a number into a whole one asks whether it can be. By rounding it may be one after the last.
        min(Int(truncatingIfNeeded: shifted.bitPattern & 255), count - 1)
    }

    /// Added and taken away, it leaves the nearest whole number, which is then in the last bits.
    private static let magic = 0x1.8p52

    /// Those of Apple's own curves, which most animations have.
    private static let named = [TimingCurve.default, .easeInEaseOut, .easeOut, .easeIn].map { curve in
        var table = EasingTable(unnamed: curve)
        table.fill()
        return (curve: curve, table: table)
    }
}
