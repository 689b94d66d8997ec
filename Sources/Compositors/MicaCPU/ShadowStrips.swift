import MicaRaster

/// The strips of corner shadows, one for each side of a shadow. They are cached from frame to frame, because shadows
/// move by whole pixels, and fractions of a pixel recur.
///
/// A cached strip equals a new one, so the cache changes no byte. When it is over budget, all strips are dropped before
/// a frame.
struct ShadowStrips {
    /// The most bytes that are cached from frame to frame.
    let budget: Int
    /// The strips, one after the other: coverage times 256, 0...255 * 256.
    private(set) var values: [UInt16] = []

    /// For each row of a strip: in the lower half of the word, the number of outer columns that are not covered between
    /// this row and the next; in the upper half, the value of the innermost column.
    private(set) var ends: [UInt32] = []

    /// The start of a strip in `values` and in `ends`, and its number of rows, which is that of its corner's table.
    typealias Strip = ShadowShape.Strip

    private struct Key: Hashable {
        var ratio: Double
        /// The deviation; negative where columns run outwards.
        var deviation: Double
        /// The distance from the edge to the first column's centre, in pixels.
        var offset: Double
        var count: Int
    }
    private var strips: [Key: Strip] = [:]

    init(budget: Int = 8 << 20) {
        self.budget = budget
    }

    /// The number of strips.
    var count: Int { strips.count }

    /// Begins a frame: drops all strips if they are over budget.
    mutating func trim() {
        guard values.count * MemoryLayout<UInt16>.stride > budget else { return }
        values.removeAll(keepingCapacity: false)
        ends.removeAll(keepingCapacity: false)
        strips.removeAll(keepingCapacity: false)
    }

    /// The strip of a corner: for each row of the corner's table, the pixels in some columns.
    ///
    /// - Parameters:
    ///   - ratio: radius over deviation.
    ///   - offset: the distance from the shape's edge to the first column's centre, in pixels.
    ///   - deviation: in pixels; negative where columns run outwards.
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
        // Coverage is 0 where both values are less than half a step of 255. The outer end of a strip is on the left; on
        // the right where its columns run outwards.
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
