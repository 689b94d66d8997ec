/// A map of a plane onto the plane of the pixels: affine, or with perspective.
///
/// A local point (x, y) becomes (X / W, Y / W) with X = a x + c y + tx, Y = b x + d y + ty, W = p x + q y + w; the
/// point is visible only where W > 0.
package struct Homography: Sendable, Equatable {
    /// The column of x: where a step along local x leads.
    package var a: Double, b: Double
    /// The column of y: where a step along local y leads.
    package var c: Double, d: Double
    /// The column of 1: where the local origin lies.
    package var tx: Double, ty: Double
    /// The row that divides: (0, 0, 1) when affine.
    package var p: Double, q: Double, w: Double

    /// Makes a map from its nine coefficients.
    package init(
        a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double, p: Double = 0, q: Double = 0, w: Double = 1
    ) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
        (self.p, self.q, self.w) = (p, q, w)
    }

    /// The map under which local points are device points.
    package static let identity = Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Whether there is no perspective; then w is 1.
    package var isAffine: Bool { p == 0 && q == 0 && w == 1 }

    /// Whether axis-aligned rectangles stay axis-aligned and unturned: only scale and translation.
    package var isScaleAndTranslation: Bool { isAffine && b == 0 && c == 0 }

    /// The device point of a local point; the third value is W, not positive for a point behind the viewer.
    package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
        let W = p * x + q * y + w
        return ((a * x + c * y + tx) / W, (b * x + d * y + ty) / W, W)
    }

    /// The map back from device points to local points; nil when the plane is seen edge-on or the map is not finite.
    package var inverse: Homography? {
        let A = d * w - ty * q, B = ty * p - b * w, P = b * q - d * p
        let C = tx * q - c * w, D = a * w - tx * p, Q = c * p - a * q
        let X = c * ty - tx * d, Y = tx * b - a * ty, W = a * d - b * c
        let determinant = a * A + c * B + tx * P
        guard determinant != 0, determinant.isFinite else { return nil }
        let s = isAffine ? 1 / W : 1 / determinant
        guard s.isFinite else { return nil }
        return Homography(
            a: A * s, b: B * s, c: C * s, d: D * s, tx: X * s, ty: Y * s, p: isAffine ? 0 : P * s,
            q: isAffine ? 0 : Q * s,
            w: isAffine ? 1 : W * s)
    }
}
