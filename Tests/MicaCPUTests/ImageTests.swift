import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

@Suite struct ImageTests {
    /// Four texels in a row: 0, 100, 200, 40 of gray.
    private static let strip = ImageResource(
        bitmap: Bitmap(width: 4, height: 1, pixels: [0xFF00_0000, 0xFF64_6464, 0xFFC8_C8C8, 0xFF28_2828]))

    private static func gray(_ bitmap: Bitmap) -> [UInt32] { (0..<bitmap.width).map { bitmap[$0, 0] & 255 } }

    @Test(arguments: [Sampling.nearest, .bilinear, .trilinear(level: 0)])
    func image_at_its_size_is_copied(sampling: Sampling) {
        var random = SeededGenerator(seed: 5)
        let bitmap = noise(30, 20, &random)
        let resource = ImageResource(bitmap: bitmap)
        let result = drawn(Frame(40, 30, [image(resource, local(0, 0, 30, 20), sampling, moved(3, 4))]))
        for y in 0..<30 {
            for x in 0..<40 {
                let inside = (3..<33).contains(x) && (4..<24).contains(y)
                #expect(result[x, y] == (inside ? bitmap[x - 3, y - 4] : 0), "(\(x), \(y))")
            }
        }
        // Mirrored about its middle and turned by a right angle, pixels are pixels still.
        let mirrored = drawn(
            Frame(30, 20, [image(resource, local(0, 0, 30, 20), sampling, stretched(-1, 1, by: 30, 0))]))
        #expect(mirrored[0, 7] == bitmap[29, 7])
        let turn = Homography(a: 6e-17, b: 1, c: -1, d: 6e-17, tx: 20, ty: 0)
        let turned = drawn(Frame(20, 30, [image(resource, local(0, 0, 30, 20), sampling, turn)]))
        #expect((0..<30).allSatisfy { turned[0, $0] == bitmap[$0, 19] && turned[13, $0] == bitmap[$0, 6] })
    }

    @Test func nearest_takes_the_texel_under_the_centre() {
        let result = drawn(Frame(10, 1, [image(Self.strip, local(0, 0, 10, 1), .nearest)]))
        // Centres at 0.2, 0.6, 1.0, 1.4 and so on.
        #expect(Self.gray(result) == [0, 0, 100, 100, 100, 200, 200, 40, 40, 40])
    }

    @Test func bilinear_lies_between_centres_and_holds_the_edge() {
        let result = drawn(Frame(8, 1, [image(Self.strip, local(0, 0, 8, 1), .bilinear)]))
        // Centres at -0.25, 0.25, 0.75 and so on from the centre of the first texel.
        #expect(Self.gray(result) == [0, 25, 75, 125, 175, 160, 80, 40])
    }

    @Test(arguments: [Sampling.nearest, .bilinear])
    func samples_stay_within_the_source(sampling: Sampling) {
        let op = image(Self.strip, local(0, 0, 40, 1), source: local(1, 0, 2, 1), sampling)
        let values = Self.gray(drawn(Frame(40, 1, [op])))
        #expect(values[0..<10].allSatisfy { $0 == 100 })
        #expect(values[30..<40].allSatisfy { $0 == 200 })
        // Beyond the image its edge continues.
        let beyond = Self.gray(
            drawn(Frame(8, 1, [image(Self.strip, local(0, 0, 8, 1), source: local(2, 0, 8, 1), sampling)])))
        #expect(beyond == [200, 40, 40, 40, 40, 40, 40, 40])
    }

    @Test func source_without_area_is_stretched() {
        let op = image(Self.strip, local(0, 0, 8, 1), source: local(1, 0, 0, 1), .bilinear)
        #expect(Set(Self.gray(drawn(Frame(8, 1, [op])))) == [100])
    }

    @Test func destination_edge_is_antialiased() {
        let resource = ImageResource(bitmap: Bitmap(width: 4, height: 4, filledWith: 0xFFFF_FFFF))
        let result = drawn(Frame(6, 6, [image(resource, local(0.5, 1, 4, 4), .bilinear)]))
        #expect(result[0, 2] == 0x8080_8080)
        #expect(result[1, 2] == 0xFFFF_FFFF)
        #expect(result[4, 2] == 0x8080_8080)
    }

    @Test func opacity_fades_an_image() {
        let resource = ImageResource(bitmap: Bitmap(width: 2, height: 2, filledWith: 0xFF80_40FF))
        let result = drawn(
            Frame(2, 2, background: 0xFFFF_FFFF, [image(resource, local(0, 0, 2, 2), .bilinear, opacity: 0.2)]))
        // 51 of 255: 26 + 204, 13 + 204, 51 + 204.
        #expect(result[0, 0] == 0xFFE6_D9FF)
    }

