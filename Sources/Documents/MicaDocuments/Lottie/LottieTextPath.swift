import Foundation

/// A line that the letters of a text stand on: the outline of one of the layer's masks.
///
/// *Source*: the behaviour of airbnb/lottie-web; lottie.github.io, Lottie format, "Text Follow Path".
struct LottieTextPath: Sendable {
    var outline: LottieTrack<LottieOutline>
    /// How far from the outline's start the first letter begins, and from its end the last one ends, in points.
    var first = LottieTrack(0.0), last = LottieTrack(0.0)
    /// Whether letters go from the outline's end to its start.
    var isReversed = false
    /// Whether letters turn with the outline.
    var isPerpendicular = true
    /// Whether letters are spaced so that they reach from the first margin to the last.
    var isForced = false

    /// All that may change over time.
    var tracks: [any LottieTimed] { [outline, first, last] }

    /// The outline in the order of the letters.
    func line(_ moment: LottieMoment) -> LottieOutline.Measured {
        let outline = outline.value(moment)
        guard isReversed else { return outline.measured }
        var back = outline.reversed
        // A closed one begins at the same place.
        if back.isClosed, let start = back.vertices.popLast() { back.vertices.insert(start, at: 0) }
        return back.measured
    }
}

extension LottieTextLayout {
    /// The most vertices that are measured, and numbers that are worked out for letters on a path that changes: each letter
    /// looks at all of them at each sample.
    private static let pathLimit = 20_000_000.0

    /// Where letters stand on a path over time: for each the point of its middle, and the direction in radians; nil where that
    /// is too much to be worked out.
    func positions(
        on path: LottieTextPath, _ spacing: LottieTrack<[Double]>?, _ sampling: LottieSampling
    ) -> LottieTrack<[Double]>? {
        let tracks = path.tracks + (spacing.map { [$0 as any LottieTimed] } ?? [])
        let times = tracks.filter { $0.isAnimated }.flatMap { $0.timing.map { $0.time } }
        let samples = min(2 * ((times.max() ?? 0) - (times.min() ?? 0)) + Double(times.count) + 1, 20_000)
        let vertices = path.outline.keys.map { $0.value.vertices.count }.max() ?? 0
        let numbers = times.isEmpty ? Double(letters.count) : Double(letters.count * letters.count) * samples
        guard vertices > 1, max(numbers, 32 * Double(vertices) * samples) <= Self.pathLimit else { return nil }
        var before: [Double] = []
        return sampling.combine(tracks, isStraight: false) { moment in
            let line = path.line(moment)
            let (first, last) = (path.first.value(moment), path.last.value(moment))
            let moved = spacing?.value(moment)
            var positions = [Double](repeating: 0, count: 3 * letters.count)
            for (range, width) in lines where !range.isEmpty {
                let start = letters[range.lowerBound].x
                var (x, step) = (first + (path.isForced ? 0 : flush * (line.length - width)), 0.0)
                if path.isForced, range.count > 1 {
                    step = (line.length - first + last - width) / Double(range.count - 1)
                }
                for index in range {
                    let middle = letters[index].x - start + letters[index].advance / 2 + (moved?[index] ?? 0)
                    let sample = line.sample(at: x + middle)
                    (positions[3 * index], positions[3 * index + 1]) = (sample.point.x, sample.point.y)
                    positions[3 * index + 2] = path.isPerpendicular ? sample.angle : 0
                    x += step
                }
            }
            // The shorter way round from the place before.
            for index in letters.indices where 3 * index < before.count {
                let turn = (positions[3 * index + 2] - before[3 * index + 2]) / (2 * .pi)
                positions[3 * index + 2] -= turn.rounded() * 2 * .pi
            }
            before = positions
            return positions
        }
    }
}

extension LottieOutline.Measured {
    /// The point at a length, and the direction there in radians: of a closed outline any number of times around, of an open
    /// one straight on beyond its ends.
    func sample(at distance: Double) -> (point: SIMD2<Double>, angle: Double) {
        guard length > 0, length.isFinite, distance.isFinite, let start = segments.first, let end = segments.last else {
            return (segments.first?.from.point ?? .zero, 0)
        }
        var rest = distance
        if end.to == start.from || end.to.point == start.from.point {
            rest -= (rest / length).rounded(.down) * length
        } else if rest < 0 || rest > length {
            let (segment, inside) = rest < 0 ? (start, 0) : (end, end.lengths[end.lengths.count - 1])
            let (point, angle) = segment.sample(at: inside)
            let beyond = rest < 0 ? rest : rest - length
            return (point + SIMD2(cos(angle), sin(angle)) * beyond, angle)
        }
        for segment in segments {
            let length = segment.lengths[segment.lengths.count - 1]
            if rest <= length, length > 0 { return segment.sample(at: rest) }
            rest -= length
        }
        return end.sample(at: end.lengths[end.lengths.count - 1])
    }
}
