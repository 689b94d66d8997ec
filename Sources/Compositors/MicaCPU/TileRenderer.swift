import MicaPixels
import MicaRaster

/// Draws tiles: all passes of a frame within one tile, into memory that stays in the processor's cache.
///
/// A pass is shown pixel on pixel, so a tile of one needs the same tile of those that it shows, and no pass is ever
/// drawn whole: the memory is a tile for each pass that is alive at a time, however large the surface is. One of these
/// belongs to each worker.
struct TileRenderer: ~Copyable {
    // What is drawn into: the pixels of the tile, row by row from its corner, `stride` from one row to the next.
    private var target: [UInt32] = []
    private var slots: [Slot] = []
    private var stride = 0
    private var tile = DeviceRect.empty
    private var tileIndex = 0
    private var origin = SIMD2(0, 0)

    private var rasterizer = Rasterizer()
    private var clipMasks = ClipMasks()
    // A row of coverage and two of samples.
    private var coverage: [UInt8] = []
    private var samples: [UInt32] = []
    private var spareSamples: [UInt32] = []
    // A row of coverage before it is rounded.
    private var sums: [Float] = []

    private struct Slot {
        /// The pass whose pixels these are; -1 for none in this tile.
        var pass = -1
        var pixels: [UInt32] = []
    }

    /// Makes a renderer for tiles up to a size.
    init(tileWidth: Int, tileHeight: Int) {
        stride = tileWidth
        target = Array(repeating: 0, count: tileWidth * tileHeight)
        coverage = Array(repeating: 0, count: tileWidth)
        samples = Array(repeating: 0, count: tileWidth)
        spareSamples = samples
        sums = Array(repeating: 0, count: tileWidth)
    }

    /// Draws a tile and stores it.
    ///
    /// - Parameter origin: the place on the surface of the output's first pixel.
    mutating func draw(
        _ index: Int, of plan: borrowing FramePlan, into output: SharedPixels, origin: SIMD2<Int> = .zero
    ) {
        self.origin = origin
        tile = plan.tiles.rect(of: index)
        tileIndex = index
        clipMasks.removeAll()
        while slots.count < plan.slotCount { slots.append(Slot(pixels: Array(repeating: 0, count: target.count))) }
        for slot in slots.indices { slots[slot].pass = -1 }
        let last = plan.passes.count - 1
        let count = plan.tiles.opCount(of: index)
        // What the last pass has behind an op that hides the whole tile is not drawn.
        var firstSeen = max(0, count - 1)
        while firstSeen > 0, !plan.ops[plan.tiles.op(firstSeen, of: index)].hides.contains(tile) { firstSeen -= 1 }
        var position = 0
        while position < count {
            let pass = plan.ops[plan.tiles.op(position, of: index)].pass
            clear(to: pass == last ? plan.background : 0)
            while position < count {
                let op = plan.ops[plan.tiles.op(position, of: index)]
                if op.pass != pass { break }
                if pass != last || position >= firstSeen { draw(op, plan) }
                position += 1
            }
            if pass == last { return store(output) }
            let slot = plan.passes[pass].slot
            swap(&slots[slot].pixels, &target)
            slots[slot].pass = pass
        }
        clear(to: plan.background)
        store(output)
    }

    private mutating func clear(to pixel: UInt32) {
        target.fill(pixel, start: 0, count: stride * tile.height)
    }

    private func store(_ output: SharedPixels) {
        for row in 0..<tile.height {
            output.store(
                target.span, first: row * stride, x: tile.minX - origin.x, y: tile.minY + row - origin.y,
                count: tile.width)
        }
    }

    // MARK: - Ops

