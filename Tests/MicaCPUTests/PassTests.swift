import MicaBase
import MicaFrame
import Testing

@testable import MicaCPU

@Suite struct PassTests {
    private static let square = RoundedRect(local(0, 0, 4, 4))

    private static func frame(_ passes: [(DeviceRect, [DrawOp])], clips: [Clip] = [], background: UInt32 = 0) -> Frame {
        var frame = Frame(width: 8, height: 8)
        frame.background = PixelColor(premultiplied: background)
        frame.clips = clips
        frame.passes = passes.map { bounds, ops in
            var pass = RenderPass(bounds: bounds)
            pass.ops = ops
            return pass
        }
        return frame
    }
    private static let all = device(0, 0, 8, 8)

    @Test func group_fades_as_one() {
        let group = [fill(Self.square, red), fill(Self.square, color(0, 0, 1), moved(2, 0))]
        let bitmap = drawn(Self.frame([(Self.all, group), (Self.all, [pass(0, opacity: 0.2)])]))
        #expect(bitmap[0, 0] == 0x3333_0000)
        #expect(bitmap[3, 0] == 0x3300_0033)
    }

    @Test func many_passes_are_drawn_in_low_tiles() {
        let size = CPUCompositor.TileSize(width: 256, height: 128), region = device(0, 0, 256, 256)
        #expect(size.lowered(for: region, passes: 1000).height == 128)
        #expect(size.lowered(for: region, passes: 10_000).height == 8)
        // Where all of a region is one tile, too.
        let wide = CPUCompositor.TileSize()
        #expect(wide.lowered(for: region, passes: 500).height == 32)
        #expect(wide.lowered(for: region, passes: 3500).height == 16)
        // Each pass has one pixel.
        let passes = (0..<3000).map { number in
            let (x, y) = (Double(number % 8), Double(number / 8 % 8))
            return (Self.all, [fill(RoundedRect(local(x, y, 1, 1)), red)])
        }
        let bitmap = drawn(Self.frame(passes + [(Self.all, (0..<3000).map { pass($0) })]))
        #expect(bitmap.pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test func pass_is_transparent_outside_its_bounds() {
        let bitmap = drawn(Self.frame([(device(1, 1, 2, 2), [fill(Self.square, red)]), (Self.all, [pass(0)])]))
        #expect(bitmap.pixels.filter { $0 != 0 }.count == 4)
        #expect(bitmap[1, 1] == 0xFFFF_0000 && bitmap[3, 3] == 0)
    }

    @Test func mask_multiplies_by_its_alpha() {
        let mask = [
            fill(RoundedRect(local(0, 0, 2, 4)), color(0, 1, 0, 0.4)), fill(RoundedRect(local(2, 0, 1, 4)), white),
        ]
        let passes = [
            (Self.all, [fill(RoundedRect(local(0, 0, 8, 8)), red)]), (device(0, 0, 8, 2), mask),
            (Self.all, [pass(0, mask: 1, opacity: 0.5)]),
        ]
        let bitmap = drawn(Self.frame(passes))
        // 102 of 255, then 128.
        #expect(bitmap[0, 0] == 0x3333_0000)
        #expect(bitmap[2, 0] == 0x8080_0000)
        // Where the mask has nothing, and where it has no pixels.
        #expect(bitmap[3, 0] == 0)
        #expect(bitmap[0, 2] == 0)
    }

    @Test func empty_mask_hides_everything() {
        let bitmap = drawn(
            Self.frame([(Self.all, [fill(Self.square, red)]), (Self.all, []), (Self.all, [pass(0, mask: 1)])]))
        #expect(bitmap.pixels.allSatisfy { $0 == 0 })
    }

    @Test func pass_is_shown_as_often_as_it_is_named() {
        // More passes than buffers are needed, some shown late, some never.
        let all = Self.all
        let passes: [(DeviceRect, [DrawOp])] = [
            (all, [fill(Self.square, red)]), (all, [fill(Self.square, white, moved(0, 4))]), (all, [pass(1), pass(1)]),
            (all, [fill(Self.square, color(0, 1, 0))]), (all, [pass(2), pass(0)]),
            (all, [pass(4), pass(1, opacity: 0.2)]),
        ]
        let bitmap = drawn(Self.frame(passes, background: 0xFF00_0000))
        #expect(bitmap[0, 0] == 0xFFFF_0000)
        #expect(bitmap[0, 5] == 0xFFFF_FFFF)
        #expect(bitmap[5, 5] == 0xFF00_0000)
    }

    @Test func nested_clips_multiply() {
        // Two half covered edges in the same column: a quarter, after rounding.
        let clips = [clip(RoundedRect(local(0.5, 0, 10, 10))), clip(RoundedRect(local(0.5, 0, 6, 10)), parent: 0)]
        let bitmap = drawn(
            Self.frame([(Self.all, [fill(RoundedRect(local(0, 0, 8, 8)), white, clip: 1)])], clips: clips))
        #expect(bitmap[0, 0] >> 24 == 64)
        #expect(bitmap[1, 0] >> 24 == 255)
        #expect(bitmap[6, 0] >> 24 == 128)
        #expect(bitmap[7, 0] == 0)
    }

    @Test func clip_of_whole_pixels_is_a_scissor() {
        let clips = [clip(RoundedRect(local(0, 0, 2, 3)), stretched(2, 1, by: 1, 2))]
        let circle = RoundedRect(local(0, 0, 8, 8), radius: 4)
        let clipped = drawn(Self.frame([(Self.all, [fill(circle, white, clip: 0)])], clips: clips))
        let whole = drawn(Self.frame([(Self.all, [fill(circle, white)])]))
        for y in 0..<8 {
            for x in 0..<8 {
                let inside = (1..<5).contains(x) && (2..<5).contains(y)
                #expect(clipped[x, y] == (inside ? whole[x, y] : 0), "(\(x), \(y))")
            }
        }
    }

    @Test func round_clip_of_a_fill_is_the_round_fill() {
        let shape = RoundedRect(local(1.2, 0.7, 6, 5.5), radius: 2.5)
        let clipped = drawn(
            Self.frame([(Self.all, [fill(RoundedRect(Self.rect), red, clip: 0)])], clips: [clip(shape)]))
        #expect(difference(clipped, drawn(Self.frame([(Self.all, [fill(shape, red)])]))) == nil)
    }
    private static let rect = local(0, 0, 8, 8)

    @Test func clip_confines_images_and_passes() {
        let shape = RoundedRect(local(1.2, 0.7, 6, 5.5), radius: 2.5)
        let expected = drawn(Self.frame([(Self.all, [fill(shape, red)])]))
        let bitmap = ImageResource(bitmap: Bitmap(width: 3, height: 3, filledWith: 0xFFFF_0000))
        let ofImage = drawn(
            Self.frame([(Self.all, [image(bitmap, Self.rect, .bilinear, clip: 0)])], clips: [clip(shape)]))
        #expect(difference(ofImage, expected) == nil)
        let passes = [(Self.all, [fill(RoundedRect(Self.rect), red)]), (Self.all, [pass(0, clip: 0)])]
        #expect(difference(drawn(Self.frame(passes, clips: [clip(shape)])), expected) == nil)
    }

    @Test func clip_chain_that_is_not_sound_hides() {
        var loop = clip(RoundedRect(Self.rect))
        loop.parent = ClipIndex(0)
        let bitmap = drawn(Self.frame([(Self.all, [fill(RoundedRect(Self.rect), red, clip: 0)])], clips: [loop]))
        #expect(bitmap.pixels.allSatisfy { $0 == 0 })
    }
}
