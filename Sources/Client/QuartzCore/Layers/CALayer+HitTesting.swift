import CoreGraphics
import Foundation
import MicaFrame
import MicaRaster
import MicaWire

extension CALayer {
    /// The front-most layer at a point of the superlayer's space.
    ///
    /// *Source*: what Apple's answers in gnustep/libs-quartzcore, Tests/quartzcore/CALayer/hittest.m. Masks and backs are
    /// ours: what is not drawn is not found. A mask that has neither an extent nor sublayers, as that of a shape has,
    /// does not confine.
    package func layerHit(at p: CGPoint) -> CALayer? {
        guard !isHidden, !hidesBack, let local = visiblePoint(of: p) else { return nil }
        let isInside = contains(local)
        if masksToBounds, !isInside { return nil }
        if let mask, mask.isConfining, mask.hitTest(local) == nil { return nil }
        for layer in frontToBack(at: local) {
            if let found = layer.hitTest(local) { return found }
        }
        return isInside ? self : nil
    }

    /// The point of the layer that is seen at a point of the superlayer's space; nil when the layer is seen on edge there,
    /// or lies behind the viewer.
    private func visiblePoint(of p: CGPoint) -> CGPoint? {
        let map = mapToSpace
        guard let local = map.inverse?.converted(p), local.x.isFinite, local.y.isFinite else { return nil }
        return map.apply(Double(local.x), Double(local.y)).w > Homography.nearPlane ? local : nil
    }

    /// Whether the layer has an extent by which it can confine as a mask.
    private var isConfining: Bool { bounds.width > 0 && bounds.height > 0 || sublayers != nil }

    /// The sublayers by depth, and by their order where it is the same, the nearest first; in place of transform
    /// layers their sublayers.
    private func frontToBack(at point: CGPoint) -> [CALayer] {
        guard let layers = sublayers else { return [] }
        if sharesDepth { return spaceMembers(at: point) }
        let depths = layers.map { $0.zPosition.isNaN ? 0 : $0.zPosition }
        if zip(depths, depths.dropFirst()).allSatisfy({ $0 <= $1 }) { return layers.reversed() }
        return layers.indices.sorted { (depths[$0], $0) > (depths[$1], $1) }.map { layers[$0] }
    }
}
