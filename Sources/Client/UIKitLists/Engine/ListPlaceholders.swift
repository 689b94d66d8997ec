import Foundation

/// A row that a list shows for an item whose data still come.
@MainActor class ListPlaceholder {
    init() {}
}

/// The rows of a list that its data source does not have, and how its index paths follow from the data source's.
///
/// A place is either *shown*, with the placeholders counted, or of the *data*, without them.
@MainActor struct ListPlaceholders {
    /// A placeholder and its shown place.
    struct Entry {
        var row: RowPath
        var holder: ListPlaceholder
    }

    /// The placeholders, in the order of their places.
    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    // MARK: Places

    /// The shown place of a row of the data. For the number of a section's rows it is the place behind the last row.
    func shown(_ data: RowPath) -> RowPath {
        var row = data
        for entry in entries where entry.row.section == data.section && entry.row.row <= row.row { row.row += 1 }
        return row
    }

    /// The row of the data at a shown place; nil for a placeholder's.
    func data(_ shown: RowPath) -> RowPath? { holder(at: shown) == nil ? next(shown) : nil }

    /// The row of the data at a shown place or, for a placeholder, behind it.
    func next(_ shown: RowPath) -> RowPath {
        guard !entries.isEmpty else { return shown }
        return RowPath(shown.section, shown.row - entries.count { $0.row.section == shown.section && $0.row < shown })
    }

    /// The placeholder at a shown place; nil for a row of the data.
    func holder(at shown: RowPath) -> ListPlaceholder? { entries.first { $0.row == shown }?.holder }

    /// The shown place of a placeholder; nil if it is no longer in the list.
    func row(of holder: ListPlaceholder) -> RowPath? { entries.first { $0.holder === holder }?.row }

    /// The numbers of shown rows.
    func shownCounts(_ data: [Int]) -> [Int] {
        var counts = data
        for entry in entries where counts.indices.contains(entry.row.section) { counts[entry.row.section] += 1 }
        return counts
    }

    /// The numbers of rows of the data.
    func dataCounts(_ shown: [Int]) -> [Int] {
        var counts = shown
        for entry in entries where counts.indices.contains(entry.row.section) { counts[entry.row.section] -= 1 }
        return counts
    }

    // MARK: Changes

    /// Adds a placeholder before a row of the data, behind other placeholders there. Returns its shown place.
    mutating func insert(_ holder: ListPlaceholder, before data: RowPath) -> RowPath {
        let row = shown(data)
        for index in entries.indices where entries[index].row.section == row.section && entries[index].row >= row {
            entries[index].row.row += 1
        }
        entries.insert(Entry(row: row, holder: holder), at: entries.firstIndex { $0.row > row } ?? entries.count)
        return row
    }

    /// Takes a placeholder out.
    ///
    /// - Parameter isRow: Whether its place becomes a row of the data, so that those behind it stay.
    mutating func remove(_ holder: ListPlaceholder, isRow: Bool) {
        guard let row = row(of: holder) else { return }
        entries.removeAll { $0.holder === holder }
        guard !isRow else { return }
        for index in entries.indices where entries[index].row.section == row.section && entries[index].row > row {
            entries[index].row.row -= 1
        }
    }

    mutating func removeAll() { entries = [] }

    /// The placeholders after a batch of the data: each stays behind the row before it, and goes with its section.
    func following(_ map: ListMap) -> ListPlaceholders {
        var places: [(before: RowPath, holder: ListPlaceholder)] = []
        for entry in entries {
            let old = entry.row.section
            guard let section = map.newSection(of: old), !map.reloadedSections.contains(old) else { continue }
            var row = next(entry.row).row - 1
            let removed = map.changes[old]?.removed ?? []
            var index = removed.firstPlace { $0 > row }
            while index > 0, row >= 0, removed[index - 1] == row { (row, index) = (row - 1, index - 1) }
            let previous = row < 0 ? -1 : map.newRow(of: RowPath(old, row))?.row ?? -1
            places.append((RowPath(section, previous + 1), entry.holder))
        }
        var result = ListPlaceholders()
        for place in places { _ = result.insert(place.holder, before: place.before) }
        return result
    }

    /// The changes of the data as changes of the shown rows.
    func shown(_ changes: ListChanges, after: ListPlaceholders) -> ListChanges {
        var result = changes
        result.deletedRows = Set(changes.deletedRows.map(shown))
        result.reloadedRows = Set(changes.reloadedRows.map(shown))
        result.insertedRows = Set(changes.insertedRows.map(after.shown))
        result.movedRows = changes.movedRows.map { .init(from: shown($0.from), to: after.shown($0.to)) }
        return result
    }

    /// The batch of the shown rows for one of the data, and the placeholders after it.
    func map(
        _ changes: ListChanges, _ map: ListMap, _ nouns: ListNouns
    ) throws(ListUpdateError) -> (changes: ListChanges, map: ListMap, after: ListPlaceholders) {
        guard !isEmpty else { return (changes, map, self) }
        let next = following(map), changes = shown(changes, after: next)
        let made = try ListMap(
            changes, before: shownCounts(map.before), after: next.shownCounts(map.after), nouns: nouns)
        return (changes, made, next)
    }
}
