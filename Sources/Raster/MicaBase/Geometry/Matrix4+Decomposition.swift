import Foundation

/// A rotation in space as a unit quaternion.
package struct Quaternion: Sendable, Equatable {
    /// The vector part and the scalar part.
    package var x: Double, y: Double, z: Double, w: Double

    /// No rotation.
    package static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)
}

/// The parts of a decomposed transform, for interpolation and the virtual key paths.
///
/// The parts apply in the order scale, shear, rotation, translation, perspective (to row vectors, first to last).
/// *Source*: Spencer W. Thomas, "Decomposing a matrix into simple transformations", Graphics Gems II, 1991.
package struct MatrixParts: Sendable, Equatable {
    /// The last step: the fourth column, (0, 0, 0, 1) without perspective.
    package var perspective = (x: 0.0, y: 0.0, z: 0.0, w: 1.0)
    /// Moves, in points.
    package var translation = (x: 0.0, y: 0.0, z: 0.0)
    /// Turns.
    package var rotation = Quaternion.identity
    /// Shears: y along x, z along x, z along y.
    package var shear = (xy: 0.0, xz: 0.0, yz: 0.0)
    /// Scales, the first step. One or all three are negative when the transform mirrors (`unmirror`).
    package var scale = (x: 1.0, y: 1.0, z: 1.0)

    /// Decomposes a matrix; nil when it is not finite or m44 is zero.
    package init?(_ m: Matrix4) {
        guard m.m44 != 0, m.isFinite else { return nil }
        let w = m.m44
        var affine = m
        if m.m14 != 0 || m.m24 != 0 || m.m34 != 0 || m.m44 != 1 {
            affine = Matrix4(
                m.m11 / w, m.m12 / w, m.m13 / w, 0, m.m21 / w, m.m22 / w, m.m23 / w, 0,
                m.m31 / w, m.m32 / w, m.m33 / w, 0, m.m41 / w, m.m42 / w, m.m43 / w, 1)
            if m.m14 != 0 || m.m24 != 0 || m.m34 != 0 {
                guard let inverse = affine.inverse else { return nil }
                // m/w = affine * P with P the identity but for its fourth column.
                let (a, b, c) = (m.m14 / w, m.m24 / w, m.m34 / w)
                let i = inverse
                perspective = (
                    i.m11 * a + i.m12 * b + i.m13 * c + i.m14,
                    i.m21 * a + i.m22 * b + i.m23 * c + i.m24,
                    i.m31 * a + i.m32 * b + i.m33 * c + i.m34,
                    i.m41 * a + i.m42 * b + i.m43 * c + i.m44
                )
            }
        }
        translation = (affine.m41, affine.m42, affine.m43)
        var r0 = SIMD3(affine.m11, affine.m12, affine.m13)
        var r1 = SIMD3(affine.m21, affine.m22, affine.m23)
        var r2 = SIMD3(affine.m31, affine.m32, affine.m33)
        scale.x = length(r0)
        if scale.x > 0 { r0 /= scale.x }
        shear.xy = dot(r0, r1)
        r1 -= shear.xy * r0
        scale.y = length(r1)
        if scale.y > 0 {
            r1 /= scale.y
            shear.xy /= scale.y
        }
        shear.xz = dot(r0, r2)
        r2 -= shear.xz * r0
        shear.yz = dot(r1, r2)
        r2 -= shear.yz * r1
        scale.z = length(r2)
        if scale.z > 0 {
            r2 /= scale.z
            shear.xz /= scale.z
            shear.yz /= scale.z
        }
        // Shears as small as these are rounding errors of right angles.
        if abs(shear.xy) < 1e-12, abs(shear.xz) < 1e-12, abs(shear.yz) < 1e-12 { shear = (0, 0, 0) }
        completeBasis(&r0, &r1, &r2, scale)
        if dot(r0, cross(r1, r2)) < 0 { unmirror(&r0, &r1, &r2) }
        rotation = Quaternion(rows: r0, r1, r2)
    }

    /// Moves the mirror of left-handed axes into the scales, so that the axes are a rotation.
    ///
    /// One axis turns, or all three do: the choice leaves the smallest rotation, so that a mirror by a negative scale
    /// has no rotation and keeps its other two scales. In the plane this is the rule of CSS. *Source*: a recording of a
    /// view that iOS animates to a horizontal scale of -1 (farshadjahanmanesh/loady, examples/_gif.gif): its height
    /// stays, and its width goes through 0. For mirrors out of the plane there is no recording.
    private mutating func unmirror(_ r0: inout SIMD3<Double>, _ r1: inout SIMD3<Double>, _ r2: inout SIMD3<Double>) {
        // The larger the sum of the diagonal is, the smaller is the angle of the rotation.
        let (a, b, c) = (r0.x, r1.y, r2.z)
        if min(a, b, c) > a + b + c {
            scale = (-scale.x, -scale.y, -scale.z)
            (r0, r1, r2) = (-r0, -r1, -r2)
        } else if a <= b, a <= c {
            (scale.x, r0) = (-scale.x, -r0)
            (shear.xy, shear.xz) = (-shear.xy, -shear.xz)
        } else if b <= c {
            (scale.y, r1) = (-scale.y, -r1)
            (shear.xy, shear.yz) = (-shear.xy, -shear.yz)
        } else {
            (scale.z, r2) = (-scale.z, -r2)
            (shear.xz, shear.yz) = (-shear.xz, -shear.yz)
        }
    }

    /// The matrix that the parts make.
    package var matrix: Matrix4 {
        let (r0, r1, r2) = rotation.rows
        return matrix(withRows: r0, r1, r2)
    }

    /// The matrix that the parts make with another rotation, whose matrix has these rows.
    package func matrix(withRows r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) -> Matrix4 {
        let a = scale.x * r0
        let b = scale.y * (r1 + shear.xy * r0)
        let c = scale.z * (r2 + shear.xz * r0 + shear.yz * r1)
        let affine = Matrix4(
            a.x, a.y, a.z, 0, b.x, b.y, b.z, 0, c.x, c.y, c.z, 0, translation.x, translation.y, translation.z, 1)
        if perspective == (0, 0, 0, 1) { return affine }
        return affine
            * Matrix4(
                1, 0, 0, perspective.x, 0, 1, 0, perspective.y, 0, 0, 1, perspective.z, 0, 0, 0, perspective.w)
    }

    /// Rotations about x, then y, then z that give the rotation; the parts of the key path `transform.rotation`.
    ///
    /// *Units*: radians; y in -pi/2...pi/2. *Source*: the order in which documents written by Apple's own tools list
    /// the three (`rotate(z) rotate(y, 0, 1, 0) rotate(x, 1, 0, 0)`, the last applied first).
    package var eulerAngles: (x: Double, y: Double, z: Double) {
        get {
            let (r0, r1, r2) = rotation.rows
            let sine = max(-1, min(1, -r0.z))
            if abs(sine) > 1 - 1e-12 {
                return (0, sine > 0 ? .pi / 2 : -.pi / 2, atan2(-r1.x, r1.y))
            }
            return (atan2(r1.z, r2.z), asin(sine), atan2(r0.y, r0.x))
        }
        set {
            // A rotation by zero is the identity, and is left out.
            var m = Matrix4(rotation: newValue.z, x: 0, y: 0, z: 1)
            if newValue.x != 0 || newValue.y != 0 {
                m =
                    Matrix4(rotation: newValue.x, x: 1, y: 0, z: 0) * Matrix4(rotation: newValue.y, x: 0, y: 1, z: 0)
                    * m
            }
            rotation = Quaternion(
                rows: SIMD3(m.m11, m.m12, m.m13), SIMD3(m.m21, m.m22, m.m23), SIMD3(m.m31, m.m32, m.m33))
        }
    }

    /// Equal part by part.
    package static func == (a: MatrixParts, b: MatrixParts) -> Bool {
        a.perspective == b.perspective && a.translation == b.translation && a.rotation == b.rotation
            && a.shear == b.shear
            && a.scale == b.scale
    }
}

