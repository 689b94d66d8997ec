import MicaBase
import MicaFrame

extension PassPainter {
    /// The inside of a path in one colour.
    func path(_ draw: PathDraw, _ color: PixelColor, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        try paint(
            Ink(program: .solid, color: SIMD4(color), isOpaque: true), .path(draw.path, op.transform, draw.rule), op,
            in: part)
    }
}
