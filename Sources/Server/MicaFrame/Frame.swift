import MicaBase

/// One picture to be drawn: passes of draw ops in device pixels, and the damage since the picture before.
///
/// A frame is a complete value: a compositor draws it without knowing of layers, animations or time, and every
/// compositor draws the same ops. All geometry is decided when it is built. Shapes are in the local space of their op,
/// which a homography maps to device pixels.
///
/// *Space*: device pixels, origin at the top left of the surface, y down; pixel (x, y) covers [x, x+1) x [y, y+1).
package struct Frame: Sendable, Equatable {
    /// Size of the surface, in pixels.
    package var width: Int, height: Int
    /// The colour that the surface is cleared to.
    package var background = PixelColor.clear
    /// Clips that ops refer to; a clip's parent comes before it.
    package var clips: [Clip] = []
    /// Passes in drawing order: a pass shows only passes before it, and the last one draws to the surface.
    package var passes: [RenderPass] {
        @inlinable get { storage }
        _modify {
            // The delta describes the old passes.
            delta.reset()
            yield &storage
        }
    }
    @usableFromInline var storage: [RenderPass] = []
    /// The difference from the frame before, as one rectangle. Outside of it the surface keeps its pixels. Setting it
    /// also sets `damageRegion`.
    package var damage: DeviceRect {
        didSet { damageRegion = DamageRegion(damage) }
    }
    /// The difference from the frame before, within `damage`. It is all of `damage` unless `setDamage` made it smaller.
    package private(set) var damageRegion: DamageRegion
    /// The changes of the last pass since an earlier frame. Unknown once `passes` is changed.
    package private(set) var delta = FrameDelta()

    /// A frame without passes, all of it damaged.
    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        damage = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        damageRegion = DamageRegion(damage)
    }

    /// Sets the damage, as a region and as its bounds.
    package mutating func setDamage(_ region: DamageRegion) {
        damage = region.bounds
        damageRegion = region
    }

    /// Sets the changes of the last pass since an earlier frame; gives the old delta back.
    package mutating func swapDelta(_ delta: inout FrameDelta) { swap(&self.delta, &delta) }

    /// Whether pictures and damage are equal. The delta is not compared.
    package static func == (a: Frame, b: Frame) -> Bool {
        a.width == b.width && a.height == b.height && a.background == b.background && a.damage == b.damage
            && a.damageRegion == b.damageRegion && a.clips == b.clips && a.passes == b.passes
    }

    /// The whole surface.
    package var bounds: DeviceRect { DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}

