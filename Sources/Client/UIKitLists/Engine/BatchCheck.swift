import Foundation

/// The rules that a batch keeps, and the message for each that it breaks.
///
/// *Source*: the exceptions of UITableView and UICollectionView, as public crash logs quote them (`ListUpdateError`).
struct BatchCheck {
    let changes: ListChanges
    let before: [Int]
    let after: [Int]
    let nouns: ListNouns

    private func fail(_ text: String) -> ListUpdateError { ListUpdateError(description: text) }

    private func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    // MARK: Sections

    func checkSections() throws(ListUpdateError) {
        let old = number(before.count, "section"), new = number(after.count, "section")
        for section in changes.deletedSections.sorted() where !before.indices.contains(section) {
            throw fail("attempt to delete section \(section), but there are only \(old) before the update")
        }
        for section in changes.reloadedSections.sorted() where !before.indices.contains(section) {
            throw fail("attempt to reload section \(section), but there are only \(old) before the update")
        }
        for section in changes.insertedSections.sorted() where !after.indices.contains(section) {
            throw fail("attempt to insert section \(section), but there are only \(new) after the update")
        }
        var (from, to) = (Set<Int>(), Set<Int>())
        for move in changes.movedSections {
            guard before.indices.contains(move.from) else {
                throw fail("attempt to move section \(move.from), but there are only \(old) before the update")
            }
            guard after.indices.contains(move.to) else {
                throw fail("attempt to move a section to \(move.to), but there are only \(new) after the update")
            }
            guard from.insert(move.from).inserted else { throw fail("attempt to move section \(move.from) twice") }
            guard to.insert(move.to).inserted else { throw fail("attempt to move two sections to \(move.to)") }
            if changes.deletedSections.contains(move.from) {
                throw fail("attempt to delete and move the same section (\(move.from))")
            }
            if changes.insertedSections.contains(move.to) {
                throw fail("attempt to perform an insert and a move to the same section (\(move.to))")
            }
        }
        if let both = changes.deletedSections.intersection(changes.reloadedSections).min() {
            throw fail("attempt to delete and reload the same section (\(both))")
        }
        let (inserted, deleted) = (changes.insertedSections.count, changes.deletedSections.count)
        guard after.count == before.count - deleted + inserted else {
            throw fail(
                "Invalid update: invalid number of sections.  The number of sections contained in the \(nouns.view) "
                    + "after the update (\(after.count)) must be equal to the number of sections contained in the "
                    + "\(nouns.view) before the update (\(before.count)), plus or minus the number of sections "
                    + "inserted or deleted (\(inserted) inserted, \(deleted) deleted).")
        }
    }

    // MARK: Entries

    func checkRows() throws(ListUpdateError) {
        for row in changes.deletedRows.sorted() { try check(row, "delete", "from", before, "before") }
        for row in changes.reloadedRows.sorted() { try check(row, "reload", "of", before, "before") }
        for row in changes.insertedRows.sorted() { try check(row, "insert", "into", after, "after") }
        var (from, to) = (Set<RowPath>(), Set<RowPath>())
        for move in changes.movedRows {
            try check(move.from, "move", "from", before, "before")
            try check(move.to, "move", "to", after, "after")
            guard from.insert(move.from).inserted else {
                throw fail("attempt to move \(nouns.entry) \(name(move.from)) twice")
            }
            guard to.insert(move.to).inserted else {
                throw fail("attempt to move two \(nouns.entry)s to \(name(move.to))")
            }
            if changes.deletedRows.contains(move.from) {
                throw fail("attempt to delete and move the same index path (\(name(move.from)))")
            }
            if changes.insertedRows.contains(move.to) {
                throw fail("attempt to perform an insert and a move to the same index path (\(name(move.to)))")
            }
        }
        if let both = changes.deletedRows.intersection(changes.reloadedRows).min() {
            throw fail("attempt to delete and reload the same index path (\(name(both)))")
        }
    }

    private func name(_ row: RowPath) -> String { "{\(row.section), \(row.row)}" }

    private func check(_ row: RowPath, _ verb: String, _ way: String, _ counts: [Int], _ time: String)
        throws(ListUpdateError)
    {
        let what = "attempt to \(verb) \(nouns.entry) \(row.row) \(way) section \(row.section)"
        guard counts.indices.contains(row.section) else {
            throw fail("\(what), but there are only \(number(counts.count, "section")) \(time) the update")
        }
        guard row.row >= 0, row.row < counts[row.section] else {
            let count = number(counts[row.section], nouns.entry)
            throw fail(
                time == "before"
                    ? "\(what) which only contains \(count) before the update"
                    : "\(what), but there are only \(count) in section \(row.section) after the update")
        }
    }

    /// The message about a section whose number of entries does not follow from the batch.
    func wrongCount(
        _ section: Int, _ before: Int, _ after: Int, inserted: Int, deleted: Int, _ movedIn: Int, _ movedOut: Int
    ) -> ListUpdateError {
        let entry = nouns.entry
        return fail(
            "Invalid update: invalid number of \(entry)s in section \(section).  The number of \(entry)s contained in "
                + "an existing section after the update (\(after)) must be equal to the number of \(entry)s contained "
                + "in that section before the update (\(before)), plus or minus the number of \(entry)s inserted or "
                + "deleted from that section (\(inserted) inserted, \(deleted) deleted) and plus or minus the number "
                + "of \(entry)s moved into or out of that section (\(movedIn) moved in, \(movedOut) moved out).")
    }
}
