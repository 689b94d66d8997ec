import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// The keyboard's focus and the index of collection views.
@MainActor struct CollectionFocusTests {
    private func grid() -> UICollectionViewFlowLayout {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 100)
        return layout
    }

    private func focused(_ stage: CollectionWindow) -> IndexPath? {
        stage.view.visibleCells.first { $0.isFocused }.flatMap { stage.view.indexPath(for: $0) }
    }

    private func key(_ stage: CollectionWindow, _ names: String...) throws -> Int? {
        for name in names { try stage.host.perform("key \(name)") }
        stage.wait(0.05)
        return focused(stage)?.item
    }

    // *Source*: Apple, UICollectionView.allowsFocus, UICollectionViewDelegate.collectionView(_:canFocusItemAt:).
    @Test func arrows_move_the_focus_in_both_directions() throws {
        let stage = CollectionWindow(WordSource([40]), grid())
        #expect(try key(stage, "Tab") == nil)
        #expect(stage.view.isFocused)
        #expect(try key(stage, "Down") == 0)
        #expect(try key(stage, "Right") == 1)
        #expect(try key(stage, "Down") == 4)
        #expect(try key(stage, "Left") == 3)
        #expect(try key(stage, "Up") == 0)
        #expect(stage.source.lines == [], "the focus selects nothing")
        #expect(try key(stage, "Enter") == 0)
        #expect(stage.source.lines == ["shouldHighlight 0", "shouldSelect 0", "select 0"])
        for _ in 0..<8 { _ = try key(stage, "Down") }
        #expect(focused(stage)?.item == 24 && stage.view.contentOffset.y > 0)
    }

    @Test func items_that_refuse_the_focus_are_passed_over() throws {
        let source = WordSource([12])
        source.refused = [0, 4]
        let stage = CollectionWindow(source, grid())
        #expect(try key(stage, "Tab", "Down") == 1)
        #expect(try key(stage, "Down") == 7)
    }

    @Test func the_selection_follows_the_focus() throws {
        let stage = CollectionWindow(WordSource([12]), grid())
        stage.view.selectionFollowsFocus = true
        _ = try key(stage, "Tab", "Down", "Right")
        #expect(stage.view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        #expect(stage.source.lines.suffix(3) == ["shouldSelect 1", "deselect 0", "select 1"])
    }

    @Test func the_delegate_prefers_an_item() throws {
        let source = WordSource([12])
        source.preferred = IndexPath(item: 5, section: 0)
        let stage = CollectionWindow(source, grid())
        #expect(try key(stage, "Tab") == 5)
    }

    @Test func the_last_item_is_remembered_if_the_view_says_so() throws {
        for remembers in [true, false] {
            let stage = CollectionWindow(WordSource([12]), grid())
            stage.view.remembersLastFocusedIndexPath = remembers
            let button = UIButton(frame: CGRect(x: 0, y: 440, width: 80, height: 40))
            button.setTitle("Next", for: .normal)
            stage.window.addSubview(button)
            _ = try key(stage, "Tab", "Down", "Right")
            stage.act { stage.window.moveFocus(to: button) }
            stage.act { stage.window.moveFocus(to: stage.view) }
            #expect(focused(stage)?.item == (remembers ? 1 : nil))
        }
    }

    @Test func the_focus_follows_a_batch() throws {
        let stage = CollectionWindow(WordSource([12]), grid())
        _ = try key(stage, "Tab", "Down", "Right")
        stage.act {
            stage.source.sections[0].removeFirst()
            stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        }
        stage.wait(1)
        #expect(focused(stage)?.item == 0)
        #expect(try key(stage, "Right") == 1)
    }

    @Test func without_allowsFocus_the_view_has_none() throws {
        let stage = CollectionWindow(WordSource([12]), grid())
        stage.view.allowsFocus = false
        #expect(try key(stage, "Tab", "Down") == nil)
        #expect(!stage.view.isFocused)
    }

    @Test func arrows_reach_the_items_of_a_section_that_scrolls_by_itself() throws {
        func size(_ width: CGFloat, _ height: CGFloat) -> NSCollectionLayoutSize {
            NSCollectionLayoutSize(widthDimension: .absolute(width), heightDimension: .absolute(height))
        }
        let item = NSCollectionLayoutItem(layoutSize: size(120, 70))
        let section = NSCollectionLayoutSection(group: .horizontal(layoutSize: size(120, 70), subitems: [item]))
        section.orthogonalScrollingBehavior = .continuous
        let stage = CollectionWindow(WordSource([8, 8]), UICollectionViewCompositionalLayout(section: section))
        #expect(try key(stage, "Tab", "Down") == 0)
        #expect(try key(stage, "Right", "Right", "Right", "Right") == 4)
        let cell = try #require(stage.view.cellForItem(at: IndexPath(item: 4, section: 0)))
        #expect(cell.convert(cell.bounds, to: stage.window).maxX <= 320, "the section scrolls to it")
        _ = try key(stage, "Down")
        #expect(focused(stage)?.section == 1)
    }

    // MARK: Index

    // *Source*: Apple, UICollectionViewDataSource.indexTitles(for:), collectionView(_:indexPathForIndexTitle:at:).
    @Test func a_touch_of_the_index_scrolls_to_the_titles_item() throws {
        let source = WordSource([30, 30, 30])
        source.titles = ["A", "B", "C"]
        let stage = CollectionWindow(source, grid())
        let index = try #require(stage.view.index)
        #expect(index.frame.maxX == 320 && index.titles == ["A", "B", "C"])
        try stage.show("collection-index")
        try stage.host.perform("tap 312,\(index.bounds.midY + 16) by touch")
        #expect(source.lines == ["title C"])
        let frame = try #require(stage.view.layoutAttributesForItem(at: IndexPath(item: 2, section: 2))?.frame)
        #expect(stage.view.contentOffset.y == min(frame.minY, stage.view.contentSize.height - 480))
        #expect(index.frame.minY == stage.view.contentOffset.y, "the index stays in view")
        source.titles = nil
        stage.act { stage.view.reloadData() }
        #expect(stage.view.index == nil)
    }

    // MARK: Editing

    // *Source*: Apple, UICollectionViewDelegate.collectionView(_:canEditItemAt:).
    @Test func items_that_cannot_be_edited_are_not_in_that_state() throws {
        let source = WordSource([6])
        source.uneditable = [1]
        let stage = CollectionWindow(source, grid())
        stage.act { stage.view.isEditing = true }
        let states = (0..<2).map {
            stage.view.cellForItem(at: IndexPath(item: $0, section: 0))?.configurationState.isEditing
        }
        #expect(states == [true, false])
    }
}

