import MicaBase
import MicaBench
import MicaCPU
import MicaFrame
import MicaGL
import ReftestKit
import Testing

@Suite(.needsOpenGL) struct CompositorTests {
    /// With much memory passes that show nothing of one another share a texture; with little each has its own, and is let go early.
    @Test func passes_drawn_together_are_those_drawn_one_after_the_other() throws {
        let (together, alone) = (try Drawing(), try Drawing(passBudget: 1))
        var passes = 0
        for seed in UInt64(0)..<80 {
            let frame = FrameFuzz.frame(seed: seed)
            passes += frame.passes.count - 1
            let isSame = together.bitmap(frame) == alone.bitmap(frame)
            #expect(isSame, "seed \(seed)")
            #expect(together.compositor.refusal == nil && alone.compositor.refusal == nil)
        }
        #expect(passes > 40)
    }

    @Test func a_turned_rectangle_is_the_exact_area() throws {
        let turned = Homography(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 20, ty: 5)
        let frame = Frame(
            48, 48, [.rectangle(DeviceRect(minX: 0, minY: 0, maxX: 30, maxY: 20), 0xFFFF_8040, transform: turned)])
        let comparison = Comparison(try Drawing().bitmap(frame), reference(frame))
        #expect(comparison.worst.difference <= 1)
    }

    @Test func nothing_outside_the_region_is_drawn() throws {
        let drawing = try Drawing()
        let frame = Frame(64, 64, [.rectangle(DeviceRect(minX: 0, minY: 0, maxX: 64, maxY: 64), 0xFF00_FF00)])
        var bitmap = Bitmap(width: 64, height: 64, filledWith: 0xFF12_3456)
        let region = DeviceRect(minX: 10, minY: 20, maxX: 30, maxY: 25)
        drawing.compositor.draw(frame, region: DamageRegion(region), into: &bitmap)
        #expect(bitmap.pixels.count { $0 == 0xFF00_FF00 } == region.width * region.height)
        #expect(bitmap.pixels.count { $0 == 0xFF12_3456 } == 64 * 64 - region.width * region.height)
    }

    @Test func what_is_outside_the_region_issues_no_draw() throws {
        let drawing = try Drawing()
        let frame = Frame(64, 64, [.rectangle(DeviceRect(minX: 40, minY: 40, maxX: 60, maxY: 60), 0xFF00_FF00)])
        var bitmap = Bitmap(width: 64, height: 64)
        drawing.compositor.draw(
            frame, region: DamageRegion(DeviceRect(minX: 0, minY: 0, maxX: 40, maxY: 40)), into: &bitmap)
        #expect(drawing.device.use.drawCalls == 0)
    }

    @Test func shapes_of_one_program_are_one_call() throws {
        let drawing = try Drawing()
        let frame = Frame(
            200, 200,
            (0..<100).map { index in
                let (x, y) = (index % 10 * 17, index / 10 * 17)
                return .rectangle(
                    DeviceRect(minX: x, minY: y, maxX: x + 30, maxY: y + 30), 0x8080_0000, radius: Double(index % 9))
            })
        _ = drawing.bitmap(frame)
        #expect(drawing.device.use.drawCalls == 1)
    }

    @Test func joining_calls_changes_no_pixel() throws {
        let drawing = try Drawing()
        let alone = GLCompositor(device: drawing.device, joinsCalls: false) { CPUCompositor(threads: 1) }
        for seed in UInt64(0)..<150 {
            let frame = FrameFuzz.frame(seed: seed)
            var bitmap = Bitmap(width: frame.width, height: frame.height, filledWith: 0xFF65_4321)
            alone.draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
            let isSame = bitmap == drawing.bitmap(frame)
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test func images_stay_within_their_budget_and_are_sent_once() throws {
        let drawing = try Drawing(imageBudget: 8 * 32 * 32 * 4)
        let images = (0..<32).map { index in
            ImageResource(bitmap: Bitmap(width: 32, height: 32, filledWith: 0xFF00_0000 | UInt32(index * 7)))
        }
        for round in 0..<4 {
            let frame = Frame(64, 64, [.image(images[0], x: 16, y: 16), .image(images[round], x: 0, y: 0)])
            _ = drawing.bitmap(frame)
        }
        #expect(drawing.device.use.uploads == 4)
        for _ in 0..<4 {
            for image in images {
                _ = drawing.bitmap(Frame(32, 32, [.image(image, x: 0, y: 0)]))
                #expect(drawing.device.use.imageBytes <= 8 * 32 * 32 * 4)
            }
        }
        #expect(drawing.device.use.uploads > 4 * 24)
    }

    @Test func a_lost_context_costs_no_frame() throws {
        let drawing = try Drawing()
        // A frame after each loss is the next one's first picture.
        for seed in stride(from: UInt64(0), to: 60, by: 2) {
            let frame = FrameFuzz.frame(seed: seed)
            let before = drawing.bitmap(frame)
            // Early, late, and when it is done: the second attempt has to draw everything over another picture.
            drawing.device.loseContext(afterTargets: Int(seed) % 7)
            let isSame = drawing.bitmap(frame) == before
            #expect(isSame && drawing.compositor.refusal == nil, "seed \(seed)")
        }
    }

    @Test func a_rectangle_without_an_area_covers_nothing() throws {
        let frame = Frame(
            8, 8,
            [
                .rectangle(
                    DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1), 0xFFFF_FFFF,
                    transform: Homography(a: 1e-17, b: 0, c: 0, d: 1e-17, tx: 3, ty: 3))
            ])
        let isSame = try Drawing().bitmap(frame) == reference(frame)
        #expect(isSame)
    }

    @Test func what_is_larger_than_a_texture_is_drawn_in_another_way() throws {
        let drawing = try Drawing()
        let wide = ImageResource(
            bitmap: Bitmap(width: drawing.device.mostTexels + 1, height: 1, filledWith: 0xFF00_00FF))
        let frame = Frame(32, 32, [.image(wide, x: 0, y: 4)])
        let isSame = drawing.bitmap(frame) == reference(frame)
        #expect(isSame)
        #expect(drawing.compositor.refusal?.contains("limit") == true)
        _ = drawing.bitmap(Frame(8, 8, []))
        #expect(drawing.compositor.refusal == nil)
    }

    @Test func a_surface_larger_than_one_texture_is_drawn_in_parts() throws {
        let frame = Frame(
            5000, 8, [.rectangle(DeviceRect(minX: 4000, minY: 0, maxX: 4900, maxY: 8), 0xFF11_2233, radius: 3)])
        let drawing = try Drawing()
        #expect(Comparison(drawing.bitmap(frame), reference(frame)).worst.difference <= 1)
        #expect(drawing.compositor.refusal == nil)
    }
}
