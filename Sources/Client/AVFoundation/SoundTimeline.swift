import MicaBase
import MicaFilm
import QuartzCore

/// Which sound of which file is heard at which time: simultaneous tracks, each of parts of files.
///
/// *Units*: seconds.
struct SoundTimeline: Sendable, Equatable {
    /// The tracks, each with clips in order; between clips there is silence.
    var tracks: [[SoundClip]] = []

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
        let language = languages.lazy.compactMap(\.statedLanguage).first
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
                track.soundClips.map { clip in
                    var clip = clip
                    clip.levels = levels[track.trackID] ?? []
                    return clip
                }
            })
    }
}

extension AVAssetTrack {
    /// The language that the file states; nil for none, and for an undetermined one.
    fileprivate var statedLanguage: String? { languageCode.flatMap { $0 == "und" ? nil : $0 } }

    /// The sounds of the track.
    fileprivate var soundClips: [SoundClip] {
        if let composed = self as? AVCompositionTrack { return composed.composedSound }
        let end = timeRange.end.seconds
        guard isPlayable, let facts, let path, end > 0 else { return [] }
        return [SoundClip(path: path, track: facts.index, span: 0..<end)]
    }
}

extension AVCompositionTrack {
    /// The segments with sound.
    fileprivate var composedSound: [SoundClip] {
        segments.compactMap { segment in
            guard !segment.isEmpty, let source = segment.source, source.isPlayable, let facts = source.facts,
                let path = source.path
            else { return nil }
            let (from, to) = (segment.timeMapping.source, segment.timeMapping.target)
            let speed = from.duration.seconds / to.duration.seconds
            let (start, end) = (to.start.seconds, to.end.seconds)
            guard speed.isFinite, speed > 0, start < end else { return nil }
            return SoundClip(
                path: path, track: facts.index, span: start..<end, origin: from.start.seconds, speed: speed)
        }
    }
}