    private mutating func draw(_ op: FramePlan.Op, _ plan: borrowing FramePlan) {
        let area = op.bounds.intersection(tile)
        if area.isEmpty { return }
        var mask = ClipMasks.Cover.everything
        if op.clip >= 0 {
            mask = clipMasks.cover(of: op.clip, plan, tile: tile, stride: stride, rasterizer: &rasterizer)
        }
        if case .nothing = mask { return }
        rasterizer.edges = op.edges
        switch op.content {
        case .solid(.box(let box), let pixel) where mask.isEverything && op.edges == .soft:
            drawBox(box, pixel, area)
        case .solid(let shape, let pixel):
            if plan.begin(shape, &rasterizer, area) { drawSolid(pixel, mask) }
        case .gradient(let shape, let gradient):
            if plan.begin(shape, &rasterizer, area) { drawGradient(plan.gradients[gradient], mask, op) }
        case .image(let shape, let image):
            if plan.begin(shape, &rasterizer, area) { drawImage(plan.images[image], mask, op) }
        case .shadow(let shadow, let pixel):
            for y in area.minY..<area.maxY {
                let run = plan.shadows[shadow].coverage(
                    &coverage, &sums, x: area.minX, y: y, count: area.width)
                if run.isEmpty { continue }
                tint(pixel, mask, x: area.minX + run.lowerBound, y: y, first: run.lowerBound, count: run.count)
            }
        case .cornerShadow(let shadow, let pixel):
            let hidden = op.hidden.intersection(area)
            for y in area.minY..<area.maxY {
                if !hidden.isEmpty, y >= hidden.minY, y < hidden.maxY {
                    drawShadow(shadow, plan, pixel, mask, area.minX..<hidden.minX, y: y)
                    drawShadow(shadow, plan, pixel, mask, hidden.maxX..<area.maxX, y: y)
                } else {
                    drawShadow(shadow, plan, pixel, mask, area.minX..<area.maxX, y: y)
                }
            }
        case .blur(let index, let pixel):
            let bounds = plan.masks[index].bounds
            for y in area.minY..<area.maxY {
                coverage.copy(
                    plan.masks[index].alpha, first: (y - bounds.minY) * bounds.width + area.minX - bounds.minX,
                    start: 0, count: area.width)
                tint(pixel, mask, x: area.minX, y: y, first: 0, count: area.width)
            }
        case .sprites(let index):
            let sprites = plan.sprites[index]
            for place in sprites.members(of: tileIndex) {
                guard let sprite = sprites.geometry(of: place) else { continue }
                let start = -tile.minY * stride - tile.minX
                var bytes: [UInt8]?
                if case .mask(let mask) = mask { bytes = clipMasks.bytes(mask) }
                target.draw(
                    sprite, sprites.textures[sprite.texture], in: area, isAdditive: sprites.isAdditive, mask: bytes,
                    start: start, stride: stride)
            }
        case .pass(let shown, let maskPass):
            if op.blend == .sourceOver {
                drawPass(area, plan, shown, maskPass, mask, alpha: op.opacity)
            } else {
                blendPass(area, plan, shown, mask, op)
            }
        case .filtered(let shown, let filter):
            let slot = plan.passes[shown].slot
            guard slot >= 0, slots[slot].pass == shown else { return }
            for y in area.minY..<area.maxY {
                let start = (y - tile.minY) * stride + area.minX - tile.minX
                samples.filter(filter, slots[slot].pixels, first: start, start: 0, count: area.width)
                drawRow(mask, start, area.width, alpha: op.opacity)
            }
        case .picture(let index):
            let bounds = plan.pictures[index].bounds
            for y in area.minY..<area.maxY {
                let start = (y - tile.minY) * stride + area.minX - tile.minX
                samples.copy(
                    plan.pictures[index].pixels, first: (y - bounds.minY) * bounds.width + area.minX - bounds.minX,
                    start: 0, count: area.width)
                drawRow(mask, start, area.width, alpha: op.opacity)
            }
        case .dissolve(let from, let to, let fraction):
            for y in area.minY..<area.maxY {
                mix(from, to, fraction, plan, y: y, area)
                let start = (y - tile.minY) * stride + area.minX - tile.minX
                drawRow(mask, start, area.width, alpha: op.opacity)
            }
        case .warp(let index):
            for y in area.minY..<area.maxY {
                plan.warps[index].sample(&samples, x: area.minX, y: y, count: area.width)
                let start = (y - tile.minY) * stride + area.minX - tile.minX
                drawRow(mask, start, area.width, alpha: op.opacity)
            }
        }
    }

    /// Fills a level rectangle without a mask.
    private mutating func drawBox(_ box: Box, _ pixel: UInt32, _ area: DeviceRect) {
        guard let coverage = BoxCoverage(box, clip: area) else { return }
        let corner = coverage.columns.lowerBound - tile.minX - tile.minY * stride
        for index in 0..<coverage.bandCount {
            let band = coverage.band(index)
            target.blendRows(
                pixel, first: band.first, middle: band.middle, last: band.last,
                start: band.rows.lowerBound * stride + corner, stride: stride, rows: band.rows.count,
                count: coverage.columns.count)
        }
    }

