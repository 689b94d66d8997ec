import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaServer
import MicaWire
import MicaWorkers
import Testing

/// Lines of shape layers that change from frame to frame, on several threads.
@Suite struct ChangingLineTests {
    private func path(_ random: inout SeededGenerator) -> Path {
        func point() -> Point { Point(random.number(0...60), random.number(0...60)) }
        var path = Path()
        path.move(to: point())
        for _ in 0..<12 { path.cubic(control1: point(), control2: point(), to: point()) }
        return path
    }

    @Test(arguments: [1, 2, 5]) func outlines_are_those_that_a_new_builder_makes(workers: Int) throws {
        var random = SeededGenerator(seed: 4_711)
        let layers = (0..<30).map { TestLayer(UInt64($0) + 2, rect(0, 0, 60, 60)) }
        for layer in layers {
            (layer.state.shape.path, layer.state.shape.strokeColor) = (path(&random), green)
        }
        let root = TestLayer(1, rect(0, 0, 60, 60), layers)
        var tree = RenderTree()
        try tree.apply(root.commit)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: 0)
        var builder = FrameBuilder(workers: WorkerPool(workers: workers))
        var frame = builder.build(tree, scene, width: 60, height: 60)
        for step in 0..<40 {
            var commit = Commit(time: 0)
            for layer in layers where random.whole(0...3) > 0 {
                layer.state.shape.path = path(&random)
                if random.whole(0...5) == 0 { layer.state.shape.lineWidth = random.number(0.5...9) }
                if random.whole(0...5) == 0 { layer.state.shape.strokeEnd = random.number(0...1.2) }
                if random.whole(0...7) == 0 { layer.state.shape.strokeColor = Bool.random(using: &random) ? nil : red }
                if random.whole(0...9) == 0 { layer.state.transform.m11 = random.number(0.4...3) }
                commit.changes.append(LayerChange(layer: layer.id, mask: .all, state: layer.state))
            }
            try tree.apply(commit)
            scene.evaluate(tree, at: 0)
            tree.forgetChanges()
            if step % 3 == 0 || !builder.update(&frame, tree, scene, rootTransform: .identity) {
                frame = builder.build(tree, scene, width: 60, height: 60)
            }
            var whole = frameOf(tree, 60, 60)
            whole.setDamage(frame.damageRegion)
            #expect(whole == frame, "step \(step)")
        }
    }
}
