import MicaFrame

/// The position of each layer's ops in a frame, so that the ops of one layer can be rebuilt without the others.
///
/// An entry is valid only while a layer's ops stay together as they were built. A layer that is drawn into a pass,
/// sorted in space or drawn as instances has no entry, and is rebuilt with its nearest ancestor that has one.
struct BuildRecords {
    /// The ops, clips and passes of a layer's subtree.
    struct Entry {
        /// The index of its first op in the last pass, and the number of ops.
        var op: Int32 = 0, opCount: Int32 = 0
        /// The index of its first clip, and the number of clips.
        var clip: Int32 = 0, clipCount: Int32 = 0
        /// The index of its first pass, and the number of passes.
        var pass: Int32 = 0, passCount: Int32 = 0
        /// The number of the build that made it; 0 if the entry is not valid. If the owner has a newer number, the
        /// owner was rebuilt without this layer.
        var building: UInt32 = 0
        /// The index in `owners` of its sublayers' context; -1 for none.
        var owner: Int32 = -1
        /// The depth among its siblings.
        var depth = 0.0
        /// Whether it was present.
        var isPresent = false
    }

    /// The context that the sublayers of a layer are built with.
    struct Owner {
        /// The inherited state.
        var around: PaintContext
        /// The smallest and the largest depth of the present sublayers.
        var low = Double.infinity, high = -Double.infinity
    }

    /// The invariants of a movable layer: what stays the same when the layer only moves or turns in its owner's plane.
    struct Movable {
        /// The layer's bounds; nil unless its only op fills them.
        var rect: LocalRect? = LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
        /// The offset from the layer's origin to its position.
        var anchor = SIMD2<Double>.zero
        /// The build number of its entry; 0 for none.
        var building: UInt32 = 0
        /// Whether the layer was axis-aligned on the surface at its last build or move.
        var isAxisAligned = false
    }

    /// The entries, by slot.
    private(set) var entries: [Entry] = []
    private(set) var owners: [Owner] = []
    /// The invariants of movable layers, by slot.
    private var movables: [Movable] = []
    /// Whether the sublayers of some layer were reordered.
    var hasSorted = false
    /// The layers built so far, in order, while their ops may still be moved.
    private var closed: [Int32] = []
    private var building: UInt32 = 0
    // Offsets from indices in the arrays under construction to indices in the frame.
    private var opShift = 0, clipShift = 0, passShift = 0
    /// The index of the first new clip; earlier clips stay in place.
    private var firstClip = 0

    /// The number of the current or last build.
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

    /// Begins to build elements for given indices of a frame.
    mutating func begin(ops: Int, clips: Int, passes: Int, firstClip: Int) {
        self.firstClip = firstClip
        // After four billion builds the numbers start again, so that all entries become invalid.
        if building == .max {
            for slot in entries.indices { entries[slot].building = 0 }
            building = 0
        }
        building += 1
        closed.removeAll(keepingCapacity: true)
        (opShift, clipShift, passShift) = (ops, clips, passes)
    }

    /// Begins a layer.
    mutating func open(_ slot: Slot, op: Int, clip: Int, pass: Int, depth: Double, isPresent: Bool) {
        let owner = entries[slot.at].owner
        entries[slot.at] = Entry(
            op: Int32(op + opShift), clip: Int32(clip + clipShift), pass: Int32(pass + passShift), building: building,
            owner: owner, depth: depth, isPresent: isPresent)
    }

    /// Ends a layer.
    mutating func close(_ slot: Slot, op: Int, clip: Int, pass: Int) {
        entries[slot.at].opCount = Int32(op + opShift) - entries[slot.at].op
        entries[slot.at].clipCount = Int32(clip + clipShift) - entries[slot.at].clip
        entries[slot.at].passCount = Int32(pass + passShift) - entries[slot.at].pass
        closed.append(slot.index)
    }

