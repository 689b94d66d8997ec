import CoreMedia
import MicaFilm

/// Which frame of which film is shown at which time: one film from its start, or consecutive parts of several films.
///
/// *Units*: seconds.
struct FilmTimeline {
    /// A part of a film, and its part of the timeline.
    struct Segment {
        /// The film; nil shows nothing.
        var film: Film?
        /// The start and the end in the timeline.
        var start: Double
        var end: Double
        /// The film's time at `start`.
        var source: Double
        /// The speed of the film's time, relative to the timeline.
        var speed: Double

        func filmTime(at time: Double) -> Double { source + (time - start) * speed }
    }

    /// The segments, in order, without gaps.
    var segments: [Segment] = []

    init() {}

    /// Makes a timeline of a whole film.
    init(_ film: Film, duration: Double) {
        segments = [Segment(film: film, start: 0, end: duration, source: 0, speed: 1)]
    }

    /// The last frame that begins at or before a time, within tolerance. After the end, the last segment's last
    /// frame; nil where nothing is shown.
    func picture(at time: Double) -> (film: Film, frame: Int)? {
        guard let segment = segment(at: time), let film = segment.film else { return nil }
        // The last frame of a segment begins before the segment's end.
        let limit = segment.filmTime(at: segment.end) - 2 * PlayerTimeline.tolerance
        let time = segment.filmTime(at: max(time, segment.start))
        return (film, film.frame(at: min(time, max(limit, segment.source)) + PlayerTimeline.tolerance))
    }

    private func segment(at time: Double) -> Segment? {
        segments.last { $0.start <= time + PlayerTimeline.tolerance } ?? segments.first
    }

    /// The time of the next change of frames, forwards or backwards.
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
