import MicaFrame

/// Where in a frame each layer's ops are, so that the ops of one layer can be built again without the others'.
///
/// An entry holds only where a layer's ops stay together as they were built. A layer that is drawn into a pass, sorted
/// in space or drawn as instances has none, and is built again with the nearest layer above it that has one.
struct BuildRecords {
    /// What a layer and all under it added to the frame.
    struct Entry {
        /// The first of its ops in the last pass, and how many there are.
        var op: Int32 = 0, opCount: Int32 = 0
        /// The first of its clips, and how many.
        var clip: Int32 = 0, clipCount: Int32 = 0
        /// The first of its passes, and how many.
        var pass: Int32 = 0, passCount: Int32 = 0
        /// The number of the building that it is from; 0 where it does not hold. If the owner has a newer number, the
        /// owner was built again without this layer.
        var building: UInt32 = 0
        /// The index, in `owners`, of what its sublayers are built with; -1 for none.
        var owner: Int32 = -1
        /// The depth among its siblings.
        var depth = 0.0
        /// Whether it was present.
        var isPresent = false
    }

    /// What the sublayers of a layer are built with.
    struct Owner {
        /// What is handed down.
        var around: PaintContext
        /// The least and the greatest depth of those that are present.
        var low = Double.infinity, high = -Double.infinity
    }

    /// The invariants of a movable layer: what stays the same when the layer only moves or turns in its owner's plane.
    struct Movable {
        /// The layer's bounds; nil where it has other ops than one that fills them.
        var rect: LocalRect? = LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
        /// How far the layer's origin lies from its position.
        var anchor = SIMD2<Double>.zero
        /// The building of the entry that it belongs to; 0 for none.
        var building: UInt32 = 0
        /// Whether the layer was axis-aligned on the surface when it was built or moved last.
        var isAxisAligned = false
    }

    /// The entries, a slot each.
    private(set) var entries: [Entry] = []
    private(set) var owners: [Owner] = []
    /// What is known of layers that may be moved, a slot each.
    private var movables: [Movable] = []
    /// Whether sublayers of a layer were built in another order than their own.
    var hasSorted = false
    /// The layers that are built, in order, while their ops may still be moved.
    private var closed: [Int32] = []
    private var building: UInt32 = 0
    // Added to indices in the arrays that are built into, to get indices in the frame.
    private var opShift = 0, clipShift = 0, passShift = 0
    /// The first clip that is built; those before it stay where they are.
    private var firstClip = 0

    /// The number of the building that is under way, or was the last.
    var current: UInt32 { building }

    /// Begins to build a whole frame.
    mutating func beginFrame(layers: Int) {
        if entries.count < layers {
            entries.append(contentsOf: repeatElement(Entry(), count: layers - entries.count))
            movables.append(contentsOf: repeatElement(Movable(), count: layers - movables.count))
        }
        hasSorted = false
        begin(ops: 0, clips: 0, passes: 0, firstClip: 0)
    }

    /// Begins to build what will stand at given indices of a frame.
    mutating func begin(ops: Int, clips: Int, passes: Int, firstClip: Int) {
        self.firstClip = firstClip
        // Beyond four billion buildings no entry may hold that did.
        if building == .max {
            for slot in entries.indices { entries[slot].building = 0 }
            building = 0
        }
        building += 1
        closed.removeAll(keepingCapacity: true)
        (opShift, clipShift, passShift) = (ops, clips, passes)
    }

    /// A layer's building begins.
    mutating func open(_ slot: Slot, op: Int, clip: Int, pass: Int, depth: Double, isPresent: Bool) {
        let owner = entries[slot.at].owner
        entries[slot.at] = Entry(
            op: Int32(op + opShift), clip: Int32(clip + clipShift), pass: Int32(pass + passShift), building: building,
            owner: owner, depth: depth, isPresent: isPresent)
    }

    /// A layer's building is over.
    mutating func close(_ slot: Slot, op: Int, clip: Int, pass: Int) {
        entries[slot.at].opCount = Int32(op + opShift) - entries[slot.at].op
        entries[slot.at].clipCount = Int32(clip + clipShift) - entries[slot.at].clip
        entries[slot.at].passCount = Int32(pass + passShift) - entries[slot.at].pass
        closed.append(slot.index)
    }

    /// Ops from an index on are moved or changed: what layers have noted of them does not hold.
    mutating func drop(from op: Int) {
        while let last = closed.last, Int(entries[Int(last)].op) >= op + opShift {
            entries[Int(last)].building = 0
            closed.removeLast()
        }
    }

