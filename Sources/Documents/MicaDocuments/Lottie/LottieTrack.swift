import Foundation

/// A value for keyframes that can be interpolated.
protocol LottieBlendable: Sendable {
    /// Interpolates between two values; `amounts` has one number for all dimensions, or one for each.
    static func blend(_ a: Self, _ b: Self, _ amounts: [Double]) -> Self
    /// How many vertices the value has; 0 for values of another kind.
    var vertexCount: Int { get }
}

extension LottieBlendable {
    var vertexCount: Int { 0 }
}

/// The easing between two keys: a cubic from (0, 0) to (1, 1), as in a timing function.
struct LottieEase: Equatable, Sendable {
    var x1 = 0.0
    var y1 = 0.0
    var x2 = 1.0
    var y2 = 1.0

    static let linear = LottieEase()

    /// The progress of the value for a progress of time, both from 0 to 1.
    func value(at time: Double) -> Double {
        if x1 == y1, x2 == y2 { return time }
        func cubic(_ a: Double, _ b: Double, _ t: Double) -> Double {
            let s = 1 - t
            return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
        }
        // x is monotonic for handles within 0...1, so that bisection always finds the parameter. Newton's method is
        // faster wherever its steps stay within the limits.
        var (low, high, t) = (0.0, 1.0, time)
        for _ in 0..<40 {
            let miss = cubic(x1, x2, t) - time
            if abs(miss) < 1e-12 || high - low < 1e-12 { break }
            if miss < 0 { low = t } else { high = t }
            let s = 1 - t
            let slope = 3 * s * s * x1 + 6 * s * t * (x2 - x1) + 3 * t * t * (1 - x2)
            let next = slope > 1e-9 ? t - miss / slope : low
            t = next > low && next < high ? next : (low + high) / 2
        }
        return cubic(y1, y2, t)
    }
}

/// A key of a track.
struct LottieKey<Value: LottieBlendable>: Sendable {
    /// The frame, in the time of the layer's composition.
    var time: Double
    var value: Value
    /// Whether the value is held until the next key.
    var isHold = false
    /// The easing to the next key: one for all dimensions, or one for each.
    var easing: [LottieEase] = [.linear]
    /// For points: the handles of the curve to the next key, relative to the two keys' values.
    var leaving: SIMD3<Double>?
    var arriving: SIMD3<Double>?
}

/// A value over time.
struct LottieTrack<Value: LottieBlendable>: Sendable {
    /// The keys in order of time; at least one.
    var keys: [LottieKey<Value>]

    init(_ value: Value) {
        keys = [LottieKey(time: 0, value: value)]
    }

    /// *nil when* there are no keys.
    init?(keys: [LottieKey<Value>]) {
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    private init(unchecked keys: [LottieKey<Value>]) {
        self.keys = keys
    }

    /// Whether there are several keys.
    var isAnimated: Bool { keys.count > 1 }

    /// The value at the start.
    var first: Value { keys[0].value }

    /// The value of a single key; nil when the track is animated.
    var constant: Value? { keys.count == 1 ? keys[0].value : nil }

    /// The value at a frame.
    func value(at time: Double) -> Value {
        guard keys.count > 1, time > keys[0].time else { return keys[0].value }
        var (low, high) = (0, keys.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].time <= time { low = middle } else { high = middle }
        }
        guard low + 1 < keys.count else { return keys[low].value }
        let (key, next) = (keys[low], keys[low + 1])
        guard !key.isHold, next.time > key.time else { return key.value }
        let progress = (time - key.time) / (next.time - key.time)
        let amounts = key.easing.map { $0.value(at: progress) }
        if let leaving = key.leaving, let a = key.value as? SIMD3<Double>, let b = next.value as? SIMD3<Double>,
            let point = LottieCurve(a, a + leaving, b + (key.arriving ?? .zero), b).point(atLength: amounts[0])
                as? Value
        {
            return point
        }
        return Value.blend(key.value, next.value, amounts)
    }

    /// The value at a moment.
    func value(_ moment: LottieMoment) -> Value {
        switch moment {
        case .key(let index): keys.count == 1 ? keys[0].value : keys[min(index, keys.count - 1)].value
        case .time(let time): value(at: time)
        }
    }

    /// The track with each value mapped; exact if the map is linear.
    func map<Result: LottieBlendable>(_ change: (Value) -> Result) -> LottieTrack<Result> {
        LottieTrack<Result>(
            unchecked: keys.map {
                LottieKey<Result>(time: $0.time, value: change($0.value), isHold: $0.isHold, easing: $0.easing)
            })
    }
}

/// A moment of several tracks: a key that they share, or a time.
enum LottieMoment {
    case key(Int)
    case time(Double)
}

/// The timing of a track's keys.
protocol LottieTimed {
    /// Whether there are several keys.
    var isAnimated: Bool { get }
    /// The time of each key, its easing, and whether it holds.
    var timing: [LottieTiming] { get }
    /// The most vertices that a key's value has.
    var vertexCount: Int { get }
}

