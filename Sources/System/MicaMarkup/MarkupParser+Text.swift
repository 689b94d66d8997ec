/// Character data, attribute values and references.
extension MarkupParser {
    /// The text up to the next `<`, with references replaced and line ends normalised.
    mutating func characterData(into text: inout String) throws(DocumentError) {
        var plain: [UInt8] = []
        while let byte = peek(), byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: "&") {
                plain.append(contentsOf: try reference().utf8)
            } else if byte == UInt8(ascii: "]"), starts(with: "]]>") {
                throw malformed("\"]]>\" stands in text")
            } else {
                try append(byte, to: &plain)
            }
        }
        if !plain.isEmpty { text += String(decoding: plain, as: UTF8.self) }
    }

    /// A CDATA section at the index.
    mutating func markedSection(into text: inout String) throws(DocumentError) {
        guard let end = find("]]>", from: index + 9) else { throw malformed("a CDATA section does not end") }
        advance(to: index + 9)
        var plain: [UInt8] = []
        while index < end { try append(bytes[index], to: &plain) }
        advance(to: end + 3)
        text += String(decoding: plain, as: UTF8.self)
    }

    /// The value of an attribute up to its closing quote; white space becomes spaces, by XML's rules.
    mutating func attributeValue(endingWith quote: UInt8, of name: String) throws(DocumentError) -> String {
        // Most values are plain ASCII, and can be copied unchanged.
        let start = index
        while index < bytes.count, bytes[index] != quote, bytes[index] >= 0x20, bytes[index] < 0x80,
            bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: "&")
        {
            index += 1
        }
        if peek() == quote {
            index += 1
            return String(decoding: bytes[start..<index - 1], as: UTF8.self)
        }
        var plain = Array(bytes[start..<index])
        while let byte = peek() {
            if byte == quote {
                index += 1
                return String(decoding: plain, as: UTF8.self)
            }
            switch byte {
            case UInt8(ascii: "<"):
                throw malformed("the value of \"\(name)\" holds \"<\"; its closing quote may be missing")
            case UInt8(ascii: "&"):
                plain.append(contentsOf: try reference().utf8)
            case 0x09, 0x0A, 0x0D:
                let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                step()
                if isPair { step() }
                plain.append(0x20)
            default:
                try append(byte, to: &plain)
            }
        }
        throw malformed("the file ends inside the value of \"\(name)\"")
    }

    /// Appends one byte to the text: line ends become `\n`, control characters are refused.
    private mutating func append(_ byte: UInt8, to plain: inout [UInt8]) throws(DocumentError) {
        if byte < 0x20 {
            guard byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                throw malformed("a control character (\(byte)) stands in text")
            }
            step()
            if byte == 0x0D {
                if peek() == 0x0A { step() }
                plain.append(0x0A)
            } else {
                plain.append(byte)
            }
        } else {
            plain.append(byte)
            index += 1
        }
    }

    /// The text of the reference at the index (`&amp;`, `&#65;`, `&#x41;`).
    private mutating func reference() throws(DocumentError) -> String {
        let limit = min(index + 16, bytes.count)
        guard let end = (index..<limit).first(where: { bytes[$0] == UInt8(ascii: ";") }) else {
            throw malformed("\"&\" does not begin a reference; a plain one is written \"&amp;\"")
        }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        let text: String
        switch name {
        case "amp": text = "&"
        case "lt": text = "<"
        case "gt": text = ">"
        case "quot": text = "\""
        case "apos": text = "'"
        default:
            guard name.hasPrefix("#") else { throw malformed("the entity \"&\(name);\" is not one of XML's five") }
            guard let scalar = scalar(name.dropFirst()) else {
                throw malformed("\"&\(name);\" is not a character that XML allows")
            }
            text = String(Character(scalar))
        }
        index = end + 1
        return text
    }

    private func scalar(_ digits: Substring) -> Unicode.Scalar? {
        let isHexadecimal = digits.hasPrefix("x")
        let plain = isHexadecimal ? digits.dropFirst() : digits
        guard plain.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt32(plain, radix: isHexadecimal ? 16 : 10),
            value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D, value != 0xFFFE, value != 0xFFFF
        else { return nil }
        return Unicode.Scalar(value)
    }
}
