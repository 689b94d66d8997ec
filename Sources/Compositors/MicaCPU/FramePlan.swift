import MicaBase
import MicaFrame
import MicaRaster
import MicaWorkers

// From a frame to the ops of its tiles.
//
// `prepare` handles the passes in order:
//
// 1. Ops that touch the damaged region are prepared. An axis-aligned rectangle of one colour becomes a `SolidBox`. Any
//    other op becomes an `Op`, with its outline in device pixels (`ShapeStore`), its table, samples or mask (`OpStore`),
//    and its clip. `FramePlan+Fast` has a shorter way for the last pass and for small regions.
// 2. The pool's threads make the edges of outlines, and sort the sprites.
// 3. `TileGrid` lists the ops of each tile.
//
// Then the tiles are drawn, on any thread. Drawing only reads the plan (`TileRenderer`).
//
// The cost: the ops in the region, and the edges of outlines without a cached mask. Memory is used again from frame to
// frame.

/// A frame prepared for tiles: the data that ops need, computed once, and the list of ops of each tile.
///
/// It changes only between drawings; workers share it read-only. Its arrays keep their memory from frame to frame.
struct FramePlan {
    /// An op that changes pixels. It refers to its other data by index in the plan, so that copies of an op count no
    /// references.
    struct Op {
        var content: Content
        /// The pixels that it may change: within its pass, its clips and the wanted part of its pass.
        var bounds: DeviceRect
        /// The innermost clip that is more than its bounds; -1 without one.
        var clip: Int
        /// The opacity, 0...255.
        var opacity: UInt8
        /// The factors of samples' colours, `0x00RRGGBB`; all other colours are tinted already.
        var tint: UInt32
        /// How it is combined with the pixels below.
        var blend = BlendMode.sourceOver
        /// The index of its pass.
        var pass: Int
        /// How pixels that it covers in part are drawn.
        var edges: EdgeMode
        /// How it is drawn where parts of a tile hide it.
        var cut = Cut.strips
    }

    /// How an op is drawn where parts of a tile are hidden.
    enum Cut {
        /// Separately in each visible part.
        case strips
        /// Once, in the rectangle around all visible parts. It leaves out hidden pixels of each row itself.
        case around
        /// As a whole.
        case never
    }

    /// The drawing of an op.
    enum Content {
        /// A shape of one colour, opacity included.
        case solid(PreparedShape, pixel: UInt32)
        /// Colours of a gradient within a shape.
        case gradient(PreparedShape, gradient: Int)
        /// Samples of an image within a shape.
        case image(PreparedShape, image: Int)
        /// A blurred rounded rectangle of one colour, opacity included.
        case shadow(Int, pixel: UInt32)
        /// A blurred rounded rectangle of one colour whose corners lie far apart.
        case cornerShadow(Int, pixel: UInt32)
        /// A mask that is blurred already, in one colour, opacity included.
        case blur(Int, pixel: UInt32)
        /// Blurred cells, moved, in one colour, opacity included.
        case cells(Int, pixel: UInt32)
        /// Many small images.
        case sprites(Int)
        /// Another pass, multiplied by the alpha of a mask; -1 without a mask.
        case pass(Int, mask: Int)
        /// Another pass through a filter.
        case filtered(Int, filter: Int)
        /// A picture that is blurred already.
        case picture(Int)
        /// A mix of two other passes, in 256ths of the second; -1 for no pass.
        case dissolve(Int, Int, fraction: UInt32)
        /// A pass in a picture, seen through a bent plane.
        case warp(Int)
    }

    /// A clip of the frame.
    struct ClipRegion {
        var shape: PreparedShape
        /// The next clip up the chain that is more than its bounds; -1 without one.
        var parent: Int
        /// The pixels that it and its parents may cover.
        var bounds: DeviceRect
        /// Whether it covers all of its bounds. Then ops need only its parent.
        var isScissor: Bool
        /// A half of the surface, in place of the shape; nil for a shape.
        var cut: HalfPlane?
        /// Pixels that it and its parents are known to cover wholly: within them no mask is needed.
        var inner = DeviceRect.empty
    }

