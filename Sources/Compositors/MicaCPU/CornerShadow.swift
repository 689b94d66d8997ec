import MicaFrame
import MicaPixels
import MicaRaster

/// A blurred rounded rectangle whose corners lie so far apart that none is seen from another: four corners, and edges
/// between them along which nothing changes.
///
/// The columns of each side are looked up in the corner's table once a frame: a strip, which has a row for each of the
/// table's. A row of pixels lies between two of those.
struct CornerShadow {
    /// Where a strip begins in the store, and how many rows it has.
    private struct Strip {
        var start: Int
        var side: Int
    }

    /// The pixels that are covered at all.
    private let minX: Int, maxX: Int
    /// The columns of the left side end and those of the right side begin here.
    private let leftEnd: Int, rightStart: Int
    private let rect: Box
    private let deviation: Double
    /// Left and right at the top, left and right at the bottom.
    private let strips: [Strip]

    /// Makes a shadow ready; nil when the corners are seen from each other, or the transform does more than move and
    /// scale alike in both directions.
    ///
    /// - Parameter store: where the strips go, after what is there.
    init?(_ draw: ShadowDraw, transform: Homography, tables: CornerTables, store: inout [UInt32]) {
        let r = draw.shape.rect
        guard transform.isScaleAndTranslation, abs(transform.a) == abs(transform.d), transform.a != 0,
            draw.deviation > 0, draw.deviation.isFinite, !r.isEmpty, r.minX.isFinite, r.maxX.isFinite,
            r.minY.isFinite, r.maxY.isFinite, let box = ShapeStore.deviceBox(r, transform)
        else { return nil }
        let scale = abs(transform.a)
        let inPixels = draw.deviation * scale
        // A pixel's own size is counted as a twelfth of its square on top of the variance, as that of a box is.
        deviation = (inPixels * inPixels + 1.0 / 12).squareRoot()
        rect = box
        guard deviation < 1_024, abs(box.minimum.x) < 0x1p20, abs(box.minimum.y) < 0x1p20, abs(box.maximum.x) < 0x1p20,
            abs(box.maximum.y) < 0x1p20
        else { return nil }
        var radii = draw.shape.radii * scale
        if transform.a < 0 { radii = SIMD4(radii[1], radii[0], radii[3], radii[2]) }
        if transform.d < 0 { radii = SIMD4(radii[2], radii[3], radii[0], radii[1]) }
        let reach = CornerTables.reach * deviation
        guard radii.max() <= CornerTables.largestRatio * deviation,
            box.maximum.x - box.minimum.x >= 2 * (reach + radii.max()) + 2,
            box.maximum.y - box.minimum.y >= 2 * (reach + radii.max()) + 2
        else { return nil }
        func whole(_ v: Double, _ rule: FloatingPointRoundingRule) -> Int { Int(v.rounded(rule)) }
        minX = whole(box.minimum.x - reach, .down)
        maxX = whole(box.maximum.x + reach, .up)
        leftEnd = whole(box.minimum.x + reach + max(radii[0], radii[2]), .up)
        rightStart = whole(box.maximum.x - reach - max(radii[1], radii[3]), .down)
        guard leftEnd <= rightStart else { return nil }
        var strips: [Strip] = []
        for corner in 0..<4 {
            // The bottom's corner is often the top's.
            if corner >= 2, radii[corner] == radii[corner - 2] {
                strips.append(strips[corner - 2])
                continue
            }
            let table = tables.table(ratio: radii[corner] / deviation)
            let isLeft = corner % 2 == 0
            strips.append(Strip(start: store.count, side: table.side))
            Self.append(
                table, columns: isLeft ? minX..<leftEnd : rightStart..<maxX,
                edge: isLeft ? box.minimum.x : box.maximum.x, deviation: isLeft ? deviation : -deviation, to: &store)
        }
        self.strips = strips
    }

    /// Appends a strip: a row for each of the table's, of the pixels in some columns.
    private static func append(
        _ table: CornerTables.Table, columns: Range<Int>, edge: Double, deviation: Double, to store: inout [UInt32]
    ) {
        let start = store.count
        let width = columns.count
        store.append(contentsOf: repeatElement(0, count: width * table.side))
        // The table is symmetric: its rows serve as columns.
        for (i, x) in columns.enumerated() {
            let (entry, part) = CornerTables.place((Double(x) + 0.5 - edge) / deviation, side: table.side)
            let (a, b) = (entry * table.side, (entry + 1) * table.side)
            for row in 0..<table.side {
                store[start + row * width + i] =
                    (table.values[a + row] &* (256 - part) &+ table.values[b + row] &* part &+ 128) >> 8
            }
        }
    }

    /// Works out the coverage of a run of pixels, 0...255.
    ///
    /// - Returns: the part of the run that was written and may be covered, counted from its beginning.
    func coverage(_ store: [UInt32], _ output: inout [UInt8], x: Int, y: Int, count: Int) -> Range<Int> {
        let first = max(0, minX - x), last = min(count, maxX - x)
        guard first < last else { return 0..<0 }
        let line = Double(y) + 0.5
        let isTop = line * 2 < rect.minimum.y + rect.maximum.y
        let depth = (isTop ? line - rect.minimum.y : rect.maximum.y - line) / deviation
        guard depth > -CornerTables.reach else { return 0..<0 }
        let (left, right) = isTop ? (strips[0], strips[1]) : (strips[2], strips[3])
        let run = (x + first)..<(x + last)
        mix(store, left, minX..<leftEnd, run, depth, &output, x: x)
        mix(store, right, rightStart..<maxX, run, depth, &output, x: x)
        let middle = run.clamped(to: leftEnd..<rightStart)
        if !middle.isEmpty {
            // Between the sides a row is what the last column of the left one is.
            let (entry, fraction) = CornerTables.place(depth, side: left.side)
            let width = leftEnd - minX
            let end = left.start + entry * width + width - 1
            let value = store[end] &* (256 - fraction) &+ store[end + width] &* fraction
            output.fill(
                UInt8(truncatingIfNeeded: (value &+ 32_768) >> 16), start: middle.lowerBound - x, count: middle.count)
        }
        return first..<last
    }

    /// Writes what a run has of the columns of a strip.
    private func mix(
        _ store: [UInt32], _ strip: Strip, _ columns: Range<Int>, _ run: Range<Int>, _ depth: Double,
        _ output: inout [UInt8], x: Int
    ) {
        let wanted = run.clamped(to: columns)
        guard !wanted.isEmpty else { return }
        let (entry, fraction) = CornerTables.place(depth, side: strip.side)
        let start = strip.start + entry * columns.count + wanted.lowerBound - columns.lowerBound
        var bytes = output.mutableSpan
        bytes.mix(
            store.span, start, start + columns.count, part: fraction, start: wanted.lowerBound - x, count: wanted.count)
    }
}
