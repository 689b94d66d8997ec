/// Identifiers in sections, in order, with the place of each.
///
/// An item's section is always known. Its index is known if it lies before the first change of its section; later ones
/// are found again at the next question. So many changes one after another cost one pass.
struct SnapshotStorage<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
    private struct Place: Sendable {
        /// The key of the section.
        var section: Int
        var index: Int
    }

    private struct Row: Sendable {
        var items: [Item] = []
        /// The number of items from the first whose indices in `places` are right.
        var known = 0
    }

    private(set) var sections: [Section] = []
    /// A key of each section, which stays when sections move.
    private var keys: [Section: Int] = [:]
    private var rows: [Int: Row] = [:]
    private var places: [Item: Place] = [:]
    private var nextKey = 0

    // MARK: Questions

    var count: Int { places.count }

    func contains(_ item: Item) -> Bool { places[item] != nil }
    func contains(section: Section) -> Bool { keys[section] != nil }

    func items(in section: Section) -> [Item] { keys[section].flatMap { rows[$0]?.items } ?? [] }

    /// All items, section by section. *Complexity*: O(n).
    var items: [Item] {
        var result: [Item] = []
        result.reserveCapacity(places.count)
        for section in sections { result += items(in: section) }
        return result
    }

    func count(in section: Section) -> Int { keys[section].flatMap { rows[$0]?.items.count } ?? 0 }

    func index(of section: Section) -> Int? { keys[section] == nil ? nil : sections.firstIndex(of: section) }

    /// The section that has an item; nil if none has it. *Complexity*: O(sections).
    func section(of item: Item) -> Section? {
        guard let place = places[item] else { return nil }
        return sections.first { keys[$0] == place.section }
    }

    /// The index of an item in its section, with the section's index; nil if no section has it.
    func position(of item: Item) -> (section: Int, item: Int)? {
        guard let place = places[item], let section = sections.firstIndex(where: { keys[$0] == place.section }) else {
            return nil
        }
        return index(of: item, place).map { (section, $0) }
    }

    private func index(of item: Item, _ place: Place) -> Int? {
        guard let row = rows[place.section] else { return nil }
        if place.index < row.known { return place.index }
        return row.items[row.known...].firstIndex(of: item)
    }

    /// The index of each section by its key.
    func sectionIndices() -> [Int: Int] {
        var result: [Int: Int] = [:]
        for (index, section) in sections.enumerated() {
            if let key = keys[section] { result[key] = index }
        }
        return result
    }

    /// The section's key and the index of an item; nil if no section has it. *Complexity*: O(1) after `index()`.
    func indexedPlace(of item: Item) -> (key: Int, index: Int)? {
        guard let place = places[item] else { return nil }
        return index(of: item, place).map { (place.section, $0) }
    }

    // MARK: Sections

    /// Inserts a section that is not there yet.
    mutating func insert(section: Section, at index: Int) {
        keys[section] = nextKey
        rows[nextKey] = Row()
        nextKey += 1
        sections.insert(section, at: index)
    }

    mutating func append(sections new: [Section]) {
        for section in new { insert(section: section, at: sections.count) }
    }

    mutating func remove(sections gone: Set<Section>) {
        for section in gone {
            guard let key = keys.removeValue(forKey: section), let row = rows.removeValue(forKey: key) else { continue }
            for item in row.items { places[item] = nil }
        }
        sections.removeAll { gone.contains($0) }
    }

    mutating func move(section: Section, to index: Int) {
        sections.removeAll { $0 == section }
        sections.insert(section, at: index)
    }

    // MARK: Items

    /// Inserts items that are in no section.
    mutating func insert(_ new: [Item], in section: Section, at index: Int) {
        guard let key = keys[section], !new.isEmpty else { return }
        // Taken out for the change, so that it happens in place.
        guard var row = rows.removeValue(forKey: key) else { return }
        let isAppended = index == row.items.count && row.known == row.items.count
        row.items.insert(contentsOf: new, at: index)
        for (offset, item) in new.enumerated() { places[item] = Place(section: key, index: index + offset) }
        row.known = isAppended ? row.items.count : min(row.known, index)
        rows[key] = row
    }

    /// Removes items, wherever they are.
    mutating func remove(_ gone: Set<Item>) {
        var touched: [Int: Int] = [:]
        for item in gone {
            guard let place = places.removeValue(forKey: item) else { continue }
            let known = rows[place.section]?.known ?? 0
            touched[place.section] = min(touched[place.section] ?? known, place.index, known)
        }
        for (key, known) in touched {
            guard var row = rows.removeValue(forKey: key) else { continue }
            row.items.removeAll { gone.contains($0) }
            row.known = min(known, row.items.count)
            rows[key] = row
        }
    }

    /// Replaces the items of a section by others, which are in no other section.
    mutating func replace(in section: Section, with new: [Item]) {
        guard let key = keys[section] else { return }
        for item in rows[key]?.items ?? [] { places[item] = nil }
        rows[key] = Row()
        insert(new, in: section, at: 0)
    }

    /// Finds the indices of all items again. *Complexity*: O(n) after changes, else O(sections).
    mutating func index() {
        for key in rows.keys {
            guard var row = rows.removeValue(forKey: key) else { continue }
            for index in row.known..<row.items.count { places[row.items[index]]?.index = index }
            row.known = row.items.count
            rows[key] = row
        }
    }
}
