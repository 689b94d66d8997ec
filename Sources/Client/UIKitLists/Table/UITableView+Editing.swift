import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

extension UITableView: RowSwipeHost {
    // MARK: Editing mode

    final func editingChanged(_ animated: Bool) {
        for (row, cell) in stage.cells where has(row) { prepareEditing(cell, row, animated: animated) }
        if animated, window != nil {
            UIView.animate(withDuration: TableMetrics.duration) {
                for cell in self.stage.cells.values { cell.layoutIfNeeded() }
            }
        }
    }

    /// Gives a cell the controls that its row has while the table view is edited.
    final func prepareEditing(_ cell: UITableViewCell, _ row: RowPath, animated: Bool) {
        let path = indexPath(of: row)
        var (style, moves, isEdited) = (UITableViewCell.EditingStyle.none, false, false)
        if isEditing, !isPlaceholder(row), let dataSource {
            let canEdit = dataSource.tableView(self, canEditRowAt: path)
            moves = canMove(row)
            style = canEdit ? delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete : .none
            isEdited = canEdit || moves
            cell.flags.indentsWhileEditing =
                (style != .none || allowsMultipleSelectionDuringEditing)
                && delegate?.tableView(self, shouldIndentWhileEditingRowAt: path) != false
        }
        let many = selectsManyNow && isEditing && isEdited
        let changes =
            cell.flags.editingStyle != style || cell.flags.showsReorder != moves || cell.flags.selectsMany != many
        (cell.flags.editingStyle, cell.flags.showsReorder, cell.flags.selectsMany) = (style, moves, many)
        if cell.isEditing != isEdited {
            cell.setEditing(isEdited, animated: animated)
        } else if changes {
            cell.setNeedsLayout()
        }
    }

    /// Whether a row has the handle to drag it.
    ///
    /// *Source*: Apple, UITableViewDataSource.tableView(_:canMoveRowAt:): without it the handle is shown if the data
    /// source has `tableView(_:moveRowAt:to:)`, which it declares by `TableViewRowMoving` here.
    private func canMove(_ row: RowPath) -> Bool {
        guard let dataSource else { return false }
        return DefaultBodies.result(of: "tableView(_:canMoveRowAt:)") {
            dataSource.tableView(self, canMoveRowAt: indexPath(of: row))
        }
            ?? (dataSource is any TableViewRowMoving)
    }

    /// The edit control of a cell was touched: an insertion is committed, a deletion shows the row's actions first.
    final func editTapped(_ cell: UITableViewCell) {
        guard let row = row(of: cell) else { return }
        if cell.editingStyle == .insert { return commit(.insert, indexPath(of: row)) }
        if swipe.swipedIndexPath == indexPath(of: row) { return swipe.close(animated: true) }
        swipe.openTrailing(cell, at: indexPath(of: row))
    }

    private func commit(_ style: UITableViewCell.EditingStyle, _ path: IndexPath) {
        dataSource?.tableView(self, commit: style, forRowAt: path)
    }

    // MARK: Swipes

    /// The row at a point of the content that may be swiped.
    package func swipeRow(at point: CGPoint) -> (view: UIView, indexPath: IndexPath)? {
        guard !isEditing, let path = indexPathForRow(at: point), let cell = cellForRow(at: path),
            dataSource?.tableView(self, canEditRowAt: path) == true
        else { return nil }
        return (cell, path)
    }

    /// The actions at a side of a row: the delegate's, or else the deletion of a row that can be deleted.
    package func swipeActions(at indexPath: IndexPath, isLeading: Bool) -> UISwipeActionsConfiguration? {
        guard dataSource != nil else { return nil }
        if isLeading {
            return delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: indexPath)
        }
        let own = delegate.flatMap { delegate in
            DefaultBodies.result(of: "tableView(_:trailingSwipeActionsConfigurationForRowAt:)") {
                delegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath)
            }
        }
        if let own, let configuration = own { return configuration }
        if let actions = delegate?.tableView(self, editActionsForRowAt: indexPath) {
            return UISwipeActionsConfiguration(
                actions: actions.map { $0.contextual { [weak self] in self?.swipe.swipedIndexPath ?? indexPath } })
        }
        guard isEditing || deletes(indexPath) else { return nil }
        let style = delegate?.tableView(self, editingStyleForRowAt: indexPath) ?? .delete
        guard style == .delete else { return nil }
        let title =
            delegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: indexPath) ?? "Delete"
        let action = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, done in
            self?.commit(.delete, self?.swipe.swipedIndexPath ?? indexPath)
            done(true)
        }
        return UISwipeActionsConfiguration(actions: [action])
    }

    /// Whether a swipe of a row offers its deletion.
    ///
    /// *Source*: on Apple's systems it does if the data source has `tableView(_:commit:forRowAt:)`. Swift cannot
    /// test that; the documentation of `TableViewEditCommitting` lists what counts instead.
    private func deletes(_ path: IndexPath) -> Bool {
        if dataSource is any TableViewEditCommitting { return true }
        if let dataSource,
            DefaultBodies.result(of: "tableView(_:canEditRowAt:)", { dataSource.tableView(self, canEditRowAt: path) })
                == true
        {
            return true
        }
        guard let delegate else { return false }
        return DefaultBodies.result(of: "tableView(_:editingStyleForRowAt:)") {
            delegate.tableView(self, editingStyleForRowAt: path)
        } != nil
            || DefaultBodies.result(of: "tableView(_:titleForDeleteConfirmationButtonForRowAt:)") {
                delegate.tableView(self, titleForDeleteConfirmationButtonForRowAt: path)
            } != nil
    }

    /// A row is moved aside.
    package func swipeWillBegin(_ view: UIView, at indexPath: IndexPath) {
        if let cell = view as? UITableViewCell {
            cell.flags.isSwiped = true
            cell.setNeedsUpdateConfiguration()
        }
        touchCancelled()
        if !isEditing { delegate?.tableView(self, willBeginEditingRowAt: indexPath) }
    }

    /// A row is back at its place.
    package func swipeDidEnd(_ view: UIView, at indexPath: IndexPath) {
        let cell = view as? UITableViewCell
        cell?.flags.isSwiped = false
        cell?.setNeedsUpdateConfiguration()
        if !isEditing {
            delegate?.tableView(self, didEndEditingRowAt: cell.flatMap { row(of: $0) }.map { self.indexPath(of: $0) })
        }
    }
}
