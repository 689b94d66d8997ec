import MicaBase

/// Turns paths into edges in device space: maps, cuts at the near plane and at the limit, and divides curves into
/// chords.
///
/// The edges of a piece of a path never depend on the clip. The clip only decides which pieces are left out (they
/// cannot touch it) or replaced by one edge (they lie left of it, where only how far down they reach counts). So a
/// tile's edges add up to the same coverage as a whole drawing's.
struct Flattener {
    /// The edges so far; entries from `count` on are left over.
    private(set) var edges: [Edge] = []
    /// How many edges there are.
    private(set) var count = 0
    /// The largest distance of a chord from its curve, in pixels.
    private let tolerance: Double
    private let rule: ChordRule
    // The bounds of the clip, a pixel larger on each side.
    private var cullMinimum = Point.zero
    private var cullMaximum = Point.zero

    /// The most chords that one piece of a curve becomes. Longer curves are halved, so that halves can be left out.
    private static let chordLimit = 16
    /// The most elements that are looked ahead at: a run may end at its first.
    private static let runLimit = 256
    /// How often a curve is halved at most. Coordinates of 2^40 pixels need 20.
    private static let depthLimit = 24

    init(tolerance: Double) {
        precondition(tolerance >= 1.0 / 4096 && tolerance <= 1, "the tolerance is from a 4,096th of a pixel to one")
        self.tolerance = tolerance
        rule = ChordRule(tolerance: tolerance, pixel: 1)
    }

    /// Swaps the memory for the edges; then there are none.
    mutating func swapMemory(_ other: inout [Edge]) {
        swap(&edges, &other)
        count = 0
    }

    /// Makes room for edges that are to come.
    private mutating func makeRoom(for more: Int) {
        if count + more > edges.count {
            let spare = Edge(x0: 0, y0: 0, x1: 0, y1: 0)
            edges.append(contentsOf: repeatElement(spare, count: max(more, edges.count + 64)))
        }
    }

    private mutating func append(_ edge: Edge) {
        makeRoom(for: 1)
        edges[count] = edge
        count += 1
    }

    /// Whether edges may be missing, to the right of the clip or beyond the limit, so that the outline is not closed.
    private(set) var isCut = false

    /// Removes the edges and keeps the memory.
    mutating func reset(clip: DeviceRect) {
        count = 0
        isCut = false
        cullMinimum = Point(Double(clip.minX) - 1, Double(clip.minY) - 1)
        cullMaximum = Point(Double(clip.maxX) + 1, Double(clip.maxY) + 1)
    }

    /// Appends the edges of a path, every contour closed.
    mutating func append(_ path: Path, transform: Homography) {
        if let affine = transform.affine {
            append(path, affine: affine)
        } else {
            append(path, homography: transform)
        }
    }

    /// The limits of chords, as the vector kernels take them.
    private var chordLimits: ChordLimits {
        ChordLimits(tolerance: rule.tolerance, area: rule.area, most: Self.chordLimit)
    }

    /// Appends the edges of a list that may run through some rows.
    mutating func take(_ list: borrowing EdgeList, rows: Range<Int>) {
        for group in 0..<list.groupCount where list.meets(group, rows) {
            for index in list.edges(ofGroup: group) { append(list.edges[index]) }
        }
    }

    // MARK: - Affine

    private mutating func append(_ path: Path, affine: Affine) {
        var index = 0
        // Points that are not finite are passed over; nil until a contour has a finite one.
        var start: Point?
        var current: Point?
        var position = 0
        let isFast = PixelKernels.current != .scalar
        let mapping = EdgeMapping(
            (affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty), low: cullMinimum, high: cullMaximum,
            limit: FixedPoint.limit)
        while position < path.verbs.count {
            let verb = path.verbs[position]
            position += 1
            if isFast, let from = current, verb == .line || verb == .cubic {
                let most = min(path.verbs.count, position - 1 + Self.runLimit)
                let verbs = path.verbs.span.extracting((position - 1)..<most)
                let points = path.points.span.extracting(index..<path.points.count)
                var end = from
                // A run of curves, with lines between them, or a run of lines; it ends where one is too far away.
                let isCurve = verb == .cubic || (verbs.count > 1 && verbs[1] == .cubic)
                let taken =
                    isCurve
                    ? curves(verbs, points, from: &end, mapping) : lines(verbs, points, from: &end, mapping)
                if taken.elements > 0 {
                    position += taken.elements - 1
                    index += taken.points
                    current = end
                    continue
                }
            }
            let count = verb.pointCount
            let end = count == 0 ? nil : Self.bounded(affine.apply(path.points[index + count - 1]))
            switch verb {
            case .move:
                if let current, let start { line(current, start) }
                start = end
                current = end
            case .line:
                if let current, let end { line(current, end) }
            case .quad:
                if let current, let end {
                    if let control = Self.bounded(affine.apply(path.points[index])) {
                        curve(Cubic(quadFrom: current, control: control, to: end), depth: 0)
                    } else {
                        line(current, end)
                    }
                }
            case .cubic:
                if let current, let end {
                    if let control1 = Self.bounded(affine.apply(path.points[index])),
                        let control2 = Self.bounded(affine.apply(path.points[index + 1]))
                    {
                        curve(Cubic(current, control1, control2, end), depth: 0)
                    } else {
                        line(current, end)
                    }
                }
            case .close:
                if let current, let start { line(current, start) }
                current = start
            }
            if let end, verb != .move {
                current = end
                start = start ?? end
            }
            index += count
        }
        if let current, let start { line(current, start) }
    }

