import Foundation
import MicaBase
import MicaFrame

/// The coverage of a rounded corner, blurred by a Gaussian: a table in units of the deviation, for one ratio of radius
/// to deviation.
///
/// The corner is that of the quarter plane x > 0, y > 0, rounded. Entries begin `reach` deviations outside of the
/// corner.
package struct CornerTable {
    /// How many deviations tables reach before and behind the corner.
    @inlinable package static var reach: Double { 4 }
    /// The largest ratio of radius to deviation for which there are tables.
    @inlinable package static var largestRatio: Double { 12 }

    /// The number of entries on a side.
    package let side: Int
    /// The coverage, row by row, symmetric; 255 * 256 for a pixel that is covered wholly.
    package private(set) var values: [UInt32]

    /// Computes the table for a ratio of radius to deviation, 0...`largestRatio`.
    ///
    /// The rows through the corner are slabs of changing width. Their sum is an integral over one coordinate. It is
    /// computed by the rule of Gauss and Legendre over the angle of the corner, in which the integrand is smooth.
    ///
    /// - Parameter density: entries per deviation; with twice as many a look-up is four times as exact.
    package init(_ ratio: Double, density: Double) {
        let reach = Self.reach
        side = Int(((2 * reach + ratio) * density).rounded(.up)) + 1
        // For each slab and entry: how much of the slab's length is seen along x, and how much of its height along y.
        // The first slab is the part of the plane behind the corner.
        var across: [[Double]] = [], down: [[Double]] = []
        let entries = (0..<side).map { Double($0) / density - reach }
        across.append(entries.map { Self.normal($0) })
        down.append(entries.map { Self.normal($0 - ratio) })
        if ratio > 0 {
            // A panel of five nodes for every deviation and a half along the corner.
            let panels = max(1, Int((ratio * 1.6 / 1.5).rounded(.up)))
            let step = Double.pi / 2 / Double(panels)
            for panel in 0..<panels {
                for (node, weight) in GaussLegendre.five {
                    let angle = (Double(panel) + 0.5 + node / 2) * step
                    let depth = ratio * (1 - cos(angle)), inset = ratio * (1 - sin(angle))
                    let part = weight * step / 2 * ratio * sin(angle) / (2 * Double.pi).squareRoot()
                    across.append(entries.map { Self.normal($0 - inset) })
                    down.append(entries.map { part * exp(-($0 - depth) * ($0 - depth) / 2) })
                }
            }
        }
        values = []
        values.reserveCapacity(side * side)
        var sums = [Double](repeating: 0, count: side)
        for row in 0..<side {
            for i in sums.indices { sums[i] = 0 }
            for slab in across.indices {
                let factor = down[slab][row]
                for i in 0..<side { sums[i] += factor * across[slab][i] }
            }
            for sum in sums { values.append(UInt32((max(0, min(1, sum)) * 65_280).rounded())) }
        }
    }

    private static func normal(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }
}

/// A blurred rounded rectangle on the surface; tables of its corners are looked up for it.
package struct CornerBox {
    /// The rectangle, in pixels.
    package var box: Box
    /// The deviation, in pixels. A pixel's own size adds a twelfth of its square to the variance, as a box does.
    package let deviation: Double
    /// The radii on the surface, in pixels: top left, top right, bottom left, bottom right.
    package let radii: SIMD4<Double>

    /// nil when the transform does more than translate and scale equally in both directions, or when nothing is
    /// visible.
    package init?(_ draw: ShadowDraw, _ transform: Homography) {
        let r = draw.shape.rect
        guard transform.isScaleAndTranslation, abs(transform.a) == abs(transform.d), transform.a != 0,
            draw.deviation > 0, draw.deviation.isFinite, !r.isEmpty, r.minX.isFinite, r.maxX.isFinite,
            r.minY.isFinite, r.maxY.isFinite, let box = transform.axisAlignedBox(of: r)
        else { return nil }
        let scale = abs(transform.a), inPixels = draw.deviation * scale
        deviation = (inPixels * inPixels + 1.0 / 12).squareRoot()
        self.box = box
        var radii = draw.shape.radii * scale
        if transform.a < 0 { radii = SIMD4(radii[1], radii[0], radii[3], radii[2]) }
        if transform.d < 0 { radii = SIMD4(radii[2], radii[3], radii[0], radii[1]) }
        self.radii = radii
    }

    /// Whether there are tables for its corners, and no corner's blur reaches another corner.
    package var hasLoneCorners: Bool {
        let far = 2 * (CornerTable.reach * deviation + radii.max()) + 2
        return radii.max() <= CornerTable.largestRatio * deviation && box.width >= far && box.height >= far
    }
}

/// A slab of a rounded rectangle, from side to side through its corners.
package struct CornerSlab: Sendable {
    /// The y of the slab, and its height: its weight in an integral along y.
    package let y: Double, height: Double
    /// The ends of the slab along x.
    package let minX: Double, maxX: Double
}

extension RoundedRect {
    /// The range of rows without corners.
    package var middle: (minY: Double, maxY: Double) {
        (rect.minY + max(radii[0], radii[1]), rect.maxY - max(radii[2], radii[3]))
    }

    /// The parts above and below the middle, cut into slabs. The blurred shape is the sum of the blurred slabs and the
    /// blurred middle; each of them is a product of a blur along x and one along y.
    ///
    /// The slabs are the nodes of Gauss and Legendre's rule over the angle of the corners, in which the sides are
    /// smooth.
    ///
    /// - Parameter deviation: the deviation of the blur along y; there are five slabs for every deviation and a half
    ///   along a corner.
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

    /// Enough for a corner of 1,000 pixels with the sharpest shadow that there is.
    private static let mostPanels = 4096.0
}

/// Rules for integrals over -1...1. *Source*: Abramowitz and Stegun, table 25.4.
private enum GaussLegendre {
    /// The five-point rule.
    static let five: [(node: Double, weight: Double)] = [
        (-0.906179845938664, 0.236926885056189), (-0.538469310105683, 0.478628670499366), (0, 0.568888888888889),
        (0.538469310105683, 0.478628670499366), (0.906179845938664, 0.236926885056189),
    ]
}