    /// Draws a row of a shadow.
    private mutating func drawShadow(
        _ shadow: Int, _ plan: borrowing FramePlan, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ columns: Range<Int>,
        y: Int
    ) {
        guard !columns.isEmpty else { return }
        let x = columns.lowerBound
        let run = plan.cornerShadows[shadow].coverage(plan.strips, &coverage, x: x, y: y, count: columns.count)
        if run.isEmpty { return }
        tint(pixel, mask, x: x + run.lowerBound, y: y, first: run.lowerBound, count: run.count)
    }

    /// Puts a row of two passes mixed into `samples`.
    private mutating func mix(
        _ from: Int, _ to: Int, _ fraction: UInt32, _ plan: borrowing FramePlan, y: Int, _ area: DeviceRect
    ) {
        let start = (y - tile.minY) * stride + area.minX - tile.minX
        // Without an op in this tile a pass has no buffer and is transparent there.
        func slot(_ pass: Int) -> Int? {
            guard pass >= 0, plan.passes[pass].slot >= 0, slots[plan.passes[pass].slot].pass == pass else { return nil }
            return plan.passes[pass].slot
        }
        if let slot = slot(from) {
            samples.copy(slots[slot].pixels, first: start, start: 0, count: area.width)
        } else {
            samples.fill(0, start: 0, count: area.width)
        }
        if let slot = slot(to) {
            spareSamples.copy(slots[slot].pixels, first: start, start: 0, count: area.width)
        } else {
            spareSamples.fill(0, start: 0, count: area.width)
        }
        samples.interpolate(towards: spareSamples, fraction: fraction, count: area.width)
    }

