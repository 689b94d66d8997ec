import MicaBase
import MicaFrame
import MicaRaster

// Passes that are prepared in fewer steps, with the same pixels:
//
// - The last pass of a frame with changes: `BoxList` has the boxes, and the bounds of all ops.
// - A pass whose needed pixels fit into one tile: the ops that opaque ops in front cover there are dropped before
//   anything is prepared (see TileOcclusion.swift).

extension FramePlan {
    /// Prepares a pass that is listed, or that needs few pixels. False, with nothing done, for other passes.
    mutating func prepareFast(_ pass: Int, _ context: PlanContext) -> Bool {
        let isListed = context.list.isCurrent && pass == context.frame.passes.count - 1
        let isSmall = pass == context.pass && context.tileSize.holds(context.region)
        guard isListed || isSmall else { return false }
        let bounds = passes.uses[pass].bounds
        wanted.clear()
        if isListed {
            context.list.append(indicesIn: bounds, to: &wanted)
            // A list of only boxes is drawn as fast as hidden ones would be found.
            if areBoxes(context.list) {
                appendBoxes(context.list, within: bounds, pass: pass)
                return true
            }
        } else {
            context.frame.passes[pass].append(indicesIn: bounds, to: &wanted)
        }
        let all = context.frame.passes[pass].ops
        let ops = all.span
        if isSmall { removeHidden(ops, in: bounds) }
        for number in wanted.indices {
            let index = Int(wanted[number])
            let visible = isSmall ? self.visible[number] : bounds
            if let box = isListed ? context.list.box(index) : SolidBox(ops, at: index) {
                append(box, within: SolidBox.limits(visible), pass: pass)
                continue
            }
            guard let clip = preparedClip(of: ops[index].clip, context.frame) else { continue }
            // Only fills: for ops of other kinds the bounds may affect the pixels.
            if isSmall, case .fill = ops[index].content {
                var op = ops[index]
                op.bounds = visible
                prepare(op, in: clip, at: OpAddress(pass: pass, op: index), context)
            } else {
                prepare(ops[index], in: clip, at: OpAddress(pass: pass, op: index), context)
            }
        }
        return true
    }

    /// Removes the hidden ops from `wanted`, and finds the visible parts of the others.
    private mutating func removeHidden(_ ops: Span<DrawOp>, in region: DeviceRect) {
        var bands = TileBands(region)
        visible.clear()
        var kept = wanted.count
        for number in wanted.indices.reversed() {
            let index = Int(wanted[number])
            let bounds = ops[index].bounds.intersection(region)
            let parts = bands.hasHidden ? bands.visible(of: bounds) : TileBands.everything
            if parts.isEmpty { continue }
            visible.append(parts == TileBands.everything ? bounds : bands.bounds(of: parts).intersection(bounds))
            kept -= 1
            wanted[kept] = wanted[number]
            let occluder = Occluder(of: ops, at: index)
            if occluder.hidesAny { bands.hide(occluder, within: bounds) }
        }
        wanted.removeSubrange(0..<kept)
        visible.reverse()
    }

    /// Whether all wanted ops are boxes.
    private func areBoxes(_ list: BoxList) -> Bool {
        let kinds = list.kinds.span
        for index in wanted where kinds[Int(index)] != .box { return false }
        return true
    }

    /// Prepares the needed ops, which are all boxes.
    private mutating func appendBoxes(_ list: BoxList, within bounds: DeviceRect, pass: Int) {
        let (limits, ready) = (SolidBox.limits(bounds), list.boxes.span)
        guard boxes.isEmpty else {
            for index in wanted { append(ready[Int(index)], within: limits, pass: pass) }
            return
        }
        var made: [SolidBox] = []
        swap(&made, &spareBoxes)
        SolidBox.cut(ready, wanted.span, to: limits, pass: pass, into: &made)
        swap(&made, &boxes)
        spareBoxes = made
        order.append(contentsOf: boxes.indices.lazy.map { PlannedOp.box($0) })
    }

    /// Whether there are only boxes of the last pass, so large on average that drawing them in cells takes less time than
    /// one by one. Both take the same time for squares of 40 pixels.
    var hasLargeBoxesOnly: Bool {
        guard ops.isEmpty, passes.bufferCount == 0 else { return false }
        var area = 0
        let boxes = boxes.span
        for index in boxes.indices { area += boxes[index].columns.count * boxes[index].rows.count }
        return area >= 1600 * boxes.count
    }
}
