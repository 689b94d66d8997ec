import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// Lists and sections of compositional layouts: headers that are items, separators, insets, uniform sides.
@MainActor struct ListSectionTests {
    private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
        -> NSCollectionLayoutSize
    {
        NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    }

    /// A source of list cells.
    private final class Rows: WordSource {
        var contents: [Int: UIListContentConfiguration] = [:]

        override func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "row", for: indexPath)
            if let cell = cell as? UICollectionViewListCell {
                var content = cell.defaultContentConfiguration()
                contents[indexPath.item] = content
                content.text = "Row \(indexPath.item)"
                cell.contentConfiguration = content
            }
            return cell
        }
    }

    private func stage(_ list: UICollectionLayoutListConfiguration, _ counts: [Int] = [4]) -> CollectionWindow {
        CollectionWindow(
            Rows(counts), UICollectionViewCompositionalLayout.list(using: list),
            register: [(UICollectionViewListCell.self, "row")])
    }

    private func cell(_ stage: CollectionWindow, _ item: Int) throws -> UICollectionViewListCell {
        let cell = stage.view.cellForItem(at: IndexPath(item: item, section: 0)) as? UICollectionViewListCell
        return try #require(cell)
    }

    /// The frames of a cell's separators, from above.
    private func lines(_ cell: UICollectionViewListCell) -> [CGRect] {
        cell.layoutIfNeeded()
        return cell.subviews.map(\.frame).filter { $0.height == 0.5 }.sorted { $0.minY < $1.minY }
    }

    // *Source*: Apple, UICollectionLayoutList.h: "Styles the first item in a section as a header".
    @Test func the_first_item_is_a_header() throws {
        var list = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
        list.headerMode = .firstItemInSection
        let stage = stage(list)
        let header = try cell(stage, 0), first = try cell(stage, 1), last = try cell(stage, 3)
        #expect((stage.source as? Rows)?.contents[0] == .groupedHeader())
        #expect((stage.source as? Rows)?.contents[1] == .cell())
        #expect(header.defaultBackgroundConfiguration() == .listGroupedHeaderFooter())
        #expect(lines(header) == [], "a header has no separator")
        #expect(header.layer.cornerRadius == 0)
        #expect(first.layer.cornerRadius == 10)
        #expect(first.layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
        #expect(last.layer.maskedCorners == [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
        try stage.show("list-first-item-header")
    }

    @Test func a_sidebars_cells_have_its_content() {
        let stage = stage(UICollectionLayoutListConfiguration(appearance: .sidebar))
        #expect((stage.source as? Rows)?.contents[1] == .sidebarCell())
    }

    // *Source*: Apple, UIListSeparatorConfiguration.topSeparatorVisibility and bottomSeparatorVisibility: of the item
    // that the configuration is applied to; UIListSeparatorAutomaticInsets: "the values from the edges".
    @Test func separators_are_shown_where_a_configuration_says_so() throws {
        var list = UICollectionLayoutListConfiguration(appearance: .plain)
        list.itemSeparatorHandler = { path, standard in
            var made = standard
            if path.item == 0 {
                made.topSeparatorVisibility = .visible
                made.topSeparatorInsets = .zero
                made.bottomSeparatorVisibility = .hidden
            }
            if path.item == 1 { made.bottomSeparatorInsets.trailing = 30 }
            if path.item == 3 { made.bottomSeparatorVisibility = .visible }
            return made
        }
        let stage = stage(list)
        let first = lines(try cell(stage, 0)), second = lines(try cell(stage, 1)), last = lines(try cell(stage, 3))
        #expect(first == [CGRect(x: 0, y: 0, width: 320, height: 0.5)])
        #expect(second.count == 1 && second.first?.minX == 16 && second.first?.maxX == 290)
        let height = try cell(stage, 3).bounds.height
        #expect(last.count == 1 && last.first?.maxY == height)
    }

    // *Source*: Apple, UIListSeparatorConfiguration.multipleSelectionColor: "when the item is in a multiple selection
    // group".
    @Test func several_selected_rows_have_separators_of_another_colour() throws {
        var list = UICollectionLayoutListConfiguration(appearance: .plain)
        list.separatorConfiguration.color = .red
        list.separatorConfiguration.multipleSelectionColor = .green
        let stage = stage(list)
        stage.view.allowsMultipleSelection = true
        func color(_ item: Int) throws -> UIColor? {
            let cell = try cell(stage, item)
            cell.layoutIfNeeded()
            return cell.subviews.first { $0.frame.height == 0.5 }?.backgroundColor
        }
        stage.act { stage.view.selectItem(at: IndexPath(item: 0, section: 0), animated: false, scrollPosition: []) }
        #expect(try color(0) == .red)
        stage.act { stage.view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: []) }
        #expect(try color(0) == .green && color(1) == .green && color(2) == .red)
        stage.act { stage.view.deselectItem(at: IndexPath(item: 1, section: 0), animated: false) }
        #expect(try color(0) == .red)
    }

    // *Source*: Apple, NSCollectionLayoutSection.supplementaryContentInsetsReference.
    @Test func headers_have_insets_of_their_own_reference() {
        for (reference, width) in [(UIContentInsetsReference.automatic, CGFloat(320)), (.layoutMargins, 304)] {
            let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .absolute(40)))
            let section = NSCollectionLayoutSection(
                group: .vertical(layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [item]))
            section.contentInsetsReference = .none
            section.supplementaryContentInsetsReference = reference
            section.boundarySupplementaryItems = [
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: size(.fractionalWidth(1), .absolute(20)),
                    elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
            ]
            let stage = CollectionWindow(WordSource([3]), UICollectionViewCompositionalLayout(section: section))
            let header = stage.view.layoutAttributesForSupplementaryElement(
                ofKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0))
            #expect(header?.frame.width == width, "\(reference)")
            #expect(stage.view.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame.width == 320)
        }
    }

    /// A cell whose height is its number's.
    private final class Tall: UICollectionViewCell {
        var height: CGFloat = 10
        override func systemLayoutSizeFitting(
            _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
            verticalFittingPriority: UILayoutPriority
        ) -> CGSize { CGSize(width: targetSize.width, height: height) }
    }

    private final class TallSource: WordSource {
        var asked = 0
        override func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tall", for: indexPath)
            (cell as? Tall)?.height = [30, 70, 50, 20, 25][indexPath.item]
            return cell
        }
    }

    // *Source*: Apple, NSCollectionLayoutDimension.uniformAcrossSiblings(estimate:): "each item receives as much room as
    // it requires and grows to match the dimension of its largest sibling".
    @Test func uniform_items_are_as_high_as_the_highest() {
        let dimension = NSCollectionLayoutDimension.uniformAcrossSiblings(estimate: 40)
        #expect(dimension.isUniformAcrossSiblings && !dimension.isEstimated && dimension.dimension == 40)
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1.0 / 3), dimension))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .estimated(40)), subitems: [item, item, item])
        let stage = CollectionWindow(
            TallSource([5]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)),
            register: [(Tall.self, "tall")])
        let heights = (0..<5).map {
            stage.view.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.frame.height
        }
        #expect(heights == [70, 70, 70, 25, 25])
        #expect(stage.view.layoutAttributesForItem(at: IndexPath(item: 3, section: 0))?.frame.minY == 70)
        #expect(stage.view.contentSize.height == 95)
    }

    // *Source*: Apple, "Implementing Modern Collection Views", ItemBadgeSupplementaryViewController.
    @Test func a_badge_that_the_data_source_hides_stays_hidden() throws {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: NSCollectionLayoutAnchor(edges: [.top, .trailing]))
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .absolute(60)), supplementaryItems: [badge])
        let section = NSCollectionLayoutSection(
            group: .vertical(layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [item]))
        let source = WordSource([40])
        source.hidesBadges = true
        let stage = CollectionWindow(source, UICollectionViewCompositionalLayout(section: section))
        func isHidden(_ item: Int) -> Bool? {
            stage.view.supplementaryView(forElementKind: "badge", at: IndexPath(item: item, section: 0))?.isHidden
        }
        #expect(isHidden(0) == true && isHidden(1) == false)
        stage.act { stage.view.contentOffset.y = 1200 }
        stage.act { stage.view.contentOffset.y = 0 }
        stage.wait(0.1)
        #expect(isHidden(0) == true && isHidden(1) == false, "also after its view was used again")
    }

    // *Source*: Apple, UICollectionLayoutSectionOrthogonalScrollingProperties.
    @Test func orthogonal_sections_bounce_and_slow_down_as_their_properties_say() throws {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.absolute(120), .absolute(70)), subitems: [item]))
        section.orthogonalScrollingBehavior = .continuous
        section.orthogonalScrollingProperties.bounce = .never
        section.orthogonalScrollingProperties.decelerationRate = .fast
        let layout = UICollectionViewCompositionalLayout(section: section)
        let stage = CollectionWindow(WordSource([8]), layout)
        let scroller = try #require(layout.scrollers[0])
        #expect(!scroller.bounces && scroller.decelerationRate == .fast)
        try stage.host.perform("drag 60,35 to 200,35 over 0.2 by touch")
        #expect(scroller.contentOffset.x == 0, "it does not leave its end")
        section.orthogonalScrollingProperties.bounce = .always
        section.orthogonalScrollingProperties.decelerationRate = .automatic
        stage.act { layout.invalidateLayout() }
        #expect(scroller.bounces && scroller.alwaysBounceHorizontal && scroller.decelerationRate == .normal)
    }
}
