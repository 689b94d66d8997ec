import MicaFrame
import MicaGeometry
import MicaPixels
import MicaRaster
import MicaResources
import MicaWorkers

// From a frame to the ops of its tiles.
//
// `prepare` handles the passes in order:
//
// 1. Wanted ops: those that touch the damaged region, found by their bounds (`BoxList` for the last pass).
// 2. Hidden ops: `HiddenOps` drops those that opaque ops in front cover wholly, before anything is prepared.
// 3. Prepared ops: an axis-aligned rectangle of one colour becomes a `SolidBox`. Any other op becomes an `Op`, with its
//    outline in device pixels (`ShapeStore`), its table, samples or mask (`OpStore`), and its clip.
// 4. The pool's threads make the edges of outlines, and sort the sprites.
// 5. `TileGrid` lists the ops of each tile.
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
        /// Pixels that the next op of its pass covers, so that this op need not draw them.
        var hidden = DeviceRect.empty
        /// More such pixels, above and below `hidden`, between the corners of the next op.
        var hiddenBetween = DeviceRect.empty
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

    /// What an op draws.
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
    private(set) var order: [PlannedOp] = []
    /// The ops that are axis-aligned rectangles of one colour.
    private(set) var boxes: [SolidBox] = []
    /// The other ops.
    private(set) var ops: [Op] = []
    /// For each of `ops` the pixels of the last pass that it hides.
    private(set) var hides: [Occluder] = []
    var clips: [ClipRegion] = []
    private var clipIndices = ClipIndices()
    /// The passes that are drawn in place: the wanted part of each, and its tile buffer.
    private(set) var passes = InPlacePasses()
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

    private var hiddenOps = HiddenOps()
    /// The indices of the ops of a pass in the wanted region.
    private var wanted: [Int32] = []
    /// The boxes of the drawing before: their memory is used for the next.
    private var spareBoxes: [SolidBox] = []

    /// Prepares a frame, or one of its passes, for a region of the surface.
    ///
    /// - Parameters:
    ///   - last: the pass that is drawn; passes after it are left out.
    ///   - list: the cached list of the frame's last pass.
    ///   - results: the passes that were drawn offscreen, some of them blurred.
    ///   - pool: makes the edges of shapes, and sorts sprites.
    mutating func prepare(
        _ frame: Frame, pass last: Int, region: DeviceRect, background: UInt32, _ list: BoxList, tileWidth: Int,
        tileHeight: Int, mipmaps: MipmapCache, corners: CornerTables, textures: SpriteTextureCache,
        results: borrowing OffscreenResults,
        on pool: WorkerPool
    ) {
        self.region = region
        self.background = background
        removeAll()
        guard !region.isEmpty else { return }
        store.strips.trim()
        passes.find(
            frame, pass: last, region: region,
            mayShowPasses: last < frame.passes.count - 1 || list.mayShowPasses)
        clipIndices.begin(frame.clips.count)
        for index in passes.uses.indices where !passes.uses[index].bounds.isEmpty {
            wanted.clear()
            let isListed = list.isCurrent && index == frame.passes.count - 1
            if isListed {
                list.append(indicesIn: passes.uses[index].bounds, to: &wanted)
            } else {
                frame.passes[index].append(indicesIn: passes.uses[index].bounds, to: &wanted)
            }
            let isSmall =
                index == last && region.width <= tileWidth
                && region.height <= tileWidth * tileHeight / region.width
            let boxes = isListed ? list.boxes : []
            // Boxes alone are drawn as fast as hidden ones would be found.
            let areAllBoxes = isListed && areBoxes(list)
            if areAllBoxes {
                append(boxes, within: passes.uses[index].bounds, pass: index)
                continue
            }
            if isSmall {
                hiddenOps.remove(from: &wanted, frame.passes[index].ops, in: passes.uses[index].bounds)
            }
            let all = frame.passes[index].ops
            let source = all.span
            for number in wanted.indices {
                let opIndex = wanted[number]
                let visible = isSmall ? hiddenOps.visible[number] : passes.uses[index].bounds
                if boxes.isEmpty {
                    if let box = SolidBox(source, at: Int(opIndex)) {
                        append(box, within: SolidBox.limits(visible), pass: index)
                        continue
                    }
                } else if list.kinds[Int(opIndex)] == .box {
                    append(boxes[Int(opIndex)], within: SolidBox.limits(visible), pass: index)
                    continue
                }
                guard let clip = self.preparedClip(of: source[Int(opIndex)].clip, frame) else { continue }
                let whose = OpAddress(pass: index, op: Int(opIndex))
                // Only fills: for ops of other kinds the bounds may affect what is drawn.
                if isSmall, case .fill = source[Int(opIndex)].content {
                    var op = source[Int(opIndex)]
                    op.bounds = visible
                    prepare(op, in: clip, address: whose, frame, mipmaps, corners, results)
                } else {
                    prepare(source[Int(opIndex)], in: clip, address: whose, frame, mipmaps, corners, results)
                }
            }
        }
        shapes.makeEdges(on: pool)
        // Higher tiles cut ops less often, but hide less. They are used where nothing is hidden, and for boxes alone,
        // which have their own cells to hide in. Of 16, 32, 48 and 64 rows, 64 took least time. Passes need memory of a
        // tile's height.
        let isHigh = passes.bufferCount == 0 && (ops.isEmpty || !hides.contains { $0.hidesAny })
        let height = isHigh ? 2 * tileHeight : tileHeight
        isOfLargeBoxes = ops.isEmpty && passes.bufferCount == 0 && areLarge(boxes.span)
        tiles.fill(region, width: tileWidth, height: height, order, boxes, ops)
        sprites.sort(into: tiles, mipmaps, textures, on: pool)
    }

    /// Releases everything that the frame owned.
    mutating func removeAll() {
        order.clear()
        ops.clear()
        if !boxes.isEmpty { swap(&boxes, &spareBoxes) }
        boxes.clear()
        hides.clear()
        clips.clear()
        clipIndices.removeAll()
        passes.removeAll()
        store.removeAll()
        sprites.removeAll()
        shapes.removeAll()
        tiles.removeAll()
    }

    // MARK: - Clips

    /// The index in `clips` of an op's innermost clip, which is added at its first use; -1 without a clip, nil if the
    /// frame has no such clip.
    private mutating func preparedClip(of clip: ClipIndex?, _ frame: Frame) -> Int? {
        guard let index = clip?.rawValue else { return -1 }
        return frame.clips.indices.contains(index) ? self.clip(index, frame) : nil
    }

    private mutating func clip(_ index: Int, _ frame: Frame) -> Int {
        if let known = clipIndices[index] { return known }
        var bounds = frame.clips[index].bounds.intersection(region)
        var parent = -1
        if let above = frame.clips[index].parent?.rawValue {
            // A clip whose parent does not exist leaves nothing.
            if above >= 0, above < index {
                let position = clip(above, frame)
                bounds = bounds.intersection(clips[position].bounds)
                parent = clips[position].isScissor ? clips[position].parent : position
            } else {
                bounds = .empty
            }
        }
        if bounds.isEmpty {
            clips.append(ClipRegion(shape: .empty, parent: -1, bounds: .empty, isScissor: true))
        } else if let cut = frame.clips[index].cut {
            clips.append(ClipRegion(shape: .empty, parent: parent, bounds: bounds, isScissor: false, cut: cut))
        } else {
            addClip(frame.clips[index].shape, frame.clips[index].transform, parent: parent, bounds: bounds)
        }
        clipIndices[index] = clips.count - 1
        return clips.count - 1
    }

    /// Adds a clip within the bounds that its parents leave.
    mutating func addClip(_ region: RoundedRect, _ transform: Homography, parent: Int, bounds: DeviceRect) {
        var bounds = bounds
        let shape = shapes.add(region, transform, clip: bounds)
        var isScissor = false
        var inner = DeviceRect.empty
        switch shape {
        case .empty:
            bounds = .empty
            isScissor = true
        case .box(let box):
            inner = bounds.intersection(Self.wholePixels(within: box))
            if parent >= 0 { inner = inner.intersection(clips[parent].inner) }
            if let exact = Self.wholePixels(box) {
                bounds = bounds.intersection(exact)
                isScissor = true
            }
        case .edges, .mask: break
        }
        clips.append(
            ClipRegion(shape: shape, parent: parent, bounds: bounds, isScissor: isScissor, inner: inner))
    }

    /// The pixels that lie wholly within a box.
    private static func wholePixels(within box: Box) -> DeviceRect {
        // Coordinates far from the surface are limited to what fits an Int.
        func pixel(_ coordinate: Double) -> Int { Int(min(max(coordinate, -0x1p30), 0x1p30)) }
        let (minX, minY) = (pixel(box.minimum.x.rounded(.up)), pixel(box.minimum.y.rounded(.up)))
        let (maxX, maxY) = (pixel(box.maximum.x.rounded(.down)), pixel(box.maximum.y.rounded(.down)))
        guard minX < maxX, minY < maxY else { return .empty }
        return DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    /// The pixels of a box whose edges lie between pixels; nil when an edge does not, at the rasterizer's resolution.
    private static func wholePixels(_ box: Box) -> DeviceRect? {
        func whole(_ edge: Double) -> Int? {
            let steps = (edge * 4096).rounded(.toNearestOrEven)
            guard abs(edge) < 262144, steps.remainder(dividingBy: 4096) == 0 else { return nil }
            return Int(steps) >> 12
        }
        guard let minX = whole(box.minimum.x), let minY = whole(box.minimum.y), let maxX = whole(box.maximum.x),
            let maxY = whole(box.maximum.y)
        else { return nil }
        return DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    // MARK: - Ops

    mutating func prepare(
        _ op: DrawOp, in outer: Int, address: OpAddress, _ frame: Frame, _ mipmaps: MipmapCache,
        _ corners: CornerTables,
        _ results: borrowing OffscreenResults
    ) {
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
            return prepare(draw, of: op, in: outer, within: bounds, address: address, frame, mipmaps, corners, results)
        case .fill(let shape, let color): content = fill(shape, color, op, opacity, bounds)
        case .border(let shape, let width, let color): content = border(shape, width, color, op, opacity, bounds)
        case .path(let draw, let color): content = path(draw, color, op, opacity, bounds)
        case .gradient(let shape, let draw): content = gradient(shape, draw, op, bounds)
        case .image(let draw): content = image(draw, op, bounds, mipmaps, interpolation)
        case .shadow(let draw, let color): content = shadow(draw, color, op, opacity, corners)
        case .blur(let draw, let color): content = blur(draw, color, op, opacity, &bounds, address, results)
        case .softened: content = soften(&bounds, address, results)
        case .sprites(let draw):
            content = .sprites(sprites.add(draw, bounds: bounds, opacity: opacity, mipmaps))
        case .pass(let shown, let mask): content = self.pass(shown, mask: mask, op, &bounds)
        case .filtered(let shown, let filter): content = filtered(shown, filter, &bounds)
        case .dissolve(let from, let to, let fraction): content = dissolve(from, to, fraction)
        case .warp(let draw): content = warp(draw, op, address, results)
        case .rasterized(let draw): content = rasterized(draw, op, bounds, address, frame, mipmaps, results)
        }
        guard let content else { return }
        let prepared = Op(
            content: content, bounds: bounds, clip: clip, opacity: UInt8((opacity * 255).rounded()),
            tint: op.tint.bytes, blend: op.blend, pass: pass, edges: op.edges)
        add(prepared, hiding: clip < 0 ? occluder(prepared, op) : .nothing)
    }

    /// Whether all wanted ops are known to be boxes.
    private func areBoxes(_ list: BoxList) -> Bool {
        let kinds = list.kinds.span
        for index in wanted where kinds[Int(index)] != .box { return false }
        return true
    }

    /// Whether boxes are so large on average that drawing them in cells takes less time than one by one. Both take the
    /// same time for squares of 40 pixels.
    private func areLarge(_ boxes: Span<SolidBox>) -> Bool {
        var area = 0
        for index in boxes.indices { area += boxes[index].columns.count * boxes[index].rows.count }
        return area >= 1600 * boxes.count
    }

    /// Prepares the wanted ops, all of which are boxes.
    private mutating func append(_ ready: [SolidBox], within bounds: DeviceRect, pass: Int) {
        let (limits, ready) = (SolidBox.limits(bounds), ready.span)
        if boxes.isEmpty {
            var list: [SolidBox] = []
            swap(&list, &spareBoxes)
            SolidBox.cut(ready, wanted.span, to: limits, pass: pass, into: &list)
            swap(&list, &boxes)
            spareBoxes = list
            order.append(contentsOf: boxes.indices.lazy.map { PlannedOp.box($0) })
            return
        }
        for index in wanted { append(ready[Int(index)], within: limits, pass: pass) }
    }

    @inline(__always)  // A few instructions, for every box.
    private mutating func append(_ box: SolidBox, within limits: SIMD4<Int32>, pass: Int) {
        guard let ready = box.cut(to: limits, pass: pass) else { return }
        if ready.isOpaque { addHidden(ready.whole, between: .empty, pass: pass) }
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
        addHidden(
            occluder.rect.intersection(op.bounds), between: occluder.betweenCorners.intersection(op.bounds),
            pass: op.pass)
        order.append(.op(ops.count))
        ops.append(op)
        hides.append(op.pass == passes.uses.count - 1 ? occluder : .nothing)
    }

    /// Notes on the op before which of its pixels the next op hides.
    private mutating func addHidden(_ rect: DeviceRect, between corners: DeviceRect, pass: Int) {
        guard case .op(let last)? = order.last?.kind, ops[last].pass == pass else { return }
        (ops[last].hidden, ops[last].hiddenBetween) = (rect, corners)
    }

    /// The index of an op's pass.
    @inline(__always)  // For every op of a tile.
    func pass(of op: PlannedOp) -> Int {
        switch op.kind {
        case .box(let index): Int(boxes[index].pass)
        case .op(let index): ops[index].pass
        }
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

/// The indices in a plan of those of a frame's clips that ops have used.
private struct ClipIndices {
    /// For each clip of the frame its index in the plan; -1 for none.
    private var indices: [Int32] = []
    private var asked: [Int32] = []

    mutating func begin(_ count: Int) {
        if indices.count < count { indices.append(contentsOf: repeatElement(-1, count: count - indices.count)) }
    }

    /// The index of a clip in the plan; nil for none. Set only for clips that have none.
    subscript(clip: Int) -> Int? {
        get { indices[clip] < 0 ? nil : Int(indices[clip]) }
        set {
            indices[clip] = Int32(truncatingIfNeeded: newValue ?? -1)
            asked.append(Int32(truncatingIfNeeded: clip))
        }
    }

    mutating func removeAll() {
        for clip in asked { indices[Int(clip)] = -1 }
        asked.clear()
    }
}

extension Tint {
    /// The factors as bytes, `0x00RRGGBB`, each rounded to nearest.
    fileprivate var bytes: UInt32 {
        func byte(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
        return byte(factors.x) << 16 | byte(factors.y) << 8 | byte(factors.z)
    }
}
