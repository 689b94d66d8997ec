import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaImageFiles
import MicaSurface

/// Parts of a GIF or a WebP one after another.
///
/// A part's frames are changes of the ones before them, so they are decoded and encoded again: without loss, as a frame of a
/// GIF has a palette of its own, and Mica's animated WebPs are lossless.
struct AnimationJoin {
    /// Width and height in pixels, and the number of frames.
    private(set) var width = 0, height = 0, frameCount = 0
    private let output: String
    private let format: ImageFormat
    private var encoder: (any AnimationEncoder)?

    init(output: String) {
        self.output = output
        format = pathExtension(output) == "gif" ? .gif : .webp
    }

    /// Joins files into the output, which appears whole or not at all.
    ///
    /// - Throws: `CommandFailure` if a part has another size or format, `SurfaceError` if the file cannot be written.
    mutating func join(_ paths: [String]) throws {
        let file = try AtomicFile(path: output)
        for path in paths {
            let bytes = try OutputFile.bytes(of: path)
            do {
                let decoder = try ImageDecoder(bytes: bytes)
                try begin(decoder, bytes, path)
                // A picture of one frame has no duration in either format.
                guard decoder.header.frameCount > 1 || paths.count == 1 else {
                    throw CommandFailure("\(path): a part of one frame has no duration: parts need two frames or more")
                }
                var failure: (any Error)?
                try decoder.forEachFrame { frame in
                    do { try file.write(try append(frame)) } catch { failure = error }
                    return failure == nil
                }
                if let failure { throw failure }
            } catch let error as ImageError { throw CommandFailure("\(path): \(error)") }
        }
        if let encoder { try file.write(try encoder.finish()) }
        try file.commit()
    }

    /// Checks a part; the first one says what all have.
    private mutating func begin(_ decoder: ImageDecoder, _ bytes: [UInt8], _ path: String) throws {
        let header = decoder.header
        guard header.format == format else {
            throw CommandFailure(
                "\(path): the part is a .\(header.format.rawValue), and the output a .\(format.rawValue)")
        }
        guard encoder != nil else {
            (width, height) = (header.width, header.height)
            let count = try ImageMetadata(of: bytes).loopCount
            encoder =
                format == .gif
                ? try GIFAnimationEncoder(width: width, height: height, loopCount: count)
                : try WebPAnimationEncoder(width: width, height: height, loopCount: count ?? 0)
            return
        }
        guard header.width == width, header.height == height else {
            throw CommandFailure(
                "\(path): its frames have \(header.width) x \(header.height) pixels, those before \(width) x \(height)")
        }
    }

    private mutating func append(_ frame: ImageFrame) throws -> [UInt8] {
        frameCount += 1
        return try encoder?.append(frame.bitmap, duration: frame.duration) ?? []
    }
}
