import MicaBase

/// An axis-aligned rectangle in steps, whose coverage is a product of lengths.
///
/// The coverage of a pixel is twice (height inside) times (width inside). Edges at the same steps add up to that
/// product, so that the bytes are those of the general way.
struct FixedRectangle {
    var minX, minY, maxX, maxY: Int

    /// Makes a rectangle from its edges, in steps.
    init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// Makes a rectangle from two opposite corners in pixels; nil when a coordinate is infinite or NaN.
    init?(corner: Point, opposite: Point) {
        guard corner.isFinite, opposite.isFinite else { return nil }
        let a = Self.snap(corner)
        let b = Self.snap(opposite)
        minX = min(a.x, b.x)
        minY = min(a.y, b.y)
        maxX = max(a.x, b.x)
        maxY = max(a.y, b.y)
    }

    /// Makes the rectangle that a path is; nil when the path is anything else, or is not axis-aligned once mapped.
    init?(_ path: Path, affine: Affine) {
        let verbs = path.verbs
        guard verbs.count >= 4, verbs.count <= 6, verbs[0] == .move, verbs[1] == .line, verbs[2] == .line,
            verbs[3] == .line
        else { return nil }
        if verbs.count > 4 {
            // The path may return to its beginning by a line, a close, or both.
            let returns = verbs[4] == .line
            guard returns ? path.points[4] == path.points[0] : verbs[4] == .close else { return nil }
            guard verbs.count == 5 || (returns && verbs[5] == .close) else { return nil }
        }
        let first = affine.apply(path.points[0])
        let second = affine.apply(path.points[1])
        let third = affine.apply(path.points[2])
        let fourth = affine.apply(path.points[3])
        guard first.isFinite, second.isFinite, third.isFinite, fourth.isFinite else { return nil }
        let a = Self.snap(first)
        let b = Self.snap(second)
        let c = Self.snap(third)
        let d = Self.snap(fourth)
        guard
            (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
                || (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y)
        else { return nil }
        self.init(corner: first, opposite: third)
    }

    private static func snap(_ p: Point) -> SIMD2<Int> {
        let limit = Point(repeating: FixedPoint.limit)
        let inside = p.clamped(lowerBound: -limit, upperBound: limit)
        return SIMD2(Int(FixedPoint.snap(inside.x)), Int(FixedPoint.snap(inside.y)))
    }

    /// The rectangle with its edges moved to whole pixels. Hard edges take in the pixels whose centres are inside or on
    /// the least edges. Covering edges take in the pixels that are covered by half of 1/255 or more along x and along
    /// y.
    func with(_ edges: EdgeMode) -> FixedRectangle {
        let (least, greatest): (Int, Int)
        switch edges {
        case .soft: return self
        case .hard: (least, greatest) = (FixedPoint.one / 2 - 1, FixedPoint.one / 2 - 1)
        case .covering:
            (least, greatest) = (FixedPoint.one / 510, FixedPoint.one - 1 - FixedPoint.one / 510)
            guard min(maxX - minX, maxY - minY) > least else {
                return FixedRectangle(minX: minX, minY: minY, maxX: minX, maxY: minY)
            }
        }
        func whole(_ steps: Int) -> Int { (steps >> FixedPoint.shift) << FixedPoint.shift }
        return FixedRectangle(
            minX: whole(minX + least), minY: whole(minY + least), maxX: whole(maxX + greatest),
            maxY: whole(maxY + greatest))
    }

    /// The part inside a clip; nil when there is none.
    func cut(to clip: DeviceRect) -> FixedRectangle? {
        var result = self
        result.minX = max(minX, clip.minX << FixedPoint.shift)
        result.minY = max(minY, clip.minY << FixedPoint.shift)
        result.maxX = min(maxX, clip.maxX << FixedPoint.shift)
        result.maxY = min(maxY, clip.maxY << FixedPoint.shift)
        return result.minX < result.maxX && result.minY < result.maxY ? result : nil
    }

    /// The pixel rows that it touches.
    var rows: Range<Int> { (minY >> FixedPoint.shift)..<((maxY + FixedPoint.one - 1) >> FixedPoint.shift) }

    /// How much of a pixel row's height is inside, in steps.
    func height(inRow row: Int) -> Int {
        min(maxY, (row + 1) << FixedPoint.shift) - max(minY, row << FixedPoint.shift)
    }
}
