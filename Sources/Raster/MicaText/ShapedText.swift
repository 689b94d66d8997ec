/// A part of a paragraph for which one font is wanted. *Range*: bytes of the paragraph in UTF-8, half-open.
package struct FontSpan: Sendable {
    /// The bytes of the part.
    package var range: Range<Int>
    /// The font that is wanted.
    package var face: FontFace
    /// Whether several letters may become one glyph, if the font has it.
    package var ligatures: Bool
    /// Whether the font's own kerning is applied.
    package var kerning: Bool

    package init(range: Range<Int>, face: FontFace, ligatures: Bool = true, kerning: Bool = true) {
        (self.range, self.face, self.ligatures, self.kerning) = (range, face, ligatures, kerning)
    }
}

/// A part of a paragraph that is shaped as a whole: one font, one direction, one script.
package struct TextItem: Sendable {
    /// The bytes of the part. *Range*: bytes of the paragraph in UTF-8.
    package var range: Range<Int>
    /// The font, which has its letters.
    package var face: FontFace
    /// The embedding level of the Unicode bidirectional algorithm; odd levels run right to left.
    package var level: Int
    /// The script, as HarfBuzz numbers it.
    package var script: UInt32
    /// Whether several letters may become one glyph.
    package var ligatures: Bool
    /// Whether the font's own kerning is applied.
    package var kerning: Bool
}

/// A glyph with its position. *Units*: font units.
package struct ShapedGlyph: Sendable, Equatable {
    /// The glyph's number in its face.
    package let glyph: UInt32
    // HarfBuzz's own whole numbers: many texts are kept.
    private let byte, step, right, up: Int32
    /// The first byte of the glyph's letters.
    package var cluster: Int { Int(byte) }
    /// How far the pen moves on after the glyph.
    package var advance: Double { Double(step) }
    /// The glyph's offset from the pen, to the right.
    package var x: Double { Double(right) }
    /// The glyph's offset from the pen, upwards.
    package var y: Double { Double(up) }

    init(glyph: UInt32, cluster: Int, advance: Int32, x: Int32, y: Int32) {
        (self.glyph, byte, step, right, up) = (glyph, Int32(clamping: cluster), advance, x, y)
    }
}

/// The breaks that are allowed before a character, and the character's kind.
package struct BreakFlags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A line may end.
    package static let line = BreakFlags(rawValue: 1)
    /// A line must end.
    package static let mandatory = BreakFlags(rawValue: 2)
    /// A grapheme begins: a unit that readers see as one letter.
    package static let grapheme = BreakFlags(rawValue: 4)
    /// The character is white space.
    package static let white = BreakFlags(rawValue: 8)
    /// A word begins.
    package static let word = BreakFlags(rawValue: 16)
}

/// The direction of a paragraph.
package enum BaseDirection: Sendable {
    /// The direction of the first letter that has one; left to right when there is none.
    case natural
    case leftToRight
    case rightToLeft
}

/// A paragraph divided into items.
package struct TextItems: Sendable {
    /// The items, in reading order.
    package var items: [TextItem]
    /// The embedding level of the paragraph: 0 or 1.
    package var baseLevel: Int
    /// For each byte, the flags of the character that begins there; one more entry for the end.
    package var breaks: [BreakFlags]

    /// The items that have bytes of a part.
    ///
    /// *Complexity*: logarithmic. A line that went through all items of its paragraph would make a paragraph of many
    /// directions cost the square of its length.
    package func items(in part: Range<Int>) -> ArraySlice<TextItem> {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].range.upperBound <= part.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < items.count, items[end].range.lowerBound < part.upperBound { end += 1 }
        return items[low..<end]
    }
}
