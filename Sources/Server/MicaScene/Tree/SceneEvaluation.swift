import MicaAnimation
import MicaWire

/// The layers of a tree as they are at one moment: animated values and local times, a column each.
///
/// Kept from frame to frame: what a commit did not change is not copied again, and evaluating makes no new object once the
/// columns are as long as the tree's.
package struct SceneEvaluation: Sendable {
    /// The values with animations applied; stale where `isPresent` is false.
    package private(set) var states: [LayerState] = []
    /// Whether the layer and all above it are shown at all.
    package private(set) var isPresent: [Bool] = []
    /// The layers' local times, in seconds.
    package private(set) var times: [Double] = []
    /// The time outside the tree, in seconds.
    package private(set) var time = 0.0
    /// The layers in transition; few at a time.
    private(set) var transitions: [Slot: LayerTransition] = [:]

    /// A layer in the order of the walk: owners before what they own.
    private struct Entry {
        var slot: Int32
        /// The owner's slot; -1 for the root.
        var owner: Int32
        /// The place in the order after all that is under the layer.
        var end: Int32
        /// Whether it is shown by values that nothing animates; nil when that must be looked at.
        var isShown: Bool?
        /// Whether it has timing of its own.
        var hasTiming: Bool
        /// Whether it filters what lies behind it; nil when that must be looked at.
        var filtersBackground: Bool?
        /// Whether it is within its time.
        var isInTime = true
    }

    // What was worked out of the tree with the stamp.
    private var stamp: TreeStamp?
    private var order: [Entry] = []
    private var plan = EvaluationPlan()
    private var hasTiming = false
    /// When the times were worked out last, without layers that have timing.
    private var uniformTime: Double?

    /// Whether any layer that is shown filters what lies behind it.
    package private(set) var filtersBackground = false
    /// The local time of a layer, in seconds.
    package func time(of slot: Slot) -> Double { times[slot.at] }

    /// Makes an evaluation of no layers.
    package init() {}

    /// How many animations are evaluated in blocks, and how many layers have others.
    package var workload: (tracks: Int, generalLayers: Int) { (plan.trackCount, plan.general.count) }

    /// Evaluates the layers under the root at a time; what is hidden, transparent or out of its time is passed over.
    package mutating func evaluate(_ tree: RenderTree, at time: Double) {
        self.time = time
        if stamp !== tree.stamp { prepare(tree) }
        if !transitions.isEmpty { transitions.removeAll(keepingCapacity: true) }
        setTimes(tree, time)
        plan.evaluateBlocks(&states, times: times)
        for entry in plan.general {
            let i = Int(entry.slot)
            states[i].animate(from: tree.states[i], tree.animations[i], touched: entry.touched, at: times[i])
        }
        setPresence(tree)
    }

    /// Works out what holds until the next commit.
    private mutating func prepare(_ tree: RenderTree) {
        stamp = tree.stamp
        let count = tree.ids.count
        if states.count < count {
            states.append(contentsOf: repeatElement(LayerState(), count: count - states.count))
            isPresent.append(contentsOf: repeatElement(false, count: count - isPresent.count))
            times.append(contentsOf: repeatElement(0, count: count - times.count))
        }
        for i in isPresent.indices { isPresent[i] = false }
        order.removeAll(keepingCapacity: true)
        plan.removeAll()
        (hasTiming, uniformTime) = (false, nil)
        if let root = tree.root { enter(root, owner: -1, tree) }
    }

    /// Evaluates what is under a layer, but not the layer itself, as if its own time were `time`; what else there is stays.
    package mutating func evaluate(sublayersOf slot: Slot, _ tree: RenderTree, atLocalTime time: Double) {
        makeRoom(for: tree)
        times[slot.at] = time
        for child in tree.sublayers[slot.at] { visit(child, tree, parentTime: time) }
    }

    private mutating func makeRoom(for tree: RenderTree) {
        let count = tree.ids.count
        guard states.count < count else { return }
        states.append(contentsOf: repeatElement(LayerState(), count: count - states.count))
        isPresent.append(contentsOf: repeatElement(false, count: count - isPresent.count))
        times.append(contentsOf: repeatElement(0, count: count - times.count))
    }

    private mutating func visit(_ slot: Slot, _ tree: RenderTree, parentTime: Double) {
        let i = slot.at
        var time = parentTime
        isPresent[i] = false
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

    private mutating func enter(_ slot: Slot, owner: Int32, _ tree: RenderTree) {
        let i = slot.at
        let place = order.count
        states[i] = tree.states[i]
        plan.add(tree.animations[i], of: tree.states[i], slot: slot.index)
        let isStill = tree.animations[i].isEmpty && tree.transitions[slot] == nil
        let timed = !tree.states[i].hasDefaultTiming
        if timed { hasTiming = true }
        order.append(
            Entry(
                slot: slot.index, owner: owner, end: 0, isShown: isStill ? states[i].isShown : nil, hasTiming: timed,
                filtersBackground: isStill ? states[i].filtersBackground : nil))
        for child in tree.sublayers[i] { enter(child, owner: slot.index, tree) }
        if let mask = tree.masks[i] { enter(mask, owner: slot.index, tree) }
        order[place].end = Int32(order.count)
    }

    private mutating func setTimes(_ tree: RenderTree, _ time: Double) {
        if !hasTiming {
            if uniformTime == time { return }
            uniformTime = time
            for place in order.indices { times[Int(order[place].slot)] = time }
            return
        }
        for place in order.indices {
            let i = Int(order[place].slot)
            let outside = order[place].owner < 0 ? time : times[Int(order[place].owner)]
            guard order[place].hasTiming else {
                times[i] = outside
                continue
            }
            let timing = tree.states[i].timing
            order[place].isInTime = timing.isPresent(atParentTime: outside)
            times[i] = timing.localTime(atParentTime: outside)
        }
    }

    private mutating func setPresence(_ tree: RenderTree) {
        filtersBackground = false
        var place = 0
        while place < order.count {
            let entry = order[place]
            let i = Int(entry.slot)
            var isShown = entry.isShown ?? states[i].isShown
            var isPresent = isShown
            if entry.isShown == nil, entry.isInTime, !tree.transitions.isEmpty,
                let memory = tree.transitions[Slot(i)]
            {
                // Where the new layer is moved to does not stay from the last time.
                states[i] = MicaAnimation.evaluate(tree.states[i], tree.animations[i], at: times[i])
                isShown = states[i].isShown
                isPresent = isShown
                if let transition = LayerTransition(
                    memory, tree.animations[i], at: times[i], &states[i], isShown: isShown)
                {
                    transitions[Slot(i)] = transition
                    isPresent = true
                }
            }
            if !entry.isInTime { (isShown, isPresent) = (false, false) }
            self.isPresent[i] = isPresent
            if isPresent, entry.filtersBackground ?? states[i].filtersBackground { filtersBackground = true }
            if isShown {
                place += 1
            } else {
                for under in (place + 1)..<Int(entry.end) { self.isPresent[Int(order[under].slot)] = false }
                place = Int(entry.end)
            }
        }
    }

    /// Puts a layer where a transition wants it: with the place of another state, moved before its transform.
    mutating func place(_ slot: Slot, as placed: LayerState, movedBy motion: Matrix4?, hidesBack: Bool) {
        var state = states[slot.at]
        (state.position, state.zPosition) = (placed.position, placed.zPosition)
        (state.anchorPoint, state.anchorPointZ) = (placed.anchorPoint, placed.anchorPointZ)
        state.transform = motion.map { $0 * placed.transform } ?? placed.transform
        if hidesBack { state.flags.remove(.doubleSided) }
        // In transition itself then: both of its layers go along.
        if var inner = transitions[slot] {
            inner.placed = state
            if let motion = inner.newMotion { state.transform = motion * state.transform }
            transitions[slot] = inner
        }
        states[slot.at] = state
    }
}

extension LayerState {
    /// Whether anything of the layer or of what is under it may be seen.
    fileprivate var isShown: Bool { !flags.contains(.hidden) && opacity > 0 }

    /// Whether what lies behind the layer is filtered.
    fileprivate var filtersBackground: Bool { hasEffects && !effects.backgroundFilters.isEmpty }
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

    /// The earliest time after another at which an animation is over; infinite when none will be, and that other time itself
    /// where layers have times of their own, so that it cannot be told beforehand.
    package func nextFinish(after time: Double) -> Double {
        var next = Double.infinity
        for index in ids.indices {
            if !states[index].hasDefaultTiming { return time }
            for place in animations[index].indices {
                let end = animations[index][place].animation.endTime
                if end > time { next = min(next, end) }
            }
        }
        return next
    }

    /// Whether the animations of any layer are running at a time.
    package func isAnimating(at time: Double) -> Bool {
        for (id, history) in emitters {
            if let slot = slots[id], history.isActive(at: localTime(of: slot, at: time)) { return true }
        }
        return tiles.values.contains { $0.isFading(at: time) }
            || ids.indices.contains { index in
                !animations[index].isEmpty
                    && MicaAnimation.isAnimating(
                        animations[index], at: localTime(of: Slot(index), at: time) - longestDelay(of: Slot(index)))
            }
    }

    /// By how much the last copy of a layer is behind the layer itself, through all replicators above it, in seconds.
    private func longestDelay(of slot: Slot) -> Double {
        var delay = 0.0
        var owner = owners[slot.at]
        while let current = owner {
            let state = states[current.at]
            if state.hasReplicator, state.replicator.delay.isFinite {
                delay += max(0, state.replicator.delay * Double(state.replicator.instanceCount - 1))
            }
            owner = owners[current.at]
        }
        return delay
    }
}
