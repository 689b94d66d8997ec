import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaRaster

/// `mica-dev bench limits`: how near drawing comes to the limits of memory, measured like the comparison's own program
/// (limits_cpu): one full-screen image over another, 1920 x 1080 pixels, the median of 200 times.
enum LimitBench {
    /// The lines of `mica-dev bench limits`.
    static func lines(_ options: BenchOptions) -> [String] {
        let (width, height) = (BenchScene.width, BenchScene.height)
        let source = Bitmap(width: width, height: height, filledWith: 0x8020_3040)
        var target = Bitmap(width: width, height: height, filledWith: BenchScene.background)
        let kernel = median {
            var span = target.pixels.mutableSpan
            span.blend(source.pixels.span, first: 0, alpha: 255, start: 0, count: width * height)
        }
        let all = LocalRect(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
        let image = ImageDraw(
            image: ImageResource(bitmap: source), destination: all, source: all, sampling: .bilinear)
        var frame = Frame(width: width, height: height)
        frame.background = PixelColor(premultiplied: BenchScene.background)
        var pass = RenderPass(bounds: frame.bounds)
        pass.ops = [DrawOp(content: .image(image), transform: .identity, bounds: frame.bounds)]
        frame.passes = [pass]
        let compositor = CPUCompositor(threads: options.threads)
        let whole = median { compositor.draw(frame, into: &target) }
        return [
            String(format: "LIMIT,%@,1080p src-over image (kernel),%.4f", options.name, kernel),
            String(format: "LIMIT,%@,1080p src-over image (frame, background included),%.4f", options.name, whole),
        ]
    }

    private static func median(_ body: () -> Void) -> Double {
        let times = (0..<200).map { _ in
            let begin = ContinuousClock.now
            body()
            return (ContinuousClock.now - begin).milliseconds
        }
        return times.sorted()[100]
    }
}
