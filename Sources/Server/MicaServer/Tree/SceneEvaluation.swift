import MicaBase
import MicaWire

// From a tree and a time to values.
//
// The render tree holds model values; an evaluation holds the values at one time, in columns with the same slots. It
// updates the values that may differ from the last evaluation:
//
// 1. Changes of commits. The tree's stamp says whether the last evaluation is its base. If so, the changed slots are
//    copied from the tree, and their animations are replanned (`takeValues`). If not (links, masks, timing,
//    transitions, tiles changed), everything is copied again (`prepare`): layers in the order of a walk from the root,
//    so that each owner comes before its sublayers and mask.
// 2. Presence. A layer is present if it is shown, within its time, not transparent, and its owner is present. Layers
//    under an absent one are skipped as a range of the walk's order.
// 3. Changes by time. Layers with timing of their own get their local times (`setTimes`). Animations run: tracks in
//    blocks for all of their layers; other animated layers one by one, except those that are absent and those that do
//    not change for now (a steady span).
// 4. The list of changes. `changes` lists the slots whose values may differ, and says whether they only moved. The
//    frame builder edits its last frame by that list, or builds a new frame when `isWhole`.
//
// The plain way is "everything again, at every time". Steps 1 and 4 only skip values that cannot have changed;
// EvaluationPlanTests and UpdateTests compare with the plain way.
//
// The cost: O(animated + changed), nothing for other layers; O(layers) after structural commits, and in trees with
// layer timing, transitions or background filters. Columns are used again, so that a frame allocates nothing.

