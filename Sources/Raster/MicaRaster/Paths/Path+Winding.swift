import MicaBase

/// Paths as lines, and their winding numbers.
extension Path {
    /// The path in lines only, none further from it than the tolerance; a curve becomes at most a thousand lines.
    ///
    /// Source: Wang, Error Estimates for Bézier curves: the second differences bound the distance from the chord.
    package func flattened(tolerance: Double) -> Path {
        func count(_ degree: Double, _ bend: Double) -> Int {
            let wanted = (degree * (degree - 1) / 8 * bend / max(tolerance, 1e-9)).squareRoot().rounded(.up)
            return wanted.isFinite ? Int(min(max(wanted, 1), 1000)) : 1
        }
        func length(_ p: Point) -> Double { p.length }
        // Paths that have only lines are flat already; most outlines of strokes are.
        guard verbs.contains(where: { $0 == .quad || $0 == .cubic }) else { return self }
        var result = Path()
        for element in elements {
            let from = result.currentPoint ?? .zero
            switch element {
            case .move(let end): result.move(to: end)
            case .line(let end): result.line(to: end)
            case .quad(let control, let end):
                let steps = count(2, length(from - 2 * control + end))
                result.lines(steps, begins: false) { line in
                    for step in 1..<steps {
                        let t = Double(step) / Double(steps)
                        let u = 1 - t
                        line.append(u * u * from + 2 * u * t * control + t * t * end)
                    }
                    line.append(end)
                }
            case .cubic(let control1, let control2, let end):
                let bend = max(length(from - 2 * control1 + control2), length(control1 - 2 * control2 + end))
                let steps = count(3, bend)
                result.lines(steps, begins: false) { line in
                    for step in 1..<steps {
                        let t = Double(step) / Double(steps)
                        let u = 1 - t
                        let ends = u * u * u * from + t * t * t * end
                        line.append(ends + 3 * u * u * t * control1 + 3 * u * t * t * control2)
                    }
                    line.append(end)
                }
            case .close: result.close()
            }
        }
        return result
    }

    /// Calls `body` with the ends of each line of a path in lines only; every subpath counts as closed.
    func forEachLine(_ body: (_ from: Point, _ to: Point) -> Void) {
        var (start, current) = (Point.zero, Point.zero)
        for element in elements {
            switch element {
            case .move(let end):
                body(current, start)
                (start, current) = (end, end)
            case .line(let end), .quad(_, let end), .cubic(_, _, let end):
                body(current, end)
                current = end
            case .close:
                body(current, start)
                current = start
            }
        }
        body(current, start)
    }

    /// The winding number of a point, for a path in lines only; every subpath counts as closed.
    package func winding(around point: Point) -> Int {
        var winding = 0
        forEachLine { from, to in
            guard (from.y <= point.y) != (to.y <= point.y) else { return }
            let side = (to.x - from.x) * (point.y - from.y) - (point.x - from.x) * (to.y - from.y)
            if from.y <= point.y {
                if side > 0 { winding += 1 }
            } else if side < 0 {
                winding -= 1
            }
        }
        return winding
    }
}
