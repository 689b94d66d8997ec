/// A binary property list as the table of its objects, as keyed archives use it. It is read and written without
/// Foundation, which stops the program at some damaged lists.
///
/// *Source*: the format is that of CFBinaryPList.c, Apple's open source of CoreFoundation.
package struct ArchiveTable: Sendable {
    /// One object; it refers to others by their indices in the table.
    package enum Object: Sendable {
        /// A number, a date, a boolean or null, as its bytes.
        case plain([UInt8])
        case data([UInt8])
        case ascii([UInt8])
        case utf16([UInt8])
        case uid(Int)
        case array([Int])
        case dictionary([(key: Int, value: Int)])

        /// The object's bytes in a file with references of two bytes.
        package var bytes: [UInt8] {
            func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
                if count < 15 { return [kind << 4 | UInt8(count)] }
                return [kind << 4 | 15, 0x12] + ArchiveTable.bytes(count, 4)
            }
            switch self {
            case .plain(let bytes): return bytes
            case .data(let bytes): return head(4, bytes.count) + bytes
            case .ascii(let bytes): return head(5, bytes.count) + bytes
            case .utf16(let bytes): return head(6, bytes.count / 2) + bytes.prefix(bytes.count / 2 * 2)
            case .uid(let number): return [0x81] + ArchiveTable.bytes(number, 2)
            case .array(let list): return head(10, list.count) + list.flatMap { ArchiveTable.bytes($0, 2) }
            case .dictionary(let list):
                return head(13, list.count) + list.flatMap { ArchiveTable.bytes($0.key, 2) }
                    + list.flatMap { ArchiveTable.bytes($0.value, 2) }
            }
        }
    }

    /// The objects, in the order of the file's table.
    package var objects: [Object]
    /// The index of the outermost object.
    package var top: Int

    /// Reads a list; nil when the bytes are no list, or anything in it points outside it.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 40, bytes.starts(with: "bplist00".utf8) else { return nil }
        let trailer = bytes.count - 32
        let (offsetWidth, width) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetWidth), (1...8).contains(width), let count = Self.number(bytes, trailer + 8, 8),
            let top = Self.number(bytes, trailer + 16, 8), let start = Self.number(bytes, trailer + 24, 8), count > 0,
            count <= bytes.count, top < count, start <= trailer, count * offsetWidth <= trailer - start
        else { return nil }
        self.top = top
        objects = []
        objects.reserveCapacity(count)
        for index in 0..<count {
            guard let offset = Self.number(bytes, start + index * offsetWidth, offsetWidth), offset >= 8,
                offset < start,
                let object = Object(bytes, at: offset, end: start, count: count, width: width)
            else { return nil }
            objects.append(object)
        }
    }

    /// The number in some bytes, most significant first; nil when it has more than 56 bits.
    fileprivate static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> Int? {
        var result = 0
        for index in at..<at + width {
            guard result < 1 << 48 else { return nil }
            result = result << 8 | Int(bytes[index])
        }
        return result
    }

    /// The list as a file. References and numbers over 65,535 are truncated.
    package var file: [UInt8] {
        var result = Array("bplist00".utf8), offsets: [Int] = []
        for object in objects {
            offsets.append(result.count)
            result += object.bytes
        }
        let start = result.count
        for offset in offsets { result += Self.bytes(offset, 4) }
        return result + [0, 0, 0, 0, 0, 0, 4, 2] + Self.bytes(objects.count, 8) + Self.bytes(top, 8)
            + Self.bytes(start, 8)
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension ArchiveTable.Object {
    /// Reads an object; nil when the bytes are no object, or it extends beyond `end`.
    ///
    /// - Parameters:
    ///   - count: the number of objects in the table.
    ///   - width: the number of bytes of a reference.
    fileprivate init?(_ bytes: [UInt8], at offset: Int, end: Int, count: Int, width: Int) {
        let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
        var at = offset + 1
        var length = low
        if low == 15, kind >= 4, kind != 8 {
            guard at < end, bytes[at] >> 4 == 1, bytes[at] & 15 <= 3 else { return nil }
            let digits = 1 << Int(bytes[at] & 15)
            guard digits < end - at, let size = ArchiveTable.number(bytes, at + 1, digits), size <= end else {
                return nil
            }
            length = size
            at += 1 + digits
        }
        func references(from: Int) -> [Int]? {
            var result: [Int] = []
            result.reserveCapacity(length)
            for index in 0..<length {
                guard let found = ArchiveTable.number(bytes, from + index * width, width), found < count else {
                    return nil
                }
                result.append(found)
            }
            return result
        }
        let size: Int
        switch kind {
        case 0 where low == 0 || low == 8 || low == 9: size = 0
        case 1 where low <= 4, 2 where low == 2 || low == 3, 3 where low == 3: size = 1 << low
        case 4, 5: size = length
        case 6: size = length * 2
        case 8: size = low + 1
        case 10: size = length * width
        case 13: size = length * width * 2
        default: return nil
        }
        guard size <= end - at else { return nil }
        let content = bytes[at..<at + size]
        switch kind {
        case 0...3: self = .plain(Array(bytes[offset..<at + size]))
        case 4: self = .data(Array(content))
        case 5:
            guard content.allSatisfy({ $0 < 128 }) else { return nil }
            self = .ascii(Array(content))
        case 6: self = .utf16(Array(content))
        case 8:
            guard size <= 8, let number = ArchiveTable.number(bytes, at, size) else { return nil }
            self = .uid(number)
        case 10:
            guard let list = references(from: at) else { return nil }
            self = .array(list)
        default:
            guard let keys = references(from: at), let values = references(from: at + length * width) else {
                return nil
            }
            self = .dictionary(zip(keys, values).map { (key: $0, value: $1) })
        }
    }
}
