import MicaBase
import MicaFrame
import MicaRaster

/// The blurred alpha of a pass at the pass's own position: a value for each cell of pixels (`BlurDraw.square`).
struct BlurredCells: Sendable {
    /// The cells, counted from the origin of the pass's space.
    var across: Range<Int>, down: Range<Int>
    /// The size of a cell in pixels.
    var cell: SIMD2<Int>
    /// A value for each cell, row by row: 0...255 * 256.
    var values: [UInt16]

    /// The memory of the values.
    var bytes: Int { values.count * MemoryLayout<UInt16>.stride }

    /// A copy without the outer cells that only transparent pixels lie between: cells of less than half a step of 255,
    /// except the innermost of them.
    func trimmed() -> BlurredCells {
        let (width, values) = (across.count, values.span)
        var (left, right, top, bottom) = (width, -1, down.count, -1)
        for row in 0..<down.count {
            for column in 0..<width where values[row * width + column] >= 128 {
                (left, right) = (min(left, column), max(right, column))
                (top, bottom) = (min(top, row), row)
            }
        }
        guard right >= 0 else {
            return BlurredCells(
                across: across.lowerBound..<across.lowerBound + 1, down: down.lowerBound..<down.lowerBound + 1,
                cell: cell, values: [0])
        }
        let columns = max(0, left - 1)..<min(width, right + 2), rows = max(0, top - 1)..<min(down.count, bottom + 2)
        var copied: [UInt16] = []
        copied.reserveCapacity(columns.count * rows.count)
        for row in rows {
            copied += self.values[row * width + columns.lowerBound..<row * width + columns.upperBound]
        }
        return BlurredCells(
            across: across.lowerBound + columns.lowerBound..<across.lowerBound + columns.upperBound,
            down: down.lowerBound + rows.lowerBound..<down.lowerBound + rows.upperBound, cell: cell, values: copied)
    }
}

/// Blurred cells, moved to their position on the surface.
struct MovedCells: Sendable {
    let cells: BlurredCells
    /// How far they are moved, in 256ths of a pixel.
    private let shift: SIMD2<Int>

    /// Moves cells by the shift of a blur.
    init(_ cells: BlurredCells, _ draw: BlurDraw) {
        self.cells = cells
        shift = SIMD2(Int((draw.shift.x * 256).rounded()), Int((draw.shift.y * 256).rounded()))
    }

    /// The column of cells before a pixel's middle, and the middle's distance from it towards the next column, in
    /// 256ths of a pixel.
    func column(of x: Int) -> (index: Int, offset: Int) {
        let (cell, offset) = Self.offset(of: x, shift.x, cells.cell.x)
        return (cell - cells.across.lowerBound, offset)
    }

    /// The row of cells before a pixel's middle, and the middle's distance from it towards the next row, in 256ths of a
    /// cell.
    func row(of y: Int) -> (index: Int, part: UInt32) {
        let (cell, offset) = Self.offset(of: y, shift.y, cells.cell.y)
        return (cell - cells.down.lowerBound, UInt32((offset + cells.cell.y / 2) / cells.cell.y))
    }

    /// The pixels that lie between cells; all others are transparent.
    var bounds: DeviceRect {
        func pixels(_ range: Range<Int>, _ shift: Int, _ cell: Int) -> (Int, Int) {
            func first(after index: Int) -> Int { ((2 * index + 1) * cell * 128 + shift - 128 + 255) >> 8 }
            return (first(after: range.lowerBound), first(after: range.upperBound - 1))
        }
        let (x, y) = (
            pixels(cells.across, shift.x, cells.cell.x), pixels(cells.down, shift.y, cells.cell.y)
        )
        return DeviceRect(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)
    }

    private static func offset(of pixel: Int, _ shift: Int, _ cell: Int) -> (cell: Int, offset: Int) {
        // Counted from the middle of the cell at the origin.
        let from = pixel * 256 + 128 - shift - 128 * cell
        let size = 256 * cell
        let index = from >= 0 ? from / size : -((size - 1 - from) / size)
        return (index, from - index * size)
    }
}
