import MicaBase
import MicaCompositor
import MicaFrame
import MicaRaster

/// A blurred rounded rectangle whose corners lie so far apart that none influences another: four corners, and edges
/// between them along which nothing changes.
///
/// The columns of each side come from the corner's table, as a strip with a row for each row of the table. A row of
/// pixels is interpolated between two rows of the strip.
struct CornerShadow {
    private typealias Strip = ShadowShape.Strip

    /// Upright edges of shadows that are at least this soft are rounded to multiples of 1/32 of a pixel, so that strips
    /// recur.
    ///
    /// A 64th of a pixel changes less than an eighth of a step of 255: the steepest slope is 255 over the deviation and
    /// the root of 2 pi.
    private static let softDeviation = 12.0
    private static let softSteps = 32.0

    /// The columns that are covered at all.
    private let minX: Int, maxX: Int
    /// The end of the left side's columns, and the start of the right side's.
    private let leftEnd: Int, rightStart: Int
    private let rect: Box
    private let deviation: Double
    /// The strips of the left and right corners at the top and at the bottom.
    private let top: (left: Strip, right: Strip), bottom: (left: Strip, right: Strip)
    /// All of this for the vector kernels, which draw the same bytes as `draw`.
    let shape: ShadowShape

    /// *nil when* corners influence each other, or the transform does more than move and scale uniformly.
    ///
    /// - Parameter store: holds the strips.
    init?(_ draw: ShadowDraw, transform: Homography, tables: CornerTables, store: inout ShadowStrips) {
        guard var corner = CornerBox(draw, transform) else { return nil }
        if corner.deviation >= Self.softDeviation {
            corner.box.minimum.x = (corner.box.minimum.x * Self.softSteps).rounded() / Self.softSteps
            corner.box.maximum.x = (corner.box.maximum.x * Self.softSteps).rounded() / Self.softSteps
        }
        let (box, radii) = (corner.box, corner.radii)
        (rect, deviation) = (box, corner.deviation)
        guard corner.hasLoneCorners, deviation < 1_024, abs(box.minimum.x) < 0x1p20, abs(box.minimum.y) < 0x1p20,
            abs(box.maximum.x) < 0x1p20, abs(box.maximum.y) < 0x1p20
        else { return nil }
        let reach = CornerTable.reach * deviation
        func whole(_ v: Double, _ rule: FloatingPointRoundingRule) -> Int { Int(v.rounded(rule)) }
        minX = whole(box.minimum.x - reach, .down)
        maxX = whole(box.maximum.x + reach, .up)
        leftEnd = whole(box.minimum.x + reach + max(radii[0], radii[2]), .up)
        rightStart = whole(box.maximum.x - reach - max(radii[1], radii[3]), .down)
        guard minX < leftEnd, leftEnd <= rightStart, rightStart < maxX else { return nil }
        var strips: [Strip] = []
        for corner in 0..<4 {
            // The bottom corner often equals the top corner.
            if corner >= 2, radii[corner] == radii[corner - 2] {
                strips.append(strips[corner - 2])
                continue
            }
            let isLeft = corner % 2 == 0
            let columns = isLeft ? minX..<leftEnd : rightStart..<maxX
            strips.append(
                store.strip(
                    ratio: radii[corner] / deviation,
                    offset: Double(columns.lowerBound) + 0.5 - (isLeft ? box.minimum.x : box.maximum.x),
                    count: columns.count, deviation: isLeft ? deviation : -deviation, tables))
        }
        (top, bottom) = ((strips[0], strips[1]), (strips[2], strips[3]))
        shape = ShadowShape(
            ShadowShape.Columns(start: minX, leftEnd: leftEnd, right: rightStart, end: maxX),
            ShadowShape.Depth(
                top: box.minimum.y, bottom: box.maximum.y, deviation: deviation, reach: CornerTable.reach,
                density: CornerTables.density), top: top, bottom: bottom)
    }

    /// Whether a row belongs to the upper half.
    private func isTop(_ y: Int) -> Bool { (Double(y) + 0.5) * 2 < rect.minimum.y + rect.maximum.y }

    /// The depth of a row in the shape, measured from the edge of a half, in deviations.
    @inline(__always)  // A few steps for each row.
    private func depth(_ y: Int, isTop: Bool) -> Double {
        let line = Double(y) + 0.5
        return (isTop ? line - rect.minimum.y : rect.maximum.y - line) / deviation
    }

