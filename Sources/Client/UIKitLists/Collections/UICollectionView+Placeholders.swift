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
}

extension UICollectionView: PlaceholderList {
    static var nouns: ListNouns { .collection }
    final var placeholders: ListPlaceholders { stage.placeholders }
    final var mayShowPlaceholders: Bool { openBatch == nil && !stage.isUpdating }

    final func loadForPlaceholder() { layoutIfNeeded() }

    final func show(
        _ changes: ListChanges, _ placeholders: ListPlaceholders, _ data: [Int],
        newPath: @escaping (IndexPath) -> IndexPath?
    ) {
        if !changes.insertedRows.isEmpty { endMovement(cancelled: true) }
        let after = placeholders.shownCounts(data)
        guard let map = try? ListMap(changes, before: counts, after: after, nouns: .collection) else {
            return reloadData()
        }
        apply(CollectionUpdates(map: map, changes: changes), placeholders, newPath) { _ in }
    }

    final func reloadAll() { reloadData() }
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
