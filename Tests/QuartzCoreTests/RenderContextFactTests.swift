import CoreGraphics
import MicaPixels
import QuartzCore
import Testing

private func drawn(_ layer: CALayer, width: Int, height: Int) throws -> Bitmap {
    let context = unsafe CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    let canvas = try #require(context)
    layer.render(in: canvas)
    return try #require(canvas.makeImage()).resource.bitmap()
}

/// Facts RC-1...: what layers drawn with `render(in:)` have other than on a screen, measured on Apple's pictures of
/// airbnb/lottie-ios' snapshots (issue_2066, 2023; issue_2265, 2024).
@Suite struct RenderContextFactTests {
    private func gradient(_ colors: [CGColor]) -> CAGradientLayer {
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 255, height: 4)
        (layer.startPoint, layer.endPoint) = (CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 0))
        layer.colors = colors
        return layer
    }

    @Test func gradients_of_greys_are_mixed_by_light() throws {
        let layer = gradient([
            CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
        ])
        let picture = try drawn(layer, width: 255, height: 4)
        // Where the straight way has 60, 100 and 140.
        for (place, expected) in [(60, 76.3), (100, 118.8), (140, 157.1), (20, 25.7)] {
            let found = Double(picture[place, 2] & 255)
            #expect(abs(found - expected) <= 1.5, "RC-1 at \(place): \(found)")
        }
        // On a screen, and between colours, the way is straight.
        let screen = LayerRenderer(layer: gradient(layer.colors as? [CGColor] ?? []), threads: 1).bitmap(at: 0)
        #expect(abs(Int(screen[100, 2] & 255) - 100) <= 1)
        let colored = gradient([
            CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
        ])
        #expect(try abs(Int(drawn(colored, width: 255, height: 4)[100, 2] >> 16 & 255) - 100) <= 1, "RC-2")
    }

    @Test func enlarged_images_are_nearer_to_their_nearest_pixel() throws {
        var bitmap = Bitmap(width: 2, height: 1, filledWith: 0xff00_0000)
        bitmap.pixels[1] = 0xffff_ffff
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 4)
        layer.contents = CGImage(bitmap: bitmap)
        let row = try (0..<8).map { try Int(drawn(layer, width: 8, height: 4)[$0, 2] & 255) }
        // At 1/8, 3/8, 5/8 and 7/8 of the way between the centres: 2 t², and 1 - 2 (1 - t)².
        #expect(row[0] == 0 && row[1] == 0 && row[6] == 255 && row[7] == 255)
        for (found, expected) in zip(row[2...5], [8.0, 71.7, 183.3, 247]) {
            #expect(abs(Double(found) - expected) <= 2, "RC-3: \(row)")
        }
        let screen = LayerRenderer(layer: layer, threads: 1).bitmap(at: 0)
        #expect(abs(Int(screen[2, 2] & 255) - 32) <= 2)
    }
}
