/// A paragraph's text in UTF-8, with the places of its units of UTF-16.
struct ParagraphBytes {
    /// The text.
    let bytes: [UInt8]
    /// The text unit of each byte's character, and one more for the end; empty if each byte is a unit.
    private let units: [Int]
    /// The text unit of the first byte.
    private let first: Int

    /// Converts a range of a text. An unpaired surrogate becomes U+FFFD.
    init(_ all: [UInt16], _ range: Range<Int>) {
        var bytes: [UInt8] = []
        var units: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let unit = all[index]
            var (value, length) = (UInt32(unit), 1)
            if UTF16.isLeadSurrogate(unit), index + 1 < range.upperBound, UTF16.isTrailSurrogate(all[index + 1]) {
                value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(all[index + 1]) - 0xDC00)
                length = 2
            }
            // A zero would end the text in C; another control character replaces it.
            let scalar = value == 0 ? "\u{1}" : Unicode.Scalar(value) ?? "\u{FFFD}"
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                bytes.append(byte)
                units.append(index)
            }
            index += length
        }
        units.append(range.upperBound)
        (self.bytes, self.units, first) = (bytes, units, range.lowerBound)
    }

    /// Converts a range of a text in ASCII, in fewer steps; nil for any other text.
    init?(ascii all: [UInt16], _ range: Range<Int>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for unit in all[range] {
            guard unit < 0x80, unit != 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: unit))
        }
        (self.bytes, units, first) = (bytes, [], range.lowerBound)
    }

    /// The text unit of a byte.
    func unit(ofByte byte: Int) -> Int { units.isEmpty ? first + byte : units[byte] }

    /// The first byte of a unit's character.
    ///
    /// *Complexity*: logarithmic.
    func byte(ofUnit unit: Int) -> Int {
        if units.isEmpty { return min(max(unit - first, 0), bytes.count) }
        var (low, high) = (0, units.count)
        while low < high {
            let middle = (low + high) / 2
            if units[middle] < unit { low = middle + 1 } else { high = middle }
        }
        return low < units.count ? low : bytes.count
    }
}
