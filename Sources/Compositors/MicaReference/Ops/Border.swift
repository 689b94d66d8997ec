import MicaBase
import MicaFrame

extension Painter {
    /// The ring between a rounded rectangle and the same rectangle inset by the border's width.
    func border(_ shape: RoundedRect, _ width: Double, _ color: PixelColor, _ op: DrawOp, in area: DeviceRect) -> Paint?
    {
        guard width > 0 else { return nil }
        let inner = shape.inset(by: width)
        if inner.rect.isEmpty { return fill(shape, color, op, in: area) }
        let outer = Coverage(Path(shape), op.transform, in: area)
        let ring = (outer - Coverage(Path(inner), op.transform, in: area)).hardened(op.edges)
        let color = Color(color)
        return { x, y in color * ring[x, y] }
    }
}
