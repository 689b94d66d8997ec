extension Path {
    /// Makes a path from the raw values of its verbs and the coordinates of its points, as archives hold them; nil when
    /// the two do not match.
    package init?(verbs: [UInt8], coordinates: [Double]) {
        self.init()
        var next = 0
        for raw in verbs {
            guard let verb = Verb(rawValue: raw), !isEmpty || verb == .move,
                next + verb.pointCount * 2 <= coordinates.count
            else { return nil }
            func point(_ index: Int) -> Point {
                Point(coordinates[next + index * 2], coordinates[next + index * 2 + 1])
            }
            switch verb {
            case .move: move(to: point(0))
            case .line: line(to: point(0))
            case .quad: quad(control: point(0), to: point(1))
            case .cubic: cubic(control1: point(0), control2: point(1), to: point(2))
            case .close: close()
            }
            next += verb.pointCount * 2
        }
        guard next == coordinates.count else { return nil }
    }
}
