import Foundation
import MicaFrame
import MicaGeometry

/// How much a rounded corner covers, blurred by a Gaussian: a table in units of the deviation, for one ratio of radius and deviation.
///
/// The corner is that of the quarter plane x > 0, y > 0, rounded. Entries begin `reach` deviations outside.
package struct CornerTable {
    /// How many deviations before and behind the corner tables reach.
    @inlinable package static var reach: Double { 4 }
    /// The largest ratio of radius and deviation that there are tables for.
    @inlinable package static var largestRatio: Double { 12 }

    /// Entries on a side.
    package let side: Int
    /// 255 * 256 for all of a pixel; row by row, symmetric.
    package private(set) var values: [UInt32]

    /// Works out the table of a ratio of radius and deviation, 0...`largestRatio`.
    ///
    /// The rows through the corner are slabs of changing width: their sum is an integral over one coordinate, taken by
    /// Gauss and Legendre's rule over the angle of the corner, in which the integrand is smooth.
    ///
    /// - Parameter density: entries for each deviation; with twice as many a look-up is four times as close.
    package init(_ ratio: Double, density: Double) {
        let reach = Self.reach
        side = Int(((2 * reach + ratio) * density).rounded(.up)) + 1
        // Along y how much of each slab is seen from an entry, along x how much of a slab's length; first the part of the
        // plane behind the corner.
        var across: [[Double]] = [], down: [[Double]] = []
        let entries = (0..<side).map { Double($0) / density - reach }
        across.append(entries.map { Self.normal($0) })
        down.append(entries.map { Self.normal($0 - ratio) })
        if ratio > 0 {
            // A panel of five points for every deviation and a half along the corner.
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

/// A blurred rounded rectangle as it lies on the surface: what a table of its corners is looked up for.
package struct CornerBox {
    /// The rectangle, in pixels.
    package var box: Box
    /// The deviation, in pixels; a pixel's own size is counted as a twelfth of its square on top of the variance, as that of a box is.
    package let deviation: Double
    /// The radii on the surface, in pixels: left and right at the top, left and right at the bottom.
    package let radii: SIMD4<Double>

    /// nil where the transform does more than move and scale alike in both directions, or nothing is seen.
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

    /// Whether there are tables for its corners, and none is seen from another.
    package var hasLoneCorners: Bool {
        let far = 2 * (CornerTable.reach * deviation + radii.max()) + 2
        return radii.max() <= CornerTable.largestRatio * deviation && box.width >= far && box.height >= far
    }
}

/// A slab of a rounded rectangle, from side to side through its corners.
package struct CornerSlab: Sendable {
    /// Where it lies, and how high it is: its share of an integral along y.
    package let y: Double, height: Double
    /// From where to where it goes along x.
    package let minX: Double, maxX: Double
}

extension RoundedRect {
    /// The rows without corners.
    package var middle: (minY: Double, maxY: Double) {
        (rect.minY + max(radii[0], radii[1]), rect.maxY - max(radii[2], radii[3]))
    }

    /// What lies above and below the middle, cut into slabs: the blurred shape is the sum of the blurred slabs and middle, each a product
    /// of one blur along x and one along y.
    ///
    /// They are the nodes of Gauss and Legendre's rule over the angle of the corners, in which the sides are smooth.
    ///
    /// - Parameter deviation: the deviation of the blur along y; there are five slabs for every deviation and a half along a corner.
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

    /// Enough for a corner of 1,000 pixels with the sharpest shadow there is.
    private static let mostPanels = 4096.0
}

/// Rules for integrals over -1...1. *Source*: Abramowitz and Stegun, table 25.4.
private enum GaussLegendre {
    /// The rule of five points.
    static let five: [(node: Double, weight: Double)] = [
        (-0.906179845938664, 0.236926885056189), (-0.538469310105683, 0.478628670499366), (0, 0.568888888888889),
        (0.538469310105683, 0.478628670499366), (0.906179845938664, 0.236926885056189),
    ]
}
