import MicaBase
import MicaFrame

extension PassPainter {
    /// The ring between a rounded rectangle and the same rectangle inset by the border's width.
    func border(
        _ shape: RoundedRect, _ width: Double, _ color: PixelColor, _ op: DrawOp, in part: Part
    ) throws(GLRefusal) {
        guard width > 0 else { return }
        let inner = shape.inset(by: width)
        let ring =
            inner.rect.isEmpty
            ? Shape(shape, op.transform, state.outlines)
            : .ring(
                outer: state.outlines.outline(shape), inner: state.outlines.innerOutline(inner), op.transform)
        try paint(Ink(program: .solid, color: SIMD4(color), isOpaque: true), ring, op, in: part)
    }
}
