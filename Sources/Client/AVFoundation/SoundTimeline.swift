import MicaFilm
import MicaResources
import QuartzCore

/// Which sound of which file is heard at which time: simultaneous tracks, each of parts of files.
///
/// *Units*: seconds.
struct SoundTimeline: Sendable, Equatable {
    /// A part of a file's sound, and its part of the timeline.
    struct Segment: Sendable, Equatable {
        /// The file, and the index of its track.
        var path: String
        var track: Int
        /// The start and the end in the timeline.
        var start: Double
        var end: Double
        /// The file's time at `start`.
        var source: Double
        /// The speed of the file's time; greater than 0.
        var speed: Double
        /// The loudness over the timeline, in order of time; none for the file's own.
        var levels: [SoundClip.Level] = []
        /// After how many seconds of the timeline the sound begins again, without levels; nil: never.
        var pass: Double?
    }

    /// The tracks, each with segments in order; between segments there is silence.
    var tracks: [[Segment]] = []

    /// Whether there is no sound.
    var isEmpty: Bool { tracks.allSatisfy(\.isEmpty) }
}

/// The sound of an item from one time to another, at a rate.
struct SoundRun: Sendable, Equatable {
    /// The item.
    var item: ObjectIdentifier
    var sound: SoundTimeline
    /// The range in the item's time. *Units*: seconds.
    var from: Double
    var to: Double
    /// The rate of playback.
    var rate: Double

    /// The rates with sound; at other rates there is silence.
    static let rates: ClosedRange<Float> = 0.125...8

    /// The number of frames in the run.
    func count(_ framesPerSecond: Int) -> Int {
        max(0, Int(min((to - from) / rate * Double(framesPerSecond), 0x1p50).rounded()))
    }
}

extension AVAsset {
    /// The sound of an asset, as a player plays it. Of a file: the first of the enabled tracks, or else of all, that can be
    /// decoded, because others may be other languages. Of a composition: all enabled tracks.
    var sound: SoundTimeline { sound(withVolumes: [:]) }

    /// The sound of an asset as a player plays it, with the volumes of tracks over time.
    func sound(withVolumes levels: [CMPersistentTrackID: [SoundClip.Level]]) -> SoundTimeline {
        let heard = heardTracks([:])
        if self is AVComposition { return soundOf(heard, levels) }
        let all = heard + tracks(withMediaType: .audio)
        return soundOf(Array(all.filter(\.isPlayable).prefix(1)), levels)
    }

    /// The sound of an asset, as an export mixes it.
    func mixedSound(_ levels: [CMPersistentTrackID: [SoundClip.Level]]) -> SoundTimeline {
        soundOf(heardTracks(levels), levels)
    }

    /// The audio tracks of an export. Of a composition: all that are enabled. Of a file: those that are enabled, or all if none
    /// is. Of these the tracks in the first one's language and those without one: others are alternatives. libav does not
    /// report the alternate groups of tracks, so languages are used instead.
    ///
    /// - Parameter levels: the volumes of tracks; a track with volumes is one of them in any case.
    func heardTracks(_ levels: [CMPersistentTrackID: [SoundClip.Level]]) -> [AVAssetTrack] {
        let all = tracks(withMediaType: .audio)
        let enabled = all.filter(\.isEnabled)
        if self is AVComposition { return enabled }
        let candidates = enabled.isEmpty ? all : enabled
        let languages = candidates.filter(\.isPlayable) + candidates
        guard let language = languages.lazy.compactMap(\.statedLanguage).first else { return candidates }
        return all.filter { track in
            levels[track.trackID] != nil
                || candidates.contains { $0 === track } && (track.statedLanguage ?? language) == language
        }
    }

    private func soundOf(
        _ tracks: [AVAssetTrack], _ levels: [CMPersistentTrackID: [SoundClip.Level]]
    ) -> SoundTimeline {
        SoundTimeline(
            tracks: tracks.map { track in
                track.soundSegments.map { segment in
                    var segment = segment
                    segment.levels = levels[track.trackID] ?? []
                    return segment
                }
            })
    }
}

extension AVAssetTrack {
    /// The language that the file states; nil for none, and for an undetermined one.
    fileprivate var statedLanguage: String? { languageCode.flatMap { $0 == "und" ? nil : $0 } }

    /// The segments of the track with sound.
    fileprivate var soundSegments: [SoundTimeline.Segment] {
        if let composed = self as? AVCompositionTrack { return composed.composedSound }
        guard isPlayable, let facts, let path else { return [] }
        return [
            SoundTimeline.Segment(
                path: path, track: facts.index, start: 0, end: timeRange.end.seconds, source: 0, speed: 1)
        ]
    }
}

extension AVCompositionTrack {
    /// The segments with sound.
    fileprivate var composedSound: [SoundTimeline.Segment] {
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
