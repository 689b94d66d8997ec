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

    /// The file, whose first sound is used.
    package var path: String
    /// When it is heard. *Units*: seconds.
    package var span: Range<Double>
    /// The time in the file at the span's start. *Units*: seconds.
    package var origin: Double
    /// Seconds of the file in a second of the player; greater than zero.
    package var speed: Double
    /// The levels in order of time; none for the file's own loudness.
    package var levels: [Level]

    package init(path: String, span: Range<Double>, origin: Double = 0, speed: Double = 1, levels: [Level] = []) {
        (self.path, self.span, self.origin) = (path, span, origin)
        (self.speed, self.levels) = (speed, levels)
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
