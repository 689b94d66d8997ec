import MicaCompositor
import MicaFrame
import MicaPixels
import MicaRaster

/// The reference compositor: what a frame means, in the fewest lines that say it. Every other compositor is compared with it.
///
/// Read it in this order. A frame's passes are drawn one after the other, each into a picture of its own, the last one onto
/// the background (`draw`). A pass's ops are drawn back to front. An op is a colour for each pixel (`Paint`, one function
/// for each kind of op, in `Ops`): red, green, blue and alpha in Double, premultiplied, with the op's own coverage in them. The
/// colour is multiplied by the op's tint and opacity, combined with what is there by the blend mode, and where clips
/// cover the pixel in part, so much of the result is taken (`Painter.blend`). Then the pixel is rounded to 8 bits.
/// Sprites are drawn one by one, and so are the ops of instances: each counts as an op.
///
/// *Coverage* is the exact area of the outline in the pixel, curves as chords that are a 2,000th of a pixel off at most
/// (`Coverage`). It is asked for at every pixel: there are no tiles, no threads, no caches, and no rectangle is drawn in another
/// way than a path. So it costs what its loops say: a frame of a thousand rounded rectangles at 1080p takes seconds. The CPU
/// compositor draws the same in a millisecond; by how much its pixels may be off is said, op by op, in docs/approximations.md.
///
/// The rules that are not geometry are the frame's, and stand where the ops are declared: what is behind the viewer is not seen,
/// what is no number draws nothing, a pass shows only passes before it.
package struct ReferenceCompositor: Compositor {
    package init() {}

    /// Nothing is kept from frame to frame.
    package var traits: CompositorTraits { .plain }

    /// Draws all of a frame, whatever its damage; what lies outside the bitmap is not drawn.
    package func draw(_ frame: Frame, into bitmap: inout Bitmap) {
        draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
    }

    /// Draws a frame, and takes of it what lies in a region.
    package func draw(_ frame: Frame, region: DamageRegion, into bitmap: inout Bitmap) {
        let result = pictures(of: frame).last ?? Picture(frame.bounds, filledWith: frame.background)
        let surface = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
        let wanted = region.intersection(frame.bounds.intersection(surface))
        for index in 0..<wanted.count {
            let rect = wanted[index]
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX { bitmap[x, y] = result.pixels[y * frame.width + x] }
            }
        }
    }

    /// Draws each pass of a frame, with those before it.
    package func pictures(of frame: Frame) -> [Picture] {
        var pictures: [Picture] = []
        for (index, pass) in frame.passes.enumerated() {
            let isLast = index == frame.passes.count - 1
            var picture = isLast ? Picture(frame.bounds, filledWith: frame.background) : Picture(pass.bounds)
            let painter = Painter(passes: pictures, clips: frame.clips, scissor: pass.bounds)
            for op in pass.ops { painter.draw(op, onto: &picture) }
            pictures.append(picture)
        }
        return pictures
    }
}

/// Red, green, blue and alpha: the colours multiplied by alpha, all 0...1.
typealias Color = SIMD4<Double>

/// What an op draws at the pixel (x, y), its coverage included; without clips, tint and opacity.
typealias Paint = (_ x: Int, _ y: Int) -> Color

/// The 8-bit pixels of a pass, transparent outside its bounds.
package struct Picture {
    /// The pixels that it has.
    package let bounds: DeviceRect
    /// Row by row: premultiplied words, 0xAARRGGBB.
    private(set) var pixels: [UInt32]

    /// The most pixels of a picture; a larger one has none.
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

    /// A pixel's colour; rounded to 8 bits where it is set.
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

    /// The premultiplied word, every channel to the nearest 255th.
    var word: UInt32 {
        let whole = SIMD4<UInt32>((clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5).rounded(.down))
        return whole.w << 24 | whole.x << 16 | whole.y << 8 | whole.z
    }
}
