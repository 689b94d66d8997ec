import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

extension UICollectionView {
    /// How fast cells make room for a dragged item; raw values are Apple's.
    ///
    /// *Source*: Apple, UICollectionView.ReorderingCadence, without times; those here are our own.
    public enum ReorderingCadence: Int, Sendable {
        /// At once.
        case immediate = 0
        /// After a short rest of the drag: 0.2 s.
        case fast = 1
        /// After a longer rest: 0.5 s.
        case slow = 2
    }
}

extension UICollectionView: DraggingList {
    /// The time for which a drag rests over a place before it opens, in seconds.
    final var gapDelay: Double {
        switch reorderingCadence {
        case .immediate: 0
        case .fast: 0.2
        case .slow: 0.5
        }
    }

    static var gapDuration: Double { updateDuration }

    /// Gives a collection view with a delegate of drags or drops their interactions.
    final func updateDragging() {
        guard dragDelegate != nil || dropDelegate != nil || stage.dragging != nil else { return }
        let dragging = stage.dragging ?? ListDragging(self)
        stage.dragging = dragging
        dragging.drag.isEnabled = dragInteractionEnabled && dragDelegate != nil
    }

    // MARK: Elements

    final func dragPath(at point: CGPoint) -> IndexPath? {
        updateBeforeAsking()
        return attributes(in: CGRect(origin: point, size: CGSize(width: 1, height: 1))).first {
            $0.representedElementCategory == .cell && !$0.isHidden && $0.frame.contains(point)
        }.flatMap { dataPath($0.key) }
    }

    final func dragCell(at path: IndexPath) -> UIView? { cellForItem(at: path) }
    final func dragRect(at path: IndexPath) -> CGRect? { layoutAttributesForItem(at: path)?.frame }

    final func dragEnd() -> IndexPath? {
        let counts = dataCounts
        guard let section = counts.lastIndex(where: { $0 > 0 }) else { return nil }
        return IndexPath(item: counts[section] - 1, section: section)
    }

    final func show(_ state: ListDragState, at path: IndexPath) {
        if let state = UICollectionViewCell.DragState(rawValue: state.rawValue) {
            cellForItem(at: path)?.dragStateDidChange(state)
        }
    }

    final func endTouch() { unhighlight() }

    // MARK: Drags

    final func dragItems(_ session: any UIDragSession, _ path: IndexPath) -> [UIDragItem] {
        guard movement == nil else { return [] }
        return dragDelegate?.collectionView(self, itemsForBeginning: session, at: path) ?? []
    }

    final func addedItems(_ session: any UIDragSession, _ path: IndexPath, _ point: CGPoint) -> [UIDragItem] {
        dragDelegate?.collectionView(self, itemsForAddingTo: session, at: path, point: point) ?? []
    }

    final func dragParameters(_ path: IndexPath) -> UIDragPreviewParameters? {
        dragDelegate?.collectionView(self, dragPreviewParametersForItemAt: path)
    }

    final func dragBegan(_ session: any UIDragSession) {
        swipe?.close(animated: true)
        dragDelegate?.collectionView(self, dragSessionWillBegin: session)
    }

    final func dragEnded(_ session: any UIDragSession) {
        dragDelegate?.collectionView(self, dragSessionDidEnd: session)
    }

    final func dragMoves(_ session: any UIDragSession) -> Bool {
        dragDelegate?.collectionView(self, dragSessionAllowsMoveOperation: session) ?? true
    }

    final func dragStays(_ session: any UIDragSession) -> Bool {
        dragDelegate?.collectionView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
    }

    // MARK: Drops

    final func takes(_ session: any UIDropSession, from source: IndexPath?) -> Bool {
        dropDelegate?.collectionView(self, canHandle: session) ?? false
    }

    final func dropEntered(_ session: any UIDropSession) {
        dropDelegate?.collectionView(self, dropSessionDidEnter: session)
    }

    final func dropLeft(_ session: any UIDropSession) {
        dropDelegate?.collectionView(self, dropSessionDidExit: session)
    }

    final func dropEnded(_ session: any UIDropSession) {
        dropDelegate?.collectionView(self, dropSessionDidEnd: session)
    }

    final func proposal(
        _ session: any UIDropSession, _ path: IndexPath?, from source: IndexPath?
    ) -> (proposal: UIDropProposal, intent: ListDropIntent) {
        let made = dropDelegate?.collectionView(self, dropSessionDidUpdate: session, withDestinationIndexPath: path)
        guard let made else { return (UIDropProposal(operation: .cancel), .unspecified) }
        return (made, ListDropIntent(rawValue: made.intent.rawValue) ?? .unspecified)
    }

    final func perform(_ drop: ListDrop) {
        let proposal =
            drop.proposal as? UICollectionViewDropProposal
            ?? UICollectionViewDropProposal(operation: drop.proposal.operation)
        dropDelegate?.collectionView(self, performDropWith: CollectionDropCoordinator(drop, proposal, self))
    }

    final func dropParameters(_ path: IndexPath) -> UIDragPreviewParameters? {
        dropDelegate?.collectionView(self, dropPreviewParametersForItemAt: path)
    }

    // MARK: The room

    /// Shows each cell at the place that it would have with the drop done: that of the next or of the previous one.
    final func shiftCells(for gap: ListGap?) {
        for (key, view) in stage.views where key.category == .cell {
            guard let own = view.attributes, let path = dataPath(key), let row = RowPath(path), row != gap?.source
            else {
                continue
            }
            var center = own.center
            if let gap {
                var place = gap.rest(of: row)
                if gap.place.section == place.section, gap.place.row <= place.row { place.row += 1 }
                center = self.center(at: place) ?? center
            }
            view.center = view.place(of: center, own)
        }
    }

    /// The middle of an item's place; behind the last, as far from it as that is from the one before.
    private func center(at row: RowPath) -> CGPoint? {
        if has(row.indexPath) { return layoutAttributesForItem(at: row.indexPath)?.center }
        guard let last = layoutAttributesForItem(at: RowPath(row.section, row.row - 1).indexPath) else { return nil }
        guard row.row > 1, let before = layoutAttributesForItem(at: RowPath(row.section, row.row - 2).indexPath) else {
            return CGPoint(x: last.center.x, y: last.center.y + last.size.height)
        }
        let way = CGPoint(x: last.center.x - before.center.x, y: last.center.y - before.center.y)
        return CGPoint(x: last.center.x + way.x, y: last.center.y + way.y)
    }

    /// The batch gives all views in sight their attributes.
    final func shiftsEndInBatch() {}

    final func mark(_ path: IndexPath?) {
        guard path != stage.marked else { return }
        if let old = stage.marked { cellForItem(at: old)?.isHighlighted = false }
        stage.marked = path
        if let path { cellForItem(at: path)?.isHighlighted = true }
    }
}
