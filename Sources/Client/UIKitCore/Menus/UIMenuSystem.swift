import Foundation

/// Menus that responders build: the main menu, or context menus and edit menus.
///
/// No main menu is shown here: its key commands call their actions. *Source*: Apple, UIMenuSystem.
@preconcurrency @MainActor open class UIMenuSystem: NSObject {
    /// The main menu, which the application and its delegate build when a key is first pressed.
    open class var main: UIMenuSystem { mainSystem }
    /// Context menus and edit menus, for which the responders along the chain build suggestions each time.
    open class var context: UIMenuSystem { contextSystem }
    private static let mainSystem = UIMenuSystem()
    private static let contextSystem = UIMenuSystem()

    private override init() { super.init() }

    /// The main menu and its key commands; nil until it is needed, and when it has to be built again.
    private var built: (root: UIMenu, keys: [UIKeyCommand])?
    /// The delegate that has built it.
    private weak var builder: (any UIApplicationDelegate)?

    /// Builds the main menu again before its next use. In the context system, an edit menu that is shown is built again.
    open func setNeedsRebuild() {
        built = nil
        setNeedsRevalidate()
    }

    /// Validates the commands of a context menu or an edit menu that is shown. Those of the main menu are validated each time
    /// that their keys are pressed.
    open func setNeedsRevalidate() {
        guard self === UIMenuSystem.contextSystem else { return }
        MenuOverlay.current?.revalidate()
        UIEditMenuInteraction.reloadShown()
    }

    // MARK: Menus

    /// The main menu.
    final var mainMenu: UIMenu { build().root }

    /// The key commands of the main menu, in its order.
    final var keyCommands: [UIKeyCommand] { build().keys }

    private func build() -> (root: UIMenu, keys: [UIKeyCommand]) {
        let application = UIApplication.shared
        if let built, builder === application.delegate { return built }
        builder = application.delegate
        let root = build(.makeMain(), from: application)
        let made = (root, root.leaves.compactMap { $0 as? UIKeyCommand })
        built = made
        return made
    }

    /// The menu as the responders along a chain build it, the nearest one last.
    private func build(_ root: UIMenu, from responder: UIResponder) -> UIMenu {
        let builder = MenuBuilder(self, root)
        var chain: [UIResponder] = []
        var next: UIResponder? = responder
        while let current = next {
            chain.append(current)
            next = current.next
        }
        for responder in chain.reversed() { responder.buildMenu(with: builder) }
        return builder.root
    }

    /// The elements that the responders of a menu suggest: those that can be used now.
    ///
    /// - Parameter commands: The commands of the standard group.
    static func suggestions(_ chain: CommandChain, _ commands: [EditMenuCommand]) -> [UIMenuElement] {
        guard let start = chain.first ?? chain.owner else { return [] }
        return usable(context.build(.makeContext(commands), from: start).children, chain)
    }

    private static func usable(_ elements: [UIMenuElement], _ chain: CommandChain) -> [UIMenuElement] {
        elements.compactMap { element in
            if let command = element as? UICommand { return chain.target(of: command) == nil ? nil : command }
            guard let menu = element as? UIMenu else { return element }
            let children = usable(menu.children, chain)
            return children.isEmpty ? nil : menu.replacingChildren(children)
        }
    }
}
