import MicaText

/// The number of a glyph in its font; 0 stands for what the font has not got.
public typealias CGGlyph = UInt16

/// A font without a size; immutable.
///
/// *Units*: the font's own, of which `unitsPerEm` are its size. *Space*: y up from the baseline.
public final class CGFont: Sendable {
    /// The face of the font's file.
    package let face: FontFace

    /// Makes a font of a face.
    package init(face: FontFace) { self.face = face }

    /// Finds a font by its PostScript name or its full name; nil when there is none.
    ///
    /// Names of Apple's fonts find those that stand for them: docs/text.md lists them.
    public init?(_ name: CFString) {
        guard let face = FontLibrary.shared.face(named: name) else { return nil }
        self.face = face
    }

    /// Reads a font file; nil when it is none, or has no outlines. The font can be found by its names then, too.
    public init?(_ provider: CGDataProvider) {
        guard let data = provider.data, let face = FontLibrary.shared.register(data) else { return nil }
        self.face = face
    }

    /// The name for programs.
    public var postScriptName: CFString? { face.names.postScript }
    /// The name for readers.
    public var fullName: CFString? { face.names.full }
    /// How many glyphs the font has.
    public var numberOfGlyphs: Int { face.metrics.glyphCount }
    /// How many units the font's size has.
    public var unitsPerEm: Int32 { Int32(face.metrics.unitsPerEm) }
    /// From the baseline up to where a line begins.
    public var ascent: Int32 { Int32(face.metrics.ascent) }
    /// From the baseline to where a line ends; negative.
    public var descent: Int32 { -Int32(face.metrics.descent) }
    /// What is free between two lines.
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
    /// How far letters lean. *Units*: degrees; negative leans right.
    public var italicAngle: CGFloat { face.metrics.italicAngle }

    /// Writes how far glyphs move the pen; false when one of them is not there.
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
