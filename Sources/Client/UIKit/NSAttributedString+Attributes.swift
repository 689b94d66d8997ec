/// What a line under or through letters is.
public struct NSUnderlineStyle: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a style from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// One line.
    public static var single: NSUnderlineStyle { NSUnderlineStyle(rawValue: 1) }
    /// One line, twice as thick.
    public static var thick: NSUnderlineStyle { NSUnderlineStyle(rawValue: 2) }
    /// Two lines.
    public static var double: NSUnderlineStyle { NSUnderlineStyle(rawValue: 9) }
    /// Of dots.
    public static var patternDot: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x100) }
    /// Of dashes.
    public static var patternDash: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x200) }
    /// Of dashes and dots.
    public static var patternDashDot: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x300) }
    /// Of dashes and two dots.
    public static var patternDashDotDot: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x400) }
}

extension NSAttributedString.Key {
    /// The font: a UIFont or a CTFont.
    public static let font = NSAttributedString.Key("NSFont")
    /// The colour of letters: a UIColor or a CGColor.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The colour behind letters: a UIColor or a CGColor.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// The line under letters: the number of an NSUnderlineStyle.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The colour of the line under letters: a UIColor or a CGColor.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// The line through letters: the number of an NSUnderlineStyle.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// The colour of the line through letters: a UIColor or a CGColor.
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    /// The colour of the line along letters: a UIColor or a CGColor.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// The width of the line along letters, in hundredths of the font's size; negative: letters are filled, too.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    /// What is added behind every letter: a number of points.
    public static let kern = NSAttributedString.Key("NSKern")
    /// How many letters may be one glyph: a number.
    public static let ligature = NSAttributedString.Key("NSLigature")
    /// How far letters are above the baseline: a number of points.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// The shadow of letters: an NSShadow. *Source*: Apple, NSAttributedString.Key.shadow.
    public static let shadow = NSAttributedString.Key("NSShadow")
    /// How the paragraph is put: an NSParagraphStyle or a CTParagraphStyle.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}
