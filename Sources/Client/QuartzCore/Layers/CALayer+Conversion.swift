import CoreGraphics
import Foundation
import MicaBase
import MicaWire

extension CALayer {
    /// The map from the layer's space to its superlayer's, including the superlayer's sublayer transform. The server
    /// draws the layer by the same map.
    package var mapToSuperlayer: Homography { flipped(Homography(projecting: matrixToSuperlayer)) }

    /// The matrix, with z, from the layer's unflipped space to its superlayer's.
    var matrixToSuperlayer: Matrix4 {
        let owner = superlayer
        let matrix = state.placement
        guard let owner, !isMask(of: owner), let through = owner.state.sublayerPlacement else { return matrix }
        return matrix * through
    }

    /// Whether the layer is invisible because its back faces the viewer.
    package var hidesBack: Bool {
        !state.flags.contains(.doubleSided) && matrixToSpace.showsBack
    }

    /// The number of layers above this layer; 0 for a root.
    package var depth: Int {
        var depth = 0
        var layer = links.superlayer
        while let current = layer {
            depth += 1
            layer = current.links.superlayer
        }
        return depth
    }

    /// The map from one layer's space to another's; nil stands for the space around a root.
    package static func path(from first: CALayer?, to last: CALayer?) -> Homography {
        // The common case of hit tests, from a superlayer to its sublayer: no arrays are made.
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

    /// Splits a chain of layers, innermost first, into strides: a layer, and the number of levels that one map goes up.
    /// A stride goes through transform layers without flattening.
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
        // The plane is seen on edge. Each level is inverted by itself, without the transforms that cannot be inverted.
        let above = superlayer.map { $0.map(down: steps - 1) } ?? .identity
        return above.concatenating(mapFromSuperlayer)
    }

    /// The map from the superlayer's space to the layer's, without transforms that cannot be inverted.
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

    /// The layer and its superlayers, up to the root.
    private var chain: [CALayer] {
        var chain = [self]
        while let above = chain.last?.superlayer { chain.append(above) }
        return chain
    }
}

extension Homography {
    /// Converts a point. A point on the horizon goes far away, and a point behind the viewer to its mirror image.
    package func converted(_ p: CGPoint) -> CGPoint {
        let h = homogeneous(Point(Double(p.x), Double(p.y)))
        if h.z == 1 { return CGPoint(x: h.x, y: h.y) }
        let w = h.z == 0 ? Self.nearPlane : h.z
        return CGPoint(x: h.x / w, y: h.y / w)
    }

    /// The smallest rectangle around the image of a rectangle's part before the viewer; null when all of it is behind.
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
        // Walks around the sides: adds corners before the near plane, and the points where sides cross the near plane.
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
    /// Whether a point lies inside. The right and bottom edges are outside.
    package func holds(_ p: CGPoint) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }
}
