import MicaPixels

extension SolidBox {
    /// Makes a box of what a rectangle covers.
    @inline(__always)  // A few words.
    package init(_ coverage: BoxCoverage, pixel: UInt32, pass: Int) {
        self.init(edges: coverage.edges, pixel: pixel, pass: pass)
    }

    /// What it covers of what is wanted; nil where the op is something else.
    package var coverage: BoxCoverage? { op < 0 ? BoxCoverage(edges: edges) : nil }

    /// The pixels that it covers wholly.
    package var whole: DeviceRect {
        let (columns, rows) = (wholeColumns, wholeRows)
        guard !columns.isEmpty, !rows.isEmpty else { return .empty }
        return DeviceRect(
            minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
    }

    /// The nearest steps to a place on the surface.
    ///
    /// - Precondition: it lies within 131,072 pixels of the origin; unchecked.
    @inline(__always)  // A few instructions.
    package static func steps(_ point: SIMD2<Double>) -> SIMD2<Int32> {
        SIMD2(FixedPoint.snapped(point.x), FixedPoint.snapped(point.y))
    }

    /// The edges of some pixels in steps, as far as boxes can reach.
    package static func limits(_ pixels: DeviceRect) -> SIMD4<Int32> {
        let limit = Int(FixedPoint.limit)
        func steps(_ edge: Int) -> Int32 { Int32(max(-limit, min(limit, edge))) << shift }
        return SIMD4(steps(pixels.minX), steps(pixels.minY), steps(pixels.maxX), steps(pixels.maxY))
    }
}
