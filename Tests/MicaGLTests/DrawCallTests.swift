import MicaBase
import MicaBench
import MicaFrame
import MicaGL
import ReftestKit
import Testing

/// How many calls the benchmark's scenes take: goldens, which may only fall. Opaque ops are drawn first,
/// with a separate call for each target that has any.
@Suite(.needsOpenGL) struct DrawCallTests {
    /// The scenes by their letters, and the calls of their first frame.
    static let calls: [(scene: Character, calls: Int)] = [
        ("a", 2), ("b", 1), ("c", 2), ("d", 83), ("D", 88), ("e", 2), ("f", 2), ("g", 2), ("h", 3), ("i", 2),
    ]

    @Test(arguments: calls) func scene_takes_no_more_calls(_ golden: (scene: Character, calls: Int)) throws {
        let scene = try #require(BenchScene(rawValue: golden.scene))
        let drawing = try Drawing()
        let frame = ScenePipeline(scene, threads: 1).frame(0)
        _ = drawing.bitmap(frame)
        #expect(drawing.compositor.refusal == nil)
        #expect(drawing.device.use.drawCalls == golden.calls)
    }

    /// Scene i changes little of much: ops outside the damage are not drawn.
    @Test func ops_outside_the_damage_issue_no_call() throws {
        let scene = try #require(BenchScene(rawValue: "i"))
        let (drawing, pipeline) = (try Drawing(), ScenePipeline(scene, threads: 1))
        var bitmap = drawing.bitmap(pipeline.frame(0))
        let before = drawing.device.use
        let second = pipeline.frame(1)
        drawing.compositor.draw(second, region: second.damageRegion, into: &bitmap)
        let now = drawing.device.use
        let touched = second.passes.last.map { pass in
            pass.ops.count { !second.damageRegion.intersection($0.bounds).isEmpty }
        }
        // An opaque rectangle is two instances: its inside, and all of it for the edges.
        #expect(now.instances - before.instances <= second.damageRegion.count * 2 * (touched ?? 0))
        #expect(drawing.bitmap(second) == bitmap)
    }
}
