import MicaBase
import MicaFrame
import MicaRaster

/// The shape that an op covers, before clips.
enum Shape {
    /// All of every pixel.
    case everything
    /// A rectangle without round corners.
    case rectangle(LocalRect, Homography)
    /// A rectangle with round corners. The memory makes its outline if a mask is needed.
    case rounded(RoundedRect, Homography, OutlineMemory)
    /// The inside of a path.
    case path(Path, Homography, FillRule)
    /// The inside of the outer path without that of the inner one, which lies within it.
    case ring(outer: Path, inner: Path, Homography)

    /// A rectangle, rounded unless its corners are square.
    init(_ shape: RoundedRect, _ transform: Homography, _ memory: OutlineMemory) {
        self =
            shape.hasSquareCorners
            ? .rectangle(shape.rect, transform) : .rounded(shape, transform, memory)
    }
}

/// The outlines of one op's shape. The next op uses their memory again.
final class OutlineMemory {
    private var outer = Path(), inner = Path()

    /// The outline of a rounded rectangle.
    func outline(_ shape: RoundedRect) -> Path {
        outer.removeAll()
        outer.add(shape)
        return outer
    }

    /// The outline of a rounded rectangle within the other.
    func innerOutline(_ shape: RoundedRect) -> Path {
        inner.removeAll()
        inner.add(shape)
        return inner
    }
}

/// A quadrilateral on the surface, whose coverage shaders compute.
struct Quadrilateral {
    /// The corners in order, in device pixels.
    let corners: (Point, Point, Point, Point)

    /// The farthest distance of a corner from the pixels that are drawn, in pixels. There a float's step is 1/2,000 of
    /// a pixel.
    private static let reach = 8192.0

    /// The image of a rectangle. *nil when* a part of it lies behind the viewer, or a corner is so far from `area` that
    /// the coverage would not be exact.
    init?(_ rect: LocalRect, _ transform: Homography, near area: DeviceRect) {
        func corner(_ x: Double, _ y: Double) -> Point? {
            let seen = transform.apply(x, y)
            guard seen.w > Homography.nearPlane, abs(seen.x - Double(area.minX)) < Self.reach,
                abs(seen.y - Double(area.minY)) < Self.reach
            else { return nil }
            return Point(seen.x, seen.y)
        }
        guard let a = corner(rect.minX, rect.minY), let b = corner(rect.maxX, rect.minY),
            let c = corner(rect.maxX, rect.maxY), let d = corner(rect.minX, rect.maxY)
        else { return nil }
        corners = (a, b, c, d)
    }

    /// Its minimum and maximum where it is axis-aligned; nil if it is not.
    var level: (min: Point, max: Point)? {
        let (a, b, c, d) = corners
        guard
            (a.y == b.y && c.y == d.y && b.x == c.x && a.x == d.x)
                || (a.x == b.x && c.x == d.x && b.y == c.y && a.y == d.y)
        else { return nil }
        return (pointwiseMin(a, c), pointwiseMax(a, c))
    }

