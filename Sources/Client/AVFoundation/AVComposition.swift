import CoreGraphics
import Foundation
import MicaFilm
import Synchronization

/// A segment of a composed track: a part of a track in a file, and its time in the composition.
///
/// *Source*: Apple, AVCompositionTrackSegment.h.
public final class AVCompositionTrackSegment: Sendable {
    /// The segment's range in its source and in the composition.
    public let timeMapping: CMTimeMapping
    /// The file of the source; nil for an empty segment.
    public let sourceURL: URL?
    /// The track in the file.
    public let sourceTrackID: CMPersistentTrackID
    /// Whether the segment is empty: nothing is shown or heard.
    public var isEmpty: Bool { !timeMapping.source.start.isValid }
    let source: AVAssetTrack?

    init(_ timeMapping: CMTimeMapping, _ source: AVAssetTrack?) {
        (self.timeMapping, self.source) = (timeMapping, source)
        sourceTrackID = source?.trackID ?? kCMPersistentTrackID_Invalid
        sourceURL = source?.film.map { URL(fileURLWithPath: $0.path) } ?? source?.path.map { URL(fileURLWithPath: $0) }
    }
}

/// A track composed of parts of other tracks.
///
/// *Source*: Apple, AVCompositionTrack.h.
// Safe because: the list is behind a lock.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    private let kind: AVMediaType
    private let identity: CMPersistentTrackID
    private let list = Mutex([AVCompositionTrackSegment]())
    private let enabled = Mutex(true)

    init(_ kind: AVMediaType, _ identity: CMPersistentTrackID, of asset: AVAsset) {
        (self.kind, self.identity) = (kind, identity)
        super.init(nil, of: asset, nil)
    }

    /// The type of media.
    open override var mediaType: AVMediaType { kind }
    /// The identifier in the composition.
    open override var trackID: CMPersistentTrackID { identity }
    /// The segments, in order, without gaps.
    open internal(set) var segments: [AVCompositionTrackSegment] {
        get { list.withLock { $0 } }
        set { list.withLock { $0 = newValue } }
    }
    /// Whether the track is played and exported, if it is one of sound: true, unless another value was set.
    open internal(set) override var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }
    private var first: AVAssetTrack? { segments.lazy.compactMap(\.source).first }
    /// The range from 0 to the track's end.
    open override var timeRange: CMTimeRange {
        CMTimeRange(start: .zero, end: segments.last?.timeMapping.target.end ?? .zero)
    }
    /// The size of the first segment's pictures.
    open override var naturalSize: CGSize { first?.naturalSize ?? .zero }
    /// Frames a second of the first segment.
    open override var nominalFrameRate: Float { first?.nominalFrameRate ?? 0 }
    /// The duration of the first segment's shortest frame.
    open override var minFrameDuration: CMTime { first?.minFrameDuration ?? .invalid }
    /// The timescale of the first segment.
    open override var naturalTimeScale: CMTimeScale { first?.naturalTimeScale ?? 0 }
    /// Whether all segments can be decoded.
    open override var isPlayable: Bool { segments.allSatisfy { $0.source?.isPlayable ?? true } && first != nil }
    private let transform = Mutex(CGAffineTransform?.none)
    /// The transformation that turns pictures upright; the identity until it is set, as in Apple's compositions.
    open override var preferredTransform: CGAffineTransform {
        get { transform.withLock { $0 } ?? .identity }
        set { transform.withLock { $0 = newValue } }
    }

    /// The films of the segments.
    var timeline: FilmTimeline {
        var result = FilmTimeline()
        for segment in segments {
            let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
            let (start, end) = (target.start.seconds, target.end.seconds)
            let speed = end > start ? source.duration.seconds / (end - start) : 0
            result.segments.append(
                FilmTimeline.Segment(
                    film: segment.source?.film, start: start, end: end,
                    source: segment.isEmpty ? 0 : source.start.seconds,
                    speed: speed.isFinite ? speed : 0))
        }
        return result
    }
}

