/// A value of a property list in the text form of NeXTSTEP, in which Xcode saves `project.pbxproj`.
///
/// Foundation's reader has no location for an error.
indirect enum TextPropertyList: Equatable, Sendable {
    case text(String)
    case list([TextPropertyList])
    case table([String: TextPropertyList])

    /// The text of a word; nil for a list or a table.
    var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The words of a list, or a word by itself; the lists and tables in it are left out.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.compactMap(\.text)
        case .table: []
        }
    }
    /// The entries of a table; empty for another value.
    var table: [String: TextPropertyList] { if case .table(let table) = self { table } else { [:] } }
    /// The value of a key; nil if this is no table, or has no such key.
    subscript(key: String) -> TextPropertyList? { table[key] }

    /// Reads a property list.
    ///
    /// - Parameter file: the file's name, for errors.
    /// - Throws: `PortError` with the file and the line.
    init(_ text: String, file: String) throws {
        var reader = Reader(bytes: Array(text.utf8), file: file)
        self = try reader.value(depth: 0)
        if reader.next() != nil { throw reader.fault("there is more behind the end") }
    }

    private struct Reader {
        let bytes: [UInt8]
        let file: String
        var index = 0

        /// The next byte behind spaces and comments; nil at the end.
        mutating func next() -> UInt8? {
            while index < bytes.count {
                switch bytes[index] {
                case 0x09...0x0D, 0x20: index += 1
                case UInt8(ascii: "/") where bytes[index...].starts(with: "//".utf8):
                    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
                case UInt8(ascii: "/") where bytes[index...].starts(with: "/*".utf8):
                    index += 2
                    while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                    index = min(index + 2, bytes.count)
                default: return bytes[index]
                }
            }
            return nil
        }

        func fault(_ message: String) -> PortError {
            let line = 1 + bytes[..<min(index, bytes.count)].count { $0 == 0x0A }
            return PortError("\(file):\(line): \(message)")
        }

        mutating func expect(_ byte: Unicode.Scalar) throws {
            guard next() == UInt8(ascii: byte) else { throw fault("a '\(byte)' is missing") }
            index += 1
        }

        mutating func value(depth: Int) throws -> TextPropertyList {
            // Xcode's own files have five levels.
            guard depth < 64 else { throw fault("more than 64 levels of lists and tables") }
            switch next() {
            case UInt8(ascii: "{"): return try table(depth)
            case UInt8(ascii: "("): return try list(depth)
            default: return .text(try word())
            }
        }

        private mutating func table(_ depth: Int) throws -> TextPropertyList {
            index += 1
            var result: [String: TextPropertyList] = [:]
            while let byte = next(), byte != UInt8(ascii: "}") {
                let key = try word()
                try expect("=")
                result[key] = try value(depth: depth + 1)
                try expect(";")
            }
            try expect("}")
            return .table(result)
        }

        private mutating func list(_ depth: Int) throws -> TextPropertyList {
            index += 1
            var result: [TextPropertyList] = []
            while let byte = next(), byte != UInt8(ascii: ")") {
                result.append(try value(depth: depth + 1))
                guard next() == UInt8(ascii: ",") else { break }
                index += 1
            }
            try expect(")")
            return .list(result)
        }

        private mutating func word() throws -> String {
            if let quote = next(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                return try quoted(by: quote)
            }
            let start = index
            while index < bytes.count, Self.isPlain(bytes[index]) { index += 1 }
            guard index > start else { throw fault("a word, a list or a table is missing") }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }

        private mutating func quoted(by quote: UInt8) throws -> String {
            index += 1
            var result: [UInt8] = []
            while index < bytes.count, bytes[index] != quote {
                if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                    index += 1
                    result += Self.escaped[bytes[index]].map { [$0] } ?? [bytes[index]]
                } else {
                    result.append(bytes[index])
                }
                index += 1
            }
            guard index < bytes.count else { throw fault("a text has no end") }
            index += 1
            return String(decoding: result, as: UTF8.self)
        }

        private static let escaped: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
        ]

        /// Whether a byte may be in a word without quotes.
        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                true
            default: "_$/:.-+@~".utf8.contains(byte)
            }
        }
    }
}
