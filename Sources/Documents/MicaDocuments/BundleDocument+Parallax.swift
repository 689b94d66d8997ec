import CoreGraphics
import Foundation
import QuartzCore

/// Layers of wallpapers that follow the tilt of a phone.
extension BundleDocument {
    /// A value of a layer that follows a tilt.
    struct Parallax {
        let layer: CALayer
        let description: ParallaxDescription
    }

    var hasParallax: Bool { parts.contains { !$0.parallax.isEmpty } }

    func tilt(x: Double, y: Double) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        for index in parts.indices {
            for entry in parts[index].parallax {
                let description = entry.description
                let way = min(max(description.isVertical ? y : x, -1), 1)
                let part = ((way.isNaN ? 0 : way) + 1) / 2
                let value = description.ends.first + (description.ends.last - description.ends.first) * part
                parts[index].builder.set(
                    .number(value), description.keyPath, of: entry.layer, at: description.location)
            }
            take(warningsOf: index)
        }
    }

    /// The values of a bundle that follow a tilt. If several layers have the same name, the name means the first.
    static func parallax(
        of description: LayerDescription, in root: CALayer, warnings: inout [DocumentWarning]
    ) -> [Parallax] {
        guard !description.parallax.isEmpty else { return [] }
        var layers: [String: CALayer] = [:]
        var rest = [root]
        while let layer = rest.popLast() {
            if let name = layer.name, layers[name] == nil { layers[name] = layer }
            rest += (layer.sublayers ?? []).reversed()
        }
        var result: [Parallax] = []
        for entry in description.parallax {
            guard let layer = layers[entry.layerName] else {
                warnings.append(
                    DocumentWarning(
                        at: entry.location, "there is no layer of this name to follow a tilt, and it has no effect"))
                continue
            }
            result.append(Parallax(layer: layer, description: entry))
        }
        return result
    }
}
