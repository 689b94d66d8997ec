import CMicaCodecs
import CMicaImageFiles
import MicaBase
import MicaCodecs

/// Reads a PNG or JPEG file from the top, row by row, so that its pixels need not fit in memory.
@safe package final class RowReader {
    /// The memory limit of a decoder for a picture that is not stored row by row. *Units*: bytes.
    package static let memoryLimit: UInt64 = 128 << 20

    /// Width of the picture, in pixels.
    package let width: Int
    /// Height of the picture, in pixels.
    package let height: Int
    /// The format of the file.
    package let format: ImageFormat
    private let reader: OpaquePointer

    /// Opens a file and reads its header.
    ///
    /// - Throws: `ImageError` when the file cannot be opened, is no PNG or JPEG (`.unknownFormat`), is damaged, or cannot be
    ///   read row by row (`.tooLarge`): an interlaced PNG, or a progressive JPEG beyond `memoryLimit`.
    package init(path: String) throws(ImageError) {
        var reader: OpaquePointer?
        var (width, height) = (UInt32(0), UInt32(0))
        var isJPEG: Int32 = 0
        var failure = mica_codec_error()
        let code = unsafe mica_rows_open(path, Self.memoryLimit, &reader, &width, &height, &isJPEG, &failure)
        guard code == MICA_CODEC_OK, let reader = unsafe reader else {
            if Int(code) == Int(MICA_CODEC_FILE) {
                let reason = ImageError(code, failure, format: .png).reason
                throw ImageError(.unsupported, format: nil, reason: reason)
            }
            var error = ImageError(code, failure, format: .png)
            error.format = nil
            throw error
        }
        unsafe self.reader = reader
        (self.width, self.height) = (Int(width), Int(height))
        format = isJPEG != 0 ? .jpeg : .png
    }

    deinit { unsafe mica_rows_close(reader) }

    /// Reads rows into the first rows of a bitmap of the picture's width, premultiplied.
    ///
    /// - Precondition: the bitmap has the picture's width and `count` rows, and the file has that many rows left.
    /// - Throws: `ImageError` when the file is damaged or ends.
    package func read(_ count: Int, into bitmap: inout Bitmap) throws(ImageError) {
        precondition(bitmap.width == width && bitmap.height >= count, "a bitmap without room for the rows")
        var failure = mica_codec_error()
        var code = Int32(MICA_CODEC_OK)
        unsafe bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
            for row in 0..<count where code == MICA_CODEC_OK {
                let target = unsafe pixels.baseAddress?.advanced(by: row * width)
                code = unsafe mica_rows_read(reader, target, &failure)
            }
        }
        if code != MICA_CODEC_OK { throw ImageError(code, failure, format: format) }
        if format == .png { premultiply(&bitmap.pixels) }
    }
}
