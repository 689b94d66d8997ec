import MicaPixels

/// One frame of an animation, complete: drawn over what came before it.
package struct ImageFrame: Sendable, Equatable {
    /// The whole canvas as it is to be shown.
    package var bitmap: Bitmap
    /// How long it is shown, in seconds, as the file says: 0 where it says nothing. (Viewers make less than 0.02 s of a GIF
    /// 0.1 s.)
    package var duration: Double

    package init(bitmap: Bitmap, duration: Double) {
        self.bitmap = bitmap
        self.duration = duration
    }
}

/// A picture file, opened: its header is known, its pixels are decoded when asked for.
///
/// Pixels become premultiplied 8-bit sRGB whatever the file has (grey, palette, 16 bits, CMYK), by the file's colour profile
/// where it has one of curves and a matrix (`ColorProfile`); every other file is taken to be sRGB. EXIF orientation is reported in the header and not applied
/// (`Bitmap.upright(from:)` does). Files from anywhere may be given: damage and excess are errors, never traps.
package struct ImageDecoder: Sendable {
    /// What the file says about its picture.
    package let header: ImageHeader
    /// The file.
    let bytes: [UInt8]
    /// How large a picture may be.
    let limits: ImageLimits

    /// Opens a file by its bytes and checks its header against the limits.
    ///
    /// - Throws: `ImageError` when it is no picture, its header is damaged, or it is larger than the limits.
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

    /// Decodes all frames and keeps them.
    ///
    /// - Throws: `ImageError`, also when the frames together have more pixels than the limits allow.
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

    /// Decodes the frames one after the other, and stops when `body` returns false.
    package func forEachFrame(_ body: (ImageFrame) -> Bool) throws(ImageError) {
        guard let profile = ColorProfile(of: self) else { return try forEachStoredFrame(body) }
        try forEachStoredFrame { frame in
            body(ImageFrame(bitmap: profile.inSRGB(frame.bitmap), duration: frame.duration))
        }
    }

    /// Decodes the frames as the file has them.
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

/// Decodes a picture file of any of the formats; an animation's first frame.
///
/// - Throws: `ImageError` saying what is wrong with the file, where, and why.
package func decodeImage(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) -> Bitmap {
    try ImageDecoder(bytes: bytes, limits: limits).decode()
}
