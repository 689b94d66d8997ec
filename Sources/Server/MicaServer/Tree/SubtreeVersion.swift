import MicaWire

/// A layer and all layers under it as they were at one moment: the start of a transition.
///
/// It is evaluated once, at the time of the commit that brought the transition, and does not move on. It is a picture
/// of the past made of layers, not pixels, so that any frame of the transition can be drawn at any resolution, in any
/// order, with the same bytes. Layers that were in transition themselves then have their own old versions, a few levels
/// deep.
package final class SubtreeVersion: Sendable {
    /// Only the layers of the subtree; the root is the layer in transition.
    let tree: RenderTree
    /// The layers at that moment, animations applied.
    let scene: SceneEvaluation
    /// The number of layers that it keeps alive, with those of versions within it.
    package let layerCount: Int
    /// The number of versions within each other, this one included.
    let depth: Int

    /// The most versions within each other. A deeper one is left out: its layer is shown as after its transition.
    package static let depthLimit = 4

    /// Copies the subtree in a slot as it is at a time outside the tree.
    init(of slot: Slot, in tree: RenderTree, at time: Double) {
        var part = RenderTree()
        var waiting: [(old: Slot, new: Slot)] = []
        var (inner, depth) = (0, 0)
        func copy(_ old: Slot, _ owner: Slot?) -> Slot {
            guard let id = tree.ids[old.at] else { return Slot(0) }
            part.add(id)
            let new = Slot(part.ids.count - 1)
            part.states[new.at] = tree.states[old.at]
            part.animations[new.at] = tree.animations[old.at]
            part.owners[new.at] = owner
            if let memory = tree.transitions[old], memory.version.depth < Self.depthLimit {
                part.transitions[new] = memory
                inner += memory.version.layerCount
                depth = max(depth, memory.version.depth)
            }
            waiting.append((old, new))
            return new
        }
        part.root = copy(slot, nil)
        while let (old, new) = waiting.popLast() {
            part.sublayers[new.at] = tree.sublayers[old.at].map { copy($0, new) }
            if let mask = tree.masks[old.at] { part.masks[new.at] = copy(mask, new) }
        }
        var scene = SceneEvaluation()
        let outside = tree.owners[slot.at].map { tree.localTime(of: $0, at: time) } ?? time
        scene.evaluate(part, at: outside)
        // The version is not evaluated again.
        for index in part.animations.indices { part.animations[index] = [] }
        (self.tree, self.scene) = (part, scene)
        layerCount = part.ids.count + inner
        self.depth = depth + 1
    }
}

/// The past of a layer in transition.
struct TransitionMemory: Sendable {
    /// The key of the transition in the layer's list.
    var key: String
    /// The old version of the layer.
    var version: SubtreeVersion
    /// The number of the memory, counted from the tree's beginning: older memories have smaller numbers.
    var number: Int
}

extension RenderTree {
    /// The most layers that the old versions of a tree keep alive. Beyond that, the oldest versions are dropped, and
    /// their transitions show the new state at once.
    package static let versionBudget = 1 << 16

    /// The number of layers that transitions keep alive.
    package var versionLayerCount: Int { transitions.values.reduce(0) { $0 + $1.version.layerCount } }

    /// The old versions for a commit's transitions; called before the commit is applied.
    func versions(for commit: Commit) -> [(layer: LayerID, key: String, version: SubtreeVersion)] {
        var found: [(layer: LayerID, key: String, version: SubtreeVersion)] = []
        // Collects no more than the budget, whatever a client sends.
        var room = Self.versionBudget
        let changes = commit.changes.span
        for index in changes.indices where !changes[index].animations.isEmpty {
            let layer = changes[index].layer
            guard room > 0, let slot = slots[layer] else { continue }
            for edit in changes[index].animations.reversed() {
                guard case .add(let key, let animation) = edit, case .transition = animation.content else { continue }
                let version = SubtreeVersion(of: slot, in: self, at: commit.time)
                room -= version.layerCount
                found.append((layer, key, version))
                break
            }
        }
        return found
    }

    /// Drops the versions of transitions that are no longer in their layers' lists, and adds new ones.
    mutating func remember(_ versions: [(layer: LayerID, key: String, version: SubtreeVersion)]) {
        for (slot, memory) in transitions where !holdsTransition(slot, memory.key) { transitions[slot] = nil }
        for (layer, key, version) in versions {
            guard let slot = slots[layer], holdsTransition(slot, key) else { continue }
            versionCount += 1
            transitions[slot] = TransitionMemory(key: key, version: version, number: versionCount)
        }
        guard !versions.isEmpty else { return }
        var remaining = versionLayerCount
        while remaining > Self.versionBudget, let oldest = transitions.min(by: { $0.value.number < $1.value.number }) {
            remaining -= oldest.value.version.layerCount
            transitions[oldest.key] = nil
        }
    }

    private func holdsTransition(_ slot: Slot, _ key: String) -> Bool {
        animations[slot.at].contains {
            guard $0.key == key, case .transition = $0.animation.content else { return false }
            return true
        }
    }
}
