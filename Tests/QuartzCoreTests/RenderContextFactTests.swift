import CoreGraphics
import Mica
import MicaBase
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

/// Facts RC-1...: the differences between layers drawn with `render(in:)` and on a screen, measured on Apple's pictures:
/// airbnb/lottie-ios' snapshots, and what `ContextTraits` names.
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
        for (column, expected) in [(60, 76.3), (100, 118.8), (140, 157.1), (20, 25.7)] {
            let found = Double(picture[column, 2] & 255)
            #expect(abs(found - expected) <= 1.5, "RC-1 at \(column): \(found)")
        }
        // On a screen the way is straight.
        let screen = LayerRenderer(layer: gradient(layer.colors as? [CGColor] ?? []), threads: 1).bitmap(at: 0)
        #expect(abs(Int(screen[100, 2] & 255) - 100) <= 1)
    }

    @Test func gradients_of_colors_are_mixed_in_generic_rgb() throws {
        let (blue, black) = (
            CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
        )
        let picture = try drawn(gradient([blue, black]), width: 255, height: 4)
        let (right, left) = (picture[254, 2], picture[0, 2])
        // Generic RGB has no pure blue: its nearest is 4 51 255.
        let channels: [Int] = [16, 8, 0].map { (shift: UInt32) in Int(right >> shift & 255) }
        for (found, expected) in zip(channels, [4, 51, 254]) {
            #expect(abs(found - expected) <= 2, "RC-2: \(channels)")
        }
        #expect(left & 0xffffff <= 0x020202)
        // As light to the power of 1 / 1.8, as greys are.
        #expect(abs(Double(picture[100, 2] & 255) - 118.8) <= 2, "RC-2")
    }

    @Test func what_is_mixed_does_not_depend_on_how_a_color_was_given() throws {
        func picture(_ colors: [CGColor]) throws -> Bitmap { try drawn(gradient(colors), width: 255, height: 4) }
        let (white, black) = (CGColor(gray: 1, alpha: 1), CGColor(gray: 0, alpha: 1))
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let sameRed = try #require(red.converted(to: space, intent: .defaultIntent, options: nil))
        #expect(
            try picture([white, black])
                == picture([
                    CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
                ]))
        let one = try picture([red, white]), other = try picture([sameRed, white])
        for (a, b) in zip(one.pixels, other.pixels) {
            for shift: UInt32 in [0, 8, 16, 24] {
                let difference = Int(a >> shift & 255) - Int(b >> shift & 255)
                #expect(abs(difference) <= 1)
            }
        }
    }

    @Test func gradients_without_a_space_are_mixed_as_those_of_layers() throws {
        let colors = [
            CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0.2, blue: 1, alpha: 0.5),
        ]
        let context = unsafe CGContext(
            data: nil, width: 255, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        let canvas = try #require(context)
        let gradient = try #require(unsafe CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil))
        canvas.drawLinearGradient(gradient, start: CGPoint(x: 255, y: 0), end: .zero, options: [])
        let own = try #require(canvas.makeImage()).resource.bitmap()
        let layers = try drawn(self.gradient(colors), width: 255, height: 4)
        for x in stride(from: 1, to: 255, by: 9) {
            for shift: UInt32 in [0, 8, 16, 24] {
                let (a, b) = (Int(own[x, 2] >> shift & 255), Int(layers[x, 2] >> shift & 255))
                #expect(abs(a - b) <= 2, "\(x): \(a) \(b)")
            }
        }
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

    @Test func shrunken_images_keep_the_middles_of_their_corners() throws {
        var bitmap = Bitmap(width: 100, height: 3, filledWith: 0xff00_0000)
        for y in 0..<3 { for x in 0..<100 { bitmap.pixels[y * 100 + x] = 0xff00_0000 | UInt32(2 * x) } }
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 39.3, height: 3)
        layer.contents = CGImage(bitmap: bitmap)
        layer.contentsGravity = .resize
        let whole = CALayer()
        whole.frame = CGRect(x: 0, y: 0, width: 40, height: 3)
        whole.contents = layer.contents
        // 40 pixels, of which each stands for 99 / 39 of the image's; in step with their edges it would be 2.5.
        let row = try (0..<40).map { try Double(drawn(whole, width: 40, height: 3)[$0, 1] & 255) }
        for column in [3, 10, 20, 30, 36] {
            #expect(abs(row[column] - 2 * 99.0 / 39 * Double(column)) <= 0.75, "RC-4 at \(column): \(row[column])")
        }
        #expect(abs(row[3] - 2 * (3.5 * 2.5 - 0.5)) > 1)
        // Where 39.3 pixels are covered, an image of 40 is drawn.
        let part = try (0..<39).map { try Double(drawn(layer, width: 40, height: 3)[$0, 1] & 255) }
        #expect(part[36] > row[36] + 1.5)
    }

    @Test func reduced_bitmaps_stay_within_their_alpha() {
        var bitmap = Bitmap(width: 64, height: 48)
        for index in bitmap.pixels.indices where index / 64 % 7 < 3 && index % 5 < 2 {
            bitmap.pixels[index] = 0x8080_4010
        }
        for (width, height) in [(64, 48), (1, 1), (23, 48), (63, 17), (2, 5)] {
            let small = bitmap.reduced(width: width, height: height)
            #expect(small.width == width && small.height == height)
            let isValid = small.pixels.allSatisfy { pixel in
                let alpha = pixel >> 24
                return pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha
            }
            #expect(isValid)
        }
        #expect(bitmap.reduced(width: 64, height: 48) == bitmap)
        let plain = Bitmap(width: 31, height: 9, filledWith: 0xc0a0_5020).reduced(width: 7, height: 4)
        #expect(plain.pixels.allSatisfy { $0 == 0xc0a0_5020 })
    }
}
