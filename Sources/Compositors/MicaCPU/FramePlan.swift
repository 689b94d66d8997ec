import MicaFrame
import MicaGeometry
import MicaPixels
import MicaRaster
import MicaResources
import MicaWorkers

// From a frame to what tiles draw.
//
// `prepare` goes from pass to pass:
//
// 1. Which ops are wanted? Those of the damaged region, found by their bounds (`BoxList` for the last pass).
// 2. Which of them are hidden? `HiddenOps` drops what opaque ops in front cover whole, before anything is made ready.
// 3. What does each need? An axis-aligned rectangle of one colour becomes a `SolidBox`. Any other op becomes an `Op`: its
//    outline in device pixels (`ShapeStore`), its table, samples or mask (`OpStore`), its clip.
// 4. The edges of outlines and the sprites are made on the pool's threads.
// 5. `TileGrid` lists which ops each tile has.
//
// Then the tiles are drawn, on any thread, and the plan is only read (`TileRenderer`).
//
// What it costs: the ops in the region, and the edges of outlines for which no mask is kept. Memory is kept from frame to
// frame.

/// A frame made ready for tiles: what each op needs, worked out once, and which ops each tile has.
///
/// It only changes between drawings; workers share it read-only. Its arrays keep their memory from frame to frame.
struct FramePlan {
    /// An op that changes pixels; what it needs besides stands in the plan, so that nothing is counted where ops are copied.
    struct Op {
        /// What is drawn.
        var content: Content
        /// The pixels that it may change: within its pass, its clips and what is wanted of its pass.
        var bounds: DeviceRect
        /// The innermost clip that is more than its bounds; -1 without one.
        var clip: Int
        /// 0...255.
        var opacity: UInt8
        /// What the colours of samples are multiplied with, `0x00RRGGBB`; other colours have it in them.
        var tint: UInt32
        /// How it is combined with what is there.
        var blend = BlendMode.sourceOver
        /// The place of its pass.
        var pass: Int
        /// How pixels that it covers in part are drawn.
        var edges: EdgeMode
        /// Pixels that the next op of its pass makes what they are, so that this one need not draw them.
        var hidden = DeviceRect.empty
        /// Others that it makes so above and below these, between its corners.
        var hiddenBetween = DeviceRect.empty
        /// How it is cut where it is hidden.
        var cut = Cut.strips
    }

    /// How an op is cut where parts of a tile hide it.
    enum Cut {
        /// It is drawn in each part that can be seen.
        case strips
        /// It is drawn once around all of these: what it hides is left out of its rows.
        case around
        /// All of it is drawn.
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
        /// A mask that was blurred before, in one colour, opacity included.
        case blur(Int, pixel: UInt32)
        /// Cells that were blurred before and are moved, in one colour, opacity included.
        case cells(Int, pixel: UInt32)
        /// Many small images.
        case sprites(Int)
        /// Another pass, times the alpha of a mask; -1 without one.
        case pass(Int, mask: Int)
        /// Another pass through a filter.
        case filtered(Int, filter: Int)
        /// A picture that was blurred before.
        case picture(Int)
        /// Two other passes mixed, in 256ths of the second; -1 for none.
        case dissolve(Int, Int, fraction: UInt32)
        /// A pass that was drawn before, through a bent plane.
        case warp(Int)
    }

    /// A clip of the frame.
    struct ClipRegion {
        /// What it covers.
        var shape: PreparedShape
        /// The next clip up the chain that is more than its bounds; -1 without one.
        var parent: Int
        /// The pixels that it and its parents may cover.
        var bounds: DeviceRect
        /// Whether it covers all of its bounds, so that only its parent counts.
        var isScissor: Bool
        /// A half of the surface instead of the shape; nil for a shape.
        var cut: HalfPlane?
        /// The pixels that it and its parents cover wholly, as far as that is known: nothing in it needs the clip.
        var inner = DeviceRect.empty
    }

