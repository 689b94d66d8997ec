import Foundation
import MicaScripts
import QuartzCore
import Testing
import UIKit

@testable import UIKitLists

/// Lists whose content runs from right to left.
@MainActor struct RightToLeftTests {
    private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
        -> NSCollectionLayoutSize
    {
        NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    }

    /// A window with a collection view from right to left.
    private func stage(_ counts: [Int], _ layout: UICollectionViewLayout) -> CollectionWindow {
        let source = WordSource(counts)
        let stage = CollectionWindow(source, UICollectionViewFlowLayout())
        stage.act {
            stage.view.semanticContentAttribute = .forceRightToLeft
            stage.view.setCollectionViewLayout(layout, animated: false)
            stage.view.reloadData()
        }
        stage.wait(0.1)
        return stage
    }

    /// Where a cell is on the screen.
    private func place(_ stage: CollectionWindow, _ item: Int, _ section: Int = 0) -> CGRect? {
        stage.view.cellForItem(at: IndexPath(item: item, section: section)).map {
            $0.convert($0.bounds, to: stage.window)
        }
    }

    /// Whether a view's content is upright on the screen.
    private func isUpright(_ view: UIView?, _ stage: CollectionWindow) -> Bool {
        guard let view else { return false }
        let a = view.convert(CGPoint(x: 0, y: 0), to: stage.window)
        return view.convert(CGPoint(x: 1, y: 0), to: stage.window).x > a.x
    }

    // MARK: Flow layouts