    /// Appends lines with vector kernels, up to the first that ends beyond the limit, or to an element of another kind.
    ///
    /// - Parameter start: where the first line begins; set to where the last one ends.
    /// - Returns: how many elements were taken, and how many points they have.
    private mutating func lines(
        _ verbs: Span<Path.Verb>, _ points: Span<Point>, from start: inout Point, _ mapping: EdgeMapping
    ) -> (elements: Int, points: Int) {
        let limit = FixedPoint.limit
        guard abs(start.x) <= limit, abs(start.y) <= limit else { return (0, 0) }
        let most = verbs.equalCount(from: 0)
        makeRoom(for: most + 4)
        let taken = mapping.addLines(points.extracting(0..<most), from: &start, to: &edges, &count)
        return (taken, taken)
    }

    /// Appends cubics, each with the line before it, if any, with vector kernels. Stops at a cubic that is
    /// beyond the limit or has to be halved, or at an element of another kind.
    ///
    /// - Parameter start: where the first element begins; set to where the last one ends.
    /// - Returns: how many elements were taken, and how many points they have.
    private mutating func curves(
        _ verbs: Span<Path.Verb>, _ points: Span<Point>, from start: inout Point, _ mapping: EdgeMapping
    ) -> (elements: Int, points: Int) {
        let room = Self.chordLimit + 5
        var done = (elements: 0, points: 0)
        while true {
            makeRoom(for: room)
            let taken = mapping.addCurves(
                verbs.extracting(done.elements..<verbs.count), line: .line, cubic: .cubic,
                points.extracting(done.points..<points.count), chordLimits, from: &start, to: &edges, &count)
            done = (done.elements + taken.elements, done.points + taken.points)
            // If there was room, the kernel stopped for another reason.
            if done.elements == verbs.count || edges.count - count >= room { return done }
        }
    }

    /// A point with coordinates that arithmetic can take; nil when one is infinite or NaN.
    private static func bounded(_ p: Point) -> Point? {
        guard p.isFinite else { return nil }
        return p.clamped(
            lowerBound: Point(repeating: -FixedPoint.clamp), upperBound: Point(repeating: FixedPoint.clamp))
    }

    /// The part of a curve that the clip needs: nothing, its lowest point, or all of it.
    private enum Need { case nothing, height, everything }

    private func need(_ low: Point, _ high: Point) -> Need {
        if high.y <= cullMinimum.y || low.y >= cullMaximum.y || low.x >= cullMaximum.x { return .nothing }
        return high.x <= cullMinimum.x ? .height : .everything
    }

    private mutating func curve(_ cubic: Cubic, depth: Int) {
        let low = minimum(minimum(cubic.p0, cubic.p1), minimum(cubic.p2, cubic.p3))
        let high = maximum(maximum(cubic.p0, cubic.p1), maximum(cubic.p2, cubic.p3))
        switch need(low, high) {
        case .nothing:
            if low.x >= cullMaximum.x { isCut = true }
            return
        case .height: return line(cubic.p0, cubic.p3)
        case .everything: break
        }
        let fitting = rule.chordCount(bend: cubic.bend, length: cubic.controlLength, most: Self.chordLimit)
        if fitting == nil, depth < Self.depthLimit {
            let (first, second) = cubic.halves()
            curve(first, depth: depth + 1)
            curve(second, depth: depth + 1)
            return
        }
        let chords = fitting ?? Self.chordLimit
        let limit = FixedPoint.limit - 1
        if low.y > cullMinimum.y, high.y < cullMaximum.y, high.x < cullMaximum.x, min(low.x, low.y) > -limit,
            max(high.x, high.y) < limit
        {
            makeRoom(for: chords)
            return Self.put(cubic, chords: chords, into: &edges, &count)
        }
        var previous = cubic.p0
        if chords > 1 {
            let corners = ChordRule.Corners(cubic, count: chords)
            for index in 1..<chords {
                let next = corners[index]
                line(previous, next)
                previous = next
            }
        }
        line(previous, cubic.p3)
    }

