import MicaBase
import MicaCodecs
import MicaImageFiles

/// A zip archive, written by hand, so that it can lie.
struct ZipWriter {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds a stored file.
    mutating func add(_ contents: [UInt8], at path: String) {
        add(contents, at: path, method: 0, size: UInt32(contents.count), checksum: crc32(contents))
    }

    /// Adds a stored file.
    mutating func add(_ text: String, at path: String) { add(Array(text.utf8), at: path) }

    /// Adds compressed data with whatever size and checksum they claim to have.
    mutating func add(_ data: [UInt8], at path: String, method: UInt16, size: UInt32, checksum: UInt32) {
        let name = Array(path.utf8)
        let offset = UInt32(bytes.count)
        let shared =
            little(UInt16(20)) + little(UInt16(0)) + little(method) + little(UInt32(0)) + little(checksum)
            + little(UInt32(data.count)) + little(size) + little(UInt16(name.count)) + little(UInt16(0))
        bytes += little(UInt32(0x0403_4B50)) + shared + name + data
        directory += little(UInt32(0x0201_4B50)) + little(UInt16(20)) + shared + [UInt8](repeating: 0, count: 10)
        directory += little(offset) + name
        count += 1
    }

    /// The archive.
    var archive: [UInt8] {
        bytes + directory + little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(UInt16(count))
            + little(UInt16(count))
            + little(UInt32(directory.count)) + little(UInt32(bytes.count)) + little(UInt16(0))
    }
}

/// A deflate stream of zeros: a literal 0, then copies of 258 bytes from one byte back, 13 bits each.
///
/// *Source*: RFC 1951, 3.2.5 and 3.2.6 (fixed Huffman codes).
func deflatedZeros(atLeast size: Int) -> [UInt8] {
    var bits = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]  // last block, fixed codes; literal 0
    // Eight copies fill 13 bytes; the pattern's phase is that of the bits before.
    let copy = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
    var stream: [UInt8] = []
    func byte(_ bits: ArraySlice<Int>) -> UInt8 { bits.reversed().reduce(0) { $0 << 1 | UInt8($1) } }
    while bits.count % 8 != 0 { bits += copy }
    for start in stride(from: 0, to: bits.count, by: 8) { stream.append(byte(bits[start..<start + 8])) }
    let eight = Array(repeating: copy, count: 8).flatMap { $0 }
    let pattern = stride(from: 0, to: 104, by: 8).map { byte(eight[$0..<$0 + 8]) }
    for _ in 0...(size / (8 * 258)) { stream += pattern }
    return stream + [0, 0]  // end of block
}

/// A PNG of one colour.
func png(width: Int, height: Int) throws -> [UInt8] {
    try PNGEncoder.encode(Bitmap(width: width, height: height, filledWith: 0xFF33_66CC))
}

/// A PNG whose header claims a size that its data do not have.
func pngClaiming(width: UInt32, height: UInt32) -> [UInt8] {
    func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        return big(UInt32(data.count)) + body + big(crc32(body))
    }
    let header = big(width) + big(height) + [8, 6, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
        + chunk("IDAT", [0x78, 0x9C] + deflatedZeros(atLeast: 4000)) + chunk("IEND", [])
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    stride(from: 0, to: Number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func big(_ number: UInt32) -> [UInt8] { little(number).reversed() }

private func crc32(_ bytes: [UInt8]) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
}
