/// A part of a paragraph that wants one font. *Range*: bytes of the paragraph in UTF-8, half-open.
package struct FontSpan: Sendable {
    /// Where it is.
    package var range: Range<Int>
    /// The font that is wanted.
    package var face: FontFace
    /// Whether letters may be drawn as one glyph where the font would.
    package var ligatures: Bool
    /// Whether the font's own kerning is applied.
    package var kerning: Bool

    package init(range: Range<Int>, face: FontFace, ligatures: Bool = true, kerning: Bool = true) {
        (self.range, self.face, self.ligatures, self.kerning) = (range, face, ligatures, kerning)
    }
}

/// A part of a paragraph that is shaped as one: one font, one direction, one script.
package struct TextItem: Sendable {
    /// Where it is. *Range*: bytes of the paragraph in UTF-8.
    package var range: Range<Int>
    /// The font that has its letters.
    package var face: FontFace
    /// The depth of direction, by the Unicode bidirectional algorithm; odd: right to left.
    package var level: Int
    /// The script, as HarfBuzz counts.
    package var script: UInt32
    /// Whether letters may be drawn as one glyph.
    package var ligatures: Bool
    /// Whether the font's own kerning is applied.
    package var kerning: Bool
}

/// A glyph with its place. *Units*: font units.
package struct ShapedGlyph: Sendable, Equatable {
    /// The glyph's number in its face.
    package var glyph: UInt32
    /// The first byte of the letters that it stands for.
    package var cluster: Int
    /// How far the pen moves on.
    package var advance: Double
    /// Where the glyph is from the pen.
    package var x: Double
    /// Where the glyph is from the pen, upwards.
    package var y: Double
}

/// What may happen before a character.
package struct BreakFlags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A line may end.
    package static let line = BreakFlags(rawValue: 1)
    /// A line must end.
    package static let mandatory = BreakFlags(rawValue: 2)
    /// What a reader sees as one letter begins.
    package static let grapheme = BreakFlags(rawValue: 4)
    /// The character is white space.
    package static let white = BreakFlags(rawValue: 8)
    /// A word begins.
    package static let word = BreakFlags(rawValue: 16)
}

/// Which way a paragraph runs.
package enum BaseDirection: Sendable {
    /// As its first letter that has a direction; to the right when there is none.
    case natural
    case leftToRight
    case rightToLeft
}

/// A paragraph, taken apart.
package struct TextItems: Sendable {
    /// The parts in the order in which they are read.
    package var items: [TextItem]
    /// The depth of direction of the paragraph: 0 or 1.
    package var baseLevel: Int
    /// For each byte, what may happen before the character that begins there; one more for the end.
    package var breaks: [BreakFlags]
}
