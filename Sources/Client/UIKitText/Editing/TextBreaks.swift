@_spi(_Unicode) import Swift

/// The bounds of letters and words, by the rules of Unicode. Positions count units of UTF-16.
///
/// *Source*: Unicode Standard Annex 29, "Unicode Text Segmentation". The standard library has both: the letters are its
/// Characters. A search reads only the text around a position, so that its cost does not depend on the length of the
/// text.
struct TextBreaks {
    /// The number of units.
    let count: Int
    /// The units in a range.
    let units: (Range<Int>) -> [UInt16]

    /// The length of the text that a search reads first. *Units*: units of UTF-16.
    private static let window = 64

    /// The end of the letter that begins at or around a position; the end of the text at its end.
    func letterEnd(after position: Int) -> Int {
        guard position < count else { return count }
        return letters(around: position).first { $0.upperBound > position }?.upperBound ?? count
    }

    /// The beginning of the letter that ends at or around a position; 0 at the beginning.
    func letterStart(before position: Int) -> Int {
        guard position > 0 else { return 0 }
        return letters(around: min(position, count) - 1).last { $0.lowerBound < position }?.lowerBound ?? 0
    }

    /// The nearest position at or before another at which a letter begins.
    func letterBound(atOrBefore position: Int) -> Int {
        guard position > 0 else { return 0 }
        guard position < count else { return count }
        return letters(around: position).first { $0.contains(position) }?.lowerBound ?? position
    }

    /// The letters of a range that begins at a bound of letters.
    func letters(in range: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = range.lowerBound
        for letter in String(units: units(range)) {
            let end = start + letter.utf16.count
            result.append(start..<end)
            start = end
        }
        return result
    }

    /// The letters around a unit: at least the one that it is in.
    private func letters(around unit: Int) -> [Range<Int>] {
        var size = Self.window
        while true {
            let start = safeStart(before: unit, size)
            let end = min(count, unit + size)
            let letters = letters(in: start..<end)
            // The last letter may go on after the window.
            if end == count || letters.last.map({ $0.lowerBound > unit }) == true { return letters }
            size *= 4
        }
    }

    /// A position at which a letter begins for certain: between two signs of ASCII, or at the beginning.
    private func safeStart(before unit: Int, _ size: Int) -> Int {
        var first = max(0, unit - size)
        while true {
            let text = units(first..<unit + 1)
            for index in stride(from: text.count - 1, to: 0, by: -1)
            where text[index] < 0x7F && text[index - 1] < 0x7F && !(text[index] == 10 && text[index - 1] == 13) {
                return first + index
            }
            if first == 0 { return 0 }
            first = max(0, first - (unit - first) * 4 - Self.window)
        }
    }

    // MARK: Words

    /// The word that a position is in, or that it follows; else the spaces or the sign at the position.
    func word(at position: Int) -> Range<Int> {
        guard count > 0 else { return 0..<0 }
        let segments = segments(around: position)
        let after = segments.first { $0.range.contains(position) }
        if let after, after.isWord { return after.range }
        if let before = segments.first(where: { $0.range.upperBound == position }), before.isWord || after == nil {
            return before.range
        }
        return after?.range ?? position..<position
    }

    /// The end of the next word after a position; the end of the text after the last.
    func wordEnd(after position: Int) -> Int {
        var from = position
        while from < count {
            let segments = segments(around: from)
            if let found = segments.first(where: { $0.isWord && $0.range.upperBound > position }) {
                return found.range.upperBound
            }
            guard let last = segments.last, last.range.upperBound > from else { return count }
            from = last.range.upperBound
        }
        return count
    }

    /// The beginning of the last word before a position; 0 before the first.
    func wordStart(before position: Int) -> Int {
        var from = position
        while from > 0 {
            let segments = segments(around: from - 1)
            if let found = segments.last(where: { $0.isWord && $0.range.lowerBound < position }) {
                return found.range.lowerBound
            }
            guard let first = segments.first, first.range.lowerBound < from else { return 0 }
            from = first.range.lowerBound
        }
        return 0
    }

    /// A part of a text between two bounds of words.
    struct Segment {
        var range: Range<Int>
        /// Whether it has letters or digits.
        var isWord: Bool
    }

    /// The longest text on each side that is divided into words together. *Units*: units of UTF-16.
    private static let reach = 2_048

    /// The parts of the text around a unit, up to the ends of its paragraph.
    func segments(around unit: Int) -> [Segment] {
        let unit = min(max(unit, 0), max(count - 1, 0))
        let low = max(0, unit - Self.reach)
        let high = min(count, unit + Self.reach)
        let text = units(low..<high)
        let middle = unit - low
        // A word does not reach over the end of a paragraph; in a long one, the searched text begins after a space.
        func isPair(_ place: Int) -> Bool {
            place > 0 && place < text.count && text[place] == 0x0A && text[place - 1] == 0x0D
        }
        var start = middle
        while start > 0, !Self.endsParagraph(text[start - 1]) || isPair(start) { start -= 1 }
        if start == 0, low > 0 {
            start = text[..<middle].firstIndex(of: 0x20).map { $0 + 1 } ?? 0
        }
        var end = middle
        while end < text.count, !Self.endsParagraph(text[end]) { end += 1 }
        if end < text.count { end += isPair(end + 1) ? 2 : 1 }
        if start == end { return [Segment(range: unit..<unit + 1, isWord: false)] }
        let string = String(units: text[start..<end])
        var result: [Segment] = []
        var (index, location) = (string.startIndex, low + start)
        while index < string.endIndex {
            let next = string._wordIndex(after: index)
            let part = string[index..<next]
            let length = part.utf16.count
            let isWord = part.unicodeScalars.contains { scalar in
                let properties = scalar.properties
                return properties.isAlphabetic || properties.numericType != nil || scalar.value > 0x1F000
            }
            result.append(Segment(range: location..<location + length, isWord: isWord))
            (index, location) = (next, location + length)
        }
        return result
    }

    /// Whether a unit ends a paragraph.
    static func endsParagraph(_ unit: UInt16) -> Bool {
        unit == 0x0A || unit == 0x0D || unit == 0x2029 || unit == 0x85
    }

    /// The paragraph of a position, with the separator at its end.
    func paragraph(at position: Int) -> Range<Int> {
        var start = min(max(position, 0), count)
        while start > 0 {
            let from = max(0, start - 1_024)
            let text = units(from..<start)
            if let found = text.lastIndex(where: Self.endsParagraph) {
                start = from + found + 1
                // Between the two signs of one separator no paragraph begins.
                if text[found] == 13, start < count, units(start..<start + 1) == [10] {
                    start = from + found
                    continue
                }
                break
            }
            start = from
        }
        var end = min(max(position, 0), count)
        while end < count {
            let text = units(end..<min(count, end + 1_024))
            if let found = text.firstIndex(where: Self.endsParagraph) {
                let isPair =
                    text[found] == 13 && end + found + 1 < count
                    && units(end + found + 1..<end + found + 2) == [10]
                end += found + (isPair ? 2 : 1)
                break
            }
            end += text.count
        }
        return start..<end
    }
}
