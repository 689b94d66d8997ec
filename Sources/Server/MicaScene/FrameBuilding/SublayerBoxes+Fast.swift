import MicaFrame
import MicaGeometry
import MicaWire

// Layers with many sublayers of which few are seen, as the content of a scroll view: those that lie outside are passed
// over. Painting them would give nothing, so that the frame is the same.

/// Where the sublayers of some layers lie, kept from frame to frame.
///
/// What a scroll view shows is painted again whenever it scrolls, and a layer's values spread over many cache lines: a
/// look at each of ten thousand takes 3 ms. A box takes 32 bytes and one comparison. A layer's boxes are made when it
/// is painted for the second time, and those of sublayers that change are made again when it is painted next. A change
/// of structure forgets all.
///
/// *Cost*: O(changed) a frame, one comparison a sublayer a painting; at most `most` boxes in all.
struct SublayerBoxes {
    /// The edges of a layer in its owner's space, the far ones negated: minX, minY, -maxX, -maxY. Infinite where the
    /// layer is not there, and -infinite where it may show something outside of a box.
    typealias Edges = SIMD4<Double>

    private struct Entry {
        /// Those of all sublayers; none before they are made.
        var edges: [Edges] = []
        /// The depth of all that are present.
        var depth = 0.0
        /// Sublayers that have changed since the last painting.
        var changed: [Slot] = []
        /// What was seen at the last painting: a layer one of whose edges is greater lies outside.
        var seen = Edges(repeating: .infinity)
        /// Whether the sublayers are of different depths, or not all in the plane.
        var isUnfit = false
    }

    private var entries: [Slot: Entry] = [:]
    /// Where a layer is among its siblings, a slot each; holds for those with boxes.
    private var indices: [Int32] = []
    /// The evaluation that the boxes are of.
    private var evaluation: UInt64 = 0
    /// How many boxes there are.
    private(set) var count = 0

    /// How many sublayers a layer has at least.
    static let fewest = 128
    /// How many boxes there are at most: 8 MiB.
    var most = 1 << 18
    /// How many layers may change in a frame before all boxes are forgotten.
    private static let changeLimit = 1024

    /// Takes in what has changed since the frame before.
    mutating func follow(_ changes: borrowing SceneChanges, _ tree: RenderTree) {
        guard changes.after != evaluation else { return }
        let isNext = changes.before == evaluation && !changes.isWhole && changes.slots.count <= Self.changeLimit
        evaluation = changes.after
        guard !entries.isEmpty else { return }
        guard isNext else {
            entries.removeAll(keepingCapacity: true)
            count = 0
            return
        }
        for index in changes.slots {
            let slot = Slot(Int(index))
            guard let owner = tree.owners[slot.at], let entry = entries.index(forKey: owner) else { continue }
            entries.values[entry].changed.append(slot)
            // Making a box takes longer than a look at the layer.
            if entries.values[entry].changed.count > tree.sublayers[owner.at].count / 4 { forget(owner) }
        }
    }

    /// Forgets the boxes of a layer's sublayers.
    mutating func forget(_ owner: Slot) {
        if let entry = entries.removeValue(forKey: owner) { count -= entry.edges.count }
    }

    /// Brings the boxes of a layer's sublayers up to date, for a painting of what is seen.
    ///
    /// - Returns: the boxes and the depth of all sublayers; nil where they are not known, or not all at one depth in
    ///   the plane.
    mutating func update(
        _ owner: Slot, _ children: [Slot], _ tree: RenderTree, _ scene: SceneEvaluation, seen: Edges
    ) -> (edges: [Edges], depth: Double)? {
        guard let at = entries.index(forKey: owner) else {
            entries[owner] = Entry()
            return nil
        }
        guard !entries.values[at].isUnfit else { return nil }
        let isFit =
            entries.values[at].edges.isEmpty
            ? make(at, children, tree, scene) : updateChanged(at, children, tree, scene)
        guard isFit else {
            forget(owner)
            entries[owner] = Entry(isUnfit: true)
            return nil
        }
        entries.values[at].changed.removeAll(keepingCapacity: true)
        entries.values[at].seen = seen
        return entries.values[at].edges.isEmpty ? nil : (entries.values[at].edges, entries.values[at].depth)
    }

    /// Makes all boxes of an entry, unless there are too many; false where the layers are not all at one depth in the
    /// plane.
    private mutating func make(
        _ at: Dictionary<Slot, Entry>.Index, _ children: [Slot], _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        guard count + children.count <= most else { return true }
        let isPresent = scene.isPresent.span
        guard let first = children.first(where: { isPresent[$0.at] }) else { return true }
        let depth = FramePainter.depth(zPosition: scene.states[first.at].zPosition)
        if indices.count < tree.ids.count {
            indices.append(contentsOf: repeatElement(0, count: tree.ids.count - indices.count))
        }
        entries.values[at].edges.reserveCapacity(children.count)
        for (index, child) in children.enumerated() {
            guard Self.isFit(child, depth, scene) else {
                entries.values[at].edges.removeAll()
                return false
            }
            indices[child.at] = Int32(index)
            entries.values[at].edges.append(Self.edges(of: child, tree, scene))
        }
        entries.values[at].depth = depth
        count += children.count
        return true
    }

