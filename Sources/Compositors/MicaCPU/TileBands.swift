import MicaBase
import MicaRaster

/// The parts of a tile that are still visible, found front to back: its strips of columns in each of four bands of
/// rows.
struct TileBands {
    let tile: DeviceRect
    private let strips: TileStrips
    /// log2 of a band's rows; the last bands may have fewer, or none.
    private let shift: Int
    /// The strips of each band that ops in front hide.
    private var hidden = TileMask.none

    /// Whether any part of the tile is hidden.
    @inline(__always)  // For every op of a tile.
    var hasHidden: Bool { !hidden.isEmpty }

    /// The tile with its strips and bands, for kernels.
    var layout: TileParts {
        TileParts(
            minX: tile.minX, minY: tile.minY, width: tile.width, height: tile.height, strip: strips.shift, band: shift)
    }

    /// Finds the visible parts of boxes, front to back, and adds the parts that they hide to `hidden`. False where the
    /// scalar way has to do this, box by box.
    ///
    /// - Parameters:
    ///   - indices: the indices of boxes, back to front.
    ///   - visible: receives the visible parts of each box, from index `first` on.
    mutating func findVisible(
        _ boxes: Span<SolidBox>, _ indices: Span<Int32>, visible: inout [TileMask], first: Int
    ) -> Bool {
        var span = visible.mutableSpan
        return layout.findVisible(boxes, indices, visible: &span, first: first, hidden: &hidden)
    }

    /// All parts: it also means that no part of an op is hidden.
    static var everything: TileMask { TileMask(SIMD4(repeating: ~0)) }

    init(_ tile: DeviceRect) {
        self.tile = tile
        strips = TileStrips(tile)
        shift = max(0, Int.bitWidth - (max(1, tile.height) - 1).leadingZeroBitCount - 2)
    }

    /// The rows of a range of bands.
    private func rows(_ bands: Range<Int>) -> Range<Int> {
        min(tile.maxY, tile.minY + bands.lowerBound << shift)..<min(tile.maxY, tile.minY + bands.upperBound << shift)
    }

    /// Some strips, in each band whose bit is set.
    @inline(__always)  // A few instructions, for every op of a tile.
    private func spread(_ strips: UInt64, _ bands: UInt64) -> TileMask {
        func part(_ band: UInt64) -> UInt64 { strips & (0 &- (bands &>> band & 1)) }
        return TileMask(SIMD4(part(0), part(1), part(2), part(3)))
    }

    /// The visible parts of some pixels; `everything` where no part of them is hidden.
    @inline(__always)  // A few instructions, for every op of a tile.
    private func visible(columns: Range<Int>, rows: Range<Int>) -> TileMask {
        let first = max(0, rows.lowerBound - tile.minY) >> shift
        let last = (min(tile.maxY, rows.upperBound) - 1 - tile.minY) >> shift
        guard first <= last else { return .none }
        let parts = spread(strips.touched(columns), (1 &<< UInt64(last + 1)) - (1 &<< UInt64(first)))
        let left = parts.subtracting(hidden)
        return left == parts && !parts.isEmpty ? Self.everything : left
    }

    /// The visible parts of an op; `everything` where no part is hidden.
    func visible(of bounds: DeviceRect) -> TileMask {
        visible(columns: bounds.minX..<bounds.maxX, rows: bounds.minY..<bounds.maxY)
    }

    /// The visible parts of a box.
    func visible(of box: SolidBox) -> TileMask { visible(columns: box.columns, rows: box.rows) }

    /// Adds the parts that an op hides within its bounds.
    mutating func hide(_ occluder: Occluder, within bounds: DeviceRect) {
        for band in 0..<4 {
            let rows = rows(band..<band + 1)
            guard !rows.isEmpty, bounds.minY <= rows.lowerBound, bounds.maxY >= rows.upperBound else { continue }
            let columns = occluder.columns(minY: rows.lowerBound, maxY: rows.upperBound)
            guard !columns.isEmpty else { continue }
            hidden.bands[band] |= strips.covered(by: columns.clamped(to: bounds.minX..<bounds.maxX))
        }
    }