    /// Invalidates the entries of layers with ops from an index on, because these ops are moved or changed.
    mutating func drop(from op: Int) {
        while let last = closed.last, Int(entries[Int(last)].op) >= op + opShift {
            entries[Int(last)].building = 0
            closed.removeLast()
        }
    }

    /// Records the context that the sublayers of a layer are built with.
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

    /// The context that the sublayers of a layer are built with; nil if it is not recorded.
    func owner(of slot: Slot) -> Owner? {
        let index = entries[slot.at].owner
        return index < 0 ? nil : owners[Int(index)]
    }

    /// Whether a layer's entry is not older than its owner's.
    func holds(_ slot: Slot, under owner: Slot) -> Bool {
        let number = entries[slot.at].building
        return number > 0 && number >= entries[owner.at].building && entries[owner.at].owner >= 0
    }

    /// Whether a layer's entry is valid and has one op, no clips, no passes and the given depth among its siblings.
    func holdsOneOp(_ slot: Slot, under owner: Slot, depth: Double) -> Bool {
        let entries = entries.span
        return entries[slot.at].building > 0 && entries[slot.at].building >= entries[owner.at].building
            && entries[slot.at].opCount == 1 && entries[slot.at].clipCount == 0 && entries[slot.at].passCount == 0
            && entries[slot.at].isPresent && entries[slot.at].depth == depth
    }

    /// Whether a layer's subtree has no clips and no passes.
    func hasNoClipsOrPasses(_ slot: Slot) -> Bool {
        entries.span[slot.at].clipCount == 0 && entries.span[slot.at].passCount == 0
    }

    /// Records that a layer's ops may be moved.
    ///
    /// - Parameter rect: the layer's bounds if its only op fills them.
    mutating func setMovable(_ slot: Slot, _ rect: LocalRect?, anchor: SIMD2<Double>, isAxisAligned: Bool) {
        movables[slot.at] = Movable(
            rect: rect, anchor: anchor, building: entries[slot.at].building, isAxisAligned: isAxisAligned)
    }

    /// Records whether a moved layer is axis-aligned.
    mutating func setAxisAligned(_ slot: Slot, _ isAxisAligned: Bool) {
        movables[slot.at].isAxisAligned = isAxisAligned
    }

    /// Records that a move requires a rebuild of the layer.
    mutating func setFixed(_ slot: Slot) { movables[slot.at].building = 0 }

    /// The invariants of a movable layer; nil if there are none, or if the layer changed otherwise.
    func movable(_ slot: Slot, under owner: Slot) -> Movable? {
        let (entries, movables) = (entries.span, movables.span)
        let building = entries[slot.at].building
        guard building > 0, movables[slot.at].building == building, building >= entries[owner.at].building else {
            return nil
        }
        return movables[slot.at]
    }

    /// The index and rectangle of a layer's op, if the layer is movable and axis-aligned; nil otherwise.
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

    /// The indices of the ops of a layer's subtree.
    func opRange(of slot: Slot) -> Range<Int> {
        let entry = entries.span[slot.at]
        return Int(entry.op)..<Int(entry.op + entry.opCount)
    }

    /// Shifts the entries behind a layer whose op count changed in the current build.
    ///
    /// - Parameters:
    ///   - end: the previous end of its ops.
    ///   - wasEmpty: whether it had no ops; then entries at `end` may precede or follow it, and `isAfter` decides.
    mutating func shift(from end: Int, by change: Int, wasEmpty: Bool, isAfter: (Int) -> Bool) {
        for slot in entries.indices where entries[slot].building != building {
            let op = Int(entries[slot].op)
            if op > end || (op == end && (!wasEmpty || isAfter(slot))) { entries[slot].op += Int32(change) }
        }
    }

    /// Changes a layer's op count by that of a descendant.
    mutating func grow(_ slot: Slot, by change: Int) { entries[slot.at].opCount += Int32(change) }
}
