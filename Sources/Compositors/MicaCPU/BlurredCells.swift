import MicaFrame
import MicaPixels
import MicaRaster

/// The blurred alpha of a pass, a value for each cell of pixels (`BlurDraw.cell`), where the pass lies.
struct BlurredCells: Sendable {
    /// The cells that there are, counted from the origin of the pass's space.
    var across: Range<Int>, down: Range<Int>
    /// The size of a cell in pixels.
    var cell: SIMD2<Int>
    /// A value for each of them, row by row: up to 255 * 256.
    var values: [UInt16]

    /// The memory that it takes.
    var bytes: Int { values.count * MemoryLayout<UInt16>.stride }

    /// The same without the cells at the sides between which every pixel is clear: those of less than half a step of 255,
    /// but for the last.
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

/// Blurred cells that are moved to where they are seen.
struct MovedCells: Sendable {
    /// The cells.
    let cells: BlurredCells
    /// How far they are moved, in 256ths of a pixel.
    private let shift: SIMD2<Int>

    /// Makes cells that are moved by what a blur says.
    init(_ cells: BlurredCells, _ draw: BlurDraw) {
        self.cells = cells
        shift = SIMD2(Int((draw.shift.x * 256).rounded()), Int((draw.shift.y * 256).rounded()))
    }

    /// The number of the column that a pixel's middle lies after, and how far it is on the way to the next one, in 256ths
    /// of a pixel.
    func column(of x: Int) -> (index: Int, offset: Int) {
        let (cell, offset) = Self.offset(of: x, shift.x, cells.cell.x)
        return (cell - cells.across.lowerBound, offset)
    }

    /// The number of the row that a pixel's middle lies after, and how far it is on the way to the next one, in 256ths.
    func row(of y: Int) -> (index: Int, part: UInt32) {
        let (cell, offset) = Self.offset(of: y, shift.y, cells.cell.y)
        return (cell - cells.down.lowerBound, UInt32((offset + cells.cell.y / 2) / cells.cell.y))
    }

    /// The pixels that lie between cells; all others are clear.
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
        // From the middle of the cell at the origin.
        let from = pixel * 256 + 128 - shift - 128 * cell
        let size = 256 * cell
        let index = from >= 0 ? from / size : -((size - 1 - from) / size)
        return (index, from - index * size)
    }
}
