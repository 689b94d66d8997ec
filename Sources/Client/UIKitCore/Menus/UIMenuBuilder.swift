import Foundation
import MicaTrace

/// Changes the menus of a menu system, in `UIResponder.buildMenu(with:)`.
///
/// A change whose menu is not in the system does nothing. A change after which an identifier would be there twice is
/// refused, with one message; Apple's throws an exception. *Source*: Apple, UIMenuBuilder.
@preconcurrency @MainActor public protocol UIMenuBuilder: NSObjectProtocol {
    /// The system whose menus are built.
    var system: UIMenuSystem { get }
    /// A menu; nil for none.
    func menu(for identifier: UIMenu.Identifier) -> UIMenu?
    /// An action; nil for none.
    func action(for identifier: UIAction.Identifier) -> UIAction?
    /// The command with an action and a property list; nil for none.
    func command(for action: Selector, propertyList: Any?) -> UICommand?
    /// Replaces a menu. That of the root needs the root's identifier.
    func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
    /// Replaces the elements of a menu by those that a block makes of them.
    func replaceChildren(
        ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement])
    /// Inserts a menu before another.
    func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
    /// Inserts a menu after another.
    func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
    /// Inserts a menu as the first element of another.
    func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
    /// Inserts a menu as the last element of another.
    func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
    /// Removes a menu, or all elements of the root.
    func remove(menu removedIdentifier: UIMenu.Identifier)
}

extension UIMenuBuilder {
    /// The command with an action and without a property list; nil for none.
    public func command(for action: Selector) -> UICommand? { command(for: action, propertyList: nil) }
}

/// The builder of one system. Menus do not change, so that a change makes new menus from the changed one up to the root.
final class MenuBuilder: NSObject, UIMenuBuilder {
    let system: UIMenuSystem
    private(set) var root: UIMenu

    init(_ system: UIMenuSystem, _ root: UIMenu) {
        (self.system, self.root) = (system, root)
        super.init()
    }

    // MARK: Elements

    func menu(for identifier: UIMenu.Identifier) -> UIMenu? {
        root.first { ($0 as? UIMenu)?.identifier == identifier } as? UIMenu
    }

    func action(for identifier: UIAction.Identifier) -> UIAction? {
        root.first { ($0 as? UIAction)?.identifier == identifier } as? UIAction
    }

    func command(for action: Selector, propertyList: Any?) -> UICommand? {
        root.first { element in
            guard let command = element as? UICommand, command.action == action else { return false }
            return Self.areEqual(command.propertyList, propertyList)
        } as? UICommand
    }

    private static func areEqual(_ one: Any?, _ other: Any?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        if let one = one as? AnyHashable, let other = other as? AnyHashable { return one == other }
        if let one = one as? [Any], let other = other as? [Any] {
            return one.count == other.count && zip(one, other).allSatisfy { areEqual($0, $1) }
        }
        guard let one = one as? [String: Any], let other = other as? [String: Any] else { return false }
        return one.count == other.count && one.allSatisfy { areEqual($0.value, other[$0.key]) }
    }

    // MARK: Changes

    func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu) {
        if replacedIdentifier != .root { return change(replacedIdentifier) { _ in [replacementMenu] } }
        guard replacementMenu.identifier == .root else { return Self.refuse(replacementMenu.identifier) }
        adopt(replacementMenu)
    }

    func replaceChildren(
        ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement]
    ) { changeChildren(of: parentIdentifier, childrenBlock) }

    func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier) {
        change(siblingIdentifier) { [siblingMenu, $0] }
    }

    func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier) {
        change(siblingIdentifier) { [$0, siblingMenu] }
    }

    func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier) {
        changeChildren(of: parentIdentifier) { [childMenu] + $0 }
    }

    func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier) {
        changeChildren(of: parentIdentifier) { $0 + [childMenu] }
    }

    func remove(menu removedIdentifier: UIMenu.Identifier) {
        if removedIdentifier == .root {
            changeChildren(of: .root) { _ in [] }
        } else {
            change(removedIdentifier) { _ in [] }
        }
    }

    private func changeChildren(of identifier: UIMenu.Identifier, _ body: ([UIMenuElement]) -> [UIMenuElement]) {
        if identifier == .root { return adopt(root.replacingChildren(body(root.children))) }
        change(identifier) { [$0.replacingChildren(body($0.children))] }
    }

    /// Puts other elements in place of a menu below the root.
    private func change(_ identifier: UIMenu.Identifier, _ body: (UIMenu) -> [UIMenuElement]) {
        if let changed = root.changing(identifier, body) { adopt(changed) }
    }

    private func adopt(_ changed: UIMenu) {
        var known: Set<UIMenu.Identifier> = []
        let twice = changed.first { ($0 as? UIMenu).map { !known.insert($0.identifier).inserted } ?? false }
        if let twice = twice as? UIMenu { return Self.refuse(twice.identifier) }
        root = changed
    }

    private static func refuse(_ identifier: UIMenu.Identifier) {
        Notices.say(
            "UIMenuBuilder: a change is refused: the identifier '\(identifier.rawValue)' would be in the menus twice, or "
                + "in place of the root's")
    }
}

extension UIMenu {
    /// The first element that fits: of this menu, which is asked first, and all menus in it.
    final func first(_ fits: (UIMenuElement) -> Bool) -> UIMenuElement? {
        if fits(self) { return self }
        for child in children {
            if let menu = child as? UIMenu {
                if let found = menu.first(fits) { return found }
            } else if fits(child) {
                return child
            }
        }
        return nil
    }

    /// The menu with other elements in place of a menu in it; nil if that is not there.
    fileprivate final func changing(_ identifier: Identifier, _ body: (UIMenu) -> [UIMenuElement]) -> UIMenu? {
        for (index, child) in children.enumerated() {
            guard let menu = child as? UIMenu else { continue }
            let new = menu.identifier == identifier ? body(menu) : menu.changing(identifier, body).map { [$0] }
            guard let new else { continue }
            return replacingChildren(Array(children[..<index]) + new + Array(children[(index + 1)...]))
        }
        return nil
    }
}