    /// Makes the boxes of those that have changed; false where one has another depth now.
    private mutating func updateChanged(
        _ at: Dictionary<Slot, Entry>.Index, _ children: [Slot], _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        for child in entries.values[at].changed {
            // A mask is none of the sublayers.
            guard let index = index(of: child, in: children) else { continue }
            guard Self.isFit(child, entries.values[at].depth, scene) else { return false }
            entries.values[at].edges[index] = Self.edges(of: child, tree, scene)
        }
        return true
    }

    private func index(of child: Slot, in children: [Slot]) -> Int? {
        guard child.at < indices.count else { return nil }
        let index = Int(indices[child.at])
        return index < children.count && children[index] == child ? index : nil
    }

    /// Whether a layer that has changed was passed over when its owner was painted last, and would be again.
    func staysOutside(_ slot: Slot, of owner: Slot, _ tree: RenderTree, _ scene: SceneEvaluation) -> Bool {
        guard tree.owners[slot.at] == owner, let entry = entries[owner], !entry.edges.isEmpty,
            let index = index(of: slot, in: tree.sublayers[owner.at]),
            Self.isFit(slot, entry.depth, scene)
        else { return false }
        return Self.isOutside(entry.edges[index], of: entry.seen)
            && Self.isOutside(Self.edges(of: slot, tree, scene), of: entry.seen)
    }

    /// Whether a layer is not there, or lies in the plane at a depth.
    private static func isFit(_ slot: Slot, _ depth: Double, _ scene: SceneEvaluation) -> Bool {
        let states = scene.states.span
        return !scene.isPresent[slot.at]
            || states[slot.at].isInPlane && FramePainter.depth(zPosition: states[slot.at].zPosition) == depth
    }

    private static func edges(of slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation) -> Edges {
        let states = scene.states.span
        guard scene.isPresent[slot.at] else { return Edges(repeating: .infinity) }
        guard tree.sublayers[slot.at].isEmpty, states[slot.at].staysInBounds, states[slot.at].transform.isIdentity,
            !states[slot.at].flags.contains(.geometryFlipped)
        else { return Edges(repeating: -.infinity) }
        let rect = LocalRect(states[slot.at].bounds), anchor = states[slot.at].anchor
        let x = Double(states[slot.at].position.x) - anchor.x, y = Double(states[slot.at].position.y) - anchor.y
        return Edges(rect.minX + x, rect.minY + y, -(rect.maxX + x), -(rect.maxY + y))
    }

    /// Whether a layer with some edges shows nothing of itself; never where one is no number.
    @inline(__always)  // For each of thousands.
    static func isOutside(_ edges: Edges, of seen: Edges) -> Bool { any(edges .> seen) }

    /// What is seen of a layer's sublayers, and a pixel more; nil where the layer is turned on the surface.
    static func seen(in within: borrowing PaintContext) -> Edges? {
        let h = within.plane.toDevice, scissor = within.scissor
        guard within.plane.sublayerMatrix == nil, h.isScaleAndTranslation, h.a != 0, h.d != 0 else { return nil }
        let x = SIMD2(Double(scissor.minX - 1) - h.tx, Double(scissor.maxX + 1) - h.tx) / h.a
        let y = SIMD2(Double(scissor.minY - 1) - h.ty, Double(scissor.maxY + 1) - h.ty) / h.d
        let seen = Edges(x.max(), y.max(), -x.min(), -y.min())
        return seen.sum().isFinite ? seen : nil
    }
}

extension FramePainter {
    /// Paints the sublayers of a layer that may be seen; false where it is not known which.
    mutating func paintSeen(_ slot: Slot, _ children: [Slot], _ within: PaintContext) -> Bool {
        guard children.count >= SublayerBoxes.fewest else { return false }
        guard within.isTracked, !scene.filtersBackground, scene.transitions.isEmpty,
            let seen = SublayerBoxes.seen(in: within)
        else {
            boxes.forget(slot)
            return false
        }
        guard let known = boxes.update(slot, children, tree, scene, seen: seen) else { return false }
        ops.records?.setOwner(slot, BuildRecords.Owner(around: within, low: known.depth, high: known.depth))
        for index in known.edges.indices where !SublayerBoxes.isOutside(known.edges[index], of: seen) {
            layer(children[index], within, isMask: false)
        }
        return true
    }
}
