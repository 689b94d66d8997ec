import MicaWire

/// A layer and all under it as they were at one moment: what a transition starts from.
///
/// It is evaluated once, at the time of the commit that brought the transition, and does not move on: a picture of the
/// past as layers and not as pixels, so that any frame of the transition is drawn at any resolution, in any order, with
/// the same bytes. What was in transition itself then is kept with its own old version, a few levels deep.
package final class SubtreeVersion: Sendable {
    /// The layers, those of the subtree alone; the root is the layer that the transition is of.
    let tree: RenderTree
    /// The layers with the animations of that moment applied.
    let scene: SceneEvaluation
    /// How many layers it keeps alive, those of versions within it included.
    package let layerCount: Int
    /// How many versions are within each other, this one included.
    let depth: Int

    /// How many versions may be within each other; what lies deeper is as it was after its transition.
    package static let depthLimit = 4

    /// Keeps the layer in a slot of a tree as it is at a time outside the tree.
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
        // Nothing is evaluated again.
        for index in part.animations.indices { part.animations[index] = [] }
        (self.tree, self.scene) = (part, scene)
        layerCount = part.ids.count + inner
        self.depth = depth + 1
    }
}

/// What a layer in transition has of its past.
struct TransitionMemory: Sendable {
    /// The key of the transition in the layer's list.
    var key: String
    /// The layer before; its order among all memories of the tree is `number`.
    var version: SubtreeVersion
    /// Which memory of the tree it is, counted from its beginning.
    var number: Int
}

extension RenderTree {
    /// How many layers the old versions of a tree may keep alive; beyond, the oldest go, and their transitions show the
    /// new state at once.
    package static let versionBudget = 1 << 16

    /// How many layers are kept alive by transitions.
    package var versionLayerCount: Int { transitions.values.reduce(0) { $0 + $1.version.layerCount } }

    /// The old versions that a commit's transitions start from; to be asked before it is applied.
    func versions(for commit: Commit) -> [(layer: LayerID, key: String, version: SubtreeVersion)] {
        var found: [(layer: LayerID, key: String, version: SubtreeVersion)] = []
        // More than can be kept is not gathered, whatever a client sends.
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

    /// Forgets the versions of transitions that are no longer in their layers' lists, and takes in new ones.
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
