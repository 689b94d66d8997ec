import MicaBase
import QuartzCore

extension CATransform3D {
    /// The difference of two transforms for an additive animation to the identity over the new one, so that the layer
    /// goes the way that an animation from the old to the new transform goes.
    ///
    /// The difference of two half turns, by pi and by -pi, is the same half turn, and says nothing of the way: then it
    /// is made a little more or less than a half turn. *Source*: Matt Neuburg, "Taking control of rotation animations
    /// in iOS", 2021: in a block of UIKit's both go clockwise.
    ///
    /// - Parameter inverse: of the new transform.
    static func difference(from old: CATransform3D, to new: CATransform3D, inverse: CATransform3D) -> CATransform3D {
        let difference = CATransform3DConcat(old, inverse)
        guard var parts = MatrixParts(difference.matrix), abs(parts.rotation.w) < 1e-9,
            let first = MatrixParts(old.matrix)?.rotation, let last = MatrixParts(new.matrix)?.rotation
        else { return difference }
        // The same limit as that of the interpolation (TransformMix).
        let product = first.x * last.x + first.y * last.y + first.z * last.z + first.w * last.w
        guard abs(product) < 5e-16 else { return difference }
        let half = 0.5.squareRoot()
        var middle = first
        (middle.x, middle.y) = ((first.x + last.x) * half, (first.y + last.y) * half)
        (middle.z, middle.w) = ((first.z + last.z) * half, (first.w + last.w) * half)
        func distance(_ sign: Double) -> Double {
            var way = parts.rotation
            (way.x, way.y, way.z, way.w) = (way.x * half, way.y * half, way.z * half, sign * half)
            let have = (turn(way) * turn(last)).elements, wanted = turn(middle).elements
            return zip(have, wanted).reduce(0.0) { $0 + abs($1.0 - $1.1) }
        }
        parts.rotation.w = distance(1) <= distance(-1) ? 1e-12 : -1e-12
        return CATransform3D(parts.matrix)
    }

    private static func turn(_ rotation: Quaternion) -> Matrix4 {
        let (a, b, c) = rotation.rows
        return Matrix4(a.x, a.y, a.z, 0, b.x, b.y, b.z, 0, c.x, c.y, c.z, 0, 0, 0, 0, 1)
    }
}