/// A composed track that can be changed.
// Safe because: it adds nothing that is stored.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    /// Whether the track is played and exported, if it is one of sound. A change has an effect on items that play it later.
    open override var isEnabled: Bool {
        get { super.isEnabled }
        set { super.isEnabled = newValue }
    }

    /// Inserts a part of another track at a time. Later segments move back; a gap before the time becomes an empty
    /// segment.
    ///
    /// - Throws: `AVError` when the track has another type of media, or the range is not valid.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        guard track.mediaType == mediaType else {
            throw AVError(
                .operationNotSupportedForAsset,
                "a track of \(track.mediaType.rawValue) cannot go into one of \(mediaType.rawValue)")
        }
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.start >= .zero
        else {
            throw AVError(.invalidVideoComposition, "the time range \(timeRange) is invalid")
        }
        let at = startTime.isNumeric ? CMTimeMaximum(.zero, startTime) : self.timeRange.end
        var parts: [AVCompositionTrackSegment] = []
        if let composed = track as? AVCompositionTrack {
            parts = Self.cut(composed.segments, timeRange).map {
                Self.moved($0, by: CMTime.zero - timeRange.start + at)
            }
        } else if timeRange.duration > .zero {
            let target = CMTimeRange(start: at, duration: timeRange.duration)
            parts = [AVCompositionTrackSegment(CMTimeMapping(source: timeRange, target: target), track)]
        }
        insert(parts, lasting: timeRange.duration, at: at)
    }

    /// Inserts an empty segment.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.start.isNumeric else { return }
        insert([Self.nothing(timeRange)], lasting: timeRange.duration, at: timeRange.start)
    }

    /// Removes a range; later segments move forward to its start.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration.isNumeric else { return }
        let all = self.timeRange
        let before = Self.cut(segments, CMTimeRange(start: .zero, end: timeRange.start))
        guard timeRange.end < all.end else {
            segments = before
            return
        }
        let after = Self.cut(segments, CMTimeRange(start: timeRange.end, end: all.end))
        segments = before + after.map { Self.moved($0, by: .zero - timeRange.duration) }
    }

    /// Changes the duration of a range, and with it the speed.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard timeRange.isValid, !timeRange.isEmpty, duration.isNumeric, duration > .zero else { return }
        let all = self.timeRange
        let to = CMTimeRange(start: timeRange.start, duration: duration)
        let before = Self.cut(segments, CMTimeRange(start: .zero, end: timeRange.start))
        let within = Self.cut(segments, timeRange).map { segment in
            let target = segment.timeMapping.target
            let start = CMTimeMapTimeFromRangeToRange(target.start, fromRange: timeRange, toRange: to)
            let end = CMTimeMapTimeFromRangeToRange(target.end, fromRange: timeRange, toRange: to)
            return AVCompositionTrackSegment(
                CMTimeMapping(source: segment.timeMapping.source, target: CMTimeRange(start: start, end: end)),
                segment.source)
        }
        let after = timeRange.end < all.end ? Self.cut(segments, CMTimeRange(start: timeRange.end, end: all.end)) : []
        segments = before + within + after.map { Self.moved($0, by: duration - timeRange.duration) }
    }

    private func insert(_ parts: [AVCompositionTrackSegment], lasting duration: CMTime, at: CMTime) {
        let all = timeRange
        var before = Self.cut(segments, CMTimeRange(start: .zero, end: CMTimeMinimum(at, all.end)))
        if at > all.end { before.append(Self.nothing(CMTimeRange(start: all.end, end: at))) }
        let after = at < all.end ? Self.cut(segments, CMTimeRange(start: at, end: all.end)) : []
        segments = before + parts + after.map { Self.moved($0, by: duration) }
    }

    private static func nothing(_ range: CMTimeRange) -> AVCompositionTrackSegment {
        AVCompositionTrackSegment(
            CMTimeMapping(source: CMTimeRange(start: .invalid, duration: range.duration), target: range), nil)
    }

    private static func moved(_ segment: AVCompositionTrackSegment, by offset: CMTime) -> AVCompositionTrackSegment {
        let target = segment.timeMapping.target
        return AVCompositionTrackSegment(
            CMTimeMapping(
                source: segment.timeMapping.source,
                target: CMTimeRange(start: target.start + offset, duration: target.duration)),
            segment.source)
    }

    /// The parts of segments within a range.
    private static func cut(_ segments: [AVCompositionTrackSegment], _ range: CMTimeRange)
        -> [AVCompositionTrackSegment]
    {
        segments.compactMap { segment in
            let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
            let start = CMTimeMaximum(target.start, range.start), end = CMTimeMinimum(target.end, range.end)
            guard start < end else { return nil }
            let part = CMTimeRange(start: start, end: end)
            guard !segment.isEmpty else { return nothing(part) }
            let from = CMTimeMapTimeFromRangeToRange(start, fromRange: target, toRange: source)
            let to = CMTimeMapTimeFromRangeToRange(end, fromRange: target, toRange: source)
            return AVCompositionTrackSegment(
                CMTimeMapping(source: CMTimeRange(start: from, end: to), target: part), segment.source)
        }
    }
}

