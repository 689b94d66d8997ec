import MicaBase
import MicaFrame

/// Convex outlines of ops, and the pairs of them that touch.
struct PlaneOutlines {
    private var points: [Point] = []
    private var ranges: [Range<Int>] = []
    /// The smallest index among the outlines that each outline touches, directly or through others.
    private(set) var parts: [Int] = []
    private var union = DeviceRect.empty

    /// The largest number of ops of a layer that get an outline each.
    static let mostParts = 16

    /// The overlap up to which polygons only share an edge. *Units*: pixels.
    private static let slop = 1e-3

    /// The number of outlines.
    var count: Int { ranges.count }

    /// Removes all outlines.
    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        union = .empty
    }

    /// Adds the convex outline of an op; only the part in front of the viewer counts.
    mutating func add(_ op: DrawOp) {
        union = union.union(op.bounds)
        let first = points.count
        switch op.content {
        case .fill(let shape, _), .border(let shape, _, _), .gradient(let shape, _):
            op.transform.appendOutline(of: shape.rect, to: &points)
        case .image(let draw): op.transform.appendOutline(of: draw.destination, to: &points)
        case .path(let draw, _):
            if let box = draw.path.controlBounds { op.transform.appendOutline(of: LocalRect(box), to: &points) }
        default: break
        }
        if points.count < first + 3 {
            points.removeSubrange(first...)
            append(op.bounds)
        }
        ranges.append(first..<points.count)
    }

    /// Whether the first outline contains all others.
    var firstHoldsAll: Bool {
        guard let first = ranges.first, count <= Self.mostParts else { return false }
        return points.indices.allSatisfy { first.contains($0) || holds(first, points[$0]) }
    }

    /// A convex polygon around all outlines: the one that contains all others, or else their bounding box.
    var all: ArraySlice<Point> {
        mutating get {
            if count <= Self.mostParts {
                for range in ranges where points.indices.allSatisfy({ range.contains($0) || holds(range, points[$0]) })
                {
                    return points[range]
                }
            }
            let first = points.count
            append(union)
            return points[first...]
        }
    }

    /// Finds which outlines touch.
    mutating func findParts() {
        parts.removeAll(keepingCapacity: true)
        for i in ranges.indices {
            parts.append(i)
            for j in 0..<i where parts[i] != parts[j] && touch(ranges[i], ranges[j]) {
                let (least, other) = (min(parts[i], parts[j]), max(parts[i], parts[j]))
                for k in 0...i where parts[k] == other { parts[k] = least }
            }
        }
    }

    private mutating func append(_ rect: DeviceRect) {
        let (x0, y0, x1, y1) = (Double(rect.minX), Double(rect.minY), Double(rect.maxX), Double(rect.maxY))
        points.append(Point(x0, y0))
        points.append(Point(x1, y0))
        points.append(Point(x1, y1))
        points.append(Point(x0, y1))
    }

    /// Whether two polygons share more than an edge.
    private func touch(_ a: Range<Int>, _ b: Range<Int>) -> Bool { !isSeparated(a, b) && !isSeparated(b, a) }

    /// Whether a side of the first polygon separates it from the other, within `overlap`.
    private func isSeparated(_ polygon: Range<Int>, _ other: Range<Int>) -> Bool {
        for index in polygon {
            guard
                let side = Side(points[index], points[index + 1 < polygon.upperBound ? index + 1 : polygon.lowerBound])
            else { continue }
            let (own, others) = (side.reach(points[polygon]), side.reach(points[other]))
            if others.lowerBound >= own.upperBound - Self.slop || others.upperBound <= own.lowerBound + Self.slop {
                return true
            }
        }
        return false
    }

    /// Whether a point is in a polygon or on its edges.
    private func holds(_ polygon: Range<Int>, _ p: Point) -> Bool {
        var sign = 0.0
        for index in polygon {
            guard
                let side = Side(points[index], points[index + 1 < polygon.upperBound ? index + 1 : polygon.lowerBound])
            else { continue }
            let distance = side.distance(p)
            if abs(distance) <= Self.slop { continue }
            if sign * distance < 0 { return false }
            sign = distance
        }
        return true
    }

    /// A side of a polygon.
    private struct Side {
        var from: Point, way: Point

        /// nil if the side has no length.
        init?(_ from: Point, _ to: Point) {
            let way = to - from
            let length = (way.x * way.x + way.y * way.y).squareRoot()
            guard length > 0 else { return nil }
            (self.from, self.way) = (from, way / length)
        }

        func distance(_ p: Point) -> Double { way.x * (p.y - from.y) - way.y * (p.x - from.x) }

        func reach(_ points: ArraySlice<Point>) -> ClosedRange<Double> {
            var (low, high) = (Double.infinity, -Double.infinity)
            for p in points {
                low = min(low, distance(p))
                high = max(high, distance(p))
            }
            return low <= high ? low...high : 0...0
        }
    }
}
