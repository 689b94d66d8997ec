import MicaFrame
import MicaGeometry
import MicaPixels
import MicaResources

/// A part of a bitmap that is sampled at points. Points outside the part give the nearest texel inside.
///
/// *Space*: texels, y down; texel (x, y) has its centre at (x + 0.5, y + 0.5).
struct Texels {
    private let bitmap: Bitmap
    private let range: TexelRange
    /// Texels of the level per pixel of the image, along x and y.
    let scale: Point

    /// Takes a part of an image, given in the image's pixels, at a level of detail. Level 0 is the image itself; each
    /// level is half as large as the one before.
    init(_ bitmap: Bitmap, source: LocalRect, level: Int = 0) {
        var smaller = bitmap
        for _ in 0..<level { smaller = smaller.halved() }
        self.bitmap = smaller
        scale =
            Point(Double(smaller.width), Double(smaller.height)) / Point(Double(bitmap.width), Double(bitmap.height))
        range = TexelRange(
            minX: source.minX * scale.x, minY: source.minY * scale.y, maxX: source.maxX * scale.x,
            maxY: source.maxY * scale.y, width: smaller.width, height: smaller.height)
    }

    /// A texel's colour.
    subscript(x: Int, y: Int) -> Color {
        let (x, y) = (min(max(x, range.minX), range.maxX), min(max(y, range.minY), range.maxY))
        return Color(word: bitmap.pixels[y * bitmap.width + x])
    }

    /// The texel that a point is in. A point that rounding puts just before the border of two texels is in the later
    /// one.
    func nearest(_ point: Point) -> Color {
        let (x, y) = wholePart(point + 0x1p-16)
        return self[x, y]
    }

    /// The colour at a point, interpolated between the four texels around it.
    func linear(_ point: Point) -> Color { between(point) { self[$0, $1] } }
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

/// The coordinates rounded down; for NaN, a texel far away.
private func wholePart(_ point: Point) -> (Int, Int) {
    func whole(_ v: Double) -> Int { v > -1e9 ? Int(min(v, 1e9).rounded(.down)) : -1_000_000_000 }
    return (whole(point.x), whole(point.y))
}
