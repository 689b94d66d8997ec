/// The letters of a language on a keyboard, and the letters that a long press offers.
struct KeyboardLanguage: Hashable {
    /// The language's code of two letters.
    let code: String
    /// Three rows of letters.
    let rows: [[String]]
    /// The word on the space key.
    let space: String
    /// The name of the page of letters, on the key that shows it.
    let lettersTitle: String
    /// Between the whole and the fraction of a number.
    let decimalSeparator: String

    private init(
        _ code: String, _ rows: String, _ space: String, letters: String = "ABC", decimalSeparator: String = ","
    ) {
        self.code = code
        self.rows = rows.split(separator: " ").map { $0.map(String.init) }
        (self.space, lettersTitle, self.decimalSeparator) = (space, letters, decimalSeparator)
    }

    /// Whether its letters are those of ASCII, perhaps with accents.
    var isLatin: Bool { lettersTitle == "ABC" }

    /// English, for which no language has to be named.
    static let english = KeyboardLanguage("en", "qwertyuiop asdfghjkl zxcvbnm", "space", decimalSeparator: ".")

    /// All languages. *Source* of the rows: the national layouts of keyboards with keys, as phones shorten them.
    static let all = [
        english,
        KeyboardLanguage("de", "qwertzuiopü asdfghjklöä yxcvbnm", "Leerzeichen"),
        KeyboardLanguage("fr", "azertyuiop qsdfghjklm wxcvbn", "espace"),
        KeyboardLanguage("es", "qwertyuiop asdfghjklñ zxcvbnm", "espacio"),
        KeyboardLanguage("it", "qwertyuiop asdfghjkl zxcvbnm", "spazio"),
        KeyboardLanguage("pt", "qwertyuiop asdfghjklç zxcvbnm", "espaço"),
        KeyboardLanguage("nl", "qwertyuiop asdfghjkl zxcvbnm", "spatie"),
        KeyboardLanguage("pl", "qwertyuiop asdfghjkl zxcvbnm", "spacja"),
        KeyboardLanguage("cs", "qwertzuiopú asdfghjklů yxcvbnm", "mezera"),
        KeyboardLanguage("sv", "qwertyuiopå asdfghjklöä zxcvbnm", "mellanslag"),
        KeyboardLanguage("fi", "qwertyuiopå asdfghjklöä zxcvbnm", "välilyönti"),
        KeyboardLanguage("da", "qwertyuiopå asdfghjklæø zxcvbnm", "mellemrum"),
        KeyboardLanguage("nb", "qwertyuiopå asdfghjkløæ zxcvbnm", "mellomrom"),
        KeyboardLanguage("tr", "qwertyuıopğü asdfghjklşi zxcvbnmöç", "boşluk"),
        KeyboardLanguage("ru", "йцукенгшщзх фывапролджэ ячсмитьбю", "пробел", letters: "АБВ"),
        KeyboardLanguage("uk", "йцукенгшщзхї фівапролджє ячсмитьбюґ", "пробіл", letters: "АБВ"),
        KeyboardLanguage("el", "ςερτυθιοπ ασδφγηξκλ ζχψωβνμ", "διάστημα", letters: "ΑΒΓ"),
    ]

    /// The language of a code such as `de`, `de-AT` or `de_AT.UTF-8`; nil for one without a layout.
    static func named(_ code: String) -> KeyboardLanguage? {
        let short = code.prefix { $0.isLetter }.lowercased()
        return all.first { $0.code == (short == "no" || short == "nn" ? "nb" : short) }
    }

    /// A letter as a capital, by the language's rule: the Turkish i keeps its dot.
    func capital(_ letter: String) -> String {
        if code == "tr", letter == "i" { return "İ" }
        return letter == "ß" ? "ẞ" : letter.uppercased()
    }

    /// What a long press on a key offers besides the key's own text.
    static func alternatives(of text: String) -> [String] { (more[text] ?? "").map(String.init) }

    private static let more: [String: String] = [
        "a": "àáâäæãåāą", "c": "çćč", "d": "ďđ", "e": "èéêëēėęě", "g": "ğ", "i": "îïíīįì", "l": "łľ", "n": "ñńň",
        "o": "ôöòóœøōõő", "r": "řŕ", "s": "ßśšş", "t": "ťþ", "u": "ûüùúūůű", "y": "ÿý", "z": "žźż",
        "е": "ё", "ь": "ъ", "и": "й", "г": "ґ", "α": "ά", "ε": "έ", "η": "ή", "ι": "ίϊΐ", "ο": "ό", "υ": "ύϋΰ",
        "ω": "ώ",
        "0": "°", "-": "–—•", "/": "\\", "$": "€£¥", "&": "§", "\"": "“”„«»", ".": "…", "?": "¿", "!": "¡", "'": "’‘`",
        "%": "‰", "=": "≠≈",
    ]
}
