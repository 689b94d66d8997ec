import Foundation

/// An outline of lines and curves, in a space that its user states. It is filled, stroked, clipped with or walked
/// along.
///
/// A path is a list of verbs and a list of points: two allocations however long it is, and a copy is free. Every
/// contour begins with a move. A segment that is appended after a close begins a new contour at the start of the closed
/// contour; a segment in an empty path begins at its own first point.
package struct Path: Sendable, Equatable {
    /// The kind of an element of a path.
    package enum Verb: UInt8, Sendable, BitwiseCopyable {
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

    /// The kinds of the elements, in order.
    package private(set) var verbs: [Verb] = []
    /// The points of all elements, in order.
    package private(set) var points: [Point] = []
    private var contourStart: Point?

    package init() {}

    /// Whether two paths have the same elements. Points are compared first: a path that moves keeps its verbs.
    package static func == (a: Path, b: Path) -> Bool {
        a.points == b.points && a.verbs == b.verbs && a.contourStart == b.contourStart
    }

    /// Whether there is no element.
    package var isEmpty: Bool { verbs.isEmpty }

    /// Where the next segment begins; nil in an empty path.
    package var currentPoint: Point? { verbs.last == .close ? contourStart : points.last }

    /// Reserves memory for so many elements in all.
    package mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
        verbs.reserveCapacity(verbCount)
        points.reserveCapacity(pointCount)
    }

    /// Makes room for more elements. The memory at least doubles, so that repeated calls stay cheap.
    package mutating func makeRoom(verbs more: Int, points morePoints: Int) {
        if verbs.count + more > verbs.capacity { verbs.reserveCapacity(verbs.count + max(more, verbs.count)) }
        if points.count + morePoints > points.capacity {
            points.reserveCapacity(points.count + max(morePoints, points.count))
        }
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

    /// Begins a contour of lines through some points, at least one.
    package mutating func polyline(_ line: [Point]) {
        move(to: line[0])
        lines(to: line[1...])
    }

    /// Appends lines through some points.
    ///
    /// - Precondition: a contour is begun.
    package mutating func lines(to line: ArraySlice<Point>) {
        verbs.append(contentsOf: repeatElement(.line, count: line.count))
        points.append(contentsOf: line)
    }

    /// Appends lines through points that a function writes straight into the path's memory.
    ///
    /// - Parameters:
    ///   - count: how many points it writes, at least one.
    ///   - begins: whether they begin a contour.
    package mutating func lines(_ count: Int, begins: Bool, _ write: (inout OutputSpan<Point>) -> Void) {
        let first = points.count
        makeRoom(verbs: count, points: count)
        points.append(addingCapacity: count, initializingWith: write)
        if begins {
            verbs.append(.move)
            contourStart = points[first]
        }
        verbs.append(contentsOf: repeatElement(.line, count: begins ? count - 1 : count))
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
        appendCubic(control1, control2, end)
    }

    /// Appends a cubic Bézier curve; does nothing in an empty path.
    package mutating func extend(control1: Point, control2: Point, to end: Point) {
        guard let last = verbs.last else { return }
        if last == .close { beginIfNeeded(at: control1) }
        appendCubic(control1, control2, end)
    }

    @inline(__always)  // A path is made of thousands.
    private mutating func appendCubic(_ control1: Point, _ control2: Point, _ end: Point) {
        let count = points.count
        // Grows faster than an array would at first: each growth copies all points.
        if points.capacity - count < 3 { points.reserveCapacity(max(16, count < 256 ? 4 * count : 2 * count)) }
        verbs.append(.cubic)
        points.append(control1)
        points.append(control2)
        points.append(end)
    }

    /// Ends the contour with a line to its beginning; does nothing when no contour is open.
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

    /// Interpolates this path towards another, point by point; nil unless both have the same number of elements, of
    /// kinds that fit.
    ///
    /// The handles of cubics turn and grow: a handle's length and direction, seen from its end point, are interpolated,
    /// and the handle turns the shorter way. A line fits a curve: it counts as a cubic without handles.
    ///
    /// *Range*: a fraction of 0 is this path, 1 the other; beyond 0...1, points go on along their lines. *Source*:
    /// measured on Apple's pictures of airbnb/lottie-ios' snapshots TypeFace/V and TypeFace/Z (iOS 16, 2022): with
    /// turning handles no pixel differs, with handles that go straight one in a hundred does.
    package func interpolated(to other: Path, _ fraction: Double) -> Path? {
        guard verbs == other.verbs else {
            guard let (a, b) = fitted(to: other) else { return nil }
            return a.interpolated(to: b, fraction)
        }
        if fraction == 0 { return self }
        if fraction == 1 { return other }
        var result = self
        var index = 0
        var (mine, theirs) = (Point(0, 0), Point(0, 0))
        var (myStart, theirStart) = (mine, theirs)
        for verb in verbs {
            let last = index + verb.pointCount - 1
            for position in index..<max(index, last + 1) {
                result.points[position] += (other.points[position] - points[position]) * fraction
            }
            if verb == .cubic {
                let start = mine + (theirs - mine) * fraction
                result.points[index] =
                    start + Self.turned(points[index] - mine, other.points[index] - theirs, fraction)
                result.points[index + 1] =
                    result.points[last]
                    + Self.turned(
                        points[index + 1] - points[last], other.points[index + 1] - other.points[last], fraction)
            }
            if last >= index { (mine, theirs) = (points[last], other.points[last]) }
            if verb == .move { (myStart, theirStart) = (mine, theirs) }
            if verb == .close { (mine, theirs) = (myStart, theirStart) }
            index = last + 1
        }
        if let start = contourStart, let end = other.contourStart {
            result.contourStart = start + (end - start) * fraction
        }
        return result
    }

    /// Interpolates between two handles: their lengths, and their directions the shorter way around.
    private static func turned(_ a: Point, _ b: Point, _ fraction: Double) -> Point {
        if a == b { return a }
        let (from, to) = (a.length, b.length)
        guard from > 0, to > 0, from.isFinite, to.isFinite else { return a + (b - a) * fraction }
        let angle = atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) * fraction
        let scale = (from + (to - from) * fraction) / from
        let (c, s) = (cos(angle) * scale, sin(angle) * scale)
        return Point(a.x * c - a.y * s, a.x * s + a.y * c)
    }

    /// Both paths with the same kinds of elements; nil when only one of them has a move or a close at some index.
    private func fitted(to other: Path) -> (Path, Path)? {
        guard verbs.count == other.verbs.count else { return nil }
        var (a, b) = (Path(), Path())
        for (mine, theirs) in zip(elements, other.elements) {
            switch (mine, theirs) {
            case (.move(let p), .move(let q)):
                a.move(to: p)
                b.move(to: q)
            case (.close, .close):
                a.close()
                b.close()
            case (.move, _), (_, .move), (.close, _), (_, .close): return nil
            case (.line(let p), .line(let q)):
                a.line(to: p)
                b.line(to: q)
            default:
                a.appendCubic(mine)
                b.appendCubic(theirs)
            }
        }
        return a.verbs == b.verbs ? (a, b) : nil
    }

    /// Appends a line or a curve, as a cubic.
    private mutating func appendCubic(_ element: Element) {
        let start = currentPoint ?? Point(0, 0)
        switch element {
        case .line(let end): cubic(control1: start, control2: end, to: end)
        case .quad(let control, let end):
            cubic(
                control1: start + (control - start) * (2 / 3.0), control2: end + (control - end) * (2 / 3.0), to: end)
        case .cubic(let control1, let control2, let end): cubic(control1: control1, control2: control2, to: end)
        case .move, .close: return
        }
    }

    /// The elements with their points.
    package var elements: Elements { Elements(path: self) }

    /// The elements of a path, one after the other.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        @usableFromInline let path: Path
        @usableFromInline var verb = 0
        @usableFromInline var point = 0

        @usableFromInline init(path: Path) {
            self.path = path
        }

        /// The next element; nil after the last.
        @inlinable @inline(__always)  // Measured, flattened and hashed element by element in other modules.
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

    /// The smallest box around all points, control points included; nil when no point is finite.
    package var controlBounds: Box? {
        var low = Point(repeating: .infinity), high = Point(repeating: -.infinity)
        let points = points.span
        // Not finite as soon as one point is not.
        var sum = Point.zero
        // Four points a turn, or the loop costs as much as its work. No call of `minimum`, which checks for NaN: `sum`
        // shows NaN.
        var index = 0
        while index + 4 <= points.count {
            // The loop's condition checks all four indices.
            let (a, b) = unsafe (points[unchecked: index], points[unchecked: index + 1])
            let (c, d) = unsafe (points[unchecked: index + 2], points[unchecked: index + 3])
            sum += (a + b) + (c + d)
            low = Self.lower(low, Self.lower(Self.lower(a, b), Self.lower(c, d)))
            high = Self.higher(high, Self.higher(Self.higher(a, b), Self.higher(c, d)))
            index += 4
        }
        for index in index..<points.count {
            let point = points[index]
            sum += point
            (low, high) = (Self.lower(low, point), Self.higher(high, point))
        }
        if !sum.isFinite {
            (low, high) = (Point(repeating: .infinity), Point(repeating: -.infinity))
            for index in points.indices where points[index].isFinite {
                (low, high) = (minimum(low, points[index]), maximum(high, points[index]))
            }
        }
        return low.x <= high.x ? Box(minimum: low, maximum: high) : nil
    }

    /// The smaller coordinates of two points; either coordinate where one is NaN.
    @inline(__always)
    private static func lower(_ a: Point, _ b: Point) -> Point { a.replacing(with: b, where: b .< a) }

    /// The larger coordinates of two points; either coordinate where one is NaN.
    @inline(__always)
    private static func higher(_ a: Point, _ b: Point) -> Point { a.replacing(with: b, where: b .> a) }
}
