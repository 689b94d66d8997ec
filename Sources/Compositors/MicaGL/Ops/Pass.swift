import MicaFrame

extension PassPainter {
    /// Another pass, pixel on pixel; with a mask, times the alpha of a second one.
    func pass(_ pass: PassIndex, _ mask: PassIndex?, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        guard let picture = shown.picture(pass) else { return }
        var ink = Ink(program: .pass, textures: SIMD4(picture.texture.name, 0, 0, 0))
        state.numbers.add(picture, from: part.area)
        if !picture.box.contains(part.area) { ink.features.insert(.beyond) }
        if let mask {
            guard let masking = shown.picture(mask) else { return }
            ink.textures.y = masking.texture.name
            state.numbers.add(masking, from: part.area)
            state.numbers[1].z = 1
            if !masking.box.contains(part.area) { ink.features.insert(.beyond) }
            ink.features.insert(.second)
        } else {
            state.numbers.addZeros(2)
        }
        try paint(ink, .everything, op, in: part)
    }
}

extension Program {
    /// Parameters: where the pass is (2), with whether there is a mask, and where that is (2).
    static let pass = Program(
        numbers: 4, colors: ShaderParts.picture,
        """
        vec4 color() {
            vec4 c = first(0, pixelFromBase());
            #ifdef SECOND
            if (parameter(1).z > 0.0) c *= second(2, pixelFromBase()).a;
        #endif
            return c;
        }
        """)
}
