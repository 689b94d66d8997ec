import MicaFilm

/// Which sound of which file is heard when: tracks that are heard together, each of parts of files.
///
/// *Units*: seconds.
struct SoundTimeline: Sendable, Equatable {
    /// A part of a file's sound in a part of the timeline.
    struct Segment: Sendable, Equatable {
        /// The file, and the track's index in it.
        var path: String
        var track: Int
        /// When it begins and ends.
        var start: Double
        var end: Double
        /// The file's time at its start.
        var source: Double
        /// How much faster the file's time goes, greater than zero.
        var speed: Double
    }

    /// Each in order; between segments there is silence.
    var tracks: [[Segment]] = []

    /// Whether there is no sound at all.
    var isEmpty: Bool { tracks.allSatisfy(\.isEmpty) }
}

/// What is to be heard of an item: its sound from one time to another, at a rate.
struct SoundRun: Sendable, Equatable {
    /// The item.
    var item: ObjectIdentifier
    var sound: SoundTimeline
    /// From when to when of the item's time. *Units*: seconds.
    var from: Double
    var to: Double
    /// How much faster than meant.
    var rate: Double

    /// The rates that are heard: others are silent.
    static let rates: ClosedRange<Float> = 0.125...8

    /// How many frames it has.
    func count(_ framesPerSecond: Int) -> Int {
        max(0, Int(min((to - from) / rate * Double(framesPerSecond), 0x1p50).rounded()))
    }
}

extension AVAsset {
    /// The sound of a file: its first track that can be decoded, as files have others for other languages; of a composition all tracks.
    var sound: SoundTimeline {
        if self is AVComposition {
            return SoundTimeline(
                tracks: tracks(withMediaType: .audio).map { ($0 as? AVCompositionTrack)?.soundSegments ?? [] })
        }
        guard let track = tracks(withMediaType: .audio).first(where: \.isPlayable), let facts = track.facts,
            let path = track.path
        else { return SoundTimeline() }
        let segment = SoundTimeline.Segment(
            path: path, track: facts.index, start: 0, end: track.timeRange.end.seconds, source: 0, speed: 1)
        return SoundTimeline(tracks: [[segment]])
    }
}

extension AVCompositionTrack {
    /// The parts of it that are heard.
    fileprivate var soundSegments: [SoundTimeline.Segment] {
        segments.compactMap { segment in
            guard !segment.isEmpty, let source = segment.source, source.isPlayable, let facts = source.facts,
                let path = source.path
            else { return nil }
            let (from, to) = (segment.timeMapping.source, segment.timeMapping.target)
            let speed = from.duration.seconds / to.duration.seconds
            guard speed.isFinite, speed > 0 else { return nil }
            return SoundTimeline.Segment(
                path: path, track: facts.index, start: to.start.seconds, end: to.end.seconds,
                source: from.start.seconds, speed: speed)
        }
    }
}
