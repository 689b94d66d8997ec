import MicaGeometry
import MicaResources

/// One picture to be drawn: passes of draw ops in device pixels, and what changed since the picture before.
///
/// A frame is a value and complete in itself: a compositor draws it without knowing of layers, animations or time, and
/// two compositors given the same frame draw the same ops. All geometry is decided here; shapes are in the local space
/// of their op, which a homography maps to device pixels.
///
/// *Space*: device pixels, origin at the top left of the surface, y down; pixel (x, y) covers [x, x+1) x [y, y+1).
package struct Frame: Sendable, Equatable {
    /// Size of the surface, in pixels.
    package var width: Int, height: Int
    /// What the surface is cleared to.
    package var background = PixelColor.clear
    /// Clips that ops refer to; a clip's parent comes before it.
    package var clips: [Clip] = []
    /// Passes in the order in which they are drawn: what a pass shows comes before it, the last draws to the surface.
    package var passes: [RenderPass] {
        @inlinable get { storage }
        _modify {
            // What was known of them is no more.
            delta.reset()
            yield &storage
        }
    }
    @usableFromInline var storage: [RenderPass] = []
    /// What differs from the frame before, as one rectangle; outside it the surface keeps its pixels.
    package var damage: DeviceRect {
        didSet { damageRegion = DamageRegion(damage) }
    }
    /// What differs from the frame before: within `damage`, which is all of it unless this is set after it.
    package private(set) var damageRegion: DamageRegion
    /// What changed in the last pass since an earlier frame; unknown once `passes` is changed.
    package private(set) var delta = FrameDelta()

    /// Makes a frame without passes, all of it damaged.
    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        damage = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        damageRegion = DamageRegion(damage)
    }

    /// Sets what differs from the frame before.
    package mutating func setDamage(_ region: DamageRegion) {
        damage = region.bounds
        damageRegion = region
    }

    /// Sets what changed in the last pass since an earlier frame; returns the delta before.
    package mutating func swapDelta(_ delta: inout FrameDelta) { swap(&self.delta, &delta) }

    /// Equal pictures and equal damage.
    package static func == (a: Frame, b: Frame) -> Bool {
        a.width == b.width && a.height == b.height && a.background == b.background && a.damage == b.damage
            && a.damageRegion == b.damageRegion && a.clips == b.clips && a.passes == b.passes
    }

    /// The whole surface.
    package var bounds: DeviceRect { DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}

