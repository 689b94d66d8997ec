extension Path {
    /// The path with chords in place of its curves: they are halved until the second differences of their control points
    /// are at most `tolerance` along x and y. The corners of the chords are on the curves.
    package func chords(tolerance: Double) -> Path {
        var result = Path()
        var start = Point.zero, current = Point.zero
        for element in elements {
            switch element {
            case .move(let point):
                result.move(to: point)
                (start, current) = (point, point)
            case .line(let end):
                result.line(to: end)
                current = end
            case .quad(let control, let end):
                result.appendChords(
                    current, current + (control - current) * (2.0 / 3), end + (control - end) * (2.0 / 3), end,
                    tolerance)
                current = end
            case .cubic(let control1, let control2, let end):
                result.appendChords(current, control1, control2, end, tolerance)
                current = end
            case .close:
                result.close()
                current = start
            }
        }
        return result
    }

    /// The most points of a path of chords, so that memory is bounded.
    private static let mostPoints = 1 << 20

    private mutating func appendChords(
        _ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, _ tolerance: Double, depth: Int = 0
    ) {
        let (first, second) = (p0 - 2 * p1 + p2, p1 - 2 * p2 + p3)
        let bend = Swift.max(
            Swift.max(abs(first.x), abs(first.y)), Swift.max(abs(second.x), abs(second.y)))
        guard bend > tolerance, bend.isFinite, depth < 12, points.count < Self.mostPoints else {
            return line(to: p3)
        }
        let (a, b, c) = ((p0 + p1) * 0.5, (p1 + p2) * 0.5, (p2 + p3) * 0.5)
        let (d, e) = ((a + b) * 0.5, (b + c) * 0.5)
        let middle = (d + e) * 0.5
        appendChords(p0, a, d, middle, tolerance, depth: depth + 1)
        appendChords(middle, e, c, p3, tolerance, depth: depth + 1)
    }
}
