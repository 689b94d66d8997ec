import MicaFrame
import MicaPixels
import MicaRaster

// Shadows, and what is blurred in cells.

extension TileRenderer {
    /// Draws blurred cells: rows of pixels of the rows of cells that are needed, and what lies between those.
    mutating func draw(_ moved: MovedCells, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ area: DeviceRect) {
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

    /// Draws a shadow but for what is hidden by the next op, and with vectors by others in front.
    mutating func drawShadow(
        _ shadow: borrowing CornerShadow, _ strips: borrowing ShadowStrips, _ pixel: UInt32,
        _ mask: ClipMasks.Cover, _ area: DeviceRect, hidden: Cover
    ) {
        if mask.isEverything, PixelKernels.current != .scalar {
            holes.removeAll()
            holes.append(hidden.whole.part)
            holes.append(hidden.between.part)
            // From the nearest on, which may be that of the next op.
            var index = coversInFront
            while index > 0, !holes.isFull {
                index -= 1
                guard covers[index].meets(area) else { continue }
                let whole = covers[index].whole.intersection(area)
                if !whole.isEmpty, whole == hidden.whole { continue }
                holes.append(whole.part)
                holes.append(covers[index].between.intersection(area).part)
            }
            if target.blend(
                pixel, shadow.shape, values: strips.values, ends: strips.ends, part: area.part, holes: holes)
            {
                return
            }
        }
        for y in area.minY..<area.maxY {
            let hole = hidden.whole.part.rows.contains(y) ? hidden.whole : hidden.between
            if hole.part.rows.contains(y) {
                drawShadow(shadow, strips, pixel, mask, area.minX..<hole.minX, y: y)
                drawShadow(shadow, strips, pixel, mask, hole.maxX..<area.maxX, y: y)
            } else {
                drawShadow(shadow, strips, pixel, mask, area.minX..<area.maxX, y: y)
            }
        }
    }

    /// Draws a row of a shadow.
    mutating func drawShadow(
        _ shadow: borrowing CornerShadow, _ strips: borrowing ShadowStrips, _ pixel: UInt32,
        _ mask: ClipMasks.Cover, _ columns: Range<Int>, y: Int
    ) {
        guard !columns.isEmpty else { return }
        let x = columns.lowerBound
        if mask.isEverything {
            return shadow.draw(pixel, strips, into: target, x: x, y: y, count: columns.count)
        }
        let run = shadow.coverage(strips.values, &coverage, x: x, y: y, count: columns.count)
        if run.isEmpty { return }
        tint(pixel, mask, x: x + run.lowerBound, y: y, first: run.lowerBound, count: run.count)
    }
}

extension DeviceRect {
    /// Its columns and rows.
    fileprivate var part: ShadowShape.Part { isEmpty ? (0..<0, 0..<0) : (minX..<maxX, minY..<maxY) }
}
