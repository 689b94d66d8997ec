import Foundation
import MicaFrame
import MicaGeometry
import MicaResources

/// How much a rounded corner covers, blurred by a Gaussian: tables in units of the deviation, one for each ratio of
/// radius and deviation, made when first wanted and kept while they fit into a budget.
///
/// The corner is that of the quarter plane x > 0, y > 0, rounded. Entries are an eighth of a deviation apart, from four
/// deviations outside on, so that a linear look-up between them is within a quarter of a step of 255.
package final class CornerTables {
    /// The blurred corner of one ratio.
    package struct Table {
        /// Entries on a side.
        package var side: Int
        /// 255 * 256 for all of a pixel; row by row, symmetric.
        package var values: [UInt32]
    }

    /// Entries for each deviation.
    package static let density = 8.0
    /// How many deviations before and behind the corner the tables reach.
    package static let reach = 4.0
    /// The largest ratio of radius and deviation that there are tables for.
    package static let largestRatio = 12.0

    /// The tables by their ratios.
    private var tables: BudgetedCache<Double, Table>

    init(budget: Int) {
        tables = BudgetedCache(budget: budget)
    }

    /// The most bytes of tables that are kept.
    var budget: Int { tables.budget }

    /// The bytes of tables that are kept now.
    var bytes: Int { tables.bytes }

    /// How many tables are kept.
    var count: Int { tables.count }

    /// The table of a ratio of radius and deviation, 0...`largestRatio`.
    func table(ratio: Double) -> Table {
        if let known = tables.value(ratio) { return known }
        let table = Self.make(ratio)
        tables.insert(table, for: ratio, bytes: table.values.count * MemoryLayout<UInt32>.stride)
        return table
    }

    /// Where in a table a place is: the entry before it and how far it is on the way to the next, in 256ths.
    ///
    /// - Parameter offset: the distance from the corner's edge, inwards, in deviations.
    static func position(_ offset: Double, side: Int) -> (entry: Int, part: UInt32) {
        // To the nearest, without a call into the C library.
        let fixed = Int(max(0, min(Double(side - 1), (offset + reach) * density)) * 256 + 0.5)
        let entry = min(fixed >> 8, side - 2)
        return (entry, UInt32(fixed - entry << 8))
    }

    /// Works out the table of a ratio of radius and deviation, 0...`largestRatio`.
    ///
    /// The rows through the corner are slabs of changing width: their sum is an integral over one coordinate, taken by
    /// Gauss and Legendre's rule over the angle of the corner, in which the integrand is smooth.
    ///
    /// - Parameter density: entries for each deviation; with twice as many a look-up is four times as close.
    package static func make(_ ratio: Double, density: Double = density) -> Table {
        let side = Int(((2 * reach + ratio) * density).rounded(.up)) + 1
        // Along y how much of each slab is seen from an entry, along x how much of a slab's length; first the part of the
        // plane behind the corner.
        var across: [[Double]] = [], down: [[Double]] = []
        let entries = (0..<side).map { Double($0) / density - reach }
        across.append(entries.map { normal($0) })
        down.append(entries.map { normal($0 - ratio) })
        if ratio > 0 {
            // A panel of five points for every deviation and a half along the corner.
            let panels = max(1, Int((ratio * 1.6 / 1.5).rounded(.up)))
            let step = Double.pi / 2 / Double(panels)
            for panel in 0..<panels {
                for (node, weight) in GaussLegendre.five {
                    let angle = (Double(panel) + 0.5 + node / 2) * step
                    let depth = ratio * (1 - cos(angle)), inset = ratio * (1 - sin(angle))
                    let part = weight * step / 2 * ratio * sin(angle) / (2 * Double.pi).squareRoot()
                    across.append(entries.map { normal($0 - inset) })
                    down.append(entries.map { part * exp(-($0 - depth) * ($0 - depth) / 2) })
                }
            }
        }
        var values: [UInt32] = []
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
        return Table(side: side, values: values)
    }

    private static func normal(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }
}

/// A blurred rounded rectangle as it lies on the surface: what tables of corners are looked up for.
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
        let far = 2 * (CornerTables.reach * deviation + radii.max()) + 2
        return radii.max() <= CornerTables.largestRatio * deviation && box.width >= far && box.height >= far
    }
}
