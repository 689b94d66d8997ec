import CMicaPixels

/// A shadow of two sides and two halves, whose coverage lies between values that are looked up, and one coverage between the
/// sides: what the vector kernels draw in one call.
package struct ShadowShape: Sendable {
    /// The columns of both sides, in device pixels.
    package struct Columns: Sendable {
        /// Where the left side begins and ends, and the right one.
        package var start: Int, leftEnd: Int, right: Int, end: Int

        /// Makes columns.
        package init(start: Int, leftEnd: Int, right: Int, end: Int) {
            (self.start, self.leftEnd, self.right, self.end) = (start, leftEnd, right, end)
        }
    }

    /// The values of one side of one half: a row for each entry of a table.
    package struct Strip: Sendable {
        /// Where they begin.
        package var start: Int
        /// Where it begins how many columns on the outside are not covered between an entry and the next.
        package var bare: Int
        /// How many entries there are.
        package var side: Int

        /// Makes a strip.
        package init(start: Int, bare: Int, side: Int) {
            (self.start, self.bare, self.side) = (start, bare, side)
        }
    }

    /// Where rows lie in the tables.
    package struct Depth: Sendable {
        /// Where the shape begins and ends, in device pixels; rows belong to the half that they are nearer to.
        package var top: Double, bottom: Double
        /// A deviation, in device pixels.
        package var deviation: Double
        /// How many deviations before the shape the tables begin, and how many entries they have for each.
        package var reach: Double, density: Double

        /// Makes the places of rows.
        package init(top: Double, bottom: Double, deviation: Double, reach: Double, density: Double) {
            (self.top, self.bottom, self.deviation) = (top, bottom, deviation)
            (self.reach, self.density) = (reach, density)
        }
    }

    private let shadow: mica_shadow
    /// The largest places of a value and of a number of columns that are not covered, and 1.
    private let valueEnd: Int, bareEnd: Int

    /// Makes a shadow of the strips of the upper half, left and right, and of those of the lower one.
    package init(
        _ columns: Columns, _ depth: Depth, top: (left: Strip, right: Strip), bottom: (left: Strip, right: Strip)
    ) {
        precondition(
            columns.start < columns.leftEnd && columns.leftEnd <= columns.right && columns.right < columns.end
                && columns.start > -1 << 24 && columns.end < 1 << 24, "sides lie beside each other")
        precondition(
            abs(depth.top) < 0x1p24 && abs(depth.bottom) < 0x1p24 && depth.deviation > 0 && depth.density > 0
                && depth.density < 0x1p10, "the tables' places are numbers")
        var (valueEnd, bareEnd) = (0, 0)
        for (strip, width) in [
            (top.left, columns.leftEnd - columns.start), (top.right, columns.end - columns.right),
            (bottom.left, columns.leftEnd - columns.start), (bottom.right, columns.end - columns.right),
        ] {
            precondition(
                strip.start >= 0 && strip.bare >= 0 && strip.side >= 2 && strip.side < 1 << 16, "a strip has entries")
            valueEnd = max(valueEnd, strip.start + strip.side * width)
            bareEnd = max(bareEnd, strip.bare + strip.side)
        }
        (self.valueEnd, self.bareEnd) = (valueEnd, bareEnd)
        func numbers(_ strip: Strip) -> mica_strip {
            mica_strip(start: Int64(strip.start), bare: Int64(strip.bare), side: Int64(strip.side))
        }
        shadow = mica_shadow(
            start: Int32(columns.start), left_end: Int32(columns.leftEnd), right: Int32(columns.right),
            end: Int32(columns.end), top: depth.top, bottom: depth.bottom, deviation: depth.deviation,
            reach: depth.reach, density: depth.density,
            strips: (numbers(top.left), numbers(top.right), numbers(bottom.left), numbers(bottom.right)))
    }

    /// The columns and rows of some pixels.
    package typealias Part = (columns: Range<Int>, rows: Range<Int>)

    /// Draws some rows from a pixel on.
    fileprivate func blend(
        _ pixel: UInt32, _ values: [UInt16], _ bare: [Int32], _ part: Part, holes: (Part, Part), at start: Int,
        of block: PixelBlock
    ) -> Bool {
        precondition(valueEnd <= values.count && bareEnd <= bare.count, "there are no such values")
        func number(_ place: Int) -> Int32 { Int32(truncatingIfNeeded: place) }
        func hole(_ part: Part) -> mica_hole {
            mica_hole(
                min_x: number(part.columns.lowerBound), max_x: number(part.columns.upperBound),
                min_y: number(part.rows.lowerBound), max_y: number(part.rows.upperBound))
        }
        var drawn = mica_shadow_part(
            min_x: number(part.columns.lowerBound), max_x: number(part.columns.upperBound),
            min_y: number(part.rows.lowerBound), holes: (hole(holes.0), hole(holes.1)))
        return unsafe values.withUnsafeBufferPointer { values in
            unsafe bare.withUnsafeBufferPointer { bare in
                guard let values = values.baseAddress, let bare = bare.baseAddress else { return true }
                return unsafe withUnsafePointer(to: shadow) { shadow in
                    unsafe mica_blend_shadow(
                        block.base + start, block.stride, shadow, &drawn, values, bare, pixel, part.rows.count) > 0
                }
            }
        }
    }
}

extension PixelBlock {
    /// Blends one colour into some pixels of a shadow with the processor's vectors; false, with nothing drawn, where the
    /// scalar kernels are to draw.
    ///
    /// - Parameters:
    ///   - values: what the strips' places count in, coverage in 256ths.
    ///   - bare: the numbers of columns that are not covered.
    ///   - part: the columns and rows that may be drawn in.
    ///   - holes: pixels that are left out; in rows that both have those of the first.
    package func blend(
        _ pixel: UInt32, _ shadow: ShadowShape, values: [UInt16], bare: [Int32], part: ShadowShape.Part,
        holes: (ShadowShape.Part, ShadowShape.Part)
    ) -> Bool {
        guard let last = part.rows.last, !part.columns.isEmpty else { return true }
        let start = place(part.columns.lowerBound, part.rows.lowerBound, part.columns.count)
        _ = place(part.columns.lowerBound, last, part.columns.count)
        func inside(_ hole: ShadowShape.Part) -> ShadowShape.Part {
            (hole.columns.clamped(to: part.columns), hole.rows.clamped(to: part.rows))
        }
        return shadow.blend(
            pixel, values, bare, part, holes: (inside(holes.0), inside(holes.1)), at: start, of: self)
    }
}
