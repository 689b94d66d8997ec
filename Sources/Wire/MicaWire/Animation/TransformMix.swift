import Foundation
import MicaBase

/// The interpolation from one transform to another, prepared for many times.
///
/// Both are decomposed, and their rotations interpolated along the shorter arc. Transforms that cannot be decomposed
/// are interpolated element by element. *Source*: Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH
/// 1985.
package struct TransformMix: Sendable {
    private enum Way: Sendable {
        case none
        case elements
        case parts(Parts)
    }
    private let a: Matrix4, b: Matrix4
    private let way: Way

    /// Prepares the interpolation of two transforms.
    package init(_ a: Matrix4, _ b: Matrix4) {
        (self.a, self.b) = (a, b)
        if a == b {
            way = .none
        } else if let p = MatrixParts(a), let q = MatrixParts(b) {
            way = .parts(Parts(p, q))
        } else {
            way = .elements
        }
    }

    /// The transform at a share of the way. Not for 0 and 1, where the result is exactly one of the two.
    package func value(at t: Double) -> Matrix4 {
        switch way {
        case .none: return a
        case .elements: return mixElements(a, b, t)
        case .parts(let parts): return parts.value(at: t)
        }
    }

    /// The interpolation of two decomposed transforms that consist of scale, rotation and translation; nil for others.
    var plainParts: Parts? {
        if case .parts(let parts) = way, parts.hasNoShearOrPerspective { parts } else { nil }
    }

    /// The interpolation of the parts of two transforms.
    struct Parts: Sendable {
        // The parts at the start, and the difference of each to the end.
        let translation: SIMD4<Double>, scale: SIMD4<Double>
        let translationWay: SIMD4<Double>, scaleWay: SIMD4<Double>
        private let shear: SIMD4<Double>, shearWay: SIMD4<Double>
        private let perspective: SIMD4<Double>, perspectiveWay: SIMD4<Double>
        /// Whether both consist only of scale, rotation and translation.
        let hasNoShearOrPerspective: Bool
        /// The interpolation of the rotations.
        let arc: Arc

        fileprivate init(_ p: MatrixParts, _ q: MatrixParts) {
            func four(_ v: (x: Double, y: Double, z: Double)) -> SIMD4<Double> { SIMD4(v.x, v.y, v.z, 0) }
            translation = four(p.translation)
            scale = four(p.scale)
            shear = SIMD4(p.shear.xy, p.shear.xz, p.shear.yz, 0)
            perspective = SIMD4(p.perspective.x, p.perspective.y, p.perspective.z, p.perspective.w)
            translationWay = four(q.translation) - translation
            scaleWay = four(q.scale) - scale
            shearWay = SIMD4(q.shear.xy, q.shear.xz, q.shear.yz, 0) - shear
            perspectiveWay =
                SIMD4(q.perspective.x, q.perspective.y, q.perspective.z, q.perspective.w) - perspective
            hasNoShearOrPerspective = p.hasNoShearOrPerspective && q.hasNoShearOrPerspective
            arc = Arc(from: p.rotation, to: q.rotation)
        }

        /// The transform at a share of the way.
        func value(at t: Double) -> Matrix4 {
            let q = arc.rotation(at: t)
            let rows = RotationLanes(
                x: SIMD4(repeating: q.x), y: SIMD4(repeating: q.y), z: SIMD4(repeating: q.z), w: SIMD4(repeating: q.w))
            let s = scale + scaleWay * t
            let moved = translation + translationWay * t
            let (a0, a1, a2) = (rows.a0.x, rows.a1.x, rows.a2.x)
            var (b0, b1, b2) = (rows.b0.x, rows.b1.x, rows.b2.x)
            var (c0, c1, c2) = (rows.c0.x, rows.c1.x, rows.c2.x)
            if !hasNoShearOrPerspective {
                let k = shear + shearWay * t
                (c0, c1, c2) = (c0 + k.y * a0 + k.z * b0, c1 + k.y * a1 + k.z * b1, c2 + k.y * a2 + k.z * b2)
                (b0, b1, b2) = (b0 + k.x * a0, b1 + k.x * a1, b2 + k.x * a2)
            }
            let affine = Matrix4(
                s.x * a0, s.x * a1, s.x * a2, 0, s.y * b0, s.y * b1, s.y * b2, 0, s.z * c0, s.z * c1, s.z * c2, 0,
                moved.x, moved.y, moved.z, 1)
            if hasNoShearOrPerspective { return affine }
            let last = perspective + perspectiveWay * t
            return affine * Matrix4(1, 0, 0, last.x, 0, 1, 0, last.y, 0, 0, 1, last.z, 0, 0, 0, last.w)
        }
    }

    /// The shorter arc between two rotations: cos(t angle) times the first plus sin(t angle) times the perpendicular
    /// one.
    struct Arc: Sendable {
        /// The rotation at the start, as a quaternion.
        let start: SIMD4<Double>
        /// The rotation a quarter circle further along the arc.
        let side: SIMD4<Double>
        /// The length of the arc, in radians.
        let angle: Double

        /// The greatest product of two quaternions that counts as 0: there both ways are equally long, and the arc goes
        /// to the second quaternion as it is. Half turns about an axis then go one way, whatever their sign.
        ///
        /// *Source*: Matt Neuburg, "Taking control of rotation animations in iOS", 2021 (`pi` and `-pi` both go
        /// clockwise); Stack Overflow 31007262 and 12786981 (3.14159265358979 is no half turn any more). The products
        /// there are 6e-17 and 1.6e-15; the limit lies between them.
        private static let tie = 5e-16

        init(from first: Quaternion, to second: Quaternion) {
            start = SIMD4(first.x, first.y, first.z, first.w)
            let other = SIMD4(second.x, second.y, second.z, second.w)
            let end = (start * other).sum() < -Self.tie ? -other : other
            // From the chord: for close rotations the cosine is inexact.
            let chord = end - start
            angle = 2 * asin(min(1, (chord * chord).sum().squareRoot() / 2))
            let (sine, cosine) = LaneMath.sineAndCosine(angle)
            side = sine > 0 ? (end - start * cosine) * (1 / sine) : .zero
        }

        /// The rotation at a share of the way, as a quaternion.
        func rotation(at t: Double) -> SIMD4<Double> {
            let (sine, cosine) = LaneMath.sineAndCosine(ofArc: SIMD4(repeating: t * angle))
            return start * cosine + side * sine
        }
    }
}

private func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

private func mixElements(_ a: Matrix4, _ b: Matrix4, _ t: Double) -> Matrix4 {
    Matrix4(
        mix(a.m11, b.m11, t), mix(a.m12, b.m12, t), mix(a.m13, b.m13, t), mix(a.m14, b.m14, t),
        mix(a.m21, b.m21, t), mix(a.m22, b.m22, t), mix(a.m23, b.m23, t), mix(a.m24, b.m24, t),
        mix(a.m31, b.m31, t), mix(a.m32, b.m32, t), mix(a.m33, b.m33, t), mix(a.m34, b.m34, t),
        mix(a.m41, b.m41, t), mix(a.m42, b.m42, t), mix(a.m43, b.m43, t), mix(a.m44, b.m44, t))
}
