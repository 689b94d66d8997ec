import MicaFrame

extension PassPainter {
    /// Another pass, pixel on pixel; with a mask, times the alpha of a second one.
    func pass(_ pass: PassIndex, _ mask: PassIndex?, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        guard let picture = shown.picture(pass) else { return }
        var ink = Ink(program: .pass, textures: SIMD4(picture.texture.name, 0, 0, 0))
        state.numbers.add(picture.parameter)
        state.numbers.addZeros(2)
        if let mask {
            guard let masking = shown.picture(mask) else { return }
            ink.textures.y = masking.texture.name
            (state.numbers[1], state.numbers[2].x) = (masking.parameter, 1)
            ink.features = .second
        }
        try paint(ink, .everything, op, in: part)
    }
}

extension Program {
    /// Parameters: the boxes of the pass and of the mask, and whether there is a mask.
    static let pass = Program(
        numbers: 3, colors: ShaderParts.picture,
        """
        vec4 color() {
            vec4 c = first(parameter(0), pixel());
            #ifdef SECOND
            if (parameter(2).x > 0.0) c *= second(parameter(1), pixel()).a;
        #endif
            return c;
        }
        """)
}
