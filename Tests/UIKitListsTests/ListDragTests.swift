import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitLists

/// Drags from lists and drops on them. *Source*: Apple, UITableViewDragDelegate and UITableViewDropDelegate, and those of
/// collection views.
@MainActor @Suite(.serialized) struct ListDragTests {
    /// The delegate of a table view's drags and drops, which moves texts.
    private final class Mover: NSObject, UITableViewDragDelegate, UITableViewDropDelegate {
        let source: TableSource
        var intent = UITableViewDropProposal.Intent.insertAtDestinationIndexPath
        var operation = UIDropOperation.move
        var lines: [String] = []
        var paths: [IndexPath?] = []

        init(_ source: TableSource) { self.source = source }

        func tableView(
            _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
        ) -> [UIDragItem] {
            let text = source.sections[indexPath.section][indexPath.row]
            guard text != "fixed" else { return [] }
            return [UIDragItem(itemProvider: NSItemProvider(object: text as NSString))]
        }
        func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {
            lines.append("begin")
        }
        func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {
            lines.append("didEnd")
        }
        func tableView(
            _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
            withDestinationIndexPath destinationIndexPath: IndexPath?
        ) -> UITableViewDropProposal {
            if paths.last != destinationIndexPath { paths.append(destinationIndexPath) }
            return UITableViewDropProposal(operation: operation, intent: intent)
        }
        func tableView(_ tableView: UITableView, performDropWith coordinator: any UITableViewDropCoordinator) {
            let place = coordinator.destinationIndexPath.map { "\($0.section).\($0.row)" } ?? "-"
            lines.append("drop at \(place)")
            for item in coordinator.items {
                let path = coordinator.destinationIndexPath ?? IndexPath(row: source.sections[0].count, section: 0)
                if let old = item.sourceIndexPath {
                    let text = source.sections[old.section].remove(at: old.row)
                    source.sections[path.section].insert(text, at: path.row)
                    tableView.moveRow(at: old, to: path)
                } else {
                    source.sections[path.section].insert("new", at: path.row)
                    tableView.insertRows(at: [path], with: .automatic)
                    item.dragItem.itemProvider.loadObject(ofClass: String.self) { [source] text, _ in
                        MainActor.assumeIsolated { source.sections[path.section][path.row] = text ?? "" }
                    }
                    tableView.reconfigureRows(at: [path])
                }
                coordinator.drop(item.dragItem, toRowAt: path).addCompletion { [weak self] _ in
                    self?.lines.append("landed")
                }
            }
        }
    }

    private func rows(_ count: Int) -> TableSource { TableSource([(0..<count).map { "Row \($0)" }]) }

    /// The visible texts by their shown heights.
    private func order(_ table: UITableView) -> [String] {
        table.visibleCells.filter { $0.alpha > 0 }.sorted { $0.frame.minY < $1.frame.minY }
            .map { $0.textLabel?.text ?? "" }
    }

    @Test func a_row_is_moved_by_a_drag() throws {
        let stage = TableWindow(rows(5)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            (
                "press 60,66 by touch\nwait 0.7\nmove 60,150 by touch over 0.3\nwait 0.5",
                {
                    #expect(stage.table.hasActiveDrag && stage.table.hasActiveDrop && stage.table.hasUncommittedUpdates)
                    #expect(order(stage.table) == ["Row 0", "Row 2", "Row 3", "Row 4"])
                    #expect(stage.table.visibleCells[4].frame.minY == 176, "the row below the room stays")
                    #expect(stage.table.visibleCells[3].frame.minY == 88, "those above it move up")
                    try stage.show("table-drag")
                }
            ),
            ("release by touch\nwait 1", {}))
        #expect(mover.lines == ["begin", "drop at 0.3", "landed", "didEnd"], "DD-6 the path counts without the row")
        #expect(order(stage.table) == ["Row 0", "Row 2", "Row 3", "Row 1", "Row 4"])
        #expect(stage.texts == ["Row 0", "Row 2", "Row 3", "Row 1", "Row 4"])
        #expect(!stage.table.hasActiveDrag && !stage.table.hasActiveDrop && !stage.table.hasUncommittedUpdates)
        #expect(stage.table.visibleCells.allSatisfy { $0.transform.isIdentity && $0.alpha == 1 })
    }

