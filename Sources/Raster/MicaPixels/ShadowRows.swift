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

    /// The values of a side.
    package struct Side {
        /// Where they begin, a row for each entry of a table.
        package var start: Int
        /// Where it begins how many columns on the outside are not covered between an entry and the next.
        package var bare: Int

        /// Makes a side.
        package init(start: Int, bare: Int) {
            (self.start, self.bare) = (start, bare)
        }
    }

    /// Where rows that are to be appended lie: 512 times an entry of the table, and 256ths of the way to the next; of the left
    /// side, and of the right one where that has another table.
    package var leftPlaces: [UInt32] = [], rightPlaces: [UInt32] = []
    /// The place of a row that covers nothing.
    package static let nothing = UInt32.max

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

    /// Appends the rows of `leftPlaces` below.
    ///
    /// - Parameters:
    ///   - values: coverage in 256ths: a row for each entry of the tables, left and right.
    ///   - bare: how many columns on the outside are not covered, for each entry.
    ///   - areAlike: whether the right side's rows lie where the left side's do.
    package mutating func append(
        values: Span<UInt16>, bare: Span<Int32>, left: Side, right: Side, areAlike: Bool
    ) {
        let (leftWidth, rightWidth) = (columns.leftEnd - columns.start, columns.end - columns.right)
        precondition(areAlike || rightPlaces.count == leftPlaces.count, "both sides have as many rows")
        rows.reserveCapacity(rows.count + leftPlaces.count)
        for i in leftPlaces.indices {
            guard leftPlaces[i] != Self.nothing else {
                rows.append(
                    mica_shadow_row(
                        left: 0, right: 0, left_part: 0, right_part: 0,
                        first: Int32(truncatingIfNeeded: columns.leftEnd),
                        end: Int32(truncatingIfNeeded: columns.right), middle: 0))
                continue
            }
            let (entry, part) = (Int(leftPlaces[i] >> 9), leftPlaces[i] & 511)
            let other = areAlike ? leftPlaces[i] : rightPlaces[i]
            let (lastEntry, lastPart) = (Int(other >> 9), other & 511)
            let place = left.start &+ entry &* leftWidth, lastPlace = right.start &+ lastEntry &* rightWidth
            lowest = min(lowest, min(place, lastPlace))
            highest = max(highest, max(place &+ 2 &* leftWidth, lastPlace &+ 2 &* rightWidth))
            // Between the sides there is what the last column of the left one has.
            let end = place &+ leftWidth &- 1
            let value = UInt32(values[end]) &* (256 &- part) &+ UInt32(values[end &+ leftWidth]) &* part
            let first = columns.start &+ min(Int(bare[left.bare &+ entry]), leftWidth)
            let last = columns.end &- min(Int(bare[right.bare &+ lastEntry]), rightWidth)
            rows.append(
                mica_shadow_row(
                    left: Int64(place), right: Int64(lastPlace), left_part: part, right_part: lastPart,
                    first: Int32(truncatingIfNeeded: first), end: Int32(truncatingIfNeeded: last),
                    middle: (value &+ 32_768) >> 16))
        }
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
