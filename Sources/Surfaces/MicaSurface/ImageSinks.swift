import MicaCodecs
import MicaPixels

/// Writes the one frame of a still render as a PNG.
package final class PNGSink: FrameSink {
    private let path: String
    private var order = FrameOrder()
    private var file: AtomicFile?
    private var encoded: [UInt8]?

    /// Makes a sink for a file, which is created by `begin`.
    package init(path: String) { self.path = path }

    /// Opens the file.
    package func begin(_ stream: FrameStream) throws(SurfaceError) {
        order.begin(stream)
        file = try AtomicFile(path: path)
    }

    /// Encodes the frame.
    ///
    /// - Throws: `SurfaceError` also for a second frame: a PNG holds one.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        _ = order.append(frame, at: index)
        if encoded != nil {
            throw SurfaceError(
                path: path, reason: "a PNG holds one frame: name the frames with a number, as in frame-%04d.png")
        }
        do { encoded = try PNGEncoder.encode(frame) } catch { throw SurfaceError(path: path, error) }
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

    /// The name of frame `index`.
    package func name(ofFrame index: Int) -> String {
        let number = String(index.magnitude)
        let zeros = String(repeating: "0", count: max(digits - number.count, 0))
        return before + (index < 0 ? "-" : "") + zeros + number + after
    }
}

/// Writes every frame as a PNG of its own, numbered by its time index.
package final class PNGFramesSink: FrameSink {
    private let pattern: FrameNamePattern
    private var order = FrameOrder()

    /// Makes a sink for a pattern's files.
    package init(pattern: FrameNamePattern) { self.pattern = pattern }

    /// Starts the stream.
    package func begin(_ stream: FrameStream) throws(SurfaceError) { order.begin(stream) }

    /// Writes the frame's file.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        _ = order.append(frame, at: index)
        let path = pattern.name(ofFrame: index)
        let bytes: [UInt8]
        do { bytes = try PNGEncoder.encode(frame) } catch { throw SurfaceError(path: path, error) }
        try AtomicFile.write(bytes, to: path)
    }

    /// Ends the stream.
    package func finish() throws(SurfaceError) { _ = order.finish() }
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
    private var order = FrameOrder()
    private var file: AtomicFile?
    private var encoder: (any AnimationEncoder)?
    private var waiting: (bitmap: Bitmap, index: Int)?

    /// Makes a sink for a file, which is created by `begin`.
    package init(path: String, format: Format) {
        self.path = path
        self.format = format
    }

    /// What a GIF does to fast animations.
    package private(set) var notes: [String] = []

    /// Opens the file.
    package func begin(_ stream: FrameStream) throws(SurfaceError) {
        order.begin(stream)
        do {
            switch format {
            case .gif: encoder = try GIFAnimationEncoder(width: stream.width, height: stream.height)
            case .webp: encoder = try WebPAnimationEncoder(width: stream.width, height: stream.height)
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

/// The sink for a file name, by its ending and pattern: `.png`, `frame-%04d.png`, `.gif`, `.webp`.
///
/// - Parameter isAnimation: whether more than one frame is coming; a still in any of the formats is one frame.
/// - Returns: nil when the ending belongs to none of them (videos are MicaVideo's).
/// - Throws: `SurfaceError` when the name has a `%` that makes no sense, or several frames are to go into one PNG.
package func makeImageSink(path: String, isAnimation: Bool) throws(SurfaceError) -> (any FrameSink)? {
    switch pathExtension(path) {
    case "png":
        if path.contains("%") {
            guard let pattern = FrameNamePattern(path) else {
                throw SurfaceError(path: path, reason: "a name with frame numbers has one %d, as in frame-%04d.png")
            }
            return PNGFramesSink(pattern: pattern)
        }
        if isAnimation {
            throw SurfaceError(
                path: path, reason: "a PNG holds one frame: name the frames with a number, as in frame-%04d.png")
        }
        return PNGSink(path: path)
    case "gif": return AnimationSink(path: path, format: .gif)
    case "webp": return AnimationSink(path: path, format: .webp)
    default: return nil
    }
}

/// What follows the last dot of the last part of a path, in lower case; empty when there is none.
package func pathExtension(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
}
