/// One contour of a path as a chain of curves: what measuring and stroking work on.
///
/// Points that are not finite are passed over, as when filling, and coordinates are kept within 2^40, so that squares
/// of lengths are finite.
struct PathContour: Sendable {
    /// A piece from one point of the path to the next.
    struct Segment: Sendable {
        var curve: Cubic
        var isLine: Bool
    }

    /// Where the contour begins.
    var start: Point
    /// The pieces, those of length 0 included; a closed contour's last one ends where the first begins.
    var segments: [Segment] = []
    var isClosed = false
    /// Whether anything but a move made it, so that a contour of length 0 is a dot and not nothing.
    var isDrawn = false

    /// Begins another contour in the memory of this one.
    mutating func begin(at point: Point) {
        start = point
        segments.removeAll(keepingCapacity: true)
        (isClosed, isDrawn) = (false, false)
    }
}

extension Path {
    /// The contours of the path, in order, those of a move alone left out.
    func contours() -> [PathContour] {
        var result: [PathContour] = []
        var memory = PathContour(start: .zero)
        forEachContour(in: &memory) { result.append(copy $0) }
        return result
    }

    /// Calls a function with each contour of the path, in order, but for those of a move alone.
    ///
    /// - Parameter contour: memory for it.
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
        contour.segments.reserveCapacity(verbs.count)
        for verb in verbs {
            let first = index
            index += verb.pointCount
            if verb == .close {
                if isBegun {
                    if current != contour.start {
                        contour.segments.append(.init(curve: Cubic(lineFrom: current, to: contour.start), isLine: true))
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
            var segment = PathContour.Segment(curve: Cubic(lineFrom: current, to: end), isLine: true)
            if verb == .quad, let control = bounded(points[first]) {
                segment = .init(curve: Cubic(quadFrom: current, control: control, to: end), isLine: false)
            } else if verb == .cubic, let control1 = bounded(points[first]), let control2 = bounded(points[first + 1]) {
                segment = .init(curve: Cubic(current, control1, control2, end), isLine: false)
            }
            contour.segments.append(segment)
            contour.isDrawn = true
            current = end
        }
        finish()
    }
}
