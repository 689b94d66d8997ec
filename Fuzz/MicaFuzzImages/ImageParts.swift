import MicaCodecs
import MicaRandom

/// A picture file as a list of its parts, and back.
struct ImageParts {
    /// One chunk (PNG, WebP), segment (JPEG) or block (GIF).
    struct Part {
        /// Four letters of a chunk, the code of a segment, the introducer and label of a block.
        var tag: [UInt8]
        /// Its content, without lengths and sums; of a GIF's blocks the fixed fields come first.
        var data: [UInt8]
        /// How many bytes of a GIF's block are fixed fields.
        var fixed = 0
        /// Data without a length: the coded data of a JPEG's scan.
        var tail: [UInt8] = []
    }

    let format: ImageFormat
    /// The bytes before the first part.
    var head: [UInt8]
    var list: [Part] = []

    /// Takes a file apart as far as it goes; nil when not even its head is there.
    init?(_ bytes: [UInt8], format: ImageFormat) {
        self.format = format
        switch format {
        case .png:
            head = Array(bytes.prefix(8))
            readChunks(bytes, from: 8, bigEndian: true, tagFirst: false)
        case .webp:
            head = Array(bytes.prefix(12))
            readChunks(bytes, from: 12, bigEndian: false, tagFirst: true)
        case .jpeg:
            head = [0xff, 0xd8]
            readSegments(bytes)
        case .gif:
            guard bytes.count >= 13 else { return nil }
            let palette = bytes[10] & 0x80 != 0 ? 3 << (Int(bytes[10] & 7) + 1) : 0
            head = Array(bytes.prefix(13 + palette))
            readBlocks(bytes, from: head.count)
        }
    }

    /// The parts as one file.
    var file: [UInt8] {
        var result = head
        for part in list {
            switch format {
            case .png:
                result += bigEndianBytes(part.data.count, 4) + part.tag + part.data
                result += bigEndianBytes(Int(Self.crc(part.tag + part.data)), 4)
            case .webp:
                result += part.tag + littleEndianBytes(part.data.count, 4) + part.data
                if part.data.count % 2 == 1 { result.append(0) }
            case .jpeg:
                result += part.tag
                if Self.hasLength(part.tag) { result += bigEndianBytes(part.data.count + 2, 2) + part.data }
                result += part.tail
            case .gif:
                let fixed = min(part.fixed, part.data.count)
                result += part.tag + part.data[..<fixed]
                guard part.tag != [0x3b] else { continue }
                var rest = part.data[fixed...]
                while !rest.isEmpty {
                    result.append(UInt8(min(rest.count, 255)))
                    result += rest.prefix(255)
                    rest = rest.dropFirst(255)
                }
                result.append(0)
            }
        }
        if format == .webp { result.replaceSubrange(4..<8, with: littleEndianBytes(result.count - 8, 4)) }
        return result
    }