    /// The region that is drawn: damage within the surface.
    private(set) var region = DeviceRect.empty
    /// How images are sampled between their pixels.
    var interpolation = CompositorTraits.Interpolation.linear
    /// The dither of gradients; nil for none.
    var dither: DitherTile?
    /// The colour that the last pass begins with.
    private(set) var background: UInt32 = 0
    /// All ops, pass after pass, back to front.
    var order: [PlannedOp] = []
    /// The ops that are axis-aligned rectangles of one colour.
    var boxes: [SolidBox] = []
    /// The other ops.
    private(set) var ops: [Op] = []
    /// For each of `ops` the pixels of its pass that it hides.
    private(set) var occluders: [Occluder] = []
    var clips: [ClipRegion] = []
    var clipIndices = ClipIndices()
    /// The passes that are drawn in place: the wanted part of each, and its tile buffer.
    private(set) var passes = PassTree()
    /// The data of ops other than shapes of one colour.
    var store = OpStore()
    var sprites = SpriteStore()
    var shapes: ShapeStore
    /// Whether there are only boxes of the last pass, and they are so large that one of them hides most cells of a
    /// tile.
    private(set) var isOfLargeBoxes = false
    /// The tiles, and the list of ops of each.
    private(set) var tiles = TileGrid()

    /// An empty plan with a budget, in bytes, for masks of shapes that do not change.
    init(maskBudget: Int = 16 << 20) {
        shapes = ShapeStore(maskBudget: maskBudget)
    }

    /// The indices of the ops of a pass in the wanted region.
    var wanted: [Int32] = []
    /// The visible part of each of these, if few pixels are wanted.
    var visible: [DeviceRect] = []
    /// The boxes of the drawing before: their memory is used for the next.
    var spareBoxes: [SolidBox] = []

    /// Prepares a frame, or one of its passes, for a region of the surface.
    mutating func prepare(_ context: PlanContext) {
        (region, background, interpolation) = (context.region, context.background, context.traits.interpolation)
        dither = context.traits.dither.map { DitherTile(x: $0.x, y: $0.y, isWide: $0.tile == .wide) }
        removeAll()
        guard !region.isEmpty else { return }
        store.strips.trim()
        passes.find(context.frame, pass: context.pass, region: region, mayShowPasses: context.mayShowPasses)
        passes.assignBuffers()
        clipIndices.begin(context.frame.clips.count)
        for pass in passes.uses.indices where !passes.uses[pass].bounds.isEmpty { prepare(pass, context) }
        shapes.makeEdges(on: context.pool)
        isOfLargeBoxes = hasLargeBoxesOnly
        tiles.fill(region, size(context.tileSize), order, boxes, ops)
        sprites.sort(into: tiles, context.caches.mipmaps, context.caches.textures, on: context.pool)
    }

    /// Prepares the ops of a pass that touch its wanted pixels.
    private mutating func prepare(_ pass: Int, _ context: PlanContext) {
        if prepareFast(pass, context) { return }
        let (bounds, list) = (passes.uses[pass].bounds, context.frame.passes[pass].ops)
        let ops = list.span
        for index in ops.indices where !ops[index].bounds.intersection(bounds).isEmpty {
            if let box = SolidBox(ops, at: index) {
                append(box, within: SolidBox.limits(bounds), pass: pass)
            } else if let clip = preparedClip(of: ops[index].clip, context.frame) {
                prepare(ops[index], in: clip, at: OpAddress(pass: pass, op: index), context)
            }
        }
    }

    /// The size of tiles.
    ///
    /// Higher tiles cut ops less often, but hide less. They are used if nothing is hidden, and for lists of only boxes,
    /// which have their own cells to hide in. Of 16, 32, 48 and 64 rows, 64 took least time. Passes need memory of a
    /// tile's height.
    private func size(_ size: CPUCompositor.TileSize) -> CPUCompositor.TileSize {
        let isHigh = passes.bufferCount == 0 && (ops.isEmpty || !occluders.contains { $0.hidesAny })
        return CPUCompositor.TileSize(width: size.width, height: isHigh ? 2 * size.height : size.height)
    }

    /// Releases everything that the frame owned.
    mutating func removeAll() {
        order.clear()
        ops.clear()
        if !boxes.isEmpty { swap(&boxes, &spareBoxes) }
        boxes.clear()
        occluders.clear()
        clips.clear()
        clipIndices.removeAll()
        passes.removeAll()
        store.removeAll()
        sprites.removeAll()
        shapes.removeAll()
        tiles.removeAll()
    }

    // MARK: - Ops

