import MicaAnimation
import MicaWire

/// The layers of a tree as they are at one moment: animated values and local times, a column each.
///
/// Kept from frame to frame, so that evaluating allocates nothing once the columns are as long as the tree's.
package struct SceneEvaluation: Sendable {
    /// The values with animations applied; stale where `isPresent` is false.
    package private(set) var states: [LayerState] = []
    /// Whether the layer and all above it are shown at all.
    package private(set) var isPresent: [Bool] = []
    /// The layers' local times, in seconds.
    package private(set) var times: [Double] = []

    /// Whether any layer that is shown filters what lies behind it.
    package private(set) var filtersBackground = false

    /// Makes an evaluation of no layers.
    package init() {}

    /// Evaluates the layers under the root at a time; what is hidden, transparent or out of its time is passed over.
    package mutating func evaluate(_ tree: RenderTree, at time: Double) {
        let count = tree.ids.count
        if states.count < count {
            states.append(contentsOf: repeatElement(LayerState(), count: count - states.count))
            isPresent.append(contentsOf: repeatElement(false, count: count - isPresent.count))
            times.append(contentsOf: repeatElement(0, count: count - times.count))
        }
        for i in isPresent.indices { isPresent[i] = false }
        filtersBackground = false
        if let root = tree.root { visit(root, tree, parentTime: time) }
    }

    private mutating func visit(_ slot: Slot, _ tree: RenderTree, parentTime: Double) {
        let i = slot.at
        var time = parentTime
        if !tree.states[i].hasDefaultTiming {
            let timing = tree.states[i].timing
            guard timing.isPresent(atParentTime: parentTime) else { return }
            time = timing.localTime(atParentTime: parentTime)
        }
        times[i] = time
        if tree.animations[i].isEmpty {
            states[i] = tree.states[i]
        } else {
            states[i] = MicaAnimation.evaluate(tree.states[i], tree.animations[i], at: time)
        }
        guard !states[i].flags.contains(.hidden), states[i].opacity > 0 else { return }
        isPresent[i] = true
        if states[i].hasEffects, !states[i].effects.backgroundFilters.isEmpty { filtersBackground = true }
        for child in tree.sublayers[i] { visit(child, tree, parentTime: time) }
        if let mask = tree.masks[i] { visit(mask, tree, parentTime: time) }
    }
}

extension RenderTree {
    /// The layer's local time when the time outside the tree is `time`, in seconds.
    package func localTime(of slot: Slot, at time: Double) -> Double {
        let outside = owners[slot.at].map { localTime(of: $0, at: time) } ?? time
        return states[slot.at].hasDefaultTiming ? outside : states[slot.at].timing.localTime(atParentTime: outside)
    }

    /// The animations that are over at a time, in the order of slots and then of each layer's list.
    package func finishedAnimations(at time: Double) -> [(layer: LayerID, key: String)] {
        var finished: [(layer: LayerID, key: String)] = []
        for index in ids.indices where !animations[index].isEmpty {
            guard let id = ids[index] else { continue }
            let local = localTime(of: Slot(index), at: time)
            for place in animations[index].indices
            where animations[index][place].animation.isFinished(atParentTime: local) {
                finished.append((id, animations[index][place].key))
            }
        }
        return finished
    }

    /// Whether the animations of any layer are running at a time.
    package func isAnimating(at time: Double) -> Bool {
        ids.indices.contains { index in
            !animations[index].isEmpty
                && MicaAnimation.isAnimating(animations[index], at: localTime(of: Slot(index), at: time))
        }
    }
}
