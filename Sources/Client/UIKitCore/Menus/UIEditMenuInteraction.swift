import CoreGraphics
import Foundation

/// The side of an edit menu's source that the menu lies on; raw values are Apple's. Left and right count as automatic here.
public enum UIEditMenuArrowDirection: Int, Sendable {
    /// Above the source if there is room, otherwise below.
    case automatic = 0
    /// The arrow points up: the menu lies below.
    case up = 1
    /// The arrow points down: the menu lies above.
    case down = 2
    /// The arrow points left.
    case left = 3
    /// The arrow points right.
    case right = 4
}

/// One showing of an edit menu: its name and place.
///
/// *Source*: Apple, UIEditMenuConfiguration.
@preconcurrency @MainActor open class UIEditMenuConfiguration: NSObject {
    /// The name; a unique one if none was given.
    public let identifier: AnyHashable
    /// The place of the menu. *Space*: the interaction's view.
    public let sourcePoint: CGPoint
    /// The side that the arrow points to; automatic at first.
    open var preferredArrowDirection = UIEditMenuArrowDirection.automatic

    /// Makes a configuration.
    public init(identifier: AnyHashable?, sourcePoint: CGPoint) {
        (self.identifier, self.sourcePoint) = (identifier ?? AnyHashable(UUID()), sourcePoint)
        super.init()
    }
}

/// Animations beside the ends of an edit menu.
@preconcurrency @MainActor public protocol UIEditMenuInteractionAnimating: NSObjectProtocol {
    /// Adds animations.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a block that is called after them.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// An object that gives an edit menu's content and place. All methods are optional.
@preconcurrency @MainActor public protocol UIEditMenuInteractionDelegate: NSObjectProtocol {
    /// The menu; nil for the suggested actions.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
        suggestedActions: [UIMenuElement]
    ) -> UIMenu?
    /// The rectangle that the menu lies beside. *Space*: the interaction's view.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> CGRect
    /// The menu is about to be shown.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating)
    /// The menu is about to close.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating)
}

extension UIEditMenuInteractionDelegate {
    /// nil.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
        suggestedActions: [UIMenuElement]
    ) -> UIMenu? { nil }
    /// The configuration's point.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> CGRect { CGRect(origin: configuration.sourcePoint, size: .zero) }
    /// Does nothing.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) {}
    /// Does nothing.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) {}
}

/// The behaviour of a view that shows an edit menu: a row of commands beside a place of the view.
///
/// A touch outside the menu closes it, and is a touch for what lies there, too. *Source*: Apple, UIEditMenuInteraction.
@preconcurrency @MainActor open class UIEditMenuInteraction: NSObject, UIInteraction {
    /// The object that gives the content.
    open private(set) weak var delegate: (any UIEditMenuInteractionDelegate)?
    /// The view.
    open private(set) weak var view: UIView?
    private var shown: (configuration: UIEditMenuConfiguration, bar: EditMenuBar)? {
        didSet { if shown != nil { Self.last = self } }
    }
    /// The interaction that showed its menu last.
    private static weak var last: UIEditMenuInteraction?

    /// Asks for the content of a menu that is shown again.
    static func reloadShown() { last?.reloadVisibleMenu() }

    /// The responders that commands go to: the first responder if that is the view or in it, then the view.
    private var chain: CommandChain { CommandChain(editing: view) }
    /// Gives the suggested actions in place of those of the responder chain.
    package final var suggestions: (() -> [UIMenuElement])?

    /// Makes an interaction.
    public init(delegate: (any UIEditMenuInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
    }

    /// The interaction is about to be added to a view, or removed from one: its menu closes.
    open func willMove(to view: UIView?) { dismissMenu() }

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) { self.view = view }

    /// Whether the menu is shown.
    package final var isVisible: Bool { shown != nil }

    /// The rectangle of the shown menu; empty for none. *Space*: the window's.
    final var barFrame: CGRect { shown?.bar.frame ?? .zero }

    /// Whether a touch has closed the menu of this interaction: then the same touch does not show it again.
    package final func wasClosed(by touch: UITouch?) -> Bool { touch != nil && closingTouch === touch }
    private weak var closingTouch: UITouch?

