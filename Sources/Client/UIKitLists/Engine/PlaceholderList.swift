import Foundation
import MicaTrace
import UIKitCore

/// A list that shows placeholders among the rows of its data source: a table view or a collection view.
@MainActor protocol PlaceholderList: AnyObject {
    static var nouns: ListNouns { get }
    var placeholders: ListPlaceholders { get }
    /// The numbers of rows that the data source has given.
    var dataCounts: [Int] { get }
    /// Whether no change of the list is being made.
    var mayShowPlaceholders: Bool { get }
    /// Brings the list up to date with its data source.
    func loadForPlaceholder()
    /// Asks the data source for its numbers of rows.
    func askCounts() -> [Int]
    /// Shows changes of placeholders, in a batch of the shown rows.
    ///
    /// - Parameters:
    ///   - placeholders: Those after the changes.
    ///   - data: The numbers of rows of the data source after the changes.
    ///   - newPath: The index path of a row of the data source after the changes; nil for a row that goes.
    func show(
        _ changes: ListChanges, _ placeholders: ListPlaceholders, _ data: [Int],
        newPath: @escaping (IndexPath) -> IndexPath?)
    func reloadAll()
}

extension PlaceholderList {
    /// Shows a placeholder before a row; false, with a message, if there is no such place.
    func insert(_ holder: ListPlaceholder, before path: IndexPath) -> Bool {
        loadForPlaceholder()
        let data = dataCounts
        guard let place = RowPath(path), data.indices.contains(place.section), 0...data[place.section] ~= place.row,
            mayShowPlaceholders
        else {
            Notices.say(
                "drop(_:to:) with a placeholder: there is no place \(path) for it, or the \(Self.nouns.view) is changing"
            )
            return false
        }
        var after = placeholders
        var changes = ListChanges()
        changes.insertedRows = [after.insert(holder, before: place)]
        show(changes, after, data) { $0 }
        return true
    }

    /// Deletes a placeholder; false if it is gone.
    func delete(_ holder: ListPlaceholder) -> Bool {
        guard let row = placeholders.row(of: holder) else { return false }
        let data = dataCounts
        var after = placeholders
        after.remove(holder, isRow: false)
        var changes = ListChanges()
        changes.deletedRows = [row]
        show(changes, after, data) { $0 }
        return true
    }

    /// Exchanges a placeholder for the row that the updates insert; false if the placeholder is gone.
    ///
    /// Updates that insert the row into the list, too, as those of a diffable data source do, leave only the placeholder to delete.
    func exchange(_ holder: ListPlaceholder, _ updates: (IndexPath) -> Void) -> Bool {
        guard let row = placeholders.row(of: holder) else { return false }
        let before = dataCounts, place = placeholders.next(row)
        updates(place.indexPath)
        guard placeholders.row(of: holder) == row, dataCounts == before else {
            _ = delete(holder)
            return true
        }
        var data = before
        data[row.section] += 1
        let given = askCounts()
        guard given == data else {
            Notices.say(
                "commitInsertion(dataSourceUpdates:): the data source of the \(Self.nouns.view) has \(given) \(Self.nouns.entry)s, "
                    + "not \(data). All data is reloaded.")
            reloadAll()
            return true
        }
        var after = placeholders
        after.remove(holder, isRow: true)
        var changes = ListChanges()
        changes.reloadedRows = [row]
        show(changes, after, data) { path in
            guard path.count == 2, path[0] == place.section, path[1] >= place.row else { return path }
            return IndexPath(indexes: [path[0], path[1] + 1])
        }
        return true
    }
}
