import MicaWire

/// The index of a layer in the columns of a render tree.
package struct Slot: Hashable, Sendable {
    /// The index in each column.
    package var index: Int32
    init(_ index: Int) { self.index = Int32(index) }
    var at: Int { Int(index) }
}

/// The server's copy of the layers: model values, links and animations, each in a column, with a slot for each layer.
///
/// The tree is a value: a copy is cheap, and shares the columns until one of the copies changes. Whatever a client
/// sends, the links are a forest: every layer has at most one owner, as a sublayer or as a mask, and no layer is under
/// itself.
package struct RenderTree: Sendable {
    /// The layers; nil if the slot is free.
    var ids: [LayerID?] = []
    /// Their model values.
    var states: [LayerState] = []
    /// Their animations, in the order in which they are applied.
    var animations: [[KeyedAnimation]] = []
    /// Their sublayers, back to front.
    var sublayers: [[Slot]] = []
    /// Their masks; nil for none.
    var masks: [Slot?] = []
    /// The layer that each is a sublayer or the mask of.
    var owners: [Slot?] = []
    /// The tiles of layers that have some.
    var tiles: [Slot: TileStore] = [:]
    /// Trees of other clients that are shown within it.
    var grafts = Grafts()
    /// The histories of emitters' values.
    package internal(set) var emitters: [LayerID: EmitterHistory] = [:]
    /// The layer that is drawn.
    package internal(set) var root: Slot?

    /// Changes with every commit: the key of everything derived from the tree.
    package internal(set) var stamp = TreeStamp()
    /// The layers that have animations.
    private(set) var animated: Set<Slot> = []
    /// The layers that have timing of their own.
    private(set) var timed: Set<Slot> = []
    /// The old versions of layers in transition; few at a time.
    var transitions: [Slot: TransitionMemory] = [:]
    /// The number of old versions so far.
    var versionCount = 0

    var slots: [LayerID: Slot] = [:]
    var free: [Slot] = []
    /// The number of the last commit that changed each layer, and the number of the last commit.
    var changeNumbers: [UInt32] = []
    var changeNumber: UInt32 = 0

    /// The most layers within each other. Deeper commits are refused, so that no recursion runs out of stack.
    package static let depthLimit = CommitError.depthLimit

    package init() {}

    /// The slot of a layer; nil when the tree does not have it.
    package func slot(of id: LayerID) -> Slot? { slots[id] }

    /// The slot of a layer. The first guess is as far from another slot as the layers' numbers are from each other,
    /// because layers that are made one after the other usually have adjacent slots.
    ///
    /// - Parameter other: a slot of the tree; any number for an empty tree.
    func slot(of id: LayerID, near other: Int) -> Slot? {
        if other < ids.count, let known = ids[other] {
            let guess = UInt64(other) &+ (id.rawValue &- known.rawValue)
            if guess < UInt64(ids.count), ids[Int(guess)] == id { return Slot(Int(guess)) }
        }
        return slots[id]
    }

    /// The animations of a layer, in the order in which they are applied.
    package func animations(of slot: Slot) -> [KeyedAnimation] { animations[slot.at] }

    /// The layer in a slot; nil when the slot is free.
    package func id(of slot: Slot) -> LayerID? { ids[slot.at] }

    /// The sublayers of a layer, back to front.
    package func sublayers(of slot: Slot) -> [Slot] { sublayers[slot.at] }

    /// The mask of a layer.
    package func mask(of slot: Slot) -> Slot? { masks[slot.at] }

    /// The model values of a layer.
    package func state(of slot: Slot) -> LayerState { states[slot.at] }

    /// The number of a layer's tiles.
    package func tileCount(of slot: Slot) -> Int { tiles[slot]?.tiles.count ?? 0 }

    /// The number of layers.
    package var count: Int { slots.count }

    /// The number of animations of all layers.
    package var animationCount: Int { animated.reduce(0) { $0 + animations[$1.at].count } }

    mutating func add(_ id: LayerID) {
        let slot: Slot
        if let reused = free.popLast() {
            slot = reused
            ids[slot.at] = id
        } else {
            slot = Slot(ids.count)
            ids.append(id)
            states.append(LayerState())
            animations.append([])
            sublayers.append([])
            masks.append(nil)
            owners.append(nil)
            changeNumbers.append(0)
        }
        slots[id] = slot
    }

    /// Reserves memory for layers that are about to be added.
    ///
    /// A column that grows one layer at a time doubles, which leaves up to half of it empty. Most trees come with one
    /// commit, which gives the number of layers. If fewer come than are there already, the columns double, so that the
    /// cost per layer stays constant.
    mutating func makeRoom(for more: Int) {
        guard more > max(ids.count, 16) else { return }
        let count = ids.count + more
        ids.reserveCapacity(count)
        states.reserveCapacity(count)
        animations.reserveCapacity(count)
        sublayers.reserveCapacity(count)
        masks.reserveCapacity(count)
        owners.reserveCapacity(count)
        changeNumbers.reserveCapacity(count)
        slots.reserveCapacity(count)
    }

    /// Forgets earlier values of layers: changes are noted from now on.
    package mutating func forgetChanges() { stamp.forgetChanges() }

    /// Updates the sets of animated and timed layers for a layer.
    mutating func updateTimes(of slot: Slot) {
        if animations[slot.at].isEmpty { animated.remove(slot) } else { animated.insert(slot) }
        if states[slot.at].hasDefaultTiming { timed.remove(slot) } else { timed.insert(slot) }
    }

    /// Removes a layer. Layers under it stay, without an owner.
    mutating func remove(_ id: LayerID) {
        guard let slot = slots.removeValue(forKey: id) else { return }
        emitters[id] = nil
        if let owner = owners[slot.at] {
            if masks[owner.at] == slot {
                masks[owner.at] = nil
                states[owner.at].mask = nil
            } else {
                sublayers[owner.at].removeAll { $0 == slot }
            }
        }
        detach(slot)
        ids[slot.at] = nil
        states[slot.at] = LayerState()
        animations[slot.at] = []
        transitions[slot] = nil
        owners[slot.at] = nil
        tiles[slot] = nil
        if animated.contains(slot) || timed.contains(slot) { updateTimes(of: slot) }
        if root == slot { root = nil }
        free.append(slot)
    }

    /// Removes the links to all sublayers and the mask.
    mutating func detach(_ slot: Slot) {
        for child in sublayers[slot.at] { owners[child.at] = nil }
        sublayers[slot.at] = []
        if let mask = masks[slot.at] { owners[mask.at] = nil }
        masks[slot.at] = nil
    }

    /// Stops the program when the columns contradict each other; only under MICA_CHECKS.
    package func checkInvariants() {
        #if MICA_CHECKS
        precondition(
            states.count == ids.count && animations.count == ids.count && sublayers.count == ids.count
                && masks.count == ids.count && owners.count == ids.count && changeNumbers.count == ids.count,
            "columns of different lengths")
        precondition(slots.count + free.count == ids.count, "a slot is neither used nor free")
        for (id, slot) in slots {
            precondition(ids[slot.at] == id, "a layer is not in its slot")
            for child in sublayers[slot.at] { precondition(owners[child.at] == slot, "a sublayer has another owner") }
            if let mask = masks[slot.at] {
                precondition(owners[mask.at] == slot && !sublayers[slot.at].contains(mask), "a mask has another owner")
            }
            precondition(
                states[slot.at].mask == masks[slot.at].flatMap { ids[$0.at] }, "a mask's value and link differ")
            if let owner = owners[slot.at] {
                precondition(
                    masks[owner.at] == slot || sublayers[owner.at].contains(slot), "an owner does not know its layer")
            }
        }
        if let root { precondition(ids[root.at] != nil, "the root is gone") }
        precondition(firstTooDeep() == nil, "the links are no forest")
        #endif
    }
}
