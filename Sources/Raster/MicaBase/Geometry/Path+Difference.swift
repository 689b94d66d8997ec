/// Where the insides of two paths may differ.
///
/// A piece that two closed contours share adds the same winding numbers for both. Where the contours differ, a piece of
/// one and a piece of the other make a loop. Outside of its box a loop adds nothing: there the insides are the same,
/// and so is every pixel's coverage, which is a sum over edges. So a line that grows at its end changes pixels only
/// near that end.
extension Path {
    /// Calls a function with boxes: outside of all of them both paths have the same inside, under any fill rule. A box
    /// holds the control points of what differs, so that chords may leave it by the tolerance.
    ///
    /// *Complexity*: linear in the elements of both paths.
    package func forEachDifference(from other: Path, _ body: (Box) -> Void) {
        var (new, old) = (PathPiece(self), PathPiece(other))
        while true {
            let hasNew = new.nextContour(), hasOld = old.nextContour()
            if !hasNew, !hasOld { return }
            var wrap = PathExtent()
            if hasNew, hasOld {
                let pair = PathPair(new: self, old: other, newPiece: new, oldPiece: old)
                if pair.isMoved {
                    // The lines that close the contours differ too.
                    wrap.add(points[new.points.upperBound - 1])
                    wrap.add(other.points[old.points.upperBound - 1])
                }
                pair.compare(new, old, depth: PathPair.depth, &wrap, body)
            } else if hasNew {
                wrap.add(self, new)
            } else {
                wrap.add(other, old)
            }
            if let box = wrap.box { body(box) }
        }
    }
}

/// Consecutive elements of one contour of a path. A close is not counted: every contour counts as closed.
private struct PathPiece {
    var verbs: Range<Int>
    var points: Range<Int>
    private let path: Path

    /// The empty piece before a path's first contour.
    init(_ path: Path) {
        self.path = path
        (verbs, points) = (0..<0, 0..<0)
    }

    var isEmpty: Bool { verbs.isEmpty }
    var count: Int { verbs.count }
    var firstPoint: Int { points.lowerBound }

    /// Goes on to the next contour; false when there is none.
    mutating func nextContour() -> Bool {
        var end = verbs.upperBound
        while end < path.verbs.count, path.verbs[end] == .close { end += 1 }
        guard end < path.verbs.count else { return false }
        let (first, firstPoint) = (end, points.upperBound)
        var lastPoint = firstPoint
        repeat {
            lastPoint += path.verbs[end].pointCount
            end += 1
        } while end < path.verbs.count && path.verbs[end] != .move && path.verbs[end] != .close
        (verbs, points) = (first..<end, firstPoint..<lastPoint)
        return true
    }

    mutating func dropFirst() {
        points = points.lowerBound + path.verbs[verbs.lowerBound].pointCount..<points.upperBound
        verbs = verbs.lowerBound + 1..<verbs.upperBound
    }

    mutating func dropLast() {
        verbs = verbs.lowerBound..<verbs.upperBound - 1
        points = points.lowerBound..<points.upperBound - path.verbs[verbs.upperBound].pointCount
    }

    /// The pieces before and after one of its elements.
    func split(_ verb: Int, _ point: Int) -> (before: PathPiece, after: PathPiece) {
        var (before, after) = (self, self)
        before.verbs = verbs.lowerBound..<verb
        before.points = points.lowerBound..<point
        after.verbs = verb + 1..<verbs.upperBound
        after.points = point + path.verbs[verb].pointCount..<points.upperBound
        return (before, after)
    }
}

/// The box around points that are added one by one.
private struct PathExtent {
    private var low = Point(repeating: .infinity), high = Point(repeating: -.infinity)

    mutating func add(_ point: Point) {
        (low, high) = (minimum(low, point), maximum(high, point))
    }

    mutating func add(_ path: Path, _ piece: PathPiece) {
        for index in piece.points { add(path.points[index]) }
    }

    /// The box; nil before the first point. NaN is ignored, as in drawing. An infinite point makes the box the whole
    /// plane: lines beside such a point may be drawn from elsewhere.
    var box: Box? {
        guard low.x <= high.x, low.y <= high.y else { return nil }
        if low.isFinite, high.isFinite { return Box(minimum: low, maximum: high) }
        return Box(minimum: Point(repeating: -.infinity), maximum: Point(repeating: .infinity))
    }
}

