import CoreGraphics
import Foundation
import MicaFrame
import MicaGeometry

/// The space that sublayers share, also those of transform layers and of replicators that preserve depth: what the server sorts and cuts, as far as points are looked for in it.
extension CALayer {
    /// From the layer's unflipped space to that of the nearest layer above that has a plane, with the depths.
    var matrixToSpace: Matrix4 {
        var steps = 1
        var owner = superlayer
        while let above = owner, above.state.joinsSpace {
            steps += 1
            owner = above.superlayer
        }
        return matrix(up: steps)
    }

    /// From the layer's space to that of the nearest layer above that has a plane.
    var mapToSpace: Homography {
        guard superlayer?.state.joinsSpace == true else { return mapToSuperlayer }
        let map = Homography(projecting: matrixToSpace)
        return state.flags.contains(.geometryFlipped) ? map.mirrored(low: 0, high: state.mirrorSum) : map
    }

    /// From the layer's unflipped space to that of the layer so many levels above.
    func matrix(up steps: Int) -> Matrix4 {
        var matrix = matrixToSuperlayer
        var layer = superlayer
        for _ in 1..<max(steps, 1) {
            guard let owner = layer else { break }
            if owner.state.flags.contains(.geometryFlipped) { matrix = matrix * owner.state.mirror }
            matrix = matrix * owner.matrixToSuperlayer
            layer = owner.superlayer
        }
        return matrix
    }

    /// Whether zPosition alone does not tell which sublayer is in front.
    var sharesDepth: Bool {
        (sublayers ?? []).contains { layer in
            layer.state.joinsSpace || !layer.state.transform.isAffine || layer.state.anchorPointZ != 0
        } || !state.sublayerTransform.isAffine
    }

    /// The layers of the space that the sublayers share, the nearest at a point of this layer first.
    func spaceMembers(at point: CGPoint) -> [CALayer] {
        var members: [CALayer] = []
        gather(into: &members)
        let depths = members.map { $0.depthInSpace(at: point) }
        return members.indices.sorted { (depths[$0], $0) > (depths[$1], $1) }.map { members[$0] }
    }

    private func gather(into members: inout [CALayer]) {
        for layer in sublayers ?? [] {
            if layer.state.joinsSpace {
                if !layer.isHidden { layer.gather(into: &members) }
            } else {
                members.append(layer)
            }
        }
    }

    /// How near the layer's plane is where a point of the space is seen; the farthest when it is not seen there.
    private func depthInSpace(at point: CGPoint) -> Double {
        let matrix = matrixToSpace
        guard let local = Homography(projecting: matrix).inverse?.converted(point) else { return -.infinity }
        let (x, y) = (Double(local.x), Double(local.y))
        let w = x * matrix.m14 + y * matrix.m24 + matrix.m44
        let depth = (x * matrix.m13 + y * matrix.m23 + matrix.m43) / w
        // Rounded, so that layers in one plane are at one depth whatever their own transforms are.
        return w > Homography.nearPlane && abs(depth) < 1e9 ? (depth * 1e6).rounded() : -.infinity
    }
}
