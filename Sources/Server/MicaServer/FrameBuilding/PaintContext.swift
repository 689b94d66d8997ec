import MicaBase
import MicaFrame

/// The inherited state of a layer's parts and sublayers.
struct PaintContext {
    /// The owner's plane; the layer's own plane for its parts.
    var plane: LayerPlane
    /// The innermost clip.
    var clip: ClipIndex?
    /// The visible pixels; ops outside them are dropped.
    var scissor: DeviceRect
    /// The factor of ops' premultiplied pixels, 0...1.
    var opacity: Double
    /// The index of the owner's first op. A layer's compositing filter applies to the ops from there on. Nil if
    /// compositing and background filters have no backdrop.
    var start: Int?
    /// Whether nothing before that index lies behind the layer for its filters.
    var isIsolated = true
    /// The picture behind the layer for its background filters; nil for none.
    var backdrop: Backdrop?
    /// The factor of colours, within instances of a replicator.
    var tint = Tint.white
    /// Whether ops are made to be drawn as instances, at positions that are not known yet.
    var isTemplate = false
    /// Whether edges of rectangles are not antialiased.
    var hasHardEdges = false
    /// Whether ops stay where they are appended, so that `BuildRecords` can record the layer of each.
    var isTracked = false
}

/// The picture that background filters of the layers in a group see: the group's ops before those layers.
///
/// The surface is such a group, and every layer that is composited as one image: with an opacity below 1, a mask,
/// filters, or a compositing filter. Other layers are not groups: a filter also gets the ops behind them.
/// *Source*: Apple, UIVisualEffectView, "Setting the correct alpha value" and "Masking".
struct Backdrop {
    /// The index of the group's first op.
    var start: Int
    /// The pixels that the group has.
    var area: DeviceRect
    /// Whether the group is the surface, which has a colour of its own behind all ops.
    var isSurface = false
}

extension PaintContext {
    /// Begins a new backdrop: background filters see the ops from an index on, within the scissor.
    mutating func isolate(from first: Int) { backdrop = Backdrop(start: first, area: scissor) }

    /// The context for a pass of its own: unclipped and opaque.
    func offscreen(from first: Int?) -> PaintContext {
        var context = self
        (context.clip, context.opacity, context.start, context.isIsolated) = (nil, 1, first, true)
        context.backdrop = nil
        return context
    }
}
