import MicaFrame

extension PassPainter {
    /// Another pass, pixel on pixel. With a mask, it is multiplied by the mask's alpha, or drawn within the mask's
    /// shape where the mask is only one shape.
    func pass(
        _ pass: PassIndex, _ mask: PassIndex?, _ op: DrawOp, _ address: OpAddress, in part: Part
    ) throws(GLRefusal) {
        guard let picture = shown.picture(pass) else { return }
        var (op, part, shape, masking) = (op, part, Shape.everything, Picture?.none)
        var ink = Ink(program: .pass, textures: SIMD4(picture.texture.name, 0, 0, 0))
        if let mask, mask.rawValue < address.pass, let only = shown.frame.onlyShape(of: mask),
            case .fill(let rounded, let color) = only.content
        {
            part.area = part.area.intersection(only.bounds).intersection(shown.frame.passes[mask.rawValue].bounds)
            guard !part.area.isEmpty, only.opacity > 0 else { return }
            shape = Shape(rounded, only.transform, state.outlines)
            op.edges = only.edges
            ink.color *= only.factor.w * Float(color.alpha)
        } else if let mask {
            masking = shown.picture(mask)
            if masking == nil { return }
        }
        state.numbers.add(picture, from: part.area)
        if !picture.box.contains(part.area) { ink.features.insert(.beyond) }
        if let masking {
            ink.textures.y = masking.texture.name
            state.numbers.add(masking, from: part.area)
            state.numbers[1].z = 1
            if !masking.box.contains(part.area) { ink.features.insert(.beyond) }
            ink.features.insert(.second)
        } else {
            state.numbers.addZeros(2)
        }
        try paint(ink, shape, op, in: part)
    }
}

extension Program {
    /// Parameters: the position of the pass (2), with whether there is a mask; the position of the mask (2).
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
