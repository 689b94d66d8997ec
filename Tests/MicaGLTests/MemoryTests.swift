import Foundation
import MicaBase
import MicaBench
import MicaFrame
import MicaGL
import ReftestKit
import Testing

/// The use of the device's memory, over many frames and within one.
@Suite(.needsOpenGL) struct MemoryTests {
    /// How many frames: 10,000 with MICA_FUZZ_FRAMES=10000.
    private static let frames =
        ProcessInfo.processInfo.environment["MICA_FUZZ_FRAMES"].flatMap { Int($0) } ?? 1_000
    /// How many of them differ.
    private static let seeds = 250

    /// Frames that follow one another differ: 250 random ones, again and again. Every fiftieth loses its context.
    @Test func memory_is_flat_over_many_frames_and_lost_contexts_cost_none() throws {
        let drawing = try Drawing(passBudget: 1 << 20, imageBudget: 1 << 20)
        var pictures: [Bitmap] = []
        var (early, late) = (0, 0)
        for index in 0..<Self.frames {
            let seed = index % Self.seeds
            if index % 50 == 49 { drawing.device.loseContext(afterTargets: index / 50 % 5) }
            let picture = drawing.bitmap(FrameFuzz.frame(seed: UInt64(seed)))
            if index < Self.seeds { pictures.append(picture) }
            if index % 50 == 0 || index % 50 == 49 {
                let isSame = picture == pictures[seed] && drawing.compositor.refusal == nil
                #expect(isSame, "frame \(index)")
            }
            // A context that was lost begins without any.
            let bytes = drawing.device.use.textureBytes
            if index < Self.frames / 2 { early = max(early, bytes) } else { late = max(late, bytes) }
        }
        #expect(late <= early, "\(late) bytes in the second half of the frames, \(early) before")
    }

    @Test func passes_of_one_frame_stay_within_a_limit() throws {
        let drawing = try Drawing(passBudget: 1 << 20)
        // Twelve passes of a megabyte, all shown by the last: four times the budget is the limit.
        var frame = Frame(512, 512, [])
        frame.passes = (0..<12).map { index in
            var pass = RenderPass(bounds: frame.bounds)
            pass.ops = [
                .rectangle(
                    DeviceRect(minX: index * 20, minY: 0, maxX: index * 20 + 200, maxY: 512), 0x4020_1008, radius: 9)
            ]
            return pass
        }
        var last = RenderPass(bounds: frame.bounds)
        last.ops = (0..<12).map {
            DrawOp(content: .pass(PassIndex($0), mask: nil), transform: .identity, bounds: frame.bounds)
        }
        frame.passes.append(last)
        let picture = drawing.bitmap(frame)
        #expect(drawing.compositor.refusal?.contains("passes") == true)
        #expect(Comparison(picture, reference(frame)).worst.difference <= 4)
        #expect(drawing.device.use.textureBytes <= 8 << 20)
        // With more memory it is drawn.
        let other = try Drawing()
        #expect(Comparison(other.bitmap(frame), reference(frame)).worst.difference <= 4)
        #expect(other.compositor.refusal == nil)
    }

    @Test func small_images_share_a_texture_and_a_call() throws {
        let drawing = try Drawing()
        let images = (0..<60).map { index in
            ImageResource(
                bitmap: Bitmap(width: 20 + index, height: 9 + index % 7, filledWith: 0xFF00_0000 | UInt32(index * 4000))
            )
        }
        let frame = Frame(
            600, 200, images.enumerated().map { .image($1, x: $0 % 6 * 100, y: $0 / 6 * 20) })
        let isSame = drawing.bitmap(frame) == reference(frame)
        #expect(isSame)
        #expect(drawing.device.use.drawCalls == 1)
        #expect(drawing.device.use.uploads == 60)
    }

    @Test func pages_of_images_are_let_go_within_the_budget() throws {
        let drawing = try Drawing(imageBudget: 24 << 20)
        for round in 0..<40 {
            let images = (0..<10).map { index in
                ImageResource(
                    bitmap: Bitmap(width: 300, height: 300, filledWith: 0xFF00_0000 | UInt32(round * 100 + index)))
            }
            let frame = Frame(320, 320, images.map { .image($0, x: 4, y: 5) })
            let isSame = drawing.bitmap(frame) == reference(frame)
            #expect(isSame)
            #expect(drawing.device.use.imageBytes <= 24 << 20)
        }
    }

    /// A frame of shadows, each of another ratio of radius and deviation, has as many tables of corners.
    @Test func tables_of_corners_are_let_go_within_the_budget() throws {
        let drawing = try Drawing()
        for round in 0..<4 {
            let shadows = (0..<100).map { index in
                DrawOp.shadow(
                    LocalRect(minX: 60, minY: 60, maxX: 340, maxY: 340), radius: 10,
                    deviation: 8 + Double(index + round * 100) / 30, 0x0200_0000)
            }
            let frame = Frame(400, 400, shadows)
            let picture = drawing.bitmap(frame)
            #expect(drawing.compositor.refusal == nil)
            #expect(Comparison(picture, reference(frame)).worst.difference <= 100)
            #expect(drawing.device.use.cornerBytes > 0 && drawing.device.use.cornerBytes <= 8 << 20)
        }
    }
}
