import CLibWebP
import CMicaCodecs
import CMicaImageFiles
import MicaBase
import MicaCodecs

/// Writes bitmaps as PNG files.
package enum PNGEncoder {
    /// The compression levels, from none to the most effort: libdeflate's, but for 1, which packs runs of equal bytes only.
    package static let levels = 0...12

    /// The default compression level.
    ///
    /// Measured with zlib's levels 1 and 6 and libdeflate's 1 to 12, on the gallery's sheet (1024 x 3856), a badge
    /// with texts (680 x 420) and an emitter, on one core of a Zen 4. zlib's level 6 takes 156, 15 and 18 ms.
    /// libdeflate's level 5 takes 69, 6.0 and 4.6 ms, and makes 96, 88 and 102 % of the bytes. Level 1 packs runs
    /// only: of a card of 1200 x 630 with a photo it takes 2.5 ms after the filters, 5 takes 7.4, for 6 to 7 % more bytes;
    /// pictures whose parts repeat become larger still. Level 8 takes twice the time for 2 % fewer bytes.
    package static let standardLevel = 5

    /// Encodes a bitmap as an 8-bit sRGB PNG: RGB when every pixel is opaque, RGBA otherwise.
    ///
    /// PNG's alpha is not premultiplied: channels become `c * 255 / a`, rounded to the nearest. They decode to the
    /// same premultiplied pixels (`unpremultiplied(_:)` explains why).
    ///
    /// - Parameters:
    ///   - level: The compression level, 0 (none) to 12 (most effort).
    ///   - keepsAlpha: Whether an opaque picture is written as RGBA, too.
    /// - Throws: `ImageError` when the bitmap is empty or memory runs out.
    package static func encode(
        _ bitmap: Bitmap, level: Int = standardLevel, keepsAlpha: Bool = false
    ) throws(ImageError) -> [UInt8] {
        precondition(levels ~= level, "libdeflate's levels are 0 to 12")
        let isOpaque = !keepsAlpha && bitmap.isOpaque
        return try unsafe encodeStill(bitmap, isOpaque ? bitmap.pixels : bitmap.straightPixels, format: .png) {
            pixels, width, height, bytes, count, failure in
            unsafe mica_png_encode(pixels, width, height, isOpaque ? 1 : 0, Int32(level), bytes, count, failure)
        }
    }
}

/// Writes bitmaps as JPEG files.
package enum JPEGEncoder {
    /// Encodes a bitmap as a JPEG over black, because JPEG has no alpha.
    ///
    /// - Parameter quality: 1 (smallest) to 100.
    /// - Throws: `ImageError` when the bitmap is empty or more than 65,500 pixels wide or high.
    package static func encode(_ bitmap: Bitmap, quality: Int = 90) throws(ImageError) -> [UInt8] {
        precondition(1...100 ~= quality, "JPEG's qualities are 1 to 100")
        // Premultiplied colours are the colours over black, and libjpeg leaves alpha out.
        return try unsafe encodeStill(bitmap, bitmap.pixels, format: .jpeg) {
            pixels, width, height, bytes, count, failure in
            unsafe mica_jpeg_encode(pixels, width, height, Int32(quality), bytes, count, failure)
        }
    }
}

/// An encoder of `CMicaCodecs`: pixels, width, height, and pointers to the file's address, length and error.
private typealias StillEncoder = (
    UnsafePointer<UInt32>?, UInt32, UInt32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    UnsafeMutablePointer<Int>, UnsafeMutablePointer<mica_codec_error>
) -> Int32

/// - Parameter pixels: The bitmap's, as the encoder takes them.
private func encodeStill(
    _ bitmap: Bitmap, _ pixels: [UInt32], format: ImageFormat, with encoder: StillEncoder
) throws(ImageError) -> [UInt8] {
    try requireSize(of: bitmap, format: format, atMost: format == .jpeg ? 65_500 : Int(Int32.max))
    var failure = mica_codec_error()
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    let code = unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe encoder(
            pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), &file, &count, &failure)
    }
    guard code == MICA_CODEC_OK, let file = unsafe file else { throw ImageError(code, failure, format: format) }
    defer { unsafe mica_free(file) }
    return unsafe Array(UnsafeBufferPointer(start: file, count: count))
}

/// Throws for bitmaps without pixels, or larger than the format allows.
func requireSize(of bitmap: Bitmap, format: ImageFormat, atMost most: Int) throws(ImageError) {
    if bitmap.width < 1 || bitmap.height < 1 || bitmap.width > most || bitmap.height > most {
        throw ImageError(
            .unsupported, format: format,
            reason: "a picture of \(bitmap.width) x \(bitmap.height) pixels cannot be written: sides are 1 to \(most)")
    }
}

/// The longest side of a WebP, in pixels.
private let longestWebPSide = 16_383

