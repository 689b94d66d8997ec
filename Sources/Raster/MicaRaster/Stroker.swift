import Foundation

/// Walks along contours at half a width's distance and writes the outline of a stroke.
///
/// The outline is the sum of the strips beside each chord and the wedges outside each corner, all turning the same
/// way; inside a corner the strips overlap, and the outline takes the point where their edges cross when both chords
/// are long enough, and goes by the corner itself when they are not. So the winding number is 1 or more in the whole
/// stroke and 0 outside it.
struct Stroker: Sendable {
    /// The outlines so far.
    private var outline = Path()
    /// Whether strips lie on each other beside the line, where it turns back or bends more than its width allows.
    private(set) var overlaps = false
    private var style = StrokeStyle(width: 0)
    private var halfWidth = 0.0
    private var rule = ChordRule(tolerance: 1, pixel: 0)
    /// The contour at hand as a polyline without points in the same place.
    private var corners: [Corner] = []
    private var isClosed = false
    private var isBegun = false
    /// Points of the outline that are not in it yet.
    private var side: [Point] = []
    /// Whether the walk is on the second side, back along the polyline.
    private var isReturning = false
    /// The last corner of a curve that was tighter than its width, and how far the ones before it turned, in radians, about.
    private var tightIndex = -2, tightTurn = 0.0
    // The least cosines of turns that are gone round by the crossing alone: where mitres are allowed, and where it is as
    // near a circle as the tolerance.
    private var miterDot = 0.0, roundDot = 0.0

    /// A point of the polyline, and the chord to the next.
    private struct Corner {
        var point: Point
        /// The chord's direction, of length 1, and its length.
        var direction = Point.zero
        var length = 0.0
        /// From the point to where the lines beside its chords cross, on the side that is walked first.
        var crossing = Point.zero
        /// The sine and the cosine of the turn.
        var cross = 0.0, dot = 0.0
        /// Whether the polyline bends because a curve does, and not because two segments meet.
        var isSmooth: Bool
        /// How far before and behind the point its chords' sides cross.
        var reach = 0.0
        /// Whether the side inside the turn goes by the crossing.
        var isOpen = false
        /// Whether both sides go by the crossing alone.
        var isPlain = false
    }

    /// The most chords of one curve: enough for an eighth of a circle with a radius of 25,000 pixels.
    private static let chordLimit = 1024

    /// Begins an outline in the memory of another, which is lent until `finish`.
    mutating func begin(_ style: StrokeStyle, tolerance: Double, pixel: Double, in memory: inout Path) {
        swap(&outline, &memory)
        self.style = style
        (overlaps, tightIndex, tightTurn) = (false, -2, 0)
        rule = ChordRule(tolerance: tolerance, pixel: pixel)
        halfWidth = style.width / 2
        // The cosine of half of such a turn is half the width over the width and the tolerance.
        let half = halfWidth / (halfWidth + tolerance)
        roundDot = 2 * half * half - 1
        let steepest = style.miterLimit > 0 ? max(1e-6, 1 / style.miterLimit) : .infinity
        switch style.join {
        case .miter: miterDot = 2 * steepest * steepest - 1
        case .round: miterDot = roundDot
        case .bevel: miterDot = 1
        }
    }

    /// Gives away the outline for the memory that it was begun in.
    mutating func finish(_ memory: inout Path) {
        swap(&outline, &memory)
        side.removeAll(keepingCapacity: true)
    }

    /// Appends the outline of one contour's stroke.
    mutating func append(_ contour: borrowing PathContour) {
        flatten(contour)
        if corners.count < 2 {
            appendDot(at: contour.start)
            return
        }
        isClosed = contour.isClosed
        Self.measure(&corners, isClosed: isClosed)
        Self.turn(&corners, isClosed: isClosed, halfWidth: halfWidth, miterDot: miterDot, roundDot: roundDot)
        outline.makeRoom(verbs: 2 * corners.count + 4, points: 2 * corners.count + 4)
        isReturning = false
        isBegun = false
        if isClosed {
            walk(0..<corners.count)
            close()
            isReturning = true
            isBegun = false
            walk(0..<corners.count)
            close()
        } else {
            let last = corners.count - 1
            walkAlong()
            cap(at: corners[last].point, direction: corners[last - 1].direction)
            isReturning = true
            walkAlong()
            cap(at: corners[0].point, direction: -corners[0].direction)
            close()
        }
    }

