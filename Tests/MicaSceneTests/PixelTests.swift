import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaRandom
import MicaServer
import Testing

@Suite struct PixelTests {
    private func draw(_ frame: Frame, over bitmap: Bitmap? = nil) -> Bitmap {
        var result = bitmap ?? Bitmap(width: frame.width, height: frame.height)
        CPUCompositor(threads: 1).draw(frame, into: &result)
        return result
    }

    private func picture(_ width: Int, _ height: Int) -> ImageResource {
        var bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                bitmap[x, y] = 0xff00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8
            }
        }
        return ImageResource(bitmap: bitmap)
    }

    /// Redrawing only the damage over the last picture gives the picture that a full redraw gives, byte for byte.
    @Test func incremental_drawing_equals_a_full_redraw() throws {
        let images = [picture(7, 9), picture(20, 3)]
        for seed in UInt64(0)..<80 {
            var generator = SeededGenerator(seed: seed)
            let root = generator.tree(images)
            var frame = try root.frame(60, 60)
            var shown = draw(frame)
            for step in 0..<4 {
                for _ in 0..<2 {
                    if let layer = root.all.randomElement(using: &generator) { generator.mutate(layer, images) }
                }
                if generator.chance(0.2), !root.sublayers.isEmpty { root.sublayers.removeFirst() }
                let full = try root.frame(60, 60)
                var next = full
                next.damage = full.difference(from: frame)
                shown = draw(next, over: shown)
                #expect(shown == draw(full), "seed \(seed), step \(step)")
                frame = full
            }
        }
    }

    /// A clip that the scissor replaces, on whole pixels, gives the clip's own picture.
    @Test func scissor_gives_the_pixels_of_the_clip() throws {
        let child = TestLayer(2, rect(-5.3, 3.7, 30, 30), color: green)
        child.state.cornerRadius = 7
        let root = TestLayer(1, rect(10, 10, 20, 20), color: red, [child])
        root.state.flags.insert(.masksToBounds)
        let frame = try root.frame(50, 50)
        #expect(frame.clips.isEmpty)
        var clipped = frame
        let whole = DeviceRect(minX: 0, minY: 0, maxX: 50, maxY: 50)
        let plane = Homography(a: 1, b: 0, c: 0, d: 1, tx: 10, ty: 10)
        clipped.clips = [
            Clip(
                parent: nil, shape: RoundedRect(LocalRect(minX: 0, minY: 0, maxX: 20, maxY: 20)), transform: plane,
                bounds: whole)
        ]
        let last = clipped.passes.count - 1
        clipped.passes[last].ops[1].clip = ClipIndex(0)
        clipped.passes[last].ops[1].bounds = whole
        #expect(draw(frame) == draw(clipped))
    }

    @Test func flipped_layers_show_images_upright() throws {
        let layer = TestLayer(1, rect(0, 0, 20, 20))
        layer.state.contents.image = picture(20, 20)
        let upright = draw(try layer.frame(20, 20))
        #expect(upright[0, 0] != upright[0, 19])
        layer.state.flags.insert(.geometryFlipped)
        #expect(draw(try layer.frame(20, 20)) == upright)
    }

    @Test func group_opacity_does_not_let_the_background_through() throws {
        let root = TestLayer(1, rect(0, 0, 20, 20), color: red, [TestLayer(2, rect(5, 5, 10, 10), color: blue)])
        root.state.opacity = 0.5
        let grouped = draw(try root.frame(20, 20))
        #expect(grouped[10, 10] == 0x8000_0080)
        #expect(grouped[1, 1] == 0x8080_0000)
        root.state.flags.remove(.allowsGroupOpacity)
        let offscreen = draw(try root.frame(20, 20))
        #expect(offscreen[10, 10] >> 16 & 0xff > 0x30)
        #expect(offscreen[1, 1] == 0x8080_0000)
    }

    @Test func mask_multiplies_by_alpha() throws {
        let root = TestLayer(1, rect(0, 0, 20, 20), color: red)
        root.mask = TestLayer(2, rect(0, 0, 10, 20), color: ColorValue(red: 0, green: 1, blue: 0, alpha: 0.5))
        let drawn = draw(try root.frame(20, 20))
        #expect(drawn[5, 5] == 0x8080_0000)
        #expect(drawn[15, 5] == 0)
    }
}
