/// A key by its position on the keyboard: `KeyCode.a` is the key that types "q" in a French layout.
///
/// The numbers are the usages of USB's keyboard page, as are SDL's scancodes and UIKit's key codes. *Source*: USB-IF,
/// HID Usage Tables 1.5, section 10, Keyboard/Keypad page (0x07).
public struct KeyCode: RawRepresentable, Sendable, Hashable {
    /// The usage on the USB page 7.
    public var rawValue: UInt16

    /// Makes a key from its number; numbers without a name are keys too.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The key with a name: a letter, a digit, or a name such as `Left`, in any case; nil when there is none.
    public init?(named name: String) {
        guard let code = Self.codes[name.lowercased()] else { return nil }
        self = code
    }

    /// The key's name, for `init(named:)`; `Key57` for a number without a name.
    public var name: String { Self.names[self] ?? "Key\(rawValue)" }

    /// All names, in the order of the numbers.
    public static var allNames: [String] { table.map(\.name) }

    /// The key of the letter A; those of the other letters follow in alphabetical order.
    public static let a = KeyCode(rawValue: 0x04)
    /// The key of the digit 1; those of 2 to 9 and 0 follow.
    public static let digit1 = KeyCode(rawValue: 0x1E)
    /// The Return key of the main block.
    public static let enter = KeyCode(rawValue: 0x28)
    /// The Escape key.
    public static let escape = KeyCode(rawValue: 0x29)
    /// The key that deletes the character to the left.
    public static let backspace = KeyCode(rawValue: 0x2A)
    /// The Tab key.
    public static let tab = KeyCode(rawValue: 0x2B)
    /// The space bar.
    public static let space = KeyCode(rawValue: 0x2C)
    /// The minus key.
    public static let minus = KeyCode(rawValue: 0x2D)
    /// The key of = and, with shift, +.
    public static let equals = KeyCode(rawValue: 0x2E)
    /// The comma key.
    public static let comma = KeyCode(rawValue: 0x36)
    /// The full stop key.
    public static let period = KeyCode(rawValue: 0x37)
    /// The Caps Lock key.
    public static let capsLock = KeyCode(rawValue: 0x39)
    /// F1; the keys up to F12 follow.
    public static let f1 = KeyCode(rawValue: 0x3A)
    /// F12.
    public static let f12 = KeyCode(rawValue: 0x45)
    /// The Insert key.
    public static let insert = KeyCode(rawValue: 0x49)
    /// The Home key: to the start of the line.
    public static let home = KeyCode(rawValue: 0x4A)
    /// The Page Up key.
    public static let pageUp = KeyCode(rawValue: 0x4B)
    /// The key that deletes the character to the right.
    public static let delete = KeyCode(rawValue: 0x4C)
    /// The End key: to the end of the line.
    public static let end = KeyCode(rawValue: 0x4D)
    /// The Page Down key.
    public static let pageDown = KeyCode(rawValue: 0x4E)
    /// The right arrow.
    public static let right = KeyCode(rawValue: 0x4F)
    /// The left arrow.
    public static let left = KeyCode(rawValue: 0x50)
    /// The down arrow.
    public static let down = KeyCode(rawValue: 0x51)
    /// The up arrow.
    public static let up = KeyCode(rawValue: 0x52)
    /// The Enter key of the keypad.
    public static let keypadEnter = KeyCode(rawValue: 0x58)
    /// The left Control key; Shift, Alt and Command follow, then the right keys in the same order.
    public static let leftControl = KeyCode(rawValue: 0xE0)
    /// The left Shift key.
    public static let leftShift = KeyCode(rawValue: 0xE1)
    /// The left Alt key.
    public static let leftAlt = KeyCode(rawValue: 0xE2)
    /// The left Command key, or the key with the system's logo.
    public static let leftCommand = KeyCode(rawValue: 0xE3)
    /// The right Control key.
    public static let rightControl = KeyCode(rawValue: 0xE4)
    /// The right Shift key.
    public static let rightShift = KeyCode(rawValue: 0xE5)
    /// The right Alt key; AltGr in many layouts.
    public static let rightAlt = KeyCode(rawValue: 0xE6)
    /// The right Command key, or the key with the system's logo.
    public static let rightCommand = KeyCode(rawValue: 0xE7)

