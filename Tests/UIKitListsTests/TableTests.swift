import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// What table views do beyond the facts: cells of classes, content that sizes itself, swipes, the index, keys.
@MainActor @Suite(.serialized) struct TableTests {
    private final class ConstrainedCell: UITableViewCell {
        let label = UILabel()
        var reuses = 0

        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
            super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
            label.numberOfLines = 0
            label.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(label)
            NSLayoutConstraint.activate([
                label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 20),
                label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -20),
                label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
                label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
            ])
        }
        required init?(coder: NSCoder) { nil }
        override func prepareForReuse() {
            super.prepareForReuse()
            reuses += 1
        }
    }

    private final class Header: UITableViewHeaderFooterView {
        let bar = UIView()
        override init(reuseIdentifier: String?) {
            super.init(reuseIdentifier: reuseIdentifier)
            bar.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(bar)
            NSLayoutConstraint.activate([
                bar.topAnchor.constraint(equalTo: contentView.topAnchor),
                bar.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
                bar.heightAnchor.constraint(equalToConstant: 70),
            ])
        }
        required init?(coder: NSCoder) { nil }
    }

    private final class Controller: UITableViewController {
        var texts = (0..<40).map { "Row \($0)" }
        var chosen: [Int] = []
        var headers = false
        var actions: [UITableViewRowAction]?
        var ran: [Int] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(ConstrainedCell.self, forCellReuseIdentifier: "cell")
            tableView.register(Header.self, forHeaderFooterViewReuseIdentifier: "header")
        }
        override func numberOfSections(in tableView: UITableView) -> Int { 2 }
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { texts.count }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
            (cell as? ConstrainedCell)?.label.text = texts[indexPath.row]
            return cell
        }
        override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            headers ? tableView.dequeueReusableHeaderFooterView(withIdentifier: "header") : nil
        }
        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            chosen.append(indexPath.row)
        }
        override func sectionIndexTitles(for tableView: UITableView) -> [String]? { ["A", "B"] }
        override func tableView(
            _ tableView: UITableView, editActionsForRowAt indexPath: IndexPath
        ) -> [UITableViewRowAction]? { actions }
    }

    @MainActor private final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window: UIWindow
        let controller = Controller(style: .plain)
        var table: UITableView { controller.tableView }

        init(_ set: (Controller) -> Void = { _ in }) {
            window = UIWindow(host: host)
            set(controller)
            window.rootViewController = controller
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }
        func wait(_ seconds: Double) { host.advance(to: host.time + seconds) }
    }

    @Test func a_controller_is_data_source_and_delegate_and_cells_are_of_their_class() throws {
        let stage = Stage()
        #expect(stage.table.dataSource === stage.controller && stage.table.delegate === stage.controller)
        let cell = try #require(stage.table.visibleCells.first as? ConstrainedCell)
        #expect(cell.reuseIdentifier == "cell" && cell.detailTextLabel != nil)
        // The label with 20 points above and below, and the separator.
        #expect(cell.frame.height == cell.label.frame.height + 41)
        #expect(cell.label.frame.width == 288)
    }

    @Test func cells_grow_with_their_text_and_the_rows_in_view_stay() {
        let stage = Stage { $0.texts[1] = String(repeating: "long text ", count: 30) }
        let high = stage.table.rectForRow(at: IndexPath(row: 1, section: 0)).height
        #expect(high > 150)
        stage.controller.texts[1] = "short"
        stage.table.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .none)
        stage.wait(1)
        #expect(stage.table.rectForRow(at: IndexPath(row: 1, section: 0)).height < 70)
        // Up into rows that were never measured: the row at the top keeps its place.
        stage.table.scrollToRow(at: IndexPath(row: 30, section: 1), at: .top, animated: false)
        let before = stage.table.rectForRow(at: IndexPath(row: 30, section: 1)).minY - stage.table.contentOffset.y
        stage.table.contentOffset.y -= 100
        stage.table.layoutIfNeeded()
        let after = stage.table.rectForRow(at: IndexPath(row: 30, section: 1)).minY - stage.table.contentOffset.y
        #expect(abs(after - before - 100) < 1)
    }

    @Test func headers_size_themselves_and_are_used_again() throws {
        let stage = Stage { $0.headers = true }
        let header = try #require(stage.table.headerView(forSection: 0) as? Header)
        #expect(header.frame.height == 70 && header.reuseIdentifier == "header")
        #expect(stage.table.rectForHeader(inSection: 0).height == 92)
        stage.table.scrollToRow(at: IndexPath(row: 20, section: 1), at: .top, animated: false)
        #expect(stage.table.headerView(forSection: 0) == nil)
        #expect(stage.table.headerView(forSection: 1)?.frame.minY == stage.table.contentOffset.y)
        #expect(stage.table.stage.headerQueue.madeCount <= 2)
    }

    /// As Ramotion/folding-cell places its foreground.
    @Test func a_view_with_another_anchor_point_lies_beside_the_frame_of_its_constraints() {
        let (outer, inner) = (UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 300)), UIView())
        inner.translatesAutoresizingMaskIntoConstraints = false
        inner.layer.anchorPoint = CGPoint(x: 0.5, y: 1)
        outer.addSubview(inner)
        NSLayoutConstraint.activate([
            inner.topAnchor.constraint(equalTo: outer.topAnchor, constant: 8 + 40),
            inner.heightAnchor.constraint(equalToConstant: 80), inner.widthAnchor.constraint(equalToConstant: 50),
            inner.leadingAnchor.constraint(equalTo: outer.leadingAnchor),
        ])
        outer.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 0, y: 8, width: 50, height: 80))
    }

    @Test func the_index_scrolls_to_sections() throws {
        let stage = Stage()
        let index = try #require(stage.table.index)
        #expect(index.titles == ["A", "B"] && index.frame.maxX == 320)
        try stage.host.perform("tap 312,\(index.frame.midY + 8) by touch")
        #expect(stage.table.indexPathsForVisibleRows?.first == IndexPath(row: 0, section: 1))
    }

    @Test func arrows_move_the_focus_and_return_selects() throws {
        let stage = Stage()
        try stage.host.perform("key Tab")
        #expect(stage.table.isFocused)
        try stage.host.perform("key Down")
        #expect(stage.table.visibleCells[0].isFocused)
        try stage.host.perform("key Down")
        try stage.host.perform("key Enter")
        #expect(stage.controller.chosen == [1])
        for _ in 0..<12 { try stage.host.perform("key Down") }
        #expect(stage.table.cellForRow(at: IndexPath(row: 13, section: 0))?.isFocused == true)
        #expect(stage.table.contentOffset.y > 0)
    }

    @Test func actions_of_the_older_interface_are_a_swipes() throws {
        let stage = Stage { controller in
            controller.actions = [
                UITableViewRowAction(style: .destructive, title: "Remove") { [weak controller] _, path in
                    controller?.ran.append(path.row)
                }
            ]
        }
        try stage.host.perform("drag 250,90 to 100,92 over 0.2 by touch")
        stage.wait(1)
        #expect(stage.table.swipe.swipedIndexPath == IndexPath(row: 1, section: 0))
        try stage.host.perform("tap 300,90 by touch")
        stage.wait(1)
        #expect(stage.controller.ran == [1] && stage.table.swipe.swipedIndexPath == nil)
        try stage.host.perform("drag 250,90 to 100,92 over 0.2 by touch")
        stage.wait(1)
        try stage.host.perform("drag 100,400 to 100,300 over 0.2 by touch")
        stage.wait(1)
        #expect(stage.table.swipe.swipedIndexPath == nil, "scrolling closes the row")
    }

    @Test func the_scroll_views_delegate_is_the_tables() {
        let stage = Stage()
        let scroll: UIScrollView = stage.table
        #expect(scroll.delegate === stage.controller)
        scroll.delegate = nil
        #expect(stage.table.delegate == nil)
    }

    @Test func without_a_class_a_cell_is_plain() {
        let table = UITableView()
        let cell = table.dequeueReusableCell(withIdentifier: "unknown-in-test", for: IndexPath(row: 0, section: 0))
        #expect(cell.reuseIdentifier == "unknown-in-test")
        #expect(table.dequeueReusableCell(withIdentifier: "other") == nil)
    }

    @Test func a_configuration_replaces_the_content_and_follows_the_state() {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        let content = cell.contentView
        cell.textLabel?.text = "a"
        var configuration = cell.defaultContentConfiguration()
        configuration.text = "b"
        cell.contentConfiguration = configuration
        #expect(cell.contentView !== content && cell.textLabel == nil)
        var states: [Bool] = []
        cell.configurationUpdateHandler = { _, state in states.append(state.isSelected) }
        cell.layoutIfNeeded()
        cell.isSelected = true
        cell.layoutIfNeeded()
        #expect(states == [false, true])
        #expect(cell.systemLayoutSizeFitting(CGSize(width: 320, height: 0)).height == 44)
    }

    /// A table view without a window, which shows four rows and a half, with its data source and delegate.
    @MainActor private final class PlainTable {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
        let source: TableSource
        let delegate: (any UITableViewDelegate)?

        init(_ sections: [[String]], delegate: (any UITableViewDelegate)? = nil) {
            (source, self.delegate) = (TableSource(sections), delegate)
            table.dataSource = source
            table.delegate = delegate
        }

        /// The texts of the rows in view, after the layout and one that it may have asked for.
        var texts: [String?] {
            table.layoutIfNeeded()
            table.layoutIfNeeded()
            return table.visibleCells.map { $0.textLabel?.text }
        }

        func height(_ row: Int) -> CGFloat {
            table.layoutIfNeeded()
            return table.rectForRow(at: IndexPath(row: row, section: 0)).height
        }
    }

    private let twentyRows = [(0..<20).map { "Row \($0)" }]

    /// The rows that the layout began with are not there any more.
    @Test func a_callback_of_the_layout_may_load_other_data() {
        let stage = PlainTable(twentyRows)
        stage.source.configure = { [weak stage] _, path in
            guard let stage, path.row == 2, stage.source.sections[0].count == 20 else { return }
            stage.source.sections = [["a"]]
            stage.table.reloadData()
        }
        #expect(stage.texts == ["a"])
        #expect(stage.table.numberOfRows(inSection: 0) == 1)
    }

    @Test func a_batch_in_a_callback_of_the_layout_loads_the_data_after_it() {
        let stage = PlainTable(twentyRows)
        var results: [Bool] = []
        stage.source.configure = { [weak stage] _, path in
            guard let stage, path.row == 2, stage.source.sections[0].count == 20 else { return }
            stage.source.sections[0].removeLast(18)
            stage.table.performBatchUpdates {
                stage.table.deleteRows(at: (2..<20).map { IndexPath(row: $0, section: 0) }, with: .fade)
            } completion: {
                results.append($0)
            }
        }
        #expect(stage.texts == ["Row 0", "Row 1"])
        #expect(results == [false])
    }

    @Test func rows_that_are_gone_without_a_reload_have_no_cells() {
        let stage = PlainTable(twentyRows)
        #expect(stage.texts.count == 5)
        stage.source.sections = [["Row 0", "Row 1"]]
        // Heights that change let the numbers be asked for again.
        stage.table.rowHeight = 30
        stage.table.reconfigureRows(at: [IndexPath(row: 4, section: 0)])
        #expect(stage.table.cellForRow(at: IndexPath(row: 4, section: 0)) == nil)
        #expect(stage.texts == ["Row 0", "Row 1"])
    }

    @Test func another_data_source_gives_other_cells() {
        let stage = PlainTable([["a"]]), other = TableSource([["b"]])
        #expect(stage.texts == ["a"])
        stage.table.dataSource = other
        withExtendedLifetime(other) { #expect(stage.texts == ["b"]) }
    }

    @Test func the_delegates_estimates_hold_for_headers_and_footers_out_of_view() {
        final class Delegate: NSObject, UITableViewDelegate {
            func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { UIView() }
            func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { UIView() }
            func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat { 90 }
            func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat { 60 }
        }
        let stage = PlainTable(twentyRows + [["b"]], delegate: Delegate())
        stage.table.sectionHeaderTopPadding = 0
        #expect(stage.texts.count > 0)
        #expect(stage.table.rectForHeader(inSection: 1).height == 90)
        #expect(stage.table.rectForFooter(inSection: 1).height == 60)
    }

    @Test func a_method_of_the_delegate_may_call_the_default_body_of_another() {
        final class Delegate: NSObject, UITableViewDelegate {
            func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
                self.tableView(tableView, viewForHeaderInSection: indexPath.section) == nil ? 70 : 30
            }
        }
        #expect(PlainTable([["a", "b"]], delegate: Delegate()).height(1) == 70)
    }

    private final class Watcher: NSObject, UITableViewDelegate {
        var shown: [Int] = [], left: [Int] = []
        func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
            shown.append(indexPath.row)
        }
        func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath)
        { left.append(indexPath.row) }
    }

    @Test func a_row_that_a_batch_has_moved_out_of_view_is_reported_when_it_comes_back() {
        let stage = TableWindow(TableSource([(0..<40).map { "Row \($0)" }]))
        let watcher = Watcher()
        stage.table.delegate = watcher
        stage.table.layoutIfNeeded()
        (watcher.shown, watcher.left) = ([], [])
        // 16 rows are in view: the last ten leave it.
        stage.source.sections[0].insert(contentsOf: (0..<10).map { "New \($0)" }, at: 0)
        UIView.performWithoutAnimation {
            stage.table.insertRows(at: (0..<10).map { IndexPath(row: $0, section: 0) }, with: .none)
        }
        #expect(watcher.shown == Array(0..<10) && watcher.left.sorted() == Array(16..<26))
        watcher.shown = []
        stage.table.contentOffset.y = 440
        stage.table.layoutIfNeeded()
        #expect(watcher.shown == Array(16..<26))
    }

    @Test func numbers_that_change_before_the_first_layout_are_no_fault() {
        let source = TableSource([["a"]])
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
        table.dataSource = source
        source.sections = [["a", "b"]]
        table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
        #expect(table.numberOfRows(inSection: 0) == 2)
    }
}
