import MicaBase
import MicaFrame
import MicaWire

// Layers with many sublayers and few visible ones, such as the content of a scroll view: sublayers outside of the
// visible area are skipped. Painting them would give no ops, so that the frame is the same.

/// The boxes of some layers' sublayers, cached from frame to frame.
///
/// The content of a scroll view is painted again whenever it scrolls, and a layer's values spread over many cache
/// lines: visiting ten thousand of them takes 3 ms. A box takes 32 bytes and one comparison. A layer's boxes are made
/// when it is painted for the second time; boxes of changed sublayers are made again at the next painting. A structural
/// change removes all boxes.
///
/// *Cost*: O(changed) a frame, one comparison a sublayer a painting; at most `most` boxes in all.
struct SublayerBoxes {
    /// The edges of a layer in its owner's space, the far ones negated: minX, minY, -maxX, -maxY. Infinite if the layer
    /// is not present, and -infinite if it may draw outside a box.
    typealias Edges = SIMD4<Double>

    private struct Entry {
        /// The boxes of all sublayers; empty before they are made.
        var edges: [Edges] = []
        /// The common depth of the present sublayers.
        var depth = 0.0
        /// The sublayers that changed since the last painting.
        var changed: [Slot] = []
        /// The visible area at the last painting: a layer with a larger edge value lies outside.
        var seen = Edges(repeating: .infinity)
        /// Whether the sublayers have different depths, or leave the plane.
        var isUnfit = false
    }

    private var entries: [Slot: Entry] = [:]
    /// A layer's index among its siblings, by slot; valid for layers with boxes.
    private var indices: [Int32] = []
    /// The evaluation that the boxes belong to.
    private var evaluation: UInt64 = 0
    /// The number of boxes.
    private(set) var count = 0

    /// The smallest number of sublayers for which boxes are made.
    static let fewest = 128
    /// The largest number of boxes: 8 MiB.
    var most = 1 << 18
    /// The number of changed layers in a frame beyond which all boxes are removed.
    private static let changeLimit = 1024

    /// Processes the changes since the previous frame.
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
            // Making a box takes longer than visiting the layer.
            if entries.values[entry].changed.count > tree.sublayers[owner.at].count / 4 { forget(owner) }
        }
    }

    /// Removes the boxes of a layer's sublayers.
    mutating func forget(_ owner: Slot) {
        if let entry = entries.removeValue(forKey: owner) { count -= entry.edges.count }
    }

    /// Updates the boxes of a layer's sublayers for the painting of a visible area.
    ///
    /// - Returns: the boxes and the depth of all sublayers; nil if there are none, or if the sublayers are not all at
    ///   one depth in the plane.
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

    /// Makes all boxes of an entry, unless there are too many; false if the layers are not all at one depth in the
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

    /// Updates the boxes of changed sublayers; false if one has another depth now.
    private mutating func updateChanged(
        _ at: Dictionary<Slot, Entry>.Index, _ children: [Slot], _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        for child in entries.values[at].changed {
            // A mask is not a sublayer.
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

    /// Whether a changed layer was skipped at its owner's last painting, and would be skipped again.
    func staysOutside(_ slot: Slot, of owner: Slot, _ tree: RenderTree, _ scene: SceneEvaluation) -> Bool {
        guard tree.owners[slot.at] == owner, let entry = entries[owner], !entry.edges.isEmpty,
            let index = index(of: slot, in: tree.sublayers[owner.at]),
            Self.isFit(slot, entry.depth, scene)
        else { return false }
        return Self.isOutside(entry.edges[index], of: entry.seen)
            && Self.isOutside(Self.edges(of: slot, tree, scene), of: entry.seen)
    }

    /// Whether a layer is not present, or lies in the plane at a depth.
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

    /// Whether a layer with given edges is not visible; false if an edge is not a number.
    @inline(__always)  // For each of thousands.
    static func isOutside(_ edges: Edges, of seen: Edges) -> Bool { any(edges .> seen) }

    /// The visible area of a layer's sublayers, with a margin of a pixel; nil if the layer is rotated on the surface.
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
    /// Paints the possibly visible sublayers of a layer; false if they are not known.
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
