/// The position of an animation at one moment: its repeat, its direction, and its progress.
package struct BasicTime: Sendable, Equatable {
    /// Which repeat it is, from 0; negative in an endless animation that plays backwards.
    package var repeatIndex: Int
    /// How far along its values it is, 0...1, before any easing; 0 if the basic duration is infinite.
    package var progress: Double
    /// The progress in seconds, 0...duration.
    package var seconds: Double
}

extension TimingState {
    /// The duration with all repeats, in seconds of local time; infinite when it never ends.
    ///
    /// A repeat duration overrides a repeat count (with both, Apple defines nothing). A count of 0, below 0 or NaN
    /// means once. *Source*: Apple, CAMediaTiming: repeatCount, repeatDuration, autoreverses.
    package var activeDuration: Double {
        if repeatDuration > 0 { return repeatDuration }
        let cycle = cycleDuration
        return cycle == 0 ? 0 : cycle * effectiveRepeatCount
    }

    /// The parent's time at which the active duration ends; infinite when it never does.
    package var endTime: Double {
        let active = activeDuration
        return speed == 0 || !active.isFinite ? .infinity : beginTime + active / abs(speed)
    }

    /// The layer's local time at a time of its parent: `(t - beginTime) * speed + timeOffset`.
    ///
    /// A layer with a duration of its own repeats, reverses and stops as its timing says. Its local time is then the
    /// basic time, which is clamped outside the active duration; `isPresent` says whether the layer is shown there. A
    /// duration of 0 counts as none. *Source*: CAMediaTiming.h: the formula at `timeOffset`, and at `fillMode` that
    /// local time is clamped or the element removed.
    package func localTime(atParentTime t: Double) -> Double {
        if duration > 0, duration.isFinite {
            var filled = self
            filled.fillMode = .both
            if let basic = filled.basicTime(atParentTime: t) { return basic.seconds }
        } else if t < beginTime, fillsBackwards, speed != 0 {
            return timeOffset
        }
        return (t - beginTime) * speed + timeOffset
    }

    /// The parent's time at which the layer's local time is `t`.
    ///
    /// The inverse of the formula: the first such time if the layer repeats. At speed 0, either no time or every time
    /// fits; the result is `beginTime`.
    package func parentTime(atLocalTime t: Double) -> Double {
        speed == 0 ? beginTime : (t - timeOffset) / speed + beginTime
    }

    /// Whether a layer with this timing is in the presentation at a time of its parent.
    ///
    /// *Source*: CAMediaTiming.h at `fillMode`: outside its active duration an element that does not fill is removed
    /// from the presentation.
    package func isPresent(atParentTime t: Double) -> Bool {
        if duration > 0, duration.isFinite { return basicTime(atParentTime: t) != nil }
        return speed == 0 || fillsBackwards || t >= beginTime
    }

    /// The position of an animation with this timing at a time of its parent; nil when the animation has no effect
    /// then.
    ///
    /// The active duration is half open, `beginTime` to `endTime`. Outside, the fill mode decides; after it, an
    /// animation that is `removedOnCompletion` has no effect. `endIncluded` adds the very end: a group that fills holds
    /// its children at their ends, even those that do not fill themselves.
    ///
    /// Where two repeats meet, the later one counts; at the end of the active duration, the end of the last repeat
    /// counts. Negative speed plays from the end to the start. `timeOffset` shifts the content, not the time: the part
    /// that it skips follows at the end. At speed 0 the animation is always active, at `timeOffset`. *Source*: Apple,
    /// CAMediaTiming; for `timeOffset`, stackoverflow.com/a/1171065 (frames C D E A B), and N. Lockwood, iOS Core
    /// Animation: Advanced Techniques, chapter 9.
    package func basicTime(
        atParentTime t: Double, removedOnCompletion: Bool = false, endIncluded: Bool = false
    ) -> BasicTime? {
        let length = activeDuration
        var elapsed = speed == 0 ? 0 : (t - beginTime) * abs(speed)
        guard !elapsed.isNaN, timeOffset.isFinite else { return nil }
        // Authoring tools write a begin time of 1e-100 for "from the start", because 0 means "now".
        if elapsed < 0, elapsed > -Self.closeness { elapsed = 0 }
        var isOver = false
        if elapsed < 0 {
            guard fillsBackwards else { return nil }
            elapsed = 0
        } else if elapsed >= length || (endIncluded && elapsed >= length * (1 - Self.closeness)) {
            let isAtEnd = endIncluded && elapsed <= length * (1 + Self.closeness)
            guard isAtEnd || (fillsForwards && !removedOnCompletion) else { return nil }
            elapsed = length
            isOver = true
        }
        return basicTime(elapsed: elapsed, length: length, isOver: isOver)
    }

    /// Finds the repeat, and the position in it.
    private func basicTime(elapsed: Double, length: Double, isOver: Bool) -> BasicTime {
        let cycle = cycleDuration
        if cycle == 0 {
            // Without a duration: at the end of the values once it is over or repeats, before that at their start.
            let isThere = !autoreverses && (isOver || elapsed > 0) == (speed >= 0)
            return BasicTime(repeatIndex: 0, progress: isThere ? 1 : 0, seconds: 0)
        }
        if cycle == .infinity {
            let seconds = max(0, (speed < 0 ? -elapsed : elapsed) + timeOffset)
            return BasicTime(repeatIndex: 0, progress: 0, seconds: seconds)
        }
        let repeats = repeatDuration > 0 ? repeatDuration / cycle : effectiveRepeatCount
        let played = isOver ? repeats : elapsed / cycle
        var position = speed < 0 ? (repeats.isFinite ? repeats - played : -played) : played
        // Where two repeats meet, the direction of play decides; at the end of the active duration, its end counts.
        var endsRepeat = (speed < 0) != isOver
        // Also just before the end: sums of frame times fall short of it in the last digit, and would show the start
        // once more.
        if played >= repeats - Self.closeness * max(1, repeats) { endsRepeat = speed > 0 }
        position += timeOffset / cycle
        // Numbers that are too large leave no position within a repeat: the start is used.
        if !position.isFinite { position = 0 }
        let nearest = position.rounded()
        if abs(position - nearest) <= Self.closeness * max(1, abs(nearest)) { position = nearest }
        var index = position.rounded(.down)
        var part = position - index
        if endsRepeat, part == 0 {
            index -= 1
            part = 1
        }
        if autoreverses { part = part > 0.5 ? 2 - 2 * part : 2 * part }
        return BasicTime(
            repeatIndex: Int(exactly: index) ?? (index < 0 ? Int.min : Int.max), progress: part,
            seconds: part * duration)
    }

    /// The tolerance of times: in seconds at the start, and as a share of a repeat. Sums of frame times miss by a few
    /// units in the last place.
    private static let closeness = 1e-12

    /// The duration of one repeat: forwards and, if it reverses, backwards.
    private var cycleDuration: Double {
        guard duration > 0 else { return 0 }
        return autoreverses ? duration * 2 : duration
    }

    private var effectiveRepeatCount: Double { repeatCount > 0 ? repeatCount : 1 }

    private var fillsBackwards: Bool { fillMode == .backwards || fillMode == .both }

    private var fillsForwards: Bool { fillMode == .forwards || fillMode == .both }
}

extension AnimationState {
    /// The parent's time at which the active duration ends; infinite when it never does.
    package var endTime: Double { timing.endTime }

    /// Whether the active duration is over.
    package func isFinished(atParentTime t: Double) -> Bool { t >= timing.endTime }
}
