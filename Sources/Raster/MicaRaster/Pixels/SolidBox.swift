import CMicaPixels

/// An axis-aligned rectangle of one colour that no mask confines, ready for tiles. Most ops of most frames are such.
package struct SolidBox: Sendable, BitwiseCopyable {
    private var raw: mica_solid

    /// How many bits of a coordinate are its fraction of a pixel.
    package static var shift: Int32 { Int32(MICA_BOX_SHIFT) }

    /// Makes a box.
    ///
    /// - Parameter edges: min x, min y, max x and max y, in steps: 2 to the power of `shift` of them are a pixel. All 0
    ///   for an empty box.
    @inline(__always)  // A few words.
    package init(edges: SIMD4<Int32>, pixel: UInt32, pass: Int) {
        raw = mica_solid(
            x0: edges.x, y0: edges.y, x1: edges.z, y1: edges.w, pixel: pixel, pass: Int32(truncatingIfNeeded: pass))
    }

    /// The edges, min x, min y, max x and max y.
    @inline(__always)  // A few words.
    package var edges: SIMD4<Int32> { SIMD4(raw.x0, raw.y0, raw.x1, raw.y1) }
    /// The colour of its pixels, opacity included.
    package var pixel: UInt32 { raw.pixel }
    /// The index of its pass.
    package var pass: Int32 { raw.pass }

    /// Whether it hides everything behind the pixels that it covers wholly.
    package var isOpaque: Bool { raw.pixel >> 24 == 255 }

    /// The columns that it touches.
    package var columns: Range<Int> { Self.touched(raw.x0, raw.x1) }
    /// The rows that it touches.
    package var rows: Range<Int> { Self.touched(raw.y0, raw.y1) }
    /// The columns that it covers wholly, in rows that it covers wholly.
    package var wholeColumns: Range<Int> { Self.whole(raw.x0, raw.x1) }
    /// The rows that it covers wholly, in columns that it covers wholly.
    package var wholeRows: Range<Int> { Self.whole(raw.y0, raw.y1) }

    private static func touched(_ low: Int32, _ high: Int32) -> Range<Int> {
        Int(low >> shift)..<Int((high - 1) >> shift + 1)
    }

    private static func whole(_ low: Int32, _ high: Int32) -> Range<Int> {
        let first = (Int(low) + 1 << shift - 1) >> Int(shift)
        return first..<max(first, Int(high >> shift))
    }

    /// The part of the box within limits, in steps like its edges, as a box of a pass; nil if invisible.
    @inline(__always)  // A few instructions, for every op of a frame.
    package func cut(to limits: SIMD4<Int32>, pass: Int) -> SolidBox? {
        let edges = SIMD4(
            max(raw.x0, limits.x), max(raw.y0, limits.y), min(raw.x1, limits.z), min(raw.y1, limits.w))
        guard edges.x < edges.z, edges.y < edges.w, raw.pixel != 0 else { return nil }
        return SolidBox(edges: edges, pixel: raw.pixel, pass: pass)
    }
}

extension SolidBox {
    /// Lists the parts of boxes within limits, as the other `cut` makes them.
    ///
    /// - Parameters:
    ///   - indices: the indices of boxes.
    ///   - list: set to the parts. It is not emptied before: where it is long enough, its memory is written once.
    package static func cut(
        _ boxes: Span<SolidBox>, _ indices: Span<Int32>, to limits: SIMD4<Int32>, pass: Int, into list: inout [SolidBox]
    ) {
        guard PixelKernels.current != .scalar, !indices.isEmpty else {
            list.removeAll(keepingCapacity: true)
            for index in indices.indices {
                if let part = boxes[Int(indices[index])].cut(to: limits, pass: pass) { list.append(part) }
            }
            return
        }
        if list.count < indices.count {
            list.append(
                contentsOf: repeatElement(SolidBox(edges: .zero, pixel: 0, pass: 0), count: indices.count - list.count))
        }
        var made = 0
        var within = mica_box(x0: limits.x, y0: limits.y, x1: limits.z, y1: limits.w)
        _ = unsafe PixelBlock.withRaw(boxes, indices) { boxes, indices, count in
            made = unsafe list.withUnsafeMutableBytes { list in
                guard let list = unsafe list.assumingMemoryBound(to: mica_solid.self).baseAddress else { return 0 }
                return unsafe mica_cut_boxes(
                    list, boxes, indices, &within, Int32(truncatingIfNeeded: pass), count)
            }
            return true
        }
        list.removeLast(list.count - made)
    }
}

