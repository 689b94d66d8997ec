import Foundation
import MicaGeometry

/// A rounded rectangle blurred by a Gaussian, in an op's local space.
package struct ShadowDraw: Sendable, Equatable {
    /// The shape that casts the shadow, moved to the shadow's position.
    package var shape: RoundedRect
    /// The standard deviation. *Units*: points of the local space. *Range*: above 0.
    package var deviation: Double

    package init(shape: RoundedRect, deviation: Double) {
        (self.shape, self.deviation) = (shape, deviation)
    }

    /// The reach of the shadow, in local space: four deviations around the shape.
    package var box: LocalRect {
        let reach = deviation * 4, r = shape.rect
        return LocalRect(minX: r.minX - reach, minY: r.minY - reach, maxX: r.maxX + reach, maxY: r.maxY + reach)
    }
}

/// A horizontal slab of a rounded rectangle, through its corners.
package struct CornerSlab: Sendable {
    /// Its position, and its height: the weight in an integral along y.
    package let y: Double, height: Double
    /// Its extent along x.
    package let minX: Double, maxX: Double
}

extension RoundedRect {
    /// The rows without corners.
    package var middle: (minY: Double, maxY: Double) {
        (rect.minY + max(radii[0], radii[1]), rect.maxY - max(radii[2], radii[3]))
    }

    /// The parts above and below the middle, cut into slabs. The blurred shape is the sum of the blurred slabs and the
    /// blurred middle. The blur of each is the product of a blur along x and one along y.
    ///
    /// The slabs lie at the nodes of Gauss and Legendre's rule over the angle of the corners, in which the sides are
    /// smooth.
    ///
    /// - Parameter deviation: the deviation of the blur along y. There are five slabs for each 1.5 deviations along a
    ///   corner.
    package func cornerSlabs(deviation: Double) -> [CornerSlab] {
        let (top, bottom) = (max(radii[0], radii[1]), max(radii[2], radii[3]))
        var slabs: [CornerSlab] = []
        for (radius, left, right, isTop) in [(top, radii[0], radii[1], true), (bottom, radii[2], radii[3], false)]
        where radius > 0 {
            let length = radius * 1.6 / (1.5 * deviation)
            let panels = length < Self.mostPanels ? max(1, Int(length.rounded(.up))) : Int(Self.mostPanels)
            let step = Double.pi / 2 / Double(panels)
            for panel in 0..<panels {
                for (node, weight) in GaussLegendre.five {
                    let angle = (Double(panel) + 0.5 + node / 2) * step
                    let depth = radius * (1 - cos(angle)), inset = 1 - sin(angle)
                    slabs.append(
                        CornerSlab(
                            y: isTop ? rect.minY + depth : rect.maxY - depth,
                            height: weight * step / 2 * radius * sin(angle),
                            minX: rect.minX + left * inset, maxX: rect.maxX - right * inset))
                }
            }
        }
        return slabs
    }

    /// Enough for a corner of 1,000 pixels with the sharpest shadow.
    private static let mostPanels = 4096.0
}

/// Rules for integrals over -1...1. *Source*: Abramowitz and Stegun, table 25.4.
package enum GaussLegendre {
    /// The rule of five points.
    package static let five: [(node: Double, weight: Double)] = [
        (-0.906179845938664, 0.236926885056189), (-0.538469310105683, 0.478628670499366), (0, 0.568888888888889),
        (0.538469310105683, 0.478628670499366), (0.906179845938664, 0.236926885056189),
    ]
}
