import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// The geometry and the scrolling of compositional layouts.
@MainActor struct CompositionalLayoutTests {
    private typealias Size = NSCollectionLayoutSize

    private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
        -> NSCollectionLayoutSize
    {
        NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    }

    private func grid(_ columns: Int, height: CGFloat = 80) -> NSCollectionLayoutSection {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1 / CGFloat(columns)), .fractionalHeight(1)))
        return NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(height)), subitems: [item]))
    }

    private func frames(_ stage: CollectionWindow, _ count: Int, section: Int = 0) -> [CGRect] {
        (0..<count).compactMap { stage.view.layoutAttributesForItem(at: IndexPath(item: $0, section: section))?.frame }
    }

    @Test func items_are_repeated_until_the_group_is_full() {
        let stage = CollectionWindow(WordSource([5]), UICollectionViewCompositionalLayout(section: grid(4)))
        let frames = frames(stage, 5)
        #expect(frames[3] == CGRect(x: 240, y: 0, width: 80, height: 80))
        #expect(frames[4] == CGRect(x: 0, y: 80, width: 80, height: 80))
        #expect(stage.view.contentSize == CGSize(width: 320, height: 160))
        #expect(stage.fault == nil)
    }

    /// As in bart-g/CompositionalLayout-DiffableDataSource, which gives a pinned header the greatest index.
    @Test func items_of_the_layout_are_counted_by_kind_and_may_have_any_z_index() {
        let kinds = [
            UICollectionView.elementKindSectionHeader, "badge", UICollectionView.elementKindSectionHeader,
        ]
        let layout = UICollectionViewCompositionalLayout(section: grid(4))
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.boundarySupplementaryItems = kinds.enumerated().map { place, kind in
            let item = NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: size(.fractionalWidth(1), .absolute(20)), elementKind: kind, alignment: .top,
                absoluteOffset: CGPoint(x: 0, y: place * 20))
            item.pinToVisibleBounds = true
            item.zIndex = .max
            return item
        }
        layout.configuration = configuration
        let stage = CollectionWindow(WordSource([5]), layout)
        func paths(_ kind: String) -> [IndexPath] {
            stage.view.indexPathsForVisibleSupplementaryElements(ofKind: kind).sorted()
        }
        #expect(paths("badge") == [IndexPath(index: 0)])
        #expect(paths(UICollectionView.elementKindSectionHeader) == [IndexPath(index: 0), IndexPath(index: 1)])
        let last = stage.view.layoutAttributesForSupplementaryElement(
            ofKind: UICollectionView.elementKindSectionHeader, at: IndexPath(index: 1))
        #expect(last?.zIndex == .max && last?.frame.minY == 40)
    }

    @Test func a_pinned_header_of_the_layout_is_in_front_of_sections_that_scroll_by_themselves() throws {
        let layout = UICollectionViewCompositionalLayout { _, _ in
            let section = self.grid(2, height: 300)
            section.orthogonalScrollingBehavior = .continuous
            return section
        }
        let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(1), .absolute(40)), elementKind: "badge", alignment: .top)
        (header.pinToVisibleBounds, header.zIndex) = (true, 10)
        header.contentInsets = NSDirectionalEdgeInsets(top: 2, leading: 10, bottom: 3, trailing: 20)
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.boundarySupplementaryItems = [header]
        layout.configuration = configuration
        let stage = CollectionWindow(WordSource([4, 4, 4]), layout)
        for y in [0, 100, 400] {
            stage.act { stage.view.contentOffset.y = CGFloat(y) }
            stage.wait(0.1)
            let view = try #require(
                stage.view.supplementaryView(forElementKind: "badge", at: IndexPath(index: 0)))
            #expect(view.frame == CGRect(x: 10, y: y + 2, width: 290, height: 35))
            let order = stage.view.subviews
            let place = try #require(order.firstIndex { $0 === view })
            let scroller = try #require(order.lastIndex { $0 is OrthogonalScrollView })
            #expect(place > scroller, "\(y)")
        }
    }

    @Test func count_shares_the_width() {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(50)), subitem: item, count: 3)
        group.interItemSpacing = .fixed(10)
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 6
        section.contentInsets = .init(top: 4, leading: 10, bottom: 5, trailing: 10)
        let stage = CollectionWindow(WordSource([4]), UICollectionViewCompositionalLayout(section: section))
        let frames = frames(stage, 4)
        let width = (300.0 - 20) / 3
        #expect(abs(frames[1].minX - (10 + width + 10)) < 0.01)
        #expect(abs(frames[1].width - width) < 0.01)
        #expect(frames[3].minY == 60)
        #expect(stage.view.contentSize.height == 115)
    }

    @Test func insets_shrink_items() {
        let section = grid(2)
        section.group.subitems[0].contentInsets = .init(top: 1, leading: 2, bottom: 3, trailing: 4)
        let stage = CollectionWindow(WordSource([2]), UICollectionViewCompositionalLayout(section: section))
        #expect(frames(stage, 2)[1] == CGRect(x: 162, y: 1, width: 154, height: 76))
    }

    @Test func flexible_spaces_share_the_rest() {
        let item = NSCollectionLayoutItem(layoutSize: size(.absolute(80), .absolute(40)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(60)), repeatingSubitem: item, count: 3)
        group.interItemSpacing = .flexible(1)
        item.edgeSpacing = .init(leading: nil, top: .flexible(0), trailing: nil, bottom: .flexible(0))
        let stage = CollectionWindow(
            WordSource([3]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        #expect(frames(stage, 3).map(\.minX) == [0, 120, 240])
        #expect(frames(stage, 3)[0].minY == 10)
    }

    /// The nested groups of WWDC 2019, session 215: one large item beside two small ones.
    @Test func nested_groups() {
        let large = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.7), .fractionalHeight(1)))
        let small = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
        let column = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.fractionalWidth(0.3), .fractionalHeight(1)), subitem: small, count: 2)
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [large, column])
        let stage = CollectionWindow(
            WordSource([7]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        let frames = frames(stage, 7)
        #expect(frames[0] == CGRect(x: 0, y: 0, width: 224, height: 100))
        #expect(frames[2] == CGRect(x: 224, y: 50, width: 96, height: 50))
        #expect(frames[3].minY == 100)
        #expect(frames[6].minY == 200)
        #expect(stage.fault == nil)
    }

    @Test func custom_group() {
        let group = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(100))) {
            environment in
            #expect(environment.container.contentSize == CGSize(width: 320, height: 100))
            return [
                .init(frame: CGRect(x: 0, y: 0, width: 50, height: 50)),
                .init(frame: CGRect(x: 100, y: 50, width: 50, height: 50), zIndex: 3),
            ]
        }
        let stage = CollectionWindow(
            WordSource([3]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        #expect(frames(stage, 3)[2] == CGRect(x: 0, y: 100, width: 50, height: 50))
        #expect(stage.view.layoutAttributesForItem(at: IndexPath(item: 1, section: 0))?.zIndex == 3)
    }

    // *Source*: Apple, NSCollectionLayoutGroup.supplementaryItems: a property that is set.
    @Test func a_group_has_supplementary_items() throws {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: NSCollectionLayoutAnchor(edges: [.top, .trailing]))
        let row = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(100)),
            subitem: NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1))), count: 2)
        let own = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(100))) { _ in
            [.init(frame: CGRect(x: 0, y: 0, width: 50, height: 50))]
        }
        for group in [row, own] {
            group.supplementaryItems = [badge]
            let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
            let stage = CollectionWindow(WordSource([2]), layout)
            let badges = layout.layoutAttributesForElements(in: CGRect(x: 0, y: 0, width: 320, height: 90))?.filter {
                $0.representedElementKind == "badge"
            }
            #expect(badges?.map(\.frame) == [CGRect(x: 300, y: 0, width: 20, height: 20)])
            #expect(stage.view.window != nil)
        }
    }

    @Test func index_paths_of_objective_c_have_rows() {
        let path = NSIndexPath(item: 3, section: 2)
        #expect(path.section == 2 && path.row == 3 && path.item == 3 && NSIndexPath(row: 3, section: 2) == path)
    }

    @Test func headers_and_footers_extend_the_section() {
        let section = grid(4)
        section.boundarySupplementaryItems = [
            .init(
                layoutSize: size(.fractionalWidth(1), .absolute(30)),
                elementKind: UICollectionView.elementKindSectionHeader, alignment: .top),
            .init(
                layoutSize: size(.absolute(100), .absolute(20)),
                elementKind: UICollectionView.elementKindSectionFooter, alignment: .bottomTrailing),
        ]
        let stage = CollectionWindow(WordSource([4, 4]), UICollectionViewCompositionalLayout(section: section))
        #expect(frames(stage, 1)[0].minY == 30)
        let footer = stage.view.layoutAttributesForSupplementaryElement(
            ofKind: UICollectionView.elementKindSectionFooter, at: IndexPath(item: 0, section: 0))
        #expect(footer?.frame == CGRect(x: 220, y: 110, width: 100, height: 20))
        #expect(frames(stage, 1, section: 1)[0].minY == 160)
        #expect(stage.view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader).count == 2)
    }

    @Test func pinned_header_stays_at_the_edge() {
        let section = grid(4)
        let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(1), .absolute(30)),
            elementKind: UICollectionView.elementKindSectionHeader,
            alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        let stage = CollectionWindow(WordSource([40, 40]), UICollectionViewCompositionalLayout(section: section))
        func top(_ section: Int) -> CGFloat? {
            stage.view.supplementaryView(
                forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))?
                .frame.minY
        }
        stage.act { stage.view.contentOffset.y = 300 }
        #expect(top(0) == 300)
        stage.act { stage.view.contentOffset.y = 820 }
        #expect(top(0) == 800)
        #expect(top(1) == 830)
    }

    /// *Source*: WWDC 2019, session 215: a badge at the corner, moved out by three tenths of itself.
    @Test func badge_is_at_its_anchor() {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: .init(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.3, y: -0.3)))
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)), supplementaryItems: [badge])
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(80)), subitems: [item]))
        let stage = CollectionWindow(WordSource([40]), UICollectionViewCompositionalLayout(section: section))
        let path = IndexPath(item: 1, section: 0)
        #expect(
            stage.view.layoutAttributesForSupplementaryElement(ofKind: "badge", at: path)?.frame
                == CGRect(x: 146, y: -6, width: 20, height: 20))
        // It goes with its item.
        stage.source.sections[0].removeFirst()
        stage.act { stage.view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        stage.wait(1)
        // Those of the line below the edge reach six points into sight.
        #expect(stage.view.visibleSupplementaryViews(ofKind: "badge").count == 28)
        #expect(stage.fault == nil)
    }

    @Test func background_lies_behind_its_section() {
        let section = grid(4)
        section.decorationItems = [.background(elementKind: "shade")]
        let layout = UICollectionViewCompositionalLayout(section: section)
        layout.register(ShadeView.self, forDecorationViewOfKind: "shade")
        let stage = CollectionWindow(WordSource([6, 2]), layout)
        let shades = stage.view.subviews.compactMap { $0 as? ShadeView }
        #expect(shades.map(\.frame.height).sorted() == [80, 160])
        #expect(stage.view.subviews.prefix(2).allSatisfy { $0 is ShadeView })
    }

    // MARK: Orthogonal sections

    private func row(_ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior) -> NSCollectionLayoutSection {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.absolute(200), .absolute(100)), subitems: [item]))
        section.orthogonalScrollingBehavior = behavior
        section.interGroupSpacing = 10
        return section
    }

    private nonisolated static let steps: [(UICollectionLayoutSectionOrthogonalScrollingBehavior, CGFloat)] = [
        (.continuousGroupLeadingBoundary, 210), (.groupPaging, 210), (.groupPagingCentered, 210), (.paging, 320),
    ]

    @Test(arguments: steps)
    func orthogonal_section_rests_at_groups(
        _ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior, _ step: CGFloat
    ) throws {
        let stage = CollectionWindow(WordSource([30, 30]), UICollectionViewCompositionalLayout(section: row(behavior)))
        #expect(stage.view.contentSize.height == 200)
        let before = (stage.view.collectionViewLayout as? UICollectionViewCompositionalLayout)?.plan.offsets[0]?.x ?? 0
        try stage.host.perform("drag 250,50 to 150,50 over 0.2 by touch")
        stage.wait(3)
        let layout = stage.view.collectionViewLayout as? UICollectionViewCompositionalLayout
        let way = (layout?.plan.offsets[0]?.x ?? 0) - before
        #expect(way > 0)
        let rest = way.truncatingRemainder(dividingBy: step)
        #expect(min(rest, step - rest) < 0.6)
        #expect(layout?.plan.offsets[1]?.x == before)
        #expect(stage.view.contentOffset == .zero)
        #expect(stage.fault == nil)
    }

    @Test func orthogonal_section_makes_cells_in_sight_only() throws {
        let stage = CollectionWindow(
            WordSource([10_000]), UICollectionViewCompositionalLayout(section: row(.continuous)))
        #expect(stage.source.cellsMade == 2)
        for _ in 0..<3 { try stage.host.perform("drag 300,50 to 20,50 over 0.1 by touch") }
        stage.wait(3)
        #expect(stage.source.cellsMade < 60)
        #expect(stage.view.stage.queue.madeCount < 12)
        #expect(stage.fault == nil)
    }

    @Test func scrolling_to_an_item_scrolls_its_section() {
        let stage = CollectionWindow(
            WordSource([30, 30]), UICollectionViewCompositionalLayout(section: row(.continuous)))
        let path = IndexPath(item: 10, section: 1)
        stage.act { stage.view.scrollToItem(at: path, at: .left, animated: false) }
        #expect((stage.view.collectionViewLayout as? UICollectionViewCompositionalLayout)?.plan.offsets[1]?.x == 2100)
        #expect(stage.view.cellForItem(at: path) != nil)
    }

    @Test func handler_changes_the_elements_in_sight() throws {
        let section = row(.continuous)
        section.visibleItemsInvalidationHandler = { items, offset, _ in
            for item in items { item.alpha = abs(item.frame.midX - offset.x - 160) < 100 ? 1 : 0.5 }
        }
        let stage = CollectionWindow(WordSource([30]), UICollectionViewCompositionalLayout(section: section))
        #expect(stage.view.cellForItem(at: IndexPath(item: 0, section: 0))?.alpha == 1)
        #expect(stage.view.cellForItem(at: IndexPath(item: 1, section: 0))?.alpha == 0.5)
        try stage.host.perform("drag 300,50 to 100,50 over 0.5 by touch")
        stage.wait(2)
        #expect(stage.view.visibleCells.contains { $0.alpha == 1 })
    }

    @Test func thousand_orthogonal_sections_cost_those_in_sight() {
        let stage = CollectionWindow(
            WordSource(Array(repeating: 20, count: 1000)),
            UICollectionViewCompositionalLayout(section: row(.continuous)))
        #expect(stage.source.cellsMade == 10)
        for step in 1...50 { stage.act { stage.view.contentOffset.y = CGFloat(step) * 40 } }
        let layout = stage.view.collectionViewLayout as? UICollectionViewCompositionalLayout
        #expect(layout.map { $0.scrollers.count < 16 } == true)
        #expect(stage.view.stage.queue.madeCount < 40)
        #expect(stage.fault == nil)
    }

    // MARK: Sizes and lists

    @Test func rows_say_their_heights() {
        let section = NSCollectionLayoutSection(
            group: .vertical(
                layoutSize: size(.fractionalWidth(1), .estimated(40)),
                subitems: [NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(40)))]))
        final class Source: WordSource {
            override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
                -> UICollectionViewCell
            {
                cellsMade += 1
                let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "row", for: indexPath)
                (cell as? RowCell)?.height = 30 + CGFloat(sections[0][indexPath.item] % 4) * 10
                return cell
            }
        }
        let stage = CollectionWindow(
            Source([100_000]), UICollectionViewCompositionalLayout(section: section), register: [(RowCell.self, "row")])
        #expect(frames(stage, 5).map(\.height) == [30, 40, 50, 60, 30])
        #expect(frames(stage, 5).map(\.minY) == [0, 30, 70, 120, 180])
        stage.act { stage.view.scrollToItem(at: IndexPath(item: 50_000, section: 0), at: .top, animated: false) }
        let frame = stage.view.layoutAttributesForItem(at: IndexPath(item: 50_000, section: 0))?.frame
        #expect(frame?.minY == stage.view.contentOffset.y)
        #expect(stage.source.cellsMade < 60)
    }

    @Test func list_has_rows_separators_and_round_corners() {
        final class Source: WordSource {
            override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
                -> UICollectionViewCell
            {
                let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "list", for: indexPath)
                if let cell = cell as? UICollectionViewListCell {
                    var content = cell.defaultContentConfiguration()
                    content.text = "Row \(indexPath.item)"
                    cell.contentConfiguration = content
                    cell.accessories = [.disclosureIndicator()]
                }
                return cell
            }
        }
        let stage = CollectionWindow(
            Source([3, 2]), UICollectionViewCompositionalLayout.list(using: .init(appearance: .insetGrouped)),
            register: [(UICollectionViewListCell.self, "list")])
        let cells = (0..<3).compactMap {
            stage.view.cellForItem(at: IndexPath(item: $0, section: 0)) as? UICollectionViewListCell
        }
        #expect(cells.count == 3)
        #expect(cells.allSatisfy { $0.frame.minX == 20 && $0.frame.width == 280 && $0.frame.height >= 40 })
        #expect(cells[0].layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
        #expect(cells[1].layer.maskedCorners.isEmpty)
    }
}

/// A cell that says its height.
final class RowCell: UICollectionViewCell {
    var height: CGFloat = 10
    override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let made = layoutAttributes.copy() as? UICollectionViewLayoutAttributes ?? layoutAttributes
        made.size.height = height
        return made
    }
}
