import CoreGraphics
import Foundation
import MicaCodecs
import MicaFilm

/// A track of an asset.
///
/// *Source*: Apple, AVAssetTrack.h.
// Safe because: everything is set at the start; the asset is read through Swift's thread-safe weak reference.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The asset of the track.
    public private(set) weak var asset: AVAsset?
    /// The file's facts about the track; for a composed track, about its first part.
    let facts: FilmTrack?
    /// The film of a video track.
    let film: Film?

    /// The file of the track; nil for composed tracks.
    let path: String?

    init(_ facts: FilmTrack?, of asset: AVAsset?, _ film: Film?, path: String? = nil) {
        self.path = path
        (self.asset, self.facts) = (asset, facts)
        self.film = facts.map { $0.kind == .video && film?.video.index == $0.index } == true ? film : nil
    }

    /// Does nothing: a track is complete when its asset is read.
    public func loadAll() throws {}

    /// The type of media.
    open var mediaType: AVMediaType {
        switch facts?.kind {
        case .video: .video
        case .audio: .audio
        case .subtitle: .subtitle
        default: .metadata
        }
    }
    /// The identifier in the asset, from 1 on.
    open var trackID: CMPersistentTrackID { CMPersistentTrackID(clamping: (facts?.index ?? -1) + 1) }
    /// Whether the file says that the track is played. Of tracks in several languages usually one is enabled.
    open var isEnabled: Bool { facts?.isEnabled ?? true }
    /// Whether this machine can decode the track.
    open var isPlayable: Bool { facts?.kind == .video ? film != nil : facts?.isDecodable ?? false }
    /// Whether this machine can decode the track.
    open var isDecodable: Bool { isPlayable }
    /// Whether all data are in the asset's file: always true.
    open var isSelfContained: Bool { true }

    /// The track's range in the asset's time.
    open var timeRange: CMTimeRange {
        guard let facts else { return .zero }
        guard let film else {
            return CMTimeRange(
                start: CMTimeMaximum(.zero, facts.timeBase.time(facts.start)),
                duration: facts.timeBase.time(facts.duration))
        }
        return CMTimeRange(
            start: CMTimeMaximum(.zero, facts.timeBase.time(film.index.time(of: 0))),
            end: facts.timeBase.time(film.index.end))
    }

    /// The size of pictures in square pixels, as stored; `preferredTransform` turns them upright.
    open var naturalSize: CGSize { facts.map { CGSize(width: $0.squareWidth, height: $0.height) } ?? .zero }

    /// The transformation that turns pictures upright, with the origin at their top left corner.
    open var preferredTransform: CGAffineTransform {
        guard let facts else { return .identity }
        let (w, h) = (CGFloat(facts.squareWidth), CGFloat(facts.height))
        return switch facts.orientation {
        case .up: .identity
        case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
        case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
        case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
        case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
        case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
        case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
        }
    }

    /// Frames a second, as the file says, or else the average; 0 for other tracks than video.
    open var nominalFrameRate: Float {
        guard let facts, let film else { return 0 }
        if facts.frameRate > 0 { return Float(facts.frameRate) }
        let seconds = facts.timeBase.seconds(film.index.end - film.index.time(of: 0))
        return seconds > 0 ? Float(Double(film.index.count) / seconds) : 0
    }
    /// The duration of the shortest frame; invalid for other tracks than video.
    open var minFrameDuration: CMTime {
        guard let facts, let film, film.index.count > 0 else { return .invalid }
        let gaps = (1..<max(1, film.index.count)).map { film.index.time(of: $0) - film.index.time(of: $0 - 1) }
        return facts.timeBase.time(gaps.min() ?? film.index.end - film.index.time(of: 0))
    }
    /// The track's timescale: units of time in a second.
    open var naturalTimeScale: CMTimeScale { facts?.timeBase.denominator ?? 0 }
    /// Bits a second, as the file says; 0 when it does not say.
    open var estimatedDataRate: Float { Float(facts?.bitRate ?? 0) }
    /// The language as a code of three letters.
    open var languageCode: String? { facts?.language }
    /// The volume for normal playback: 1.
    open var preferredVolume: Float { 1 }
    /// The codec by libavcodec's name, such as `h264`; nil for a track without a file. Linux-only.
    public var codecName: String? { facts?.codecName }
}

extension FilmTimeBase {
    /// The time of a number of units.
    func time(_ ticks: Int64) -> CMTime {
        let (value, isOver) = ticks.multipliedReportingOverflow(by: Int64(numerator))
        return isOver
            ? CMTime(seconds: seconds(ticks), preferredTimescale: denominator)
            : CMTime(value: value, timescale: denominator)
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The track's range in the asset's time.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
    /// The size of pictures, as stored.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
    /// The transformation that turns pictures upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// Frames a second.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
    /// The duration of the shortest frame.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
    /// The track's timescale: units of time in a second.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
    /// Bits a second.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.estimatedDataRate } }
    /// Whether the track is played.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
    /// Whether this machine can decode the track.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
    /// The language as a code of three letters.
    public static var languageCode: AVAsyncProperty<Root, String?> { AVAsyncProperty { $0.languageCode } }
}
