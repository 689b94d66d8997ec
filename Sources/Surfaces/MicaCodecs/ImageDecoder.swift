import MicaBase

/// A complete frame of an animation, drawn over the frames before it.
package struct ImageFrame: Sendable, Equatable {
    /// The whole canvas.
    package var bitmap: Bitmap
    /// The duration in seconds, as stored: 0 when there is none. (Viewers show GIF durations under 0.02 s as 0.1 s.)
    package var duration: Double

    package init(bitmap: Bitmap, duration: Double) {
        self.bitmap = bitmap
        self.duration = duration
    }
}

/// An open picture file: its header is read; its pixels are decoded on request.
///
/// Pixels of all kinds (grey, palette, 16 bits, CMYK) are converted to premultiplied 8-bit sRGB. A colour profile
/// with curves and a matrix is applied (`ColorProfile`); other files count as sRGB. The EXIF orientation is reported
/// in the header, but not applied (`Bitmap.upright(from:)` applies it). Files may be untrusted: damage and excessive
/// sizes are errors, never traps.
package struct ImageDecoder: Sendable {
    /// The header of the file.
    package let header: ImageHeader
    /// The file.
    let bytes: [UInt8]
    /// The limits on the picture's size.
    let limits: ImageLimits

    /// Opens a file by its bytes and checks its header against the limits.
    ///
    /// - Throws: `ImageError` when it is no picture, its header is damaged, or it exceeds the limits.
    package init(bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) {
        header = try ImageHeader(of: bytes)
        self.bytes = bytes
        self.limits = limits
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        let most = header.frameCount > 1 ? limits.maximumPixels / 4 : limits.maximumPixels
        if overflow || pixels > most {
            throw tooLarge("\(header.width) x \(header.height) pixels, the limit is \(most) pixels")
        }
        if header.frameCount > limits.maximumFrames {
            throw tooLarge("\(header.frameCount) frames, the limit is \(limits.maximumFrames)")
        }
    }

    /// Decodes the picture, or an animation's first frame.
    package func decode() throws(ImageError) -> Bitmap {
        var first: Bitmap?
        try forEachFrame { frame in
            first = frame.bitmap
            return false
        }
        guard let first else { throw ByteReader(bytes: bytes, format: header.format).truncated("there is no frame") }
        return first
    }

    /// Decodes a JPEG for a smaller picture: at half, a quarter or an eighth of its size, if that leaves twice the
    /// wanted pixels on each side. Other formats are decoded whole.
    ///
    /// - Parameters:
    ///   - width: The width of the smaller picture.
    ///   - height: Its height.
    package func decode(forWidth width: Int, height: Int) throws(ImageError) -> Bitmap {
        let eighths = [1, 2, 4].first {
            header.width * $0 / 8 >= 2 * width && header.height * $0 / 8 >= 2 * height
        }
        guard header.format == .jpeg, let eighths else { return try decode() }
        let bitmap = try decodeJPEG(eighths: eighths)
        return ColorProfile(of: self)?.inSRGB(bitmap) ?? bitmap
    }

    /// Decodes all frames into memory.
    ///
    /// - Throws: `ImageError`, also when all frames together exceed the limits.
    package func decodeFrames() throws(ImageError) -> [ImageFrame] {
        let most = limits.maximumPixelsInAllFrames / (header.width * header.height)
        if header.frameCount > max(most, 1) {
            throw tooLarge(
                "\(header.frameCount) frames of \(header.width) x \(header.height) pixels are more than "
                    + "\(limits.maximumPixelsInAllFrames) pixels in all")
        }
        var frames: [ImageFrame] = []
        try forEachFrame { frame in
            frames.append(frame)
            return true
        }
        return frames
    }

    /// Decodes the frames in order, until `body` returns false.
    package func forEachFrame(_ body: (ImageFrame) -> Bool) throws(ImageError) {
        guard let profile = ColorProfile(of: self) else { return try forEachStoredFrame(body) }
        try forEachStoredFrame { frame in
            body(ImageFrame(bitmap: profile.inSRGB(frame.bitmap), duration: frame.duration))
        }
    }

    /// Decodes the frames in the file's own colours.
    private func forEachStoredFrame(_ body: (ImageFrame) -> Bool) throws(ImageError) {
        switch header.format {
        case .png: try forEachPNGFrame(body)
        case .jpeg: _ = body(ImageFrame(bitmap: try decodeJPEG(), duration: 0))
        case .webp: try forEachWebPFrame(body)
        case .gif: try forEachGIFFrame(body)
        }
    }

    private func tooLarge(_ reason: String) -> ImageError {
        ImageError(.tooLarge, format: header.format, reason: reason)
    }
}

/// Decodes a picture file of any supported format; for an animation, its first frame.
///
/// - Throws: `ImageError` with the fault, its offset and the reason.
package func decodeImage(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) -> Bitmap {
    try ImageDecoder(bytes: bytes, limits: limits).decode()
}
