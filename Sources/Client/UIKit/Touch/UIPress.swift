import Foundation
import MicaEvents

/// A key by where it is on the keyboard, as USB numbers them. *Source*: Apple, UIKeyboardHIDUsage; USB-IF, HID Usage Tables 1.5,
/// section 10.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
    /// The usage on page 7.
    public let rawValue: Int
    /// Makes a key of its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The key that ends a line. *Source*: Apple, UIKeyboardHIDUsage.keyboardReturnOrEnter.
    public static let keyboardReturnOrEnter = UIKeyboardHIDUsage(rawValue: 0x28)
    /// The key that gives up. *Source*: Apple, UIKeyboardHIDUsage.keyboardEscape.
    public static let keyboardEscape = UIKeyboardHIDUsage(rawValue: 0x29)
    /// The key that deletes to the left. *Source*: Apple, UIKeyboardHIDUsage.keyboardDeleteOrBackspace.
    public static let keyboardDeleteOrBackspace = UIKeyboardHIDUsage(rawValue: 0x2A)
    /// The tabulator. *Source*: Apple, UIKeyboardHIDUsage.keyboardTab.
    public static let keyboardTab = UIKeyboardHIDUsage(rawValue: 0x2B)
    /// The space bar. *Source*: Apple, UIKeyboardHIDUsage.keyboardSpacebar.
    public static let keyboardSpacebar = UIKeyboardHIDUsage(rawValue: 0x2C)
    /// To the line's beginning. *Source*: Apple, UIKeyboardHIDUsage.keyboardHome.
    public static let keyboardHome = UIKeyboardHIDUsage(rawValue: 0x4A)
    /// A page up. *Source*: Apple, UIKeyboardHIDUsage.keyboardPageUp.
    public static let keyboardPageUp = UIKeyboardHIDUsage(rawValue: 0x4B)
    /// To the line's end. *Source*: Apple, UIKeyboardHIDUsage.keyboardEnd.
    public static let keyboardEnd = UIKeyboardHIDUsage(rawValue: 0x4D)
    /// A page down. *Source*: Apple, UIKeyboardHIDUsage.keyboardPageDown.
    public static let keyboardPageDown = UIKeyboardHIDUsage(rawValue: 0x4E)
    /// The arrow to the right. *Source*: Apple, UIKeyboardHIDUsage.keyboardRightArrow.
    public static let keyboardRightArrow = UIKeyboardHIDUsage(rawValue: 0x4F)
    /// The arrow to the left. *Source*: Apple, UIKeyboardHIDUsage.keyboardLeftArrow.
    public static let keyboardLeftArrow = UIKeyboardHIDUsage(rawValue: 0x50)
    /// The arrow down. *Source*: Apple, UIKeyboardHIDUsage.keyboardDownArrow.
    public static let keyboardDownArrow = UIKeyboardHIDUsage(rawValue: 0x51)
    /// The arrow up. *Source*: Apple, UIKeyboardHIDUsage.keyboardUpArrow.
    public static let keyboardUpArrow = UIKeyboardHIDUsage(rawValue: 0x52)
}

/// A key of a keyboard. *Source*: Apple, UIKey.
@preconcurrency @MainActor open class UIKey: NSObject {
    /// What it stands for with the modifiers that are down. *Source*: Apple, UIKey.characters.
    public let characters: String
    /// The same without any modifier but shift. *Source*: Apple, UIKey.charactersIgnoringModifiers.
    public let charactersIgnoringModifiers: String
    /// The modifiers that are down. *Source*: Apple, UIKey.modifierFlags.
    public let modifierFlags: UIKeyModifierFlags
    /// Where it is on the keyboard. *Source*: Apple, UIKey.keyCode.
    public let keyCode: UIKeyboardHIDUsage

    init(_ event: KeyEvent, _ modifiers: KeyModifiers) {
        (characters, charactersIgnoringModifiers) = (event.characters, event.unmodifiedCharacters)
        modifierFlags = UIKeyModifierFlags(modifiers)
        keyCode = UIKeyboardHIDUsage(rawValue: Int(event.code.rawValue))
        super.init()
    }
}

/// A press of a key. *Source*: Apple, UIPress.
@preconcurrency @MainActor open class UIPress: NSObject {
    /// Where a press is; raw values are Apple's. *Source*: Apple, UIPress.Phase.
    public enum Phase: Int, Sendable {
        /// The key went down.
        case began = 0
        /// It is pressed differently.
        case changed = 1
        /// It stays down.
        case stationary = 2
        /// It went up.
        case ended = 3
        /// It was taken away.
        case cancelled = 4
    }

    /// Where it is. *Source*: Apple, UIPress.phase.
    open internal(set) var phase: Phase
    /// When it was so, in seconds of media time. *Source*: Apple, UIPress.timestamp.
    open internal(set) var timestamp: TimeInterval
    /// The key. *Source*: Apple, UIPress.key.
    public let key: UIKey?
    /// The window that it went to. *Source*: Apple, UIPress.window.
    open internal(set) weak var window: UIWindow?
    /// The responder that it went to. *Source*: Apple, UIPress.responder.
    open internal(set) weak var responder: UIResponder?

    init(_ key: UIKey, _ phase: Phase, _ timestamp: TimeInterval) {
        (self.key, self.phase, self.timestamp) = (key, phase, timestamp)
        super.init()
    }
}
