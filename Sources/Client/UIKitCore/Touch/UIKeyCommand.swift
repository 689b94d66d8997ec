import CoreGraphics
import Foundation
import MicaEvents

/// A key with modifiers, and the action that it calls.
@preconcurrency @MainActor open class UIKeyCommand: NSObject {
    /// The key: its character without modifiers, or one of the constants below.
    public let input: String?
    /// The modifiers that are down; all others are up, except caps lock and the keypad's.
    public let modifierFlags: UIKeyModifierFlags
    /// The method that is called on the first responder along the chain that has it.
    public let action: Selector?
    /// The name of the command; empty at first. It is kept for the program: there are no menus.
    open var title = ""
    /// A picture; nil at first. It is kept for the program: there are no menus.
    open var image: UIImage?
    /// A longer name; nil at first. It is kept for the program: there is no list of commands.
    open var discoverabilityTitle: String?
    /// A value of the program's own.
    open var propertyList: Any?
    /// Whether the command goes before the system's own use of its key: tab, which moves the focus here; false at
    /// first.
    open var wantsPriorityOverSystemBehavior = false

    /// Makes a command.
    public init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        (self.input, self.modifierFlags, self.action) = (input, modifierFlags, action)
        super.init()
    }

    /// Makes a command with a name.
    public convenience init(
        input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
    ) {
        self.init(input: input, modifierFlags: modifierFlags, action: action)
        self.discoverabilityTitle = discoverabilityTitle
    }

    /// Makes a command for a menu. *Source*: Apple,
    /// UIKeyCommand.init(title:image:action:input:modifierFlags:propertyList:alternates:discoverabilityTitle:attributes:state:),
    /// without alternates, attributes and state.
    public convenience init(
        title: String = "", image: UIImage? = nil, action: Selector, input: String,
        modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil, discoverabilityTitle: String? = nil
    ) {
        self.init(input: input, modifierFlags: modifierFlags, action: action)
        (self.title, self.image, self.propertyList) = (title, image, propertyList)
        self.discoverabilityTitle = discoverabilityTitle
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

    /// Whether a key with its modifiers calls the command.
    final func matches(_ key: UIKey) -> Bool {
        let counted: UIKeyModifierFlags = [.shift, .control, .alternate, .command]
        guard let input, key.modifierFlags.intersection(counted) == modifierFlags.intersection(counted) else {
            return false
        }
        if let special = Self.codes[key.keyCode] { return input == special || input == "\n" && special == "\r" }
        let own = key.charactersIgnoringModifiers
        return !own.isEmpty && own.lowercased() == input.lowercased()
    }

    /// Calls the method on the first responder along the chain that has it; false if none has.
    fileprivate func perform(from responder: UIResponder) -> Bool {
        guard let action, let target = responder.target(forAction: action, withSender: self) else { return false }
        return UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
    }
}

extension KeyDispatcher {
    /// Calls the first command along the responder chain that has a key; false if none has.
    ///
    /// - Parameter system: Whether only commands count that go before the system's use of the key.
    static func perform(_ key: UIKey, from first: UIResponder?, system: Bool) -> Bool {
        var responder = first
        while let current = responder {
            for command in current.keyCommands ?? []
            where command.matches(key) && (!system || command.wantsPriorityOverSystemBehavior) {
                if command.perform(from: current) { return true }
            }
            responder = current.next
        }
        return false
    }
}

extension UIViewController {
    /// The controller in front: the one presented last, and in it the child added last.
    final var frontmost: UIViewController {
        if let presented = presentedViewController, !presented.isBeingDismissed { return presented.frontmost }
        return children.last { $0.viewIfLoaded?.window != nil }?.frontmost ?? self
    }
}