    /// A part that the file may not have had yet.
    func newPart(_ random: inout SeededGenerator) -> Part {
        switch format {
        case .png:
            let tags = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "pHYs", "eXIf", "iCCP", "acTL", "fcTL", "fdAT"]
            return Part(tag: Array(random.pick(tags).utf8), data: filling(&random, 40))
        case .webp:
            let tags = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "]
            return Part(tag: Array(random.pick(tags).utf8), data: filling(&random, 40))
        case .jpeg:
            let codes: [UInt8] = [0xc0, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xe1, 0xe2, 0xee, 0xd0, 0xd9]
            return Part(tag: [0xff, codes[random.below(codes.count)]], data: filling(&random, 40))
        case .gif:
            switch random.below(4) {
            case 0: return Part(tag: [0x21, 0xf9], data: filling(&random, 4))
            case 1: return Part(tag: [0x21, 0xff], data: Array("NETSCAPE2.0".utf8) + filling(&random, 3))
            case 2: return Part(tag: [0x2c], data: [0, 0, 0, 0, 4, 0, 4, 0, 0, 2] + filling(&random, 20), fixed: 10)
            default: return Part(tag: [0x3b], data: [])
            }
        }
    }

    private func filling(_ random: inout SeededGenerator, _ most: Int) -> [UInt8] {
        (0..<random.below(most + 1)).map { _ in random.edge() }
    }

    /// Sets a number of a part's header to an edge value.
    mutating func setField(of index: Int, _ random: inout SeededGenerator) {
        // The places of numbers: of PNG's IHDR, acTL and fcTL, of WebP's VP8X and ANMF, of JPEG's frame, of GIF's image.
        let width = format == .png ? 4 : format == .webp ? 3 : 2
        let step = random.below(4) == 0 ? 1 : width
        let most = min(list[index].data.count, 40)
        guard most >= step else { return }
        // A JPEG's frame has its sizes one byte further on.
        let at = min(random.below(most / step) * step + (format == .jpeg ? 1 : 0), most - step)
        let number = step == 1 ? Int(random.edge()) : random.size(most: 1 << (8 * step) - 1)
        let bytes =
            format == .png || format == .jpeg ? bigEndianBytes(number, step) : littleEndianBytes(number, step)
        list[index].data.replaceSubrange(at..<at + step, with: bytes)
        if random.below(6) == 0, head.count > 12, format == .gif {
            head.replaceSubrange(6..<8, with: littleEndianBytes(random.size(most: 65_535), 2))
        }
    }

    // MARK: Taking apart

    private mutating func readChunks(_ bytes: [UInt8], from start: Int, bigEndian: Bool, tagFirst: Bool) {
        var at = start
        while at + 8 <= bytes.count {
            let field = tagFirst ? bytes[at + 4..<at + 8] : bytes[at..<at + 4]
            let length = (bigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
            let tag = Array(tagFirst ? bytes[at..<at + 4] : bytes[at + 4..<at + 8])
            let end = min(bytes.count, at + 8 + length)
            list.append(Part(tag: tag, data: Array(bytes[at + 8..<end])))
            at += 8 + length + (bigEndian ? 4 : length % 2)
        }
    }

    private mutating func readSegments(_ bytes: [UInt8]) {
        var at = 2
        while at + 2 <= bytes.count {
            let tag = Array(bytes[at..<at + 2])
            at += 2
            var part = Part(tag: tag, data: [])
            if Self.hasLength(tag), at + 2 <= bytes.count {
                let length = max(2, Int(bytes[at]) << 8 | Int(bytes[at + 1]))
                part.data = Array(bytes[min(at + 2, bytes.count)..<min(at + length, bytes.count)])
                at = min(at + length, bytes.count)
            }
            let start = at
            while at < bytes.count, !(bytes[at] == 0xff && at + 1 < bytes.count && bytes[at + 1] != 0) { at += 1 }
            part.tail = Array(bytes[start..<at])
            list.append(part)
        }
    }

    private mutating func readBlocks(_ bytes: [UInt8], from start: Int) {
        var at = start
        while at < bytes.count {
            var part = Part(tag: [bytes[at]], data: [])
            switch bytes[at] {
            case 0x2c:
                guard at + 11 <= bytes.count else { return }
                let palette = bytes[at + 9] & 0x80 != 0 ? 3 << (Int(bytes[at + 9] & 7) + 1) : 0
                let end = min(bytes.count, at + 11 + palette)
                part.data = Array(bytes[at + 1..<end])
                part.fixed = part.data.count
                at = end
            case 0x21 where at + 2 <= bytes.count:
                part.tag.append(bytes[at + 1])
                at += 2
            default:
                list.append(part)
                return
            }
            while at < bytes.count, bytes[at] != 0 {
                let end = min(bytes.count, at + 1 + Int(bytes[at]))
                part.data += bytes[at + 1..<end]
                at = end
            }
            at += 1
            list.append(part)
        }
    }

    private static func hasLength(_ tag: [UInt8]) -> Bool {
        tag.count == 2 && !(0xd0...0xd9).contains(tag[1]) && tag[1] != 1 && tag[1] != 0xff
    }

    /// The check sum of a PNG's chunk.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 255)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
}
