import MicaBase

/// The coverage of some pixels, cut into rectangles: wholly covered ones, and runs of squares that need a mask.
///
/// Squares without coverage are left out. Wholly covered neighbours become one rectangle.
struct CoverTiles {
    /// A rectangle.
    struct Part {
        /// Its pixels, counted from the first pixel of the rows.
        var minX: Int, minY: Int, maxX: Int, maxY: Int
        /// Whether all of its pixels are covered wholly.
        var isFull: Bool
    }

    /// The rectangles; they do not overlap.
    private(set) var parts: [Part] = []
    /// Full rectangles that end with the row of squares above: they may grow downwards.
    private var open: [Part] = []
    private var next: [Part] = []

    /// Cuts rows of coverage; `parts` are the result.
    mutating func cut(_ bytes: [UInt8], width: Int, height: Int) {
        parts.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        let side = MaskAtlas.side
        for y in stride(from: 0, to: height, by: side) {
            let end = min(height, y + side)
            next.removeAll(keepingCapacity: true)
            var run: Part?
            for x in stride(from: 0, to: width, by: side) {
                let right = min(width, x + side)
                let kind = Self.kind(bytes, width: width, x..<right, y..<end)
                if let current = run, kind != .empty, current.isFull == (kind == .full) {
                    run?.maxX = right
                    continue
                }
                if let done = run { close(done) }
                run = kind == .empty ? nil : Part(minX: x, minY: y, maxX: right, maxY: end, isFull: kind == .full)
            }
            if let done = run { close(done) }
            parts.append(contentsOf: open)
            swap(&open, &next)
        }
        parts.append(contentsOf: open)
    }

    /// Ends a run of squares. A full run continues the rectangle above where that has the same columns.
    private mutating func close(_ run: Part) {
        guard run.isFull else {
            parts.append(run)
            return
        }
        var run = run
        if let index = open.firstIndex(where: { $0.minX == run.minX && $0.maxX == run.maxX }) {
            run.minY = open.remove(at: index).minY
        }
        next.append(run)
    }

    private enum Kind { case empty, full, mixed }

    private static func kind(_ bytes: [UInt8], width: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> Kind {
        let span = bytes.span
        var (any, all): (UInt8, UInt8) = (0, 255)
        for y in rows {
            for x in columns {
                let value = span[y * width + x]
                any |= value
                all &= value
            }
            if any != 0, all != 255 { return .mixed }
        }
        return any == 0 ? .empty : all == 255 ? .full : .mixed
    }
}

/// The coverage of one op's pixels. The next op uses its memory again.
final class TileMemory {
    /// The coverage, row by row.
    var bytes: [UInt8] = []
    private var tiles = CoverTiles()
    private var area = DeviceRect.empty

    /// Writes the coverage of a shape, tile by tile.
    func write(_ shape: Shape, _ edges: EdgeMode, in area: DeviceRect, with writer: CoverWriter) {
        self.area = area
        writer.write(shape, edges, in: area, to: &bytes)
    }

    /// Visits the rectangles that are covered.
    ///
    /// - Parameter body: takes a rectangle, whether all of it is covered wholly, and the offset of its coverage in
    ///   `bytes`.
    func forEach(_ body: (DeviceRect, Bool, Int) throws(GLRefusal) -> Void) throws(GLRefusal) {
        tiles.cut(bytes, width: area.width, height: area.height)
        for part in tiles.parts {
            let rect = DeviceRect(
                minX: area.minX + part.minX, minY: area.minY + part.minY, maxX: area.minX + part.maxX,
                maxY: area.minY + part.maxY)
            try body(rect, part.isFull, part.minY * area.width + part.minX)
        }
    }
}
