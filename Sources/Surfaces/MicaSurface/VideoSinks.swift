private import CMicaParts
import Synchronization

/// Settings of a video encoder, besides the format.
package struct VideoSettings: Sendable, Equatable {
    /// How much time an encoder takes.
    package enum Preset: String, Sendable, CaseIterable {
        /// A third of the time of `good` or less, and larger files.
        case fast
        /// A balance.
        case good
        /// Several times the time of `good`, and smaller files.
        case small
    }

    /// 1 (smallest) to 100 (best); 75 has no visible loss.
    package var quality: Int
    /// The number of encoding threads, which changes the bytes of H.264; x264 and libvpx do not gain from more than
    /// four at the usual sizes.
    package var threads: Int
    /// How much time the encoder takes; no difference to ProRes and PNG.
    package var preset = Preset.good
    /// The constant rate factor; nil: by the quality.
    package var rateFactor: Int?
    /// The name of the codec, of several that the file's ending allows; nil: the ending's usual one.
    package var codec: String?

    /// The default settings.
    package static let standard = VideoSettings()

    /// Makes settings.
    ///
    /// - Precondition: quality is 1 to 100, and there is at least one thread.
    package init(quality: Int = 75, threads: Int = 4) {
        precondition(1...100 ~= quality && threads > 0, "a video's quality is 1 to 100, its threads are one or more")
        (self.quality, self.threads) = (quality, threads)
    }
}

/// Makes sinks for videos, which a module writes that not every program links: MicaVideo, with libav.
package enum VideoSinks {
    /// Makes the sink for a path with a video's extension.
    package typealias Maker =
        @Sendable (_ path: String, _ keepsAlpha: Bool, _ settings: VideoSettings) -> (any FrameSink)?

    private static let maker = Mutex<Maker?>(nil)

    /// Sets the maker of this program's sinks; the module that has it calls this when it is started.
    package static func provide(_ maker: @escaping Maker) { self.maker.withLock { $0 = maker } }

    /// The sink for a video's file name: `.mp4`, `.webm`, `.mov`; nil for other extensions.
    ///
    /// - Parameter keepsAlpha: Whether a .webm keeps alpha.
    /// - Throws: `SurfaceError` when the program does not link MicaVideo.
    package static func sink(
        path: String, keepsAlpha: Bool, settings: VideoSettings = .standard
    ) throws(SurfaceError) -> (any FrameSink)? {
        guard ["mp4", "m4v", "webm", "mov"].contains(pathExtension(path)) else { return nil }
        mica_start_parts()
        return try sink(path: path, keepsAlpha: keepsAlpha, settings: settings, by: maker.withLock { $0 })
    }

    /// The sink that a maker makes.
    ///
    /// - Throws: `SurfaceError` when there is no maker.
    static func sink(
        path: String, keepsAlpha: Bool, settings: VideoSettings, by maker: Maker?
    ) throws(SurfaceError) -> (any FrameSink)? {
        guard let maker else {
            throw SurfaceError(
                path: path,
                reason:
                    "the program has no module that writes videos: add the product MicaVideo of the package Mica to "
                    + "its target's dependencies in Package.swift")
        }
        return maker(path, keepsAlpha, settings)
    }
}
