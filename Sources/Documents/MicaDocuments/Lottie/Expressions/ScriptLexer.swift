/// A part of a script that is wrong, or that is not supported.
struct ScriptError: Error {
    var message: String
    /// The line and the column of the script, from 1; 0 when they are not known.
    var line = 0
    var column = 0
}

/// A word of a script.
struct ScriptToken {
    enum Kind { case name, number, string, template, sign, end }

    var kind: Kind
    /// The name, the sign, the digits, or the value of a string.
    var text: String
    /// Bytes from the start of the script.
    var start: Int
    /// Whether a line ends before the token.
    var isFirst: Bool
    /// For templates: the values between the substitutions, and where each substitution starts and ends.
    var parts: [String] = []
    var holes: [Range<Int>] = []
}

/// Divides a script into words.
///
/// *Source*: ECMA-262, 12 "ECMAScript Language: Lexical Grammar".
struct ScriptLexer {
    let bytes: [UInt8]
    /// The end of the text that is read; templates' substitutions are read up to their braces.
    let end: Int
    private(set) var position = 0

    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        (position, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
    }

    /// The signs, longest first.
    private static let signs: [[UInt8]] = [
        ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=",
        "&&", "||", "??",
        "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "{", "}", "(", ")", "[",
        "]", ";", ",", "<",
        ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=", ".",
    ].map { Array($0.utf8) }

    /// The line and the column of a byte, from 1.
    func place(_ offset: Int) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    func error(_ message: String, at offset: Int) -> ScriptError {
        let place = place(offset)
        return ScriptError(message: message, line: place.line, column: place.column)
    }

    private func byte(_ ahead: Int = 0) -> UInt8 { position + ahead < end ? bytes[position + ahead] : 0 }

    /// The next token.
    mutating func next() throws(ScriptError) -> ScriptToken {
        let isFirst = try skipSpace()
        let start = position
        func token(_ kind: ScriptToken.Kind, _ text: String) -> ScriptToken {
            ScriptToken(kind: kind, text: text, start: start, isFirst: isFirst)
        }
        guard position < end else { return token(.end, "") }
        let first = byte()
        if Self.startsName(first) {
            while position < end, Self.startsName(byte()) || Self.isDigit(byte()) { position += 1 }
            return token(.name, String(decoding: bytes[start..<position], as: UTF8.self))
        }
        if Self.isDigit(first) || first == UInt8(ascii: ".") && Self.isDigit(byte(1)) {
            let text = try number()
            return token(.number, text)
        }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let text = try characters(until: first)
            return token(.string, text)
        }
        if first == UInt8(ascii: "`") { return try template(isFirst) }
        for sign in Self.signs where bytes[position..<end].starts(with: sign) {
            // "a?.5:b" has no optional chain.
            if sign == Array("?.".utf8), Self.isDigit(byte(2)) { continue }
            position += sign.count
            return token(.sign, String(decoding: sign, as: UTF8.self))
        }
        throw error("the character is not valid here", at: position)
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Skips spaces and comments. Whether a line ended.
    private mutating func skipSpace() throws(ScriptError) -> Bool {
        var isFirst = position == 0
        while position < end {
            switch byte() {
            case 0x0A, 0x0D:
                isFirst = true
                position += 1
            case 0x20, 0x09, 0x0B, 0x0C: position += 1
            case 0xC2 where byte(1) == 0xA0: position += 2
            case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF: position += 3
            case 0xE2 where byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9):
                isFirst = true
                position += 3
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while position < end, byte() != 0x0A, byte() != 0x0D { position += 1 }
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                let start = position
                position += 2
                while position < end, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
                    if byte() == 0x0A { isFirst = true }
                    position += 1
                }
                guard position < end else { throw error("the comment does not end", at: start) }
                position += 2
            default: return isFirst
            }
        }
        return isFirst
    }

    /// A number as ECMAScript 5 writes it.
    private mutating func number() throws(ScriptError) -> String {
        let start = position
        let radix: Int? =
            byte() == 0x30
            ? [0x78: 16, 0x58: 16, 0x62: 2, 0x42: 2, 0x6F: 8, 0x4F: 8][Int(byte(1))] : nil
        if let radix {
            position += 2
            var value = 0.0
            var count = 0
            while position < end {
                let digit = Int(byte()) == 0x5F ? -1 : Int(String(UnicodeScalar(byte())), radix: 36) ?? 99
                if digit >= radix { break }
                position += 1
                if digit >= 0 { (value, count) = (value * Double(radix) + Double(digit), count + 1) }
            }
            guard count > 0, value.isFinite else { throw error("the number is not valid", at: start) }
            return "\(value)"
        }
        var text: [UInt8] = []
        func isPart(_ byte: UInt8) -> Bool {
            let signAllowed = text.last == 0x65 || text.last == 0x45
            return Self.isDigit(byte) || byte == 0x2E && !text.contains(0x2E) || byte == 0x65 || byte == 0x45
                || signAllowed && (byte == 0x2B || byte == 0x2D)
        }
        while position < end, isPart(byte()) || byte() == 0x5F {
            if byte() != 0x5F { text.append(byte()) }
            position += 1
        }
        let result = String(decoding: text, as: UTF8.self)
        guard let value = Double(text.last == 0x2E ? result + "0" : result), value.isFinite else {
            throw error("the number is not valid", at: start)
        }
        return "\(value)"
    }

    /// The value of a string or of a part of a template, up to an end that is skipped.
    private mutating func characters(until quote: UInt8) throws(ScriptError) -> String {
        let start = position
        var value: [UInt8] = []
        while position < end {
            let byte = byte()
            if byte == quote {
                position += 1
                return String(decoding: value, as: UTF8.self)
            }
            if byte == UInt8(ascii: "$"), quote == UInt8(ascii: "`"), self.byte(1) == UInt8(ascii: "{") {
                return String(decoding: value, as: UTF8.self)
            }
            if byte == 0x0A, quote != UInt8(ascii: "`") { break }
            position += 1
            if byte == UInt8(ascii: "\\") {
                try escape(&value)
            } else {
                value.append(byte)
            }
        }
        throw error("the text does not end", at: start)
    }

    private mutating func escape(_ value: inout [UInt8]) throws(ScriptError) {
        let byte = byte()
        position += 1
        switch byte {
        case UInt8(ascii: "n"): value.append(0x0A)
        case UInt8(ascii: "r"): value.append(0x0D)
        case UInt8(ascii: "t"): value.append(0x09)
        case UInt8(ascii: "b"): value.append(0x08)
        case UInt8(ascii: "f"): value.append(0x0C)
        case UInt8(ascii: "v"): value.append(0x0B)
        case 0x30 where !Self.isDigit(self.byte()): value.append(0)
        case 0x0D where self.byte() == 0x0A: position += 1
        case 0x0A, 0x0D: break
        case UInt8(ascii: "x"): value += Array("\(try hexadecimal(2))".utf8)
        case UInt8(ascii: "u"):
            if self.byte() == UInt8(ascii: "{") {
                position += 1
                var count = 0
                while count < 6, self.byte(count) != UInt8(ascii: "}") { count += 1 }
                value += Array("\(try hexadecimal(count))".utf8)
                position += 1
            } else {
                value += Array("\(try hexadecimal(4))".utf8)
            }
        default: value.append(byte)
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(ScriptError) -> Character {
        let start = position
        var code: UInt32 = 0
        for _ in 0..<count {
            guard let digit = UInt32(String(UnicodeScalar(byte())), radix: 16) else {
                throw error("the escape is not valid", at: start)
            }
            position += 1
            code = code << 4 | digit
        }
        // Halves of pairs: the second follows as another escape.
        if (0xD800..<0xDC00).contains(code), byte() == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "u") {
            let digits = String(decoding: bytes[min(position + 2, end)..<min(position + 6, end)], as: UTF8.self)
            if let low = UInt32(digits, radix: 16), (0xDC00..<0xE000).contains(low) {
                position += 6
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
        }
        return Character(UnicodeScalar(code) ?? "\u{FFFD}")
    }

    private mutating func template(_ isFirst: Bool) throws(ScriptError) -> ScriptToken {
        let start = position
        var token = ScriptToken(kind: .template, text: "", start: start, isFirst: isFirst)
        position += 1
        while true {
            token.parts.append(try characters(until: UInt8(ascii: "`")))
            if bytes[position - 1] == UInt8(ascii: "`"), byte() != UInt8(ascii: "$") || byte(1) != UInt8(ascii: "{") {
                break
            }
            if byte() != UInt8(ascii: "$") { break }
            position += 2
            let first = position
            var depth = 0
            while true {
                let next = try next()
                if next.kind == .end { throw error("the text does not end", at: start) }
                if next.kind == .sign, next.text == "{" { depth += 1 }
                if next.kind == .sign, next.text == "}" {
                    if depth == 0 {
                        token.holes.append(first..<next.start)
                        break
                    }
                    depth -= 1
                }
            }
        }
        return token
    }

    /// Reads a regular expression, whose first slash was read as a sign.
    mutating func pattern(from start: Int) throws(ScriptError) -> (pattern: String, flags: String) {
        position = start + 1
        var isInClass = false
        while position < end, byte() != 0x0A {
            let byte = byte()
            if byte == UInt8(ascii: "\\") { position += 1 }
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            if byte == UInt8(ascii: "/"), !isInClass {
                let pattern = String(decoding: bytes[start + 1..<position], as: UTF8.self)
                position += 1
                let flags = position
                while position < end, Self.startsName(self.byte()) { position += 1 }
                return (pattern, String(decoding: bytes[flags..<position], as: UTF8.self))
            }
            position += 1
        }
        throw error("the pattern does not end", at: start)
    }
}
