import MicaBase
import MicaFrame
import Testing

@testable import MicaCPU

@Suite struct RasterCacheTests {
    private func frame(_ color: PixelColor, at x: Double = 3, owner: UInt64 = 7, side: Int = 8) -> Frame {
        var frame = Frame(width: 40, height: 20)
        var inner = RenderPass(bounds: device(0, 0, side, side))
        var op = fill(RoundedRect(local(0, 0, Double(side), Double(side)), radius: 2), color)
        op.bounds = inner.bounds
        inner.ops = [op]
        var last = RenderPass(bounds: frame.bounds)
        last.ops = [
            DrawOp(
                content: .rasterized(RasterizedDraw(pass: PassIndex(0), owner: owner)), transform: moved(x, 4),
                bounds: frame.bounds)
        ]
        frame.passes = [inner, last]
        return frame
    }

    private func draw(_ frame: Frame, _ compositor: CPUCompositor) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height)
        compositor.draw(frame, into: &bitmap)
        return bitmap
    }

    private func compositor(budget: Int = 1 << 20) -> CPUCompositor {
        CPUCompositor(threads: 1, tileSize: .init(), mipmapBudget: 0, rasterizedBudget: budget)
    }

    @Test func raster_is_drawn_once_while_it_moves() {
        let compositor = compositor()
        for step in 0..<5 {
            let shown = frame(red, at: Double(step) * 2)
            #expect(draw(shown, compositor) == drawn(shown))
        }
        #expect(compositor.rasterizedUse.hits == 4 && compositor.rasterizedUse.misses == 1)
    }

    @Test func raster_is_drawn_again_when_it_changes() {
        let compositor = compositor()
        _ = draw(frame(red), compositor)
        #expect(draw(frame(white), compositor) == drawn(frame(white)))
        #expect(draw(frame(white, side: 6), compositor) == drawn(frame(white, side: 6)))
        #expect(compositor.rasterizedUse.hits == 0 && compositor.rasterizedUse.misses == 3)
        #expect(compositor.rasterized.count == 1 && compositor.rasterized.bytes == 6 * 6 * 4)
    }

    @Test func rasters_keep_to_their_budget() {
        let compositor = compositor(budget: 600)
        for owner in UInt64(1)...5 { _ = draw(frame(red, owner: owner), compositor) }
        #expect(compositor.rasterized.bytes <= 600 && compositor.rasterized.count == 2)
        _ = draw(frame(red, owner: 5), compositor)
        #expect(compositor.rasterizedUse.hits == 1)
        _ = draw(frame(red, owner: 9, side: 16), compositor)
        _ = draw(frame(red, owner: 9, side: 16), compositor)
        #expect(compositor.rasterizedUse.hits == 1, "what is larger than the budget is not kept")
    }

    @Test func rasters_that_are_not_used_are_dropped() {
        let compositor = compositor()
        _ = draw(frame(red), compositor)
        let empty = Frame(40, 20, [])
        for _ in 0..<PassCacheLifetime.drawings { _ = draw(empty, compositor) }
        #expect(compositor.rasterized.count == 1)
        _ = draw(empty, compositor)
        #expect(compositor.rasterized.count == 0 && compositor.rasterized.bytes == 0)
    }

    @Test func raster_outside_the_damage_is_not_wanted() {
        let compositor = compositor()
        var shown = frame(red)
        shown.passes[1].ops[0].bounds = device(3, 4, 8, 8)
        shown.damage = device(20, 0, 20, 20)
        _ = draw(shown, compositor)
        #expect(compositor.rasterizedUse.misses == 0)
    }

    /// A raster of ops that mix or bend passes, whose indices differ between the frame and the cached picture.
    private func frame(of content: DrawOp.Content, at x: Double) -> Frame {
        var shown = frame(red, at: x)
        var unrelated = RenderPass(bounds: device(0, 0, 2, 2))
        unrelated.ops = [fill(RoundedRect(local(0, 0, 2, 2)), white)]
        var mixed = RenderPass(bounds: device(0, 0, 8, 8))
        mixed.ops = [DrawOp(content: content, transform: .identity, bounds: mixed.bounds)]
        shown.passes.insert(unrelated, at: 0)
        shown.passes.insert(mixed, at: 2)
        shown.passes[3].ops[0].content.mapPasses { _ in PassIndex(2) }
        return shown
    }

    @Test func raster_of_a_transition_is_kept() {
        let bent = WarpDraw(pass: PassIndex(1), map: .ripple(local(0, 0, 8, 8), progress: 0.4))
        for content in [.dissolve(from: nil, to: PassIndex(1), fraction: 0.5), DrawOp.Content.warp(bent)] {
            let compositor = compositor()
            for step in 0..<3 {
                let shown = frame(of: content, at: Double(step) * 2)
                #expect(draw(shown, compositor) == drawn(shown))
            }
            #expect(compositor.rasterizedUse.hits == 2 && compositor.rasterizedUse.misses == 1)
        }
    }
}