    /// Adds the parts that an opaque box hides.
    mutating func hide(_ box: SolidBox) {
        let rows = box.wholeRows
        let first = (max(0, rows.lowerBound - tile.minY) + 1 << shift - 1) >> shift
        let end = rows.upperBound >= tile.maxY ? 4 : (rows.upperBound - tile.minY) >> shift
        guard first < end else { return }
        hidden.bands |= spread(strips.covered(by: box.wholeColumns), (1 &<< UInt64(end)) - (1 &<< UInt64(first))).bands
    }

    /// The parts of the tile that are not hidden.
    var unhidden: TileMask {
        TileMask(SIMD4(repeating: strips.touched(tile.minX..<tile.maxX))).subtracting(hidden)
    }

    /// Calls a function with rectangles that together are some parts.
    @inline(__always)  // Its closures are a call.
    func forEach(in parts: TileMask, _ body: (DeviceRect) -> Void) {
        var band = 0
        while band < 4 {
            // Consecutive bands with equal strips become one rectangle.
            let start = band
            let strips = parts.bands[band]
            repeat { band += 1 } while band < 4 && parts.bands[band] == strips
            let rows = rows(start..<band)
            if rows.isEmpty { continue }
            forEachRun(of: strips) { columns in
                body(
                    DeviceRect(
                        minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound
                    ))
            }
        }
    }

    /// Calls a function with rectangles that contain some parts, each as high as all of them together: for ops that are
    /// better not cut at bands.
    @inline(__always)  // Its closures are a call.
    func forEachHigh(in parts: TileMask, _ body: (DeviceRect) -> Void) {
        let bands = parts.bands
        guard let first = (0..<4).first(where: { bands[$0] != 0 }), let last = (0..<4).last(where: { bands[$0] != 0 })
        else { return }
        let rows = rows(first..<last + 1)
        forEachRun(of: bands[0] | bands[1] | bands[2] | bands[3]) { columns in
            body(
                DeviceRect(
                    minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound))
        }
    }

    /// The smallest rectangle around some parts.
    func bounds(of parts: TileMask) -> DeviceRect {
        var whole = DeviceRect.empty
        forEachHigh(in: parts) { whole = whole.union($0) }
        return whole
    }

    @inline(__always)
    private func forEachRun(of strips: UInt64, _ body: (Range<Int>) -> Void) {
        var rest = strips
        while rest != 0 {
            let (columns, after) = self.strips.firstRun(rest)
            rest = after
            body(columns)
        }
    }
}

/// The columns of a tile: a bit for each of at most 64 strips, from the left.
struct TileStrips {
    private let minX: Int, width: Int
    /// log2 of a strip's width.
    let shift: Int

    /// Makes the strips of a tile.
    init(_ tile: DeviceRect) {
        (minX, width) = (tile.minX, tile.width)
        shift = max(0, Int.bitWidth - ((tile.width - 1) >> 6).leadingZeroBitCount)
    }

    /// The strips that some columns touch.
    func touched(_ columns: Range<Int>) -> UInt64 {
        let (first, last) = (max(0, columns.lowerBound - minX), min(width, columns.upperBound - minX) - 1)
        guard first <= last else { return 0 }
        return Self.bits(first >> shift, last >> shift)
    }

    private static func bits(_ first: Int, _ last: Int) -> UInt64 {
        first > last ? 0 : (~0 &>> UInt64(63 - (last - first))) &<< UInt64(first)
    }

    /// The strips that lie wholly within some columns.
    func covered(by columns: Range<Int>) -> UInt64 {
        let first = max(0, columns.lowerBound - minX), end = min(width, columns.upperBound - minX)
        guard first < end else { return 0 }
        // The last strip may be narrower than the others.
        let after = end == width ? (width - 1) >> shift + 1 : end >> shift
        return Self.bits((first + 1 << shift - 1) >> shift, after - 1)
    }

    /// The columns of the first run of strips, and the strips after it.
    func firstRun(_ strips: UInt64) -> (columns: Range<Int>, rest: UInt64) {
        let first = strips.trailingZeroBitCount
        let end = first + (~(strips &>> UInt64(first))).trailingZeroBitCount
        let columns = minX + first << shift..<min(minX + width, minX + end << shift)
        return (columns, end >= 64 ? 0 : strips & (~0 &<< UInt64(end)))
    }
}
