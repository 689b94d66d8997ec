import MicaBase

extension SolidBox {
    /// Makes a box from the coverage of a rectangle.
    @inline(__always)  // A few words.
    package init(_ coverage: BoxCoverage, pixel: UInt32, pass: Int) {
        self.init(edges: coverage.edges, pixel: pixel, pass: pass)
    }

    /// The coverage of the box.
    package var coverage: BoxCoverage { BoxCoverage(edges: edges) }

    /// The pixels that it covers wholly.
    package var whole: DeviceRect {
        let (columns, rows) = (wholeColumns, wholeRows)
        guard !columns.isEmpty, !rows.isEmpty else { return .empty }
        return DeviceRect(
            minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
    }

    /// The coordinates of a point on the surface, in steps, to the nearest.
    ///
    /// - Precondition: the point lies within 131,072 pixels of the origin; unchecked.
    @inline(__always)  // A few instructions.
    package static func steps(_ point: SIMD2<Double>) -> SIMD2<Int32> {
        SIMD2(FixedPoint.snapped(point.x), FixedPoint.snapped(point.y))
    }

    /// The edges of a rectangle of pixels in steps, clamped to the coordinates that boxes can have.
    package static func limits(_ pixels: DeviceRect) -> SIMD4<Int32> {
        let limit = Int(FixedPoint.limit)
        func steps(_ edge: Int) -> Int32 { Int32(max(-limit, min(limit, edge))) << shift }
        return SIMD4(steps(pixels.minX), steps(pixels.minY), steps(pixels.maxX), steps(pixels.maxY))
    }
}
