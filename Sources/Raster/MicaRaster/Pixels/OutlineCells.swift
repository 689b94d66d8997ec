import CMicaPixels

/// A straight edge of an outline, walked from its first point to its second; never horizontal.
///
/// *Units*: steps of a 4,096th of a pixel.
package struct OutlineEdge: Sendable, Equatable, BitwiseCopyable {
    /// The points.
    package var x0: Int32, y0: Int32, x1: Int32, y1: Int32

    @inlinable package init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
    }
}

/// The bounds of some edges, in steps: the least and the greatest of their coordinates.
package struct OutlineReach: Sendable, Equatable, BitwiseCopyable {
    /// The corners.
    package var minX = Int32.max, minY = Int32.max, maxX = Int32.min, maxY = Int32.min

    /// Makes the reach of no edges.
    package init() {}

    /// Grows the reach to include another.
    package mutating func include(_ other: OutlineReach) {
        (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
        (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
}

/// Where the consecutive edges of an outline that run down are; all its other edges run up.
package struct MonotoneChains: Sendable {
    /// How many edges the outline has.
    fileprivate let count: Int
    fileprivate let monotoneChains: mica_monotone_chains

    fileprivate init(count: Int, _ monotoneChains: mica_monotone_chains) {
        (self.count, self.monotoneChains) = (count, monotoneChains)
    }
}

extension Array where Element == OutlineEdge {
    /// The two chains of the first `count` edges, if these run down once and up once and never turn back within a
    /// chain, as the outline of a convex shape does; nil for others.
    package func monotoneChains(_ count: Int) -> MonotoneChains? {
        precondition(count >= 0 && count <= self.count, "there are no such edges")
        return unsafe withUnsafeBytes { edges in
            var monotoneChains = mica_monotone_chains(first: 0, downs: 0)
            guard let edges = edges.baseAddress,
                unsafe mica_edges_turn_twice(edges.assumingMemoryBound(to: Int32.self), count, &monotoneChains) != 0
            else { return nil }
            return MonotoneChains(count: count, monotoneChains)
        }
    }
}

extension Span where Element == OutlineEdge {
    /// Prefetches the first `count` edges.
    package func prefetch(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "there are no such edges")
        unsafe withUnsafeBytes { edges in
            if let edges = edges.baseAddress { unsafe mica_prefetch(edges, count * MemoryLayout<OutlineEdge>.stride) }
        }
    }
}

extension Array where Element == OutlineReach {
    /// Sets the reaches of the groups of the first `count` edges; entries behind the groups are left over.
    package mutating func set(_ edges: [OutlineEdge], _ count: Int) {
        precondition(count >= 0 && count <= edges.count, "there are no such edges")
        let groups = (count + OutlineCells.groupSize - 1) / OutlineCells.groupSize
        if self.count < groups {
            append(contentsOf: repeatElement(OutlineReach(), count: Swift.max(groups - self.count, self.count)))
        }
        unsafe withUnsafeMutableBytes { reaches in
            unsafe edges.withUnsafeBytes { edges in
                guard let reaches = reaches.baseAddress, let edges = edges.baseAddress else { return }
                unsafe mica_edges_reach(
                    reaches.assumingMemoryBound(to: Int32.self), edges.assumingMemoryBound(to: Int32.self), count)
            }
        }
    }
}

/// The vector kernels' grid of cells for outlines. Its scalar twins in MicaRaster define it: `CellGrid` the numbers,
/// and `Rasterizer` the coverage that is made of them.
package struct OutlineCells: Sendable {
    private var cells: [mica_cell] = []
    private var marks: [UInt64] = []
    private var runs: [mica_run] = []
    /// The first column and row, in pixels, and the row after the last.
    package private(set) var minX = 0, minY = 0, maxY = 0
    /// How many columns there are.
    package private(set) var width = 0
    /// How many cells a row has, in whole blocks, and how many words hold its bits: one for each block that may not be
    /// zero.
    private var stride = 0, wordsPerRow = 0

    /// log2 of the steps in a pixel.
    private static let shift = 12
    /// How many edges a group has.
    package static let groupSize = Int(MICA_EDGE_GROUP)

    package init() {}

    /// Moves the grid; all cells are zero before and after.
    package mutating func move(minX: Int, minY: Int, width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a grid has cells")
        (self.minX, self.minY, self.width) = (minX, minY, width)
        maxY = minY + height
        let block = Int(MICA_BLOCK), blocks = (width + block - 1) / block
        stride = blocks * block
        wordsPerRow = (blocks + 63) >> 6
        if cells.count < stride * height {
            cells.append(
                contentsOf: repeatElement(mica_cell(cover: 0, area: 0), count: stride * height - cells.count))
        }
        if marks.count < wordsPerRow * height {
            marks.append(contentsOf: repeatElement(0, count: wordsPerRow * height - marks.count))
        }
    }

    /// Zeroes the cells from a row on.
    package mutating func clear(from firstRow: Int) {
        let first = max(firstRow, minY)
        guard first < maxY else { return }
        let (lines, stride, words) = (first - minY..<maxY - minY, stride, wordsPerRow)
        unsafe withCells { cells, marks in
            for line in lines { unsafe mica_cells_clear(cells + line * stride, marks + line * words, Int64(words)) }
        }
    }

    /// Calls a function with the cells and the marks; `move` must have been called.
    @inline(__always)  // Once for each row that is swept.
    private mutating func withCells<Result>(
        _ body: (UnsafeMutablePointer<mica_cell>, UnsafeMutablePointer<UInt64>) -> Result
    ) -> Result {
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            unsafe marks.withUnsafeMutableBufferPointer { marks in
                guard let cells = cells.baseAddress, let marks = marks.baseAddress else {
                    preconditionFailure("a grid has no place yet")
                }
                return unsafe body(cells, marks)
            }
        }
    }

    /// Calls a function with pointers to some edges and to their groups' reaches; does nothing without edges.
    @inline(__always)  // Once for each outline of a tile.
    private static func withNumbers(
        of edges: Span<OutlineEdge>, _ reaches: Span<OutlineReach>,
        _ body: (UnsafePointer<Int32>, UnsafePointer<Int32>) -> Void
    ) {
        unsafe edges.withUnsafeBytes { edges in
            unsafe reaches.withUnsafeBytes { reaches in
                guard let edges = edges.baseAddress, let reaches = reaches.baseAddress else { return }
                unsafe body(edges.assumingMemoryBound(to: Int32.self), reaches.assumingMemoryBound(to: Int32.self))
            }
        }
    }

    /// Adds the first `count` edges, as far as they run through the grid.
    ///
    /// - Parameter reaches: where each group of edges is.
    package mutating func add(_ edges: Span<OutlineEdge>, _ count: Int, _ reaches: Span<OutlineReach>) {
        check(edges, count, reaches)
        if count == 0 { return }
        var grid = grid
        unsafe withCells { cells, marks in
            unsafe Self.withNumbers(of: edges, reaches) { edges, reaches in
                unsafe mica_cells_add(cells, marks, &grid, edges, count, reaches)
            }
        }
    }

    /// Turns a row of cells into runs, and into coverage where each pixel has its own; leaves the cells zero.
    ///
    /// - Parameter columns: the columns that `coverage` is of; they include the grid's.
    /// - Returns: how many runs there are.
    package mutating func sweep(_ row: Int, isEvenOdd: Bool, columns: Range<Int>, _ coverage: inout [UInt8]) -> Int {
        check(row, columns, coverage.count)
        if runs.count < columns.count {
            runs = Array(repeating: mica_run(x: 0, count: 0, alpha: 0), count: columns.count)
        }
        let line = row - minY, (stride, words) = (stride, wordsPerRow), offset = minX - columns.lowerBound
        // Out of `self` for the call, since `withCells` borrows all of `self`.
        var runs: [mica_run] = []
        swap(&runs, &self.runs)
        defer { swap(&runs, &self.runs) }
        return unsafe withCells { cells, marks in
            unsafe runs.withUnsafeMutableBufferPointer { runs in
                unsafe coverage.withUnsafeMutableBufferPointer { coverage in
                    guard let runs = runs.baseAddress, let coverage = coverage.baseAddress else { return 0 }
                    return unsafe mica_cells_sweep(
                        cells + line * stride, marks + line * words, Int64(words), Int64(offset),
                        Int64(columns.count), isEvenOdd ? 1 : 0, coverage, runs)
                }
            }
        }
    }

    /// A run of the last sweep. Its x counts from the first of the sweep's columns; `alpha` is nil if each pixel has
    /// its own.
    package func run(_ index: Int) -> (x: Int, count: Int, alpha: UInt8?) {
        let run = runs[index]
        return (Int(run.x), Int(run.count), run.alpha < 0 ? nil : UInt8(truncatingIfNeeded: run.alpha))
    }

    /// Blends one colour into the pixels that rows of cells cover, and leaves the cells zero.
    ///
    /// - Parameter columns: the columns that may be drawn in; they include the grid's.
    package mutating func blend(
        _ pixel: UInt32, _ rows: Range<Int>, isEvenOdd: Bool, columns: Range<Int>, into block: PixelBlock
    ) {
        guard let last = rows.last else { return }
        check(rows.lowerBound, columns, columns.count)
        check(last, columns, columns.count)
        let start = block.offset(columns.lowerBound, rows.lowerBound, columns.count)
        _ = block.offset(columns.lowerBound, last, columns.count)
        let (first, stride, words) = (rows.lowerBound - minY, stride, wordsPerRow), offset = minX - columns.lowerBound
        unsafe withCells { cells, marks in
            for row in 0..<rows.count {
                let line = first + row
                unsafe mica_cells_blend(
                    cells + line * stride, marks + line * words, Int64(words), Int64(offset), Int64(columns.count),
                    isEvenOdd ? 1 : 0, block.base + start + row * block.stride, pixel)
            }
        }
    }

    /// Blends one colour into the pixels that two chains of edges cover in the grid's rows, without adding the edges
    /// first.
    ///
    /// - Parameters:
    ///   - monotoneChains: the chains of `edges`.
    ///   - columns: the columns that may be drawn in; they include the grid's. Pixels of the block beside them may be
    ///     rewritten, unchanged.
    /// - Returns: false, with nothing drawn, when there are too many rows or columns.
    package mutating func blend(
        _ pixel: UInt32, _ edges: Span<OutlineEdge>, _ monotoneChains: MonotoneChains, _ reaches: Span<OutlineReach>,
        columns: Range<Int>, into block: PixelBlock
    ) -> Bool {
        check(edges, monotoneChains.count, reaches)
        check(minY, columns, columns.count)
        let start = block.offset(columns.lowerBound, minY, columns.count)
        _ = block.offset(columns.lowerBound, maxY - 1, columns.count)
        var (grid, state) = (grid, monotoneChains.monotoneChains)
        let offset = minX - columns.lowerBound
        var isDone = false
        unsafe withCells { cells, marks in
            unsafe Self.withNumbers(of: edges, reaches) { edges, reaches in
                isDone =
                    unsafe mica_outline_blend(
                        cells, marks, &grid, edges, monotoneChains.count, reaches, &state, Int64(offset),
                        Int64(columns.count), Int64(columns.lowerBound - block.minX),
                        Int64(block.minX + block.width - columns.upperBound), block.base + start, block.stride, pixel)
                    != 0
            }
        }
        return isDone
    }

    /// The position and size of the grid, for the kernels.
    private var grid: mica_grid {
        mica_grid(
            left: Int64(minX << Self.shift), top: Int64(minY << Self.shift), bottom: Int64(maxY << Self.shift),
            width: Int64(width), words: Int64(wordsPerRow))
    }

    private func check(_ edges: Span<OutlineEdge>, _ count: Int, _ reaches: Span<OutlineReach>) {
        precondition(
            count >= 0 && count <= edges.count && reaches.count >= (count + Self.groupSize - 1) / Self.groupSize,
            "there are no such edges")
    }

    private func check(_ row: Int, _ columns: Range<Int>, _ room: Int) {
        precondition(
            row >= minY && row < maxY && columns.lowerBound <= minX && minX + width <= columns.upperBound
                && columns.count <= room, "the row is not in the grid")
    }
}