/// The place of a pass in `Frame.passes`.
package struct PassIndex: Sendable, Hashable {
    /// The index.
    package var rawValue: Int

    /// Makes a place of an index.
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The place of a clip in `Frame.clips`.
package struct ClipIndex: Sendable, Hashable {
    /// The index.
    package var rawValue: Int

    /// Makes a place of an index.
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// Ops that are drawn one over another into one buffer, which starts transparent.
package struct RenderPass: Sendable, Equatable {
    /// The pixels that the pass covers; the buffer is no larger. For the last pass the whole surface.
    package var bounds: DeviceRect
    /// The ops, back to front.
    package var ops: [DrawOp] = []

    package init(bounds: DeviceRect) {
        self.bounds = bounds
    }
}

/// A region that ops are confined to: a rounded rectangle in a plane or half of the surface, and its parent's region.
///
/// Coverage is multiplied: an op's coverage of a pixel times that of each clip up the chain.
package struct Clip: Sendable, Equatable {
    /// The clip that this one is inside of.
    package var parent: ClipIndex?
    /// The region, in the clip's local space.
    package var shape: RoundedRect
    /// From local space to device pixels.
    package var transform: Homography
    /// The pixels outside which this clip and its parents cover nothing.
    package var bounds: DeviceRect
    /// A half of the surface instead of the shape; nil for a shape.
    package var cut: HalfPlane?

    /// Makes a clip to half of the surface.
    package init(parent: ClipIndex?, cut: HalfPlane, bounds: DeviceRect) {
        self.init(
            parent: parent, shape: RoundedRect(LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0)), transform: .identity,
            bounds: bounds)
        self.cut = cut
    }

    /// Makes a clip to a shape.
    package init(parent: ClipIndex?, shape: RoundedRect, transform: Homography, bounds: DeviceRect) {
        (self.parent, self.shape, self.transform, self.bounds) = (parent, shape, transform, bounds)
    }
}

/// One thing to draw.
package struct DrawOp: Sendable, Equatable {
    // What most often changes lies side by side.
    /// The pixels outside which the op changes nothing: its shape's and its clips' bounds, within the pass.
    package var bounds: DeviceRect
    /// From the op's local space to device pixels.
    package var transform: Homography
    /// What is drawn.
    package var content: Content
    /// The innermost clip.
    package var clip: ClipIndex?
    /// Multiplies what the op draws, premultiplied, 0...1.
    package var opacity: Double
    /// How it is combined with what is under it; only an op that shows a pass without a mask may have another mode than
    /// source over.
    package var blend: BlendMode
    /// Multiplies the colours.
    package var tint = Tint.white
    /// How pixels that it covers in part are drawn.
    package var edges = EdgeMode.soft
    /// The layer that draws it, as the number that the frame's maker has for it; -1 where there is none. It is for instruments: no
    /// compositor looks at it, and ops that differ in nothing else are equal.
    package var layer: Int32 = -1

    package init(
        content: Content, transform: Homography, clip: ClipIndex? = nil, bounds: DeviceRect, opacity: Double = 1,
        blend: BlendMode = .sourceOver
    ) {
        (self.content, self.transform, self.clip, self.bounds) = (content, transform, clip, bounds)
        (self.opacity, self.blend) = (opacity, blend)
    }

    /// What is drawn.
    package enum Content: Sendable, Equatable {
        /// A rounded rectangle of one colour.
        case fill(shape: RoundedRect, color: PixelColor)
        /// The ring between a rounded rectangle and itself inset by `width` points.
        case border(shape: RoundedRect, width: Double, color: PixelColor)
        /// The inside of a path in one colour.
        case path(PathDraw, color: PixelColor)
        /// Colours that run over a rounded rectangle.
        case gradient(shape: RoundedRect, GradientDraw)
        /// A part of an image stretched over a rectangle.
        case image(ImageDraw)
        /// A blurred rounded rectangle in one colour; the transform only scales and moves.
        case shadow(ShadowDraw, color: PixelColor)
        /// The blurred alpha of another pass in one colour.
        case blur(BlurDraw, color: PixelColor)
        /// Many small images; opacity multiplies their colours.
        case sprites(SpriteDraw)
        /// Another pass, pixel on pixel; with a mask, times the alpha of a second one.
        case pass(PassIndex, mask: PassIndex?)
        /// Another pass, pixel on pixel, each pixel through a filter.
        case filtered(PassIndex, ColorFilter)
        /// The blurred colours of another pass.
        case softened(SoftenDraw)
        /// Two other passes, pixel on pixel: so much of the second, 0...1, and of the first what is left; nil is clear.
        case dissolve(from: PassIndex?, to: PassIndex?, fraction: Double)
        /// Another pass seen through a bent plane.
        case warp(WarpDraw)
        /// Other ops many times over.
        case instances(InstancedDraw)
        /// Another pass, drawn in a space of its own and shown as an image.
        case rasterized(RasterizedDraw)
    }
}

extension DrawOp {
    /// Whether both draw the same, whichever layers they are of.
    package static func == (a: DrawOp, b: DrawOp) -> Bool {
        a.bounds == b.bounds && a.transform == b.transform && a.clip == b.clip && a.opacity == b.opacity
            && a.blend == b.blend && a.tint == b.tint && a.edges == b.edges && a.content == b.content
    }
}

extension DrawOp.Content {
    /// Whether what is drawn has the edges of a rectangle, without round corners.
    package var isPlainRectangle: Bool {
        switch self {
        case .fill(let shape, _), .border(let shape, _, _), .gradient(let shape, _): shape.hasSquareCorners
        case .image: true
        default: false
        }
    }
}
