/// The modules that a Swift source imports.
enum SwiftImports {
    /// The modules of the declarations `import`, in order, each once. Comments and strings do not count.
    static func modules(in source: [UInt8]) -> [String] {
        var (result, known) = ([String](), Set<String>())
        for statement in code(of: source).split(whereSeparator: { $0 == newline || $0 == UInt8(ascii: ";") }) {
            let words = statement.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == 0x09 || $0 == 0x0D })
            guard let place = words.firstIndex(where: { $0.elementsEqual("import".utf8) }),
                words[..<place].allSatisfy(isModifier)
            else { continue }
            let names = words[(place + 1)...].lazy.map { String(decoding: $0, as: UTF8.self) }
            guard let name = names.first(where: { !kinds.contains($0) })?.split(separator: ".").first.map(String.init),
                known.insert(name).inserted
            else { continue }
            result.append(name)
        }
        return result
    }

    private static let newline = UInt8(ascii: "\n")
    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    private static let modifiers: Set<String> = ["open", "public", "package", "internal", "fileprivate", "private"]

    /// Whether a word may be before `import`: an attribute or an access level.
    private static func isModifier(_ word: ArraySlice<UInt8>) -> Bool {
        word.first == UInt8(ascii: "@") || word.last == UInt8(ascii: ")")
            || modifiers.contains(String(decoding: word, as: UTF8.self))
    }

    /// The source with a space in place of each comment, and without the contents of strings.
    private static func code(of source: [UInt8]) -> [UInt8] {
        var (result, place) = ([UInt8](), 0)
        result.reserveCapacity(source.count)
        while place < source.count {
            let next = place + 1 < source.count ? source[place + 1] : 0
            switch (source[place], next) {
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                place = source[place...].firstIndex(of: newline) ?? source.count
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                place = endOfComment(source, place)
                result.append(UInt8(ascii: " "))
            case (UInt8(ascii: "\""), _):
                place = endOfString(source, place)
                result.append(UInt8(ascii: "\""))
            case (let byte, _):
                result.append(byte)
                place += 1
            }
        }
        return result
    }

    /// The place behind a comment, which may have comments in it.
    private static func endOfComment(_ source: [UInt8], _ start: Int) -> Int {
        var (place, depth) = (start, 0)
        while place + 1 < source.count {
            switch (source[place], source[place + 1]) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): (place, depth) = (place + 2, depth + 1)
            case (UInt8(ascii: "*"), UInt8(ascii: "/")): (place, depth) = (place + 2, depth - 1)
            default: place += 1
            }
            if depth == 0 { return place }
        }
        return source.count
    }

    /// The place behind a string that begins with a quote; a string of one line ends with its line at the latest.
    ///
    /// A string may have code in it, `\(code)`, and that another string: the quotes of both end and begin strings in turn, which
    /// is as good here.
    private static func endOfString(_ source: [UInt8], _ start: Int) -> Int {
        let quote = UInt8(ascii: "\"")
        let isLong = source[start...].starts(with: [quote, quote, quote])
        // Before the quotes of a raw string there are `#`, and as many behind those that end it.
        let marks = source[..<start].reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let end = [UInt8](repeating: quote, count: isLong ? 3 : 1) + [UInt8](repeating: UInt8(ascii: "#"), count: marks)
        var place = start + (isLong ? 3 : 1)
        while place < source.count {
            if source[place] == newline, !isLong { return place }
            if source[place] == quote, source[place...].starts(with: end) { return place + end.count }
            place +=
                source[place] == UInt8(ascii: "\\") && marks == 0 && place + 1 < source.count
                    && source[place + 1] != newline ? 2 : 1
        }
        return source.count
    }
}
