import Foundation
import MicaBase
import MicaFrame
import MicaServer
import MicaWire
import Testing

@Suite struct ReplicatorTests {
    private func replicator(
        _ id: UInt64, _ count: Double, by transform: Matrix4 = Matrix4(translationX: 10, y: 0), _ sublayers: [TestLayer]
    ) -> TestLayer {
        let layer = TestLayer(id, rect(0, 0, 100, 100), sublayers)
        layer.state.replicator.count = count
        layer.state.replicator.transform = transform
        return layer
    }

    private func instances(_ frame: Frame) -> InstancedDraw? {
        guard frame.ops.count == 1, case .instances(let draw) = frame.ops[0].content else { return nil }
        return draw
    }

    private func evaluated(_ root: TestLayer) throws -> (frame: Frame, short: [LayerID]) {
        var tree = RenderTree()
        try tree.apply(root.commit)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: 0)
        var builder = FrameBuilder()
        let frame = builder.build(tree, scene, width: 100, height: 100)
        return (frame, builder.instances.short)
    }

    @Test func replicator_copies_are_one_op_of_those_in_sight() throws {
        let dot = TestLayer(3, rect(2, 2, 6, 6), color: red)
        let draw = try #require(instances(try replicator(2, 1000, [dot]).frame()))
        #expect(draw.ops.count == 1)
        #expect(draw.instances.count == 10)
        #expect(draw.instances[9].transform.tx == 90)
    }

    @Test func replicator_in_a_replicator_is_an_op_in_an_op() throws {
        let row = replicator(2, 10, [TestLayer(3, rect(2, 2, 6, 6), color: red)])
        let grid = replicator(1, 10, by: Matrix4(translationX: 0, y: 10), [row])
        let draw = try #require(instances(try grid.frame()))
        #expect(draw.instances.count == 10 && draw.ops.count == 1)
        #expect(draw.shapeCount == 100)
        guard case .instances(let inner) = draw.ops[0].content else {
            Issue.record("the rows are no instances")
            return
        }
        #expect(inner.instances.count == 10)
    }

    @Test func replicator_text_names_ops_clips_and_instances() throws {
        let clip = TestLayer(3, rect(2, 2, 6, 6), color: red, [TestLayer(4, rect(0, 0, 9, 9), color: green)])
        clip.state.flags.insert(.masksToBounds)
        let layer = replicator(2, 2, [clip])
        layer.state.replicator.offsets = SIMD4(0, -0.5, 0, 0)
        try expectGolden(try layer.frame().description, "replicator")
    }

    @Test func replicator_of_a_billion_copies_is_cut_short_and_told() throws {
        let dot = TestLayer(3, rect(2, 2, 6, 6), color: red)
        let (frame, short) = try evaluated(replicator(2, 1e9, by: .identity, [dot]))
        #expect(short == [id(2)])
        let draw = try #require(instances(frame))
        #expect(draw.instances.count < InstanceBudget.limit && draw.instances.count > InstanceBudget.limit - 10)
    }

    @Test func replicators_nested_by_the_dozen_stay_within_the_budget() throws {
        for isHostile in [false, true] {
            var layer = TestLayer(99, rect(2, 2, 6, 6), color: red, [TestLayer(98, rect(1, 1, 2, 2), color: blue)])
            // A nine-part image or a shadow keeps copies from being one op.
            if isHostile { layer.state.shadow.opacity = 1 }
            for level in 1...40 { layer = replicator(UInt64(level), 1e6, by: .identity, [layer]) }
            let (frame, short) = try evaluated(layer)
            #expect(!short.isEmpty)
            var shapes = 0
            for pass in frame.passes {
                for op in pass.ops {
                    if case .instances(let draw) = op.content { shapes += draw.shapeCount } else { shapes += 1 }
                }
            }
            #expect(shapes <= InstanceBudget.limit)
        }
    }

    @Test func replicator_with_numbers_that_are_none_draws_nothing_and_does_not_trap() throws {
        for transform in [
            Matrix4(translationX: .nan, y: 0), Matrix4(scaleX: .infinity, y: 1), Matrix4(scaleX: 1e200, y: 1e200),
            Matrix4(scaleX: 0, y: 0),
        ] {
            for count in [Double.nan, -5, 1e300, .infinity, 3] {
                let layer = replicator(2, count, by: transform, [TestLayer(3, rect(2, 2, 6, 6), color: red)])
                layer.state.replicator.delay = .nan
                layer.state.replicator.offsets = SIMD4(.nan, .infinity, -.infinity, 0)
                let ops = try layer.frame().ops
                #expect(ops.count <= 1)
            }
        }
    }

    @Test func replicator_delay_costs_nothing_where_nothing_moves() throws {
        let layer = replicator(2, 10, [TestLayer(3, rect(2, 2, 6, 6), color: red)])
        layer.state.replicator.delay = 1
        #expect(instances(try layer.frame()) != nil)
    }

    @Test func replicator_is_animating_until_its_last_copy_is() throws {
        let dot = TestLayer(3, rect(2, 2, 6, 6), color: red)
        let timing = TimingState(duration: 1)
        let values = PropertyAnimation.Values.basic(from: .number(0), to: .number(1), by: nil)
        let animation = PropertyAnimation(
            target: PropertyTarget(.opacity), isAdditive: false, isCumulative: false, function: nil, values: values)
        dot.animations = [
            KeyedAnimation(
                key: "fade",
                animation: AnimationState(
                    timing: timing, curve: nil, removedOnCompletion: false, content: .property(animation)))
        ]
        let layer = replicator(2, 5, [dot])
        layer.state.replicator.delay = 0.5
        var tree = RenderTree()
        try tree.apply(layer.commit)
        #expect(tree.isAnimating(at: 2.9))
        #expect(!tree.isAnimating(at: 3.1))
    }

    @Test func replicator_damage_is_where_copies_are() throws {
        let dot = TestLayer(3, rect(2, 2, 6, 6), color: red)
        let before = try replicator(2, 3, [dot]).frame()
        let after = try replicator(2, 4, [dot]).frame()
        #expect(after.difference(from: before) == DeviceRect(minX: 2, minY: 2, maxX: 38, maxY: 8))
        #expect(after.difference(from: after).isEmpty)
    }
}