    @Test func a_row_whose_drag_is_left_goes_back() throws {
        let stage = TableWindow(rows(5)), mover = Mover(stage.source)
        stage.table.frame.size.height = 300
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            (
                "press 60,66\nmove 60,150 over 0.3\nmove 60,400 over 0.3\nwait 0.5",
                {
                    #expect(
                        order(stage.table) == ["Row 0", "Row 1", "Row 2", "Row 3", "Row 4"]
                            && !stage.table.hasActiveDrop)
                }
            ),
            ("release\nwait 1", {}))
        #expect(mover.lines == ["begin", "didEnd"] && stage.texts[1] == "Row 1")
        #expect(stage.table.visibleCells.allSatisfy { $0.transform.isIdentity && $0.alpha == 1 })
    }

    @Test func a_row_without_items_scrolls_and_is_selected() throws {
        let source = rows(40), stage = TableWindow(source), mover = Mover(source)
        source.sections[0][1] = "fixed"
        stage.table.reloadData()
        stage.table.dragDelegate = mover
        try stage.host.perform("press 60,66 by touch\nwait 0.7\nrelease by touch\nwait 0.2")
        #expect(source.lines.contains("select 0.1") && mover.lines.isEmpty)
        try stage.host.perform("drag 60,66 to 60,20\nwait 1")
        #expect(stage.table.contentOffset.y > 0)
        stage.table.contentOffset.y = 0
        stage.table.dragInteractionEnabled = false
        try stage.host.perform("drag 60,110 to 60,70\nwait 1")
        #expect(stage.table.contentOffset.y > 0 && mover.lines.isEmpty)
    }

    @Test func items_go_from_one_table_to_another() throws {
        let stage = TableWindow(rows(4)), mover = Mover(stage.source)
        stage.table.frame.size.height = 300
        let other = UITableView(frame: CGRect(x: 0, y: 320, width: 375, height: 300)),
            place = TableSource([["A", "B"]])
        let taker = Mover(place)
        taker.operation = .copy
        (other.dataSource, other.delegate) = (place, place)
        stage.window.addSubview(other)
        stage.table.dragDelegate = mover
        other.dropDelegate = taker
        try stage.host.play(
            (
                "press 60,66\nmove 60,390 over 0.3\nwait 0.5",
                {
                    #expect(other.visibleCells.map(\.frame.minY) == [0, 88], "the room is between the rows")
                }
            ),
            ("release\nwait 1", {}))
        #expect(place.sections == [["A", "Row 1", "B"]] && stage.source.sections[0].count == 4)
        #expect(other.visibleCells.map(\.frame.minY) == [0, 44, 88])
        try stage.host.perform("press 60,66\nmove 60,600 over 0.3\nrelease\nwait 1")
        #expect(taker.lines.last == "landed" && taker.lines.contains("drop at -"), "DD-7 no path below the rows")
        #expect(place.sections == [["A", "Row 1", "B", "Row 1"]])
    }

    @Test func a_drop_into_a_row_highlights_it() throws {
        let stage = TableWindow(rows(4)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        mover.intent = .insertIntoDestinationIndexPath
        try stage.host.play(
            (
                "press 60,66\nmove 60,110 over 0.3\nwait 0.5",
                {
                    #expect(stage.table.visibleCells.map(\.isHighlighted) == [false, false, true, false])
                    mover.intent = .automatic
                }
            ),
            (
                "move 60,91 over 0.1\nwait 0.5",
                {
                    #expect(
                        stage.table.visibleCells.allSatisfy { !$0.isHighlighted } && stage.table.hasUncommittedUpdates)
                }
            ),
            ("move 60,110 over 0.1\nrelease\nwait 1", {}))
        #expect(stage.table.visibleCells.allSatisfy { !$0.isHighlighted && $0.transform.isIdentity })
    }

    @Test func a_data_source_that_moves_rows_needs_no_drop_delegate() throws {
        let stage = TableWindow(rows(5)), mover = Mover(stage.source)
        stage.table.dragDelegate = mover
        try stage.host.perform("press 60,66\nmove 60,150 over 0.3\nwait 0.3\nrelease\nwait 1")
        #expect(stage.source.lines.contains("move 1 to 3"), "DD-8 the data source moves the row")
        #expect(stage.texts == ["Row 0", "Row 2", "Row 3", "Row 1", "Row 4"])
        #expect(order(stage.table) == stage.texts && mover.lines == ["begin", "didEnd"])
    }

    @Test func rows_that_change_during_a_drag_are_followed() throws {
        let stage = TableWindow(rows(5)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            (
                "press 60,66\nmove 60,150 over 0.3\nwait 0.3",
                {
                    stage.source.sections[0].insert("first", at: 0)
                    stage.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
                }
            ),
            ("wait 0.5\nmove 60,154 over 0.1\nrelease\nwait 1", {}))
        #expect(stage.source.sections[0] == ["first", "Row 0", "Row 2", "Row 1", "Row 3", "Row 4"])
        #expect(order(stage.table) == stage.source.sections[0])
        try stage.host.play(
            (
                "press 60,66\nmove 60,150 over 0.3",
                {
                    stage.source.sections = [["left"]]
                    stage.table.reloadData()
                }
            ),
            ("wait 0.3\nrelease\nwait 1", {}))
        #expect(stage.texts == ["left", "Row 0"] && DragCourse.current(with: stage.window) == nil)
    }

    @Test func a_drag_that_begins_while_another_lands_has_its_own_rows() throws {
        let stage = TableWindow(rows(5)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            ("press 60,66\nmove 60,150 over 0.3\nrelease\npress 60,22\nmove 60,110 over 0.3", {}),
            ("wait 0.3", { #expect(stage.table.hasActiveDrag && stage.table.hasActiveDrop) }), ("release\nwait 1", {}))
        #expect(stage.source.sections[0] == ["Row 2", "Row 3", "Row 0", "Row 1", "Row 4"])
        #expect(mover.lines.filter { $0 == "didEnd" }.count == 2)
        #expect(!stage.table.hasActiveDrag && !stage.table.hasActiveDrop && !stage.table.hasUncommittedUpdates)
        #expect(stage.table.visibleCells.allSatisfy { $0.transform.isIdentity && $0.alpha == 1 })
    }

    @Test func the_place_of_a_resting_drag_follows_the_rows() throws {
        let stage = TableWindow(rows(5)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            (
                "press 60,66\nmove 60,150 over 0.3\nwait 0.3",
                {
                    stage.source.sections[0].remove(at: 2)
                    stage.table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .none)
                }
            ), ("wait 0.5\nrelease\nwait 1", {}))
        #expect(mover.lines.contains("drop at 0.2"), "a place that the rows have")
        #expect(stage.source.sections[0] == ["Row 0", "Row 3", "Row 1", "Row 4"])
    }

    @Test func the_row_of_a_drop_is_not_highlighted_after_other_rows_came() throws {
        let stage = TableWindow(rows(4)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        mover.intent = .insertIntoDestinationIndexPath
        try stage.host.play(
            (
                "press 60,66\nmove 60,110 over 0.3\nwait 0.5",
                {
                    #expect(stage.table.visibleCells[2].isHighlighted)
                    stage.source.sections[0].insert("first", at: 0)
                    stage.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
                    #expect(stage.table.visibleCells.allSatisfy { !$0.isHighlighted })
                    mover.operation = .cancel
                }
            ), ("wait 0.5\nmove 60,20 over 0.1\nrelease\nwait 1", {}))
        #expect(stage.table.visibleCells.allSatisfy { !$0.isHighlighted })
    }

    @Test func cells_keep_transforms_of_the_program() throws {
        let source = rows(5)
        source.configure = { cell, _ in cell.transform = CGAffineTransform(scaleX: 1, y: -1) }
        let stage = TableWindow(source), mover = Mover(source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            (
                "press 60,66\nmove 60,150 over 0.3\nwait 0.5",
                { #expect(stage.table.visibleCells.allSatisfy { $0.transform.d == -1 }) }
            ), ("release\nwait 1", {}))
        #expect(stage.table.visibleCells.allSatisfy { $0.transform.d == -1 })
    }

    @Test func a_dragged_row_that_scrolls_out_and_back_stays_hidden() throws {
        let stage = TableWindow(rows(60)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        let path = IndexPath(row: 1, section: 0)
        try stage.host.play(
            (
                "press 60,66\nmove 60,650 over 0.3\nwait 3",
                { #expect(stage.table.contentOffset.y > 700 && stage.table.cellForRow(at: path) == nil) }
            ),
            (
                "move 60,10 over 0.3\nwait 5",
                { #expect(stage.table.contentOffset.y == 0 && stage.table.cellForRow(at: path)?.alpha == 0) }
            ), ("release\nwait 1", {}))
        #expect(stage.table.visibleCells.allSatisfy { $0.alpha == 1 })
    }

    @Test func a_delegate_that_reloads_while_it_proposes_a_place_ends_the_move() throws {
        final class Reloading: NSObject, UITableViewDelegate {
            let source: TableSource
            init(_ source: TableSource) { self.source = source }
            func tableView(
                _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
                toProposedIndexPath proposedDestinationIndexPath: IndexPath
            ) -> IndexPath {
                source.sections = [["left"]]
                tableView.reloadData()
                return IndexPath(row: 0, section: 0)
            }
        }
        let source = TableSource([["A", "B"], ["C", "D"]]), stage = TableWindow(source), mover = Mover(source)
        let delegate = Reloading(source)
        (stage.table.delegate, stage.table.dragDelegate) = (delegate, mover)
        try stage.host.perform("press 60,154\nmove 60,66 over 0.3\nwait 0.3\nrelease\nwait 1")
        #expect(stage.texts == ["left"] && !source.lines.contains { $0.hasPrefix("move") })
        for to in [IndexPath(row: -1, section: 0), IndexPath(row: 0, section: -1), IndexPath(row: 9, section: 9)] {
            #expect(RowPath(to).map { stage.table.shiftRow(RowPath(0, 0), $0) } == false)
        }
        #expect(
            !stage.table.shiftRow(RowPath(3, 0), RowPath(0, 0)) && !stage.table.shiftRow(RowPath(0, 7), RowPath(0, 0)))
    }

    @Test func a_drag_at_the_edge_scrolls_the_rows() throws {
        let stage = TableWindow(rows(60)), mover = Mover(stage.source)
        (stage.table.dragDelegate, stage.table.dropDelegate) = (mover, mover)
        try stage.host.play(
            (
                "press 60,66\nmove 60,650 over 0.3\nwait 2",
                {
                    #expect(stage.table.contentOffset.y > 300)
                }
            ),
            ("move 60,300 over 0.3\nwait 0.5\nrelease\nwait 1", {}))
        let place = try #require(stage.source.sections[0].firstIndex(of: "Row 1"))
        #expect(place > 10 && mover.lines.last == "didEnd")
        #expect(order(stage.table) == stage.texts)
    }

    // MARK: Collection views

    private final class Grid: NSObject, UICollectionViewDataSource, UICollectionViewDragDelegate,
        UICollectionViewDropDelegate
    {
        var numbers = Array(0..<9)
        var lines: [String] = []

        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            numbers.count
        }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            cell.backgroundColor = .systemBlue
            cell.tag = numbers[indexPath.item]
            return cell
        }
        func collectionView(
            _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
        ) -> [UIDragItem] {
            let item = UIDragItem(itemProvider: NSItemProvider(object: "\(numbers[indexPath.item])" as NSString))
            item.localObject = numbers[indexPath.item]
            return [item]
        }
        func collectionView(
            _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
            withDestinationIndexPath destinationIndexPath: IndexPath?
        ) -> UICollectionViewDropProposal {
            UICollectionViewDropProposal(
                operation: session.localDragSession == nil ? .copy : .move, intent: .insertAtDestinationIndexPath)
        }
        func collectionView(
            _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
        ) {
            guard let path = coordinator.destinationIndexPath, let item = coordinator.items.first else { return }
            lines.append("drop at \(path.item)")
            collectionView.performBatchUpdates {
                if let old = item.sourceIndexPath {
                    numbers.insert(numbers.remove(at: old.item), at: path.item)
                    collectionView.moveItem(at: old, to: path)
                } else {
                    numbers.insert(item.dragItem.localObject as? Int ?? -1, at: path.item)
                    collectionView.insertItems(at: [path])
                }
            }
            coordinator.drop(item.dragItem, toItemAt: path)
        }
    }

    private func grid() -> (ScriptedWindow, UIWindow, UICollectionView, Grid) {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), threads: 1)
        let window = UIWindow(host: host)
        let layout = UICollectionViewFlowLayout()
        (layout.itemSize, layout.minimumInteritemSpacing) = (CGSize(width: 100, height: 100), 10)
        let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout), source = Grid()
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        (view.dataSource, view.dragDelegate, view.dropDelegate) = (source, source, source)
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 0.2)
        return (host, window, view, source)
    }

    @Test func an_item_is_moved_by_a_drag() throws {
        let (host, window, view, source) = grid()
        defer { window.isHidden = true }
        let places = (0..<9).map { view.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.center }
        try host.play(
            (
                "press 50,50 by touch\nwait 0.7\nmove 160,160 by touch over 0.3\nwait 0.5",
                {
                    let cells = (0..<9).map { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
                    #expect(cells[0]?.alpha == 0 && view.hasActiveDrag && view.hasUncommittedUpdates)
                    #expect(cells[1...4].map { $0?.center } == Array(places[0...3]), "those before the room move up")
                    #expect(cells[5...].map { $0?.center } == Array(places[5...]))
                }
            ),
            ("release by touch\nwait 1", {}))
        #expect(source.lines == ["drop at 4"] && source.numbers == [1, 2, 3, 4, 0, 5, 6, 7, 8])
        let after = (0..<9).map { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
        #expect(after.map { $0?.tag } == source.numbers && after.map { $0?.center } == places)
        #expect(after.allSatisfy { $0?.alpha == 1 } && !view.hasActiveDrag && !view.hasUncommittedUpdates)
    }

    @Test func an_item_of_another_view_gets_room() throws {
        let (host, window, view, source) = grid()
        defer { window.isHidden = true }
        let item = UIDragItem(itemProvider: NSItemProvider(object: "x" as NSString))
        item.localObject = 42
        final class One: NSObject, UIDragInteractionDelegate {
            let item: UIDragItem
            init(_ item: UIDragItem) { self.item = item }
            func dragInteraction(
                _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
            ) -> [UIDragItem] { [item] }
        }
        let one = One(item), chip = UIView(frame: CGRect(x: 20, y: 420, width: 40, height: 40))
        chip.addInteraction(UIDragInteraction(delegate: one))
        window.addSubview(chip)
        let places = (0..<9).map { view.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.center }
        try host.play(
            (
                "press 40,440\nmove 160,160 over 0.3\nwait 0.5",
                {
                    let cells = (0..<9).map { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
                    #expect(cells[...3].map { $0?.center } == Array(places[...3]))
                    #expect(cells[4...7].map { $0?.center } == Array(places[5...8]))
                }
            ),
            ("release\nwait 1", {}))
        #expect(source.numbers == [0, 1, 2, 3, 42, 4, 5, 6, 7, 8])
        #expect((0..<10).map { view.cellForItem(at: IndexPath(item: $0, section: 0))?.tag } == source.numbers)
        try host.play(
            (
                "press 40,440\nmove 160,160 over 0.3\nmove 160,470 over 0.2\nwait 0.5",
                {
                    #expect((0..<9).map { view.cellForItem(at: IndexPath(item: $0, section: 0))?.center } == places)
                }
            ),
            ("release\nwait 1", {}))
        #expect(source.numbers.count == 10)
    }
}