    /// The pixels that it touches.
    var bounds: DeviceRect {
        let (a, b, c, d) = corners
        let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d)).rounded(.down)
        let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d)).rounded(.up)
        return DeviceRect(minX: Int(low.x), minY: Int(low.y), maxX: Int(high.x), maxY: Int(high.y))
    }

    /// The farthest that drivers may move corners, in pixels: they have at least four bits of subpixel precision.
    private static let snapping = 1.0 / 8
    /// The largest ratio of the moved sides to its own. The limit refuses thin parallelograms, whose corners would move
    /// far.
    private static let mostStretch = 4.0

    /// The parallelogram that contains the centres of all pixels that this one touches, and of a few more. *nil when*
    /// this is no parallelogram, or is thin.
    var touched: (Point, Point, Point, Point)? { moved(by: 1) }

    /// The parallelogram that contains only centres of pixels that this one covers wholly; it misses a few. *nil when*
    /// this is no parallelogram, or covers no pixel.
    var covered: (Point, Point, Point, Point)? { moved(by: -1) }

    /// Moves each side outwards by half of the width that a pixel has across the side.
    private func moved(by sign: Double) -> (Point, Point, Point, Point)? {
        let (a, b, c, d) = corners
        let middle = (a + c) / 2, other = (b + d) / 2
        guard abs(middle.x - other.x) + abs(middle.y - other.y) < 1e-6 else { return nil }
        let (u, v) = ((b - a) / 2, (d - a) / 2)
        let cross = abs(u.x * v.y - u.y * v.x)
        guard cross > 1e-6 else { return nil }
        func half(_ side: Point) -> Double {
            (abs(side.x) + abs(side.y)) / 2 + Self.snapping * (side * side).sum().squareRoot()
        }
        let (along, down) = (1 + sign * half(v) / cross, 1 + sign * half(u) / cross)
        guard along > 0, down > 0, max(along, down) <= Self.mostStretch else { return nil }
        let (x, y) = (u * along, v * down)
        return (middle - x - y, middle + x - y, middle + x + y, middle - x + y)
    }

    /// Whether all of the area lies inside.
    func contains(_ area: DeviceRect) -> Bool {
        let (a, b, c, d) = corners
        // Twice the signed area: below 0 where the corners run counterclockwise. A quadrilateral without area would
        // have every point on the inner side of all edges.
        let doubled = (c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)
        let wanted = 2 * Double(area.width) * Double(area.height)
        guard abs(doubled) >= wanted * (1 - Homography.wholePixelTolerance) else { return false }
        let sign = doubled < 0 ? -1.0 : 1
        func isInside(_ from: Point, _ to: Point) -> Bool {
            // Only the area's corner that lies farthest out needs a test.
            let (x, y) = ((to.x - from.x) * sign, (to.y - from.y) * sign)
            let corner = Point(Double(y > 0 ? area.maxX : area.minX), Double(x > 0 ? area.minY : area.maxY))
            return x * (corner.y - from.y) - y * (corner.x - from.x)
                >= -Homography.wholePixelTolerance * (abs(x) + abs(y))
        }
        return isInside(a, b) && isInside(b, c) && isInside(c, d) && isInside(d, a)
    }
}

/// A rectangle with four equal circular corners, turned and scaled uniformly, whose coverage shaders compute.
///
/// The error is of third order in a pixel over the radius: less than 0.8 of 255 for radii from 8 pixels on, 1.9 at 6
/// (measured against 160,000 samples of a pixel).
struct RoundedQuadrilateral {
    /// Its rectangle.
    let outer: Quadrilateral
    /// A rectangle that lies inside of the corners; nil if `Quadrilateral` refuses it.
    let inner: Quadrilateral?
    /// The centre, and the direction of its first side as a unit vector.
    let center: Point, side: Point
    /// The distances of the corners' centres from the centre along both sides, and the radius. *Units*: pixels.
    let reach: Point, radius: Double

    private static let leastRadius = 8.0, mostRadius = 2048.0

    init?(_ shape: RoundedRect, _ transform: Homography, near area: DeviceRect) {
        let (rect, t) = (shape.rect, transform)
        let own = shape.radii[0]
        guard shape.smoothing == 0, shape.radii == SIMD4(repeating: own), !rect.isEmpty, t.p == 0, t.q == 0, t.w > 0
        else {
            return nil
        }
        let (across, down) = (Point(t.a, t.b) / t.w, Point(t.c, t.d) / t.w)
        let squared = (across * across).sum()
        let slack = squared * 1e-9
        guard abs((down * down).sum() - squared) <= slack, abs((across * down).sum()) <= slack else { return nil }
        let scale = squared.squareRoot()
        radius = own * scale
        guard radius >= Self.leastRadius, radius <= Self.mostRadius,
            let outer = Quadrilateral(rect, transform, near: area)
        else { return nil }
        // The inset of the largest square inside of a circle.
        let inset = own * (1 - 0.5.squareRoot())
        inner = Quadrilateral(
            LocalRect(
                minX: rect.minX + inset, minY: rect.minY + inset, maxX: rect.maxX - inset, maxY: rect.maxY - inset),
            transform, near: area)
        self.outer = outer
        center = (outer.corners.0 + outer.corners.2) / 2
        side = across / scale
        let size = Point(rect.width, rect.height) * (scale / 2) - radius
        reach = pointwiseMax(size, .zero)
    }
}

