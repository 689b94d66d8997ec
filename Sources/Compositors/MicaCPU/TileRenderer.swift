import MicaBase
import MicaRaster

// From a plan to pixels, one tile at a time.
//
// A tile is drawn in three steps:
//
// 1. Front to back: finds the visible parts of each op (`TileOcclusion`).
// 2. The background, where no opaque op covers it.
// 3. Back to front: draws the ops one by one, in their visible parts. The rasterizer gives the runs of coverage of a row,
//    the op gives their colours (Ops/), and `drawSamples` applies clip and opacity. `TileRenderer+Fast` draws consecutive
//    rectangles of one colour together.
//
// The cost: the ops of the tile, and their visible pixels. Nothing is allocated from the second tile on.

/// Draws one tile of all passes of a frame.
///
/// The last pass is drawn into the surface, the others into memory that stays in the CPU's cache. A pass is shown pixel
/// on pixel, so a tile needs the same tile of the passes that it shows, and no pass is ever drawn whole. The memory is
/// one tile for each pass that is in use at a time, however large the surface is. Each worker has a renderer of its
/// own.
struct TileRenderer: ~Copyable {
    /// The pixels that are drawn into: the tile of the surface, or the part of a pass within the tile.
    var target: PixelBlock
    private var slots: [Slot] = []
    private let capacity: Int
    var tile = DeviceRect.empty
    var tileIndex = 0
    /// Whether the background is not filled in, because the image that is drawn covers the tile: it is drawn over the
    /// background's colour.
    var isUncovered = false
    var background: UInt32 = 0

    var boxMemory = BoxMemory()
    var rasterizer = Rasterizer()
    var clipMasks = ClipMasks()
    // A row of coverage and two of samples.
    var coverage: [UInt8] = []
    var samples: [UInt32] = []
    var spareSamples: [UInt32] = []
    // Rows of pixels, each interpolated along a row of a blur's cells.
    var cellRows: [UInt16] = []
    // A row of coverage before rounding.
    var sums: [Float] = []

    /// Where the tile's ops are visible.
    var occlusion = TileOcclusion()
    /// The range in `occlusion.covers` of the nearest ones in front of the op that is being drawn.
    var coversInFront = 0..<0
    var holes = ShadowHoles()

    /// The most buffers of passes that get room for a whole tile each.
    private static let fewSlots = 64

    private struct Slot {
        /// The pass whose pixels the slot has; -1 for none in this tile.
        var pass = -1
        /// Made when a pass has pixels in a tile, and again when a pass needs more.
        var memory: PixelMemory
        /// The part of the memory that the pass uses.
        var block: PixelBlock
    }

    /// Makes a renderer for tiles up to a size.
    init(tileWidth: Int, tileHeight: Int) {
        capacity = tileWidth * tileHeight
        // Before the first tile, the target is a single pixel.
        target = PixelMemory(capacity: 1).block(minX: 0, minY: 0, width: 1, height: 1)
        coverage = Array(repeating: 0, count: tileWidth)
        samples = Array(repeating: 0, count: tileWidth)
        spareSamples = samples
        sums = Array(repeating: 0, count: tileWidth)
    }

