import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// Rasterized layers: they are drawn once, and their picture is cached.
///
/// The picture includes sublayers, filters and shadow; mask, opacity and compositing filter apply to the picture.
/// *Source*: Apple, CALayer.shouldRasterize ("Shadow effects and any filters in the filters property are rasterized and
/// included in the bitmap. However, the current opacity of the layer is not rasterized").
extension FramePainter {
    /// Paints a layer into a picture of `rasterizationScale` pixels per point in the layer's space, and draws the
    /// picture; false, without an op, if it would be too large.
    mutating func paintRasterized(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) -> Bool {
        let plane = inside.plane
        let scale = state.effects.rasterizationScale
        guard scale > 0, scale <= Self.mostScale, let owner = tree.ids[slot.at] else { return false }
        let b = plane.bounds
        let toPicture = Homography(a: scale, b: 0, c: 0, d: scale, tx: -b.minX * scale, ty: -b.minY * scale)
        guard let fromPicture = toPicture.inverse, let shown = plane.toDevice.after(fromPicture) else { return false }
        let picture = paintOffscreen(inside, through: toPicture) { $0.paintWithEffects(slot, state, $1) }
        guard let drawn = picture.pass else { return true }
        let r = ops.bounds(of: drawn)
        guard r.width <= RasterizedDraw.mostPixels / max(1, r.height) else {
            takeBack(picture)
            return false
        }
        let bounds = shown.deviceBounds(of: LocalRect(r)).intersection(inside.scissor)
        if !bounds.isEmpty {
            ops.add(.rasterized(RasterizedDraw(pass: drawn, owner: owner.rawValue)), shown, bounds, inside)
        }
        return true
    }

    private static let mostScale = 64.0
}
