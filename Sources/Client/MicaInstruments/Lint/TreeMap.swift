import MicaBase
import MicaServer
import MicaWire

/// The layers of a render tree by the numbers in ops, with their owners and names.
struct TreeMap {
    /// A layer.
    struct Node {
        /// The slot, as in the ops of frames.
        var slot: Slot
        var id: LayerID
        /// Its owner's number; nil for the root.
        var owner: Int32?
        /// The number of layers above it.
        var depth: Int
        var isMask: Bool
        var label: CaptureLabel
    }

    /// The layers under the root, owners first, sublayers back to front, a mask before them.
    private(set) var nodes: [Node] = []
    /// The index of each layer in `nodes`, by its number.
    private var positions: [Int32: Int] = [:]
    /// The tree.
    let tree: RenderTree

    init(_ tree: RenderTree, _ labels: [LayerID: CaptureLabel]) {
        self.tree = tree
        var rest: [(slot: Slot, owner: Int32?, depth: Int, isMask: Bool)] = []
        if let root = tree.root { rest.append((root, nil, 0, false)) }
        while let (slot, owner, depth, isMask) = rest.popLast() {
            guard let id = tree.id(of: slot) else { continue }
            positions[slot.index] = nodes.count
            nodes.append(
                Node(
                    slot: slot, id: id, owner: owner, depth: depth, isMask: isMask,
                    label: labels[id] ?? CaptureLabel(name: "", className: "layer")))
            for child in tree.sublayers(of: slot).reversed() { rest.append((child, slot.index, depth + 1, false)) }
            if let mask = tree.mask(of: slot) { rest.append((mask, slot.index, depth + 1, true)) }
        }
    }

    /// The layer of an op; nil when it is not in the tree at this time.
    func node(_ number: Int32) -> Node? { positions[number].map { nodes[$0] } }

    /// The label of a layer: its name in quotation marks, or its class with the nearest name above it.
    func name(_ node: Node) -> String {
        let own = node.label.name.isEmpty ? node.label.className : "\"\(node.label.name)\" (\(node.label.className))"
        guard node.label.name.isEmpty else { return own }
        var owner = node.owner
        while let number = owner, let above = self.node(number) {
            if !above.label.name.isEmpty { return "\(own) \(node.id) in \"\(above.label.name)\"" }
            owner = above.owner
        }
        return "\(own) \(node.id)"
    }

    /// Whether a layer, or a layer above it, has animations.
    func isAnimated(_ node: Node) -> Bool {
        var current: Node? = node
        while let layer = current {
            if !tree.animations(of: layer.slot).isEmpty { return true }
            current = layer.owner.flatMap { self.node($0) }
        }
        return false
    }
}
