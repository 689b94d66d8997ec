import MicaWire

extension KeyframeState {
    /// Between which two values a progress lies, and how far.
    package struct Place: Sendable, Equatable {
        /// The value before.
        package var index: Int
        /// The value after; the same in discrete mode and at the ends.
        package var next: Int
        /// How far from one to the other, eased by the segment's curve.
        package var fraction: Double

        /// Makes a place.
        package init(index: Int, next: Int, fraction: Double) {
            (self.index, self.next, self.fraction) = (index, next, fraction)
        }
    }

    /// Where a progress lies among the values; nil when there are none.
    ///
    /// Key times that are not in order, leave 0...1 or are of the wrong number are ignored, and the values spaced evenly. In the
    /// other modes there is one for each value, the first 0 and the last 1; in discrete mode one more, or (an assumption)
    /// one for each value, of which the last holds to the end. *Source*: Apple, CAKeyframeAnimation: keyTimes,
    /// calculationMode, timingFunctions. *Complexity*: O(number of values); `places` looks at them once for all.
    package func place(at progress: Double) -> Place? { places.place(at: progress) }

    /// What finds places, made ready to be asked often.
    package var places: Places {
        Places(count: count, times: hasValidKeyTimes ? keyTimes : nil, curves: curves, mode: mode)
    }

    /// Finds between which values a progress lies.
    package struct Places: Sendable {
        /// How many values there are, when, and at which pace from one to the next.
        private(set) var count: Int, times: [Double]?, curves: [TimingCurve?]?, mode: Mode

        fileprivate init(count: Int, times: [Double]?, curves: [TimingCurve?]?, mode: Mode) {
            (self.count, self.times, self.curves, self.mode) = (count, times, curves, mode)
        }

        /// Whether there is a straight way from each value to the next, at an even pace.
        var isPlain: Bool {
            count > 1 && (mode == .paced || mode == .linear)
                && (mode == .paced || (curves?.allSatisfy { $0 == nil } ?? true))
        }

        /// Where a progress lies among the values; nil when there are none.
        package func place(at progress: Double) -> Place? {
            let frames = self.count
            guard frames > 0, !progress.isNaN else { return nil }
            if mode == .discrete || frames == 1 {
                let index: Int
                if let times, frames > 1 {
                    index = segment(in: times, at: progress, count: frames)
                } else {
                    index = evenSegment(at: progress, count: frames)
                }
                return Place(index: index, next: index, fraction: 0)
            }
            let count = frames - 1
            var (index, fraction): (Int, Double)
            if let times {
                index = segment(in: times, at: progress, count: count)
                let length = times[index + 1] - times[index]
                fraction = length > 0 ? (progress - times[index]) / length : 1
            } else {
                index = evenSegment(at: progress, count: count)
                fraction = progress * Double(count) - Double(index)
            }
            if mode != .paced, mode != .cubicPaced, let curves, index < curves.count, let curve = curves[index] {
                fraction = curve.value(at: fraction)
            }
            return Place(index: index, next: index + 1, fraction: fraction)
        }

        /// The segment that a progress lies in: its values and its part of the duration; nil unless it is between two key
        /// times of a straight or discrete animation.
        func segment(at progress: Double) -> (first: Int, next: Int, from: Double, to: Double)? {
            guard let times, count > 1, progress >= 0, progress <= 1 else { return nil }
            switch mode {
            case .linear:
                let index = segment(in: times, at: progress, count: count - 1)
                return (index, index + 1, times[index], times[index + 1])
            case .discrete:
                let index = segment(in: times, at: progress, count: count)
                return (index, index, times[index], index + 1 < times.count ? times[index + 1] : 1)
            case .paced, .cubic, .cubicPaced: return nil
            }
        }

        /// The last segment that has begun; the first before all.
        private func segment(in times: [Double], at progress: Double, count: Int) -> Int {
            var (low, high) = (0, count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if times[middle] <= progress { low = middle } else { high = middle }
            }
            return low
        }

        private func evenSegment(at progress: Double, count: Int) -> Int {
            let share = (progress * Double(count)).rounded(.down)
            return share >= Double(count) ? count - 1 : share > 0 ? Int(share) : 0
        }
    }

    private var hasValidKeyTimes: Bool {
        guard let keyTimes, let first = keyTimes.first, let last = keyTimes.last, first == 0 else { return false }
        // A last time that is written with few digits still means the end.
        let endsAtOne = abs(last - 1) < 1e-4
        switch mode {
        case .linear, .cubic, .paced, .cubicPaced: guard keyTimes.count == count, endsAtOne else { return false }
        case .discrete:
            guard keyTimes.count == count || (keyTimes.count == count + 1 && endsAtOne) else { return false }
        }
        var before = 0.0
        for time in keyTimes {
            guard time >= before, time <= 1 + 1e-4 else { return false }
            before = time
        }
        return true
    }
}
