import MicaFrame

/// The last pass of a frame during an edit: its ops, and the list of those that were changed.
struct FrameEdit {
    /// The pass.
    var pass = RenderPass(bounds: .empty)
    /// The pixels that changed.
    var damage = DamageRegion()
    /// The ops that changed.
    var delta = FrameDelta()

    /// Replaces the op at an index; the caller adds the damage.
    mutating func replace(_ index: Int, with op: DrawOp) {
        pass.ops[index] = op
        delta.changes.append(.replaced(Int32(truncatingIfNeeded: index)))
    }

    /// Replaces some ops by others, of any number; the caller adds the damage.
    mutating func replace(_ range: Range<Int>, with ops: [DrawOp]) {
        pass.ops.replaceSubrange(range, with: ops)
        delta.splices = true
        delta.changes.append(
            .spliced(Int32(range.lowerBound)..<Int32(range.upperBound), count: Int32(truncatingIfNeeded: ops.count)))
    }
}
