import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitLists

/// Placeholders of dropped items. *Source*: Apple, UITableViewDropPlaceholder, UICollectionViewDropPlaceholder, their contexts, and
/// "Supporting drag and drop in table views".
@MainActor @Suite(.serialized) struct PlaceholderTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(indexes: [section, row]) }

    // MARK: Places

    @Test func places_count_placeholders() {
        var places = ListPlaceholders()
        let (a, b, c) = (ListPlaceholder(), ListPlaceholder(), ListPlaceholder())
        #expect(places.insert(a, before: RowPath(0, 1)) == RowPath(0, 1))
        #expect(places.insert(b, before: RowPath(0, 1)) == RowPath(0, 2), "behind the one that waits there")
        #expect(places.insert(c, before: RowPath(0, 0)) == RowPath(0, 0))
        #expect((0..<4).map { places.shown(RowPath(0, $0)).row } == [1, 4, 5, 6])
        #expect((0..<6).map { places.data(RowPath(0, $0))?.row } == [nil, 0, nil, nil, 1, 2])
        #expect(places.shown(RowPath(1, 3)) == RowPath(1, 3))
        #expect(places.shownCounts([3, 2]) == [6, 2] && places.dataCounts([6, 2]) == [3, 2])
        places.remove(a, isRow: true)
        #expect((0..<4).map { places.shown(RowPath(0, $0)).row } == [1, 2, 4, 5])
        places.remove(c, isRow: false)
        #expect(places.row(of: b) == RowPath(0, 2) && places.row(of: a) == nil)
    }

    @Test func a_placeholder_stays_behind_the_row_before_it() throws {
        var places = ListPlaceholders()
        let (a, b) = (ListPlaceholder(), ListPlaceholder())
        _ = places.insert(a, before: RowPath(0, 2))
        _ = places.insert(b, before: RowPath(1, 0))
        var changes = ListChanges()
        changes.deletedRows = [RowPath(0, 1)]
        changes.insertedRows = [RowPath(0, 0), RowPath(0, 2)]
        changes.movedSections = [.init(from: 1, to: 0)]
        // The section of the changed rows is the second one now.
        changes.insertedRows = [RowPath(1, 0), RowPath(1, 2)]
        let data = try ListMap(changes, before: [4, 1], after: [1, 5], nouns: .table)
        let made = try places.map(changes, data, .table)
        #expect(made.after.row(of: b) == RowPath(0, 0) && made.after.row(of: a) == RowPath(1, 2))
        #expect(
            made.map.newRow(of: RowPath(0, 2)) == RowPath(1, 2) && made.map.newRow(of: RowPath(1, 0)) == RowPath(0, 0))
        changes = ListChanges()
        changes.reloadedSections = [0]
        let reload = try ListMap(changes, before: [4, 1], after: [4, 1], nouns: .table)
        #expect(try places.map(changes, reload, .table).after.row(of: a) == nil, "it goes with its section")
    }

    // MARK: Table views

    /// Takes drops into placeholders.
    private final class Taker: NSObject, UITableViewDropDelegate {
        let source: TableSource
        var contexts: [any UITableViewDropPlaceholderContext] = []
        var lines: [String] = []
        init(_ source: TableSource) { self.source = source }

        func tableView(
            _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
            withDestinationIndexPath destinationIndexPath: IndexPath?
        ) -> UITableViewDropProposal {
            UITableViewDropProposal(operation: .copy, intent: .insertAtDestinationIndexPath)
        }
        func tableView(_ tableView: UITableView, performDropWith coordinator: any UITableViewDropCoordinator) {
            let path = coordinator.destinationIndexPath ?? IndexPath(row: source.sections[0].count, section: 0)
            for item in coordinator.items {
                let placeholder = UITableViewDropPlaceholder(
                    insertionIndexPath: path, reuseIdentifier: "waiting", rowHeight: 60)
                placeholder.cellUpdateHandler = { $0.textLabel?.text = "Loading" }
                let context = coordinator.drop(item.dragItem, to: placeholder)
                context.addCompletion { [weak self] _ in self?.lines.append("landed") }
                contexts.append(context)
            }
        }
    }

    /// A table view with a chip below it that is dragged onto the second of its rows.
    private func dropped(
        _ body: (TableWindow, Taker) throws -> Void
    ) throws {
        final class One: NSObject, UIDragInteractionDelegate {
            func dragInteraction(
                _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
            ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider(object: "x" as NSString))] }
        }
        let stage = TableWindow(TableSource([["A", "B", "C"]])), taker = Taker(stage.source), one = One()
        stage.table.frame.size.height = 400
        stage.table.register(UITableViewCell.self, forCellReuseIdentifier: "waiting")
        stage.table.dropDelegate = taker
        let chip = UIView(frame: CGRect(x: 20, y: 420, width: 40, height: 40))
        chip.backgroundColor = .systemBlue
        chip.addInteraction(UIDragInteraction(delegate: one))
        stage.window.addSubview(chip)
        try stage.host.perform("press 40,440\nmove 60,66 over 0.3\nwait 0.5\nrelease\nwait 1")
        try body(stage, taker)
        withExtendedLifetime(one) {}
    }

    private func shown(_ table: UITableView) -> [String] {
        table.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.map { $0.textLabel?.text ?? "" }
    }

    @Test func a_dropped_item_waits_in_a_placeholder() throws {
        try dropped { stage, taker in
            let table = stage.table
            #expect(taker.lines == ["landed"] && shown(table) == ["A", "Loading", "B", "C"])
            try stage.show("table-placeholder")
            #expect(table.numberOfRows(inSection: 0) == 3 && table.hasUncommittedUpdates)
            #expect(table.indexPathForRow(at: CGPoint(x: 50, y: 70)) == nil, "the data source has no such row")
            #expect(table.indexPathForRow(at: CGPoint(x: 50, y: 110)) == path(1))
            #expect(table.rectForRow(at: path(1)).minY == 104 && table.cellForRow(at: path(1))?.textLabel?.text == "B")
            #expect(table.indexPathsForVisibleRows == [path(0), path(1), path(2)])
            #expect(table.presentationIndexPath(forDataSourceIndexPath: path(2)) == path(3))
            #expect(table.dataSourceIndexPath(forPresentationIndexPath: path(1)) == nil)
            table.performUsingPresentationValues {
                #expect(table.numberOfRows(inSection: 0) == 4)
                #expect(table.cellForRow(at: path(1))?.textLabel?.text == "Loading")
            }
            try stage.host.perform("tap 50,70\nwait 0.5\ntap 50,120\nwait 0.5")
            #expect(stage.source.lines.contains("select 0.1") && table.indexPathForSelectedRow == path(1))
        }
    }

    @Test func a_placeholder_is_exchanged_for_a_row() throws {
        try dropped { stage, taker in
            let table = stage.table, source = stage.source
            table.selectRow(at: path(2), animated: false, scrollPosition: .none)
            source.sections[0].insert("first", at: 0)
            table.insertRows(at: [path(0)], with: .fade)
            stage.host.advance(to: stage.host.time + 1)
            #expect(shown(table) == ["first", "A", "Loading", "B", "C"], "rows are changed meanwhile")
            #expect(table.indexPathForSelectedRow == path(3))
            var places: [IndexPath] = []
            let isDone = taker.contexts[0].commitInsertion { path in
                places.append(path)
                source.sections[path.section].insert("x", at: path.row)
            }
            #expect(isDone && places == [path(2)], "the place of the row now")
            stage.host.advance(to: stage.host.time + 1)
            #expect(shown(table) == ["first", "A", "x", "B", "C"] && table.numberOfRows(inSection: 0) == 5)
            #expect(table.indexPathForSelectedRow == path(4) && !table.hasUncommittedUpdates)
            #expect(table.rectForRow(at: path(2)).height == 44)
            #expect(!taker.contexts[0].commitInsertion { _ in Issue.record("called twice") })
            #expect(!taker.contexts[0].deletePlaceholder())
        }
    }

    @Test func a_placeholder_is_deleted_or_goes_with_a_reload() throws {
        try dropped { stage, taker in
            #expect(taker.contexts[0].deletePlaceholder())
            stage.host.advance(to: stage.host.time + 1)
            #expect(shown(stage.table) == ["A", "B", "C"] && !stage.table.hasUncommittedUpdates)
        }
        try dropped { stage, taker in
            stage.table.reloadData()
            #expect(!taker.contexts[0].commitInsertion { _ in Issue.record("called") }, "a reload takes it")
            stage.host.advance(to: stage.host.time + 1)
            #expect(shown(stage.table) == ["A", "B", "C"])
        }
        try dropped { stage, taker in
            // The updates insert the row, too.
            #expect(
                taker.contexts[0].commitInsertion { path in
                    stage.source.sections[0].insert("x", at: path.row)
                    stage.table.insertRows(at: [path], with: .none)
                })
            stage.host.advance(to: stage.host.time + 1)
            #expect(shown(stage.table) == ["A", "x", "B", "C"] && stage.table.numberOfRows(inSection: 0) == 4)
        }
        try dropped { stage, taker in
            #expect(taker.contexts[0].commitInsertion { _ in })
            stage.host.advance(to: stage.host.time + 1)
            #expect(shown(stage.table) == ["A", "B", "C"], "without data there is no row")
        }
    }

    // MARK: Collection views

    private final class Numbers: WordSource, UICollectionViewDelegateFlowLayout {
        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize {
            _ = sections[indexPath.section][indexPath.item]
            return CGSize(width: 320, height: 50)
        }
    }

    private func list(isFlow: Bool) -> (CollectionWindow, Numbers) {
        let source = Numbers([3])
        let flow = UICollectionViewFlowLayout()
        (flow.itemSize, flow.minimumLineSpacing) = (CGSize(width: 320, height: 70), 0)
        let list = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
        return (CollectionWindow(source, isFlow ? flow : list), source)
    }

    private func insert(_ view: UICollectionView, _ row: Int) -> (PlaceholderItem, CollectionPlaceholderContext) {
        let placeholder = UICollectionViewDropPlaceholder(insertionIndexPath: path(row), reuseIdentifier: "word")
        var updates = 0
        placeholder.cellUpdateHandler = { cell in
            updates += 1
            (cell as? WordCell)?.label.text = "loading \(updates)"
        }
        let holder = PlaceholderItem(placeholder)
        #expect(view.insert(holder, before: placeholder.path))
        let item = UIDragItem(itemProvider: NSItemProvider(object: "x" as NSString))
        return (holder, CollectionPlaceholderContext(item, holder, view, DragAnimator()))
    }

    private func words(_ view: UICollectionView) -> [String] {
        view.visibleCells.filter { !$0.isHidden }.sorted { $0.frame.minY < $1.frame.minY }
            .map { ($0 as? WordCell)?.label.text ?? "" }
    }

    @Test(arguments: [true, false]) func items_wait_in_placeholders_of_a_collection_view(_ isFlow: Bool) {
        let (stage, source) = list(isFlow: isFlow)
        let view = stage.view
        stage.wait(0.5)
        let old = words(view)
        view.selectItem(at: path(2), animated: false, scrollPosition: [])
        let (_, context) = insert(view, 3), (_, first) = insert(view, 0)
        stage.wait(1)
        #expect(words(view) == ["loading 1"] + old + ["loading 1"] && view.hasUncommittedUpdates)
        #expect(
            view.numberOfItems(inSection: 0) == 3 && view.indexPathsForVisibleItems.sorted() == (0..<3).map { path($0) }
        )
        #expect(view.indexPathsForSelectedItems == [path(2)] && view.cellForItem(at: path(2))?.isSelected == true)
        if isFlow { #expect(view.layoutAttributesForItem(at: path(0))?.frame.minY == 70) }
        first.setNeedsCellUpdate()
        stage.wait(0.1)
        #expect(words(view) == ["loading 2"] + old + ["loading 1"])
        stage.act {
            source.sections[0].removeFirst()
            view.deleteItems(at: [path(0)])
        }
        stage.wait(1)
        #expect(words(view) == ["loading 2"] + old[1...] + ["loading 1"])
        #expect(view.indexPathsForSelectedItems == [path(1)])
        stage.act {
            #expect(
                first.commitInsertion { place in
                    source.sections[0].insert(77, at: 0)
                })
        }
        stage.wait(1)
        #expect(view.numberOfItems(inSection: 0) == 3 && view.indexPathsForSelectedItems == [path(2)])
        #expect(words(view) == ["77"] + old[1...] + ["loading 1"])
        stage.act { #expect(context.deletePlaceholder() && !context.deletePlaceholder()) }
        stage.wait(1)
        #expect(words(view) == ["77"] + old[1...] && !view.hasUncommittedUpdates)
        let (_, lost) = insert(view, 1)
        stage.act { view.reloadData() }
        #expect(!lost.commitInsertion { _ in Issue.record("called") } && !lost.deletePlaceholder())
    }

    @Test func there_is_no_placeholder_outside_of_the_list() {
        let (stage, _) = list(isFlow: true)
        let placeholder = UICollectionViewDropPlaceholder(insertionIndexPath: path(9), reuseIdentifier: "word")
        #expect(!stage.view.insert(PlaceholderItem(placeholder), before: path(9)))
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
        let row = UITableViewDropPlaceholder(insertionIndexPath: path(0), reuseIdentifier: "a", rowHeight: 20)
        #expect(!table.insert(PlaceholderRow(row), before: path(0)))
    }
}
