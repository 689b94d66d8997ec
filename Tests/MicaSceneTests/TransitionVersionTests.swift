import Foundation
import MicaBase
import MicaFrame
import MicaServer
import MicaWire
import Testing

/// The server's copies of layers in transition.
@Suite struct TransitionVersionTests {
    private func transition(
        _ kind: TransitionState.Kind = .fade, at begin: Double, duration: Double = 1, removed: Bool = true
    ) -> AnimationState {
        AnimationState(
            timing: TimingState(beginTime: begin, duration: duration), removedOnCompletion: removed,
            content: .transition(TransitionState(kind)))
    }

    /// A root with one layer of 20 sublayers.
    private func tree(_ sublayers: Int = 20) throws -> RenderTree {
        var tree = RenderTree()
        let children = (0..<sublayers).map { TestLayer(UInt64(100 + $0), rect(0, 0, 5, 5), color: red) }
        let layer = TestLayer(2, rect(10, 10, 40, 40), color: red, children)
        try tree.apply(TestLayer(1, rect(0, 0, 100, 100), [layer]).commit)
        return tree
    }

    private func commit(
        _ time: Double, _ edits: [AnimationEdit], color: ColorValue = blue, layer: UInt64 = 2
    ) -> Commit {
        var commit = Commit(time: time)
        var state = LayerState()
        state.backgroundColor = color
        commit.changes = [
            LayerChange(layer: id(layer), mask: PropertyMask(.backgroundColor), state: state, animations: edits)
        ]
        return commit
    }

    @Test func transition_mixes_the_old_subtree_with_the_new() throws {
        var tree = try tree()
        try tree.apply(commit(1, [.add(key: "transition", animation: transition(at: 1))]))
        let frame = frameOf(tree, at: 1.25)
        guard case .dissolve(let old?, let new?, let fraction) = try #require(frame.ops.last).content else {
            Issue.record("no dissolve: \(frame)")
            return
        }
        #expect(fraction == 0.25)
        #expect(frame.passes[old.rawValue].ops.count == 21)
        #expect(frame.passes[new.rawValue].ops.count == 21)
    }

    @Test func version_is_let_go_with_its_transition() throws {
        var tree = try tree()
        #expect(tree.versionLayerCount == 0)
        try tree.apply(commit(1, [.add(key: "transition", animation: transition(at: 1))]))
        #expect(tree.versionLayerCount == 21)
        try tree.apply(commit(2, [.remove(key: "transition")]))
        #expect(tree.versionLayerCount == 0)
        try tree.apply(commit(3, [.add(key: "a", animation: transition(at: 1))]))
        try tree.apply(commit(4, [.removeAll]))
        #expect(tree.versionLayerCount == 0)
        try tree.apply(commit(5, [.add(key: "a", animation: transition(at: 1))]))
        var gone = Commit(time: 6)
        gone.destroyed = [id(2)]
        try tree.apply(gone)
        #expect(tree.versionLayerCount == 0)
    }

    @Test func versions_within_versions_are_kept_to_a_depth() throws {
        var tree = try tree(0)
        for step in 0..<20 {
            let time = 1 + Double(step) / 10
            try tree.apply(commit(time, [.add(key: "transition", animation: transition(at: time, duration: 9))]))
            #expect(tree.versionLayerCount <= SubtreeVersion.depthLimit)
        }
        _ = frameOf(tree, at: 4)
    }

    @Test func versions_have_a_budget_and_the_oldest_go() throws {
        var tree = RenderTree()
        let size = RenderTree.versionBudget / 4
        var next: UInt64 = 1000
        let layers = (0..<6).map { index in
            let children = (0..<size).map { _ in
                next += 1
                return TestLayer(next, rect(0, 0, 1, 1))
            }
            return TestLayer(UInt64(10 + index), rect(Double(index), 0, 9, 9), color: red, children)
        }
        try tree.apply(TestLayer(1, rect(0, 0, 100, 100), layers).commit)
        for index in 0..<6 {
            let time = Double(index)
            try tree.apply(
                commit(time, [.add(key: "t", animation: transition(at: time, duration: 99))], layer: UInt64(10 + index))
            )
            #expect(tree.versionLayerCount <= RenderTree.versionBudget)
        }
        // One whose past has gone shows its present; at first the ones behind.
        let isMixed = frameOf(tree, at: 6).ops.map { if case .dissolve = $0.content { true } else { false } }
        #expect(isMixed == [false, false, false, true, true, true])
    }

    @Test func version_stands_still_at_the_time_of_its_commit() throws {
        var tree = try tree(0)
        var move = commit(0, [], color: red)
        move.changes[0].animations = [
            .add(
                key: "round",
                animation: AnimationState(
                    timing: TimingState(beginTime: 0, duration: 10),
                    content: .property(
                        PropertyAnimation(
                            target: PropertyTarget(.cornerRadius),
                            values: .basic(from: .number(0), to: .number(10), by: nil)))))
        ]
        try tree.apply(move)
        try tree.apply(
            commit(2, [.removeAll, .add(key: "t", animation: transition(.push, at: 2, duration: 10))]))
        for time in [2.5, 7, 11] {
            let radii = frameOf(tree, at: time).ops.compactMap { op -> Double? in
                if case .fill(let shape, _) = op.content { shape.radii.x } else { nil }
            }
            #expect(radii == [2, 0], "\(time) s")
        }
    }

    @Test func refused_commit_keeps_no_version() throws {
        var tree = try tree()
        var bad = commit(1, [.add(key: "t", animation: transition(at: 1))])
        bad.changes.append(LayerChange(layer: id(1), sublayers: [id(2), id(2)]))
        #expect(throws: CommitError.self) { try tree.apply(bad) }
        #expect(tree.versionLayerCount == 0)
    }
}
