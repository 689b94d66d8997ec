import CoreText
import MicaText

/// A font at a size; immutable. It is a CTFont, so that `font as CTFont` needs no conversion, as on Apple's platforms.
///
/// The system's font is Inter with San Francisco's metrics, or Liberation Sans where Inter is not installed;
/// docs/text.md lists the other substitutes.
/// *Units*: points.
// Safe because: its stored property is immutable and of a Sendable type, and its superclass's are immutable.
open class UIFont: CTFont, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The weight of letters.
    public struct Weight: Hashable, RawRepresentable, Sendable {
        /// From -1 to 1; 0 is regular.
        public let rawValue: CGFloat
        /// Makes a weight from a number.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Makes a weight from a number.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        /// Hairline. *Source* of these numbers: UIFontWeightUltraLight and the like, as others have
        /// printed them.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Very thin.
        public static let thin = Weight(rawValue: -0.6)
        /// Thin.
        public static let light = Weight(rawValue: -0.4)
        /// Regular.
        public static let regular = Weight(rawValue: 0)
        /// A little heavier.
        public static let medium = Weight(rawValue: 0.23)
        /// Nearly bold.
        public static let semibold = Weight(rawValue: 0.3)
        /// Bold.
        public static let bold = Weight(rawValue: 0.4)
        /// Heavier than bold.
        public static let heavy = Weight(rawValue: 0.56)
        /// The heaviest.
        public static let black = Weight(rawValue: 0.62)

        /// The nearest of OpenType's weights, 100 to 900.
        var number: Int {
            let all: [Weight] = [.ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black]
            let nearest = all.indices.min { abs(all[$0].rawValue - rawValue) < abs(all[$1].rawValue - rawValue) }
            return ((nearest ?? 3) + 1) * 100
        }
    }

    /// The style that the font was asked for by; nil for a font of a name or a size.
    package final let textStyle: TextStyle?

    /// Makes a font from a face, at a size in points.
    init(face: FontFace, size: CGFloat, style: TextStyle? = nil) {
        textStyle = style
        super.init(face: face, size: Double(size))
    }

    /// Makes a UIFont of a Core Text font. `mica-port` writes it for `font as UIFont`, which
    /// Apple's bridging allows. Its matrix is left out. *Source*: Apple, CTFont: toll-free bridged with UIFont.
    public convenience init(bridging font: CTFont) { self.init(face: font.face, size: CTFontGetSize(font)) }

    /// Finds a font by its PostScript name, full name or family name. A font that iOS has is never nil: the nearest
    /// family of Linux stands for it, with one message (docs/text.md). Nil for a name that neither has.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let face = FontLibrary.shared.face(named: fontName) else { return nil }
        self.init(face: face, size: fontSize)
    }

    /// Reads a font from an archive; one that is not installed becomes the system's. Nil if the archive is damaged.
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

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The system's font, at a size in points.
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: FontLibrary.shared.system(), size: fontSize)
    }

    /// The system's font in a weight. Where Inter is missing there are two: bold from `semibold` on, otherwise regular.
    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(face: FontLibrary.shared.system(weight: weight.number), size: fontSize)
    }

    /// The system's monospaced font: Liberation Mono here, bold from `semibold` on.
    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        let library = FontLibrary.shared
        let family = library.face(named: "monospace")?.names.family ?? library.standard.names.family
        let number = weight.rawValue >= Weight.semibold.rawValue ? 700 : 400
        return UIFont(
            face: library.face(family: family, weight: number, isItalic: false) ?? library.standard, size: fontSize)
    }

    /// The system's font with digits of equal width.
    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(face: FontLibrary.shared.system(weight: weight.number, hasEqualDigits: true), size: fontSize)
    }

    /// The default size of the system's font: 14 points.
    open class var systemFontSize: CGFloat { 14 }
    /// The size of small text: 12 points.
    open class var smallSystemFontSize: CGFloat { 12 }
    /// The size of labels: 17 points.
    open class var labelFontSize: CGFloat { 17 }
    /// The size of buttons: 18 points.
    open class var buttonFontSize: CGFloat { 18 }

    /// The system's bold font, at a size in points. It is semibold. *Source*: `.SFUI-Semibold` is its name on iOS, as
    /// others have printed it.
    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: FontLibrary.shared.system(weight: Weight.semibold.number), size: fontSize)
    }

    /// The system's italic font, at a size in points.
    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: FontLibrary.shared.system(isItalic: true), size: fontSize)
    }

    /// The font at another size in points.
    open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(face: face, size: fontSize) }

    /// The PostScript name.
    open var fontName: String { face.names.postScript }
    /// The family's name.
    open var familyName: String { face.names.family }
    /// The size, in points.
    open var pointSize: CGFloat { CGFloat(size) }
    /// The height above the baseline, in points.
    open var ascender: CGFloat { CTFontGetAscent(self) }
    /// The depth below the baseline, in points; negative.
    open var descender: CGFloat { -CTFontGetDescent(self) }
    /// The space between lines, in points.
    open var leading: CGFloat { CTFontGetLeading(self) }
    /// The height of a flat capital letter, in points.
    open var capHeight: CGFloat { CTFontGetCapHeight(self) }
    /// The height of a flat small letter, in points.
    open var xHeight: CGFloat { CTFontGetXHeight(self) }
    /// The height of a line, in points, without leading.
    open var lineHeight: CGFloat { ascender - descender }
}

extension UIFont {
    /// The families of the machine's fonts, in order of their names. Names that Apple's systems have, and that other
    /// fonts stand for here, are not among them.
    public class var familyNames: [String] { FontLibrary.shared.families }

    /// The names of a family's fonts, in order; empty if there is no such family.
    public class func fontNames(forFamilyName familyName: String) -> [String] {
        FontLibrary.shared.faceNames(of: familyName)
    }
}
