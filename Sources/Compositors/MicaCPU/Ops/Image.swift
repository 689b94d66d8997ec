import MicaBase
import MicaFrame
import MicaRaster

/// An image of a draw op, prepared for sampling at device pixels.
struct PreparedImage {
    /// The bitmap that is sampled.
    var level: ImageLevel
    /// The next smaller bitmap, when two are mixed.
    var smaller: ImageLevel?
    /// The share of the smaller one, in 256ths.
    var fraction: UInt32
    /// How each bitmap is sampled. `smaller` says whether two are mixed.
    var sampling: TexelSampling
    /// Whether every sample is opaque.
    var isOpaque: Bool
    /// The last step of each sample.
    var filter: PixelFilter?

    /// nil if the image is invisible.
    init?(
        _ draw: ImageDraw, transform: Homography, mipmaps: MipmapCache, _ interpolation: CompositorTraits.Interpolation
    ) {
        let (source, destination) = (draw.source, draw.destination)
        // A source without area stretches one texel. A source with NaN shows nothing.
        guard !destination.isEmpty, source.maxX >= source.minX, source.maxY >= source.minY else { return nil }
        guard draw.image.width > 0, draw.image.height > 0, let toLocal = transform.inverse else { return nil }
        sampling = TexelSampling(draw.sampling, interpolation)
        filter = draw.filter.map { PixelFilter($0) }
        let keepsAlpha = filter?.keepsAlpha ?? true
        fraction = 0
        var position = 0.0
        if case .trilinear(let level) = draw.sampling { position = level > 0 ? level : 0 }
        guard position > 0 else {
            level = ImageLevel(draw.image.bitmap(), toLocal, draw, of: draw.image.width, draw.image.height)
            isOpaque = draw.image.isOpaque && keepsAlpha
            return
        }
        // Rounded to the nearest 256th of a level, at most the last level.
        let last = MipmapCache.levelCount(width: draw.image.width, height: draw.image.height) - 1
        let fixed = Int((min(position, Double(last)) * 256).rounded())
        let levels = mipmaps.levels(of: draw.image, from: fixed >> 8)
        // After the pixels are made, because an image that turns out damaged then is no longer opaque.
        isOpaque = draw.image.isOpaque && keepsAlpha
        level = ImageLevel(levels[0], toLocal, draw, of: draw.image.width, draw.image.height)
        if fixed & 255 != 0 {
            fraction = UInt32(fixed & 255)
            smaller = ImageLevel(levels[1], toLocal, draw, of: draw.image.width, draw.image.height)
        }
    }

    /// The pixels of the first bitmap, for samples that are texels.
    var texels: [UInt32] { level.texels }

    /// The index in `texels` of a run of pixels that are consecutive texels; nil when samples have to be computed.
    func firstTexel(x: Int, y: Int, count: Int) -> Int? {
        smaller == nil && filter == nil ? level.firstTexel(sampling, x: x, y: y, count: count) : nil
    }

    /// Whether samples are opaque and come from one bitmap without a filter.
    var needsSamplingAlone: Bool { isOpaque && smaller == nil && filter == nil }

    /// Writes samples for a run of pixels.
    ///
    /// - Precondition: `needsSamplingAlone`.
    func sample(_ output: inout MutableSpan<UInt32>, x: Int, y: Int, count: Int) {
        precondition(needsSamplingAlone, "there is more to do than to sample")
        level.sample(&output, sampling, x: x, y: y, count: count)
    }

    /// Writes samples for a run of pixels.
    ///
    /// - Parameter spare: room for as many samples of the second level.
    func sample(_ output: inout [UInt32], _ spare: inout [UInt32], x: Int, y: Int, count: Int) {
        level.sample(&output, sampling, x: x, y: y, count: count)
        if let smaller {
            smaller.sample(&spare, sampling, x: x, y: y, count: count)
            var span = output.mutableSpan
            span.interpolate(towards: spare.span, fraction: fraction, count: count)
        }
        if let filter {
            var span = output.mutableSpan
            span.apply(filter, count: count)
        }
    }
}

