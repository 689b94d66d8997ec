import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

extension UITableViewCell {
    /// The part of a cell in a drag. *Source*: Apple, UITableViewCell.DragState.
    public enum DragState: Int, Sendable {
        /// No part.
        case none
        /// The cell rises to be dragged.
        case lifting
        /// The cell is dragged.
        case dragging
    }
}

extension UITableView: DraggingList {
    static var gapDuration: Double { TableMetrics.duration }
    final var gapDelay: Double { 0 }

    /// Gives a table view with a delegate of drags or drops their interactions.
    final func updateDragging() {
        guard dragDelegate != nil || dropDelegate != nil || stage.dragging != nil else { return }
        let dragging = stage.dragging ?? ListDragging(self)
        stage.dragging = dragging
        dragging.drag.isEnabled = dragInteractionEnabled && dragDelegate != nil
    }

    // MARK: Elements

    final func dragPath(at point: CGPoint) -> IndexPath? { indexPathForRow(at: point) }
    final func dragCell(at path: IndexPath) -> UIView? { cellForRow(at: path) }

    final func dragRect(at path: IndexPath) -> CGRect? {
        let rect = rectForRow(at: path)
        return rect == .zero ? nil : rect
    }

    final func dragEnd() -> IndexPath? {
        let counts = dataCounts
        guard let section = counts.lastIndex(where: { $0 > 0 }) else { return nil }
        return IndexPath(row: counts[section] - 1, section: section)
    }

    final func show(_ state: ListDragState, at path: IndexPath) {
        if let state = UITableViewCell.DragState(rawValue: state.rawValue) {
            cellForRow(at: path)?.dragStateDidChange(state)
        }
    }

    final func endTouch() { touchCancelled() }

    // MARK: Drags

    final func dragItems(_ session: any UIDragSession, _ path: IndexPath) -> [UIDragItem] {
        // The handle of a row that is edited moves it by itself.
        guard stage.drag == nil else { return [] }
        return dragDelegate?.tableView(self, itemsForBeginning: session, at: path) ?? []
    }

    final func addedItems(_ session: any UIDragSession, _ path: IndexPath, _ point: CGPoint) -> [UIDragItem] {
        dragDelegate?.tableView(self, itemsForAddingTo: session, at: path, point: point) ?? []
    }

    final func dragParameters(_ path: IndexPath) -> UIDragPreviewParameters? {
        dragDelegate?.tableView(self, dragPreviewParametersForRowAt: path)
    }

    final func dragBegan(_ session: any UIDragSession) {
        swipe.close(animated: true)
        dragDelegate?.tableView(self, dragSessionWillBegin: session)
    }

    final func dragEnded(_ session: any UIDragSession) {
        dragDelegate?.tableView(self, dragSessionDidEnd: session)
    }

    final func dragMoves(_ session: any UIDragSession) -> Bool {
        dragDelegate?.tableView(self, dragSessionAllowsMoveOperation: session) ?? true
    }

    final func dragStays(_ session: any UIDragSession) -> Bool {
        dragDelegate?.tableView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
    }

    // MARK: Drops

    /// Whether the data source moves a row without a delegate of drops.
    ///
    /// *Source*: Apple's table views reorder by a drag delegate and `tableView(_:moveRowAt:to:)`. Swift cannot tell
    /// whether the data source has that method, so `tableView(_:canMoveRowAt:)` decides.
    private func reorders(_ source: IndexPath?) -> Bool {
        guard dropDelegate == nil, let source, let dataSource else { return false }
        return DefaultBodies.result(of: "tableView(_:canMoveRowAt:)") {
            dataSource.tableView(self, canMoveRowAt: source)
        } ?? false
    }

    final func takes(_ session: any UIDropSession, from source: IndexPath?) -> Bool {
        dropDelegate?.tableView(self, canHandle: session) ?? reorders(source)
    }