/// Computes coverage of pixels with the rasterizer: 0...255, row by row.
final class CoverWriter {
    private var rasterizer = Rasterizer()
    private var other: [UInt8] = []
    private var rectangle = Path()

    /// Writes the coverage of a shape's pixels.
    ///
    /// - Parameter bytes: becomes as large as the area.
    func write(_ shape: Shape, _ edges: EdgeMode, in area: DeviceRect, to bytes: inout [UInt8]) {
        switch shape {
        case .everything:
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: repeatElement(255, count: area.width * area.height))
        case .rectangle(let rect, let transform):
            rectangle.removeAll()
            if !rect.isEmpty {
                rectangle.addRectangle(Box(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height))
            }
            write(rectangle, transform, .nonZero, edges, in: area, to: &bytes)
        case .rounded(let shape, let transform, let memory):
            write(memory.outline(shape), transform, .nonZero, edges, in: area, to: &bytes)
        case .path(let path, let transform, let rule): write(path, transform, rule, edges, in: area, to: &bytes)
        case .ring(let outer, let inner, let transform):
            write(outer, transform, .nonZero, .soft, in: area, to: &bytes)
            write(inner, transform, .nonZero, .soft, in: area, to: &other)
            var span = bytes.mutableSpan
            for index in span.indices {
                let rest = span[index] > other[index] ? span[index] - other[index] : 0
                span[index] =
                    switch edges {
                    case .soft: rest
                    case .hard: rest >= 128 ? 255 : 0
                    case .covering: rest >= 1 ? 255 : 0
                    }
            }
        }
    }

    /// Writes 255 for pixels of a half-plane, 0 for the others.
    func write(_ half: HalfPlane, in area: DeviceRect, to bytes: inout [UInt8]) {
        Self.clear(&bytes, area)
        for y in area.minY..<area.maxY {
            let start = (y - area.minY) * area.width - area.minX
            for x in half.columns(ofRow: y, within: area.minX..<area.maxX) { bytes[start + x] = 255 }
        }
    }

    private func write(
        _ path: Path, _ transform: Homography, _ rule: FillRule, _ edges: EdgeMode, in area: DeviceRect,
        to bytes: inout [UInt8]
    ) {
        Self.clear(&bytes, area)
        rasterizer.edges = edges
        rasterizer.begin(path, transform: transform, rule: rule, clip: area)
        // The rasterizer has its own limits; pixels beyond them are not covered.
        let clip = rasterizer.clip
        while rasterizer.nextRow() {
            var target = bytes.mutableSpan
            let start = (rasterizer.row - area.minY) * area.width - area.minX
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.rowSpans[index]
                if let alpha = span.uniform {
                    for x in span.x..<span.x + span.count { target[start + x] = alpha }
                } else {
                    for x in span.x..<span.x + span.count { target[start + x] = rasterizer.coverage[x - clip.minX] }
                }
            }
        }
    }

    private static func clear(_ bytes: inout [UInt8], _ area: DeviceRect) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: repeatElement(0, count: area.width * area.height))
    }
}

/// The coverage that a clip, together with the clips around it, leaves.
final class ClipCover {
    /// Outside these pixels nothing is left.
    private(set) var bounds = DeviceRect.empty
    /// Clips without round corners, under any transform: the shader applies them.
    var quadrilaterals: [Quadrilateral] = []
    /// The coverage by all other clips, for each pixel of `bounds`, 0...255; empty if there are none.
    var bytes: [UInt8] = []

    /// Begins with all pixels of `bounds`, in the memory of the earlier cover.
    func begin(_ bounds: DeviceRect) {
        self.bounds = bounds
        quadrilaterals.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// The most quadrilaterals; further clips are drawn as masks.
    static let most = 3
}

/// The product of two coverages: a * b / 255, rounded.
func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let sum = UInt32(a) * UInt32(b) + 128
    return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
}
