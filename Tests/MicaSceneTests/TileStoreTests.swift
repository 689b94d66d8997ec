import Foundation
import MicaBase
import MicaFrame
import MicaServer
import MicaWire
import Testing

@Suite struct TileStoreTests {
    private func layer(_ side: Double = 1000, tile: Double = 100) -> TestLayer {
        let layer = TestLayer(1, rect(0, 0, side, side))
        layer.state.tiled.levels = 1
        layer.state.tiled.tileSize = CGSize(width: tile, height: tile)
        return layer
    }

    private func build(
        _ tree: RenderTree, _ width: Int = 300, _ height: Int = 300, at time: Double = 0,
        by root: Homography = .identity
    ) -> (frame: Frame, wanted: [WantedTile]) {
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: time)
        var builder = FrameBuilder()
        let frame = builder.build(tree, scene, width: width, height: height, rootTransform: root)
        return (frame, builder.wantedTiles)
    }

    private func arrive(_ tree: inout RenderTree, _ edits: [TileEdit], at time: Double = 0) throws {
        var commit = Commit(time: time)
        commit.changes = [LayerChange(layer: id(1))]
        commit.changes[0].tiles = edits
        try tree.apply(commit)
    }

    private func tree(_ layer: TestLayer) throws -> RenderTree {
        var tree = RenderTree()
        try tree.apply(layer.commit)
        return tree
    }

    private func images(_ frame: Frame) -> [DrawOp] {
        frame.ops.filter { if case .image = $0.content { true } else { false } }
    }

    @Test func tiles_in_sight_are_wanted_the_nearest_to_the_middle_first() throws {
        let (_, wanted) = build(try tree(layer()))
        #expect(wanted.count == 9 && wanted.allSatisfy { $0.isFirst && $0.layer == id(1) })
        #expect(wanted.first?.key == TileKey(level: 0, column: 1, row: 1))
        #expect(Set(wanted.suffix(4).map { [$0.key.column, $0.key.row] }) == [[0, 0], [2, 0], [0, 2], [2, 2]])
    }

    @Test func tiles_that_have_come_are_shown_and_fade() throws {
        var tree = try tree(layer())
        let key = TileKey(level: 0, column: 1, row: 0)
        try arrive(&tree, [.arrive(key, image: image(100, 100), start: 2, fade: 0.5)])
        #expect(images(build(tree, at: 2).frame).isEmpty)
        let half = images(build(tree, at: 2.25).frame)
        #expect(half.count == 1 && half.first?.opacity == 0.5)
        #expect(half.first?.deviceRect == rect(100, 0, 100, 100))
        #expect(images(build(tree, at: 3).frame).first?.opacity == 1)
        #expect(build(tree, at: 3).wanted.count == 8)
        #expect(tree.isAnimating(at: 2.4) && !tree.isAnimating(at: 2.6))
    }

    @Test func tiles_of_another_level_are_shown_until_those_of_the_right_one_are_there() throws {
        let layer = layer()
        layer.state.tiled.levels = 3
        var tree = try tree(layer)
        let coarse = TileKey(level: -2, column: 0, row: 0)
        try arrive(&tree, [.arrive(coarse, image: image(100, 100), start: 0, fade: 0)])
        var (frame, wanted) = build(tree, 100, 100)
        #expect(images(frame).count == 1 && wanted.map(\.key) == [TileKey(level: 0, column: 0, row: 0)])
        try arrive(&tree, [.arrive(wanted[0].key, image: image(100, 100), start: 0, fade: 0.5)])
        (frame, wanted) = build(tree, 100, 100, at: 0.25)
        #expect(images(frame).count == 2 && wanted.isEmpty)
        #expect(images(build(tree, 100, 100, at: 1).frame).count == 1)
        let shrunk = Homography(a: 0.25, b: 0, c: 0, d: 0.25, tx: 0, ty: 0)
        #expect(build(tree, 100, 100, at: 1, by: shrunk).wanted.isEmpty)
    }

    @Test func tiles_that_are_invalid_are_shown_and_wanted() throws {
        var tree = try tree(layer())
        let keys = (0..<3).map { TileKey(level: 0, column: $0, row: 0) }
        try arrive(&tree, keys.map { .arrive($0, image: image(100, 100), start: 0, fade: 0) })
        try arrive(&tree, [.invalidate(rect(120, 10, 5, 5))])
        var (frame, wanted) = build(tree, 300, 100)
        #expect(images(frame).count == 3 && wanted.map(\.key) == [keys[1]] && !wanted[0].isFirst)
        try arrive(&tree, [.arrive(keys[1], image: image(100, 100), start: 5, fade: 9)], at: 5)
        (frame, wanted) = build(tree, 300, 100, at: 5)
        #expect(images(frame).allSatisfy { $0.opacity == 1 } && wanted.isEmpty)
        try arrive(&tree, [.removeAll])
        #expect(images(build(tree, 300, 100).frame).isEmpty)
    }

    @Test func tiles_go_when_the_layer_is_cut_otherwise() throws {
        var tree = try tree(layer(950))
        let edge = TileKey(level: 0, column: 9, row: 0), inner = TileKey(level: 0, column: 2, row: 0)
        try arrive(&tree, [inner, edge].map { .arrive($0, image: image(100, 100), start: 0, fade: 0) })
        func change(_ property: PropertyID, _ body: (inout LayerState) -> Void) throws {
            var commit = Commit(time: 0)
            var state = tree.state(of: try #require(tree.slot(of: id(1))))
            body(&state)
            commit.changes = [LayerChange(layer: id(1), mask: PropertyMask(property), state: state)]
            try tree.apply(commit)
        }
        try change(.bounds) { $0.bounds.size.width = 990 }
        let wanted = build(tree, 1000, 90).wanted.map(\.key)
        #expect(wanted.contains(edge) && !wanted.contains(inner))
        try change(.contentsScale) { $0.contents.scale = 2 }
        #expect(images(build(tree).frame).isEmpty)
    }

    @Test func tiles_of_hostile_sizes_stay_within_their_limits() throws {
        for (side, tile) in [(1e15, 1e-3), (1e300, 256.0), (5e6, 1.0)] {
            let layer = layer(side, tile: tile)
            layer.state.tiled.levels = 1e9
            layer.state.tiled.bias = 1e9
            #expect(build(try tree(layer), 4000, 4000).wanted.count <= 4096)
        }
        var tree = try tree(layer(1e9))
        for batch in 0..<30 {
            let edits = (0..<1000).map {
                TileEdit.arrive(TileKey(level: 0, column: $0, row: batch), image: nil, start: 0, fade: 0)
            }
            try arrive(&tree, edits)
        }
        #expect(tree.tileCount(of: try #require(tree.slot(of: id(1)))) <= 8192)
        // The newest are kept.
        #expect(build(tree, 100, 100, by: Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: -2900)).wanted.isEmpty)
    }
}