    /// What is drawn: the damage within the surface.
    private(set) var region = DeviceRect.empty
    /// How images are sampled between their pixels.
    var interpolation = CompositorTraits.Interpolation.linear
    /// What the last pass starts from.
    private(set) var background: UInt32 = 0
    /// What is drawn, pass after pass, back to front: an entry is a rectangle (its `op` is less than 0), or the index of an
    /// op in `ops`.
    private(set) var boxes: [SolidBox] = []
    /// The other ops.
    private(set) var ops: [Op] = []
    /// For each of them what it hides of the last pass.
    private(set) var hides: [Occluder] = []
    var clips: [ClipRegion] = []
    private var clipIndices = ClipIndices()
    /// The passes that are drawn in place: what is wanted of each, and the tile buffer that it is drawn into.
    private(set) var passes = InPlacePasses()
    /// What ops other than shapes of one colour need.
    var store = OpStore()
    var sprites = SpriteStore()
    var shapes: ShapeStore
    /// Whether there is nothing but boxes of the last pass, large enough that most cells of a tile are hidden by one.
    private(set) var isOfLargeBoxes = false
    /// The tiles, and which ops each has.
    private(set) var tiles = TileGrid()

    /// Makes an empty plan with a budget, in bytes, for masks of still shapes.
    init(maskBudget: Int = 16 << 20) {
        shapes = ShapeStore(maskBudget: maskBudget)
    }

    private var hiddenOps = HiddenOps()
    /// The indices of the ops of a pass in the wanted region.
    private var wanted: [Int32] = []
    /// The boxes of the drawing before, whose memory is for the next one's.
    private var spareBoxes: [SolidBox] = []

