import CoreGraphics
import Foundation
import MicaTrace
import UIKitCore

extension UICollectionView {
    // MARK: Places

    /// The shown index path of the data source's.
    final func shownPath(_ path: IndexPath) -> IndexPath {
        guard !stage.placeholders.isEmpty, stage.presents == 0, let data = RowPath(path) else { return path }
        return stage.placeholders.shown(data).indexPath
    }

    /// The index path in the data source of a shown element; nil for a placeholder's.
    final func dataPath(_ key: ElementKey) -> IndexPath? {
        stage.placeholders.dataPath(key, followsItem: collectionViewLayout.followsItem(key))
    }

    /// The index path of a shown item as a program gets it; nil for a placeholder.
    final func answeredPath(of shown: IndexPath) -> IndexPath? { stage.presents > 0 ? shown : dataPath(.cell(shown)) }

    final func placeholder(at shown: IndexPath) -> PlaceholderItem? {
        guard !stage.placeholders.isEmpty, let row = RowPath(shown) else { return nil }
        return stage.placeholders.holder(at: row) as? PlaceholderItem
    }

    /// The numbers of items that the data source has given.
    final var dataCounts: [Int] { stage.placeholders.dataCounts(counts) }

    /// Runs code in which index paths and numbers of items are the shown ones: a layout's.
    final func presenting<Value>(_ body: () -> Value) -> Value {
        stage.presents += 1
        defer { stage.presents -= 1 }
        return body()
    }

    // MARK: Cells

    final func makeCell(_ holder: PlaceholderItem, _ path: IndexPath) -> UICollectionViewCell? {
        guard let cell = dequeue("cell/" + holder.identifier, holder.identifier, .cell(path)) as? UICollectionViewCell
        else {
            Notices.say(
                "UICollectionViewDropPlaceholder: no class of cells is registered for the identifier \(holder.identifier)",
                key: "placeholder \(holder.identifier)")
            return nil
        }
        holder.update?(cell)
        return cell
    }

    final func setNeedsUpdate(_ holder: PlaceholderItem) {
        stage.stale.append(holder)
        setNeedsLayout()
    }

    final func updateStaleCells() {
        guard !stage.stale.isEmpty else { return }
        let stale = stage.stale
        stage.stale = []
        for holder in stale {
            guard let cell = cell(of: holder) else { continue }
            cell.fittedSize = nil
            holder.update?(cell)
        }
    }

    private func cell(of holder: PlaceholderItem) -> UICollectionViewCell? {
        stage.placeholders.row(of: holder).flatMap { stage.views[.cell($0.indexPath)] as? UICollectionViewCell }
    }

    /// The cell of a placeholder, for an item that lands on it; nil if it is gone or not in view.
    final func landing(
        on holder: PlaceholderItem
    ) -> (cell: UIView, rect: CGRect, parameters: UIDragPreviewParameters?)? {
        guard let cell = cell(of: holder), let attributes = cell.attributes else { return nil }
        return (cell, collectionViewLayout.shownFrame(of: attributes), holder.parameters?(cell))
    }

    // MARK: Changes

    /// Shows changes of placeholders, in a batch of the shown items.
    private func show(
        _ changes: ListChanges, _ placeholders: ListPlaceholders, _ data: [Int],
        newPath: @escaping (IndexPath) -> IndexPath?
    ) {
        let after = placeholders.shownCounts(data)
        guard let map = try? ListMap(changes, before: counts, after: after, nouns: .collection) else {
            return reloadData()
        }
        apply(CollectionUpdates(map: map, changes: changes), placeholders, newPath) { _ in }
    }

    /// Shows a placeholder before an item; false if there is no such place.
    final func insert(_ holder: PlaceholderItem, before path: IndexPath) -> Bool {
        layoutIfNeeded()
        let data = dataCounts
        guard let place = RowPath(path), data.indices.contains(place.section), 0...data[place.section] ~= place.row,
            openBatch == nil, !stage.isUpdating
        else {
            Notices.say(
                "UICollectionViewDropCoordinator.drop(_:to:): there is no place \(path) for a placeholder, or the collection view is changing"
            )
            return false
        }
        endMovement(cancelled: true)
        var placeholders = stage.placeholders
        var changes = ListChanges()
        changes.insertedRows = [placeholders.insert(holder, before: place)]
        show(changes, placeholders, data) { $0 }
        return true
    }

    /// Deletes a placeholder; false if it is gone.
    final func delete(_ holder: PlaceholderItem) -> Bool {
        guard let row = stage.placeholders.row(of: holder) else { return false }
        let data = dataCounts
        var placeholders = stage.placeholders
        placeholders.remove(holder, isRow: false)
        var changes = ListChanges()
        changes.deletedRows = [row]
        show(changes, placeholders, data) { $0 }
        return true
    }

    /// Exchanges a placeholder for the item that the updates insert; false if the placeholder is gone.
    ///
    /// Updates that insert the item into the collection view, too, as those of a diffable data source do, leave only the placeholder to
    /// delete.
    final func exchange(_ holder: PlaceholderItem, _ updates: (IndexPath) -> Void) -> Bool {
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
            Notices.say(
                "UICollectionViewDropPlaceholderContext.commitInsertion: the data source has \(askCounts()) items, not \(after). "
                    + "All data is reloaded.")
            reloadData()
            return true
        }
        var placeholders = stage.placeholders
        placeholders.remove(holder, isRow: true)
        var changes = ListChanges()
        changes.reloadedRows = [row]
        show(changes, placeholders, after) { path in
            guard path.count == 2, path.section == place.section, path.item >= place.row else { return path }
            return IndexPath(item: path.item + 1, section: path.section)
        }
        return true
    }
}

extension ListPlaceholders {
    /// The index path in the data source of a shown element; nil for a placeholder's.
    ///
    /// - Parameter followsItem: Whether a supplementary or decoration view belongs to an item, rather than a section.
    func dataPath(_ key: ElementKey, followsItem: Bool) -> IndexPath? {
        guard !isEmpty, key.category == .cell || followsItem, let row = RowPath(key.indexPath) else {
            return key.indexPath
        }
        return data(row)?.indexPath
    }
}
