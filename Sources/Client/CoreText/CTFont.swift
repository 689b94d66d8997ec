@_exported import CoreGraphics
import MicaText

/// A font at a size; immutable.
///
/// UIFont is a subclass, so that either goes where a CTFont is wanted, as with Apple's bridging.
/// *Units*: points. *Space*: y up from the baseline.
// Safe because: all stored properties are immutable values of Sendable types.
open class CTFont: NSObject, @unchecked Sendable {
    private let kind = CoreFoundationKind()
    /// The face of the font's file.
    package let face: FontFace
    /// The size.
    package let size: Double
    /// What glyphs are transformed by, about their pens.
    package let matrix: CGAffineTransform

    /// Makes a font of a face.
    package init(face: FontFace, size: Double, matrix: CGAffineTransform = .identity) {
        (self.face, self.matrix) = (face, matrix)
        self.size = size.isFinite ? size : 0
        super.init()
    }

    /// Points to a unit of the font.
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

/// How a font is asked for: a name, and a size.
// Safe because: all stored properties are immutable values of Sendable types.
public final class CTFontDescriptor: @unchecked Sendable {
    let name: String
    let size: Double

    init(name: String, size: Double) { (self.name, self.size) = (name, size) }
}

/// Makes a description of a font by its PostScript name.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
    CTFontDescriptor(name: name, size: Double(size))
}

/// Which member of its family a font is.
public struct CTFontSymbolicTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes traits from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Letters lean.
    public static let traitItalic = CTFontSymbolicTraits(rawValue: 1)
    /// Letters are bold.
    public static let traitBold = CTFontSymbolicTraits(rawValue: 2)
    /// Letters are wider than usual.
    public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
    /// Letters are narrower than usual.
    public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
    /// Letters are equally wide.
    public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
    /// Letters are pictures in colours.
    public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
}

/// Which way a line of text runs.
public enum CTFontOrientation: UInt32, Sendable {
    /// As the font wants: horizontally here.
    case `default` = 0
    /// To the right.
    case horizontal = 1
    /// Down; measured as if it were horizontal here.
    case vertical = 2
}

/// The font that the description asks for.
public func CTFontCreateWithFontDescriptor(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    let wanted = size == 0 ? CGFloat(descriptor.size) : size
    return unsafe CTFontCreateWithName(descriptor.name, wanted, matrix)
}

/// The font with a PostScript name, a full name or a family's name at a size, of which 0 stands for 12.
///
/// Names of Apple's fonts find those that stand for them (docs/text.md); a name that nothing has finds the one that
/// stands for Helvetica, and a line in the log.
public func CTFontCreateWithName(
    _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    let face = FontLibrary.shared.faceOrStandard(named: name)
    return unsafe CTFont(face: face, size: size == 0 ? 12 : Double(size), matrix: matrix?.pointee ?? .identity)
}

/// The font at a size, of which 0 stands for 12; the attributes have no influence.
public func CTFontCreateWithGraphicsFont(
    _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
    _ attributes: CTFontDescriptor?
) -> CTFont {
    unsafe CTFont(
        face: graphicsFont.face, size: size == 0 ? 12 : Double(size), matrix: matrix?.pointee ?? .identity)
}

/// The same face at another size, of which 0 stands for the font's own; the attributes have no influence.
public func CTFontCreateCopyWithAttributes(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
    unsafe CTFont(face: font.face, size: size == 0 ? font.size : Double(size), matrix: matrix?.pointee ?? font.matrix)
}

/// The member of the font's family with other traits; nil when it has none such.
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

/// The font without its size; the place for attributes is left alone.
public func CTFontCopyGraphicsFont(
    _ font: CTFont, _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?
) -> CGFont { CGFont(face: font.face) }

/// The size.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { CGFloat(font.size) }
/// What glyphs are transformed by.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }
/// The traits.
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
/// The name for programs.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.face.names.postScript }
/// The family's name.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.face.names.family }
/// The family and the style.
public func CTFontCopyFullName(_ font: CTFont) -> CFString { font.face.names.full }
/// From the baseline up to where a line begins.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.ascent * font.scale) }
/// From the baseline down to where a line ends; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.descent * font.scale) }
/// What is free between two lines.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.lineGap * font.scale) }
/// The height of a flat capital letter.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.capHeight * font.scale) }
/// The height of a flat small letter.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.xHeight * font.scale) }
/// Where the middle of the underline is; negative.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat {
    CGFloat(font.face.metrics.underlinePosition * font.scale)
}
/// How thick the underline is.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat {
    CGFloat(font.face.metrics.underlineThickness * font.scale)
}
/// How far letters lean. *Units*: degrees; negative leans right.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { CGFloat(font.face.metrics.italicAngle) }
/// How many of its own units the font's size has.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(font.face.metrics.unitsPerEm) }
/// How many glyphs there are.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.face.metrics.glyphCount }
/// The smallest rectangle around all glyphs.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
    CGFont(face: font.face).fontBBox.applying(CGAffineTransform(scaleX: font.scale, y: font.scale))
}

/// The outline of a glyph; nil when it has none.
public func CTFontCreatePathForGlyph(
    _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
    guard case .outline(let outline) = FontLibrary.shared.shapes([UInt32(glyph)], of: font.face)[0] else { return nil }
    var whole = CGAffineTransform(scaleX: font.scale, y: font.scale).concatenating(font.matrix)
    if let matrix = unsafe matrix { whole = unsafe whole.concatenating(matrix.pointee) }
    return unsafe CGPath(path: outline).copy(using: &whole)
}
