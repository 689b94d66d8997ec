import Dispatch
import MicaBase
import MicaCodecs
import MicaImageFiles
import Synchronization

/// Settings of picture encoders, besides the format.
package struct ImageSettings: Sendable, Equatable {
    /// The compression level of PNGs, one of `PNGEncoder.levels`.
    package var level: Int
    /// The quality of JPEGs, 1 to 100.
    package var quality: Int
    /// How often animations play; 0 is for ever.
    package var loopCount: Int
    /// The number of threads that encode a series of pictures.
    package var threads: Int

    /// The default settings.
    package static let standard = ImageSettings()

    /// Makes settings.
    package init(level: Int = PNGEncoder.standardLevel, quality: Int = 90, loopCount: Int = 0, threads: Int = 1) {
        (self.level, self.quality, self.loopCount, self.threads) = (level, quality, loopCount, threads)
    }
}

/// The formats with one picture per file.
package enum StillFormat: Sendable {
    /// Lossless, with alpha.
    case png
    /// Over black, with the quality in the settings.
    case jpeg

    /// The format of a file extension in lower case; nil for others.
    package init?(ending: String) {
        switch ending {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        default: return nil
        }
    }

    /// Encodes a picture as a file.
    package func encode(_ bitmap: Bitmap, _ settings: ImageSettings) throws(ImageError) -> [UInt8] {
        switch self {
        case .png: try PNGEncoder.encode(bitmap, level: settings.level)
        case .jpeg: try JPEGEncoder.encode(bitmap, quality: settings.quality)
        }
    }

    /// The name in messages, with its article.
    fileprivate var name: String { self == .png ? "a PNG" : "a JPEG" }
    /// An example of a numbered name, for messages.
    fileprivate var series: String { self == .png ? "frame-%04d.png" : "frame-%04d.jpg" }
}

/// Writes the only frame of a still render.
package final class StillSink: FrameSink {
    private let path: String
    private let format: StillFormat
    private let settings: ImageSettings
    private var order = FrameOrder()
    private var file: AtomicFile?
    private var encoded: [UInt8]?

    /// Makes a sink for a file, which `begin` creates.
    package init(path: String, format: StillFormat = .png, settings: ImageSettings = .standard) {
        (self.path, self.format, self.settings) = (path, format, settings)
    }

    /// Opens the file.
    package func begin(_ stream: FrameStream) throws(SurfaceError) {
        order.begin(stream)
        file = try AtomicFile(path: path)
    }

    /// Encodes the frame.
    ///
    /// - Throws: `SurfaceError` also for a second frame: the file holds only one.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        _ = order.append(frame, at: index)
        if encoded != nil { throw holdsOneFrame(path, format) }
        do { encoded = try format.encode(frame, settings) } catch { throw SurfaceError(path: path, error) }
    }

    /// Writes the file.
    ///
    /// - Throws: `SurfaceError` also when there was no frame.
    package func finish() throws(SurfaceError) {
        _ = order.finish()
        guard let encoded, let file else { throw SurfaceError(path: path, reason: "there was no frame to write") }
        try file.write(encoded)
        try file.commit()
        self.file = nil
    }
}

private func holdsOneFrame(_ path: String, _ format: StillFormat) -> SurfaceError {
    SurfaceError(
        path: path, reason: "\(format.name) holds one frame: name the frames with a number, as in \(format.series)")
}

