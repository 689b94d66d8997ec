import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

@Suite struct InvarianceTests {
    private static let sizes = [(1, 1), (7, 5), (16, 64), (64, 16), (40, 30)]

    @Test(arguments: 0..<120)
    func frame_has_the_same_bytes_for_any_kernels_tiles_and_threads(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let frame = randomFrame(150, 110, &random)
        let expected = drawn(frame, kernels: .scalar)
        for kernels in PixelKernels.available {
            #expect(difference(drawn(frame, kernels: kernels), expected) == nil, "\(kernels), seed \(seed)")
        }
        for threads in [2, 8] {
            let bitmap = drawn(frame, threads: threads, tile: .init(width: 32, height: 16))
            #expect(difference(bitmap, expected) == nil, "\(threads) threads, seed \(seed)")
        }
        let (width, height) = Self.sizes[seed % Self.sizes.count]
        let other = drawn(frame, threads: 1 + seed % 3, tile: .init(width: width, height: height))
        #expect(difference(other, expected) == nil, "tiles of \(width) x \(height), seed \(seed)")
    }

    @Test(arguments: 0..<60)
    func damage_redraws_itself_and_nothing_else(seed: Int) {
        var random = SeededGenerator(seed: UInt64(1000 + seed))
        var frame = randomFrame(150, 110, &random)
        let whole = drawn(frame)
        let damage = device(
            random.whole(-20...140), random.whole(-20...100), random.whole(1...90), random.whole(1...90))
        frame.damage = damage
        let before = noise(150, 110, &random)
        var bitmap = before
        let compositor = CPUCompositor(threads: 2)
        compositor.draw(frame, into: &bitmap)
        var expected = before
        for y in 0..<110 {
            for x in 0..<150 where x >= damage.minX && x < damage.maxX && y >= damage.minY && y < damage.maxY {
                expected[x, y] = whole[x, y]
            }
        }
        #expect(difference(bitmap, expected) == nil, "damage \(damage), seed \(seed)")
    }

    @Test func damage_beside_a_continuous_corner_shows_what_is_behind_it() {
        // Within the reach of the corner, but beyond its radius, the side is not covered whole.
        var shape = RoundedRect(local(4, 4, 62, 62), radius: 20)
        shape.smoothing = 1
        var frame = Frame(70, 70, [fill(RoundedRect(local(0, 0, 70, 70)), red), fill(shape, white)])
        let whole = drawn(frame)
        frame.damage = device(2, 24, 8, 9)
        var bitmap = whole
        CPUCompositor(threads: 1).draw(frame, into: &bitmap)
        #expect(difference(bitmap, whole) == nil)
    }

    @Test func compositor_draws_the_same_after_other_frames() {
        let compositor = CPUCompositor(threads: 3)
        for seed in 0..<40 {
            var random = SeededGenerator(seed: UInt64(2000 + seed))
            let (width, height) = (random.whole(1...300), random.whole(1...200))
            let frame = randomFrame(width, height, &random)
            var bitmap = Bitmap(width: width, height: height)
            compositor.draw(frame, into: &bitmap)
            #expect(difference(bitmap, drawn(frame)) == nil, "seed \(2000 + seed)")
        }
    }

    @Test func bitmap_of_another_size_keeps_what_the_frame_does_not_reach() {
        let frame = Frame(20, 10, background: 0xFF00_0000, [fill(RoundedRect(local(0, 0, 20, 10)), red)])
        var wide = Bitmap(width: 30, height: 5, filledWith: 7)
        CPUCompositor(threads: 1).draw(frame, into: &wide)
        #expect(wide[19, 4] == 0xFFFF_0000)
        #expect(wide[20, 4] == 7)
        var none = Bitmap(width: 0, height: 0)
        CPUCompositor(threads: 2).draw(frame, into: &none)
        #expect(none.pixels.isEmpty)
    }

    @Test func hidden_ops_are_as_if_drawn() {
        var random = SeededGenerator(seed: 77)
        let back = fill(RoundedRect(local(3.5, 2.5, 60, 40), radius: 9), color(0.2, 0.9, 0.4, 0.7))
        let opaque = ImageResource(bitmap: noise(32, 32, &random, opaque: true))
        let covers = [
            fill(RoundedRect(local(0.25, 0.5, 63.5, 47)), red), image(opaque, local(-3, -3, 70, 51.5), .bilinear),
            fill(RoundedRect(local(0, 0, 64, 48)), red, clip: 0),
            fill(RoundedRect(local(0, 0, 64, 48)), red, opacity: 0.999),
        ]
        let clips = [clip(RoundedRect(local(0, 0, 64, 48), radius: 20))]
        for (index, cover) in covers.enumerated() {
            var frame = Frame(64, 48, background: 0xFF33_3333, clips: clips, [back, cover, pass(0, opacity: 0.5)])
            var group = RenderPass(bounds: frame.bounds)
            group.ops = [back]
            frame.passes.insert(group, at: 0)
            let expected = drawn(frame, tile: .init(width: 64, height: 48))
            #expect(difference(drawn(frame, tile: .init(width: 1, height: 1)), expected) == nil, "cover \(index)")
        }
    }

    @Test func frame_without_passes_is_background() {
        var frame = Frame(width: 3, height: 2)
        frame.background = PixelColor(premultiplied: 0x8040_2010)
        #expect(drawn(frame).pixels == Array(repeating: 0x8040_2010, count: 6))
    }
}
