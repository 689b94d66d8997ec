import CMicaPixels
import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

/// The vector kernels beside their scalar twins: the same bytes for every input (`KernelTwins`).
@Suite(.serialized) struct KernelTests {
    /// Compares, and reports what differs.
    @discardableResult
    private func check<Result>(_ body: (inout KernelTwins) -> Result) -> Result {
        var twins = KernelTwins()
        let result = body(&twins)
        #expect(twins.comparisons > 0, "there are only scalar kernels")
        for difference in twins.differences.prefix(10) { Issue.record("\(difference)") }
        return result
    }

    @Test func kernels_are_chosen_for_each_thread() {
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        PixelKernels.current = .scalar
        #expect(PixelKernels.current == .scalar)
        PixelKernels.current = .avx2
        #expect(PixelKernels.current == .best)
        #expect(PixelKernels.available.contains(.scalar) && PixelKernels.available.contains(.best))
    }

    @Test func constant_blends_equal_their_twins_for_every_channel_and_alpha() { check { $0.constantBlends() } }

    @Test func coverage_blends_equal_their_twins_for_every_coverage_and_alpha() { check { $0.coverageBlends() } }

    @Test func runs_of_any_length_and_place_equal_their_twins() { check { $0.runs() } }

    @Test func sums_and_mixes_equal_their_twins() { check { $0.sumsAndMixes() } }

    @Test func mixed_coverage_equals_its_twin() { check { $0.mixedCoverage() } }

    @Test func level_boxes_equal_their_twins() { check { $0.levelBoxes() } }

    @Test func bilinear_samples_equal_their_twins() { check { $0.bilinearSamples() } }

    @Test func ramps_equal_their_twins() {
        check { $0.linearRamps() }
        check { $0.radialRamps() }
    }

    @Test func outlines_equal_their_twins() { check { $0.outlines() } }

    @Test func edges_of_curves_equal_their_twins() { check { $0.edges() } }

    @Test func strokes_equal_their_twins() {
        let points = check { $0.strokes() }
        #expect(points > 100_000, "there are few points of lines")
    }

    @Test func outlines_in_one_colour_equal_their_twins() { check { $0.outlinesInOneColor() } }

    /// Sums of areas are held in 32 bits, in which 64 times a pixel's area begins again.
    @Test(arguments: KernelTwins.windingCounts)
    func outlines_that_wind_often_cover_wholly(_ count: Int) {
        let inside = check { $0.windings(count) }
        #expect(inside.count == 18 && inside.allSatisfy { $0 == 255 })
    }

    @Test func tiles_and_lists_of_boxes_equal_their_twins() { check { $0.boxTiles() } }

    @Test func outlines_of_two_chains_equal_their_twins() {
        let drawn = check { $0.chains() }
        #expect(drawn > 1_000, "most of them are such shapes")
    }

    @Test(arguments: [true, false]) func sprites_of_any_shape_equal_their_twins(isAdditive: Bool) {
        let drawn = check { $0.sprites(isAdditive: isAdditive) }
        #expect(drawn > 1_000, "many of them are for the vectors")
    }

    @Test(arguments: [true, false]) func sprites_equal_their_twins(isAdditive: Bool) {
        var random = SeededGenerator(seed: 23)
        let (width, height) = (60, 40)
        for round in 0..<1_500 {
            let texture = noise(random.whole(1...20), random.whole(1...20), &random)
            let source = local(
                random.number(0...1), random.number(0...1), Double(texture.width) - random.number(0...0.9) - 0.1,
                Double(texture.height) - random.number(0...0.9) - 0.1)
            let image = SpriteImage(
                image: ImageResource(bitmap: texture), source: source, isNearestSmall: round % 11 == 0,
                isNearestLarge: round % 13 == 0, bias: 0)
            let size = [0.3, 4, 12, 90][round % 4]
            func extent() -> Float { round % 5 == 0 ? Float(size) : Float(random.number(-size...size)) }
            let sprite = Sprite(
                x: Float(random.whole(-10 * 256...70 * 256)) / 256, y: Float(random.whole(-10 * 256...50 * 256)) / 256,
                rightX: extent(), rightY: round % 5 == 0 ? 0 : extent(), downX: round % 5 == 0 ? 0 : extent(),
                downY: extent(), color: .one, image: 0)
            guard
                let geometry = SpriteGeometry(
                    sprite, bounds: sprite.bounds, texture: 0, color: 0x9080_4020, source: SpriteSource(source),
                    isNearestSmall: image.isNearestSmall, isNearestLarge: image.isNearestLarge)
            else { continue }
            let cut = TexelRange(
                minX: source.minX.rounded(.down), minY: source.minY.rounded(.down), maxX: source.maxX.rounded(.up),
                maxY: source.maxY.rounded(.up), width: texture.width, height: texture.height)
            let before = noise(width, height, &random).pixels
            let columns = random.whole(0...20)..<random.whole(21...width)
            let rows = random.whole(0...10)..<random.whole(11...height)
            let current = PixelKernels.current
            defer { PixelKernels.current = current }
            var expected: [UInt32]?
            for kernels in PixelKernels.available {
                PixelKernels.current = kernels
                var result = before
                var span = result.mutableSpan
                span.draw(
                    geometry.shape, SpriteTexture(texture, cut), columns: columns, rows: rows, isAdditive: isAdditive,
                    start: 0, stride: width, mask: nil, maskStart: 0, maskStride: 0)
                if let expected {
                    #expect(result == expected, "\(kernels), round \(round)")
                } else {
                    expected = result
                }
            }
        }
    }
}

@Suite struct KernelSettingTests {
    @Test("The environment's MICA_KERNELS names slower kernels; any other name stands for the best")
    func names() {
        #expect(mica_kernels_limited("scalar") == PixelKernels.scalar.rawValue)
        #expect(mica_kernels_limited("base") == PixelKernels.base.rawValue)
        for name in ["", "avx9", "Scalar"] { #expect(mica_kernels_limited(name) == mica_kernels_limited(nil)) }
        #expect(mica_kernels_limited(nil) >= PixelKernels.base.rawValue)
    }
}
