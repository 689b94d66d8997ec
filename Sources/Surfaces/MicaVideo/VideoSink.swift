import CLibAV
import MicaBase
import MicaCodecs
import MicaSurface

/// Writes frames as a video file.
///
/// Equal frames and settings give equal bytes on machines with equal libraries: libav's bit-exact modes are on, and
/// the number of encoder threads is a setting. Frames count as sRGB and are tagged as BT.709, which players show as
/// sRGB. Alpha in the file is not premultiplied. Formats without alpha show frames over black.
package final class VideoSink: FrameSink {
    private let path: String
    private let format: VideoFormat
    private let settings: VideoSettings
    private let sources: [any PacketSource]
    private let container: String?
    /// Whether frames have the times of the whole, which begins at frame 0, as in a part that `FilmJoin` joins. It is set
    /// before `begin`.
    package var isPart = false
    private var order = FrameOrder()
    private var file: AtomicFile?
    private var encoder: VideoEncoder?

    /// Information about a changed frame size.
    package private(set) var notes: [String] = []

    /// Makes a sink for a file, which `begin` creates.
    ///
    /// - Parameters:
    ///   - sources: Packets to copy into the file, such as sound.
    ///   - container: The file format, by libavformat's name; nil: the video format's own.
    package init(
        path: String, format: VideoFormat, settings: VideoSettings = .standard,
        copying sources: [any PacketSource] = [],
        container: String? = nil
    ) {
        (self.path, self.format, self.settings) = (path, format, settings)
        (self.sources, self.container) = (sources, container)
    }

    /// Opens the file and the encoder.
    ///
    /// - Throws: `SurfaceError` also when this machine's libav has no encoder for the format, or the encoder refuses
    ///   the size.
    package func begin(_ stream: FrameStream) throws(SurfaceError) {
        order.begin(stream)
        guard 1...16_384 ~= stream.width, 1...16_384 ~= stream.height else {
            throw SurfaceError(
                path: path, reason: "a video of \(stream.width) x \(stream.height) pixels: sides are 1 to 16384")
        }
        let file = try AtomicFile(path: path, isSought: true)
        let encoder = try VideoEncoder(
            path: path, temporaryPath: file.temporaryPath, format: format, settings: settings, stream: stream,
            copying: sources, container: container)
        if encoder.width != stream.width || encoder.height != stream.height {
            notes.append(
                "\(format.shownName) has even sizes only: \(stream.width) x \(stream.height) became \(encoder.width) x "
                    + "\(encoder.height) by repeating the last column or row")
        }
        self.file = file
        self.encoder = encoder
    }

    /// Encodes a frame.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        let stream = order.append(frame, at: index)
        try encoder?.encode(frame, time: isPart ? index : index - stream.firstIndex)
    }

    /// Completes the file.
    ///
    /// - Throws: `SurfaceError` also when there was no frame.
    package func finish() throws(SurfaceError) {
        _ = order.finish()
        guard let encoder, let file else { throw SurfaceError(path: path, reason: "the video was not begun") }
        try encoder.finish()
        self.encoder = nil
        try file.commit()
        self.file = nil
    }
}

/// The sink for a video's file name: `.mp4`, `.webm`, `.mov`.
///
/// - Parameters:
///   - ending: The extension to use; nil: the path's own. The codec of the settings has to be one for it.
///   - keepsAlpha: Whether a .webm keeps alpha.
///   - sources: Packets to copy into the file, such as sound.
///   - isPart: Whether frames have the times of the whole.
/// - Returns: nil for other extensions.
package func makeVideoSink(
    path: String, ending: String? = nil, keepsAlpha: Bool, settings: VideoSettings = .standard,
    copying sources: [any PacketSource] = [], isPart: Bool = false
) -> VideoSink? {
    let ending = ending ?? pathExtension(path)
    guard let own = VideoFormat(path: "." + ending, keepsAlpha: keepsAlpha) else { return nil }
    let format = settings.codec.flatMap { VideoFormat(codec: $0, keepsAlpha: keepsAlpha) } ?? own
    let sink = VideoSink(
        path: path, format: format, settings: settings, copying: sources, container: ending == "m4v" ? "mp4" : ending)
    sink.isPart = isPart
    return sink
}
