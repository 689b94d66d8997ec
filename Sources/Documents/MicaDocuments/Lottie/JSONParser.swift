/// Limits on a JSON text; a text that exceeds them is refused before it uses memory.
struct JSONLimits: Sendable {
    /// The most bytes of text.
    var bytes = 64 << 20
    /// The most values in all.
    var values = 8_000_000
    /// The deepest nesting of arrays and objects.
    var depth = 256

    /// The limits for documents of unknown origin.
    static let standard = JSONLimits()
}

/// Reads a JSON text (RFC 8259) with limits on its size and depth.
///
/// Lone surrogates in escapes and invalid UTF-8 become U+FFFD; numbers too large for a Double are refused.
struct JSONParser {
    private let bytes: [UInt8]
    private let file: String
    private let limits: JSONLimits
    private var position = 0
    private var count = 0

    /// Reads a text.
    ///
    /// *Throws*: `.malformed` with line and column for a syntax error, `.refused` beyond a limit.
    static func parse(_ bytes: [UInt8], file: String, limits: JSONLimits = .standard) throws(DocumentError) -> JSONValue
    {
        guard bytes.count <= limits.bytes else {
            throw DocumentError(
                .refused, file: file,
                reason: "the text is larger than \(SourceLimits.inWords(limits.bytes)); --large reads it")
        }
        var parser = JSONParser(bytes: bytes, file: file, limits: limits)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.malformed("there is more text after the value") }
        return value
    }

    private init(bytes: [UInt8], file: String, limits: JSONLimits) {
        (self.bytes, self.file, self.limits) = (bytes, file, limits)
    }

    /// The line and column of a byte.
    static func location(of offset: Int, in bytes: [UInt8], file: String) -> DocumentLocation {
        var (line, column) = (1, 1)
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return DocumentLocation(file: file, line: line, column: column)
    }

    private func malformed(_ reason: String) -> DocumentError {
        DocumentError(.malformed, at: Self.location(of: position, in: bytes, file: file), reason: reason)
    }

    private func refused(_ reason: String) -> DocumentError {
        DocumentError(.refused, at: Self.location(of: position, in: bytes, file: file), reason: reason)
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(DocumentError) -> JSONValue {
        skipSpace()
        try countValue()
        switch byte {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw malformed("the text ends in the middle")
        case let byte?:
            guard byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) else {
                throw malformed("a value should be here")
            }
            return .number(try number())
        }
    }

    private mutating func countValue() throws(DocumentError) {
        count += 1
        guard count <= limits.values else {
            throw refused("the text holds more than \(limits.values) values; --large reads it")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(DocumentError) -> JSONValue {
        let text = Array(String(describing: word).utf8)
        guard bytes[position...].starts(with: text) else { throw malformed("a value should be here") }
        position += text.count
        return value
    }

    private mutating func enter(_ depth: Int) throws(DocumentError) {
        guard depth <= limits.depth else {
            throw refused("arrays and objects are more than \(limits.depth) deep in each other")
        }
        position += 1
        skipSpace()
    }

    private mutating func object(depth: Int) throws(DocumentError) -> JSONObject {
        var object = JSONObject(members: [], offset: position)
        try enter(depth)
        if byte == UInt8(ascii: "}") {
            position += 1
            return object
        }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw malformed("the name of a member should be here") }
            let key = try string()
            skipSpace()
            guard byte == UInt8(ascii: ":") else { throw malformed("a colon should be here") }
            position += 1
            // Most objects have few members.
            if object.members.isEmpty { object.members.reserveCapacity(4) }
            object.members.append((key, try value(depth: depth)))
            guard try another(before: UInt8(ascii: "}"), "a comma or } should be here") else { return object }
        }
    }

    private mutating func array(depth: Int) throws(DocumentError) -> JSONValue {
        try enter(depth)
        if byte == UInt8(ascii: "]") {
            position += 1
            return .numbers([])
        }
        var numbers: [Double] = []
        var values: [JSONValue]?
        // Numbers are most of a document: they are read without a value for each.
        while let byte, byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
            try countValue()
            if numbers.isEmpty { numbers.reserveCapacity(4) }
            numbers.append(try number())
            guard try another(before: UInt8(ascii: "]"), "a comma or ] should be here") else {
                return .numbers(numbers)
            }
            skipSpace()
        }
        while true {
            let element = try value(depth: depth)
            if values != nil {
                values?.append(element)
            } else if case .number(let number) = element {
                numbers.append(number)
            } else {
                values = numbers.map { .number($0) } + [element]
            }
            guard try another(before: UInt8(ascii: "]"), "a comma or ] should be here") else { break }
        }
        return values.map { .array($0) } ?? .numbers(numbers)
    }

    private mutating func another(before end: UInt8, _ reason: String) throws(DocumentError) -> Bool {
        skipSpace()
        switch byte {
        case UInt8(ascii: ","):
            position += 1
            return true
        case end:
            position += 1
            return false
        case nil: throw malformed("the text ends in the middle")
        default: throw malformed(reason)
        }
    }

    private mutating func number() throws(DocumentError) -> Double {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        let isNegative = position > start
        var mantissa: UInt64 = 0
        var (digits, fraction) = (0, 0)
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        guard isDigit(byte) else { throw malformed("a digit should be here") }
        while isDigit(byte) {
            if digits < 19 { mantissa = mantissa * 10 + UInt64(bytes[position] - 0x30) }
            (digits, position) = (digits + 1, position + 1)
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            guard isDigit(byte) else { throw malformed("a digit should be here") }
            while isDigit(byte) {
                if digits < 19 { mantissa = mantissa * 10 + UInt64(bytes[position] - 0x30) }
                (digits, fraction, position) = (digits + 1, fraction + 1, position + 1)
            }
        }
        var hasExponent = false
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            hasExponent = true
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            guard isDigit(byte) else { throw malformed("a digit should be here") }
            while isDigit(byte) { position += 1 }
        }
        // Exact: a Double represents both parts exactly, and the one division rounds once.
        if !hasExponent, digits <= 19, mantissa < 1 << 53, fraction <= 22 {
            let value = Double(mantissa) / Self.powers[fraction]
            return isNegative ? -value : value
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            position = start
            throw refused("the number \(text.prefix(40)) is too large")
        }
        return value
    }

    private static let powers: [Double] = (0...22).map { Double("1e\($0)") ?? 1 }

    private mutating func string() throws(DocumentError) -> String {
        position += 1
        let start = position
        while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if byte == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while true {
            switch byte {
            case nil: throw malformed("the text ends in the middle of a string")
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                text += Array(String(Character(try escape())).utf8)
            case let byte?:
                guard byte >= 0x20 else { throw malformed("a control character in a string") }
                text.append(byte)
                position += 1
            }
        }
    }

    private mutating func escape() throws(DocumentError) -> Unicode.Scalar {
        guard let byte else { throw malformed("the text ends in the middle of a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let high = try unit()
            guard (0xD800..<0xDC00).contains(high), bytes[position...].starts(with: [0x5C, 0x75]) else {
                return Unicode.Scalar(high) ?? "\u{FFFD}"
            }
            let before = position
            position += 2
            let low = try unit()
            guard (0xDC00..<0xE000).contains(low) else {
                position = before
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
        default:
            position -= 1
            throw malformed("no escape in a string starts so")
        }
    }

    private mutating func unit() throws(DocumentError) -> UInt32 {
        guard position + 4 <= bytes.count,
            let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
            bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-")
        else { throw malformed("four hexadecimal digits should be here") }
        position += 4
        return value
    }
}
