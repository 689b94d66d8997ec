import CoreGraphics

// Names of attributes. Where UIKit has the same attribute, the names are equal, as on Apple's platforms.

/// The font: a CTFont.
public let kCTFontAttributeName: CFString = "NSFont"
/// The text colour: a CGColor; black when absent.
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
/// Whether text uses the context's fill colour: a number.
public let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"
/// The background colour: a CGColor.
public let kCTBackgroundColorAttributeName: CFString = "CTBackgroundColor"
/// The space added after every letter: a number of points; 0 disables the font's kerning.
public let kCTKernAttributeName: CFString = "NSKern"
/// The space added after every letter, without ligatures that the script does not require: a number of points. With it
/// kerning counts only if it is 0. *Source*: Apple, CTStringAttributes.h.
public let kCTTrackingAttributeName: CFString = "CTTracking"
/// Which ligatures are used: a number; 0 uses only the ligatures that the script requires.
public let kCTLigatureAttributeName: CFString = "NSLigature"
/// The underline: a number, a CTUnderlineStyle with modifiers.
public let kCTUnderlineStyleAttributeName: CFString = "NSUnderline"
/// The colour of the underline: a CGColor; the text colour when absent.
public let kCTUnderlineColorAttributeName: CFString = "CTUnderlineColor"
/// The layout of the paragraph: a CTParagraphStyle.
public let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"
/// The stroke width of letters: a number, in hundredths of the font size; a negative number also fills letters.
public let kCTStrokeWidthAttributeName: CFString = "NSStrokeWidth"
/// The stroke colour of letters: a CGColor; the text colour when absent.
public let kCTStrokeColorAttributeName: CFString = "CTStrokeColor"
/// The height of letters above the baseline: a number of points.
public let kCTBaselineOffsetAttributeName: CFString = "NSBaselineOffset"

/// An underline.
public struct CTUnderlineStyle: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int32
    /// Makes a style from its bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// One line.
    public static var single: CTUnderlineStyle { CTUnderlineStyle(rawValue: 1) }
    /// One line, twice as thick as `single`.
    public static var thick: CTUnderlineStyle { CTUnderlineStyle(rawValue: 2) }
    /// Two lines.
    public static var double: CTUnderlineStyle { CTUnderlineStyle(rawValue: 9) }
}

/// The pattern of an underline, combined with a style.
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
    /// Dashes and dots, alternating.
    public static var patternDashDot: CTUnderlineStyleModifiers { CTUnderlineStyleModifiers(rawValue: 0x300) }
    /// A dash and two dots, repeated.
    public static var patternDashDotDot: CTUnderlineStyleModifiers { CTUnderlineStyleModifiers(rawValue: 0x400) }
}
