import Foundation
import MicaBase

extension KeyframeState {
    /// The value at a position that `position(at:)` gave.
    package func value(at position: Position, _ how: PropertyRow.Interpolation) -> PropertyValue {
        if let path {
            if position.index == position.next { return value(atFrame: position.index) }
            return .point(CGPoint(path.sample(of: position.index, at: position.fraction, paced: isPaced).point))
        }
        let (start, end) = (values[position.index], values[position.next])
        if position.index != position.next, how != .discrete, mode == .cubic || mode == .cubicPaced,
            let segment = CubicSegment(self, position.index)
        {
            if position.fraction == 0 { return start }
            if position.fraction == 1 { return end }
            let parameter = mode == .cubic ? position.fraction : segment.parameter(atShare: position.fraction)
            if let value = PropertyValue(components: segment.point(at: parameter), of: start.kind) { return value }
        }
        return interpolate(start, end, position.fraction, how)
    }

    /// The value of a keyframe. For a path: its start, or the end of the line or curve before the keyframe.
    package func value(atFrame index: Int) -> PropertyValue {
        guard let path else { return values[index] }
        let segments = path.measure.segments
        guard let first = segments.first else { return .none }
        return .point(CGPoint(index == 0 ? first.point(at: 0) : segments[min(index, segments.count) - 1].point(at: 1)))
    }

    /// The keyframes with the key times that make a paced mode even, and without the properties that it ignores.
    ///
    /// Distances are those between the values as points with as many dimensions as they have numbers, colours in sRGB.
    /// Along a path they are its lengths; in `cubicPaced` the lengths of the curve. Values without distances
    /// (transforms, strings, images) are spaced evenly. *Source*: Apple, CAKeyframeAnimation: paced animations ignore
    /// keyTimes and timingFunctions.
    package func paced() -> KeyframeState {
        guard mode == .paced || mode == .cubicPaced else { return self }
        var result = self
        (result.curves, result.keyTimes) = (nil, nil)
        guard count > 1 else { return result }
        var lengths: [Double] = []
        lengths.reserveCapacity(count - 1)
        for index in 0..<count - 1 {
            if let path {
                lengths.append(path.measure.segments[index].length)
            } else if mode == .cubicPaced, let segment = CubicSegment(self, index) {
                lengths.append(segment.length(to: 1))
            } else if mode == .paced, let a = values[index].components, let b = values[index + 1].components,
                values[index].kind == values[index + 1].kind
            {
                lengths.append(((b - a) * (b - a)).sum().squareRoot())
            } else {
                return result
            }
        }
        let total = lengths.reduce(0, +)
        guard total > 0, total.isFinite else { return result }
        var times = [0.0]
        var sum = 0.0
        for length in lengths.dropLast() {
            sum += length
            times.append(min(1, sum / total))
        }
        result.keyTimes = times + [1]
        return result
    }
}

extension MotionPath {
    /// The point and the direction at a share of one line or curve of the path: a share of its length if `paced`; if
    /// not, of its parameter, which may leave 0...1 as a timing function does.
    ///
    /// *Source*: measured on Apple's pictures of airbnb/lottie-ios' snapshots setValueTest and pr_2305 (iOS 16, 2022
    /// and 2024): in linear mode a layer is at the parameter of the curve, not at the share of its length.
    func sample(of segment: Int, at share: Double, paced: Bool) -> (point: Point, tangent: Point) {
        let part = measure.segments[segment]
        guard paced else {
            return (part.point(at: share), part.tangent(at: min(max(share, 0), 1)) ?? Point(1, 0))
        }
        if share < 1, let sample = measure.sample(at: part.start + part.length * max(0, share)) {
            return (sample.point, sample.tangent)
        }
        // Not the start of the next segment, which may be elsewhere.
        return (part.point(at: 1), part.tangent(at: 1) ?? Point(1, 0))
    }
}

