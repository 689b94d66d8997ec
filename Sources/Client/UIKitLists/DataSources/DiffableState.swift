import Foundation
import UIKitCore

/// The list that a diffable data source changes.
@MainActor protocol DiffableList: AnyObject {
    /// Whether the list has a window, so that changes are seen.
    var isSeen: Bool { get }
    /// Reads all data anew.
    func reloadAll()
    /// Changes entries in one batch.
    ///
    /// - Parameters:
    ///   - change: Makes the data that the list reads the new data; called within the batch.
    ///   - completion: Called when the animations have ended.
    func change(
        _ difference: SnapshotDifference, reloading: DiffableReloads, animated: Bool, change: @escaping () -> Void,
        completion: @escaping () -> Void)
    /// Has cells made anew, without an animation.
    func reload(_ indexPaths: [IndexPath])
    /// Has cells configured anew, without making others.
    func reconfigure(_ indexPaths: [IndexPath])
}

/// The places, before a batch, that are made anew within it.
struct DiffableReloads {
    var sections: [Int] = []
    var items: [SnapshotDifference.Place] = []
}

/// The data of a diffable data source: the shown snapshot, the trees of its sections, and the snapshots that wait.
@MainActor final class DiffableState<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    typealias Snapshot = NSDiffableDataSourceSnapshot<Section, Item>
    typealias Tree = NSDiffableDataSourceSectionSnapshot<Item>

    /// The shown data, with all indices found.
    private(set) var snapshot = Snapshot()
    /// The sections whose items are below each other.
    private var trees: [Section: Tree] = [:]
    private weak var list: (any DiffableList)?
    private var isApplying = false
    private var waiting: [() -> Void] = []
    /// Whether the list has read any data.
    private var hasData = false

    init(_ list: any DiffableList) { self.list = list }

    // MARK: Questions

    func item(at indexPath: IndexPath) -> Item? {
        guard indexPath.count == 2, let section = section(at: indexPath[0]) else { return nil }
        let items = snapshot.storage.items(in: section)
        return items.indices.contains(indexPath[1]) ? items[indexPath[1]] : nil
    }

    func indexPath(of item: Item) -> IndexPath? {
        snapshot.storage.position(of: item).map { IndexPath(indexes: [$0.section, $0.item]) }
    }

    func section(at index: Int) -> Section? {
        let sections = snapshot.storage.sections
        return sections.indices.contains(index) ? sections[index] : nil
    }

    /// The number of items of a section; 0 for an index out of range.
    func count(in index: Int) -> Int { section(at: index).map { snapshot.storage.count(in: $0) } ?? 0 }

    /// The items of a section as a tree, of one level unless a tree was applied.
    func tree(of section: Section) -> Tree {
        if let tree = trees[section] { return tree }
        var tree = Tree()
        tree.append(snapshot.storage.items(in: section))
        return tree
    }

    // MARK: Applying

    /// Shows a snapshot by a batch of changes, once those before it are shown.
    func apply(_ new: Snapshot, animated: Bool, completion: (() -> Void)?) {
        enqueue { [self] in show(new, nil, animated: animated, completion) }
    }

    /// Shows a snapshot without a comparison.
    func reload(_ new: Snapshot, completion: (() -> Void)?) {
        enqueue { [self] in
            take(new.settled)
            list?.reloadAll()
            hasData = true
            completion?()
        }
    }

    /// Shows a section's items; a section that is not there is appended.
    func apply(_ tree: Tree, to section: Section, animated: Bool, completion: (() -> Void)?) {
        enqueue { [self] in
            var new = snapshot
            if !new.storage.contains(section: section) { new.appendSections([section]) }
            new.replaceItems(inSection: section, with: tree.visibleItems)
            show(new, (section, tree), animated: animated, completion)
        }
    }

    /// Calls a body, after those that are being called: a snapshot may be applied by code that another calls.
    private func enqueue(_ body: @escaping () -> Void) {
        waiting.append(body)
        guard !isApplying else { return }
        isApplying = true
        while !waiting.isEmpty { waiting.removeFirst()() }
        isApplying = false
    }

    /// Makes a snapshot the shown one, with the tree of one of its sections; drops the trees of sections whose items
    /// are others now.
    private func take(_ new: Snapshot, _ tree: (section: Section, tree: Tree)? = nil) {
        let old = snapshot
        snapshot = new
        if let tree { trees[tree.section] = tree.tree }
        for (section, shown) in trees where section != tree?.section {
            guard new.storage.contains(section: section) else {
                trees[section] = nil
                continue
            }
            let items = new.storage.items(in: section)
            // An array equals itself, even where an item does not: programs have such `==`, which Apple's never call for an item and
            // itself.
            if old.storage.contains(section: section), old.storage.items(in: section) == items { continue }
            if shown.visibleItems != items { trees[section] = nil }
        }
    }

    private func show(
        _ new: Snapshot, _ tree: (section: Section, tree: Tree)?, animated: Bool, _ completion: (() -> Void)?
    ) {
        guard let list else {
            take(new.settled, tree)
            completion?()
            return
        }
        let (old, next) = (snapshot, new.settled)
        // A list that has read no data has nothing to change.
        guard hasData else {
            take(next, tree)
            list.reloadAll()
            hasData = true
            completion?()
            return
        }
        let difference = next.storage.difference(from: old.storage)
        var reloads = DiffableReloads()
        let reloadedSections = Set(new.reloadedSectionIdentifiers)
        let movedSections = Set(difference.movedSections.map(\.from))
        for section in new.reloadedSectionIdentifiers {
            if let index = old.storage.index(of: section), !movedSections.contains(index) {
                reloads.sections.append(index)
            }
        }
        // A row that moves cannot be reloaded in the same batch.
        let moved = Set(difference.movedItems.map(\.from))
        var later: [Item] = []
        for item in new.reloadedItemIdentifiers {
            guard let place = old.storage.position(of: item) else { continue }
            if reloadedSections.contains(old.storage.sections[place.section]) { continue }
            let from = SnapshotDifference.Place(section: place.section, item: place.item)
            if moved.contains(from) || next.storage.section(of: item) != old.storage.section(of: item) {
                later.append(item)
            } else {
                reloads.items.append(from)
            }
        }
        let finish = { completion?() ?? () }
        if difference.isEmpty, reloads.sections.isEmpty, reloads.items.isEmpty {
            take(next, tree)
            configure(new, later, list)
            finish()
            return
        }
        list.change(
            difference, reloading: reloads, animated: animated && list.isSeen, change: { [self] in take(next, tree) },
            completion: finish)
        configure(new, later, list)
    }

    private func configure(_ new: Snapshot, _ later: [Item], _ list: any DiffableList) {
        let reloaded = later.compactMap(indexPath(of:))
        if !reloaded.isEmpty { list.reload(reloaded) }
        let again = new.reconfiguredItemIdentifiers.compactMap(indexPath(of:))
        if !again.isEmpty { list.reconfigure(again) }
    }

    // MARK: Moves by a finger

    /// The change that a move of a row by a finger makes; nil for places that are not there.
    func transaction(
        movingFrom from: IndexPath, to: IndexPath
    ) -> (NSDiffableDataSourceTransaction<Section, Item>, [Section: Tree])? {
        guard from.count == 2, to.count == 2, let item = item(at: from), let source = section(at: from[0]),
            let target = section(at: to[0])
        else { return nil }
        var next = snapshot
        let storageBefore = next.storage
        next.storage.remove([item])
        next.storage.insert([item], in: target, at: min(to[1], next.storage.count(in: target)))
        next.storage.index()
        var changed: [Section: Tree] = [:]
        for section in Set([source, target]) where trees[section] != nil {
            changed[section] = tree(of: section, moving: item, next.storage.items(in: section))
        }
        let transaction = NSDiffableDataSourceTransaction(from: snapshot, to: next) { [self] section in
            var flat = Tree()
            flat.append(next.storage.items(in: section))
            var before = Tree()
            before.append(storageBefore.items(in: section))
            return (trees[section] ?? before, changed[section] ?? flat)
        }
        return (transaction, changed)
    }

    /// A section's tree after an item has moved to the place that it has in a list: it comes before the item after it,
    /// at that one's level, or else to the end.
    private func tree(of section: Section, moving item: Item, _ items: [Item]) -> Tree {
        var tree = self.tree(of: section)
        let own =
            tree.contains(item)
            ? tree.snapshot(of: item, includingParent: true)
            : {
                var single = Tree()
                single.append([item])
                return single
            }()
        tree.delete([item])
        guard let index = items.firstIndex(of: item) else { return tree }
        if let next = items[(index + 1)...].first(where: tree.contains) {
            tree.insert(own, before: next)
        } else if let last = tree.rootItems.last {
            tree.insert(own, after: last)
        } else {
            tree = own
        }
        return tree
    }

    /// Takes a change over, whose rows the list has moved already.
    func commit(_ transaction: NSDiffableDataSourceTransaction<Section, Item>, _ changed: [Section: Tree]) {
        for (section, tree) in changed { trees[section] = tree }
        take(transaction.finalSnapshot)
    }

    // MARK: Items below items

    /// Whether the items of an item's section were applied as a tree.
    func hasLevels(at indexPath: IndexPath) -> Bool {
        indexPath.count == 2 && section(at: indexPath[0]).map { trees[$0] != nil } ?? false
    }

    /// The number of items above an item.
    func level(at indexPath: IndexPath) -> Int {
        guard let item = item(at: indexPath), let section = section(at: indexPath[0]), let tree = trees[section] else {
            return 0
        }
        // An item that does not equal itself is found by its place.
        return tree.contains(item) ? tree.level(of: item) : tree.level(ofVisibleAt: indexPath[1])
    }

    /// Whether the items below an item are shown.
    func isExpanded(at indexPath: IndexPath) -> Bool {
        guard let item = item(at: indexPath), let section = section(at: indexPath[0]) else { return false }
        guard let tree = trees[section], tree.contains(item) else { return false }
        return tree.isExpanded(item)
    }
}
