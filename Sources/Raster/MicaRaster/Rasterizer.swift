/// A stretch of pixels of one row that a shape covers at least partly.
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
/// The coverage of a pixel is the area of it that is inside the outline, times 255, to the nearest whole number; corners
/// count at 4,096ths of a pixel and curves as chords no further than the tolerance away. The bytes depend on the
/// path, the transform, the rule and the tolerance alone: a tile gets the bytes that a drawing of everything has there.
/// Outlines that overlap in one pixel are taken by the sum of their areas, at most 255, as is usual for exact areas.
///
///     rasterizer.begin(path, transform: toDevice, rule: .nonZero, clip: tile)
///     while rasterizer.nextRow() {
///         for index in 0..<rasterizer.spans.count {
///             let span = rasterizer.spans[index]
///             if let alpha = span.uniform { fill(rasterizer.row, span.x, span.count, alpha) }
///             else { blend(from: rasterizer.coverage, at: span.x - rasterizer.clip.minX, count: span.count) }
///         }
///     }
///
/// A rasteriser keeps its memory from path to path, so that it allocates nothing once it is warm; use one per thread.
/// `spans` and `coverage` are valid until the next call: keep no copy of them beyond it, or that call has to copy them.
package struct Rasterizer: ~Copyable {
    /// The row that `spans` and `coverage` are of, in device pixels.
    package private(set) var row = 0
    /// The covered stretches of the row, from left to right, none empty, none with a coverage of 0 throughout.
    package private(set) var spans: [CoverageSpan] = []
    /// The coverage of the row's pixels from `clip.minX` on; defined only where a span has no `uniform` coverage.
    package private(set) var coverage: [UInt8] = []
    /// Where drawing is allowed, in device pixels, cut to the range that coordinates have.
    package private(set) var clip = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    /// The rows in which something may be covered.
    package private(set) var rows = 0..<0

    private var flattener: Flattener
    private var grid = CellGrid()
    private var rule = FillRule.nonZero
    private var rectangle: FixedRectangle?
    /// The height of the row that `spans` was made for, when a rectangle is drawn.
    private var rectangleHeight = 0
    private var nextRowIndex = 0
    /// The row after the grid's last.
    private var bandEnd = 0

    /// Runs of equal pixels shorter than this are written out when they follow pixels of their own.
    private static let shortestRun = 8

    /// Makes a rasteriser.
    ///
    /// - Parameter tolerance: the largest distance of a chord from its curve, in pixels, from 1/4096 to 1. The default
    ///   leaves discs within one step of 255 of their exact areas (1/256 does not, by 0.1).
    package init(tolerance: Double = 1.0 / 512) {
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

    /// Begins to draw an axis-aligned rectangle that is in device space already, with the bytes that its path has.
    ///
    /// - Parameter box: in device pixels.
    package mutating func begin(rectangle box: Box, clip: DeviceRect) {
        start(rule: .nonZero, clip: clip)
        if self.clip.isEmpty { return }
        if let rectangle = FixedRectangle(corner: box.minimum, opposite: box.maximum) { begin(rectangle) }
    }

    /// Goes to the next row that has coverage; false when there is none.
    package mutating func nextRow() -> Bool {
        while nextRowIndex < rows.upperBound {
            row = nextRowIndex
            nextRowIndex += 1
            if let rectangle {
                sweep(rectangle)
            } else {
                if row >= bandEnd { fillBand(from: row) }
                sweepCells()
            }
            if !spans.isEmpty { return true }
        }
        return false
    }

    /// Writes the coverage of the whole row, 0 where there is none.
    ///
    /// - Precondition: the buffer holds as many bytes as the clip is wide.
    package func writeRow(into buffer: inout MutableSpan<UInt8>) {
        precondition(buffer.count >= clip.width, "the buffer is narrower than the clip")
        var x = 0
        for span in spans {
            let start = span.x - clip.minX
            for index in x..<start { buffer[index] = 0 }
            x = start + span.count
            if let alpha = span.uniform {
                for index in start..<x { buffer[index] = alpha }
            } else {
                for index in start..<x { buffer[index] = coverage[index] }
            }
        }
        for index in x..<clip.width { buffer[index] = 0 }
    }

    // MARK: - Beginning

    private mutating func start(rule: FillRule, clip: DeviceRect) {
        if nextRowIndex < bandEnd { grid.clear(from: nextRowIndex) }
        let limit = Int(FixedPoint.limit)
        self.clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        self.rule = rule
        rectangle = nil
        rows = 0..<0
        nextRowIndex = 0
        bandEnd = 0
        spans.removeAll(keepingCapacity: true)
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
        guard let cut = rectangle.cut(to: clip) else { return }
        self.rectangle = cut
        rectangleHeight = 0
        begin(rows: cut.rows)
    }

    private mutating func beginEdges() {
        var minX = Int32.max
        var maxX = Int32.min
        var minY = Int32.max
        var maxY = Int32.min
        for edge in flattener.edges {
            minX = min(minX, min(edge.x0, edge.x1))
            maxX = max(maxX, max(edge.x0, edge.x1))
            minY = min(minY, min(edge.y0, edge.y1))
            maxY = max(maxY, max(edge.y0, edge.y1))
        }
        guard minX <= maxX else { return }
        func ceiling(_ value: Int32) -> Int { (Int(value) + FixedPoint.one - 1) >> FixedPoint.shift }
        let top = max(clip.minY, Int(minY) >> FixedPoint.shift)
        let bottom = min(clip.maxY, ceiling(maxY))
        // Upright edges on a column's left side use that column, so the last one is one further right.
        let left = min(clip.maxX, max(clip.minX, Int(minX) >> FixedPoint.shift))
        let right = min(clip.maxX, max(left + 1, Int(maxX) >> FixedPoint.shift + 1))
        guard top < bottom, left < right else { return }
        let height = min(bottom - top, CellGrid.bandHeight(width: right - left))
        grid.place(minX: left, minY: top, width: right - left, height: height)
        begin(rows: top..<bottom)
    }

    private mutating func fillBand(from firstRow: Int) {
        let height = min(rows.upperBound - firstRow, CellGrid.bandHeight(width: grid.width))
        grid.place(minX: grid.minX, minY: firstRow, width: grid.width, height: height)
        grid.add(flattener.edges)
        bandEnd = firstRow + height
    }

    // MARK: - Sweeping

    private mutating func sweepCells() {
        spans.removeAll(keepingCapacity: true)
        let writer = RowWriter(clipMinX: clip.minX)
        let rule = rule
        let offset = grid.minX - clip.minX
        var cover = 0
        // The column after the last that is written.
        var x = offset
        grid.drainRow(row) { column, cell in
            let column = column &+ offset
            if column > x, cover != 0 {
                let alpha = rule.alpha(cover &* (2 &* FixedPoint.one))
                if alpha != 0 { writer.run(x, column &- x, alpha, &spans, &coverage) }
            }
            cover &+= cell.cover
            let alpha = rule.alpha(cover &* (2 &* FixedPoint.one) &- cell.area)
            if alpha != 0 { writer.pixel(column, alpha, &spans, &coverage) }
            x = column &+ 1
        }
        // Edges right of the clip are not there to bring the sum back to 0.
        if cover != 0, x < clip.width {
            let alpha = rule.alpha(cover &* (2 &* FixedPoint.one))
            if alpha != 0 { writer.run(x, clip.width &- x, alpha, &spans, &coverage) }
        }
    }

    private mutating func sweep(_ rectangle: FixedRectangle) {
        let height = rectangle.height(inRow: row)
        if height == rectangleHeight { return }
        rectangleHeight = height
        spans.removeAll(keepingCapacity: true)
        let writer = RowWriter(clipMinX: clip.minX)
        let first = rectangle.minX >> FixedPoint.shift
        let last = (rectangle.maxX - 1) >> FixedPoint.shift
        func alpha(_ width: Int) -> UInt8 { FixedPoint.alpha(2 &* height &* width) }
        func put(_ column: Int) {
            let low = max(rectangle.minX, column << FixedPoint.shift)
            let high = min(rectangle.maxX, (column + 1) << FixedPoint.shift)
            let alpha = alpha(high - low)
            if alpha != 0 { writer.pixel(column - clip.minX, alpha, &spans, &coverage) }
        }
        put(first)
        if last - first > 1, alpha(FixedPoint.one) != 0 {
            writer.run(first + 1 - clip.minX, last - first - 1, alpha(FixedPoint.one), &spans, &coverage)
        }
        if last > first { put(last) }
    }

    /// Puts pixels and runs, counted from the clip's left side, into spans.
    private struct RowWriter {
        let clipMinX: Int

        /// Appends one pixel with its own coverage.
        @inline(__always)
        func pixel(_ x: Int, _ alpha: UInt8, _ spans: inout [CoverageSpan], _ coverage: inout [UInt8]) {
            if let last = spans.indices.last, spans[last].x &+ spans[last].count == x &+ clipMinX {
                if spans[last].uniform == nil {
                    coverage[x] = alpha
                    spans[last].count &+= 1
                    return
                }
                if spans[last].uniform == alpha {
                    spans[last].count &+= 1
                    return
                }
            }
            coverage[x] = alpha
            spans.append(CoverageSpan(x: x &+ clipMinX, count: 1, uniform: nil))
        }

        /// Appends pixels of one coverage.
        func run(_ x: Int, _ count: Int, _ alpha: UInt8, _ spans: inout [CoverageSpan], _ coverage: inout [UInt8]) {
            if let last = spans.indices.last, spans[last].x &+ spans[last].count == x &+ clipMinX {
                if spans[last].uniform == alpha {
                    spans[last].count &+= count
                    return
                }
                if spans[last].uniform == nil {
                    if spans[last].count == 1, coverage[x &- 1] == alpha {
                        spans[last].count &+= count
                        spans[last].uniform = alpha
                        return
                    }
                    if count < Rasterizer.shortestRun {
                        for index in x..<(x &+ count) { coverage[index] = alpha }
                        spans[last].count &+= count
                        return
                    }
                }
            }
            spans.append(CoverageSpan(x: x &+ clipMinX, count: count, uniform: alpha))
        }
    }
}
