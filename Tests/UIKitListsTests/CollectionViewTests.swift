import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// Cells, selection, scrolling and changes of a collection view.
@MainActor struct CollectionViewTests {
    private func flow(_ size: CGSize = CGSize(width: 100, height: 50)) -> UICollectionViewFlowLayout {
        let layout = UICollectionViewFlowLayout()
        (layout.itemSize, layout.minimumInteritemSpacing, layout.minimumLineSpacing) = (size, 10, 10)
        return layout
    }

    // MARK: Work

    @Test func only_cells_in_sight_are_made() {
        let stage = CollectionWindow(WordSource([100_000]), flow())
        #expect(stage.shown.count == 24)
        #expect(stage.source.cellsMade == 24)
        #expect(stage.fault == nil)
    }

    @Test func cells_are_used_again() {
        let stage = CollectionWindow(WordSource([100_000]), flow())
        for step in 1...200 { stage.act { stage.view.contentOffset.y = CGFloat(step) * 60 } }
        #expect(stage.view.stage.queue.madeCount < 50)
        #expect(stage.fault == nil)
        #expect(stage.view.stage.queryCount < 60)
    }

    @Test func scrolling_back_and_forth_makes_no_cells() {
        let stage = CollectionWindow(WordSource([1000]), flow())
        stage.act { stage.view.contentOffset.y = 100 }
        let made = stage.source.cellsMade
        for step in 0..<20 { stage.act { stage.view.contentOffset.y = step % 2 == 0 ? 130 : 100 } }
        #expect(stage.source.cellsMade - made <= 6)
    }

    // MARK: Selection

