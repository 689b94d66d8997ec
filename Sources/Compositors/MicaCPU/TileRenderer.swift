import MicaGeometry
import MicaPixels
import MicaRaster

// From a plan to pixels, a tile at a time.
//
// A tile is drawn in three steps:
//
// 1. Front to back: which parts of the tile does each op show? What opaque ops in front of it cover is left out
//    (`findVisible`).
// 2. The background, where no opaque op lies over it.
// 3. Back to front: rectangles of one colour, runs of them at once; other ops one by one, each in the parts that it shows.
//    The rasteriser gives a row's runs of coverage, the op their colours (Ops/), and these are put through clip and opacity
//    (`drawSamples`).
//
// What it costs: the ops of the tile, and the pixels that they show there. Nothing is allocated from the second tile on.

/// Draws tiles: all passes of a frame within one tile.
///
/// The last pass is drawn where it belongs, the others into memory that stays in the processor's cache: a pass is shown
/// pixel on pixel, so a tile of one needs the same tile of those that it shows, and no pass is ever drawn whole. The
/// memory is a tile for each pass that is alive at a time, however large the surface is. One of these belongs to each
/// worker.
struct TileRenderer: ~Copyable {
    /// What is drawn into: the tile of the surface, or what a pass has of it.
    var target: PixelBlock
    private var slots: [Slot] = []
    /// For each of the tile's ops the parts of the tile in which it can be seen.
    private var visible: [TileBands.Parts] = []
    private let capacity: Int
    var tile = DeviceRect.empty
    var tileIndex = 0
    /// Whether the tile has no background yet: the image that lies over all of it is drawn, onto the background's colour.
    var isUncovered = false
    var background: UInt32 = 0

    private var boxMemory = BoxMemory()
    var rasterizer = Rasterizer()
    var clipMasks = ClipMasks()
    // A row of coverage and two of samples.
    var coverage: [UInt8] = []
    var samples: [UInt32] = []
    var spareSamples: [UInt32] = []
    // Rows of pixels, each of a row of a blur's cells.
    var cellRows: [UInt16] = []
    // A row of coverage before it is rounded.
    var sums: [Float] = []

    /// Pixels that an axis-aligned op hides: its rows between the corners, and its columns between them.
    struct Cover {
        /// All columns of the rows between its corners, and the columns between them of all rows.
        var whole: DeviceRect, between: DeviceRect

        /// Whether it may hide some of an area.
        @inline(__always)  // Some comparisons, for each shadow and what is in front of it.
        func meets(_ area: DeviceRect) -> Bool {
            min(whole.minY, between.minY) < area.maxY && max(whole.maxY, between.maxY) > area.minY
                && min(whole.minX, between.minX) < area.maxX && max(whole.maxX, between.maxX) > area.minX
        }
    }
    // What the tile's axis-aligned ops hide of its shadows, front to back, for each op how many of them are in front of it, and how
    // many are of the one that is drawn.
    var covers: [Cover] = []
    private var coverCounts: [Int32] = []
    var coversInFront = 0
    var holes = ShadowHoles()

    /// How many buffers of passes have room for a whole tile each.
    private static let fewSlots = 64

    private struct Slot {
        /// The pass whose pixels these are; -1 for none in this tile.
        var pass = -1
        /// Made when a pass has pixels in a tile, and again when one has more.
        var memory: PixelMemory
        /// Its part of the memory.
        var block: PixelBlock
    }

    /// Makes a renderer for tiles up to a size.
    init(tileWidth: Int, tileHeight: Int) {
        capacity = tileWidth * tileHeight
        // Before the first tile there is nothing to draw into.
        target = PixelMemory(capacity: 1).block(minX: 0, minY: 0, width: 1, height: 1)
        coverage = Array(repeating: 0, count: tileWidth)
        samples = Array(repeating: 0, count: tileWidth)
        spareSamples = samples
        sums = Array(repeating: 0, count: tileWidth)
    }

