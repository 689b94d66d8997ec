import MicaFrame
import MicaGeometry
import MicaPixels
import MicaResources

extension PassPainter {
    /// A part of an image stretched over a rectangle.
    func image(_ draw: ImageDraw, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        let (source, rect, image) = (draw.source, draw.destination, draw.image)
        guard let toLocal = op.transform.inverse, !rect.isEmpty, image.width > 0, image.height > 0,
            source.maxX >= source.minX, source.maxY >= source.minY
        else { return }
        let (stretchX, stretchY) = (source.width / rect.width, source.height / rect.height)
        let toImage = toLocal.stretched(
            stretchX, stretchY, source.minX - rect.minX * stretchX, source.minY - rect.minY * stretchY)
        var (mode, levels, share) = (Float(1), (0, 0), 0.0)
        switch draw.sampling {
        case .nearest: mode = 0
        case .bilinear: break
        case .trilinear(let level):
            let last = image.lastLevel
            let clamped = level > 0 ? min(level, Double(last)) : 0
            levels = (Int(clamped), min(last, Int(clamped) + 1))
            share = clamped - clamped.rounded(.down)
            mode = 2
        }
        let texture = try state.images.texture(of: image, withLevels: levels.1 > 0)
        let (large, small) = (TexelLevel(image, source, levels.0), TexelLevel(image, source, levels.1))
        let parameters =
            toImage.parameters(from: part.area) + [
                SIMD4(mode, Float(share), Float(levels.0), Float(levels.1)), large.range, small.range,
                SIMD4(large.scale.x, large.scale.y, small.scale.x, small.scale.y),
            ] + (draw.filter?.parameters ?? Array(repeating: .zero, count: ColorFilter.parameterCount))
        try paint(
            Ink(program: .image, textures: SIMD4(texture.name, 0, 0, 0), parameters: parameters),
            .rectangle(rect, op.transform), op, in: part)
    }
}

/// A part of an image in one of its levels, as the shaders know it.
struct TexelLevel {
    /// The texels that are looked at: min x, min y, max x, max y, all inside.
    let range: SIMD4<Float>
    /// How many texels there are to a pixel of the image, along x and y.
    let scale: SIMD2<Float>

    /// - Precondition: the image has pixels.
    init(_ image: ImageResource, _ source: LocalRect, _ level: Int) {
        let (width, height) = (max(1, image.width >> level), max(1, image.height >> level))
        let (x, y) = (Double(width) / Double(image.width), Double(height) / Double(image.height))
        let texels = TexelRange(
            minX: source.minX * x, minY: source.minY * y, maxX: source.maxX * x, maxY: source.maxY * y, width: width,
            height: height)
        range = SIMD4(Float(texels.minX), Float(texels.minY), Float(texels.maxX), Float(texels.maxY))
        scale = SIMD2(Float(x), Float(y))
    }
}

extension ImageResource {
    /// The last of its levels, which has one pixel.
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
    /// Parameters: the map to the image's pixels (3); mode, share of the second level, both levels; the range in each; the scales; a
    /// filter's (6).
    static let image = Program(
        colors: ShaderParts.plane, ShaderParts.texels, ShaderParts.filter,
        """
        vec4 color() {
            vec2 at = local(0).xy;
            vec4 mode = parameter(3), scale = parameter(6);
            vec4 c;
            if (mode.x == 0.0) {
                c = nearest(at * scale.xy, parameter(4), int(mode.z));
            } else {
                c = linear(at * scale.xy, parameter(4), int(mode.z));
                if (mode.y > 0.0) c = mix(c, linear(at * scale.zw, parameter(5), int(mode.w)), mode.y);
            }
            return filtered(c, 7);
        }
        """)
}
