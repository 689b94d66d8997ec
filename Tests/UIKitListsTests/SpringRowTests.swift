import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitLists

/// Rows and items that a resting drag selects. *Source*: Apple, UITableView.isSpringLoaded,
/// UITableViewDelegate.tableView(_:shouldSpringLoadRowAt:with:), and those of collection views.
@MainActor @Suite(.serialized) struct SpringRowTests {
    private final class Giver: NSObject, UITableViewDragDelegate, UITableViewDelegate {
        var lines: [String] = []
        var target: UIView?

        func tableView(
            _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
        ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider(object: "row" as NSString))] }
        func tableView(
            _ tableView: UITableView, shouldSpringLoadRowAt indexPath: IndexPath,
            with context: any UISpringLoadedInteractionContext
        ) -> Bool {
            lines.append("ask \(indexPath.row) \(context.targetView === tableView.cellForRow(at: indexPath))")
            target = context.targetView
            return indexPath.row != 3
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            lines.append("select \(indexPath.row)")
        }
    }

    @Test func rows_are_selected_by_a_drag() throws {
        let stage = TableWindow(TableSource([(0..<6).map { "Row \($0)" }])), giver = Giver()
        (stage.table.delegate, stage.table.dragDelegate, stage.table.isSpringLoaded) = (giver, giver, true)
        try stage.host.play(
            // The dragged row itself, row 3, which the delegate refuses, and row 4.
            ("press 60,66\nmove 90,70 over 0.2\nwait 2", { #expect(giver.lines.isEmpty) }),
            ("move 60,154 over 0.1\nwait 2", {}),
            (
                "move 60,200 over 0.1\nwait 0.4\nmove 70,203 over 0.1\nwait 0.2",
                {
                    let veil = giver.target?.layer.sublayers?.last
                    #expect(veil?.frame == giver.target?.bounds)
                    try stage.show("spring-loaded-row")
                }
            ),
            (
                "wait 2", { #expect(stage.table.indexPathForSelectedRow == IndexPath(row: 4, section: 0)) }
            ), ("move 60,600 over 0.1\nrelease\nwait 1", {}))
        #expect(giver.lines.filter { !$0.hasSuffix("2 true") } == ["ask 3 true", "ask 4 true", "select 4"])
        stage.table.isSpringLoaded = false
        #expect(!stage.table.interactions.contains { $0 is UISpringLoadedInteraction })
    }

    private final class ItemGiver: NSObject, UIDragInteractionDelegate {
        func dragInteraction(
            _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
        ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider(object: "item" as NSString))] }
    }

    @Test func items_are_selected_by_a_drag() throws {
        final class Delegate: NSObject, UICollectionViewDelegate {
            var lines: [String] = []
            func collectionView(
                _ collectionView: UICollectionView, shouldSpringLoadItemAt indexPath: IndexPath,
                with context: any UISpringLoadedInteractionContext
            ) -> Bool {
                lines.append("ask \(indexPath.item)")
                return true
            }
            func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
                lines.append("select \(indexPath.item)")
            }
        }
        let flow = UICollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 100)
        let stage = CollectionWindow(WordSource([6]), flow), delegate = Delegate()
        let giver = ItemGiver()
        let source = UIView(frame: CGRect(x: 0, y: 400, width: 60, height: 60))
        source.addInteraction(UIDragInteraction(delegate: giver))
        stage.view.superview?.addSubview(source)
        (stage.view.delegate, stage.view.isSpringLoaded) = (delegate, true)
        try stage.host.perform("press 30,430\nmove 50,50 over 0.2\nwait 2\nrelease\nwait 1")
        #expect(delegate.lines.suffix(2) == ["ask 0", "select 0"])
        #expect(stage.view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    }
}
