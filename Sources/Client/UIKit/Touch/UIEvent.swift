import Foundation
import MicaEvents

/// What a person did: the touches that are on the screen, and what each does. *Source*: Apple, UIEvent.
@preconcurrency @MainActor open class UIEvent: NSObject {
    /// What kind of input it is. *Source*: Apple, UIEvent.EventType.
    public enum EventType: Int, Sendable {
        /// Touches. *Source*: Apple, UIEvent.EventType.touches.
        case touches = 0
        /// The device was moved. *Source*: Apple, UIEvent.EventType.motion.
        case motion = 1
        /// A headset's buttons. *Source*: Apple, UIEvent.EventType.remoteControl.
        case remoteControl = 2
        /// Buttons were pressed. *Source*: Apple, UIEvent.EventType.presses.
        case presses = 3
    }

    /// What of its kind it is. *Source*: Apple, UIEvent.EventSubtype.
    public enum EventSubtype: Int, Sendable {
        /// Nothing more. *Source*: Apple, UIEvent.EventSubtype.none.
        case none = 0
        /// The device was shaken. *Source*: Apple, UIEvent.EventSubtype.motionShake.
        case motionShake = 1
        /// A headset's button: play. *Source*: Apple, UIEvent.EventSubtype.remoteControlPlay.
        case remoteControlPlay = 100
        /// A headset's button: pause. *Source*: Apple, UIEvent.EventSubtype.remoteControlPause.
        case remoteControlPause = 101
        /// A headset's button: stop. *Source*: Apple, UIEvent.EventSubtype.remoteControlStop.
        case remoteControlStop = 102
        /// A headset's button: play or pause. *Source*: Apple, UIEvent.EventSubtype.remoteControlTogglePlayPause.
        case remoteControlTogglePlayPause = 103
        /// A headset's button: the next one. *Source*: Apple, UIEvent.EventSubtype.remoteControlNextTrack.
        case remoteControlNextTrack = 104
        /// A headset's button: the one before. *Source*: Apple, UIEvent.EventSubtype.remoteControlPreviousTrack.
        case remoteControlPreviousTrack = 105
    }

    /// Its kind; touches, as of now. *Source*: Apple, UIEvent.type.
    open var type: EventType { .touches }
    /// What of its kind it is; none. *Source*: Apple, UIEvent.subtype.
    open var subtype: EventSubtype { .none }
    /// When it happened, in seconds of media time. *Source*: Apple, UIEvent.timestamp.
    open internal(set) var timestamp: TimeInterval = 0
    /// The modifier keys that were down. *Source*: Apple, UIEvent.modifierFlags.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// All touches that are on the screen, and those that this event ends. *Source*: Apple, UIEvent.allTouches.
    open var allTouches: Set<UITouch>? { all.isEmpty ? nil : Set(all) }

    final var all: [UITouch] = []

    /// Makes an event without touches.
    public override init() { super.init() }

    /// The touches that hit a view. *Source*: Apple, UIEvent.touches(for:).
    open func touches(for view: UIView) -> Set<UITouch>? { some { $0.view === view } }

    /// The touches of a window. *Source*: Apple, UIEvent.touches(for:).
    open func touches(for window: UIWindow) -> Set<UITouch>? { some { $0.window === window } }

    /// The touches that a recognizer gets. *Source*: Apple, UIEvent.touches(for:).
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        some { $0.recognizers.contains { $0 === gesture } }
    }

    /// The touches that were put together into one: the touch itself, as every one of a host's events is handed on. *Source*: Apple,
    /// UIEvent.coalescedTouches(for:).
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { all.contains(touch) ? [touch] : nil }

    /// Where the touch may go: nothing is foretold. *Source*: Apple, UIEvent.predictedTouches(for:).
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { all.contains(touch) ? [] : nil }

    private func some(_ isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
        let found = all.filter(isWanted)
        return found.isEmpty ? nil : Set(found)
    }
}

/// An event of pressed buttons. *Source*: Apple, UIPressesEvent.
@preconcurrency @MainActor open class UIPressesEvent: UIEvent {
    /// Its kind. *Source*: Apple, UIEvent.type.
    open override var type: EventType { .presses }
    /// The keys that are down, and those that this event ends. *Source*: Apple, UIPressesEvent.allPresses.
    public final let allPresses: Set<UIPress>

    init(_ presses: Set<UIPress>, _ time: TimeInterval) {
        allPresses = presses
        super.init()
        timestamp = time
        modifierFlags = presses.first?.key?.modifierFlags ?? []
    }
}

/// Modifier keys. *Source*: Apple, UIKeyModifierFlags.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps lock is on. *Source*: Apple, UIKeyModifierFlags.alphaShift.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// A shift key. *Source*: Apple, UIKeyModifierFlags.shift.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// A control key. *Source*: Apple, UIKeyModifierFlags.control.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// An alt key. *Source*: Apple, UIKeyModifierFlags.alternate.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// The key with the system's sign. *Source*: Apple, UIKeyModifierFlags.command.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// A key of the keypad. *Source*: Apple, UIKeyModifierFlags.numericPad.
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)

    init(_ modifiers: KeyModifiers) {
        var flags: UIKeyModifierFlags = []
        if modifiers.contains(.capsLock) { flags.insert(.alphaShift) }
        if modifiers.contains(.shift) { flags.insert(.shift) }
        if modifiers.contains(.control) { flags.insert(.control) }
        if modifiers.contains(.alt) { flags.insert(.alternate) }
        if modifiers.contains(.command) { flags.insert(.command) }
        self = flags
    }
}
