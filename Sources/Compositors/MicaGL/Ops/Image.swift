import MicaBase
import MicaFrame
import MicaRaster

extension PassPainter {
    /// A part of an image, stretched over a rectangle.
    func image(_ draw: ImageDraw, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        let (source, rect, image) = (draw.source, draw.destination, draw.image)
        guard let toLocal = op.transform.inverse, !rect.isEmpty, image.width > 0, image.height > 0,
            source.maxX >= source.minX, source.maxY >= source.minY
        else { return }
        let (stretchX, stretchY) = (source.width / rect.width, source.height / rect.height)
        let toImage = toLocal.stretched(
            stretchX, stretchY, source.minX - rect.minX * stretchX, source.minY - rect.minY * stretchY)
        var (levels, share) = ((0, 0), 0.0)
        var features: Features = .linear
        switch draw.sampling {
        case .nearest: features = .nearest
        case .bilinear: break
        case .trilinear(let level):
            let last = image.lastLevel
            let clamped = level > 0 ? min(level, Double(last)) : 0
            levels = (Int(clamped), min(last, Int(clamped) + 1))
            share = clamped - clamped.rounded(.down)
        }
        let location = try state.images.location(of: image, level: levels.0, last: levels.1)
        let other = try state.images.location(of: image, level: levels.1, last: levels.1)
        let (large, small) = (TexelLevel(image, source, levels.0), TexelLevel(image, source, levels.1))
        let numbers = state.numbers
        numbers.add(toImage, from: part.area)
        numbers.add(SIMD4(features == .linear ? 1 : 0, Float(share), location.level, other.level))
        numbers.add(large.range)
        numbers.add(SIMD4(Float(large.scale.x), Float(large.scale.y), location.x, location.y))
        numbers.add(small.range)
        numbers.add(SIMD4(Float(small.scale.x), Float(small.scale.y), other.x, other.y))
        if let filter = draw.filter {
            filter.add(to: numbers)
        } else {
            numbers.addZeros(ColorFilter.parameterCount)
        }
        if features == .nearest, numbers.addExact(toImage, from: part.area) {
            features = .exact
            numbers[3].x = 2
        }
        if share > 0 || location.level > 0 { features.insert(.levels) }
        if draw.filter != nil { features.insert(.filter) }
        let ink = Ink(
            program: .image, textures: SIMD4(location.texture, 0, 0, 0), features: features,
            isOpaque: image.isOpaque && draw.filter == nil)
        try paint(ink, .rectangle(rect, op.transform), op, in: part)
    }
}

/// A part of an image at one mipmap level, as the shaders read it.
struct TexelLevel {
    /// The texels that may be read: min x, min y, max x, max y, all inside.
    let range: SIMD4<Float>
    /// Texels of the level per pixel of the image, along x and y.
    let scale: Point

    /// - Precondition: the image has pixels.
    init(_ image: ImageResource, _ source: LocalRect, _ level: Int) {
        let (width, height) = (max(1, image.width >> level), max(1, image.height >> level))
        let (x, y) = (Double(width) / Double(image.width), Double(height) / Double(image.height))
        let texels = TexelRange(
            minX: source.minX * x, minY: source.minY * y, maxX: source.maxX * x, maxY: source.maxY * y, width: width,
            height: height)
        range = SIMD4(Float(texels.minX), Float(texels.minY), Float(texels.maxX), Float(texels.maxY))
        scale = Point(x, y)
    }
}

extension ImageResource {
    /// The number of its last mipmap level, which has one pixel.
    var lastLevel: Int { Int.bitWidth - 1 - max(width, height).leadingZeroBitCount }
}

extension Homography {
    /// The map followed by x' = x a + e, y' = y d + f.
    func stretched(_ a: Double, _ d: Double, _ e: Double, _ f: Double) -> Homography {
        Homography(
            a: a * self.a + e * p, b: d * b + f * p, c: a * c + e * q, d: d * self.d + f * q, tx: a * tx + e * w,
            ty: d * ty + f * w, p: p, q: q, w: w)
    }
}

extension Program {
    /// Parameters: the map to the image's pixels (3); the mode (0 nearest, 1 linear, 2 nearest by whole numbers), the
    /// share of the second level, and both levels; the first level's range, then its scale and position; the second
    /// level's range, then its scale and position; the filter (6); the map by whole numbers (6).
    static let image = Program(
        numbers: 6,
        colors: ShaderParts.plane, ShaderParts.texels, ShaderParts.filter,
        """
        vec4 color() {
            vec4 mode = parameter(3), first = parameter(5), c = vec4(0.0);
            vec3 place = vec3(first.zw, mode.z);
        #if defined(LINEAR) || defined(NEAREST)
            vec2 at = local(0).xy;
        #endif
        #ifdef LINEAR
            c = linear(at * first.xy, parameter(4), place);
        #ifdef LEVELS
            vec4 second = parameter(7);
            if (mode.y > 0.0) c = mix(c, linear(at * second.xy, parameter(6), vec3(second.zw, mode.w)), mode.y);
        #endif
        #endif
        #ifdef NEAREST
            if (mode.x == 0.0) c = nearest(at * first.xy, parameter(4), place);
        #endif
        #ifdef EXACT
            if (mode.x == 2.0) c = nearestExact(14, parameter(4), place);
        #endif
        #ifdef FILTER
            c = filtered(c, 8);
        #endif
            return c;
        }
        """)
}
