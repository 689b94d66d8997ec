/// A part of a file's sound, and when and how loud it is heard.
///
/// Its times are those of the object that plays it: a document, a layer, or a mix.
package struct SoundClip: Sendable, Equatable {
    /// The loudness of both channels at a time; it is linear between times.
    package struct Level: Sendable, Equatable {
        /// *Units*: seconds.
        package var time: Double
        /// The factor of the left channel, 1 for the file's own loudness.
        package var left: Double
        /// The factor of the right channel.
        package var right: Double

        package init(time: Double, left: Double, right: Double) {
            (self.time, self.left, self.right) = (time, left, right)
        }
    }

    /// The file.
    package var path: String
    /// The index of the file's track; nil for its first sound.
    package var track: Int?
    /// When it is heard. *Units*: seconds.
    package var span: Range<Double>
    /// The time in the file at the span's start. *Units*: seconds.
    package var origin: Double
    /// Seconds of the file in a second of the player; greater than zero.
    package var speed: Double
    /// The levels in order of time; none for the file's own loudness.
    package var levels: [Level]
    /// After how many seconds of the player the sound begins again, without levels; nil: never.
    package var pass: Double?

    package init(
        path: String, track: Int? = nil, span: Range<Double>, origin: Double = 0, speed: Double = 1,
        levels: [Level] = [], pass: Double? = nil
    ) {
        (self.path, self.track, self.span, self.origin) = (path, track, span, origin)
        (self.speed, self.levels, self.pass) = (speed, levels, pass)
    }

    /// The clip at other times, which keep their order; the file's speed and the length of a pass stay.
    package func moved(_ time: (Double) -> Double) -> SoundClip {
        var result = self
        result.span = time(span.lowerBound)..<time(span.upperBound)
        for index in levels.indices { result.levels[index].time = time(levels[index].time) }
        return result
    }

    /// The part of the clip within a range of its times.
    package func clamped(to range: Range<Double>) -> SoundClip {
        var result = self
        result.span = span.clamped(to: range)
        result.origin += (result.span.lowerBound - span.lowerBound) * speed
        // The levels before and after the part give those at its ends.
        let first = levels.lastIndex { $0.time <= result.span.lowerBound } ?? 0
        let last = levels.firstIndex { $0.time >= result.span.upperBound } ?? levels.count - 1
        if first <= last { result.levels = Array(levels[first...last]) }
        return result
    }
}

extension [SoundClip.Level] {
    /// The factors of both channels at a time: those of the nearest level before the first and after the last one, and
    /// 1 without levels.
    package func loudness(at time: Double) -> SIMD2<Float> {
        func loudness(_ level: SoundClip.Level) -> SIMD2<Float> { SIMD2(Float(level.left), Float(level.right)) }
        guard let first, let last else { return SIMD2(1, 1) }
        if time <= first.time { return loudness(first) }
        if time >= last.time { return loudness(last) }
        var (low, high) = (0, count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self[middle].time <= time { low = middle } else { high = middle }
        }
        let share = Float((time - self[low].time) / (self[high].time - self[low].time))
        return loudness(self[low]) + (loudness(self[high]) - loudness(self[low])) * share
    }
}
