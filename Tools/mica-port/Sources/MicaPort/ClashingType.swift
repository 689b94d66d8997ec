/// A public type of the packages whose name Foundation has on Linux, and not on iOS.
///
/// In a source of another module the name is ambiguous here. An import of the one type goes before the imports of whole modules.
struct ClashingType: Sendable, Equatable {
    /// The type's name.
    let name: String
    /// `struct`, `class`, `enum`, `protocol` or `typealias`.
    let keyword: String
    /// The file that declares it.
    let path: String

    /// The types of Foundation that only macOS and Linux have.
    static let names = ["AffineTransform", "Host", "Process"]
    private static let keywords = ["struct", "class", "enum", "protocol", "typealias"]

    /// The types that sources declare at file level, each name once for each keyword and file.
    static func all(in sources: [PortSet.Source]) -> [ClashingType] {
        let needles = names.flatMap { name in keywords.map { Array("\($0) \(name)".utf8) } }
        return sources.filter { $0.bytes.containsAny(of: needles) }.flatMap { source in
            source.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).compactMap { line in
                declared(in: String(decoding: line, as: UTF8.self), of: source.path)
            }
        }
    }

    /// The type that a line declares, not indented, and visible to other modules; nil for none.
    private static func declared(in line: String, of path: String) -> ClashingType? {
        guard let first = line.first, !first.isWhitespace else { return nil }
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard let place = words.firstIndex(where: { keywords.contains($0) }), place + 1 < words.count,
            names.contains(words[place + 1]), words[..<place].contains(where: { $0 == "public" || $0 == "open" })
        else { return nil }
        return ClashingType(name: words[place + 1], keyword: words[place], path: path)
    }

    /// The import of the type for a source with some imports; nil if none of these is the type's module. A module's sources lie in a
    /// folder of its name.
    func scopedImport(among imports: [String]) -> String? {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        return imports.first { folders.contains($0) }.map { "\(keyword) \($0).\(name)" }
    }

    /// Whether a source imports the one type already.
    func isImported(in bytes: [UInt8]) -> Bool {
        let scoped = "import \(keyword) "
        guard bytes.containsAny(of: [Array(scoped.utf8)]) else { return false }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            line.split(separator: ";").contains { $0.contains(scoped) && $0.hasSuffix("." + name) }
        }
    }

    /// Whether a source has the name as a whole word.
    func isNamed(in bytes: [UInt8]) -> Bool {
        let word = Array(name.utf8)
        guard bytes.count >= word.count else { return false }
        func isPart(_ index: Int) -> Bool {
            guard bytes.indices.contains(index) else { return false }
            let byte = bytes[index]
            return byte == 0x5F || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
        return (0...bytes.count - word.count).contains { start in
            bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word) && !isPart(start - 1)
                && !isPart(start + word.count)
        }
    }
}
