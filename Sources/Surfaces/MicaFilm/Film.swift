import MicaBase
import Synchronization

/// The tracks of a sound or video file, without reading its frames.
///
/// - Throws: `FilmError` when the file is missing, or has another format.
package func filmTracks(path: String, limits: FilmLimits = .standard) throws(FilmError) -> [FilmTrack] {
    try FilmFile(path: path, limits: limits).tracks
}

/// A film's tracks and frames, for any thread.
// Safe because: the reader is used only while `lock` is held; everything else is set at the start.
package final class Film: @unchecked Sendable {
    /// The file.
    package let path: String
    /// The video.
    package let video: FilmTrack
    /// All tracks of the file.
    package let tracks: [FilmTrack]
    /// The times of the frames.
    package let index: FilmIndex
    /// The memory of frames that are no longer shown, for later frames.
    package let memory: FrameMemory

    private let limits: FilmLimits
    private let lock = Mutex(())
    private let reader: FilmReader

    /// Opens a film, and reads the positions of its frames in the whole file.
    ///
    /// - Throws: `FilmError` when it is missing, has no video that can be decoded, or exceeds the limits.
    package init(path: String, limits: FilmLimits = .standard) throws(FilmError) {
        let memory = FrameMemory()
        let reader = try FilmReader(path: path, limits: limits, memory: memory)
        (self.path, self.limits, self.reader, self.memory) = (path, limits, reader, memory)
        (video, tracks, index) = (reader.track, reader.tracks, reader.index)
    }

    /// The width of upright frames, in pixels.
    package var width: Int { video.uprightWidth }
    /// The height of upright frames, in pixels.
    package var height: Int { video.uprightHeight }

    /// The pixels of a frame, upright, as premultiplied sRGB.
    ///
    /// - Precondition: the frame exists.
    /// - Throws: `FilmError` when neither it nor a frame near it can be decoded.
    package func bitmap(of frame: Int) throws(FilmError) -> Bitmap {
        try lock.withLock { _ throws(FilmError) in try reader.bitmap(of: frame) }
    }

    /// The last frame that begins at or before a time in seconds; before the first frame, the first.
    package func frame(at seconds: Double) -> Int { index.frame(atSeconds: seconds, video.timeBase) }

    /// The time at which a frame begins. *Units*: seconds.
    package func time(of frame: Int) -> Double { video.timeBase.seconds(index.time(of: frame)) }

    /// An image of a frame. It is decoded when its pixels are needed, and decoded again after they were dropped;
    /// transparent if it cannot be decoded.
    package func image(of frame: Int) -> ImageResource {
        ImageResource(width: width, height: height, isOpaque: !video.hasAlpha, cache: .films) { [self] in
            ImageCache.films.countDecode()
            return try? bitmap(of: frame)
        }
    }

    /// Makes another reader of the film, for its own thread.
    ///
    /// - Parameter threads: The number of decoding threads.
    /// - Throws: `FilmError` when the file has changed.
    package func makeReader(threads: Int = 1) throws(FilmError) -> FilmReader {
        try FilmReader(path: path, limits: limits, index: index, threads: threads, memory: memory)
    }

    /// The number of packets decoded so far.
    package var decodedPackets: Int { lock.withLock { _ in reader.decodedPackets } }
}

extension ImageCache {
    /// A cache for films' frames, which can be decoded again: 128 MiB. Pixels are made when they are drawn, not when
    /// they are committed.
    package static let films = ImageCache(budget: 128 << 20, wantsPixelsEarly: false)
}
