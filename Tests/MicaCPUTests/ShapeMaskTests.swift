import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

@Suite struct ShapeMaskTests {
    /// A star with round holes in it.
    private func star(_ points: Int, _ radius: Double, around center: Point = Point(40, 40)) -> Path {
        var path = Path()
        var random = SeededGenerator(seed: UInt64(points))
        path.move(to: center)
        for _ in 0..<points {
            func point() -> Point {
                center + Point(random.number(-radius...radius), random.number(-radius...radius))
            }
            path.cubic(control1: point(), control2: point(), to: point())
        }
        path.close()
        return path
    }

    private func op(
        _ path: Path, _ transform: Homography = .identity, rule: FillRule = .evenOdd, fill: PixelColor = red
    ) -> DrawOp {
        DrawOp(
            content: .path(PathDraw(path: path, rule: rule), color: fill), transform: transform,
            bounds: device(0, 0, 200, 100))
    }

    private func draw(_ frame: Frame, _ compositor: CPUCompositor) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height, filledWith: 0x1122_3344)
        compositor.draw(frame, into: &bitmap)
        return bitmap
    }

    private func compositor(budget: Int = 1 << 20, threads: Int = 1) -> CPUCompositor {
        CPUCompositor(threads: threads, tileSize: .init(), mipmapBudget: 0, shapeBudget: budget)
    }

    @Test func still_shape_is_swept_once_and_keeps_its_bytes() {
        let compositor = compositor()
        let shown = Frame(200, 100, [op(star(40, 39)), op(star(9, 30), moved(90.3, 0.7), rule: .nonZero)])
        for _ in 0..<5 { #expect(draw(shown, compositor) == drawn(shown)) }
        // Seen, drawn into a mask, and three times taken from it.
        #expect(compositor.shapeUse.hits == 6 && compositor.shapeUse.misses == 4)
        #expect(compositor.shapeUse.bytes > 0)
    }

    @Test func frame_without_damage_looks_at_no_shape_and_no_pixel() {
        let compositor = compositor()
        var shown = Frame(200, 100, [op(star(40, 39)), op(star(9, 30), moved(90.3, 0.7), rule: .nonZero)])
        for _ in 0..<3 { _ = draw(shown, compositor) }
        let use = compositor.shapeUse
        shown.damage = .empty
        let still = draw(shown, compositor)
        #expect(still.pixels.allSatisfy { $0 == 0x1122_3344 }, "no pixel is written")
        #expect(compositor.shapeUse == use, "no shape is looked up")
    }

    @Test func still_shape_that_goes_beyond_the_horizon_is_covered_up_to_its_bounds() {
        // A plane seen at an angle: its right half is behind the viewer, and of what is in front only two sides on the left
        // cross the surface's rows.
        var path = Path()
        path.move(to: Point(-60, -10))
        path.line(to: Point(400, -50))
        path.line(to: Point(400, 250))
        path.line(to: Point(-60, 150))
        path.line(to: Point(60, 50))
        path.line(to: Point(-30, 30))
        path.close()
        let shown = Frame(
            200, 100, [op(path, Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, p: -1.0 / 256, q: 0, w: 1))])
        let compositor = compositor()
        let first = draw(shown, compositor)
        #expect(first.pixels[40 * 200 + 199] == 0xffff_0000, "it is covered on the right")
        for _ in 0..<3 { #expect(difference(draw(shown, compositor), first) == nil) }
        #expect(compositor.shapeUse.hits > 0)
    }

    @Test func still_shape_has_the_same_bytes_in_any_damage_and_tile() {
        let compositor = CPUCompositor(
            threads: 2, tileSize: .init(width: 17, height: 9), mipmapBudget: 0, shapeBudget: 1 << 20)
        var shown = Frame(
            200, 100, background: 0xff20_3040,
            [op(star(40, 39)), op(star(24, 50, around: Point(100, 50)), fill: color(0, 1, 0, 0.5))])
        var bitmap = draw(shown, compositor)
        let whole = drawn(shown)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            shown.damage = device(
                random.whole(-20...180), random.whole(-20...90), random.whole(1...120), random.whole(1...90))
            compositor.draw(shown, into: &bitmap)
            #expect(bitmap == whole)
        }
        #expect(compositor.shapeUse.hits > 40)
    }

    @Test func still_shape_with_hard_edges_is_as_without_a_mask() {
        let compositor = compositor()
        var hard = op(star(30, 39))
        hard.edges = .hard
        let shown = Frame(200, 100, [hard])
        for _ in 0..<3 { #expect(draw(shown, compositor) == drawn(shown)) }
        #expect(compositor.shapeUse.hits == 1)
    }

    @Test func shape_that_changes_costs_no_mask() {
        let compositor = compositor()
        for step in 0..<8 {
            let shown = Frame(200, 100, [op(star(20, 20 + Double(step)))])
            #expect(draw(shown, compositor) == drawn(shown))
        }
        #expect(compositor.shapeUse == (0, 8, 0))
    }

    @Test func frames_that_come_again_have_masks_if_all_of_them_fit() {
        let frames = (0..<20).map { Frame(200, 100, [op(star(20, 20 + Double($0)))]) }
        let (large, small) = (compositor(), compositor(budget: 1 << 16))
        for _ in 0..<3 {
            for shown in frames {
                #expect(draw(shown, large) == drawn(shown))
                #expect(draw(shown, small) == drawn(shown))
            }
        }
        // Seen, drawn into masks, and shown from them.
        #expect(large.shapeUse.hits == 20 && large.shapeUse.misses == 40)
        #expect(small.shapeUse == (0, 60, 0))
    }

    @Test func same_numbers_of_another_path_are_another_shape() {
        // Alike in all points that are summed up.
        var one = star(40, 39)
        let compositor = compositor()
        for _ in 0..<3 { _ = draw(Frame(200, 100, [op(one)]), compositor) }
        one.line(to: Point(190, 90))
        for rule in [FillRule.evenOdd, .nonZero] {
            let shown = Frame(200, 100, [op(one, rule: rule)])
            for _ in 0..<3 { #expect(draw(shown, compositor) == drawn(shown)) }
        }
    }

    @Test func masks_keep_to_their_budget() {
        let budget = 64 << 10
        let compositor = compositor(budget: budget)
        for step in 0..<30 {
            let shown = Frame(200, 100, [op(star(12, 30), moved(Double(step) + 0.3, 0))])
            for _ in 0..<3 { #expect(draw(shown, compositor) == drawn(shown)) }
            #expect(compositor.shapeUse.bytes <= budget)
        }
        #expect(compositor.shapeUse.hits == 30 && compositor.shapeUse.bytes > 0)
        // Too large for the cache: drawn, never kept, and not tried again and again.
        let small = self.compositor(budget: 4 << 10)
        let large = Frame(200, 100, [op(star(60, 100, around: Point(100, 50)))])
        for _ in 0..<4 { #expect(draw(large, small) == drawn(large)) }
        #expect(small.shapeUse.hits == 0 && small.shapeUse.bytes <= 4 << 10)
    }
}
