import Foundation
import MicaEvents

/// A set of touches and their changes at one time.
@preconcurrency @MainActor open class UIEvent: NSObject {
    /// The kind of input.
    public enum EventType: Int, Sendable {
        /// Touches.
        case touches = 0
        /// The device was moved.
        case motion = 1
        /// A headset's buttons.
        case remoteControl = 2
        /// Buttons were pressed.
        case presses = 3
        /// A mouse without a pressed button is over a window.
        case hover = 11
    }

    /// A finer kind of input.
    public enum EventSubtype: Int, Sendable {
        /// Nothing more.
        case none = 0
        /// The device was shaken.
        case motionShake = 1
        /// A headset's button: play.
        case remoteControlPlay = 100
        /// A headset's button: pause.
        case remoteControlPause = 101
        /// A headset's button: stop.
        case remoteControlStop = 102
        /// A headset's button: play or pause.
        case remoteControlTogglePlayPause = 103
        /// A headset's button: the next track.
        case remoteControlNextTrack = 104
        /// A headset's button: the previous track.
        case remoteControlPreviousTrack = 105
    }

    /// The kind of input; touches, unless a subclass gives another.
    open var type: EventType { .touches }
    /// The finer kind of input; always none.
    open var subtype: EventSubtype { .none }
    /// The time of the event, in seconds of media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// The modifier keys that were down.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// All touches on the screen, including those that this event ends.
    open var allTouches: Set<UITouch>? { all.isEmpty ? nil : Set(all) }

    final var all: [UITouch] = []

    /// Makes an event without touches.
    public override init() { super.init() }

    /// The touches that began in a view; nil for none.
    open func touches(for view: UIView) -> Set<UITouch>? { some { $0.view === view } }

    /// The touches in a window; nil for none.
    open func touches(for window: UIWindow) -> Set<UITouch>? { some { $0.window === window } }

    /// The touches that a recognizer gets; nil for none.
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        some { $0.recognizers.contains { $0 === gesture } }
    }

    /// The touches that were merged into one: always the touch alone, because every event of a host is passed on.
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { all.contains(touch) ? [touch] : nil }

    /// The expected further path of a touch: empty, as none is predicted here.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { all.contains(touch) ? [] : nil }

    private func some(_ isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
        let found = all.filter(isWanted)
        return found.isEmpty ? nil : Set(found)
    }
}

/// An event of pressed keys.
@preconcurrency @MainActor open class UIPressesEvent: UIEvent {
    /// The kind of input: presses.
    open override var type: EventType { .presses }
    /// The keys that are down, and those that this event releases.
    public final let allPresses: Set<UIPress>

    init(_ presses: Set<UIPress>, _ time: TimeInterval) {
        allPresses = presses
        super.init()
        timestamp = time
        modifierFlags = presses.first?.key?.modifierFlags ?? []
    }
}

/// A set of modifier keys.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps lock is on.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// A shift key.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// A control key.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// An alt key.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// The key with the system's logo.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// A key of the keypad.
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
