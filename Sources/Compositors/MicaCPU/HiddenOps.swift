import MicaFrame
import MicaGeometry

/// Finds ops of which nothing is seen in a small region, since an opaque rectangle in front of them covers all of them
/// there: looked for from front to back, before anything is made ready.
///
/// It is for regions as small as a tile: there a handful of rectangles hides most of what lies behind.
struct HiddenOps {
    /// The most rectangles that are remembered; of more, the largest.
    private static let limit = 8
    private var covers: [DeviceRect] = []

    /// What of each op that is left can be seen, in their order.
    private(set) var seen: [DeviceRect] = []

    /// Takes out of a list of ops, back to front, those that are hidden, and finds what of the others can be seen.
    ///
    /// - Parameter ops: the ops of the last pass, of which the list has places.
    mutating func remove(from places: inout [Int32], _ ops: [DrawOp], in region: DeviceRect) {
        covers.removeAll(keepingCapacity: true)
        seen.removeAll(keepingCapacity: true)
        var kept = places.count
        for index in places.indices.reversed() {
            let place = Int(places[index])
            var rest = ops[place].bounds.intersection(region)
            for cover in covers { rest.cut(away: cover) }
            if rest.isEmpty { continue }
            seen.append(rest)
            kept -= 1
            places[kept] = places[index]
            let cover = Self.cover(of: ops[place]).intersection(region)
            if !cover.isEmpty { note(cover) }
        }
        places.removeSubrange(0..<kept)
        seen.reverse()
    }

    private mutating func note(_ cover: DeviceRect) {
        func area(_ rect: DeviceRect) -> Int { rect.width * rect.height }
        if covers.count < Self.limit { return covers.append(cover) }
        var least = 0
        for index in covers.indices where area(covers[index]) < area(covers[least]) { least = index }
        if area(cover) > area(covers[least]) { covers[least] = cover }
    }

    /// Pixels that an op covers wholly with opaque colour, as far as that is plain to see.
    private static func cover(of op: DrawOp) -> DeviceRect {
        guard op.clip == nil, op.opacity >= 1, op.blend == .sourceOver, op.transform.isScaleAndTranslation,
            case .fill(let shape, let color) = op.content, color.alpha >= 1
        else { return .empty }
        return Occluder(shape, op.transform).rect.intersection(op.bounds)
    }
}

extension DeviceRect {
    /// Takes away the pixels of another rectangle where what is left is a rectangle.
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
