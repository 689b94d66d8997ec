import Foundation

/// Finds links and telephone numbers in a text, in time in proportion to its length.
struct DataFinder {
    /// The text's units of UTF-16; the indices are those of the whole text.
    let units: ArraySlice<UInt16>

    init(_ units: ArraySlice<UInt16>) { self.units = units }

    /// The data of some kinds, in order. A telephone number in a link is none.
    func results(_ kinds: NSTextCheckingResult.CheckingType) -> [NSTextCheckingResult] {
        let links = LinkFinder(units).links()
        var result: [DetectedData] = []
        if kinds.contains(.detectedLink) { result = links }
        guard kinds.contains(.detectedNumber) else { return result }
        var rest = links[...]
        for range in PhoneNumberFinder(units).ranges() {
            rest = rest.drop { NSMaxRange($0.range) <= range.lowerBound }
            if let link = rest.first, link.range.location < range.upperBound { continue }
            result.append(DetectedData(.phoneNumber(text(range)), in: NSRange(range)))
        }
        return result.sorted { $0.range.location < $1.range.location }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }
}

extension NSTextCheckingResult.CheckingType {
    // Foundation's names are deprecated on Linux, as it finds none of these itself; its numbers are not Apple's.

    /// Links.
    package static let detectedLink = Self(rawValue: 1 << 6)
    /// Telephone numbers.
    package static let detectedNumber = Self(rawValue: 1 << 11)
}

extension UInt16 {
    /// Whether it is one of the characters of a text of ASCII.
    func isOne(of characters: StaticString) -> Bool {
        guard self < 0x80 else { return false }
        return unsafe UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount)
            .contains(UInt8(self))
    }

    /// Whether it is a digit of ASCII.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    /// Whether it is a capital letter of ASCII.
    var isCapital: Bool { isLetter && self & 0x20 == 0 }
    /// Whether it is a letter or a digit, of any script. Halves of characters outside of the basic plane count as letters.
    var isAlphanumeric: Bool {
        if self < 0x80 { return isDigit || isLetter }
        guard let scalar = Unicode.Scalar(self) else { return true }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }
}
