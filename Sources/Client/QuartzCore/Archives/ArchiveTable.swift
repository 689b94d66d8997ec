/// A binary property list as the table of its objects, as keyed archives are: read and written without Foundation, which
/// stops the program at some that are damaged.
///
/// *Source*: the format is that of CFBinaryPList.c, Apple's open source of CoreFoundation.
package struct ArchiveTable: Sendable {
    /// One object; others are named by their places in the table.
    package enum Object: Sendable {
        /// A number, a date, a truth value or nothing: kept as its bytes.
        case plain([UInt8])
        case data([UInt8])
        case ascii([UInt8])
        case utf16([UInt8])
        case uid(Int)
        case array([Int])
        case dictionary([(key: Int, value: Int)])

        /// The object as it stands in a file whose references have two bytes.
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
    /// The place of the outermost object.
    package var top: Int

    /// Reads a list; nil when it is none, or anything in it reaches outside it.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 40, bytes.starts(with: "bplist00".utf8) else { return nil }
        let trailer = Array(bytes.suffix(32))
        func number(_ list: ArraySlice<UInt8>) -> Int? {
            list.dropLast(7).contains { $0 != 0 } ? nil : list.suffix(7).reduce(0) { $0 << 8 | Int($1) }
        }
        let (offsetWidth, width) = (Int(trailer[6]), Int(trailer[7]))
        guard let count = number(trailer[8..<16]), let top = number(trailer[16..<24]),
            let start = number(trailer[24..<32]), (1...8).contains(offsetWidth), (1...8).contains(width), count > 0,
            count <= bytes.count, top < count, start <= bytes.count - 32,
            count * offsetWidth <= bytes.count - 32 - start
        else { return nil }
        self.top = top
        objects = []
        objects.reserveCapacity(count)
        for index in 0..<count {
            let entry = start + index * offsetWidth
            guard let offset = number(bytes[entry..<entry + offsetWidth]), offset >= 8, offset < start else {
                return nil
            }
            var at = offset
            func take(_ length: Int) -> ArraySlice<UInt8>? {
                guard length >= 0, length <= start - at else { return nil }
                defer { at += length }
                return bytes[at..<at + length]
            }
            guard let first = take(1)?.first else { return nil }
            let (kind, low) = (first >> 4, Int(first & 15))
            var length = low
            if low == 15, [4, 5, 6, 10, 13].contains(kind) {
                guard let marker = take(1)?.first, marker >> 4 == 1, marker & 15 <= 3,
                    let size = take(1 << Int(marker & 15)).flatMap({ number($0) })
                else { return nil }
                length = size
            }
            func references(_ references: Int) -> [Int]? {
                guard references <= bytes.count, let list = take(references * width) else { return nil }
                var result: [Int] = []
                result.reserveCapacity(references)
                for place in 0..<references {
                    let from = list.startIndex + place * width
                    guard let found = number(list[from..<from + width]), found < count else { return nil }
                    result.append(found)
                }
                return result
            }
            var object: Object?
            switch kind {
            case 0 where low == 0 || low == 8 || low == 9: object = .plain([first])
            case 1 where low <= 4, 2 where low == 2 || low == 3: object = take(1 << low).map { .plain([first] + $0) }
            case 3 where low == 3: object = take(8).map { .plain([first] + $0) }
            case 4: object = take(length).map { .data(Array($0)) }
            case 5: object = take(length).flatMap { $0.allSatisfy { $0 < 128 } ? .ascii(Array($0)) : nil }
            case 6: object = length <= bytes.count ? take(length * 2).map { .utf16(Array($0)) } : nil
            case 8: object = take(low + 1).flatMap { number($0) }.map { .uid($0) }
            case 10: object = references(length).map { .array($0) }
            case 13:
                if let keys = references(length), let values = references(length) {
                    object = .dictionary(zip(keys, values).map { (key: $0, value: $1) })
                }
            default: return nil
            }
            guard let object else { return nil }
            objects.append(object)
        }
    }

    /// The list as a file; references and numbers over 65,535 are cut.
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
