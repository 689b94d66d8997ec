import CoreGraphics

// The names of attributes. Where UIKit has the same attribute, the names are equal, as Apple's are.

/// The font: a CTFont.
public let kCTFontAttributeName: CFString = "NSFont"
/// The colour of letters: a CGColor; black when there is none.
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
/// Whether letters have the colour that the context fills with: a number.
public let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"
/// The colour behind letters: a CGColor.
public let kCTBackgroundColorAttributeName: CFString = "CTBackgroundColor"
/// What is added behind every letter: a number of points; 0 switches the font's own kerning off.
public let kCTKernAttributeName: CFString = "NSKern"
/// How many letters may be one glyph: a number; 0 for as few as can be.
public let kCTLigatureAttributeName: CFString = "NSLigature"
/// The line under letters: a number, a CTUnderlineStyle with modifiers.
public let kCTUnderlineStyleAttributeName: CFString = "NSUnderline"
/// The colour of the line under letters: a CGColor; the letters' own when there is none.
public let kCTUnderlineColorAttributeName: CFString = "CTUnderlineColor"
/// How letters are put: a CTParagraphStyle.
public let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"
/// The width of the line along letters: a number, in hundredths of the font's size; negative: letters are filled, too.
public let kCTStrokeWidthAttributeName: CFString = "NSStrokeWidth"
/// The colour of the line along letters: a CGColor; the letters' own when there is none.
public let kCTStrokeColorAttributeName: CFString = "CTStrokeColor"
/// How far letters are above the baseline: a number of points.
public let kCTBaselineOffsetAttributeName: CFString = "NSBaselineOffset"

/// A line under letters.
public struct CTUnderlineStyle: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int32
    /// Makes a style from its bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// One line.
    public static var single: CTUnderlineStyle { CTUnderlineStyle(rawValue: 1) }
    /// One line, twice as thick.
    public static var thick: CTUnderlineStyle { CTUnderlineStyle(rawValue: 2) }
    /// Two lines.
    public static var double: CTUnderlineStyle { CTUnderlineStyle(rawValue: 9) }
}

/// What a line under letters is made of; added to a style.
public struct CTUnderlineStyleModifiers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int32
    /// Makes modifiers from their bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A line without gaps.
    public static var patternSolid: CTUnderlineStyleModifiers { [] }
    /// Dots.
    public static var patternDot: CTUnderlineStyleModifiers { CTUnderlineStyleModifiers(rawValue: 0x100) }
    /// Dashes.
    public static var patternDash: CTUnderlineStyleModifiers { CTUnderlineStyleModifiers(rawValue: 0x200) }
    /// Dashes and dots in turn.
    public static var patternDashDot: CTUnderlineStyleModifiers { CTUnderlineStyleModifiers(rawValue: 0x300) }
    /// A dash and two dots in turn.
    public static var patternDashDotDot: CTUnderlineStyleModifiers { CTUnderlineStyleModifiers(rawValue: 0x400) }
}
