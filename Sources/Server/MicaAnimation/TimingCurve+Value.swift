import MicaWire

extension TimingCurve {
    /// Even pace.
    package static let linear = TimingCurve(0, 0, 1, 1)
    /// Slow at the start.
    package static let easeIn = TimingCurve(0.42, 0, 1, 1)
    /// Slow at the end.
    package static let easeOut = TimingCurve(0, 0, 0.58, 1)
    /// Slow at both ends.
    package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
    /// What implicit animations use. Source for all five: Apple, CAMediaTimingFunctionName.
    package static let `default` = TimingCurve(0.25, 0.1, 0.25, 1)

    /// The progress at a share of the time.
    ///
    /// *Range*: `x` is clamped to 0...1 and the ends map to 0 and 1; the result may leave 0...1 as the control points do.
    package func value(at x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        if isEven { return x }
        return SolvedCurve(self).value(at: x)
    }

    /// Whether it changes nothing.
    package var isEven: Bool { x1 == y1 && x2 == y2 }
}

/// A curve made ready to be solved many times.
///
/// One number or several at once, made ready for one use or for many: the steps are the same, so that the bits are.
/// Three of Newton's steps follow a guess that is straight between nine points of the curve; what they do not bring within
/// 1e-15 (vertical tangents, ends without slope) a bracket finds that each step narrows.
package struct SolvedCurve: Sendable {
    // x and y as polynomials of the parameter.
    private let ax: Double, bx: Double, cx: Double
    private let ay: Double, by: Double, cy: Double
    // Where x is at each eighth of the parameter, from 0 on.
    private let marks: InlineArray<9, Double>

    /// Makes ready a curve.
    package init(_ curve: TimingCurve) {
        (cx, cy) = (3 * curve.x1, 3 * curve.y1)
        (bx, by) = (3 * (curve.x2 - curve.x1) - cx, 3 * (curve.y2 - curve.y1) - cy)
        (ax, ay) = (1 - cx - bx, 1 - cy - by)
        var marks = InlineArray<9, Double>(repeating: 0)
        for k in 1...8 {
            let s = Double(k) * 0.125
            marks[k] = ((ax * s + bx) * s + cx) * s
        }
        self.marks = marks
    }

    /// The value at an x between 0 and 1, which both are left out.
    package func value(at x: Double) -> Double {
        var eighth = 0.0
        for k in 1...7 where x >= marks[k] { eighth += 1 }
        let (low, high) = (marks[Int(eighth)], marks[Int(eighth) + 1])
        var s = (eighth + (x - low) / (high - low)) * 0.125
        for _ in 0..<3 {
            let miss = ((ax * s + bx) * s + cx) * s - x
            let slope = (3 * ax * s + 2 * bx) * s + cx
            s -= miss / slope
        }
        let miss = ((ax * s + bx) * s + cx) * s - x
        if !(abs(miss) <= 1e-15 && s >= 0 && s <= 1) { s = bracketed(x) }
        return ((ay * s + by) * s + cy) * s
    }

    /// The values at four of them.
    @inline(__always)  // As a call it would take a copy of the curve.
    package func values(at x: SIMD4<Double>) -> SIMD4<Double> {
        var eighth = SIMD4(repeating: 0.0)
        for k in 1...7 { eighth += SIMD4(repeating: 0).replacing(with: 1, where: x .>= marks[k]) }
        let (a, b, c, d) = (Int(eighth.x), Int(eighth.y), Int(eighth.z), Int(eighth.w))
        let low = SIMD4(marks[a], marks[b], marks[c], marks[d])
        let high = SIMD4(marks[a + 1], marks[b + 1], marks[c + 1], marks[d + 1])
        var s = (eighth + (x - low) / (high - low)) * 0.125
        for _ in 0..<3 {
            let miss = ((ax * s + bx) * s + cx) * s - x
            let slope = (3 * ax * s + 2 * bx) * s + cx
            s -= miss / slope
        }
        let miss = ((ax * s + bx) * s + cx) * s - x
        let isFound = (miss .<= 1e-15) .& (miss .>= -1e-15) .& (s .>= 0) .& (s .<= 1)
        if !all(isFound) {
            for lane in 0..<4 where !isFound[lane] { s[lane] = bracketed(x[lane]) }
        }
        return ((ay * s + by) * s + cy) * s
    }

    /// The parameter at an x: Newton's steps, kept inside a bracket that each step narrows; a step that leaves it is halved
    /// instead.
    private func bracketed(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        var (low, high) = (0.0, 1.0)
        var s = x
        for _ in 0..<64 {
            let miss = ((ax * s + bx) * s + cx) * s - x
            if abs(miss) < 1e-15 { break }
            if miss > 0 { high = s } else { low = s }
            let slope = (3 * ax * s + 2 * bx) * s + cx
            let next = s - miss / slope
            let step = next > low && next < high ? next : (low + high) / 2
            if step == s { break }
            s = step
        }
        return s
    }
}