/// A pattern of numbered file names: `frame-%04d.png`.
package struct FrameNamePattern: Sendable, Equatable {
    private let before: String, after: String
    private let digits: Int

    /// Reads a pattern with one `%d` or `%0Nd` (N is 1 to 9); `%%` is a percent sign.
    ///
    /// nil when there is not exactly one number, or `%` is used otherwise.
    package init?(_ text: String) {
        var parts = [""]
        var digits: Int?
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                parts[parts.count - 1].append(character)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                parts[parts.count - 1].append("%")
                continue
            }
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(number.count)
            guard digits == nil, rest.popFirst() == "d" else { return nil }
            guard number.isEmpty || number.count == 2 && number.first == "0",
                let width = Int(number.isEmpty ? "1" : number),
                width >= 1
            else { return nil }
            digits = width
            parts.append("")
        }
        guard let digits, parts.count == 2 else { return nil }
        (before, after) = (parts[0], parts[1])
        self.digits = digits
    }

    /// Whether a text contains `%d` or similar, even if it is no valid pattern.
    package static func isMeant(by text: String) -> Bool {
        text.replacing("%%", with: "").split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains {
            $0.drop { $0.isASCII && $0.isNumber }.first == "d"
        }
    }

    /// The name of frame `index`.
    package func name(ofFrame index: Int) -> String {
        let number = String(index.magnitude)
        let zeros = String(repeating: "0", count: max(digits - number.count, 0))
        return before + (index < 0 ? "-" : "") + zeros + number + after
    }
}

/// Writes every frame as a separate picture, numbered by its time index.
///
/// Frames are encoded on several threads while later frames are drawn; the bytes do not depend on the number of
/// threads. At most as many frames wait as there are threads.
package final class StillFramesSink: FrameSink {
    private let pattern: FrameNamePattern
    private let format: StillFormat
    private let settings: ImageSettings
    private var order = FrameOrder()
    private let queue = DispatchQueue(label: "mica.frames", attributes: .concurrent)
    private let room: DispatchSemaphore
    private let packing = DispatchGroup()
    private let failure = Failure()

    /// The first error on any thread.
    private final class Failure: Sendable {
        let error = Mutex<SurfaceError?>(nil)
    }

    /// Makes a sink for a pattern's files.
    package init(pattern: FrameNamePattern, format: StillFormat = .png, settings: ImageSettings = .standard) {
        (self.pattern, self.format, self.settings) = (pattern, format, settings)
        room = DispatchSemaphore(value: max(settings.threads, 1))
    }

    deinit { packing.wait() }

    /// Starts the stream.
    package func begin(_ stream: FrameStream) throws(SurfaceError) { order.begin(stream) }

    /// Writes the frame's file, immediately or on a thread.
    ///
    /// - Throws: `SurfaceError` also when an earlier frame could not be written.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        _ = order.append(frame, at: index)
        let path = pattern.name(ofFrame: index)
        guard settings.threads > 1 else { return try Self.write(frame, format, settings, to: path) }
        room.wait()
        try check()
        queue.async(group: packing) { [format, settings, failure, room] in
            do throws(SurfaceError) {
                try Self.write(frame, format, settings, to: path)
            } catch {
                failure.error.withLock { $0 = $0 ?? error }
            }
            room.signal()
        }
    }

    /// Waits for all frames to be written, and ends the stream.
    package func finish() throws(SurfaceError) {
        _ = order.finish()
        packing.wait()
        try check()
    }

    private func check() throws(SurfaceError) {
        if let error = failure.error.withLock({ $0 }) {
            room.signal()
            throw error
        }
    }

    private static func write(_ frame: Bitmap, _ format: StillFormat, _ settings: ImageSettings, to path: String)
        throws(SurfaceError)
    {
        let bytes: [UInt8]
        do { bytes = try format.encode(frame, settings) } catch { throw SurfaceError(path: path, error) }
        try AtomicFile.write(bytes, to: path)
    }
}

