import MicaBase

// How coverage is found.
//
// An outline becomes coverage in four steps:
//
//   Path -> Flattener -> edges -> CellGrid or OutlineCells -> rows of spans
//
// 1. The flattener maps the path to device space, cuts it at the near plane and at the limit of coordinates, and
//    divides curves into chords (ChordRule says how many). Ends of edges are snapped to 4,096ths of a pixel
//    (FixedPoint). From here on all numbers are whole.
// 2. Each edge adds to the cells that it crosses: how far down it runs through the pixel (cover), and how much of
//    that lies left of it (area). This is the signed-area accumulation of FreeType's and font-rs' rasterizers.
//    Nothing is sorted: sums of whole numbers are the same in any order.
// 3. A row is swept from left to right. The running sum of covers, less the cell's own area, is the covered part of
//    the pixel. Long runs between cells in use are one span of uniform coverage.
// 4. The fill rule folds the sum: non-zero takes its absolute value, at most one pixel; even-odd reflects it.
//
// Why whole numbers: a tile must get the bytes that a drawing of everything has there, whichever thread draws it, in
// whichever order, and whatever its clip leaves out. The clip only leaves out edges that cannot touch it; an edge that
// lies wholly left of it is replaced by one that runs down at its left side, since only its cover counts.
//
// Overlap within one pixel adds up, at most to full coverage, as is usual for exact areas. Where that would be seen
// (strokes that lie on themselves), Path.withoutOverlaps cuts the outline first.
//
// The cost: flattening is linear in curves and chords; accumulation is linear in the pixels that edges cross; a sweep
// is linear in cells. Memory is a band of rows of 2 MiB at most, reused. Where paths are wider than a band is high,
// edges go through once for each band.
//
// Shortcuts: the coverage of an axis-aligned rectangle comes from four numbers (FixedRectangle); a cached coverage is
// read from a CoverageMask; edges that many tiles draw are made once (EdgeList). With vector kernels OutlineCells
// replaces the grid (eight edges or rows at a time, C), with the same bytes: CellGrid is the definition, and the one to
// read.

/// Consecutive pixels of one row that a shape covers at least partly.
package struct CoverageSpan: Sendable, Equatable {
    /// The first column, in device pixels.
    package var x: Int
    /// How many pixels there are, 1 or more.
    package var count: Int
    /// The coverage of every pixel when they are all the same; nil when each has its own in `Rasterizer.coverage`.
    package var uniform: UInt8?
}