    @Test func flow_lines_begin_at_the_right() throws {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 40)
        layout.headerReferenceSize = CGSize(width: 0, height: 20)
        let stage = stage([5], layout)
        #expect(place(stage, 0) == CGRect(x: 220, y: 20, width: 100, height: 40))
        #expect(place(stage, 2) == CGRect(x: 0, y: 20, width: 100, height: 40))
        #expect(place(stage, 3)?.minX == 220)
        #expect(stage.view.cellForItem(at: IndexPath(item: 0, section: 0))?.frame.minX == 220)
        #expect(stage.fault == nil)
        try stage.show("right-to-left-flow")
    }

    @Test func a_sideways_flow_begins_at_the_end_of_its_offset() {
        let layout = UICollectionViewFlowLayout()
        (layout.itemSize, layout.scrollDirection) = (CGSize(width: 100, height: 480), .horizontal)
        let stage = stage([10], layout)
        let end = stage.view.contentSize.width - 320
        #expect(end > 0 && stage.view.contentOffset.x == end)
        #expect(place(stage, 0)?.maxX == 320)
        // Items that follow are at the left; the ones in sight stay.
        stage.act {
            stage.source.sections[0].append(99)
            stage.view.insertItems(at: [IndexPath(item: 10, section: 0)])
        }
        stage.wait(1)
        #expect(place(stage, 0)?.maxX == 320)
        #expect(stage.fault == nil)
    }

    private final class Flipped: UICollectionViewFlowLayout {
        override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
    }

    @Test func a_layout_that_flips_has_its_offset_at_the_leading_edge() throws {
        let layout = Flipped()
        (layout.itemSize, layout.scrollDirection) = (CGSize(width: 100, height: 480), .horizontal)
        let stage = stage([10], layout)
        #expect(stage.view.contentOffset.x == 0)
        #expect(place(stage, 0)?.maxX == 320)
        #expect(isUpright(stage.view.cellForItem(at: IndexPath(item: 0, section: 0)), stage))
        #expect(stage.view.indexPathForItem(at: CGPoint(x: 10, y: 10)) == IndexPath(item: 0, section: 0))
        // A wheel that moves the content to the right shows the items that follow, and so does a drag.
        try stage.host.perform("wheel 2,0 on 100,240")
        stage.wait(1)
        #expect(stage.view.contentOffset.x == 80)
        try stage.host.perform("wheel -2,0 on 100,240")
        stage.wait(1)
        #expect(stage.view.contentOffset.x == 0)
        try stage.host.perform("drag 60,240 to 260,240 over 0.3 by touch")
        stage.wait(5)
        #expect(stage.view.contentOffset.x > 150)
        #expect(stage.fault == nil)
        stage.act {
            stage.view.semanticContentAttribute = .forceLeftToRight; stage.view.setNeedsLayout()
        }
        stage.act { stage.view.contentOffset.x = 0 }
        stage.wait(0.1)
        #expect(stage.view.transform.isIdentity)
        #expect(stage.view.contentOffset.x == 0)
        #expect(place(stage, 0)?.minX == 0)
        #expect(isUpright(stage.view.cellForItem(at: IndexPath(item: 0, section: 0)), stage))
    }

    // MARK: Compositional layouts

    @Test func leading_is_at_the_right() throws {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: NSCollectionLayoutAnchor(edges: [.top, .trailing]))
        let item = NSCollectionLayoutItem(
            layoutSize: size(.absolute(100), .fractionalHeight(1)), supplementaryItems: [badge])
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [item]))
        section.contentInsets = .init(top: 0, leading: 10, bottom: 0, trailing: 0)
        section.boundarySupplementaryItems = [
            NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: size(.absolute(80), .absolute(30)),
                elementKind: UICollectionView.elementKindSectionHeader, alignment: .topLeading)
        ]
        let stage = stage([4], UICollectionViewCompositionalLayout(section: section))
        #expect(place(stage, 0) == CGRect(x: 210, y: 30, width: 100, height: 60))
        #expect(place(stage, 1)?.minX == 110)
        let header = try #require(
            stage.view.supplementaryView(
                forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0)))
        #expect(header.convert(header.bounds, to: stage.window).maxX == 310)
        let mark = try #require(
            stage.view.supplementaryView(forElementKind: "badge", at: IndexPath(item: 0, section: 0)))
        #expect(mark.convert(mark.bounds, to: stage.window) == CGRect(x: 210, y: 30, width: 20, height: 20))
        #expect(isUpright(header, stage) && isUpright(mark, stage))
        #expect(stage.fault == nil)
        try stage.show("right-to-left-compositional")
    }

    @Test func orthogonal_sections_begin_at_the_right() throws {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.absolute(120), .absolute(70)), subitems: [item]))
        section.orthogonalScrollingBehavior = .groupPaging
        let stage = stage([8, 8], UICollectionViewCompositionalLayout(section: section))
        #expect(place(stage, 0)?.maxX == 320 && place(stage, 1)?.maxX == 200)
        try stage.host.perform("drag 60,35 to 220,35 over 0.2 by touch")
        stage.wait(2)
        #expect(place(stage, 1)?.maxX == 320 && place(stage, 0, 1)?.maxX == 320)
        #expect(stage.fault == nil)
    }

    @Test func rows_of_a_list_are_swiped_to_the_other_side() throws {
        var list = UICollectionLayoutListConfiguration(appearance: .plain)
        var ran: [String] = []
        list.leadingSwipeActionsConfigurationProvider = { _ in
            UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .normal, title: "Pin") { _, _, done in
                    ran.append("pin")
                    done(true)
                }
            ])
        }
        let stage = stage([6], UICollectionViewCompositionalLayout.list(using: list))
        try stage.host.perform("drag 280,20 to 180,22 over 0.2 by touch")
        stage.wait(1)
        #expect(stage.view.swipe?.swipedIndexPath == IndexPath(item: 0, section: 0))
        #expect(place(stage, 0)?.maxX == 246)
        #expect(isUpright(stage.view.cellForItem(at: IndexPath(item: 0, section: 0)), stage))
        try stage.show("right-to-left-swipe")
        try stage.host.perform("tap 300,20 by touch")
        stage.wait(1)
        #expect(ran == ["pin"] && place(stage, 0)?.maxX == 320)
        try stage.host.perform("drag 60,20 to 180,22 over 0.2 by touch")
        stage.wait(1)
        #expect(stage.view.swipe?.swipedIndexPath == nil, "the row has no trailing actions")
    }

    @Test func batches_keep_the_side() {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)))
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [item]))
        let stage = stage([12], UICollectionViewCompositionalLayout(section: section))
        stage.act {
            stage.source.sections[0].removeFirst()
            stage.source.sections[0].append(50)
            stage.view.performBatchUpdates {
                stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
                stage.view.insertItems(at: [IndexPath(item: 11, section: 0)])
            }
        }
        stage.wait(1)
        #expect(place(stage, 0)?.maxX == 320 && place(stage, 4)?.maxX == 320)
        #expect(stage.fault == nil)
        for cell in stage.view.visibleCells { #expect(isUpright(cell, stage)) }
    }

    // MARK: Tables

    @MainActor private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var leading: [Int] = []
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
            cell.textLabel?.text = "Row"
            cell.detailTextLabel?.text = "Detail"
            cell.accessoryType = .disclosureIndicator
            cell.indentationLevel = indexPath.row
            return cell
        }
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Header" }
        func sectionIndexTitles(for tableView: UITableView) -> [String]? { ["A"] }
        func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(
            _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
        ) -> UISwipeActionsConfiguration? {
            leading.append(indexPath.row)
            return UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .normal, title: "Pin") { _, _, done in done(true) }
            ])
        }
    }

    // *Source*: Apple, "Supporting Right-to-Left Languages": rows, accessories and controls are mirrored;
    // UITableViewCell.separatorInset counts from the leading edge.
    @Test func tables_are_mirrored() throws {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 300), scale: 2, threads: 1)
        let window = UIWindow(host: host)
        let outer = UIViewController(), inner = UIViewController()
        outer.addChild(inner)
        outer.setOverrideTraitCollection(UITraitCollection(layoutDirection: .rightToLeft), forChild: inner)
        window.rootViewController = outer
        outer.view.addSubview(inner.view)
        inner.view.frame = window.bounds
        let table = UITableView(frame: window.bounds, style: .plain)
        let rows = Rows()
        (table.dataSource, table.delegate) = (rows, rows)
        inner.view.addSubview(table)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        func cell(_ row: Int) throws -> UITableViewCell {
            try #require(table.cellForRow(at: IndexPath(row: row, section: 0)))
        }
        let text = try #require(cell(0).textLabel), detail = try #require(cell(0).detailTextLabel)
        func place(_ view: UIView) -> CGRect { view.convert(view.bounds, to: window) }
        #expect(place(text).maxX == 304, "the text is at the right")
        #expect(place(detail).maxX < place(text).minX)
        let accessory = try #require(cell(0).parts.accessory)
        #expect(place(accessory).midX < 40, "the accessory is at the left")
        let third = try #require(cell(2).textLabel)
        #expect(place(third).maxX == 284, "levels count from the right")
        let line = try #require(cell(0).parts.lines.first)
        #expect(place(line).minX == 0 && place(line).maxX == 304, "the separator's inset is at the right")
        #expect(table.index?.frame.minX == 0, "the index is at the left")
        let header = try #require(table.headerView(forSection: 0))
        let title = try #require(header.textLabel ?? nil)
        #expect(place(title).maxX >= 300)
        try host.perform("drag 280,100 to 180,102 over 0.2 by touch")
        host.advance(to: host.time + 1)
        #expect(rows.leading.last != nil, "leading actions come from the right")
        #expect(place(try cell(rows.leading.last ?? 0)).maxX == 246)
        table.swipe.close(animated: false)
        table.setEditing(true, animated: false)
        host.advance(to: host.time + 0.1)
        let edit = try #require(cell(0).parts.edit)
        #expect(place(edit).midX > 280, "the control of an edit is at the right")
        #expect(place(text).maxX == 266)
        if let folder = ProcessInfo.processInfo.environment["MICA_PICTURES"] {
            try host.write(to: "\(folder)/right-to-left-table.png")
        }
    }
}
