extension TimingCurve {
    /// Constant speed.
    package static let linear = TimingCurve(0, 0, 1, 1)
    /// Slow at the start.
    package static let easeIn = TimingCurve(0.42, 0, 1, 1)
    /// Slow at the end.
    package static let easeOut = TimingCurve(0, 0, 0.58, 1)
    /// Slow at both ends.
    package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
    /// The curve of implicit animations. *Source* for all five: Apple, CAMediaTimingFunctionName.
    package static let `default` = TimingCurve(0.25, 0.1, 0.25, 1)

    /// The progress at a share of the time, as the curve's table (`EasingTable`) gives it: exact to about 1e-11.
    ///
    /// *Range*: `x` is clamped to 0...1 and the ends map to 0 and 1; the result may leave 0...1 as the control points do.
    package func value(at x: Double) -> Double {
        isEven ? min(1, max(0, x)) : EasingTable(self).value(at: x)
    }

    /// Whether it changes nothing.
    package var isEven: Bool { x1 == y1 && x2 == y2 }
}

/// A timing curve as polynomials of its parameter.
struct CurveParts: Sendable {
    // The coefficients of x and y.
    private let ax: Double, bx: Double, cx: Double
    private let ay: Double, by: Double, cy: Double
    /// The variable in which y is smooth, also where the curve begins or ends without slope.
    private enum Ground: Sendable {
        /// x itself.
        case even
        /// The root of x, for an x without slope at the start.
        case root
        /// The root of 1 - x, for an x without slope at the end.
        case rootFromEnd
    }
    private let ground: Ground

    init(_ curve: TimingCurve) {
        (cx, cy) = (3 * curve.x1, 3 * curve.y1)
        (bx, by) = (3 * (curve.x2 - curve.x1) - cx, 3 * (curve.y2 - curve.y1) - cy)
        (ax, ay) = (1 - cx - bx, 1 - cy - by)
        ground = curve.x1 == 0 && curve.x2 > 0 ? .root : curve.x2 == 1 && curve.x1 < 1 ? .rootFromEnd : .even
    }

    /// The variable at an x, 0...1: y is smooth in it, also where the curve begins or ends without slope.
    @inline(__always)  // One square root at most.
    func parameter(_ x: Double) -> Double {
        switch ground {
        case .even: x
        case .root: x.squareRoot()
        case .rootFromEnd: 1 - (1 - x).squareRoot()
        }
    }

    /// The variable at four values of x.
    @inline(__always)  // For most eased numbers.
    func parameter(_ x: SIMD4<Double>) -> SIMD4<Double> {
        switch ground {
        case .even: x
        case .root: x.squareRoot()
        case .rootFromEnd: 1 - (1 - x).squareRoot()
        }
    }

    /// The x at a value of the variable.
    private func x(at parameter: Double) -> Double {
        switch ground {
        case .even: parameter
        case .root: parameter * parameter
        case .rootFromEnd: 1 - (1 - parameter) * (1 - parameter)
        }
    }

    /// The value at an x between 0 and 1, both excluded.
    func value(at x: Double) -> Double { y(solved(x)) }

    /// The value at a value of the variable.
    func value(atParameter parameter: Double) -> Double { y(solved(x(at: parameter))) }

    /// The value, and its first and second derivative, at a value of the variable.
    func growth(atParameter parameter: Double) -> (value: Double, first: Double, second: Double) {
        let s = solved(x(at: parameter))
        // Chain rule: x, y and the variable are differentiated by the curve's parameter.
        let (y1, y2) = ((3 * ay * s + 2 * by) * s + cy, 6 * ay * s + 2 * by)
        let (x1, x2) = ((3 * ax * s + 2 * bx) * s + cx, 6 * ax * s + 2 * bx)
        let (p1, p2): (Double, Double)
        switch ground {
        case .even: (p1, p2) = (x1, x2)
        case .root where parameter == 0:
            // x is s * s * (bx + ax * s).
            p1 = bx.squareRoot()
            p2 = ax / p1
        case .root:
            p1 = x1 / (2 * parameter)
            p2 = (x2 - 2 * p1 * p1) / (2 * parameter)
        case .rootFromEnd where parameter == 1:
            // 1 - x is r * r * (ax * r - 3 * ax - bx), where r is 1 - s.
            p1 = (-3 * ax - bx).squareRoot()
            p2 = -ax / p1
        case .rootFromEnd:
            p1 = x1 / (2 * (1 - parameter))
            p2 = (x2 + 2 * p1 * p1) / (2 * (1 - parameter))
        }
        let first = y1 / p1
        return (y(s), first, (y2 - first * p2) / (p1 * p1))
    }

    private func y(_ s: Double) -> Double { ((ay * s + by) * s + cy) * s }

    /// The curve's parameter at an x, by Newton's steps inside a bracket that each step narrows. A step that would
    /// leave the bracket is replaced by its middle, as at vertical tangents.
    private func solved(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        var (low, high) = (0.0, 1.0)
        var s = parameter(x)
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
