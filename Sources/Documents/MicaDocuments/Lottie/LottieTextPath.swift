import Foundation

/// The baseline path of a text: the outline of one of the layer's masks.
///
/// *Source*: the behaviour of airbnb/lottie-web; lottie.github.io, Lottie format, "Text Follow Path".
struct LottieTextPath: Sendable {
    var outline: LottieTrack<LottieOutline>
    /// The margins in points: before the first letter from the outline's start, and after the last letter from its
    /// end.
    var first = LottieTrack(0.0), last = LottieTrack(0.0)
    /// Whether letters run from the outline's end to its start.
    var isReversed = false
    /// Whether letters rotate with the outline.
    var isPerpendicular = true
    /// Whether letters are spaced to fill the length between the margins.
    var isForced = false

    /// All tracks of the path.
    var tracks: [any LottieTimed] { [outline, first, last] }

    /// The outline in the direction of the letters.
    func line(_ moment: LottieMoment) -> LottieOutline.Measured {
        let outline = outline.value(moment)
        guard isReversed else { return outline.measured }
        var back = outline.reversed
        // A reversed closed outline begins at the same vertex.
        if back.isClosed, let start = back.vertices.popLast() { back.vertices.insert(start, at: 0) }
        return back.measured
    }
}

extension LottieTextLayout {
    /// The limit of measured vertices, and of numbers computed for letters on a changing path: at each sample, each
    /// letter uses all of them.
    private static let pathLimit = 20_000_000.0

    /// The positions of letters on a path over time: for each letter the point of its middle, and the direction in
    /// radians. nil when computing them would take too much work.
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
            // The shorter rotation from the previous sample.
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
    /// The point and the direction, in radians, at a length. A closed outline repeats; an open one continues straight
    /// beyond its ends.
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
