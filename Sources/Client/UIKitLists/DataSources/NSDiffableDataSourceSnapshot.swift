import MicaTrace
import UIKitCore

/// The sections and items of a list at one time, by identifiers. Each identifier is in it at most once.
///
/// *Source*: Apple, NSDiffableDataSourceSnapshot; the messages of errors are from logs that programmers have published.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where
    SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
    ItemIdentifierType: Sendable
{
    var storage = SnapshotStorage<SectionIdentifierType, ItemIdentifierType>()
    private var reloadedSections = OrderedIdentifiers<SectionIdentifierType>()
    private var reloadedItems = OrderedIdentifiers<ItemIdentifierType>()
    private var reconfiguredItems = OrderedIdentifiers<ItemIdentifierType>()

    /// Makes a snapshot without sections.
    public init() {}

    // MARK: Numbers and identifiers

    /// The number of items in all sections.
    public var numberOfItems: Int { storage.count }
    /// The number of sections.
    public var numberOfSections: Int { storage.sections.count }
    /// The sections, in order.
    public var sectionIdentifiers: [SectionIdentifierType] { storage.sections }
    /// The items of all sections, in order. *Complexity*: O(n).
    public var itemIdentifiers: [ItemIdentifierType] { storage.items }
    /// The sections that `reloadSections(_:)` named, in that order.
    public var reloadedSectionIdentifiers: [SectionIdentifierType] { reloadedSections.elements }
    /// The items that `reloadItems(_:)` named, in that order.
    public var reloadedItemIdentifiers: [ItemIdentifierType] { reloadedItems.elements }
    /// The items that `reconfigureItems(_:)` named, in that order.
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] { reconfiguredItems.elements }

    /// The number of items in a section, which has to be in the snapshot.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        check(identifier, "count items of")
        return storage.count(in: identifier)
    }

    /// The items of a section, in order. The section has to be in the snapshot.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        check(identifier, "list items of")
        return storage.items(in: identifier)
    }

    /// The section that has an item; nil if none has it.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        storage.section(of: identifier)
    }

    /// The index of an item among the items of all sections; nil if no section has it.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        guard let place = storage.position(of: identifier) else { return nil }
        return storage.sections[..<place.section].reduce(place.item) { $0 + storage.count(in: $1) }
    }

    /// The index of a section; nil if it is not in the snapshot.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { storage.index(of: identifier) }

    // MARK: Items

    /// Appends items to a section, by default the last one. Items that are in the snapshot already move there, with a
    /// message.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        guard let section = sectionIdentifier ?? storage.sections.last else {
            stopProgram(
                "NSInternalInconsistencyException: There are currently no sections in the data source. Please add a section"
                    + " first.")
        }
        check(section, "append items to")
        take(identifiers)
        storage.insert(identifiers, in: section, at: storage.count(in: section))
    }

    /// Inserts items before another, which has to be in the snapshot. Items that are in the snapshot already move
    /// there, with a message.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) { insert(identifiers, at: beforeIdentifier, 0) }

    /// Inserts items after another, which has to be in the snapshot. Items that are in the snapshot already move there,
    /// with a message.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) { insert(identifiers, at: afterIdentifier, 1) }

    private mutating func insert(_ identifiers: [ItemIdentifierType], at other: ItemIdentifierType, _ offset: Int) {
        check(other, "insert items next to")
        requires(
            !identifiers.contains(other),
            "NSInternalInconsistencyException: Invalid update: the item \(other) is inserted next to itself",
            function: "NSDiffableDataSourceSnapshot.insertItems")
        take(identifiers)
        guard let place = storage.position(of: other) else { return }
        storage.insert(identifiers, in: storage.sections[place.section], at: place.item + offset)
    }

    /// Checks that identifiers differ from each other, and removes those that are in the snapshot already.
    private mutating func take(_ identifiers: [ItemIdentifierType]) {
        let all = Set(identifiers)
        requires(
            all.count == identifiers.count,
            "NSInternalInconsistencyException: Fatal: supplied item identifiers are not unique. Duplicate identifiers: "
                + "\(Self.duplicates(of: identifiers))", function: "NSDiffableDataSourceSnapshot.appendItems")
        let known = all.filter(storage.contains)
        guard !known.isEmpty else { return }
        Notices.shared.say(
            "Diffable data source detected an attempt to insert or append \(known.count) item identifiers that already "
                + "exist in the snapshot. The existing item identifiers will be moved into place instead, but this "
                + "operation will be more expensive. For best performance, inserted item identifiers should always be "
                + "unique. Item identifiers that already exist: \(known.prefix(10).map { "\($0)" }.sorted())",
            from: "UIKit", key: "diffable identifiers")
        storage.remove(known)
    }

    /// Removes items; those that are not in the snapshot change nothing.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) { forget(Set(identifiers)) }

    private mutating func forget(_ items: Set<ItemIdentifierType>) {
        storage.remove(items)
        reloadedItems.remove(items)
        reconfiguredItems.remove(items)
    }

    /// Removes all sections and items.
    public mutating func deleteAllItems() { self = Self() }

    /// Moves an item before another. Both have to be in the snapshot.
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, 0)
    }

    /// Moves an item after another. Both have to be in the snapshot.
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, 1)
    }

    private mutating func move(_ item: ItemIdentifierType, to other: ItemIdentifierType, _ offset: Int) {
        check(item, "move")
        check(other, "move an item next to")
        guard item != other else { return }
        storage.remove([item])
        guard let place = storage.position(of: other) else { return }
        storage.insert([item], in: storage.sections[place.section], at: place.item + offset)
    }

    /// Has the cells of items made anew when the snapshot is applied. The items have to be in the snapshot.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        for item in identifiers { check(item, "reload") }
        reloadedItems.append(identifiers)
    }

    /// Has the cells of items configured anew when the snapshot is applied, without making others. The items have to be
    /// in the snapshot.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        for item in identifiers { check(item, "reconfigure") }
        reconfiguredItems.append(identifiers)
    }

    private func check(_ item: ItemIdentifierType, _ action: StaticString) {
        requires(
            storage.contains(item),
            "NSInternalInconsistencyException: Attempted to \(action) item identifier that does not exist in the snapshot: "
                + "\(item)", function: "NSDiffableDataSourceSnapshot")
    }

    // MARK: Sections

    /// Appends sections, which must not be in the snapshot.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        check(new: identifiers)
        storage.append(sections: identifiers)
    }

    /// Inserts sections, which must not be in the snapshot, before one that is.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) { insert(identifiers, at: toIdentifier, 0) }

    /// Inserts sections, which must not be in the snapshot, after one that is.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) { insert(identifiers, at: toIdentifier, 1) }

    private mutating func insert(
        _ identifiers: [SectionIdentifierType], at other: SectionIdentifierType, _ offset: Int
    ) {
        check(other, "insert sections next to")
        check(new: identifiers)
        guard let start = storage.index(of: other) else { return }
        for (index, section) in identifiers.enumerated() {
            storage.insert(section: section, at: start + offset + index)
        }
    }

    private func check(new identifiers: [SectionIdentifierType]) {
        let repeated = Self.duplicates(of: identifiers) + identifiers.filter(storage.contains(section:))
        requires(
            repeated.isEmpty,
            "NSInternalInconsistencyException: Section identifiers are not unique. Duplicate identifiers: \(repeated)",
            function: "NSDiffableDataSourceSnapshot.appendSections")
    }

    /// Removes sections with their items; those that are not in the snapshot change nothing.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let gone = Set(identifiers)
        for section in gone {
            let items = Set(storage.items(in: section))
            reloadedItems.remove(items)
            reconfiguredItems.remove(items)
        }
        storage.remove(sections: gone)
        reloadedSections.remove(gone)
    }

    /// Moves a section before another. Both have to be in the snapshot.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) { move(identifier, to: toIdentifier, 0) }

    /// Moves a section after another. Both have to be in the snapshot.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) { move(identifier, to: toIdentifier, 1) }

    private mutating func move(_ section: SectionIdentifierType, to other: SectionIdentifierType, _ offset: Int) {
        check(section, "move")
        check(other, "move a section next to")
        guard section != other, let from = storage.index(of: section), let to = storage.index(of: other) else { return }
        storage.move(section: section, to: to + offset - (from < to ? 1 : 0))
    }

    /// Has sections made anew when the snapshot is applied. The sections have to be in the snapshot.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        for section in identifiers { check(section, "reload") }
        reloadedSections.append(identifiers)
    }

    private func check(_ section: SectionIdentifierType, _ action: StaticString) {
        requires(
            storage.contains(section: section),
            "NSInternalInconsistencyException: Attempted to \(action) section identifier that does not exist in the "
                + "snapshot: \(section)", function: "NSDiffableDataSourceSnapshot")
    }

    private static func duplicates<Identifier: Hashable>(of identifiers: [Identifier]) -> [Identifier] {
        var seen: Set<Identifier> = [], told: Set<Identifier> = []
        return identifiers.filter { !seen.insert($0).inserted && told.insert($0).inserted }
    }

    // MARK: For data sources

    /// The snapshot without requests to reload or reconfigure, with all indices found.
    var settled: Self {
        var result = self
        (result.reloadedSections, result.reloadedItems, result.reconfiguredItems) = (.init(), .init(), .init())
        result.storage.index()
        return result
    }

    /// Replaces the items of a section.
    mutating func replaceItems(inSection section: SectionIdentifierType, with items: [ItemIdentifierType]) {
        let old = Set(storage.items(in: section))
        take(items.filter { !old.contains($0) })
        storage.replace(in: section, with: items)
        let gone = old.subtracting(items)
        reloadedItems.remove(gone)
        reconfiguredItems.remove(gone)
    }
}

/// Identifiers in the order in which they were added, each once.
private struct OrderedIdentifiers<Identifier: Hashable & Sendable>: Sendable {
    private(set) var elements: [Identifier] = []
    private var known: Set<Identifier> = []

    mutating func append(_ new: [Identifier]) {
        for identifier in new where known.insert(identifier).inserted { elements.append(identifier) }
    }

    mutating func remove(_ gone: Set<Identifier>) {
        guard !known.isDisjoint(with: gone) else { return }
        known.subtract(gone)
        elements.removeAll { gone.contains($0) }
    }
}
