/// The signed area that edges cut off, pixel by pixel, for a band of rows.
///
/// Each cell holds whole numbers in steps: `cover`, how far down edges run through the pixel, and `area`, twice the
/// area in the pixel to the left of those edges. A pixel's coverage is then twice the sum of all covers up to and
/// including its own, times a pixel's width, less its area. Sums of whole numbers are the same in any order. Each cell
/// has a bit that says whether the cell is in use, so that a sweep visits only those in use and leaves the grid zero
/// for the next path.
struct CellGrid {
    struct Cell {
        var cover = 0
        var area = 0
    }

    private(set) var cells: [Cell] = []
    private(set) var marks: [UInt64] = []
    /// The first column, in pixels.
    private(set) var minX = 0
    /// The rows of the band, in pixels.
    private(set) var minY = 0
    private(set) var maxY = 0
    private(set) var width = 0
    private(set) var wordsPerRow = 0

    /// A band holds this many cells, or one row: 2 MiB, the second-level cache of common machines.
    private static let cellBudget = 1 << 17

    /// How many rows a band of a width has.
    static func bandHeight(width: Int) -> Int { max(1, cellBudget / max(1, width)) }

    /// Moves the grid; all cells are zero before and after.
    mutating func move(minX: Int, minY: Int, width: Int, height: Int) {
        self.minX = minX
        self.minY = minY
        maxY = minY + height
        self.width = width
        wordsPerRow = (width + 63) >> 6
        if cells.count < width * height {
            cells.append(contentsOf: repeatElement(Cell(), count: width * height - cells.count))
        }
        if marks.count < wordsPerRow * height {
            marks.append(contentsOf: repeatElement(0, count: wordsPerRow * height - marks.count))
        }
    }

    /// Zeroes the cells from a row on.
    mutating func clear(from firstRow: Int) {
        for row in max(firstRow, minY)..<max(max(firstRow, minY), maxY) {
            clearRow(row)
        }
    }

    private mutating func clearRow(_ row: Int) {
        let line = row - minY
        for word in 0..<wordsPerRow {
            var bits = marks[line * wordsPerRow + word]
            while bits != 0 {
                cells[line * width + word << 6 + bits.trailingZeroBitCount] = Cell()
                bits &= bits - 1
            }
            marks[line * wordsPerRow + word] = 0
        }
    }

    /// How many rows the band has.
    var height: Int { maxY - minY }

    /// The words of a row's marks.
    func words(inRow row: Int) -> Range<Int> { ((row - minY) * wordsPerRow)..<((row - minY + 1) * wordsPerRow) }

    /// The index of a row's first cell.
    func firstCell(inRow row: Int) -> Int { (row - minY) * width }

    /// The marks of a word of cells; zeroes the marks.
    @inline(__always)  // The sweep's inner loop.
    mutating func takeMarks(_ word: Int) -> UInt64 {
        let bits = marks[word]
        if bits != 0 { marks[word] = 0 }
        return bits
    }

    /// The value of a cell; zeroes the cell.
    @inline(__always)  // The sweep's inner loop.
    mutating func take(_ index: Int) -> Cell {
        let cell = cells[index]
        cells[index] = Cell()
        return cell
    }

    /// Adds the edges of a range, as far as they run through the band.
    mutating func add(_ edges: [Edge], _ range: Range<Int>) {
        Self.add(edges.span, range, frame, &cells, &marks)
    }

    private var frame: Frame {
        Frame(
            left: minX << FixedPoint.shift, top: minY << FixedPoint.shift, bottom: maxY << FixedPoint.shift,
            width: width, wordsPerRow: wordsPerRow)
    }

    private static func add(
        _ edges: Span<Edge>, _ range: Range<Int>, _ frame: Frame, _ allCells: inout [Cell], _ allMarks: inout [UInt64]
    ) {
        var cells = allCells.mutableSpan
        var marks = allMarks.mutableSpan
        for index in range { frame.add(edges[index], &cells, &marks) }
    }

