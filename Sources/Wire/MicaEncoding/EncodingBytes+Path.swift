import MicaBase
import MicaWire

/// Paths as bytes: the number of elements, then each element's verb and its points as they are.
extension WireWriter {
    /// Appends a path.
    mutating func encode(_ path: Path) {
        count(path.verbs.count)
        for verb in path.verbs { byte(verb.rawValue) }
        for point in path.points { numbers(point.x, point.y) }
    }
}

extension WireReader {
    /// Reads a path. Its elements are appended one by one, so that bytes which are no path cannot become one.
    mutating func path() throws(WireError) -> Path {
        let start = offset
        let verbs: [Path.Verb] = try list(ofAtLeast: 1) { reader throws(WireError) in try reader.tagged() }
        var points = 0
        for verb in verbs { points += verb.pointCount }
        // Paths begin with a move, and only an open contour is closed: others would not decode to the same path.
        guard verbs.first == nil || verbs.first == .move else { throw fault(.badValue, at: start) }
        guard points <= remaining / 16 else { throw fault(.truncated) }
        var path = Path()
        path.reserveCapacity(verbs: verbs.count, points: points)
        for verb in verbs {
            switch verb {
            case .move: path.move(to: try point())
            case .line: path.line(to: try point())
            case .quad: path.quad(control: try point(), to: try point())
            case .cubic: path.cubic(control1: try point(), control2: try point(), to: try point())
            case .close: path.close()
            }
        }
        guard path.verbs == verbs else { throw fault(.badValue, at: start) }
        return path
    }

    private mutating func point() throws(WireError) -> Point { Point(try number(), try number()) }
}
