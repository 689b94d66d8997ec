import MicaTrace
import UIKitCore

/// The items of one section at one time, some below others, by identifiers. Each identifier is in it at most once.
///
/// *Source*: Apple, NSDiffableDataSourceSectionSnapshot; WWDC 2020, "Advances in diffable data sources".
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>: Sendable
where ItemIdentifierType: Hashable, ItemIdentifierType: Sendable {
    private var roots: [ItemIdentifierType] = []
    private var children: [ItemIdentifierType: [ItemIdentifierType]] = [:]
    /// The item above each; nil inside for those at the top.
    private var parents: [ItemIdentifierType: ItemIdentifierType?] = [:]
    private var expanded: Set<ItemIdentifierType> = []

    /// Makes a snapshot without items.
    public init() {}

    // MARK: Questions

    /// All items, each before those below it.
    public var items: [ItemIdentifierType] { list(roots) { _ in true } }
    /// The items at the top.
    public var rootItems: [ItemIdentifierType] { roots }
    /// The items that are seen: those at the top, and those below expanded items that are seen.
    public var visibleItems: [ItemIdentifierType] { list(roots, expanded.contains) }

    /// Items with those below them where a condition holds, each before those below it.
    private func list(
        _ start: [ItemIdentifierType], _ goesDown: (ItemIdentifierType) -> Bool
    ) -> [ItemIdentifierType] {
        // Without children the list is the items themselves.
        guard !children.isEmpty else { return start }
        var result: [ItemIdentifierType] = []
        var stack = Array(start.reversed())
        while let item = stack.popLast() {
            result.append(item)
            if let below = children[item], goesDown(item) { stack.append(contentsOf: below.reversed()) }
        }
        return result
    }

    /// Whether an item is in the snapshot.
    public func contains(_ item: ItemIdentifierType) -> Bool { parents[item] != nil }

    /// Whether the items below an item are seen if it is. The item has to be in the snapshot.
    public func isExpanded(_ item: ItemIdentifierType) -> Bool {
        check(item)
        return expanded.contains(item)
    }

    /// Whether all items above an item are expanded. The item has to be in the snapshot.
    public func isVisible(_ item: ItemIdentifierType) -> Bool {
        check(item)
        var current = item
        while let above = parents[current] ?? nil {
            if !expanded.contains(above) { return false }
            current = above
        }
        return true
    }

    /// The number of items above an item. The item has to be in the snapshot.
    public func level(of item: ItemIdentifierType) -> Int {
        check(item)
        var level = 0, current = item
        while let above = parents[current] ?? nil { (level, current) = (level + 1, above) }
        return level
    }

    /// The number of items above the item at an index of `visibleItems`; 0 for an index out of range. *Complexity*: O(n).
    func level(ofVisibleAt index: Int) -> Int {
        var stack = roots.reversed().map { (item: $0, level: 0) }
        var place = 0
        while let (item, level) = stack.popLast() {
            if place == index { return level }
            place += 1
            guard let below = children[item], expanded.contains(item) else { continue }
            stack.append(contentsOf: below.reversed().map { ($0, level + 1) })
        }
        return 0
    }

    /// The index of an item in `items`; nil if it is not in the snapshot.
    public func index(of item: ItemIdentifierType) -> Int? { contains(item) ? items.firstIndex(of: item) : nil }

    /// The item above an item; nil for one at the top, or not in the snapshot.
    public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { parents[child] ?? nil }

    /// The items below an item as a snapshot of their own, with the item itself if wanted. The item has to be in the
    /// snapshot.
    public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
        check(parent)
        var result = Self()
        let top = includingParent ? [parent] : children[parent] ?? []
        for item in list(top, { _ in true }) {
            result.children[item] = children[item]
            result.parents[item] = parents[item]
            if expanded.contains(item) { result.expanded.insert(item) }
        }
        for item in top { result.parents[item] = .some(nil) }
        result.roots = top
        return result
    }

    /// The items as a text of one line each: two spaces for each level, then a + for an expanded item, a * for another,
    /// and the item.
    public func visualDescription() -> String {
        items.map { item in
            String(repeating: "  ", count: level(of: item)) + (expanded.contains(item) ? "+ " : "* ") + "\(item)"
        }.joined(separator: "\n")
    }

    // MARK: Changes

    /// Appends items at the top, or below an item, which has to be in the snapshot. They must not be in it.
    public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
        if let parent { check(parent) }
        check(new: items)
        for item in items { parents[item] = .some(parent) }
        if let parent { children[parent, default: []] += items } else { roots += items }
    }

    /// Inserts items before another, at its level. They must not be in the snapshot, the other has to be.
    public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
        insert(items, at: item, 0)
    }

    /// Inserts items after another, at its level. They must not be in the snapshot, the other has to be.
    public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
        insert(items, at: item, 1)
    }

    private mutating func insert(_ items: [ItemIdentifierType], at other: ItemIdentifierType, _ offset: Int) {
        check(other)
        check(new: items)
        let parent = parents[other] ?? nil
        for item in items { parents[item] = .some(parent) }
        change(parent) { list in
            guard let index = list.firstIndex(of: other) else { return }
            list.insert(contentsOf: items, at: index + offset)
        }
    }

    /// Changes the items below an item, or those at the top.
    private mutating func change(_ parent: ItemIdentifierType?, _ body: (inout [ItemIdentifierType]) -> Void) {
        guard let parent else { return body(&roots) }
        body(&children[parent, default: []])
        if children[parent]?.isEmpty == true { children[parent] = nil }
    }

    /// Inserts the items of another snapshot before an item, at its level. *Returns* the first of them; nil if there is
    /// none.
    @discardableResult
    public mutating func insert(_ snapshot: Self, before item: ItemIdentifierType) -> ItemIdentifierType? {
        insert(snapshot.roots, before: item)
        adopt(snapshot)
        return snapshot.roots.first
    }

    /// Inserts the items of another snapshot after an item, at its level. *Returns* the last of them at that level; nil
    /// if there is none.
    @discardableResult
    public mutating func insert(_ snapshot: Self, after item: ItemIdentifierType) -> ItemIdentifierType? {
        insert(snapshot.roots, after: item)
        adopt(snapshot)
        return snapshot.roots.last
    }

    /// Replaces all items below an item by those of another snapshot. The item has to be in the snapshot.
    public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
        check(parent)
        delete(children[parent] ?? [])
        append(snapshot.roots, to: parent)
        adopt(snapshot)
    }

    /// Takes over the items below the roots of another snapshot, whose roots are in this one.
    private mutating func adopt(_ snapshot: Self) {
        check(new: snapshot.items.filter { snapshot.parents[$0] ?? nil != nil })
        for (item, below) in snapshot.children { children[item] = below }
        for (item, parent) in snapshot.parents where parent != nil { parents[item] = parent }
        expanded.formUnion(snapshot.expanded)
    }

    /// Removes items, and those below them; items that are not in the snapshot change nothing.
    public mutating func delete(_ items: [ItemIdentifierType]) {
        let gone = Set(list(items.filter(contains), { _ in true }))
        guard !gone.isEmpty else { return }
        var above: Set<ItemIdentifierType?> = []
        for item in gone { above.insert(parents[item] ?? nil) }
        for parent in above where parent.map({ !gone.contains($0) }) ?? true {
            change(parent) { $0.removeAll { gone.contains($0) } }
        }
        for item in gone { (children[item], parents[item]) = (nil, nil) }
        expanded.subtract(gone)
    }

    /// Removes all items.
    public mutating func deleteAll() { self = Self() }

    /// Shows the items below items. Those that are not in the snapshot change nothing.
    public mutating func expand(_ items: [ItemIdentifierType]) {
        for item in items where contains(item) { expanded.insert(item) }
    }

    /// Hides the items below items. Those that are not in the snapshot change nothing.
    public mutating func collapse(_ items: [ItemIdentifierType]) { expanded.subtract(items) }

    // MARK: Errors

    private func check(_ item: ItemIdentifierType) {
        requires(
            contains(item),
            "NSInternalInconsistencyException: Item identifier was not found in the section snapshot: \(item)",
            function: "NSDiffableDataSourceSectionSnapshot")
    }

    private func check(new items: [ItemIdentifierType]) {
        var seen: Set<ItemIdentifierType> = []
        let repeated = items.filter { !seen.insert($0).inserted || contains($0) }
        requires(
            repeated.isEmpty,
            "NSInternalInconsistencyException: Supplied identifiers are not unique or are in the section snapshot "
                + "already: \(repeated)", function: "NSDiffableDataSourceSectionSnapshot")
    }
}
