import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitLists

/// Cells that change their size by themselves, primary actions, empty rows, the cadence of reordering. *Source*: Apple's
/// pages of the members.
@MainActor @Suite(.serialized) struct NewMemberTests {
    private final class Cell: UITableViewCell {
        var height: CGFloat = 30
        override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }
    }

    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var lines: [String] = []
        var follows = false
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            lines.append("select \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, performPrimaryActionForRowAt indexPath: IndexPath) {
            lines.append("perform \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool { follows }
    }

    @MainActor private final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window: UIWindow
        let table: UITableView
        let rows = Rows()

        init() {
            window = UIWindow(host: host)
            table = UITableView(frame: window.bounds)
            table.register(Cell.self, forCellReuseIdentifier: "cell")
            (table.dataSource, table.delegate) = (rows, rows)
            window.addSubview(table)
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }

        func cell(_ row: Int) throws -> Cell {
            try #require(table.cellForRow(at: IndexPath(row: row, section: 0)) as? Cell)
        }

        func height(_ row: Int) -> CGFloat { table.rectForRow(at: IndexPath(row: row, section: 0)).height }
    }

    @Test func an_invalidated_cell_gets_its_height_in_an_animation() throws {
        let stage = Stage()
        try stage.cell(1).height = 90
        stage.host.advance(to: 0.2)
        #expect(stage.height(1) == 30, "the program has not said that the size is another")
        try stage.cell(1).invalidateIntrinsicContentSize()
        stage.host.advance(to: 0.21)
        #expect(stage.height(1) == 90 && stage.height(0) == 30)
        stage.host.advance(to: 0.3)
        let shown = try stage.cell(2).layer.presentation()?.frame.minY ?? 0
        #expect(shown > 60 && shown < 120, "the row below is on its way: \(shown)")
        stage.host.advance(to: 1)
        #expect(try stage.cell(2).layer.presentation()?.frame.minY == 120)
        stage.table.selfSizingInvalidation = .disabled
        try stage.cell(1).height = 50
        try stage.cell(1).contentView.invalidateIntrinsicContentSize()
        stage.host.advance(to: 2)
        #expect(stage.height(1) == 90)
    }

    @Test func a_new_content_configuration_or_constraint_gives_another_height() throws {
        let stage = Stage()
        stage.table.rowHeight = UITableView.automaticDimension
        let cell = UITableViewCell()
        final class One: NSObject, UITableViewDataSource {
            let cell: UITableViewCell
            init(_ cell: UITableViewCell) { self.cell = cell }
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { cell }
        }
        let one = One(cell), inner = UIView()
        inner.translatesAutoresizingMaskIntoConstraints = false
        cell.contentView.addSubview(inner)
        let height = inner.heightAnchor.constraint(equalToConstant: 60)
        NSLayoutConstraint.activate([
            height, inner.topAnchor.constraint(equalTo: cell.contentView.topAnchor),
            inner.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor),
            inner.leadingAnchor.constraint(equalTo: cell.contentView.leadingAnchor),
            inner.trailingAnchor.constraint(equalTo: cell.contentView.trailingAnchor),
        ])
        stage.table.dataSource = one
        stage.host.advance(to: 1)
        let before = stage.height(0)
        height.constant = 100
        stage.host.advance(to: 2)
        #expect(stage.height(0) == before)
        stage.table.selfSizingInvalidation = .enabledIncludingConstraints
        height.constant = 110
        stage.host.advance(to: 3)
        #expect(stage.height(0) == before + 50)
        inner.removeFromSuperview()
        var content = cell.defaultContentConfiguration()
        content.text = "One"
        cell.contentConfiguration = content
        stage.host.advance(to: 4)
        let line = stage.height(0)
        #expect(line < before)
        content.text = "One\nTwo\nThree\nFour"
        cell.contentConfiguration = content
        stage.host.advance(to: 5)
        #expect(stage.height(0) > line + 30)
    }

    @Test func an_invalidated_item_gets_its_size() throws {
        let flow = UICollectionViewFlowLayout()
        flow.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
        let stage = CollectionWindow(WordSource([3]), flow)
        stage.source.configure = { cell, _ in cell.own = CGSize(width: 300, height: 40) }
        stage.act { stage.view.reloadData() }
        stage.wait(1)
        let path = IndexPath(item: 0, section: 0), next = IndexPath(item: 1, section: 0)
        let cell = try #require(stage.view.cellForItem(at: path) as? WordCell)
        let y = try #require(stage.view.layoutAttributesForItem(at: next)).frame.minY
        cell.own?.height = 100
        stage.wait(0.1)
        #expect(stage.view.layoutAttributesForItem(at: path)?.frame.height == 40)
        stage.act { cell.invalidateIntrinsicContentSize() }
        stage.wait(0.1)
        #expect(stage.view.layoutAttributesForItem(at: path)?.frame.height == 100)
        let below = try #require(stage.view.cellForItem(at: next))
        let shown = below.layer.presentation()?.frame.minY ?? 0
        #expect(shown > y && shown < y + 60, "on its way: \(shown)")
        stage.wait(1)
        #expect(below.layer.presentation()?.frame.minY == y + 60)
    }

    @Test func separators_have_the_tables_effect() throws {
        let stage = Stage()
        let blur = UIBlurEffect(style: .light)
        stage.table.separatorColor = .red
        stage.table.separatorEffect = blur
        stage.host.advance(to: 0.2)
        let lines = try stage.cell(0).subviews.compactMap { $0 as? UIVisualEffectView }
        #expect(lines.count == 1 && lines.first?.effect === blur && lines.first?.contentView.backgroundColor == nil)
        #expect(lines.first?.frame.height == 1)
        stage.table.separatorEffect = UIVibrancyEffect(blurEffect: blur)
        stage.host.advance(to: 0.3)
        let vibrant = try stage.cell(0).subviews.compactMap { $0 as? UIVisualEffectView }
        #expect(vibrant.count == 1 && vibrant.first?.contentView.backgroundColor == .red)
        stage.table.separatorEffect = nil
        stage.host.advance(to: 0.4)
        #expect(try stage.cell(0).subviews.allSatisfy { !($0 is UIVisualEffectView) })
    }

    @Test func a_tap_performs_a_rows_action_after_its_selection() throws {
        let stage = Stage()
        try stage.host.perform("tap 100,15\nwait 0.5")
        #expect(stage.rows.lines == ["select 0", "perform 0"])
        stage.table.allowsSelectionDuringEditing = true
        stage.table.setEditing(true, animated: false)
        try stage.host.perform("tap 100,45\nwait 0.5")
        #expect(stage.rows.lines.suffix(1) == ["select 1"])
    }

    @Test func the_delegate_decides_whether_the_selection_follows_the_focus() throws {
        let stage = Stage()
        stage.table.selectionFollowsFocus = true
        try stage.host.perform("key tab\nkey down\nwait 0.2")
        #expect(stage.rows.lines.isEmpty)
        stage.rows.follows = true
        try stage.host.perform("key down\nwait 0.2")
        #expect(stage.rows.lines.first?.hasPrefix("select") == true)
        stage.table.allowsFocusDuringEditing = false
        #expect(stage.table.canBecomeFocused)
        stage.table.setEditing(true, animated: false)
        #expect(!stage.table.canBecomeFocused)
    }

    @Test func empty_rows_have_separators() {
        let stage = Stage()
        func lines() -> [CGFloat] {
            stage.table.subviews.compactMap { $0 as? FillerLines }.flatMap { view in
                (view.layer.sublayers ?? []).map { $0.frame.maxY + view.frame.minY }
            }
        }
        #expect(lines().isEmpty)
        stage.table.fillerRowHeight = 100
        stage.host.advance(to: 0.2)
        #expect(lines() == [220, 320, 420])
        stage.table.tableFooterView = UIView()
        stage.host.advance(to: 0.3)
        #expect(lines().isEmpty)
    }

    @Test func slow_reordering_opens_room_after_a_rest() throws {
        final class Mover: NSObject, UICollectionViewDragDelegate, UICollectionViewDropDelegate {
            func collectionView(
                _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession,
                at indexPath: IndexPath
            ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider(object: "item" as NSString))] }
            func collectionView(
                _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
                withDestinationIndexPath destinationIndexPath: IndexPath?
            ) -> UICollectionViewDropProposal {
                UICollectionViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
            }
            func collectionView(
                _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
            ) {}
        }
        let flow = UICollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 300, height: 60)
        let stage = CollectionWindow(WordSource([5]), flow), mover = Mover()
        (stage.view.dragDelegate, stage.view.dropDelegate, stage.view.reorderingCadence) = (mover, mover, .slow)
        let second = try #require(stage.view.cellForItem(at: IndexPath(item: 1, section: 0)))
        let y = second.center.y
        try stage.host.play(
            ("press 100,30\nmove 100,100 over 0.1\nwait 0.3", { #expect(second.center.y == y) }),
            ("wait 0.6", { #expect(second.center.y < y) }), ("release\nwait 1", {}))
        #expect(second.center.y == y)
    }
}
