/// The coverage of a level rectangle: rows that are alike, each with a pixel at either side and pixels of one coverage
/// between. The bytes are those of `Rasterizer`.
package struct BoxCoverage: Sendable {
    /// Rows that are alike.
    package struct Band: Sendable, Equatable {
        /// The rows, in device pixels.
        package var rows: Range<Int>
        /// The coverage of the first pixel, of those between, and of the last; the first is the last when there is one.
        package var first: UInt8, middle: UInt8, last: UInt8
    }

    /// The columns that are covered, in device pixels, not empty.
    package let columns: Range<Int>
    private let rectangle: FixedRectangle

    /// Makes the coverage of a box within a clip, both in device pixels; nil when there is none.
    package init?(_ box: Box, clip: DeviceRect) {
        let limit = Int(FixedPoint.limit)
        let clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        guard !clip.isEmpty, let whole = FixedRectangle(corner: box.minimum, opposite: box.maximum),
            let cut = whole.cut(to: clip)
        else { return nil }
        rectangle = cut
        columns = (cut.minX >> FixedPoint.shift)..<((cut.maxX - 1) >> FixedPoint.shift + 1)
    }

    /// How many bands there are, 1...3.
    package var bandCount: Int { bandRows(2).isEmpty ? (bandRows(1).isEmpty ? 1 : 2) : 3 }

    /// One of the bands, from the top down.
    package func band(_ index: Int) -> Band {
        let rows = bandRows(index)
        let height = rectangle.height(inRow: rows.lowerBound)
        func alpha(_ column: Int) -> UInt8 {
            let low = max(rectangle.minX, column << FixedPoint.shift)
            let high = min(rectangle.maxX, (column + 1) << FixedPoint.shift)
            return FixedPoint.alpha(2 &* height &* (high - low))
        }
        return Band(
            rows: rows, first: alpha(columns.lowerBound), middle: FixedPoint.alpha(2 &* height &* FixedPoint.one),
            last: alpha(columns.upperBound - 1))
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
