import MicaBase
import MicaFrame

extension PassPainter {
    /// A pass in a space of its own, shown as an image.
    func rasterized(_ op: DrawOp, _ address: OpAddress, in part: Part) throws(GLRefusal) {
        guard case .picture(let picture) = shown.results[address], !picture.box.isEmpty,
            let toPicture = op.transform.inverse
        else { return }
        let box = picture.box
        let rect = LocalRect(box)
        let toTexels = toPicture.stretched(1, 1, -rect.minX, -rect.minY)
        let range = SIMD4(0, 0, Float(box.width - 1), Float(box.height - 1))
        state.numbers.add(toTexels, from: part.area)
        state.numbers.add(range)
        state.numbers.add(SIMD4(picture.start.x, picture.start.y, 0, 0))
        try paint(
            Ink(program: .rasterized, textures: SIMD4(picture.texture.name, 0, 0, 0)), .rectangle(rect, op.transform),
            op, in: part)
    }
}

extension Program {
    /// Parameters: the map to texels (3), the range of texels, and their position in the texture.
    static let rasterized = Program(
        numbers: 5, colors: ShaderParts.plane, ShaderParts.texels,
        "vec4 color() { return linear(local(0).xy, parameter(3), vec3(parameter(4).xy, 0.0)); }")
}