/// Writes bitmaps as lossless WebP files.
package enum WebPEncoder {
    /// Encodes a bitmap as a lossless WebP; alpha is converted as in `PNGEncoder`.
    ///
    /// - Throws: `ImageError` when the bitmap is empty or more than 16,383 pixels wide or high.
    package static func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
        try requireSize(of: bitmap, format: .webp, atMost: longestWebPSide)
        var file: UnsafeMutablePointer<UInt8>?
        let count = unsafe bitmap.straightPixels.withUnsafeBytes { pixels in
            unsafe WebPEncodeLosslessBGRA(
                pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bitmap.width), Int32(bitmap.height),
                Int32(bitmap.width * 4), &file)
        }
        defer { unsafe WebPFree(file) }
        guard count > 0, let file = unsafe file else {
            throw ImageError(.outOfMemory, format: .webp, reason: "libwebp could not encode the picture")
        }
        return unsafe Array(UnsafeBufferPointer(start: file, count: count))
    }
}

/// Writes an animation frame by frame; bytes are returned as soon as they are final.
package protocol AnimationEncoder: AnyObject {
    /// Adds a frame with a duration in seconds, and returns the bytes that are final.
    func append(_ frame: Bitmap, duration: Double) throws(ImageError) -> [UInt8]
    /// Returns the remaining bytes. Nothing can be appended afterwards.
    func finish() throws(ImageError) -> [UInt8]
}

/// Writes an animated, lossless WebP. Times are in milliseconds, rounded so that errors do not accumulate.
@safe package final class WebPAnimationEncoder: AnimationEncoder {
    private let encoder: OpaquePointer
    private var config: WebPConfig
    private let width: Int, height: Int
    private var time = 0.0

    /// Starts an animation.
    ///
    /// - Parameter loopCount: How often the animation plays; 0 is for ever.
    /// - Throws: `ImageError` when the size cannot be written.
    package init(width: Int, height: Int, loopCount: Int = 0) throws(ImageError) {
        try requireSize(of: Bitmap(width: width, height: min(height, 1)), format: .webp, atMost: longestWebPSide)
        try requireSize(of: Bitmap(width: min(width, 1), height: height), format: .webp, atMost: longestWebPSide)
        var options = WebPAnimEncoderOptions()
        var config = WebPConfig()
        guard unsafe WebPAnimEncoderOptionsInit(&options) != 0, unsafe WebPConfigInit(&config) != 0 else {
            throw ImageError(.unsupported, format: .webp, reason: "the library is of another version")
        }
        // Low effort, because an animation has hundreds of frames.
        config.lossless = 1
        config.method = 2
        config.quality = 40
        options.anim_params.loop_count = Int32(clamping: loopCount)
        options.anim_params.bgcolor = 0
        guard let encoder = unsafe WebPAnimEncoderNew(Int32(width), Int32(height), &options) else {
            throw ImageError(.outOfMemory, format: .webp, reason: "libwebp could not start")
        }
        unsafe self.encoder = encoder
        self.config = config
        self.width = width
        self.height = height
    }

    deinit { unsafe WebPAnimEncoderDelete(encoder) }

    /// Adds a frame. Returns no bytes, because the file begins with its directory; `finish()` returns them all.
    ///
    /// - Precondition: the frame has the animation's size.
    package func append(_ frame: Bitmap, duration: Double) throws(ImageError) -> [UInt8] {
        precondition(frame.width == width && frame.height == height, "a frame of another size")
        var picture = unsafe WebPPicture()
        guard unsafe WebPPictureInit(&picture) != 0 else {
            throw ImageError(.unsupported, format: .webp, reason: "the library is of another version")
        }
        defer { unsafe WebPPictureFree(&picture) }
        unsafe picture.width = Int32(width)
        unsafe picture.height = Int32(height)
        unsafe picture.use_argb = 1
        let isImported = unsafe frame.straightPixels.withUnsafeBytes { pixels in
            unsafe WebPPictureImportBGRA(
                &picture, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(width * 4))
        }
        guard isImported != 0 else { throw ImageError(.outOfMemory, format: .webp, reason: "no room for a frame") }
        guard unsafe WebPAnimEncoderAdd(encoder, &picture, milliseconds, &config) != 0 else { throw encoderError }
        time += max(duration, 0)
        return []
    }

    /// Returns the file.
    package func finish() throws(ImageError) -> [UInt8] {
        var data = unsafe WebPData()
        unsafe WebPDataInit(&data)
        defer { unsafe WebPDataClear(&data) }
        guard unsafe WebPAnimEncoderAdd(encoder, nil, milliseconds, nil) != 0,
            unsafe WebPAnimEncoderAssemble(encoder, &data) != 0
        else { throw encoderError }
        return unsafe Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
    }

    private var milliseconds: Int32 { Int32(clamping: Int((time * 1000).rounded())) }

    private var encoderError: ImageError {
        let reason = unsafe String(cString: WebPAnimEncoderGetError(encoder))
        return ImageError(.unsupported, format: .webp, reason: reason.isEmpty ? "libwebp refused a frame" : reason)
    }
}
