import CoreGraphics
import Foundation
import MicaFilm
import Synchronization

/// A film or a sound: tracks of a file, or put together of those of others.
///
/// Properties that come from the file wait until it is read, the first time; `load` does that on another thread. Where it cannot be
/// read they are empty, and `load` says why. *Source*: Apple, AVAsset.h.
// Safe because: what changes is behind a lock.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// What there is of a file.
    struct Content: Sendable {
        /// The film, where it has video that can be decoded.
        var film: Film?
        /// Why there is no film; nil where there is one.
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

    /// Makes an asset of a file, which is not read yet.
    public init(url: URL) { location = url }

    /// Makes an asset without a file.
    override init() { location = nil }

    /// What there is of the file, which is read by the first who asks.
    var content: Result<Content, AVError> {
        state.withLock { state in
            if case .read(let result) = state { return result }
            let result = Self.read(location)
            state = .read(result)
            return result
        }
    }

    /// Whether the file was read, so that nothing waits for it.
    var isRead: Bool {
        state.withLock { state in
            if case .read = state { true } else { false }
        }
    }

    private static func read(_ location: URL?) -> Result<Content, AVError> {
        guard let location else { return .success(Content()) }
        guard location.isFileURL else {
            return .failure(AVError(.fileFormatNotRecognized, "\(location.absoluteString): only files are played"))
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
    /// - Throws: `AVError` when it is not there, or is none that can be read.
    public func loadAll() throws { _ = try content.get() }

    /// The film, where there is video in one file.
    var film: Film? { (try? content.get())?.film }

    /// The frames of the first video.
    var pictures: FilmTimeline {
        guard let film else { return FilmTimeline() }
        return FilmTimeline(film, duration: max(duration.seconds, film.video.timeBase.seconds(film.index.end)))
    }

    /// How long it is; 0 where the file cannot be read.
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

    /// The tracks that have something.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// A track by its identity.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// Loads the tracks that have something.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// The speed at which it is meant to be played: 1.
    open var preferredRate: Float { 1 }
    /// How loud it is meant to be played: 1.
    open var preferredVolume: Float { 1 }
    /// How pictures are turned to stand upright: the identity. Tracks have theirs.
    open var preferredTransform: CGAffineTransform { .identity }
    /// The size of the first video, as stored.
    open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }
    /// Whether it can be played.
    open var isPlayable: Bool { tracks.contains { $0.isPlayable } }
    /// Whether it can be exported.
    open var isExportable: Bool { isPlayable }
    /// Whether tracks of it can be put into compositions.
    open var isComposable: Bool { isPlayable }
    /// Whether it is protected, which nothing is.
    open var hasProtectedContent: Bool { false }
    /// Whether its duration is exact: it is taken from all of the file.
    open var providesPreciseDurationAndTiming: Bool { true }

    /// How far a property is.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        guard isRead else { return .unknown }
        guard case .failure(let error) = content else { return .loaded }
        if let outError = unsafe outError { unsafe outError.pointee = error as NSError }
        return .failed
    }

    /// Reads the file on another thread, and calls a block there.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        Thread.detachNewThread {
            _ = self.content
            handler?()
        }
    }

    /// Does nothing: reading is not given up.
    open func cancelLoading() {}
}

/// The identity of a track in its file; 0 for none.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// A film or a sound in a file.
// Safe because: it adds a constant.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The file.
    public let url: URL

    /// Makes an asset of a file, which is not read yet.
    ///
    /// - Parameter options: have no effect: durations are always exact.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }
}

/// The key of an option that asks for an exact duration, which there always is.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

extension AVPartialAsyncProperty where Root: AVAsset {
    /// How long it is.
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.duration } }
    /// The tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { $0.tracks } }
    /// How pictures are turned to stand upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// The speed at which it is meant to be played.
    public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredRate } }
    /// How loud it is meant to be played.
    public static var preferredVolume: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredVolume } }
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
    /// Whether it can be exported.
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isExportable } }
    /// Whether tracks of it can be put into compositions.
    public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isComposable } }
    /// Whether it is protected.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.hasProtectedContent } }
}
