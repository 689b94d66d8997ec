import MicaRaster

/// A rounded rectangle of one colour, drawn over what is there: what an op that fills one comes down to.
package struct RectangleFill: Sendable {
    /// The rectangle, in local space.
    package var shape: RoundedRect
    /// Its colour.
    package var color: PixelColor
    /// From local space to device pixels.
    package var transform: Homography
    /// The innermost clip.
    package var clip: ClipIndex?
    /// The pixels outside which it changes nothing.
    package var bounds: DeviceRect
    /// Multiplies the colour and its alpha, 0...1.
    package var opacity: Double
    /// Multiplies the colours.
    package var tint: Tint
    /// What becomes of pixels that it covers in part.
    package var edges: EdgeMode

    /// Makes a rectangle.
    package init(
        shape: RoundedRect, color: PixelColor, transform: Homography, clip: ClipIndex?, bounds: DeviceRect,
        opacity: Double, tint: Tint, edges: EdgeMode
    ) {
        (self.shape, self.color, self.transform, self.clip) = (shape, color, transform, clip)
        (self.bounds, self.opacity, self.tint, self.edges) = (bounds, opacity, tint, edges)
    }
}

extension RenderPass {
    /// Changes, in its place, an op that fills a rectangle, and adds to the damage what it covered and covers.
    ///
    /// - Returns: false where the op is another one; then nothing is changed.
    package mutating func replace(_ place: Int, with fill: RectangleFill, damage: inout DamageRegion) -> Bool {
        var ops = storage.mutableSpan
        guard case .fill(let shape, let color) = ops[place].content, ops[place].clip == fill.clip,
            ops[place].blend == .sourceOver, ops[place].tint == fill.tint
        else { return false }
        let old = ops[place].bounds
        guard
            shape != fill.shape || color != fill.color || ops[place].transform != fill.transform
                || old != fill.bounds || ops[place].opacity != fill.opacity || ops[place].edges != fill.edges
        else { return true }
        ops[place].content = .fill(shape: fill.shape, color: fill.color)
        ops[place].transform = fill.transform
        ops[place].bounds = fill.bounds
        ops[place].opacity = fill.opacity
        ops[place].edges = fill.edges
        index?.move(place, to: fill.bounds)
        if damage.holds(fill.bounds), damage.holds(old) { return true }
        var changed = DamageRegion(fill.bounds)
        changed.add(old)
        damage.add(changed)
        return true
    }
}
