/// Text that needs no division: printable ASCII of one font, from left to right.
///
/// Pango, which divides all other text, gives such a text the same font, script and level throughout (PlainTextTests
/// compares the two). On a machine with an emoji font its parts end at digits, # and *, so that only here these are
/// kerned with their neighbours.
struct PlainText {
    /// Which characters a face has, of U+0020 to U+007E.
    private var coverage: [Int: [Bool]] = [:]

    /// HarfBuzz's number of a script's four letters.
    private static func script(_ tag: StaticString) -> UInt32 {
        tag.withUTF8Buffer { bytes in unsafe bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    }

    /// The one item of a text; nil when the text is to be divided.
    ///
    /// - Parameter covers: Whether the face has a character.
    mutating func item(_ text: [UInt8], _ span: FontSpan, covers: (UInt32) -> Bool) -> TextItem? {
        guard span.range == 0..<text.count, !span.face.isMissing, !span.face.metrics.isPictures else { return nil }
        let known: [Bool]
        if let found = coverage[span.face.id] {
            known = found
        } else {
            known = (0x20...0x7E).map { covers(UInt32($0)) }
            coverage[span.face.id] = known
        }
        var hasLetters = false
        for byte in text {
            guard byte >= 0x20, byte <= 0x7E, known[Int(byte) - 0x20] else { return nil }
            let letter = byte | 0x20
            if letter >= 0x61, letter <= 0x7A { hasLetters = true }
        }
        return TextItem(
            range: span.range, face: span.face, level: 0,
            script: hasLetters ? Self.script("Latn") : Self.script("Zyyy"), ligatures: span.ligatures,
            kerning: span.kerning)
    }

    /// The breaks that are allowed before each character of a text of letters, digits and spaces in ASCII; nil for other
    /// texts.
    /// Lines may end after spaces, and words begin there.
    static func breaks(of text: [UInt8]) -> [BreakFlags]? {
        var result: [BreakFlags] = []
        result.reserveCapacity(text.count + 1)
        var isAfterSpace = true
        for byte in text {
            if byte == 0x20 {
                result.append([.grapheme, .white])
                isAfterSpace = true
                continue
            }
            let letter = byte | 0x20
            guard letter >= 0x61 && letter <= 0x7A || byte >= 0x30 && byte <= 0x39 else { return nil }
            var flags = BreakFlags.grapheme
            if isAfterSpace { flags.insert(.word) }
            if isAfterSpace, !result.isEmpty { flags.insert(.line) }
            result.append(flags)
            isAfterSpace = false
        }
        result.append([.line, .mandatory, .grapheme, .white])
        return result
    }
}
