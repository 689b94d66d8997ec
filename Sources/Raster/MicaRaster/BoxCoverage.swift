import MicaGeometry
import MicaPixels

/// The coverage of an axis-aligned rectangle: rows that are alike, each with a pixel at either side and pixels of one coverage
/// between. The bytes are those of `Rasterizer`.
package struct BoxCoverage: Sendable {
    /// Rows that are alike.
    package struct Band: Sendable, Equatable {
        /// The rows, in device pixels.
        package var rows: Range<Int>
        /// The coverage of the first pixel, of those between, and of the last; the first is the last when there is one.
        package var first: UInt8, middle: UInt8, last: UInt8
    }

    /// The edges, min x, min y, max x and max y. *Units*: the rasteriser's steps, of which a pixel has 2 to the power of
    /// `shift`.
    package let edges: SIMD4<Int32>

    /// How many bits of an edge are within a pixel.
    package static var shift: Int32 { Int32(FixedPoint.shift) }

    /// Makes the coverage of a box within a clip, both in device pixels; nil when there is none.
    package init?(_ box: Box, clip: DeviceRect) {
        let limit = Int(FixedPoint.limit)
        let clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        guard !clip.isEmpty, let whole = FixedRectangle(corner: box.minimum, opposite: box.maximum),
            let cut = whole.cut(to: clip)
        else { return nil }
        self.init(cut)
    }

    /// Makes the coverage of edges that another one had.
    @inline(__always)  // Four words.
    init(edges: SIMD4<Int32>) { self.edges = edges }

    private init(_ rectangle: FixedRectangle) {
        edges = SIMD4(
            Int32(rectangle.minX), Int32(rectangle.minY), Int32(rectangle.maxX), Int32(rectangle.maxY))
    }

    private var rectangle: FixedRectangle {
        FixedRectangle(minX: Int(edges.x), minY: Int(edges.y), maxX: Int(edges.z), maxY: Int(edges.w))
    }

    /// The columns that are covered, in device pixels, not empty.
    package var columns: Range<Int> {
        Int(edges.x >> Self.shift)..<Int((edges.z - 1) >> Self.shift + 1)
    }

    /// How many bands there are, 1...3.
    package var bandCount: Int { bandRows(2).isEmpty ? (bandRows(1).isEmpty ? 1 : 2) : 3 }

    /// One of the bands, from the top down.
    package func band(_ index: Int) -> Band { band(of: rectangle, rows: bandRows(index)) }

    private func band(of rectangle: FixedRectangle, rows: Range<Int>) -> Band {
        let height = rectangle.height(inRow: rows.lowerBound)
        func alpha(_ column: Int) -> UInt8 {
            let low = max(rectangle.minX, column << FixedPoint.shift)
            let high = min(rectangle.maxX, (column + 1) << FixedPoint.shift)
            return FixedPoint.alpha(2 &* height &* (high - low))
        }
        return Band(
            rows: rows, first: alpha(rectangle.minX >> FixedPoint.shift),
            middle: FixedPoint.alpha(2 &* height &* FixedPoint.one),
            last: alpha((rectangle.maxX - 1) >> FixedPoint.shift))
    }

    /// Blends one colour into pixels that are covered, of those in a part of the plane.
    ///
    /// - Precondition: the part is within the target.
    package func blend(_ pixel: UInt32, into target: PixelBlock, within part: DeviceRect) {
        guard let cut = rectangle.cut(to: part) else { return }
        let inside = SIMD4(Int32(cut.minX), Int32(cut.minY), Int32(cut.maxX), Int32(cut.maxY))
        if target.blend(pixel, box: inside) { return }
        let columns = cut.minX >> FixedPoint.shift..<(cut.maxX - 1) >> FixedPoint.shift + 1
        func draw(_ rows: Range<Int>) {
            let band = band(of: cut, rows: rows)
            target.blendRows(
                pixel, first: band.first, middle: band.middle, last: band.last, columns: columns, rows: rows)
        }
        // A row that is covered in part is drawn for itself, unless it is all there is.
        var rows = cut.rows
        if rows.count > 1, cut.minY & (FixedPoint.one - 1) != 0 {
            draw(rows.lowerBound..<rows.lowerBound + 1)
            rows = rows.lowerBound + 1..<rows.upperBound
        }
        if rows.count > 1, cut.maxY & (FixedPoint.one - 1) != 0 {
            draw(rows.upperBound - 1..<rows.upperBound)
            rows = rows.lowerBound..<rows.upperBound - 1
        }
        draw(rows)
    }

    /// The first row, the rows between the first and the last, and the last row.
    private func bandRows(_ index: Int) -> Range<Int> {
        let rows = rectangle.rows
        let top = rows.lowerBound + 1, bottom = rows.upperBound - 1
        switch index {
        case 0: return rows.lowerBound..<top
        case 1: return bottom > top ? top..<bottom : (bottom == top ? bottom..<rows.upperBound : 0..<0)
        default: return bottom > top ? bottom..<rows.upperBound : 0..<0
        }
    }
}
