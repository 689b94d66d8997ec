/// The installed fonts that replace Apple's fonts, which Linux does not have.
///
/// The fonts are those that `dev/setup` installs, so that a name gives the same glyphs on every machine. Liberation
/// Sans, Serif and Mono have the widths of Helvetica (Arial), Times New Roman and Courier New.
enum AppleFontNames {
    /// Names in small letters without spaces, up to the style; the longest prefix that fits counts.
    private static let families: [(prefix: String, family: String)] = [
        ("helveticaneue", sans), ("helvetica", sans), ("arialmt", sans), ("arial", sans), ("avenirnext", sans),
        ("avenir", sans),
        ("sans-serif", sans), ("lucidagrande", sans), ("verdana", "DejaVu Sans"), ("timesnewroman", serif),
        ("times", serif), ("georgia", serif), ("palatino", serif), ("newyork", serif), ("serif", serif),
        ("couriernew", mono), ("courier", mono), ("menlo", mono), ("monaco", mono), ("sfmono", mono),
        ("monospace", mono), ("applecoloremoji", emoji), ("emoji", emoji),
    ].sorted { $0.prefix.count > $1.prefix.count }

    /// Names of the system's font.
    private static let system = [
        ".sfuitext", ".sfuidisplay", ".sfui", ".sfnstext", ".sfnsdisplay", ".sfns", ".applesystemuifont", "sfprotext",
        "sfprodisplay", "sfpro", "system-ui",
    ]

    /// The style that a name of the system's font ends in; nil for other names.
    static func systemStyle(of name: String) -> FontStyle? {
        let key = name.lowercased().filter { $0 != " " }
        for prefix in system where key.hasPrefix(prefix) {
            if let style = FontStyle(key.dropFirst(prefix.count)) { return style }
        }
        return nil
    }

    fileprivate static let sans = "Liberation Sans"
    fileprivate static let serif = "Liberation Serif"
    private static let mono = "Liberation Mono"
    private static let emoji = "Noto Color Emoji"

    /// The families that are searched first, in order, for letters that a font does not have; then all others.
    static let fallbacks = [sans, "DejaVu Sans", emoji]

    /// The family and the style of one of Apple's names; nil for other names.
    static func meaning(of name: String) -> (family: String, isBold: Bool, isItalic: Bool)? {
        let key = name.lowercased().filter { $0 != " " }
        guard let match = families.first(where: { key.hasPrefix($0.prefix) }) else { return nil }
        let rest = key.dropFirst(match.prefix.count)
        guard let style = FontStyle(rest) else { return nil }
        return (match.family, style.isBold, style.isItalic)
    }
}

extension AppleFontNames {
    /// The further families of iOS, with all their names in small letters without spaces: for each of Mica's families
    /// those that it is nearest to. An installed font of the name goes before.
    ///
    /// *Source* of the names: Apple, "System Fonts" (developer.apple.com/fonts/system-fonts), and the lists that
    /// `UIFont.familyNames` gives on iOS 9 to 17, as others have printed them. The nearest family is our own judgement:
    /// letters with serifs, letters of a pen, letters of equal width, or others.
    private static let nearestFamilies: [(prefix: String, family: String, isPen: Bool)] =
        (names(
            """
            academyengravedlet americantypewriter athelas baskerville bigcaslon bodoniornaments bodoniornamentsitctt
            bodonisvtytwoitctt bodonisvtytwoositctt bodonisvtytwoscitctt bodoni72 bodoni72oldstyle bodoni72smallcaps
            charter cochin copperplate didot hiraminpron hiraginominchopron hoeflertext iowanoldstyle marion rockwell
            stixtwotext stixtwomath superclarendon symbol
            """, serif)
        + names("savoyelet snellroundhand zapfino", serif, isPen: true)
        + names(
            """
            alnile applesdgothicneo applesymbols arialhebrew arialroundedmt banglasangammn bradleyhand
            bradleyhanditctt chalkboardse chalkduster damascus devanagarisangammn dinalternate dincondensed
            diwanmishafi euphemiaucas farah futura galvji geezapro gillsans granthasangammn gujaratisangammn
            gurmukhimn heitij heitik heitisc heititc hirakakupron hiraginokakugothicpron hiraginosans
            hiramarupron hiraginomarugothicpron impact kailasa kannadasangammn kefa khmersangammn kohinoorbangla
            kohinoordevanagari kohinoorgujarati kohinoortelugu laosangammn malayalamsangammn markerfelt mishafi
            muktamahee myanmarsangammn noteworthy notonastaliqurdu notosanskannada notosansmyanmar notosansoriya
            optima oriyasangammn papyrus partylet pingfanghk pingfangmo pingfangsc pingfangtc seravek
            sfcompact sfcompactrounded sfprorounded sinhalasangammn stheitij stheitik stheitisc stheititc
            tamilsangammn telugusangammn thonburi trebuchet trebuchetms zapfdingbats zapfdingbatsitc
            """, sans)).sorted { $0.prefix.count > $1.prefix.count }

