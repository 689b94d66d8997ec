import MicaBase
import MicaFrame

extension FramePlan {
    /// Prepares a pass in a space of its own: an image of it is drawn already.
    mutating func rasterized(
        _ draw: RasterizedDraw, _ op: DrawOp, _ bounds: DeviceRect, _ address: OpAddress, _ context: PlanContext
    ) -> Content? {
        guard let picture = context.results.rasterized(address) else { return nil }
        // In pixels of the pass's space; the picture has all of them.
        let all = context.frame.passes[draw.pass.rawValue].bounds
        let rect = LocalRect(all)
        let whole = LocalRect(minX: 0, minY: 0, maxX: rect.width, maxY: rect.height)
        let shown = ImageDraw(image: picture, destination: rect, source: whole, sampling: .bilinear)
        return image(shown, op, bounds, context.caches.mipmaps, .linear)
    }
}
