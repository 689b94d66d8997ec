import MicaGeometry

/// One contour of a path as a chain of curves, for measuring and stroking.
///
/// Points that are not finite are passed over, as in filling, and coordinates are clamped to 2^40, so that squares of
/// lengths are finite.
struct PathContour: Sendable {
    /// A piece from one point of the path to the next.
    struct Segment: Sendable {
        var curve: Cubic
        var isLine: Bool
    }

    /// The contour's start, and then two control points and the end of each piece, also of pieces of length 0. A closed
    /// contour's last piece ends where the first begins.
    private(set) var points: [Point]
    /// Which pieces are lines.
    private(set) var lines: [Bool] = []
    var isClosed = false
    /// Whether the contour is more than a move, so that length 0 makes a dot and not nothing.
    var isDrawn = false

    init(start: Point) {
        points = [start]
    }

    /// Begins another contour in this contour's memory.
    mutating func begin(at point: Point) {
        points.removeAll(keepingCapacity: true)
        points.append(point)
        lines.removeAll(keepingCapacity: true)
        (isClosed, isDrawn) = (false, false)
    }

    /// Where the contour begins.
    var start: Point { points[0] }

    /// How many pieces there are.
    var count: Int { lines.count }

    /// One of the pieces.
    func segment(_ index: Int) -> Segment {
        let first = 3 * index
        return Segment(
            curve: Cubic(points[first], points[first + 1], points[first + 2], points[first + 3]), isLine: lines[index])
    }

    /// The pieces.
    var segments: [Segment] { lines.indices.map { segment($0) } }

    /// Appends a piece that begins where the last one ends.
    mutating func append(_ curve: Cubic, isLine: Bool) {
        points.append(curve.p1)
        points.append(curve.p2)
        points.append(curve.p3)
        lines.append(isLine)
        isDrawn = true
    }

    /// Appends cubics, three points for each.
    mutating func appendCurves(_ more: ArraySlice<Point>) {
        points.append(contentsOf: more)
        lines.append(contentsOf: repeatElement(false, count: more.count / 3))
        isDrawn = true
    }
}

extension Path {
    /// The contours of the path, in order, without those of a move alone.
    func contours() -> [PathContour] {
        var result: [PathContour] = []
        var memory = PathContour(start: .zero)
        forEachContour(in: &memory) { result.append(copy $0) }
        return result
    }

    /// Calls a function with each contour of the path, in order, but not with those of a move alone.
    ///
    /// - Parameter contour: memory for the contours.
    func forEachContour(in contour: inout PathContour, _ body: (borrowing PathContour) -> Void) {
        var isBegun = false
        var current = Point.zero
        var index = 0
        func bounded(_ p: Point) -> Point? {
            guard p.isFinite else { return nil }
            return p.clamped(
                lowerBound: Point(repeating: -FixedPoint.clamp), upperBound: Point(repeating: FixedPoint.clamp))
        }
        func finish() {
            if isBegun, contour.isDrawn { body(contour) }
            isBegun = false
        }
        // Where all points are finite and in range, runs of cubics are copied as they are.
        let isBounded = points.allSatisfy { abs($0.x) <= FixedPoint.clamp && abs($0.y) <= FixedPoint.clamp }
        var position = 0
        while position < verbs.count {
            let verb = verbs[position], first = index
            if verb == .cubic, isBegun, isBounded {
                let curves = verbs.span.equalCount(from: position)
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