    final func dropEntered(_ session: any UIDropSession) { dropDelegate?.tableView(self, dropSessionDidEnter: session) }
    final func dropLeft(_ session: any UIDropSession) { dropDelegate?.tableView(self, dropSessionDidExit: session) }
    final func dropEnded(_ session: any UIDropSession) { dropDelegate?.tableView(self, dropSessionDidEnd: session) }

    final func proposal(
        _ session: any UIDropSession, _ path: IndexPath?, from source: IndexPath?
    ) -> (proposal: UIDropProposal, intent: ListDropIntent) {
        guard let dropDelegate else {
            return (
                UITableViewDropProposal(
                    operation: path == nil ? .cancel : .move, intent: .insertAtDestinationIndexPath), .insert
            )
        }
        let made = dropDelegate.tableView(self, dropSessionDidUpdate: session, withDestinationIndexPath: path)
        return (made, ListDropIntent(rawValue: made.intent.rawValue) ?? .unspecified)
    }

    final func perform(_ drop: ListDrop) {
        if let dropDelegate {
            let proposal =
                drop.proposal as? UITableViewDropProposal
                ?? UITableViewDropProposal(operation: drop.proposal.operation)
            return dropDelegate.tableView(self, performDropWith: TableDropCoordinator(drop, proposal, self))
        }
        guard stage.placeholders.isEmpty, let entry = drop.items.first, let source = entry.source, let path = drop.path
        else { return }
        let target =
            delegate?.tableView(self, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: path) ?? path
        guard let from = RowPath(source), let to = RowPath(target), from == to || shiftRow(from, to) else { return }
        stage.dragging?.follow { $0 == source ? target : $0 }
        setNeedsLayout()
        if from != to { dataSource?.tableView(self, moveRowAt: source, to: target) }
        _ = drop.land(entry.item, at: target)
    }

    final func dropParameters(_ path: IndexPath) -> UIDragPreviewParameters? {
        dropDelegate?.tableView(self, dropPreviewParametersForRowAt: path)
    }

    // MARK: The room

    /// Moves cells, headers and footers aside by their transforms: their places stay those of the data.
    final func shiftCells(for gap: ListGap?) {
        let sourceLength = gap?.source.flatMap { dragRect(at: $0.indexPath)?.height } ?? 0
        func shift(_ view: UIView, _ isBehindSource: Bool, _ isBehindPlace: Bool) {
            let way = (isBehindPlace ? gap?.length ?? 0 : 0) - (isBehindSource ? sourceLength : 0)
            let old = view.transform
            // A view that the program has turned or scaled stays.
            guard old.a == 1, old.b == 0, old.c == 0, old.d == 1, old.tx == 0, old.ty != way else { return }
            view.transform = CGAffineTransform(translationX: 0, y: way)
        }
        for (place, cell) in stage.cells {
            // The gap's rows are the data source's. A placeholder moves with the row behind it.
            let row = stage.placeholders.next(place)
            if row == gap?.source, !isPlaceholder(place) { continue }
            shift(cell, gap?.source.map { $0 < row } ?? false, gap.map { $0.place <= $0.rest(of: row) } ?? false)
        }
        for (section, view) in stage.headers {
            shift(
                view, gap?.source.map { $0.section < section } ?? false, gap.map { $0.place.section < section } ?? false
            )
        }
        for (section, view) in stage.footers {
            shift(
                view, gap?.source.map { $0.section <= section } ?? false,
                gap.map { $0.place.section <= section } ?? false)
        }
    }

    final func shiftsEndInBatch() {
        UIView.animate(withDuration: Self.gapDuration, delay: 0, options: [.allowUserInteraction]) {
            self.shiftCells(for: nil)
        }
    }

    final func mark(_ path: IndexPath?) {
        let row = path.flatMap { shownRow($0) }
        guard row != stage.marked else { return }
        if let old = stage.marked { stage.cells[old]?.setHighlighted(false, animated: true) }
        stage.marked = row
        if let row { stage.cells[row]?.setHighlighted(true, animated: true) }
    }
}
