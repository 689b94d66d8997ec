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
        return CurveParts(self).value(at: x)
    }

    /// Whether it changes nothing.
    package var isEven: Bool { x1 == y1 && x2 == y2 }
}

/// A curve as polynomials of its parameter, to be solved for one number.
///
/// One number or several at once, made ready for one use or for many: the steps are the same, so that the bits are.
/// Two of Newton's steps follow a guess that is a cubic between nine points of the curve, of x or, where x has no slope at an
/// end, of its root, of which the parameter is smooth there. Where they do not come within 1e-15 a third does, and where
/// that does not (vertical tangents in between) a bracket finds the parameter, which each step narrows.
private struct CurveParts: Sendable {
    // x and y as polynomials of the parameter.
    let ax: Double, bx: Double, cx: Double
    let ay: Double, by: Double, cy: Double
    /// What the parameter is guessed from.
    enum Ground: Sendable {
        /// From x.
        case even
        /// From the root of x, which has no slope at the start.
        case root
        /// From 1 less the root of 1 - x, which has no slope at the end.
        case rootFromEnd
    }
    let ground: Ground

    init(_ curve: TimingCurve) {
        (cx, cy) = (3 * curve.x1, 3 * curve.y1)
        (bx, by) = (3 * (curve.x2 - curve.x1) - cx, 3 * (curve.y2 - curve.y1) - cy)
        (ax, ay) = (1 - cx - bx, 1 - cy - by)
        ground = curve.x1 == 0 && curve.x2 > 0 ? .root : curve.x2 == 1 && curve.x1 < 1 ? .rootFromEnd : .even
    }

    /// What the parameter is guessed from, at an x.
    func place(_ x: Double) -> Double {
        switch ground {
        case .even: x
        case .root: x.squareRoot()
        case .rootFromEnd: 1 - (1 - x).squareRoot()
        }
    }

    /// Where that is at an eighth of the parameter.
    func mark(_ eighth: Int) -> Double {
        let s = Double(eighth) * 0.125
        return place(max(0, min(1, ((ax * s + bx) * s + cx) * s)))
    }

    /// How it grows with the parameter at an eighth of it.
    private func growth(_ eighth: Int) -> Double {
        let s = Double(eighth) * 0.125
        let x = ((ax * s + bx) * s + cx) * s
        switch ground {
        case .even: return slope(s)
        case .root: return eighth == 0 ? bx.squareRoot() : slope(s) / (2 * x.squareRoot())
        // Near the end 1 - x is -(3 ax + bx) times the square of what is left of the parameter.
        case .rootFromEnd:
            return eighth == 8 ? (3 * ax + bx).magnitude.squareRoot() : slope(s) / (2 * (1 - x).squareRoot())
        }
    }

    /// What the parameter is guessed by within an eighth of it.
    func guess(_ eighth: Int) -> CurveGuess {
        let low = mark(eighth), length = mark(eighth + 1) - low
        var (first, last) = (length / growth(eighth), length / growth(eighth + 1))
        // Far from straight a cubic leads astray.
        if !(first > 0 && first < 0.5 && last > 0 && last < 0.5) { (first, last) = (0.125, 0.125) }
        return CurveGuess(
            low: low, inverse: 1 / length, linear: first, square: 0.375 - 2 * first - last, cube: first + last - 0.25)
    }

    /// The value at an x between 0 and 1, which both are left out.
    func value(at x: Double) -> Double {
        var eighth = 0
        let place = place(x)
        while eighth < 7, place >= mark(eighth + 1) { eighth += 1 }
        return value(at: x, place, eighth, guess(eighth))
    }

    /// The same, where the eighth of the parameter is known.
    func value(at x: Double, _ place: Double, _ eighth: Int, _ guess: CurveGuess) -> Double {
        let u = (place - guess.low) * guess.inverse
        var s = Double(eighth) * 0.125 + u * (guess.linear + u * (guess.square + u * guess.cube))
        s -= miss(s, x) / slope(s)
        s -= miss(s, x) / slope(s)
        if !isFound(s, x) {
            s -= miss(s, x) / slope(s)
            if !isFound(s, x) { s = bracketed(x) }
        }
        return ((ay * s + by) * s + cy) * s
    }

    private func miss(_ s: Double, _ x: Double) -> Double { ((ax * s + bx) * s + cx) * s - x }

