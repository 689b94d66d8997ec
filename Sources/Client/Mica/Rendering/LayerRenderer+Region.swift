import CoreGraphics
import MicaBase
import QuartzCore

extension LayerRenderer {
    /// The renderer that draws a layer's tree; nil for trees that none draws, and for those in windows on a screen.
    package static func drawing(_ layer: CALayer) -> LayerRenderer? { layer.context?.owner as? LayerRenderer }

    /// The picture of now, cut to a layer of the tree, with everything over and under the layer.
    ///
    /// The layer is where animations show it; a turned layer's picture is that of the rectangle around it. Pixels that
    /// the layer covers in part are inside.
    ///
    /// - Returns: nil if no pixel of the layer is inside the view.
    package func bitmap(around layer: CALayer) -> Bitmap? {
        let whole = bitmap(at: time)
        let shown = clock.run {
            let (root, part) = (self.layer.presentation() ?? self.layer, layer.presentation() ?? layer)
            return rootTransform.boundingBox(of: root.convert(part.bounds, from: part), of: root)
        }
        guard let shown else { return nil }
        /// Rounding errors of a hundredth of a pixel do not make a row or column.
        func first(_ edge: CGFloat) -> Int { Int(min(max((edge + 0.01).rounded(.down), 0), 1e9)) }
        func end(_ edge: CGFloat, _ limit: Int) -> Int { Int(min(max((edge - 0.01).rounded(.up), 0), CGFloat(limit))) }
        let (left, top) = (first(shown.minX), first(shown.minY))
        let (right, bottom) = (end(shown.maxX, whole.width), end(shown.maxY, whole.height))
        guard left < right, top < bottom else { return nil }
        var part = Bitmap(width: right - left, height: bottom - top)
        for row in 0..<part.height {
            let start = (top + row) * whole.width + left
            part.pixels.replaceSubrange(
                row * part.width..<(row + 1) * part.width, with: whole.pixels[start..<start + part.width])
        }
        return part
    }
}

extension Homography {
    /// The rectangle around a rectangle of a root layer's own space, in pixels; nil if it is not finite.
    fileprivate func boundingBox(of rect: CGRect, of root: CALayer) -> CGRect? {
        // The transform is from the space around the root: its corner there is its frame's, without its own transform.
        let (state, bounds) = (root.state, root.bounds)
        let dx = state.position.x - Double(bounds.minX) - state.anchorPoint.x * Double(bounds.width)
        let dy = state.position.y - Double(bounds.minY) - state.anchorPoint.y * Double(bounds.height)
        let moved = rect.offsetBy(dx: dx, dy: dy)
        let around = CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
        let box = moved.applying(around)
        return box.minX.isFinite && box.minY.isFinite && box.maxX.isFinite && box.maxY.isFinite ? box : nil
    }
}