    private static func names(
        _ text: String, _ family: String, isPen: Bool = false
    ) -> [(prefix: String, family: String, isPen: Bool)] {
        text.split(whereSeparator: \.isWhitespace).map { (String($0), family, isPen) }
    }

    /// The family and the style nearest to a font that iOS has and Linux has not; nil for other names.
    static func nearest(to name: String) -> (family: String, isBold: Bool, isItalic: Bool)? {
        let key = name.lowercased().filter { $0 != " " }
        for match in nearestFamilies where key.hasPrefix(match.prefix) {
            guard let style = FontStyle(key.dropFirst(match.prefix.count)) else { continue }
            return (match.family, style.isBold, style.isItalic || match.isPen)
        }
        return nil
    }
}

/// The style in the end of a font's name.
struct FontStyle {
    var isBold = false
    var isItalic = false
    /// From 100 to 900; 400 if no word says more.
    private(set) var weight = 400

    /// The weights of words that name one.
    private static let weights = [
        "ultralight": 100, "thin": 200, "extralight": 200, "light": 300, "semilight": 300, "medium": 500,
        "semibold": 600, "demibold": 600, "bold": 700, "heavy": 800, "extrabold": 800, "ultrabold": 800, "black": 900,
        "extrablack": 900,
    ]

    private static let words: [(word: String, isBold: Bool, isItalic: Bool)] = [
        ("ultralight", false, false), ("extralight", false, false), ("semibold", true, false),
        ("demibold", true, false), ("extrabold", true, false), ("condensed", false, false),
        ("oblique", false, true), ("regular", false, false), ("italic", false, true), ("medium", false, false),
        ("roman", false, false), ("black", true, false), ("heavy", true, false), ("light", false, false),
        ("plain", false, false), ("psmt", false, false), ("bold", true, false), ("book", false, false),
        ("thin", false, false), ("mt", false, false), ("ps", false, false), ("ui", false, false),
        ("-", false, false), (",", false, false), ("ultrabold", true, false), ("extrablack", true, false),
        ("ita", false, true), ("wide", true, false), ("semilight", false, false), ("w0", false, false),
        ("w1", false, false), ("w2", false, false), ("w3", false, false), ("w4", false, false), ("w5", false, false),
        ("w6", true, false), ("w7", true, false), ("w8", true, false), ("w9", true, false),
    ]

    /// Reads words of styles, in small letters and without spaces; nil when there is anything else.
    init?(_ text: some StringProtocol) {
        var rest = text[...]
        while !rest.isEmpty {
            guard let match = Self.words.first(where: { rest.hasPrefix($0.word) }) else { return nil }
            isBold = isBold || match.isBold
            weight = Self.weights[match.word] ?? weight
            isItalic = isItalic || match.isItalic
            rest = rest.dropFirst(match.word.count)
        }
    }
}
