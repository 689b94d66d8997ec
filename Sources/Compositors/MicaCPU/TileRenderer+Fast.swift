import MicaBase
import MicaRaster

// Shorter ways, by the processor's vectors and caches, with the same pixels:
//
// - A tile that has only large boxes: the boxes give cells of the tile their colours, front to back (boxes.inc).
// - Consecutive boxes: their visible parts are found, and they are drawn, in one call each.
// - An image over all of the tile: it is drawn over the background's colour, so that the background is not filled in.
// - Edges of outlines are prefetched.

extension TileRenderer {
    /// Draws the tile if it has only large boxes; false, with nothing drawn, otherwise.
    mutating func drawLargeBoxesFast(_ plan: borrowing FramePlan, into surface: PixelBlock) -> Bool {
        guard plan.isOfLargeBoxes else { return false }
        let all = plan.tiles.range(0..<plan.tiles.opCount(of: tileIndex), of: tileIndex)
        return surface.draw(
            plan.boxes.span, plan.tiles.members.span.extracting(all), over: plan.background, with: &boxMemory)
    }

    /// Draws the boxes of a pass that begin at a position.
    ///
    /// - Precondition: a box is at the position.
    /// - Returns: the position after them; nil, with nothing drawn, where the scalar kernels have to draw.
    mutating func drawBoxesFast(
        from position: Int, _ pass: Int, _ plan: borrowing FramePlan, _ bands: TileBands
    ) -> Int? {
        guard PixelKernels.current != .scalar else { return nil }
        let count = plan.tiles.opCount(of: tileIndex)
        var end = plan.hasBoxesOnly ? count : position + 1
        while end < count, plan.isBox(plan.tiles.op(end, of: tileIndex), of: pass) { end += 1 }
        let indices = plan.tiles.members.span.extracting(plan.tiles.range(position..<end, of: tileIndex))
        let visible = occlusion.visible.span.extracting(position..<end)
        return target.blend(plan.boxes.span, indices, visible: visible, bands.layout) ? end : nil
    }

    /// The position of the last pass's first op, if it is an image that covers the tile; nil otherwise.
    func coveringImageFast(_ plan: borrowing FramePlan, last: Int) -> Int? {
        for position in 0..<plan.tiles.opCount(of: tileIndex) {
            let planned = plan.tiles.op(position, of: tileIndex)
            guard plan.pass(of: planned) == last else { continue }
            guard case .op(let number) = planned.kind else { return nil }
            let op = plan.ops[number]
            // Far outside, the rasterizer clips rectangles differently.
            let far = 131072.0
            guard case .image(.box(let box), let image) = op.content, op.clip < 0, op.bounds.intersection(tile) == tile,
                box.minimum.x <= Double(tile.minX), box.minimum.y <= Double(tile.minY),
                box.maximum.x >= Double(tile.maxX), box.maximum.y >= Double(tile.maxY), box.minimum.x > -far,
                box.minimum.y > -far, box.maximum.x < far, box.maximum.y < far, !plan.store.images[image].isOpaque
            else { return nil }
            // Parts of the image that later ops hide are hidden in the background, too.
            return occlusion.unhidden.subtracting(occlusion.visible[position]).isEmpty ? position : nil
        }
        return nil
    }
}

extension TileOcclusion {
    /// Finds the visible parts of the boxes of the last pass that end at a position.
    ///
    /// - Returns: the position of the first of them; nil, with nothing done, where no box is, or the scalar kernels draw.
    mutating func findBoxesFast(
        before position: Int, of index: Int, _ last: Int, _ plan: borrowing FramePlan, _ bands: inout TileBands
    ) -> Int? {
        guard PixelKernels.current != .scalar else { return nil }
        var start = plan.hasBoxesOnly ? 0 : position
        while start > 0, plan.isBox(plan.tiles.op(start - 1, of: index), of: last) { start -= 1 }
        if start == position { return nil }
        let members = plan.tiles.members.span.extracting(plan.tiles.range(start..<position, of: index))
        guard bands.findVisible(plan.boxes.span, members, visible: &visible, first: start) else { return nil }
        if plan.store.hasSoftShadows {
            for number in members.indices.reversed() where !visible[start + number].isEmpty {
                let box = PlannedOp(word: members[number])
                if plan.hides(box) { addCover(box, plan, within: bands.tile) }
            }
        }
        return start
    }
}

extension FramePlan {
    /// Edges are prefetched this many ops ahead.
    private static let ahead = 2

    /// Prefetches the edges of a later op of a tile: another thread may have made them, so that they are in none of this
    /// core's caches.
    func prefetchFast(after position: Int, of tile: Int) {
        guard position + Self.ahead < tiles.opCount(of: tile),
            case .op(let op) = tiles.op(position + Self.ahead, of: tile).kind,
            case .solid(.edges(let index), _) = ops[op].content
        else { return }
        EdgeList.prefetch(shapes.edges.span, index)
    }

    /// Whether it has only boxes of one pass.
    fileprivate var hasBoxesOnly: Bool { ops.isEmpty && passes.bufferCount == 0 }

    /// Whether an op is a box of a pass.
    fileprivate func isBox(_ op: PlannedOp, of pass: Int) -> Bool {
        guard case .box(let index) = op.kind else { return false }
        return Int(boxes[index].pass) == pass
    }
}
