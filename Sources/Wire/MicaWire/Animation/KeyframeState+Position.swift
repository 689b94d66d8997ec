import MicaBase

extension KeyframeState {
    /// The two values around a progress, and the fraction between them.
    package struct Position: Sendable, Equatable {
        /// The index of the value before.
        package var index: Int
        /// The index of the value after; equal to `index` in discrete mode and at the ends.
        package var next: Int
        /// The fraction from one to the other, eased by the segment's curve.
        package var fraction: Double
    }

    /// The position of a progress among the values; nil when there are none.
    ///
    /// There is a key time for each value; in discrete mode there is one more, or (an assumption) one for each value;
    /// then the last value holds to the end. Key times are used as they are, also where they begin before or after 0, end
    /// before or after 1, or decrease. Before the first and after the last, the end values hold. A list of another
    /// length, or with a number that is not finite, is ignored, and the values are spaced evenly. *Source*: Apple,
    /// CAKeyframeAnimation: keyTimes, calculationMode, timingFunctions, for the count. Measured on Apple's pictures of
    /// airbnb/lottie-ios' snapshots (iOS 16), whose animations have the times [0, 0.56, 0.96] and [0, -0.19, 0.5, 1],
    /// though the documentation calls them invalid. That end values hold outside is an inference: those pictures do not
    /// change there. *Complexity*: O(number of values); `positions` examines them once for many queries.
    package func position(at progress: Double) -> Position? { positions.position(at: progress) }

    /// The positions of all values, prepared for many queries.
    package var positions: Positions {
        let times = usedKeyTimes
        let frames = times.map { min(count, $0.count) } ?? count
        return Positions(count: frames, times: times, curves: curves, mode: mode)
    }

    /// Finds the two values around a progress.
    package struct Positions: Sendable {
        /// The number of values, their times, and the easing from each to the next.
        private(set) var count: Int, times: [Double]?, curves: [TimingCurve?]?, mode: Mode

        fileprivate init(count: Int, times: [Double]?, curves: [TimingCurve?]?, mode: Mode) {
            (self.count, self.times, self.curves, self.mode) = (count, times, curves, mode)
            isAscending = times.map { times in zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } } ?? true
        }

        /// Whether no key time is less than the one before it.
        private let isAscending: Bool

        /// Whether values are interpolated linearly, without easing, over the whole duration.
        var isPiecewiseLinear: Bool {
            count > 1 && (mode == .paced || mode == .linear)
                && (mode == .paced || (curves?.allSatisfy { $0 == nil } ?? true))
                && (times.map { isAscending && $0.first == 0 && $0.last == 1 } ?? true)
        }

        /// The position of a progress among the values; nil when there are none.
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
                // An easing that overshoots is extrapolated only at the segment that reaches the start or the end of
                // the duration.
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

        /// The segment of a progress: its two values, and its part of the duration. Before the first key time and after
        /// the last, both values are the end value. *nil when* the mode is neither linear nor discrete, or key times
        /// are missing or decrease.
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

        /// The last segment that has begun; the first one before all of them.
        private func segment(in times: [Double], at progress: Double, count: Int) -> Int {
            (0..<count).bisected { times[$0] <= progress }
        }

        private func evenSegment(at progress: Double, count: Int) -> Int {
            let share = (progress * Double(count)).rounded(.down)
            return share >= Double(count) ? count - 1 : share > 0 ? Int(share) : 0
        }
    }

    /// The key times, if their number is right; nil if the values are spaced evenly.
    private var usedKeyTimes: [Double]? {
        guard let keyTimes, !keyTimes.isEmpty, keyTimes.allSatisfy({ $0.isFinite }) else { return nil }
        let isCounted = keyTimes.count == count || (mode == .discrete && keyTimes.count == count + 1)
        // The line that closes a path has a key time only if the list is long enough. *Source*: the pictures above,
        // whose paths are all closed, and then have one key time less than points.
        return isCounted || (path?.endsClosed == true && keyTimes.count == count - 1) ? keyTimes : nil
    }
}