    /// Shows the menu; without a command that can be carried out, none is shown.
    open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
        dismissMenu()
        guard let view, let window = view.window, let menu = menu(configuration) else { return }
        let bar = EditMenuBar(menu.children, chain, sender: self)
        bar.used = { [weak self] in self?.dismissMenu() }
        bar.touchedOutside = { [weak self] touch in
            self?.closingTouch = touch
            self?.dismissMenu()
        }
        shown = (configuration, bar)
        bar.place(beside: target(configuration), configuration.preferredArrowDirection, in: window)
        let animations = MenuAnimations(nil)
        delegate?.editMenuInteraction(self, willPresentMenuFor: configuration, animator: animations)
        bar.appear()
        animations.run()
    }

    private func menu(_ configuration: UIEditMenuConfiguration) -> UIMenu? {
        let suggested = suggestions?() ?? EditMenuCommand.suggested(for: view)
        let menu =
            delegate?.editMenuInteraction(self, menuFor: configuration, suggestedActions: suggested)
            ?? UIMenu(children: suggested)
        return EditMenuBar.actions(menu.children, chain).isEmpty ? nil : menu
    }

    private func target(_ configuration: UIEditMenuConfiguration) -> CGRect {
        let rect =
            delegate?.editMenuInteraction(self, targetRectFor: configuration)
            ?? CGRect(origin: configuration.sourcePoint, size: .zero)
        return view?.convert(rect, to: nil) ?? rect
    }

    /// Closes the menu.
    open func dismissMenu() {
        guard let (configuration, bar) = shown else { return }
        shown = nil
        let animations = MenuAnimations(nil)
        delegate?.editMenuInteraction(self, willDismissMenuFor: configuration, animator: animations)
        bar.close()
        animations.run()
    }

    /// Asks for the menu's content again, and shows it.
    open func reloadVisibleMenu() {
        // A responder that requests it while it validates a command would have no end.
        guard let (configuration, bar) = shown, !isReloading else { return }
        isReloading = true
        defer { isReloading = false }
        guard let menu = menu(configuration) else { return dismissMenu() }
        bar.show(menu.children)
        updateVisibleMenuPosition(animated: false)
    }

    private var isReloading = false

    /// Asks for the menu's place again, and moves it there.
    open func updateVisibleMenuPosition(animated: Bool) {
        guard let (configuration, bar) = shown, let window = view?.window else { return }
        let change = {
            bar.place(beside: self.target(configuration), configuration.preferredArrowDirection, in: window)
        }
        if animated { UIView.animate(withDuration: 0.25, animations: change) } else { change() }
    }

    /// The place of the shown menu in a view's space; nil stands for the window's. Zero while none is shown.
    open func location(in view: UIView?) -> CGPoint {
        guard let shown, let own = self.view else { return .zero }
        return own.convert(shown.configuration.sourcePoint, to: view)
    }
}

/// A command of the edit menu, in the menu's order. *Source*: the order and the titles are those of iOS.
package enum EditMenuCommand: String, CaseIterable {
    case cut = "cut:"
    case copy = "copy:"
    case paste = "paste:"
    case delete = "delete:"
    case select = "select:"
    case selectAll = "selectAll:"

    /// The words of the menu, in English.
    package var title: String {
        switch self {
        case .cut: "Cut"
        case .copy: "Copy"
        case .paste: "Paste"
        case .delete: "Delete"
        case .select: "Select"
        case .selectAll: "Select All"
        }
    }

    /// The key of the command in the main menu, with the Command key; nil for none.
    private var input: String? {
        switch self {
        case .cut: "x"
        case .copy: "c"
        case .paste: "v"
        case .selectAll: "a"
        case .delete, .select: nil
        }
    }

    @MainActor private var selector: Selector {
        Selector(
            rawValue,
            onMain: { (target: UIResponder, sender: Any?) in
                switch self {
                case .cut: target.cut(sender)
                case .copy: target.copy(sender)
                case .paste: target.paste(sender)
                case .delete: target.delete(sender)
                case .select: target.select(sender)
                case .selectAll: target.selectAll(sender)
                }
            })
    }

    /// The command as an element of a menu.
    @MainActor var command: UICommand { UICommand(title: title, action: selector) }

    /// The command as an element of the main menu.
    @MainActor var keyCommand: UICommand {
        guard let input else { return command }
        return UIKeyCommand(title: title, action: selector, input: input, modifierFlags: .command)
    }

    /// The commands that a responder, or the next along the chain, can carry out, in the groups that responders build; then
    /// the program's items of `UIMenuController`. The chain begins at the first responder if that is the view or in it.
    @MainActor package static func suggested(
        for view: UIView?, _ commands: [EditMenuCommand] = allCases
    ) -> [UIMenuElement] {
        let chain = CommandChain(editing: view)
        var found = UIMenuSystem.suggestions(chain, commands)
        for item in UIMenuController.shared.menuItems ?? [] {
            let start = chain.first ?? chain.owner
            guard let target = start?.target(forAction: item.action, withSender: nil) else { continue }
            found.append(
                UIAction(title: item.title) { _ in
                    _ = UIApplication.shared.sendAction(
                        item.action, to: target, from: UIMenuController.shared, for: nil)
                })
        }
        return found
    }
}

extension CommandChain {
    /// The chain of a view whose content is edited: from the first responder if that is the view or in it, or else from the
    /// view.
    init(editing view: UIView?) {
        let first = view?.window?.firstResponder as? UIView
        let isInside = view.flatMap { first?.isDescendant(of: $0) } ?? false
        self.init(first: isInside ? first : nil, owner: view)
    }
}