    private func slope(_ s: Double) -> Double { (3 * ax * s + 2 * bx) * s + cx }

    private func isFound(_ s: Double, _ x: Double) -> Bool { abs(miss(s, x)) <= 1e-15 && s >= 0 && s <= 1 }

    /// The parameter at an x: Newton's steps, kept inside a bracket that each step narrows; a step that leaves it is halved
    /// instead.
    func bracketed(_ x: Double) -> Double {
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

/// A cubic that is near a curve's parameter within an eighth of it.
private struct CurveGuess: Sendable {
    /// Where the eighth begins, and one over its length.
    var low: Double, inverse: Double
    /// What the parameter grows with, from its value there on.
    var linear: Double, square: Double, cube: Double
}

/// A curve made ready to be solved many times.
package struct SolvedCurve: Sendable {
    private let parts: CurveParts
    // Where each eighth of the parameter begins, from 0 on, and the guesses from there on: no inline arrays, which would be
    // copied for each look at one of their numbers.
    private let marks: [Double]
    private let guesses: [CurveGuess]

    /// Makes ready a curve.
    package init(_ curve: TimingCurve) {
        let parts = CurveParts(curve)
        self.parts = parts
        marks = (0...8).map { parts.mark($0) }
        guesses = (0..<8).map { parts.guess($0) }
    }

    /// The value at an x between 0 and 1, which both are left out.
    package func value(at x: Double) -> Double {
        var eighth = 0
        let place = parts.place(x)
        while eighth < 7, place >= marks[eighth + 1] { eighth += 1 }
        return parts.value(at: x, place, eighth, guesses[eighth])
    }

    /// The values at four of them.
    @inline(__always)  // As a call it would take a copy of the curve.
    package func values(at x: SIMD4<Double>) -> SIMD4<Double> {
        let (ax, bx, cx) = (parts.ax, parts.bx, parts.cx)
        let marks = marks.span, guesses = guesses.span
        let place =
            switch parts.ground {
            case .even: x
            case .root: x.squareRoot()
            case .rootFromEnd: 1 - (1 - x).squareRoot()
            }
        var eighth = SIMD4(repeating: 0.0)
        for k in 1...7 { eighth += SIMD4(repeating: 0).replacing(with: 1, where: place .>= marks[k]) }
        let (a, b, c, d) = (
            guesses[Int(eighth.x)], guesses[Int(eighth.y)], guesses[Int(eighth.z)], guesses[Int(eighth.w)]
        )
        let u =
            (place - SIMD4(a.low, b.low, c.low, d.low)) * SIMD4(a.inverse, b.inverse, c.inverse, d.inverse)
        let cubic =
            SIMD4(a.square, b.square, c.square, d.square) + u * SIMD4(a.cube, b.cube, c.cube, d.cube)
        var s = eighth * 0.125 + u * (SIMD4(a.linear, b.linear, c.linear, d.linear) + u * cubic)
        for _ in 0..<2 {
            let miss = ((ax * s + bx) * s + cx) * s - x
            let slope = (3 * ax * s + 2 * bx) * s + cx
            s -= miss / slope
        }
        let miss = ((ax * s + bx) * s + cx) * s - x
        let isFound = (miss .<= 1e-15) .& (miss .>= -1e-15) .& (s .>= 0) .& (s .<= 1)
        if !isFound.holdsEverywhere { s = searched(x, s, isFound) }
        return ((parts.ay * s + parts.by) * s + parts.cy) * s
    }

    /// The parameters, where not all are found yet.
    @inline(never)  // Seldom, and much code for a loop.
    private func searched(
        _ x: SIMD4<Double>, _ found: SIMD4<Double>, _ isFound: SIMDMask<SIMD4<Int64>>
    ) -> SIMD4<Double> {
        let (ax, bx, cx) = (parts.ax, parts.bx, parts.cx)
        let missed = ((ax * found + bx) * found + cx) * found - x
        let slope = (3 * ax * found + 2 * bx) * found + cx
        var s = (found - missed / slope).replacing(with: found, where: isFound)
        let miss = ((ax * s + bx) * s + cx) * s - x
        for lane in 0..<4 where !(abs(miss[lane]) <= 1e-15 && s[lane] >= 0 && s[lane] <= 1) {
            s[lane] = parts.bracketed(x[lane])
        }
        return s
    }
}
