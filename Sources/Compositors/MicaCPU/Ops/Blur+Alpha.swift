import MicaBase
import MicaFrame
import MicaRaster

/// Buffers for the steps of a blur, used again from one blur to the next.
struct BlurMemory: Sendable {
    fileprivate var sums: [UInt32] = []
    fileprivate var cells: [UInt32] = []
    fileprivate var rows: [UInt32] = []
    fileprivate var columns: [UInt32] = []
    fileprivate var padded: [UInt32] = []
    fileprivate var wide: [UInt16] = []
    fileprivate var offsets = SpreadOffsets()
}

extension Array where Element: FixedWidthInteger {
    /// Sets the array to `count` zeros, in the same memory.
    fileprivate mutating func clear(_ count: Int) {
        removeAll(keepingCapacity: true)
        append(contentsOf: repeatElement(0, count: count))
    }
}

extension BlurDraw {
    /// The blurred alpha of some pixels.
    ///
    /// Alpha is averaged over cells, the squares that the op allows (`BlurDraw.square`). They lie at multiples of their
    /// side from the surface's origin, so that every part of a blur uses the same cells. The cells are blurred along x
    /// and along y, and the result is interpolated between them. Averaging and interpolation blur a little themselves,
    /// so the kernel is narrower; cells of one pixel leave it as it is. Weights are 65,536ths and their sum is one;
    /// between the steps alpha has 16 bits. Outside of the source everything is transparent.
    func alpha(
        of source: Bitmap, at rect: DeviceRect, in bounds: DeviceRect, _ memory: inout BlurMemory
    ) -> [UInt8] {
        let across = BlurAxis(
            deviation.x, cell: square(deviation.x), shift: shift.x, result: bounds.minX..<bounds.maxX,
            source: rect.minX..<rect.maxX)
        let down = BlurAxis(
            deviation.y, cell: square(deviation.y), shift: shift.y, result: bounds.minY..<bounds.maxY,
            source: rect.minY..<rect.maxY)
        Self.averageCells(of: source, at: rect, across, down, into: &memory.cells, &memory.sums)
        across.blurRows(memory.cells, rows: down.sourceCells.count, into: &memory.rows, &memory.padded)
        down.blurColumns(memory.rows, width: across.cells.count, into: &memory.columns)
        across.spreadRows(memory.columns, rows: down.cells.count, into: &memory.wide, &memory.offsets)
        return down.spreadColumns(memory.wide, width: bounds.width)
    }

    /// The blurred cells of a pass, or of a part of it, at the pass's own position.
    ///
    /// - Parameter bounds: the pixels that the cells are needed for, in the pass's space; nil for the whole blur.
    func cells(
        of source: Bitmap, at rect: DeviceRect, around bounds: DeviceRect?, _ memory: inout BlurMemory
    ) -> BlurredCells {
        let across = BlurAxis(
            still: deviation.x, cell: square(deviation.x), source: rect.minX..<rect.maxX,
            around: bounds.map { $0.minX..<$0.maxX })
        let down = BlurAxis(
            still: deviation.y, cell: square(deviation.y), source: rect.minY..<rect.maxY,
            around: bounds.map { $0.minY..<$0.maxY })
        Self.averageCells(of: source, at: rect, across, down, into: &memory.cells, &memory.sums)
        across.blurRows(memory.cells, rows: down.sourceCells.count, into: &memory.rows, &memory.padded)
        down.blurColumns(memory.rows, width: across.cells.count, into: &memory.columns)
        let cells = BlurredCells(
            across: across.cells, down: down.cells, cell: SIMD2(across.cell, down.cell),
            values: memory.columns.map { UInt16(truncatingIfNeeded: $0) })
        return bounds == nil ? cells.trimmed() : cells
    }

    /// Averages the cells that a bitmap's pixels lie in, row by row: 0...255 * 256.
    private static func averageCells(
        of source: Bitmap, at rect: DeviceRect, _ across: BlurAxis, _ down: BlurAxis, into result: inout [UInt32],
        _ row: inout [UInt32]
    ) {
        let (width, height) = (across.sourceCells.count, down.sourceCells.count)
        let area = UInt32(across.cell * down.cell)
        result.clear(width * height)
        var cells = result.mutableSpan
        let pixels = source.pixels.span
        for line in 0..<height {
            let first = max(rect.minY, (down.sourceCells.lowerBound + line) * down.cell)
            let last = min(rect.maxY, (down.sourceCells.lowerBound + line + 1) * down.cell)
            row.clear(rect.width)
            var sums = row.mutableSpan
            for y in first..<last {
                sums.addAlpha(pixels, first: (y - rect.minY) * source.width, start: 0, count: rect.width)
            }
            var x = rect.minX
            for column in 0..<width {
                let end = min(rect.maxX, (across.sourceCells.lowerBound + column + 1) * across.cell)
                var sum: UInt32 = 0
                while x < end {
                    sum &+= sums[x - rect.minX]
                    x += 1
                }
                cells[line * width + column] = (sum &* 256 &+ area / 2) / area
            }
        }
    }
}

extension Int {
    /// The quotient rounded down, also for negative numbers.
    fileprivate func floor(by size: Int) -> Int { self >= 0 ? self / size : -((size - 1 - self) / size) }
}

/// A blur along one axis: from cells of the source to cells of the result, and from these to pixels.
private struct BlurAxis {
    /// The side of a cell, in pixels. Cells begin at its multiples.
    let cell: Int
    /// The cells that contain the source's pixels, and those whose middles enclose the result's pixels.
    let sourceCells: Range<Int>, cells: Range<Int>
    private let pixels: Range<Int>
    /// The offset of the first weight's cell from the cell of the result.
    private let first: Int
    /// In 65,536ths; their sum is one.
    private let weights: [UInt32]

