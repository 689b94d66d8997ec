import CMicaCodecs
import MicaBase

/// A decoder of `CMicaCodecs`: the file, its length, width, height, and pointers to the pixels and the error.
private typealias StillDecoder = (
    UnsafePointer<UInt8>?, Int, UInt32, UInt32, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<mica_codec_error>?
) -> Int32

/// Calls a decoder of `CMicaCodecs`, and converts its error.
private func decodeStill(
    _ bytes: [UInt8], width: Int, height: Int, format: ImageFormat, with decoder: StillDecoder
) throws(ImageError) -> Bitmap {
    var code = Int32(MICA_CODEC_OK)
    var failure = mica_codec_error()
    var pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
        unsafe bytes.withUnsafeBufferPointer { file in
            code = unsafe decoder(
                file.baseAddress, file.count, UInt32(width), UInt32(height), room.baseAddress, &failure)
        }
        // The pixels are initialized only after success.
        count = code == MICA_CODEC_OK ? width * height : 0
    }
    if code != MICA_CODEC_OK { throw ImageError(code, failure, format: format) }
    premultiply(&pixels)
    return Bitmap(width: width, height: height, pixels: pixels)
}

extension ImageError {
    /// The error that a function of `CMicaCodecs` reported.
    package init(_ code: Int32, _ failure: mica_codec_error, format: ImageFormat) {
        let kind: Kind =
            switch Int(code) {
            case Int(MICA_CODEC_TRUNCATED): .truncated
            case Int(MICA_CODEC_MEMORY): .outOfMemory
            case Int(MICA_CODEC_TOO_LARGE): .tooLarge
            case Int(MICA_CODEC_OTHER): .unknownFormat
            default: .malformed
            }
        let message = unsafe withUnsafeBytes(of: failure.message) { letters in
            unsafe String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(kind, format: format, offset: Int(failure.offset), reason: message)
    }
}

extension ImageDecoder {
    /// Decodes the JPEG, at a number of eighths of its size.
    func decodeJPEG(eighths: Int = 8) throws(ImageError) -> Bitmap {
        func reduced(_ side: Int) -> Int { (side * eighths + 7) / 8 }
        let (width, height) = (UInt32(header.width), UInt32(header.height))
        return try unsafe decodeStill(
            bytes, width: reduced(header.width), height: reduced(header.height), format: .jpeg
        ) { file, count, _, _, pixels, error in
            unsafe mica_jpeg_decode_reduced(file, count, width, height, UInt32(eighths), pixels, error)
        }
    }

    /// Decodes a PNG's frames; a still PNG has one, with a duration of 0 seconds.
    func forEachPNGFrame(_ body: (ImageFrame) -> Bool) throws(ImageError) {
        let reader = ByteReader(bytes: bytes, format: .png)
        let structure = try PNGStructure(reader)
        // Deflate compresses at most 1032 to 1 (zlib's figure). A smaller file cannot hold the picture, so that no
        // memory is allocated for it.
        if structure.frames.isEmpty, structure.unpackedSize / 1040 > bytes.count {
            throw reader.truncated("\(bytes.count) bytes cannot hold \(header.width) x \(header.height) pixels")
        }
        if structure.frames.isEmpty {
            let bitmap = try unsafe decodeStill(
                bytes, width: header.width, height: header.height, format: .png, with: mica_png_decode)
            _ = body(ImageFrame(bitmap: bitmap, duration: 0))
            return
        }
        var canvas = Bitmap(width: header.width, height: header.height)
        for (index, frame) in structure.frames.enumerated() {
            let picture: Bitmap
            do {
                picture = try unsafe decodeStill(
                    structure.file(of: frame), width: frame.width, height: frame.height, format: .png,
                    with: mica_png_decode)
            } catch {
                // The offset is in the temporary file made for this frame.
                throw ImageError(
                    error.kind, format: .png, offset: frame.data.first?.lowerBound,
                    reason: "frame \(index + 1): \(error.reason)")
            }
            let before = frame.disposal == .restorePrevious ? canvas : nil
            canvas.draw(picture, x: frame.x, y: frame.y, over: frame.blendsOver)
            if !body(ImageFrame(bitmap: canvas, duration: frame.duration)) { return }
            switch frame.disposal {
            case .keep: break
            case .clear: canvas.clear(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            case .restorePrevious: canvas = before ?? canvas
            }
        }
        if !structure.isComplete { throw reader.truncated("the file ends after frame \(structure.frames.count)") }
    }
}

extension Bitmap {
    /// Draws a smaller picture at a position in this one: blended over it, or replacing it.
    mutating func draw(_ picture: Bitmap, x: Int, y: Int, over: Bool) {
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let source = picture.pixels[row * picture.width + column]
                let index = (y + row) * width + x + column
                if !over || source >> 24 == 255 {
                    pixels[index] = source
                } else if source != 0 {
                    let rest = 255 - source >> 24
                    pixels[index] = source &+ scaled(pixels[index], by: rest)
                }
            }
        }
    }

    /// Makes a rectangle transparent; parts outside the bitmap are ignored.
    mutating func clear(x: Int, y: Int, width across: Int, height down: Int) {
        for row in max(y, 0)..<max(min(y + down, height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + across, width), max(x, 0)) { pixels[row * width + column] = 0 }
        }
    }
}

/// All four channels of a premultiplied pixel times `weight / 255`, rounded.
private func scaled(_ pixel: UInt32, by weight: UInt32) -> UInt32 {
    var low = (pixel & 0xff00ff) * weight + 0x800080
    low = (low + (low >> 8 & 0xff00ff)) >> 8 & 0xff00ff
    var high = (pixel >> 8 & 0xff00ff) * weight + 0x800080
    high = (high + (high >> 8 & 0xff00ff)) & 0xff00_ff00
    return high | low
}
