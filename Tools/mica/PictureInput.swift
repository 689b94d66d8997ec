import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaSurface
import QuartzCore

/// A picture that is drawn like a document: a layer with the picture as its contents, a point for each pixel.
struct PictureInput {
    /// The file.
    let path: String
    /// The layer that shows it, upright.
    let layer = CALayer()
    /// The length of an animated picture in seconds; 0 for a still one.
    let duration: Double
    private let frames: [ImageFrame]

    /// Whether a file counts as a picture, by its ending.
    static func isPicture(_ path: String) -> Bool { endings.contains(pathExtension(path)) }

    /// The endings of pictures.
    static let endings = ["png", "jpg", "jpeg", "webp", "gif"]

    /// Reads a picture.
    ///
    /// - Throws: `CommandFailure` if it cannot be read.
    init(_ path: String) throws {
        self.path = path
        frames = try Self.read(path) { decoder in
            try decoder.decodeFrames().map { frame in
                ImageFrame(bitmap: frame.bitmap.upright(from: decoder.header.orientation), duration: frame.duration)
            }
        }
        // As viewers do: a frame without a duration is shown for a tenth of a second.
        duration = frames.count > 1 ? frames.reduce(0) { $0 + ($1.duration > 0 ? $1.duration : 0.1) } : 0
        if let first = frames.first {
            layer.bounds.size = CGSize(width: first.bitmap.width, height: first.bitmap.height)
        }
        show(in: layer)
    }

    /// The first frame of a picture's file, upright.
    ///
    /// - Parameter unknown: the end of the message about a file that is not an image.
    /// - Throws: `CommandFailure` if it cannot be read.
    static func still(_ path: String, unknown: String = "") throws -> Bitmap {
        try read(path, unknown: unknown) { try $0.decode().upright(from: $0.header.orientation) }
    }

    private static func read<Result>(
        _ path: String, unknown: String = "", _ decode: (ImageDecoder) throws -> Result
    ) throws -> Result {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("\(path): error: there is no such file")
        }
        do {
            return try decode(ImageDecoder(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
        } catch let error as ImageError {
            throw CommandFailure("\(path): \(error)\(error.kind == .unknownFormat ? unknown : "")")
        } catch {
            throw CommandFailure("\(path): the picture cannot be read: \(error.localizedDescription)")
        }
    }

    /// Sets the picture as a layer's contents; an animated one plays again and again.
    func show(in layer: CALayer) {
        let images = frames.map { CGImage(bitmap: $0.bitmap) }
        layer.contents = images.first
        guard duration > 0 else { return }
        let animation = CAKeyframeAnimation(keyPath: "contents")
        animation.values = images
        var time = 0.0
        animation.keyTimes =
            frames.map { frame in
                defer { time += frame.duration > 0 ? frame.duration : 0.1 }
                return NSNumber(value: time / duration)
            } + [1]
        animation.calculationMode = .discrete
        (animation.duration, animation.repeatCount) = (duration, .infinity)
        layer.add(animation, forKey: "contents")
    }
}
