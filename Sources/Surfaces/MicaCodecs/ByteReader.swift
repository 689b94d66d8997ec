/// A file's bytes, read by offset: reading past the end is an error, never a trap.
package struct ByteReader {
    /// The whole file.
    package let bytes: [UInt8]
    /// The format named in errors.
    package let format: ImageFormat

    package init(bytes: [UInt8], format: ImageFormat) { (self.bytes, self.format) = (bytes, format) }

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// The error for a file that ends too early.
    package func truncated(_ reason: String) -> ImageError {
        ImageError(.truncated, format: format, offset: bytes.count, reason: reason)
    }

    /// The error for bytes that break the format's rules.
    package func malformed(at offset: Int, _ reason: String) -> ImageError {
        ImageError(.malformed, format: format, offset: offset, reason: reason)
    }

    /// Whether `length` bytes from `offset` are inside the file.
    package func contains(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= bytes.count && length <= bytes.count - offset
    }

    /// The number in `length` bytes (1 to 4) from `offset`, most significant first.
    package func bigEndian(_ offset: Int, _ length: Int) throws(ImageError) -> Int {
        guard contains(offset, length) else { throw truncated("a number at byte \(offset) is missing") }
        var value = 0
        for index in offset..<offset + length { value = value << 8 | Int(bytes[index]) }
        return value
    }

    /// The number in `length` bytes (1 to 4) from `offset`, least significant first.
    package func littleEndian(_ offset: Int, _ length: Int) throws(ImageError) -> Int {
        guard contains(offset, length) else { throw truncated("a number at byte \(offset) is missing") }
        var value = 0
        for index in (offset..<offset + length).reversed() { value = value << 8 | Int(bytes[index]) }
        return value
    }

    /// Whether the ASCII text is at `offset`.
    package func hasText(_ text: String, at offset: Int) -> Bool {
        contains(offset, text.utf8.count) && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
    }

    /// The four letters at `offset`, for messages; unprintable bytes are shown as dots.
    package func letters(at offset: Int) -> String {
        guard contains(offset, 4) else { return "" }
        return String(bytes[offset..<offset + 4].map { $0 >= 32 && $0 < 127 ? Character(UnicodeScalar($0)) : "." })
    }
}
