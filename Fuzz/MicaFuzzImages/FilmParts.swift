/// The parts of a film's file: boxes, elements, chunks, pages or packets, with parts of their own where they have some.
///
/// Parts that it does not know stay whole. An unchanged file is written as it was read, but for sizes that are written in
/// another length.
struct FilmParts {
    /// What parts are.
    enum Form {
        /// MP4 and MOV: a size of four bytes, and four letters.
        case boxes
        /// Matroska and WebM: a number that names it, and one for its size.
        case elements
        /// AVI and WAVE: four letters and a size, least byte first.
        case chunks
        /// Ogg: pages with a checksum.
        case pages
        /// MPEG-TS: 188 bytes each.
        case packets
        /// Anything else, in pieces of 64 bytes.
        case pieces
    }

    /// One part.
    struct Part {
        var name: [UInt8] = []
        var bytes: [UInt8] = []
        /// Its own parts, behind its bytes; nil if it has only bytes.
        var parts: [Part]?
        /// Its stated size; nil for the true one.
        var said: Int?

        /// How many there are, with itself.
        var count: Int { 1 + (parts?.reduce(0) { $0 + $1.count } ?? 0) }
    }

    let form: Form
    var parts: [Part]

    init(_ bytes: [UInt8]) {
        func begins(_ letters: String, at offset: Int = 0) -> Bool {
            bytes.count >= offset + letters.utf8.count && bytes[offset...].starts(with: letters.utf8)
        }
        if begins("ftyp", at: 4) || begins("moov", at: 4) || begins("wide", at: 4) || begins("mdat", at: 4) {
            form = .boxes
        } else if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
            form = .elements
        } else if begins("RIFF") {
            form = .chunks
        } else if begins("OggS") {
            form = .pages
        } else if bytes.count % 188 == 0, bytes.first == 0x47 {
            form = .packets
        } else {
            form = .pieces
        }
        parts = Self.read(bytes[...], form, depth: 0)
    }

    // MARK: Reading

    private static let boxLists: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "udta", "mvex", "moof", "traf",
    ]
    private static let elementLists: Set<Int> = [
        0x1a45_dfa3, 0x1853_8067, 0x1654_ae6b, 0xae, 0xe0, 0xe1, 0x1f43_b675, 0xa0, 0x1c53_bb6b, 0xbb, 0xb7,
        0x1549_a966, 0x114d_9b74, 0x4dbb, 0x1254_c367, 0x7373, 0x67c8, 0x75a1, 0xa6,
    ]

    private static func read(_ bytes: ArraySlice<UInt8>, _ form: Form, depth: Int) -> [Part] {
        var (result, rest): ([Part], ArraySlice<UInt8>) = ([], bytes)
        while !rest.isEmpty {
            guard let (part, length) = first(rest, form, depth), length > 0, length <= rest.count else {
                result.append(Part(bytes: Array(rest)))
                break
            }
            result.append(part)
            rest = rest.dropFirst(length)
        }
        return result
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func first(_ bytes: ArraySlice<UInt8>, _ form: Form, _ depth: Int) -> (Part, Int)? {
        switch form {
        case .boxes:
            guard bytes.count >= 8 else { return nil }
            let size = number(bytes.prefix(4)), name = Array(bytes.dropFirst(4).prefix(4))
            guard size >= 8, size <= bytes.count else { return nil }
            let body = bytes.dropFirst(8).prefix(size - 8)
            guard depth < 8, boxLists.contains(String(decoding: name, as: UTF8.self)) else {
                return (Part(name: name, bytes: Array(body)), size)
            }
            return (Part(name: name, parts: read(body, form, depth: depth + 1)), size)
        case .elements:
            guard let (name, nameLength) = variable(bytes, keepsMark: true),
                let (size, sizeLength) = variable(bytes.dropFirst(nameLength), keepsMark: false)
            else { return nil }
            let start = nameLength + sizeLength
            // Live streams do not say how long they are.
            let length = size == (1 << (7 * sizeLength)) - 1 ? bytes.count - start : size
            guard length <= bytes.count - start else { return nil }
            let body = bytes.dropFirst(start).prefix(length), letters = Array(bytes.prefix(nameLength))
            guard depth < 8, elementLists.contains(name) else {
                return (Part(name: letters, bytes: Array(body)), start + length)
            }
            return (Part(name: letters, parts: read(body, form, depth: depth + 1)), start + length)
        case .chunks:
            guard bytes.count >= 8 else { return nil }
            let size = number(ArraySlice(bytes.dropFirst(4).prefix(4).reversed())), name = Array(bytes.prefix(4))
            guard size <= bytes.count - 8 else { return nil }
            let body = bytes.dropFirst(8).prefix(size), whole = min(8 + size + size % 2, bytes.count)
            guard depth < 8, name == Array("RIFF".utf8) || name == Array("LIST".utf8), size >= 4 else {
                return (Part(name: name, bytes: Array(body)), whole)
            }
            let kind = Array(body.prefix(4))
            return (Part(name: name, bytes: kind, parts: read(body.dropFirst(4), form, depth: depth + 1)), whole)
        case .pages:
            guard bytes.count >= 27 else { return nil }
            let segments = Int(bytes[bytes.startIndex + 26])
            guard bytes.count >= 27 + segments else { return nil }
            let length = 27 + segments + bytes.dropFirst(27).prefix(segments).reduce(0) { $0 + Int($1) }
            guard length <= bytes.count else { return nil }
            return (Part(bytes: Array(bytes.prefix(length))), length)
        case .packets: return (Part(bytes: Array(bytes.prefix(188))), min(188, bytes.count))
        case .pieces: return (Part(bytes: Array(bytes.prefix(64))), min(64, bytes.count))
        }
    }

    /// A number of Matroska's, whose first bits say how long it is.
    private static func variable(_ bytes: ArraySlice<UInt8>, keepsMark: Bool) -> (Int, Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        let value = number(bytes.prefix(length))
        return (keepsMark ? value : value & ((1 << (7 * length)) - 1), length)
    }

    // MARK: Writing

    /// The file.
    var file: [UInt8] { parts.flatMap { write($0) } }

    private func write(_ part: Part) -> [UInt8] {
        let body = part.bytes + (part.parts ?? []).flatMap { write($0) }
        guard !part.name.isEmpty else { return form == .pages ? Self.summed(body) : body }
        switch form {
        case .boxes: return bigEndianBytes(part.said ?? body.count + 8, 4) + part.name + body
        case .elements: return part.name + [1] + bigEndianBytes(part.said ?? body.count, 7) + body
        case .chunks:
            return part.name + littleEndianBytes(part.said ?? body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
        case .pages, .packets, .pieces: return body
        }
    }

    /// A page with its checksum.
    private static func summed(_ page: [UInt8]) -> [UInt8] {
        guard page.count >= 27 else { return page }
        var page = page
        for index in 22..<26 { page[index] = 0 }
        var sum: UInt32 = 0
        for byte in page { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
        return page
    }

    /// *Source*: RFC 3533: the polynomial 0x04c11db7, no reflection.
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04c1_1db7 : 0) }
    }
}
