import CoreGraphics
import Foundation
import QuartzCore

/// Boolean operations on outlines: modes 2 to 5 of merge paths. Mode 1 draws the outlines as one path.
extension LottieShapeBuilder {
    /// Whether an item merges the outlines before it with a boolean operation.
    static func isBoolean(_ item: LottieItem) -> Bool {
        if case .merge(let mode) = item { return (2...5).contains(mode) }
        return false
    }

    /// The items up to the first boolean merge: later items draw only the merged outline.
    static func untilMerge(_ items: ArraySlice<LottieItem>) -> ArraySlice<LottieItem> {
        items.prefix { !isBoolean($0) }
    }

    /// Draws the result of a merge.
    ///
    /// - Parameter index: the index of the merge; the paint comes after it.
    func draw(_ paint: LottiePaint, mergeAt index: Int, in list: [LottieItem], to parent: CALayer) throws(DocumentError)
    {
        var drawn = Drawn(several: try merged(at: index, in: list))
        drawn.add(list[(index + 1)...])
        if drawn.trims.count == 1, paint.stroke != nil {
            return try draw(paint, shaped(drawn).outlines, trim: drawn.trims[0], in: parent)
        }
        try draw(paint, cut(drawn), trim: nil, in: parent)
    }

    /// The outline that results from a merge.
    private func merged(at index: Int, in list: [LottieItem]) throws(DocumentError) -> LottieTrack<LottieOutlines> {
        guard case .merge(let mode) = list[index] else { return LottieTrack(LottieOutlines(outlines: [])) }
        let parts = try operands(before: index, in: list)
        let builder = builder
        return sampling.combine(parts, isStraight: false) { moment in
            Self.combined(parts.map { $0.value(moment) }, mode, builder)
        }
    }

    /// The outlines before an item, front to back: one for each outline and each group, and one for all that a merge of
    /// mode 1 makes one path.
    private func operands(before end: Int, in list: [LottieItem]) throws(DocumentError) -> [LottieTrack<LottieOutlines>]
    {
        var result: [LottieTrack<LottieOutlines>] = []
        var start = 0
        if let last = list[..<end].lastIndex(where: Self.isBoolean) {
            result.append(try merged(at: last, in: list))
            start = last + 1
        }
        for index in start..<end {
            if case .repeat = list[index] {
                builder.diagnostics.warn("the copies of a repeater are not merged with other paths")
            }
            if case .merge = list[index], result.count > 1 {
                let parts = result
                result = [
                    sampling.combine(parts, isStraight: false) { moment in
                        LottieOutlines(outlines: parts.flatMap { $0.value(moment).outlines })
                    }
                ]
            }
            if let outlines = try operand(at: index, before: end, in: list) { result.append(outlines) }
        }
        return result
    }

    /// An outline, or those of a group, with the changes of the later items before an item; nil for other items.
    func operand(
        at index: Int, before end: Int, in list: [LottieItem]
    ) throws(DocumentError) -> LottieTrack<LottieOutlines>? {
        try builder.spend()
        switch list[index] {
        case .outline:
            let drawn = outlines(from: index, before: index + 1, in: list, until: end)
            return united(drawn.map { cut($0) })
        case .group(let children, let transform, _):
            let inside = try operands(before: children.count, in: children)
            guard !inside.isEmpty else { return nil }
            let tracks: [any LottieTimed] = inside.map { $0 as any LottieTimed } + transform.tracks
            var drawn = Drawn(
                several: sampling.combine(tracks, isStraight: false) { moment in
                    let all = LottieOutlines(outlines: inside.flatMap { $0.value(moment).outlines })
                    return (inside.count > 1 ? all.facingAlike : all).moved(by: transform, moment)
                })
            drawn.add(list[(index + 1)..<end])
            return cut(drawn)
        case .paint, .trim, .round, .merge, .reshape, .repeat: return nil
        }
    }

