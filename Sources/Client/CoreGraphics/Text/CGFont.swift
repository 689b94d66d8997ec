import MicaText

/// The index of a glyph in its font; 0 is the glyph of missing characters.
public typealias CGGlyph = UInt16

/// A font without a size; immutable.
///
/// *Units*: the font's own; `unitsPerEm` units are the font size. *Space*: y up from the baseline.
public final class CGFont: Sendable {
    /// The face of the font's file.
    package let face: FontFace

    /// Makes a font of a face.
    package init(face: FontFace) { self.face = face }

    /// Finds a font by its PostScript name or its full name; nil when there is none.
    ///
    /// Names of Apple's fonts find their replacements: docs/text.md lists them.
    public init?(_ name: CFString) {
        guard let face = FontLibrary.shared.face(named: name) else { return nil }
        self.face = face
    }

    /// Reads a font file; nil when it is no font, or has no outlines. The font's names then find it, too.
    public init?(_ provider: CGDataProvider) {
        guard let data = provider.data, let face = FontLibrary.shared.register(data) else { return nil }
        self.face = face
    }

    /// The PostScript name.
    public var postScriptName: CFString? { face.names.postScript }
    /// The full name, for display.
    public var fullName: CFString? { face.names.full }
    /// The number of glyphs in the font.
    public var numberOfGlyphs: Int { face.metrics.glyphCount }
    /// The number of font units in the font size.
    public var unitsPerEm: Int32 { Int32(face.metrics.unitsPerEm) }
    /// The distance from the baseline up to the top of a line.
    public var ascent: Int32 { Int32(face.metrics.ascent) }
    /// The distance from the baseline to the bottom of a line; negative.
    public var descent: Int32 { -Int32(face.metrics.descent) }
    /// The gap between two lines.
    public var leading: Int32 { Int32(face.metrics.lineGap) }
    /// The height of a flat capital letter.
    public var capHeight: Int32 { Int32(face.metrics.capHeight) }
    /// The height of a flat small letter.
    public var xHeight: Int32 { Int32(face.metrics.xHeight) }
    /// The smallest rectangle around all glyphs.
    public var fontBBox: CGRect {
        let box = face.metrics.box
        return CGRect(x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY)
    }
    /// The slant of letters. *Units*: degrees; negative leans right.
    public var italicAngle: CGFloat { face.metrics.italicAngle }

    /// Writes the advance of each glyph; false when one of the glyphs does not exist.
    public func getGlyphAdvances(
        glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
    ) -> Bool {
        let wanted = (0..<max(count, 0)).map { unsafe UInt32(glyphs[$0]) }
        for (index, advance) in FontLibrary.shared.advances(wanted, of: face).enumerated() {
            unsafe advances[index] = Int32(advance)
        }
        return wanted.allSatisfy { $0 < UInt32(face.metrics.glyphCount) }
    }

    /// The glyph with a PostScript name; 0 when there is none.
    public func getGlyphWithGlyphName(name: CFString) -> CGGlyph {
        CGGlyph(truncatingIfNeeded: FontLibrary.shared.glyph(named: name, in: face))
    }
}

extension CGFont: Hashable {
    /// Fonts are equal when they are the same face.
    public static func == (a: CGFont, b: CGFont) -> Bool { a.face == b.face }

    /// Feeds the face to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(face) }
}
