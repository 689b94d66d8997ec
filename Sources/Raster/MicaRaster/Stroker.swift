import Foundation

/// Walks along contours at half a width's distance and writes the outline of a stroke.
///
/// The outline is the sum of the strips beside each chord and the wedges outside each corner, all turning the same
/// way; inside a corner the strips overlap, and the outline takes the point where their edges cross when both chords
/// are long enough, and goes by the corner itself when they are not. So the winding number is 1 or more in the whole
/// stroke and 0 outside it.
struct Stroker {
    /// The outlines so far.
    private(set) var outline = Path()
    private let style: StrokeStyle
    private let halfWidth: Double
    private let tolerance: Double
    // The contour at hand as a polyline without points in the same place.
    private var points: [Point] = []
    /// Whether the polyline bends at a point because a curve does, and not because two segments meet.
    private var isSmooth: [Bool] = []
    private var directions: [Point] = []
    private var lengths: [Double] = []
    /// How it turns at each point; nothing at the ends of an open one.
    private var turns: [Turn] = []
    private var isBegun = false
    /// Points of the outline that are not in it yet.
    private var side: [Point] = []
    /// Whether the walk is on the second side, the polyline turned round.
    private var isReturning = false

    /// A corner of the polyline.
    private struct Turn {
        /// From the corner to where the lines beside the chords cross, on the side that is walked first.
        var crossing = Point.zero
        /// The sine and the cosine of the turn.
        var cross = 0.0, dot = 0.0
    }

    /// The most chords of one curve: enough for an eighth of a circle with a radius of 25,000 pixels.
    private static let chordLimit = 1024.0

    init(style: StrokeStyle, tolerance: Double) {
        self.style = style
        self.tolerance = tolerance
        halfWidth = style.width / 2
    }

    /// Appends the outline of one contour's stroke.
    mutating func append(_ contour: PathContour) {
        flatten(contour)
        if points.count < 2 {
            appendDot(at: contour.start)
            return
        }
        measure(isClosed: contour.isClosed)
        isReturning = false
        if contour.isClosed {
            walkRound()
            turnBack(isClosed: true)
            walkRound()
        } else {
            isBegun = false
            walkAlong()
            cap(at: points[points.count - 1], direction: directions[directions.count - 1])
            turnBack(isClosed: false)
            walkAlong()
            cap(at: points[points.count - 1], direction: directions[directions.count - 1])
            close()
        }
    }

    // MARK: - The polyline

    private mutating func flatten(_ contour: PathContour) {
        points.removeAll(keepingCapacity: true)
        isSmooth.removeAll(keepingCapacity: true)
        points.append(contour.start)
        isSmooth.append(false)
        for (position, segment) in contour.segments.enumerated() {
            if !segment.isLine {
                let count = Int(
                    min(Self.chordLimit, segment.curve.squaredChordCount(tolerance: tolerance).squareRoot()).rounded(
                        .up))
                if count > 1 {
                    // As Cubic.point(at:) has it.
                    let (p0, p1, p2, p3) = (segment.curve.p0, segment.curve.p1, segment.curve.p2, segment.curve.p3)
                    let a = (p3 - p0) + 3 * (p1 - p2), b = 3 * (p0 - 2 * p1 + p2), c = 3 * (p1 - p0)
                    for index in 1..<count {
                        let t = Double(index) / Double(count)
                        add(((a * t + b) * t + c) * t + p0, isSmooth: true)
                    }
                }
            }
            add(
                segment.curve.p3,
                isSmooth: position + 1 < contour.segments.count
                    && goesOnSmoothly(segment, contour.segments[position + 1]))
        }
        if contour.isClosed, let last = contour.segments.last, let first = contour.segments.first {
            isSmooth[0] = goesOnSmoothly(last, first)
        }
        // A closed polyline does not repeat its first point.
        if contour.isClosed {
            while points.count > 1, isSamePlace(points[points.count - 1], points[0]) {
                points.removeLast()
                isSmooth.removeLast()
            }
        }
    }

    /// Whether a curve goes over into the next segment without a corner.
    private func goesOnSmoothly(_ a: PathContour.Segment, _ b: PathContour.Segment) -> Bool {
        guard !(a.isLine && b.isLine), let end = a.curve.tangent(at: 1), let start = b.curve.tangent(at: 0) else {
            return false
        }
        return end.dot(start) > 0.999_999
    }

    private func isSamePlace(_ a: Point, _ b: Point) -> Bool { (a - b).length <= halfWidth * 1e-6 }

    private mutating func add(_ point: Point, isSmooth smooth: Bool) {
        if let last = points.last, isSamePlace(last, point) {
            if !smooth { isSmooth[isSmooth.count - 1] = false }
            return
        }
        points.append(point)
        isSmooth.append(smooth)
    }

    private mutating func measure(isClosed: Bool) {
        directions.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        for index in 1..<points.count { measure(from: index - 1, to: index) }
        if isClosed { measure(from: points.count - 1, to: 0) }
        turns.removeAll(keepingCapacity: true)
        turns.append(isClosed ? turn(directions[directions.count - 1], directions[0]) : Turn())
        for index in 1..<directions.count { turns.append(turn(directions[index - 1], directions[index])) }
        if !isClosed { turns.append(Turn()) }
    }

