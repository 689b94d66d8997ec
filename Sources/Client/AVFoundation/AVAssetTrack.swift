import CoreGraphics
import Foundation
import MicaCodecs
import MicaFilm

/// A track of an asset.
///
/// *Source*: Apple, AVAssetTrack.h.
// Safe because: everything is set at the start; the asset is read through Swift's thread-safe weak reference.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The asset that it is of.
    public private(set) weak var asset: AVAsset?
    /// What the file says of it; of tracks that are put together, what it says of the first.
    let facts: FilmTrack?
    /// The film, for video.
    let film: Film?

    /// The file; nil of tracks that are put together.
    let path: String?

    init(_ facts: FilmTrack?, of asset: AVAsset?, _ film: Film?, path: String? = nil) {
        self.path = path
        (self.asset, self.facts) = (asset, facts)
        self.film = facts.map { $0.kind == .video && film?.video.index == $0.index } == true ? film : nil
    }

    /// Does nothing: a track is there when its asset is read.
    public func loadAll() throws {}

    /// What it has.
    open var mediaType: AVMediaType {
        switch facts?.kind {
        case .video: .video
        case .audio: .audio
        case .subtitle: .subtitle
        default: .metadata
        }
    }
    /// Its identity in the asset, from 1 on.
    open var trackID: CMPersistentTrackID { CMPersistentTrackID(clamping: (facts?.index ?? -1) + 1) }
    /// Whether it is played: all are.
    open var isEnabled: Bool { true }
    /// Whether this machine can decode it.
    open var isPlayable: Bool { facts?.kind == .video ? film != nil : facts?.isDecodable ?? false }
    /// Whether this machine can decode it.
    open var isDecodable: Bool { isPlayable }
    /// Whether it is all in the asset's file: it is.
    open var isSelfContained: Bool { true }

    /// When it is in the asset's time.
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

    /// The size of pictures in square pixels, as stored: `preferredTransform` turns them upright.
    open var naturalSize: CGSize { facts.map { CGSize(width: $0.squareWidth, height: $0.height) } ?? .zero }

    /// How pictures are turned to stand upright with the origin at their top left corner.
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

    /// Frames a second, as the file says or, where it does not, on the average; 0 for other tracks than video.
    open var nominalFrameRate: Float {
        guard let facts, let film else { return 0 }
        if facts.frameRate > 0 { return Float(facts.frameRate) }
        let seconds = facts.timeBase.seconds(film.index.end - film.index.time(of: 0))
        return seconds > 0 ? Float(Double(film.index.count) / seconds) : 0
    }
    /// How long the shortest frame is; invalid for other tracks than video.
    open var minFrameDuration: CMTime {
        guard let facts, let film, film.index.count > 0 else { return .invalid }
        let gaps = (1..<max(1, film.index.count)).map { film.index.time(of: $0) - film.index.time(of: $0 - 1) }
        return facts.timeBase.time(gaps.min() ?? film.index.end - film.index.time(of: 0))
    }
    /// The units of its times in a second.
    open var naturalTimeScale: CMTimeScale { facts?.timeBase.denominator ?? 0 }
    /// Bits a second, as the file says; 0 where it does not.
    open var estimatedDataRate: Float { Float(facts?.bitRate ?? 0) }
    /// The language's three letters.
    open var languageCode: String? { facts?.language }
    /// How loud it is meant to be played: 1.
    open var preferredVolume: Float { 1 }
    /// The codec by libavcodec's name, such as `h264`; nil of a track without a file. Linux-only.
    public var codecName: String? { facts?.codecName }
}

extension FilmTimeBase {
    /// A number of units as a time.
    func time(_ ticks: Int64) -> CMTime {
        let (value, isOver) = ticks.multipliedReportingOverflow(by: Int64(numerator))
        return isOver
            ? CMTime(seconds: seconds(ticks), preferredTimescale: denominator)
            : CMTime(value: value, timescale: denominator)
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// When it is in the asset's time.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
    /// The size of pictures, as stored.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
    /// How pictures are turned to stand upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// Frames a second.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
    /// How long the shortest frame is.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
    /// The units of its times in a second.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
    /// Bits a second.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.estimatedDataRate } }
    /// Whether it is played.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
    /// Whether this machine can decode it.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
    /// The language's three letters.
    public static var languageCode: AVAsyncProperty<Root, String?> { AVAsyncProperty { $0.languageCode } }
}