    /// *Source*: UICollectionView.h, "The sequence of calls leading to selection from a user touch".
    @Test func tap_calls_in_order() throws {
        let stage = CollectionWindow(WordSource([30]), flow())
        try stage.host.perform("tap 50,25 by touch")
        stage.wait(1)
        #expect(
            stage.source.lines == ["shouldHighlight 0", "highlight 0", "shouldSelect 0", "select 0", "unhighlight 0"])
        stage.source.lines = []
        try stage.host.perform("tap 160,25 by touch")
        stage.wait(1)
        #expect(
            stage.source.lines == [
                "shouldHighlight 1", "highlight 1", "shouldSelect 1", "deselect 0", "select 1", "unhighlight 1",
            ])
        #expect(stage.view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
    }

    @Test func several_items_are_selected_and_deselected() throws {
        let stage = CollectionWindow(WordSource([30]), flow())
        stage.view.allowsMultipleSelection = true
        for x in [50, 160, 50] {
            try stage.host.perform("tap \(x),25 by touch")
            stage.wait(1)
        }
        #expect(stage.view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        #expect(
            stage.source.lines.suffix(5) == [
                "shouldHighlight 0", "highlight 0", "shouldDeselect 0", "deselect 0", "unhighlight 0",
            ])
    }

    @Test func item_that_is_not_highlighted_is_not_selected() throws {
        let stage = CollectionWindow(WordSource([30]), flow())
        stage.source.highlights = false
        try stage.host.perform("tap 50,25 by touch")
        stage.wait(1)
        #expect(stage.source.lines == ["shouldHighlight 0"])
    }

    @Test func drag_ends_the_highlighting() throws {
        let stage = CollectionWindow(WordSource([300]), flow())
        try stage.host.perform("drag 50,400 to 50,100 over 0.5 by touch")
        stage.wait(3)
        #expect(!stage.source.lines.contains { $0.hasPrefix("select") })
        #expect(stage.view.visibleCells.allSatisfy { !$0.isHighlighted })
    }

    @Test func selection_by_the_program_calls_no_delegate_and_scrolls() {
        let stage = CollectionWindow(WordSource([300]), flow())
        let path = IndexPath(item: 150, section: 0)
        stage.act { stage.view.selectItem(at: path, animated: false, scrollPosition: .centeredVertically) }
        #expect(stage.source.lines.isEmpty)
        #expect(stage.view.cellForItem(at: path)?.isSelected == true)
        #expect(stage.view.contentOffset.y == CGFloat(50 * 60 + 25 - 240))
        stage.act { stage.view.contentOffset.y = 0 }
        stage.act { stage.view.contentOffset.y = 3000 }
        #expect(stage.view.cellForItem(at: path)?.isSelected == true)
    }

    @Test func reload_empties_the_selection() {
        let stage = CollectionWindow(WordSource([300]), flow())
        stage.view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
        stage.act { stage.view.reloadData() }
        #expect(stage.view.indexPathsForSelectedItems == [])
        #expect(stage.view.visibleCells.allSatisfy { !$0.isSelected })
    }

    // MARK: Scrolling

    private nonisolated static let positions: [(UICollectionView.ScrollPosition, CGFloat)] = [
        (.top, 6000), (.bottom, 5570), (.centeredVertically, 5785), ([], 5570),
    ]

    @Test(arguments: positions)
    func scroll_positions(_ position: UICollectionView.ScrollPosition, _ offset: CGFloat) {
        let stage = CollectionWindow(WordSource([3000]), flow())
        stage.act { stage.view.scrollToItem(at: IndexPath(item: 300, section: 0), at: position, animated: false) }
        #expect(stage.view.contentOffset.y == offset)
        #expect(stage.fault == nil)
    }

    @Test func items_are_found_by_points() {
        let stage = CollectionWindow(WordSource([30]), flow())
        #expect(stage.view.indexPathForItem(at: CGPoint(x: 150, y: 70)) == IndexPath(item: 4, section: 0))
        #expect(stage.view.indexPathForItem(at: CGPoint(x: 105, y: 70)) == nil)
    }

    // MARK: Changes

    @Test func completion_comes_after_the_animation() {
        let stage = CollectionWindow(WordSource([30]), flow())
        var result: Bool?
        stage.source.sections[0].removeFirst()
        stage.act {
            stage.view.performBatchUpdates {
                stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
            } completion: {
                result = $0
            }
        }
        #expect(result == nil)
        stage.wait(1)
        #expect(result == true)
        #expect(stage.fault == nil)
    }

    @Test func views_move_in_the_render_server() {
        let stage = CollectionWindow(WordSource([30]), flow())
        let cell = stage.view.cellForItem(at: IndexPath(item: 1, section: 0))
        stage.source.sections[0].removeFirst()
        stage.act { stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        #expect(stage.view.cellForItem(at: IndexPath(item: 0, section: 0)) === cell)
        #expect(cell?.frame.minX == 0)
        stage.wait(0.15)
        var x: CGFloat = 0
        stage.act { x = cell?.layer.presentation()?.frame.minX ?? 0 }
        #expect(x > 20 && x < 90)
    }

    @Test func wrong_batch_leaves_a_list_that_works() {
        let stage = CollectionWindow(WordSource([30]), flow())
        stage.source.sections[0].removeFirst(2)
        stage.act { stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        stage.wait(1)
        #expect(stage.view.numberOfItems(inSection: 0) == 28)
        #expect(stage.fault == nil)
        stage.source.sections[0].append(7)
        stage.act { stage.view.insertItems(at: [IndexPath(item: 28, section: 0)]) }
        stage.wait(1)
        #expect(stage.fault == nil)
    }

    @Test func empty_batch_animates_an_invalid_layout() {
        let layout = flow()
        let stage = CollectionWindow(WordSource([30]), layout)
        let cell = stage.view.cellForItem(at: IndexPath(item: 1, section: 0))
        stage.act {
            layout.itemSize = CGSize(width: 150, height: 50)
            stage.view.performBatchUpdates(nil)
        }
        stage.wait(0.1)
        var width: CGFloat = 0
        stage.act { width = cell?.layer.presentation()?.bounds.width ?? 0 }
        #expect(width > 100 && width < 150)
        stage.wait(1)
        #expect(stage.fault == nil)
    }

    @Test func selection_follows_a_batch() {
        let stage = CollectionWindow(WordSource([30]), flow())
        stage.view.selectItem(at: IndexPath(item: 3, section: 0), animated: false, scrollPosition: [])
        stage.source.sections[0].remove(at: 1)
        stage.act { stage.view.deleteItems(at: [IndexPath(item: 1, section: 0)]) }
        #expect(stage.view.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
    }

    @Test func without_animation_a_batch_is_in_place_at_once() {
        let stage = CollectionWindow(WordSource([30]), flow())
        stage.source.sections[0].removeFirst()
        stage.act {
            UIView.performWithoutAnimation { stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        }
        #expect(stage.view.visibleCells.allSatisfy { ($0.layer.animationKeys() ?? []).isEmpty })
        #expect(stage.fault == nil)
    }

    @Test func reconfigured_cell_stays() {
        let stage = CollectionWindow(WordSource([30]), flow())
        let path = IndexPath(item: 2, section: 0)
        let cell = stage.view.cellForItem(at: path)
        stage.source.sections[0][2] = 77
        stage.act { stage.view.reconfigureItems(at: [path]) }
        #expect(stage.view.cellForItem(at: path) === cell)
        #expect(stage.shown[path] == 77)
    }

    // MARK: Moving by a finger

    @Test func finger_moves_an_item() {
        let stage = CollectionWindow(WordSource([30]), flow())
        #expect(stage.view.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0)))
        stage.act { stage.view.updateInteractiveMovementTargetPosition(CGPoint(x: 160, y: 85)) }
        stage.wait(0.5)
        #expect(stage.source.lines.isEmpty)
        let held = stage.view.cellForItem(at: IndexPath(item: 4, section: 0))
        #expect(held?.center == CGPoint(x: 160, y: 85))
        #expect(stage.shown[IndexPath(item: 0, section: 0)] == 1)
        stage.act { stage.view.endInteractiveMovement() }
        stage.wait(0.5)
        #expect(stage.source.lines == ["move 0 to 4"])
        #expect(stage.fault == nil)
    }

    @Test func cancelled_movement_changes_nothing() {
        let stage = CollectionWindow(WordSource([30]), flow())
        _ = stage.view.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0))
        stage.act { stage.view.updateInteractiveMovementTargetPosition(CGPoint(x: 160, y: 85)) }
        stage.act { stage.view.cancelInteractiveMovement() }
        stage.wait(0.5)
        #expect(stage.source.lines.isEmpty)
        #expect(stage.fault == nil)
    }

    @Test func batch_ends_a_movement() {
        let stage = CollectionWindow(WordSource([30]), flow())
        _ = stage.view.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0))
        stage.act { stage.view.updateInteractiveMovementTargetPosition(CGPoint(x: 160, y: 85)) }
        stage.wait(0.5)
        #expect(stage.view.hasUncommittedUpdates)
        stage.source.sections[0].remove(at: 20)
        stage.act { stage.view.deleteItems(at: [IndexPath(item: 20, section: 0)]) }
        stage.wait(1)
        #expect(stage.fault == nil)
        #expect(!stage.view.hasUncommittedUpdates)
        stage.act { stage.view.endInteractiveMovement() }
        #expect(stage.source.lines.isEmpty)
    }

    @Test func reload_ends_a_movement() {
        let stage = CollectionWindow(WordSource([3, 3]), flow())
        _ = stage.view.beginInteractiveMovementForItem(at: IndexPath(item: 1, section: 1))
        stage.source.sections = [[1, 2]]
        stage.act { stage.view.reloadData() }
        stage.act { stage.view.updateInteractiveMovementTargetPosition(CGPoint(x: 50, y: 25)) }
        stage.wait(0.5)
        #expect(stage.fault == nil)
        stage.act { stage.view.endInteractiveMovement() }
        #expect(stage.source.lines.isEmpty)
    }

    // MARK: Prefetching

    @Test func items_ahead_are_announced() {
        final class Prefetcher: NSObject, UICollectionViewDataSourcePrefetching {
            var announced: [Int] = [], cancelled: [Int] = []
            func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
                announced += indexPaths.map(\.item)
            }
            func collectionView(
                _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
            ) { cancelled += indexPaths.map(\.item) }
        }
        let prefetcher = Prefetcher()
        let stage = CollectionWindow(WordSource([1000]), flow())
        stage.view.prefetchDataSource = prefetcher
        stage.act { stage.view.contentOffset.y = 200 }
        #expect(prefetcher.announced.first.map { $0 > 30 } == true)
        #expect(Set(prefetcher.announced).count == prefetcher.announced.count)
        stage.act { stage.view.contentOffset.y = 20_000 }
        stage.act { stage.view.contentOffset.y = 19_000 }
        #expect(!prefetcher.cancelled.isEmpty)
    }

    // MARK: Registrations

    @Test func registrations_make_cells() {
        final class Source: WordSource {
            let registration = UICollectionView.CellRegistration<WordCell, Int> { cell, _, item in
                cell.label.text = "\(item)"
            }
            override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
                -> UICollectionViewCell
            {
                collectionView.dequeueConfiguredReusableCell(
                    using: registration, for: indexPath, item: sections[indexPath.section][indexPath.item])
            }
        }
        let stage = CollectionWindow(Source([100]), flow())
        stage.act { stage.view.contentOffset.y = 500 }
        #expect(stage.fault == nil)
        #expect(!stage.shown.isEmpty)
    }

    @Test func delete_accessory_shows_and_hides_the_trailing_actions() throws {
        final class Source: WordSource {
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, item in
                var content = cell.defaultContentConfiguration()
                content.text = "\(item)"
                cell.contentConfiguration = content
                cell.accessories = [.delete(displayed: .always)]
            }
            override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
                -> UICollectionViewCell
            { collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: indexPath.item) }
        }
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        configuration.trailingSwipeActionsConfigurationProvider = { _ in
            UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .destructive, title: "Delete") { _, _, done in done(true) }
            ])
        }
        let stage = CollectionWindow(Source([5]), UICollectionViewCompositionalLayout.list(using: configuration))
        let path = IndexPath(item: 1, section: 0)
        let cell = try #require(stage.view.cellForItem(at: path))
        let button = try #require(cell.subviews.compactMap { $0 as? CellAccessoryButton }.first)
        stage.act { button.sendActions(for: .touchUpInside) }
        #expect(stage.view.swipe?.swipedIndexPath == path)
        stage.act { button.sendActions(for: .touchUpInside) }
        #expect(stage.view.swipe?.swipedIndexPath == nil)
    }

    @Test func selected_background_shows_while_selected() {
        let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        let view = UIView()
        cell.selectedBackgroundView = view
        #expect(view.superview == nil)
        cell.isSelected = true
        #expect(view.superview === cell)
        #expect(view.frame == cell.bounds)
        cell.isSelected = false
        cell.isHighlighted = true
        #expect(view.superview === cell)
        cell.isHighlighted = false
        #expect(view.superview == nil)
    }

    @Test func controller_is_data_source_and_delegate() {
        final class Controller: UICollectionViewController {
            override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
            { 3 }
            override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
                -> UICollectionViewCell
            { collectionView.dequeueReusableCell(withReuseIdentifier: "a", for: indexPath) }
        }
        let controller = Controller(collectionViewLayout: UICollectionViewFlowLayout())
        controller.collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "a")
        controller.view.layoutIfNeeded()
        #expect(controller.collectionView.visibleCells.count == 3)
        #expect(controller.collectionView.delegate === controller)
    }
}
