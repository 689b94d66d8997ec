import CMicaPixels

/// A shadow of two sides (left and right) and two halves (upper and lower), as the vector kernels draw it in one call.
/// In the sides coverage is interpolated between table values; between the sides a row has one coverage.
package struct ShadowShape: Sendable {
    /// The columns of both sides, in device pixels.
    package struct Columns: Sendable {
        /// Where the left side begins and ends, and where the right side begins and ends.
        package var start: Int, leftEnd: Int, right: Int, end: Int

        /// Makes columns.
        package init(start: Int, leftEnd: Int, right: Int, end: Int) {
            (self.start, self.leftEnd, self.right, self.end) = (start, leftEnd, right, end)
        }
    }

    /// The values of one side of one half: a row of values for each entry of a table.
    package struct Strip: Sendable {
        /// The index of the first value.
        package var start: Int
        /// The index of the first end; there is one end for each entry.
        package var ends: Int
        /// How many entries there are.
        package var side: Int

        package init(start: Int, ends: Int, side: Int) {
            (self.start, self.ends, self.side) = (start, ends, side)
        }
    }

    /// How rows lie in the tables.
    package struct Depth: Sendable {
        /// Where the shape begins and ends, in device pixels; a row belongs to the nearer half.
        package var top: Double, bottom: Double
        /// The shadow's standard deviation, in device pixels.
        package var deviation: Double
        /// How many deviations before the shape the tables begin, and how many entries they have for a deviation.
        package var reach: Double, density: Double

        /// Makes the relation of rows to tables.
        package init(top: Double, bottom: Double, deviation: Double, reach: Double, density: Double) {
            (self.top, self.bottom, self.deviation) = (top, bottom, deviation)
            (self.reach, self.density) = (reach, density)
        }
    }

    private let shadow: mica_shadow
    /// How many values and ends the tables must have.
    private let valueCount: Int, endCount: Int

    /// Makes a shadow of the left and right strips of the upper half, and those of the lower half.
    package init(
        _ columns: Columns, _ depth: Depth, top: (left: Strip, right: Strip), bottom: (left: Strip, right: Strip)
    ) {
        precondition(
            columns.start < columns.leftEnd && columns.leftEnd <= columns.right && columns.right < columns.end
                && columns.start > -1 << 24 && columns.end < 1 << 24, "sides lie beside each other")
        precondition(
            abs(depth.top) < 0x1p24 && abs(depth.bottom) < 0x1p24 && depth.deviation > 0 && depth.density > 0
                && depth.density < 0x1p10, "the tables' places are numbers")
        var (valueCount, endCount) = (0, 0)
        for (strip, width) in [
            (top.left, columns.leftEnd - columns.start), (top.right, columns.end - columns.right),
            (bottom.left, columns.leftEnd - columns.start), (bottom.right, columns.end - columns.right),
        ] {
            precondition(
                strip.start >= 0 && strip.ends >= 0 && strip.side >= 2 && strip.side < 1 << 16, "a strip has entries")
            valueCount = max(valueCount, strip.start + strip.side * width)
            endCount = max(endCount, strip.ends + strip.side)
        }
        (self.valueCount, self.endCount) = (valueCount, endCount)
        func numbers(_ strip: Strip) -> mica_strip {
            mica_strip(start: Int64(strip.start), ends: Int64(strip.ends), side: Int64(strip.side))
        }
        shadow = mica_shadow(
            start: Int32(columns.start), left_end: Int32(columns.leftEnd), right: Int32(columns.right),
            end: Int32(columns.end), top: depth.top, bottom: depth.bottom, deviation: depth.deviation,
            reach: depth.reach, density: depth.density,
            strips: (numbers(top.left), numbers(top.right), numbers(bottom.left), numbers(bottom.right)))
    }

    /// A rectangle of pixels: its columns and rows.
    package typealias Part = (columns: Range<Int>, rows: Range<Int>)

    /// Draws a part of the shadow; `start` is the index of the part's first pixel in the block.
    fileprivate func blend(
        _ pixel: UInt32, _ values: [UInt16], _ ends: [UInt32], _ part: Part, _ holes: ShadowHoles, at start: Int,
        of block: PixelBlock
    ) -> Bool {
        precondition(valueCount <= values.count && endCount <= ends.count, "there are no such values")
        return unsafe values.withUnsafeBufferPointer { values in
            unsafe ends.withUnsafeBufferPointer { ends in
                unsafe holes.holes.withUnsafeBufferPointer { holes in
                    guard let values = values.baseAddress, let ends = ends.baseAddress else { return true }
                    var drawn = unsafe mica_shadow_part(
                        min_x: Int32(truncatingIfNeeded: part.columns.lowerBound),
                        max_x: Int32(truncatingIfNeeded: part.columns.upperBound),
                        min_y: Int32(truncatingIfNeeded: part.rows.lowerBound), holes: holes.baseAddress,
                        hole_count: holes.count)
                    return unsafe withUnsafePointer(to: shadow) { shadow in
                        unsafe mica_blend_shadow(
                            block.base + start, block.stride, shadow, &drawn, values, ends, pixel, part.rows.count) > 0
                    }
                }
            }
        }
    }
}

/// Rectangles of pixels that are left out of a shadow.
package struct ShadowHoles: Sendable {
    fileprivate var holes: [mica_hole] = []

    package init() {}

    /// Whether there is no room for more. Pixels that could be left out are then drawn, which is slower.
    package var isFull: Bool { holes.count == Int(MICA_HOLES) }

    /// Removes all holes and keeps the memory.
    package mutating func removeAll() { holes.removeAll(keepingCapacity: true) }

    /// Leaves out a rectangle of pixels, if there is room and it is not empty.
    package mutating func append(_ part: ShadowShape.Part) {
        guard !part.columns.isEmpty, !part.rows.isEmpty, !isFull else { return }
        holes.append(
            mica_hole(
                min_x: Int32(clamping: part.columns.lowerBound), max_x: Int32(clamping: part.columns.upperBound),
                min_y: Int32(clamping: part.rows.lowerBound), max_y: Int32(clamping: part.rows.upperBound)))
    }
}

extension PixelBlock {
    /// Blends one colour into a part of a shadow with the processor's vectors; false, with nothing drawn, where the
    /// scalar kernels have to draw.
    ///
    /// - Parameters:
    ///   - values: coverage in 256ths, which the strips' indices refer to.
    ///   - ends: a word for each entry of a strip. The lower half of the word is how many of the outermost columns are
    ///     not covered between the entry and the next; the upper half is the value of the innermost column.
    ///   - part: the columns and rows that may be drawn in.
    ///   - holes: pixels that are left out.
    package func blend(
        _ pixel: UInt32, _ shadow: ShadowShape, values: [UInt16], ends: [UInt32], part: ShadowShape.Part,
        holes: ShadowHoles
    ) -> Bool {
        guard let last = part.rows.last, !part.columns.isEmpty else { return true }
        let start = offset(part.columns.lowerBound, part.rows.lowerBound, part.columns.count)
        _ = offset(part.columns.lowerBound, last, part.columns.count)
        return shadow.blend(pixel, values, ends, part, holes, at: start, of: self)
    }
}