/// How the texels of one bitmap are looked up.
enum TexelSampling {
    case nearest, linear, context

    /// The sampling that an op asks for, with the compositor's kind of interpolation.
    init(_ sampling: Sampling, _ interpolation: CompositorTraits.Interpolation) {
        self = sampling == .nearest ? .nearest : interpolation == .linear ? .linear : .context
    }
}

/// One bitmap of an image, with the map from device pixels to its texels.
struct ImageLevel {
    private enum Map {
        case affine(FixedMap)
        case perspective(Homography)
    }
    private let bitmap: Bitmap
    private let range: TexelRange
    private let map: Map

    /// The bitmap may be smaller than the image, whose size is `width` and `height`.
    init(_ bitmap: Bitmap, _ toLocal: Homography, _ draw: ImageDraw, of width: Int, _ height: Int) {
        self.bitmap = bitmap
        let scaleX = Double(bitmap.width) / Double(width), scaleY = Double(bitmap.height) / Double(height)
        let (source, destination) = (draw.source, draw.destination)
        range = TexelRange(
            minX: source.minX * scaleX, minY: source.minY * scaleY, maxX: source.maxX * scaleX,
            maxY: source.maxY * scaleY,
            width: bitmap.width, height: bitmap.height)
        let stretchX = source.width * scaleX / destination.width, stretchY = source.height * scaleY / destination.height
        let offsetX = source.minX * scaleX - destination.minX * stretchX
        let offsetY = source.minY * scaleY - destination.minY * stretchY
        let toTexels = Homography(
            a: stretchX * toLocal.a + offsetX * toLocal.p, b: stretchY * toLocal.b + offsetY * toLocal.p,
            c: stretchX * toLocal.c + offsetX * toLocal.q, d: stretchY * toLocal.d + offsetY * toLocal.q,
            tx: stretchX * toLocal.tx + offsetX * toLocal.w, ty: stretchY * toLocal.ty + offsetY * toLocal.w,
            p: toLocal.p, q: toLocal.q, w: toLocal.w)
        map = if let fixed = FixedMap(toTexels) { .affine(fixed) } else { .perspective(toTexels) }
    }

    private static func row(_ map: Homography, x: Int, y: Int) -> PerspectiveRow {
        let line = Double(y) + 0.5
        return PerspectiveRow(
            x: x, a: map.a, b: map.b, p: map.p, u: map.c * line + map.tx, v: map.d * line + map.ty,
            w: map.q * line + map.w)
    }

    /// The bitmap's pixels.
    var texels: [UInt32] { bitmap.pixels }

    /// The index in `texels` of a run of pixels that are consecutive texels; nil when samples have to be computed.
    func firstTexel(_ sampling: TexelSampling, x: Int, y: Int, count: Int) -> Int? {
        guard case .affine(let map) = map,
            let texel = map.row(x: x, y: y).texels(in: range, isNearest: sampling == .nearest, count: count)
        else { return nil }
        return texel.y * bitmap.width + texel.x
    }

    /// Writes samples for a run of pixels.
    func sample(_ output: inout [UInt32], _ sampling: TexelSampling, x: Int, y: Int, count: Int) {
        var span = output.mutableSpan
        sample(&span, sampling, x: x, y: y, count: count)
    }

    /// Writes samples for a run of pixels.
    func sample(_ span: inout MutableSpan<UInt32>, _ sampling: TexelSampling, x: Int, y: Int, count: Int) {
        switch map {
        case .affine(let map):
            let row = map.row(x: x, y: y)
            switch sampling {
            case .nearest: span.sampleNearest(bitmap, range, row, count: count)
            case .linear, .context:
                span.sampleBilinear(bitmap, range, row, isSharp: sampling == .context, count: count)
            }
        case .perspective(let map):
            let row = Self.row(map, x: x, y: y)
            switch sampling {
            case .nearest: span.sampleNearest(bitmap, range, row, count: count)
            case .linear, .context:
                span.sampleBilinear(bitmap, range, row, isSharp: sampling == .context, count: count)
            }
        }
    }
}

