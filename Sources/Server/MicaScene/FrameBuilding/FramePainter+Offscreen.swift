import MicaFrame
import MicaGeometry

/// Painting into a pass of another space than the surface's, so that the pass stays the same while a layer moves.
extension FramePainter {
    /// What was painted offscreen.
    struct OffscreenPicture {
        /// The pass; nil where nothing is seen.
        var pass: PassIndex?
        /// What was painted within, in the pass's space.
        let scissor: DeviceRect
        /// The first of its clips and passes.
        fileprivate let clip: Int, firstPass: Int
    }

    /// How far from a layer's bounds shadows and sublayers may reach out, in pixels.
    private static let offscreenReach = 2048

    /// Paints a layer into a pass of its own, unclipped and opaque.
    ///
    /// - Parameter toOwn: from the layer's space to the pass's.
    mutating func paintOffscreen(
        _ inside: PaintContext, through toOwn: Homography, _ paint: (inout FramePainter, PaintContext) -> Void
    ) -> OffscreenPicture {
        let firstOp = ops.count, own = toOwn.deviceBounds(of: inside.plane.bounds), reach = Self.offscreenReach
        let scissor = DeviceRect(
            minX: min(0, own.minX) - reach, minY: min(0, own.minY) - reach, maxX: max(0, own.maxX) + reach,
            maxY: max(0, own.maxY) + reach)
        var result = OffscreenPicture(
            pass: nil, scissor: scissor, clip: frame.clips.count, firstPass: frame.passes.count)
        var source = inside.offscreen(from: firstOp)
        source.plane.toDevice = toOwn
        source.scissor = scissor
        // What it looks at lies in the pass.
        let held = holdsBlend
        paint(&self, source)
        holdsBlend = held
        result.pass = pass(from: firstOp)
        return result
    }

    /// Takes back what was painted offscreen, the last that was.
    mutating func takeBack(_ picture: OffscreenPicture) {
        frame.clips.removeSubrange(picture.clip...)
        frame.passes.removeSubrange(picture.firstPass...)
    }
}
