import CoreGraphics
import Foundation
import MicaBase

extension CALayer {
    /// The front-most layer at a point of the superlayer's space; nil for none.
    ///
    /// *Source*: Apple's answers in gnustep/libs-quartzcore, Tests/quartzcore/CALayer/hittest.m. The rules for masks
    /// and backs are ours: parts that are not drawn are not hit. A mask without an extent and without sublayers, such
    /// as a shape layer's, does not confine.
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

    /// The point of the layer that is seen at a point of the superlayer's space. It is nil when the layer is seen on
    /// edge there or lies behind the viewer.
    private func visiblePoint(of p: CGPoint) -> CGPoint? {
        let map = mapToSpace
        guard let local = map.inverse?.converted(p), local.x.isFinite, local.y.isFinite else { return nil }
        return map.apply(Double(local.x), Double(local.y)).w > Homography.nearPlane ? local : nil
    }

    /// Whether the layer, as a mask, has an extent that confines hits.
    private var isConfining: Bool { bounds.width > 0 && bounds.height > 0 || sublayers != nil }

    /// The sublayers, nearest first: by depth, then by their order. Transform layers are replaced by their sublayers.
    private func frontToBack(at point: CGPoint) -> [CALayer] {
        guard let layers = sublayers else { return [] }
        if sharesDepth { return spaceMembers(at: point) }
        let depths = layers.map { $0.zPosition.isNaN ? 0 : $0.zPosition }
        if zip(depths, depths.dropFirst()).allSatisfy({ $0 <= $1 }) { return layers.reversed() }
        return layers.indices.sorted { (depths[$0], $0) > (depths[$1], $1) }.map { layers[$0] }
    }
}
