import CoreGraphics
import Foundation
import MicaFilm
import Synchronization

/// A part of a track of a composition: which part of which film it is.
///
/// *Source*: Apple, AVCompositionTrackSegment.h.
public final class AVCompositionTrackSegment: Sendable {
    /// What it plays, and when.
    public let timeMapping: CMTimeMapping
    /// The file that it is of; nil for nothing.
    public let sourceURL: URL?
    /// The track of the file.
    public let sourceTrackID: CMPersistentTrackID
    /// Whether it is nothing.
    public var isEmpty: Bool { !timeMapping.source.start.isValid }
    let source: AVAssetTrack?

    init(_ timeMapping: CMTimeMapping, _ source: AVAssetTrack?) {
        (self.timeMapping, self.source) = (timeMapping, source)
        sourceTrackID = source?.trackID ?? kCMPersistentTrackID_Invalid
        sourceURL = source?.film.map { URL(fileURLWithPath: $0.path) } ?? source?.path.map { URL(fileURLWithPath: $0) }
    }
}

/// A track that is put together of parts of others.
///
/// *Source*: Apple, AVCompositionTrack.h.
// Safe because: the list is behind a lock.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    private let kind: AVMediaType
    private let identity: CMPersistentTrackID
    private let list = Mutex([AVCompositionTrackSegment]())

    init(_ kind: AVMediaType, _ identity: CMPersistentTrackID, of asset: AVAsset) {
        (self.kind, self.identity) = (kind, identity)
        super.init(nil, of: asset, nil)
    }

    /// What it has.
    open override var mediaType: AVMediaType { kind }
    /// Its identity in the composition.
    open override var trackID: CMPersistentTrackID { identity }
    /// Its parts, in order, without gaps.
    open internal(set) var segments: [AVCompositionTrackSegment] {
        get { list.withLock { $0 } }
        set { list.withLock { $0 = newValue } }
    }
    private var first: AVAssetTrack? { segments.lazy.compactMap(\.source).first }
    /// From 0 to its end.
    open override var timeRange: CMTimeRange {
        CMTimeRange(start: .zero, end: segments.last?.timeMapping.target.end ?? .zero)
    }
    /// The size of the first part's pictures.
    open override var naturalSize: CGSize { first?.naturalSize ?? .zero }
    /// Frames a second of the first part.
    open override var nominalFrameRate: Float { first?.nominalFrameRate ?? 0 }
    /// How long the first part's shortest frame is.
    open override var minFrameDuration: CMTime { first?.minFrameDuration ?? .invalid }
    /// The units of the first part's times in a second.
    open override var naturalTimeScale: CMTimeScale { first?.naturalTimeScale ?? 0 }
    /// Whether its parts can be decoded.
    open override var isPlayable: Bool { segments.allSatisfy { $0.source?.isPlayable ?? true } && first != nil }
    private let transform = Mutex(CGAffineTransform?.none)
    /// How pictures are turned to stand upright: the identity until it is set, as Apple's compositions have it.
    open override var preferredTransform: CGAffineTransform {
        get { transform.withLock { $0 } ?? .identity }
        set { transform.withLock { $0 = newValue } }
    }

    /// The films of its parts.
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

/// A track whose parts can be changed.
// Safe because: it adds nothing that is stored.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    /// Puts a part of another track in at a time; what is there goes to behind it, and a gap before it becomes nothing.
    ///
    /// - Throws: `AVError` when the track is of another kind, or the times make no sense.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        guard track.mediaType == mediaType else {
            throw AVError(
                .operationNotSupportedForAsset,
                "a track of \(track.mediaType.rawValue) into one of \(mediaType.rawValue)")
        }
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.start >= .zero
        else {
            throw AVError(.invalidVideoComposition, "the range \(timeRange) cannot be put in")
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

    /// Puts nothing in for a range.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.start.isNumeric else { return }
        insert([Self.nothing(timeRange)], lasting: timeRange.duration, at: timeRange.start)
    }

    /// Takes a range out; what comes after it goes to where it began.
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

    /// Has a range last longer or shorter.
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

    /// What of segments lies in a range.
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

/// An asset that is put together of parts of others.
///
/// *Source*: Apple, AVComposition.h.
// Safe because: the list is behind a lock.
open class AVComposition: AVAsset, @unchecked Sendable {
    let list = Mutex([AVMutableCompositionTrack]())
    private let size = Mutex(CGSize?.none)

    /// Makes an empty composition.
    public override init() { super.init() }

    /// Its tracks.
    open override var tracks: [AVAssetTrack] { list.withLock { $0 } }

    /// The size of pictures: that of the first video, unless it was set.
    open override var naturalSize: CGSize {
        get { size.withLock { $0 } ?? super.naturalSize }
        set { size.withLock { $0 = newValue } }
    }

    /// The films of the first video.
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
    /// - Parameter preferredTrackID: 0 for any; one that there is already is not taken.
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

    /// Takes a track out.
    open func removeTrack(_ track: AVCompositionTrack) { list.withLock { $0.removeAll { $0 === track } } }

    /// A track that parts of another can be put into: one of its kind.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        list.withLock { $0.first { $0.mediaType == track.mediaType } }
    }

    /// Puts a part of all tracks of an asset in, into tracks of their kinds, which are made where there are none.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        for track in asset.tracks where track.mediaType == .video || track.mediaType == .audio {
            guard
                let into = mutableTrack(compatibleWith: track)
                    ?? addMutableTrack(withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
            else { continue }
            if into.segments.isEmpty { into.preferredTransform = track.preferredTransform }
            try into.insertTimeRange(timeRange, of: track, at: startTime)
        }
    }

    /// Takes a range out of all tracks.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in list.withLock({ $0 }) { track.removeTimeRange(timeRange) }
    }

    /// Has a range of all tracks last longer or shorter.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for track in list.withLock({ $0 }) { track.scaleTimeRange(timeRange, toDuration: duration) }
    }
}
