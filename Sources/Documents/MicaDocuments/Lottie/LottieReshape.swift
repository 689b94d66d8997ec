import Foundation

/// An item that changes the outlines before it.
struct LottieReshape: Sendable {
    enum Kind: Sendable {
        /// Rounds corners by a radius.
        case round(LottieTrack<Double>)
        /// Moves vertices towards the outline's middle and handles away from it, in percent; below 0 the other way.
        case pucker(LottieTrack<Double>)
        /// Draws ridges: their height to each side of the outline, how many of them between two vertices, and 1 for
        /// sharp ones or 2 for waves.
        case zigZag(size: LottieTrack<Double>, ridges: LottieTrack<Double>, points: LottieTrack<Double>)
        /// Turns points about a centre, in degrees, less the further away they are.
        case twist(angle: LottieTrack<Double>, center: LottieTrack<SIMD3<Double>>)
        /// Moves outlines outwards, below 0 inwards. The join is that of strokes: 1 mitre, 2 round, 3 bevel.
        case offset(LottieTrack<Double>, join: Int, miterLimit: LottieTrack<Double>)
    }

    var kind: Kind
    /// The transforms between the item's list and the list of the outlines, outermost first.
    var groups: [LottieTransform] = []

    /// The tracks of the item's own values.
    var tracks: [any LottieTimed] {
        switch kind {
        case .round(let radius): [radius]
        case .pucker(let amount): [amount]
        case .zigZag(let size, let ridges, let points): [size, ridges, points]
        case .twist(let angle, let center): [angle, center]
        case .offset(let amount, _, let miterLimit): [amount, miterLimit]
        }
    }

    /// How many vertices one becomes, at most.
    var growth: Int {
        switch kind {
        case .round: 2
        case .pucker: 1
        case .zigZag(_, let ridges, _): Self.count(ridges.keys.map { $0.value }.max() ?? 0) + 1
        case .twist: LottieOutline.twistPieces
        case .offset: 8
        }
    }

    /// A whole number of ridges.
    static func count(_ ridges: Double) -> Int { Int(min(max(ridges.rounded(), 0), 20_000)) }

    /// The most vertices that an outline becomes.
    static let vertexLimit = 20_000

    /// Whether the item draws the same whatever affine transform the outlines have.
    var isAffine: Bool {
        if case .pucker = kind { true } else { false }
    }

    /// The item's name in messages.
    var name: String {
        switch kind {
        case .round: "rounded corners"
        case .pucker: "pucker and bloat"
        case .zigZag: "a zigzag"
        case .twist: "a twist"
        case .offset: "an offset path"
        }
    }

    /// The outlines that it makes at a moment.
    func applied(to outlines: LottieOutlines, _ moment: LottieMoment) -> LottieOutlines {
        guard !groups.isEmpty, !isAffine else { return changed(outlines, moment) }
        let moved = groups.reversed().reduce(outlines) { $0.moved(by: $1, moment) }
        let made = changed(moved, moment)
        return groups.reduce(made) { $0.movedBack(by: $1, moment) }
    }

    private func changed(_ outlines: LottieOutlines, _ moment: LottieMoment) -> LottieOutlines {
        func each(_ change: (LottieOutline) -> LottieOutline) -> LottieOutlines {
            LottieOutlines(outlines: outlines.outlines.map(change))
        }
        switch kind {
        case .round(let radius):
            // Outlines between which others lie need as many vertices, even where the radius is 0.
            let least = radius.isAnimated ? 1e-3 : 0
            return each { $0.rounded(max(radius.value(moment), least)) }
        case .pucker(let amount): return each { $0.puckered(amount.value(moment) / 100) }
        case .zigZag(let size, let ridges, let points):
            let (size, count) = (size.value(moment), Self.count(ridges.value(moment)))
            let isSmooth = points.value(moment).rounded() == 2
            return each { $0.zigZag(size, ridges: count, isSmooth: isSmooth) }
        case .twist(let angle, let center):
            let (angle, center) = (angle.value(moment) * .pi / 180, center.value(moment).plane)
            return each { $0.twisted(angle, about: center) }
        case .offset(let amount, let join, let miterLimit):
            return outlines.offset(
                by: amount.value(moment), LottieOffset.Join(rawValue: join) ?? .round,
                miterLimit: miterLimit.value(moment))
        }
    }
}

extension LottieOutlines {
    /// The outlines before a transform that moved them here; unchanged where the transform flattens them.
    func movedBack(by transform: LottieTransform, _ moment: LottieMoment) -> LottieOutlines {
        let probe = LottieOutlines(
            outlines: [LottieOutline(vertices: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1)].map { LottieVertex($0) })])
        let corners = probe.moved(by: transform, moment).outlines[0].vertices.map { $0.point }
        let (origin, a, b) = (corners[0], corners[1] - corners[0], corners[2] - corners[0])
        let determinant = a.x * b.y - a.y * b.x
        guard abs(determinant) > 1e-12 else { return self }
        return mapped { point in
            let from = point - origin
            return SIMD2(from.x * b.y - from.y * b.x, a.x * from.y - a.y * from.x) / determinant
        }
    }

    /// The outlines with all points and handles mapped.
    func mapped(_ move: (SIMD2<Double>) -> SIMD2<Double>) -> LottieOutlines {
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
