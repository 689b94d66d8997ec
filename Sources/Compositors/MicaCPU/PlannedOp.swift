/// An op of a plan: a box, or an op of another kind, by its index in the plan's list of these.
///
/// It is packed into a word. The word of a box is the box's index, so that the words of consecutive boxes are the list of
/// indices that kernels take.
struct PlannedOp {
    /// The list that the op is in, and its index there.
    enum Kind {
        /// An index in `FramePlan.boxes`.
        case box(Int)
        /// An index in `FramePlan.ops`.
        case op(Int)
    }

    /// The index of a box, or the complement of another op's index.
    let word: Int32

    init(word: Int32) { self.word = word }

    static func box(_ index: Int) -> PlannedOp { PlannedOp(word: Int32(truncatingIfNeeded: index)) }
    static func op(_ index: Int) -> PlannedOp { PlannedOp(word: ~Int32(truncatingIfNeeded: index)) }

    @inline(__always)  // For every op of a tile.
    var kind: Kind { word >= 0 ? .box(Int(word)) : .op(Int(~word)) }
    @inline(__always)  // For every op of a tile.
    var isBox: Bool { word >= 0 }
}
