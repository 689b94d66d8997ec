import MicaBase
import MicaFrame

extension PassPainter {
    /// Many small images, drawn in order.
    func sprites(_ draw: SpriteDraw, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        let factor = op.factor
        let blend = draw.isAdditive ? GLContext.Blend.plus : .sourceOver
        let order = draw.isAdditive ? DrawingOrder.unorderedInKind : .inOrder
        let quick = QuickSprites(self, draw, part, blend, order)
        for sprite in draw.sprites {
            let area = part.area.intersection(sprite.bounds)
            guard !area.isEmpty, draw.images.indices.contains(Int(sprite.image)) else { continue }
            let (x, y) = (Double(sprite.x), Double(sprite.y))
            let right = Point(Double(sprite.rightX), Double(sprite.rightY))
            let down = Point(Double(sprite.downX), Double(sprite.downY))
            // Maps the square around (0, 0) whose sides are 2 long to device pixels.
            let toDevice = Homography(a: right.x, b: right.y, c: down.x, d: down.y, tx: x, ty: y)
            let image = draw.images[Int(sprite.image)]
            guard let toSquare = toDevice.inverse, image.image.width > 0, image.image.height > 0 else { continue }
            let sampling = image.sampling(of: sprite, toSquare)
            if try quick.add(sprite, sampling, color: sprite.color * factor) { continue }
            let half = Point(image.source.width, image.source.height) / 2
            let level = TexelLevel(image.image, image.source, sampling.level)
            let (u, v) = (level.scale.x, level.scale.y)
            let toTexels = toSquare.stretched(
                half.x * u, half.y * v, (image.source.minX + half.x) * u, (image.source.minY + half.y) * v)
            let location = try state.images.location(of: image.image, level: sampling.level, last: sampling.level)
            let numbers = state.numbers
            numbers.begin()
            numbers.add(toTexels, from: area)
            numbers.add(level.range)
            numbers.add(SIMD4(location.level, sampling.isNearest ? 1 : 0, location.x, location.y))
            var features: Features = sampling.isNearest ? .nearest : .linear
            if sampling.isNearest, numbers.addExact(toTexels, from: area) {
                features = .exact
                numbers[4].y = 2
            }
            if location.level > 0 { features.insert(.levels) }
            let ink = Ink(
                program: .sprites, textures: SIMD4(location.texture, 0, 0, 0), color: sprite.color * factor,
                features: features)
            try emit(
                ink, .rectangle(LocalRect(minX: -1, minY: -1, maxX: 1, maxY: 1), toDevice), .soft,
                in: Part(area: area, clip: part.clip), blend: blend, order: order)
        }
    }
}

extension Program {
    /// Parameters: the map to texels (3); their range; the level, the mode (0 linear, 1 nearest, 2 nearest by whole
    /// numbers), and the position; the map by whole numbers (6).
    static let sprites = Program(numbers: 5, colors: ShaderParts.plane, ShaderParts.texels, spriteColor)

    static let spriteColor = """
        vec4 color() {
            vec4 range = parameter(3), how = parameter(4), c = vec4(0.0);
            vec3 place = vec3(how.zw, how.x);
        #if defined(LINEAR) || defined(NEAREST)
            vec2 at = local(0).xy;
        #endif
        #ifdef LINEAR
            c = linear(at, range, place);
        #endif
        #ifdef NEAREST
            if (how.y == 1.0) c = nearest(at, range, place);
        #endif
        #ifdef EXACT
            if (how.y > 1.0) c = nearestExact(5, range, place);
        #endif
            return c;
        }
        """
}
