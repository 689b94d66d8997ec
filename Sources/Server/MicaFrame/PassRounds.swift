import MicaBase

/// The order in which the passes of trees are drawn, for compositors that draw a pass as a whole. Passes that do not show
/// one another are drawn together. Where that takes too much memory, they are drawn one by one, so that a picture can be
/// let go after its last use.
package struct PassRounds {
    /// A pass of a tree.
    package struct Node {
        /// The indices of the tree among all trees, and of the pass in it.
        package var tree: Int, pass: Int
    }
    /// Passes that are drawn together.
    package struct Round {
        /// The passes, none of which shows another.
        package var nodes: [Node] = []
        /// The last round that shows one of them; `Int.max` for the pictures that the trees are drawn for.
        package var lastUse = 0
    }
    /// The rounds, in order.
    package private(set) var list: [Round] = []

    /// - Parameter isFew: whether so many pixels may be in memory at once.
    package init(_ trees: [PassTree], isFew: (Int) -> Bool) {
        var (pixels, deepest) = (0, 0)
        for tree in trees {
            for pass in tree.uses.indices.dropLast() where !tree.uses[pass].bounds.isEmpty {
                let box = tree.box(of: pass)
                pixels += box.width * box.height
                deepest = max(deepest, tree.uses[pass].level)
            }
        }
        if isFew(pixels) { addTogether(trees, deepest: deepest) } else { addOneByOne(trees) }
    }

    /// The last pass of each tree is drawn in the last round, other passes one round before the first that shows them.
    private mutating func addTogether(_ trees: [PassTree], deepest: Int) {
        list = Array(repeating: Round(), count: deepest + 1)
        for (index, tree) in trees.enumerated() {
            for pass in tree.uses.indices.dropLast() where !tree.uses[pass].bounds.isEmpty {
                let (round, lastUse) = (deepest - tree.uses[pass].level, deepest - tree.uses[pass].leastUserLevel)
                list[round].nodes.append(Node(tree: index, pass: pass))
                list[round].lastUse = max(list[round].lastUse, lastUse)
            }
            list[deepest].nodes.append(Node(tree: index, pass: tree.last))
        }
        list[deepest].lastUse = Int.max
    }

    private mutating func addOneByOne(_ trees: [PassTree]) {
        for (index, tree) in trees.enumerated() {
            var rounds = Array(repeating: 0, count: tree.uses.count)
            for pass in tree.uses.indices.dropLast() where !tree.uses[pass].bounds.isEmpty {
                rounds[pass] = list.count
                list.append(Round(nodes: [Node(tree: index, pass: pass)]))
            }
            // A frame without passes still has a surface to fill.
            list.append(Round(nodes: [Node(tree: index, pass: tree.last)], lastUse: Int.max))
            if let last = rounds.indices.last { rounds[last] = list.count - 1 }
            for pass in tree.uses.indices.dropLast() where !tree.uses[pass].bounds.isEmpty {
                list[rounds[pass]].lastUse = rounds[tree.uses[pass].lastUser]
            }
        }
    }
}
