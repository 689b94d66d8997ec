/// One cubic Bézier curve. Quadratic curves and lines are converted to this form too, so that each function exists
/// once.
package struct Cubic: Sendable, Equatable {
    /// The start, the two control points, the end.
    package var p0, p1, p2, p3: Point

    @inlinable package init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
        self.p3 = p3
    }

    /// A quadratic curve as a cubic one.
    @inlinable package init(quadFrom p0: Point, control: Point, to p3: Point) {
        self.init(p0, p0 + (control - p0) * (2.0 / 3), p3 + (control - p3) * (2.0 / 3), p3)
    }

    /// A line as a cubic curve, walked at constant speed.
    @inlinable package init(lineFrom p0: Point, to p3: Point) {
        self.init(p0, p0 + (p3 - p0) * (1.0 / 3), p0 + (p3 - p0) * (2.0 / 3), p3)
    }

    /// Whether all coordinates are finite.
    @inlinable package var isFinite: Bool { p0.isFinite && p1.isFinite && p2.isFinite && p3.isFinite }

    /// The point at a parameter from 0 to 1; exactly the ends at 0 and 1.
    @inlinable package func point(at t: Double) -> Point {
        if t == 1 { return p3 }
        let a = (p3 - p0) + 3 * (p1 - p2)
        let b = 3 * (p0 - 2 * p1 + p2)
        let c = 3 * (p1 - p0)
        return ((a * t + b) * t + c) * t + p0
    }

    /// The derivative with respect to the parameter.
    @inlinable package func derivative(at t: Double) -> Point {
        let s = 1 - t
        let first = (p1 - p0) * (s * s)
        let middle = (p2 - p1) * (2 * s * t)
        let last = (p3 - p2) * (t * t)
        return 3 * (first + middle + last)
    }

    /// The direction at a parameter, of length 1, also where the derivative vanishes; nil when the curve is one point.
    @inlinable package func tangent(at t: Double) -> Point? {
        let derivative = derivative(at: t)
        let size = maximum(maximum(p0, p1), maximum(p2, p3)) - minimum(minimum(p0, p1), minimum(p2, p3))
        let extent = Swift.max(size.x, size.y)
        guard extent > 0 else { return nil }
        if derivative.length > extent * 1e-9 { return derivative.normalized }
        // At an end where control points coincide, the direction goes to the next point that differs.
        if t < 0.5 {
            for p in [p1, p2, p3] where (p - p0).length > extent * 1e-9 && t < 1e-6 { return (p - p0).normalized }
        } else {
            for p in [p2, p1, p0] where (p3 - p).length > extent * 1e-9 && t > 1 - 1e-6 { return (p3 - p).normalized }
        }
        // At a cusp inside the curve, the direction in which the curve leaves.
        let after = Swift.min(1, t + 1e-4)
        let before = after - 2e-4
        return (point(at: after) - point(at: Swift.max(before, t))).normalized
            ?? (point(at: after) - point(at: before)).normalized
    }

    /// The two halves.
    @inlinable package func halves() -> (Cubic, Cubic) {
        let a = (p0 + p1) * 0.5
        let b = (p1 + p2) * 0.5
        let c = (p2 + p3) * 0.5
        let d = (a + b) * 0.5
        let e = (b + c) * 0.5
        let middle = (d + e) * 0.5
        return (Cubic(p0, a, d, middle), Cubic(middle, e, c, p3))
    }

    /// The part between two parameters.
    @inlinable package func part(from t0: Double, to t1: Double) -> Cubic {
        if t0 <= 0, t1 >= 1 { return self }
        let start = t0 <= 0 ? p0 : point(at: t0)
        let end = t1 >= 1 ? p3 : point(at: t1)
        let third = (t1 - t0) / 3
        return Cubic(start, start + derivative(at: t0) * third, end - derivative(at: t1) * third, end)
    }

    /// The square of the number of chords that stay within a distance of the curve, not rounded up.
    ///
    /// Source: Wang's bound, deviation <= max second difference * 6 / (8 n^2) for a cubic cut at equal parameters.
    @inlinable package func squaredChordCount(tolerance: Double) -> Double {
        let first = (p0 - 2 * p1 + p2).squaredLength
        let second = (p1 - 2 * p2 + p3).squaredLength
        return 0.75 * Swift.max(first, second).squareRoot() / tolerance
    }

    /// Calls back with every point where x or y has an extremum.
    @inlinable package func extrema(_ visit: (Point) -> Void) {
        for axis in 0..<2 {
            // The derivative, as a t^2 + b t + c, up to a factor of 3.
            let a = p3[axis] - p0[axis] + 3 * (p1[axis] - p2[axis])
            let b = 2 * (p0[axis] - 2 * p1[axis] + p2[axis])
            let c = p1[axis] - p0[axis]
            let discriminant = b * b - 4 * a * c
            guard discriminant >= 0 else { continue }
            // The form of the quadratic formula without cancellation.
            let q = -0.5 * (b + (b < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
            for t in [q / a, c / q] where t > 0 && t < 1 {
                visit(point(at: t))
            }
        }
    }
}
