import MicaBase

/// The coverage of an outline, worked out once, so that a still shape is neither flattened nor swept again.
///
/// A mask holds the spans that `Rasterizer` makes of the outline. Drawn from a mask, every pixel has the same byte.
package final class CoverageMask: Sendable {
    /// A stretch of a row.
    struct Span: Sendable {
        /// The first column, in device pixels.
        var x: Int32
        /// How many pixels there are.
        var count: Int32
        /// Where the coverage begins in `bytes`. If all pixels have one coverage, this is that coverage less 256.
        var offset: Int32
    }

    /// The rows in which something is covered, in device pixels.
    package let rows: Range<Int>
    /// Where each row begins in `spans`; one more than there are rows.
    let starts: [Int32]
    let spans: [Span]
    let bytes: [UInt8]

    /// Makes the mask of an outline; nil when the mask would have more than `limit` bytes.
    ///
    /// - Parameter rasterizer: finds the coverage; its `edges` must be soft.
    package init?(_ list: borrowing EdgeList, limit: Int, with rasterizer: inout Rasterizer) {
        precondition(rasterizer.edges == .soft, "a mask has soft edges")
        var (rows, starts, spans, bytes) = (0..<0, [Int32(0)], [Span](), [UInt8]())
        rasterizer.begin(list, clip: list.bounds)
        while rasterizer.nextRow() {
            if rows.isEmpty { rows = rasterizer.row..<rasterizer.row }
            // Rows without coverage have no spans.
            for _ in rows.upperBound..<rasterizer.row { starts.append(Int32(spans.count)) }
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.rowSpans[index]
                var offset = Int32(bytes.count)
                if let alpha = span.uniform {
                    offset = Int32(alpha) - 256
                } else {
                    let first = span.x - rasterizer.clip.minX
                    bytes.append(contentsOf: rasterizer.coverage[first..<first + span.count])
                }
                spans.append(Span(x: Int32(span.x), count: Int32(span.count), offset: offset))
            }
            rows = rows.lowerBound..<rasterizer.row + 1
            starts.append(Int32(spans.count))
            if Self.size(starts, spans, bytes) > limit { return nil }
        }
        (self.rows, self.starts, self.spans, self.bytes) = (rows, starts, spans, bytes)
    }

    /// How much memory the mask takes, in bytes.
    package var size: Int { Self.size(starts, spans, bytes) }

    private static func size(_ starts: [Int32], _ spans: [Span], _ bytes: [UInt8]) -> Int {
        bytes.count + spans.count * MemoryLayout<Span>.stride + starts.count * MemoryLayout<Int32>.stride
    }

    /// The indices of a row's spans.
    ///
    /// - Precondition: the row is one of `rows`.
    func spanIndices(inRow row: Int) -> Range<Int> {
        let index = row - rows.lowerBound
        return Int(starts[index])..<Int(starts[index + 1])
    }

    /// Blends one colour into the covered pixels of a clip.
    ///
    /// - Precondition: the clip is in the block.
    package func blend(_ pixel: UInt32, into block: PixelBlock, within clip: DeviceRect) {
        let rows = self.rows.clamped(to: clip.minY..<max(clip.minY, clip.maxY))
        let (spans, bytes) = (self.spans, self.bytes)
        for row in rows {
            for offset in spanIndices(inRow: row) {
                let span = spans[offset]
                let start = max(Int(span.x), clip.minX), end = min(Int(span.x) + Int(span.count), clip.maxX)
                guard start < end else { continue }
                if span.offset < 0 {
                    let coverage = UInt8(truncatingIfNeeded: span.offset + 256)
                    block.blend(pixel, coverage: coverage, x: start, y: row, count: end - start)
                } else {
                    block.blend(
                        pixel, coverage: bytes, first: Int(span.offset) + start - Int(span.x), x: start, y: row,
                        count: end - start)
                }
            }
        }
    }
}
