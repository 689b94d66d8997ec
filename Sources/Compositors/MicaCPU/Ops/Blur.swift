import MicaBase
import MicaFrame
import MicaRaster

// The blurred alpha of a pass: as a mask, or as cells that are moved.

extension FramePlan {
    /// Prepares the blurred alpha of another pass, and limits the op's bounds to it.
    mutating func blur(
        _ draw: BlurDraw, _ color: PixelColor, _ op: DrawOp, _ opacity: Double, _ bounds: inout DeviceRect,
        _ address: OpAddress, _ results: OffscreenResults
    ) -> Content? {
        let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
        guard pixel != 0 else { return nil }
        if let (moved, wanted) = results.cells(address, of: draw) {
            bounds = bounds.intersection(wanted)
            guard !bounds.isEmpty else { return nil }
            defer { store.cells.append(moved) }
            return .cells(store.cells.count, pixel: pixel)
        }
        guard let mask = results[address] else { return nil }
        bounds = bounds.intersection(mask.bounds)
        guard !bounds.isEmpty else { return nil }
        defer { store.masks.append(mask) }
        return .blur(store.masks.count, pixel: pixel)
    }
}

extension TileRenderer {
    /// Draws a mask that is blurred already.
    mutating func drawBlur(
        _ blurred: borrowing BlurredMask, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ area: DeviceRect
    ) {
        let bounds = blurred.bounds
        for y in area.minY..<area.maxY {
            coverage.copy(
                blurred.alpha, first: (y - bounds.minY) * bounds.width + area.minX - bounds.minX, start: 0,
                count: area.width)
            tint(pixel, mask, x: area.minX, y: y, first: 0, count: area.width)
        }
    }

    /// Draws blurred cells outside of a hidden rectangle, as four rectangles around it.
    mutating func drawCells(
        _ moved: borrowing MovedCells, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ area: DeviceRect, hidden: DeviceRect
    ) {
        if hidden.isEmpty { return draw(moved, pixel, mask, area) }
        let (rows, a) = (hidden.minY..<hidden.maxY, area)
        draw(moved, pixel, mask, DeviceRect(rows: a.minY..<rows.lowerBound, columns: a.minX..<a.maxX))
        draw(moved, pixel, mask, DeviceRect(rows: rows, columns: a.minX..<hidden.minX))
        draw(moved, pixel, mask, DeviceRect(rows: rows, columns: hidden.maxX..<a.maxX))
        draw(moved, pixel, mask, DeviceRect(rows: rows.upperBound..<a.maxY, columns: a.minX..<a.maxX))
    }

    /// Draws blurred cells: interpolates each needed row of cells along x, then the pixels between two such rows along
    /// y.
    private mutating func draw(
        _ moved: borrowing MovedCells, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ area: DeviceRect
    ) {
        if area.isEmpty { return }
        let width = area.width
        let column = moved.column(of: area.minX)
        let first = moved.row(of: area.minY).index, last = moved.row(of: area.maxY - 1).index + 1
        let missing = (last - first + 1) * width - cellRows.count
        if missing > 0 { cellRows.append(contentsOf: repeatElement(0, count: missing)) }
        for row in first...last {
            var span = cellRows.mutableSpan
            span.spread(
                moved.cells.values.span, first: row * moved.cells.across.count + column.index, offset: column.offset,
                cell: moved.cells.cell.x, start: (row - first) * width, count: width)
        }
        for y in area.minY..<area.maxY {
            let (row, part) = moved.row(of: y)
            let (a, b) = ((row - first) * width, (row - first + 1) * width)
            if mask.isEverything {
                target.blend(pixel, mixing: cellRows, a, b, part: part, x: area.minX, y: y, count: width)
            } else {
                let rows = cellRows
                var span = coverage.mutableSpan
                span.mix(rows.span, a, b, part: part, start: 0, count: width)
                tint(pixel, mask, x: area.minX, y: y, first: 0, count: width)
            }
        }
    }
}

extension DeviceRect {
    fileprivate init(rows: Range<Int>, columns: Range<Int>) {
        self.init(minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
    }
}
