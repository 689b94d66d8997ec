import CoreGraphics
import Foundation
import MicaEvents

/// A key with modifiers, and the action that it calls.
///
/// It counts while it is among the `keyCommands` of a responder along the chain, or in the main menu (`UIMenuSystem.main`).
/// In other menus it is an element like other commands. *Source*: Apple, UIKeyCommand.
open class UIKeyCommand: UICommand {
    /// The key: its character without modifiers, or one of the constants below.
    public let input: String?
    /// The modifiers that are down; all others are up, except caps lock and the keypad's.
    public let modifierFlags: UIKeyModifierFlags
    /// Whether the command goes before the system's own use of its key: tab, which moves the focus, and the keys that edit
    /// text; false at first. *Source*: Apple, UIKeyCommand.wantsPriorityOverSystemBehavior, as since iOS 15.
    open var wantsPriorityOverSystemBehavior = false

    /// Makes a command. *Source*: Apple,
    /// UIKeyCommand.init(title:image:action:input:modifierFlags:propertyList:alternates:discoverabilityTitle:attributes:state:).
    public init(
        title: String = "", image: UIImage? = nil, action: Selector, input: String,
        modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil, alternates: [UICommandAlternate] = [],
        discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off
    ) {
        (self.input, self.modifierFlags) = (input, modifierFlags)
        super.init(
            title: title, image: image, action: action, propertyList: propertyList, alternates: alternates,
            discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state)
    }

    /// Makes a command.
    public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        self.init(title: "", action: action, input: input, modifierFlags: modifierFlags)
    }

    /// Makes a command with a name.
    public convenience init(
        input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
    ) {
        self.init(
            title: "", action: action, input: input, modifierFlags: modifierFlags,
            discoverabilityTitle: discoverabilityTitle)
    }

    override func makeCopy(_ title: String, _ action: Selector) -> UICommand {
        let copy = UIKeyCommand(
            title: title, image: image, action: action, input: input ?? "", modifierFlags: modifierFlags,
            propertyList: propertyList, alternates: alternates, discoverabilityTitle: discoverabilityTitle,
            attributes: attributes, state: state)
        (copy.subtitle, copy.wantsPriorityOverSystemBehavior) = (subtitle, wantsPriorityOverSystemBehavior)
        return copy
    }

    /// The arrow up.
    public nonisolated static let inputUpArrow = "UIKeyInputUpArrow"
    /// The arrow down.
    public nonisolated static let inputDownArrow = "UIKeyInputDownArrow"
    /// The arrow to the left.
    public nonisolated static let inputLeftArrow = "UIKeyInputLeftArrow"
    /// The arrow to the right.
    public nonisolated static let inputRightArrow = "UIKeyInputRightArrow"
    /// Escape.
    public nonisolated static let inputEscape = "UIKeyInputEscape"
    /// Page up.
    public nonisolated static let inputPageUp = "UIKeyInputPageUp"
    /// Page down.
    public nonisolated static let inputPageDown = "UIKeyInputPageDown"
    /// Home.
    public nonisolated static let inputHome = "UIKeyInputHome"
    /// End.
    public nonisolated static let inputEnd = "UIKeyInputEnd"

    private static let codes: [UIKeyboardHIDUsage: String] = [
        .keyboardUpArrow: inputUpArrow, .keyboardDownArrow: inputDownArrow, .keyboardLeftArrow: inputLeftArrow,
        .keyboardRightArrow: inputRightArrow, .keyboardEscape: inputEscape, .keyboardPageUp: inputPageUp,
        .keyboardPageDown: inputPageDown, .keyboardHome: inputHome, .keyboardEnd: inputEnd,
        .keyboardTab: "\t", .keyboardReturnOrEnter: "\r", .keyboardDeleteOrBackspace: "\u{8}", .keyboardSpacebar: " ",
    ]

    /// A copy of the command, or of its alternate, if a key with modifiers calls it; nil for another key.
    final func copy(for key: UIKey, _ flags: UIKeyModifierFlags) -> UICommand? {
        let (own, down) = (modifierFlags.intersection(.counted), flags.intersection(.counted))
        guard let input, down.isSuperset(of: own), Self.isKey(key, input) else { return nil }
        let added = down.subtracting(own)
        return added.isEmpty || alternates.contains { $0.modifierFlags == added } ? copy(for: added) : nil
    }

    private static func isKey(_ key: UIKey, _ input: String) -> Bool {
        if let special = codes[key.keyCode] { return input == special || input == "\n" && special == "\r" }
        let own = key.charactersIgnoringModifiers
        return !own.isEmpty && own.lowercased() == input.lowercased()
    }
}

extension UIKeyModifierFlags {
    /// The modifiers by which commands differ.
    static let counted: UIKeyModifierFlags = [.shift, .control, .alternate, .command]
}

extension Sequence where Element == UIKeyCommand {
    /// Calls the first of the commands that has a key, is enabled, and finds a responder along the chain that has its
    /// method; false if none does.
    ///
    /// - Parameters:
    ///   - flags: The modifiers that are down.
    ///   - system: Whether only commands count that go before the system's use of the key.
    @MainActor func perform(
        _ key: UIKey, _ flags: UIKeyModifierFlags, from responder: UIResponder, system: Bool
    ) -> Bool {
        for command in self where !system || command.wantsPriorityOverSystemBehavior {
            guard let copy = command.copy(for: key, flags),
                let target = responder.target(forAction: copy.action, withSender: copy)
            else { continue }
            copy.validate(by: target)
            guard !copy.attributes.contains(.disabled) else { continue }
            copy.performWithSender(nil, target: target)
            return true
        }
        return false
    }
}

extension KeyDispatcher {
    /// Calls the first command along the responder chain that has a key; false if none has.
    ///
    /// - Parameters:
    ///   - flags: The modifiers that are down.
    ///   - system: Whether only commands count that go before the system's use of the key.
    static func perform(
        _ key: UIKey, _ flags: UIKeyModifierFlags, from first: UIResponder, system: Bool
    ) -> Bool {
        var responder: UIResponder? = first
        while let current = responder {
            if (current.keyCommands ?? []).perform(key, flags, from: current, system: system) { return true }
            responder = current.next
        }
        return false
    }
}

extension UIWindow {
    /// The responder from which commands search: the first responder, or else the frontmost controller, or else the window.
    final var commandStart: UIResponder { firstResponder ?? keys.focused ?? rootViewController?.frontmost ?? self }
}

extension UIViewController {
    /// The controller in front: the one presented last, and in it the child added last.
    final var frontmost: UIViewController {
        if let presented = presentedViewController, !presented.isBeingDismissed { return presented.frontmost }
        return children.last { $0.viewIfLoaded?.window != nil }?.frontmost ?? self
    }
}
