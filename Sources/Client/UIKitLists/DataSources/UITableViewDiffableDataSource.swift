import Foundation
import MicaTrace
import UIKitCore

/// Gives a table view the rows of a snapshot, and changes them to those of the next.
///
/// *Source*: Apple, UITableViewDiffableDataSource; WWDC 2019, "Advances in UI data sources". Snapshots are applied on the
/// main actor here; on Apple's systems a background queue may apply them, too.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>:
    NSObject, UITableViewDataSource
where
    SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
    ItemIdentifierType: Sendable
{
    /// Makes and fills the cell of an item; nil is an error.
    public typealias CellProvider = (
        _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> UITableViewCell?

    private let cellProvider: CellProvider
    private let list: TableDiffableList
    private let state: DiffableState<SectionIdentifierType, ItemIdentifierType>

    /// Makes a data source, and gives it to a table view, which does not keep it.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        self.cellProvider = cellProvider
        list = TableDiffableList(tableView)
        state = DiffableState(list)
        super.init()
        tableView.dataSource = self
    }

    /// How rows come and go; automatic at first.
    open var defaultRowAnimation: UITableView.RowAnimation {
        get { list.animation }
        set { list.animation = newValue }
    }

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

    /// The shown data.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { state.snapshot }

    // MARK: Identifiers

    /// The item of a row; nil for none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { state.item(at: indexPath) }
    /// The row of an item; nil for none.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { state.indexPath(of: itemIdentifier) }
    /// The section with an index; nil for none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { state.section(at: index) }
    /// The index of a section; nil for none.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        state.snapshot.indexOfSection(sectionIdentifier)
    }

    // MARK: The table view's data

    /// The number of sections.
    open func numberOfSections(in tableView: UITableView) -> Int { state.snapshot.numberOfSections }

    /// The number of a section's items.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        state.count(in: section)
    }

    /// The cell that the provider makes.
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let item = state.item(at: indexPath), let cell = cellProvider(tableView, indexPath, item) else {
            stopProgram(
                "NSInternalInconsistencyException: UITableViewDiffableDataSource cell provider returned nil for index path "
                    + "\(indexPath) with item identifier '\(state.item(at: indexPath).map { "\($0)" } ?? "none")', which is "
                    + "not allowed. You must always return a cell.")
        }
        return cell
    }

    /// None; a subclass may give one.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// None; a subclass may give one.
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// False; a subclass may allow it. *Source*: Apple's template subclasses, which override it to allow editing.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing; a subclass changes its data.
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    /// False; a subclass may allow it.
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing; a subclass changes its data.
    open func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
    /// None; a subclass may give some.
    open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    /// The title's own index; a subclass may give another.
    open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
        index
    }
}

/// Changes the rows of a table view.
@MainActor final class TableDiffableList: DiffableList {
    private weak var tableView: UITableView?
    var animation = UITableView.RowAnimation.automatic

    init(_ tableView: UITableView) { self.tableView = tableView }

    var isSeen: Bool { tableView?.window != nil }

    func reloadAll() { tableView?.reloadData() }

    func change(
        _ difference: SnapshotDifference, reloading: DiffableReloads, animated: Bool, change: @escaping () -> Void,
        completion: @escaping () -> Void
    ) {
        guard let tableView else {
            change()
            return completion()
        }
        func path(_ place: SnapshotDifference.Place) -> IndexPath { IndexPath(indexes: [place.section, place.item]) }
        let animation = animated ? animation : .none
        let updates = {
            change()
            if !difference.deletedSections.isEmpty {
                tableView.deleteSections(IndexSet(difference.deletedSections), with: animation)
            }
            if !difference.insertedSections.isEmpty {
                tableView.insertSections(IndexSet(difference.insertedSections), with: animation)
            }
            for move in difference.movedSections { tableView.moveSection(move.from, toSection: move.to) }
            if !difference.deletedItems.isEmpty {
                tableView.deleteRows(at: difference.deletedItems.map(path), with: animation)
            }
            if !difference.insertedItems.isEmpty {
                tableView.insertRows(at: difference.insertedItems.map(path), with: animation)
            }
            for move in difference.movedItems { tableView.moveRow(at: path(move.from), to: path(move.to)) }
            if !reloading.sections.isEmpty { tableView.reloadSections(IndexSet(reloading.sections), with: animation) }
            if !reloading.items.isEmpty { tableView.reloadRows(at: reloading.items.map(path), with: animation) }
        }
        if animated {
            tableView.performBatchUpdates(updates) { _ in completion() }
        } else {
            UIView.performWithoutAnimation { tableView.performBatchUpdates(updates) { _ in completion() } }
        }
    }

    func reload(_ indexPaths: [IndexPath]) {
        UIView.performWithoutAnimation { tableView?.reloadRows(at: indexPaths, with: .none) }
    }

    func reconfigure(_ indexPaths: [IndexPath]) { tableView?.reconfigureRows(at: indexPaths) }
}
