import MicaBench
import Testing

private let drawable = BenchScene.allCases.filter(\.isDrawable)

@Test func drawable_scenes_are_those_of_layers_that_exist() {
    #expect(String(drawable.map(\.rawValue)) == "abcdDefghiIrRsmtpk")
}

@Test(arguments: drawable)
func scene_draws_something_and_the_same_every_time(scene: BenchScene) {
    let first = ScenePipeline(scene, threads: 1), second = ScenePipeline(scene, threads: 3)
    for frame in 0...2 {
        first.draw(frame: frame)
        second.draw(frame: frame)
    }
    let background: UInt32 = 0xFF20_3040
    let drawn = first.surface.pixels.count { $0 != background }
    #expect(drawn > first.surface.pixels.count / (scene == .batchedParticles ? 10 : 4))
    #expect(first.surface.pixels.allSatisfy { $0 >> 24 == 255 })
    // Not in the macro: it would print millions of pixels.
    let isSame = first.surface == second.surface
    #expect(isSame)
}

@Test(arguments: drawable)
func scene_frame_does_not_depend_on_the_frames_before(scene: BenchScene) {
    let stepped = ScenePipeline(scene, threads: 1), direct = ScenePipeline(scene, threads: 1)
    for frame in [0, 9, 4, 5] { stepped.draw(frame: frame) }
    direct.draw(frame: 5)
    let isSame = stepped.surface == direct.surface
    #expect(isSame)
}

@Test func scene_moves() {
    for scene in drawable {
        let pipeline = ScenePipeline(scene, threads: 1)
        pipeline.draw(frame: 0)
        let before = pipeline.surface
        pipeline.draw(frame: 40)
        let isSame = pipeline.surface == before
        #expect(!isSame, "scene \(scene.rawValue)")
    }
}

@Test func replicated_squares_look_as_separate_ones() {
    let (replicated, separate) = (ScenePipeline(.replicated, threads: 1), ScenePipeline(.separate, threads: 1))
    for frame in [0, 31] {
        replicated.draw(frame: frame)
        separate.draw(frame: frame)
        var largest = 0
        for (a, b) in zip(replicated.surface.pixels, separate.surface.pixels) {
            for shift in stride(from: 0, to: 32, by: 8) {
                largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
            }
        }
        // The colours of separate ones are rounded to 8 bits first.
        #expect(largest <= 1)
    }
}

@Test func limited_redraw_gives_the_picture_of_a_full_one() {
    let limited = ScenePipeline(.damage, threads: 1), full = ScenePipeline(.redraw, threads: 1)
    for frame in 0..<12 {
        limited.draw(frame: frame)
        full.draw(frame: frame)
    }
    let isSame = limited.surface == full.surface
    #expect(isSame)
}

/// Nothing allocates per plane: only the frame's own arrays, which grow by doubling.
@Test func planes_in_space_ask_for_no_memory_each() {
    let pipeline = ScenePipeline(.cubes, threads: 1)
    let frames = (0..<20).map { pipeline.draw(frame: $0).allocations }
    // 108 planes, cut and sorted; other tests run beside this one, so that the least frame counts.
    #expect((frames.dropFirst(5).min() ?? .max) < 40, "\(frames)")
}

@Test func still_shapes_are_taken_from_their_masks() {
    let pipeline = ScenePipeline(.stillShapes, threads: 1)
    for frame in 0..<5 { pipeline.draw(frame: frame) }
    let use = pipeline.shapeUse
    // 1,000 fills and 1,000 lines: seen, drawn into masks, and from then on kept.
    #expect(use.hits > 5900 && use.misses < 4100, "\(use)")
    #expect(use.bytes <= 16 << 20)
}