    /// Notes what the sublayers of a layer are built with.
    mutating func setOwner(_ slot: Slot, _ owner: Owner) {
        let index = entries[slot.at].owner
        var owner = owner
        if let clip = owner.around.clip?.rawValue, clip >= firstClip {
            owner.around.clip = ClipIndex(clip + clipShift)
        }
        if index >= 0 {
            owners[Int(index)] = owner
        } else {
            entries[slot.at].owner = Int32(owners.count)
            owners.append(owner)
        }
    }

    /// What the sublayers of a layer are built with; nil when that is not known.
    func owner(of slot: Slot) -> Owner? {
        let index = entries[slot.at].owner
        return index < 0 ? nil : owners[Int(index)]
    }

    /// Whether what is noted of a layer holds as far as its owner is concerned.
    func holds(_ slot: Slot, under owner: Slot) -> Bool {
        let number = entries[slot.at].building
        return number > 0 && number >= entries[owner.at].building && entries[owner.at].owner >= 0
    }

    /// Whether what is noted of a layer holds, and says that it has one op, no clips and no passes, and the same depth
    /// among its siblings as is asked for.
    func holdsOneOp(_ slot: Slot, under owner: Slot, depth: Double) -> Bool {
        let entries = entries.span
        return entries[slot.at].building > 0 && entries[slot.at].building >= entries[owner.at].building
            && entries[slot.at].opCount == 1 && entries[slot.at].clipCount == 0 && entries[slot.at].passCount == 0
            && entries[slot.at].isPresent && entries[slot.at].depth == depth
    }

    /// Whether a layer and all under it have added no clips and no passes.
    func hasNoClipsOrPasses(_ slot: Slot) -> Bool {
        entries.span[slot.at].clipCount == 0 && entries.span[slot.at].passCount == 0
    }

    /// Notes that a layer's ops may be moved.
    ///
    /// - Parameter rect: the layer's bounds, where it is one op that fills them.
    mutating func setMovable(_ slot: Slot, _ rect: LocalRect?, anchor: SIMD2<Double>, isAxisAligned: Bool) {
        movables[slot.at] = Movable(
            rect: rect, anchor: anchor, building: entries[slot.at].building, isAxisAligned: isAxisAligned)
    }

    /// Notes whether a layer that was moved is axis-aligned now.
    mutating func setAxisAligned(_ slot: Slot, _ isAxisAligned: Bool) {
        movables[slot.at].isAxisAligned = isAxisAligned
    }

    /// Notes that a layer has to be built again where it is moved.
    mutating func setFixed(_ slot: Slot) { movables[slot.at].building = 0 }

    /// What is known of a layer that may be moved, as long as nothing else of it changed; nil where nothing is.
    func movable(_ slot: Slot, under owner: Slot) -> Movable? {
        let (entries, movables) = (entries.span, movables.span)
        let building = entries[slot.at].building
        guard building > 0, movables[slot.at].building == building, building >= entries[owner.at].building else {
            return nil
        }
        return movables[slot.at]
    }

    /// Where the op of a layer is and what it fills, if `movable` knows the layer and it was not turned; nil otherwise.
    @inline(__always)  // For each of many that move.
    func axisAligned(_ slot: Slot, under owner: Slot) -> (index: Int, rect: LocalRect, anchor: SIMD2<Double>)? {
        let (entries, movables) = (entries.span, movables.span)
        let building = entries[slot.at].building
        guard building > 0, movables[slot.at].building == building, building >= entries[owner.at].building,
            movables[slot.at].isAxisAligned, let rect = movables[slot.at].rect
        else { return nil }
        return (Int(entries[slot.at].op), rect, movables[slot.at].anchor)
    }

    /// The index of a layer's first op.
    func opIndex(of slot: Slot) -> Int { Int(entries[slot.at].op) }

    /// The indices of the ops of a layer and of all under it.
    func opRange(of slot: Slot) -> Range<Int> {
        let entry = entries.span[slot.at]
        return Int(entry.op)..<Int(entry.op + entry.opCount)
    }

    /// Moves what comes after a layer, whose building is the current one and has another number of ops than before.
    ///
    /// - Parameters:
    ///   - end: where its ops ended before.
    ///   - wasEmpty: whether it had none; then what comes after it begins where it does, and `isAfter` says which.
    mutating func shift(from end: Int, by change: Int, wasEmpty: Bool, isAfter: (Int) -> Bool) {
        for slot in entries.indices where entries[slot].building != building {
            let op = Int(entries[slot].op)
            if op > end || (op == end && (!wasEmpty || isAfter(slot))) { entries[slot].op += Int32(change) }
        }
    }

    /// A layer has got more ops, or less, in a layer under it.
    mutating func grow(_ slot: Slot, by change: Int) { entries[slot.at].opCount += Int32(change) }
}