    /// Quotient and remainder; the remainder is never negative.
    ///
    /// - Precondition: the divisor is positive.
    @inline(__always)
    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        var quotient = value / divisor
        var remainder = value &- quotient &* divisor
        if remainder < 0 {
            quotient &-= 1
            remainder &+= divisor
        }
        return (quotient, remainder)
    }

    /// The position of the band, in steps, and the layout of its cells.
    private struct Frame {
        let left: Int
        let top: Int
        let bottom: Int
        let width: Int
        let wordsPerRow: Int

        @inline(__always)
        private func put(
            _ line: Int, _ column: Int, cover: Int, area: Int, _ cells: inout MutableSpan<Cell>,
            _ marks: inout MutableSpan<UInt64>
        ) {
            let index = line &* width &+ column
            cells[index].cover &+= cover
            cells[index].area &+= area
            marks[line &* wordsPerRow &+ column &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: column & 63)
        }

        /// Adds one edge, row by row. Edges run down here; one that runs up counts with the opposite sign.
        ///
        /// An edge crosses a row's end at floor((y - y0) dx / dy) beyond x0. This x is worked out directly where the
        /// band begins and by exact steps from then on, which gives the same numbers.
        func add(_ edge: Edge, _ cells: inout MutableSpan<Cell>, _ marks: inout MutableSpan<UInt64>) {
            let down = edge.y0 < edge.y1
            let sign = down ? 1 : -1
            let x0 = Int(down ? edge.x0 : edge.x1) &- left
            let x1 = Int(down ? edge.x1 : edge.x0) &- left
            let y0 = Int(down ? edge.y0 : edge.y1)
            let y1 = Int(down ? edge.y1 : edge.y0)
            var y = max(y0, top)
            let bottom = min(y1, bottom)
            let right = width &<< FixedPoint.shift
            if y >= bottom || min(x0, x1) >= right { return }
            var line = (y &- top) &>> FixedPoint.shift

            if x0 == x1 || max(x0, x1) <= 0 {
                // Upright, or left of the band, where an edge counts as upright at the first column's left side.
                let x = max(0, x0 == x1 ? x0 : 0)
                let column = x &>> FixedPoint.shift
                let twice = 2 &* (x & (FixedPoint.one - 1))
                while y < bottom {
                    let end = min(bottom, (y &>> FixedPoint.shift &+ 1) &<< FixedPoint.shift)
                    let cover = sign &* (end &- y)
                    put(line, column, cover: cover, area: cover &* twice, &cells, &marks)
                    y = end
                    line &+= 1
                }
                return
            }

            let dx = x1 &- x0
            let dy = y1 &- y0
            var x = x0
            var rest = 0
            if y != y0 {
                let crossing = CellGrid.floorDivide((y &- y0) &* dx, dy)
                x &+= crossing.quotient
                rest = crossing.remainder
            }
            var step = (quotient: 0, remainder: 0)
            if bottom &- y > FixedPoint.one { step = CellGrid.floorDivide(FixedPoint.one &* dx, dy) }
            while y < bottom {
                let end = min(bottom, (y &>> FixedPoint.shift &+ 1) &<< FixedPoint.shift)
                var next = x
                if end == y1 {
                    next = x1
                } else if end &- y == FixedPoint.one, bottom &- y > FixedPoint.one {
                    next &+= step.quotient
                    rest &+= step.remainder
                    if rest >= dy {
                        rest &-= dy
                        next &+= 1
                    }
                } else {
                    let crossing = CellGrid.floorDivide((end &- y0) &* dx, dy)
                    next = x0 &+ crossing.quotient
                    rest = crossing.remainder
                }
                addInRow(line, sign, x, next, height: end &- y, &cells, &marks)
                x = next
                y = end
                line &+= 1
            }
        }

        /// Adds the piece of an edge within one row, column by column.
        @inline(__always)
        private func addInRow(
            _ line: Int, _ sign: Int, _ xa: Int, _ xb: Int, height: Int, _ cells: inout MutableSpan<Cell>,
            _ marks: inout MutableSpan<UInt64>
        ) {
            let firstColumn = xa &>> FixedPoint.shift
            if firstColumn == xb &>> FixedPoint.shift {
                let cover = sign &* height
                if firstColumn < 0 {
                    put(line, 0, cover: cover, area: 0, &cells, &marks)
                } else if firstColumn < width {
                    let twice = (xa & (FixedPoint.one - 1)) &+ (xb & (FixedPoint.one - 1))
                    put(line, firstColumn, cover: cover, area: cover &* twice, &cells, &marks)
                }
                return
            }
            addAcross(line, sign, xa, xb, height: height, &cells, &marks)
        }

        /// Adds a piece that crosses columns, always from left to right. It leaves a column at the height floor((x -
        /// left end) height / width), by direct or stepped arithmetic as in `add`.
        private func addAcross(
            _ line: Int, _ sign: Int, _ xa: Int, _ xb: Int, height: Int, _ cells: inout MutableSpan<Cell>,
            _ marks: inout MutableSpan<UInt64>
        ) {
            let from = min(xa, xb)
            let to = max(xa, xb)
            let span = to &- from
            if from >= width &<< FixedPoint.shift { return }
            if to <= 0 {
                put(line, 0, cover: sign &* height, area: 0, &cells, &marks)
                return
            }
            // `done` is the height so far. It is measured from the left end, whether upper or lower, so that a mirrored
            // edge is cut at mirrored heights.
            var x = from
            var done = 0
            var rest = 0
            if from < 0 {
                (done, rest) = CellGrid.floorDivide((0 &- from) &* height, span)
                if done != 0 { put(line, 0, cover: sign &* done, area: 0, &cells, &marks) }
                x = 0
            }
            var column = x &>> FixedPoint.shift
            var step = (quotient: 0, remainder: 0)
            if to &- x > FixedPoint.one { step = CellGrid.floorDivide(FixedPoint.one &* height, span) }
            while true {
                let end = (column &+ 1) &<< FixedPoint.shift
                let base = column &<< FixedPoint.shift
                if end >= to {
                    let cover = sign &* (height &- done)
                    if cover != 0 {
                        put(line, column, cover: cover, area: cover &* ((x &- base) &+ (to &- base)), &cells, &marks)
                    }
                    return
                }
                var next = done
                if end &- x == FixedPoint.one {
                    next &+= step.quotient
                    rest &+= step.remainder
                    if rest >= span {
                        rest &-= span
                        next &+= 1
                    }
                } else {
                    (next, rest) = CellGrid.floorDivide((end &- from) &* height, span)
                }
                let cover = sign &* (next &- done)
                if cover != 0 {
                    put(line, column, cover: cover, area: cover &* ((x &- base) &+ FixedPoint.one), &cells, &marks)
                }
                done = next
                x = end
                column &+= 1
                if column == width { return }
            }
        }
    }
}