/// The time of a key, and the easing after it.
struct LottieTiming: Equatable, Sendable {
    var time: Double
    var isHold: Bool
    var easing: LottieEase
    /// Whether dimensions have different easings, or follow a curve.
    var isBent: Bool
}

extension LottieTrack: LottieTimed {
    var vertexCount: Int { keys.reduce(0) { max($0, $1.value.vertexCount) } }

    var timing: [LottieTiming] {
        keys.map { key in
            LottieTiming(
                time: key.time, isHold: key.isHold, easing: key.easing.first ?? .linear,
                isBent: key.leaving != nil || key.easing.contains { $0 != key.easing.first })
        }
    }
}

/// How a track is sampled that is computed from tracks with different keys.
enum LottieSteps {
    /// Twice a frame, and straight between two samples.
    case halves
    /// At tenths of a frame, from the first key up to the last, each held until the next. Tracks that share their keys have
    /// values only there, and the result is straight between them.
    ///
    /// *Source*: airbnb/lottie-ios, Keyframes.combined.
    case tenths

    /// The steps of values that Apple's player computes together.
    init(_ player: LottiePlayer) { self = player == .coreAnimation ? .tenths : .halves }
}

/// Limits the samples of a document.
final class LottieSampling {
    /// The number of samples left.
    private(set) var remaining: Int
    /// The number of vertices left for samples of outlines.
    private(set) var vertices: Int
    /// Whether outlines had too many vertices for all their samples.
    private(set) var isCoarse = false

    init(limit: Int, vertices: Int = .max) { (remaining, self.vertices) = (limit, vertices) }

    /// Whether as many vertices are left.
    func has(_ count: Int) -> Bool { count <= vertices }

    /// Takes vertices of outlines that do not change over time; false, and none, when there are not as many left.
    func take(_ count: Int) -> Bool {
        guard has(count) else { return false }
        vertices -= count
        return true
    }

    /// Takes samples of a number of vertices each; false, and none, when the budget does not suffice.
    private func pay(_ samples: Int, each: Int) -> Bool {
        guard samples <= remaining, each == 0 || samples <= vertices / each else { return false }
        remaining -= samples
        vertices -= samples * each
        return true
    }

    /// The times at which outlines with a number of vertices are sampled: fewer when the budget of vertices runs out.
    private func affordable(_ times: [Double], each: Int) -> [Double] {
        guard each > 0, times.count > 2 else { return times }
        let count = min(times.count, max(2, vertices / each))
        vertices -= min(vertices, count * each)
        if count == times.count { return times }
        isCoarse = true
        return (0..<count).map { times[$0 * (times.count - 1) / (count - 1)] }
    }

    /// The sampled frames between two frames; fewer when the budget runs out.
    func times(from start: Double, to end: Double, step: Double) -> [Double] {
        guard end > start, (end - start).isFinite else { return [start] }
        let wanted = min((end - start) / step, 20_000)
        let count = max(1, min(Int(wanted.rounded(.up)), remaining))
        remaining = max(0, remaining - count)
        let stride = (end - start) / Double(count)
        // Where the step divides the range, whole frames are exact.
        let exact = count == Int(wanted.rounded(.up)) && wanted < 20_000 ? step : stride
        return (0..<count).map { start + Double($0) * exact } + [end]
    }

    /// The whole frames in a range, both ends included.
    func times(over range: ClosedRange<Double>) -> [Double] {
        times(from: range.lowerBound, to: range.upperBound, step: 1)
    }

    /// A track computed from several tracks.
    ///
    /// If all animated tracks share their keys, and the result is linear where they are (`isStraight`), the result
    /// has the same keys. Otherwise it is sampled.
    ///
    /// - Parameter each: the vertices of a sample; nil: those of the tracks.
    func combine<Result: LottieBlendable>(
        _ tracks: [any LottieTimed], isStraight: Bool = true, each: Int? = nil, steps: LottieSteps = .halves,
        _ make: (LottieMoment) -> Result
    ) -> LottieTrack<Result> {
        let moving = tracks.filter { $0.isAnimated }.map { $0.timing }
        guard let first = moving.first else { return LottieTrack(make(.key(0))) }
        let isLinear = steps == .tenths || (isStraight && !first.contains { $0.isBent })
        if isLinear, moving.allSatisfy({ $0 == first }) {
            let keys = first.indices.map { index in
                LottieKey<Result>(
                    time: first[index].time, value: make(.key(index)), isHold: first[index].isHold,
                    easing: [first[index].easing])
            }
            return LottieTrack(keys: keys) ?? LottieTrack(make(.key(0)))
        }
        if steps == .tenths, let track = tenths(tracks, each, make) { return track }
        let times = moving.flatMap { $0.map { $0.time } }
        var all = Set(times)
        for (from, to) in Self.spans(moving) {
            all.formUnion(self.times(from: from, to: to, step: 0.5))
        }
        let holds = moving.flatMap { timing in
            zip(timing, timing.dropFirst()).compactMap { $0.isHold ? $1.time : nil }
        }
        // A key just before each step keeps it a step.
        for time in holds { all.insert(time - 1e-3) }
        let kept = affordable(all.sorted(), each: each ?? tracks.reduce(0) { $0 + $1.vertexCount })
        let keys = kept.map { LottieKey<Result>(time: $0, value: make(.time($0))) }
        return LottieTrack(keys: keys) ?? LottieTrack(make(.key(0)))
    }
}