    @Test func perspective_divides_at_every_pixel() {
        // x' = x / (1 + x / 100): the middle of the picture is seen at a third of its width.
        let ramp = Bitmap(width: 100, height: 1, pixels: (0..<100).map { 0xFF00_0000 | UInt32($0 * 2) })
        let map = Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, p: 0.01, q: 0, w: 1)
        let result = drawn(Frame(50, 1, [image(ImageResource(bitmap: ramp), local(0, 0, 100, 4), .bilinear, map)]))
        for x in 0..<50 {
            let position = (Double(x) + 0.5) / (1 - (Double(x) + 0.5) / 100)
            let expected = max(0, min(198, (position - 0.5) * 2))
            #expect(abs(Double(result[x, 0] & 255) - expected) <= 0.6, "column \(x)")
        }
    }

    @Test func affine_and_perspective_sample_the_same() {
        var random = SeededGenerator(seed: 8)
        let resource = ImageResource(bitmap: noise(60, 60, &random, opaque: true))
        let affine = Homography(a: 1.25, b: 0.5, c: -0.5, d: 1.25, tx: 30, ty: -4)
        var other = affine
        other.p = 1e-14
        for sampling in [Sampling.nearest, .bilinear, .trilinear(level: 1.3)] {
            let a = drawn(Frame(100, 100, [image(resource, local(0, 0, 60, 60), sampling, affine)]))
            let b = drawn(Frame(100, 100, [image(resource, local(0, 0, 60, 60), sampling, other)]))
            // Places a 2^-40 apart may fall into different 256ths.
            let count = a.pixels.indices.filter { a.pixels[$0] != b.pixels[$0] }.count
            #expect(count < 10, "\(sampling): \(count) pixels")
        }
    }

    @Test func trilinear_mixes_two_levels() {
        // Level 1 is the mean of two and two; level 2 of all four.
        let op = { (level: Double) in image(Self.strip, local(0, 0, 4, 1), .trilinear(level: level)) }
        #expect(Self.gray(drawn(Frame(4, 1, [op(1)]))) == [50, 68, 103, 120])
        #expect(Self.gray(drawn(Frame(4, 1, [op(2)]))) == [85, 85, 85, 85])
        #expect(Self.gray(drawn(Frame(4, 1, [op(1.5)]))) == [68, 77, 94, 103])
        #expect(Self.gray(drawn(Frame(4, 1, [op(1e300)]))) == [85, 85, 85, 85])
        #expect(Self.gray(drawn(Frame(4, 1, [op(.nan)]))) == [0, 100, 200, 40])
    }

    @Test func halving_keeps_the_mean() {
        let odd = Bitmap(width: 5, height: 3, pixels: (0..<15).map { UInt32($0 * 10) << 24 })
        let half = odd.halved()
        #expect(half.width == 2 && half.height == 1)
        // Columns 0 to 2 with 2, 2, 1 and 2 to 4 with 1, 2, 2 parts of 5; rows with one part each of 3.
        #expect(half.pixels.map { $0 >> 24 } == [58, 82])
        #expect(Bitmap(width: 1, height: 1, filledWith: 9).halved().pixels == [9])
        let flat = Bitmap(width: 7, height: 9, filledWith: 0x8070_6050)
        #expect(flat.halved().pixels.allSatisfy { $0 == 0x8070_6050 })
    }

    @Test func mipmap_cache_does_not_hold_the_images_own_pixels() {
        let pixels = ImageCache(budget: 8 * 8 * 4)
        func image(_ gray: UInt32) -> ImageResource {
            ImageResource(width: 8, height: 8, isOpaque: false, cache: pixels) {
                pixels.countDecode()
                return Bitmap(width: 8, height: 8, filledWith: gray)
            }
        }
        let (first, second) = (image(1), image(2))
        let cache = MipmapCache(budget: 3000)
        #expect(cache.levels(of: first).count == 4)
        _ = second.bitmap()
        #expect(cache.levels(of: first, from: 1).map(\.width) == [4, 2, 1])
        #expect(!first.isDecoded && pixels.statistics.decodes == 2)
        #expect(cache.levels(of: first).map(\.width) == [8, 4, 2, 1])
        #expect(first.isDecoded && pixels.statistics.decodes == 3)
    }

    @Test func mipmap_cache_keeps_to_its_budget() {
        let cache = MipmapCache(budget: 3000)
        // A chain of 32 x 32 below the image is (256 + 64 + 16 + 4 + 1) * 4 = 1,364 bytes.
        let images = (0..<4).map { ImageResource(bitmap: Bitmap(width: 32, height: 32, filledWith: UInt32($0))) }
        for image in images {
            #expect(cache.levels(of: image).count == 6)
            #expect(cache.bytes <= 3000)
        }
        #expect(cache.count == 2 && cache.bytes == 2728)
        // The one used last stays when another comes.
        _ = cache.levels(of: images[2])
        _ = cache.levels(of: images[0])
        #expect(cache.holds(images[2]) && cache.holds(images[0]) && !cache.holds(images[3]))
        let large = ImageResource(bitmap: Bitmap(width: 64, height: 64))
        #expect(cache.levels(of: large).count == 7)
        #expect(!cache.holds(large) && cache.bytes == 2728)
    }
}
