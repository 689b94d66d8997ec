import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// The contract between a collection view and its layout.
@MainActor struct CollectionLayoutTests {
    /// *Source*: Apple, "Creating Custom Layouts", "The Core Layout Process".
    @Test func layout_is_prepared_then_asked_for_size_then_for_elements() {
        let layout = ColumnLayout()
        _ = CollectionWindow(WordSource([100]), layout)
        let calls = layout.lines.filter { $0 != "bounds" }
        #expect(calls.suffix(3) == ["prepare", "size", "elements"])
    }

    @Test func layout_is_not_asked_while_scrolling_within_a_page() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([1000]), layout)
        stage.act { stage.view.contentOffset.y = 10 }
        let before = layout.queries
        for step in 2..<20 { stage.act { stage.view.contentOffset.y = CGFloat(step) * 10 } }
        #expect(layout.queries == before)
        #expect(!layout.lines.suffix(5).contains("prepare"))
        #expect(stage.fault == nil)
    }

    @Test func layout_that_follows_bounds_is_prepared_for_each() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([1000]), layout)
        layout.followsBounds = true
        layout.lines = []
        stage.act { stage.view.contentOffset.y = 10 }
        #expect(layout.lines == ["bounds", "invalidate", "prepare", "size", "elements"])
    }

    /// *Source*: Apple, UICollectionViewLayoutInvalidationContext.invalidateEverything, invalidateDataSourceCounts.
    @Test func contexts_say_the_cause() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([100]), layout)
        layout.lines = []
        stage.act { stage.view.reloadData() }
        #expect(layout.lines.first == "invalidate everything counts")
        layout.lines = []
        stage.act { layout.invalidateLayout() }
        #expect(layout.lines == ["invalidate everything", "prepare", "size", "elements"])
    }

    @Test func many_invalidations_are_one_preparation() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([100]), layout)
        layout.lines = []
        stage.act { for _ in 0..<5 { layout.invalidateLayout() } }
        #expect(layout.lines.filter { $0 == "prepare" }.count == 1)
    }

    /// *Source*: Apple, UICollectionViewLayout, "Animating Item Changes"; WWDC 2012, session 219.
    @Test func batch_calls_the_layout_in_order() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([100]), layout)
        layout.lines = []
        stage.source.sections[0].insert(500, at: 1)
        stage.act { stage.view.insertItems(at: [IndexPath(item: 1, section: 0)]) }
        let calls = layout.lines.filter { $0 != "bounds" }
        #expect(
            calls.prefix(8) == [
                "invalidate counts", "prepare", "size", "updates 1", "target", "final", "elements", "initial",
            ])
        #expect(calls.contains("finalize"))
        stage.wait(1)
        #expect(stage.fault == nil)
    }

    @Test func items_of_a_batch_reach_the_layout() {
        final class Layout: ColumnLayout {
            var items: [UICollectionViewUpdateItem] = []
            override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
                items = updateItems
                super.prepare(forCollectionViewUpdates: updateItems)
            }
        }
        let layout = Layout()
        let stage = CollectionWindow(WordSource([10, 3]), layout)
        stage.source.sections[0].remove(at: 2)
        stage.source.sections[0].insert(99, at: 0)
        stage.source.sections.remove(at: 1)
        stage.act {
            stage.view.performBatchUpdates {
                stage.view.deleteItems(at: [IndexPath(item: 2, section: 0)])
                stage.view.insertItems(at: [IndexPath(item: 0, section: 0)])
                stage.view.deleteSections([1])
            }
        }
        #expect(layout.items.map(\.updateAction) == [.delete, .delete, .insert])
        #expect(layout.items[0].indexPathBeforeUpdate == IndexPath(item: NSNotFound, section: 1))
        #expect(layout.items[1].indexPathBeforeUpdate == IndexPath(item: 2, section: 0))
        #expect(layout.items[2].indexPathAfterUpdate == IndexPath(item: 0, section: 0))
    }

    /// *Source*: Apple, UICollectionViewLayout, "Coordinating Animated Changes".
    @Test func exchange_of_layouts_calls_both_in_order() {
        let (old, new) = (ColumnLayout(), ColumnLayout())
        new.height = 80
        let stage = CollectionWindow(WordSource([100]), old)
        (old.lines, new.lines) = ([], [])
        var isDone = false
        stage.act { stage.view.setCollectionViewLayout(new, animated: true) { _ in isDone = true } }
        #expect(old.lines.filter { $0 != "bounds" } == ["to", "final", "end"])
        #expect(new.lines.filter { $0 != "bounds" }.prefix(4) == ["from", "prepare", "size", "target"])
        #expect(!isDone)
        #expect(old.collectionView == nil)
        stage.wait(1)
        #expect(isDone)
        #expect(stage.fault == nil)
    }

    @Test func context_moves_the_offset() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([100]), layout)
        stage.act {
            let context = UICollectionViewLayoutInvalidationContext()
            context.contentOffsetAdjustment = CGPoint(x: 0, y: 120)
            layout.invalidateLayout(with: context)
        }
        #expect(stage.view.contentOffset.y == 120)
    }

    @Test func layout_chooses_the_end_of_a_drag() throws {
        final class Snapping: ColumnLayout {
            override func targetContentOffset(
                forProposedContentOffset proposed: CGPoint, withScrollingVelocity velocity: CGPoint
            ) -> CGPoint { CGPoint(x: proposed.x, y: (proposed.y / 200).rounded() * 200) }
        }
        let stage = CollectionWindow(WordSource([1000]), Snapping())
        try stage.host.perform("drag 100,400 to 100,200 over 0.1 by touch")
        stage.wait(5)
        #expect(stage.view.contentOffset.y > 0)
        #expect(stage.view.contentOffset.y.truncatingRemainder(dividingBy: 200) == 0)
    }

    @Test func attributes_are_copied_by_their_class() {
        final class Turned: UICollectionViewLayoutAttributes {
            var angle: CGFloat = 0
            override func copy(with zone: NSZone? = nil) -> Any {
                let made = super.copy(with: zone)
                (made as? Turned)?.angle = angle
                return made
            }
        }
        let attributes = Turned(forCellWith: IndexPath(item: 3, section: 1))
        (attributes.angle, attributes.frame, attributes.zIndex) = (2, CGRect(x: 10, y: 20, width: 30, height: 40), 5)
        let copy = attributes.copy() as? Turned
        #expect(copy?.angle == 2)
        #expect(copy?.isEqual(attributes) == true)
        #expect(copy?.center == CGPoint(x: 25, y: 40))
        copy?.alpha = 0.5
        #expect(copy?.isEqual(attributes) == false)
        attributes.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(attributes.frame == CGRect(x: -5, y: 0, width: 60, height: 80))
    }

    @Test func transition_of_a_gesture_lies_between_the_layouts() {
        let (old, new) = (ColumnLayout(), ColumnLayout())
        new.height = 100
        let stage = CollectionWindow(WordSource([100]), old)
        var middle: UICollectionViewTransitionLayout?
        var result: [Bool] = []
        stage.act { middle = stage.view.startInteractiveTransition(to: new) { result = [$0, $1] } }
        stage.act { middle?.transitionProgress = 0.5 }
        let cell = stage.view.cellForItem(at: IndexPath(item: 2, section: 0))
        #expect(cell?.frame == CGRect(x: 0, y: 150, width: 320, height: 75))
        stage.act { stage.view.finishInteractiveTransition() }
        stage.wait(1)
        #expect(stage.view.collectionViewLayout === new)
        #expect(result == [true, true])
        #expect(stage.fault == nil)
    }

    @Test func z_index_orders_views() {
        final class Overlapping: ColumnLayout {
            override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
                let made = super.layoutAttributesForItem(at: indexPath)
                made?.zIndex = -indexPath.item
                return made
            }
        }
        let stage = CollectionWindow(WordSource([5]), Overlapping())
        let items = stage.view.subviews.compactMap {
            ($0 as? UICollectionViewCell).flatMap { stage.view.indexPath(for: $0) }?.item
        }
        #expect(items == [4, 3, 2, 1, 0])
    }
}
