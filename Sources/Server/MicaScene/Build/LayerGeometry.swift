import Foundation
import MicaFrame
import MicaRaster
import MicaWire

/// Where a layer's own space lies: its bounds in points, and how they get to the surface.
///
/// *Space*: a layer's space has the y direction of its superlayer's, or the opposite one if the layer is `geometryFlipped`:
/// then all that is measured in the layer (sublayers, mask, corners, gravity) is mirrored within its bounds, and the
/// rectangle that the layer covers stays where it was. Images stay upright.
/// *Source*: CALayer.h: geometryFlipped, contentsAreFlipped; shared/api: the parity of geometryFlipped up the chain.
struct LayerPlane {
    /// The bounds.
    var bounds: LocalRect
    /// From the layer's space, flipped if it is, to device pixels.
    var toDevice: Homography
    /// Whether y grows upwards on an untransformed screen: the parity of `geometryFlipped` up to this layer.
    var isFlipped: Bool
    /// What the layer's sublayers go through after their own transform; nil for nothing.
    var sublayerMatrix: Matrix4?

    /// The plane that holds the root of a tree.
    init(root: Homography) {
        bounds = LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
        toDevice = root
        isFlipped = false
        sublayerMatrix = nil
    }

    /// The plane of a layer within its owner's; nil when nothing of the layer or of what is under it can be seen.
    ///
    /// A plain layer flattens: what is under it is seen through its plane. A mask does not go through the sublayer
    /// transform.
    init?(_ state: LayerState, in owner: LayerPlane, isMask: Bool = false) {
        var matrix = Self.matrix(of: state)
        if !isMask, let through = owner.sublayerMatrix { matrix = matrix * through }
        guard state.flags.contains(.doubleSided) || !Self.showsBack(matrix) else { return nil }
        guard let plane = Homography(plane: matrix), let placed = owner.toDevice.after(plane) else { return nil }
        bounds = LocalRect(state.bounds)
        guard bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite else { return nil }
        let flips = state.flags.contains(.geometryFlipped)
        toDevice = flips ? placed.mirrored(low: bounds.minY, high: bounds.maxY) : placed
        isFlipped = owner.isFlipped != flips
        sublayerMatrix = nil
        if !state.sublayerTransform.isIdentity {
            var anchor = Self.anchor(of: state)
            if flips { anchor.y = bounds.minY + bounds.maxY - anchor.y }
            sublayerMatrix = Self.about(anchor, state.anchorPointZ, state.sublayerTransform)
        }
    }

    /// From a layer's unflipped space to its superlayer's: the anchor point goes to the position, turned about itself.
    ///
    /// *Source*: Apple, Core Animation Programming Guide, "Layers Use Two Types of Coordinate Systems" and "Anchor Points
    /// Affect Geometric Manipulations"; CALayer.h for zPosition and anchorPointZ.
    static func matrix(of state: LayerState) -> Matrix4 {
        let anchor = anchor(of: state)
        let (x, y) = (Double(state.position.x), Double(state.position.y))
        if state.transform.isIdentity {
            return Matrix4(translationX: x - anchor.x, y: y - anchor.y, z: state.zPosition - state.anchorPointZ)
        }
        return Matrix4(translationX: -anchor.x, y: -anchor.y, z: -state.anchorPointZ) * state.transform
            * Matrix4(translationX: x, y: y, z: state.zPosition)
    }

    private static func anchor(of state: LayerState) -> (x: Double, y: Double) {
        let b = state.bounds
        return (
            Double(b.origin.x) + Double(state.anchorPoint.x) * Double(b.size.width),
            Double(b.origin.y) + Double(state.anchorPoint.y) * Double(b.size.height)
        )
    }

    private static func about(_ anchor: (x: Double, y: Double), _ z: Double, _ m: Matrix4) -> Matrix4 {
        Matrix4(translationX: -anchor.x, y: -anchor.y, z: -z) * m * Matrix4(translationX: anchor.x, y: anchor.y, z: z)
    }

    /// Whether the plane z = 0 turns its back to the viewer: its normal points away, mirrored or not.
    ///
    /// The normal goes by the inverse transposed; its z has the sign of the cofactor of m33 over the determinant.
    private static func showsBack(_ m: Matrix4) -> Bool {
        let cofactor =
            m.m11 * (m.m22 * m.m44 - m.m24 * m.m42) - m.m12 * (m.m21 * m.m44 - m.m24 * m.m41)
            + m.m14 * (m.m21 * m.m42 - m.m22 * m.m41)
        return cofactor * m.determinant < 0
    }
}
