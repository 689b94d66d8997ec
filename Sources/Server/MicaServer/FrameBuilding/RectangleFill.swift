import MicaBase
import MicaFrame

/// A rounded rectangle of one colour, composited over its backdrop: the reduced form of an op that fills one.
struct RectangleFill {
    /// The rectangle, in local space.
    var shape: RoundedRect
    /// Its colour.
    var color: PixelColor
    /// From local space to device pixels.
    var transform: Homography
    /// The innermost clip.
    var clip: ClipIndex?
    /// The pixels that it may change.
    var bounds: DeviceRect
    /// The factor of its premultiplied pixels, 0...1.
    var opacity: Double
    /// The factor of its colours.
    var tint: Tint
    /// The treatment of partly covered pixels.
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
