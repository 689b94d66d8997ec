import CoreGraphics
import Foundation
import MicaFilm
import Synchronization

/// A film or a sound: the tracks of a file, or a composition of parts of tracks.
///
/// Properties that come from the file block until it is read, the first time; `load` reads it on another thread. If
/// the file cannot be read, the properties are empty and `load` throws the reason. *Source*: Apple, AVAsset.h.
// Safe because: everything that changes is behind a lock.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The readable content of a file.
    struct Content: Sendable {
        /// The film, if there is video that can be decoded.
        var film: Film?
        /// The reason that there is no film; nil if there is one.
        var videoError: AVError?
        var tracks: [FilmTrack] = []
    }

    private let location: URL?
    private enum State {
        case unread
        case read(Result<Content, AVError>)
    }
    private let state = Mutex(State.unread)
    private let trackObjects = Mutex([AVAssetTrack]?.none)

    /// Makes an asset of a file, which is read later.
    public init(url: URL) { location = url }

    /// Makes an asset without a file.
    override init() { location = nil }

    /// The content of the file, which is read at the first access.
    var content: Result<Content, AVError> {
        state.withLock { state in
            if case .read(let result) = state { return result }
            let result = Self.read(location)
            state = .read(result)
            return result
        }
    }

    /// Whether the file was read, so that no access blocks.
    var isRead: Bool {
        state.withLock { state in
            if case .read = state { true } else { false }
        }
    }

    private static func read(_ location: URL?) -> Result<Content, AVError> {
        guard let location else { return .success(Content()) }
        guard location.isFileURL else {
            return .failure(AVError(.fileFormatNotRecognized, "\(location.absoluteString): not a file URL"))
        }
        do throws(FilmError) {
            let film = try Film(path: location.path)
            return .success(Content(film: film, tracks: film.tracks))
        } catch {
            guard error.kind == .noVideo || error.kind == .noDecoder, let tracks = try? filmTracks(path: location.path),
                tracks.contains(where: { $0.kind == .audio && $0.isDecodable })
            else { return .failure(AVError(error)) }
            return .success(Content(videoError: AVError(error), tracks: tracks))
        }
    }

    /// Reads the file.
    ///
    /// - Throws: `AVError` when the file is missing or cannot be read.
    public func loadAll() throws { _ = try content.get() }

    /// The film, if one file holds the video.
    var film: Film? { (try? content.get())?.film }

    /// Whether the file ends in the middle of its video.
    package var isCutShort: Bool { film?.index.isCutShort == true }

    /// The frames of the first video track.
    var pictures: FilmTimeline {
        guard let film else { return FilmTimeline() }
        return FilmTimeline(film, duration: max(duration.seconds, film.video.timeBase.seconds(film.index.end)))
    }

    /// The asset's duration; 0 when the file cannot be read.
    open var duration: CMTime { tracks.map(\.timeRange.end).max() ?? .zero }

    /// The tracks of the file.
    open var tracks: [AVAssetTrack] {
        guard let content = try? content.get() else { return [] }
        return trackObjects.withLock { objects in
            if let objects { return objects }
            let made = content.tracks.filter { $0.kind != .other }.map {
                AVAssetTrack($0, of: self, content.film, path: location?.path)
            }
            objects = made
            return made
        }
    }

    /// The tracks with a type of media.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The track with an identifier; nil when there is none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// Loads the tracks with a type of media.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// The rate for normal playback: 1.
    open var preferredRate: Float { 1 }
    /// The volume for normal playback: 1.
    open var preferredVolume: Float { 1 }
    /// The transformation that turns pictures upright: the identity. Tracks have their own.
    open var preferredTransform: CGAffineTransform { .identity }
    /// The size of the first video track, as stored.
    open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }
    /// Whether the asset can be played.
    open var isPlayable: Bool { tracks.contains { $0.isPlayable } }
    /// Whether the asset can be exported.
    open var isExportable: Bool { isPlayable }
    /// Whether tracks of the asset can be put into compositions.
    open var isComposable: Bool { isPlayable }
    /// Whether the content is protected: always false.
    open var hasProtectedContent: Bool { false }
    /// Whether the duration is exact: always, because it is computed from the whole file.
    open var providesPreciseDurationAndTiming: Bool { true }

    /// The loading status of a property.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        guard isRead else { return .unknown }
        guard case .failure(let error) = content else { return .loaded }
        if let outError = unsafe outError { unsafe outError.pointee = error as NSError }
        return .failed
    }

    /// Reads the file on another thread, and calls a block on that thread.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        Thread.detachNewThread {
            _ = self.content
            handler?()
        }
    }

    /// Does nothing: reading cannot be cancelled.
    open func cancelLoading() {}
}

/// The identifier of a track in its asset; 0 for none.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// A film or a sound in a file.
// Safe because: it adds a constant.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The file.
    public let url: URL

    /// Makes an asset of a file, which is read later.
    ///
    /// - Parameter options: Ignored: durations are always exact.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }
}

/// The option for an exact duration; durations are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The asset's duration.
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.duration } }
    /// The tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { $0.tracks } }
    /// The transformation that turns pictures upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// The rate for normal playback.
    public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredRate } }
    /// The volume for normal playback.
    public static var preferredVolume: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredVolume } }
    /// Whether the asset can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
    /// Whether the asset can be exported.
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isExportable } }
    /// Whether tracks of the asset can be put into compositions.
    public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isComposable } }
    /// Whether the content is protected.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.hasProtectedContent } }
}
