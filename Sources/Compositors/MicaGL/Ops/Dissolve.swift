import MicaFrame

extension PassPainter {
    /// A mix of two other passes by a fraction of the second. Without a pass there is transparency.
    func dissolve(
        _ from: PassIndex?, _ to: PassIndex?, _ fraction: Double, _ op: DrawOp, in part: Part
    ) throws(GLRefusal) {
        for pass in [from, to] { if let pass, shown.picture(pass) == nil { return } }
        let first = from.flatMap { shown.picture($0) } ?? .nothing
        let second = to.flatMap { shown.picture($0) } ?? .nothing
        let fraction = fraction > 0 ? min(fraction, 1) : 0
        state.numbers.add(first, from: part.area)
        state.numbers.add(second, from: part.area)
        state.numbers.add(SIMD4(Float(fraction), 0, 0, 0))
        let ink = Ink(
            program: .dissolve, textures: SIMD4(first.texture.name, second.texture.name, 0, 0), features: .beyond)
        try paint(ink, .everything, op, in: part)
    }
}

extension Program {
    /// Parameters: the positions of both passes (4), and the fraction of the second.
    static let dissolve = Program(
        numbers: 5, colors: ShaderParts.picture,
        """
        vec4 color() {
            return mix(first(0, pixelFromBase()), second(2, pixelFromBase()), parameter(4).x);
        }
        """)
}
