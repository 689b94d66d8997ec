/// The supported image formats.
package enum ImageFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp, gif

    /// The format with this signature; nil when it is unknown.
    package init?(signatureOf bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// The header of a picture file, known before any pixel is decoded.
package struct ImageHeader: Sendable, Equatable {
    /// The format, by the signature.
    package var format: ImageFormat
    /// Width of the canvas as stored, in pixels.
    package var width: Int
    /// Height of the canvas as stored, in pixels.
    package var height: Int
    /// The number of frames, counted up to the end of the file; 1 for a still picture.
    package var frameCount: Int
    /// Whether any pixel may be not opaque.
    package var hasAlpha: Bool
    /// The orientation of the stored picture; `.up` for all but some JPEGs.
    package var orientation: ImageOrientation

    /// Reads the header of a file in any supported format.
    ///
    /// - Throws: `ImageError` when the bytes are in no known format, or end or break inside the header.
    package init(of bytes: [UInt8]) throws(ImageError) {
        guard let format = ImageFormat(signatureOf: bytes) else {
            let reason = bytes.isEmpty ? "the file is empty" : "neither PNG, JPEG, WebP nor GIF by its first bytes"
            throw ImageError(.unknownFormat, format: nil, offset: 0, reason: reason)
        }
        let reader = ByteReader(bytes: bytes, format: format)
        switch format {
        case .png: self = try PNGStructure(reader).header
        case .jpeg: self = try readJPEGHeader(reader)
        case .webp: self = try readWebPHeader(reader)
        case .gif: self = try GIFStructure(reader).header
        }
    }

    /// Makes a header from its parts.
    init(
        format: ImageFormat, width: Int, height: Int, frameCount: Int = 1, hasAlpha: Bool,
        orientation: ImageOrientation = .up
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.frameCount = frameCount
        self.hasAlpha = hasAlpha
        self.orientation = orientation
    }
}

/// Reads a WebP's canvas size, its alpha flag, and the number of its frames.
///
/// *Source*: WebP Container Specification, Google; RFC 6386 section 9.1 for the lossy frame's size.
func readWebPHeader(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    func requireSize(_ width: Int, _ height: Int, at offset: Int) throws(ImageError) {
        if width < 1 || height < 1 { throw reader.malformed(at: offset, "the image is \(width) x \(height) pixels") }
    }
    switch reader.letters(at: 12) {
    case "VP8 ":
        guard try reader.bigEndian(23, 3) == 0x9d012a else { throw reader.malformed(at: 23, "no start of a key frame") }
        let width = try reader.littleEndian(26, 2) & 0x3fff, height = try reader.littleEndian(28, 2) & 0x3fff
        try requireSize(width, height, at: 26)
        return ImageHeader(format: .webp, width: width, height: height, hasAlpha: false)
    case "VP8L":
        guard try reader.bigEndian(20, 1) == 0x2f else { throw reader.malformed(at: 20, "no lossless signature") }
        let bits = try reader.littleEndian(21, 4)
        return ImageHeader(
            format: .webp, width: bits & 0x3fff + 1, height: bits >> 14 & 0x3fff + 1, hasAlpha: bits >> 28 & 1 != 0)
    case "VP8X":
        let flags = try reader.bigEndian(20, 1)
        let width = try reader.littleEndian(24, 3) + 1, height = try reader.littleEndian(27, 3) + 1
        var header = ImageHeader(
            format: .webp, width: width, height: height, frameCount: 0, hasAlpha: flags & 0x10 != 0)
        var offset = 12
        while reader.contains(offset, 8) {
            if reader.hasText("ANMF", at: offset) { header.frameCount += 1 }
            let length = try reader.littleEndian(offset + 4, 4)
            offset += 8 + length + length & 1
        }
        header.frameCount = max(header.frameCount, 1)
        return header
    default:
        if !reader.contains(12, 4) { throw reader.truncated("there is no first chunk") }
        throw reader.malformed(at: 12, "the first chunk is '\(reader.letters(at: 12))'")
    }
}
