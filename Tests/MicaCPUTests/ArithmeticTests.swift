import MicaRandom
import MicaRaster
import Testing

@Suite struct ArithmeticTests {
    @Test func division_by_255_rounds_to_nearest() {
        for product in UInt32(0)...65025 where PixelArithmetic.divideBy255(product) != (product + 127) / 255 {
            Issue.record("\(product)")
        }
    }

    @Test func pixel_times_alpha_is_each_channel_times_alpha() {
        for a in UInt32(0)...255 {
            for v in UInt32(0)...255 {
                // Every channel has another value, so that a carry would be seen.
                let w = 255 - v, q = (v + 77) & 255
                let pixel = v << 24 | w << 16 | q << 8 | v
                func part(_ channel: UInt32) -> UInt32 { (channel * a * 2 + 255) / 510 }
                let expected = part(v) << 24 | part(w) << 16 | part(q) << 8 | part(v)
                if PixelArithmetic.multiply(pixel, a) != expected { Issue.record("\(v) * \(a)") }
            }
        }
    }

    @Test func opaque_source_replaces_and_clear_source_leaves() {
        var random = SeededGenerator(seed: 3)
        for pixel in noise(40, 40, &random).pixels {
            #expect(PixelArithmetic.sourceOver(pixel | 0xFF00_0000, 0x1234_5678) == pixel | 0xFF00_0000)
            #expect(PixelArithmetic.sourceOver(0, pixel) == pixel)
            #expect(PixelArithmetic.interpolate(pixel, 0x1020_3040, 0) == pixel)
            #expect(PixelArithmetic.interpolate(0x1020_3040, pixel, 256) == pixel)
            #expect(PixelArithmetic.bilinear(pixel, 1, 2, 3, x: 0, y: 0) == pixel)
            #expect(PixelArithmetic.bilinear(pixel, pixel, pixel, pixel, x: 77, y: 201) == pixel)
        }
    }

    @Test func bilinear_is_the_rounded_sum_of_products() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let texels = noise(4, 1, &random).pixels
            let x = UInt32(random.whole(0...255)), y = UInt32(random.whole(0...255))
            let result = PixelArithmetic.bilinear(texels[0], texels[1], texels[2], texels[3], x: x, y: y)
            let weights = [(256 - x) * (256 - y), x * (256 - y), (256 - x) * y, x * y]
            for shift in [UInt32(0), 8, 16, 24] {
                let sum = zip(texels, weights).reduce(UInt32(0)) { $0 + ($1.0 >> shift & 255) * $1.1 }
                #expect(result >> shift & 255 == (sum + 32768) >> 16)
            }
        }
    }

    @Test func blending_keeps_pixels_premultiplied() {
        var random = SeededGenerator(seed: 6)
        var target = noise(64, 64, &random).pixels
        let source = noise(64, 64, &random).pixels
        let coverage = (0..<4096).map { _ in UInt8(random.whole(0...255)) }
        var span = target.mutableSpan
        span.blend(source.span, first: 0, coverage: coverage.span, firstCoverage: 0, alpha: 200, start: 0, count: 4096)
        for pixel in target {
            let alpha = pixel >> 24
            #expect(pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha)
        }
    }
}
