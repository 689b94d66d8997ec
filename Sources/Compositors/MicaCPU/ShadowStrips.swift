import MicaPixels

/// The strips that corner shadows look up, one for each side of a shadow: kept from frame to frame, as shadows move by whole
/// pixels and fractions of a pixel come again.
///
/// What is kept is what would be made again, so that it changes no byte. Over budget all of them are dropped before a frame.
struct ShadowStrips {
    /// The most bytes that are left from frame to frame.
    let budget: Int
    /// The strips, one after the other: coverage in 256ths of 255.
    private(set) var values: [UInt16] = []

    /// For each row of a strip how many columns on its outside are not covered between it and the next row, and in the upper
    /// half of the word the value of the innermost column.
    private(set) var ends: [UInt32] = []

    /// Where a strip begins in `values` and in `ends`, and how many rows it has: as many as its corner's table.
    typealias Strip = ShadowShape.Strip

    private struct Key: Hashable {
        var ratio: Double
        /// The deviation; negative where columns run towards the shape's outside.
        var deviation: Double
        /// From the edge to the first column's centre, in pixels.
        var offset: Double
        var count: Int
    }
    private var strips: [Key: Strip] = [:]

    init(budget: Int = 8 << 20) {
        self.budget = budget
    }

    /// How many strips there are.
    var count: Int { strips.count }

    /// Begins a frame.
    mutating func trim() {
        guard values.count * MemoryLayout<UInt16>.stride > budget else { return }
        values.removeAll(keepingCapacity: false)
        ends.removeAll(keepingCapacity: false)
        strips.removeAll(keepingCapacity: false)
    }

    /// The strip of a corner: a row for each of its table's, of pixels in some columns.
    ///
    /// - Parameters:
    ///   - ratio: radius over deviation.
    ///   - offset: from the shape's edge to the first column's centre, in pixels.
    ///   - deviation: in pixels; negative where columns run towards the shape's outside.
    mutating func strip(ratio: Double, offset: Double, count: Int, deviation: Double, _ tables: CornerTables) -> Strip {
        let key = Key(ratio: ratio, deviation: deviation, offset: offset, count: count)
        if let known = strips[key] { return known }
        let table = tables.table(ratio: ratio)
        let strip = Strip(start: values.count, ends: ends.count, side: table.side)
        values.append(contentsOf: repeatElement(0, count: count * table.side))
        // The table is symmetric: its rows serve as columns.
        for i in 0..<count {
            let (entry, part) = CornerTables.position((offset + Double(i)) / deviation, side: table.side)
            let (a, b) = (entry * table.side, (entry + 1) * table.side)
            for row in 0..<table.side {
                let value = (table.values[a + row] &* (256 - part) &+ table.values[b + row] &* part &+ 128) >> 8
                values[strip.start + row * count + i] = UInt16(truncatingIfNeeded: value)
            }
        }
        // Coverage is 0 where both values are less than half a step of 255. A strip's outside is its left end, or, when its
        // columns run towards the outside, its right end.
        for row in 0..<table.side {
            func isClear(_ i: Int) -> Bool {
                let column = strip.start + (deviation > 0 ? i : count - 1 - i)
                return values[column + row * count] < 128 && values[column + min(row + 1, table.side - 1) * count] < 128
            }
            let inner = values[strip.start + row * count + (deviation > 0 ? count - 1 : 0)]
            ends.append(UInt32((0..<count).first { !isClear($0) } ?? count) | UInt32(inner) << 16)
        }
        strips[key] = strip
        return strip
    }
}
