import MicaBase
import MicaFrame

extension Painter {
    /// A part of an image, stretched over a rectangle.
    func image(_ draw: ImageDraw, _ op: DrawOp, in area: DeviceRect) -> Paint? {
        let (source, rect) = (draw.source, draw.destination)
        guard let toLocal = op.transform.inverse, !rect.isEmpty, draw.image.width > 0, draw.image.height > 0,
            source.maxX >= source.minX, source.maxY >= source.minY
        else { return nil }
        let coverage = Coverage(Path(RoundedRect(rect)), op.transform, edges: op.edges, in: area)
        let stretch = Point(source.width / rect.width, source.height / rect.height)
        let sample = sample(draw)
        return { x, y in
            if coverage[x, y] == 0 { return .zero }
            let local = toLocal.apply(Double(x) + 0.5, Double(y) + 0.5)
            let point = Point(source.minX, source.minY) + Point(local.x - rect.minX, local.y - rect.minY) * stretch
            let color = sample(point)
            return (draw.filter?.applied(to: color) ?? color) * coverage[x, y]
        }
    }

    /// Samples an image at points in its own pixels.
    private func sample(_ draw: ImageDraw) -> (Point) -> Color {
        let bitmap = draw.image.bitmap()
        let whole = Texels(bitmap, source: draw.source)
        switch draw.sampling {
        case .nearest: return { whole.nearest($0) }
        case .bilinear: return { whole.linear($0) }
        case .trilinear(let level):
            let last = Int.bitWidth - 1 - max(bitmap.width, bitmap.height).leadingZeroBitCount
            let clamped = level > 0 ? min(level, Double(last)) : 0
            let large = Texels(bitmap, source: draw.source, level: Int(clamped))
            let small = Texels(bitmap, source: draw.source, level: min(last, Int(clamped) + 1))
            return { point in
                let (color, next) = (large.linear(point * large.scale), small.linear(point * small.scale))
                return color + (next - color) * (clamped - clamped.rounded(.down))
            }
        }
    }
}
