import Foundation

/// The positions of a list's sections and entries before and after a batch.
///
/// *Complexity*: asking for a position is O(log c), where c is the number of changes in the section. *Range*: an index
/// out of range has no position.
package struct ListMap: Sendable {
    /// The entries that leave and join a section that stays; ascending.
    struct SectionChange: Sendable {
        /// The indices before the batch of deleted entries, and of those that move away or within.
        var removed: [Int] = []
        /// The indices after the batch of inserted entries, and of those that arrive.
        var added: [Int] = []
    }

    /// The numbers of entries of the sections.
    package let before: [Int], after: [Int]
    /// The sections that are loaded anew, by their indices before the batch: they stay, their entries do not.
    package let reloadedSections: Set<Int>
    /// The entries that are loaded anew, by their indices before the batch: they stay.
    package let reloadedRows: Set<RowPath>
    /// The changes of the sections that stay, by the index before the batch.
    let changes: [Int: SectionChange]
    private let newSections: [Int], oldSections: [Int]
    private let destinations: [RowPath: RowPath], origins: [RowPath: RowPath]
    private static let none = SectionChange()

    // MARK: Asking

    /// The index after the batch of a section; nil if it is deleted. A reloaded section keeps its place.
    package func newSection(of old: Int) -> Int? {
        guard newSections.indices.contains(old), newSections[old] >= 0 else { return nil }
        return newSections[old]
    }

    /// The index before the batch of a section; nil if it is inserted.
    package func oldSection(of new: Int) -> Int? {
        guard oldSections.indices.contains(new), oldSections[new] >= 0 else { return nil }
        return oldSections[new]
    }

    /// The position after the batch of an entry; nil if it is deleted, or its section is deleted or loaded anew.
    package func newRow(of old: RowPath) -> RowPath? {
        if let moved = destinations[old] { return moved }
        guard let section = newSection(of: old.section), !reloadedSections.contains(old.section), old.row >= 0,
            old.row < before[old.section]
        else { return nil }
        let change = changes[old.section] ?? Self.none
        let gone = change.removed.firstPlace { $0 >= old.row }
        if gone < change.removed.count, change.removed[gone] == old.row { return nil }
        return RowPath(section, Self.place(old.row - gone, among: change.added))
    }

    /// The position before the batch of an entry; nil if it is inserted, or its section is inserted or loaded anew.
    package func oldRow(of new: RowPath) -> RowPath? {
        if let origin = origins[new] { return origin }
        guard let section = oldSection(of: new.section), !reloadedSections.contains(section), new.row >= 0,
            new.row < after[new.section]
        else { return nil }
        let change = changes[section] ?? Self.none
        let come = change.added.firstPlace { $0 >= new.row }
        if come < change.added.count, change.added[come] == new.row { return nil }
        return RowPath(section, Self.place(new.row - come, among: change.removed))
    }

    /// The position after the batch of an index path; nil as in `newRow(of:)`.
    package func newPath(of old: IndexPath) -> IndexPath? { RowPath(old).flatMap { newRow(of: $0) }?.indexPath }

    /// The position before the batch of an index path; nil as in `oldRow(of:)`.
    package func oldPath(of new: IndexPath) -> IndexPath? { RowPath(new).flatMap { oldRow(of: $0) }?.indexPath }

    /// The n-th index that is not among `taken`, which ascends.
    private static func place(_ n: Int, among taken: [Int]) -> Int {
        // Taken place k has taken[k] - k free ones before it.
        var (low, high) = (0, taken.count)
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] - middle <= n { low = middle + 1 } else { high = middle }
        }
        return n + low
    }

    // MARK: Making

    /// Makes the map of a batch, after checking it.
    ///
    /// - Parameters:
    ///   - before: The numbers of entries of the sections before the batch.
    ///   - after: The numbers that the data source gives after it.
    /// - Throws: `ListUpdateError` if the batch does not lead from the first to the second.
    package init(_ changes: ListChanges, before: [Int], after: [Int], nouns: ListNouns) throws(ListUpdateError) {
        let check = BatchCheck(changes: changes, before: before, after: after, nouns: nouns)
        try check.checkSections()
        (self.before, self.after) = (before, after)
        reloadedSections = changes.reloadedSections

        var new = [Int](repeating: -1, count: before.count), old = [Int](repeating: -1, count: after.count)
        var (isTaken, isPlaced) = (changes.insertedSections, changes.deletedSections)
        for move in changes.movedSections {
            (new[move.from], old[move.to]) = (move.to, move.from)
            isTaken.insert(move.to)
            isPlaced.insert(move.from)
        }
        var next = 0
        for section in before.indices where !isPlaced.contains(section) {
            while isTaken.contains(next) { next += 1 }
            (new[section], old[next]) = (next, section)
            next += 1
        }
        (newSections, oldSections) = (new, old)

        try check.checkRows()
        var bySection: [Int: SectionChange] = [:]
        func stays(_ old: Int) -> Bool { new[old] >= 0 && !changes.reloadedSections.contains(old) }
        for row in changes.deletedRows where stays(row.section) {
            bySection[row.section, default: SectionChange()].removed.append(row.row)
        }
        for row in changes.insertedRows where old[row.section] >= 0 && stays(old[row.section]) {
            bySection[old[row.section], default: SectionChange()].added.append(row.row)
        }
        var (destinations, origins): ([RowPath: RowPath], [RowPath: RowPath]) = ([:], [:])
        var (movedOut, movedIn): ([Int: Int], [Int: Int]) = ([:], [:])
        for move in changes.movedRows {
            (destinations[move.from], origins[move.to]) = (move.to, move.from)
            if stays(move.from.section) {
                bySection[move.from.section, default: SectionChange()].removed.append(move.from.row)
                movedOut[move.from.section, default: 0] += 1
            }
            let target = old[move.to.section]
            if target >= 0, stays(target) {
                bySection[target, default: SectionChange()].added.append(move.to.row)
                movedIn[target, default: 0] += 1
            }
        }
        for section in bySection.keys {
            bySection[section]?.removed.sort()
            bySection[section]?.added.sort()
        }
        for section in before.indices where stays(section) {
            let change = bySection[section] ?? Self.none
            let (out, come) = (movedOut[section] ?? 0, movedIn[section] ?? 0)
            guard after[new[section]] == before[section] - change.removed.count + change.added.count else {
                throw check.wrongCount(
                    new[section], before[section], after[new[section]], inserted: change.added.count - come,
                    deleted: change.removed.count - out, come, out)
            }
        }
        self.changes = bySection
        (self.destinations, self.origins) = (destinations, origins)
        reloadedRows = changes.reloadedRows.filter { stays($0.section) }
    }
}

extension Array {
    /// The first index whose element satisfies a condition that holds for all elements from some place on; the count if
    /// none does.
    package func firstPlace(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
