import MicaFrame
import MicaRaster

extension Painter {
    /// The ring between a rounded rectangle and itself inset.
    func border(_ shape: RoundedRect, _ width: Double, _ color: PixelColor, _ op: DrawOp, in area: DeviceRect) -> Paint? {
        guard width > 0 else { return nil }
        let outer = Coverage(Path(shape), op.transform, edges: op.edges, in: area)
        let inner = Coverage(Path(shape.inset(by: width)), op.transform, edges: op.edges, in: area)
        let (ring, color) = (outer - inner, Color(color))
        return { x, y in color * ring[x, y] }
    }
}