    private mutating func measure(from: Int, to: Int) {
        let step = points[to] - points[from]
        let length = step.length
        lengths.append(length)
        directions.append(step / length)
    }

    private func turn(_ from: Point, _ to: Point) -> Turn {
        let dot = from.dot(to)
        // Edges of a line that turns right back never cross.
        let crossing = (from.quarterTurn * halfWidth + to.quarterTurn * halfWidth) / max(1 + dot, 1e-12)
        return Turn(crossing: crossing, cross: from.cross(to), dot: dot)
    }

    /// Turns the polyline round, so that the same walk makes the other side.
    private mutating func turnBack(isClosed: Bool) {
        isReturning = true
        points.reverse()
        isSmooth.reverse()
        // Chord i of the reversed closed polyline goes from point n-1-i to n-2-i, which was chord n-2-i; the last
        // one stays the last.
        let count = isClosed ? directions.count - 1 : directions.count
        directions[0..<count].reverse()
        lengths[0..<count].reverse()
        for index in directions.indices { directions[index] = -directions[index] }
        // Both chords at a corner have changed places and signs.
        turns.reverse()
        for index in turns.indices {
            turns[index].crossing = -turns[index].crossing
            turns[index].cross = -turns[index].cross
        }
    }

    // MARK: - Walking

    private mutating func emit(_ point: Point) { side.append(point) }

    /// Puts the points that were emitted into the outline.
    private mutating func flush() {
        if side.isEmpty { return }
        if isBegun { outline.lines(to: side[...]) } else { outline.polyline(side) }
        isBegun = true
        side.removeAll(keepingCapacity: true)
    }

    private mutating func close() {
        flush()
        outline.close()
    }

    private mutating func walkAlong() {
        emit(points[0] + directions[0].quarterTurn * halfWidth)
        for index in directions.indices.dropFirst() {
            corner(at: index, from: index - 1, to: index)
        }
        emit(points[points.count - 1] + directions[directions.count - 1].quarterTurn * halfWidth)
    }

    private mutating func walkRound() {
        isBegun = false
        for index in 1..<points.count { corner(at: index, from: index - 1, to: index) }
        corner(at: 0, from: points.count - 1, to: 0)
        close()
    }

    /// The side's way past a corner, from beside one chord to beside the next.
    private mutating func corner(at index: Int, from previous: Int, to next: Int) {
        let pivot = points[index]
        let turn = turns[index]
        let (cross, dot) = (turn.cross, turn.dot)
        var before: Point { directions[previous].quarterTurn * halfWidth }
        var after: Point { directions[next].quarterTurn * halfWidth }

        // The side is inside the corner. Where the line turns right back, the first side is outside.
        if cross > 0 || (cross == 0 && dot < 0 && isReturning) {
            // How far along the chords their edges cross.
            let reach = 1 + dot > 1e-12 ? halfWidth * abs(cross) / (1 + dot) : .infinity
            if reach <= min(lengths[previous], lengths[next]) / 2 {
                emit(pivot + turn.crossing)
            } else {
                emit(pivot + before)
                emit(pivot)
                emit(pivot + after)
            }
            return
        }
        // The cosine of half the turn.
        let halfCosine = max(0, (1 + dot) / 2).squareRoot()
        let join = isSmooth[index] ? LineJoin.round : style.join
        switch join {
        case .miter where halfCosine > 1e-6 && 1 <= style.miterLimit * halfCosine:
            emit(pivot + turn.crossing)
        case .round where halfWidth * (1 - halfCosine) <= tolerance * halfCosine:
            // The corner of the prolonged edges is no farther from the circle than the tolerance.
            emit(pivot + turn.crossing)
        case .round:
            emit(pivot + before)
            arc(around: pivot, from: before, angle: atan2(abs(cross), dot))
        case .miter, .bevel:
            emit(pivot + before)
            emit(pivot + after)
        }
    }

    /// An arc around the outside, which is always the turn from +y towards +x.
    private mutating func arc(around center: Point, from offset: Point, angle: Double) {
        flush()
        outline.appendArc(center: center, radius: halfWidth, startAngle: atan2(offset.y, offset.x), sweep: -angle)
    }

    /// Goes round the end of a line to its other side; the walk emits where that begins.
    private mutating func cap(at end: Point, direction: Point) {
        let side = direction.quarterTurn * halfWidth
        switch style.cap {
        case .butt:
            break
        case .square:
            emit(end + side + direction * halfWidth)
            emit(end - side + direction * halfWidth)
        case .round:
            arc(around: end, from: side, angle: .pi)
        }
    }

    private mutating func appendDot(at center: Point) {
        guard style.cap != .butt else { return }
        isBegun = false
        emit(center + Point(0, halfWidth))
        cap(at: center, direction: Point(1, 0))
        emit(center - Point(0, halfWidth))
        cap(at: center, direction: Point(-1, 0))
        close()
    }
}
