import CoreGraphics
import Foundation

/// The lengths of a list's sections: each a header, entries and a footer.
///
/// *Units*: points. *Space*: offsets count from the first section's beginning.
package struct ListGeometry: Sendable {
    /// One section's lengths.
    package struct Section: Sendable {
        /// The length before the first entry, with all room there.
        package var header: CGFloat = 0
        /// The length behind the last entry, with all room there.
        package var footer: CGFloat = 0
        /// The lengths of the entries.
        package var rows = LengthList()

        package init(header: CGFloat = 0, footer: CGFloat = 0, rows: LengthList = LengthList()) {
            (self.header, self.footer, self.rows) = (header, footer, rows)
        }

        var total: CGFloat { header + rows.total + footer }
    }

    private var lengths: [Section] = []
    private var totals = LengthList()

    package init() {}

    package init(_ sections: [Section]) {
        lengths = sections
        totals = LengthList(sections.map(\.total))
    }

    /// The sections' lengths.
    package var sections: [Section] { lengths }
    /// The length of the whole list.
    package var total: CGFloat { totals.total }
    /// The numbers of entries.
    package var counts: [Int] { lengths.map(\.rows.count) }

    // MARK: Asking

    /// Where a section begins; the list's end for the index behind the last.
    package func start(ofSection section: Int) -> CGFloat { totals.offset(of: section) }

    /// Where a section ends.
    package func end(ofSection section: Int) -> CGFloat { totals.offset(of: section + 1) }

    /// Where an entry begins, and its length.
    package func span(of row: RowPath) -> (start: CGFloat, length: CGFloat) {
        let section = lengths[row.section]
        return (
            start(ofSection: row.section) + section.header + section.rows.offset(of: row.row), section.rows[row.row]
        )
    }

    /// The section at an offset; the nearest outside the list. Nil without sections.
    package func section(at offset: CGFloat) -> Int? { totals.index(at: offset) }

    /// The entry at an offset; nil on a header, on a footer, or outside the list.
    package func row(at offset: CGFloat) -> RowPath? {
        guard offset >= 0, offset < total, let section = section(at: offset) else { return nil }
        let inner = offset - start(ofSection: section) - lengths[section].header
        guard inner >= 0, inner < lengths[section].rows.total, let row = lengths[section].rows.index(at: inner) else {
            return nil
        }
        return RowPath(section, row)
    }

    /// Calls a closure for each section that lies in a range of offsets, with the entries in it that do.
    package func forEachSection(from low: CGFloat, to high: CGFloat, _ body: (Int, Range<Int>) -> Void) {
        guard var section = section(at: low) else { return }
        while section < lengths.count {
            let begin = start(ofSection: section)
            if begin >= high, begin > low { break }
            let rows = lengths[section].rows
            let first = begin + lengths[section].header
            if rows.count == 0 || low - first >= rows.total || high <= first {
                body(section, 0..<0)
            } else {
                let from = rows.index(at: low - first) ?? 0
                var to = rows.index(at: high - first) ?? 0
                // An entry that begins exactly at the end of the range does not lie in it.
                if to > from, rows.offset(of: to) >= high - first { to -= 1 }
                body(section, from..<(to + 1))
            }
            section += 1
        }
    }

    // MARK: Changing

    /// Sets the length of an entry.
    package mutating func set(_ row: RowPath, _ length: CGFloat, isEstimate: Bool) {
        lengths[row.section].rows.set(row.row, length, isEstimate: isEstimate)
        refresh(row.section)
    }

    /// Sets the length of a header or a footer.
    package mutating func setHeader(_ section: Int, _ length: CGFloat) {
        lengths[section].header = length
        refresh(section)
    }

    /// Sets the length of a footer.
    package mutating func setFooter(_ section: Int, _ length: CGFloat) {
        lengths[section].footer = length
        refresh(section)
    }

    private mutating func refresh(_ section: Int) {
        totals.set(section, lengths[section].total, isEstimate: false)
    }

    /// Makes all lengths of entries estimates, for a list whose width has changed.
    package mutating func forgetMeasures() {
        for section in lengths.indices { lengths[section].rows.forgetMeasures() }
    }

    /// Applies a batch, in one pass over the sections that change.
    ///
    /// Entries that stay or move keep their lengths, unless they are loaded anew.
    ///
    /// - Parameters:
    ///   - newSection: The lengths of an inserted or reloaded section, by its index after the batch.
    ///   - newRow: The length of an inserted or reloaded entry, by its position after the batch.
    package mutating func apply(
        _ map: ListMap, newSection: (Int) -> Section,
        newRow: (RowPath) -> (length: CGFloat, isEstimate: Bool)
    ) {
        let old = lengths
        lengths = map.after.indices.map { new in
            guard let origin = map.oldSection(of: new), !map.reloadedSections.contains(origin) else {
                return newSection(new)
            }
            var section = old[origin]
            if let change = map.changes[origin] {
                section.rows.replace(
                    removing: change.removed,
                    adding: change.added.map { row in
                        let path = RowPath(new, row)
                        if let from = map.oldRow(of: path) {
                            let rows = old[from.section].rows
                            return (row, rows[from.row], rows.isEstimate(from.row))
                        }
                        let made = newRow(path)
                        return (row, made.length, made.isEstimate)
                    })
            }
            return section
        }
        for row in map.reloadedRows {
            guard let new = map.newRow(of: row) else { continue }
            let made = newRow(new)
            lengths[new.section].rows.set(new.row, made.length, isEstimate: made.isEstimate)
        }
        totals = LengthList(lengths.map(\.total))
    }
}
