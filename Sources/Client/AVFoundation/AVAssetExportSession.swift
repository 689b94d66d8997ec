import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaFilm
import MicaSurface
import MicaTrace
import MicaVideo
import QuartzCore
import Synchronization

/// An export's codec and largest size: H.264 within a number of pixels, or ProRes.
///
/// *Source*: Apple, AVAssetExportSession.h.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 in the film's own size, more compressed.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 in the film's own size.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 within 640 x 480.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 within 960 x 540.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 within 1280 x 720.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 within 1920 x 1080.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 within 3840 x 2160.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// ProRes 4444, with alpha, in QuickTime files.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// Exports an asset as a film. A video composition arranges the pictures, with the layers of an animation tool over
/// them. The sound of one track is copied unchanged; a mix, several tracks, and parts at another speed are mixed into AAC.
///
/// Layers are drawn on the export's thread, where virtual time is the film's time: the program must not use them
/// until the export ends. *Source*: Apple, AVAssetExportSession.h.
// Safe because: settings are read when the export begins; its status is behind a lock.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// The progress of an export.
    public enum Status: Int, Sendable {
        /// The export has not begun.
        case unknown = 0
        /// The export will begin.
        case waiting = 1
        /// The export is running.
        case exporting = 2
        /// The file is complete.
        case completed = 3
        /// The export failed.
        case failed = 4
        /// The export was cancelled.
        case cancelled = 5
    }

    /// The asset to export.
    public let asset: AVAsset
    /// The preset for compression and size.
    public let presetName: String
    /// The file to write, which must not exist yet.
    open var outputURL: URL?
    /// The type of the file; nil: by the file name's extension.
    open var outputFileType: AVFileType?
    /// The part of the asset to export; default: all.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// How tracks are combined, and the layers over them; nil: the first video track, upright.
    open var videoComposition: AVVideoComposition?
    /// The volumes of the audio tracks over time; nil: all are as they are.
    open var audioMix: AVAudioMix?
    /// Whether the file can be played while it downloads; MPEG-4 files always can.
    open var shouldOptimizeForNetworkUse = false

    private struct Progress {
        var status = Status.unknown
        var part: Float = 0
        var error: AVError?
        var isCancelled = false
    }
    private let state = Mutex(Progress())

    private static let sizes: [String: CGSize] = [
        AVAssetExportPreset640x480: CGSize(width: 640, height: 480),
        AVAssetExportPreset960x540: CGSize(width: 960, height: 540),
        AVAssetExportPreset1280x720: CGSize(width: 1280, height: 720),
        AVAssetExportPreset1920x1080: CGSize(width: 1920, height: 1080),
        AVAssetExportPreset3840x2160: CGSize(width: 3840, height: 2160),
    ]
    private static let qualities: [String: Int] = [
        AVAssetExportPresetLowQuality: 40, AVAssetExportPresetMediumQuality: 60, AVAssetExportPresetHighestQuality: 75,
        AVAssetExportPresetAppleProRes4444LPCM: 75,
    ]

    /// Makes a session; nil for unsupported presets, such as presets with H.265 or without compression.
    public init?(asset: AVAsset, presetName: String) {
        guard Self.allExportPresets().contains(presetName) else { return nil }
        (self.asset, self.presetName) = (asset, presetName)
    }

    /// The supported presets.
    open class func allExportPresets() -> [String] { (Array(sizes.keys) + Array(qualities.keys)).sorted() }
    /// The presets that an asset can be exported with: all, if it can be played.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isExportable ? allExportPresets() : []
    }

    /// The types of files that the preset supports.
    open var supportedFileTypes: [AVFileType] {
        presetName == AVAssetExportPresetAppleProRes4444LPCM ? [.mov] : [.mp4, .mov, .m4v]
    }
    /// The progress of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The finished fraction, 0...1.
    open var progress: Float { state.withLock { $0.part } }
    /// The reason of a failure.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// Begins the export on another thread, and calls a block there when it ends, for whatever reason.
    ///
    /// - Precondition: the export has not begun before.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        state.withLock { state in
            requires(state.status == .unknown, "a session exports only once")
            state.status = .waiting
        }
        let thread = Thread {
            self.run()
            handler()
        }
        thread.name = "mica-export"
        thread.start()
    }

    /// Exports, on another thread.
    open func export() async {
        await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
    }

    /// Exports to a file, on another thread.
    ///
    /// - Throws: `AVError` when the export fails or is cancelled.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        (outputURL, outputFileType) = (url, fileType)
        await export()
        if let error { throw error }
        if status == .cancelled { throw AVError(.operationCancelled, "the export was cancelled") }
    }

    /// Cancels the export; no file is written.
    open func cancelExport() {
        state.withLock { state in
            state.isCancelled = true
            if state.status == .unknown { state.status = .cancelled }
        }
    }

    // MARK: The export

    private struct Cancelled: Error {}

    private func run() {
        state.withLock { $0.status = .exporting }
        do {
            try write()
            state.withLock { ($0.status, $0.part) = (.completed, 1) }
        } catch is Cancelled {
            state.withLock { $0.status = .cancelled }
        } catch let error as AVError {
            state.withLock { ($0.status, $0.error) = (.failed, error) }
        } catch {
            let error = AVError((error as? SurfaceError) != nil ? .exportFailed : .unknown, "\(error)")
            state.withLock { ($0.status, $0.error) = (.failed, error) }
        }
    }

    private func write() throws {
        guard let outputURL, outputURL.isFileURL else { throw AVError(.exportFailed, "outputURL is not a file URL") }
        if FileManager.default.fileExists(atPath: outputURL.path) {
            throw AVError(.fileAlreadyExists, "\(outputURL.path): the file exists already")
        }
        let type = outputFileType ?? (outputURL.pathExtension.lowercased() == "mov" ? .mov : .mp4)
        guard supportedFileTypes.contains(type) else {
            throw AVError(
                .exportFailed, "\(outputURL.path): \(presetName) is not written into files of the type \(type.rawValue)"
            )
        }
        try asset.loadAll()
        let range = CMTimeRange(start: .zero, duration: asset.duration).intersection(timeRange)
        let frames = try FrameTimes(asset, videoComposition, range)
        let painter = try ExportPainter(asset, videoComposition, within: Self.sizes[presetName])
        defer { painter.end() }
        let isProRes = presetName == AVAssetExportPresetAppleProRes4444LPCM
        let sink = VideoSink(
            path: outputURL.path, format: isProRes ? .proRes4444 : .h264,
            settings: VideoSettings(quality: Self.qualities[presetName] ?? 75), copying: try sound(in: range),
            container: type == .mov ? "mov" : "mp4")
        try sink.begin(FrameStream(width: painter.width, height: painter.height, rate: frames.rate))
        for index in 0..<frames.count {
            if state.withLock({ $0.isCancelled }) { throw Cancelled() }
            try sink.append(painter.bitmap(at: frames.time(of: index)), at: index)
            state.withLock { $0.part = Float(index + 1) / Float(frames.count) }
        }
        try sink.finish()
    }

    /// The sound within a range: that of one track is copied, unless a mix or another speed changes it.
    private func sound(in range: CMTimeRange) throws -> [any PacketSource] {
        let tracks = asset.heardTracks(audioMix?.levels ?? [:])
        do throws(FilmError) {
            guard audioMix == nil, tracks.count < 2, let track = tracks.first, !track.isScaled else {
                return try mixedSound(in: range)
            }
            let source = try Self.parts(of: track, in: range).flatMap { parts throws(FilmError) in
                try SoundSource(parts)
            }
            return source.map { [$0] } ?? []
        } catch { throw AVError(error) }
    }

    /// The sound of the heard tracks within a range, mixed.
    private func mixedSound(in range: CMTimeRange) throws(FilmError) -> [any PacketSource] {
        let sound = asset.mixedSound(audioMix?.levels ?? [:])
        guard !sound.isEmpty, range.duration > .zero else { return [] }
        return [try SoundMix(sound.tracks, from: range.start.seconds, to: range.end.seconds, codec: .aac)]
    }

    /// The parts of a track to copy; nil for none.
    private static func parts(of track: AVAssetTrack, in range: CMTimeRange) -> [SoundPart]? {
        let (start, end) = (range.start.seconds, range.end.seconds)
        guard end > start else { return nil }
        guard let composed = track as? AVCompositionTrack else {
            guard let facts = track.facts, let path = track.path else { return nil }
            return [SoundPart(path: path, track: facts.index, range: start..<end, target: 0)]
        }
        return composed.segments.compactMap { segment in
            guard !segment.isEmpty, let facts = segment.source?.facts, let path = segment.source?.path else {
                return nil
            }
            let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
            let from = max(target.start.seconds, start), to = min(target.end.seconds, end)
            guard to > from else { return nil }
            let offset = source.start.seconds - target.start.seconds
            return SoundPart(path: path, track: facts.index, range: from + offset..<to + offset, target: from - start)
        }
    }
}