    /// Writes all chords of a curve behind the other edges.
    private static func put(_ cubic: Cubic, chords: Int, into edges: inout [Edge], _ count: inout Int) {
        var out = edges.mutableSpan
        var end = count
        var (x, y) = (FixedPoint.snapped(cubic.p0.x), FixedPoint.snapped(cubic.p0.y))
        if chords > 1 {
            let corners = ChordRule.Corners(cubic, count: chords)
            for index in 1..<chords {
                let next = corners[index]
                let (nextX, nextY) = (FixedPoint.snapped(next.x), FixedPoint.snapped(next.y))
                // An edge that is not horizontal keeps its entry; a horizontal one is overwritten.
                out[end] = Edge(x0: x, y0: y, x1: nextX, y1: nextY)
                end &+= y != nextY ? 1 : 0
                (x, y) = (nextX, nextY)
            }
        }
        let (lastX, lastY) = (FixedPoint.snapped(cubic.p3.x), FixedPoint.snapped(cubic.p3.y))
        out[end] = Edge(x0: x, y0: y, x1: lastX, y1: lastY)
        count = end &+ (y != lastY ? 1 : 0)
    }

    // MARK: - Edges

    /// Appends the edge between two finite points, cut at the limit.
    private mutating func line(_ a: Point, _ b: Point) {
        if max(a.y, b.y) <= cullMinimum.y || min(a.y, b.y) >= cullMaximum.y { return }
        if min(a.x, b.x) >= cullMaximum.x {
            isCut = true
            return
        }
        let limit = FixedPoint.limit
        let reach = max(max(abs(a.x), abs(a.y)), max(abs(b.x), abs(b.y)))
        if reach <= limit {
            edge(a, b)
        } else {
            isCut = true
            distantLine(a, b)
        }
    }

    private mutating func edge(_ a: Point, _ b: Point) {
        let y0 = FixedPoint.snap(a.y)
        let y1 = FixedPoint.snap(b.y)
        if y0 == y1 { return }
        append(Edge(x0: FixedPoint.snap(a.x), y0: y0, x1: FixedPoint.snap(b.x), y1: y1))
    }

