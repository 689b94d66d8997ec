import Foundation
import MicaEvents

/// A key by its position on the keyboard, with the number that USB gives it. *Source*: Apple, UIKeyboardHIDUsage;
/// USB-IF, HID Usage Tables 1.5, section 10.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
    /// The usage on page 7.
    public let rawValue: Int
    /// Makes a key from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Return.
    public static let keyboardReturnOrEnter = UIKeyboardHIDUsage(rawValue: 0x28)
    /// Escape.
    public static let keyboardEscape = UIKeyboardHIDUsage(rawValue: 0x29)
    /// Backspace.
    public static let keyboardDeleteOrBackspace = UIKeyboardHIDUsage(rawValue: 0x2A)
    /// Tab.
    public static let keyboardTab = UIKeyboardHIDUsage(rawValue: 0x2B)
    /// The space bar.
    public static let keyboardSpacebar = UIKeyboardHIDUsage(rawValue: 0x2C)
    /// Home.
    public static let keyboardHome = UIKeyboardHIDUsage(rawValue: 0x4A)
    /// Page up.
    public static let keyboardPageUp = UIKeyboardHIDUsage(rawValue: 0x4B)
    /// End.
    public static let keyboardEnd = UIKeyboardHIDUsage(rawValue: 0x4D)
    /// Page down.
    public static let keyboardPageDown = UIKeyboardHIDUsage(rawValue: 0x4E)
    /// The arrow to the right.
    public static let keyboardRightArrow = UIKeyboardHIDUsage(rawValue: 0x4F)
    /// The arrow to the left.
    public static let keyboardLeftArrow = UIKeyboardHIDUsage(rawValue: 0x50)
    /// The arrow down.
    public static let keyboardDownArrow = UIKeyboardHIDUsage(rawValue: 0x51)
    /// The arrow up.
    public static let keyboardUpArrow = UIKeyboardHIDUsage(rawValue: 0x52)
}

/// A key of a keyboard.
@preconcurrency @MainActor open class UIKey: NSObject {
    /// The characters of the key, with the modifiers that are down.
    public let characters: String
    /// The characters of the key, with no modifier except shift.
    public let charactersIgnoringModifiers: String
    /// The modifiers that are down.
    public let modifierFlags: UIKeyModifierFlags
    /// The key's position on the keyboard.
    public let keyCode: UIKeyboardHIDUsage

    init(_ event: KeyEvent, _ modifiers: KeyModifiers) {
        (characters, charactersIgnoringModifiers) = (event.characters, event.unmodifiedCharacters)
        modifierFlags = UIKeyModifierFlags(modifiers)
        keyCode = UIKeyboardHIDUsage(rawValue: Int(event.code.rawValue))
        super.init()
    }
}

/// A press of a key.
@preconcurrency @MainActor open class UIPress: NSObject {
    /// The state of a press; raw values are Apple's.
    public enum Phase: Int, Sendable {
        /// The key went down.
        case began = 0
        /// The force of the press changed.
        case changed = 1
        /// The key stays down.
        case stationary = 2
        /// The key went up.
        case ended = 3
        /// The system took the press away.
        case cancelled = 4
    }

    /// The state of the press.
    open internal(set) var phase: Phase
    /// The time of the last change of `phase`, in seconds of media time.
    open internal(set) var timestamp: TimeInterval
    /// The key.
    public let key: UIKey?
    /// The window that the press went to.
    open internal(set) weak var window: UIWindow?
    /// The responder that the press went to.
    open internal(set) weak var responder: UIResponder?

    init(_ key: UIKey, _ phase: Phase, _ timestamp: TimeInterval) {
        (self.key, self.phase, self.timestamp) = (key, phase, timestamp)
        super.init()
    }
}
