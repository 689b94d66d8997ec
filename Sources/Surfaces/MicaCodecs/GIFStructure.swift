/// The blocks of a GIF, as far as they can be read without decoding pixels.
///
/// *Source*: the GIF89a specification, CompuServe 1990; Netscape's application extension for the loop count.
struct GIFStructure {
    /// The header of the picture.
    private(set) var header: ImageHeader
    /// The frames that have begun in the file.
    private(set) var frames: [FrameMetadata] = []
    /// How often the animation plays, 0 for ever; nil when the file states no count.
    private(set) var loopCount: Int?
    /// Whether the file's proper end was reached.
    private(set) var isWhole = false
    /// Whether there is a palette for all frames.
    let hasGlobalPalette: Bool

    /// Reads the blocks up to the end of the file, or to the first damage.
    ///
    /// - Throws: `ImageError` when there is no screen or no frame.
    init(_ reader: ByteReader) throws(ImageError) {
        let width = try reader.littleEndian(6, 2)
        let height = try reader.littleEndian(8, 2)
        guard width > 0, height > 0 else { throw reader.malformed(at: 6, "the screen is \(width) x \(height) pixels") }
        let flags = try reader.bigEndian(10, 1)
        hasGlobalPalette = flags & 0x80 != 0
        header = ImageHeader(format: .gif, width: width, height: height, frameCount: 0, hasAlpha: false)
        var offset = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
        var duration = 0.0
        walk: while offset < reader.count {
            let isFrame = reader.bytes[offset] == 0x2c
            switch reader.bytes[offset] {
            case 0x2c:
                guard reader.contains(offset, 10) else { break walk }
                if frames.isEmpty {
                    let left = try reader.littleEndian(offset + 1, 2), top = try reader.littleEndian(offset + 3, 2)
                    let across = try reader.littleEndian(offset + 5, 2), down = try reader.littleEndian(offset + 7, 2)
                    if left > 0 || top > 0 || across < width || down < height { header.hasAlpha = true }
                }
                frames.append(FrameMetadata(duration: duration, isComplete: false))
                duration = 0
                let local = Int(reader.bytes[offset + 9])
                offset += 10 + (local & 0x80 != 0 ? 3 << (local & 7 + 1) : 0) + 1
            case 0x21:
                guard reader.contains(offset, 8) else { break walk }
                if reader.bytes[offset + 1] == 0xf9 {
                    let control = reader.bytes[offset + 3]
                    if control & 1 != 0 || control >> 2 & 7 == 2 { header.hasAlpha = true }
                    duration = Double(try reader.littleEndian(offset + 4, 2)) / 100
                } else if reader.bytes[offset + 1] == 0xff, reader.contains(offset, 19),
                    reader.hasText("NETSCAPE2.0", at: offset + 3), reader.bytes[offset + 15] == 1
                {
                    loopCount = try reader.littleEndian(offset + 16, 2)
                }
                offset += 2
            case 0x3b:
                isWhole = true
                break walk
            default:
                break walk
            }
            while offset < reader.count, reader.bytes[offset] != 0 { offset += Int(reader.bytes[offset]) + 1 }
            if isFrame, offset < reader.count { frames[frames.count - 1].isComplete = true }
            offset += 1
        }
        header.frameCount = frames.count
        if frames.isEmpty { throw reader.truncated("there is no frame") }
    }
}
