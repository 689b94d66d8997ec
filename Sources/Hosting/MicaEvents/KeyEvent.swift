/// A key that went down or up.
///
/// What a person types comes as `WindowEvent.Content.text`; keys are for what is no text: shortcuts, arrows, games.
public struct KeyEvent: Sendable, Hashable {
    /// Whether the key went down.
    public var isPressed: Bool
    /// Which key, by where it is on the keyboard, whatever its layout.
    public var code: KeyCode
    /// What the key stands for in the person's layout with the modifiers that are down: "é", "A"; empty for keys such as arrows.
    public var characters: String
    /// The same without any modifier but shift: for shortcuts.
    public var unmodifiedCharacters: String
    /// Whether it has been down before and repeats.
    public var isRepeat: Bool

    /// Makes an event.
    public init(
        _ code: KeyCode, isPressed: Bool = true, characters: String = "", unmodifiedCharacters: String? = nil,
        isRepeat: Bool = false
    ) {
        (self.code, self.isPressed, self.characters) = (code, isPressed, characters)
        self.unmodifiedCharacters = unmodifiedCharacters ?? characters
        self.isRepeat = isRepeat
    }
}

/// The modifier keys that are down, and the locks that are on.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    /// The modifiers as bits.
    public let rawValue: UInt8

    /// A shift key.
    public static let shift = KeyModifiers(rawValue: 1)
    /// A control key.
    public static let control = KeyModifiers(rawValue: 2)
    /// The alt key, on Apple's keyboards option.
    public static let alt = KeyModifiers(rawValue: 4)
    /// The key with the system's sign, on Apple's keyboards command.
    public static let command = KeyModifiers(rawValue: 8)
    /// Caps lock is on.
    public static let capsLock = KeyModifiers(rawValue: 16)
    /// Num lock is on.
    public static let numLock = KeyModifiers(rawValue: 32)
    /// AltGr, the right alt key of many layouts.
    public static let altGraph = KeyModifiers(rawValue: 64)

    /// Makes modifiers of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The text that an input method is composing, before it is entered.
///
/// Each event replaces what was being composed; empty text ends it without entering anything.
public struct TextComposition: Sendable, Hashable {
    /// The text so far; empty when composing has ended.
    public var text: String
    /// What is selected in it, in characters from its start; an empty range is the cursor.
    public var selection: Range<Int>

    /// Makes a composition; a selection that is not in the text is moved into it. Nil is the cursor at the end.
    public init(_ text: String, selection: Range<Int>? = nil) {
        self.text = text
        let count = text.count
        self.selection = (selection ?? count..<count).clamped(to: 0..<count)
    }
}
