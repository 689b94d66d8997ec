import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// The plane of a layer: its bounds in points, and their mapping to the surface.
///
/// *Space*: a layer's space has the y direction of its superlayer's, or the opposite one if the layer is
/// `geometryFlipped`: then the layer's content (sublayers, mask, corners, gravity) is mirrored within its bounds, and
/// the rectangle that the layer covers stays in place. Images stay upright.
/// *Source*: CALayer.h: geometryFlipped, contentsAreFlipped; dev/api: the parity of geometryFlipped up the chain.
struct LayerPlane {
    /// The bounds.
    var bounds: LocalRect
    /// From the layer's space, flipped if it is, to device pixels.
    var toDevice: Homography
    /// Whether y grows upwards on an untransformed screen: the parity of `geometryFlipped` up to this layer.
    var isFlipped: Bool
    /// The transform of the layer's sublayers, applied after their own; nil for the identity.
    var sublayerMatrix: Matrix4?
    /// The change of a point's X, Y and W on the surface for a step along the layer's z.
    var depth = SIMD3<Double>.zero

    /// The plane that holds the root of a tree.
    init(root: Homography) {
        bounds = LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
        toDevice = root
        isFlipped = false
        sublayerMatrix = nil
    }

    /// The plane of a layer within its owner's; nil if the layer's subtree cannot be visible.
    ///
    /// A layer other than a CATransformLayer flattens its subtree into its plane. A mask ignores the sublayer
    /// transform.
    ///
    /// - Parameter known: from the layer's unflipped space to its owner's, if that does not come from its superlayer.
    init?(
        _ state: borrowing LayerState, in owner: borrowing LayerPlane, isMask: Bool = false, by known: Matrix4? = nil
    ) {
        if known == nil, owner.sublayerMatrix == nil, owner.toDevice.isAffine, state.anchorPointZ == 0,
            !state.flags.contains(.geometryFlipped),
            let toDevice = owner.toDevice.turned(
                state.transform, state.position, state.anchor)
        {
            // As below, without the terms for depth.
            bounds = LocalRect(state.bounds)
            guard bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite else {
                return nil
            }
            self.toDevice = toDevice
            isFlipped = owner.isFlipped
            sublayerMatrix = state.sublayerPlacement
            return
        }
        var matrix = known ?? state.placement
        if known == nil, !isMask, let through = owner.sublayerMatrix { matrix = matrix * through }
        guard state.flags.contains(.doubleSided) || !matrix.showsBack else { return nil }
        guard let plane = Homography(plane: matrix), let placed = owner.toDevice.after(plane) else { return nil }
        bounds = LocalRect(state.bounds)
        guard bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite else { return nil }
        let flips = state.flags.contains(.geometryFlipped)
        let h = owner.toDevice
        depth = SIMD3(
            h.a * matrix.m31 + h.c * matrix.m32 + h.tx * matrix.m34,
            h.b * matrix.m31 + h.d * matrix.m32 + h.ty * matrix.m34,
            h.p * matrix.m31 + h.q * matrix.m32 + h.w * matrix.m34)
        // The plane's coefficients may have been divided by its W.
        let w = h.p * matrix.m41 + h.q * matrix.m42 + h.w * matrix.m44
        if w != 0 { depth *= placed.w / w }
        toDevice = flips ? placed.mirrored(low: bounds.minY, high: bounds.maxY) : placed
        isFlipped = owner.isFlipped != flips
        sublayerMatrix = state.sublayerPlacement
    }
}

extension LayerState {
    /// The offset from the layer's origin to its position, as in `placement`.
    @inline(__always)  // A call would copy the state.
    var anchor: SIMD2<Double> {
        SIMD2(
            Double(bounds.origin.x) + Double(anchorPoint.x) * Double(bounds.size.width),
            Double(bounds.origin.y) + Double(anchorPoint.y) * Double(bounds.size.height))
    }
}

extension Homography {
    /// The map of the plane of a layer that lies in this one's, for a transform that does not leave the plane; nil for
    /// others, and where nothing can be seen.
    ///
    /// - Parameter anchor: the offset from the layer's origin to its position.
    func turned(_ t: borrowing Matrix4, _ position: CGPoint, _ anchor: SIMD2<Double>) -> Homography? {
        guard t.isAffine else { return nil }
        let placed = Homography(
            plane: t.m11, t.m12, t.m21, t.m22,
            -anchor.x * t.m11 - anchor.y * t.m21 + t.m41 + Double(position.x),
            -anchor.x * t.m12 - anchor.y * t.m22 + t.m42 + Double(position.y))
        return placed.flatMap { after($0) }
    }
}
