import CoreMedia
import MicaFilm

/// Which frame of which film is shown when: one film from its start, or parts of several, one after the other.
///
/// *Units*: seconds.
struct FilmTimeline {
    /// A part of a film in a part of the timeline.
    struct Segment {
        /// The film; nil shows nothing.
        var film: Film?
        /// When it begins and ends.
        var start: Double
        var end: Double
        /// The film's time at its start.
        var source: Double
        /// How much faster the film's time goes.
        var speed: Double

        func filmTime(at time: Double) -> Double { source + (time - start) * speed }
    }

    /// In order, without gaps.
    var segments: [Segment] = []

    init() {}

    /// A film from its start to its end.
    init(_ film: Film, duration: Double) {
        segments = [Segment(film: film, start: 0, end: duration, source: 0, speed: 1)]
    }

    /// The frame with the greatest time not after a time, within tolerance; that of the last segment after the end, nil where
    /// nothing is shown.
    func picture(at time: Double) -> (film: Film, frame: Int)? {
        guard let segment = segment(at: time), let film = segment.film else { return nil }
        // The last frame of a part is the one before its end.
        let limit = segment.filmTime(at: segment.end) - 2 * PlayerTimeline.tolerance
        let time = segment.filmTime(at: max(time, segment.start))
        return (film, film.frame(at: min(time, max(limit, segment.source)) + PlayerTimeline.tolerance))
    }

    private func segment(at time: Double) -> Segment? {
        segments.last { $0.start <= time + PlayerTimeline.tolerance } ?? segments.first
    }

    /// The next time, forwards or backwards, at which another frame is shown.
    func change(after time: Double, forwards: Bool) -> Double? {
        guard let segment = segment(at: time) else { return nil }
        let slack = 2 * PlayerTimeline.tolerance
        let boundary: Double? =
            forwards
            ? (segment.end > time + slack ? segment.end : nil) : (segment.start > 0 ? segment.start - slack : nil)
        guard let film = segment.film, segment.speed > 0 else { return boundary }
        let frame = film.frame(at: segment.filmTime(at: time) + PlayerTimeline.tolerance)
        let next = forwards ? frame + 1 : frame
        guard next < film.index.count, forwards || frame > 0 else { return boundary }
        let at = segment.start + (film.time(of: next) - segment.source) / segment.speed - (forwards ? 0 : slack)
        guard let boundary else { return at }
        return forwards ? min(at, boundary) : max(at, boundary)
    }
}