/// An asset composed of parts of other assets.
///
/// *Source*: Apple, AVComposition.h.
// Safe because: the list is behind a lock.
open class AVComposition: AVAsset, @unchecked Sendable {
    let list = Mutex([AVMutableCompositionTrack]())
    private let size = Mutex(CGSize?.none)

    /// Makes an empty composition.
    public override init() { super.init() }

    /// The composed tracks.
    open override var tracks: [AVAssetTrack] { list.withLock { $0 } }

    /// The size of pictures: the first video track's, unless it was set.
    open override var naturalSize: CGSize {
        get { size.withLock { $0 } ?? super.naturalSize }
        set { size.withLock { $0 = newValue } }
    }

    /// The films of the first video track.
    override var pictures: FilmTimeline {
        (tracks(withMediaType: .video).first as? AVCompositionTrack)?.timeline ?? FilmTimeline()
    }
}

/// A composition that can be changed.
// Safe because: it adds nothing that is stored.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Makes an empty composition.
    public override init() { super.init() }

    /// Adds an empty track.
    ///
    /// - Parameter preferredTrackID: 0 for any identifier; an identifier in use is replaced.
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        list.withLock { list in
            let used = Set(list.map(\.trackID))
            var identity = preferredTrackID
            if identity <= 0 || used.contains(identity) { identity = (used.max() ?? 0) + 1 }
            let track = AVMutableCompositionTrack(mediaType, identity, of: self)
            list.append(track)
            return track
        }
    }

    /// Removes a track.
    open func removeTrack(_ track: AVCompositionTrack) { list.withLock { $0.removeAll { $0 === track } } }

    /// A track of the composition with the same type of media; nil when there is none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        list.withLock { $0.first { $0.mediaType == track.mediaType } }
    }

    /// Inserts a part of all tracks of an asset, each into a track of its own with its type of media. Missing tracks are added;
    /// those for sound that an export of the asset does not have are not enabled.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        var free = list.withLock { $0 }
        let heard = asset.heardTracks([:])
        for track in asset.tracks where track.mediaType == .video || track.mediaType == .audio {
            let into: AVMutableCompositionTrack
            if let index = free.firstIndex(where: { $0.mediaType == track.mediaType }) {
                into = free.remove(at: index)
            } else {
                let added = addMutableTrack(
                    withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
                guard let added else { continue }
                into = added
                if track.mediaType == .audio { into.isEnabled = heard.contains { $0 === track } }
            }
            if into.segments.isEmpty { into.preferredTransform = track.preferredTransform }
            try into.insertTimeRange(timeRange, of: track, at: startTime)
        }
    }

    /// Removes a range from all tracks.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in list.withLock({ $0 }) { track.removeTimeRange(timeRange) }
    }

    /// Changes the duration of a range in all tracks, and with it the speed.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for track in list.withLock({ $0 }) { track.scaleTimeRange(timeRange, toDuration: duration) }
    }
}
