import Foundation
import MicaWire

/// The way from one transform to another, made ready to be gone many times.
///
/// Both are taken apart and their rotations turned along the shorter arc; those that cannot be taken apart go element by
/// element. *Source*: Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985.
package struct TransformMix: Sendable {
    private enum Way: Sendable {
        case none
        case elements
        case parts(MatrixParts, MatrixParts, Turn)
    }
    private let a: Matrix4, b: Matrix4
    private let way: Way

    /// Makes ready the way between two transforms.
    package init(_ a: Matrix4, _ b: Matrix4) {
        (self.a, self.b) = (a, b)
        if a == b {
            way = .none
        } else if let p = MatrixParts(a), let q = MatrixParts(b) {
            way = .parts(p, q, Turn(from: p.rotation, to: q.rotation))
        } else {
            way = .elements
        }
    }

    /// The transform at a share of the way, other than 0 and 1, at which it is the one or the other as it is.
    package func value(at t: Double) -> Matrix4 {
        switch way {
        case .none: return a
        case .elements: return mixElements(a, b, t)
        case .parts(let p, let q, let turn):
            var parts = p
            parts.perspective = (
                mix(p.perspective.x, q.perspective.x, t), mix(p.perspective.y, q.perspective.y, t),
                mix(p.perspective.z, q.perspective.z, t), mix(p.perspective.w, q.perspective.w, t)
            )
            parts.translation = mix(p.translation, q.translation, t)
            parts.scale = mix(p.scale, q.scale, t)
            parts.shear = (
                mix(p.shear.xy, q.shear.xy, t), mix(p.shear.xz, q.shear.xz, t), mix(p.shear.yz, q.shear.yz, t)
            )
            parts.rotation = turn.value(at: t)
            return parts.matrix
        }
    }

    /// From one rotation to another along the shorter arc.
    private struct Turn: Sendable {
        var a: Quaternion, b: Quaternion
        /// The angle and its sine; nil where the two are too near for them.
        var angle: (size: Double, sine: Double)?

        init(from a: Quaternion, to b: Quaternion) {
            (self.a, self.b) = (a, b)
            var cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
            if cosine < 0 {
                self.b = Quaternion(x: -b.x, y: -b.y, z: -b.z, w: -b.w)
                cosine = -cosine
            }
            if cosine < 1 - 1e-10 {
                let size = acos(cosine)
                angle = (size, sin(size))
            }
        }

        func value(at t: Double) -> Quaternion {
            var (share, rest) = (t, 1 - t)
            if let angle {
                (share, rest) = (sin(t * angle.size) / angle.sine, sin((1 - t) * angle.size) / angle.sine)
            }
            let sum = Quaternion(
                x: a.x * rest + b.x * share, y: a.y * rest + b.y * share, z: a.z * rest + b.z * share,
                w: a.w * rest + b.w * share)
            let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w).squareRoot()
            return length > 0
                ? Quaternion(x: sum.x / length, y: sum.y / length, z: sum.z / length, w: sum.w / length) : a
        }
    }
}

private func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

private typealias Triple = (x: Double, y: Double, z: Double)

private func mix(_ a: Triple, _ b: Triple, _ t: Double) -> Triple {
    (mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t))
}

private func mixElements(_ a: Matrix4, _ b: Matrix4, _ t: Double) -> Matrix4 {
    Matrix4(
        mix(a.m11, b.m11, t), mix(a.m12, b.m12, t), mix(a.m13, b.m13, t), mix(a.m14, b.m14, t),
        mix(a.m21, b.m21, t), mix(a.m22, b.m22, t), mix(a.m23, b.m23, t), mix(a.m24, b.m24, t),
        mix(a.m31, b.m31, t), mix(a.m32, b.m32, t), mix(a.m33, b.m33, t), mix(a.m34, b.m34, t),
        mix(a.m41, b.m41, t), mix(a.m42, b.m42, t), mix(a.m43, b.m43, t), mix(a.m44, b.m44, t))
}
