import Foundation

/// The user's settings of accessibility. All but `isVoiceOverRunning` have their usual values here: no host reports them.
public enum UIAccessibility {
    /// Whether animations should be reduced to what is needed.
    public static var isReduceMotionEnabled: Bool { false }
    /// Whether transparent surfaces should be opaque.
    public static var isReduceTransparencyEnabled: Bool { false }
    /// Whether colours should have more contrast.
    public static var isDarkerSystemColorsEnabled: Bool { false }
    /// Whether text should be bold.
    public static var isBoldTextEnabled: Bool { false }
    /// Whether colours should be grey.
    public static var isGrayscaleEnabled: Bool { false }
    /// Whether colours are inverted.
    public static var isInvertColorsEnabled: Bool { false }
    /// Whether an assistive technology reads the program's windows; AT-SPI does not say of which kind it is.
    public static var isVoiceOverRunning: Bool { ScreenReading.isWatching }
    /// Whether a switch replaces the touch screen.
    public static var isSwitchControlRunning: Bool { false }
    /// Whether videos start by themselves; true here.
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

extension UIAccessibility {
    /// A message to a screen reader.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt32
        /// Makes a message from a number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// A part of the screen has changed; the argument is the element to go to, or a text. *Source* of the numbers:
        /// Apple's constants, as others have printed them.
        public static let screenChanged = Notification(rawValue: 1000)
        /// The layout has changed; the argument is the element to go to, or a text.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// A text to read; the argument is the text.
        public static let announcement = Notification(rawValue: 1008)
        /// A page was scrolled; the argument is the text to read.
        public static let pageScrolled = Notification(rawValue: 1009)
        /// Stops a screen reader for a while.
        public static let pauseAssistiveTechnology = Notification(rawValue: 1018)
        /// Lets a screen reader go on.
        public static let resumeAssistiveTechnology = Notification(rawValue: 1019)
    }

    /// An assistive technology went to another element.
    public static var elementFocusedNotification: NSNotification.Name {
        NSNotification.Name("UIAccessibilityElementFocusedNotification")
    }
    /// The element that it went to, in the notification's values.
    public static let focusedElementUserInfoKey = "UIAccessibilityFocusedElementKey"
    /// The element that it left.
    public static let unfocusedElementUserInfoKey = "UIAccessibilityUnfocusedElementKey"

    /// Sends a message to the assistive technology in use; without one it has no effect.
    ///
    /// An announcement and the text of `pageScrolled` are read. `layoutChanged` and `screenChanged` move the person to the element
    /// that the argument is, or read it if it is a text; without an argument, `screenChanged` moves to the first element. The other
    /// two have no effect, as AT-SPI has nothing for them. *Source*: Apple, UIAccessibility.Notification.
    public static func post(notification: Notification, argument: Any?) {
        guard isVoiceOverRunning else { return }
        // Safe because: it is used on the main thread only from here on.
        nonisolated(unsafe) let argument = argument
        ScreenReading.onMainThread { unsafe ScreenReading.shared.post(notification, argument) }
    }

    /// A kind of assistive technology.
    public struct AssistiveTechnologyIdentifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a kind from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A screen reader; here, any assistive technology that reads windows.
        public static let notificationVoiceOver = AssistiveTechnologyIdentifier(
            rawValue: "UIAccessibilityNotificationVoiceOverIdentifier")
        /// A switch that replaces the touch screen; none is known here.
        public static let notificationSwitchControl = AssistiveTechnologyIdentifier(
            rawValue: "UIAccessibilityNotificationSwitchControlIdentifier")
    }

    /// The element that an assistive technology is at; nil for none.
    ///
    /// - Parameter assistiveTechnologyIdentifier: The kind; nil for any.
    @MainActor @preconcurrency public static func focusedElement(
        using assistiveTechnologyIdentifier: AssistiveTechnologyIdentifier?
    ) -> Any? {
        assistiveTechnologyIdentifier == .notificationSwitchControl ? nil : ScreenReading.shared.cursor
    }
}

/// The kind and state of an element, for screen readers. *Source* for the bits: the values of Apple's public constants,
/// as facebook/WebDriverAgent lists them.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set from bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// No traits.
    public static let none = UIAccessibilityTraits([])
    /// A button.
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    /// A link.
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    /// A picture.
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    /// Selected.
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    /// Plays a sound of its own.
    public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
    /// A key of a keyboard.
    public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
    /// Sums up the state of the app.
    public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
    /// A search field.
    public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
    /// Starts a film or a sound.
    public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
    /// Has a value that goes up and down in steps: `accessibilityIncrement()`, `accessibilityDecrement()`.
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    /// Takes touches itself, without a screen reader between.
    public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
    /// Turns the page once it has been read.
    public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
    /// Text that cannot be changed.
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    /// A row of tabs. *Source* of the bit: the gap between its neighbours' in Apple's header.
    public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 15)
    /// The title of a part.
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
    /// Changes often.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    /// Cannot be used now.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
}

extension UIAccessibility {
    /// A rectangle of a view in the screen's points; that of the view's window, and of the view alone without one.
    ///
    /// *Source*: Apple, UIAccessibility.convertToScreenCoordinates(_:in:).
    @MainActor @preconcurrency public static func convertToScreenCoordinates(_ rect: CGRect, in view: UIView) -> CGRect
    {
        let inWindow = view.convert(rect, to: nil)
        return view.window?.convert(inWindow, to: nil as UIWindow?) ?? inWindow
    }

    /// A path of a view in the screen's points: a copy. Turned views turn it; their perspective does not count.
    ///
    /// *Source*: Apple, UIAccessibility.convertToScreenCoordinates(_:in:).
    @MainActor @preconcurrency public static func convertToScreenCoordinates(
        _ path: UIBezierPath, in view: UIView
    ) -> UIBezierPath {
        func place(_ point: CGPoint) -> CGPoint {
            let inWindow = view.convert(point, to: nil)
            return view.window?.convert(inWindow, to: nil as UIWindow?) ?? inWindow
        }
        let (origin, right, down) = (place(.zero), place(CGPoint(x: 1, y: 0)), place(CGPoint(x: 0, y: 1)))
        let copy = UIBezierPath(cgPath: path.cgPath)
        (copy.lineWidth, copy.usesEvenOddFillRule) = (path.lineWidth, path.usesEvenOddFillRule)
        copy.apply(
            CGAffineTransform(
                a: right.x - origin.x, b: right.y - origin.y, c: down.x - origin.x, d: down.y - origin.y,
                tx: origin.x, ty: origin.y))
        return copy
    }
}

/// A rectangle of a view in the screen's points: UIAccessibility.convertToScreenCoordinates(_:in:) under its C name.
@MainActor @preconcurrency public func UIAccessibilityConvertFrameToScreenCoordinates(
    _ rect: CGRect, _ view: UIView
) -> CGRect { UIAccessibility.convertToScreenCoordinates(rect, in: view) }
