import MicaBase
import MicaFrame
import MicaWire

extension FramePainter {
    /// A layer's outline and its mapping to device pixels; edges without antialiasing are moved to whole pixels.
    ///
    /// The middle of a pixel decides whether the pixel is inside, so that two layers with a common edge neither overlap
    /// nor leave a gap. Round corners, and planes with more than a scale and a translation, stay as they are.
    func hardened(
        _ shape: RoundedRect, _ state: LayerState, _ plane: LayerPlane
    ) -> (shape: RoundedRect, toDevice: Homography) {
        let soft = state.hasEffects ? state.effects.edges : .all
        let h = plane.toDevice
        guard soft != .all, shape.hasSquareCorners, h.isScaleAndTranslation else { return (shape, h) }
        let r = shape.rect
        let low = h.apply(r.minX, r.minY), high = h.apply(r.maxX, r.maxY)
        guard abs(low.x) < 1e9, abs(low.y) < 1e9, abs(high.x) < 1e9, abs(high.y) < 1e9 else { return (shape, h) }
        func edge(_ v: Double, _ edge: EdgeMask) -> Double { soft.contains(edge) ? v : (v - 0.5).rounded(.up) }
        let (x0, x1) = (edge(low.x, .left), edge(high.x, .right))
        let (y0, y1) = (edge(low.y, .bottom), edge(high.y, .top))
        let rect = LocalRect(minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1))
        return (RoundedRect(rect), .identity)
    }
}
