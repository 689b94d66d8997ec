import CoreGraphics
import Foundation
import UIKitCore

/// A list whose rows a resting drag selects.
@MainActor protocol SpringLoadedList: DraggingList {
    /// The delegate's answer for a row, which may set another view of the effect.
    func springs(at path: IndexPath, _ context: any UISpringLoadedInteractionContext) -> Bool
    /// Selects a row as a tap does.
    func selectBySpring(_ path: IndexPath)
    /// Whether a row is the source of the drag.
    func isDragged(_ path: IndexPath) -> Bool
}

/// The spring of a list's rows.
@MainActor final class ListSpring: UISpringLoadedInteraction {
    init(_ list: any SpringLoadedList) {
        super.init(interactionBehavior: SpringRows(list), interactionEffect: nil) { [weak list] _, context in
            if let path = context.targetItem as? IndexPath { list?.selectBySpring(path) }
        }
    }
}

/// Allows a drag over the rows for which the delegate allows it. The delegate is called once when the drag comes to a row.
@MainActor private final class SpringRows: NSObject, UISpringLoadedInteractionBehavior {
    private weak var list: (any SpringLoadedList)?
    private var path: IndexPath?
    private var isAllowed = false
    private weak var shown: UIView?

    init(_ list: any SpringLoadedList) {
        self.list = list
        super.init()
    }

    func shouldAllow(_ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext)
        -> Bool
    {
        guard let list, let path = list.dragPath(at: context.location(in: list)), !list.isDragged(path),
            let cell = list.dragCell(at: path)
        else {
            path = nil
            return false
        }
        context.targetItem = path
        context.targetView = cell
        if path != self.path {
            self.path = path
            isAllowed = list.springs(at: path, context)
            shown = context.targetView
        }
        context.targetView = shown
        return isAllowed
    }

    func interactionDidFinish(_ interaction: UISpringLoadedInteraction) { if isAllowed { path = nil } }
}

extension UIScrollView {
    /// Adds the spring of a list's rows, or removes it.
    final func setSpring(_ isOn: Bool) {
        for case let spring as ListSpring in interactions { removeInteraction(spring) }
        if isOn, let list = self as? any SpringLoadedList { addInteraction(ListSpring(list)) }
    }
}

extension UITableView: SpringLoadedList {
    final func springs(at path: IndexPath, _ context: any UISpringLoadedInteractionContext) -> Bool {
        guard let row = shownRow(path), !isPlaceholder(row) else { return false }
        return delegate?.tableView(self, shouldSpringLoadRowAt: path, with: context) ?? true
    }

    final func selectBySpring(_ path: IndexPath) {
        guard allowsSelection, let row = shownRow(path), has(row) else { return }
        choose(row)
    }

    final func isDragged(_ path: IndexPath) -> Bool { stage.dragging?.isDragged(path) ?? false }
}

extension UICollectionView: SpringLoadedList {
    final func springs(at path: IndexPath, _ context: any UISpringLoadedInteractionContext) -> Bool {
        delegate?.collectionView(self, shouldSpringLoadItemAt: path, with: context) ?? true
    }

    final func selectBySpring(_ path: IndexPath) {
        if maySelect, has(path) { selectByUser(path) }
    }

    final func isDragged(_ path: IndexPath) -> Bool { stage.dragging?.isDragged(path) ?? false }
}
