import Foundation

/// Outlines, and the items that change them.
extension LottieShapeBuilder {
    /// Something that changes outlines.
    enum Change {
        case trim(LottieTrim)
        case round(LottieTrack<Double>)
        case reshape(LottieReshape)
    }

    /// Outlines with the items that change them.
    struct Drawn {
        var outlines: LottieTrack<LottieOutlines>
        /// Whether this is one outline, not several that count as one shape.
        var isSingle = true
        /// The changes, in order.
        var changes: [Change] = []
        /// The trims after all changes.
        var trims: [LottieTrim] = []

        init(_ outline: LottieTrack<LottieOutline>) { outlines = outline.map { LottieOutlines(outlines: [$0]) } }

        init(several outlines: LottieTrack<LottieOutlines>) { (self.outlines, isSingle) = (outlines, false) }

        /// Adds the items of a list that change the outlines.
        mutating func add(_ items: ArraySlice<LottieItem>) {
            for item in items {
                switch item {
                case .trim(let trim) where !trim.showsAll: trims.append(trim)
                case .round(let radius): changes.append(.round(radius))
                case .reshape(let reshape):
                    changes += trims.map { .trim($0) }
                    trims = []
                    changes.append(.reshape(reshape))
                    if case .offset = reshape.kind { isSingle = false }
                default: continue
                }
            }
        }
    }

    /// The outlines of a part of a list, each with the later items that change it, up to an index.
    func outlines(
        from start: Int, before end: Int, in list: [LottieItem], until last: Int, _ shares: Shares = [:]
    ) -> [Drawn] {
        let end = max(start, end)
        if let merge = Self.offsetMerge(from: start, in: list, until: last) {
            let inside = outlines(from: start, before: min(merge, end), in: list, until: merge)
            var several = Drawn(several: united(inside.map { cut(shaped($0)) }))
            several.add(list[(merge + 1)..<last])
            let rest = merge + 1 < end ? outlines(from: merge + 1, before: end, in: list, until: last) : []
            return (inside.isEmpty ? [] : [several]) + rest
        }
        return (start..<end).compactMap { index in
            guard case .outline(let outline) = list[index] else { return nil }
            var drawn = Drawn(outline)
            drawn.add(Self.items(after: index, in: list, until: last, shares))
            return drawn
        }
    }

    /// The first merge without an operation that an offset comes after: it moves all outlines before the merge as one
    /// region, in which holes shrink as the rest grows.
    private static func offsetMerge(from start: Int, in list: [LottieItem], until last: Int) -> Int? {
        guard start < last,
            let offset = list[start..<last].lastIndex(where: { item in
                if case .reshape(let reshape) = item, case .offset = reshape.kind { true } else { false }
            })
        else { return nil }
        return list[start..<offset].firstIndex { item in
            if case .merge = item { !isBoolean(item) } else { false }
        }
    }

    /// Outlines with all changes but the last trims applied.
    func shaped(_ drawn: Drawn) -> Drawn {
        var result = drawn
        result.outlines = drawn.changes.reduce(drawn.outlines) { changed($0, by: $1) }
        result.changes = []
        return result
    }

    /// Outlines with all changes applied.
    func cut(_ drawn: Drawn) -> LottieTrack<LottieOutlines> {
        drawn.trims.reduce(shaped(drawn).outlines) { trimmed($0, by: $1) }
    }

    /// Several outlines as one shape.
    func united(_ outlines: [LottieTrack<LottieOutlines>]) -> LottieTrack<LottieOutlines> {
        if outlines.count == 1 { return outlines[0] }
        return sampling.combine(outlines, steps: LottieSteps(builder.player)) { moment in
            LottieOutlines(outlines: outlines.flatMap { $0.value(moment).outlines })
        }
    }

    func changed(_ outlines: LottieTrack<LottieOutlines>, by change: Change) -> LottieTrack<LottieOutlines> {
        switch change {
        case .trim(let trim): trimmed(outlines, by: trim)
        case .round(let radius):
            sampling.combine([outlines, radius], steps: LottieSteps(builder.player)) { moment in
                let radius = radius.value(moment)
                return LottieOutlines(outlines: outlines.value(moment).outlines.map { $0.rounded(radius) })
            }
        case .reshape(let reshape): reshaped(outlines, by: reshape)
        }
    }

    /// Outlines cut by a trim.
    func trimmed(
        _ outlines: LottieTrack<LottieOutlines>, by trim: LottieTrim
    ) -> LottieTrack<LottieOutlines> {
        let tracks: [any LottieTimed] = [outlines, trim.start, trim.end, trim.offset]
        return sampling.combine(tracks, isStraight: false) { moment in
            let (range, here) = (Self.range(trim, moment), outlines.value(moment))
            if trim.isOneByOne, here.outlines.count > 1 {
                return trim.inOrder(here).trimmed(from: range.start, to: range.end, oneByOne: true)
            }
            // A piece of an outline is one outline, unless it continues at the start.
            let pieces = here.outlines.map { outline in
                let cut = LottieOutlines(outlines: [outline]).trimmed(
                    from: range.start, to: range.end, oneByOne: false)
                guard var first = cut.outlines.first else { return LottieOutline(vertices: [], isClosed: false) }
                for piece in cut.outlines.dropFirst() { first.vertices += piece.vertices }
                return first
            }
            return LottieOutlines(outlines: pieces)
        }
    }

    /// Outlines changed by an item, twice per frame where anything moves.
    private func reshaped(
        _ outlines: LottieTrack<LottieOutlines>, by reshape: LottieReshape
    ) -> LottieTrack<LottieOutlines> {
        let most = outlines.vertexCount * reshape.growth
        guard most <= LottieReshape.vertexLimit else { return leaveOut(reshape, outlines) }
        var tracks: [any LottieTimed] = [outlines] + reshape.tracks
        if !reshape.isAffine { tracks += reshape.groups.flatMap { $0.tracks } }
        let isAnimated = tracks.contains { $0.isAnimated }
        guard isAnimated ? sampling.has(2 * most) : sampling.take(most) else { return leaveOut(reshape, outlines) }
        let isStraight = if case .round = reshape.kind { reshape.groups.isEmpty } else { false }
        let builder = builder
        return sampling.combine(tracks, isStraight: isStraight, each: most) { moment in
            let here = outlines.value(moment)
            if case .offset = reshape.kind {
                let curves = here.outlines.flatMap { $0.vertices }.count { !$0.isCorner }
                guard builder.mayCombine(here.vertexCount, pairs: 2 * curves * curves) else { return here }
            }
            return reshape.applied(to: here, moment)
        }
    }

    private func leaveOut(
        _ reshape: LottieReshape, _ outlines: LottieTrack<LottieOutlines>
    ) -> LottieTrack<LottieOutlines> {
        builder.diagnostics.warn("\(reshape.name) would make too many points: it is left out")
        return outlines
    }
}

extension LottieTransform {
    /// Whether the transform moves nothing.
    var isIdentity: Bool {
        func isStill(_ track: LottieTrack<Double>) -> Bool { track.constant == 0 }
        guard let anchor = anchor.constant, scale.constant?.plane == SIMD2(100, 100) else { return false }
        let isPlaced =
            split.map { $0.x.constant == anchor.x && $0.y.constant == anchor.y }
            ?? (position.constant?.plane == anchor.plane)
        return isPlaced && isStill(rotation) && isStill(rotationX) && isStill(rotationY) && isStill(skew)
            && orientation.constant == .zero
    }
}