/// The selection of several entries by two fingers.
@MainActor struct MultipleSelectionTests {
    private let drag = """
        drag 60,205 to 60,50 over 0.3 by touch finger 1 at 0
        drag 80,205 to 80,50 over 0.3 by touch finger 2 at 0
        """

    // *Source*: Apple, UICollectionViewDelegate.collectionView(_:shouldBeginMultipleSelectionInteractionAt:).
    @Test func two_fingers_select_items() throws {
        for allows in [true, false] {
            let layout = UICollectionViewFlowLayout()
            layout.itemSize = CGSize(width: 100, height: 100)
            let source = WordSource([40])
            source.allowsPans = allows
            let stage = CollectionWindow(source, layout)
            try stage.host.perform(drag)
            stage.wait(1)
            let chosen = Set((stage.view.indexPathsForSelectedItems ?? []).map(\.item))
            #expect(chosen == (allows ? [0, 1, 2, 3] : []))
            #expect(stage.view.allowsMultipleSelection == allows)
            #expect(source.lines.contains("pan 3") == allows && (source.lines.last == "pan ends") == allows)
            #expect((stage.view.contentOffset.y == 0) == allows, "otherwise they scroll")
        }
    }

    @MainActor private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var lines: [String] = []
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell(style: .default, reuseIdentifier: nil)
        }
        func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(
            _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
        ) -> Bool { true }
        func tableView(_ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
            lines.append("begin \(indexPath.row)")
            tableView.setEditing(true, animated: false)
        }
        func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView) { lines.append("end") }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            lines.append("select \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            lines.append("deselect \(indexPath.row)")
        }
    }

    // *Source*: Apple, UITableViewDelegate.tableView(_:shouldBeginMultipleSelectionInteractionAt:).
    @Test func two_fingers_select_rows_and_bring_them_back() throws {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let table = UITableView(frame: window.bounds), rows = Rows()
        (table.dataSource, table.delegate) = (rows, rows)
        window.addSubview(table)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        let script = """
            press 60,60 by touch finger 1 at 0
            press 80,60 by touch finger 2 at 0
            move 60,200 by touch finger 1 at 0.1 over 0.2
            move 80,200 by touch finger 2 at 0.1 over 0.2
            move 60,110 by touch finger 1 at 0.5 over 0.2
            move 80,110 by touch finger 2 at 0.5 over 0.2
            release by touch finger 1 at 0.8
            release by touch finger 2 at 0.8
            """
        host.play(try EventScript(script))
        host.advance(to: 0.5)
        #expect(table.indexPathsForSelectedRows?.map(\.row) == [1, 2, 3, 4] && table.isEditing)
        host.advance(to: 2)
        #expect(table.indexPathsForSelectedRows?.map(\.row) == [1, 2])
        #expect(rows.lines.first == "begin 1" && rows.lines.last == "end")
        #expect(rows.lines.contains("deselect 4"))
        #expect(table.contentOffset.y == 0)
    }
}