    /// Draws a tile, or some of its parts.
    ///
    /// - Parameter origin: the position on the surface of the output's first pixel.
    mutating func draw(
        _ index: Int, parts: Range<Int> = 0..<TileGrid.parts, of plan: borrowing FramePlan, into output: SharedPixels,
        origin: SIMD2<Int> = .zero
    ) {
        tile = plan.tiles.rect(of: index, parts: parts)
        if tile.isEmpty { return }
        tileIndex = index
        let surface = output.block(
            x: tile.minX - origin.x, y: tile.minY - origin.y, width: tile.width, height: tile.height, minX: tile.minX,
            minY: tile.minY)
        if drawLargeBoxesFast(plan, into: surface) { return }
        clipMasks.removeAll()
        emptySlots(plan.passes.bufferCount)
        occlusion.find(index, tile, of: plan)
        background = plan.background
        let count = plan.tiles.opCount(of: index), last = plan.passes.uses.count - 1
        let image = coveringImageFast(plan, last: last)
        // The background is filled from end to end even where ops hide it: the ops then find the memory in the cache. A
        // few large ops write the memory in order themselves.
        if image == nil, !occlusion.unhidden.isEmpty || count > Self.fewOps {
            surface.fill(plan.background, columns: tile.minX..<tile.maxX, rows: tile.minY..<tile.maxY)
        }
        var pass = last, bands = TileBands(tile)
        target = surface
        var position = 0
        while position < count {
            let op = plan.tiles.op(position, of: index)
            plan.prefetchFast(after: position, of: index)
            if occlusion.visible[position].isEmpty {
                position += 1
                continue
            }
            if plan.pass(of: op) != pass {
                pass = plan.pass(of: op)
                let area = plan.area(of: pass, in: tile)
                target = pass == last ? surface : begin(pass, area, plan)
                bands = TileBands(area)
            }
            if op.isBox, let end = drawBoxesFast(from: position, pass, plan, bands) {
                position = end
                continue
            }
            isUncovered = position == image
            coversInFront = occlusion.covers(inFrontOf: position)
            draw(op, plan, in: occlusion.visible[position], bands)
            position += 1
        }
        isUncovered = false
    }

    /// Makes room for the buffers of passes. None has pixels of this tile yet.
    private mutating func emptySlots(_ count: Int) {
        while slots.count < count {
            let memory = PixelMemory(capacity: 1)
            slots.append(Slot(memory: memory, block: memory.block(minX: 0, minY: 0, width: 1, height: 1)))
        }
        for slot in slots.indices { slots[slot].pass = -1 }
    }

    /// The most ops of a tile that is not filled first where they hide it.
    private static let fewOps = 8

    /// Clears a pass's part of the tile, in its buffer.
    private mutating func begin(_ pass: Int, _ area: DeviceRect, _ plan: borrowing FramePlan) -> PixelBlock {
        let slot = plan.passes.uses[pass].buffer
        let wanted = area.width * area.height
        if slots[slot].memory.capacity < wanted {
            // If there are few buffers, each gets room for a whole tile at once.
            let isFew = slots.count <= Self.fewSlots
            slots[slot].memory = PixelMemory(capacity: isFew ? capacity : min(capacity, wanted + wanted / 2))
        }
        let block = slots[slot].memory.block(minX: area.minX, minY: area.minY, width: area.width, height: area.height)
        block.fill(0, columns: area.minX..<area.maxX, rows: area.minY..<area.maxY)
        slots[slot].pass = pass
        slots[slot].block = block
        return block
    }

    // MARK: - Ops

    /// Draws an op in its visible parts.
    private mutating func draw(
        _ planned: PlannedOp, _ plan: borrowing FramePlan, in visible: TileMask, _ bands: TileBands
    ) {
        if visible == TileBands.everything { return draw(planned, plan, within: tile) }
        guard case .op(let op) = planned.kind else {
            bands.forEach(in: visible) { draw(planned, plan, within: $0) }
            return
        }
        switch plan.ops[op].cut {
        case .never: draw(planned, plan, within: tile)
        case .around: draw(planned, plan, within: bands.bounds(of: visible))
        case .strips: bands.forEachHigh(in: visible) { draw(planned, plan, within: $0) }
        }
    }

    private mutating func draw(_ planned: PlannedOp, _ plan: borrowing FramePlan, within part: DeviceRect) {
        switch planned.kind {
        case .box(let box): plan.boxes[box].coverage.blend(plan.boxes[box].pixel, into: target, within: part)
        case .op(let op): draw(plan.ops[op], plan, within: part)
        }
    }

