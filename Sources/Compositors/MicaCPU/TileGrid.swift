import MicaBase
import MicaRaster

/// The tiles of a region, and for each tile the ops that may change it.
struct TileGrid {
    /// The number of tiles.
    private(set) var count = 0
    /// Whether the region is a single tile.
    private(set) var isOne = false
    private var region = DeviceRect.empty
    private var width = TileLength(1), height = TileLength(1)
    /// The first tile's column and row in the surface's grid, and the number of columns.
    private var firstColumn = 0, firstRow = 0, columns = 0
    /// The number of parts that a tile's height can be divided into.
    static let parts = 8

    /// The index in `members` of each tile's first op, and the end of the last tile's.
    private var starts: [Int32] = []
    /// The ops of each tile, tile after tile, back to front, as the words of `PlannedOp`s: of boxes, their indices.
    private(set) var members: [Int32] = []
    /// The first and the last row of tiles of each op, while ops are sorted.
    private var rows: [SIMD2<Int32>] = []

    mutating func removeAll() {
        count = 0
        starts.clear()
        members.clear()
    }

    /// Divides a region along a grid that begins at the surface's origin, and sorts ops into the tiles.
    ///
    /// *Complexity*: linear in the number of pairs of an op and a tile that it touches.
    mutating func fill(
        _ region: DeviceRect, _ size: CPUCompositor.TileSize, _ order: [PlannedOp], _ boxes: [SolidBox],
        _ ops: [FramePlan.Op]
    ) {
        removeAll()
        guard !region.isEmpty else { return }
        (self.region, width, height) = (region, TileLength(size.width), TileLength(size.height))
        isOne = size.holds(region)
        if isOne { return fillOne(order) }
        (firstColumn, firstRow) = (width.index(of: region.minX), height.index(of: region.minY))
        columns = width.index(of: region.maxX - 1) - firstColumn + 1
        count = columns * (height.index(of: region.maxY - 1) - firstRow + 1)
        starts.append(contentsOf: repeatElement(0, count: count + 1))
        if columns == 1 { return fillColumn(order.span, boxes.span, ops.span) }
        // Counts the ops of each tile, turns the counts into ends, then fills from the last op back, which turns ends
        // into starts.
        for op in order { forTiles(of: op, boxes, ops) { starts, _, tile in starts[tile] += 1 } }
        var total: Int32 = 0
        for tile in 0..<count {
            total += starts[tile]
            starts[tile] = total
        }
        starts[count] = total
        members.append(contentsOf: repeatElement(0, count: Int(total)))
        for op in order.reversed() {
            forTiles(of: op, boxes, ops) { starts, members, tile in
                starts[tile] -= 1
                members[Int(starts[tile])] = op.word
            }
        }
    }

