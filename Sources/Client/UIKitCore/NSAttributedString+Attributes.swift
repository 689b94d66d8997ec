/// The style of a line under or through letters.
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
    /// A pattern of dots.
    public static var patternDot: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x100) }
    /// A pattern of dashes.
    public static var patternDash: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x200) }
    /// A pattern of dashes and dots.
    public static var patternDashDot: NSUnderlineStyle { NSUnderlineStyle(rawValue: 0x300) }
    /// A pattern of dashes and two dots.
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
    /// The colour of the letters' outlines: a UIColor or a CGColor.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// The width of the letters' outlines, in percent of the font's size. If negative, letters are filled, too.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    /// The space added after every letter, in points: a number.
    public static let kern = NSAttributedString.Key("NSKern")
    /// Like `kern`, without ligatures that the script does not require. *Type*: a number. *Units*: points.
    public static let tracking = NSAttributedString.Key("CTTracking")
    /// Whether several letters may form one glyph: a number, 0 for no.
    public static let ligature = NSAttributedString.Key("NSLigature")
    /// The height of letters above the baseline, in points: a number.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// How far letters lean: a number, what x grows by for each point of height; 0 for upright letters.
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
    /// The width of letters: a number, the logarithm of a factor; 0 for the font's own.
    public static let expansion = NSAttributedString.Key("NSExpansion")
    /// An effect: the raw value of a TextEffectStyle. It is kept, and not drawn: Apple publishes no measure of it.
    public static let textEffect = NSAttributedString.Key("NSTextEffect")
    /// The shadow of letters: an NSShadow.
    public static let shadow = NSAttributedString.Key("NSShadow")
    /// The paragraph's layout: an NSParagraphStyle or a CTParagraphStyle.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}

extension NSAttributedString {
    /// The name of an effect of text.
    public struct TextEffectStyle: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Letters that look pressed into the page; drawn as other letters here.
        public static let letterpressStyle = TextEffectStyle(rawValue: "_UIKitNewLetterpressStyle")
    }
}

// Attributes for a screen reader's voice, which are kept: no screen reader reads windows here yet.
extension NSAttributedString.Key {
    /// Whether punctuation is read: a Bool.
    public static let accessibilitySpeechPunctuation = NSAttributedString.Key(
        "UIAccessibilitySpeechAttributePunctuation")
    /// The language of the voice: a code as of BCP 47.
    public static let accessibilitySpeechLanguage = NSAttributedString.Key("UIAccessibilitySpeechAttributeLanguage")
    /// The pitch of the voice: a number, 0...2; 1 for the voice's own.
    public static let accessibilitySpeechPitch = NSAttributedString.Key("UIAccessibilitySpeechAttributePitch")
    /// Whether an announcement waits for the one before: a Bool.
    public static let accessibilitySpeechQueueAnnouncement = NSAttributedString.Key(
        "UIAccessibilitySpeechAttributeQueueAnnouncement")
    /// The pronunciation, in the phonetic alphabet IPA.
    public static let accessibilitySpeechIPANotation = NSAttributedString.Key(
        "UIAccessibilitySpeechAttributeIPANotation")
    /// Whether each letter is read by itself: a Bool.
    public static let accessibilitySpeechSpellOut = NSAttributedString.Key("UIAccessibilitySpeechAttributeSpellOut")
    /// The level of a heading, 1...6; 0 for text that is not a heading.
    public static let accessibilityTextHeadingLevel = NSAttributedString.Key("UIAccessibilityTextAttributeHeadingLevel")
    /// What else there is to say of the text: texts.
    public static let accessibilityTextCustom = NSAttributedString.Key("UIAccessibilityTextAttributeCustom")
}
