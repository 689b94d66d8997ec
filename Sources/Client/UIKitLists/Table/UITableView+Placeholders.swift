import CoreGraphics
import Foundation
import UIKitCore

extension UITableView {
    // MARK: Places

    /// The data source's index path of a shown row; of a placeholder, that of the row behind it.
    final func indexPath(of row: RowPath) -> IndexPath {
        (stage.presents > 0 ? row : stage.placeholders.next(row)).indexPath
    }

    /// The shown row of the data source's index path. *Nil when*: it has not two indices.
    final func shownRow(_ path: IndexPath) -> RowPath? {
        RowPath(path).map { stage.presents > 0 ? $0 : stage.placeholders.shown($0) }
    }

    final func placeholder(at row: RowPath) -> PlaceholderRow? { stage.placeholders.holder(at: row) as? PlaceholderRow }

    final func isPlaceholder(_ row: RowPath) -> Bool {
        !stage.placeholders.isEmpty && stage.presents == 0 && placeholder(at: row) != nil
    }

    /// The numbers of rows that the data source has given.
    final var dataCounts: [Int] { stage.placeholders.dataCounts(stage.geometry.counts) }

    /// The cell of a row that gets one.
    final func makeCell(_ row: RowPath, _ dataSource: any UITableViewDataSource) -> UITableViewCell {
        guard let holder = placeholder(at: row) else {
            return dataSource.tableView(self, cellForRowAt: indexPath(of: row))
        }
        let cell = dequeueReusableCell(withIdentifier: holder.identifier, for: row.indexPath)
        holder.update?(cell)
        return cell
    }

    /// The cell of a placeholder, for an item that lands on it; nil if it is gone or not in view.
    final func landing(on holder: PlaceholderRow) -> (cell: UIView, rect: CGRect, parameters: UIDragPreviewParameters?)?
    {
        guard let row = stage.placeholders.row(of: holder), let cell = stage.cells[row] else { return nil }
        return (cell, rect(row), holder.parameters?(cell))
    }

    // MARK: Changes

    /// A batch of the data as one of the shown rows.
    final func change(_ batch: TableBatch, _ map: ListMap) throws(ListUpdateError) -> TableChange {
        let old = stage.placeholders, made = try old.map(batch.changes, map, .table)
        var shown = batch
        shown.changes = made.changes
        if !old.isEmpty {
            func rows(_ animations: [RowPath: RowAnimation], _ places: ListPlaceholders) -> [RowPath: RowAnimation] {
                Dictionary(uniqueKeysWithValues: animations.map { (places.shown($0.key), $0.value) })
            }
            (shown.inserting, shown.deleting) = (rows(batch.inserting, made.after), rows(batch.deleting, old))
        }
        return change(shown, made.map, made.after)
    }

    private func change(_ batch: TableBatch, _ map: ListMap, _ placeholders: ListPlaceholders) -> TableChange {
        TableChange(
            batch: batch, map: map, old: stage.geometry, oldStart: bodyStart, oldBounds: bounds,
            placeholders: placeholders)
    }
}

extension UITableView: PlaceholderList {
    static var nouns: ListNouns { .table }
    final var placeholders: ListPlaceholders { stage.placeholders }
    final var mayShowPlaceholders: Bool { stage.batch == nil && !stage.isTiling }

    final func loadForPlaceholder() { loadIfNeeded() }

    final func show(
        _ changes: ListChanges, _ placeholders: ListPlaceholders, _ data: [Int],
        newPath: @escaping (IndexPath) -> IndexPath?
    ) {
        var batch = TableBatch()
        batch.changes = changes
        for row in changes.insertedRows { batch.inserting[row] = .fade }
        for row in changes.deletedRows.union(changes.reloadedRows) { batch.deleting[row] = .fade }
        let after = placeholders.shownCounts(data)
        guard let map = try? ListMap(changes, before: stage.geometry.counts, after: after, nouns: .table) else {
            return reloadAll()
        }
        swipe.close(animated: true)
        endDrag()
        show(change(batch, map, placeholders), newPath: newPath)
    }
}