    /// Sorts ops into a single column of tiles.
    private mutating func fillColumn(
        _ order: Span<PlannedOp>, _ boxes: Span<SolidBox>, _ ops: Span<FramePlan.Op>
    ) {
        rows.clear()
        rows.reserveCapacity(order.count)
        // +1 in the first tile of an op and -1 after its last: the running sum is the number of ops of each tile.
        for index in order.indices {
            let lines: Range<Int>
            switch order[index].kind {
            case .box(let box): lines = boxes[box].rows
            case .op(let op): lines = ops[op].bounds.minY..<ops[op].bounds.maxY
            }
            let first = height.index(of: lines.lowerBound) - firstRow
            let last = height.index(of: lines.upperBound - 1) - firstRow
            rows.append(SIMD2(Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: last)))
            starts[first] += 1
            starts[last + 1] -= 1
        }
        var (open, total): (Int32, Int32) = (0, 0)
        for tile in 0..<count {
            open += starts[tile]
            total += open
            starts[tile] = total
        }
        starts[count] = total
        members.append(contentsOf: repeatElement(0, count: Int(total)))
        Self.distribute(order, rows, &starts, &members)
    }

    /// Writes ops to the tiles, from the last op back, which turns ends into starts.
    private static func distribute(
        _ order: Span<PlannedOp>, _ rows: [SIMD2<Int32>], _ starts: inout [Int32], _ members: inout [Int32]
    ) {
        let rows = rows.span
        var starts = starts.mutableSpan, members = members.mutableSpan
        for index in rows.indices.reversed() {
            var row = Int(rows[index].x)
            while row <= Int(rows[index].y) {
                starts[row] -= 1
                members[Int(starts[row])] = order[index].word
                row += 1
            }
        }
    }

    private mutating func fillOne(_ order: [PlannedOp]) {
        (firstColumn, firstRow, columns, count) = (0, 0, 1, 1)
        for op in order { members.append(op.word) }
        starts.append(0)
        starts.append(Int32(order.count))
    }

    @inline(__always)  // Its closures are a line, for every op.
    private mutating func forTiles(
        of op: PlannedOp, _ boxes: [SolidBox], _ ops: [FramePlan.Op],
        _ body: (inout [Int32], inout [Int32], Int) -> Void
    ) {
        let (spanned, lines): (Range<Int>, Range<Int>)
        switch op.kind {
        case .box(let box): (spanned, lines) = (boxes[box].columns, boxes[box].rows)
        case .op(let op):
            let bounds = ops[op].bounds
            (spanned, lines) = (bounds.minX..<bounds.maxX, bounds.minY..<bounds.maxY)
        }
        let rows = height.index(of: lines.lowerBound)...height.index(of: lines.upperBound - 1)
        let columns = width.index(of: spanned.lowerBound)...width.index(of: spanned.upperBound - 1)
        for row in (rows.lowerBound - firstRow)...(rows.upperBound - firstRow) {
            for column in (columns.lowerBound - firstColumn)...(columns.upperBound - firstColumn) {
                body(&starts, &members, row * self.columns + column)
            }
        }
    }

    /// The pixels of a tile.
    func rect(of tile: Int) -> DeviceRect {
        if isOne { return region }
        let x = (firstColumn + tile % columns) * width.pixels, y = (firstRow + tile / columns) * height.pixels
        return DeviceRect(minX: x, minY: y, maxX: x + width.pixels, maxY: y + height.pixels).intersection(region)
    }

    /// The pixels of a range of parts of a tile.
    func rect(of tile: Int, parts: Range<Int>) -> DeviceRect {
        let rect = rect(of: tile)
        func line(_ part: Int) -> Int { rect.minY + rect.height * part / Self.parts }
        return DeviceRect(
            minX: rect.minX, minY: line(parts.lowerBound), maxX: rect.maxX, maxY: line(parts.upperBound))
    }

    /// The columns and rows of the tiles that some pixels lie in, from 0; nil for none.
    func tileRange(of pixels: DeviceRect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        let inside = pixels.intersection(region)
        guard count > 0, !inside.isEmpty else { return nil }
        if isOne { return (0...0, 0...0) }
        return (
            width.index(of: inside.minX) - firstColumn...width.index(of: inside.maxX - 1) - firstColumn,
            height.index(of: inside.minY) - firstRow...height.index(of: inside.maxY - 1) - firstRow
        )
    }

    /// The tile in a column and a row.
    func index(column: Int, row: Int) -> Int { row * columns + column }

    /// The number of ops of a tile.
    func opCount(of tile: Int) -> Int { Int(starts[tile + 1] - starts[tile]) }

    /// One of a tile's ops, back to front.
    @inline(__always)  // For every op of a tile.
    func op(_ position: Int, of tile: Int) -> PlannedOp {
        PlannedOp(word: members[Int(starts[tile]) + position])
    }

    /// The range in `members` of some of a tile's ops.
    func range(_ positions: Range<Int>, of tile: Int) -> Range<Int> {
        Int(starts[tile]) + positions.lowerBound..<Int(starts[tile]) + positions.upperBound
    }
}

/// The width or the height of tiles. Division by a power of two is a shift.
private struct TileLength {
    /// The length, in pixels.
    let pixels: Int
    /// Its log2; -1 where it is no power of two.
    private let shift: Int

    init(_ pixels: Int) {
        self.pixels = pixels
        shift = pixels.nonzeroBitCount == 1 ? pixels.trailingZeroBitCount : -1
    }

    /// The index of the tile that a pixel is in; negative left of and above the surface.
    @inline(__always)  // Four times for every op.
    func index(of position: Int) -> Int {
        if shift >= 0 { return position >> shift }
        return position >= 0 ? position / pixels : -((pixels - 1 - position) / pixels)
    }
}
