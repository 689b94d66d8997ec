import CoreGraphics
import Foundation

/// The menu of a button: opens it by a touch or a long press, and shows the chosen title.
@MainActor final class ButtonMenu: NSObject {
    private unowned let button: UIButton
    private let press = UILongPressGestureRecognizer()
    private static let pressed = Selector(
        "pressed:",
        onMain: { (me: ButtonMenu, press: UILongPressGestureRecognizer) in if press.state == .began { me.show() } })

    init(_ button: UIButton) {
        self.button = button
        super.init()
        press.addTarget(self, action: Self.pressed)
        button.addGestureRecognizer(press)
        button.addAction(
            UIAction(identifier: UIAction.Identifier("mica.menu")) { [weak self] _ in self?.touched() },
            for: .touchUpInside)
    }

    func update() {
        press.isEnabled = button.menu != nil && !button.showsMenuAsPrimaryAction
        guard button.changesSelectionAsPrimaryAction, let menu = button.menu else { return }
        let all = menu.leaves
        if let chosen = all.first(where: { $0.state == .on }) ?? all.first { choose(chosen) }
    }

    private func touched() {
        guard button.menu == nil else { return button.showsMenuAsPrimaryAction ? show() : () }
        if button.changesSelectionAsPrimaryAction { button.isSelected.toggle() }
    }

    private func show() {
        guard let menu = button.menu, let window = button.window else { return }
        button.sendActions(for: .menuActionTriggered)
        MenuOverlay.show(
            menu, at: button.convert(button.bounds, to: nil), in: window, order: button.preferredMenuElementOrder,
            sender: button
        ) { [weak self] leaf in
            if let self, let leaf, button.changesSelectionAsPrimaryAction { choose(leaf) }
        }
    }

    /// Marks an action or a command of the menu, and shows its title.
    private func choose(_ leaf: any UIMenuLeaf) {
        let chosen: any UIMenuLeaf = (leaf as? UICommand)?.original ?? leaf
        for other in button.menu?.leaves ?? [] { other.state = other === chosen ? .on : .off }
        button.setTitle(leaf.title, for: .normal)
    }
}

extension UIMenu {
    /// The actions and commands of the menu and of all menus in it.
    final var leaves: [any UIMenuLeaf] {
        children.flatMap { child -> [any UIMenuLeaf] in
            if let leaf = child as? any UIMenuLeaf { return [leaf] }
            return (child as? UIMenu)?.leaves ?? []
        }
    }
}
