/// The installed fonts that stand for Apple's fonts, which Linux does not have.
///
/// The fonts are those that `dev/setup` installs, so that a name gives the same glyphs on every machine. Liberation
/// Sans, Serif and Mono have the widths of Helvetica (Arial), Times New Roman and Courier New.
enum AppleFontNames {
    /// Names in small letters without spaces, up to the style; the longest prefix that fits counts.
    private static let families: [(prefix: String, family: String)] = [
        ("helveticaneue", sans), ("helvetica", sans), ("arialmt", sans), ("arial", sans), (".sfui", sans),
        (".sfnstext", sans), (".sfns", sans), (".applesystemuifont", sans), ("sfprotext", sans),
        ("sfprodisplay", sans), ("sfpro", sans), ("system-ui", sans), ("avenirnext", sans), ("avenir", sans),
        ("sans-serif", sans), ("lucidagrande", sans), ("verdana", "DejaVu Sans"), ("timesnewroman", serif),
        ("times", serif), ("georgia", serif), ("palatino", serif), ("newyork", serif), ("serif", serif),
        ("couriernew", mono), ("courier", mono), ("menlo", mono), ("monaco", mono), ("sfmono", mono),
        ("monospace", mono), ("applecoloremoji", emoji), ("emoji", emoji),
    ].sorted { $0.prefix.count > $1.prefix.count }

    private static let sans = "Liberation Sans"
    private static let serif = "Liberation Serif"
    private static let mono = "Liberation Mono"
    private static let emoji = "Noto Color Emoji"

    /// The families that are searched first, in order, for letters that a font does not have; then all others.
    static let fallbacks = [sans, "DejaVu Sans", emoji]

    /// The family and the style that one of Apple's names stands for; nil for other names.
    static func meaning(of name: String) -> (family: String, isBold: Bool, isItalic: Bool)? {
        let key = name.lowercased().filter { $0 != " " }
        guard let match = families.first(where: { key.hasPrefix($0.prefix) }) else { return nil }
        let rest = key.dropFirst(match.prefix.count)
        guard let style = FontStyle(rest) else { return nil }
        return (match.family, style.isBold, style.isItalic)
    }
}

/// The style in the end of a font's name.
struct FontStyle {
    var isBold = false
    var isItalic = false

    private static let words: [(word: String, isBold: Bool, isItalic: Bool)] = [
        ("ultralight", false, false), ("extralight", false, false), ("semibold", true, false),
        ("demibold", true, false), ("extrabold", true, false), ("condensed", false, false),
        ("oblique", false, true), ("regular", false, false), ("italic", false, true), ("medium", false, false),
        ("roman", false, false), ("black", true, false), ("heavy", true, false), ("light", false, false),
        ("plain", false, false), ("psmt", false, false), ("bold", true, false), ("book", false, false),
        ("thin", false, false), ("mt", false, false), ("ps", false, false), ("ui", false, false),
        ("-", false, false), (",", false, false),
    ]

    /// Reads words of styles, in small letters and without spaces; nil when there is anything else.
    init?(_ text: some StringProtocol) {
        var rest = text[...]
        while !rest.isEmpty {
            guard let match = Self.words.first(where: { rest.hasPrefix($0.word) }) else { return nil }
            isBold = isBold || match.isBold
            isItalic = isItalic || match.isItalic
            rest = rest.dropFirst(match.word.count)
        }
    }
}
