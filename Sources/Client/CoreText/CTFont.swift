@_exported import CoreGraphics
import MicaText

/// A font at a size; immutable.
///
/// UIFont is a subclass, so that a UIFont can be passed as a CTFont, as with Apple's bridging.
/// *Units*: points. *Space*: y up from the baseline.
// Safe because: all stored properties are immutable values of Sendable types.
open class CTFont: NSObject, @unchecked Sendable {
    private let kind = CoreFoundationKind()
    /// The face of the font's file.
    package let face: FontFace
    /// The font size.
    package let size: Double
    /// A transformation of each glyph about its pen position.
    package let matrix: CGAffineTransform

    /// Makes a font of a face.
    package init(face: FontFace, size: Double, matrix: CGAffineTransform = .identity) {
        (self.face, self.matrix) = (face, matrix)
        self.size = size.isFinite ? size : 0
        super.init()
    }

    /// The space after every letter that belongs to the font. *Units*: points.
    package var tracking: Double { face.tracking(size: size) }

    /// Points per font unit.
    package var scale: Double { size / face.metrics.unitsPerEm }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CTFont else { return false }
        return face == other.face && size == other.size && matrix == other.matrix
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(face)
        hasher.combine(size)
        return hasher.finalize()
    }
}

/// A name and a size, from which a font is made.
// Safe because: all stored properties are immutable values of Sendable types.
public final class CTFontDescriptor: @unchecked Sendable {
    let name: String
    let size: Double

    init(name: String, size: Double) { (self.name, self.size) = (name, size) }
}

/// Makes a descriptor of a font by its PostScript name.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
    CTFontDescriptor(name: name, size: Double(size))
}

/// The style of a font within its family.
public struct CTFontSymbolicTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes traits from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Letters are slanted.
    public static let traitItalic = CTFontSymbolicTraits(rawValue: 1)
    /// Letters are bold.
    public static let traitBold = CTFontSymbolicTraits(rawValue: 2)
    /// Letters are wider than usual.
    public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
    /// Letters are narrower than usual.
    public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
    /// All letters have the same width.
    public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
    /// Glyphs are coloured pictures.
    public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
}

/// The direction of a line of text.
public enum CTFontOrientation: UInt32, Sendable {
    /// The font's direction; horizontal here.
    case `default` = 0
    /// To the right.
    case horizontal = 1
    /// Downwards; measured like horizontal text here.
    case vertical = 2
}

/// The font of a descriptor. A size of 0 means the descriptor's size.
public func CTFontCreateWithFontDescriptor(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    let wanted = size == 0 ? CGFloat(descriptor.size) : size
    return unsafe CTFontCreateWithName(descriptor.name, wanted, matrix)
}

/// The font with a PostScript name, a full name or a family name. A size of 0 means 12 points.
///
/// Names of Apple's fonts find their replacements (docs/text.md). An unknown name finds the replacement of Helvetica,
/// and is logged.
public func CTFontCreateWithName(
    _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    let face = FontLibrary.shared.faceOrStandard(named: name)
    return unsafe CTFont(face: face, size: size == 0 ? 12 : Double(size), matrix: matrix?.pointee ?? .identity)
}

/// A font of a graphics font's face. A size of 0 means 12 points; the attributes are ignored.
public func CTFontCreateWithGraphicsFont(
    _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
    _ attributes: CTFontDescriptor?
) -> CTFont {
    unsafe CTFont(
        face: graphicsFont.face, size: size == 0 ? 12 : Double(size), matrix: matrix?.pointee ?? .identity)
}

/// A font of the same face at another size. A size of 0 means the font's own; the attributes are ignored.
public func CTFontCreateCopyWithAttributes(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
    unsafe CTFont(face: font.face, size: size == 0 ? font.size : Double(size), matrix: matrix?.pointee ?? font.matrix)
}

/// The font of the same family with other traits; nil when the family has none. Only bold and italic are considered.
public func CTFontCreateCopyWithSymbolicTraits(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
    _ symTraitValue: CTFontSymbolicTraits, _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
    let traits = CTFontGetSymbolicTraits(font).subtracting(symTraitMask).union(symTraitValue.intersection(symTraitMask))
    let (bold, italic) = (traits.contains(.traitBold), traits.contains(.traitItalic))
    guard
        let face = FontLibrary.shared.face(
            family: font.face.names.family, weight: bold ? 700 : 400, isItalic: italic),
        face.names.isBold == bold, face.names.isItalic == italic
    else { return nil }
    return unsafe CTFont(face: face, size: size == 0 ? font.size : Double(size), matrix: matrix?.pointee ?? font.matrix)
}

/// The font without its size. `attributes` is not written.
public func CTFontCopyGraphicsFont(
    _ font: CTFont, _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?
) -> CGFont { CGFont(face: font.face) }

/// The font size, in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { CGFloat(font.size) }
/// The transformation of each glyph about its pen position.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }
/// The traits: bold, italic and so on.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
    let (names, metrics) = (font.face.names, font.face.metrics)
    var traits: CTFontSymbolicTraits = []
    if names.isItalic { traits.insert(.traitItalic) }
    if names.isBold { traits.insert(.traitBold) }
    if names.width > 100 { traits.insert(.traitExpanded) }
    if names.width < 100 { traits.insert(.traitCondensed) }
    if metrics.isMonospaced { traits.insert(.traitMonoSpace) }
    if metrics.isPictures { traits.insert(.traitColorGlyphs) }
    return traits
}
/// The PostScript name.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.face.names.postScript }
/// The family name.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.face.names.family }
/// The full name: family and style.
public func CTFontCopyFullName(_ font: CTFont) -> CFString { font.face.names.full }
/// The distance from the baseline up to the top of a line.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.ascent * font.scale) }
/// The distance from the baseline down to the bottom of a line; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.descent * font.scale) }
/// The gap between two lines.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.lineGap * font.scale) }
/// The height of a flat capital letter.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.capHeight * font.scale) }
/// The height of a flat small letter.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.xHeight * font.scale) }
/// The middle of the underline, relative to the baseline; negative below.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat {
    CGFloat(font.face.metrics.underlinePosition * font.scale)
}
/// The thickness of the underline.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat {
    CGFloat(font.face.metrics.underlineThickness * font.scale)
}
/// The slant of letters. *Units*: degrees; negative leans right.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.italicAngle) }
/// The number of font units in the font size.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(font.face.metrics.unitsPerEm) }
/// The number of glyphs.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.face.metrics.glyphCount }
/// The smallest rectangle around all glyphs.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
    CGFont(face: font.face).fontBBox.applying(CGAffineTransform(scaleX: font.scale, y: font.scale))
}

/// The outline of a glyph; nil for a glyph without an outline.
public func CTFontCreatePathForGlyph(
    _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
    guard case .outline(let outline) = FontLibrary.shared.shapes([UInt32(glyph)], of: font.face)[0] else { return nil }
    var whole = CGAffineTransform(scaleX: font.scale, y: font.scale).concatenating(font.matrix)
    if let matrix = unsafe matrix { whole = unsafe whole.concatenating(matrix.pointee) }
    return unsafe CGPath(path: outline).copy(using: &whole)
}
