import CoreGraphics
import Foundation
import MicaBase

/// The 3D space that sublayers share, through transform layers and replicators that preserve depth. The server sorts
/// and cuts the layers in it; hit testing needs only their order at a point.
extension CALayer {
    /// The matrix, with z, from the layer's unflipped space to that of the nearest layer above that has a plane.
    var matrixToSpace: Matrix4 {
        var steps = 1
        var owner = superlayer
        while let above = owner, above.state.joinsSpace {
            steps += 1
            owner = above.superlayer
        }
        return matrix(up: steps)
    }

    /// The map from the layer's space to that of the nearest layer above that has a plane.
    var mapToSpace: Homography {
        guard superlayer?.state.joinsSpace == true else { return mapToSuperlayer }
        let map = Homography(projecting: matrixToSpace)
        return state.flags.contains(.geometryFlipped) ? map.mirrored(low: 0, high: state.mirrorSum) : map
    }

    /// The matrix from the layer's unflipped space to that of the layer `steps` levels above.
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

    /// Whether more than zPosition decides which sublayer is in front.
    var sharesDepth: Bool {
        (sublayers ?? []).contains { layer in
            layer.state.joinsSpace || !layer.state.transform.isAffine || layer.state.anchorPointZ != 0
        } || !state.sublayerTransform.isAffine
    }

    /// The layers of the shared space, nearest first at a point of this layer.
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

    /// How near the layer's plane is at a point of the space, larger for nearer; -infinity where the plane is not seen.
    private func depthInSpace(at point: CGPoint) -> Double {
        let matrix = matrixToSpace
        guard let local = Homography(projecting: matrix).inverse?.converted(point) else { return -.infinity }
        let (x, y) = (Double(local.x), Double(local.y))
        let w = x * matrix.m14 + y * matrix.m24 + matrix.m44
        let depth = (x * matrix.m13 + y * matrix.m23 + matrix.m43) / w
        // Rounded, so that layers in one plane have equal depths whatever their own transforms are.
        return w > Homography.nearPlane && abs(depth) < 1e9 ? (depth * 1e6).rounded() : -.infinity
    }
}