extension AVAssetTrack {
    /// Whether parts of a composed track are heard at another speed.
    fileprivate var isScaled: Bool {
        (self as? AVCompositionTrack)?.segments.contains { segment in
            let (source, target) = (segment.timeMapping.source.duration, segment.timeMapping.target.duration)
            return !segment.isEmpty && abs(source.seconds - target.seconds) >= 1e-4
        } ?? false
    }
}

/// The times of an export's frames.
private struct FrameTimes {
    let rate: FrameRate
    let count: Int
    private let start: CMTime
    private let duration: CMTime

    init(_ asset: AVAsset, _ composition: AVVideoComposition?, _ range: CMTimeRange) throws {
        guard let track = asset.tracks(withMediaType: .video).first else {
            throw AVError(.operationNotSupportedForAsset, "the asset has no video track")
        }
        var frame = composition?.frameDuration ?? .invalid
        if !frame.isNumeric || frame <= .zero {
            // The file's stated rate is preferred to its shortest frame, which may be an outlier.
            let said = FrameRate(framesPerSecond: Double(track.nominalFrameRate))
            frame =
                said.map { CMTime(value: Int64($0.denominator), timescale: Int32(clamping: $0.numerator)) }
                ?? track.minFrameDuration
        }
        guard frame.isNumeric, frame > .zero, frame.seconds >= 0.001, range.duration > .zero else {
            throw AVError(.invalidVideoComposition, "no frames of \(frame) fit in \(range)")
        }
        // A last partial frame counts as a frame.
        let frames = (range.duration.seconds / frame.seconds - 1e-6).rounded(.up)
        guard frames < 1e8 else { throw AVError(.invalidVideoComposition, "\(frames) frames cannot be made") }
        (start, duration, count) = (range.start, frame, max(1, Int(frames)))
        rate = FrameRate(Int(frame.timescale), over: Int(frame.value))
    }