    // MARK: - The polyline

    private mutating func flatten(_ contour: borrowing PathContour) {
        corners.removeAll(keepingCapacity: true)
        corners.append(Corner(point: contour.start, isSmooth: false))
        for position in contour.segments.indices {
            let segment = contour.segments[position]
            if !segment.isLine {
                let count = chordCount(segment.curve)
                if count > 1 {
                    let between = ChordRule.Corners(segment.curve, count: count)
                    for index in 1..<count { add(between[index], isSmooth: true) }
                }
            }
            add(
                segment.curve.p3,
                isSmooth: position + 1 < contour.segments.count
                    && goesOnSmoothly(segment, contour.segments[position + 1]))
        }
        if contour.isClosed, let last = contour.segments.last, let first = contour.segments.first {
            corners[0].isSmooth = goesOnSmoothly(last, first)
        }
        // A closed polyline does not repeat its first point.
        if contour.isClosed {
            while corners.count > 1, isSamePlace(corners[corners.count - 1].point, corners[0].point) {
                corners.removeLast()
            }
        }
    }

    /// How many chords a curve needs whose outer side is to be as near as the curve itself would be.
    private func chordCount(_ curve: Cubic) -> Int {
        // How far the curve turns, in radians: chords of the angles between the control polygon's sides.
        func turn(_ a: Point, _ b: Point) -> Double {
            let lengths = (a.squaredLength * b.squaredLength).squareRoot()
            return lengths > 0 ? (2 * max(0, 1 - a.dot(b) / lengths)).squareRoot() : 0
        }
        let turned = turn(curve.p1 - curve.p0, curve.p2 - curve.p1) + turn(curve.p2 - curve.p1, curve.p3 - curve.p2)
        return rule.chordCount(
            bend: curve.bend + halfWidth * turned * turned / 8, length: curve.controlLength + halfWidth * turned,
            most: Self.chordLimit) ?? Self.chordLimit
    }

    /// Whether a curve goes over into the next segment without a corner.
    private func goesOnSmoothly(_ a: PathContour.Segment, _ b: PathContour.Segment) -> Bool {
        if a.isLine && b.isLine { return false }
        func isStraight(_ end: Point, _ start: Point) -> Bool {
            let dot = end.dot(start)
            return dot > 0 && dot * dot > 0.999_998 * end.squaredLength * start.squaredLength
        }
        let (end, start) = (a.curve.p3 - a.curve.p2, b.curve.p1 - b.curve.p0)
        let (least, other) = (end.squaredLength, start.squaredLength)
        if least > 1e-9 * (a.curve.p3 - a.curve.p0).squaredLength,
            other > 1e-9 * (b.curve.p3 - b.curve.p0).squaredLength,
            least > 1e-200, other > 1e-200
        {
            return isStraight(end, start)
        }
        // A control point in the place of its end says nothing.
        guard let end = a.curve.tangent(at: 1), let start = b.curve.tangent(at: 0) else { return false }
        return isStraight(end, start)
    }

    private func isSamePlace(_ a: Point, _ b: Point) -> Bool {
        (a - b).squaredLength <= halfWidth * halfWidth * 1e-12
    }

    private mutating func add(_ point: Point, isSmooth smooth: Bool) {
        let last = corners.count - 1
        if isSamePlace(corners[last].point, point) {
            if !smooth { corners[last].isSmooth = false }
            return
        }
        corners.append(Corner(point: point, isSmooth: smooth))
    }

    /// Works out the chords; that of an open polyline's last point leads nowhere.
    private static func measure(_ all: inout [Corner], isClosed: Bool) {
        var corners = all.mutableSpan
        let last = corners.count - 1
        for index in 0...last {
            if index == last, !isClosed { return }
            let step = corners[index == last ? 0 : index &+ 1].point - corners[index].point
            let length = step.length
            corners[index].length = length
            corners[index].direction = step * (1 / length)
        }
    }

