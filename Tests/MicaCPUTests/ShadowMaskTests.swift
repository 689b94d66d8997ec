import MicaBase
import MicaFrame
import MicaRandom
import Testing

@testable import MicaCPU

@Suite struct ShadowMaskTests {
    /// A shadow of a shape whose corners influence each other.
    private func op(
        _ shape: RoundedRect, _ deviation: Double, _ transform: Homography, _ fill: PixelColor = color(0, 0, 0, 0.4)
    ) -> DrawOp {
        DrawOp(
            content: .shadow(ShadowDraw(shape: shape, deviation: deviation), color: fill), transform: transform,
            bounds: device(0, 0, 200, 120))
    }

    private func thumb(_ x: Double, _ y: Double) -> DrawOp {
        op(RoundedRect(local(0, 3, 27, 27), radius: 13.5), 4, Homography(a: 2, b: 0, c: 0, d: 2, tx: x, ty: y))
    }

    private func draw(_ frame: Frame, _ compositor: CPUCompositor) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height, filledWith: 0xFFAA_BBCC)
        compositor.draw(frame, into: &bitmap)
        return bitmap
    }

    @Test func equal_shadows_are_computed_once_while_they_move_by_whole_pixels() {
        let compositor = CPUCompositor(threads: 1)
        for step in 0..<20 {
            let frame = Frame(
                200, 120, (0..<10).map { thumb(Double($0 * 17) + 0.25, Double(step * 3 - 20 + $0 * 5) + 0.5) })
            _ = draw(frame, compositor)
        }
        #expect(compositor.shadowUse.made == 1)
        // The first is computed row by row; the mask is made for the second.
        #expect(compositor.shadowUse.misses == 2 && compositor.shadowUse.hits == 198)
        #expect(compositor.shadowUse.bytes > 0)
    }

    @Test func rounding_errors_of_places_make_no_other_masks() {
        let compositor = CPUCompositor(threads: 1)
        var y = 0.5
        for step in 0..<60 {
            _ = draw(Frame(200, 120, [thumb(40, y)]), compositor)
            // An error of a few units in the last place that changes with the offset.
            y = (y + 0.1 + 0.2) + 0.7 + Double(step) * 1e-15
        }
        #expect(compositor.shadowUse.made == 1 && compositor.shadowUse.misses == 2)
    }

    @Test func shadows_that_are_always_new_have_no_masks() {
        let compositor = CPUCompositor(threads: 1)
        for step in 0..<2000 { _ = draw(Frame(200, 120, [thumb(40 + Double(step) / 4096, 10)]), compositor) }
        #expect(compositor.shadowUse.made == 0 && compositor.shadowUse.bytes == 0)
    }

    @Test(arguments: 0..<60) func mask_has_the_bytes_of_the_rows(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }
        let (width, height) = (number(0.5...60), number(0.5...40))
        let shape = RoundedRect(
            local(number(-20...60), number(-20...40), width, height), radius: number(0...0.5) * min(width, height))
        func scale() -> Double { (random.chance(0.3) ? -1 : 1) * (random.chance(0.5) ? 2 : number(0.3...3)) }
        // Of 64ths of a pixel the fraction stays when whole pixels are added.
        func place(_ end: Double) -> Double { (number(-50...end) * 64).rounded() / 64 }
        let transform = Homography(a: scale(), b: 0, c: 0, d: scale(), tx: place(200), ty: place(120))
        let frame = Frame(200, 120, [op(shape, number(0.05...9), transform)])
        let compositor = CPUCompositor(threads: 1)
        let rows = draw(frame, compositor)
        for _ in 0..<3 { #expect(difference(draw(frame, compositor), rows) == nil, "seed \(seed)") }
        // Elsewhere by whole pixels, and in parts.
        var moved = frame
        moved.passes[0].ops[0].transform.tx += 7
        moved.passes[0].ops[0].transform.ty -= 3
        let alone = draw(moved, CPUCompositor(threads: 1))
        #expect(difference(draw(moved, compositor), alone) == nil, "seed \(seed)")
        var pieces = Bitmap(width: 200, height: 120, filledWith: 0xFFAA_BBCC)
        for x in 0..<4 {
            for y in 0..<3 {
                moved.damage = device(x * 50, y * 40, 50, 40)
                compositor.draw(moved, into: &pieces)
            }
        }
        #expect(difference(pieces, alone) == nil, "seed \(seed)")
    }

    @Test func masks_keep_to_their_budget() {
        var masks = ShadowMasks(budget: 200_000)
        let draw = ShadowDraw(shape: RoundedRect(local(0, 0, 27, 27), radius: 13.5), deviation: 4)
        for step in 0..<100 {
            for _ in 0..<2 {
                _ = masks.mask(
                    of: draw, Homography(a: 2, b: 0, c: 0, d: 2, tx: Double(step) / 100, ty: 0))
                #expect(masks.bytes <= 200_000)
            }
        }
        #expect(masks.made == 100)
        let large = ShadowDraw(shape: RoundedRect(local(0, 0, 400, 400), radius: 200), deviation: 40)
        for _ in 0..<3 { #expect(masks.mask(of: large, .identity) == nil) }
    }
}
