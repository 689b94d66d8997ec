import CoreGraphics
import UIKitCore

/// A key of a keyboard on the screen.
struct KeyboardKey: Hashable {
    /// The effect of a key.
    enum Role: Hashable {
        /// Types the key's text.
        case text
        case shift, delete, space, `return`, language, dismiss
        /// Shows another page.
        case page(KeyboardPage)
        /// Nothing: a gap.
        case none
    }

    var role: Role
    /// The text that is typed, or the word on the key.
    var text: String
    /// The width, where a letter has 1.
    var width: CGFloat

    /// A key that types a text.
    static func text(_ text: String, width: CGFloat = 1) -> KeyboardKey {
        KeyboardKey(role: .text, text: text, width: width)
    }
    /// A key with another effect.
    static func role(_ role: Role, _ text: String = "", width: CGFloat) -> KeyboardKey {
        KeyboardKey(role: role, text: text, width: width)
    }

    /// Whether it has the colour of letters.
    var isLetter: Bool { role == .text || role == .space }
}

/// A page of keys.
enum KeyboardPage: Hashable { case letters, numbers, symbols, pad }

/// The rows of a keyboard's keys: a function of language, page and settings.
struct KeyboardPlan: Hashable {
    /// The settings of a view that takes text, as far as keys depend on them.
    struct Settings: Hashable {
        var type = UIKeyboardType.default
        var returnKey = UIReturnKeyType.default
        /// Whether a key changes the language.
        var hasLanguages = false
        /// Whether a key hides the keyboard, as on wide screens.
        var hasDismissKey = false
    }

    private(set) var rows: [[KeyboardKey]]
    /// The width of a whole row, where a letter has 1.
    private(set) var columns: CGFloat

    /// The page that a kind of keyboard begins with.
    static func firstPage(of type: UIKeyboardType) -> KeyboardPage {
        switch type {
        case .numberPad, .decimalPad, .phonePad, .asciiCapableNumberPad: .pad
        case .numbersAndPunctuation: .numbers
        default: .letters
        }
    }

    init(_ page: KeyboardPage, _ language: KeyboardLanguage, _ settings: Settings) {
        if page == .pad {
            (rows, columns) = Self.pad(language, settings)
            return
        }
        let upper = page == .letters ? language.rows : page == .numbers ? Self.numbers : Self.symbols
        let columns = CGFloat(upper.map(\.count).max() ?? 10)
        // Shift and delete share the third row with what is left of it.
        let sides = max((columns - CGFloat(upper[2].count) * (page == .letters ? 1 : 1.4)) / 2, 1)
        let left: KeyboardKey =
            switch page {
            case .letters: .role(.shift, width: sides)
            case .numbers: .role(.page(.symbols), "#+=", width: sides)
            default: .role(.page(.numbers), "123", width: sides)
            }
        let middle = (columns - 2 * sides) / CGFloat(max(upper[2].count, 1))
        rows = upper[..<2].map { row in row.map { .text($0) } }
        rows.append([left] + upper[2].map { .text($0, width: middle) } + [.role(.delete, width: sides)])
        rows.append(Self.lowest(page, language, settings, columns))
        self.columns = columns
    }

    // MARK: Rows

    /// The row with the space key, which takes the width that is left.
    private static func lowest(
        _ page: KeyboardPage, _ language: KeyboardLanguage, _ settings: Settings, _ columns: CGFloat
    ) -> [KeyboardKey] {
        let side = columns / 8
        var keys: [KeyboardKey] = [
            page == .letters
                ? .role(.page(.numbers), "123", width: side)
                : .role(.page(.letters), language.lettersTitle, width: side)
        ]
        if settings.hasLanguages { keys.append(.role(.language, width: side)) }
        // *Source*: Apple, UIKeyboardType: "optimized for URL entry: ., / and .com", "for email: @ and .".
        let own: [KeyboardKey] =
            switch settings.type {
            case .URL: [".", "/", ".com"].map { .text($0, width: $0.count > 1 ? 1.75 : 1) }
            case .emailAddress: ["@", "."].map { .text($0) }
            case .twitter: ["@", "#"].map { .text($0) }
            case .webSearch: ["."].map { .text($0) }
            default: []
            }
        let hide: [KeyboardKey] = settings.hasDismissKey ? [.role(.dismiss, width: side)] : []
        // The return key gives up width if there is none for the space key.
        let room = columns - (keys + own + hide).reduce(0) { $0 + $1.width }
        let last = min(columns / 4, max(room - 1, room / 2))
        keys.append(.role(.space, language.space, width: room - last))
        return keys + own + [.role(.return, settings.returnKey.title, width: last)] + hide
    }

    /// The keys of a pad for numbers. That for telephone numbers has the return key that no pad of Apple's has.
    private static func pad(_ language: KeyboardLanguage, _ settings: Settings) -> ([[KeyboardKey]], CGFloat) {
        func digits(_ row: String) -> [KeyboardKey] { row.map { .text(String($0)) } }
        let upper = ["123", "456", "789"].map(digits)
        if settings.type == .phonePad {
            let ends: [KeyboardKey] = [.role(.delete, width: 1), .text("+"), .text(",")]
            let last = digits("*0#") + [.role(.return, settings.returnKey.title, width: 1)]
            return (zip(upper, ends).map { $0 + [$1] } + [last], 4)
        }
        let corner: KeyboardKey =
            settings.type == .decimalPad ? .text(language.decimalSeparator) : .role(.none, width: 1)
        return (upper + [[corner, .text("0"), .role(.delete, width: 1)]], 3)
    }

    private static func table(_ rows: String) -> [[String]] { rows.split(separator: " ").map { $0.map(String.init) } }
    private static let numbers = table("1234567890 -/:;()$&@\" .,?!'")
    private static let symbols = table("[]{}#%^*+= _\\|~<>€£¥• .,?!'")
}

extension UIReturnKeyType {
    /// The word on the key.
    var title: String {
        switch self {
        case .default: "return"
        case .go: "go"
        case .google, .search, .yahoo: "search"
        case .join: "join"
        case .next: "next"
        case .route: "route"
        case .send: "send"
        case .done: "done"
        case .emergencyCall: "SOS"
        case .continue: "continue"
        }
    }

    /// Whether the key has the colour of a main action. *Source*: pictures of iOS 13 to 18.
    var isProminent: Bool { self != .default && self != .next && self != .continue }
}
