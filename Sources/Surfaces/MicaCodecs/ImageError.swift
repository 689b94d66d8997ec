/// Why bytes are not a picture, or a picture cannot become bytes: what, where, and why.
package struct ImageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is: what a program may tell apart.
    package enum Kind: String, Sendable {
        /// The bytes are in none of the formats that are read.
        case unknownFormat = "not an image that can be read"
        /// The file ends before the picture does.
        case truncated = "the file is cut short"
        /// The bytes break the format's rules.
        case malformed = "the file is damaged"
        /// The picture is larger than the limits allow.
        case tooLarge = "the image is too large"
        /// The format allows it, Mica does not read or write it.
        case unsupported = "the image cannot be handled"
        /// There was no memory for it.
        case outOfMemory = "no memory for the image"
    }

    /// What kind of trouble it is.
    package var kind: Kind
    /// The format that was being read or written; nil when it was not known yet.
    package var format: ImageFormat?
    /// Where in the file, in bytes from its start; nil when the library does not say.
    package var offset: Int?
    /// Why, in words, without the kind.
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
}

/// How large a picture may be before it is refused: a few bytes can claim to be billions of pixels.
package struct ImageLimits: Sendable, Equatable {
    /// The most pixels in a still picture; an animation's canvas has a quarter, as decoding it takes several of them.
    package var maximumPixels: Int
    /// The most frames in an animation.
    package var maximumFrames: Int
    /// The most pixels in all the frames that are held at once by `ImageDecoder.decodeFrames()`.
    package var maximumPixelsInAllFrames: Int

    /// Makes limits. The defaults are 64 Mpixel a frame (8192 x 8192: 256 MiB as a bitmap, and about 640 MiB while a
    /// progressive JPEG is decoded), 10,000 frames, 128 Mpixel in all.
    package init(
        maximumPixels: Int = 1 << 26, maximumFrames: Int = 10_000, maximumPixelsInAllFrames: Int = 1 << 27
    ) {
        self.maximumPixels = maximumPixels
        self.maximumFrames = maximumFrames
        self.maximumPixelsInAllFrames = maximumPixelsInAllFrames
    }

    /// The limits for files from anywhere.
    package static let standard = ImageLimits()
}
