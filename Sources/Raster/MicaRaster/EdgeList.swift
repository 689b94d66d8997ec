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
    /// The edges, band by band; behind the last band's there may be others, left over.
    private(set) var edges: [Edge] = []
    /// Where each band begins in `edges`; one more than there are bands.
    private(set) var starts: [Int32] = []
    /// The first band's number: its first row over `bandHeight`, rounded down.
    private(set) var firstBand = 0

    /// Memory that lists need while they are made, and may share.
    package struct Scratch: Sendable {
        fileprivate var flattener = Flattener(tolerance: Rasterizer.usualTolerance)

        /// Makes scratch memory.
        package init() {}
    }

    /// Makes a list without edges.
    package init() {}

    /// Takes the inside of a path, as the other function does, with scratch memory of its own.
    package mutating func set(_ path: Path, transform: Homography, rule: FillRule, clip: DeviceRect) {
        var scratch = Scratch()
        set(path, transform: transform, rule: rule, clip: clip, scratch: &scratch)
    }

    /// Takes the inside of a path; open contours count as closed. The memory of what was there is used again.
    ///
    /// - Parameters:
    ///   - transform: from the path's space to device pixels.
    ///   - clip: the pixels that are wanted.
    package mutating func set(
        _ path: Path, transform: Homography, rule: FillRule, clip: DeviceRect, scratch: inout Scratch
    ) {
        self.rule = rule
        rectangle = nil
        bounds = .empty
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
        scratch.flattener.reset(clip: DeviceRect(minX: clip.minX, minY: clip.minY, maxX: limit, maxY: clip.maxY))
        scratch.flattener.append(path, transform: transform)
        guard let area = EdgeList.bounds(of: scratch.flattener.edges, in: clip) else { return }
        bounds = area
        sort(scratch.flattener.edges)
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
        let total = Self.countUp(all, count, firstBand, &starts)
        // More than there are now may be left from before.
        if edges.count < total {
            edges = Array(repeating: Edge(x0: 0, y0: 0, x1: 0, y1: 0), count: total + total / 4)
        }
        Self.fill(&edges, all, count, firstBand, &starts)
    }

    /// Works out where each band ends.
    ///
    /// - Returns: how many edges all bands have together.
    private static func countUp(_ all: [Edge], _ count: Int, _ firstBand: Int, _ starts: inout [Int32]) -> Int {
        var ends = starts.mutableSpan
        for edge in all {
            for band in bands(of: edge, count, firstBand) { ends[band] += 1 }
        }
        var total: Int32 = 0
        for band in 0..<count {
            total += ends[band]
            ends[band] = total
        }
        ends[count] = total
        return Int(total)
    }

    /// Puts edges into their bands, from the ends of those on, which become beginnings.
    private static func fill(
        _ edges: inout [Edge], _ all: [Edge], _ count: Int, _ firstBand: Int, _ starts: inout [Int32]
    ) {
        var ends = starts.mutableSpan
        var sorted = edges.mutableSpan
        var index = all.count
        while index > 0 {
            index -= 1
            let edge = all[index]
            for band in bands(of: edge, count, firstBand) {
                ends[band] -= 1
                sorted[Int(ends[band])] = edge
            }
        }
    }

    /// The bands that an edge runs through, of some from the first on.
    @inline(__always)
    private static func bands(of edge: Edge, _ count: Int, _ firstBand: Int) -> Range<Int> {
        // Down to the row before the one in which the edge only ends.
        let shift = FixedPoint.shift + 5
        let first = max(0, Int(min(edge.y0, edge.y1)) >> shift - firstBand)
        return first..<max(first, min(count, Int(max(edge.y0, edge.y1) - 1) >> shift - firstBand + 1))
    }

    /// The height at which a band begins, in steps.
    static func top(ofBand band: Int) -> Int32 { Int32(truncatingIfNeeded: (band << 5) << FixedPoint.shift) }

    /// The number of the band that a row is in.
    static func band(_ row: Int) -> Int { row >> 5 }

    /// The places of a band's edges in `edges`; empty for a band that there is not.
    func range(ofBand band: Int) -> Range<Int> {
        let index = band - firstBand
        guard index >= 0, index < starts.count - 1 else { return 0..<0 }
        return Int(starts[index])..<Int(starts[index + 1])
    }
}
