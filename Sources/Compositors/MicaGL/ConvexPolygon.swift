import MicaBase

/// The intersection of a parallelogram and a rectangle: up to eight corners, in order around it.
struct ConvexPolygon {
    private var corners = InlineArray<8, Point>(repeating: .zero)
    private var count = 0

    init(_ corners: (Point, Point, Point, Point), within rect: DeviceRect) {
        append(corners.0)
        append(corners.1)
        append(corners.2)
        append(corners.3)
        cut(0, at: Double(rect.minX), sign: 1)
        cut(0, at: Double(rect.maxX), sign: -1)
        cut(1, at: Double(rect.minY), sign: 1)
        cut(1, at: Double(rect.maxY), sign: -1)
    }

    private mutating func append(_ corner: Point) {
        corners[count] = corner
        count += 1
    }

    /// Cuts off the part below an edge, or above it if the sign is -1. Each cut adds at most one corner to a convex
    /// shape.
    private mutating func cut(_ axis: Int, at edge: Double, sign: Double) {
        let old = self
        count = 0
        for index in 0..<old.count {
            let (from, to) = (old.corners[index], old.corners[index + 1 == old.count ? 0 : index + 1])
            let (a, b) = ((from[axis] - edge) * sign, (to[axis] - edge) * sign)
            if a >= 0 { append(from) }
            if (a < 0) != (b < 0) {
                var crossing = from + (to - from) * (a / (a - b))
                crossing[axis] = edge
                append(crossing)
            }
        }
    }

    /// The number of quadrilaterals that the polygon is divided into.
    var quadrilateralCount: Int { max(0, count - 1) / 2 }

    /// One quadrilateral of the division; the last may be a triangle with a corner twice. Neighbours share an edge, so
    /// no pixel centre is in two of them.
    func quadrilateral(_ index: Int) -> (Point, Point, Point, Point) {
        let first = 2 * index + 1
        return (corners[0], corners[first], corners[first + 1], corners[min(first + 2, count - 1)])
    }
}
