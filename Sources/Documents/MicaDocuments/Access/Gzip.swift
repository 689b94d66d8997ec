import CLibDeflate

/// Data compressed by gzip: stickers of Telegram (.tgs) are Lottie animations of this kind.
///
/// *Source*: RFC 1952.
enum Gzip {
    /// Whether data begin like those of gzip.
    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// The data of all members, one after the other; data after the last are ignored.
    ///
    /// *Throws*: `.unreadable` for data that are damaged or cut off, `.refused` for more than the limit.
    ///
    /// - Parameter limit: the most bytes after unpacking. No more memory is taken, whatever the data say.
    static func inflated(_ bytes: [UInt8], file: String, limit: Int) throws(DocumentError) -> [UInt8] {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
            throw DocumentError(.unreadable, file: file, reason: "there is no memory to unpack the file")
        }
        defer { unsafe libdeflate_free_decompressor(decompressor) }
        var (result, start) = ([UInt8](), 0)
        repeat {
            var used = 0
            result += unsafe try member(bytes[start...], limit - result.count, file: file) { input, output, size in
                unsafe libdeflate_gzip_decompress_ex(
                    decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &used, &size)
            }
            start += used
        } while start < bytes.count && isOne(Array(bytes[start...].prefix(2)))
        return result
    }

    /// One member, in as much memory as it takes and at most twice that.
    private static func member(
        _ bytes: ArraySlice<UInt8>, _ limit: Int, file: String,
        _ inflate: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>, inout Int) -> libdeflate_result
    ) throws(DocumentError) -> [UInt8] {
        // The last four bytes say how much is in the last member; they may lie.
        let said = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        // Deflate makes at most 1032 bytes of one.
        let most = min(limit, bytes.count * 1032)
        var capacity = min(most, max(said, 1 << 16))
        while true {
            var outcome = LIBDEFLATE_BAD_DATA
            let made = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, size in
                outcome = unsafe bytes.withUnsafeBytes { unsafe inflate($0, output, &size) }
                if outcome != LIBDEFLATE_SUCCESS { size = 0 }
            }
            if outcome == LIBDEFLATE_SUCCESS { return made }
            guard outcome == LIBDEFLATE_INSUFFICIENT_SPACE else {
                throw DocumentError(
                    .unreadable, file: file,
                    reason: "the file cannot be unpacked: its gzip data are damaged, or end before they are complete")
            }
            guard capacity < most else {
                throw DocumentError(
                    .refused, file: file,
                    reason: "the file unpacks to more than \(SourceLimits.inWords(limit)); --large reads it")
            }
            capacity = min(most, capacity * 2)
        }
    }
}
