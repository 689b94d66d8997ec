import Foundation
import MicaBase
import MicaFrame
import Testing

@testable import MicaCPU

@Suite struct BlurCacheTests {
    private static let card = RoundedRect(local(20, 20, 30, 20), radius: 6)

    /// A frame that shows the blur of a shape, of an owner.
    private func frame(
        _ shape: RoundedRect = Self.card, _ deviation: Double = 4,
        shift: SIMD2<Double> = .zero, owner: UInt64 = 7, side: Int = 72
    ) -> Frame {
        var frame = Frame(width: 72, height: 72)
        var inner = RenderPass(bounds: device(-8, -8, side + 16, side + 16))
        inner.ops = [fill(shape, red)]
        inner.ops[0].bounds = inner.bounds
        let draw = BlurDraw(
            pass: PassIndex(0), shift: shift, deviation: SIMD2(repeating: deviation), owner: owner)
        var last = RenderPass(bounds: frame.bounds)
        last.ops = [
            DrawOp(content: .blur(draw, color: color(0, 0, 0)), transform: .identity, bounds: frame.bounds)
        ]
        frame.passes = [inner, last]
        return frame
    }

    private func compositor(budget: Int = 1 << 20, threads: Int = 1) -> CPUCompositor {
        CPUCompositor(threads: threads, tileSize: .init(), mipmapBudget: 0, blurBudget: budget)
    }

    private func draw(_ frame: Frame, _ compositor: CPUCompositor) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height)
        compositor.draw(frame, into: &bitmap)
        return bitmap
    }

    static let shifts: [SIMD2<Double>] = [
        .zero, SIMD2(3, -5), SIMD2(0.5, 0.5), SIMD2(0.25, -0.75), SIMD2(-6.9, 2.1), SIMD2(0.49, 8.51),
    ]

    @Test(arguments: [3.0, 4, 6, 7.9, 8, 12, 16.5], shifts)
    func owned_blur_is_near_the_float_reference(deviation: Double, shift: SIMD2<Double>) {
        let shape = RoundedRect(local(16, 20, 40, 30), radius: 9)
        let expected = blurReference(shape.moved(by: shift), deviation, 72, 72)
        let bitmap = drawn(frame(shape, deviation, shift: shift))
        // As any blur, and a step for values between two cells.
        #expect(blurError(bitmap, expected) <= 2.5)
    }

    @Test func owned_blur_does_not_depend_on_tiles_threads_damage_and_what_is_kept() {
        for (deviation, shift) in [(3.0, SIMD2(0.3, -0.6)), (9, SIMD2(-7.25, 4.5)), (14, SIMD2(40, 33.3))] {
            var frame = frame(Self.card, deviation, shift: shift)
            frame.clips = [
                Clip(
                    parent: nil, shape: RoundedRect(local(4, 4, 60, 64), radius: 20), transform: .identity,
                    bounds: frame.bounds)
            ]
            // The blur, clipped, and behind what hides a part of it.
            var clipped = frame.passes[1].ops[0]
            clipped.clip = ClipIndex(0)
            frame.passes[1].ops += [fill(RoundedRect(local(22, 25, 20, 14)), red), clipped]
            let whole = drawn(frame)
            for (threads, width, height) in [(1, 7, 5), (3, 16, 16), (4, 33, 1)] {
                let other = drawn(frame, threads: threads, tile: CPUCompositor.TileSize(width: width, height: height))
                #expect(difference(other, whole) == nil)
            }
            let retained = compositor(), kernels = compositor(budget: 0, threads: 2)
            kernels.kernels = .scalar
            #expect(draw(frame, retained) == whole && draw(frame, retained) == whole && draw(frame, kernels) == whole)
            #expect(retained.blurUse.hits > 0 && kernels.blurUse.hits == 0)
            var pieces = Bitmap(width: 72, height: 72)
            for piece in 0..<81 {
                frame.damage = device(piece % 9 * 8, piece / 9 * 8, 8, 8)
                compositor().draw(frame, into: &pieces)
            }
            #expect(difference(pieces, whole) == nil)
        }
    }

    @Test func owned_blur_is_made_once_while_it_moves() {
        let compositor = compositor()
        for step in 0..<5 {
            let shown = frame(shift: SIMD2(Double(step) * 0.3, Double(step)))
            #expect(draw(shown, compositor) == drawn(shown))
        }
        #expect(compositor.blurUse.hits == 4 && compositor.blurUse.misses == 1)
    }

    @Test func owned_blur_is_made_again_when_it_changes() {
        let compositor = compositor()
        let other = RoundedRect(local(20, 20, 31, 20), radius: 6)
        for shown in [frame(), frame(other), frame(other, 5), frame(other, 5, side: 60)] {
            #expect(draw(shown, compositor) == drawn(shown))
        }
        #expect(compositor.blurUse.hits == 0 && compositor.blurUse.misses == 4 && compositor.blurs.count == 1)
    }

    @Test func small_part_of_an_owned_blur_is_not_kept() {
        let compositor = compositor()
        var shown = frame()
        shown.damage = device(30, 30, 2, 2)
        _ = draw(shown, compositor)
        #expect(compositor.blurUse.misses == 1 && compositor.blurs.count == 0)
    }

    @Test func blurs_keep_to_their_budget() {
        let one = compositor()
        _ = draw(frame(), one)
        let bytes = one.blurUse.bytes
        #expect(bytes > 0)
        let compositor = compositor(budget: bytes * 2 + 10)
        for owner in UInt64(1)...5 { _ = draw(frame(owner: owner), compositor) }
        #expect(compositor.blurs.bytes <= compositor.blurs.budget && compositor.blurs.count == 2)
        _ = draw(frame(owner: 5), compositor)
        #expect(compositor.blurUse.hits == 1)
        let small = self.compositor(budget: bytes - 1)
        for _ in 0..<2 { _ = draw(frame(), small) }
        #expect(small.blurUse.hits == 0 && small.blurs.count == 0, "what is larger than the budget is not kept")
    }

    @Test func blurs_that_are_not_used_are_dropped() {
        let compositor = compositor()
        _ = draw(frame(), compositor)
        let empty = Frame(72, 72, [])
        for _ in 0..<PassCacheLifetime.drawings { _ = draw(empty, compositor) }
        #expect(compositor.blurs.count == 1)
        _ = draw(empty, compositor)
        #expect(compositor.blurs.count == 0 && compositor.blurs.bytes == 0)
    }
}

extension RoundedRect {
    fileprivate func moved(by shift: SIMD2<Double>) -> RoundedRect {
        var shape = self
        shape.rect = LocalRect(
            minX: rect.minX + shift.x, minY: rect.minY + shift.y, maxX: rect.maxX + shift.x,
            maxY: rect.maxY + shift.y)
        return shape
    }
}
