import Foundation
import MicaTrace
import UIKitCore

/// Gives a collection view the items of a snapshot, and changes them to those of the next.
///
/// *Source*: Apple, UICollectionViewDiffableDataSource; WWDC 2019, "Advances in UI data sources"; WWDC 2020, "Advances in
/// diffable data sources". Snapshots are applied on the main actor here; on Apple's systems a background queue may
/// apply them, too.
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    UICollectionViewDataSource
where
    SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
    ItemIdentifierType: Sendable
{
    /// Makes and fills the cell of an item; nil is an error.
    public typealias CellProvider = (
        _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> UICollectionViewCell?

    /// Makes and fills a supplementary view of a kind; nil is an error.
    public typealias SupplementaryViewProvider = (
        _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
    ) -> UICollectionReusableView?

    /// The functions that are called if a user moves items.
    public struct ReorderingHandlers {
        /// Whether an item may be moved; nil, as at first, allows none.
        public var canReorderItem: ((ItemIdentifierType) -> Bool)?
        /// An item was moved; the data source is about to take the change over.
        public var willReorder: ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
        /// The data source has taken the change over: the program changes its data.
        public var didReorder: ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
        /// Makes handlers that do nothing.
        public init() {}
    }

    /// The functions that are called if a user shows or hides the items below an item.
    public struct SectionSnapshotHandlers<ItemType> where ItemType: Hashable, ItemType: Sendable {
        /// Whether the items below an item may be shown; nil, as at first, allows it.
        public var shouldExpandItem: ((ItemType) -> Bool)?
        /// The items below an item are about to be shown.
        public var willExpandItem: ((ItemType) -> Void)?
        /// Whether the items below an item may be hidden; nil, as at first, allows it.
        public var shouldCollapseItem: ((ItemType) -> Bool)?
        /// The items below an item are about to be hidden.
        public var willCollapseItem: ((ItemType) -> Void)?
        /// Gives the items below an item that is about to be expanded; it gets those that are known so far.
        public var snapshotForExpandingParent:
            (
                (ItemType, NSDiffableDataSourceSectionSnapshot<ItemType>) -> NSDiffableDataSourceSectionSnapshot<
                    ItemType
                >
            )?
        /// Makes handlers that do nothing.
        public init() {}
    }

    private let cellProvider: CellProvider
    private let list: CollectionDiffableList
    private let state: DiffableState<SectionIdentifierType, ItemIdentifierType>

    /// Makes a data source, and gives it to a collection view, which does not keep it.
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        self.cellProvider = cellProvider
        list = CollectionDiffableList(collectionView)
        state = DiffableState(list)
        super.init()
        collectionView.dataSource = self
    }

    /// Makes the supplementary views; nil, as at first, if there are none.
    open var supplementaryViewProvider: SupplementaryViewProvider?
    /// The functions that are called if a user moves items.
    open var reorderingHandlers = ReorderingHandlers()
    /// The functions that are called if a user shows or hides the items below an item.
    open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()

    // MARK: Applying

    /// Shows a snapshot.
    ///
    /// - Parameters:
    ///   - animatingDifferences: Whether the changes are animated.
    ///   - completion: Called when the animations have ended.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) { state.apply(snapshot, animated: animatingDifferences, completion: completion) }

    /// Shows a snapshot, and returns when the animations have ended.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async {
        await withCheckedContinuation { continuation in
            state.apply(snapshot, animated: animatingDifferences) { continuation.resume() }
        }
    }

    /// Shows a snapshot as `reloadData()` does, without a comparison.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) { state.reload(snapshot, completion: completion) }

    /// Shows a snapshot as `reloadData()` does, without a comparison.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    ) async { state.reload(snapshot, completion: nil) }

    /// Shows the items of a section, which is appended if it is not there.
    ///
    /// - Parameters:
    ///   - animatingDifferences: Whether the changes are animated.
    ///   - completion: Called when the animations have ended.
    open func apply(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        state.apply(snapshot, to: section, animated: animatingDifferences, completion: completion)
        adoptShown()
    }

    /// Shows the items of a section, and returns when the animations have ended.
    open func apply(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
        animatingDifferences: Bool = true
    ) async {
        await withCheckedContinuation { continuation in
            apply(snapshot, to: section, animatingDifferences: animatingDifferences) { continuation.resume() }
        }
    }

    /// The shown data.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { state.snapshot }

    /// The data of a section, with hidden items.
    open func snapshot(for section: SectionIdentifierType) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
        state.tree(of: section)
    }

    // MARK: Identifiers

    /// The item at an index path; nil for none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { state.item(at: indexPath) }
    /// The index path of an item; nil for none.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { state.indexPath(of: itemIdentifier) }
    /// The section with an index; nil for none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { state.section(at: index) }
    /// The index of a section; nil for none.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        state.snapshot.indexOfSection(sectionIdentifier)
    }

    // MARK: The collection view's data

    /// The number of sections.
    open func numberOfSections(in collectionView: UICollectionView) -> Int { state.snapshot.numberOfSections }

    /// The number of a section's items.
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        state.count(in: section)
    }

    /// The cell that the provider makes.
    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        guard let item = state.item(at: indexPath), let cell = cellProvider(collectionView, indexPath, item) else {
            stopProgram(
                "NSInternalInconsistencyException: UICollectionViewDiffableDataSource cell provider returned nil for index "
                    + "path \(indexPath) with item identifier '\(state.item(at: indexPath).map { "\($0)" } ?? "none")', "
                    + "which is not allowed. You must always return a cell.")
        }
        if let cell = cell as? UICollectionViewListCell { adopt(cell, at: indexPath, collectionView) }
        return cell
    }

    /// Gives a list cell the level and the state of its item, and the action of its outline disclosure.
    private func adopt(_ cell: UICollectionViewListCell, at indexPath: IndexPath, _ collectionView: UICollectionView) {
        guard state.hasLevels(at: indexPath) else { return cell.isExpanded = false }
        cell.indentationLevel = state.level(at: indexPath)
        cell.isExpanded = state.isExpanded(at: indexPath)
        cell.standardAction = { [weak self, weak collectionView, weak cell] type in
            guard type == .outlineDisclosure, let cell, let place = collectionView?.indexPath(for: cell) else { return }
            self?.toggleOutline(at: place)
        }
    }

    /// Gives the shown list cells the levels and states of their items.
    private func adoptShown() {
        guard let view = list.collectionView else { return }
        for cell in view.visibleCells {
            guard let cell = cell as? UICollectionViewListCell, let place = view.indexPath(for: cell) else { continue }
            if state.hasLevels(at: place) { adopt(cell, at: place, view) }
        }
    }

    /// The view that `supplementaryViewProvider` makes.
    open func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
            stopProgram(
                "NSInternalInconsistencyException: a view for the element of kind \(kind) at \(indexPath) is wanted, but "
                    + "supplementaryViewProvider is nil or has returned nil; return a view")
        }
        return view
    }

    /// Whether `reorderingHandlers.canReorderItem` allows it.
    open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let item = state.item(at: indexPath) else { return false }
        return reorderingHandlers.canReorderItem?(item) ?? false
    }

    /// Takes the move of an item over, and calls the reordering handlers.
    open func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let (transaction, trees) = state.transaction(movingFrom: sourceIndexPath, to: destinationIndexPath) else {
            return
        }
        reorderingHandlers.willReorder?(transaction)
        state.commit(transaction, trees)
        reorderingHandlers.didReorder?(transaction)
    }

    /// None; a subclass may give some.
    open func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }

    /// The first item of the section with the title's index; a subclass may give another.
    open func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath { IndexPath(indexes: [index, 0]) }
}

