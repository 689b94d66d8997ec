import Dispatch
import MicaCodecs
import MicaResources
import Synchronization

/// What encoders of pictures may decide, besides the format.
package struct ImageSettings: Sendable, Equatable {
    /// The effort of PNGs, one of `PNGEncoder.levels`.
    package var level: Int
    /// The quality of JPEGs, 1 to 100.
    package var quality: Int
    /// How often animations play; 0 is for ever.
    package var loopCount: Int
    /// How many threads pack a series of pictures.
    package var threads: Int

    /// What pictures get unless they ask for something else.
    package static let standard = ImageSettings()

    /// Makes settings.
    package init(level: Int = PNGEncoder.standardLevel, quality: Int = 90, loopCount: Int = 0, threads: Int = 1) {
        (self.level, self.quality, self.loopCount, self.threads) = (level, quality, loopCount, threads)
    }
}

/// The formats of one picture a file.
package enum StillFormat: Sendable {
    /// Lossless, with alpha.
    case png
    /// Over black, at the settings' quality.
    case jpeg

    /// The format of an ending in lower case; nil for others.
    package init?(ending: String) {
        switch ending {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        default: return nil
        }
    }

    /// A file of the picture.
    package func encode(_ bitmap: Bitmap, _ settings: ImageSettings) throws(ImageError) -> [UInt8] {
        switch self {
        case .png: try PNGEncoder.encode(bitmap, level: settings.level)
        case .jpeg: try JPEGEncoder.encode(bitmap, quality: settings.quality)
        }
    }

    /// The name for messages, with its article.
    fileprivate var name: String { self == .png ? "a PNG" : "a JPEG" }
    /// A name with a number in it, for messages.
    fileprivate var series: String { self == .png ? "frame-%04d.png" : "frame-%04d.jpg" }
}

/// Writes the one frame of a still render.
package final class StillSink: FrameSink {
    private let path: String
    private let format: StillFormat
    private let settings: ImageSettings
    private var order = FrameOrder()
    private var file: AtomicFile?
    private var encoded: [UInt8]?

    /// Makes a sink for a file, which is created by `begin`.
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
    /// - Throws: `SurfaceError` also for a second frame: the file holds one.
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

/// A file name with a number in it: `frame-%04d.png`.
package struct FrameNamePattern: Sendable, Equatable {
    private let before: String, after: String
    private let digits: Int

    /// Reads a pattern with one `%d` or `%0Nd` (N is 1 to 9); `%%` stands for a percent sign.
    ///
    /// nil when there is no number or more than one, or another use of `%`.
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

    /// Whether a text has a `%d` or something like it in it, a pattern or not.
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

/// Writes every frame as a picture of its own, numbered by its time index.
///
/// Frames are packed on threads of their own while the next ones are drawn; each file has the same bytes for any number of
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

    /// The first thing that went wrong on any thread.
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

    /// Writes the frame's file, now or soon.
    ///
    /// - Throws: `SurfaceError` also when a frame before could not be written.
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

    /// Waits for the frames that are not written yet, and ends the stream.
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

/// Writes an animation as a GIF or a lossless WebP. Each frame lasts until the next one, the last one as long as the rate
/// says.
package final class AnimationSink: FrameSink {
    /// The formats of animations.
    package enum Format: Sendable {
        /// At most 255 colours a frame, transparency without degrees.
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

    /// Makes a sink for a file, which is created by `begin`.
    package init(path: String, format: Format, settings: ImageSettings = .standard) {
        (self.path, self.format, self.settings) = (path, format, settings)
    }

    /// What a GIF does to fast animations.
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

    /// Writes the frame before this one, whose duration is known now.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        let stream = order.append(frame, at: index)
        if let waiting { try write(waiting, until: index, stream) }
        waiting = (frame, index)
    }

    /// Writes what is left.
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
    /// What a GIF says: how often it plays again; nil, which viewers take for once, says nothing.
    fileprivate var gifLoopCount: Int? {
        switch loopCount {
        case 0: 0
        case 1: nil
        default: loopCount - 1
        }
    }
}

/// The sink for a file name, by its ending and pattern: `.png`, `frame-%04d.png`, `.jpg`, `.gif`, `.webp`.
///
/// A `%` that stands for no number is a part of the name.
///
/// - Parameters:
///   - ending: The ending that decides, in lower case; nil is the path's own.
///   - isAnimation: Whether more than one frame is coming; a still in any of the formats is one frame.
/// - Returns: nil when the ending belongs to none of them (videos are MicaVideo's).
/// - Throws: `SurfaceError` when the name has several numbers, or several frames are to go into one picture.
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

/// What follows the last dot of the last part of a path, in lower case; empty when there is none.
package func pathExtension(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
}
