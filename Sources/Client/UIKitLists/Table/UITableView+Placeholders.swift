import CoreGraphics
import Foundation
import MicaTrace
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

    /// Shows changes of placeholders, in a batch of the shown rows.
    private func show(
        _ batch: TableBatch, _ placeholders: ListPlaceholders, _ counts: [Int], newPath: (IndexPath) -> IndexPath?
    ) {
        guard let map = try? ListMap(batch.changes, before: stage.geometry.counts, after: counts, nouns: .table) else {
            return reloadAll()
        }
        swipe.close(animated: true)
        endDrag()
        show(change(batch, map, placeholders), newPath: newPath)
    }

    /// Shows a placeholder before a row; false if there is no such place.
    final func insert(_ holder: PlaceholderRow, before path: IndexPath) -> Bool {
        loadIfNeeded()
        let counts = dataCounts
        guard let data = RowPath(path), counts.indices.contains(data.section), 0...counts[data.section] ~= data.row,
            stage.batch == nil, !stage.isTiling
        else {
            Notices.shared.say(
                "UITableViewDropCoordinator.drop(_:to:): there is no place \(path) for a placeholder, or the table view is changing",
                from: "UIKit")
            return false
        }
        var placeholders = stage.placeholders
        let row = placeholders.insert(holder, before: data)
        var batch = TableBatch()
        batch.changes.insertedRows = [row]
        batch.inserting[row] = .fade
        show(batch, placeholders, placeholders.shownCounts(counts)) { $0 }
        return true
    }

    /// Deletes a placeholder; false if it is gone.
    final func delete(_ holder: PlaceholderRow) -> Bool {
        guard let row = stage.placeholders.row(of: holder) else { return false }
        let counts = dataCounts
        var placeholders = stage.placeholders
        placeholders.remove(holder, isRow: false)
        var batch = TableBatch()
        batch.changes.deletedRows = [row]
        batch.deleting[row] = .fade
        show(batch, placeholders, placeholders.shownCounts(counts)) { $0 }
        return true
    }

    /// Exchanges a placeholder for the row that the updates insert; false if the placeholder is gone.
    ///
    /// Updates that insert the row into the table view, too, as those of a diffable data source do, leave only the placeholder to delete.
    final func exchange(_ holder: PlaceholderRow, _ updates: (IndexPath) -> Void) -> Bool {
        guard let row = stage.placeholders.row(of: holder) else { return false }
        let before = dataCounts, place = stage.placeholders.next(row)
        updates(place.indexPath)
        guard stage.placeholders.row(of: holder) == row, dataCounts == before else {
            _ = delete(holder)
            return true
        }
        var after = before
        after[row.section] += 1
        guard askCounts() == after else {
            Notices.shared.say(
                "UITableViewDropPlaceholderContext.commitInsertion: the data source has \(askCounts()) rows, not \(after). "
                    + "The table view has loaded its data anew.", from: "UIKit")
            reloadAll()
            return true
        }
        var placeholders = stage.placeholders
        placeholders.remove(holder, isRow: true)
        var batch = TableBatch()
        batch.changes.reloadedRows = [row]
        batch.deleting[row] = .fade
        show(batch, placeholders, placeholders.shownCounts(after)) { path in
            guard path.section == place.section, path.row >= place.row else { return path }
            return IndexPath(row: path.row + 1, section: path.section)
        }
        return true
    }
}