    init(_ deviation: Double, cell: Int, shift: Double, result: Range<Int>, source: Range<Int>) {
        let half = cell / 2, size = Double(cell)
        // The variance of interpolation on the average over a pixel's places.
        let interpolating = cell == 1 ? 0 : (cell % 2 == 1 ? size * size - 1 : size * size + 0.5) / 6
        self.init(
            deviation, cell: cell, interpolating: interpolating, shift: shift, pixels: result, source: source,
            cells: (result.lowerBound - half).floor(by: cell)..<((result.upperBound - 1 - half).floor(by: cell) + 2))
    }

    /// A blur at the pass's own position, whose cells are moved afterwards by any fraction of a pixel.
    ///
    /// - Parameter around: the pixels that the cells are needed for; nil for all that are not transparent.
    init(still deviation: Double, cell: Int, source: Range<Int>, around: Range<Int>?) {
        self.init(
            deviation, cell: cell,
            // A pixel may lie anywhere between two cells, all of them alike where cells are pixels: then half of the
            // most.
            interpolating: Double(cell) * Double(cell) / (cell == 1 ? 8 : 6), shift: 0, pixels: around ?? source,
            source: source,
            // A pixel whose middle is left of a cell's lies after the cell before.
            cells: around.map { ($0.lowerBound.floor(by: cell) - 1)..<(($0.upperBound - 1).floor(by: cell) + 2) })
    }

    private init(
        _ deviation: Double, cell: Int, interpolating: Double, shift: Double, pixels: Range<Int>, source: Range<Int>,
        cells: Range<Int>?
    ) {
        (self.cell, self.pixels) = (cell, pixels)
        sourceCells = source.lowerBound.floor(by: cell)..<((source.upperBound - 1).floor(by: cell) + 1)
        let size = Double(cell)
        // The variance of a cell's pixels.
        let averaging = (size * size - 1) / 12
        let rest = max(0, deviation * deviation - averaging - interpolating).squareRoot() / size
        // Three deviations, rounded up.
        let reach = deviation > 0 ? Int((min(deviation, BlurDraw.limit) * 3 / size).rounded(.up)) : 0
        let kernel = Kernel(rest, shift: shift / size, reach: reach)
        (first, weights) = (kernel.first, kernel.weights)
        // Or clear cells on both sides, for the pixels between those and the last.
        self.cells = cells ?? (sourceCells.lowerBound - reach - 1)..<(sourceCells.upperBound + reach + 1)
    }

    /// Blurs rows of source cells along x.
    func blurRows(_ source: [UInt32], rows: Int, into result: inout [UInt32], _ row: inout [UInt32]) {
        let (from, to) = (sourceCells.count, cells.count)
        result.clear(to * rows)
        row.clear(to + weights.count)
        let source = source.span
        // padded[i] is cell number cells.lowerBound + first + i.
        let begin = sourceCells.lowerBound - (cells.lowerBound + first)
        let inside = max(0, begin)..<max(0, min(row.count, begin + from))
        for line in 0..<rows {
            var isClear = true
            var padded = row.mutableSpan
            for i in inside {
                let value = source[line * from + i - begin]
                padded[i] = value
                if value != 0 { isClear = false }
            }
            if isClear { continue }
            var sums = result.mutableSpan
            for (k, weight) in weights.enumerated() where weight != 0 {
                sums.add(row.span, first: k, times: weight, start: line * to, count: to)
            }
            sums.roundDown(start: line * to, count: to)
        }
    }

    /// Blurs columns of blurred rows along y.
    func blurColumns(_ source: [UInt32], width: Int, into result: inout [UInt32]) {
        result.clear(width * cells.count)
        var sums = result.mutableSpan
        let source = source.span
        for row in 0..<cells.count {
            let begin = cells.lowerBound + row + first - sourceCells.lowerBound
            for (k, weight) in weights.enumerated() where weight != 0 {
                guard begin + k >= 0, begin + k < sourceCells.count else { continue }
                sums.add(source, first: (begin + k) * width, times: weight, start: row * width, count: width)
            }
            sums.roundDown(start: row * width, count: width)
        }
    }

    /// The cell before a pixel, counted from the first, and the pixel's distance from it towards the next cell, in
    /// 256ths.
    private func cellOffset(of pixel: Int) -> (cell: Int, part: UInt32) {
        let from = 2 * (pixel - cells.lowerBound * cell) + 1 - cell
        let index = from / (2 * cell)
        return (index, UInt32((from - index * 2 * cell) * 128 + cell / 2) / UInt32(cell))
    }

    /// Interpolates rows of cells to rows of pixels.
    func spreadRows(
        _ source: [UInt32], rows: Int, into result: inout [UInt16], _ offsets: inout SpreadOffsets
    ) {
        // A cell of one pixel is that pixel.
        let isAlike = cell == 1 && cells.count == pixels.count + 1
        offsets.removeAll()
        for (index, pixel) in pixels.enumerated() {
            let (cell, part) = isAlike ? (index, 0) : cellOffset(of: pixel)
            offsets.append(cell, part)
        }
        result.clear(pixels.count * rows)
        var wide = result.mutableSpan
        for row in 0..<rows {
            wide.spread(source.span, first: row * cells.count, offsets, start: row * pixels.count)
        }
    }

    /// Interpolates rows of cells to rows of pixels, as bytes.
    func spreadColumns(_ source: [UInt16], width: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: width * pixels.count)
        let cells = source.span
        var bytes = result.mutableSpan
        for (row, pixel) in pixels.enumerated() {
            let (cell, part) = cellOffset(of: pixel)
            let (a, b) = (cell * width, (cell + 1) * width)
            bytes.mix(cells, a, b, part: part, start: row * width, count: width)
        }
        return result
    }
}
