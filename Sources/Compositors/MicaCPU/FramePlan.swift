import MicaFrame
import MicaPixels
import MicaRaster
import MicaWorkers

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
        /// What becomes of pixels that it covers in part.
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
        /// Half of the surface, in the place of the shape; nil for a shape.
        var cut: HalfPlane?
        /// The pixels that it and its parents cover wholly, as far as that is known: nothing in it needs the clip.
        var inner = DeviceRect.empty
    }

    /// A pass, and where tiles keep it.
    struct Pass {
        /// The pixels that it has and that are wanted.
        var bounds: DeviceRect
        /// The pixels that are looked at, also where it has none.
        var reach = DeviceRect.empty
        /// The tile buffer that it is drawn into; -1 for the last pass.
        var slot: Int
    }

    /// What is drawn: the damage within the surface.
    private(set) var region = DeviceRect.empty
    /// What the last pass starts from.
    private(set) var background: UInt32 = 0
    /// What is drawn, pass after pass, back to front: boxes, and places of other ops.
    private(set) var boxes: [SolidBox] = []
    /// The other ops.
    private(set) var ops: [Op] = []
    /// For each of them what it hides of the last pass.
    private(set) var hides: [Occluder] = []
    private(set) var clips: [ClipRegion] = []
    private(set) var passes: [Pass] = []
    private(set) var images: [PreparedImage] = []
    private(set) var gradients: [PreparedGradient] = []
    private(set) var shadows: [PreparedShadow] = []
    private(set) var cornerShadows: [CornerShadow] = []
    /// What corner shadows look up.
    private(set) var strips = ShadowStrips()
    private(set) var masks: [BlurredMask] = []
    private(set) var cells: [MovedCells] = []
    private(set) var filters: [PixelFilter] = []
    private(set) var pictures: [BlurredPicture] = []
    private(set) var warps: [PreparedWarp] = []
    /// The sprites of ops; the last ones may be left over from frames before, for their memory.
    private(set) var sprites: [PreparedSprites] = []
    private var spriteCount = 0
    /// For each worker the memory that sorting sprites needs.
    private var spriteCells: [[PreparedSprites.Cells]] = []
    private(set) var shapes: ShapeStore
    /// How many tile buffers there have to be beside the one of the last pass.
    private(set) var slotCount = 0
    /// Whether there is nothing but boxes of the last pass, large enough that most cells of a tile are hidden by one.
    private(set) var isOfLargeBoxes = false
    /// The tiles, and which ops each has.
    private(set) var tiles = TileGrid()

    /// Makes an empty plan that keeps masks of still shapes of so many bytes.
    init(maskBudget: Int = 16 << 20) {
        shapes = ShapeStore(maskBudget: maskBudget)
    }

    // For each pass, and for what is in each slot, the last pass that reads it.
    private var lastUse: [Int] = []
    private var slotBusyUntil: [Int] = []
    private var hiddenOps = HiddenOps()
    /// The places of the ops that a pass has where it is wanted.
    private var wanted: [Int32] = []
    /// The boxes of the drawing before, whose memory is for the next one's.
    private var keptBoxes: [SolidBox] = []

    /// Makes ready a frame, or what one of its passes shows, for a region of the surface.
    ///
    /// - Parameters:
    ///   - last: the pass that is wanted; the ones after it are left out.
    ///   - blurred: the masks of the frame's blurs, where they are wanted.
    ///   - pool: what makes the edges of shapes, and sorts sprites.
    mutating func prepare(
        _ frame: Frame, pass last: Int, region: DeviceRect, background: UInt32, tileWidth: Int, tileHeight: Int,
        mipmaps: MipmapCache, corners: CornerTables, textures: SpriteTextureCache, blurred: borrowing BlurredMasks,
        on pool: WorkerPool
    ) {
        self.region = region
        self.background = background
        removeAll()
        guard !region.isEmpty else { return }
        strips.trim()
        prepareClips(frame)
        preparePasses(frame, last: last)
        for index in passes.indices where !passes[index].bounds.isEmpty {
            wanted.removeAll(keepingCapacity: true)
            frame.passes[index].append(placesIn: passes[index].bounds, to: &wanted)
            let isSmall =
                index == last && region.width <= tileWidth
                && region.height <= tileWidth * tileHeight / region.width
            let boxes = frame.passes[index].boxes
            // Boxes alone are as fast drawn as they are found to be hidden.
            let isPlain = areBoxes(boxes)
            if isPlain {
                append(boxes, within: passes[index].bounds, pass: index)
                continue
            }
            if isSmall {
                hiddenOps.remove(from: &wanted, frame.passes[index].storage, in: passes[index].bounds)
            }
            let storage = frame.passes[index].storage
            let source = storage.span
            for number in wanted.indices {
                let place = wanted[number]
                let seen = isSmall ? hiddenOps.seen[number] : passes[index].bounds
                if boxes.isEmpty {
                    if let box = SolidBox(source, at: Int(place)) {
                        append(box, within: SolidBox.limits(seen), pass: index)
                        continue
                    }
                } else if boxes[Int(place)].op < 0 {
                    append(boxes[Int(place)], within: SolidBox.limits(seen), pass: index)
                    continue
                }
                let whose = BlurPlace(pass: index, op: Int(place))
                // Fills alone: of what else an op draws the bounds may be a part.
                if isSmall, case .fill = source[Int(place)].content {
                    var op = source[Int(place)]
                    op.bounds = seen
                    prepare(op, place: whose, frame, mipmaps, corners, blurred)
                } else {
                    prepare(source[Int(place)], place: whose, frame, mipmaps, corners, blurred)
                }
            }
        }
        shapes.makeEdges(on: pool)
        // Higher tiles cut ops less, but hide less of them: where nothing is hidden, and boxes alone, which are hidden in cells of
        // their own. Of 16, 32, 48 and 64 rows, 64 took least. Passes need memory of a tile's height.
        let isHigh = slotCount == 0 && (ops.isEmpty || !hides.contains { $0.hidesAny })
        let height = isHigh ? 2 * tileHeight : tileHeight
        isOfLargeBoxes = ops.isEmpty && slotCount == 0 && areLarge(boxes.span)
        tiles.fill(region, width: tileWidth, height: height, boxes, ops)
        sortSprites(mipmaps, textures, on: pool)
    }

    /// Sprites of fewer are sorted in less time than it takes to wake a thread.
    private static let fewSprites = 500

    /// Sorts the sprites of all ops into the tiles, each op's on one thread, and takes their textures.
    private mutating func sortSprites(_ mipmaps: MipmapCache, _ textures: SpriteTextureCache, on pool: WorkerPool) {
        if spriteCount == 0 { return }
        while spriteCells.count < pool.workers { spriteCells.append([]) }
        var count = 0
        for index in 0..<spriteCount { count += sprites[index].count }
        pool.forEach(in: &sprites, first: spriteCount, isSmall: count < Self.fewSprites, with: &spriteCells) {
            [tiles] _, sprites, cells in sprites.sort(into: tiles, &cells)
        }
        for index in 0..<spriteCount { sprites[index].takeTextures(mipmaps, textures) }
    }

    /// Lets go of everything that the frame owned.
    mutating func removeAll() {
        ops.removeAll(keepingCapacity: true)
        if !boxes.isEmpty { swap(&boxes, &keptBoxes) }
        boxes.removeAll(keepingCapacity: true)
        hides.removeAll(keepingCapacity: true)
        clips.removeAll(keepingCapacity: true)
        passes.removeAll(keepingCapacity: true)
        images.removeAll(keepingCapacity: true)
        gradients.removeAll(keepingCapacity: true)
        shadows.removeAll(keepingCapacity: true)
        cornerShadows.removeAll(keepingCapacity: true)
        masks.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        filters.removeAll(keepingCapacity: true)
        pictures.removeAll(keepingCapacity: true)
        warps.removeAll(keepingCapacity: true)
        for index in 0..<spriteCount { sprites[index].removeAll() }
        spriteCount = 0
        shapes.removeAll()
        tiles.removeAll()
        slotCount = 0
    }

    // MARK: - Clips

    private mutating func prepareClips(_ frame: Frame) {
        for (index, clip) in frame.clips.enumerated() {
            var bounds = clip.bounds.intersection(region)
            var parent = -1
            if let above = clip.parent?.rawValue {
                // A clip whose parent is not there confines to nothing.
                if above >= 0, above < index {
                    bounds = bounds.intersection(clips[above].bounds)
                    parent = clips[above].isScissor ? clips[above].parent : above
                } else {
                    bounds = .empty
                }
            }
            if bounds.isEmpty {
                clips.append(ClipRegion(shape: .empty, parent: -1, bounds: .empty, isScissor: true))
                continue
            }
            if let cut = clip.cut {
                clips.append(ClipRegion(shape: .empty, parent: parent, bounds: bounds, isScissor: false, cut: cut))
                continue
            }
            addClip(clip.shape, clip.transform, parent: parent, bounds: bounds)
        }
    }

    /// Adds a clip within bounds that its parents leave.
    private mutating func addClip(
        _ region: RoundedRect, _ transform: Homography, parent: Int, bounds: DeviceRect
    ) {
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

    /// Adds the clips of an instanced draw as one of its instances has them, inside another clip.
    ///
    /// The clips come to lie one after the other; a place in the draw's clips is that much further here.
    private mutating func addClips(_ draw: InstancedDraw, through map: Homography, in outer: ClipIndex?) {
        let first = clips.count
        for clip in draw.clips {
            let above: Int? = clip.parent.map { first + $0.rawValue } ?? outer?.rawValue
            var bounds = map.deviceBounds(of: LocalRect(clip.bounds)).intersection(region)
            var parent = -1
            if let above, clips.indices.contains(above) {
                bounds = bounds.intersection(clips[above].bounds)
                parent = clips[above].isScissor ? clips[above].parent : above
            } else if above != nil {
                bounds = .empty
            }
            if let transform = map.after(clip.transform), !bounds.isEmpty {
                addClip(clip.shape, transform, parent: parent, bounds: bounds)
            } else {
                clips.append(ClipRegion(shape: .empty, parent: -1, bounds: .empty, isScissor: true))
            }
        }
    }

    /// The pixels that lie wholly within a box.
    private static func wholePixels(within box: Box) -> DeviceRect {
        // Far from the surface there is nothing to be found.
        func pixel(_ place: Double) -> Int { Int(min(max(place, -0x1p30), 0x1p30)) }
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

    // MARK: - Passes

    /// Finds what is wanted of each pass, and where it is kept for how long.
    private mutating func preparePasses(_ frame: Frame, last: Int) {
        passes.append(contentsOf: repeatElement(Pass(bounds: .empty, slot: -1), count: last + 1))
        lastUse.removeAll(keepingCapacity: true)
        lastUse.append(contentsOf: repeatElement(-1, count: last + 1))
        guard last >= 0 else { return }
        passes[last].bounds = frame.passes[last].bounds.intersection(region)
        for index in passes.indices.reversed()
        where !passes[index].bounds.isEmpty && frame.passes[index].mayShowPasses {
            let storage = frame.passes[index].storage
            let ops = storage.span
            for place in ops.indices where ops[place].content.showsPassesInPlace {
                let shown = ops[place].content.passes
                guard shown.areBefore(index) else { continue }
                let wanted = ops[place].bounds.intersection(passes[index].bounds)
                for pass in shown { want(wanted, of: pass.rawValue, frame, by: index) }
            }
        }
        slotBusyUntil.removeAll(keepingCapacity: true)
        for index in 0..<last where !passes[index].bounds.isEmpty {
            if let free = slotBusyUntil.firstIndex(where: { $0 < index }) {
                passes[index].slot = free
                slotBusyUntil[free] = lastUse[index]
            } else {
                passes[index].slot = slotBusyUntil.count
                slotBusyUntil.append(lastUse[index])
            }
        }
        slotCount = slotBusyUntil.count
    }

    private mutating func want(_ rect: DeviceRect, of pass: Int, _ frame: Frame, by user: Int) {
        passes[pass].reach = passes[pass].reach.union(rect)
        passes[pass].bounds = passes[pass].bounds.union(rect.intersection(frame.passes[pass].bounds))
        lastUse[pass] = max(lastUse[pass], user)
    }

    // MARK: - Ops

    private mutating func prepare(
        _ op: DrawOp, place: BlurPlace, _ frame: Frame, _ mipmaps: MipmapCache, _ corners: CornerTables,
        _ blurred: borrowing BlurredMasks
    ) {
        let pass = place.pass
        var bounds = op.bounds.intersection(passes[pass].bounds)
        var clip = -1
        if let index = op.clip?.rawValue {
            guard clips.indices.contains(index) else { return }
            bounds = bounds.intersection(clips[index].bounds)
            clip = clips[index].isScissor ? clips[index].parent : index
            if clip >= 0, clips[clip].inner.intersection(bounds) == bounds { clip = -1 }
        }
        let opacity = op.opacity > 0 ? min(op.opacity, 1) : 0
        guard !bounds.isEmpty, opacity > 0, op.content.passes.areBefore(pass) else { return }
        let content: Content
        switch op.content {
        case .instances(let draw):
            return prepare(draw, of: op, within: bounds, place: place, frame, mipmaps, corners, blurred)
        case .fill(let shape, let color):
            let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
            guard pixel != 0 else { return }
            content = .solid(shapes.add(shape, op.transform, clip: bounds), pixel: pixel)
        case .border(let shape, let width, let color):
            let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
            guard pixel != 0 else { return }
            content = .solid(shapes.addRing(shape, width: width, op.transform, clip: bounds), pixel: pixel)
        case .path(let draw, let color):
            let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
            guard pixel != 0 else { return }
            content = .solid(shapes.add(draw, op.transform, clip: bounds, whole: op.bounds), pixel: pixel)
        case .gradient(let shape, let draw):
            guard let gradient = PreparedGradient(draw, transform: op.transform) else { return }
            content = .gradient(shapes.add(shape, op.transform, clip: bounds), gradient: gradients.count)
            gradients.append(gradient)
        case .image(let draw):
            guard let image = PreparedImage(draw, transform: op.transform, mipmaps: mipmaps) else { return }
            content = .image(shapes.add(RoundedRect(draw.destination), op.transform, clip: bounds), image: images.count)
            images.append(image)
        case .shadow(let draw, let color):
            let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
            guard pixel != 0 else { return }
            if let shadow = CornerShadow(draw, transform: op.transform, tables: corners, store: &strips) {
                content = .cornerShadow(cornerShadows.count, pixel: pixel)
                cornerShadows.append(shadow)
                break
            }
            guard let shadow = PreparedShadow(draw, transform: op.transform, bounds: op.bounds) else {
                return
            }
            content = .shadow(shadows.count, pixel: pixel)
            shadows.append(shadow)
        case .blur(let draw, let color):
            let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
            guard pixel != 0 else { return }
            if let (moved, wanted) = blurred.cells(place, of: draw) {
                bounds = bounds.intersection(wanted)
                guard !bounds.isEmpty else { return }
                content = .cells(cells.count, pixel: pixel)
                cells.append(moved)
                break
            }
            guard let mask = blurred[place] else { return }
            bounds = bounds.intersection(mask.bounds)
            guard !bounds.isEmpty else { return }
            content = .blur(masks.count, pixel: pixel)
            masks.append(mask)
        case .sprites(let draw):
            content = .sprites(spriteCount)
            if spriteCount == sprites.count { sprites.append(PreparedSprites()) }
            sprites[spriteCount].prepare(draw, bounds: bounds, opacity: opacity, mipmaps)
            spriteCount += 1
        case .pass(let shown, let mask):
            if !op.blend.isUnbounded { bounds = bounds.intersection(passes[shown.rawValue].bounds) }
            if let mask { bounds = bounds.intersection(passes[mask.rawValue].bounds) }
            guard !bounds.isEmpty else { return }
            content = .pass(shown.rawValue, mask: mask?.rawValue ?? -1)
        case .filtered(let shown, let filter):
            bounds = bounds.intersection(passes[shown.rawValue].bounds)
            guard !bounds.isEmpty else { return }
            content = .filtered(shown.rawValue, filter: filters.count)
            filters.append(filter)
        case .raster(let draw):
            guard let raster = blurred.raster(place) else { return }
            // In pixels of the raster, of which this part was drawn.
            let all = frame.passes[draw.pass.rawValue].bounds
            let rect = LocalRect(
                minX: Double(all.minX), minY: Double(all.minY), maxX: Double(all.maxX), maxY: Double(all.maxY))
            let whole = LocalRect(minX: 0, minY: 0, maxX: rect.width, maxY: rect.height)
            let shown = ImageDraw(image: raster, destination: rect, source: whole, sampling: .bilinear)
            guard let image = PreparedImage(shown, transform: op.transform, mipmaps: mipmaps) else { return }
            content = .image(shapes.add(RoundedRect(rect), op.transform, clip: bounds), image: images.count)
            images.append(image)
        case .softened:
            guard let picture = blurred.picture(place) else { return }
            bounds = bounds.intersection(picture.bounds)
            guard !bounds.isEmpty else { return }
            content = .picture(pictures.count)
            pictures.append(picture)
        case .dissolve(let from, let to, let fraction):
            let share = UInt32((max(0, min(1, fraction.isNaN ? 0 : fraction)) * 256).rounded())
            content = .dissolve(from?.rawValue ?? -1, to?.rawValue ?? -1, fraction: share)
        case .warp(let draw):
            guard let source = blurred.source(place), let warp = PreparedWarp(draw, op.transform, source) else {
                return
            }
            content = .warp(warps.count)
            warps.append(warp)
        }
        let prepared = Op(
            content: content, bounds: bounds, clip: clip, opacity: UInt8((opacity * 255).rounded()),
            tint: op.tint.bytes, blend: op.blend, pass: pass, edges: op.edges)
        add(prepared, hiding: clip < 0 ? occluder(prepared, op) : .nothing)
    }

    /// Whether all ops that are wanted are known to be boxes.
    private func areBoxes(_ boxes: [SolidBox]) -> Bool {
        guard !boxes.isEmpty else { return false }
        let boxes = boxes.span
        for place in wanted where boxes[Int(place)].op >= 0 { return false }
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
            swap(&list, &keptBoxes)
            SolidBox.cut(ready, wanted.span, to: limits, pass: pass, into: &list)
            swap(&list, &boxes)
            keptBoxes = list
            return
        }
        boxes.reserveCapacity(boxes.count + wanted.count)
        for place in wanted { append(ready[Int(place)], within: limits, pass: pass) }
    }

    @inline(__always)  // A few instructions, for every box.
    private mutating func append(_ box: SolidBox, within limits: SIMD4<Int32>, pass: Int) {
        guard let ready = box.cut(to: limits, pass: pass) else { return }
        if ready.isOpaque { noteHidden(ready.whole, between: .empty, pass: pass) }
        boxes.append(ready)
    }

    private mutating func add(_ prepared: Op, hiding occluder: Occluder) {
        var op = prepared
        switch op.content {
        case .sprites: op.cut = .never
        case .cornerShadow: op.cut = .around
        default: break
        }
        noteHidden(
            occluder.rect.intersection(op.bounds), between: occluder.betweenCorners.intersection(op.bounds),
            pass: op.pass)
        boxes.append(SolidBox(op: ops.count, pass: op.pass))
        ops.append(op)
        hides.append(op.pass == passes.count - 1 ? occluder : .nothing)
    }

    /// Notes what the op before need not draw, because the next one hides it.
    private mutating func noteHidden(_ rect: DeviceRect, between corners: DeviceRect, pass: Int) {
        guard let last = boxes.last, last.op >= 0, Int(last.pass) == pass else { return }
        (ops[Int(last.op)].hidden, ops[Int(last.op)].hiddenBetween) = (rect, corners)
    }

    /// Makes ready every instance that can be seen, op by op.
    private mutating func prepare(
        _ draw: InstancedDraw, of op: DrawOp, within bounds: DeviceRect, place: BlurPlace, _ frame: Frame,
        _ mipmaps: MipmapCache, _ corners: CornerTables,
        _ blurred: borrowing BlurredMasks
    ) {
        var owner = op
        owner.bounds = bounds
        let box = LocalRect(draw.bounds)
        for instance in draw.instances {
            guard let map = op.transform == .identity ? instance.transform : op.transform.after(instance.transform),
                !map.deviceBounds(of: box).intersection(bounds).isEmpty
            else { continue }
            let first = clips.count
            if !draw.clips.isEmpty { addClips(draw, through: map, in: op.clip) }
            for index in draw.ops.indices {
                guard var shown = draw.op(index, of: instance, through: map, in: owner) else { continue }
                shown.clip = shown.clip.map { ClipIndex(first + $0.rawValue) } ?? op.clip
                prepare(shown, place: place, frame, mipmaps, corners, blurred)
            }
        }
    }

    /// What an op without a mask hides.
    private func occluder(_ op: Op, _ source: DrawOp) -> Occluder {
        switch (op.content, source.content) {
        case (.solid(_, let pixel), .fill(let shape, _)) where pixel >> 24 == 255:
            return Occluder(shape, source.transform)
        case (.gradient(_, let gradient), .gradient(let shape, _))
        where gradients[gradient].isOpaque && op.opacity == 255:
            return Occluder(shape, source.transform)
        case (.image(_, let image), .image(let draw)) where images[image].isOpaque && op.opacity == 255:
            return Occluder(RoundedRect(draw.destination), source.transform)
        default: return .nothing
        }
    }
}
