import MicaBase
import MicaFrame
import MicaRaster

/// The coverage of each pixel by an outline, 0...1: the exact area.
///
/// Each edge adds to a row of differences. An addition at pixel x counts for all pixels right of x, too, so the
/// running sum along the row is the signed area that the outline winds around. Where outlines overlap in one pixel,
/// their areas are added, up to 1.
struct Coverage {
    /// The pixels that are covered or not.
    let area: DeviceRect
    private var values: [Double]

    /// The farthest distance of a chord from its curve, in pixels.
    private static let tolerance = 1.0 / 2000

    /// The coverage of a path's inside; open contours count as closed.
    init(
        _ path: Path, _ transform: Homography, _ rule: FillRule = .nonZero, edges: EdgeMode = .soft, in area: DeviceRect
    ) {
        self.area = area
        values = Array(repeating: 0, count: area.width * area.height)
        var differences = Array(repeating: 0.0, count: (area.width + 1) * area.height)
        guard let box = path.controlBounds else { return }
        let flat = path.flattened(tolerance: Self.tolerance / transform.maximumScale(over: box))
        let contours = flat.contourPoints.map { transform.visible($0) }
        let isAxisAligned = contours.count == 1 && contours[0].isAxisAlignedRectangle
        for contour in contours {
            let points = isAxisAligned ? contour.map { edges.moved($0) } : contour
            for (from, to) in zip(points, points.dropFirst() + points.prefix(1)) { add(from, to, to: &differences) }
        }
        for y in 0..<area.height {
            var sum = 0.0
            for x in 0..<area.width {
                sum += differences[y * (area.width + 1) + x]
                values[y * area.width + x] = edges.hardened(rule.covered(sum))
            }
        }
    }

    /// The coverage of a half of the surface.
    init(_ half: HalfPlane, in area: DeviceRect) {
        self.area = area
        values = Array(repeating: 0, count: area.width * area.height)
        for y in area.minY..<area.maxY {
            for x in half.columns(ofRow: y, within: area.minX..<area.maxX) { values[index(x, y)] = 1 }
        }
    }

    private func index(_ x: Int, _ y: Int) -> Int { (y - area.minY) * area.width + x - area.minX }

    /// The coverage of a pixel of `area`.
    subscript(x: Int, y: Int) -> Double { values[index(x, y)] }

    /// The product of two coverages of the same pixels.
    static func * (a: Coverage, b: Coverage) -> Coverage { a.combined(b, *) }

    /// The coverage of `a` without that of `b`, whose outline lies inside of a's.
    static func - (a: Coverage, b: Coverage) -> Coverage { a.combined(b) { max(0, $0 - $1) } }

    /// The coverage with the edges of a mode.
    func hardened(_ edges: EdgeMode) -> Coverage { combined(self) { value, _ in edges.hardened(value) } }

    private func combined(_ other: Coverage, _ body: (Double, Double) -> Double) -> Coverage {
        var result = self
        for index in values.indices { result.values[index] = body(values[index], other.values[index]) }
        return result
    }

    /// Adds an edge to the rows that it goes through.
    private func add(_ from: Point, _ to: Point, to differences: inout [Double]) {
        let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
        let first = max(area.minY, Int(top.y.rounded(.down))), last = min(area.maxY, Int(bottom.y.rounded(.up)))
        guard top.y < bottom.y, first < last else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        for y in first..<last {
            let (y0, y1) = (max(top.y, Double(y)), min(bottom.y, Double(y + 1)))
            let (x0, x1) = (top.x + (y0 - top.y) * slope, top.x + (y1 - top.y) * slope)
            add(y, min(x0, x1), max(x0, x1), from.y < to.y ? y1 - y0 : y0 - y1, to: &differences)
        }
    }

    /// Adds a piece of an edge within a row: it runs from one column to another, and down by a height.
    private func add(_ y: Int, _ low: Double, _ high: Double, _ height: Double, to differences: inout [Double]) {
        let row = (y - area.minY) * (area.width + 1)
        /// The part of the height between two columns.
        func part(_ from: Double, _ to: Double) -> Double {
            if high == low { return from <= low && low < to ? height : 0 }
            return height * max(0, min(high, to) - max(low, from)) / (high - low)
        }
        differences[row] += part(-.infinity, Double(area.minX))
        let first = max(area.minX, Int(low.rounded(.down))), last = min(area.maxX, Int(high.rounded(.down)) + 1)
        for x in first..<max(first, last) {
            let part = part(Double(x), Double(x + 1))
            // The mean distance of the piece from the pixel's left side. The area right of the piece is covered.
            let middle = (max(low, Double(x)) + min(high, Double(x + 1))) / 2 - Double(x)
            differences[row + x - area.minX] += part * (1 - middle)
            differences[row + x - area.minX + 1] += part * middle
        }
    }
}

extension Path {
    /// The points of each contour of a path of lines.
    fileprivate var contourPoints: [[Point]] {
        var contours: [[Point]] = []
        for element in elements {
            switch element {
            case .move(let point): contours.append([point])
            case .line(let end): contours[contours.count - 1].append(end)
            case .quad, .cubic, .close: break
            }
        }
        return contours
    }
}

extension Homography {
    /// The image of the part of a polygon in front of the viewer; empty when a corner is NaN or infinite.
    fileprivate func visible(_ polygon: [Point]) -> [Point] {
        let corners = polygon.map { homogeneous($0) }
        var result: [Point] = []
        for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            for corner in [from, to] where !(corner.x + corner.y + corner.z).isFinite { return [] }
            if (from.z > Self.nearPlane) != (to.z > Self.nearPlane) {
                let crossing = from + (to - from) * ((Self.nearPlane - from.z) / (to.z - from.z))
                result.append(Point(crossing.x, crossing.y) / Self.nearPlane)
            }
            if to.z > Self.nearPlane { result.append(Point(to.x, to.y) / to.z) }
        }
        let far = Point(repeating: 1e9)
        return result.map { $0.clamped(lowerBound: -far, upperBound: far) }
    }
}

extension [Point] {
    /// Whether the points are the four corners of an axis-aligned rectangle.
    fileprivate var isAxisAlignedRectangle: Bool {
        guard count == 4 || (count == 5 && self[4] == self[0]) else { return false }
        return (0..<4).allSatisfy { index in
            let (a, b, c) = (self[index], self[(index + 1) % 4], self[(index + 2) % 4])
            return (a.x == b.x && b.y == c.y) || (a.y == b.y && b.x == c.x)
        }
    }
}

extension FillRule {
    /// The coverage of a pixel by a signed area.
    fileprivate func covered(_ area: Double) -> Double {
        switch self {
        case .nonZero: return min(abs(area), 1)
        case .evenOdd:
            let rest = abs(area).truncatingRemainder(dividingBy: 2)
            return rest > 1 ? 2 - rest : rest
        }
    }
}

extension EdgeMode {
    /// The position of a corner of an axis-aligned rectangle. Hard sides move between two pixels, so that a pixel is
    /// inside when its centre is.
    fileprivate func moved(_ corner: Point) -> Point { self == .hard ? (corner - 0.5).rounded(.up) : corner }

    /// The coverage of a pixel with this mode. A coverage below half of 1/255 counts as none.
    fileprivate func hardened(_ coverage: Double) -> Double {
        switch self {
        case .soft: coverage
        case .hard: coverage >= 0.5 ? 1 : 0
        case .covering: coverage * 255 >= 0.5 ? 1 : 0
        }
    }
}
