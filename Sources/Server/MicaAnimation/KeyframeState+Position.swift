import MicaGeometry
import MicaWire

extension KeyframeState {
    /// Between which two values a progress lies, and how far.
    package struct Position: Sendable, Equatable {
        /// The value before.
        package var index: Int
        /// The value after; the same in discrete mode and at the ends.
        package var next: Int
        /// How far from one to the other, eased by the segment's curve.
        package var fraction: Double
    }

    /// Where a progress lies among the values; nil when there are none.
    ///
    /// There is a key time for each value; in discrete mode one more, or (an assumption) one for each value, of which the last
    /// holds to the end. They are used as they stand, also where they begin after 0 or before it, end before or after 1, or fall:
    /// before the first and after the last the end values hold. A list of another length, or with a number that is not finite,
    /// is ignored, and the values are spaced evenly. *Source*: Apple, CAKeyframeAnimation: keyTimes, calculationMode,
    /// timingFunctions, for the count; measured on Apple's pictures of airbnb/lottie-ios' snapshots (iOS 16), whose
    /// animations have the times [0, 0.56, 0.96] and [0, -0.19, 0.5, 1], though the documentation calls them invalid.
    /// That end values hold outside is argued: those pictures stand still there.
    /// *Complexity*: O(number of values); `positions` looks at them once for all.
    package func position(at progress: Double) -> Position? { positions.position(at: progress) }

    /// Finds positions, prepared for many queries.
    package var positions: Positions {
        let times = usedKeyTimes
        let frames = times.map { min(count, $0.count) } ?? count
        return Positions(count: frames, times: times, curves: curves, mode: mode)
    }

    /// Finds between which values a progress lies.
    package struct Positions: Sendable {
        /// How many values there are, when, and with which easing from one to the next.
        private(set) var count: Int, times: [Double]?, curves: [TimingCurve?]?, mode: Mode

        fileprivate init(count: Int, times: [Double]?, curves: [TimingCurve?]?, mode: Mode) {
            (self.count, self.times, self.curves, self.mode) = (count, times, curves, mode)
            isAscending = times.map { times in zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } } ?? true
        }

        /// Whether no key time is before the one in front of it.
        private let isAscending: Bool

        /// Whether the values run linearly from each to the next, without easing, over the whole duration.
        var isPiecewiseLinear: Bool {
            count > 1 && (mode == .paced || mode == .linear)
                && (mode == .paced || (curves?.allSatisfy { $0 == nil } ?? true))
                && (times.map { isAscending && $0.first == 0 && $0.last == 1 } ?? true)
        }

        /// Where a progress lies among the values; nil when there are none.
        package func position(at progress: Double) -> Position? {
            let frames = self.count
            guard frames > 0, !progress.isNaN else { return nil }
            if mode == .discrete || frames == 1 {
                let index: Int
                if let times, frames > 1 {
                    index = segment(in: times, at: progress, count: frames)
                } else {
                    index = evenSegment(at: progress, count: frames)
                }
                return Position(index: index, next: index, fraction: 0)
            }
            let count = frames - 1
            var (index, fraction): (Int, Double)
            if let times {
                index = segment(in: times, at: progress, count: count)
                let (start, end) = (times[index], times[index + 1])
                // An easing that overshoots goes on along the line, where the line reaches the end that it overshoots.
                if progress < start, start > 0 { return Position(index: index, next: index + 1, fraction: 0) }
                if progress > end, end < 1 { return Position(index: index, next: index + 1, fraction: 1) }
                fraction = end > start ? (progress - start) / (end - start) : 1
            } else {
                index = evenSegment(at: progress, count: count)
                fraction = progress * Double(count) - Double(index)
            }
            if mode != .paced, mode != .cubicPaced, let curves, index < curves.count, let curve = curves[index] {
                fraction = curve.value(at: fraction)
            }
            return Position(index: index, next: index + 1, fraction: fraction)
        }

        /// The segment that a progress lies in: its values and its part of the duration; nil unless it is between two key
        /// times of a straight or discrete animation, or before or after all.
        func segment(at progress: Double) -> (first: Int, next: Int, from: Double, to: Double)? {
            guard let times, isAscending, count > 1, progress >= 0, progress <= 1 else { return nil }
            switch mode {
            case .linear:
                let index = segment(in: times, at: progress, count: count - 1)
                if progress < times[index] { return (index, index, 0, times[index]) }
                if progress > times[index + 1] { return (index + 1, index + 1, times[index + 1], 1) }
                return (index, index + 1, times[index], times[index + 1])
            case .discrete:
                let index = segment(in: times, at: progress, count: count)
                let end = index + 1 < times.count ? times[index + 1] : 1
                return (index, index, progress < times[index] ? 0 : times[index], end)
            case .paced, .cubic, .cubicPaced: return nil
            }
        }

        /// The last segment that has begun; the first before all.
        private func segment(in times: [Double], at progress: Double, count: Int) -> Int {
            (0..<count).bisected { times[$0] <= progress }
        }

        private func evenSegment(at progress: Double, count: Int) -> Int {
            let share = (progress * Double(count)).rounded(.down)
            return share >= Double(count) ? count - 1 : share > 0 ? Int(share) : 0
        }
    }

    /// The key times, where they have the right number; nil where the values are spaced evenly.
    private var usedKeyTimes: [Double]? {
        guard let keyTimes, !keyTimes.isEmpty, keyTimes.allSatisfy({ $0.isFinite }) else { return nil }
        let isCounted = keyTimes.count == count || (mode == .discrete && keyTimes.count == count + 1)
        // The line that closes a path has a time of its own only where there is one for it. *Source*: the pictures above, whose
        // paths are all closed, with one time less than they have points then.
        return isCounted || (path?.endsClosed == true && keyTimes.count == count - 1) ? keyTimes : nil
    }
}