/// Some parts of a tile: bits for its strips of columns, in each of four bands of rows from the top.
///
/// A type of its own, because the first array of a generic type, such as `SIMD4`, makes Swift's runtime search all
/// conformances of the program.
package struct TileMask: Sendable, Equatable, BitwiseCopyable {
    /// The strips of each band.
    package var bands: SIMD4<UInt64>

    @inline(__always)  // A few words.
    package init(_ bands: SIMD4<UInt64>) { self.bands = bands }

    /// No parts.
    @inline(__always)  // A few words.
    package static var none: TileMask { TileMask(.zero) }

    /// Whether there are no parts.
    @inline(__always)  // A few instructions, for every op of a tile.
    package var isEmpty: Bool { bands == .zero }

    /// The parts that are not among others.
    @inline(__always)  // A few instructions, for every op of a tile.
    package func subtracting(_ others: TileMask) -> TileMask { TileMask(bands & ~others.bands) }
}

/// A tile, and its division into up to 64 strips of columns and up to four bands of rows.
package struct TileParts: Sendable {
    fileprivate let raw: mica_tile

    /// Divides the tile with the first pixel (`minX`, `minY`).
    ///
    /// - Parameters:
    ///   - strip: log2 of a strip's columns.
    ///   - band: log2 of a band's rows.
    package init(minX: Int, minY: Int, width: Int, height: Int, strip: Int, band: Int) {
        precondition(
            width > 0 && height > 0 && (width - 1) >> strip < 64 && (height - 1) >> band < 4,
            "a tile has 64 strips and four bands at most")
        raw = mica_tile(
            min_x: Int64(minX), min_y: Int64(minY), width: Int64(width), height: Int64(height), strip: Int32(strip),
            band: Int32(band))
    }

    /// Finds, front to back, where boxes are visible behind hidden parts of the tile, and adds the parts that they
    /// hide; false if the scalar kernels have to do it.
    ///
    /// - Parameters:
    ///   - indices: the indices of boxes, back to front.
    ///   - visible: set to the strips of each band in which each box is visible, from index `first` on; all bits if
    ///     the whole box is visible.
    ///   - hidden: the strips of each band that are hidden.
    package func findVisible(
        _ boxes: Span<SolidBox>, _ indices: Span<Int32>, visible: inout MutableSpan<TileMask>, first: Int,
        hidden: inout TileMask
    ) -> Bool {
        precondition(first >= 0 && visible.count - first >= indices.count, "there is no room for all")
        var tile = raw
        let bands = hidden.bands
        var words = (bands.x, bands.y, bands.z, bands.w)
        let isDone = unsafe visible.withUnsafeMutableBytes { visible in
            unsafe PixelBlock.withRaw(boxes, indices) { boxes, indices, count in
                guard let start = unsafe visible.assumingMemoryBound(to: UInt64.self).baseAddress else { return false }
                return unsafe withUnsafeMutableBytes(of: &words) { hidden in
                    let hidden = unsafe hidden.assumingMemoryBound(to: UInt64.self).baseAddress
                    return unsafe mica_find_visible_boxes(start + 4 * first, hidden, boxes, indices, &tile, count) > 0
                }
            }
        }
        hidden = TileMask(SIMD4(words.0, words.1, words.2, words.3))
        return isDone
    }
}

