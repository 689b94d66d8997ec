import MicaFrame
import MicaGeometry

/// A pass with all passes that it shows pixel on pixel, also through one another.
struct PassTree {
    /// The index of the pass itself; -1 for a frame without passes.
    let last: Int
    private let frame: Frame
    private let needed: InPlacePasses
    /// The passes that are drawn, each after those that it shows. The depth is the length of the longest chain of
    /// passes that ends with it.
    fileprivate let passes: [(pass: Int, depth: Int)]
    /// Which pass (`by`) shows which.
    fileprivate let edges: [(by: Int, pass: Int)]
    private let region: DeviceRect

    /// - Parameter region: the pixels that are wanted.
    init(_ frame: Frame, _ last: Int, in region: DeviceRect) {
        (self.frame, self.last, self.region) = (frame, last, region)
        var needed = InPlacePasses()
        needed.find(frame, pass: last, region: region, drawsShapes: true)
        var depths = Array(repeating: 0, count: last + 1), edges: [(by: Int, pass: Int)] = []
        var passes: [(pass: Int, depth: Int)] = []
        for pass in depths.indices where pass == last || !needed.uses[pass].bounds.isEmpty {
            depths[pass] = 1
            for op in frame.passes[pass].ops where op.content.showsPassesInPlace {
                guard op.content.passes.areBefore(pass) else { continue }
                for index in op.content.passesBesideShapes(in: frame) where depths[index.rawValue] > 0 {
                    edges.append((pass, index.rawValue))
                    depths[pass] = max(depths[pass], depths[index.rawValue] + 1)
                }
            }
            passes.append((pass, depths[pass]))
        }
        // A frame without passes still has a surface to fill.
        if passes.isEmpty { passes.append((last, 1)) }
        (self.needed, self.passes, self.edges) = (needed, passes, edges)
    }

    /// The pixels of a pass of the tree that are drawn.
    func box(of pass: Int) -> DeviceRect { pass == last ? region : needed.uses[pass].bounds }

    /// The pictures that ops show, before any pass of the tree is drawn.
    func shown(_ results: [OpAddress: ShownPasses.Result]) -> ShownPasses {
        var shown = ShownPasses(
            frame: frame, inPlace: Array(repeating: nil, count: max(0, last)), results: results)
        // A pass without pixels is transparent. Blend modes that clear all outside the source still have to draw it.
        for pass in shown.inPlace.indices where needed.uses[pass].bounds.isEmpty && !needed.uses[pass].reach.isEmpty {
            shown.inPlace[pass] = .nothing
        }
        return shown
    }
}

/// The order in which the passes of trees are drawn. Passes that do not show one another are drawn together. Where that
/// takes too much memory, they are drawn one by one, so that a picture can be let go after its last use.
struct PassRounds {
    /// A pass of a tree.
    struct Node {
        var tree: Int, pass: Int
    }
    /// Passes that are drawn together.
    struct Round {
        var nodes: [Node] = []
        /// The last round that shows one of them; `Int.max` for the pictures that the trees are drawn for.
        var lastUse = 0
    }
    /// The rounds, in order.
    private(set) var list: [Round] = []

    /// - Parameter isFew: whether so many pixels may be in memory at once.
    init(_ trees: [PassTree], isFew: (Int) -> Bool) {
        var pixels = 0
        for tree in trees {
            for (pass, _) in tree.passes where pass < tree.last {
                let box = tree.box(of: pass)
                pixels += box.width * box.height
            }
        }
        let isTogether = isFew(pixels)
        // The last pass of each tree is drawn in the last round, together with those of other trees.
        var deepest = 1
        for tree in trees { for (_, depth) in tree.passes { deepest = max(deepest, depth) } }
        if isTogether { list = Array(repeating: Round(), count: deepest) }
        for (index, tree) in trees.enumerated() {
            var rounds = Array(repeating: 0, count: tree.last + 1)
            for (pass, depth) in tree.passes {
                let isLast = pass == tree.last
                if !isTogether { list.append(Round()) }
                let round = isTogether ? (isLast ? deepest - 1 : depth - 1) : list.count - 1
                list[round].nodes.append(Node(tree: index, pass: pass))
                if pass >= 0 { rounds[pass] = round }
                if isLast { list[round].lastUse = Int.max }
            }
            for edge in tree.edges {
                list[rounds[edge.pass]].lastUse = max(list[rounds[edge.pass]].lastUse, rounds[edge.by])
            }
        }
    }
}
