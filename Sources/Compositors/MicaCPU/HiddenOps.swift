import MicaFrame
import MicaGeometry

/// Finds ops that are invisible in a small region, because one opaque rectangle in front covers all of their pixels
/// there. It looks from front to back, before anything is prepared.
///
/// For regions as small as a tile: there a few rectangles hide most of what lies behind.
struct HiddenOps {
    /// The most rectangles that are remembered; beyond that, the largest ones are.
    private static let limit = 8
    private var covers: [DeviceRect] = []

    /// The visible part of each remaining op, in order.
    private(set) var visible: [DeviceRect] = []

    /// Removes the hidden ops from a list, and finds the visible parts of the others.
    ///
    /// - Parameter ops: the ops of the last pass; the list has indices into it.
    mutating func remove(from indices: inout [Int32], _ ops: [DrawOp], in region: DeviceRect) {
        covers.clear()
        visible.clear()
        var remaining = indices.count
        for index in indices.indices.reversed() {
            let position = Int(indices[index])
            var rest = ops[position].bounds.intersection(region)
            for cover in covers { rest.cut(away: cover) }
            if rest.isEmpty { continue }
            visible.append(rest)
            remaining -= 1
            indices[remaining] = indices[index]
            let cover = Self.cover(of: ops[position]).intersection(region)
            if !cover.isEmpty { note(cover) }
        }
        indices.removeSubrange(0..<remaining)
        visible.reverse()
    }

    private mutating func note(_ cover: DeviceRect) {
        func area(_ rect: DeviceRect) -> Int { rect.width * rect.height }
        if covers.count < Self.limit { return covers.append(cover) }
        var least = 0
        for index in covers.indices where area(covers[index]) < area(covers[least]) { least = index }
        if area(cover) > area(covers[least]) { covers[least] = cover }
    }

    /// Pixels that an op covers wholly with an opaque colour, found without its exact outline.
    private static func cover(of op: DrawOp) -> DeviceRect {
        guard op.clip == nil, op.opacity >= 1, op.blend == .sourceOver, op.transform.isScaleAndTranslation,
            case .fill(let shape, let color) = op.content, color.alpha >= 1
        else { return .empty }
        return Occluder(shape, op.transform).rect.intersection(op.bounds)
    }
}

extension DeviceRect {
    /// Removes the pixels of another rectangle, if the rest is a rectangle.
    fileprivate mutating func cut(away cover: DeviceRect) {
        if cover.minY <= minY, cover.maxY >= maxY {
            if cover.minX <= minX { minX = max(minX, min(cover.maxX, maxX)) }
            if cover.maxX >= maxX { maxX = min(maxX, max(cover.minX, minX)) }
        } else if cover.minX <= minX, cover.maxX >= maxX {
            if cover.minY <= minY { minY = max(minY, min(cover.maxY, maxY)) }
            if cover.maxY >= maxY { maxY = min(maxY, max(cover.minY, minY)) }
        }
    }
}