    /// Works out the turns, and which of them are plain.
    private static func turn(
        _ all: inout [Corner], isClosed: Bool, halfWidth: Double, miterDot: Double, roundDot: Double
    ) {
        var corners = all.mutableSpan
        let last = corners.count - 1
        var previous = isClosed ? last : 0
        var index = isClosed ? 0 : 1
        while index <= (isClosed ? last : last - 1) {
            let (from, to) = (corners[previous].direction, corners[index].direction)
            let (dot, cross) = (from.dot(to), from.cross(to))
            // Edges of a line that turns right back never cross.
            let part = halfWidth / max(1 + dot, 1e-12)
            corners[index].reach = 1 + dot > 1e-12 ? part * abs(cross) : .infinity
            corners[index].crossing = (from + to).quarterTurn * part
            (corners[index].cross, corners[index].dot) = (cross, dot)
            corners[index].isPlain = dot >= (corners[index].isSmooth ? roundDot : miterDot)
            previous = index
            index += 1
        }
        // A corner takes no more than half of its chords, or the corners at both ends of each leave something of it.
        previous = isClosed ? last : 0
        for index in 0...last {
            let next = index == last ? 0 : index &+ 1, reach = corners[index].reach
            let (before, after) = (corners[previous].length, corners[index].length)
            corners[index].isOpen =
                reach <= min(before, after) / 2
                || (corners[previous].reach + reach <= before && reach + corners[next].reach <= after)
            corners[index].isPlain = corners[index].isPlain && corners[index].isOpen
            previous = index
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

    /// Along an open polyline, from one end's side to the other's, or back.
    private mutating func walkAlong() {
        let last = corners.count - 1
        let first = corners[0].point + corners[0].direction.quarterTurn * (isReturning ? -halfWidth : halfWidth)
        let end =
            corners[last].point + corners[last - 1].direction.quarterTurn * (isReturning ? -halfWidth : halfWidth)
        emit(isReturning ? end : first)
        walk(1..<last)
        emit(isReturning ? first : end)
    }

    /// Past some corners, or back past them.
    private mutating func walk(_ range: Range<Int>) {
        let sign = isReturning ? -1.0 : 1.0
        var index = isReturning ? range.upperBound - 1 : range.lowerBound
        side.reserveCapacity(side.count + range.count)
        for _ in 0..<range.count {
            if corners[index].isPlain {
                side.append(corners[index].point + corners[index].crossing * sign)
            } else {
                corner(at: index)
            }
            index += isReturning ? -1 : 1
        }
    }

    /// The side's way past a corner, from beside one chord to beside the next.
    private mutating func corner(at index: Int) {
        let pivot = corners[index].point
        let dot = corners[index].dot
        let (arriving, leaving) = (index > 0 ? index - 1 : corners.count - 1, index)
        // Back, both chords have changed places and signs.
        let sign = isReturning ? -1.0 : 1.0
        let cross = corners[index].cross * sign
        let crossing = corners[index].crossing * sign
        let before = corners[isReturning ? leaving : arriving].direction.quarterTurn * (halfWidth * sign)
        let after = corners[isReturning ? arriving : leaving].direction.quarterTurn * (halfWidth * sign)

        // The side is inside the corner. Where the line turns right back, the first side is outside.
        if cross > 0 || (cross == 0 && dot < 0 && isReturning) {
            if corners[index].isOpen {
                emit(pivot + crossing)
            } else {
                noteOverlap(at: index)
                emit(pivot + before)
                emit(pivot)
                emit(pivot + after)
            }
            return
        }
        switch corners[index].isSmooth ? LineJoin.round : style.join {
        case .miter where dot >= miterDot:
            emit(pivot + crossing)
        case .round where dot >= roundDot:
            // The corner of the prolonged edges is no farther from the circle than the tolerance.
            emit(pivot + crossing)
        case .round:
            emit(pivot + before)
            arc(around: pivot, from: before, angle: atan2(abs(cross), dot))
        case .miter, .bevel:
            emit(pivot + before)
            emit(pivot + after)
        }
    }

    /// Notes what of a corner that is tighter than its width may be seen: a sharp one, or as much of a curve.
    private mutating func noteOverlap(at index: Int) {
        let corner = corners[index]
        if corner.dot < 0 { overlaps = true }
        let before = corners[index > 0 ? index - 1 : corners.count - 1].length
        // A curve that is trimmed has short chords that turn as little.
        guard !overlaps, corner.isSmooth, corner.reach > (before + corner.length) / 4 else { return }
        if abs(index - tightIndex) > 1 { tightTurn = 0 }
        tightIndex = index
        tightTurn += abs(corner.cross)
        if tightTurn > 1.5 { overlaps = true }
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