    /// Prepares an op.
    ///
    /// - Parameter outer: the index in `clips` of its innermost clip; -1 without one.
    mutating func prepare(_ op: DrawOp, in outer: Int, at address: OpAddress, _ context: PlanContext) {
        let pass = address.pass
        var bounds = op.bounds.intersection(passes.uses[pass].bounds)
        var clip = outer
        if outer >= 0 {
            guard outer < clips.count else { return }
            bounds = bounds.intersection(clips[outer].bounds)
            clip = clips[outer].isScissor ? clips[outer].parent : outer
            if clip >= 0, clips[clip].inner.intersection(bounds) == bounds { clip = -1 }
        }
        let opacity = op.opacity > 0 ? min(op.opacity, 1) : 0
        guard !bounds.isEmpty, opacity > 0, op.content.passes.areBefore(pass) else { return }
        let content: Content?
        switch op.content {
        case .instances(let draw):
            return prepare(draw, of: op, in: outer, within: bounds, at: address, context)
        case .fill(let shape, let color): content = fill(shape, color, op, opacity, bounds)
        case .border(let shape, let width, let color): content = border(shape, width, color, op, opacity, bounds)
        case .path(let draw, let color): content = path(draw, color, op, opacity, bounds)
        case .gradient(let shape, let draw): content = gradient(shape, draw, op, bounds)
        case .image(let draw): content = image(draw, op, bounds, context.caches.mipmaps, interpolation)
        case .shadow(let draw, let color): content = shadow(draw, color, op, opacity, context.caches.corners)
        case .blur(let draw, let color): content = blur(draw, color, op, opacity, &bounds, address, context.results)
        case .softened: content = soften(&bounds, address, context.results)
        case .sprites(let draw):
            content = .sprites(sprites.add(draw, bounds: bounds, opacity: opacity, context.caches.mipmaps))
        case .pass(let shown, let mask): content = self.pass(shown, mask: mask, op, &bounds)
        case .filtered(let shown, let filter): content = filtered(shown, filter, &bounds)
        case .dissolve(let from, let to, let fraction): content = dissolve(from, to, fraction)
        case .warp(let draw): content = warp(draw, op, address, context.results)
        case .rasterized(let draw): content = rasterized(draw, op, bounds, address, context)
        }
        guard let content else { return }
        let prepared = Op(
            content: content, bounds: bounds, clip: clip, opacity: UInt8((opacity * 255).rounded()),
            tint: op.tint.bytes, blend: op.blend, pass: pass, edges: op.edges)
        add(prepared, hiding: clip < 0 ? occluder(prepared, op) : .nothing)
    }

    @inline(__always)  // A few instructions, for every box.
    mutating func append(_ box: SolidBox, within limits: SIMD4<Int32>, pass: Int) {
        guard let ready = box.cut(to: limits, pass: pass) else { return }
        order.append(.box(boxes.count))
        boxes.append(ready)
    }

    private mutating func add(_ prepared: Op, hiding occluder: Occluder) {
        var op = prepared
        switch op.content {
        case .sprites: op.cut = .never
        case .cornerShadow: op.cut = .around
        default: break
        }
        order.append(.op(ops.count))
        ops.append(op)
        occluders.append(occluder)
    }

    /// The index of an op's pass.
    @inline(__always)  // For every op of a tile.
    func pass(of op: PlannedOp) -> Int {
        switch op.kind {
        case .box(let index): Int(boxes[index].pass)
        case .op(let index): ops[index].pass
        }
    }

    /// Whether an op hides any pixels behind it.
    @inline(__always)  // For every op of a tile.
    func hides(_ op: PlannedOp) -> Bool {
        switch op.kind {
        case .box(let index): boxes[index].isOpaque
        case .op(let index): occluders[index].hidesAny
        }
    }

    /// The pixels of a tile that a pass has.
    func area(of pass: Int, in tile: DeviceRect) -> DeviceRect {
        pass == passes.uses.count - 1 ? tile : passes.uses[pass].reach.intersection(tile)
    }

    /// The pixels that an op without a mask hides.
    private func occluder(_ op: Op, _ source: DrawOp) -> Occluder {
        switch (op.content, source.content) {
        case (.solid(_, let pixel), .fill(let shape, _)) where pixel >> 24 == 255:
            return Occluder(shape, source.transform)
        case (.gradient(_, let gradient), .gradient(let shape, _))
        where store.gradients[gradient].isOpaque && op.opacity == 255:
            return Occluder(shape, source.transform)
        case (.image(_, let image), .image(let draw)) where store.images[image].isOpaque && op.opacity == 255:
            return Occluder(RoundedRect(draw.destination), source.transform)
        default: return .nothing
        }
    }
}

extension Tint {
    /// The factors as bytes, `0x00RRGGBB`, each rounded to nearest.
    fileprivate var bytes: UInt32 {
        func byte(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
        return byte(factors.x) << 16 | byte(factors.y) << 8 | byte(factors.z)
    }
}
