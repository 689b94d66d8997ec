import MicaFrame

extension PassPainter {
    /// Another pass, each pixel through a filter.
    func filter(_ pass: PassIndex, _ filter: ColorFilter, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        guard let picture = shown.picture(pass) else { return }
        try paint(
            Ink(
                program: .filter, textures: SIMD4(picture.texture.name, 0, 0, 0),
                parameters: [picture.parameter] + filter.parameters), .everything, op, in: part)
    }
}

extension ColorFilter {
    /// The six parameters that the shaders know it by.
    var parameters: [SIMD4<Float>] {
        var result = [SIMD4<Float>](repeating: .zero, count: ColorFilter.parameterCount)
        switch self {
        case .matrix(let matrix):
            let n = matrix.numbers.map { Float($0) }
            result[0].x = 1
            for row in 0..<4 {
                result[1 + row] = SIMD4(n[row * 5], n[row * 5 + 1], n[row * 5 + 2], n[row * 5 + 3])
                result[5][row] = n[row * 5 + 4]
            }
        case .multiply(let color): (result[0].x, result[1]) = (2, SIMD4(color))
        case .stencil(let color): (result[0].x, result[1]) = (3, SIMD4(color))
        case .luminanceToAlpha: result[0].x = 4
        case .vibrance(let amount): (result[0].x, result[0].y) = (5, Float(amount))
        }
        return result
    }

    /// How many parameters a filter has, or the lack of one.
    static let parameterCount = 6
}

extension Program {
    /// Parameters: the pass's box, and the filter's (6).
    static let filter = Program(
        colors: ShaderParts.picture, ShaderParts.filter,
        "vec4 color() { return filtered(first(parameter(0), pixel()), 1); }")
}
