/// A frame of an animated PNG, as a part of the file.
struct PNGFrame {
    /// The frame's rectangle on the canvas, in pixels from its top left.
    var x, y, width, height: Int
    /// The duration of the frame, in seconds.
    var duration: Double
    /// The disposal of the frame's area before the next frame is drawn.
    var disposal: FrameDisposal
    /// Whether the frame is blended over the canvas; if not, it replaces the pixels there.
    var blendsOver: Bool
    /// The compressed data, as ranges of the file.
    var data: [Range<Int>]
}

/// The disposal of a frame's area before the next frame is drawn.
enum FrameDisposal {
    case keep, clear, restorePrevious
}

/// The chunks of a PNG that are used here: the header, and the frames of an animation.
///
/// *Source*: PNG specification, third edition (W3C), chapters 5 and 11.
struct PNGStructure {
    /// The header of the picture.
    let header: ImageHeader
    /// The frames of an animated PNG; empty for a still one.
    let frames: [PNGFrame]
    /// How often the animation plays; 0 is for ever.
    let playCount: Int
    /// The most bytes that the unpacked pixels take, filter bytes included.
    let unpackedSize: Int
    /// Whether the file's proper end was reached.
    let isComplete: Bool
    private let reader: ByteReader
    private let paletteChunks: [Range<Int>]

    /// Reads the chunks: of a still picture up to the first pixels, of an animation to the end.
    init(_ reader: ByteReader) throws(ImageError) {
        guard try reader.bigEndian(8, 4) == 13, reader.hasText("IHDR", at: 12) else {
            throw reader.malformed(at: 8, "the first chunk is not a header")
        }
        let width = try reader.bigEndian(16, 4), height = try reader.bigEndian(20, 4)
        guard 1..<1 << 31 ~= width, 1..<1 << 31 ~= height else {
            throw reader.malformed(at: 16, "the image is \(width) x \(height) pixels")
        }
        let depth = try reader.bigEndian(24, 1), colour = try reader.bigEndian(25, 1)
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colour]
        guard let channels, [1, 2, 4, 8, 16].contains(depth), try reader.bigEndian(28, 1) <= 1 else {
            throw reader.malformed(at: 24, "colour type \(colour) with \(depth) bits")
        }
        var hasAlpha = colour == 4 || colour == 6
        var palettes: [Range<Int>] = []
        var found: [PNGFrame] = []
        var plays: Int?
        var sawEnd = false
        var offset = 8
        while reader.contains(offset, 8) {
            let length = try reader.bigEndian(offset, 4)
            let data = offset + 8..<offset + 8 + length
            guard reader.contains(offset, length + 12) else { break }
            switch reader.letters(at: offset + 4) {
            case "PLTE":
                palettes.append(offset..<data.upperBound + 4)
            case "tRNS":
                hasAlpha = true
                palettes.append(offset..<data.upperBound + 4)
            case "acTL" where length >= 8:
                plays = try reader.bigEndian(offset + 12, 4)
            case "fcTL" where plays != nil && length >= 26:
                found.append(try PNGFrame(reader, at: data.lowerBound, canvasWidth: width, canvasHeight: height))
            case "IDAT" where !found.isEmpty:
                found[found.count - 1].data.append(data)
            case "fdAT" where !found.isEmpty && length >= 4:
                found[found.count - 1].data.append(data.dropFirst(4))
            case "IEND":
                sawEnd = true
            default:
                break
            }
            if plays == nil, reader.hasText("IDAT", at: offset + 4) { break }
            offset = data.upperBound + 4
        }
        found.removeAll { $0.data.isEmpty }
        if found.contains(where: { $0.disposal == .clear || !$0.blendsOver && $0.width < width }) { hasAlpha = true }
        header = ImageHeader(
            format: .png, width: width, height: height, frameCount: max(found.count, 1), hasAlpha: hasAlpha)
        frames = found
        playCount = plays ?? 0
        let (bits, overflow) = width.multipliedReportingOverflow(by: depth * channels)
        let (size, tooLarge) = ((overflow ? Int.max / 2 : bits) / 8).multipliedReportingOverflow(by: height)
        unpackedSize = tooLarge ? Int.max : size
        isComplete = sawEnd
        self.reader = reader
        paletteChunks = palettes
    }

    /// A still PNG file of one frame's pixels.
    func file(of frame: PNGFrame) -> [UInt8] {
        var file = Array(reader.bytes[0..<8])
        var size = Array(reader.bytes[16..<29])
        for index in 0..<4 {
            size[index] = UInt8(truncatingIfNeeded: frame.width >> (24 - 8 * index))
            size[4 + index] = UInt8(truncatingIfNeeded: frame.height >> (24 - 8 * index))
        }
        appendChunk("IHDR", size[...], to: &file)
        for range in paletteChunks { file += reader.bytes[range] }
        for range in frame.data { appendChunk("IDAT", reader.bytes[range], to: &file) }
        appendChunk("IEND", [], to: &file)
        return file
    }
}

extension PNGFrame {
    /// Reads a frame control chunk.
    fileprivate init(
        _ reader: ByteReader, at offset: Int, canvasWidth: Int, canvasHeight: Int
    ) throws(ImageError) {
        width = try reader.bigEndian(offset + 4, 4)
        height = try reader.bigEndian(offset + 8, 4)
        x = try reader.bigEndian(offset + 12, 4)
        y = try reader.bigEndian(offset + 16, 4)
        guard width > 0, height > 0, x + width <= canvasWidth, y + height <= canvasHeight else {
            throw reader.malformed(at: offset + 4, "a frame of \(width) x \(height) at \(x), \(y) leaves the canvas")
        }
        let numerator = try reader.bigEndian(offset + 20, 2), denominator = try reader.bigEndian(offset + 22, 2)
        duration = Double(numerator) / Double(denominator == 0 ? 100 : denominator)
        switch try reader.bigEndian(offset + 24, 1) {
        case 1: disposal = .clear
        case 2: disposal = .restorePrevious
        default: disposal = .keep
        }
        blendsOver = try reader.bigEndian(offset + 25, 1) == 1
        data = []
    }
}

/// Appends a chunk with its length and checksum.
package func appendChunk(_ name: String, _ data: ArraySlice<UInt8>, to file: inout [UInt8]) {
    func append(_ number: UInt32) {
        for shift in [24, 16, 8, 0] { file.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
    append(UInt32(truncatingIfNeeded: data.count))
    let start = file.count
    file += name.utf8
    file += data
    append(crc32(file[start...]))
}

/// The CRC-32 of bytes, as PNG and zip have it.
package func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { checksumTable[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
}

/// CRC-32 of each byte value (PNG specification, annex D).
private let checksumTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 != 0 ? 0xedb8_8320 ^ sum >> 1 : sum >> 1 }
}
