import CoreText
import MicaText

/// A font at a size; immutable. A CTFont, too, so that `font as CTFont` needs no conversion, as on Apple's platforms.
///
/// The system's font is Liberation Sans here, whose widths are Helvetica's; docs/text.md lists what else stands for
/// what. *Units*: points.
// Safe because: it adds no stored property to its superclass, all of whose are immutable.
open class UIFont: CTFont, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// How heavy letters are.
    public struct Weight: Hashable, RawRepresentable, Sendable {
        /// From -1 to 1; 0 is regular.
        public let rawValue: CGFloat
        /// Makes a weight of its number.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Makes a weight of its number.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        /// Hairlines; regular here. *Source* of these numbers: UIFontWeightUltraLight and kin, as others have printed
        /// them.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Very thin; regular here.
        public static let thin = Weight(rawValue: -0.6)
        /// Thin; regular here.
        public static let light = Weight(rawValue: -0.4)
        /// Regular letters.
        public static let regular = Weight(rawValue: 0)
        /// A little heavier; regular here.
        public static let medium = Weight(rawValue: 0.23)
        /// Nearly bold; bold here.
        public static let semibold = Weight(rawValue: 0.3)
        /// Bold letters.
        public static let bold = Weight(rawValue: 0.4)
        /// Heavier than bold; bold here.
        public static let heavy = Weight(rawValue: 0.56)
        /// The heaviest; bold here.
        public static let black = Weight(rawValue: 0.62)
    }

    /// Makes a font of a face.
    init(face: FontFace, size: CGFloat) { super.init(face: face, size: Double(size)) }

    /// Finds a font by its PostScript name, its full name or its family's; nil when there is none.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let face = FontLibrary.shared.face(named: fontName) else { return nil }
        self.init(face: face, size: fontSize)
    }

    /// Reads a font from an archive; one that is not installed is the system's. nil when the archive is damaged.
    public required convenience init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "UIFontName"),
            coder.containsValue(forKey: "UIFontPointSize")
        else { return nil }
        self.init(
            face: FontLibrary.shared.faceOrStandard(named: String(describing: name)),
            size: coder.decodeDouble(forKey: "UIFontPointSize"))
    }

    /// Writes the name and the size into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: fontName), forKey: "UIFontName")
        coder.encode(Double(pointSize), forKey: "UIFontPointSize")
    }

    /// True: archives of fonts can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// The font itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The system's font.
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: FontLibrary.shared.standard, size: fontSize)
    }

    /// The system's font in a weight, of which there are two here: bold from `semibold` on, else regular.
    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        weight.rawValue >= Weight.semibold.rawValue ? boldSystemFont(ofSize: fontSize) : systemFont(ofSize: fontSize)
    }

    /// The system's font of one width: Liberation Mono here, bold from `semibold` on. *Source*: Apple,
    /// UIFont.monospacedSystemFont(ofSize:weight:).
    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        let library = FontLibrary.shared
        let family = library.face(named: "monospace")?.names.family ?? library.standard.names.family
        let number = weight.rawValue >= Weight.semibold.rawValue ? 700 : 400
        return UIFont(
            face: library.face(family: family, weight: number, isItalic: false) ?? library.standard, size: fontSize)
    }

    /// The system's font with digits of one width, which Liberation Sans has in any case. *Source*: Apple,
    /// UIFont.monospacedDigitSystemFont(ofSize:weight:).
    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: fontSize, weight: weight)
    }

    /// The size of the system's font where nothing else is said: 14 points. *Source*: Apple, UIFont.systemFontSize.
    open class var systemFontSize: CGFloat { 14 }
    /// That of small text: 12 points. *Source*: Apple, UIFont.smallSystemFontSize.
    open class var smallSystemFontSize: CGFloat { 12 }
    /// That of labels: 17 points. *Source*: Apple, UIFont.labelFontSize.
    open class var labelFontSize: CGFloat { 17 }
    /// That of buttons: 18 points. *Source*: Apple, UIFont.buttonFontSize.
    open class var buttonFontSize: CGFloat { 18 }

    /// The system's font, bold.
    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: member(weight: 700, isItalic: false), size: fontSize)
    }

    /// The system's font, leaning.
    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: member(weight: 400, isItalic: true), size: fontSize)
    }

    private static func member(weight: Int, isItalic: Bool) -> FontFace {
        let standard = FontLibrary.shared.standard
        return FontLibrary.shared.face(family: standard.names.family, weight: weight, isItalic: isItalic) ?? standard
    }

    /// The same face at another size.
    open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(face: face, size: fontSize) }

    /// The name for programs.
    open var fontName: String { face.names.postScript }
    /// The family's name.
    open var familyName: String { face.names.family }
    /// The size.
    open var pointSize: CGFloat { CGFloat(size) }
    /// From the baseline up to where a line begins.
    open var ascender: CGFloat { CTFontGetAscent(self) }
    /// From the baseline to where a line ends; negative.
    open var descender: CGFloat { -CTFontGetDescent(self) }
    /// What is free between two lines.
    open var leading: CGFloat { CTFontGetLeading(self) }
    /// The height of a flat capital letter.
    open var capHeight: CGFloat { CTFontGetCapHeight(self) }
    /// The height of a flat small letter.
    open var xHeight: CGFloat { CTFontGetXHeight(self) }
    /// The height of a line.
    open var lineHeight: CGFloat { ascender - descender }
}
