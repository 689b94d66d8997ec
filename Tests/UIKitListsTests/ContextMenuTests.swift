import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore

/// Context menus of rows and items. *Source*: Apple, UITableViewDelegate and UICollectionViewDelegate, "Managing context
/// menus".
@MainActor @Suite(.serialized) struct ContextMenuTests {
    private final class Rows: UITableViewController {
        var log: [String] = []
        var hasMenus = true
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            cell.textLabel?.text = "Row \(indexPath.row)"
            return cell
        }
        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            log.append("select \(indexPath.row)")
        }
        override func tableView(
            _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
        ) -> UIContextMenuConfiguration? {
            log.append("ask \(indexPath.row)")
            guard hasMenus else { return nil }
            return UIContextMenuConfiguration(actionProvider: { _ in
                UIMenu(children: [
                    UIAction(title: "Mark") { [weak self] _ in self?.log.append("mark \(indexPath.row)") }
                ])
            })
        }
        override func tableView(
            _ tableView: UITableView, willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
            animator: any UIContextMenuInteractionCommitAnimating
        ) { animator.addCompletion { [weak self] in self?.log.append("commit") } }
        override func tableView(
            _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) { log.append("end") }
    }

    /// The last window; a window lives as long as somebody holds it.
    private final class Held { var window: UIWindow? }
    private let held = Held()

    private func stage(_ root: UIViewController) -> ScriptedWindow {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), threads: 1)
        let window = UIWindow(host: host)
        held.window = window
        window.rootViewController = root
        window.makeKeyAndVisible()
        host.advance(to: 0.2)
        return host
    }

    @Test("A long press on a row asks for its menu, and lifts its cell; the menu's action follows")
    func row() throws {
        let rows = Rows()
        let host = stage(rows)
        try host.perform("press 60,70 by touch\nwait 0.8\nrelease by touch\nwait 1")
        #expect(rows.log == ["ask 1"])
        let overlay = try #require(MenuOverlay.current)
        let lifted = try #require(
            overlay.subviews.first { $0.gestureRecognizers?.isEmpty == false && $0.frame.height < 100 })
        #expect(lifted.bounds.size == rows.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.bounds.size)
        try host.perform("tap \"Mark\"\nwait 1")
        #expect(rows.log == ["ask 1", "mark 1", "end"])
    }

    @Test("A tap on the lifted cell performs the preview's action")
    func commit() throws {
        let rows = Rows()
        let host = stage(rows)
        try host.perform("press 60,70 by touch\nwait 0.8\nrelease by touch\nwait 1\ntap 60,66 by touch\nwait 1")
        #expect(rows.log == ["ask 1", "commit", "end"] && MenuOverlay.current == nil)
    }

    @Test("Where there is no menu, a long touch selects the row as any other")
    func none() throws {
        let rows = Rows()
        rows.hasMenus = false
        let host = stage(rows)
        try host.perform("press 60,70 by touch\nwait 0.8\nrelease by touch\nwait 1")
        #expect(rows.log == ["ask 1", "select 1"] && MenuOverlay.current == nil)
    }

    @Test("The second button shows the menu of the item under it; between items the delegate gets no item")
    func item() throws {
        final class Items: UICollectionViewController {
            var asked: [[Int]] = []
            override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
            {
                4
            }
            override func collectionView(
                _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
            ) -> UICollectionViewCell {
                collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            }
            override func collectionView(
                _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
                point: CGPoint
            ) -> UIContextMenuConfiguration? {
                asked.append(indexPaths.map(\.item))
                guard !indexPaths.isEmpty else { return nil }
                return UIContextMenuConfiguration(actionProvider: { _ in
                    UIMenu(children: [UIAction(title: "Open") { _ in }])
                })
            }
        }
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 100)
        let items = Items(collectionViewLayout: layout)
        items.collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        let host = stage(items)
        try host.perform("tap 50,50 button secondary\nwait 1")
        #expect(items.asked == [[0]] && MenuOverlay.current != nil)
        try host.perform("tap \"Open\"\nwait 1\ntap 50,400 button secondary\nwait 1")
        #expect(items.asked == [[0], []] && MenuOverlay.current == nil)
    }

    @Test("A preview of a part of a view: its size, its place, its shape")
    func preview() throws {
        final class Delegate: NSObject, UIContextMenuInteractionDelegate {
            let part: UIView
            init(_ part: UIView) { self.part = part }
            func contextMenuInteraction(
                _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
            ) -> UIContextMenuConfiguration? {
                UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [UIAction(title: "A") { _ in }]) })
            }
            func contextMenuInteraction(
                _ interaction: UIContextMenuInteraction,
                previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
            ) -> UITargetedPreview? {
                let parameters = UIPreviewParameters()
                parameters.visiblePath = UIBezierPath(ovalIn: part.bounds)
                return UITargetedPreview(view: part, parameters: parameters)
            }
        }
        let root = UIViewController()
        let host = stage(root)
        let part = UIView(frame: CGRect(x: 20, y: 30, width: 60, height: 60))
        let card = UIView(frame: CGRect(x: 40, y: 40, width: 200, height: 200))
        card.addSubview(part)
        root.view.addSubview(card)
        let delegate = Delegate(part)
        card.addInteraction(UIContextMenuInteraction(delegate: delegate))
        host.advance(to: 0.4)
        try host.perform("press 180,200 by touch\nwait 0.8\nrelease by touch\nwait 1")
        let overlay = try #require(MenuOverlay.current)
        let lifted = try #require(overlay.subviews.first { $0.layer.mask != nil })
        #expect(lifted.bounds.size == part.bounds.size && lifted.center == CGPoint(x: 90, y: 100))
        overlay.close(nil)
    }
}