/// Writes an animation as a GIF or a lossless WebP. Each frame lasts until the next; the last frame lasts as long as
/// the rate says.
package final class AnimationSink: FrameSink {
    /// The formats of animations.
    package enum Format: Sendable {
        /// At most 255 colours a frame; pixels are transparent or opaque.
        case gif
        /// Lossless, with alpha.
        case webp
    }

    private let path: String
    private let format: Format
    private let settings: ImageSettings
    private var order = FrameOrder()
    private var file: AtomicFile?
    private var encoder: (any AnimationEncoder)?
    private var waiting: (bitmap: Bitmap, index: Int)?

    /// Makes a sink for a file, which `begin` creates.
    package init(path: String, format: Format, settings: ImageSettings = .standard) {
        (self.path, self.format, self.settings) = (path, format, settings)
    }

    /// The limits of a GIF with fast animations.
    package private(set) var notes: [String] = []

    /// Opens the file.
    package func begin(_ stream: FrameStream) throws(SurfaceError) {
        order.begin(stream)
        do {
            switch format {
            case .gif:
                encoder = try GIFAnimationEncoder(
                    width: stream.width, height: stream.height, loopCount: settings.gifLoopCount)
            case .webp:
                encoder = try WebPAnimationEncoder(
                    width: stream.width, height: stream.height, loopCount: settings.loopCount)
            }
        } catch { throw SurfaceError(path: path, error) }
        file = try AtomicFile(path: path)
        if format == .gif, stream.rate.time(ofFrame: 1) < 0.02 {
            notes.append("GIF viewers show frames of less than 0.02 s too slowly: 50 frames a second is the most")
        }
    }

    /// Writes the previous frame, whose duration is now known.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        let stream = order.append(frame, at: index)
        if let waiting { try write(waiting, until: index, stream) }
        waiting = (frame, index)
    }

    /// Writes the rest of the file.
    ///
    /// - Throws: `SurfaceError` also when there was no frame.
    package func finish() throws(SurfaceError) {
        let stream = order.finish()
        guard let waiting, let encoder, let file else {
            throw SurfaceError(path: path, reason: "there was no frame to write")
        }
        try write(waiting, until: waiting.index + 1, stream)
        do { try file.write(try encoder.finish()) } catch let error as ImageError {
            throw SurfaceError(path: path, error)
        } catch let error as SurfaceError { throw error } catch {
            throw SurfaceError(path: path, reason: "\(error)")
        }
        try file.commit()
        self.file = nil
    }

    private func write(_ frame: (bitmap: Bitmap, index: Int), until next: Int, _ stream: FrameStream)
        throws(SurfaceError)
    {
        guard let encoder, let file else { return }
        let duration = stream.rate.time(ofFrame: next) - stream.rate.time(ofFrame: frame.index)
        let bytes: [UInt8]
        do { bytes = try encoder.append(frame.bitmap, duration: duration) } catch {
            throw SurfaceError(path: path, error)
        }
        try file.write(bytes)
    }
}

extension ImageSettings {
    /// The loop count in a GIF: the number of repetitions; nil for a single play, which GIFs express by leaving it
    /// out.
    fileprivate var gifLoopCount: Int? {
        switch loopCount {
        case 0: 0
        case 1: nil
        default: loopCount - 1
        }
    }
}

/// The sink for a file name, by its extension and pattern: `.png`, `frame-%04d.png`, `.jpg`, `.gif`, `.webp`.
///
/// A `%` without a number is a part of the name.
///
/// - Parameters:
///   - ending: The extension to use, in lower case; nil: the path's own.
///   - isAnimation: Whether several frames will come; a still in any of the formats is one frame.
/// - Returns: nil when the extension is none of these (MicaVideo handles videos).
/// - Throws: `SurfaceError` when the name has several numbers, or several frames would go into one picture.
package func makeImageSink(
    path: String, ending: String? = nil, isAnimation: Bool, settings: ImageSettings = .standard
) throws(SurfaceError) -> (any FrameSink)? {
    let ending = ending ?? pathExtension(path)
    if let format = StillFormat(ending: ending) {
        if let pattern = FrameNamePattern(path) {
            return StillFramesSink(pattern: pattern, format: format, settings: settings)
        }
        if FrameNamePattern.isMeant(by: path) {
            throw SurfaceError(
                path: path, reason: "a name with frame numbers has one %d, as in \(format.series)")
        }
        if isAnimation { throw holdsOneFrame(path, format) }
        return StillSink(path: path, format: format, settings: settings)
    }
    switch ending {
    case "gif": return AnimationSink(path: path, format: .gif, settings: settings)
    case "webp": return AnimationSink(path: path, format: .webp, settings: settings)
    default: return nil
    }
}

/// The extension of a path's last component, in lower case, without the dot; empty when there is none.
package func pathExtension(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
}
