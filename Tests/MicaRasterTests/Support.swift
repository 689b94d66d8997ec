import Foundation
import MicaBase
import MicaRandom

@testable import MicaRaster

extension SeededGenerator {
    mutating func point(in range: ClosedRange<Double>) -> Point { Point(number(range), number(range)) }
}

/// Coverage of every pixel of a rectangle.
struct Mask: Equatable {
    let rect: DeviceRect
    var bytes: [UInt8]

    init(rect: DeviceRect) {
        self.rect = rect
        bytes = Array(repeating: 0, count: rect.width * rect.height)
    }

    subscript(x: Int, y: Int) -> UInt8 {
        get { bytes[(y - rect.minY) * rect.width + x - rect.minX] }
        set { bytes[(y - rect.minY) * rect.width + x - rect.minX] = newValue }
    }

    /// The covered area, in pixels.
    var area: Double { bytes.reduce(0) { $0 + Double($1) } / 255 }

    /// The largest difference from an expected coverage of 0 to 1, in steps of 255.
    func largestError(_ expected: (Int, Int) -> Double) -> Double {
        var largest = 0.0
        for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX {
                largest = max(largest, abs(Double(self[x, y]) - 255 * expected(x, y)))
            }
        }
        return largest
    }
}

/// Reads the rows of a rasteriser that has begun; nil when its spans break a promise.
func collect(_ rasterizer: inout Rasterizer, into mask: inout Mask) -> Bool {
    var previousRow = Int.min
    var isValid = true
    while rasterizer.nextRow() {
        isValid = isValid && rasterizer.row > previousRow && !rasterizer.spans.isEmpty
        previousRow = rasterizer.row
        var x = Int.min
        for span in rasterizer.spans {
            isValid = isValid && span.x >= x && span.count > 0 && span.uniform != 0
            isValid = isValid && span.x >= mask.rect.minX && span.x + span.count <= mask.rect.maxX
            guard isValid else { return false }
            x = span.x + span.count
            for column in span.x..<x {
                mask[column, rasterizer.row] = span.uniform ?? rasterizer.coverage[column - rasterizer.clip.minX]
            }
        }
    }
    return isValid
}

/// Draws a path with a rasteriser of its own.
func draw(
    _ path: Path, _ transform: Homography = .identity, rule: FillRule = .nonZero, in rect: DeviceRect
) -> Mask {
    var rasterizer = Rasterizer()
    var mask = Mask(rect: rect)
    rasterizer.begin(path, transform: transform, rule: rule, clip: rect)
    precondition(collect(&rasterizer, into: &mask), "spans out of order or out of the clip")
    return mask
}

/// A square of pixels at the origin.
func square(_ size: Int) -> DeviceRect { DeviceRect(minX: 0, minY: 0, maxX: size, maxY: size) }

/// A closed polygon.
func polygon(_ points: [Point]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
}

/// The area that a convex polygon has in a pixel: cut by the four sides, then the shoelace formula.
func exactArea(_ polygon: [Point], _ x: Int, _ y: Int) -> Double {
    var points = polygon
    func cut(_ inside: (Point) -> Double) {
        var result: [Point] = []
        for index in points.indices {
            let a = points[index]
            let b = points[(index + 1) % points.count]
            let da = inside(a)
            let db = inside(b)
            if da >= 0 { result.append(a) }
            if (da >= 0) != (db >= 0) { result.append(a + (b - a) * (da / (da - db))) }
        }
        points = result
    }
    cut { $0.x - Double(x) }
    cut { Double(x + 1) - $0.x }
    cut { $0.y - Double(y) }
    cut { Double(y + 1) - $0.y }
    var twice = 0.0
    for index in points.indices {
        twice += points[index].cross(points[(index + 1) % points.count])
    }
    return abs(twice) / 2
}

/// The area that a disc has in a pixel: exact heights, summed over 256 columns.
func discArea(center: Point, radius: Double, _ x: Int, _ y: Int) -> Double {
    var sum = 0.0
    let steps = 256
    for step in 0..<steps {
        let dx = Double(x) + (Double(step) + 0.5) / Double(steps) - center.x
        guard abs(dx) < radius else { continue }
        let half = (radius * radius - dx * dx).squareRoot()
        sum += max(0, min(Double(y + 1), center.y + half) - max(Double(y), center.y - half))
    }
    return sum / Double(steps)
}
