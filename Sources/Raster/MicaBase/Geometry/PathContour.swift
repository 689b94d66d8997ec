/// One contour of a path as a chain of curves, for measuring and stroking.
///
/// Points that are not finite are passed over, as in filling, and coordinates are clamped to 2^40, so that squares of
/// lengths are finite.
package struct PathContour: Sendable {
    /// A piece from one point of the path to the next.
    package struct Segment: Sendable {
        /// The piece as a curve, also if it is a line.
        package var curve: Cubic
        /// Whether the piece is a line.
        package var isLine: Bool

        @inlinable package init(curve: Cubic, isLine: Bool) { (self.curve, self.isLine) = (curve, isLine) }
    }

    /// The contour's start, and then two control points and the end of each piece, also of pieces of length 0. A closed
    /// contour's last piece ends where the first begins.
    package private(set) var points: [Point]
    /// Which pieces are lines.
    package private(set) var lines: [Bool] = []
    /// Whether the contour ends where it begins, and was closed.
    package var isClosed = false
    /// Whether the contour is more than a move, so that length 0 makes a dot and not nothing.
    package var isDrawn = false

    package init(start: Point) {
        points = [start]
    }

    /// Begins another contour in this contour's memory.
    package mutating func begin(at point: Point) {
        points.removeAll(keepingCapacity: true)
        points.append(point)
        lines.removeAll(keepingCapacity: true)
        (isClosed, isDrawn) = (false, false)
    }

    /// Where the contour begins.
    package var start: Point { points[0] }

    /// How many pieces there are.
    package var count: Int { lines.count }

    /// One of the pieces.
    package func segment(_ index: Int) -> Segment {
        let first = 3 * index
        return Segment(
            curve: Cubic(points[first], points[first + 1], points[first + 2], points[first + 3]), isLine: lines[index])
    }

    /// The pieces.
    package var segments: [Segment] { lines.indices.map { segment($0) } }

    /// Appends a piece that begins where the last one ends.
    package mutating func append(_ curve: Cubic, isLine: Bool) {
        points.append(curve.p1)
        points.append(curve.p2)
        points.append(curve.p3)
        lines.append(isLine)
        isDrawn = true
    }

    /// Appends cubics, three points for each.
    package mutating func appendCurves(_ more: ArraySlice<Point>) {
        points.append(contentsOf: more)
        lines.append(contentsOf: repeatElement(false, count: more.count / 3))
        isDrawn = true
    }
}

extension Path {
    /// Larger coordinates are clamped to this one, so that squares of lengths are finite.
    package static let coordinateLimit = 0x1p40

    /// The contours of the path, in order, without those that are only a move.
    package func contours() -> [PathContour] {
        var result: [PathContour] = []
        var memory = PathContour(start: .zero)
        forEachContour(in: &memory) { result.append(copy $0) }
        return result
    }

    /// Calls a function with each contour of the path, in order, but not with those that are only a move.
    ///
    /// - Parameter contour: memory for the contours.
    package func forEachContour(in contour: inout PathContour, _ body: (borrowing PathContour) -> Void) {
        var isBegun = false
        var current = Point.zero
        var index = 0
        func bounded(_ p: Point) -> Point? {
            guard p.isFinite else { return nil }
            return p.clamped(
                lowerBound: Point(repeating: -Path.coordinateLimit), upperBound: Point(repeating: Path.coordinateLimit))
        }
        func finish() {
            if isBegun, contour.isDrawn { body(contour) }
            isBegun = false
        }
        // Where all points are finite and in range, runs of cubics are copied as they are.
        let isBounded = points.allSatisfy { abs($0.x) <= Path.coordinateLimit && abs($0.y) <= Path.coordinateLimit }
        var position = 0
        while position < verbs.count {
            let verb = verbs[position], first = index
            if verb == .cubic, isBegun, isBounded {
                let curves = verbs[position...].prefix { $0 == .cubic }.count
                position += curves
                index += 3 * curves
                contour.appendCurves(points[first..<index])
                current = points[index - 1]
                continue
            }
            position += 1
            index += verb.pointCount
            if verb == .close {
                if isBegun {
                    if current != contour.start {
                        contour.append(Cubic(lineFrom: current, to: contour.start), isLine: true)
                    }
                    (contour.isClosed, contour.isDrawn) = (true, true)
                }
                finish()
                continue
            }
            if verb == .move { finish() }
            guard let end = bounded(points[index - 1]) else { continue }
            if !isBegun {
                contour.begin(at: end)
                isBegun = true
                current = end
                continue
            }
            if verb == .quad, let control = bounded(points[first]) {
                contour.append(Cubic(quadFrom: current, control: control, to: end), isLine: false)
            } else if verb == .cubic, let control1 = bounded(points[first]), let control2 = bounded(points[first + 1]) {
                contour.append(Cubic(current, control1, control2, end), isLine: false)
            } else {
                contour.append(Cubic(lineFrom: current, to: end), isLine: true)
            }
            current = end
        }
        finish()
    }
}
