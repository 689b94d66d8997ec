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
        for child in tree.sublayers[i] { visit(child, tree, parentTime: time) }
        if let mask = tree.masks[i] { visit(mask, tree, parentTime: time) }
    }
}
