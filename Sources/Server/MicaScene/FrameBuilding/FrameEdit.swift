import MicaFrame
import MicaRaster
import MicaWire

/// The last pass of a frame while it is brought up to date: its ops, which are changed in their places, and what that changed.
struct FrameEdit {
    /// The pass.
    var pass = RenderPass(bounds: .empty)
    /// The pixels that changed.
    var damage = DamageRegion()
    /// The ops that changed.
    var delta = FrameDelta()

    /// The op in a place becomes another one; what that damages is for the caller to say.
    mutating func replace(_ index: Int, with op: DrawOp) {
        pass.ops[index] = op
        delta.changes.append(.replaced(Int32(truncatingIfNeeded: index)))
    }

    /// Some ops give way to others; what that damages is for the caller to say.
    mutating func replace(_ range: Range<Int>, with ops: [DrawOp]) {
        pass.ops.replaceSubrange(range, with: ops)
        delta.splices = true
        delta.changes.append(
            .spliced(Int32(range.lowerBound)..<Int32(range.upperBound), count: Int32(truncatingIfNeeded: ops.count)))
    }
}
