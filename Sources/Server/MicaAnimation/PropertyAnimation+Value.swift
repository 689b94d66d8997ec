import MicaWire

extension PropertyAnimation {
    /// The animation's value at a time, over the value that is under it; nil when it has none.
    ///
    /// It has none without values and with values of another kind than its target's.
    package func value(over base: PropertyValue, at time: BasicTime, timing: TimingState, curve: TimingCurve?) -> PropertyValue? {
        let fraction = curve.map { $0.value(at: time.progress) } ?? time.progress
        let how = target.interpolation
        // A difference starts and ends at no difference, where a value starts and ends at what is there.
        let missing = isAdditive ? target.kind.zero ?? base : base
        var result: PropertyValue
        switch values {
        case .basic(let from, let to, let by):
            let (start, end) = Self.ends(from, to, by, missing)
            guard fits(start), fits(end) else { return nil }
            result = interpolate(start, end, fraction, how)
            if isCumulative { result = accumulate(result, on: timing.autoreverses ? start : end, time) }
        case .spring(let from, let to, let by, let spring):
            let (start, end) = Self.ends(from, to, by, missing)
            guard fits(start), fits(end) else { return nil }
            let seconds = curve == nil ? time.seconds : fraction * timing.duration
            result = interpolate(start, end, SpringCurve(spring).value(at: seconds), how)
            if isCumulative { result = accumulate(result, on: timing.autoreverses ? start : end, time) }
        case .keyframes(let frames):
            guard let place = frames.place(at: fraction) else { return nil }
            let (start, end) = (frames.values[place.index], frames.values[place.next])
            guard fits(start), fits(end) else { return nil }
            result = interpolate(start, end, place.fraction, how)
            if isCumulative {
                let last = timing.autoreverses ? frames.values[0] : frames.values[frames.values.count - 1]
                guard fits(last) else { return nil }
                result = accumulate(result, on: last, time)
            }
        }
        return isAdditive ? add(base, result) : result
    }

    /// Where a basic animation starts and ends.
    ///
    /// *Source*: Apple, CABasicAnimation, "Setting Interpolation Values". A missing end follows the model value, also while
    /// it plays: wangling.me/2016/02, "CABasicAnimation Value Interpolation", against Apple's "presentation value".
    private static func ends(
        _ from: PropertyValue?, _ to: PropertyValue?, _ by: PropertyValue?, _ missing: PropertyValue
    ) -> (PropertyValue, PropertyValue) {
        switch (from, to, by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, add(from, by))
        case (nil, let to?, let by?): (subtract(to, by), to)
        case (let from?, nil, nil): (from, missing)
        case (nil, let to?, nil): (missing, to)
        case (nil, nil, let by?): (missing, add(missing, by))
        case (nil, nil, nil): (missing, missing)
        }
    }

    /// Whether the target can take a value.
    private func fits(_ value: PropertyValue) -> Bool {
        switch (target.kind, value) {
        case (.color, .none), (.image, .none), (.layer, .none): true
        case (.size, .point): target.property == .transform || target.property == .sublayerTransform
        case (let kind, _): value.kind == kind
        }
    }

    /// The value plus, for every repeat before this one, the value at its end.
    ///
    /// *Source*: Apple, CAPropertyAnimation.isCumulative: the value at the end of the previous repeat cycle plus the value of
    /// the current one.
    private func accumulate(_ value: PropertyValue, on end: PropertyValue, _ time: BasicTime) -> PropertyValue {
        time.repeatIndex == 0 ? value : add(multiply(end, by: Double(time.repeatIndex)), value)
    }
}

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
    /// Key times that are not in order, leave 0...1 or are of the wrong number are ignored, and the values spaced evenly. In
    /// linear mode there is one for each value, the first 0 and the last 1; in discrete mode one more, or (an assumption)
    /// one for each value, of which the last holds to the end. *Source*: Apple, CAKeyframeAnimation: keyTimes,
    /// calculationMode, timingFunctions. *Complexity*: O(number of values).
    package func place(at progress: Double) -> Place? {
        guard !values.isEmpty, !progress.isNaN else { return nil }
        let times = hasValidKeyTimes ? keyTimes : nil
        if mode == .discrete || values.count == 1 {
            let index: Int
            if let times, values.count > 1 {
                index = segment(in: times, at: progress, count: values.count)
            } else {
                index = evenSegment(at: progress, count: values.count)
            }
            return Place(index: index, next: index, fraction: 0)
        }
        let count = values.count - 1
        var (index, fraction): (Int, Double)
        if let times {
            index = segment(in: times, at: progress, count: count)
            let length = times[index + 1] - times[index]
            fraction = length > 0 ? (progress - times[index]) / length : 1
        } else {
            index = evenSegment(at: progress, count: count)
            fraction = progress * Double(count) - Double(index)
        }
        if let curves, index < curves.count, let curve = curves[index] { fraction = curve.value(at: fraction) }
        return Place(index: index, next: index + 1, fraction: fraction)
    }

    /// The last segment that has begun; the first before all.
    private func segment(in times: [Double], at progress: Double, count: Int) -> Int {
        var index = 0
        while index + 1 < count, times[index + 1] <= progress { index += 1 }
        return index
    }

    private func evenSegment(at progress: Double, count: Int) -> Int {
        let share = (progress * Double(count)).rounded(.down)
        return share >= Double(count) ? count - 1 : share > 0 ? Int(share) : 0
    }

    private var hasValidKeyTimes: Bool {
        guard let keyTimes, let first = keyTimes.first, let last = keyTimes.last, first == 0 else { return false }
        // A last time that is written with few digits still means the end.
        let endsAtOne = abs(last - 1) < 1e-4
        switch mode {
        case .linear: guard keyTimes.count == values.count, endsAtOne else { return false }
        case .discrete:
            guard keyTimes.count == values.count || (keyTimes.count == values.count + 1 && endsAtOne) else { return false }
        }
        var before = 0.0
        for time in keyTimes {
            guard time >= before, time <= 1 + 1e-4 else { return false }
            before = time
        }
        return true
    }
}
