/// Parses XML 1.0 text strictly into a tree of elements.
///
/// Our own parser replaces Foundation's XMLParser for three reasons. Warnings need the line and column of single
/// attributes, but XMLParser gives attributes as a dictionary, and only the position of the tag's end. The limits on
/// depth, count and size apply during parsing. No entity is declared or expanded, so that attacks on libxml2's
/// expansion cannot occur.
///
/// The parser reads only what documents use: UTF-8, no internal subset in a DOCTYPE, no namespaces except a prefix
/// kept in the name.
///
/// *Complexity*: linear in the bytes.
package struct MarkupParser {
    let bytes: [UInt8]
    let file: String
    let limits: MarkupLimits
    var index = 0
    private var line = 1
    private var lineStart = 0
    private var elementCount = 0
    /// Whether the file was in another encoding, which its declaration states.
    private var isTranscoded = false
    /// The number of characters of the line before `countedTo`.
    private var counted = 0
    private var countedTo = 0

    /// Parses a file's bytes, and returns the root element.
    ///
    /// *Throws*: `.malformed` with line and column, or `.refused` when a limit is exceeded.
    package static func parse(
        _ bytes: [UInt8], file: String, limits: MarkupLimits = .standard
    ) throws(DocumentError) -> MarkupElement {
        guard bytes.count <= limits.bytes else {
            throw DocumentError(
                .refused, file: file,
                reason: "the file has \(bytes.count) bytes; without --large the limit is \(limits.bytes)")
        }
        let transcoded = DocumentText.transcoded(bytes)
        var parser = MarkupParser(bytes: transcoded ?? bytes, file: file, limits: limits)
        parser.isTranscoded = transcoded != nil
        return try parser.document()
    }

    private init(bytes: [UInt8], file: String, limits: MarkupLimits) {
        self.bytes = bytes
        self.file = file
        self.limits = limits
    }

    // MARK: The document

    private mutating func document() throws(DocumentError) -> MarkupElement {
        try checkEncoding()
        if starts(with: "<?xml"), isSpace(at: index + 5) { try declaration() }
        try miscellaneous(allowingDoctype: true)
        guard peek() == UInt8(ascii: "<") else {
            throw malformed(
                index >= bytes.count ? "the file ends before its first element" : "text stands before the first element"
            )
        }
        let root = try elements()
        try miscellaneous(allowingDoctype: false)
        guard index >= bytes.count else { throw malformed("something follows the end of the root element") }
        return root
    }

    private mutating func checkEncoding() throws(DocumentError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            lineStart = 3
        }
        if let bad = firstInvalidUTF8() {
            advance(to: bad)
            throw malformed("the bytes here are not UTF-8")
        }
    }

    private mutating func declaration() throws(DocumentError) {
        let start = index
        guard let end = find("?>", from: index) else { throw malformed("the XML declaration does not end") }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        if let range = text.firstRange(of: "encoding") {
            let rest = text[range.upperBound...].drop { $0 == "=" || $0 == " " || $0 == "\t" || $0 == "\n" }
            let name = rest.dropFirst().prefix { $0 != "\"" && $0 != "'" }.uppercased()
            guard isTranscoded || ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(name) else {
                throw malformed("the declared encoding is \(name); UTF-8, UTF-16 and UTF-32 are read")
            }
        }
        advance(to: end + 2)
    }

    /// Comments, processing instructions and white space outside the root, and the DOCTYPE where it is allowed.
    private mutating func miscellaneous(allowingDoctype: Bool) throws(DocumentError) {
        var doctypeMay = allowingDoctype
        while true {
            skipSpace()
            if starts(with: "<!--") {
                try skipComment()
            } else if starts(with: "<?") {
                try skipInstruction()
            } else if doctypeMay, starts(with: "<!DOCTYPE") {
                try skipDoctype()
                doctypeMay = false
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(DocumentError) {
        guard let end = find("--", from: index + 4) else { throw malformed("a comment does not end") }
        guard end + 2 < bytes.count, bytes[end + 2] == UInt8(ascii: ">") else {
            advance(to: end)
            throw malformed("a comment holds \"--\"")
        }
        advance(to: end + 3)
    }

    private mutating func skipInstruction() throws(DocumentError) {
        if starts(with: "<?xml"), isSpace(at: index + 5) {
            throw malformed("an XML declaration stands elsewhere than at the start")
        }
        guard let end = find("?>", from: index + 2) else { throw malformed("a processing instruction does not end") }
        advance(to: end + 2)
    }

    private mutating func skipDoctype() throws(DocumentError) {
        var quote: UInt8?
        var at = index + 9
        while at < bytes.count {
            let byte = bytes[at]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                throw DocumentError(
                    .refused, at: location(),
                    reason: "the DOCTYPE declares entities or elements, which is not allowed in a document")
            } else if byte == UInt8(ascii: ">") {
                advance(to: at + 1)
                return
            }
            at += 1
        }
        throw malformed("the DOCTYPE does not end")
    }

    // MARK: Elements

    /// The element at the index with all its content; a loop with its own stack, so that nesting uses no machine
    /// stack.
    private mutating func elements() throws(DocumentError) -> MarkupElement {
        var open: [MarkupElement] = []
        while true {
            if !open.isEmpty { try characterData(into: &open[open.count - 1].text) }
            guard index < bytes.count else {
                let last = open.last
                throw malformed(
                    "the file ends inside <\(last?.name ?? "")>, opened at \(last.map { "\($0.location.line):\($0.location.column)" } ?? "")"
                )
            }
            if open.isEmpty, starts(with: "</") || starts(with: "<!") {
                throw malformed("the file does not begin with an element")
            }
            if starts(with: "</") {
                let closed = try closeTag(of: open.removeLast())
                guard !open.isEmpty else { return closed }
                open[open.count - 1].children.append(closed)
            } else if starts(with: "<!--") {
                try skipComment()
            } else if starts(with: "<![CDATA[") {
                try markedSection(into: &open[open.count - 1].text)
            } else if starts(with: "<?") {
                try skipInstruction()
            } else {
                let (element, isEmpty) = try openTag(depth: open.count + 1)
                if !isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    return element
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
    }

    private mutating func openTag(depth: Int) throws(DocumentError) -> (element: MarkupElement, isEmpty: Bool) {
        let start = location()
        guard depth <= limits.depth else {
            throw DocumentError(.refused, at: start, reason: "elements are nested deeper than \(limits.depth)")
        }
        elementCount += 1
        guard elementCount <= limits.elements else {
            throw DocumentError(
                .refused, at: start, reason: "the file has more than \(limits.elements) elements; --large reads it")
        }
        index += 1
        var element = MarkupElement(
            name: try name("an element's name"), attributes: [], children: [], text: "", location: start)
        while true {
            let hadSpace = isSpace(at: index)
            skipSpace()
            guard let next = peek() else { throw malformed("the file ends inside the tag <\(element.name)>") }
            if next == UInt8(ascii: ">") {
                index += 1
                return (element, false)
            }
            if next == UInt8(ascii: "/") {
                guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") else {
                    throw malformed("\"/\" is not followed by \">\"")
                }
                index += 2
                return (element, true)
            }
            guard hadSpace else { throw malformed("a space is missing before an attribute of <\(element.name)>") }
            let attribute = try self.attribute()
            guard element.attribute(attribute.name) == nil else {
                throw DocumentError(
                    .malformed, at: attribute.location,
                    reason: "<\(element.name)> has the attribute \"\(attribute.name)\" twice")
            }
            element.attributes.append(attribute)
            guard element.attributes.count <= limits.attributes else {
                throw DocumentError(
                    .refused, at: attribute.location,
                    reason: "<\(element.name)> has more than \(limits.attributes) attributes")
            }
        }
    }

    private mutating func closeTag(of element: MarkupElement) throws(DocumentError) -> MarkupElement {
        let start = location()
        index += 2
        let closing = try name("a closing tag's name")
        guard closing == element.name else {
            throw DocumentError(
                .malformed, at: start,
                reason:
                    "</\(closing)> does not close <\(element.name)>, opened at \(element.location.line):\(element.location.column)"
            )
        }
        skipSpace()
        guard peek() == UInt8(ascii: ">") else {
            throw malformed("the closing tag </\(closing)> does not end with \">\"")
        }
        index += 1
        return element
    }

    private mutating func attribute() throws(DocumentError) -> MarkupAttribute {
        let start = location()
        let name = try name("an attribute's name")
        skipSpace()
        guard peek() == UInt8(ascii: "=") else { throw malformed("the attribute \"\(name)\" has no \"=\"") }
        index += 1
        skipSpace()
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw malformed("the value of \"\(name)\" is not in quotes")
        }
        index += 1
        let value = try attributeValue(endingWith: quote, of: name)
        return MarkupAttribute(name: name, value: value, location: start)
    }

    private mutating func name(_ what: String) throws(DocumentError) -> String {
        let start = index
        guard let first = peek(), isNameStart(first) else {
            throw malformed("\(what) is missing or begins with a wrong character")
        }
        index += 1
        while let byte = peek(), isNameStart(byte) || isNamePart(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    // MARK: Reading bytes

    /// The byte at the index; nil at the end.
    func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether the ASCII text is at the index.
    func starts(with text: String) -> Bool {
        guard bytes.count - index >= text.utf8.count else { return false }
        var at = index
        for byte in text.utf8 {
            if bytes[at] != byte { return false }
            at += 1
        }
        return true
    }

    /// The next offset of two ASCII characters; nil when they do not occur.
    func find(_ text: String, from offset: Int) -> Int? {
        let wanted = Array(text.utf8)
        var at = offset
        while at + wanted.count <= bytes.count {
            if bytes[at] == wanted[0], bytes[at..<(at + wanted.count)].elementsEqual(wanted) { return at }
            at += 1
        }
        return nil
    }

    func isSpace(at offset: Int) -> Bool {
        guard offset < bytes.count else { return false }
        let byte = bytes[offset]
        return byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    mutating func skipSpace() {
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
        while isSpace(at: index) { step() }
    }

    /// Advances by one byte, counting lines (`\n`, `\r` and `\r\n` each end one).
    mutating func step() {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A || (byte == 0x0D && peek() != 0x0A) {
            line += 1
            lineStart = index
        }
    }

    /// Advances to a later offset, counting lines.
    mutating func advance(to offset: Int) {
        while index < offset { step() }
    }

    /// The location of the index.
    ///
    /// *Complexity*: linear in the bytes since the last location on the line, so that a file of one line is read in
    /// linear time.
    mutating func location() -> DocumentLocation {
        let start = min(max(lineStart, countedTo), index)
        if countedTo < lineStart { counted = 0 }
        counted += bytes[start..<index].count { $0 & 0xC0 != 0x80 }
        countedTo = index
        return DocumentLocation(file: file, line: line, column: counted + 1)
    }

    mutating func malformed(_ reason: String) -> DocumentError {
        DocumentError(.malformed, at: location(), reason: reason)
    }

    private func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    private func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    private func firstInvalidUTF8() -> Int? {
        var decoder = Unicode.UTF8.ForwardParser()
        var source = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.parseScalar(from: &source) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
