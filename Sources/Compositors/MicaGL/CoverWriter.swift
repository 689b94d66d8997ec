import MicaFrame
import MicaGeometry
import MicaRaster

/// What an op covers of each pixel, before clips.
enum Shape {
    /// All of every pixel.
    case everything
    /// A rectangle without round corners.
    case rectangle(LocalRect, Homography)
    /// The inside of a path.
    case path(Path, Homography, FillRule)
    /// What one path covers and another one, which lies inside, does not.
    case ring(outer: Path, inner: Path, Homography)

    /// A rounded rectangle.
    ///
    /// - Parameter memory: has the outline until another shape is made with it.
    init(_ shape: RoundedRect, _ transform: Homography, _ memory: OutlineMemory) {
        self =
            shape.hasSquareCorners
            ? .rectangle(shape.rect, transform) : .path(memory.outline(shape), transform, .nonZero)
    }
}

/// The outlines of one op's shape, in memory that is used again for the next one's.
final class OutlineMemory {
    private var outer = Path(), inner = Path()

    /// A rounded rectangle's.
    func outline(_ shape: RoundedRect) -> Path {
        outer.removeAll()
        outer.add(shape)
        return outer
    }

    /// Another one's, inside of it.
    func innerOutline(_ shape: RoundedRect) -> Path {
        inner.removeAll()
        inner.add(shape)
        return inner
    }
}

/// A quadrilateral on the surface, whose coverage the shaders work out.
struct Quadrilateral {
    /// The corners in order, in device pixels.
    let corners: (Point, Point, Point, Point)

    /// How far corners may lie from the pixels that are drawn: a float's steps are a 2,000th of a pixel there. *Units*: pixels.
    private static let reach = 8192.0

    /// A rectangle as it is seen; nil when a part of it lies behind the viewer, or a corner so far from some pixels that its
    /// coverage would not be exact.
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

    /// Whether all of some pixels is inside.
    func contains(_ area: DeviceRect) -> Bool {
        let (a, b, c, d) = corners
        // Twice its area, less than 0 when it goes round the other way. One without an area has everything on both sides.
        let doubled = (c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)
        let wanted = 2 * Double(area.width) * Double(area.height)
        guard abs(doubled) >= wanted * (1 - Homography.wholePixelTolerance) else { return false }
        let sign = doubled < 0 ? -1.0 : 1
        func isInside(_ from: Point, _ to: Point) -> Bool {
            // The area's corner that lies farthest out decides.
            let (x, y) = ((to.x - from.x) * sign, (to.y - from.y) * sign)
            let corner = Point(Double(y > 0 ? area.maxX : area.minX), Double(x > 0 ? area.minY : area.maxY))
            return x * (corner.y - from.y) - y * (corner.x - from.x)
                >= -Homography.wholePixelTolerance * (abs(x) + abs(y))
        }
        return isInside(a, b) && isInside(b, c) && isInside(c, d) && isInside(d, a)
    }
}

/// Works out coverage of pixels with the rasteriser: 0...255, row by row.
final class CoverWriter {
    private var rasterizer = Rasterizer()
    private var other: [UInt8] = []
    private var rectangle = Path()

    /// Writes what a shape covers.
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

    /// Writes which pixels are on one side of a line.
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
        // The rasteriser has its own limits; what is beyond them is not covered.
        let clip = rasterizer.clip
        while rasterizer.nextRow() {
            var target = bytes.mutableSpan
            let start = (rasterizer.row - area.minY) * area.width - area.minX
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.span(index)
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

/// What a clip and those around it leave of the pixels.
final class ClipCover {
    /// The pixels outside which nothing is left.
    private(set) var bounds = DeviceRect.empty
    /// Rectangles without round corners, seen from some side.
    var quadrilaterals: [Quadrilateral] = []
    /// What is left of each pixel of `bounds` beside that, 0...255; empty where that is all.
    var bytes: [UInt8] = []

    /// Begins with all of some pixels, in the memory of what it was before.
    func begin(_ bounds: DeviceRect) {
        self.bounds = bounds
        quadrilaterals.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// How many quadrilaterals there may be; others are drawn as masks.
    static let most = 3
}

/// Rounds the product of two coverages.
func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let sum = UInt32(a) * UInt32(b) + 128
    return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
}
