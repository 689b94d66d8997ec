import MicaResources
import Synchronization

/// The tracks of a file of sound or video, without looking for its frames.
///
/// - Throws: `FilmError` when it is not there, or is no such file.
package func filmTracks(path: String, limits: FilmLimits = .standard) throws(FilmError) -> [FilmTrack] {
    try FilmFile(path: path, limits: limits).tracks
}

/// A film: what its file says, and its frames, for any thread.
// Safe because: the reader is touched only while `lock` is held; all else is set at the start.
package final class Film: @unchecked Sendable {
    /// The file.
    package let path: String
    /// The video.
    package let video: FilmTrack
    /// All tracks of the file.
    package let tracks: [FilmTrack]
    /// When each frame is shown.
    package let index: FilmIndex
    /// What frames that are no longer shown leave for others.
    package let memory: FrameMemory

    private let limits: FilmLimits
    private let lock = Mutex(())
    private let reader: FilmReader

    /// Opens a film and reads where its frames are, all through the file.
    ///
    /// - Throws: `FilmError` when it is not there, has no video that can be decoded, or is over the limits.
    package init(path: String, limits: FilmLimits = .standard) throws(FilmError) {
        let memory = FrameMemory()
        let reader = try FilmReader(path: path, limits: limits, memory: memory)
        (self.path, self.limits, self.reader, self.memory) = (path, limits, reader, memory)
        (video, tracks, index) = (reader.track, reader.tracks, reader.index)
    }

    /// Width of frames as they are shown, in pixels.
    package var width: Int { video.uprightWidth }
    /// Height of frames as they are shown, in pixels.
    package var height: Int { video.uprightHeight }

    /// The pixels of a frame, upright, as premultiplied sRGB.
    ///
    /// - Precondition: the film has such a frame.
    /// - Throws: `FilmError` when it cannot be decoded, nor one near it.
    package func bitmap(of frame: Int) throws(FilmError) -> Bitmap {
        try lock.withLock { _ throws(FilmError) in try reader.bitmap(of: frame) }
    }

    /// The frame with the greatest time not after a number of seconds; the first for times before it.
    package func frame(at seconds: Double) -> Int { index.frame(atSeconds: seconds, video.timeBase) }

    /// When a frame begins to be shown. *Units*: seconds.
    package func time(of frame: Int) -> Double { video.timeBase.seconds(index.time(of: frame)) }

    /// An image of a frame, which is decoded when its pixels are wanted, and again when they were dropped; transparent where it
    /// cannot be decoded.
    package func image(of frame: Int) -> ImageResource {
        ImageResource(width: width, height: height, isOpaque: !video.hasAlpha, cache: .films) { [self] in
            ImageCache.films.countDecode()
            return try? bitmap(of: frame)
        }
    }

    /// Another reader of the same film, for a thread of its own.
    ///
    /// - Parameter threads: how many threads decode.
    /// - Throws: `FilmError` when the file is not what it was.
    package func makeReader(threads: Int = 1) throws(FilmError) -> FilmReader {
        try FilmReader(path: path, limits: limits, index: index, threads: threads, memory: memory)
    }

    /// How many packets were decoded for frames so far.
    package var decodedPackets: Int { lock.withLock { _ in reader.decodedPackets } }
}

extension ImageCache {
    /// Pixels of films' frames, which can be decoded again: 128 MiB. They are made when they are drawn, not when they are committed.
    package static let films = ImageCache(budget: 128 << 20, wantsPixelsEarly: false)
}
