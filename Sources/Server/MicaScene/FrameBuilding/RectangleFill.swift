import MicaFrame
import MicaGeometry

/// A rounded rectangle of one colour, drawn over what is there: what an op that fills one comes down to.
struct RectangleFill {
    /// The rectangle, in local space.
    var shape: RoundedRect
    /// Its colour.
    var color: PixelColor
    /// From local space to device pixels.
    var transform: Homography
    /// The innermost clip.
    var clip: ClipIndex?
    /// The pixels outside which it changes nothing.
    var bounds: DeviceRect
    /// Multiplies what is drawn, premultiplied, 0...1.
    var opacity: Double
    /// Multiplies the colours.
    var tint: Tint
    /// How pixels that it covers in part are drawn.
    var edges: EdgeMode
}

extension DrawOp {
    /// Makes an op that fills a rectangle.
    init(_ fill: RectangleFill) {
        self.init(
            content: .fill(shape: fill.shape, color: fill.color), transform: fill.transform, clip: fill.clip,
            bounds: fill.bounds, opacity: fill.opacity)
        (tint, edges) = (fill.tint, fill.edges)
    }
}