/// Draws outlines into coverage, row by row: exact areas, in whole numbers.
///
/// The coverage of a pixel is the area of it that is inside the outline, times 255, to the nearest whole number.
/// Corners count at 4,096ths of a pixel, and curves as chords that leave as much area on one side as on the other. The
/// bytes depend only on the path, the transform, the rule and the tolerance: a tile gets the bytes that a drawing of
/// everything has there.
///
///     rasterizer.begin(path, transform: toDevice, rule: .nonZero, clip: tile)
///     while rasterizer.nextRow() {
///         for index in 0..<rasterizer.spanCount {
///             let span = rasterizer.rowSpans[index]
///             if let alpha = span.uniform { fill(rasterizer.row, span.x, span.count, alpha) }
///             else { blend(from: rasterizer.coverage, at: span.x - rasterizer.clip.minX, count: span.count) }
///         }
///     }
///
/// A rasterizer keeps its memory from path to path, so that it allocates nothing once it is warm; use one per thread.
/// Spans and `coverage` are valid until the next call: a copy that outlives them makes that call copy them.
package struct Rasterizer: ~Copyable {
    /// The current row, in device pixels: the row of the spans and of `coverage`.
    package private(set) var row = 0
    /// How many covered spans the row has.
    package private(set) var spanCount = 0
    /// The covered spans of the row, from left to right; none is empty, none has a coverage of 0 throughout. Entries from
    /// `spanCount` on are left over.
    package private(set) var rowSpans: [CoverageSpan] = []
    /// The coverage of the row's pixels from `clip.minX` on; defined only where a span has no `uniform` coverage.
    package private(set) var coverage: [UInt8] = []
    /// The pixels that may be drawn, cut to the range of coordinates.
    package private(set) var clip = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    /// The rows in which something may be covered.
    package private(set) var rows = 0..<0
    /// How pixels that are covered in part are drawn, from the next outline on.
    package var edges = EdgeMode.soft

    private var flattener: Flattener
    /// Where the groups of the flattener's edges lie.
    private var reaches: [OutlineReach] = []
    private var grid = CellGrid()
    /// The grid of the vector kernels.
    private var cells = OutlineCells()
    /// Whether the vector kernels draw.
    private var isFast = false
    private var rule = FillRule.nonZero
    private var rectangle: FixedRectangle?
    /// The outline, when its coverage is cached.
    private var mask: CoverageMask?
    /// When a rectangle is drawn: the height inside the row that the spans were made for.
    private var rectangleHeight = 0
    private var nextRowIndex = 0
    /// The row after the grid's last.
    private var bandEnd = 0

    /// A run of equal pixels shorter than this joins a span of pixels with different coverage.
    private static let shortestRun = 8

    /// The default tolerance of rasterizers and edge lists, in pixels.
    package static let usualTolerance = 1.0 / 200

    /// Makes a rasterizer.
    ///
    /// - Parameter tolerance: the largest height of a chord's lens, in pixels, from 1/4096 to 1; chords of less than
    ///   three pixels may be higher (`ChordRule`). With the default, pixels of discs up to a radius of 200 are within
    ///   half a step of 255 of their exact areas, and up to a radius of 600 within 0.7, before the coverage is rounded.
    package init(tolerance: Double = Rasterizer.usualTolerance) {
        flattener = Flattener(tolerance: tolerance)
    }

    /// Begins to draw the inside of a path. Open contours count as closed.
    ///
    /// - Parameters:
    ///   - transform: from the path's space to device pixels.
    ///   - clip: the pixels that are wanted, in device pixels.
    package mutating func begin(_ path: Path, transform: Homography, rule: FillRule, clip: DeviceRect) {
        start(rule: rule, clip: clip)
        if self.clip.isEmpty || path.isEmpty { return }
        if let affine = transform.affine, let rectangle = FixedRectangle(path, affine: affine) {
            begin(rectangle)
            return
        }
        flattener.reset(clip: self.clip)
        flattener.append(path, transform: transform)
        beginEdges()
    }

    /// Begins to draw an axis-aligned rectangle that is in device space already, with the bytes of its path.
    ///
    /// - Parameter box: in device pixels.
    package mutating func begin(rectangle box: Box, clip: DeviceRect) {
        start(rule: .nonZero, clip: clip)
        if self.clip.isEmpty { return }
        if let rectangle = FixedRectangle(corner: box.minimum, opposite: box.maximum) { begin(rectangle) }
    }

    /// Begins to draw an outline from its edges, with the bytes of its path.
    package mutating func begin(_ list: EdgeList, clip: DeviceRect) {
        let one = [list]
        begin(one.span, 0, clip: clip)
    }

    /// Begins to draw an outline from its edges, one list of several, without a copy of the list.
    package mutating func begin(_ lists: Span<EdgeList>, _ index: Int, clip: DeviceRect) {
        start(rule: lists[index].rule, clip: clip)
        let area = lists[index].bounds.intersection(self.clip)
        if area.isEmpty { return }
        if let rectangle = lists[index].rectangle { return begin(rectangle) }
        let height = min(area.height, CellGrid.bandHeight(width: area.width))
        move(minX: area.minX, minY: area.minY, width: area.width, height: height)
        begin(rows: area.minY..<area.maxY)
        if height == area.height {
            if isFast {
                cells.add(lists[index].edges.span, lists[index].count, lists[index].reaches.span)
            } else {
                let list = lists[index]
                for group in 0..<list.groupCount where list.meets(group, rows) {
                    grid.add(list.edges, list.edges(ofGroup: group))
                }
            }
            bandEnd = area.maxY
        } else {
            flattener.reset(clip: area)
            flattener.take(lists[index], rows: rows)
            reaches.set(flattener.edges, flattener.count)
        }
    }

    /// Begins to draw an outline from its mask.
    package mutating func begin(_ mask: CoverageMask, clip: DeviceRect) {
        start(rule: .nonZero, clip: clip)
        if self.clip.isEmpty { return }
        self.mask = mask
        begin(rows: mask.rows.clamped(to: self.clip.minY..<self.clip.maxY))
    }

    /// Takes the row's spans from the mask, cut to the clip.
    private mutating func takeRow() {
        spanCount = 0
        guard let mask else { return }
        for position in mask.spanIndices(inRow: row) {
            let span = mask.spans[position]
            let start = max(Int(span.x), clip.minX), end = min(Int(span.x) + Int(span.count), clip.maxX)
            guard start < end else { continue }
            var cut = CoverageSpan(x: start, count: end - start, uniform: nil)
            if span.offset < 0 {
                cut.uniform = UInt8(truncatingIfNeeded: span.offset + 256)
            } else {
                let first = Int(span.offset) + start - Int(span.x)
                for index in 0..<cut.count { coverage[start - clip.minX + index] = mask.bytes[first + index] }
            }
            if spanCount < rowSpans.count { rowSpans[spanCount] = cut } else { rowSpans.append(cut) }
            spanCount += 1
        }
    }

    /// Blends one colour into the rest of the outline: all rows after the current one.
    ///
    /// - Returns: false, with nothing drawn, when the outline has to be drawn row by row.
    package mutating func blend(_ pixel: UInt32, into block: PixelBlock) -> Bool {
        guard isFast, rectangle == nil, mask == nil, edges == .soft else { return false }
        while nextRowIndex < rows.upperBound {
            if nextRowIndex >= bandEnd { fillBand(from: nextRowIndex) }
            let end = min(bandEnd, rows.upperBound)
            cells.blend(
                pixel, nextRowIndex..<end, isEvenOdd: rule == .evenOdd, columns: clip.minX..<clip.maxX, into: block)
            nextRowIndex = end
        }
        return true
    }

    /// Blends one colour into an outline that was not begun, from its edges, faster than after `begin`.
    ///
    /// - Returns: false, with nothing drawn, when the outline has to be begun.
    package mutating func blend(
        _ pixel: UInt32, _ lists: Span<EdgeList>, _ index: Int, clip: DeviceRect, into block: PixelBlock
    ) -> Bool {
        guard let monotoneChains = lists[index].monotoneChains, edges == .soft, PixelKernels.current != .scalar else {
            return false
        }
        start(rule: lists[index].rule, clip: clip)
        let area = lists[index].bounds.intersection(self.clip)
        if area.isEmpty { return true }
        guard area.height <= CellGrid.bandHeight(width: area.width) else { return false }
        move(minX: area.minX, minY: area.minY, width: area.width, height: area.height)
        return cells.blend(
            pixel, lists[index].edges.span, monotoneChains, lists[index].reaches.span,
            columns: self.clip.minX..<self.clip.maxX, into: block)
    }

    /// The covered spans of the row, without what is left over.
    package var spans: [CoverageSpan] { Array(rowSpans[..<spanCount]) }

    /// Goes to the next row that has coverage; false when there is none.
    package mutating func nextRow() -> Bool {
        while nextRowIndex < rows.upperBound {
            row = nextRowIndex
            nextRowIndex += 1
            if let rectangle {
                sweep(rectangle)
            } else if mask != nil {
                takeRow()
                if edges != .soft { hardenRow() }
            } else {
                if row >= bandEnd { fillBand(from: row) }
                sweepCells()
                if edges != .soft { hardenRow() }
            }
            if spanCount > 0 { return true }
        }
        return false
    }

    /// Makes the row's partial coverage all or nothing; some spans may cover nothing afterwards.
    private mutating func hardenRow() {
        let least: UInt8 = edges == .hard ? 128 : 1
        for index in 0..<spanCount {
            if let alpha = rowSpans[index].uniform {
                rowSpans[index].uniform = alpha >= least ? 255 : 0
            } else {
                let first = rowSpans[index].x - clip.minX
                for column in first..<first + rowSpans[index].count {
                    coverage[column] = coverage[column] >= least ? 255 : 0
                }
            }
        }
    }

    // MARK: - Beginning

    private mutating func start(rule: FillRule, clip: DeviceRect) {
        if isFast, nextRowIndex < bandEnd { cells.clear(from: nextRowIndex) }
        isFast = PixelKernels.current != .scalar
        let limit = Int(FixedPoint.limit)
        self.clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        self.rule = rule
        rectangle = nil
        mask = nil
        rows = 0..<0
        nextRowIndex = 0
        bandEnd = 0
        spanCount = 0
        if coverage.count < self.clip.width {
            coverage.append(contentsOf: repeatElement(0, count: self.clip.width - coverage.count))
        }
    }

    private mutating func begin(rows newRows: Range<Int>) {
        rows = newRows
        nextRowIndex = newRows.lowerBound
        bandEnd = newRows.lowerBound
    }

    private mutating func begin(_ rectangle: FixedRectangle) {
        guard let cut = rectangle.with(edges).cut(to: clip) else { return }
        self.rectangle = cut
        rectangleHeight = 0
        begin(rows: cut.rows)
    }

    private mutating func beginEdges() {
        reaches.set(flattener.edges, flattener.count)
        let groups = (flattener.count + EdgeList.groupSize - 1) / EdgeList.groupSize
        guard let area = EdgeList.bounds(of: reaches, groups, in: clip) else { return }
        let height = min(area.height, CellGrid.bandHeight(width: area.width))
        move(minX: area.minX, minY: area.minY, width: area.width, height: height)
        begin(rows: area.minY..<area.maxY)
    }

    private mutating func move(minX: Int, minY: Int, width: Int, height: Int) {
        if isFast {
            cells.move(minX: minX, minY: minY, width: width, height: height)
        } else {
            grid.move(minX: minX, minY: minY, width: width, height: height)
        }
    }

    private mutating func fillBand(from firstRow: Int) {
        let (minX, width) = isFast ? (cells.minX, cells.width) : (grid.minX, grid.width)
        let height = min(rows.upperBound - firstRow, CellGrid.bandHeight(width: width))
        move(minX: minX, minY: firstRow, width: width, height: height)
        if isFast {
            let (all, reaches) = (flattener.edges, reaches)
            cells.add(all.span, flattener.count, reaches.span)
        } else {
            grid.add(flattener.edges, 0..<flattener.count)
        }
        bandEnd = firstRow + height
    }

    // MARK: - Sweeping

    private mutating func sweepCells() {
        if isFast {
            spanCount = cells.sweep(row, isEvenOdd: rule == .evenOdd, columns: clip.minX..<clip.maxX, &coverage)
            while rowSpans.count < spanCount { rowSpans.append(CoverageSpan(x: 0, count: 1, uniform: nil)) }
            for index in 0..<spanCount {
                let run = cells.run(index)
                rowSpans[index] = CoverageSpan(x: clip.minX + run.x, count: run.count, uniform: run.alpha)
            }
            return
        }
        spanCount = Self.sweep(
            grid, row: row, rule: rule, clip: clip, coverage: &coverage, spans: &rowSpans)
    }

    /// Turns a row of cells into spans.
    ///
    /// - Returns: how many spans there are.
    private static func sweep(
        _ grid: CellGrid, row: Int, rule: FillRule, clip: DeviceRect, coverage: inout [UInt8],
        spans: inout [CoverageSpan]
    ) -> Int {
        var writer = RowWriter(clipMinX: clip.minX)
        var cover = 0
        // The column after the last one that is written.
        var x = grid.minX - clip.minX
        for (column, cell) in zip(x..., grid.cells(inRow: row)) where cell.cover != 0 || cell.area != 0 {
            let before = rule.alpha(cover: cover)
            if column > x, before != 0 { writer.run(x, column - x, before, &spans, &coverage) }
            cover += cell.cover
            let alpha = rule.alpha(cover: cover, area: cell.area)
            if alpha != 0 { writer.pixel(column, alpha, &spans, &coverage) }
            x = column + 1
        }
        // Edges right of the clip are missing, so that the sum does not return to 0.
        if cover != 0, x < clip.width {
            let alpha = rule.alpha(cover: cover)
            if alpha != 0 { writer.run(x, clip.width &- x, alpha, &spans, &coverage) }
        }
        return writer.finish(&spans)
    }

    private mutating func sweep(_ rectangle: FixedRectangle) {
        let height = rectangle.height(inRow: row)
        if height == rectangleHeight { return }
        rectangleHeight = height
        var writer = RowWriter(clipMinX: clip.minX)
        let first = rectangle.minX >> FixedPoint.shift
        let last = (rectangle.maxX - 1) >> FixedPoint.shift
        func alpha(_ width: Int) -> UInt8 { FixedPoint.alpha(2 &* height &* width) }
        func part(_ column: Int) -> UInt8 {
            let low = max(rectangle.minX, column << FixedPoint.shift)
            let high = min(rectangle.maxX, (column + 1) << FixedPoint.shift)
            return alpha(high - low)
        }
        let (left, middle, right) = (part(first), alpha(FixedPoint.one), part(last))
        if left != 0 { writer.pixel(first - clip.minX, left, &rowSpans, &coverage) }
        if last - first > 1, middle != 0 {
            writer.run(first + 1 - clip.minX, last - first - 1, middle, &rowSpans, &coverage)
        }
        if last > first, right != 0 { writer.pixel(last - clip.minX, right, &rowSpans, &coverage) }
        spanCount = writer.finish(&rowSpans)
    }

    /// Collects pixels and runs of a row into spans. Columns are counted from the clip's left side.
    private struct RowWriter {
        let clipMinX: Int
        /// How many spans are done.
        private var count = 0
        // The columns of the span that still grows; empty before the first.
        private var start = 0, end = 0
        /// The growing span's coverage when all its pixels have the same; -1 when each has its own.
        private var uniform = -1

        init(clipMinX: Int) {
            self.clipMinX = clipMinX
        }

        @inline(__always)
        private mutating func begin(_ x: Int, _ length: Int, _ alpha: Int, _ spans: inout [CoverageSpan]) {
            if end > start { flush(&spans) }
            (start, end, uniform) = (x, x &+ length, alpha)
        }

        @inline(__always)
        private mutating func flush(_ spans: inout [CoverageSpan]) {
            let span = CoverageSpan(
                x: start &+ clipMinX, count: end &- start,
                uniform: uniform < 0 ? nil : UInt8(truncatingIfNeeded: uniform))
            if count < spans.count { spans[count] = span } else { spans.append(span) }
            count &+= 1
        }

        /// Ends the row.
        ///
        /// - Returns: how many spans it has.
        mutating func finish(_ spans: inout [CoverageSpan]) -> Int {
            if end > start { flush(&spans) }
            return count
        }

        /// Appends one pixel with its own coverage.
        @inline(__always)
        mutating func pixel(_ x: Int, _ alpha: UInt8, _ spans: inout [CoverageSpan], _ coverage: inout [UInt8]) {
            if end == x, end > start {
                if uniform < 0 {
                    coverage[x] = alpha
                    end &+= 1
                    return
                }
                if uniform == Int(alpha) {
                    end &+= 1
                    return
                }
            }
            coverage[x] = alpha
            begin(x, 1, -1, &spans)
        }

        /// Appends pixels of one coverage.
        mutating func run(
            _ x: Int, _ length: Int, _ alpha: UInt8, _ spans: inout [CoverageSpan], _ coverage: inout [UInt8]
        ) {
            if end == x, end > start {
                if uniform == Int(alpha) {
                    end &+= length
                    return
                }
                if uniform < 0 {
                    if end &- start == 1, coverage[x &- 1] == alpha {
                        end &+= length
                        uniform = Int(alpha)
                        return
                    }
                    if length < Rasterizer.shortestRun {
                        for index in x..<(x &+ length) { coverage[index] = alpha }
                        end &+= length
                        return
                    }
                }
            }
            begin(x, length, Int(alpha), &spans)
        }
    }
}
