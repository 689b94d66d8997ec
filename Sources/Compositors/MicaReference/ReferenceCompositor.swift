import MicaBase
import MicaCompositor
import MicaFrame

/// The reference compositor: it defines what a frame means, in as few lines as possible. All other compositors are
/// compared with it.
///
/// Read it in this order. `draw` draws a frame's passes one by one, each into a picture of its own, the last one over
/// the background. A pass's ops are drawn back to front. An op is a colour for each pixel (`Paint`, one function for
/// each kind of op, in `Ops`): red, green, blue and alpha in Double, premultiplied, with the op's coverage multiplied
/// in. `Painter.blend` multiplies the colour by the op's tint and opacity, and blends it with the pixel below by the
/// blend mode; where clips cover the pixel in part, the result is mixed with the old pixel. Then the pixel is rounded
/// to 8 bits. Sprites are drawn one by one, and so are the ops of instances: each counts as an op.
///
/// *Coverage* is the exact area of the outline in the pixel; curves are replaced by chords that are at most 1/2,000 of
/// a pixel off (`Coverage`). It is computed at every pixel: there are no tiles, threads or caches, and a rectangle is
/// drawn like any path. So a frame of a thousand rounded rectangles at 1080p takes seconds. The CPU compositor draws
/// the same frame in a millisecond; docs/approximations.md says, op by op, how much its pixels may differ.
///
/// Rules that are not geometry belong to the frame, and stand where the ops are declared: nothing behind the viewer is
/// seen, NaN draws nothing, a pass shows only passes before it.
package struct ReferenceCompositor: Compositor {
    package init() {}

    /// Nothing is cached from frame to frame.
    package var traits: CompositorTraits { .plain }

    /// Draws all of a frame, whatever its damage. Pixels outside the bitmap are not drawn.
    package func draw(_ frame: Frame, into bitmap: inout Bitmap) {
        draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
    }

    /// Draws all of a frame, and copies a region of it.
    package func draw(_ frame: Frame, region: DamageRegion, into bitmap: inout Bitmap) {
        let result = pictures(of: frame).last ?? Picture(frame.bounds, filledWith: frame.background.premultiplied())
        let surface = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
        let wanted = region.intersection(frame.bounds.intersection(surface))
        for index in 0..<wanted.count {
            let rect = wanted[index]
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX { bitmap[x, y] = result.pixels[y * frame.width + x] }
            }
        }
    }

    /// The pictures of all passes of a frame, each drawn with those before it.
    package func pictures(of frame: Frame) -> [Picture] {
        var pictures: [Picture] = []
        for (index, pass) in frame.passes.enumerated() {
            let isLast = index == frame.passes.count - 1
            var picture =
                isLast ? Picture(frame.bounds, filledWith: frame.background.premultiplied()) : Picture(pass.bounds)
            let painter = Painter(passes: pictures, clips: frame.clips, scissor: pass.bounds)
            for op in pass.ops { painter.draw(op, onto: &picture) }
            pictures.append(picture)
        }
        return pictures
    }
}

/// Red, green, blue and alpha: the colours multiplied by alpha, all 0...1.
typealias Color = SIMD4<Double>

/// The colour that an op draws at the pixel (x, y), coverage included; without clips, tint and opacity.
typealias Paint = (_ x: Int, _ y: Int) -> Color

/// The 8-bit pixels of a pass, transparent outside its bounds.
package struct Picture {
    /// The pixels that the picture has.
    package let bounds: DeviceRect
    /// Row by row: premultiplied words, 0xAARRGGBB.
    private(set) var pixels: [UInt32]

    /// The most pixels of a picture; a larger picture is empty.
    private static let limit = 1 << 28

    init(_ wanted: DeviceRect, filledWith pixel: UInt32 = 0) {
        let (count, overflows) = wanted.width.multipliedReportingOverflow(by: wanted.height)
        bounds = overflows || count > Self.limit ? .empty : wanted
        pixels = Array(repeating: pixel, count: bounds.width * bounds.height)
    }

    /// The pixels as a bitmap.
    package var bitmap: Bitmap { Bitmap(width: bounds.width, height: bounds.height, pixels: pixels) }

    private func index(_ x: Int, _ y: Int) -> Int? {
        guard x >= bounds.minX, x < bounds.maxX, y >= bounds.minY, y < bounds.maxY else { return nil }
        return (y - bounds.minY) * bounds.width + x - bounds.minX
    }

    /// A pixel's colour. It is rounded to 8 bits when it is set.
    subscript(x: Int, y: Int) -> Color {
        get { index(x, y).map { Color(word: pixels[$0]) } ?? .zero }
        set { if let index = index(x, y) { pixels[index] = newValue.word } }
    }
}

extension Color {
    /// The colour of a premultiplied word.
    init(word: UInt32) {
        self.init(Double(word >> 16 & 255), Double(word >> 8 & 255), Double(word & 255), Double(word >> 24))
        self /= 255
    }

    /// A straight colour, premultiplied.
    init(_ color: PixelColor) {
        self.init(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
    }

    /// Red, green and blue.
    var rgb: SIMD3<Double> { SIMD3(x, y, z) }

    /// The premultiplied word, every channel rounded to the nearest 255th.
    var word: UInt32 {
        let whole = SIMD4<UInt32>((clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5).rounded(.down))
        return whole.w << 24 | whole.x << 16 | whole.y << 8 | whole.z
    }
}