    /// Fills the shape that the rasteriser has begun.
    private mutating func drawSolid(_ pixel: UInt32, _ mask: ClipMasks.Cover) {
        while rasterizer.nextRow() {
            let row = (rasterizer.row - tile.minY) * stride - tile.minX
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.span(index)
                let start = row + run.x
                if case .mask(let mask) = mask {
                    cover(run, mask, start)
                    target.blend(pixel, coverage: coverage, first: 0, start: start, count: run.count)
                } else if let alpha = run.uniform {
                    target.blend(pixel, coverage: alpha, start: start, count: run.count)
                } else {
                    target.blend(
                        pixel, coverage: rasterizer.coverage, first: run.x - rasterizer.clip.minX, start: start,
                        count: run.count)
                }
            }
        }
    }

    /// Draws an image into the shape that the rasteriser has begun.
    private mutating func drawImage(_ image: borrowing PreparedImage, _ mask: ClipMasks.Cover, _ op: FramePlan.Op) {
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.span(index)
                image.sample(&samples, &spareSamples, x: run.x, y: rasterizer.row, count: run.count)
                tintSamples(op.tint, count: run.count)
                drawSamples(run, mask, alpha: op.opacity, isOpaque: image.isOpaque)
            }
        }
    }

    /// Draws a gradient into the shape that the rasteriser has begun.
    private mutating func drawGradient(
        _ gradient: borrowing PreparedGradient, _ mask: ClipMasks.Cover, _ op: FramePlan.Op
    ) {
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.span(index)
                gradient.sample(&samples, x: run.x, y: rasterizer.row, count: run.count)
                tintSamples(op.tint, count: run.count)
                drawSamples(run, mask, alpha: op.opacity, isOpaque: gradient.isOpaque)
            }
        }
    }

    /// Multiplies the colours of samples, unless that changes nothing.
    private mutating func tintSamples(_ tint: UInt32, count: Int) {
        guard tint != 0x00FF_FFFF else { return }
        var span = samples.mutableSpan
        span.multiply(byFactors: tint, count: count)
    }

    /// Draws a run of samples with the run's coverage.
    private mutating func drawSamples(_ run: CoverageSpan, _ mask: ClipMasks.Cover, alpha: UInt8, isOpaque: Bool) {
        let start = (rasterizer.row - tile.minY) * stride - tile.minX + run.x
        if case .mask(let mask) = mask {
            cover(run, mask, start)
            target.blend(
                samples, first: 0, coverage: coverage, firstCoverage: 0, alpha: alpha, start: start,
                count: run.count)
        } else if let uniform = run.uniform {
            let alpha = PixelArithmetic.multiply(uniform, alpha)
            if alpha == 255, isOpaque {
                target.copy(samples, first: 0, start: start, count: run.count)
            } else {
                target.blend(samples, first: 0, alpha: alpha, start: start, count: run.count)
            }
        } else {
            target.blend(
                samples, first: 0, coverage: rasterizer.coverage,
                firstCoverage: run.x - rasterizer.clip.minX, alpha: alpha, start: start, count: run.count)
        }
    }

    /// Draws a run in one colour with the coverage in `coverage` from `first` on, times a clip mask.
    private mutating func tint(_ pixel: UInt32, _ mask: ClipMasks.Cover, x: Int, y: Int, first: Int, count: Int) {
        let start = (y - tile.minY) * stride + x - tile.minX
        if case .mask(let mask) = mask {
            coverage.multiply(by: clipMasks.bytes(mask), at: first, first: start, count: count)
        }
        target.blend(pixel, coverage: coverage, first: first, start: start, count: count)
    }

    /// Draws another pass, pixel on pixel.
    ///
    /// Coverage is the clips' times the mask pass's alpha, times the opacity: each product rounded, in this order.
    private mutating func drawPass(
        _ area: DeviceRect, _ plan: borrowing FramePlan, _ shown: Int, _ maskPass: Int, _ mask: ClipMasks.Cover,
        alpha: UInt8
    ) {
        // Without an op in this tile a pass has no buffer and is transparent there.
        let slot = plan.passes[shown].slot
        guard slot >= 0, slots[slot].pass == shown else { return }
        let maskSlot = maskPass < 0 ? -1 : plan.passes[maskPass].slot
        if maskPass >= 0 {
            guard maskSlot >= 0, slots[maskSlot].pass == maskPass else { return }
        }
        for y in area.minY..<area.maxY {
            let start = (y - tile.minY) * stride + area.minX - tile.minX
            var isCovered = true
            if case .mask(let mask) = mask {
                coverage.copy(clipMasks.bytes(mask), first: start, start: 0, count: area.width)
                isCovered = false
            }
            if maskSlot >= 0 {
                if isCovered { coverage.fill(255, start: 0, count: area.width) }
                coverage.multiply(byAlphaOf: slots[maskSlot].pixels, first: start, start: 0, count: area.width)
                isCovered = false
            }
            if isCovered {
                target.blend(slots[slot].pixels, first: start, alpha: alpha, start: start, count: area.width)
            } else {
                target.blend(
                    slots[slot].pixels, first: start, coverage: coverage, firstCoverage: 0, alpha: alpha,
                    start: start, count: area.width)
            }
        }
    }

    /// Draws a row of samples, times a clip mask.
    private mutating func drawRow(_ mask: ClipMasks.Cover, _ start: Int, _ count: Int, alpha: UInt8) {
        if case .mask(let mask) = mask {
            target.blend(
                samples, first: 0, coverage: clipMasks.bytes(mask), firstCoverage: start, alpha: alpha, start: start,
                count: count)
        } else {
            target.blend(samples, first: 0, alpha: alpha, start: start, count: count)
        }
    }

    /// Combines another pass, faded by an opacity, in another way than source over; clips let part of what was there stay.
    private mutating func blendPass(
        _ area: DeviceRect, _ plan: borrowing FramePlan, _ shown: Int, _ mask: ClipMasks.Cover, _ op: FramePlan.Op
    ) {
        // Without an op in this tile a pass has no buffer and is transparent there.
        let slot = plan.passes[shown].slot
        let isThere = slot >= 0 && slots[slot].pass == shown
        if !isThere, !op.blend.isUnbounded { return }
        if !isThere { samples.fill(0, start: 0, count: area.width) }
        coverage.fill(255, start: 0, count: area.width)
        for y in area.minY..<area.maxY {
            let start = (y - tile.minY) * stride + area.minX - tile.minX
            if isThere {
                samples.multiply(slots[slot].pixels, first: start, alpha: op.opacity, start: 0, count: area.width)
            }
            if case .mask(let mask) = mask {
                coverage.copy(clipMasks.bytes(mask), first: start, start: 0, count: area.width)
            }
            target.blend(op.blend, samples, coverage: coverage, start: start, count: area.width)
        }
    }

    /// Puts a run's coverage times a clip mask into `coverage`, from its beginning on.
    private mutating func cover(_ run: CoverageSpan, _ mask: Int, _ start: Int) {
        coverage.copy(clipMasks.bytes(mask), first: start, start: 0, count: run.count)
        if let alpha = run.uniform {
            if alpha != 255 { coverage.multiply(by: alpha, start: 0, count: run.count) }
        } else {
            coverage.multiply(
                by: rasterizer.coverage, first: run.x - rasterizer.clip.minX, start: 0, count: run.count)
        }
    }
}