    /// How many pairs of curves lie above each other: those are compared when outlines are combined.
    private static func pairs(_ outlines: [LottieOutline]) -> Int {
        var (starts, ends): ([Double], [Double]) = ([], [])
        for outline in outlines {
            for (index, vertex) in outline.vertices.enumerated() {
                let next = outline.vertices[(index + 1) % outline.vertices.count]
                guard vertex.leaving != vertex.point || next.arriving != next.point else { continue }
                let all = [vertex.point.x, vertex.leaving.x, next.arriving.x, next.point.x]
                starts.append(all.min() ?? 0)
                ends.append(all.max() ?? 0)
            }
        }
        starts.sort()
        ends.sort()
        var (count, past) = (0, 0)
        for (index, start) in starts.enumerated() {
            while past < ends.count, ends[past] < start { past += 1 }
            count += max(index - past, 0)
        }
        return count
    }

    private static func combined(_ parts: [LottieOutlines], _ mode: Int, _ builder: LottieBuilder) -> LottieOutlines {
        let outlines = parts.flatMap { $0.outlines }
        let vertices = outlines.reduce(0) { $0 + $1.vertices.count }
        guard let first = parts.first, builder.mayCombine(vertices, pairs: pairs(outlines)) else {
            return LottieOutlines(outlines: parts.flatMap { $0.outlines })
        }
        var path = parts.count == 1 ? first.path().normalized() : first.path()
        for part in parts.dropFirst() {
            let other = part.path()
            switch mode {
            case 2: path = path.union(other)
            case 3: path = path.subtracting(other)
            case 4: path = path.intersection(other)
            default: path = path.symmetricDifference(other)
            }
        }
        return LottieOutlines(outlines: LottieInterop.outlines(of: path))
    }
}

extension LottieTransform {
    /// All tracks that move a shape in its plane.
    var tracks: [any LottieTimed] {
        let positions: [any LottieTimed] = split.map { [$0.x, $0.y] } ?? [position]
        return positions + [anchor, scale, rotation, rotationX, rotationY, orientation, skew, skewAxis]
    }

    /// The position in the plane, whether it is one track or one for each dimension.
    func placement(_ moment: LottieMoment) -> SIMD2<Double> {
        split.map { SIMD2($0.x.value(moment), $0.y.value(moment)) } ?? position.value(moment).plane
    }
}

extension LottieOutlines {
    /// The outlines after a transform.
    func moved(by transform: LottieTransform, _ moment: LottieMoment) -> LottieOutlines {
        let matrix = LottieAnimator.matrix(transform, moment)
        let anchor = transform.anchor.value(moment).plane
        let placement = transform.placement(moment)
        let (a, b) = (SIMD2(Double(matrix.m11), Double(matrix.m12)), SIMD2(Double(matrix.m21), Double(matrix.m22)))
        func move(_ point: SIMD2<Double>) -> SIMD2<Double> {
            let from = point - anchor
            return a * from.x + b * from.y + placement
        }
        return mapped(move)
    }

    /// The outlines in directions in which none takes anything away from another that it does not lie in.
    ///
    /// Outlines of a group that is merged with others are united. An outline of the other direction inside of another
    /// is a hole; one that covers another, or a part of it, is not.
    var facingAlike: LottieOutlines {
        let order = outlines.indices.sorted { abs(outlines[$0].signedArea) > abs(outlines[$1].signedArea) }
        let boxes = outlines.map { LottieOutlines(outlines: [$0]).path().boundingBoxOfPath }
        var result = self
        for (place, index) in order.enumerated() {
            let (area, box) = (outlines[index].signedArea, boxes[index])
            let margin = 1e-3 * max(box.width, box.height)
            let around = order[..<place].last { boxes[$0].contains(box.insetBy(dx: -margin, dy: -margin)) }
            // A hole runs the other way than the outline around it.
            let isClockwise =
                around.map { ((area >= 0) == (outlines[$0].signedArea >= 0)) == (result.outlines[$0].signedArea >= 0) }
                ?? true
            if isClockwise != (area >= 0) { result.outlines[index] = outlines[index].reversed }
        }
        return result
    }
}
