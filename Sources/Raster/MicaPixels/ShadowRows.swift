import CMicaPixels

/// Rows of a shadow that has two sides, whose coverage lies between values that are looked up, and one coverage between
/// them: what the vector kernels draw in one call.
package struct ShadowRows: Sendable {
    /// The columns of both sides, in device pixels.
    package struct Columns: Sendable {
        /// Where the left side begins and ends, and the right one.
        package var start: Int, leftEnd: Int, right: Int, end: Int

        /// Makes columns.
        package init(start: Int, leftEnd: Int, right: Int, end: Int) {
            (self.start, self.leftEnd, self.right, self.end) = (start, leftEnd, right, end)
        }
    }

    /// A side of a row.
    package struct Side {
        /// Where the values of the side's first column are; as many further on as it has columns are others, of which the
        /// coverage has a part, in 256ths.
        package var place: Int, part: UInt32
        /// How many columns on the outside are not covered.
        package var bare: Int

        /// Makes a side.
        package init(place: Int, part: UInt32, bare: Int) {
            (self.place, self.part, self.bare) = (place, part, bare)
        }
    }

    private var rows: [mica_shadow_row] = []
    private var columns = Columns(start: 0, leftEnd: 0, right: 0, end: 0)
    /// The least and the largest place of a value.
    private var lowest = Int.max, highest = Int.min

    /// Makes an empty list.
    package init() {}

    /// How many rows there are.
    package var count: Int { rows.count }

    /// Takes other columns and forgets all rows.
    package mutating func begin(_ columns: Columns) {
        precondition(
            columns.start <= columns.leftEnd && columns.leftEnd <= columns.right && columns.right <= columns.end,
            "sides lie beside each other")
        self.columns = columns
        rows.removeAll(keepingCapacity: true)
        (lowest, highest) = (.max, .min)
    }

    /// Appends the row below.
    ///
    /// - Parameter middle: the coverage between the sides.
    package mutating func append(left: Side, right: Side, middle: UInt8) {
        let (leftWidth, rightWidth) = (columns.leftEnd - columns.start, columns.end - columns.right)
        lowest = min(lowest, min(left.place, right.place))
        highest = max(highest, max(left.place + 2 * leftWidth, right.place + 2 * rightWidth))
        rows.append(
            mica_shadow_row(
                left: Int64(left.place), right: Int64(right.place), left_part: left.part, right_part: right.part,
                first: Int32(columns.start + min(left.bare, leftWidth)),
                end: Int32(columns.end - min(right.bare, rightWidth)), middle: UInt32(middle)))
    }

    /// Appends a row that covers nothing.
    package mutating func appendEmpty() {
        rows.append(
            mica_shadow_row(
                left: 0, right: 0, left_part: 0, right_part: 0, first: Int32(columns.leftEnd),
                end: Int32(columns.right), middle: 0))
    }

    /// Draws some of the rows from a pixel on.
    fileprivate func blend(
        _ pixel: UInt32, _ values: [UInt16], _ part: Range<Int>, at start: Int, of block: PixelBlock,
        columns drawn: Range<Int>,
        hole: (columns: Range<Int>, rows: Range<Int>)
    ) -> Bool {
        precondition(rows.isEmpty || lowest >= 0 && highest <= values.count, "there are no such values")
        var shadow = mica_shadow(
            start: Int32(columns.start), left_end: Int32(columns.leftEnd), right: Int32(columns.right),
            end: Int32(columns.end), min_x: Int32(drawn.lowerBound), max_x: Int32(drawn.upperBound),
            hole_min_x: Int32(hole.columns.lowerBound), hole_max_x: Int32(hole.columns.upperBound),
            hole_min_y: Int32(hole.rows.lowerBound), hole_max_y: Int32(hole.rows.upperBound))
        return unsafe rows.withUnsafeBufferPointer { rows in
            unsafe values.withUnsafeBufferPointer { values in
                guard let rows = rows.baseAddress, let values = values.baseAddress else { return true }
                return unsafe mica_blend_shadow(
                    block.base + start, block.stride, &shadow, rows + part.lowerBound, values, pixel, part.count) > 0
            }
        }
    }
}

extension PixelBlock {
    /// Blends one colour into some rows of a shadow with the processor's vectors; false, with nothing drawn, where the scalar
    /// kernels are to draw.
    ///
    /// - Parameters:
    ///   - values: what the rows' places count in, coverage in 256ths.
    ///   - columns: those that may be drawn in.
    ///   - rows: those that are drawn.
    ///   - first: the row on the surface of the shadow's first one.
    ///   - hole: pixels that are left out.
    package func blend(
        _ pixel: UInt32, _ shadow: ShadowRows, values: [UInt16], columns: Range<Int>, rows: Range<Int>, first: Int,
        hole: (columns: Range<Int>, rows: Range<Int>)
    ) -> Bool {
        guard let last = rows.last else { return true }
        precondition(rows.lowerBound >= first && last - first < shadow.count, "the shadow has no such rows")
        let start = place(columns.lowerBound, rows.lowerBound, columns.count)
        _ = place(columns.lowerBound, last, columns.count)
        let open = hole.rows.clamped(to: rows)
        return shadow.blend(
            pixel, values, rows.lowerBound - first..<rows.upperBound - first, at: start, of: self, columns: columns,
            hole: (
                hole.columns.clamped(to: columns), open.lowerBound - rows.lowerBound..<open.upperBound - rows.lowerBound
            ))
    }
}
