import MicaBase

/// The coverage of an axis-aligned rectangle, with the bytes of `Rasterizer`.
package struct BoxCoverage: Sendable {
    /// The edges: min x, min y, max x and max y. *Units*: the rasterizer's steps (`FixedPoint`).
    package let edges: SIMD4<Int32>

    /// Makes the coverage of a box within a clip, both in device pixels; nil when nothing is covered.
    package init?(_ box: Box, clip: DeviceRect) {
        let limit = Int(FixedPoint.limit)
        let clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        guard !clip.isEmpty, let whole = FixedRectangle(corner: box.minimum, opposite: box.maximum),
            let cut = whole.cut(to: clip)
        else { return nil }
        self.init(cut)
    }

    /// Makes the coverage from the edges of another coverage.
    @inline(__always)  // Four words.
    init(edges: SIMD4<Int32>) { self.edges = edges }

    private init(_ rectangle: FixedRectangle) {
        edges = SIMD4(
            Int32(rectangle.minX), Int32(rectangle.minY), Int32(rectangle.maxX), Int32(rectangle.maxY))
    }

    private var rectangle: FixedRectangle {
        FixedRectangle(minX: Int(edges.x), minY: Int(edges.y), maxX: Int(edges.z), maxY: Int(edges.w))
    }

    /// Blends one colour into the covered pixels of a part of the plane.
    ///
    /// - Precondition: the part is within the target.
    package func blend(_ pixel: UInt32, into target: PixelBlock, within part: DeviceRect) {
        guard let cut = rectangle.cut(to: part) else { return }
        if target.blend(pixel, box: SIMD4(Int32(cut.minX), Int32(cut.minY), Int32(cut.maxX), Int32(cut.maxY))) {
            return
        }
        let first = cut.minX >> FixedPoint.shift, last = (cut.maxX - 1) >> FixedPoint.shift
        for y in cut.rows {
            let height = cut.height(inRow: y)
            for x in first...last {
                let width =
                    min(cut.maxX, (x + 1) << FixedPoint.shift) - max(cut.minX, x << FixedPoint.shift)
                target.blend(pixel, coverage: FixedPoint.alpha(2 &* height &* width), x: x, y: y, count: 1)
            }
        }
    }
}
