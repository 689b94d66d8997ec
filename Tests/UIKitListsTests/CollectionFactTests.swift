import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// Facts about collection views. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct CollectionFactTests {
    private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

    // UICollectionView.h, UICollectionViewFlowLayout.h, UICollectionViewLayout.h.
    @Test func defaults_are_those_of_the_headers() {
        let flow = UICollectionViewFlowLayout()
        #expect(flow.minimumLineSpacing == 10, "CV-1 10 points between lines")
        #expect(flow.minimumInteritemSpacing == 10, "CV-2 and between items")
        #expect(flow.itemSize == CGSize(width: 50, height: 50), "CV-3 items of 50 by 50")
        #expect(flow.estimatedItemSize == .zero, "CV-4 which are not estimated")
        #expect(flow.scrollDirection == .vertical, "CV-5 scrolls down")
        #expect(flow.headerReferenceSize == .zero && flow.footerReferenceSize == .zero, "CV-6 no headers and footers")
        #expect(flow.sectionInset == .zero, "CV-7 no insets")
        #expect(flow.sectionInsetReference == .fromContentInset, "CV-8 insets count from the content inset")
        #expect(!flow.sectionHeadersPinToVisibleBounds && !flow.sectionFootersPinToVisibleBounds, "CV-9 not pinned")
        let view = UICollectionView(frame: .zero, collectionViewLayout: flow)
        #expect(view.allowsSelection, "CV-10 items are selected")
        #expect(!view.allowsMultipleSelection, "CV-11 one at a time")
        #expect(!view.allowsSelectionDuringEditing && !view.allowsMultipleSelectionDuringEditing, "CV-12 not edited")
        #expect(view.isPrefetchingEnabled, "CV-13 prefetching is enabled")
        #expect(!view.selectionFollowsFocus && !view.remembersLastFocusedIndexPath, "CV-14 the focus selects nothing")
        #expect(view.numberOfSections == 0, "CV-15 without a data source there are no sections")
        #expect(view.collectionViewLayout === flow && flow.collectionView === view, "CV-16 the layout knows its view")
        let attributes = UICollectionViewLayoutAttributes(forCellWith: path(3))
        #expect(attributes.alpha == 1 && attributes.zIndex == 0 && !attributes.isHidden, "CV-17 new attributes")
        #expect(attributes.representedElementCategory == .cell, "CV-18 of a cell")
        #expect(attributes.representedElementKind == nil, "CV-19 which has no kind")
        let layout = UICollectionViewLayout()
        #expect(!layout.flipsHorizontallyInOppositeLayoutDirection, "CV-20 a layout does not flip")
        #expect(layout.developmentLayoutDirection == .leftToRight, "CV-21 and is written from left to right")
        #expect(!layout.shouldInvalidateLayout(forBoundsChange: .zero), "CV-22 new bounds leave it valid")
        #expect(layout.layoutAttributesForElements(in: .zero) == nil, "CV-23 it has no elements")
        let context = UICollectionViewFlowLayoutInvalidationContext()
        #expect(context.invalidateFlowLayoutDelegateMetrics, "CV-24 the delegate is asked again")
        #expect(context.invalidateFlowLayoutAttributes, "CV-25 and places are worked out anew")
        #expect(!context.invalidateEverything && !context.invalidateDataSourceCounts, "CV-26 a program's context")
        #expect(
            UICollectionView.elementKindSectionHeader == "UICollectionElementKindSectionHeader", "CV-27 a header's kind"
        )
    }

    // UICollectionViewCompositionalLayout.h, UICollectionLayoutList.h.
    @Test func defaults_of_compositional_layouts_are_those_of_the_headers() {
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        #expect(configuration.scrollDirection == .vertical, "CV-28 scrolls down")
        #expect(configuration.interSectionSpacing == 0, "CV-29 sections follow each other")
        #expect(configuration.contentInsetsReference == .safeArea, "CV-30 insets count from the safe area")
        let size = NSCollectionLayoutSize(widthDimension: .absolute(1), heightDimension: .absolute(1))
        let item = NSCollectionLayoutItem(layoutSize: size)
        let section = NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
        #expect(section.contentInsets == .zero && section.interGroupSpacing == 0, "CV-31 no insets and spaces")
        #expect(section.contentInsetsReference == .automatic, "CV-32 insets count as the layout's")
        #expect(section.orthogonalScrollingBehavior == .none, "CV-33 a section does not scroll by itself")
        #expect(item.contentInsets == .zero && item.edgeSpacing == nil, "CV-34 nor do items have spaces")
        let edge = NSCollectionLayoutBoundarySupplementaryItem(layoutSize: size, elementKind: "a", alignment: .top)
        #expect(edge.extendsBoundary && !edge.pinToVisibleBounds, "CV-35 a header extends its section, and scrolls")
        #expect(edge.offset == .zero, "CV-36 it lies at its edge")
        let list = UICollectionLayoutListConfiguration(appearance: .plain)
        #expect(list.headerMode == .none && list.footerMode == .none, "CV-37 a list has no headers and footers")
        #expect(list.showsSeparators, "CV-38 but separators")
        #expect(
            list.separatorConfiguration.bottomSeparatorInsets == UIListSeparatorConfiguration.automaticInsets,
            "CV-39 whose insets are automatic")
    }

    // Apple, "Creating Custom Layouts", "The Core Layout Process"; UICollectionViewLayout.invalidateLayout().
    @Test func layouts_are_asked_in_order() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([30]), layout)
        #expect(layout.lines.suffix(3) == ["prepare", "size", "elements"], "CV-40 prepare, size, elements")
        layout.lines = []
        stage.act {
            layout.invalidateLayout()
            layout.invalidateLayout()
            #expect(!layout.lines.contains("prepare"), "CV-41 nothing is prepared at once")
        }
        stage.wait(0.1)
        #expect(layout.lines.filter { $0 == "prepare" }.count == 1, "CV-42 once for two invalidations")
        #expect(layout.lines.first == "invalidate everything", "CV-43 without a context everything is invalid")
        layout.lines = []
        let made = stage.source.cellsMade
        stage.act { layout.invalidateLayout() }
        #expect(stage.source.cellsMade == made, "CV-44 cells stay in use")
        layout.lines = []
        stage.act { stage.view.reloadData() }
        stage.wait(0.1)
        #expect(layout.lines.first == "invalidate everything counts", "CV-45 a reload asks for the numbers, too")
        #expect(stage.source.cellsMade > made, "CV-46 and for the cells")
        layout.lines = []
        stage.act { stage.view.contentOffset.y = 40 }
        #expect(!layout.lines.contains("prepare"), "CV-47 scrolling leaves the layout valid")
        layout.followsBounds = true
        layout.lines = []
        stage.act { stage.view.contentOffset.y = 80 }
        stage.wait(0.1)
        #expect(layout.lines.contains("prepare"), "CV-48 unless it says so")
    }

    // Apple, UICollectionView.performBatchUpdates(_:completion:); UICollectionViewLayout, "Animating Item Changes".
    @Test func batches_have_their_order() {
        let layout = ColumnLayout()
        let stage = CollectionWindow(WordSource([4]), layout)
        layout.lines = []
        var ended = false
        stage.act {
            stage.source.sections = [[1, 90, 3, 91]]
            // The insertions come first, but count after the deletions.
            stage.view.performBatchUpdates {
                stage.view.insertItems(at: [self.path(1), self.path(3)])
                stage.view.deleteItems(at: [self.path(0), self.path(2)])
                #expect(!layout.lines.contains("prepare"), "CV-49 nothing happens within the block")
            } completion: { _ in
                ended = true
            }
            #expect(!ended, "CV-50 the completion comes later")
        }
        stage.wait(1)
        #expect(ended && stage.fault == nil, "CV-51 deletions count before, insertions after the batch")
        let order = ["invalidate counts", "prepare", "updates 4", "target", "final", "initial", "finalize"]
        #expect(order.allSatisfy(layout.lines.contains), "CV-52 the layout takes part")
        let places = order.compactMap { layout.lines.firstIndex(of: $0) }
        #expect(places == places.sorted(), "CV-53 in this order")
    }

    // Apple, UICollectionView.moveItem(at:to:), reloadItems(at:), reconfigureItems(at:).
    @Test func cells_follow_their_items() throws {
        let stage = CollectionWindow(WordSource([6]), ColumnLayout())
        let first = try #require(stage.view.cellForItem(at: path(0)))
        stage.act {
            stage.source.sections = [[1, 2, 3, 0, 4, 5]]
            stage.view.moveItem(at: self.path(0), to: self.path(3))
        }
        stage.wait(1)
        #expect(stage.view.cellForItem(at: path(3)) === first, "CV-54 a moved item keeps its cell")
        let made = stage.source.cellsMade
        stage.act { stage.view.reloadItems(at: [self.path(3)]) }
        stage.wait(1)
        #expect(stage.view.cellForItem(at: path(3)) !== first, "CV-55 a reloaded item gets another")
        #expect(stage.source.cellsMade == made + 1, "CV-56 and no other item does")
        let cell = stage.view.cellForItem(at: path(2))
        stage.source.sections = [[1, 2, 77, 0, 4, 5]]
        stage.act { stage.view.reconfigureItems(at: [self.path(2)]) }
        #expect(stage.view.cellForItem(at: path(2)) === cell, "CV-57 an item that is configured again keeps its cell")
        #expect(stage.shown[path(2)] == 77, "CV-58 which shows the new content")
    }

    // Apple, UICollectionView.selectItem(at:animated:scrollPosition:), reloadData(); UICollectionView.h.
    @Test func the_selection_has_its_rules() throws {
        let stage = CollectionWindow(WordSource([6]), ColumnLayout())
        stage.act { stage.view.selectItem(at: self.path(1), animated: false, scrollPosition: []) }
        #expect(stage.source.lines.isEmpty, "CV-59 a program's selection does not call the delegate")
        #expect(stage.view.cellForItem(at: path(1))?.isSelected == true, "CV-60 it marks the cell")
        stage.act { stage.view.selectItem(at: self.path(2), animated: false, scrollPosition: []) }
        #expect(stage.view.indexPathsForSelectedItems == [path(2)], "CV-61 another selection ends the first")
        stage.act {
            stage.source.sections = [[9, 0, 1, 2, 3, 4, 5]]
            stage.view.insertItems(at: [self.path(0)])
        }
        stage.wait(1)
        #expect(stage.view.indexPathsForSelectedItems == [path(3)], "CV-62 the selection follows a batch")
        try stage.host.perform("tap 100,75 by touch")
        #expect(
            stage.source.lines
                == ["shouldHighlight 1", "highlight 1", "shouldSelect 1", "deselect 3", "select 1", "unhighlight 1"],
            "CV-63 the calls of a tap")
        stage.act { stage.view.reloadData() }
        #expect(stage.view.indexPathsForSelectedItems == [], "CV-64 a reload empties the selection")
        stage.view.allowsMultipleSelection = true
        stage.source.lines = []
        try stage.host.perform("tap 100,75 by touch\n")
        try stage.host.perform("tap 100,75 by touch")
        #expect(stage.source.lines.contains("shouldDeselect 1"), "CV-65 of several, a second tap deselects")
        #expect(stage.source.lines.last == "unhighlight 1" && stage.view.indexPathsForSelectedItems == [], "CV-66 it")
        stage.source.highlights = false
        stage.source.lines = []
        try stage.host.perform("tap 100,75 by touch")
        #expect(stage.source.lines == ["shouldHighlight 1"], "CV-67 without highlighting there is no selection")
    }

    // Apple, UICollectionViewLayoutAttributes.zIndex and isHidden; UICollectionView.scrollToItem(at:at:animated:).
    @Test func attributes_give_views_their_looks() throws {
        final class Own: ColumnLayout {
            override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
                let made = super.layoutAttributesForItem(at: indexPath)
                if indexPath.item == 1 { made?.zIndex = 5 }
                if indexPath.item == 2 { made?.isHidden = true }
                if indexPath.item == 3 { made?.alpha = 0.5 }
                if indexPath.item == 4 { made?.transform = CGAffineTransform(scaleX: 0.5, y: 0.5) }
                return made
            }
        }
        let stage = CollectionWindow(WordSource([40]), Own())
        let cells = stage.view.subviews.compactMap { $0 as? WordCell }.filter { !$0.isHidden }
        #expect(cells.last === stage.view.cellForItem(at: path(1)), "CV-68 a larger z index is in front")
        #expect(stage.view.cellForItem(at: path(2)) == nil, "CV-69 hidden attributes have no view")
        #expect(stage.view.cellForItem(at: path(3))?.alpha == 0.5, "CV-70 the opacity is the attributes'")
        #expect(stage.view.cellForItem(at: path(4))?.frame.width == 160, "CV-71 and so is the transform")
        stage.act { stage.view.scrollToItem(at: self.path(20), at: .top, animated: false) }
        #expect(stage.view.contentOffset.y == 1000, "CV-72 at the top")
        stage.act { stage.view.scrollToItem(at: self.path(20), at: .bottom, animated: false) }
        #expect(stage.view.contentOffset.y == 570, "CV-73 at the bottom")
        stage.act { stage.view.scrollToItem(at: self.path(20), at: .centeredVertically, animated: false) }
        #expect(stage.view.contentOffset.y == 785, "CV-74 in the middle")
        stage.act { stage.view.scrollToItem(at: self.path(22), at: [], animated: false) }
        #expect(
            stage.view.contentOffset.y == 785,
            "CV-75 no farther than needed")
        #expect(stage.view.indexPathForItem(at: CGPoint(x: 5, y: 1024)) == path(20), "CV-76 the item at a point")
        #expect(stage.view.indexPathForItem(at: CGPoint(x: 5, y: 5000)) == nil, "CV-77 none beyond the content")
    }

    // Apple, NSCollectionLayoutDimension, NSCollectionLayoutSize; WWDC 2019, session 215.
    @Test func dimensions_say_what_they_are() {
        #expect(NSCollectionLayoutDimension.fractionalWidth(0.5).isFractionalWidth, "CV-78 a part of the width")
        #expect(NSCollectionLayoutDimension.fractionalHeight(0.5).isFractionalHeight, "CV-79 of the height")
        #expect(NSCollectionLayoutDimension.absolute(5).isAbsolute, "CV-80 a length")
        #expect(NSCollectionLayoutDimension.estimated(5).isEstimated, "CV-81 an estimate")
        #expect(
            NSCollectionLayoutSpacing.fixed(5).isFixed && !NSCollectionLayoutSpacing.fixed(5).isFlexible,
            "CV-82 a space of a length")
        #expect(NSCollectionLayoutSpacing.flexible(5).isFlexible, "CV-83 a space that grows")
    }
}
