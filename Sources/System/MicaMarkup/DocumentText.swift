/// Conversion of documents' text to UTF-8 from any Unicode encoding.
package enum DocumentText {
    /// The text as UTF-8; nil when it is UTF-8 already, or when the first bytes do not show the encoding.
    ///
    /// UTF-16 and UTF-32 are recognized by byte order marks; UTF-16 without one, by the zeros beside the first
    /// character of JSON or XML. Invalid characters become U+FFFD.
    package static func transcoded(_ bytes: [UInt8]) -> [UInt8]? {
        let start = bytes.prefix(4)
        if start.elementsEqual([0xFF, 0xFE, 0, 0]) { return utf32(bytes.dropFirst(4), isLittle: true) }
        if start.elementsEqual([0, 0, 0xFE, 0xFF]) { return utf32(bytes.dropFirst(4), isLittle: false) }
        if start.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isLittle: true) }
        if start.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isLittle: false) }
        guard start.count == 4 else { return nil }
        let first: Set<UInt8> = [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "["), 0x20, 0x0A, 0x0D, 0x09]
        if first.contains(bytes[0]), bytes[1] == 0, bytes[2] != 0, bytes[3] == 0 {
            return utf16(bytes[...], isLittle: true)
        }
        if bytes[0] == 0, first.contains(bytes[1]), bytes[2] == 0, bytes[3] != 0 {
            return utf16(bytes[...], isLittle: false)
        }
        return nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8] {
        var text = String.UnicodeScalarView()
        var index = bytes.startIndex
        while index + 3 < bytes.endIndex {
            let four = bytes[index..<index + 4].map(UInt32.init)
            let value = (isLittle ? four.reversed() : four).reduce(0) { $0 << 8 | $1 }
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            index += 4
        }
        return Array(String(text).utf8)
    }
}
