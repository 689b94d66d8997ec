import MicaBase
import MicaFrame
import MicaRaster
import Testing

@testable import MicaCPU

/// Sprites: the kernels, and what tiles and threads make of them.
@Suite struct SpriteTests {
    private static let noise: Bitmap = {
        var bitmap = Bitmap(width: 13, height: 9)
        var seed: UInt32 = 7
        for i in bitmap.pixels.indices {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let alpha = seed >> 24
            bitmap.pixels[i] =
                alpha << 24 | (alpha * (seed >> 16 & 255) / 255) << 16 | (alpha * (seed >> 8 & 255) / 255) << 8
        }
        return bitmap
    }()

    @Test(arguments: [true, false], [true, false])
    func run_is_the_same_pixel_by_pixel(isAdditive: Bool, isNearest: Bool) {
        let texture = SpriteTexture(
            Self.noise, TexelRange(minX: 0, minY: 0, maxX: 13, maxY: 9, width: 13, height: 9))
        let one = 1 << SpriteRow.fraction
        for (u, v, du, dv) in [
            (0, 0, one / 3, one / 7), (9 * one, 7 * one, -one / 5, -one / 9), (one, 3 * one, 333_333, 0),
        ] {
            let tint = SpriteArithmetic.spread(0x90_80_40_20)
            var whole = [UInt32](repeating: 0xF0_40_80_C0, count: 31), parts = whole
            var span = whole.mutableSpan
            span.drawSprite(
                texture, SpriteRow(u: u, v: v, du: du, dv: dv), tint: tint, isAdditive: isAdditive,
                isNearest: isNearest,
                start: 2, count: 27)
            for i in 0..<27 {
                var single = parts.mutableSpan
                single.drawSprite(
                    texture, SpriteRow(u: u + i * du, v: v + i * dv, du: du, dv: dv), tint: tint,
                    isAdditive: isAdditive, isNearest: isNearest, start: 2 + i, count: 1)
            }
            #expect(whole == parts)
            #expect(whole[0] == 0xF0_40_80_C0 && whole[30] == 0xF0_40_80_C0)
        }
    }

    private func frame(_ sprites: [Sprite], isAdditive: Bool) -> Frame {
        var frame = Frame(width: 90, height: 70)
        let image = SpriteImage(
            image: ImageResource(bitmap: Self.noise), source: LocalRect(minX: 0.5, minY: 1, maxX: 12, maxY: 8.25),
            isNearestSmall: false, isNearestLarge: false, bias: 0)
        var pass = RenderPass(bounds: frame.bounds)
        pass.ops = [
            DrawOp(
                content: .sprites(SpriteDraw(images: [image], sprites: sprites, isAdditive: isAdditive)),
                transform: .identity, bounds: frame.bounds, opacity: 0.8)
        ]
        frame.passes = [pass]
        return frame
    }

    private let sprites: [Sprite] = (0..<200).map { i in
        let (x, y) = (Double(i * 37 % 110) - 10, Double(i * 53 % 90) - 10)
        let turn = Double(i) * 0.7, size = 0.05 + Double(i % 17) * 1.3
        let (c, s) = (Float(size * (1 - turn * turn / 50)), Float(size * turn / 5))
        return Sprite(
            x: Float(x) + Float(i) / 256, y: Float(y), rightX: c, rightY: s, downX: -s * 0.7, downY: c * 0.7,
            color: SIMD4(0xA0, 0x60, 0x30, 0xC0) / 255, image: 0)
    }

    @Test(arguments: [true, false]) func tiles_and_threads_change_nothing(isAdditive: Bool) {
        // Sums of many would all be white.
        let frame = frame(isAdditive ? Array(sprites.prefix(10)) : sprites, isAdditive: isAdditive)
        var plain = Bitmap(width: 90, height: 70)
        CPUCompositor(threads: 1).draw(frame, into: &plain)
        #expect(Set(plain.pixels).count > 100)
        for (width, height, threads) in [(7, 5, 1), (64, 1, 3), (1, 64, 2), (33, 16, 8)] {
            var other = Bitmap(width: 90, height: 70)
            CPUCompositor(
                threads: threads, tileSize: CPUCompositor.TileSize(width: width, height: height), mipmapBudget: 1 << 20
            ).draw(frame, into: &other)
            #expect(other == plain, "tiles of \(width) x \(height)")
        }
    }

    @Test func odd_sprites_draw_nothing_and_do_no_harm() {
        let odd: [Float] = [0, 1e-9, .infinity, -.infinity, .nan, 30_000, -5]
        var sprites: [Sprite] = []
        for a in odd {
            for b in odd {
                sprites.append(
                    Sprite(
                        x: a.isFinite ? max(-1e4, min(1e4, a)) : 1e6, y: 0, rightX: a, rightY: b,
                        downX: b, downY: a, color: .one, image: b == 0 ? 9 : 0))
            }
        }
        sprites = sprites.filter { [$0.rightX, $0.rightY, $0.downX, $0.downY].allSatisfy { $0.isFinite } }
        var bitmap = Bitmap(width: 90, height: 70)
        CPUCompositor(threads: 1).draw(frame(sprites, isAdditive: true), into: &bitmap)
        #expect(bitmap.pixels.allSatisfy { $0 >> 24 >= $0 & 255 })
    }
}
