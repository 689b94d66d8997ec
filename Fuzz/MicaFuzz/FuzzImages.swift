import MicaCodecs

/// Decodes bytes as an image file of any format, with all its frames. Whatever the bytes are, this returns.
package func fuzzImage(_ bytes: [UInt8]) {
    let limits = ImageLimits(maximumPixels: 1 << 18, maximumFrames: 50, maximumPixelsInAllFrames: 1 << 19)
    guard let decoder = try? ImageDecoder(bytes: bytes, limits: limits), let picture = try? decoder.decode() else {
        return
    }
    precondition(picture.width == decoder.header.width && picture.height == decoder.header.height, "another size")
    _ = picture.upright(from: decoder.header.orientation)
    _ = try? decoder.decodeFrames()
}