    /// Cuts an edge at the limit: drops the parts above, below and right of it, and moves the part left of it onto it.
    private mutating func distantLine(_ a: Point, _ b: Point) {
        let limit = FixedPoint.limit
        guard a.y != b.y else { return }
        func atY(_ y: Double) -> Point { Point(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y) }
        func atX(_ x: Double) -> Point {
            Point(x, max(-limit, min(limit, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))))
        }
        if max(a.y, b.y) <= -limit || min(a.y, b.y) >= limit { return }
        let from = a.y < -limit ? atY(-limit) : a.y > limit ? atY(limit) : a
        let to = b.y < -limit ? atY(-limit) : b.y > limit ? atY(limit) : b
        // The corners of the polyline after the cuts at the left and the right limit, in walking order.
        var corners = (from, from, to, to)
        if from.x < -limit, to.x > -limit { corners.1 = atX(-limit) }
        if from.x > limit, to.x < limit { corners.1 = atX(limit) }
        if to.x < -limit, from.x > -limit { corners.2 = atX(-limit) }
        if to.x > limit, from.x < limit { corners.2 = atX(limit) }
        func inRange(_ p: Point) -> Point { Point(max(-limit, min(limit, p.x)), p.y) }
        edge(inRange(corners.0), inRange(corners.1))
        edge(inRange(corners.1), inRange(corners.2))
        edge(inRange(corners.2), inRange(corners.3))
    }

    // MARK: - Perspective

    /// A contour under perspective: its current homogeneous point, and the part that has been drawn.
    private struct Pen {
        var current: SIMD3<Double>
        var start: SIMD3<Double>
        /// The first and the last point in front of the viewer, in pixels.
        var first: Point?
        var last: Point?
    }

    private static func isInFront(_ h: SIMD3<Double>) -> Bool { h.z > Homography.nearPlane }

    private static func project(_ h: SIMD3<Double>) -> Point {
        Point(h.x / h.z, h.y / h.z)
            .clamped(lowerBound: Point(repeating: -FixedPoint.clamp), upperBound: Point(repeating: FixedPoint.clamp))
    }

    private mutating func append(_ path: Path, homography: Homography) {
        var index = 0
        var pen: Pen?
        func mapped(_ p: Point) -> SIMD3<Double>? {
            let h = homography.homogeneous(p)
            return h.x.isFinite && h.y.isFinite && h.z.isFinite ? h : nil
        }
        for verb in path.verbs {
            let count = verb.pointCount
            let end = count == 0 ? nil : mapped(path.points[index + count - 1])
            if verb == .move || verb == .close {
                finish(&pen)
                if verb == .move { pen = nil }
            }
            if let end {
                if var moved = pen {
                    var curved = false
                    if verb == .quad, let control = mapped(path.points[index]) {
                        curved = true
                        let c0 = moved.current + (control - moved.current) * (2.0 / 3)
                        let c1 = end + (control - end) * (2.0 / 3)
                        curve(moved.current, c0, c1, end, &moved, depth: 0)
                    } else if verb == .cubic, let c0 = mapped(path.points[index]),
                        let c1 = mapped(path.points[index + 1])
                    {
                        curved = true
                        curve(moved.current, c0, c1, end, &moved, depth: 0)
                    }
                    if !curved { line(moved.current, end, &moved) }
                    moved.current = end
                    pen = moved
                } else {
                    let point = Self.isInFront(end) ? Self.project(end) : nil
                    pen = Pen(current: end, start: end, first: point, last: point)
                }
            }
            index += count
        }
        finish(&pen)
    }

    /// Closes the contour, along the near plane where it was cut, and begins the next one at its first point.
    private mutating func finish(_ pen: inout Pen?) {
        guard var closing = pen else { return }
        line(closing.current, closing.start, &closing)
        if let first = closing.first, let last = closing.last { line(last, first) }
        let point = Self.isInFront(closing.start) ? Self.project(closing.start) : nil
        pen = Pen(current: closing.start, start: closing.start, first: point, last: point)
    }

    private mutating func advance(_ pen: inout Pen, to point: Point) {
        if let last = pen.last { line(last, point) } else { pen.first = point }
        pen.last = point
    }

    /// Appends a line in homogeneous space, cut at the near plane.
    private mutating func line(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ pen: inout Pen) {
        let aInFront = Self.isInFront(a)
        let bInFront = Self.isInFront(b)
        if aInFront != bInFront {
            var cut = a + (b - a) * ((Homography.nearPlane - a.z) / (b.z - a.z))
            cut.z = Homography.nearPlane
            advance(&pen, to: Self.project(cut))
        }
        if bInFront { advance(&pen, to: Self.project(b)) }
    }

    /// Appends a cubic in homogeneous space, halved until the hull of its image is flat.
    private mutating func curve(
        _ h0: SIMD3<Double>, _ h1: SIMD3<Double>, _ h2: SIMD3<Double>, _ h3: SIMD3<Double>, _ pen: inout Pen, depth: Int
    ) {
        let inFront =
            (Self.isInFront(h0) ? 1 : 0) + (Self.isInFront(h1) ? 1 : 0)
            + (Self.isInFront(h2) ? 1 : 0) + (Self.isInFront(h3) ? 1 : 0)
        if inFront == 0 || depth >= Self.depthLimit {
            line(h0, h3, &pen)
            return
        }
        if inFront == 4 {
            let p0 = Self.project(h0)
            let p1 = Self.project(h1)
            let p2 = Self.project(h2)
            let p3 = Self.project(h3)
            let low = minimum(minimum(p0, p1), minimum(p2, p3))
            let high = maximum(maximum(p0, p1), maximum(p2, p3))
            if need(low, high) != .everything || isFlat(p0, p1, p2, p3) {
                line(h0, h3, &pen)
                return
            }
        }
        let a = (h0 + h1) * 0.5
        let b = (h1 + h2) * 0.5
        let c = (h2 + h3) * 0.5
        let d = (a + b) * 0.5
        let e = (b + c) * 0.5
        let middle = (d + e) * 0.5
        curve(h0, a, d, middle, &pen, depth: depth + 1)
        curve(middle, e, c, h3, &pen, depth: depth + 1)
    }

    /// Whether the hull of a curve, and so the curve, stays within the tolerance of the chord.
    private func isFlat(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) -> Bool {
        let chord = p3 - p0
        let squared = chord.squaredLength
        func squaredDistance(_ p: Point) -> Double {
            let offset = p - p0
            guard squared > 0 else { return offset.squaredLength }
            let t = max(0, min(1, offset.dot(chord) / squared))
            return (offset - t * chord).squaredLength
        }
        return max(squaredDistance(p1), squaredDistance(p2)) <= tolerance * tolerance
    }
}
