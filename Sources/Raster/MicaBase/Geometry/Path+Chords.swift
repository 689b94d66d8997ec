extension Path {
    /// The path with chords in place of its curves: curves are halved until the second differences of their control
    /// points are at most `tolerance` along x and y. The corners of the chords are on the curves.
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
                result.appendChords(of: Cubic(quadFrom: current, control: control, to: end), tolerance)
                current = end
            case .cubic(let control1, let control2, let end):
                result.appendChords(of: Cubic(current, control1, control2, end), tolerance)
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

    private mutating func appendChords(of curve: Cubic, _ tolerance: Double, depth: Int = 0) {
        let (first, second) = (curve.p0 - 2 * curve.p1 + curve.p2, curve.p1 - 2 * curve.p2 + curve.p3)
        let bend = Swift.max(
            Swift.max(abs(first.x), abs(first.y)), Swift.max(abs(second.x), abs(second.y)))
        guard bend > tolerance, bend.isFinite, depth < 12, points.count < Self.mostPoints else {
            return line(to: curve.p3)
        }
        let (before, after) = curve.halves()
        appendChords(of: before, tolerance, depth: depth + 1)
        appendChords(of: after, tolerance, depth: depth + 1)
    }
}
