import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// Facts about table views. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct TableFactTests {
    private func rows(_ count: Int) -> TableSource { TableSource([(0..<count).map { "Row \($0)" }]) }

    // UITableView.h, UITableViewCell.h.
    @Test func defaults_are_those_of_the_headers() {
        let table = UITableView()
        #expect(table.style == .plain, "TV-1 plain")
        #expect(table.rowHeight == UITableView.automaticDimension, "TV-2 rows size themselves")
        #expect(table.estimatedRowHeight == UITableView.automaticDimension, "TV-3 and are estimated")
        #expect(table.sectionHeaderHeight == UITableView.automaticDimension, "TV-4 headers size themselves")
        #expect(table.sectionFooterHeight == UITableView.automaticDimension, "TV-5 and footers")
        #expect(table.separatorStyle == .singleLine, "TV-6 a line between rows")
        #expect(table.allowsSelection, "TV-7 rows are selected")
        #expect(!table.allowsMultipleSelection, "TV-8 one at a time")
        #expect(!table.allowsSelectionDuringEditing, "TV-9 not while editing")
        #expect(!table.allowsMultipleSelectionDuringEditing, "TV-10 nor several")
        #expect(!table.isEditing, "TV-11 not edited")
        #expect(table.sectionIndexMinimumDisplayRowCount == 0, "TV-12 an index for any number of rows")
        #expect(table.alwaysBounceVertical, "TV-13 bounces")
        #expect(!table.cellLayoutMarginsFollowReadableWidth, "TV-14 margins are not those of readable text")
        #expect(table.insetsContentViewsToSafeArea, "TV-15 contents keep out of the unsafe area")
        #expect(table.isPrefetchingEnabled, "TV-16 prefetching is enabled")
        #expect(!table.selectionFollowsFocus, "TV-17 the focus does not select")
        #expect(table.indexPathForSelectedRow == nil && table.indexPathsForSelectedRows == nil, "TV-18 no selection")
        #expect(UITableView.automaticDimension == -1, "TV-19 the automatic dimension is -1")
        let cell = UITableViewCell(style: .default, reuseIdentifier: "a")
        #expect(cell.frame == CGRect(x: 0, y: 0, width: 320, height: 44), "TV-20 a new cell is 320 by 44")
        #expect(cell.selectionStyle == .default, "TV-21 selected in the default style")
        #expect(cell.accessoryType == .none, "TV-22 without an accessory")
        #expect(cell.indentationWidth == 10 && cell.indentationLevel == 0, "TV-23 10 points a level")
        #expect(cell.shouldIndentWhileEditing, "TV-24 indented while edited")
        #expect(cell.detailTextLabel == nil, "TV-25 the default style has no second label")
        #expect(UITableViewCell(style: .value2, reuseIdentifier: nil).imageView == nil, "TV-26 value2 has no picture")
        #expect(UITableViewCell(style: .subtitle, reuseIdentifier: nil).detailTextLabel != nil, "TV-27 subtitles have")
        #expect(cell.reuseIdentifier == "a", "TV-28 the identifier is the cell's")
        let raw: [Int] = [
            UITableView.RowAnimation.fade.rawValue, UITableView.RowAnimation.right.rawValue,
            UITableView.RowAnimation.left.rawValue, UITableView.RowAnimation.top.rawValue,
            UITableView.RowAnimation.bottom.rawValue, UITableView.RowAnimation.none.rawValue,
            UITableView.RowAnimation.middle.rawValue, UITableView.RowAnimation.automatic.rawValue,
        ]
        #expect(raw == [0, 1, 2, 3, 4, 5, 6, 100], "TV-29 animations' raw values")
        #expect(UITableView.indexSearch == "{search}", "TV-30 the magnifying glass")
    }

    @Test func heights_and_places_are_those_of_iOS() {
        let stage = TableWindow(rows(3))
        let table = stage.table
        #expect(
            table.rectForRow(at: IndexPath(row: 1, section: 0)) == CGRect(x: 0, y: 44, width: 375, height: 44),
            "TV-31 rows are 44 high")
        #expect(table.contentSize == CGSize(width: 375, height: 132), "TV-32 the content is the rows")
        let cell = table.visibleCells[0]
        #expect(cell.contentView.frame.height == 43.5, "TV-33 the content is a pixel lower than the cell")
        #expect(table.separatorInset.left == 16, "TV-34 lines begin at 16")
        #expect(cell.textLabel?.frame.minX == 16, "TV-35 and texts")
        let wide = UITableView(frame: CGRect(x: 0, y: 0, width: 414, height: 400))
        #expect(wide.separatorInset.left == 20, "TV-36 at 20 in a wide view")
        cell.accessoryType = .disclosureIndicator
        cell.layoutIfNeeded()
        #expect(
            cell.contentView.frame.width == CGFloat(341), "TV-37 a chevron takes its width, the margin and 10 points")

        let titled = rows(2)
        titled.titles = ["A"]
        let plain = TableWindow(titled)
        #expect(plain.table.rectForHeader(inSection: 0).height == 50, "TV-38 28 and 22 above since iOS 15")
        plain.table.sectionHeaderTopPadding = 0
        plain.table.layoutIfNeeded()
        #expect(plain.table.rectForHeader(inSection: 0).height == 28, "TV-39 28 without padding")
        #expect(plain.table.headerView(forSection: 0)?.textLabel?.text == "A", "TV-40 a header shows its title")

        let groups = TableSource([["a"], ["b"]])
        groups.titles = ["A", "B"]
        let grouped = TableWindow(groups, style: .grouped)
        #expect(grouped.table.rectForHeader(inSection: 0).height == 55.5, "TV-41 the first of a group is 55.5")
        #expect(grouped.table.rectForHeader(inSection: 1).height == 38, "TV-42 another is 38")
        #expect(grouped.table.rectForFooter(inSection: 0).height == 17.5, "TV-43 a footer without a title is 17.5")
        #expect(grouped.table.headerView(forSection: 0)?.textLabel?.text == "A", "TV-44 of one capital")
        let bare = TableWindow(TableSource([["a"], ["b"]]), style: .grouped)
        #expect(bare.table.rectForHeader(inSection: 0).height == 35, "TV-45 35 without a title")
        #expect(bare.table.rectForHeader(inSection: 1).height == 17.5, "TV-46 17.5 for the next")
        bare.table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 0.01))
        bare.table.layoutIfNeeded()
        #expect(bare.table.rectForHeader(inSection: 0).height == 17.5, "TV-47 a header view removes the first's room")
        let inset = TableWindow(TableSource([["a"]]), style: .insetGrouped)
        #expect(inset.table.visibleCells[0].frame.minX == 16, "TV-48 an inset group is 16 from the sides")
        #expect(inset.table.visibleCells[0].layer.cornerRadius == 10, "TV-49 with corners of 10")
        let many = TableWindow(rows(100)).table
        let header = UIView(frame: CGRect(x: 9, y: 9, width: 10, height: 60))
        many.tableHeaderView = header
        many.layoutIfNeeded()
        #expect(
            header.frame == CGRect(x: 0, y: 0, width: 375, height: 60), "TV-50 the header view is as wide as the table")
        #expect(many.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 60, "TV-51 rows begin below it")
        #expect(many.contentSize.height == 4460, "TV-52 the content has both")
    }

    /// *Source*: logs of the delegate's calls by iOS 6 to 18 in public questions.
    @Test func a_tap_makes_its_calls_in_order() throws {
        let stage = TableWindow(rows(5))
        try stage.host.perform("tap 100,20 by touch")
        #expect(
            stage.source.lines == ["should 0.0", "highlight 0.0", "unhighlight 0.0", "willSelect 0.0", "select 0.0"],
            "TV-53 highlighted, unhighlighted, selected")
        stage.source.lines = []
        try stage.host.perform("tap 100,60 by touch")
        #expect(
            stage.source.lines == [
                "should 0.1", "highlight 0.1", "unhighlight 0.1", "willSelect 0.1", "willDeselect 0.0", "deselect 0.0",
                "select 0.1",
            ], "TV-54 the row before is deselected between the two calls of the new one")
        #expect(stage.table.indexPathForSelectedRow == IndexPath(row: 1, section: 0), "TV-55 one row is selected")
        stage.source.lines = []
        stage.table.selectRow(at: IndexPath(row: 2, section: 0), animated: false, scrollPosition: .none)
        stage.table.deselectRow(at: IndexPath(row: 2, section: 0), animated: false)
        #expect(stage.source.lines == [], "TV-56 a program's selection is not told")
        stage.table.allowsMultipleSelection = true
        try stage.host.perform("tap 100,20 by touch")
        try stage.host.perform("tap 100,60 by touch")
        #expect(stage.table.indexPathsForSelectedRows?.map(\.row) == [0, 1], "TV-57 several, in order")
        try stage.host.perform("tap 100,20 by touch")
        #expect(
            stage.source.lines.suffix(2) == ["willDeselect 0.0", "deselect 0.0"], "TV-58 a tap deselects one of several"
        )
        stage.table.reloadData()
        #expect(stage.table.indexPathsForSelectedRows == nil, "TV-59 loading anew drops the selection")
    }

    @Test func a_drag_highlights_and_selects_nothing() throws {
        let stage = TableWindow(rows(100))
        try stage.host.perform("drag 100,400 to 100,200 over 0.5 by touch")
        #expect(!stage.source.lines.contains { $0.hasPrefix("select") }, "TV-60 a drag selects nothing")
        #expect(stage.table.contentOffset.y > 100, "TV-61 and scrolls")
    }

    /// *Source*: Apple, "Table View Programming Guide", "Inserting and Deleting Rows and Sections".
    @Test func a_batch_keeps_its_cells() {
        let stage = TableWindow(rows(6))
        let cells = stage.table.visibleCells
        stage.source.sections = [["New", "Row 0", "Row 2", "Row 5", "Row 3", "Row 4"]]
        stage.table.performBatchUpdates {
            stage.table.moveRow(at: IndexPath(row: 5, section: 0), to: IndexPath(row: 3, section: 0))
            stage.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
            stage.table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
        }
        stage.wait(1)
        #expect(stage.texts == stage.source.sections[0], "TV-62 deletions by indices before, insertions by those after")
        let kept = [0, 2, 5, 3, 4].map { cells[$0] }
        #expect(Array(stage.table.visibleCells.dropFirst()) == kept, "TV-63 rows keep their cells")
        stage.source.sections[0][2] = "Other"
        stage.table.reloadRows(at: [IndexPath(row: 2, section: 0)], with: .fade)
        #expect(stage.texts[2] == "Other", "TV-64 a reloaded row gets a cell from the data source")
        #expect(stage.table.visibleCells[2] !== kept[1], "TV-65 another one")
        stage.source.sections[0][2] = "Third"
        let cell = stage.table.visibleCells[2]
        stage.table.reconfigureRows(at: [IndexPath(row: 2, section: 0)])
        #expect(stage.texts[2] == "Third" && stage.table.visibleCells[2] === cell, "TV-66 a reconfigured one keeps it")
        stage.table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
        #expect(stage.texts == stage.source.sections[0], "TV-67 a batch that does not fit leaves the list usable")
    }

    @Test func scrolling_to_a_row_puts_it_where_asked() {
        let stage = TableWindow(rows(100))
        let path = IndexPath(row: 50, section: 0)
        stage.table.scrollToRow(at: path, at: .top, animated: false)
        #expect(stage.table.contentOffset.y == 2200, "TV-68 top")
        stage.table.scrollToRow(at: path, at: .bottom, animated: false)
        #expect(stage.table.contentOffset.y == CGFloat(1577), "TV-69 bottom")
        stage.table.scrollToRow(at: path, at: .middle, animated: false)
        #expect(stage.table.contentOffset.y == 1888.5, "TV-70 middle")
        stage.table.scrollToRow(at: path, at: .none, animated: false)
        #expect(stage.table.contentOffset.y == 1888.5, "TV-71 nothing if it is visible")
        #expect(stage.table.indexPathForRow(at: CGPoint(x: 10, y: 2210)) == path, "TV-72 the row at a point")
        stage.table.scrollToRow(at: IndexPath(row: NSNotFound, section: 0), at: .top, animated: false)
        #expect(stage.table.contentOffset.y == 0, "TV-73 NSNotFound is the section's beginning")
    }

    /// *Source*: Apple, UITableView.Style.plain: "any section headers or footers are displayed as inline separators and
    /// float when the table view is scrolled".
    @Test func plain_headers_float() {
        let source = TableSource([(0..<20).map { "a\($0)" }, (0..<20).map { "b\($0)" }])
        source.titles = ["A", "B"]
        let stage = TableWindow(source)
        stage.table.sectionHeaderTopPadding = 0
        stage.table.contentOffset.y = 300
        stage.table.layoutIfNeeded()
        #expect(stage.table.headerView(forSection: 0)?.frame.minY == 300, "TV-74 the header stays at the top")
        stage.table.contentOffset.y = 28 + 880 - 10
        stage.table.layoutIfNeeded()
        #expect(stage.table.headerView(forSection: 0)?.frame.maxY == CGFloat(908), "TV-75 the next one pushes it away")
        #expect(stage.table.rectForHeader(inSection: 0).minY == 0, "TV-76 its rectangle does not move")
        let grouped = TableWindow(source, style: .grouped)
        grouped.table.contentOffset.y = 30
        grouped.table.layoutIfNeeded()
        #expect(grouped.table.headerView(forSection: 0)?.frame.minY == 0, "TV-77 those of groups do not float")
    }

    @Test func editing_shows_controls_and_commits() throws {
        let stage = TableWindow(rows(4))
        stage.table.setEditing(true, animated: false)
        stage.table.layoutIfNeeded()
        let cell = stage.table.visibleCells[1]
        #expect(
            cell.isEditing && cell.editingStyle == .delete, "TV-78 rows are deleted unless the delegate says otherwise")
        #expect(cell.contentView.frame.minX == 38, "TV-79 the content moves in")
        #expect(cell.showsReorderControl, "TV-80 rows that move have a handle")
        try stage.host.perform("tap 20,66 by touch")
        stage.wait(1)
        #expect(stage.table.visibleCells[1].showingDeleteConfirmation, "TV-81 the control shows the button first")
        try stage.host.perform("tap 340,66 by touch")
        stage.wait(1)
        #expect(stage.source.lines.contains("commit delete 0.1"), "TV-82 the button deletes")
        #expect(stage.texts == ["Row 0", "Row 2", "Row 3"], "TV-83 the row is gone")
        try stage.host.perform("drag 350,22 to 350,110 over 0.4 by touch")
        stage.wait(1)
        #expect(stage.source.lines.last == "move 0 to 2", "TV-84 a drag of the handle moves the row")
        #expect(stage.texts == ["Row 2", "Row 3", "Row 0"], "TV-85 and shows it there")
    }
}