    /// The strips of a row's left and right side, and the row's depth in the shape, in deviations; nil if nothing is
    /// covered.
    private func sides(ofRow y: Int) -> (left: Strip, right: Strip, depth: Double)? {
        let isTop = isTop(y)
        let depth = depth(y, isTop: isTop)
        guard depth > -CornerTable.reach else { return nil }
        return isTop ? (top.left, top.right, depth) : (bottom.left, bottom.right, depth)
    }

    /// The coverage of the pixels between the sides: that of the left side's last column.
    private func middle(_ store: Span<UInt16>, _ left: Strip, _ entry: Int, _ fraction: UInt32) -> UInt8 {
        let width = leftEnd - minX
        let end = left.start + entry * width + width - 1
        let value = UInt32(store[end]) &* (256 - fraction) &+ UInt32(store[end + width]) &* fraction
        return UInt8(truncatingIfNeeded: (value &+ 32_768) >> 16)
    }

    /// Writes the coverage of a run of pixels, 0...255.
    ///
    /// - Returns: the part of the run that was written and may be covered, counted from the run's beginning.
    func coverage(_ store: [UInt16], _ output: inout [UInt8], x: Int, y: Int, count: Int) -> Range<Int> {
        let first = max(0, minX - x), last = min(count, maxX - x)
        guard first < last else { return 0..<0 }
        guard let (left, right, depth) = sides(ofRow: y) else { return 0..<0 }
        let run = (x + first)..<(x + last)
        mix(store, left, minX..<leftEnd, run, depth, &output, x: x)
        mix(store, right, rightStart..<maxX, run, depth, &output, x: x)
        let between = run.clamped(to: leftEnd..<rightStart)
        if !between.isEmpty {
            let (entry, fraction) = CornerTables.position(depth, side: left.side)
            output.fill(middle(store.span, left, entry, fraction), start: between.lowerBound - x, count: between.count)
        }
        return first..<last
    }

    /// Writes the coverage of those of a strip's columns that are in a run.
    private func mix(
        _ store: [UInt16], _ strip: Strip, _ columns: Range<Int>, _ run: Range<Int>, _ depth: Double,
        _ output: inout [UInt8], x: Int
    ) {
        let wanted = run.clamped(to: columns)
        guard !wanted.isEmpty else { return }
        let (entry, fraction) = CornerTables.position(depth, side: strip.side)
        let start = strip.start + entry * columns.count + wanted.lowerBound - columns.lowerBound
        var bytes = output.mutableSpan
        bytes.mix(
            store.span, start, start + columns.count, part: fraction, start: wanted.lowerBound - x, count: wanted.count)
    }
}

extension TileRenderer {
    /// Draws a shadow without the pixels that the nearest cover hides. The vector kernels also leave out those that other
    /// covers in front hide.
    mutating func drawShadow(
        _ shadow: borrowing CornerShadow, _ strips: borrowing ShadowStrips, _ pixel: UInt32,
        _ mask: ClipMasks.Cover, _ area: DeviceRect
    ) {
        if mask.isEverything, PixelKernels.current != .scalar {
            holes.removeAll()
            var index = coversInFront.upperBound
            while index > coversInFront.lowerBound, !holes.isFull {
                index -= 1
                guard occlusion.covers[index].meets(area) else { continue }
                let cover = occlusion.covers[index].intersection(area)
                holes.append(cover.whole.part)
                holes.append(cover.between.part)
            }
            if target.blend(
                pixel, shadow.shape, values: strips.values, ends: strips.ends, part: area.part, holes: holes)
            {
                return
            }
        }
        let hidden = occlusion.nearestCover(coversInFront, in: area)
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
        let run = shadow.coverage(strips.values, &coverage, x: x, y: y, count: columns.count)
        if run.isEmpty { return }
        tint(pixel, mask, x: x + run.lowerBound, y: y, first: run.lowerBound, count: run.count)
    }
}

extension DeviceRect {
    /// Its columns and rows.
    fileprivate var part: ShadowShape.Part { isEmpty ? (0..<0, 0..<0) : (minX..<maxX, minY..<maxY) }
}
