import MicaBase
import MicaFrame

/// Painting into a pass of another space than the surface's, so that the pass stays the same while a layer moves.
extension FramePainter {
    /// A layer that was painted offscreen.
    struct OffscreenPicture {
        /// The pass; nil if it has no visible pixel.
        var pass: PassIndex?
        /// The rectangle that was painted, in the pass's space.
        let scissor: DeviceRect
        /// The end of the op list before it.
        fileprivate let start: OpList.Mark
    }

    /// Paints a layer into a pass of its own, unclipped and opaque.
    ///
    /// - Parameter toOwn: from the layer's space to the pass's.
    mutating func paintOffscreen(
        _ inside: PaintContext, through toOwn: Homography, _ paint: (inout FramePainter, PaintContext) -> Void
    ) -> OffscreenPicture {
        let start = ops.mark, own = toOwn.deviceBounds(of: inside.plane.bounds), reach = OpList.reach
        let scissor = DeviceRect(
            minX: min(0, own.minX) - reach, minY: min(0, own.minY) - reach, maxX: max(0, own.maxX) + reach,
            maxY: max(0, own.maxY) + reach)
        var result = OffscreenPicture(pass: nil, scissor: scissor, start: start)
        var source = inside.offscreen(from: start.op)
        source.plane.toDevice = toOwn
        source.scissor = scissor
        source.isolate(from: start.op)
        // Blend modes in the pass do not apply outside of it.
        let held = ops.holdsBlend
        paint(&self, source)
        ops.holdsBlend = held
        result.pass = ops.pass(from: start.op)
        return result
    }

    /// Removes the last offscreen picture from the op list.
    mutating func takeBack(_ picture: OffscreenPicture) { ops.takeBack(to: picture.start) }
}