extension PixelBlock {
    /// Blends listed boxes into a tile, back to front, with the processor's vectors; false, with nothing drawn, where
    /// the scalar kernels have to draw.
    ///
    /// - Parameters:
    ///   - indices: the indices of boxes, back to front.
    ///   - visible: where each of these boxes is visible, as `findVisible` sets it; nil for all of the tile.
    ///   - parts: the block as a tile.
    package func blend(
        _ boxes: Span<SolidBox>, _ indices: Span<Int32>, visible: Span<TileMask>? = nil, _ parts: TileParts
    ) -> Bool {
        if let visible { precondition(visible.count >= indices.count, "for each box where it is seen") }
        var tile = parts.raw
        precondition(
            tile.min_x == minX && tile.min_y == minY && tile.width == width && tile.height == height,
            "the parts are the block's")
        return unsafe Self.withRaw(boxes, indices) { boxes, indices, count in
            guard let visible else {
                return unsafe mica_blend_boxes(base, stride, boxes, indices, nil, &tile, count) > 0
            }
            return unsafe visible.withUnsafeBytes { visible in
                let words = unsafe visible.assumingMemoryBound(to: UInt64.self).baseAddress
                return unsafe mica_blend_boxes(base, stride, boxes, indices, words, &tile, count) > 0
            }
        }
    }

    /// The greatest width of a block that `draw` can draw, in pixels.
    package static var mostColumns: Int { Int(MICA_CELL_COLUMNS) * Int(MICA_BLOCK) }

    /// Draws boxes, back to front, over a background, and writes each pixel of the block about once; false, with
    /// nothing drawn, where the scalar kernels have to draw, or when the block is wider than `mostColumns`.
    ///
    /// - Parameters:
    ///   - indices: the indices of boxes, back to front.
    ///   - memory: scratch memory for the drawing.
    package func draw(
        _ boxes: Span<SolidBox>, _ indices: Span<Int32>, over background: UInt32, with memory: inout BoxMemory
    ) -> Bool {
        guard PixelKernels.current != .scalar, width <= Self.mostColumns else { return false }
        if indices.isEmpty {
            fill(background, columns: minX..<minX + width, rows: minY..<minY + height)
            return true
        }
        var tile = mica_tile(
            min_x: Int64(minX), min_y: Int64(minY), width: Int64(width), height: Int64(height), strip: 0, band: 0)
        return unsafe Self.withRaw(boxes, indices) { boxes, indices, count in
            while true {
                let room = memory.cells.count
                let needed = unsafe memory.cells.withUnsafeMutableBufferPointer { cells in
                    unsafe mica_draw_boxes(
                        base, stride, boxes, indices, &tile, background, cells.baseAddress, room, count)
                }
                if needed <= room { return true }
                memory.grow(to: needed)
            }
        }
    }

    /// The boxes and the indices, as pointers for the kernels.
    ///
    /// - Precondition: the indices are of boxes.
    fileprivate static func withRaw(
        _ boxes: Span<SolidBox>, _ indices: Span<Int32>,
        _ body: (UnsafePointer<mica_solid>, UnsafePointer<Int32>, Int) -> Bool
    ) -> Bool {
        for index in indices.indices { precondition(boxes.indices.contains(Int(indices[index])), "no box there") }
        return unsafe boxes.withUnsafeBytes { boxes in
            unsafe indices.withUnsafeBufferPointer { indices in
                guard let boxes = unsafe boxes.assumingMemoryBound(to: mica_solid.self).baseAddress,
                    let start = indices.baseAddress
                else { return false }
                return unsafe body(boxes, start, indices.count)
            }
        }
    }
}

/// Scratch memory of `PixelBlock.draw`. It is used again from block to block, and grows to the largest need.
package struct BoxMemory: Sendable {
    fileprivate var cells: [mica_cells] = []

    /// Makes empty memory.
    package init() {}

    fileprivate mutating func grow(to count: Int) {
        // More than is asked for, so that tiles with a few more boxes each do not grow it again and again.
        cells.append(contentsOf: repeatElement(mica_cells(), count: 2 * max(256, count) - cells.count))
    }
}