extension LottieSampling {
    /// A track with a held key at each tenth of a frame; nil when the budget does not suffice.
    private func tenths<Result: LottieBlendable>(
        _ tracks: [any LottieTimed], _ each: Int?, _ make: (LottieMoment) -> Result
    ) -> LottieTrack<Result>? {
        // The key of a value that does not change is at 0, and counts.
        let all = tracks.flatMap { $0.timing.map { $0.time } }
        guard let first = all.min(), let last = all.max(), last > first, (last - first) * 10 < 20_000
        else { return nil }
        let times = Array(stride(from: first, to: last, by: 0.1))
        guard pay(times.count, each: each ?? tracks.reduce(0) { $0 + $1.vertexCount }) else { return nil }
        return LottieTrack(keys: times.map { LottieKey(time: $0, value: make(.time($0)), isHold: true) })
    }

    /// The spans of time in which any track changes, in order.
    fileprivate static func spans(_ tracks: [[LottieTiming]]) -> [(Double, Double)] {
        var spans: [(Double, Double)] = []
        let all = tracks.flatMap { timing in
            zip(timing, timing.dropFirst()).filter { !$0.isHold && $1.time > $0.time }.map { ($0.time, $1.time) }
        }
        for (from, to) in all.sorted(by: { $0.0 < $1.0 }) {
            if let last = spans.last, from <= last.1 {
                spans[spans.count - 1].1 = max(last.1, to)
            } else {
                spans.append((from, to))
            }
        }
        return spans
    }
}

/// A cubic in space.
struct LottieCurve {
    var a: SIMD3<Double>, b: SIMD3<Double>, c: SIMD3<Double>, d: SIMD3<Double>

    init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// The point at a parameter.
    func point(_ t: Double) -> SIMD3<Double> {
        let s = 1 - t
        let early: SIMD3<Double> = (s * s * s) * a + (3 * s * s * t) * b
        let late: SIMD3<Double> = (3 * s * t * t) * c + (t * t * t) * d
        return early + late
    }

    /// The point at a fraction of the length; before 0 and after 1, along the chord.
    func point(atLength fraction: Double) -> SIMD3<Double> {
        guard fraction > 0, fraction < 1 else {
            return fraction <= 0 ? a + (d - a) * min(0, fraction) : d + (d - a) * (fraction - 1)
        }
        return point(measured.parameter(at: fraction))
    }

    /// A curve's length up to each of its equal parts.
    struct Measured {
        private var lengths = [0.0]
        private static let pieces = 64

        init(_ curve: LottieCurve) {
            var last = curve.a
            for index in 1...Self.pieces {
                let next = curve.point(Double(index) / Double(Self.pieces))
                let step = next - last
                lengths.append(lengths[index - 1] + (step * step).sum().squareRoot())
                last = next
            }
        }

        /// The parameter at a fraction of the length, from 0 to 1.
        func parameter(at fraction: Double) -> Double {
            if fraction >= 1 { return 1 }
            let wanted = fraction * lengths[Self.pieces]
            guard let index = lengths.firstIndex(where: { $0 >= wanted }), index > 0 else { return 0 }
            let piece = lengths[index] - lengths[index - 1]
            let inside = piece > 0 ? (wanted - lengths[index - 1]) / piece : 0
            return (Double(index - 1) + inside) / Double(Self.pieces)
        }
    }

    /// The curve with its lengths.
    var measured: Measured { Measured(self) }
}

extension Double: LottieBlendable {
    static func blend(_ a: Double, _ b: Double, _ amounts: [Double]) -> Double { a + (b - a) * amounts[0] }
}

extension SIMD3<Double>: LottieBlendable {
    static func blend(_ a: Self, _ b: Self, _ amounts: [Double]) -> Self {
        let t = SIMD3(
            amounts[0], amounts.count > 1 ? amounts[1] : amounts[0], amounts.count > 2 ? amounts[2] : amounts[0])
        return a + (b - a) * t
    }
}

extension SIMD4<Double>: LottieBlendable {
    static func blend(_ a: Self, _ b: Self, _ amounts: [Double]) -> Self { a + (b - a) * amounts[0] }
}

extension Array: LottieBlendable where Element == Double {
    static func blend(_ a: [Double], _ b: [Double], _ amounts: [Double]) -> [Double] {
        guard a.count == b.count else { return amounts[0] < 1 ? a : b }
        return zip(a, b).map { $0 + ($1 - $0) * amounts[0] }
    }
}

/// A value that changes only in steps.
struct LottieStep<Value: Sendable>: LottieBlendable {
    var value: Value

    static func blend(_ a: Self, _ b: Self, _ amounts: [Double]) -> Self { amounts[0] < 1 ? a : b }
}
