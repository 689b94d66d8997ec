import Foundation

/// An element of a menu that calls a method of a responder.
///
/// The responder is the first along the chain from the first responder on, or else from the view with the menu, whose
/// `canPerformAction(_:withSender:)` is true. Each time that the command is shown or called, the responder may change a copy
/// of it by `validate(_:)`. The method's sender is the program's command, or a copy for an alternate. *Source*: Apple,
/// UICommand; the copy and the sender are guesses.
open class UICommand: UIMenuElement, UIMenuLeaf {
    /// The title.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    /// The picture; nil for none.
    open override var image: UIImage? {
        get { super.image }
        set { super.image = newValue }
    }
    /// A longer title, which is the hint of the command's row for accessibility; nil for none.
    open var discoverabilityTitle: String?
    /// The method that is called.
    public let action: Selector
    /// A value of the program's own, which tells commands with the same action apart; nil for none.
    public let propertyList: Any?
    /// Whether the command cannot be used, is hidden, destroys something, or keeps its menu.
    open var attributes: Attributes
    /// The mark at the title.
    open var state: State
    /// Other actions, for other modifier keys.
    public let alternates: [UICommandAlternate]
    /// The object for which the command is called, such as a button; nil outside of calls.
    open private(set) var sender: Any?
    /// The command that this one is a copy of, and whether it has the action of an alternate; nil for a program's own.
    private var source: (command: UICommand, isAlternate: Bool)?

    /// Makes a command. *Source*: Apple,
    /// UICommand.init(title:subtitle:image:action:propertyList:alternates:discoverabilityTitle:attributes:state:).
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, action: Selector, propertyList: Any? = nil,
        alternates: [UICommandAlternate] = [], discoverabilityTitle: String? = nil, attributes: Attributes = [],
        state: State = .off
    ) {
        (self.action, self.propertyList, self.alternates) = (action, propertyList, alternates)
        (self.discoverabilityTitle, self.attributes, self.state) = (discoverabilityTitle, attributes, state)
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// Calls the action with the command as its sender. Without a target, the first responder of the key window along the
    /// chain that carries it out gets it.
    open func performWithSender(_ sender: Any?, target: Any?) {
        let window = UIApplication.shared.keyWindow
        let found = target ?? window?.commandStart.target(forAction: action, withSender: self)
        guard let found else { return }
        let caller = source?.isAlternate == true ? self : original
        caller.sender = sender
        _ = UIApplication.shared.sendAction(action, to: found, from: caller, for: nil)
        caller.sender = nil
    }

    // MARK: Validation

    /// The command that the program made.
    final var original: UICommand { source?.command ?? self }

    /// A copy with a title and an action.
    func makeCopy(_ title: String, _ action: Selector) -> UICommand {
        UICommand(
            title: title, subtitle: subtitle, image: image, action: action, propertyList: propertyList,
            alternates: alternates, discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state)
    }

    /// A copy of the command, or of its alternate for modifier keys.
    ///
    /// - Parameter flags: The keys that are down besides those of the command itself.
    final func copy(for flags: UIKeyModifierFlags = []) -> UICommand {
        let other = flags.isEmpty ? nil : alternates.first { $0.modifierFlags == flags }
        let copy = makeCopy(other?.title ?? title, other?.action ?? action)
        copy.source = (original, other != nil)
        return copy
    }

    /// Lets the target of the command change it; without one it cannot be used.
    final func validate(by target: Any?) {
        if target == nil { attributes.insert(.disabled) }
        (target as? UIResponder)?.validate(self)
    }
}

/// Another action of a command, while modifier keys are down.
///
/// In an open menu, the alternate is shown in place of its command while its keys are down. A key command's alternate has
/// the command's key with the modifiers of both. *Source*: Apple, UICommandAlternate.
@preconcurrency @MainActor open class UICommandAlternate: NSObject {
    /// The title.
    public let title: String
    /// The method that is called.
    public let action: Selector
    /// The keys that are down, besides those of a key command itself.
    public let modifierFlags: UIKeyModifierFlags

    /// Makes an alternate.
    public init(title: String, action: Selector, modifierFlags: UIKeyModifierFlags) {
        (self.title, self.action, self.modifierFlags) = (title, action, modifierFlags)
        super.init()
    }
}

/// The responders that the commands of a menu go to.
@MainActor struct CommandChain {
    /// The first responder; nil for none.
    private(set) weak var first: UIResponder?
    /// The view that the menu belongs to.
    private(set) weak var owner: UIResponder?

    /// The nearest responder that carries out a command: along the chain of the first responder, then along that of the
    /// owner.
    func target(of command: UICommand) -> Any? {
        first?.target(forAction: command.action, withSender: command)
            ?? owner?.target(forAction: command.action, withSender: command)
    }

    /// An element as it is shown now: a command as a copy that its target has validated.
    func shown(_ element: UIMenuElement, for flags: UIKeyModifierFlags = []) -> UIMenuElement {
        guard let command = element as? UICommand else { return element }
        let copy = command.copy(for: flags)
        copy.validate(by: target(of: copy))
        return copy
    }

    /// Performs an action, or a command that a responder carries out.
    func perform(_ leaf: any UIMenuLeaf, from sender: Any?) {
        guard let command = leaf as? UICommand else { return leaf.performWithSender(sender, target: nil) }
        if let target = target(of: command) { command.performWithSender(sender, target: target) }
    }
}
