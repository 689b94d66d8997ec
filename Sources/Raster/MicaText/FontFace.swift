/// One face of a font file: its names and its metrics, in the font's own units.
///
/// *Units*: font units, `unitsPerEm` of which are the font's size. *Space*: y up from the baseline.
package final class FontFace: Sendable {
    /// The face's index in its library.
    package let id: Int
    /// The file that it is in; empty for the face without glyphs.
    package let file: String
    /// The index of the face in its file.
    package let index: Int
    /// The names, weight and slant.
    package let names: FontNames
    /// The metrics.
    package let metrics: FontMetrics
    /// The face of the file, if this is it under other names and metrics: the system's font.
    let base: FontFace?
    /// Whether digits are drawn equally wide, if the font has such digits.
    let hasEqualDigits: Bool

    /// Whether it is the placeholder on a machine without fonts: it has no glyphs.
    var isMissing: Bool { id < 0 }

    /// Whether the font is the program's own; Fontconfig does not know it.
    var isInMemory: Bool { file.hasPrefix("/proc/self/fd/") }

    init(
        id: Int, file: String, index: Int, names: FontNames, metrics: FontMetrics, base: FontFace? = nil,
        hasEqualDigits: Bool = false
    ) {
        (self.id, self.file, self.index, self.names, self.metrics) = (id, file, index, names, metrics)
        (self.base, self.hasEqualDigits) = (base, hasEqualDigits)
    }
}

extension FontFace: Hashable {
    package static func == (a: FontFace, b: FontFace) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The names of a face, and its weight, width and slant within the family.
package struct FontNames: Sendable, Equatable {
    /// The family, such as `Liberation Sans`.
    package var family = ""
    /// The style within the family, such as `Bold Italic`.
    package var style = ""
    /// The family and the style.
    package var full = ""
    /// The PostScript name, such as `LiberationSans-BoldItalic`.
    package var postScript = ""
    /// From 100 to 1000: 400 is regular, 700 is bold. *Source*: OpenType, OS/2 table, usWeightClass.
    package var weight = 400
    /// From 50 to 200: 100 is normal.
    package var width = 100
    /// Whether the face is italic or oblique.
    package var isItalic = false

    /// Whether the weight is 600 or more.
    package var isBold: Bool { weight >= 600 }
}

/// The metrics of a face. *Units*: font units. *Space*: y up from the baseline.
package struct FontMetrics: Sendable, Equatable {
    /// How many units the font's size has.
    package var unitsPerEm = 1000.0
    /// From the baseline up to the top of a line.
    package var ascent = 0.0
    /// From the baseline down to the bottom of a line; positive.
    package var descent = 0.0
    /// The gap between a line and the next.
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
    /// The angle of italic letters, in degrees; negative leans right.
    package var italicAngle = 0.0
    /// Whether all letters are equally wide.
    package var isMonospaced = false
    /// Whether glyphs are pictures in colours, without outlines.
    package var isPictures = false

    package static func == (a: FontMetrics, b: FontMetrics) -> Bool {
        a.unitsPerEm == b.unitsPerEm && a.ascent == b.ascent && a.descent == b.descent && a.lineGap == b.lineGap
            && a.capHeight == b.capHeight && a.xHeight == b.xHeight && a.box == b.box && a.glyphCount == b.glyphCount
    }
}
