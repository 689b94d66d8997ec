import Foundation

/// A 4 x 4 matrix in Core Animation's convention: points are row vectors, `p' = p * M`, so translation is in the fourth
/// row.
///
/// Source: Apple, Core Animation Programming Guide, "Transforms"; the field names are CATransform3D's.
package struct Matrix4: Sendable, Equatable {
    /// Row 1.
    package var m11: Double, m12: Double, m13: Double, m14: Double
    /// Row 2.
    package var m21: Double, m22: Double, m23: Double, m24: Double
    /// Row 3.
    package var m31: Double, m32: Double, m33: Double, m34: Double
    /// Row 4.
    package var m41: Double, m42: Double, m43: Double, m44: Double

    /// Makes a matrix from its four rows.
    @inlinable
    package init(
        _ m11: Double, _ m12: Double, _ m13: Double, _ m14: Double,
        _ m21: Double, _ m22: Double, _ m23: Double, _ m24: Double,
        _ m31: Double, _ m32: Double, _ m33: Double, _ m34: Double,
        _ m41: Double, _ m42: Double, _ m43: Double, _ m44: Double
    ) {
        (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
        (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
        (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
        (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
    }

    /// The matrix that changes nothing.
    package static let identity = Matrix4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

    /// Whether this is exactly the identity.
    @inlinable
    package var isIdentity: Bool { m11 == 1 && m22 == 1 && m41 == 0 && m42 == 0 && m12 == 0 && m21 == 0 && isAffine }

    /// Whether this maps the plane z = 0 onto itself without perspective: a 2D affine map.
    @inlinable
    package var isAffine: Bool {
        m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0 && m43 == 0
            && m44 == 1
    }

    /// Whether no element is infinite or not a number.
    package var isFinite: Bool {
        // A sum of elements may overflow though each is finite. A finite element times 0 is 0, any other NaN: no
        // overflow.
        (m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0 + m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0 + m31 * 0 + m32 * 0 + m33 * 0
            + m34 * 0 + m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0) == 0
    }

    /// A translation.
    package init(translationX x: Double, y: Double, z: Double = 0) {
        self.init(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1)
    }

    /// A scale about the origin.
    package init(scaleX x: Double, y: Double, z: Double = 1) {
        self.init(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1)
    }

    /// A rotation about an axis through the origin.
    ///
    /// *Units*: `angle` in radians; with y down, a positive angle about +z turns clockwise on the screen.
    /// The axis need not have unit length; an axis of length zero gives the identity.
    /// *Source*: CATransform3DMakeRotation, Apple, Core Animation Function Reference.
    package init(rotation angle: Double, x: Double, y: Double, z: Double) {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else {
            self = .identity
            return
        }
        let (x, y, z) = (x / length, y / length, z / length)
        let (s, c) = (sin(angle), cos(angle))
        let t = 1 - c
        self.init(
            t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0,
            t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0,
            t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0,
            0, 0, 0, 1)
    }

    /// The product: applies `a` first, then `b`.
    package static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(
            a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31 + a.m14 * b.m41,
            a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32 + a.m14 * b.m42,
            a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33 + a.m14 * b.m43,
            a.m11 * b.m14 + a.m12 * b.m24 + a.m13 * b.m34 + a.m14 * b.m44,
            a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31 + a.m24 * b.m41,
            a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32 + a.m24 * b.m42,
            a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33 + a.m24 * b.m43,
            a.m21 * b.m14 + a.m22 * b.m24 + a.m23 * b.m34 + a.m24 * b.m44,
            a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31 + a.m34 * b.m41,
            a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32 + a.m34 * b.m42,
            a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33 + a.m34 * b.m43,
            a.m31 * b.m14 + a.m32 * b.m24 + a.m33 * b.m34 + a.m34 * b.m44,
            a.m41 * b.m11 + a.m42 * b.m21 + a.m43 * b.m31 + a.m44 * b.m41,
            a.m41 * b.m12 + a.m42 * b.m22 + a.m43 * b.m32 + a.m44 * b.m42,
            a.m41 * b.m13 + a.m42 * b.m23 + a.m43 * b.m33 + a.m44 * b.m43,
            a.m41 * b.m14 + a.m42 * b.m24 + a.m43 * b.m34 + a.m44 * b.m44)
    }

    /// The sixteen elements, row by row.
    package var elements: [Double] {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
    }

    /// Makes a matrix from sixteen elements, row by row.
    ///
    /// - Precondition: there are exactly sixteen.
    package init(elements e: [Double]) {
        precondition(e.count == 16, "a matrix has sixteen elements")
        self.init(
            e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7], e[8], e[9], e[10], e[11], e[12], e[13], e[14], e[15])
    }

    /// The inverse; nil when the matrix is singular or not finite.
    package var inverse: Matrix4? {
        let s0 = m11 * m22 - m21 * m12, s1 = m11 * m23 - m21 * m13, s2 = m11 * m24 - m21 * m14
        let s3 = m12 * m23 - m22 * m13, s4 = m12 * m24 - m22 * m14, s5 = m13 * m24 - m23 * m14
        let c5 = m33 * m44 - m43 * m34, c4 = m32 * m44 - m42 * m34, c3 = m32 * m43 - m42 * m33
        let c2 = m31 * m44 - m41 * m34, c1 = m31 * m43 - m41 * m33, c0 = m31 * m42 - m41 * m32
        let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
        guard determinant != 0, determinant.isFinite else { return nil }
        let i = 1 / determinant
        guard i.isFinite else { return nil }
        return Matrix4(
            (m22 * c5 - m23 * c4 + m24 * c3) * i, (-m12 * c5 + m13 * c4 - m14 * c3) * i,
            (m42 * s5 - m43 * s4 + m44 * s3) * i, (-m32 * s5 + m33 * s4 - m34 * s3) * i,
            (-m21 * c5 + m23 * c2 - m24 * c1) * i, (m11 * c5 - m13 * c2 + m14 * c1) * i,
            (-m41 * s5 + m43 * s2 - m44 * s1) * i, (m31 * s5 - m33 * s2 + m34 * s1) * i,
            (m21 * c4 - m22 * c2 + m24 * c0) * i, (-m11 * c4 + m12 * c2 - m14 * c0) * i,
            (m41 * s4 - m42 * s2 + m44 * s0) * i, (-m31 * s4 + m32 * s2 - m34 * s0) * i,
            (-m21 * c3 + m22 * c1 - m23 * c0) * i, (m11 * c3 - m12 * c1 + m13 * c0) * i,
            (-m41 * s3 + m42 * s1 - m43 * s0) * i, (m31 * s3 - m32 * s1 + m33 * s0) * i)
    }

    /// The determinant.
    package var determinant: Double {
        let s0 = m11 * m22 - m21 * m12, s1 = m11 * m23 - m21 * m13, s2 = m11 * m24 - m21 * m14
        let s3 = m12 * m23 - m22 * m13, s4 = m12 * m24 - m22 * m14, s5 = m13 * m24 - m23 * m14
        let c5 = m33 * m44 - m43 * m34, c4 = m32 * m44 - m42 * m34, c3 = m32 * m43 - m42 * m33
        let c2 = m31 * m44 - m41 * m34, c1 = m31 * m43 - m41 * m33, c0 = m31 * m42 - m41 * m32
        return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    }
}