/// Two contours to compare.
private struct PathPair {
    let new: Path, old: Path
    /// The whole contours.
    let newPiece: PathPiece, oldPiece: PathPiece

    /// How often a differing piece is divided at a common element.
    static let depth = 3
    /// Pieces with fewer elements are not searched for a common element.
    private static let shortest = 12

    /// Whether the contours begin at different points: then the differing pieces at both ends make one loop.
    var isMoved: Bool { new.points[newPiece.firstPoint] != old.points[oldPiece.firstPoint] }

    private func isSame(_ verb: Int, _ point: Int, as oldVerb: Int, _ oldPoint: Int) -> Bool {
        guard new.verbs[verb] == old.verbs[oldVerb] else { return false }
        for index in 0..<new.verbs[verb].pointCount where new.points[point + index] != old.points[oldPoint + index] {
            return false
        }
        return true
    }

    /// Compares two pieces; the elements beside them are common to both contours.
    func compare(
        _ new: PathPiece, _ old: PathPiece, depth: Int, _ wrap: inout PathExtent, _ body: (Box) -> Void
    ) {
        var (a, b) = (new, old)
        while !a.isEmpty, !b.isEmpty,
            isSame(a.verbs.lowerBound, a.points.lowerBound, as: b.verbs.lowerBound, b.points.lowerBound)
        {
            a.dropFirst()
            b.dropFirst()
        }
        while !a.isEmpty, !b.isEmpty {
            let (verb, oldVerb) = (a.verbs.upperBound - 1, b.verbs.upperBound - 1)
            let count = self.new.verbs[verb].pointCount
            guard
                isSame(verb, a.points.upperBound - count, as: oldVerb, b.points.upperBound - count)
            else { break }
            a.dropLast()
            b.dropLast()
        }
        if a.isEmpty, b.isEmpty { return }
        if depth > 0, min(a.count, b.count) >= Self.shortest, let (verb, point, oldVerb, oldPoint) = common(a, b) {
            let (newParts, oldParts) = (a.split(verb, point), b.split(oldVerb, oldPoint))
            compare(newParts.before, oldParts.before, depth: depth - 1, &wrap, body)
            compare(newParts.after, oldParts.after, depth: depth - 1, &wrap, body)
            return
        }
        // Where the contours begin at different points, a piece at one end continues at the other end.
        let isFirst = a.verbs.lowerBound == newPiece.verbs.lowerBound || b.verbs.lowerBound == oldPiece.verbs.lowerBound
        let isLast = a.verbs.upperBound == newPiece.verbs.upperBound || b.verbs.upperBound == oldPiece.verbs.upperBound
        if isMoved, isFirst || isLast {
            add(a, b, to: &wrap)
            return
        }
        var extent = PathExtent()
        add(a, b, to: &extent)
        if let box = extent.box { body(box) }
    }

    /// Adds two pieces, the point before them and the element after them. Both contours have that point and that
    /// element.
    private func add(_ a: PathPiece, _ b: PathPiece, to extent: inout PathExtent) {
        extent.add(new, a)
        extent.add(old, b)
        if a.verbs.lowerBound > newPiece.verbs.lowerBound { extent.add(new.points[a.points.lowerBound - 1]) }
        if b.verbs.lowerBound > oldPiece.verbs.lowerBound { extent.add(old.points[b.points.lowerBound - 1]) }
        if a.verbs.upperBound < newPiece.verbs.upperBound {
            let first = a.points.upperBound
            for index in first..<first + new.verbs[a.verbs.upperBound].pointCount { extent.add(new.points[index]) }
        } else {
            extent.add(new.points[newPiece.firstPoint])
        }
    }

    /// Finds an element that both pieces have: tries three elements of the new piece against all of the old piece.
    private func common(_ a: PathPiece, _ b: PathPiece) -> (Int, Int, Int, Int)? {
        for quarter in [2, 1, 3] {
            let wanted = a.verbs.lowerBound + a.count * quarter / 4
            var point = a.points.lowerBound
            for verb in a.verbs.lowerBound..<wanted { point += new.verbs[verb].pointCount }
            var oldPoint = b.points.lowerBound
            for verb in b.verbs {
                if isSame(wanted, point, as: verb, oldPoint) { return (wanted, point, verb, oldPoint) }
                oldPoint += old.verbs[verb].pointCount
            }
        }
        return nil
    }
}