extension UICollectionViewDiffableDataSource {
    /// Shows or hides the items below an item, in an animation, if the program's handlers allow it.
    private final func toggleOutline(at indexPath: IndexPath) {
        guard let item = state.item(at: indexPath), let section = state.section(at: indexPath[0]) else { return }
        var tree = state.tree(of: section)
        let handlers = sectionSnapshotHandlers
        if tree.isExpanded(item) {
            guard handlers.shouldCollapseItem?(item) ?? true else { return }
            handlers.willCollapseItem?(item)
            tree.collapse([item])
        } else {
            guard handlers.shouldExpandItem?(item) ?? true else { return }
            handlers.willExpandItem?(item)
            if let below = handlers.snapshotForExpandingParent?(item, tree.snapshot(of: item)) {
                tree.replace(childrenOf: item, using: below)
            }
            tree.expand([item])
        }
        state.apply(tree, to: section, animated: true, completion: nil)
        adoptShown()
    }
}

/// Changes the items of a collection view.
@MainActor final class CollectionDiffableList: DiffableList {
    private(set) weak var collectionView: UICollectionView?

    init(_ collectionView: UICollectionView) { self.collectionView = collectionView }

    var isSeen: Bool { collectionView?.window != nil }

    func reloadAll() { collectionView?.reloadData() }

    func change(
        _ difference: SnapshotDifference, reloading: DiffableReloads, animated: Bool, change: @escaping () -> Void,
        completion: @escaping () -> Void
    ) {
        guard let view = collectionView else {
            change()
            return completion()
        }
        func path(_ place: SnapshotDifference.Place) -> IndexPath { IndexPath(indexes: [place.section, place.item]) }
        let updates = {
            change()
            if !difference.deletedSections.isEmpty { view.deleteSections(IndexSet(difference.deletedSections)) }
            if !difference.insertedSections.isEmpty { view.insertSections(IndexSet(difference.insertedSections)) }
            for move in difference.movedSections { view.moveSection(move.from, toSection: move.to) }
            if !difference.deletedItems.isEmpty { view.deleteItems(at: difference.deletedItems.map(path)) }
            if !difference.insertedItems.isEmpty { view.insertItems(at: difference.insertedItems.map(path)) }
            for move in difference.movedItems { view.moveItem(at: path(move.from), to: path(move.to)) }
            if !reloading.sections.isEmpty { view.reloadSections(IndexSet(reloading.sections)) }
            if !reloading.items.isEmpty { view.reloadItems(at: reloading.items.map(path)) }
        }
        if animated {
            view.performBatchUpdates(updates) { _ in completion() }
        } else {
            UIView.performWithoutAnimation { view.performBatchUpdates(updates) { _ in completion() } }
        }
    }

    func reload(_ indexPaths: [IndexPath]) {
        UIView.performWithoutAnimation { collectionView?.reloadItems(at: indexPaths) }
    }

    func reconfigure(_ indexPaths: [IndexPath]) { collectionView?.reconfigureItems(at: indexPaths) }
}
