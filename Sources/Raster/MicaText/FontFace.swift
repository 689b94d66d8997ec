/// One face of a font file: its names and its measures, in the font's own units.
///
/// *Units*: font units, of which `unitsPerEm` are the font's size. *Space*: y up from the baseline.
package final class FontFace: Sendable {
    /// The face's place in its library.
    package let id: Int
    /// The file that it is in; empty for the face without glyphs.
    package let file: String
    /// Which of the file's faces it is.
    package let index: Int
    /// The names, weight and slant.
    package let names: FontNames
    /// The measures.
    package let metrics: FontMetrics

    /// Whether it stands for a font on a machine that has none: it has no glyphs.
    var isMissing: Bool { id < 0 }

    /// Whether the font is the program's own, which Fontconfig does not know.
    var isInMemory: Bool { file.hasPrefix("/proc/self/fd/") }

    init(id: Int, file: String, index: Int, names: FontNames, metrics: FontMetrics) {
        (self.id, self.file, self.index, self.names, self.metrics) = (id, file, index, names, metrics)
    }
}

extension FontFace: Hashable {
    package static func == (a: FontFace, b: FontFace) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How a face is called, and what of its family it is.
package struct FontNames: Sendable, Equatable {
    /// The family, such as `Liberation Sans`.
    package var family = ""
    /// The member of the family, such as `Bold Italic`.
    package var style = ""
    /// Both.
    package var full = ""
    /// The name for programs, such as `LiberationSans-BoldItalic`.
    package var postScript = ""
    /// From 100 to 1000: 400 is regular, 700 is bold. *Source*: OpenType, OS/2 table, usWeightClass.
    package var weight = 400
    /// From 50 to 200: 100 is normal.
    package var width = 100
    /// Whether it leans.
    package var isItalic = false

    /// Bold, or bolder.
    package var isBold: Bool { weight >= 600 }
}

/// The measures of a face. *Units*: font units. *Space*: y up from the baseline.
package struct FontMetrics: Sendable, Equatable {
    /// How many units the size of the font has.
    package var unitsPerEm = 1000.0
    /// From the baseline up to where a line begins.
    package var ascent = 0.0
    /// From the baseline down to where a line ends; positive.
    package var descent = 0.0
    /// What a line leaves free before the next one.
    package var lineGap = 0.0
    /// The height of a flat capital letter.
    package var capHeight = 0.0
    /// The height of a flat small letter.
    package var xHeight = 0.0
    /// The middle of the underline; negative, below the baseline.
    package var underlinePosition = 0.0
    /// How thick the underline is.
    package var underlineThickness = 0.0
    /// The middle of the line through letters.
    package var strikePosition = 0.0
    /// The smallest box around all glyphs: least x and y, greatest x and y.
    package var box = (minX: 0.0, minY: 0.0, maxX: 0.0, maxY: 0.0)
    /// How many glyphs there are.
    package var glyphCount = 0
    /// How far italic letters lean, in degrees; negative leans right.
    package var italicAngle = 0.0
    /// Whether all letters are equally wide.
    package var isMonospaced = false
    /// Whether glyphs are pictures in colours, and have no outlines.
    package var isPictures = false

    package static func == (a: FontMetrics, b: FontMetrics) -> Bool {
        a.unitsPerEm == b.unitsPerEm && a.ascent == b.ascent && a.descent == b.descent && a.lineGap == b.lineGap
            && a.capHeight == b.capHeight && a.xHeight == b.xHeight && a.box == b.box && a.glyphCount == b.glyphCount
    }
}
