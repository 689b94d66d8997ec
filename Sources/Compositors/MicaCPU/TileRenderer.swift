import MicaGeometry
import MicaPixels
import MicaRaster

// From a plan to pixels, one tile at a time.
//
// A tile is drawn in three steps:
//
// 1. Front to back: finds the visible parts of each op. Parts that opaque ops in front cover are left out
//    (`findVisible`).
// 2. The background, where no opaque op covers it.
// 3. Back to front: draws runs of rectangles of one colour together; other ops one by one, in their visible parts. The
//    rasterizer gives the runs of coverage of a row, the op gives their colours (Ops/), and `drawSamples` applies clip
//    and opacity.
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
    /// For each of the tile's ops the parts in which it is visible.
    private var visible: [TileBands.Parts] = []
    private let capacity: Int
    var tile = DeviceRect.empty
    var tileIndex = 0
    /// Whether the background is not filled in, because the image that is drawn covers the tile: it is drawn over the
    /// background's colour.
    var isUncovered = false
    var background: UInt32 = 0

    private var boxMemory = BoxMemory()
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

    /// The pixels that an axis-aligned op hides.
    struct Cover {
        /// The rows between its corners, in all columns; and the columns between its corners, in all rows.
        var whole: DeviceRect, between: DeviceRect

        /// Whether it may hide some of an area.
        @inline(__always)  // Some comparisons, for each shadow and each cover in front of it.
        func meets(_ area: DeviceRect) -> Bool {
            min(whole.minY, between.minY) < area.maxY && max(whole.maxY, between.maxY) > area.minY
                && min(whole.minX, between.minX) < area.maxX && max(whole.maxX, between.maxX) > area.minX
        }
    }
    // The covers of the tile's axis-aligned ops, front to back, for the shadows behind them; for each op the number of
    // covers in front of it; and that number for the op that is being drawn.
    var covers: [Cover] = []
    private var coverCounts: [Int32] = []
    var coversInFront = 0
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
        if plan.isOfLargeBoxes {
            let words = plan.tiles.members.span.extracting(plan.tiles.range(0..<plan.tiles.opCount(of: index), of: index))
            if surface.draw(plan.boxes.span, words, over: plan.background, with: &boxMemory) { return }
        }
        clipMasks.removeAll()
        while slots.count < plan.passes.bufferCount {
            let memory = PixelMemory(capacity: 1)
            slots.append(Slot(memory: memory, block: memory.block(minX: 0, minY: 0, width: 1, height: 1)))
        }
        for slot in slots.indices { slots[slot].pass = -1 }
        let last = plan.passes.uses.count - 1
        let count = plan.tiles.opCount(of: index)
        target = surface
        let bands = findVisible(index, plan, last: last)
        background = plan.background
        var isWithout = isCoveredByImage(plan, bands, last: last)
        // The background is filled from end to end even where ops hide it: the ops then find the memory in the cache. A
        // few large ops write the memory in order themselves.
        if !isWithout, bands.unhidden != .zero || count > Self.fewOps {
            surface.fill(plan.background, columns: tile.minX..<tile.maxX, rows: tile.minY..<tile.maxY)
        }
        let isFast = PixelKernels.current != .scalar
        var pass = last
        var next = 0
        while next < count {
            let position = next
            if position + Self.ahead < count { prefetch(plan.tiles.op(position + Self.ahead, of: index), plan) }
            let op = plan.tiles.op(position, of: index)
            let passOfOp = plan.pass(of: op)
            if passOfOp != pass {
                // The pass may have no pixels in these parts of the tile.
                if passOfOp != last, plan.passes.uses[passOfOp].reach.intersection(tile).isEmpty {
                    next += 1
                    continue
                }
                pass = passOfOp
                target = pass == last ? surface : begin(pass, plan)
            }
            if op.isBox, isFast {
                let end = endOfBoxes(position, plan)
                if draw(boxes: position..<end, plan, pass == last ? bands : nil) {
                    // The image over the tile is the first op, so it is drawn before any box.
                    if pass == last { isWithout = false }
                    next = end
                    continue
                }
            }
            next += 1
            if pass != last {
                coversInFront = 0
                draw(op, plan, within: tile)
                continue
            }
            isUncovered = isWithout
            coversInFront = Int(coverCounts[position])
            if visible[position] != .zero { drawVisible(op, plan, bands, visible[position]) }
            (isUncovered, isWithout) = (false, false)
        }
    }

    /// The end of the run of boxes of one pass that begins at a position.
    private func endOfBoxes(_ position: Int, _ plan: borrowing FramePlan) -> Int {
        let count = plan.tiles.opCount(of: tileIndex)
        if plan.ops.isEmpty, plan.passes.bufferCount == 0 { return count }
        let pass = plan.pass(of: plan.tiles.op(position, of: tileIndex))
        var end = position + 1
        while end < count, case .box(let box) = plan.tiles.op(end, of: tileIndex).kind, plan.boxes[box].pass == pass {
            end += 1
        }
        return end
    }

    /// Draws consecutive boxes. False, with nothing drawn, where the scalar kernels have to draw.
    ///
    /// - Parameter bands: nil in passes other than the last, where all is visible.
    private func draw(boxes positions: Range<Int>, _ plan: borrowing FramePlan, _ bands: TileBands?) -> Bool {
        let indices = plan.tiles.members.span.extracting(plan.tiles.range(positions, of: tileIndex))
        guard let bands else {
            let all = DeviceRect(
                minX: target.minX, minY: target.minY, maxX: target.minX + target.width,
                maxY: target.minY + target.height)
            return target.blend(plan.boxes.span, indices, TileBands(all).layout)
        }
        return target.blend(plan.boxes.span, indices, visible: visible.span.extracting(positions), bands.layout)
    }

    /// Edges are prefetched this many ops ahead.
    private static let ahead = 2

    /// Prefetches an op's edges: another thread may have made them, so that they are in none of this core's caches.
    private func prefetch(_ op: PlannedOp, _ plan: borrowing FramePlan) {
        guard case .op(let op) = op.kind, case .solid(.edges(let index), _) = plan.ops[op].content else { return }
        EdgeList.prefetch(plan.shapes.edges.span, index)
    }

    /// The most ops of a tile that is not filled first where they hide it.
    private static let fewOps = 8

    /// Whether the last pass's first op is an image that covers the tile, so that the background need not be filled.
    private func isCoveredByImage(_ plan: borrowing FramePlan, _ bands: TileBands, last: Int) -> Bool {
        for position in 0..<plan.tiles.opCount(of: tileIndex) {
            let planned = plan.tiles.op(position, of: tileIndex)
            guard plan.pass(of: planned) == last else { continue }
            guard case .op(let number) = planned.kind else { return false }
            let op = plan.ops[number]
            // Far outside, the rasterizer clips rectangles differently.
            let far = 131072.0
            guard case .image(.box(let box), let image) = op.content, op.clip < 0, op.bounds.intersection(tile) == tile,
                box.minimum.x <= Double(tile.minX), box.minimum.y <= Double(tile.minY),
                box.maximum.x >= Double(tile.maxX), box.maximum.y >= Double(tile.maxY), box.minimum.x > -far,
                box.minimum.y > -far, box.maximum.x < far, box.maximum.y < far, !plan.store.images[image].isOpaque
            else { return false }
            // Parts of the image that later ops hide are hidden in the background, too.
            return bands.unhidden & ~visible[position] == .zero
        }
        return false
    }

    /// Finds the visible parts of the last pass's ops, front to back.
    ///
    /// - Returns: the parts that are hidden in the end.
    private mutating func findVisible(_ index: Int, _ plan: borrowing FramePlan, last: Int) -> TileBands {
        var bands = TileBands(tile)
        var position = plan.tiles.opCount(of: index)
        while visible.count < position {
            visible.append(.zero)
            coverCounts.append(0)
        }
        covers.clear()
        let hasShadows = !plan.store.cornerShadows.isEmpty
        let isFast = PixelKernels.current != .scalar
        while position > 0 {
            let planned = plan.tiles.op(position - 1, of: index)
            guard plan.pass(of: planned) == last else { break }
            if planned.isBox, isFast {
                let end = position
                position = plan.ops.isEmpty && plan.passes.bufferCount == 0 ? 0 : position - 1
                while position > 0, case .box(let box) = plan.tiles.op(position - 1, of: index).kind,
                    Int(plan.boxes[box].pass) == last
                {
                    position -= 1
                }
                let indices = plan.tiles.members.span.extracting(plan.tiles.range(position..<end, of: index))
                if bands.findVisible(plan.boxes.span, indices, in: target, visible: &visible, first: position) {
                    continue
                }
                preconditionFailure("the processor's kernels see boxes")
            }
            position -= 1
            var parts = TileBands.everything
            coverCounts[position] = Int32(truncatingIfNeeded: covers.count)
            switch planned.kind {
            case .box(let box):
                if bands.hasHidden { parts = bands.visible(of: plan.boxes[box]) }
                if parts != .zero, plan.boxes[box].isOpaque { bands.hide(plan.boxes[box]) }
            case .op(let op):
                let bounds = plan.ops[op].bounds
                if bands.hasHidden { parts = bands.visible(of: bounds) }
                if parts != .zero, plan.hides[op].hidesAny {
                    bands.hide(plan.hides[op], within: bounds)
                    if hasShadows { cover(plan.hides[op], within: bounds) }
                }
            }
            visible[position] = parts
        }
        return bands
    }

    /// Notes what an op hides of shadows behind it.
    private mutating func cover(_ occluder: Occluder, within bounds: DeviceRect) {
        guard case .level = occluder else { return }
        let bounds = bounds.intersection(tile)
        let cover = Cover(
            whole: occluder.rect.intersection(bounds), between: occluder.betweenCorners.intersection(bounds))
        if !cover.whole.isEmpty || !cover.between.isEmpty { covers.append(cover) }
    }

    /// Draws an op of the last pass in its visible parts.
    private mutating func drawVisible(
        _ planned: PlannedOp, _ plan: borrowing FramePlan, _ bands: TileBands, _ visible: TileBands.Parts
    ) {
        if visible == TileBands.everything { return draw(planned, plan, within: tile) }
        guard case .op(let op) = planned.kind else {
            bands.forEach(in: visible) { draw(planned, plan, within: $0) }
            return
        }
        switch plan.ops[op].cut {
        case .never: draw(planned, plan, within: tile)
        case .around:
            var whole = DeviceRect.empty
            bands.forEachHigh(in: visible) { whole = whole.union($0) }
            draw(planned, plan, within: whole)
        case .strips: bands.forEachHigh(in: visible) { draw(planned, plan, within: $0) }
        }
    }

    /// Clears a pass's part of the tile, in its buffer.
    private mutating func begin(_ pass: Int, _ plan: borrowing FramePlan) -> PixelBlock {
        let slot = plan.passes.uses[pass].buffer
        let area = plan.passes.uses[pass].reach.intersection(tile)
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
            drawShadow(
                plan.store.cornerShadows.span[shadow], plan.store.strips, pixel, mask, area,
                hidden: Cover(whole: op.hidden.intersection(area), between: op.hiddenBetween.intersection(area)))
        case .blur(let index, let pixel): drawBlur(plan.store.masks[index], pixel, mask, area)
        case .cells(let index, let pixel):
            drawCells(plan.store.cells[index], pixel, mask, area, hidden: op.hidden.intersection(area))
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

    /// A pass's pixels in this tile; nil where no op of the pass is in the tile, so that it is transparent.
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
