import MicaPixels
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

extension DrawOp {
    /// Makes an op that fills a rectangle.
    package init(_ fill: RectangleFill) {
        self.init(
            content: .fill(shape: fill.shape, color: fill.color), transform: fill.transform, clip: fill.clip,
            bounds: fill.bounds, opacity: fill.opacity)
        (tint, edges) = (fill.tint, fill.edges)
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
        // What makes the pixel is mostly as it was.
        let isOther = color != fill.color || ops[place].opacity != fill.opacity
        ops[place].content = .fill(shape: fill.shape, color: fill.color)
        ops[place].transform = fill.transform
        ops[place].bounds = fill.bounds
        ops[place].opacity = fill.opacity
        ops[place].edges = fill.edges
        index?.move(place, to: fill, pixel: isOther ? SolidBox.pixel(fill.color, fill.tint, fill.opacity) : nil)
        damage.add(fill.bounds, and: old)
        return true
    }

    /// Moves, in its place, an op that fills a rectangle, and adds to the damage what it covered and covers.
    ///
    /// - Parameter rect: the rectangle, which is the op's.
    package mutating func move(
        _ place: Int, _ rect: LocalRect, to transform: Homography, bounds: DeviceRect, damage: inout DamageRegion
    ) {
        var ops = storage.mutableSpan
        let old = ops[place].bounds
        guard old != bounds || ops[place].transform != transform else { return }
        let comesLevel = transform.isScaleAndTranslation && !ops[place].transform.isScaleAndTranslation
        ops[place].transform = transform
        ops[place].bounds = bounds
        if comesLevel {
            // It may be a box now, of which nothing is known.
            let ops = storage
            index?.replace(place, of: ops.span, wasLinked: false)
        } else {
            index?.move(place, rect, to: transform, bounds: bounds)
        }
        damage.add(bounds, and: old)
    }

    /// Moves, in their places, ops whose `movedBox` says what they reach, and adds to the damage what they covered and cover.
    ///
    /// - Returns: false where one of them is another op or is not seen then; nothing is changed.
    package mutating func move(
        _ places: Range<Int>, to transform: Homography, scissor: DeviceRect, damage: inout DamageRegion
    ) -> Bool {
        for place in places {
            guard let box = storage.span[place].content.movedBox,
                !transform.deviceBounds(of: box).intersection(scissor).isEmpty
            else { return false }
        }
        for place in places {
            guard let box = storage.span[place].content.movedBox else { preconditionFailure("it was looked at above") }
            move(
                place, box, to: transform, bounds: transform.deviceBounds(of: box).intersection(scissor),
                damage: &damage)
        }
        return true
    }
}

extension DrawOp.Content {
    /// What an op reaches that is moved without a change but of its transform, in local space; nil for others.
    package var movedBox: LocalRect? {
        switch self {
        case .fill(let shape, _), .border(let shape, _, _), .gradient(let shape, _): shape.rect
        case .shadow(let draw, _): draw.box
        default: nil
        }
    }
}