    func time(of index: Int) -> CMTime { start + CMTimeMultiply(duration, multiplier: Int32(index)) }
}

/// Draws the frames of an export.
private final class ExportPainter {
    let width: Int
    let height: Int
    private let stage: VideoStage
    private let renderer: LayerRenderer?
    private let container = CALayer()
    private let tool: AVVideoCompositionCoreAnimationTool?
    /// A layer that scales the stage's picture; nil when the size is the film's.
    private let fitting: LayerRenderer?
    private let fitted = CALayer()

    init(_ asset: AVAsset, _ composition: AVVideoComposition?, within limit: CGSize?) throws {
        var size = composition?.renderSize ?? .zero
        if size.width <= 0 || size.height <= 0, let track = asset.tracks(withMediaType: .video).first {
            size = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform).size
            if let film = asset.film { size = CGSize(width: film.width, height: film.height) }
        }
        var scale = CGFloat(composition?.renderScale ?? 1)
        if !(scale > 0 && scale <= 16) { scale = 1 }
        if composition == nil, let limit {
            // The limit applies to the long and the short side, so that an upright film gets an upright limit.
            let (long, short) = (max(size.width, size.height), min(size.width, size.height))
            scale = min(1, limit.width / max(long, 1), limit.height / max(short, 1))
        }
        let (wide, high) = (Double(size.width * scale).rounded(), Double(size.height * scale).rounded())
        guard wide >= 1, high >= 1, wide <= 16_384, high <= 16_384 else {
            throw AVError(.invalidVideoComposition, "a film of \(wide) x \(high) pixels cannot be made")
        }
        (width, height) = (Int(wide), Int(high))
        tool = composition?.animationTool
        stage = VideoStage(asset, composition, size: size, scale: 1)
        if let tool {
            guard tool.root.superlayer == nil, tool.root.context == nil else {
                throw AVError(.invalidVideoComposition, "the tool's layer is in another tree")
            }
            container.frame = CGRect(origin: .zero, size: size)
            container.isGeometryFlipped = true
            // At time 0, animations that begin with the film have begun.
            container.timeOffset = AVCoreAnimationBeginTimeAtZero
            container.backgroundColor = CGColor(gray: 0, alpha: 1)
            container.addSublayer(tool.root)
            renderer = LayerRenderer(layer: container, size: CGSize(width: wide, height: high))
            fitting = nil
        } else {
            renderer = nil
            fitted.frame = CGRect(x: 0, y: 0, width: wide, height: high)
            fitted.minificationFilter = .trilinear
            fitting = scale == 1 ? nil : LayerRenderer(layer: fitted)
        }
    }

    func bitmap(at time: CMTime) -> Bitmap {
        let image = stage.image(at: time)
        if let renderer, let tool {
            renderer.schedule(at: time.seconds) {
                CATransaction.withoutActions { for layer in tool.videoLayers { layer.contents = image } }
            }
            return renderer.bitmap(at: time.seconds)
        }
        guard let fitting else { return image.resource.bitmap() }
        fitting.schedule(at: time.seconds) { [fitted] in CATransaction.withoutActions { fitted.contents = image } }
        return fitting.bitmap(at: time.seconds)
    }

    /// Removes the tool's layers from the export's tree.
    func end() { tool?.root.removeFromSuperlayer() }
}
