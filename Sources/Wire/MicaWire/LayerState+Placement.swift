import Foundation
import MicaBase

/// Where a layer lies in its superlayer: the client converts points with it, and the server draws with it.
extension LayerState {
    /// From the layer's unflipped space to its superlayer's: the anchor point goes to the position, and `transform`
    /// applies about it.
    ///
    /// *Source*: Apple, Core Animation Programming Guide, "Layers Use Two Types of Coordinate Systems" and "Anchor
    /// Points Affect Geometric Manipulations"; CALayer.h for zPosition and anchorPointZ.
    package var placement: Matrix4 {
        let anchor = anchor
        let (x, y) = (Double(position.x), Double(position.y))
        if transform.isIdentity {
            return Matrix4(translationX: x - anchor.x, y: y - anchor.y, z: zPosition - anchorPointZ)
        }
        guard transform.isAffine, transform.isFinite else {
            return Matrix4(translationX: -anchor.x, y: -anchor.y, z: -anchorPointZ) * transform
                * Matrix4(translationX: x, y: y, z: zPosition)
        }
        // These products, without factors of 0 and 1.
        let t = transform
        return Matrix4(
            t.m11, t.m12, 0, 0, t.m21, t.m22, 0, 0, 0, 0, 1, 0, -anchor.x * t.m11 - anchor.y * t.m21 + t.m41 + x,
            -anchor.x * t.m12 - anchor.y * t.m22 + t.m42 + y, zPosition - anchorPointZ, 1)
    }

    /// The transform of sublayers after their own placement, about this layer's anchor point; nil for the identity.
    ///
    /// *Space*: the layer's own, which is mirrored within its bounds if its geometry is flipped.
    package var sublayerPlacement: Matrix4? {
        guard hasSublayerTransform else { return nil }
        var anchor = anchor
        if flags.contains(.geometryFlipped) { anchor.y = mirrorSum - anchor.y }
        return Matrix4(translationX: -anchor.x, y: -anchor.y, z: -anchorPointZ) * sublayerTransform
            * Matrix4(translationX: anchor.x, y: anchor.y, z: anchorPointZ)
    }

    /// The sum of the bounds' least and greatest y: a point's y in the flipped space and its y in the unflipped space
    /// add up to it.
    package var mirrorSum: Double { Double(bounds.origin.y) + (Double(bounds.origin.y) + Double(bounds.size.height)) }

    /// From a flipped layer's space to its unflipped one: mirrored within the bounds.
    package var mirror: Matrix4 { Matrix4(scaleX: 1, y: -1) * Matrix4(translationX: 0, y: mirrorSum) }

    /// The anchor point in the layer's unflipped space, in points.
    private var anchor: (x: Double, y: Double) {
        (
            Double(bounds.origin.x) + Double(anchorPoint.x) * Double(bounds.size.width),
            Double(bounds.origin.y) + Double(anchorPoint.y) * Double(bounds.size.height)
        )
    }
}

extension Matrix4 {
    /// Whether the plane z = 0 shows its back to the viewer: its normal points away, mirrored or not.
    ///
    /// The normal transforms by the inverse transposed; its z has the sign of the cofactor of m33 over the determinant.
    package var showsBack: Bool {
        let cofactor =
            m11 * (m22 * m44 - m24 * m42) - m12 * (m21 * m44 - m24 * m41) + m14 * (m21 * m42 - m22 * m41)
        return cofactor * determinant < 0
    }
}
