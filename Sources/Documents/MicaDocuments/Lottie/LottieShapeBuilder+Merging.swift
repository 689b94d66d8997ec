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
        var outlines = try merged(at: index, in: list)
        var trims: [LottieTrim] = []
        for item in list[(index + 1)...] {
            if case .trim(let trim) = item { trims.append(trim) }
        }
        if trims.count == 1, paint.stroke != nil { return try draw(paint, outlines, trim: trims[0], in: parent) }
        for trim in trims {
            let before = outlines
            outlines = sampling.combine([before, trim.start, trim.end, trim.offset], isStraight: false) { moment in
                let range = Self.range(trim, moment)
                return before.value(moment).trimmed(from: range.start, to: range.end, oneByOne: trim.isOneByOne)
            }
        }
        try draw(paint, outlines, trim: nil, in: parent)
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

    /// The outlines before an item, front to back: one for each outline and each group.
    private func operands(before end: Int, in list: [LottieItem]) throws(DocumentError) -> [LottieTrack<LottieOutlines>]
    {
        var result: [LottieTrack<LottieOutlines>] = []
        var start = 0
        if let last = list[..<end].lastIndex(where: Self.isBoolean) {
            result.append(try merged(at: last, in: list))
            start = last + 1
        }
        for index in start..<end {
            try builder.spend()
            switch list[index] {
            case .outline:
                let drawn = outlines(from: index, before: index + 1, in: list, until: end)
                result.append(merged(drawn.map { cut($0) }))
            case .group(let children, let transform, _):
                let inside = try operands(before: children.count, in: children)
                guard !inside.isEmpty else { continue }
                let tracks: [any LottieTimed] = inside.map { $0 as any LottieTimed } + transform.tracks
                result.append(
                    sampling.combine(tracks, isStraight: false) { moment in
                        let all = LottieOutlines(outlines: inside.flatMap { $0.value(moment).outlines })
                        return all.moved(by: transform, moment)
                    })
            case .paint, .trim, .round, .merge: continue
            case .repeat: builder.diagnostics.warn("the copies of a repeater are not merged with other paths")
            }
        }
        return result
    }

    private static func combined(_ parts: [LottieOutlines], _ mode: Int, _ builder: LottieBuilder) -> LottieOutlines {
        let vertices = parts.flatMap { $0.outlines }.flatMap { $0.vertices }
        let curves = vertices.reduce(0) { $0 + ($1.leaving == $1.point && $1.arriving == $1.point ? 0 : 1) }
        guard let first = parts.first, builder.mayCombine(vertices.count, curves: curves) else {
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
}

extension LottieOutlines {
    /// The outlines after a transform.
    func moved(by transform: LottieTransform, _ moment: LottieMoment) -> LottieOutlines {
        let matrix = LottieAnimator.matrix(transform, moment)
        let anchor = transform.anchor.value(moment).plane
        let placement =
            transform.split.map { SIMD2($0.x.value(moment), $0.y.value(moment)) }
            ?? transform.position.value(moment).plane
        let (a, b) = (SIMD2(Double(matrix.m11), Double(matrix.m12)), SIMD2(Double(matrix.m21), Double(matrix.m22)))
        func move(_ point: SIMD2<Double>) -> SIMD2<Double> {
            let from = point - anchor
            return a * from.x + b * from.y + placement
        }
        var result = self
        for outline in outlines.indices {
            for index in outlines[outline].vertices.indices {
                let vertex = outlines[outline].vertices[index]
                result.outlines[outline].vertices[index] = LottieVertex(
                    move(vertex.point), arriving: move(vertex.arriving), leaving: move(vertex.leaving))
            }
        }
        return result
    }
}
