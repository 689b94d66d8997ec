import MicaBase

/// The edges of an outline in device space: made once, drawn in many tiles.
///
/// The edges are those that the rasterizer makes of the path itself, so the coverage is the same. They stay in the
/// order of the outline, in groups that know their rows. Neighbouring edges are near each other, so that a tile skips
/// most groups that do not touch it, and nothing is sorted.
package struct EdgeList: Sendable {
    /// How many edges a group has; the last one may have fewer.
    static let groupSize = OutlineCells.groupSize

    /// The pixels that the outline may touch, cut to the clip that it was made for; empty without edges.
    package private(set) var bounds = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    /// The outline when it is an axis-aligned rectangle; then there are no edges.
    private(set) var rectangle: FixedRectangle?
    /// Which regions are inside.
    private(set) var rule = FillRule.nonZero
    /// The edges; entries from `count` on are left over from other outlines.
    private(set) var edges: [Edge] = []
    /// How many edges there are.
    private(set) var count = 0
    /// Where each group's edges lie, in steps; entries behind the groups are left over.
    private(set) var reaches: [OutlineReach] = []

    /// The edges that run down and those that run up, if the outline is one chain of each.
    private(set) var monotoneChains: MonotoneChains?

    /// Memory for making lists; several lists may share it.
    package struct Scratch: Sendable {
        fileprivate var flattener = Flattener(tolerance: Rasterizer.usualTolerance)

        /// Makes scratch memory.
        package init() {}
    }

    /// Makes a list without edges.
    package init() {}

    /// Takes the inside of a path, with scratch memory for this call only.
    package mutating func set(_ path: Path, transform: Homography, rule: FillRule, clip: DeviceRect) {
        var scratch = Scratch()
        set(path, transform: transform, rule: rule, clip: clip, scratch: &scratch)
    }

    /// Takes the inside of a path; open contours count as closed. The list's memory is used again.
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
        count = 0
        monotoneChains = nil
        let limit = Int(FixedPoint.limit)
        let clip = clip.intersection(DeviceRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
        guard !clip.isEmpty, !path.isEmpty else { return }
        if let affine = transform.affine, let aligned = FixedRectangle(path, affine: affine) {
            guard let cut = aligned.cut(to: clip) else { return }
            rectangle = cut
            bounds = DeviceRect(
                minX: cut.minX >> FixedPoint.shift, minY: cut.rows.lowerBound,
                maxX: (cut.maxX + FixedPoint.one - 1) >> FixedPoint.shift, maxY: cut.rows.upperBound)
            return
        }
        // Edges to the right of the clip stay: without them nothing would say where coverage ends. Each list has its
        // own memory for edges, or that of large outlines would wander from list to list.
        scratch.flattener.swapMemory(&edges)
        scratch.flattener.reset(clip: DeviceRect(minX: clip.minX, minY: clip.minY, maxX: limit, maxY: clip.maxY))
        scratch.flattener.append(path, transform: transform)
        count = scratch.flattener.count
        scratch.flattener.swapMemory(&edges)
        reaches.set(edges, count)
        guard var area = Self.bounds(of: reaches, groupCount, in: clip) else {
            count = 0
            return
        }
        // Edges beyond the limit are missing, so that coverage continues to the clip's end.
        if scratch.flattener.isCut { area.maxX = clip.maxX }
        bounds = area
        // The rest of a ring that was cut may look like two chains.
        monotoneChains = scratch.flattener.isCut ? nil : edges.monotoneChains(count)
    }

    /// How many groups there are.
    var groupCount: Int { (count + Self.groupSize - 1) / Self.groupSize }

    /// The indices of a group's edges.
    func edges(ofGroup group: Int) -> Range<Int> {
        group * Self.groupSize..<min(count, (group + 1) * Self.groupSize)
    }

    /// Prefetches one list's edges, if they are few: many edges are prefetched by reading them in order.
    package static func prefetch(_ lists: Span<EdgeList>, _ index: Int) {
        let count = lists[index].count
        if count <= fewEdges { lists[index].edges.span.prefetch(count) }
    }

    private static let fewEdges = 128

    /// Whether a group's edges may run through some rows.
    func meets(_ group: Int, _ rows: Range<Int>) -> Bool {
        Int(reaches[group].minY) < rows.upperBound << FixedPoint.shift
            && Int(reaches[group].maxY) > rows.lowerBound << FixedPoint.shift
    }

    /// The pixels of a clip that edges may touch, or that may be covered to the right of edges; nil for none.
    static func bounds(of reaches: [OutlineReach], _ count: Int, in clip: DeviceRect) -> DeviceRect? {
        var whole = OutlineReach()
        for index in 0..<count { whole.include(reaches[index]) }
        return bounds(of: whole, in: clip)
    }

    private static func bounds(of whole: OutlineReach, in clip: DeviceRect) -> DeviceRect? {
        guard whole.minX <= whole.maxX else { return nil }
        func ceiling(_ value: Int32) -> Int { (Int(value) + FixedPoint.one - 1) >> FixedPoint.shift }
        let top = max(clip.minY, Int(whole.minY) >> FixedPoint.shift)
        let bottom = min(clip.maxY, ceiling(whole.maxY))
        // An upright edge on a column's left side belongs to that column, so that the last column is one further right.
        let left = min(clip.maxX, max(clip.minX, Int(whole.minX) >> FixedPoint.shift))
        let right = min(clip.maxX, max(left + 1, Int(whole.maxX) >> FixedPoint.shift + 1))
        guard top < bottom, left < right else { return nil }
        return DeviceRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }
}
