import CoreGraphics
import Foundation

/// The one stack of a narrow window: columns become it, and it becomes columns.
extension UISplitViewController {
    /// The column whose controller a narrow window shows.
    final var topHolder: Column { holders[.compact] == nil ? .primary : .compact }
    final var stack: UINavigationController? { holders[topHolder] as? UINavigationController }

    final func layOutStack() {
        guard let frame = frames[.primary], let controller = holders[topHolder] ?? holders[.secondary] else { return }
        for (column, frame) in frames { frame.isHidden = column != .primary }
        (veil.isHidden, border.isHidden) = (true, true)
        place(frame, x: 0, width: view.bounds.width, in: view.bounds)
        put(controller, in: frame, isNarrow: false)
    }

    /// Makes one stack of the columns.
    final func collapse() {
        collapsed = true
        removeButton()
        for (column, controller) in holders where column != topHolder { remove(controller) }
        if holders[.compact] == nil, let stack {
            origins = [:]
            for controller in stack.viewControllers { origins[ObjectIdentifier(controller)] = .primary }
            if style == .unspecified {
                collapseClassic(stack)
            } else {
                let proposed: Column =
                    holders[.secondary] != nil ? .secondary : holders[.supplementary] != nil ? .supplementary : .primary
                let top =
                    delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed) ?? proposed
                if top == .supplementary || top == .secondary { push(.supplementary) }
                if top == .secondary { push(.secondary) }
            }
        }
        delegate?.splitViewControllerDidCollapse(self)
    }

    private func collapseClassic(_ stack: UINavigationController) {
        guard let secondary = holders[.secondary] else { return }
        let isTaken = delegate?.splitViewController(self, collapseSecondary: secondary, onto: stack) ?? false
        if !isTaken { push(.secondary) }
    }

    /// Moves a column's controllers onto the stack.
    final func push(_ column: Column, animated: Bool = false) {
        guard let stack, let holder = holders[column] else { return }
        let navigation = holder as? UINavigationController
        let moved = navigation?.viewControllers ?? [holder]
        guard !moved.isEmpty, !stack.viewControllers.contains(where: { $0 === moved[0] }) else { return }
        navigation?.setViewControllers([], animated: false)
        for controller in moved { origins[ObjectIdentifier(controller)] = column }
        stack.setViewControllers(stack.viewControllers + moved, animated: animated)
    }

    final func showInStack(_ column: Column) {
        guard holders[.compact] == nil, let stack else { return }
        if let last = stack.viewControllers.last(where: { origins[ObjectIdentifier($0)] == column }) {
            stack.popToViewController(last, animated: true)
        } else if column == .supplementary || column == .secondary {
            restoreStack(column)
            push(column, animated: true)
        }
    }

    final func hideInStack(_ column: Column) {
        guard let stack,
            let index = stack.viewControllers.firstIndex(where: { origins[ObjectIdentifier($0)] == column }), index > 0
        else { return }
        stack.popToViewController(stack.viewControllers[index - 1], animated: true)
    }

    /// Gives a column the controllers again that the user has popped.
    private func restoreStack(_ column: Column) {
        guard let navigation = holders[column] as? UINavigationController, navigation.viewControllers.isEmpty,
            let first = given[column], !(first is UINavigationController)
        else { return }
        navigation.setViewControllers([first], animated: false)
    }

    final func replaceInStack(_ column: Column, _ old: UIViewController?) {
        if column == .compact || column == .primary {
            if let old { remove(old) }
            collapsed = nil
            return layOut()
        }
        guard let stack else { return }
        let rest = stack.viewControllers.filter { origins[ObjectIdentifier($0)] != column }
        if rest.count != stack.viewControllers.count { stack.setViewControllers(rest, animated: false) }
    }

    /// Makes columns of the stack: its controllers go back to where they came from; later ones follow the one below.
    final func expand() {
        let wasCollapsed = collapsed == true
        collapsed = false
        if let compact = holders[.compact] { remove(compact) }
        if wasCollapsed, holders[.compact] == nil, let stack {
            var parts: [Column: [UIViewController]] = [:]
            var current = Column.primary
            for controller in stack.viewControllers {
                current = origins[ObjectIdentifier(controller)] ?? current
                parts[current, default: []].append(controller)
            }
            stack.setViewControllers(parts[.primary] ?? [], animated: false)
            for column in [Column.supplementary, .secondary] {
                guard let moved = parts[column], let first = moved.first else {
                    restoreStack(column)
                    continue
                }
                if let navigation = holders[column] as? UINavigationController {
                    navigation.setViewControllers(moved, animated: false)
                } else {
                    holders[column] = first
                }
            }
            if style == .unspecified, let own = delegate?.splitViewController(self, separateSecondaryFrom: stack) {
                (given[.secondary], holders[.secondary]) = (own, own)
            }
        }
        if wasCollapsed {
            let proposed = mode == .automatic ? automaticMode : mode
            let chosen =
                delegate?.splitViewController(self, displayModeForExpandingToProposedDisplayMode: proposed) ?? proposed
            if chosen != proposed { mode = chosen }
            delegate?.splitViewControllerDidExpand(self)
        }
    }
}
