import Foundation
import UIKitCore

/// The changes of a batch that runs, in the program's order of calls.
struct OpenBatch {
    var changes = ListChanges()
    /// The numbers of items before the batch.
    var before: [Int]
    /// How many blocks of `performBatchUpdates(_:completion:)` are open, one in another.
    var depth = 1
    var completions: [(Bool) -> Void] = []
}

/// The changes of a batch whose places are being worked out and animated.
@MainActor struct CollectionUpdates {
    var map: ListMap
    var changes: ListChanges
    /// The attributes before the batch of the elements that were in sight, or near.
    var lastAttributes: [ElementKey: UICollectionViewLayoutAttributes] = [:]

    /// Whether the item or section at an index path after the batch is new, or loaded anew.
    func inserts(_ path: IndexPath) -> Bool {
        guard let section = path.first else { return false }
        guard let old = map.oldSection(of: section), !map.reloadedSections.contains(old) else { return true }
        guard path.count == 2, path.section < map.after.count, path.item < map.after[path.section] else { return false }
        guard let origin = map.oldPath(of: path).flatMap({ RowPath($0) }) else { return true }
        return map.reloadedRows.contains(origin)
    }

    /// Whether the item or section at an index path before the batch goes, or is loaded anew.
    func deletes(_ path: IndexPath) -> Bool {
        guard let section = path.first else { return false }
        guard map.newSection(of: section) != nil, !map.reloadedSections.contains(section) else { return true }
        guard let row = RowPath(path), row.section < map.before.count, row.row < map.before[row.section] else {
            return false
        }
        return map.newRow(of: row) == nil || map.reloadedRows.contains(row)
    }

    /// The element that an element becomes; nil if it goes or gets a new view.
    ///
    /// - Parameter followsItem: Whether a supplementary or decoration view belongs to an item, rather than a section.
    func newKey(_ key: ElementKey, followsItem: Bool) -> ElementKey? {
        var new = key
        // A header of the whole layout.
        if key.indexPath.count == 1 { return key }
        if key.category == .cell || followsItem {
            guard let row = RowPath(key.indexPath), !map.reloadedRows.contains(row), let path = map.newRow(of: row)
            else { return nil }
            new.indexPath = path.indexPath
            return new
        }
        guard !map.reloadedSections.contains(key.indexPath.first ?? 0),
            let section = map.newSection(of: key.indexPath.first ?? 0)
        else { return nil }
        new.indexPath[0] = section
        return new
    }

    /// The element that an element was; nil if it is new.
    func oldKey(_ key: ElementKey, followsItem: Bool) -> ElementKey? {
        var old = key
        if key.indexPath.count == 1 { return key }
        if key.category == .cell || followsItem {
            guard let row = RowPath(key.indexPath), let path = map.oldRow(of: row), !map.reloadedRows.contains(path)
            else { return nil }
            old.indexPath = path.indexPath
            return old
        }
        guard let section = map.oldSection(of: key.indexPath.first ?? 0), !map.reloadedSections.contains(section) else {
            return nil
        }
        old.indexPath[0] = section
        return old
    }

    /// The changes as a layout gets them: sections, then items; of each, deletions, reloads, insertions and moves.
    var items: [UICollectionViewUpdateItem] {
        func section(_ index: Int) -> IndexPath { IndexPath(item: NSNotFound, section: index) }
        var result: [UICollectionViewUpdateItem] = []
        for old in changes.deletedSections.sorted() { result.append(.init(.delete, before: section(old), after: nil)) }
        for old in changes.reloadedSections.sorted() {
            result.append(
                .init(.reload, before: section(old), after: section(map.newSection(of: old) ?? old)))
        }
        for new in changes.insertedSections.sorted() { result.append(.init(.insert, before: nil, after: section(new))) }
        for move in changes.movedSections {
            result.append(.init(.move, before: section(move.from), after: section(move.to)))
        }
        for old in changes.deletedRows.sorted() { result.append(.init(.delete, before: old.indexPath, after: nil)) }
        for old in changes.reloadedRows.sorted() {
            result.append(
                .init(.reload, before: old.indexPath, after: (map.newRow(of: old) ?? old).indexPath))
        }
        for new in changes.insertedRows.sorted() { result.append(.init(.insert, before: nil, after: new.indexPath)) }
        for move in changes.movedRows {
            result.append(.init(.move, before: move.from.indexPath, after: move.to.indexPath))
        }
        return result
    }
}
