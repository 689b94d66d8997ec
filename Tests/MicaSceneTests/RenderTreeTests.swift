import MicaServer
import MicaWire
import Testing

@Suite struct RenderTreeTests {
    /// Root 1 with 2 and 3; 4 under 2.
    private func tree() throws -> RenderTree {
        var tree = RenderTree()
        try tree.apply(
            TestLayer(1, .zero, [TestLayer(2, .zero, [TestLayer(4)]), TestLayer(3)]).commit)
        return tree
    }

    private func commit(_ changes: (UInt64, [UInt64])..., created: [UInt64] = [], destroyed: [UInt64] = []) -> Commit {
        var commit = Commit(time: 0)
        commit.created = created.map { id($0) }
        commit.destroyed = destroyed.map { id($0) }
        for (layer, sublayers) in changes {
            commit.changes.append(LayerChange(layer: id(layer), sublayers: sublayers.map { id($0) }))
        }
        return commit
    }

    private func mask(_ layer: UInt64, _ mask: UInt64?) -> Commit {
        var commit = Commit(time: 0)
        var change = LayerChange(layer: id(layer), mask: PropertyMask(.mask))
        change.state.mask = mask.map { id($0) }
        commit.changes = [change]
        return commit
    }

    /// Applies a commit that is to be refused, and checks that no change of it stays.
    private func refuses(_ commit: Commit, _ error: CommitError, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        var tree = try tree()
        let before = tree.outline
        #expect(throws: error, sourceLocation: sourceLocation) { try tree.apply(commit) }
        #expect(tree.outline == before, sourceLocation: sourceLocation)
        #expect(tree.count == 4, sourceLocation: sourceLocation)
        // And that it still works.
        #expect(throws: Never.self, sourceLocation: sourceLocation) {
            try tree.apply(self.commit((1, [3, 2, 5]), created: [5]))
        }
        #expect(tree.outline == "1(3 2(4) 5)", sourceLocation: sourceLocation)
    }

    @Test func commit_links_layers_in_order() throws {
        #expect(try tree().outline == "1(2(4) 3)")
    }

    @Test func commit_moves_a_layer_between_owners_in_either_order() throws {
        var a = try tree()
        try a.apply(commit((2, []), (3, [4])))
        #expect(a.outline == "1(2 3(4))")
        var b = try tree()
        try b.apply(commit((3, [4]), (2, [])))
        #expect(b.outline == "1(2 3(4))")
    }

    @Test func commit_hands_on_layers_of_a_destroyed_owner() throws {
        var tree = try tree()
        try tree.apply(commit((1, [3, 4]), destroyed: [2]))
        #expect(tree.outline == "1(3 4)")
        #expect(tree.count == 3)
    }

    @Test func destroyed_layers_leave_their_owner_and_slots_are_reused() throws {
        var tree = try tree()
        try tree.apply(commit(destroyed: [2, 99]))
        #expect(tree.outline == "1(3)")
        try tree.apply(commit((3, [4]), (4, [7]), created: [7]))
        #expect(tree.outline == "1(3(4(7)))")
        try tree.apply(commit(destroyed: [1]))
        #expect(tree.outline == "")
    }

    @Test func commit_refuses_nonsense_and_keeps_the_tree() throws {
        try refuses(commit((4, [1])), .cycle(id(1)))
        try refuses(commit((2, [2])), .twoOwners(id(2)))
        try refuses(commit((3, [3])), .twoOwners(id(3)))
        try refuses(commit((4, [9])), .unknownLayer(id(9)))
        try refuses(commit((9, [4])), .unknownLayer(id(9)))
        try refuses(commit((3, [4])), .twoOwners(id(4)))
        try refuses(commit((3, [4, 4]), (2, [])), .twoOwners(id(4)))
        try refuses(commit((3, []), (3, [])), .changedTwice(id(3)))
        try refuses(commit(created: [2]), .layerExists(id(2)))
        try refuses(commit(created: [6, 6]), .layerExists(id(6)))
        try refuses(commit((6, [7]), (7, [6]), created: [6, 7]), .cycle(id(6)))
        try refuses(mask(2, 4), .twoOwners(id(4)))
        try refuses(mask(4, 1), .cycle(id(1)))
        try refuses(mask(4, 9), .unknownLayer(id(9)))
        var lost = Commit(time: 0)
        lost.root = id(9)
        try refuses(lost, .unknownLayer(id(9)))
    }

    @Test func masks_are_links_that_can_be_moved() throws {
        var tree = try tree()
        var first = mask(2, 8)
        first.created = [id(8)]
        try tree.apply(first)
        #expect(tree.outline == "1(2(4)[8] 3)")
        var second = mask(3, 8)
        #expect(throws: CommitError.twoOwners(id(8))) { try tree.apply(second) }
        second.changes += mask(2, nil).changes
        try tree.apply(second)
        #expect(tree.outline == "1(2(4) 3[8])")
        try tree.apply(commit(destroyed: [8]))
        #expect(tree.outline == "1(2(4) 3)")
    }

    @Test func depth_is_limited() throws {
        let limit = UInt64(RenderTree.depthLimit)
        func chain(_ length: UInt64) -> Commit {
            var commit = Commit(time: 0)
            commit.created = (1...length).map { id($0) }
            commit.changes = (1..<length).map { LayerChange(layer: id($0), sublayers: [id($0 + 1)]) }
            commit.root = id(1)
            return commit
        }
        var tree = RenderTree()
        #expect(throws: CommitError.self) { try tree.apply(chain(limit + 1)) }
        try tree.apply(chain(limit))
        #expect(tree.count == Int(limit))
        #expect(frameOf(tree).ops.isEmpty)
    }
}

extension RenderTree {
    /// The links under the root: `1(2(4)[8] 3)`, a mask in brackets.
    var outline: String {
        guard let root else { return "" }
        return outline(root)
    }

    private func outline(_ slot: Slot) -> String {
        var text = id(of: slot).map { "\($0.rawValue)" } ?? "?"
        let children = sublayers(of: slot)
        if !children.isEmpty { text += "(" + children.map { outline($0) }.joined(separator: " ") + ")" }
        if let mask = mask(of: slot) { text += "[\(outline(mask))]" }
        return text
    }
}
