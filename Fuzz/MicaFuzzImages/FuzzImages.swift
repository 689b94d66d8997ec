import MicaCodecs

/// Reads bytes as an image file: its metadata, its first picture and all its frames. Whatever the bytes are, this returns.
package func fuzzImage(_ bytes: [UInt8]) {
    _ = try? ImageMetadata(of: bytes)
    let limits = ImageLimits(maximumPixels: 1 << 12, maximumFrames: 8, maximumPixelsInAllFrames: 1 << 13)
    guard let decoder = try? ImageDecoder(bytes: bytes, limits: limits) else { return }
    guard let frames = try? decoder.decodeFrames(), let picture = frames.first?.bitmap else {
        _ = try? decoder.decode()
        return
    }
    precondition(picture.width == decoder.header.width && picture.height == decoder.header.height, "another size")
    _ = picture.upright(from: decoder.header.orientation)
}

/// As `fuzzImage`, for files of one format; bytes that start otherwise get that format's signature.
package func fuzzImage(_ bytes: [UInt8], format: ImageFormat) {
    var bytes = bytes
    let signature = format.signature
    if bytes.count < signature.count { bytes += Array(repeating: 0, count: signature.count - bytes.count) }
    for (index, byte) in signature.enumerated() {
        if let byte { bytes[index] = byte }
    }
    fuzzImage(bytes)
}

extension ImageFormat {
    /// What files of the format start with; nil if any byte may stand.
    fileprivate var signature: [UInt8?] {
        switch self {
        case .png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        case .jpeg: [0xff, 0xd8, 0xff]
        case .gif: "GIF89a".utf8.map { $0 }
        case .webp: "RIFF".utf8.map { $0 } + [nil, nil, nil, nil] + "WEBP".utf8.map { $0 }
        }
    }
}
