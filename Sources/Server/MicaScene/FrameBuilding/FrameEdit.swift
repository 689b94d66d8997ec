import MicaFrame

/// The last pass of a frame while it is brought up to date: its ops, which are changed in their places, and what that changed.
struct FrameEdit {
    /// The pass.
    var pass = RenderPass(bounds: .empty)
    /// The pixels that changed.
    var damage = DamageRegion()
    /// The ops that changed.
    var delta = FrameDelta()

    /// The op in a place becomes another one; what that damages is for the caller to say.
    mutating func replace(_ place: Int, with op: DrawOp) {
        pass.ops[place] = op
        delta.changes.append(.replaced(Int32(truncatingIfNeeded: place)))
    }

    /// Some ops give way to others; what that damages is for the caller to say.
    mutating func replace(_ places: Range<Int>, with ops: [DrawOp]) {
        pass.ops.replaceSubrange(places, with: ops)
        delta.splices = true
        delta.changes.append(
            .spliced(Int32(places.lowerBound)..<Int32(places.upperBound), count: Int32(truncatingIfNeeded: ops.count)))
    }
}
