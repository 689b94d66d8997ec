import Foundation

/// The reason that bytes cannot be decoded, or a picture cannot be encoded.
package struct ImageError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of errors that a program may distinguish.
    package enum Kind: String, Sendable {
        /// The bytes have no supported format.
        case unknownFormat = "not an image that can be read"
        /// The file ends before the picture does.
        case truncated = "the file is cut short"
        /// The bytes break the format's rules.
        case malformed = "the file is damaged"
        /// The picture exceeds the limits.
        case tooLarge = "the image is too large"
        /// The format allows it, but Mica does not support it.
        case unsupported = "the image cannot be handled"
        /// Memory ran out.
        case outOfMemory = "no memory for the image"
    }

    /// The kind of error.
    package var kind: Kind
    /// The format of the file; nil while it is unknown.
    package var format: ImageFormat?
    /// The offset of the fault, in bytes; nil when the library does not report it.
    package var offset: Int?
    /// The reason in words, without the kind.
    package var reason: String

    package init(_ kind: Kind, format: ImageFormat?, offset: Int? = nil, reason: String) {
        self.kind = kind
        self.format = format
        self.offset = offset
        self.reason = reason
    }

    /// One line: `png: the file is cut short at byte 120: the file ends inside a chunk`.
    package var description: String {
        let name = format.map { "\($0.rawValue): " } ?? ""
        let location = offset.map { " at byte \($0)" } ?? ""
        return "\(name)\(kind.rawValue)\(location): \(reason)"
    }
    /// The description, as `localizedDescription` gives it.
    package var errorDescription: String? { description }
}

/// Limits on the size of pictures: a few bytes can claim billions of pixels.
package struct ImageLimits: Sendable, Equatable {
    /// The most pixels in a still picture. An animation's canvas may have a quarter of them, because decoding needs
    /// several canvases.
    package var maximumPixels: Int
    /// The most frames in an animation.
    package var maximumFrames: Int
    /// The most pixels in all frames held by `ImageDecoder.decodeFrames()`.
    package var maximumPixelsInAllFrames: Int

    /// Makes limits. The defaults are 64 Mpixel a frame (8192 x 8192: 256 MiB as a bitmap, and about 640 MiB during the
    /// decoding of a progressive JPEG), 10,000 frames, and 128 Mpixel in all frames.
    package init(
        maximumPixels: Int = 1 << 26, maximumFrames: Int = 10_000, maximumPixelsInAllFrames: Int = 1 << 27
    ) {
        self.maximumPixels = maximumPixels
        self.maximumFrames = maximumFrames
        self.maximumPixelsInAllFrames = maximumPixelsInAllFrames
    }

    /// The limits for untrusted files.
    package static let standard = ImageLimits()
}
