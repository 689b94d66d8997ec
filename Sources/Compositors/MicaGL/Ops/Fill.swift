import MicaBase
import MicaFrame

extension PassPainter {
    /// A rounded rectangle of one colour.
    func fill(_ shape: RoundedRect, _ color: PixelColor, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        try paint(
            Ink(program: .solid, color: SIMD4(color), isOpaque: true), Shape(shape, op.transform, state.outlines), op,
            in: part)
    }
}

extension Program {
    /// One colour: the instance's.
    static let solid = Program(
        colors: "vec4 color() { return vec4(1.0); }")
}