    /// Draws a tile, or some parts of one.
    ///
    /// - Parameter origin: the place on the surface of the output's first pixel.
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
            let members = plan.tiles.members.span.extracting(plan.tiles.range(of: index))
            if surface.draw(plan.boxes.span, members, over: plan.background, with: &boxMemory) { return }
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
        // Written from one end to the other even where ops hide it: they find the memory in the cache then. Not for a few
        // large ones, which write it in order themselves.
        if !isWithout, bands.unhidden != .zero || count > Self.fewOps {
            surface.fill(plan.background, columns: tile.minX..<tile.maxX, rows: tile.minY..<tile.maxY)
        }
        let isFast = PixelKernels.current != .scalar
        var pass = last
        var next = 0
        while next < count {
            let position = next
            if position + Self.ahead < count { prefetch(plan.tiles.op(position + Self.ahead, of: index), plan) }
            let box = plan.boxes[plan.tiles.op(position, of: index)]
            if Int(box.pass) != pass {
                // A part of a tile may have nothing of a pass.
                if Int(box.pass) != last, plan.passes.uses[Int(box.pass)].reach.intersection(tile).isEmpty {
                    next += 1
                    continue
                }
                pass = Int(box.pass)
                target = pass == last ? surface : begin(pass, plan)
            }
            if box.op < 0, isFast {
                let end = endOfBoxes(position, plan)
                if draw(boxes: position..<end, plan, pass == last ? bands : nil) {
                    // An image that lies over the tile is not drawn before passes are.
                    if pass == last { isWithout = false }
                    next = end
                    continue
                }
            }
            next += 1
            if pass != last {
                coversInFront = 0
                draw(box, plan, within: tile)
                continue
            }
            isUncovered = isWithout
            coversInFront = Int(coverCounts[position])
            if visible[position] != .zero { drawVisible(box, plan, bands, visible[position]) }
            (isUncovered, isWithout) = (false, false)
        }
    }

    /// Where boxes of one pass end that begin at a position.
    private func endOfBoxes(_ position: Int, _ plan: borrowing FramePlan) -> Int {
        let range = plan.tiles.range(of: tileIndex)
        if plan.ops.isEmpty, plan.passes.bufferCount == 0 { return range.count }
        let boxes = plan.boxes.span, members = plan.tiles.members.span
        let pass = boxes[Int(members[range.lowerBound + position])].pass
        var end = position + 1
        while end < range.count {
            let index = Int(members[range.lowerBound + end])
            guard boxes[index].op < 0, boxes[index].pass == pass else { break }
            end += 1
        }
        return end
    }

    /// Draws boxes that come one after the other; false, with nothing drawn, where the scalar kernels are to draw.
    ///
    /// - Parameter bands: nil in passes, of which all is drawn.
    private func draw(boxes positions: Range<Int>, _ plan: borrowing FramePlan, _ bands: TileBands?) -> Bool {
        let first = plan.tiles.range(of: tileIndex).lowerBound
        let indices = plan.tiles.members.span.extracting(first + positions.lowerBound..<first + positions.upperBound)
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

    /// Asks for the memory of an op's edges: other threads may have made them, far from this one's caches.
    private func prefetch(_ position: Int, _ plan: borrowing FramePlan) {
        let op = Int(plan.boxes[position].op)
        guard op >= 0, case .solid(.edges(let index), _) = plan.ops[op].content else { return }
        EdgeList.prefetch(plan.shapes.edges.span, index)
    }

    /// How many ops a tile may have so that it is not filled first when they hide it.
    private static let fewOps = 8

    /// Whether the last pass's first op is an image that covers the tile, so that the background need not be there first.
    private func isCoveredByImage(_ plan: borrowing FramePlan, _ bands: TileBands, last: Int) -> Bool {
        for position in 0..<plan.tiles.opCount(of: tileIndex) {
            let listed = plan.boxes[plan.tiles.op(position, of: tileIndex)]
            guard Int(listed.pass) == last else { continue }
            guard listed.op >= 0 else { return false }
            let op = plan.ops[Int(listed.op)]
            // Far outside the rasteriser has other rectangles.
            let far = 131072.0
            guard case .image(.box(let box), let image) = op.content, op.clip < 0, op.bounds.intersection(tile) == tile,
                box.minimum.x <= Double(tile.minX), box.minimum.y <= Double(tile.minY),
                box.maximum.x >= Double(tile.maxX), box.maximum.y >= Double(tile.maxY), box.minimum.x > -far,
                box.minimum.y > -far, box.maximum.x < far, box.maximum.y < far, !plan.store.images[image].isOpaque
            else { return false }
            // What later ops hide of it they hide of the background.
            return bands.unhidden & ~visible[position] == .zero
        }
        return false
    }

    /// Finds the visible parts of the last pass's ops, behind those that hide parts of the tile.
    ///
    /// - Returns: what is hidden in the end.
    private mutating func findVisible(_ index: Int, _ plan: borrowing FramePlan, last: Int) -> TileBands {
        var bands = TileBands(tile)
        let range = plan.tiles.range(of: index)
        while visible.count < range.count {
            visible.append(.zero)
            coverCounts.append(0)
        }
        covers.clear()
        let hasShadows = !plan.store.cornerShadows.isEmpty
        let boxes = plan.boxes.span, members = plan.tiles.members.span
        let isFast = PixelKernels.current != .scalar
        var position = range.count
        while position > 0 {
            let box = boxes[Int(members[range.lowerBound + position - 1])]
            guard Int(box.pass) == last else { break }
            if box.op < 0, isFast {
                let end = position
                position = plan.ops.isEmpty && plan.passes.bufferCount == 0 ? 0 : position - 1
                while position > 0 {
                    let number = Int(members[range.lowerBound + position - 1])
                    guard boxes[number].op < 0, Int(boxes[number].pass) == last else { break }
                    position -= 1
                }
                let indices = members.extracting(range.lowerBound + position..<range.lowerBound + end)
                if bands.findVisible(boxes, indices, in: target, visible: &visible, first: position) { continue }
                preconditionFailure("the processor's kernels see boxes")
            }
            position -= 1
            let op = Int(box.op)
            var parts = TileBands.everything
            if bands.hasHidden { parts = op < 0 ? bands.visible(of: box) : bands.visible(of: plan.ops[op].bounds) }
            visible[position] = parts
            coverCounts[position] = Int32(truncatingIfNeeded: covers.count)
            if parts == .zero { continue }
            if box.isOpaque {
                bands.hide(box)
            } else if op >= 0, plan.hides[op].hidesAny {
                bands.hide(plan.hides[op], within: plan.ops[op].bounds)
                if hasShadows { cover(plan.hides[op], within: plan.ops[op].bounds) }
            }
        }
        return bands
    }

    /// Takes in what an op hides of shadows.
    private mutating func cover(_ occluder: Occluder, within bounds: DeviceRect) {
        guard case .level = occluder else { return }
        let bounds = bounds.intersection(tile)
        let cover = Cover(
            whole: occluder.rect.intersection(bounds), between: occluder.betweenCorners.intersection(bounds))
        if !cover.whole.isEmpty || !cover.between.isEmpty { covers.append(cover) }
    }

    /// Draws an op of the last pass where it can be seen.
    private mutating func drawVisible(
        _ box: SolidBox, _ plan: borrowing FramePlan, _ bands: TileBands, _ visible: TileBands.Parts
    ) {
        if visible == TileBands.everything { return draw(box, plan, within: tile) }
        if let coverage = box.coverage {
            bands.forEach(in: visible) { coverage.blend(box.pixel, into: target, within: $0) }
            return
        }
        switch plan.ops[Int(box.op)].cut {
        case .never: return draw(box, plan, within: tile)
        case .around:
            var whole = DeviceRect.empty
            bands.forEachHigh(in: visible) { whole = whole.union($0) }
            return draw(box, plan, within: whole)
        case .strips: break
        }
        bands.forEachHigh(in: visible) { draw(box, plan, within: $0) }
    }

    /// Clears what a pass has in the tile.
    private mutating func begin(_ pass: Int, _ plan: borrowing FramePlan) -> PixelBlock {
        let slot = plan.passes.uses[pass].buffer
        let area = plan.passes.uses[pass].reach.intersection(tile)
        let wanted = area.width * area.height
        if slots[slot].memory.capacity < wanted {
            // A few get room for a whole tile at once.
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

    private mutating func draw(_ box: SolidBox, _ plan: borrowing FramePlan, within part: DeviceRect) {
        if let coverage = box.coverage { return coverage.blend(box.pixel, into: target, within: part) }
        draw(plan.ops[Int(box.op)], plan, within: part)
    }

    private mutating func draw(_ op: FramePlan.Op, _ plan: borrowing FramePlan, within part: DeviceRect) {
        let area = op.bounds.intersection(part)
        if area.isEmpty { return }
        var mask = ClipMasks.Cover.everything
        if op.clip >= 0 {
            // What the clip leaves whole needs no mask.
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

    /// The pixels of a pass that is drawn; nil without an op in this tile: then it is transparent here.
    func block(of pass: Int, _ plan: borrowing FramePlan) -> PixelBlock? {
        guard pass >= 0, plan.passes.uses[pass].buffer >= 0, slots[plan.passes.uses[pass].buffer].pass == pass else {
            return nil
        }
        return slots[plan.passes.uses[pass].buffer].block
    }

    /// Draws a run in one colour with the coverage in `coverage` from `first` on, times a clip mask.
    mutating func tint(_ pixel: UInt32, _ mask: ClipMasks.Cover, x: Int, y: Int, first: Int, count: Int) {
        if case .mask(let mask) = mask {
            coverage.multiply(
                by: clipMasks.bytes(mask), at: first, first: clipMasks.offset(mask, x: x, y: y), count: count)
        }
        target.blend(pixel, coverage: coverage, first: first, x: x, y: y, count: count)
    }

    /// Puts a run's coverage times a clip mask into `coverage`, from its beginning on.
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
    /// What there is of a rectangle above, below, left and right of another within it.
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
