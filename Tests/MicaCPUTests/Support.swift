import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster

@testable import MicaCPU

/// A rectangle in local space.
func local(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LocalRect {
    LocalRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
}

/// A colour from straight sRGB components.
func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> PixelColor {
    PixelColor(ColorValue(red: red, green: green, blue: blue, alpha: alpha))
}

let red = color(1, 0, 0)
let white = color(1, 1, 1)

/// The map that moves.
func moved(_ x: Double, _ y: Double) -> Homography { Homography(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

/// The map that stretches about the origin, then moves.
func stretched(_ x: Double, _ y: Double, by tx: Double = 0, _ ty: Double = 0) -> Homography {
    Homography(a: x, b: 0, c: 0, d: y, tx: tx, ty: ty)
}

extension Frame {
    /// Makes a frame of one pass with ops that may touch all of it.
    init(_ width: Int, _ height: Int, background: UInt32 = 0, clips: [Clip] = [], _ contents: [DrawOp]) {
        self.init(width: width, height: height)
        self.background = PixelColor(premultiplied: background)
        self.clips = clips
        var pass = RenderPass(bounds: bounds)
        pass.ops = contents
        passes = [pass]
    }
}

/// A fill; all pixels up to 4,096 may change.
func fill(
    _ shape: RoundedRect, _ color: PixelColor, _ transform: Homography = .identity, clip: Int? = nil,
    opacity: Double = 1
) -> DrawOp {
    DrawOp(
        content: .fill(shape: shape, color: color), transform: transform, clip: clip.map { ClipIndex($0) },
        bounds: device(-4096, -4096, 8192, 8192), opacity: opacity)
}

/// An image drawn over a rectangle.
func image(
    _ image: ImageResource, _ destination: LocalRect, source: LocalRect? = nil, _ sampling: Sampling,
    _ transform: Homography = .identity, clip: Int? = nil, opacity: Double = 1
) -> DrawOp {
    let source = source ?? local(0, 0, Double(image.width), Double(image.height))
    return DrawOp(
        content: .image(ImageDraw(image: image, destination: destination, source: source, sampling: sampling)),
        transform: transform, clip: clip.map { ClipIndex($0) }, bounds: device(-4096, -4096, 8192, 8192),
        opacity: opacity)
}

/// A pass shown in another.
func pass(_ index: Int, mask: Int? = nil, clip: Int? = nil, opacity: Double = 1) -> DrawOp {
    DrawOp(
        content: .pass(PassIndex(index), mask: mask.map { PassIndex($0) }), transform: .identity,
        clip: clip.map { ClipIndex($0) }, bounds: device(-4096, -4096, 8192, 8192), opacity: opacity)
}

/// A clip whose bounds are no limit.
func clip(_ shape: RoundedRect, _ transform: Homography = .identity, parent: Int? = nil) -> Clip {
    Clip(
        parent: parent.map { ClipIndex($0) }, shape: shape, transform: transform,
        bounds: device(-4096, -4096, 8192, 8192))
}

/// Draws a frame on one thread into a fresh bitmap.
func drawn(
    _ frame: Frame, threads: Int = 1, tile: CPUCompositor.TileSize = .init(), kernels: PixelKernels = .best
) -> Bitmap {
    let compositor = CPUCompositor(threads: threads, tileSize: tile, mipmapBudget: 1 << 20)
    compositor.kernels = kernels
    var bitmap = Bitmap(width: frame.width, height: frame.height, filledWith: 0x1122_3344)
    compositor.draw(frame, into: &bitmap)
    return bitmap
}

/// How many pixels differ, and the first place where.
func difference(_ a: Bitmap, _ b: Bitmap) -> String? {
    let indices = a.pixels.indices.filter { a.pixels[$0] != b.pixels[$0] }
    guard let first = indices.first else { return nil }
    return "\(indices.count) pixels differ, first at (\(first % a.width), \(first / a.width)): "
        + String(a.pixels[first], radix: 16) + " and " + String(b.pixels[first], radix: 16)
}

/// A random frame with everything that a frame can have, some of it behind the viewer or no number.
func randomFrame(_ width: Int, _ height: Int, _ random: inout SeededGenerator) -> Frame {
    var frame = Frame(width: width, height: height)
    frame.background = PixelColor(premultiplied: random.chance(0.5) ? 0xFF20_4060 : 0)
    func transform(_ random: inout SeededGenerator) -> Homography {
        let (x, y) = (random.number(-20...Double(width)), random.number(-20...Double(height)))
        switch random.whole(0...9) {
        case 0...2: return moved(x.rounded(), y.rounded())
        case 3, 4: return stretched(random.number(0.2...3), random.number(-2...2), by: x, y)
        case 5, 6:
            return Homography(
                a: random.number(-2...2), b: random.number(-2...2), c: random.number(-2...2), d: random.number(-2...2),
                tx: x, ty: y)
        case 7, 8:
            return Homography(
                a: random.number(-2...2), b: random.number(-2...2), c: random.number(-2...2), d: random.number(-2...2),
                tx: x, ty: y, p: random.number(-0.02...0.02), q: random.number(-0.02...0.02), w: 1)
        default:
            let bad = [0, Double.nan, .infinity, 1e300, -1e18, 1e-300]
            func number() -> Double { bad.randomElement(using: &random) ?? 0 }
            return Homography(
                a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number(), p: number(),
                q: number(),
                w: number())
        }
    }
    func shape(_ random: inout SeededGenerator) -> RoundedRect {
        let rect =
            random.chance(0.3)
            ? local(0, 0, Double(random.whole(0...80)), Double(random.whole(0...80)))
            : local(random.number(-5...5), random.number(-5...5), random.number(0...90), random.number(0...90))
        return RoundedRect(
            rect, radius: random.chance(0.5) ? 0 : random.number(0...40),
            corners: CornerMask(rawValue: UInt8(random.whole(1...15))))
    }
    func bounds(_ random: inout SeededGenerator) -> DeviceRect {
        if random.chance(0.5) { return device(-4096, -4096, 8192, 8192) }
        return device(
            random.whole(-10...width), random.whole(-10...height), random.whole(0...width), random.whole(0...height))
    }
    let images = (0..<3).map { index in
        ImageResource(
            bitmap: noise(random.whole(1...40), random.whole(1...40), &random, opaque: index == 0))
    }
    for index in 0..<random.whole(0...6) {
        frame.clips.append(
            Clip(
                parent: index > 0 && random.chance(0.6) ? ClipIndex(random.whole(0...index - 1)) : nil,
                shape: shape(&random), transform: transform(&random), bounds: bounds(&random)))
    }
    let passCount = random.whole(1...5)
    for index in 0..<passCount {
        var pass = RenderPass(
            bounds: index == passCount - 1 ? frame.bounds : bounds(&random).intersection(frame.bounds))
        for _ in 0..<random.whole(0...8) {
            let content: DrawOp.Content
            let pixel = color(random.number(0...1), random.number(0...1), random.number(0...1), random.number(0...1))
            switch random.whole(0...10) {
            case 0, 1: content = .fill(shape: shape(&random), color: pixel)
            case 2: content = .border(shape: shape(&random), width: random.number(0...12), color: pixel)
            case 8:
                content = .shadow(
                    ShadowDraw(shape: shape(&random), deviation: random.number(0.1...12)), color: pixel)
            case 9,
                10 where index > 0:
                content = .blur(
                    BlurDraw(
                        pass: PassIndex(random.whole(0...index)),
                        shift: SIMD2(random.number(-20...20), random.number(-20...20)),
                        deviation: SIMD2(random.number(0...6), random.number(0...6)),
                        owner: random.chance(0.5) ? UInt64(random.whole(0...2)) : nil), color: pixel)
            case 3...5 where index > 0:
                content = .pass(
                    PassIndex(random.whole(0...index - 1)),
                    mask: random.chance(0.4) ? PassIndex(random.whole(0...index - 1)) : nil)
            default:
                let image = images[random.whole(0...2)]
                let (w, h) = (Double(image.width), Double(image.height))
                let samplings: [Sampling] = [.nearest, .bilinear, .trilinear(level: random.number(-1...7))]
                content = .image(
                    ImageDraw(
                        image: image, destination: shape(&random).rect,
                        source: random.chance(0.5)
                            ? local(0, 0, w, h)
                            : local(
                                random.number(-5...w), random.number(-5...h), random.number(0...w), random.number(0...h)
                            ),
                        sampling: samplings[random.whole(0...2)]))
            }
            pass.ops.append(
                DrawOp(
                    content: content, transform: transform(&random),
                    clip: !frame.clips.isEmpty && random.chance(0.5)
                        ? ClipIndex(random.whole(0...frame.clips.count - 1)) : nil,
                    bounds: bounds(&random), opacity: random.chance(0.5) ? 1 : random.number(0...1)))
        }
        frame.passes.append(pass)
    }
    return frame
}
