import MicaBase
import MicaFrame

extension Painter {
    /// A rounded rectangle of one colour.
    func fill(_ shape: RoundedRect, _ color: PixelColor, _ op: DrawOp, in area: DeviceRect) -> Paint {
        let (coverage, color) = (Coverage(Path(shape), op.transform, edges: op.edges, in: area), Color(color))
        return { x, y in color * coverage[x, y] }
    }
}
