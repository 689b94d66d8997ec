import CoreGraphics
import Foundation
import MicaFrame
import MicaGeometry
import MicaWire

extension CALayer {
    /// From the layer's space to its superlayer's, through the superlayer's sublayer transform: what the server draws it by.
    package var mapToSuperlayer: Homography { flipped(Homography(projecting: matrixToSuperlayer)) }

    /// From the layer's unflipped space to its superlayer's, with the depths.
    var matrixToSuperlayer: Matrix4 {
        let owner = superlayer
        let matrix = state.placement
        guard let owner, !isMask(of: owner), let through = owner.state.sublayerPlacement else { return matrix }
        return matrix * through
    }

    /// Whether the layer turns a back to the viewer that is not drawn.
    package var hidesBack: Bool {
        !state.flags.contains(.doubleSided) && matrixToSpace.showsBack
    }

    /// How deep the layer lies in its tree; 0 for a root.
    package var depth: Int {
        var depth = 0
        var layer = links.superlayer
        while let current = layer {
            depth += 1
            layer = current.links.superlayer
        }
        return depth
    }

    /// The map from one layer's space to another's; nil is the space around a root.
    package static func path(from first: CALayer?, to last: CALayer?) -> Homography {
        // From a superlayer to its sublayer, as hit tests go: without lists.
        if let first, let last, last.modelLayer == nil, last.links.superlayer === first { return last.map(down: 1) }
        var rising = first?.chain ?? [], falling = last?.chain ?? []
        while let a = rising.last, let b = falling.last,
            a === b || (a.modelLayer != nil && a.modelLayer === b.modelLayer)
        {
            rising.removeLast()
            falling.removeLast()
        }
        var map = Homography.identity
        for (layer, steps) in strides(rising) { map = map.concatenating(layer.map(up: steps)) }
        for (layer, steps) in strides(falling).reversed() { map = map.concatenating(layer.map(down: steps)) }
        return map
    }

    /// Layers, from inside outwards, and how many of them each goes up at once: through transform layers without being
    /// flattened on the way.
    private static func strides(_ layers: [CALayer]) -> [(layer: CALayer, steps: Int)] {
        var strides: [(layer: CALayer, steps: Int)] = []
        var next = 0
        while next < layers.count {
            var last = next
            while last + 1 < layers.count, layers[last + 1].state.joinsSpace { last += 1 }
            strides.append((layers[next], last - next + 1))
            next = last + 1
        }
        return strides
    }

    private func map(up steps: Int) -> Homography {
        steps == 1 ? mapToSuperlayer : flipped(Homography(projecting: matrix(up: steps)))
    }

    private func map(down steps: Int) -> Homography {
        if steps == 1 { return mapFromSuperlayer }
        if let inverse = map(up: steps).inverse { return inverse }
        // Seen on edge: each by itself, which leaves the transforms out where they leave no way back.
        let above = superlayer.map { $0.map(down: steps - 1) } ?? .identity
        return above.concatenating(mapFromSuperlayer)
    }

    /// From the superlayer's space to the layer's; with the transforms left out where they leave no way back.
    private var mapFromSuperlayer: Homography {
        if let inverse = mapToSuperlayer.inverse { return inverse }
        var plain = state
        plain.transform = .identity
        return flipped(Homography(projecting: plain.placement)).inverse ?? .identity
    }

    private func flipped(_ map: Homography) -> Homography {
        guard state.flags.contains(.geometryFlipped) else { return map }
        return map.mirrored(low: 0, high: state.mirrorSum)
    }

    private func isMask(of owner: CALayer) -> Bool {
        let (me, owner) = (modelLayer ?? self, owner.modelLayer ?? owner)
        return owner.links.mask === me
    }

    /// The layer, its superlayer and so on, up to the root.
    private var chain: [CALayer] {
        var chain = [self]
        while let above = chain.last?.superlayer { chain.append(above) }
        return chain
    }
}

extension Homography {
    /// Where a point goes; one on the horizon goes far away, one behind the viewer to its mirror image.
    package func converted(_ p: CGPoint) -> CGPoint {
        let h = homogeneous(Point(Double(p.x), Double(p.y)))
        if h.z == 1 { return CGPoint(x: h.x, y: h.y) }
        let w = h.z == 0 ? Self.nearPlane : h.z
        return CGPoint(x: h.x / w, y: h.y / w)
    }

    /// The smallest rectangle around where a rectangle goes, of what lies before the viewer; null when nothing does.
    package func converted(_ r: CGRect) -> CGRect {
        guard !r.isNull, !r.isInfinite else { return r }
        if isScaleAndTranslation, a == 1, d == 1 {
            return CGRect(x: r.origin.x + CGFloat(tx), y: r.origin.y + CGFloat(ty), width: r.width, height: r.height)
        }
        let corners = [(r.minX, r.minY), (r.maxX, r.minY), (r.maxX, r.maxY), (r.minX, r.maxY)].map {
            homogeneous(Point(Double($0.0), Double($0.1)))
        }
        var low = SIMD2(repeating: Double.infinity), high = SIMD2(repeating: -Double.infinity)
        func add(_ h: SIMD3<Double>) {
            low = SIMD2(min(low.x, h.x / h.z), min(low.y, h.y / h.z))
            high = SIMD2(max(high.x, h.x / h.z), max(high.y, h.y / h.z))
        }
        // Side by side: the corners before the near plane, and where sides pass through it.
        for index in 0..<4 {
            let from = corners[index], to = corners[(index + 1) % 4]
            if from.z >= Self.nearPlane { add(from) }
            if (from.z >= Self.nearPlane) != (to.z >= Self.nearPlane) {
                let t = (Self.nearPlane - from.z) / (to.z - from.z)
                var crossing = from + (to - from) * t
                crossing.z = Self.nearPlane
                add(crossing)
            }
        }
        guard low.x <= high.x, low.y <= high.y else { return .null }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}

extension CGRect {
    /// Whether a point lies inside; the far edges lie outside.
    package func holds(_ p: CGPoint) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }
}
