/// A key that went down or up.
///
/// Typed text comes as `WindowEvent.Content.text`. Key events are for everything else: shortcuts, arrows, games.
public struct KeyEvent: Sendable, Hashable {
    /// Whether the key went down.
    public var isPressed: Bool
    /// The key, by its position on the keyboard, whatever the layout.
    public var code: KeyCode
    /// The key's characters in the person's layout, with the modifiers that are down: "é", "A"; empty for keys such as
    /// arrows.
    public var characters: String
    /// The key's characters without any modifier but shift: for shortcuts.
    public var unmodifiedCharacters: String
    /// Whether the key was already down and repeats.
    public var isRepeat: Bool

    /// Makes an event, by default a press.
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

    /// A Shift key is down.
    public static let shift = KeyModifiers(rawValue: 1)
    /// A Control key is down.
    public static let control = KeyModifiers(rawValue: 2)
    /// The Alt key, Option on Apple's keyboards.
    public static let alt = KeyModifiers(rawValue: 4)
    /// The key with the system's logo, Command on Apple's keyboards.
    public static let command = KeyModifiers(rawValue: 8)
    /// Caps Lock is on.
    public static let capsLock = KeyModifiers(rawValue: 16)
    /// Num Lock is on.
    public static let numLock = KeyModifiers(rawValue: 32)
    /// AltGr, the right Alt key in many layouts.
    public static let altGraph = KeyModifiers(rawValue: 64)

    /// Makes modifiers from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The text that an input method is composing, before it is entered.
///
/// Each event replaces the composed text; empty text ends the composition without entering anything.
public struct TextComposition: Sendable, Hashable {
    /// The text so far; empty when the composition has ended.
    public var text: String
    /// The selection in `text`, in characters from its start; an empty range is the cursor.
    public var selection: Range<Int>

    /// Makes a composition. A selection outside the text is clamped to it; nil stands for the cursor at the end.
    public init(_ text: String, selection: Range<Int>? = nil) {
        self.text = text
        let count = text.count
        self.selection = (selection ?? count..<count).clamped(to: 0..<count)
    }
}
