import MicaFrame

extension PassPainter {
    /// Another pass, with a filter applied to each pixel.
    func filter(_ pass: PassIndex, _ filter: ColorFilter, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        guard let picture = shown.picture(pass) else { return }
        state.numbers.add(picture, from: part.area)
        filter.add(to: state.numbers)
        let features: Features = picture.box.contains(part.area) ? [] : .beyond
        let ink = Ink(program: .filter, textures: SIMD4(picture.texture.name, 0, 0, 0), features: features)
        try paint(ink, .everything, op, in: part)
    }
}

extension ColorFilter {
    /// Adds the filter in the shaders' six parameters.
    func add(to numbers: NumberList) {
        let first = numbers.values.count
        numbers.addZeros(Self.parameterCount)
        switch self {
        case .matrix(let matrix):
            let n = matrix.numbers
            numbers[first].x = 1
            for row in 0..<4 {
                numbers[first + 1 + row] = SIMD4(
                    Float(n[row * 5]), Float(n[row * 5 + 1]), Float(n[row * 5 + 2]), Float(n[row * 5 + 3]))
                numbers[first + 5][row] = Float(n[row * 5 + 4])
            }
        case .multiply(let color): (numbers[first].x, numbers[first + 1]) = (2, SIMD4(color))
        case .stencil(let color): (numbers[first].x, numbers[first + 1]) = (3, SIMD4(color))
        case .luminanceToAlpha: numbers[first].x = 4
        case .blackAndWhite(let weights):
            let all = weights.numbers.map { Float($0) }
            numbers[first].x = 7
            numbers[first + 1] = SIMD4(all[0], all[2], all[4], 0)
            numbers[first + 2] = SIMD4(all[1], all[3], all[5], 0)
        case .power(let powers):
            let all = powers.numbers.map { Float($0) }
            (numbers[first].x, numbers[first + 1]) = (6, SIMD4(all[0], all[1], all[2], all[3]))
        case .vibrance(let amount): (numbers[first].x, numbers[first].y) = (5, Float(amount))
        }
    }

    /// The number of a filter's parameters; without a filter as many zeros are added.
    static let parameterCount = 6
}

extension Program {
    /// Parameters: the position of the pass (2), and the filter (6).
    static let filter = Program(
        numbers: 8, colors: ShaderParts.picture, ShaderParts.filter,
        "vec4 color() { return filtered(first(0, pixelFromBase()), 2); }")
}