    /// The named keys, with their characters in the US layout, without and with shift.
    private static let table: [(code: KeyCode, name: String, typed: (String, String))] = {
        var rows: [(UInt16, String, (String, String))] = []
        for (offset, letter) in "abcdefghijklmnopqrstuvwxyz".enumerated() {
            rows.append((0x04 + UInt16(offset), letter.uppercased(), (String(letter), letter.uppercased())))
        }
        for (offset, pair) in zip("1234567890", "!@#$%^&*()").enumerated() {
            rows.append((0x1E + UInt16(offset), String(pair.0), (String(pair.0), String(pair.1))))
        }
        let none = ("", "")
        rows += [
            (0x28, "Enter", ("\n", "\n")), (0x29, "Escape", none), (0x2A, "Backspace", none),
            (0x2B, "Tab", ("\t", "\t")),
            (0x2C, "Space", (" ", " ")), (0x2D, "Minus", ("-", "_")), (0x2E, "Equals", ("=", "+")),
            (0x2F, "LeftBracket", ("[", "{")), (0x30, "RightBracket", ("]", "}")), (0x31, "Backslash", ("\\", "|")),
            (0x33, "Semicolon", (";", ":")), (0x34, "Quote", ("'", "\"")), (0x35, "Backquote", ("`", "~")),
            (0x36, "Comma", (",", "<")), (0x37, "Period", (".", ">")), (0x38, "Slash", ("/", "?")),
            (0x39, "CapsLock", none),
        ]
        for number in 0..<12 { rows.append((0x3A + UInt16(number), "F\(number + 1)", none)) }
        rows += [
            (0x46, "PrintScreen", none), (0x47, "ScrollLock", none), (0x48, "Pause", none), (0x49, "Insert", none),
            (0x4A, "Home", none), (0x4B, "PageUp", none), (0x4C, "Delete", none), (0x4D, "End", none),
            (0x4E, "PageDown", none), (0x4F, "Right", none), (0x50, "Left", none), (0x51, "Down", none),
            (0x52, "Up", none), (0x53, "NumLock", none), (0x54, "KeypadDivide", ("/", "/")),
            (0x55, "KeypadMultiply", ("*", "*")), (0x56, "KeypadMinus", ("-", "-")), (0x57, "KeypadPlus", ("+", "+")),
            (0x58, "KeypadEnter", ("\n", "\n")),
        ]
        for (offset, digit) in "1234567890".enumerated() {
            rows.append((0x59 + UInt16(offset), "Keypad\(digit)", (String(digit), String(digit))))
        }
        rows += [
            (0x63, "KeypadPeriod", (".", ".")), (0x65, "Menu", none), (0xE0, "LeftControl", none),
            (0xE1, "LeftShift", none), (0xE2, "LeftAlt", none), (0xE3, "LeftCommand", none),
            (0xE4, "RightControl", none),
            (0xE5, "RightShift", none), (0xE6, "RightAlt", none), (0xE7, "RightCommand", none),
        ]
        return rows.map { (KeyCode(rawValue: $0.0), $0.1, $0.2) }
    }()

    private static let names = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0.name) })
    private static let codes = Dictionary(uniqueKeysWithValues: table.map { ($0.name.lowercased(), $0.code) })
    private static let typed = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0.typed) })

    /// The characters of the key in the US layout; empty for keys that type nothing.
    public func characters(shifted: Bool) -> String {
        guard let pair = Self.typed[self] else { return "" }
        return shifted ? pair.1 : pair.0
    }

    /// The key that types a character in the US layout, and whether shift is down; nil for characters without a key. Of
    /// two keys, the one outside the keypad.
    public static func typing(_ characters: String) -> (code: KeyCode, isShifted: Bool)? { typing[characters] }

    private static let typing = Dictionary(
        table.flatMap { row in
            [(row.typed.0, (code: row.code, isShifted: false)), (row.typed.1, (code: row.code, isShifted: true))]
        }.filter { !$0.0.isEmpty }, uniquingKeysWith: { first, _ in first })
}
