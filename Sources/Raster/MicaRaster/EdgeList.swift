/// The edges of an outline in device space, sorted into bands of rows: made once, drawn in many tiles.
///
/// The edges are those that the rasteriser makes of the path itself, so the coverage is the same. A band has every edge
/// that runs through one of its rows; one that runs through several is in all of them.
package struct EdgeList: Sendable {
    /// The rows of a band. Bands begin at its multiples, as rows of tiles do.
    package static let bandHeight = 32

    /// The pixels that the outline may touch, cut to the clip that it was made for; empty without edges.
    package private(set) var bounds = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    /// The outline when it is a rectangle that is level with the axes, which has no edges then.
    private(set) var rectangle: FixedRectangle?
    /// Which regions are inside.
    private(set) var rule = FillRule.nonZero
    private(set) var edges: [Edge] = []
    /// Where each band begins in `edges`; one more than there are bands.
    private(set) var starts: [Int32] = []
    /// The first band's number: its first row over `bandHeight`, rounded down.
    private(set) var firstBand = 0
    private var flattener = Flattener(tolerance: Rasterizer.usualTolerance)

    /// Makes a list without edges.
    package init() {}

    /// Takes the inside of a path; open contours count as closed. The memory of what was there is used again.
    ///
    /// - Parameters:
    ///   - transform: from the path's space to device pixels.
    ///   - clip: the pixels that are wanted.
    package mutating func set(_ path: Path, transform: Homography, rule: FillRule, clip: DeviceRect) {
        self.rule = rule
        rectangle = nil
        bounds = .empty
        edges.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        let limit = Int(FixedPoint.limit)
        let clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        guard !clip.isEmpty, !path.isEmpty else { return }
        if let affine = transform.affine, let level = FixedRectangle(path, affine: affine) {
            guard let cut = level.cut(to: clip) else { return }
            rectangle = cut
            bounds = DeviceRect(
                minX: cut.minX >> FixedPoint.shift, minY: cut.rows.lowerBound,
                maxX: (cut.maxX + FixedPoint.one - 1) >> FixedPoint.shift, maxY: cut.rows.upperBound)
            return
        }
        // Edges to the right of the clip are kept: without them nothing would say where what is covered ends.
        flattener.reset(clip: DeviceRect(minX: clip.minX, minY: clip.minY, maxX: limit, maxY: clip.maxY))
        flattener.append(path, transform: transform)
        guard let area = EdgeList.bounds(of: flattener.edges, in: clip) else { return }
        bounds = area
        sort(flattener.edges)
    }

    /// The pixels of a clip that some edges may touch, or that may be covered to the right of them; nil for none.
    static func bounds(of edges: [Edge], in clip: DeviceRect) -> DeviceRect? {
        var minX = Int32.max
        var maxX = Int32.min
        var minY = Int32.max
        var maxY = Int32.min
        for edge in edges {
            minX = min(minX, min(edge.x0, edge.x1))
            maxX = max(maxX, max(edge.x0, edge.x1))
            minY = min(minY, min(edge.y0, edge.y1))
            maxY = max(maxY, max(edge.y0, edge.y1))
        }
        guard minX <= maxX else { return nil }
        func ceiling(_ value: Int32) -> Int { (Int(value) + FixedPoint.one - 1) >> FixedPoint.shift }
        let top = max(clip.minY, Int(minY) >> FixedPoint.shift)
        let bottom = min(clip.maxY, ceiling(maxY))
        // Upright edges on a column's left side use that column, so the last one is one further right.
        let left = min(clip.maxX, max(clip.minX, Int(minX) >> FixedPoint.shift))
        let right = min(clip.maxX, max(left + 1, Int(maxX) >> FixedPoint.shift + 1))
        guard top < bottom, left < right else { return nil }
        return DeviceRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }

    /// Sorts edges into bands: counts, turns counts into ends, and fills from the last edge back.
    private mutating func sort(_ all: [Edge]) {
        firstBand = Self.band(bounds.minY)
        let count = Self.band(bounds.maxY - 1) - firstBand + 1
        starts.append(contentsOf: repeatElement(0, count: count + 1))
        for edge in all {
            for band in bands(of: edge, count) { starts[band] += 1 }
        }
        var total: Int32 = 0
        for band in 0..<count {
            total += starts[band]
            starts[band] = total
        }
        starts[count] = total
        edges.append(contentsOf: repeatElement(Edge(x0: 0, y0: 0, x1: 0, y1: 0), count: Int(total)))
        for edge in all.reversed() {
            for band in bands(of: edge, count) {
                starts[band] -= 1
                edges[Int(starts[band])] = edge
            }
        }
    }

    /// The bands that an edge runs through, counted from the first.
    @inline(__always)
    private func bands(of edge: Edge, _ count: Int) -> Range<Int> {
        let top = Int(min(edge.y0, edge.y1)) >> FixedPoint.shift
        let bottom = (Int(max(edge.y0, edge.y1)) + FixedPoint.one - 1) >> FixedPoint.shift
        let first = max(0, Self.band(top) - firstBand)
        return first..<max(first, min(count, Self.band(bottom - 1) - firstBand + 1))
    }

    /// The number of the band that a row is in.
    static func band(_ row: Int) -> Int { row >> 5 }

    /// The places of a band's edges in `edges`; empty for a band that there is not.
    func range(ofBand band: Int) -> Range<Int> {
        let index = band - firstBand
        guard index >= 0, index < starts.count - 1 else { return 0..<0 }
        return Int(starts[index])..<Int(starts[index + 1])
    }
}
