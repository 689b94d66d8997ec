import Foundation

/// What the person who uses a program needs. Without a host that says otherwise: nothing out of the ordinary.
public enum UIAccessibility {
    /// Whether moving pictures are to be kept to what is needed.
    public static var isReduceMotionEnabled: Bool { false }
    /// Whether transparent surfaces are to be opaque.
    public static var isReduceTransparencyEnabled: Bool { false }
    /// Whether colours are to differ more.
    public static var isDarkerSystemColorsEnabled: Bool { false }
    /// Whether text is to be bold.
    public static var isBoldTextEnabled: Bool { false }
    /// Whether colours are to be without hue.
    public static var isGrayscaleEnabled: Bool { false }
    /// Whether colours are inverted.
    public static var isInvertColorsEnabled: Bool { false }
    /// Whether what is on the screen is read aloud.
    public static var isVoiceOverRunning: Bool { false }
    /// Whether a switch is used in place of the screen.
    public static var isSwitchControlRunning: Bool { false }
    /// Whether films start by themselves.
    public static var isVideoAutoplayEnabled: Bool { true }

    /// `isReduceMotionEnabled` has changed.
    public static var reduceMotionStatusDidChangeNotification: NSNotification.Name { name("ReduceMotion") }
    /// `isReduceTransparencyEnabled` has changed.
    public static var reduceTransparencyStatusDidChangeNotification: NSNotification.Name { name("ReduceTransparency") }
    /// `isVoiceOverRunning` has changed.
    public static var voiceOverStatusDidChangeNotification: NSNotification.Name { name("VoiceOver") }
    /// `isBoldTextEnabled` has changed.
    public static var boldTextStatusDidChangeNotification: NSNotification.Name { name("BoldText") }

    private static func name(_ what: String) -> NSNotification.Name {
        NSNotification.Name("UIAccessibility\(what)StatusDidChangeNotification")
    }
}

/// What an element is to whoever reads the screen aloud. *Source* for the bits: the values of
/// Apple's public constants, as facebook/WebDriverAgent lists them.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set of any bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nothing special.
    public static let none = UIAccessibilityTraits([])
    /// A button.
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    /// A link.
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    /// A picture.
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    /// What is chosen.
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    /// What plays a sound of its own.
    public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
    /// A key of a keyboard.
    public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
    /// What tells of the state of a whole app.
    public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
    /// A field that is searched with.
    public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
    /// What starts a film or a sound.
    public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
    /// What goes up and down in steps: `accessibilityIncrement()`, `accessibilityDecrement()`.
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    /// What takes touches as they are.
    public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
    /// What turns a page when it has been read.
    public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
    /// Text that cannot be changed.
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    /// A title of a part.
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
    /// What changes often.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    /// What cannot be used now.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
}