/// An affine map from device pixels to texels in whole numbers, in 2^-32 texels.
///
/// Within 262,144 pixels of the origin, where coverage ends, coordinates do not overflow the word.
private struct FixedMap {
    private let u: Int, v: Int
    private let ux: Int, uy: Int
    private let vx: Int, vy: Int

    /// nil when the map has perspective, or coefficients that are too large or NaN.
    init?(_ map: Homography) {
        guard map.isAffine else { return nil }
        let step = 0x1p11, reach = 0x1p29
        let (u, v) = ((map.a + map.c) / 2 + map.tx, (map.b + map.d) / 2 + map.ty)
        guard abs(map.a) < step, abs(map.b) < step, abs(map.c) < step, abs(map.d) < step, abs(u) < reach, abs(v) < reach
        else { return nil }
        func fixed(_ value: Double) -> Int { Int((value * 0x1p32).rounded()) }
        (self.u, self.v) = (fixed(u), fixed(v))
        (ux, uy, vx, vy) = (fixed(map.a), fixed(map.c), fixed(map.b), fixed(map.d))
    }

    /// The row of texture coordinates that begins at the pixel's centre.
    func row(x: Int, y: Int) -> AffineRow {
        AffineRow(u: u &+ x &* ux &+ y &* uy, v: v &+ x &* vx &+ y &* vy, du: ux, dv: vx)
    }
}

extension FramePlan {
    /// Prepares a part of an image, stretched over a rectangle.
    mutating func image(
        _ draw: ImageDraw, _ op: DrawOp, _ bounds: DeviceRect, _ mipmaps: MipmapCache,
        _ interpolation: CompositorTraits.Interpolation
    ) -> Content? {
        guard let image = PreparedImage(draw, transform: op.transform, mipmaps: mipmaps, interpolation) else {
            return nil
        }
        defer { store.images.append(image) }
        return .image(
            shapes.add(RoundedRect(draw.destination), op.transform, clip: bounds), image: store.images.count)
    }
}

extension TileRenderer {
    /// Draws an image into the shape that the rasterizer has begun.
    mutating func drawImage(_ image: borrowing PreparedImage, _ mask: ClipMasks.Cover, _ op: FramePlan.Op) {
        let needsSamplingAlone =
            image.needsSamplingAlone && op.opacity == 255 && op.tint == 0x00FF_FFFF && mask.isEverything
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.rowSpans[index]
                if isUncovered {
                    setPixels(image, run, op)
                    continue
                }
                if op.tint == 0x00FF_FFFF,
                    let first = image.firstTexel(x: run.x, y: rasterizer.row, count: run.count)
                {
                    drawPixels(
                        image.texels, first: first, run, mask, alpha: op.opacity, isOpaque: image.isOpaque)
                    continue
                }
                if needsSamplingAlone, run.uniform == 255 {
                    let y = rasterizer.row
                    target.withRun(x: run.x, y: y, count: run.count) {
                        image.sample(&$0, x: run.x, y: y, count: run.count)
                    }
                    continue
                }
                image.sample(&samples, &spareSamples, x: run.x, y: rasterizer.row, count: run.count)
                tintSamples(op.tint, count: run.count)
                drawSamples(run, mask, alpha: op.opacity, isOpaque: image.isOpaque)
            }
        }
    }

    /// Writes a run of an image's pixels over the background's colour, without reading the target.
    private mutating func setPixels(_ image: borrowing PreparedImage, _ run: CoverageSpan, _ op: FramePlan.Op) {
        let (x, y) = (run.x, rasterizer.row)
        if op.tint == 0x00FF_FFFF, let first = image.firstTexel(x: x, y: y, count: run.count) {
            target.set(image.texels, first: first, alpha: op.opacity, onto: background, x: x, y: y, count: run.count)
            return
        }
        image.sample(&samples, &spareSamples, x: x, y: y, count: run.count)
        tintSamples(op.tint, count: run.count)
        target.set(samples, first: 0, alpha: op.opacity, onto: background, x: x, y: y, count: run.count)
    }
}
