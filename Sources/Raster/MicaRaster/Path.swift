/// An outline of lines and curves, in whatever space its user says: what is filled, stroked, clipped with or walked along.
///
/// It is a list of verbs and one of points, so that a path is two allocations however long it is, and a copy is free.
/// Every contour begins with a move; a segment that is appended after a close begins a new contour where the closed one
/// began, and a segment in an empty path begins at its own first point.
package struct Path: Sendable, Equatable {
    /// What one element of a path does.
    package enum Verb: UInt8, Sendable {
        case move, line, quad, cubic, close

        /// How many points the element has.
        package var pointCount: Int {
            switch self {
            case .move, .line: 1
            case .quad: 2
            case .cubic: 3
            case .close: 0
            }
        }
    }

    /// One element with its points.
    package enum Element: Sendable, Equatable {
        case move(Point)
        case line(Point)
        case quad(control: Point, end: Point)
        case cubic(control1: Point, control2: Point, end: Point)
        case close
    }

    /// What the elements do, in order.
    package private(set) var verbs: [Verb] = []
    /// The points of all elements, in order.
    package private(set) var points: [Point] = []
    private var contourStart: Point?

    /// Makes an empty path.
    package init() {}

    /// Whether there is no element.
    package var isEmpty: Bool { verbs.isEmpty }

    /// Where the next segment begins; nil in an empty path.
    package var currentPoint: Point? { verbs.last == .close ? contourStart : points.last }

    /// Makes room for elements that are to come.
    package mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
        verbs.reserveCapacity(verbCount)
        points.reserveCapacity(pointCount)
    }

    /// Removes every element and keeps the memory.
    package mutating func removeAll() {
        verbs.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        contourStart = nil
    }

    /// Begins a contour.
    package mutating func move(to point: Point) {
        verbs.append(.move)
        points.append(point)
        contourStart = point
    }

    /// Appends a line.
    package mutating func line(to end: Point) {
        beginIfNeeded(at: end)
        verbs.append(.line)
        points.append(end)
    }

    /// Appends a quadratic Bézier curve.
    package mutating func quad(control: Point, to end: Point) {
        beginIfNeeded(at: control)
        verbs.append(.quad)
        points.append(control)
        points.append(end)
    }

    /// Appends a cubic Bézier curve.
    package mutating func cubic(control1: Point, control2: Point, to end: Point) {
        beginIfNeeded(at: control1)
        verbs.append(.cubic)
        points.append(control1)
        points.append(control2)
        points.append(end)
    }

    /// Ends the contour with a line to where it began; nothing when there is none open.
    package mutating func close() {
        guard let last = verbs.last, last != .close else { return }
        verbs.append(.close)
    }

    private mutating func beginIfNeeded(at point: Point) {
        if verbs.isEmpty {
            move(to: point)
        } else if verbs.last == .close, let contourStart {
            move(to: contourStart)
        }
    }

    /// Appends one element.
    package mutating func append(_ element: Element) {
        switch element {
        case .move(let point): move(to: point)
        case .line(let end): line(to: end)
        case .quad(let control, let end): quad(control: control, to: end)
        case .cubic(let control1, let control2, let end): cubic(control1: control1, control2: control2, to: end)
        case .close: close()
        }
    }

    /// Appends every element of another path.
    package mutating func append(_ other: Path) {
        verbs.append(contentsOf: other.verbs)
        points.append(contentsOf: other.points)
        contourStart = other.contourStart ?? contourStart
    }

    /// The path with every point mapped.
    package func transformed(by affine: Affine) -> Path {
        var result = self
        for index in result.points.indices {
            result.points[index] = affine.apply(result.points[index])
        }
        result.contourStart = contourStart.map(affine.apply)
        return result
    }

    /// The path between this one and another, point by point; nil unless both have the same elements in the same order.
    ///
    /// *Range*: a fraction of 0 is this path, 1 the other; outside, points go on along their lines.
    package func interpolated(to other: Path, _ fraction: Double) -> Path? {
        guard verbs == other.verbs, points.count == other.points.count else { return nil }
        var result = self
        for index in result.points.indices {
            result.points[index] += (other.points[index] - result.points[index]) * fraction
        }
        if let start = contourStart, let end = other.contourStart {
            result.contourStart = start + (end - start) * fraction
        }
        return result
    }

    /// The elements with their points.
    package var elements: Elements { Elements(path: self) }

    /// The elements of a path, one after the other.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        private let path: Path
        private var verb = 0
        private var point = 0

        init(path: Path) {
            self.path = path
        }

        /// The next element; nil after the last.
        package mutating func next() -> Element? {
            guard verb < path.verbs.count else { return nil }
            let kind = path.verbs[verb]
            let first = point
            verb += 1
            point += kind.pointCount
            let points = path.points
            switch kind {
            case .move: return .move(points[first])
            case .line: return .line(points[first])
            case .quad: return .quad(control: points[first], end: points[first + 1])
            case .cubic: return .cubic(control1: points[first], control2: points[first + 1], end: points[first + 2])
            case .close: return .close
            }
        }
    }

    /// The smallest box around all points, those that only steer curves included; nil when no point is finite.
    package var controlBounds: Box? {
        var box: Box?
        for point in points where point.isFinite {
            if box == nil { box = Box(minimum: point, maximum: point) } else { box?.include(point) }
        }
        return box
    }

    /// The smallest box around the outline itself; nil when no point is finite.
    package var bounds: Box? {
        var box: Box?
        func include(_ point: Point) {
            guard point.isFinite else { return }
            if box == nil { box = Box(minimum: point, maximum: point) } else { box?.include(point) }
        }
        var current = Point.zero
        var start = Point.zero
        for element in elements {
            switch element {
            case .move(let point):
                start = point
                current = point
                include(point)
            case .line(let end):
                current = end
                include(end)
            case .quad(let control, let end):
                Cubic(quadFrom: current, control: control, to: end).extrema(include)
                current = end
                include(end)
            case .cubic(let control1, let control2, let end):
                Cubic(current, control1, control2, end).extrema(include)
                current = end
                include(end)
            case .close:
                current = start
            }
        }
        return box
    }
}
