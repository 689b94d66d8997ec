import MicaBase
import MicaFrame

extension Painter {
    /// A pass in a space of its own, shown as an image.
    func rasterized(_ draw: RasterizedDraw, _ op: DrawOp, in area: DeviceRect) -> Paint? {
        guard let picture = picture(draw.pass), !picture.bounds.isEmpty, let toPicture = op.transform.inverse else {
            return nil
        }
        let bounds = picture.bounds
        let rect = LocalRect(bounds)
        let coverage = Coverage(Path(RoundedRect(rect)), op.transform, edges: op.edges, in: area)
        let texels = Texels(
            picture.bitmap, source: LocalRect(minX: 0, minY: 0, maxX: rect.width, maxY: rect.height))
        return { x, y in
            let point = toPicture.apply(Double(x) + 0.5, Double(y) + 0.5)
            return texels.linear(Point(point.x - rect.minX, point.y - rect.minY)) * coverage[x, y]
        }
    }
}
