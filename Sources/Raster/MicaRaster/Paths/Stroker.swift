import Foundation
import MicaBase

/// Walks along contours at half a width's distance and writes the outline of a stroke.
///
/// The outline is the sum of the strips beside each chord and the wedges outside each corner, all turning the same way.
/// Inside a corner the strips overlap. There the outline goes through the crossing of their edges when both chords are
/// long enough, and through the corner itself when they are not. So the winding number is 1 or more in the whole stroke
/// and 0 outside it.
struct Stroker: Sendable {
    /// The outlines so far.
    private var outline = Path()
    /// Whether strips overlap beside the line, where it turns back or bends more than its width allows.
    private(set) var overlaps = false
    private var style = StrokeStyle(width: 0)
    private var halfWidth = 0.0
    private var rule = ChordRule(tolerance: 1, pixel: 0)
    /// The current contour as a polyline without repeated points.
    private var corners = StrokeCorners()
    private var isClosed = false
    private var isBegun = false
    /// Points that are not in the outline yet.
    private var side: [Point] = []
    /// Whether the walk is on the second side, back along the polyline.
    private var isReturning = false
    /// The last corner of a curve that was tighter than its width, and how far it and those before it turned, in
    /// radians, about.
    private var tightIndex = -2, tightTurn = 0.0
    // The least cosines of turns for which the crossing is the only corner: where mitres are allowed, and where the
    // crossing is within the tolerance of a circle.
    private var miterDot = 0.0, roundDot = 0.0

    /// The most chords of one curve: enough for an eighth of a circle with a radius of 25,000 pixels.
    private static let chordLimit = 1024
    /// The most chords of all curves together, as long as each has some. A path of 50,000 long curves would have
    /// millions, which take 80 bytes each here and more as edges.
    private static let chordBudget = 1 << 19
    /// The most chords of a curve of this outline.
    private var mostChords = Stroker.chordLimit
    /// The most corners whose memory is kept for the next line: 80 bytes each.
    private static let reusedCorners = 1 << 14

    /// How many chords a curve may have in a path of so many pieces.
    static func mostChords(segments: Int) -> Int { min(max(4, chordBudget / max(1, segments)), chordLimit) }

    /// Begins an outline in a path's memory, which is lent until `finish`.
    ///
    /// - Parameter segments: How many pieces the path has.
    mutating func begin(
        _ style: StrokeStyle, tolerance: Double, pixel: Double, segments: Int, in memory: inout Path
    ) {
        swap(&outline, &memory)
        mostChords = Self.mostChords(segments: segments)
        self.style = style
        (overlaps, tightIndex, tightTurn) = (false, -2, 0)
        rule = ChordRule(tolerance: tolerance, pixel: pixel)
        halfWidth = style.width / 2
        // The cosine of half of such a turn is the half width divided by the half width plus the tolerance.
        let half = halfWidth / (halfWidth + tolerance)
        roundDot = 2 * half * half - 1
        let steepest = style.miterLimit > 0 ? max(1e-6, 1 / style.miterLimit) : .infinity
        switch style.join {
        case .miter: miterDot = 2 * steepest * steepest - 1
        case .round: miterDot = roundDot
        case .bevel: miterDot = 1
        }
    }

    /// Gives the outline back in exchange for the memory that it was begun in.
    mutating func finish(_ memory: inout Path) {
        swap(&outline, &memory)
        side.removeAll(keepingCapacity: true)
        // The memory of usual lines is used again, that of a very long one is given back.
        if corners.count > Self.reusedCorners { corners = StrokeCorners() }
    }

