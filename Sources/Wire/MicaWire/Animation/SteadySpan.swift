/// A span of time in which the animated values do not change.
///
/// *Units*: seconds of the layer's time. *Range*: both ends included; empty when it starts after its end.
package struct SteadySpan: Sendable, Equatable {
    /// The first time of the span.
    package var from: Double
    /// The last time of the span.
    package var to: Double

    package init(from: Double, to: Double) { (self.from, self.to) = (from, to) }

    /// An empty span.
    package static let none = SteadySpan(from: .infinity, to: -.infinity)
    /// All time.
    package static let always = SteadySpan(from: -.infinity, to: .infinity)

    /// Whether a time is within the span.
    @inline(__always)
    package func contains(_ time: Double) -> Bool { from <= time && time <= to }

    /// The span that both have in common.
    package func intersection(_ other: SteadySpan) -> SteadySpan {
        SteadySpan(from: max(from, other.from), to: min(to, other.to))
    }
}

extension AnimationState {
    /// A span around a local time in which the animation's value is constant; empty when it may change soon.
    ///
    /// Before it begins, after it is over, and between two equal keyframes. A little is cut off at the ends, where
    /// times are rounded.
    package func steadySpan(at time: Double, positions: KeyframeState.Positions?) -> SteadySpan {
        let t = timing
        guard t.speed > 0, t.speed.isFinite, t.beginTime.isFinite, !t.repeatCount.isNaN, !t.repeatDuration.isNaN
        else { return .none }
        let begin = t.beginTime - 1e-9 * max(1, abs(t.beginTime))
        if time < begin { return SteadySpan(from: -.infinity, to: begin) }
        let end = t.endTime
        if end.isFinite, time > end + 1e-9 * max(1, abs(end)) {
            return SteadySpan(from: end + 1e-9 * max(1, abs(end)), to: .infinity)
        }
        guard let positions, t.speed == 1, t.timeOffset == 0, t.duration > 0, t.duration.isFinite, !t.autoreverses,
            !(t.repeatCount > 1), !(t.repeatDuration > 0), curve == nil,
            case .property(let animation) = content, !animation.isCumulative,
            case .keyframes(let frames) = animation.values, frames.path == nil,
            let segment = positions.segment(at: (time - t.beginTime) / t.duration),
            segment.first == segment.next || frames.values[segment.first] == frames.values[segment.next]
        else { return .none }
        let spare = 1e-9 * max(1, abs(t.beginTime), t.duration)
        let span = SteadySpan(
            from: t.beginTime + segment.from * t.duration + spare, to: t.beginTime + segment.to * t.duration - spare)
        return span.contains(time) ? span : .none
    }

    /// The prepared positions of the animation's keyframes; nil for other animations.
    var positions: KeyframeState.Positions? {
        guard case .property(let animation) = content, case .keyframes(let frames) = animation.values else {
            return nil
        }
        return frames.positions
    }
}

extension LayerState {
    /// A span around a time in which animations do not change a layer visibly.
    ///
    /// For a layer that is hidden or transparent, only animations that may show it count.
    package func steadySpan(
        _ animations: [KeyedAnimation], at time: Double, positions: [KeyframeState.Positions?], first: Int
    ) -> SteadySpan {
        let (isHidden, isClear) = (flags.contains(.hidden), opacity <= 0)
        var span = SteadySpan.always
        for index in animations.indices {
            if isHidden || isClear, case .property(let animation) = animations[index].animation.content {
                let property = animation.target.property
                guard property == (isHidden ? .hidden : .opacity) else { continue }
            }
            span = span.intersection(
                animations[index].animation.steadySpan(at: time, positions: positions[first + index]))
            if span.from > span.to { return .none }
        }
        return span
    }
}