    private mutating func draw(_ op: FramePlan.Op, _ plan: borrowing FramePlan, within part: DeviceRect) {
        let area = op.bounds.intersection(part)
        if area.isEmpty { return }
        var mask = ClipMasks.Cover.everything
        if op.clip >= 0 {
            // Pixels that the clip covers wholly need no mask.
            let inner = plan.clips[op.clip].inner.intersection(area)
            if inner.isEmpty {
                mask = clipMasks.cover(of: op.clip, plan, tile: tile, rasterizer: &rasterizer)
            } else if inner != area {
                draw(op, plan, within: inner)
                let (above, below, left, right) = area.around(inner)
                draw(op, plan, within: above)
                draw(op, plan, within: below)
                draw(op, plan, within: left)
                draw(op, plan, within: right)
                return
            }
        }
        if case .nothing = mask { return }
        rasterizer.edges = op.edges
        switch op.content {
        case .solid(let shape, let pixel): drawSolid(shape, pixel, mask, op.edges, plan, area)
        case .gradient(let shape, let gradient):
            if plan.begin(shape, &rasterizer, area) { drawGradient(plan.store.gradients[gradient], mask, op) }
        case .image(let shape, let image):
            if plan.begin(shape, &rasterizer, area) { drawImage(plan.store.images[image], mask, op) }
        case .shadow(let shadow, let pixel): drawShadow(plan.store.shadows[shadow], pixel, mask, area)
        case .cornerShadow(let shadow, let pixel):
            drawShadow(plan.store.cornerShadows.span[shadow], plan.store.strips, pixel, mask, area)
        case .blur(let index, let pixel): drawBlur(plan.store.masks[index], pixel, mask, area)
        case .cells(let index, let pixel):
            let hidden = occlusion.nearestCover(coversInFront, in: area).whole
            drawCells(plan.store.cells[index], pixel, mask, area, hidden: hidden)
        case .sprites(let index): drawSprites(plan.sprites[index], mask, area)
        case .pass(let shown, let maskPass):
            if op.blend == .sourceOver {
                drawPass(area, plan, shown, maskPass, mask, alpha: op.opacity)
            } else {
                blendPass(area, plan, shown, mask, op)
            }
        case .filtered(let shown, let filter): drawFiltered(shown, plan.store.filters[filter], plan, mask, op, area)
        case .picture(let index): drawPicture(plan.store.pictures[index], mask, op, area)
        case .dissolve(let from, let to, let fraction): drawDissolve(from, to, fraction, plan, mask, op, area)
        case .warp(let index): drawWarp(plan.store.warps[index], mask, op, area)
        }
    }

    /// A pass's pixels in this tile; nil if no op of the pass is in the tile, so that it is transparent.
    func block(of pass: Int, _ plan: borrowing FramePlan) -> PixelBlock? {
        guard pass >= 0, plan.passes.uses[pass].buffer >= 0, slots[plan.passes.uses[pass].buffer].pass == pass else {
            return nil
        }
        return slots[plan.passes.uses[pass].buffer].block
    }

    /// Draws a run in one colour, with the coverage in `coverage` from `first` on, multiplied by a clip mask.
    mutating func tint(_ pixel: UInt32, _ mask: ClipMasks.Cover, x: Int, y: Int, first: Int, count: Int) {
        if case .mask(let mask) = mask {
            coverage.multiply(
                by: clipMasks.bytes(mask), at: first, first: clipMasks.offset(mask, x: x, y: y), count: count)
        }
        target.blend(pixel, coverage: coverage, first: first, x: x, y: y, count: count)
    }

    /// Writes a run's coverage, multiplied by a clip mask, to the beginning of `coverage`.
    mutating func cover(_ run: CoverageSpan, _ mask: Int) {
        coverage.copy(
            clipMasks.bytes(mask), first: clipMasks.offset(mask, x: run.x, y: rasterizer.row), start: 0,
            count: run.count)
        if let alpha = run.uniform {
            if alpha != 255 { coverage.multiply(by: alpha, start: 0, count: run.count) }
        } else {
            coverage.multiply(
                by: rasterizer.coverage, first: run.x - rasterizer.clip.minX, start: 0, count: run.count)
        }
    }
}

extension DeviceRect {
    /// The parts of a rectangle above, below, left and right of another rectangle within it.
    fileprivate func around(
        _ inner: DeviceRect
    ) -> (above: DeviceRect, below: DeviceRect, left: DeviceRect, right: DeviceRect) {
        (
            DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: inner.minY),
            DeviceRect(minX: minX, minY: inner.maxY, maxX: maxX, maxY: maxY),
            DeviceRect(minX: minX, minY: inner.minY, maxX: inner.minX, maxY: inner.maxY),
            DeviceRect(minX: inner.maxX, minY: inner.minY, maxX: maxX, maxY: inner.maxY)
        )
    }
}