extension KeyframeState {
    /// Whether the speed along the values is constant.
    var isPaced: Bool { mode == .paced || mode == .cubicPaced }
}

extension CGPoint {
    fileprivate init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

/// One segment of a Kochanek-Bartels curve through the values of keyframes, with up to four numbers each.
///
/// Two assumptions: at the first and the last value, the value itself replaces the missing neighbour; and the spacing
/// of key times does not bend the curve. *Source*: Kochanek and Bartels 1984; Apple, CAKeyframeAnimation:
/// tensionValues, continuityValues, biasValues.
struct CubicSegment {
    private let start: SIMD4<Double>, end: SIMD4<Double>
    private let leaving: SIMD4<Double>, arriving: SIMD4<Double>

    /// The segment after a keyframe; nil when the values have no numbers.
    init?(_ frames: KeyframeState, _ index: Int) {
        let values = frames.values
        guard let p = values[index].components, let q = values[index + 1].components,
            values[index].kind == values[index + 1].kind
        else { return nil }
        let before = index > 0 ? values[index - 1].components ?? p : p
        let after = index + 2 < values.count ? values[index + 2].components ?? q : q
        (start, end) = (p, q)
        let (b0, b1) = (frames.bends.at(index), frames.bends.at(index + 1))
        leaving =
            (p - before) * ((1 - b0.tension) * (1 + b0.continuity) * (1 + b0.bias) / 2)
            + (q - p) * ((1 - b0.tension) * (1 - b0.continuity) * (1 - b0.bias) / 2)
        arriving =
            (q - p) * ((1 - b1.tension) * (1 - b1.continuity) * (1 + b1.bias) / 2)
            + (after - q) * ((1 - b1.tension) * (1 + b1.continuity) * (1 - b1.bias) / 2)
    }

    /// The numbers at a parameter, 0...1.
    func point(at t: Double) -> SIMD4<Double> {
        let (t2, t3) = (t * t, t * t * t)
        let share = 3 * t2 - 2 * t3
        return start + (end - start) * share + leaving * (t3 - 2 * t2 + t) + arriving * (t3 - t2)
    }

    private func speed(at t: Double) -> Double {
        let t2 = t * t
        let v = (end - start) * (6 * t - 6 * t2) + leaving * (3 * t2 - 4 * t + 1) + arriving * (3 * t2 - 2 * t)
        return (v * v).sum().squareRoot()
    }

    /// The length from the start to a parameter, by Gauss and Legendre's rule of five points on eight pieces.
    func length(to end: Double) -> Double {
        var sum = 0.0
        let half = end / 16
        for piece in 0..<8 {
            let middle = half * Double(2 * piece + 1)
            sum += 0.568888888888888889 * speed(at: middle)
            for (node, weight) in [
                (0.538469310105683091, 0.478628670499366468), (0.906179845938663993, 0.236926885056189088),
            ] {
                sum += weight * (speed(at: middle - half * node) + speed(at: middle + half * node))
            }
        }
        return sum * half
    }

    /// The parameter at a share of the length.
    func parameter(atShare share: Double) -> Double {
        let total = length(to: 1)
        guard total > 0, total.isFinite, share > 0, share < 1 else { return share }
        let target = total * share
        var (low, high, t) = (0.0, 1.0, share)
        for _ in 0..<40 {
            let miss = length(to: t) - target
            if abs(miss) <= total * 1e-12 { break }
            if miss > 0 { high = t } else { low = t }
            let speed = speed(at: t)
            let next = speed > 0 ? t - miss / speed : low
            let step = next > low && next < high ? next : (low + high) / 2
            if step == t { break }
            t = step
        }
        return t
    }
}

extension KeyframeState.Bends {
    fileprivate func at(_ index: Int) -> (tension: Double, continuity: Double, bias: Double) {
        (
            index < tension.count ? tension[index] : 0, index < continuity.count ? continuity[index] : 0,
            index < bias.count ? bias[index] : 0
        )
    }
}
