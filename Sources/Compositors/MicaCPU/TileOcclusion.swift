import MicaBase
import MicaRaster

// Occlusion: pixels that opaque ops in front cover are not drawn.
//
// The ops of a tile are looked at from front to back, before any is drawn. Each op is compared with the hidden parts of
// the tile, and adds the parts that it hides itself. Three values take part:
//
// - `Occluder`: pixels that an op certainly covers with opaque colour. It is a subset, as a rectangle with or without its
//   corners, or as a convex quadrilateral, and needs no outline.
// - `TileBands`: the hidden parts. A tile has at most 64 strips of columns in each of four bands of rows, and a bit for
//   each of these parts. So an op is compared with all ops in front in a few instructions, however many they are. The
//   price: an op that covers a part only together with others, or less than a part, hides nothing there.
// - `Cover`: the exact rectangle of one occluder. Pixels of a soft shadow cost several times those of a fill, and most of
//   them lie behind the layer that casts it, whose edges are seldom those of parts. So a shadow also leaves out the
//   nearest covers in front of it, pixel by pixel.
//
// `FramePlan+Fast` takes the same steps once more for a region that is one tile, before ops are prepared: there most of
// a large scene is hidden, and preparing an op costs more than drawing a few pixels of it.
//
// Only the last pass is cut to its visible parts. In a group little is hidden, and cutting its ops costs more than it
// spares: scene h of the benchmark takes 11 % more instructions with it.
//
// OpenGL has no tiles and no plan: the depth test hides, and `OcclusionGrid` spares it work by instance.
//
// No byte depends on any of this. `OccluderTests` and `TileBandsTests` compare with drawing everything.

/// Where a tile's ops are visible.
struct TileOcclusion {
    /// The pixels that an axis-aligned op hides.
    struct Cover {
        /// The rows between its corners, in all columns; and the columns between its corners, in all rows.
        var whole = DeviceRect.empty, between = DeviceRect.empty

        /// Whether it may hide some of an area.
        @inline(__always)  // Some comparisons, for each shadow and each cover in front of it.
        func meets(_ area: DeviceRect) -> Bool {
            min(whole.minY, between.minY) < area.maxY && max(whole.maxY, between.maxY) > area.minY
                && min(whole.minX, between.minX) < area.maxX && max(whole.maxX, between.maxX) > area.minX
        }

        /// The part of it within an area.
        func intersection(_ area: DeviceRect) -> Cover {
            Cover(whole: whole.intersection(area), between: between.intersection(area))
        }
    }

    /// For each of the tile's ops the parts in which it is visible.
    var visible: [TileMask] = []
    /// The parts of the last pass that no op hides.
    private(set) var unhidden = TileMask.none
    /// The covers of the tile's ops, front to back, if there are soft shadows.
    private(set) var covers: [Cover] = []
    /// For each op its pass's first cover, and the end of those in front of it.
    private var coversInFront: [SIMD2<Int32>] = []

    /// Finds the visible parts of a tile's ops.
    ///
    /// - Parameter tile: the pixels of the tile that are drawn.
    mutating func find(_ index: Int, _ tile: DeviceRect, of plan: borrowing FramePlan) {
        var position = plan.tiles.opCount(of: index)
        while visible.count < position {
            visible.append(.none)
            coversInFront.append(.zero)
        }
        covers.clear()
        let last = plan.passes.uses.count - 1
        var bands = TileBands(tile)
        while position > 0 {
            let planned = plan.tiles.op(position - 1, of: index)
            if planned.isBox, let start = findBoxesFast(before: position, of: index, last, plan, &bands) {
                position = start
                continue
            }
            guard plan.pass(of: planned) == last else { break }
            position -= 1
            coversInFront[position] = SIMD2(0, Int32(truncatingIfNeeded: covers.count))
            visible[position] = bands.hasHidden ? bands.visible(of: planned, plan) : TileBands.everything
            if visible[position].isEmpty || !plan.hides(planned) { continue }
            bands.hide(planned, plan)
            if plan.store.hasSoftShadows { addCover(planned, plan, within: tile) }
        }
        unhidden = bands.unhidden
        if position > 0 { findCovers(before: position, of: index, tile, plan) }
    }

    /// Finds the covers of passes other than the last.
    private mutating func findCovers(
        before end: Int, of index: Int, _ tile: DeviceRect, _ plan: borrowing FramePlan
    ) {
        var position = end, pass = -1, firstCover = 0, area = tile
        while position > 0 {
            position -= 1
            let planned = plan.tiles.op(position, of: index)
            if plan.pass(of: planned) != pass {
                (pass, firstCover) = (plan.pass(of: planned), covers.count)
                area = plan.area(of: pass, in: tile)
            }
            visible[position] = area.isEmpty ? .none : TileBands.everything
            coversInFront[position] = SIMD2(
                Int32(truncatingIfNeeded: firstCover), Int32(truncatingIfNeeded: covers.count))
            if plan.store.hasSoftShadows, plan.hides(planned) { addCover(planned, plan, within: area) }
        }
    }

    /// Adds the part of the shadows behind an op that it hides, for an op that hides anything.
    mutating func addCover(_ planned: PlannedOp, _ plan: borrowing FramePlan, within area: DeviceRect) {
        var cover = Cover()
        switch planned.kind {
        case .box(let index): cover.whole = plan.boxes[index].whole.intersection(area)
        case .op(let index):
            let occluder = plan.occluders[index]
            guard case .level = occluder else { return }
            cover = Cover(whole: occluder.rect, between: occluder.betweenCorners)
                .intersection(plan.ops[index].bounds.intersection(area))
        }
        if !cover.whole.isEmpty || !cover.between.isEmpty { covers.append(cover) }
    }

    /// The range in `covers` of the nearest ones in front of an op, front to back.
    ///
    /// Each shadow of a tile looks through them. Without a limit that is the square of the number of shadows, and those
    /// beyond it would only spare a few pixels more.
    func covers(inFrontOf position: Int) -> Range<Int> {
        let (first, end) = (Int(coversInFront[position].x), Int(coversInFront[position].y))
        return max(first, end - Self.mostCovers)..<end
    }

    /// The most covers that a shadow looks through.
    private static let mostCovers = 256

    /// The part of the nearest cover in a range that lies in an area.
    func nearestCover(_ range: Range<Int>, in area: DeviceRect) -> Cover {
        range.isEmpty ? Cover() : covers[range.upperBound - 1].intersection(area)
    }
}

extension TileBands {
    /// The visible parts of an op.
    fileprivate func visible(of planned: PlannedOp, _ plan: borrowing FramePlan) -> TileMask {
        switch planned.kind {
        case .box(let index): visible(of: plan.boxes[index])
        case .op(let index): visible(of: plan.ops[index].bounds)
        }
    }

    /// Adds the parts that an op hides.
    fileprivate mutating func hide(_ planned: PlannedOp, _ plan: borrowing FramePlan) {
        switch planned.kind {
        case .box(let index): hide(plan.boxes[index])
        case .op(let index): hide(plan.occluders[index], within: plan.ops[index].bounds)
        }
    }
}