    /// Makes ready a frame, or what one of its passes shows, for a region of the surface.
    ///
    /// - Parameters:
    ///   - last: the pass that is wanted; the ones after it are left out.
    ///   - list: what is kept of the frame's last pass.
    ///   - results: what was drawn and blurred before.
    ///   - pool: what makes the edges of shapes, and sorts sprites.
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
            // Boxes alone are as fast drawn as they are found to be hidden.
            let areAllBoxes = areBoxes(boxes)
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
                } else if boxes[Int(opIndex)].op < 0 {
                    append(boxes[Int(opIndex)], within: SolidBox.limits(visible), pass: index)
                    continue
                }
                guard let clip = self.preparedClip(of: source[Int(opIndex)].clip, frame) else { continue }
                let whose = OpAddress(pass: index, op: Int(opIndex))
                // Only fills: the bounds of other ops may be a part of what they draw.
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
        // Higher tiles cut ops less, but hide less of them: where nothing is hidden, and boxes alone, which are hidden in cells of
        // their own. Of 16, 32, 48 and 64 rows, 64 took least. Passes need memory of a tile's height.
        let isHigh = passes.bufferCount == 0 && (ops.isEmpty || !hides.contains { $0.hidesAny })
        let height = isHigh ? 2 * tileHeight : tileHeight
        isOfLargeBoxes = ops.isEmpty && passes.bufferCount == 0 && areLarge(boxes.span)
        tiles.fill(region, width: tileWidth, height: height, boxes, ops)
        sprites.sort(into: tiles, mipmaps, textures, on: pool)
    }

    /// Lets go of everything that the frame owned.
    mutating func removeAll() {
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

    /// Where the innermost clip of an op lies in `clips`, into which it is put when it is first asked for; -1 without one, and nil
    /// when the frame has no such clip.
    private mutating func preparedClip(of clip: ClipIndex?, _ frame: Frame) -> Int? {
        guard let index = clip?.rawValue else { return -1 }
        return frame.clips.indices.contains(index) ? self.clip(index, frame) : nil
    }

    private mutating func clip(_ index: Int, _ frame: Frame) -> Int {
        if let known = clipIndices[index] { return known }
        var bounds = frame.clips[index].bounds.intersection(region)
        var parent = -1
        if let above = frame.clips[index].parent?.rawValue {
            // A clip whose parent is not there confines to nothing.
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

    /// Adds a clip within bounds that its parents leave.
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
        // Far from the surface there is nothing to be found.
        func pixel(_ coordinate: Double) -> Int { Int(min(max(coordinate, -0x1p30), 0x1p30)) }
        let (minX, minY) = (pixel(box.minimum.x.rounded(.up)), pixel(box.minimum.y.rounded(.up)))
        let (maxX, maxY) = (pixel(box.maximum.x.rounded(.down)), pixel(box.maximum.y.rounded(.down)))
        guard minX < maxX, minY < maxY else { return .empty }
        return DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    /// The pixels of a box whose edges lie between pixels; nil when one does not, at the rasteriser's resolution.
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

    /// Whether all ops that are wanted are known to be boxes.
    private func areBoxes(_ boxes: [SolidBox]) -> Bool {
        guard !boxes.isEmpty else { return false }
        let boxes = boxes.span
        for index in wanted where boxes[Int(index)].op >= 0 { return false }
        return true
    }

    /// Whether boxes touch so many pixels that drawing them in cells takes less than one by one: with squares of 40 pixels both
    /// take as long.
    private func areLarge(_ boxes: Span<SolidBox>) -> Bool {
        var area = 0
        for index in boxes.indices { area += boxes[index].columns.count * boxes[index].rows.count }
        return area >= 1600 * boxes.count
    }

    /// Makes ready the ops that are wanted, all of them boxes.
    private mutating func append(_ ready: [SolidBox], within bounds: DeviceRect, pass: Int) {
        let (limits, ready) = (SolidBox.limits(bounds), ready.span)
        if boxes.isEmpty {
            var list: [SolidBox] = []
            swap(&list, &spareBoxes)
            SolidBox.cut(ready, wanted.span, to: limits, pass: pass, into: &list)
            swap(&list, &boxes)
            spareBoxes = list
            return
        }
        boxes.reserveCapacity(boxes.count + wanted.count)
        for index in wanted { append(ready[Int(index)], within: limits, pass: pass) }
    }

    @inline(__always)  // A few instructions, for every box.
    private mutating func append(_ box: SolidBox, within limits: SIMD4<Int32>, pass: Int) {
        guard let ready = box.cut(to: limits, pass: pass) else { return }
        if ready.isOpaque { addHidden(ready.whole, between: .empty, pass: pass) }
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
        boxes.append(SolidBox(op: ops.count, pass: op.pass))
        ops.append(op)
        hides.append(op.pass == passes.uses.count - 1 ? occluder : .nothing)
    }

    /// Notes what the op before need not draw, because the next one hides it.
    private mutating func addHidden(_ rect: DeviceRect, between corners: DeviceRect, pass: Int) {
        guard let last = boxes.last, last.op >= 0, Int(last.pass) == pass else { return }
        (ops[Int(last.op)].hidden, ops[Int(last.op)].hiddenBetween) = (rect, corners)
    }

    /// What an op without a mask hides.
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

/// Where the clips of a frame lie in a plan: those that an op has asked for.
private struct ClipIndices {
    /// For each clip of the frame its place; -1 for none.
    private var indices: [Int32] = []
    private var asked: [Int32] = []

    /// Makes room for a number of clips.
    mutating func begin(_ count: Int) {
        if indices.count < count { indices.append(contentsOf: repeatElement(-1, count: count - indices.count)) }
    }

    /// The place of a clip; nil where it has none. Setting it is for those that have none.
    subscript(clip: Int) -> Int? {
        get { indices[clip] < 0 ? nil : Int(indices[clip]) }
        set {
            indices[clip] = Int32(truncatingIfNeeded: newValue ?? -1)
            asked.append(Int32(truncatingIfNeeded: clip))
        }
    }

    /// Forgets all indices.
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