/// The layers of a tree at one moment: animated values and local times, a column each.
///
/// It is used again from frame to frame. Values that no commit changed are not copied again, and evaluating allocates
/// nothing once the columns are as long as the tree's.
package struct SceneEvaluation: Sendable {
    /// The values with animations applied; stale where `isPresent` is false.
    package private(set) var states: [LayerState] = []
    /// Whether the layer and all layers above it are shown.
    package private(set) var isPresent: [Bool] = []
    /// The layers' local times, in seconds, if `hasTimes`.
    private var times: [Double] = []
    /// The time outside the tree, in seconds.
    package private(set) var time = 0.0
    /// The layers in transition; few at a time.
    private(set) var transitions: [Slot: LayerTransition] = [:]

    /// A layer in the order of the walk: owners before the layers that they own.
    private struct Entry {
        var slot: Int32
        /// The owner's slot; -1 for the root.
        var owner: Int32
        /// The index in the order after all layers under this one.
        var end: Int32
        /// Whether it is shown, if no animation can change that; nil if its values decide.
        var isShown: Bool?
        /// Whether it has timing of its own.
        var hasTiming: Bool
        /// Whether it is within its time.
        var isInTime = true
    }

    // State derived from the tree with the stamp; 0 for none.
    private var stamp: UInt64 = 0
    private var order: [Entry] = []
    /// The index of each layer in the order; -1 where it is not under the root.
    private var orderIndices: [Int32] = []
    private var plan = EvaluationPlan()
    /// For each layer with animations the span in which its last evaluated values hold.
    private var steady: [SteadySpan] = []
    private var hasTiming = false
    /// Whether layers have local times of their own, in `times`; if not, all have the time outside the tree.
    private var hasTimes = false
    /// Whether some layer may filter its background.
    private var mayFilterBackground = false

    /// Whether any present layer filters its background.
    package private(set) var filtersBackground = false
    /// The changes since the last evaluation.
    package private(set) var changes = SceneChanges()
    /// How many layers have content of their own, by their values: about the number of a frame's ops.
    private(set) var drawnCount = 0

    /// The local time of a layer, in seconds.
    package func time(of slot: Slot) -> Double { hasTimes ? times[slot.at] : time }

    /// The index of a layer in an order in which owners come first; -1 if it is not under the root.
    func orderIndex(of slot: Slot) -> Int32 { slot.at < orderIndices.count ? orderIndices[slot.at] : -1 }

    package init() {}

    /// The number of animations in blocks, and the number of layers with other animations.
    package var workload: (tracks: Int, generalLayers: Int) { (plan.trackCount, plan.generalCount) }
    /// How often the animations of a layer were sorted for evaluation, since this evaluation was made.
    package var sortedCount: Int { plan.sortedCount }

    /// Evaluates the layers under the root at a time. Hidden and transparent layers, and layers out of their time, are
    /// skipped.
    ///
    /// *Complexity*: O(animated or changed layers). O(layers) with layer timing, transitions or background filters, and
    /// after structural commits.
    package mutating func evaluate(_ tree: RenderTree, at time: Double) {
        let isNewTime = time != self.time
        self.time = time
        changes.begin()
        isReplanned = false
        if !transitions.isEmpty { transitions.removeAll(keepingCapacity: true) }
        if stamp != tree.stamp.id {
            if stamp != tree.stamp.base || !changesByValuesAlone(tree) || !takeValues(tree) {
                prepare(tree)
                changes.isWhole = true
            }
            stamp = tree.stamp.id
        }
        guard changesByValuesAlone(tree) else {
            changes.isWhole = true
            running.span = .none
            if hasTiming { setTimes(tree, time) }
            animate(tree)
            // Transitions move layers after they are evaluated, so no values hold.
            for index in steady.indices { steady[index] = .none }
            return setPresence(tree)
        }
        if changes.isWhole {
            running.span = .none
            animate(tree)
            setPresence(tree)
        } else {
            // Presence comes first, because layers under an absent one are not evaluated.
            var hasChanged = isReplanned
            for position in changedIndices { if updatePresence(Int(position)) { hasChanged = true } }
            if hasChanged { running.span = .none }
            let count = changes.slots.count
            let wereMoves = count == 0 || changes.areMoves
            if hasChanged || isNewTime { animateShown(tree) }
            if changes.slots.count > count {
                changes.areMoves = wereMoves && !hasChanged && plan.movesAlone
                if plan.turns { changes.areTurns = true }
            }
        }
        changedIndices.removeAll(keepingCapacity: true)
    }

    /// Whether every layer has the time outside the tree, and its presence depends only on its own values and its
    /// owner's presence.
    private func changesByValuesAlone(_ tree: RenderTree) -> Bool {
        !hasTiming && !mayFilterBackground && tree.transitions.isEmpty
    }

    private mutating func animate(_ tree: RenderTree) {
        if hasTimes {
            plan.evaluateBlocks(&states, times: times)
        } else {
            plan.evaluateBlocks(&states, at: time)
        }
        for index in plan.members.indices {
            animate(index, tree)
        }
    }

    /// Evaluates layers that may be present and may have changed.
    private mutating func animateShown(_ tree: RenderTree) {
        if plan.evaluateBlocks(&states, at: time) { running.span = .none }
        if running.span.contains(time), !animateSingles(tree) {
            changes.slots.append(contentsOf: running.slots)
            return
        }
        running.slots.removeAll(keepingCapacity: true)
        running.singles.removeAll(keepingCapacity: true)
        var span = SteadySpan.always
        // Owners come first, so layers under one that appears are evaluated after it.
        for index in plan.members.indices {
            let i = Int(plan.members[index].slot)
            let position = Int(orderIndices[i])
            let owner = order[position].owner
            if owner >= 0, !isPresent[Int(owner)] {
                steady[index] = .none
                continue
            }
            if steady[index].contains(time) {
                span = span.intersection(steady[index])
                continue
            }
            let wasPresent = isPresent[i]
            animate(index, tree)
            if plan.members[index].mayShow, hasChanged(position) { updatePresence(position) }
            if let active = plan.members[index].active {
                span = active.contains(time) ? span.intersection(active) : .none
            } else {
                running.singles.append(Int32(index))
            }
            if wasPresent || isPresent[i] {
                changes.slots.append(Int32(i))
                if plan.members[index].active != nil { running.slots.append(Int32(i)) }
            }
        }
        running.span = span
    }

    /// Evaluates the layers that have animations outside of blocks.
    ///
    /// - Returns: whether a layer appeared or disappeared, so that all have to be looked at.
    private mutating func animateSingles(_ tree: RenderTree) -> Bool {
        for index in running.singles {
            let index = Int(index)
            guard !steady[index].contains(time) else { continue }
            let i = Int(plan.members[index].slot)
            animate(index, tree)
            if plan.members[index].mayShow, hasChanged(Int(orderIndices[i])) {
                steady[index] = .none
                return true
            }
            if isPresent[i] { changes.slots.append(Int32(i)) }
        }
        return false
    }

    /// The span in which no animation in a block begins or ends, presence does not change, and resting layers keep
    /// their values; the present layers whose animations run in blocks meanwhile; and the plan's members that have
    /// other animations.
    private var running = (span: SteadySpan.none, slots: [Int32](), singles: [Int32]())

    /// Evaluates a member's animations that are in no block, and finds the span in which their values hold.
    private mutating func animate(_ index: Int, _ tree: RenderTree) {
        let member = plan.members[index]
        let i = Int(member.slot)
        let now = hasTimes ? times[i] : time
        if let active = member.active {
            if now < active.from {
                steady[index] = SteadySpan(from: -.infinity, to: active.from.nextDown)
            } else {
                steady[index] = now > active.to ? SteadySpan(from: active.to.nextUp, to: .infinity) : .none
            }
            return
        }
        plan.evaluate(member, &states[i], from: tree.states[i], tree.animations[i], at: now)
        steady[index] = states[i].steadySpan(
            tree.animations[i], at: now, positions: plan.positions, first: Int(member.first))
    }

    /// The indices in the order of layers whose values have changed.
    private var changedIndices: [Int32] = []
    /// Whether animations have changed.
    private var isReplanned = false

    /// Copies the changed values that the tree's stamp names; false when more has to be done.
    private mutating func takeValues(_ tree: RenderTree) -> Bool {
        for slot in tree.stamp.replanned {
            guard replan(slot, tree) else {
                changedIndices.removeAll(keepingCapacity: true)
                return false
            }
        }
        let mask = tree.stamp.mask
        if mask.isSubset(of: .positionAndTransform) {
            takeMoves(tree, mask)
            return true
        }
        let isFew = mask.rawValue.nonzeroBitCount <= Self.fewProperties
        // Swapped out, so that they are accessed through spans: a state is too large to be copied.
        var (allStates, allEntries): ([LayerState], [Entry]) = ([], [])
        swap(&allStates, &self.states)
        swap(&allEntries, &self.order)
        defer {
            swap(&allStates, &self.states)
            swap(&allEntries, &self.order)
        }
        let models = tree.states.span
        var states = allStates.mutableSpan
        var order = allEntries.mutableSpan
        for slot in tree.stamp.changed {
            let i = slot.at
            guard i < orderIndices.count, orderIndices[i] >= 0 else { continue }
            if !isFew {
                states[i] = models[i]
            } else {
                states[i].take(mask, from: models[i])
            }
            let index = Int(orderIndices[i])
            guard order[index].isShown != nil, !states[i].hasEffects || !states[i].filtersBackground else {
                changedIndices.removeAll(keepingCapacity: true)
                return false
            }
            order[index].isShown = states[i].isShown
            changes.slots.append(slot.index)
            changedIndices.append(orderIndices[i])
        }
        return true
    }

    /// Copies the changed positions and transforms that the tree's stamp names: presence does not change.
    private mutating func takeMoves(_ tree: RenderTree, _ mask: PropertyMask) {
        // Swapped out, so that they are accessed through spans.
        var all: [LayerState] = []
        swap(&all, &states)
        defer { swap(&all, &states) }
        let models = tree.states.span
        var states = all.mutableSpan
        changes.areMoves = changes.slots.isEmpty
        let turns = mask.contains(.transform)
        changes.areTurns = turns
        changes.slots.reserveCapacity(changes.slots.count + tree.stamp.changed.count)
        for slot in tree.stamp.changed {
            let i = slot.at
            guard i < orderIndices.count, orderIndices[i] >= 0 else { continue }
            states[i].position = models[i].position
            if turns { states[i].transform = models[i].transform }
            changes.slots.append(slot.index)
        }
    }

    /// Copies the values of a layer, and plans its animations; false when more has to be done.
    private mutating func replan(_ slot: Slot, _ tree: RenderTree) -> Bool {
        let i = slot.at
        guard i < orderIndices.count, orderIndices[i] >= 0 else { return true }
        let index = Int(orderIndices[i])
        states[i] = tree.states[i]
        guard !plan.isWasteful, !states[i].filtersBackground else { return false }
        // Members are in the order of the layers.
        var (low, high) = (0, plan.members.count)
        while low < high {
            let middle = (low + high) / 2
            if orderIndices[Int(plan.members[middle].slot)] < orderIndices[i] {
                low = middle + 1
            } else {
                high = middle
            }
        }
        if low < plan.members.count, plan.members[low].slot == slot.index {
            plan.remove(at: low)
            steady.remove(at: low)
        }
        if tree.animations[i].isEmpty {
            order[index].isShown = states[i].isShown
        } else {
            order[index].isShown = nil
            plan.add(tree.animations[i], of: tree.states[i], slot: slot.index, at: low)
            guard !plan.touchesBackground(low) else { return false }
            steady.insert(.none, at: low)
        }
        isReplanned = true
        changes.slots.append(slot.index)
        changedIndices.append(orderIndices[i])
        return true
    }

    /// Up to this many properties are copied one by one; beyond that, the whole state is.
    private static let fewProperties = 3

    /// Computes everything that holds until more than values changes.
    private mutating func prepare(_ tree: RenderTree) {
        makeRoom(for: tree)
        for i in isPresent.indices { isPresent[i] = false }
        for i in orderIndices.indices { orderIndices[i] = -1 }
        if orderIndices.count < isPresent.count {
            orderIndices.append(contentsOf: repeatElement(-1, count: isPresent.count - orderIndices.count))
        }
        order.removeAll(keepingCapacity: true)
        if 2 * order.capacity <= tree.count { order.reserveCapacity(tree.count) }
        plan.removeAll()
        (hasTiming, mayFilterBackground, drawnCount) = (false, false, 0)
        if let root = tree.root { enter(root, owner: -1, tree) }
        hasTimes = hasTiming
        steady.removeAll(keepingCapacity: true)
        steady.append(contentsOf: repeatElement(.none, count: plan.members.count))
        if plan.touchesBackground { mayFilterBackground = true }
    }

    /// Evaluates the layers under a layer, as if that layer's local time were `time`. The layer itself and all others
    /// stay as they are.
    package mutating func evaluate(sublayersOf slot: Slot, _ tree: RenderTree, atLocalTime time: Double) {
        makeRoom(for: tree)
        hasTimes = true
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
            states[i] = MicaWire.evaluate(tree.states[i], tree.animations[i], at: time)
        }
        let isShown = states[i].isShown
        if !transitions.isEmpty { transitions[slot] = nil }
        if let memory = tree.transitions[slot],
            let transition = LayerTransition(memory, tree.animations[i], at: time, &states[i], isShown: isShown)
        {
            transitions[slot] = transition
            isPresent[i] = true
        }
        guard isShown else { return }
        isPresent[i] = true
        if states[i].hasEffects, !states[i].effects.backgroundFilters.isEmpty { filtersBackground = true }
        for child in tree.sublayers[i] { visit(child, tree, parentTime: time) }
        if let mask = tree.masks[i] { visit(mask, tree, parentTime: time) }
    }

    private mutating func enter(_ slot: Slot, owner: Int32, _ tree: RenderTree) {
        let i = slot.at
        let index = order.count
        states[i] = tree.states[i]
        plan.add(tree.animations[i], of: tree.states[i], slot: slot.index)
        let isStill = tree.animations[i].isEmpty && tree.transitions[slot] == nil
        let timed = !tree.states[i].hasDefaultTiming
        if timed { hasTiming = true }
        if states[i].filtersBackground { mayFilterBackground = true }
        if states[i].backgroundColor != nil || states[i].showsDetails || states[i].borderWidth > 0 { drawnCount += 1 }
        orderIndices[i] = Int32(index)
        order.append(
            Entry(slot: slot.index, owner: owner, end: 0, isShown: isStill ? states[i].isShown : nil, hasTiming: timed))
        for child in tree.sublayers[i] { enter(child, owner: slot.index, tree) }
        if let mask = tree.masks[i] { enter(mask, owner: slot.index, tree) }
        order[index].end = Int32(order.count)
    }

    private mutating func setTimes(_ tree: RenderTree, _ time: Double) {
        for index in order.indices {
            let i = Int(order[index].slot)
            let outside = order[index].owner < 0 ? time : times[Int(order[index].owner)]
            guard order[index].hasTiming else {
                times[i] = outside
                continue
            }
            let timing = tree.states[i].timing
            order[index].isInTime = timing.isPresent(atParentTime: outside)
            times[i] = timing.localTime(atParentTime: outside)
        }
    }

    /// Whether a layer's own values show it.
    private func isShown(_ entry: Entry) -> Bool { entry.isShown ?? states[Int(entry.slot)].isShown }

    /// Whether the animated values of a layer change whether it is shown.
    @inline(__always)  // A few loads, for each animated layer.
    private func hasChanged(_ index: Int) -> Bool {
        let i = Int(order[index].slot)
        return isPresent[i] != states[i].isShown
    }

    /// Whether a layer's own values change its presence, given that its owner is present.
    @inline(__always)  // A few loads, for each layer that changes.
    private func isOtherwisePresent(_ index: Int) -> Bool {
        let order = order.span
        let (i, owner) = (Int(order[index].slot), order[index].owner)
        let states = states.span
        let isShown = order[index].isShown ?? states[i].isShown
        return isPresent[i] != isShown && (owner < 0 || isPresent[Int(owner)])
    }

    /// Updates the presence of a layer and of the layers under it; false when nothing has changed.
    @discardableResult
    private mutating func updatePresence(_ index: Int) -> Bool {
        // Nothing under an absent layer is present, and when that one appears, this one is updated, too.
        guard isOtherwisePresent(index) else { return false }
        let entry = order[index]
        var next = index
        while next < Int(entry.end) {
            let under = order[next]
            let isThere = self.isShown(under)
            isPresent[Int(under.slot)] = isThere
            if isThere {
                next += 1
            } else {
                for hidden in (next + 1)..<Int(under.end) { isPresent[Int(order[hidden].slot)] = false }
                next = Int(under.end)
            }
        }
        return true
    }

    private mutating func setPresence(_ tree: RenderTree) {
        filtersBackground = false
        var index = 0
        while index < order.count {
            let entry = order[index]
            let i = Int(entry.slot)
            var isShown = entry.isShown ?? states[i].isShown
            var isPresent = isShown
            if entry.isShown == nil, entry.isInTime, !tree.transitions.isEmpty,
                let memory = tree.transitions[Slot(i)]
            {
                // The last evaluation's state has been moved by the transition: evaluate again.
                states[i] = MicaWire.evaluate(tree.states[i], tree.animations[i], at: hasTimes ? times[i] : time)
                isShown = states[i].isShown
                isPresent = isShown
                if let transition = LayerTransition(
                    memory, tree.animations[i], at: hasTimes ? times[i] : time, &states[i], isShown: isShown)
                {
                    transitions[Slot(i)] = transition
                    isPresent = true
                }
            }
            if !entry.isInTime { (isShown, isPresent) = (false, false) }
            self.isPresent[i] = isPresent
            if isPresent, mayFilterBackground, states[i].filtersBackground { filtersBackground = true }
            if isShown {
                index += 1
            } else {
                for under in (index + 1)..<Int(entry.end) { self.isPresent[Int(order[under].slot)] = false }
                index = Int(entry.end)
            }
        }
    }

    /// Moves a layer for a transition: it takes the position, anchor point and transform of another state, with a
    /// motion before the transform.
    mutating func position(_ slot: Slot, as placed: LayerState, movedBy motion: Matrix4?, hidesBack: Bool) {
        var state = states[slot.at]
        (state.position, state.zPosition) = (placed.position, placed.zPosition)
        (state.anchorPoint, state.anchorPointZ) = (placed.anchorPoint, placed.anchorPointZ)
        state.transform = motion.map { $0 * placed.transform } ?? placed.transform
        if hidesBack { state.flags.remove(.doubleSided) }
        // If this layer was in transition itself at that time, both of its layers move along.
        if var inner = transitions[slot] {
            inner.placed = state
            if let motion = inner.newMotion { state.transform = motion * state.transform }
            transitions[slot] = inner
        }
        states[slot.at] = state
    }
}

extension LayerState {
    /// Whether any of the layer, or of the layers under it, may be visible.
    @inline(__always)  // Two loads; a state is too large to be copied for them.
    fileprivate var isShown: Bool { !flags.contains(.hidden) && opacity > 0 }

    /// Whether the layer filters its background.
    fileprivate var filtersBackground: Bool { hasEffects && !effects.backgroundFilters.isEmpty }
}
