import MicaBase
import MicaFrame

extension Painter {
    /// The inside of a path in one colour.
    func path(_ draw: PathDraw, _ color: PixelColor, _ op: DrawOp, in area: DeviceRect) -> Paint {
        let coverage = Coverage(draw.path, op.transform, draw.rule, edges: op.edges, in: area)
        let color = Color(color)
        return { x, y in color * coverage[x, y] }
    }
}
