import MicaFrame
import MicaGeometry

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
    /// The index of the owner's first op: a layer's compositing and background filters apply to what was drawn from
    /// there on; nil where there is nothing that they may apply to.
    var start: Int?
    /// Whether nothing before that index lies behind the layer for its filters.
    var isIsolated = true
    /// What colours are multiplied by, within instances of a replicator.
    var tint = Tint.white
    /// Whether ops are made to be drawn as instances, at positions that are not known yet.
    var isTemplate = false
    /// Whether edges of rectangles are not antialiased.
    var hasHardEdges = false
    /// Whether ops stay where they are appended, so that `BuildRecords` can say which are whose.
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