extension Quaternion {
    /// The rotation whose matrix has these rows (row vectors), which are orthonormal and right-handed.
    fileprivate init(rows a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
        let trace = a.x + b.y + c.z
        if trace > 0 {
            let s = (trace + 1).squareRoot() * 2
            self.init(x: (b.z - c.y) / s, y: (c.x - a.z) / s, z: (a.y - b.x) / s, w: s / 4)
        } else if a.x >= b.y && a.x >= c.z {
            let s = (1 + a.x - b.y - c.z).squareRoot() * 2
            self.init(x: s / 4, y: (a.y + b.x) / s, z: (c.x + a.z) / s, w: (b.z - c.y) / s)
        } else if b.y >= c.z {
            let s = (1 + b.y - a.x - c.z).squareRoot() * 2
            self.init(x: (a.y + b.x) / s, y: s / 4, z: (b.z + c.y) / s, w: (c.x - a.z) / s)
        } else {
            let s = (1 + c.z - a.x - b.y).squareRoot() * 2
            self.init(x: (c.x + a.z) / s, y: (b.z + c.y) / s, z: s / 4, w: (a.y - b.x) / s)
        }
    }

    /// The rows of the rotation's matrix, for row vectors.
    package var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (
            SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
        )
    }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// Gives directions to axes that a scale of zero has lost, so that a flat transform still has a rotation.
private func completeBasis(
    _ r0: inout SIMD3<Double>, _ r1: inout SIMD3<Double>, _ r2: inout SIMD3<Double>,
    _ scale: (x: Double, y: Double, z: Double)
) {
    switch (scale.x > 0, scale.y > 0, scale.z > 0) {
    case (true, true, true): return
    case (true, true, false): r2 = cross(r0, r1)
    case (true, false, true): r1 = cross(r2, r0)
    case (false, true, true): r0 = cross(r1, r2)
    case (true, false, false):
        let other: SIMD3<Double> = abs(r0.z) < 0.9 ? [0, 0, 1] : [0, 1, 0]
        r1 = cross(other, r0)
        r1 /= length(r1)
        r2 = cross(r0, r1)
    case (false, true, false):
        let other: SIMD3<Double> = abs(r1.z) < 0.9 ? [0, 0, 1] : [1, 0, 0]
        r0 = cross(r1, other)
        r0 /= length(r0)
        r2 = cross(r0, r1)
    case (false, false, true):
        let other: SIMD3<Double> = abs(r2.x) < 0.9 ? [1, 0, 0] : [0, 1, 0]
        r1 = cross(r2, other)
        r1 /= length(r1)
        r0 = cross(r1, r2)
    case (false, false, false):
        (r0, r1, r2) = ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    }
}
