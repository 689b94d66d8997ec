import CoreGraphics
import Foundation
import UIKitCore

extension UICollectionView: RowSwipeHost {
    /// Makes the swipes, where the layout has a list with swipe actions.
    final func installSwipes() {
        if swipe == nil, collectionViewLayout.hasSwipes { swipe = RowSwipe(list: self, host: self) }
    }

    /// The row at a point of the content that may be swiped.
    package func swipeRow(at point: CGPoint) -> (view: UIView, indexPath: IndexPath)? {
        guard !isEditing, let path = indexPathForItem(at: point), let cell = cellForItem(at: path),
            collectionViewLayout.list(at: path) != nil
        else { return nil }
        return (cell, path)
    }

    /// The actions at a side of a row, by the list's configuration.
    package func swipeActions(at indexPath: IndexPath, isLeading: Bool) -> UISwipeActionsConfiguration? {
        guard let list = collectionViewLayout.list(at: indexPath) else { return nil }
        let provider =
            isLeading ? list.leadingSwipeActionsConfigurationProvider : list.trailingSwipeActionsConfigurationProvider
        return provider?(indexPath)
    }

    /// Shows the trailing actions of a row, or hides them. *Source*: Apple, UICellAccessory.delete(displayed:options:
    /// actionHandler:): without a handler a touch reveals the trailing swipe actions.
    final func deleteTouched(_ cell: UICollectionViewCell) {
        guard let swipe, let path = indexPath(for: cell) else { return }
        if swipe.swipedIndexPath == path { swipe.close(animated: true) } else { swipe.openTrailing(cell, at: path) }
    }

    /// A row is moved aside.
    package func swipeWillBegin(_ view: UIView, at indexPath: IndexPath) {
        unhighlight()
        setSwiped(view, true)
    }

    /// Whether the coordinates are flipped.
    package var isSwipeFlipped: Bool { stage.isFlipped }

    /// A row is back at its place.
    package func swipeDidEnd(_ view: UIView, at indexPath: IndexPath) { setSwiped(view, false) }

    private func setSwiped(_ view: UIView, _ isSwiped: Bool) {
        guard let cell = view as? UICollectionViewCell, cell.isSwiped != isSwiped else { return }
        cell.isSwiped = isSwiped
        cell.setNeedsUpdateConfiguration()
    }
}
