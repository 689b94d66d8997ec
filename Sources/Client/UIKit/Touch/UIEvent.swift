import Foundation
import MicaEvents

/// A set of touches and their changes at one time. *Source*: Apple, UIEvent.
@preconcurrency @MainActor open class UIEvent: NSObject {
    /// The kind of input. *Source*: Apple, UIEvent.EventType.
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

    /// A finer kind of input. *Source*: Apple, UIEvent.EventSubtype.
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
        /// A headset's button: the next track. *Source*: Apple, UIEvent.EventSubtype.remoteControlNextTrack.
        case remoteControlNextTrack = 104
        /// A headset's button: the previous track. *Source*: Apple, UIEvent.EventSubtype.remoteControlPreviousTrack.
        case remoteControlPreviousTrack = 105
    }

    /// The kind of input; touches, unless a subclass gives another. *Source*: Apple, UIEvent.type.
    open var type: EventType { .touches }
    /// The finer kind of input; always none. *Source*: Apple, UIEvent.subtype.
    open var subtype: EventSubtype { .none }
    /// The time of the event, in seconds of media time. *Source*: Apple, UIEvent.timestamp.
    open internal(set) var timestamp: TimeInterval = 0
    /// The modifier keys that were down. *Source*: Apple, UIEvent.modifierFlags.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// All touches on the screen, including those that this event ends. *Source*: Apple, UIEvent.allTouches.
    open var allTouches: Set<UITouch>? { all.isEmpty ? nil : Set(all) }

    final var all: [UITouch] = []

    /// Makes an event without touches.
    public override init() { super.init() }

    /// The touches that began in a view; nil for none. *Source*: Apple, UIEvent.touches(for:).
    open func touches(for view: UIView) -> Set<UITouch>? { some { $0.view === view } }

    /// The touches in a window; nil for none. *Source*: Apple, UIEvent.touches(for:).
    open func touches(for window: UIWindow) -> Set<UITouch>? { some { $0.window === window } }

    /// The touches that a recognizer gets; nil for none. *Source*: Apple, UIEvent.touches(for:).
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        some { $0.recognizers.contains { $0 === gesture } }
    }

    /// The touches that were merged into one: always the touch alone, because every event of a host is passed on.
    /// *Source*: Apple, UIEvent.coalescedTouches(for:).
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { all.contains(touch) ? [touch] : nil }

    /// The expected further path of a touch: empty, as none is predicted here. *Source*: Apple,
    /// UIEvent.predictedTouches(for:).
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { all.contains(touch) ? [] : nil }

    private func some(_ isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
        let found = all.filter(isWanted)
        return found.isEmpty ? nil : Set(found)
    }
}

/// An event of pressed keys. *Source*: Apple, UIPressesEvent.
@preconcurrency @MainActor open class UIPressesEvent: UIEvent {
    /// The kind of input: presses. *Source*: Apple, UIEvent.type.
    open override var type: EventType { .presses }
    /// The keys that are down, and those that this event releases. *Source*: Apple, UIPressesEvent.allPresses.
    public final let allPresses: Set<UIPress>

    init(_ presses: Set<UIPress>, _ time: TimeInterval) {
        allPresses = presses
        super.init()
        timestamp = time
        modifierFlags = presses.first?.key?.modifierFlags ?? []
    }
}

/// A set of modifier keys. *Source*: Apple, UIKeyModifierFlags.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps lock is on. *Source*: Apple, UIKeyModifierFlags.alphaShift.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// A shift key. *Source*: Apple, UIKeyModifierFlags.shift.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// A control key. *Source*: Apple, UIKeyModifierFlags.control.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// An alt key. *Source*: Apple, UIKeyModifierFlags.alternate.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// The key with the system's logo. *Source*: Apple, UIKeyModifierFlags.command.
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
