import MicaFrame
import MicaRaster

/// What a layer hands down to its own parts and to its sublayers.
struct PaintContext {
    /// The owner's plane; of what a layer itself shows, its own.
    var plane: LayerPlane
    /// The innermost clip.
    var clip: ClipIndex?
    /// The pixels outside which nothing is seen.
    var scissor: DeviceRect
    /// What ops are multiplied by.
    var opacity: Double
    /// Where the ops of the owner begin: what a layer's compositing and background filters see; nil outside the root.
    var start: Int?
    /// Whether that is all that such filters may see.
    var isIsolated = true
    /// What colours are multiplied by, within copies of a replicator.
    var tint = Tint.white
    /// Whether ops are built to be drawn in many places.
    var isTemplate = false
    /// Whether edges of rectangles are not antialiased.
    var hasHardEdges = false
    /// Whether ops stay where they are put, so that it is worth noting which are whose.
    var isTracked = false
}

extension PaintContext {
    /// The context of what is painted into a pass of its own, unclipped and opaque.
    func offscreen(from first: Int?) -> PaintContext {
        var context = self
        (context.clip, context.opacity, context.start, context.isIsolated) = (nil, 1, first, true)
        return context
    }
}