/// The index of a pass in `Frame.passes`.
package struct PassIndex: Sendable, Hashable {
    /// The index itself.
    package var rawValue: Int

    package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The index of a clip in `Frame.clips`.
package struct ClipIndex: Sendable, Hashable {
    /// The index itself.
    package var rawValue: Int

    package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// Ops that are drawn one over another into one buffer, which starts transparent.
package struct RenderPass: Sendable, Equatable {
    /// The pixels of the pass; its buffer is no larger. For the last pass the whole surface.
    package var bounds: DeviceRect
    /// The ops, back to front.
    package var ops: [DrawOp] = []

    package init(bounds: DeviceRect) {
        self.bounds = bounds
    }
}

/// A region that confines ops: a rounded rectangle in a plane or a half of the surface, within the region of its
/// parent.
///
/// An op's coverage of a pixel is multiplied by that of each clip up the chain.
package struct Clip: Sendable, Equatable {
    /// The clip that contains this one.
    package var parent: ClipIndex?
    /// The region, in the clip's local space.
    package var shape: RoundedRect
    /// From local space to device pixels.
    package var transform: Homography
    /// The pixels outside which this clip and its parents leave nothing.
    package var bounds: DeviceRect
    /// A half of the surface in place of the shape; nil for a shape.
    package var cut: HalfPlane?

    /// A clip to a half of the surface.
    package init(parent: ClipIndex?, cut: HalfPlane, bounds: DeviceRect) {
        self.init(
            parent: parent, shape: RoundedRect(LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0)), transform: .identity,
            bounds: bounds)
        self.cut = cut
    }

    /// A clip to a shape.
    package init(parent: ClipIndex?, shape: RoundedRect, transform: Homography, bounds: DeviceRect) {
        (self.parent, self.shape, self.transform, self.bounds) = (parent, shape, transform, bounds)
    }
}

/// One drawing operation.
package struct DrawOp: Sendable, Equatable {
    // The fields that change most often come first, side by side.
    /// The pixels outside which the op changes nothing: the bounds of its shape and clips, within the pass.
    package var bounds: DeviceRect
    /// From the op's local space to device pixels.
    package var transform: Homography
    /// The kind of op, with its parameters.
    package var content: Content
    /// The innermost clip.
    package var clip: ClipIndex?
    /// Multiplies the op's premultiplied colours, 0...1.
    package var opacity: Double
    /// How it is combined with the pixels below. Only an op that shows a pass without a mask may have a mode other than
    /// source over.
    package var blend: BlendMode
    /// Multiplies the op's colours.
    package var tint = Tint.white
    /// How pixels that it covers in part are drawn.
    package var edges = EdgeMode.soft
    /// The layer that draws the op, by a number of the frame's builder; -1 for none. For instruments: compositors
    /// ignore it, and equality does, too.
    package var layer: Int32 = -1

    package init(
        content: Content, transform: Homography, clip: ClipIndex? = nil, bounds: DeviceRect, opacity: Double = 1,
        blend: BlendMode = .sourceOver
    ) {
        (self.content, self.transform, self.clip, self.bounds) = (content, transform, clip, bounds)
        (self.opacity, self.blend) = (opacity, blend)
    }

    /// The kinds of ops.
    package enum Content: Sendable, Equatable {
        /// A rounded rectangle of one colour.
        case fill(shape: RoundedRect, color: PixelColor)
        /// The ring between a rounded rectangle and itself inset by `width` points.
        case border(shape: RoundedRect, width: Double, color: PixelColor)
        /// The inside of a path in one colour.
        case path(PathDraw, color: PixelColor)
        /// A gradient in a rounded rectangle.
        case gradient(shape: RoundedRect, GradientDraw)
        /// A part of an image stretched over a rectangle.
        case image(ImageDraw)
        /// A blurred rounded rectangle in one colour; the transform only scales and moves.
        case shadow(ShadowDraw, color: PixelColor)
        /// The blurred alpha of another pass in one colour.
        case blur(BlurDraw, color: PixelColor)
        /// Many small images; opacity multiplies their colours.
        case sprites(SpriteDraw)
        /// Another pass, pixel on pixel; with a mask, multiplied by the alpha of a second pass.
        case pass(PassIndex, mask: PassIndex?)
        /// Another pass, pixel on pixel, with a filter applied to each pixel.
        case filtered(PassIndex, ColorFilter)
        /// The blurred colours of another pass.
        case softened(SoftenDraw)
        /// A mix of two other passes, pixel on pixel, by a fraction of the second, 0...1. nil is transparent.
        case dissolve(from: PassIndex?, to: PassIndex?, fraction: Double)
        /// Another pass seen on a bent plane.
        case warp(WarpDraw)
        /// A list of ops, drawn once for each instance.
        case instances(InstancedDraw)
        /// Another pass, drawn in a space of its own and shown as an image.
        case rasterized(RasterizedDraw)
    }
}

extension DrawOp {
    /// Whether both draw the same; their layers are not compared.
    package static func == (a: DrawOp, b: DrawOp) -> Bool {
        a.bounds == b.bounds && a.transform == b.transform && a.clip == b.clip && a.opacity == b.opacity
            && a.blend == b.blend && a.tint == b.tint && a.edges == b.edges && a.content == b.content
    }
}

extension DrawOp.Content {
    /// Whether the op has the edges of a rectangle with square corners.
    package var isPlainRectangle: Bool {
        switch self {
        case .fill(let shape, _), .border(let shape, _, _), .gradient(let shape, _): shape.hasSquareCorners
        case .image: true
        default: false
        }
    }
}
