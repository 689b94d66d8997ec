import Foundation

extension PropertyAnimation {
    /// The animation's value at a time, over the value under it; nil when it has none.
    ///
    /// It has none without values, and with values of another kind than its target's.
    ///
    /// - Parameter positions: the prepared positions of its keyframes; nil if they are not prepared.
    package func value(
        over base: PropertyValue, at time: BasicTime, timing: TimingState, curve: TimingCurve?,
        positions: KeyframeState.Positions? = nil
    ) -> PropertyValue? {
        let fraction = curve.map { $0.value(at: time.progress) } ?? time.progress
        let function = target.kind == .transform ? self.function : nil
        let how: PropertyRow.Interpolation = function == nil ? target.interpolation : .linear
        let ground = function.map { $0.input(of: base) } ?? base
        // A missing end is the value under the animation; in an additive animation, it is the value that adds nothing.
        let missing = isAdditive ? function?.neutral ?? valueKind.zero ?? ground : ground
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
            guard let position = (positions ?? frames.positions).position(at: fraction) else { return nil }
            if frames.path == nil {
                guard fits(frames.values[position.index]), fits(frames.values[position.next]) else { return nil }
            }
            result = fitted(frames.value(at: position, how), of: frames)
            if frames.path != nil, !fits(result) { return nil }
            if isCumulative {
                let last = fitted(frames.value(atFrame: timing.autoreverses ? 0 : frames.count - 1), of: frames)
                guard fits(last) else { return nil }
                result = accumulate(result, on: last, time)
            }
        }
        if let function { result = .transform(function.matrix(of: result)) }
        if isAdditive { result = add(base, result) }
        return pixelsPerPoint.map { result.wholePixels($0) } ?? result
    }

    /// The angle by which the layer turns to follow its path at a time, in radians; nil when it does not follow one.
    package func turn(at time: BasicTime, curve: TimingCurve?) -> Double? {
        guard target.property == .position, target.part == .whole, case .keyframes(let frames) = values,
            let path = frames.path, path.turning != .none
        else { return nil }
        guard let position = frames.position(at: curve.map { $0.value(at: time.progress) } ?? time.progress) else {
            return nil
        }
        let direction = path.sample(
            of: min(position.index, path.measure.segments.count - 1), at: position.fraction, paced: frames.isPaced
        ).tangent
        let angle = atan2(direction.y, direction.x)
        return path.turning == .against ? angle + .pi : angle
    }

    /// The start and the end of a basic animation.
    ///
    /// *Source*: Apple, CABasicAnimation, "Setting Interpolation Values": a missing end is the "presentation value", which
    /// is the value under the animation. Against it: wangling.me/2016/02, "CABasicAnimation Value Interpolation", which
    /// has the model value. A second source for that was not found.
    static func ends(
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
        switch (valueKind, value) {
        case (.color, .none), (.image, .none), (.layer, .none), (.path, .none), (.numbers, .none), (.colors, .none),
            (.cells, .none):
            true
        case (.size, .point): target.property == .transform || target.property == .sublayerTransform
        case (let kind, _): value.kind == kind
        }
    }

    /// A point of a path as a value of the target: for a size, as width and height.
    private func fitted(_ value: PropertyValue, of frames: KeyframeState) -> PropertyValue {
        guard frames.path != nil, valueKind == .size, case .point(let point) = value else { return value }
        return .size(CGSize(width: point.x, height: point.y))
    }

    /// The value plus the value at the end of a repeat, once for each earlier repeat.
    ///
    /// *Source*: Apple, CAPropertyAnimation.isCumulative: the value at the end of the previous repeat cycle plus the
    /// value of the current one.
    private func accumulate(_ value: PropertyValue, on end: PropertyValue, _ time: BasicTime) -> PropertyValue {
        time.repeatIndex == 0 ? value : add(multiply(end, by: Double(time.repeatIndex)), value)
    }
}
