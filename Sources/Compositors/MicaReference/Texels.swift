import MicaBase
import MicaFrame

/// A part of a bitmap that is sampled at points. Points outside of the part give the nearest texel inside.
///
/// *Space*: texels, y down; texel (x, y) has its centre at (x + 0.5, y + 0.5).
struct Texels {
    private let bitmap: Bitmap
    private let columns: ClosedRange<Int>, rows: ClosedRange<Int>
    /// Texels of the chosen level per pixel of the image, along x and y.
    let scale: Point

    /// Takes a part of an image, given in the image's pixels, at a level of detail. Level 0 is the image itself; each
    /// level is half as large as the level before.
    init(_ bitmap: Bitmap, source: LocalRect, level: Int = 0) {
        var smaller = bitmap
        for _ in 0..<level { smaller = smaller.atHalfSize }
        self.bitmap = smaller
        scale =
            Point(Double(smaller.width), Double(smaller.height)) / Point(Double(bitmap.width), Double(bitmap.height))
        columns = Self.touched(source.minX * scale.x, source.maxX * scale.x, of: smaller.width)
        rows = Self.touched(source.minY * scale.y, source.maxY * scale.y, of: smaller.height)
    }

    /// The texels along a side that two edges touch, at least one. Edges are rounded to a 256th, so that a rounding
    /// error does not bring in a neighbour.
    private static func touched(_ low: Double, _ high: Double, of size: Int) -> ClosedRange<Int> {
        func step(_ edge: Double) -> Double { edge > 0 ? (min(edge, Double(size)) * 256).rounded() / 256 : 0 }
        let first = min(Int(step(low).rounded(.down)), size - 1)
        return first...max(first, Int(step(high).rounded(.up)) - 1)
    }

    /// A texel's colour.
    subscript(x: Int, y: Int) -> Color {
        let (x, y) = (
            min(max(x, columns.lowerBound), columns.upperBound), min(max(y, rows.lowerBound), rows.upperBound)
        )
        return Color(word: bitmap.pixels[y * bitmap.width + x])
    }

    /// The texel that contains a point. A point that rounding puts just before the border of two texels belongs to the
    /// later one.
    func nearest(_ point: Point) -> Color {
        let (x, y) = wholePart(point + 0x1p-16)
        return self[x, y]
    }

    /// The colour at a point, interpolated between the four texels around it.
    func linear(_ point: Point) -> Color { between(point) { self[$0, $1] } }
}

extension Bitmap {
    /// The bitmap at half the size, rounded down, at least 1. Each texel is the mean of its area, to the nearest byte.
    fileprivate var atHalfSize: Bitmap {
        let columns = Self.halves(width), rows = Self.halves(height)
        var smaller = Bitmap(width: columns.count, height: rows.count)
        for (y, row) in rows.enumerated() {
            for (x, column) in columns.enumerated() {
                var sum = SIMD4<Double>.zero
                for (j, down) in row {
                    for (i, across) in column {
                        let word = pixels[j * width + i]
                        let bytes = SIMD4(word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24)
                        sum += SIMD4<Double>(bytes) * Double(across * down)
                    }
                }
                let mean = (sum / Double(width * height)).rounded(.toNearestOrAwayFromZero)
                let bytes = SIMD4<UInt32>(mean) &<< SIMD4(0, 8, 16, 24)
                smaller.pixels[y * columns.count + x] = bytes.wrappedSum()
            }
        }
        return smaller
    }

    /// For each texel of half as many: the texels that it stands for, and the weight of each. Its weights add up to
    /// `size`.
    private static func halves(_ size: Int) -> [[(Int, Int)]] {
        let half = max(1, size / 2)
        return (0..<half).map { at in
            (at * size / half...((at + 1) * size - 1) / half).map { texel in
                (texel, min((texel + 1) * half, (at + 1) * size) - max(texel * half, at * size))
            }
        }
    }
}

/// The colour at a point, interpolated between the four texels around it.
func between(_ point: Point, texel: (Int, Int) -> Color) -> Color {
    let point = point - 0.5
    let (x, y) = wholePart(point)
    let (right, down) = (point.x - point.x.rounded(.down), point.y - point.y.rounded(.down))
    let above = texel(x, y) + (texel(x + 1, y) - texel(x, y)) * right
    let below = texel(x, y + 1) + (texel(x + 1, y + 1) - texel(x, y + 1)) * right
    return above + (below - above) * down
}

/// The coordinates rounded down; for NaN, those of a texel far away.
private func wholePart(_ point: Point) -> (Int, Int) {
    func whole(_ v: Double) -> Int { v > -1e9 ? Int(min(v, 1e9).rounded(.down)) : -1_000_000_000 }
    return (whole(point.x), whole(point.y))
}
