/// A timing curve as 128 polynomials of the fifth degree. Each has the curve's value, slope and second derivative at
/// both ends of its part.
///
/// Parts have equal lengths in time, or in the root of time where the curve begins or ends without slope, because the
/// value is smooth in that root (`CurveParts`). A part that differs from the curve by more than 1e-11 at its middle, as
/// at a vertical tangent, is not used: there the curve is solved.
package struct EasingTable: Sendable {
    /// A polynomial of the position within its part, 0...1; `c0` is NaN where the curve is solved instead.
    private struct Part: Sendable {
        var c0 = Double.nan, c1 = 0.0, c2 = 0.0, c3 = 0.0, c4 = 0.0, c5 = 0.0

        /// The part between the parameters k / 128 and (k + 1) / 128.
        init(_ k: Int, of curve: CurveParts) {
            let length = 1 / Double(EasingTable.count)
            let parameter = Double(k) * length
            let (start, end) = (curve.growth(atParameter: parameter), curve.growth(atParameter: parameter + length))
            let (first, second) = (start.first * length, start.second * (length * length) / 2)
            // The conditions at the end of the part, for the other three coefficients.
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

    /// The least number of animations of an easing for which making the parts pays.
    package static let worth = 8
    private static let count = 128
    private let curve: CurveParts
    /// All parts; empty if each part is made when it is needed.
    private var parts: [Part] = []

    /// The filled table of one of Apple's curves, or an empty table for other curves. An empty table gives the same
    /// values, about fifty times more slowly.
    package init(_ curve: TimingCurve) {
        self = Self.named.first { $0.curve == curve }?.table ?? Self(unnamed: curve)
    }

    private init(unnamed curve: TimingCurve) { self.curve = CurveParts(curve) }

    /// Makes the parts, unless that is done: about 300 solutions of the curve.
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

    /// Replaces up to 32 groups of four numbers, each between 0 and 1, by their values. Groups with a bit in `slow`
    /// stay.
    @inline(never)  // Within a longer function, the numbers would not stay in registers.
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

    /// The index of the part whose middle is nearest to a position to which `magic` was added.
    @inline(__always)  // Four instructions.
    private static func part(_ shifted: Double) -> Int {
        // Taken from the last bits, because a conversion to Int would check the range. Rounding may give one part too
        // many.
        min(Int(truncatingIfNeeded: shifted.bitPattern & 255), count - 1)
    }

    /// Adding and subtracting it rounds a number to the nearest whole number, which is then in the last bits.
    private static let magic = 0x1.8p52

    /// Those of Apple's own curves, which most animations have.
    private static let named = [TimingCurve.default, .easeInEaseOut, .easeOut, .easeIn].map { curve in
        var table = EasingTable(unnamed: curve)
        table.fill()
        return (curve: curve, table: table)
    }
}