    /// Appends the outline of one contour's stroke.
    mutating func append(_ contour: borrowing PathContour) {
        flatten(contour)
        if corners.count < 2 {
            appendDot(at: contour.start)
            return
        }
        isClosed = contour.isClosed
        corners.turn(isClosed: isClosed, halfWidth: halfWidth, miterDot: miterDot, roundDot: roundDot)
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
            followAlong()
            cap(at: corners[last], direction: corners.direction(last - 1))
            isReturning = true
            followAlong()
            cap(at: corners[0], direction: -corners.direction(0))
            close()
        }
    }

    // MARK: - The polyline

    private mutating func flatten(_ contour: borrowing PathContour) {
        corners.begin(at: contour.start)
        let isFast = PixelKernels.current != .scalar
        let limits = ChordLimits(
            tolerance: rule.tolerance, area: rule.area, halfWidth: halfWidth, most: mostChords)
        var position = 0
        // Where the run of curves ends.
        var end = 0
        while position < contour.count {
            if isFast, !contour.lines[position] {
                if position >= end { end = position + contour.lines.span.equalCount(from: position) }
                let taken = corners.appendCurves(contour.points.span.extracting(3 * position..<3 * end + 1), limits)
                position += taken
                if position == end {
                    corners.setSmooth(goesOnSmoothly(contour, from: position - 1), at: corners.count - 1)
                    continue
                }
            }
            let segment = contour.segment(position)
            if !segment.isLine {
                let count = chordCount(segment.curve)
                if count > 1 {
                    let between = ChordRule.Corners(segment.curve, count: count)
                    for index in 1..<count { corners.append(between[index], isSmooth: true) }
                }
            }
            corners.append(segment.curve.p3, isSmooth: goesOnSmoothly(contour, from: position))
            position += 1
        }
        // Points nearer to each other than a millionth of the half width count as one.
        corners.measure(isClosed: contour.isClosed, nearness: halfWidth * halfWidth * 1e-12)
        if contour.isClosed, contour.count > 0 {
            corners.setSmooth(
                goesOnSmoothly(contour.segment(contour.count - 1), contour.segment(0)), at: 0)
        }
    }

    /// Whether a contour has no corner between a piece and the next.
    private func goesOnSmoothly(_ contour: borrowing PathContour, from position: Int) -> Bool {
        position + 1 < contour.count && goesOnSmoothly(contour.segment(position), contour.segment(position + 1))
    }

    /// How many chords a curve needs so that its outer side is as near as the curve itself would be.
    private func chordCount(_ curve: Cubic) -> Int {
        // How far the curve turns, in radians. The angles between the control polygon's sides count as their chords.
        func turn(_ a: Point, _ b: Point) -> Double {
            let lengths = (a.squaredLength * b.squaredLength).squareRoot()
            return lengths > 0 ? (2 * max(0, 1 - a.dot(b) / lengths)).squareRoot() : 0
        }
        let turned = turn(curve.p1 - curve.p0, curve.p2 - curve.p1) + turn(curve.p2 - curve.p1, curve.p3 - curve.p2)
        return rule.chordCount(
            bend: curve.bend + halfWidth * turned * turned / 8, length: curve.controlLength + halfWidth * turned,
            most: mostChords) ?? mostChords
    }

    /// Whether there is no corner between a segment and the next.
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
        // A control point that coincides with its end gives no direction.
        guard let end = a.curve.tangent(at: 1), let start = b.curve.tangent(at: 0) else { return false }
        return isStraight(end, start)
    }

    // MARK: - Walking

    private mutating func emit(_ point: Point) { side.append(point) }

    /// Appends the emitted points to the outline.
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

    /// Follows an open polyline, from one end's side to the other's, or back.
    private mutating func followAlong() {
        let last = corners.count - 1
        let first = corners[0] + corners.direction(0).quarterTurn * (isReturning ? -halfWidth : halfWidth)
        let end = corners[last] + corners.direction(last - 1).quarterTurn * (isReturning ? -halfWidth : halfWidth)
        emit(isReturning ? end : first)
        walk(1..<last)
        emit(isReturning ? first : end)
    }

    /// Passes some corners, forwards or back.
    private mutating func walk(_ range: Range<Int>) {
        var rest = range
        while !rest.isEmpty {
            let first = isReturning ? rest.upperBound - 1 : rest.lowerBound
            let plain = corners.plainCount(from: first, isReturning: isReturning, most: rest.count)
            let some = max(1, plain)
            let taken = isReturning ? first + 1 - some..<first + 1 : first..<first + some
            if plain > 0 {
                flush()
                outline.lines(taken.count, begins: !isBegun) {
                    corners.appendSide(taken, isReturning: isReturning, to: &$0)
                }
                isBegun = true
            } else {
                corner(at: first)
            }
            rest = isReturning ? rest.lowerBound..<taken.lowerBound : taken.upperBound..<rest.upperBound
        }
    }

    /// Emits the side's points at a corner, from beside one chord to beside the next.
    private mutating func corner(at index: Int) {
        let pivot = corners[index]
        let dot = corners.dot(index)
        let (arriving, leaving) = (index > 0 ? index - 1 : corners.count - 1, index)
        // On the way back both chords have swapped roles and signs.
        let sign = isReturning ? -1.0 : 1.0
        let cross = corners.cross(index) * sign
        let crossing = corners.crossing(index) * sign
        let before = corners.direction(isReturning ? leaving : arriving).quarterTurn * (halfWidth * sign)
        let after = corners.direction(isReturning ? arriving : leaving).quarterTurn * (halfWidth * sign)

        // The side is inside the corner. Where the line turns right back, the first side counts as outside.
        if cross > 0 || (cross == 0 && dot < 0 && isReturning) {
            if corners.isOpen(index) {
                emit(pivot + crossing)
            } else {
                markOverlap(at: index)
                emit(pivot + before)
                emit(pivot)
                emit(pivot + after)
            }
            return
        }
        switch corners.isSmooth(index) ? LineJoin.round : style.join {
        case .miter where dot >= miterDot:
            emit(pivot + crossing)
        case .round where dot >= roundDot:
            // The corner of the prolonged edges is within the tolerance of the circle.
            emit(pivot + crossing)
        case .round:
            emit(pivot + before)
            arc(around: pivot, from: before, angle: atan2(abs(cross), dot))
        case .miter, .bevel:
            emit(pivot + before)
            emit(pivot + after)
        }
    }

    /// Notes an overlap that may be seen: at a sharp corner, or where tight corners of a curve turn as much together.
    private mutating func markOverlap(at index: Int) {
        if corners.dot(index) < 0 { overlaps = true }
        let around = corners.length(index > 0 ? index - 1 : corners.count - 1) + corners.length(index)
        // A curve that is trimmed has short chords that turn as little.
        guard !overlaps, corners.isSmooth(index), corners.reach(index) > around / 4 else { return }
        if abs(index - tightIndex) > 1 { tightTurn = 0 }
        tightIndex = index
        tightTurn += abs(corners.cross(index))
        if tightTurn > 1.5 { overlaps = true }
    }

    /// Appends an arc around the outside, which always turns from +y towards +x.
    private mutating func arc(around center: Point, from offset: Point, angle: Double) {
        flush()
        outline.appendArc(center: center, radius: halfWidth, startAngle: atan2(offset.y, offset.x), sweep: -angle)
    }

    /// Goes round the end of a line; the caller emits the point where the other side begins.
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
