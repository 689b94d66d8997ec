/// A piece of a document in Rich Text Format.
enum RTFToken: Equatable {
    /// `{`.
    case open
    /// `}`.
    case close
    /// A control word without its number: `\b`, `\fs24`.
    case word(String, Int?)
    /// A control symbol, a backslash and one byte that is no letter: `\~`.
    case symbol(UInt8)
    /// A byte of text, plain or as `\'hh`.
    case byte(UInt8)
}

/// Splits the bytes of a document in Rich Text Format into tokens.
///
/// *Source*: Microsoft, Rich Text Format Specification, version 1.9.1, "RTF Syntax".
struct RTFTokenizer {
    private let bytes: [UInt8]
    private var place = 0

    /// The longest control word. *Source*: the specification's limit is 32 letters.
    private static let longestWord = 32

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next token; nil at the end.
    mutating func next() -> RTFToken? {
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "{"): return .open
            case UInt8(ascii: "}"): return .close
            case UInt8(ascii: "\\"):
                if let token = control() { return token }
            // Line ends are no text.
            case 0x0A, 0x0D, 0x00: continue
            default: return .byte(byte)
            }
        }
        return nil
    }

    /// Skips bytes that are no text: the data of a picture.
    mutating func skip(_ count: Int) { place += min(max(0, count), bytes.count - place) }

    private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The token after a backslash; nil for one that says nothing.
    private mutating func control() -> RTFToken? {
        guard place < bytes.count else { return nil }
        let first = bytes[place]
        guard isLetter(first) else {
            place += 1
            return first == UInt8(ascii: "'") ? hexadecimal() : .symbol(first)
        }
        let start = place
        while place < bytes.count, isLetter(bytes[place]), place - start < Self.longestWord { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        let number = number()
        // A space that ends a control word belongs to it.
        if place < bytes.count, bytes[place] == 0x20 { place += 1 }
        return .word(word, number)
    }

    /// The number after a control word, clamped to 32 bits; nil for none.
    private mutating func number() -> Int? {
        var end = place
        let isNegative = end < bytes.count && bytes[end] == UInt8(ascii: "-")
        if isNegative { end += 1 }
        guard end < bytes.count, isDigit(bytes[end]) else { return nil }
        var value = 0
        while end < bytes.count, isDigit(bytes[end]) {
            value = min(value * 10 + Int(bytes[end] - 0x30), Int(Int32.max))
            end += 1
        }
        place = end
        return isNegative ? -value : value
    }

    /// The byte of `\'hh`; nil without two hexadecimal digits, which are then text.
    private mutating func hexadecimal() -> RTFToken? {
        guard place + 1 < bytes.count, let high = Self.digit(bytes[place]), let low = Self.digit(bytes[place + 1])
        else {
            return nil
        }
        place += 2
        return .byte(high << 4 | low)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
