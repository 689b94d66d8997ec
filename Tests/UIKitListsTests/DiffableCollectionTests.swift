import Foundation
import MicaRandom
import MicaScripts
import Testing
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// Collection views with diffable data sources.
@MainActor @Suite struct DiffableCollectionTests {
    private typealias Source = UICollectionViewDiffableDataSource<String, Int>
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>
    private typealias Tree = NSDiffableDataSourceSectionSnapshot<Int>

    @MainActor private final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window: UIWindow
        let view: UICollectionView
        private(set) var source: Source!
        var provided = 0

        init(isList: Bool = false) {
            window = UIWindow(host: host)
            let flow = UICollectionViewFlowLayout()
            flow.itemSize = CGSize(width: 60, height: 30)
            let layout =
                isList
                ? UICollectionViewCompositionalLayout.list(
                    using: UICollectionLayoutListConfiguration(appearance: .plain))
                : flow
            view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
            window.addSubview(view)
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, item in
                var content = cell.defaultContentConfiguration()
                content.text = "\(item)"
                cell.contentConfiguration = content
                cell.accessories = [.outlineDisclosure()]
            }
            source = Source(collectionView: view) { [weak self] view, indexPath, item in
                self?.provided += 1
                return view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: item)
            }
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }

        /// The texts of the shown cells, in the order of their index paths.
        var shown: [String] {
            view.indexPathsForVisibleItems.sorted().compactMap { path in
                let cell = view.cellForItem(at: path) as? UICollectionViewListCell
                return (cell?.contentConfiguration as? UIListContentConfiguration)?.text
            }
        }

        func settle() { host.advance(to: host.time + 1) }
    }

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        for (name, items) in sections {
            snapshot.appendSections([name])
            snapshot.appendItems(items, toSection: name)
        }
        return snapshot
    }

    // *Source*: Apple, UICollectionViewDiffableDataSource.
    @Test func a_collection_shows_a_snapshot_and_then_the_next() {
        let stage = Stage()
        #expect(stage.view.dataSource === stage.source)
        stage.source.apply(snapshot([("a", [1, 2, 3]), ("b", [4])]), animatingDifferences: false)
        stage.settle()
        #expect(stage.shown == ["1", "2", "3", "4"])
        var done = false
        stage.source.apply(snapshot([("b", [4, 2]), ("a", [3, 5])])) { done = true }
        stage.settle()
        #expect(stage.shown == ["4", "2", "3", "5"] && done)
        #expect(stage.source.indexPath(for: 5) == IndexPath(indexes: [1, 1]))
        #expect(stage.source.sectionIdentifier(for: 1) == "a" && stage.source.index(for: "b") == 0)
        stage.provided = 0
        var next = stage.source.snapshot()
        next.reconfigureItems([2])
        stage.source.apply(next)
        stage.settle()
        #expect(stage.provided == 1)
    }

    @Test func random_snapshots_are_shown_as_they_are() {
        let stage = Stage()
        var random = SeededGenerator(seed: 8)
        for round in 0..<DiffableRounds.count {
            var sections = ["a", "b", "c", "d"].filter { _ in random.chance(0.8) }.shuffled(using: &random)
                .map { ($0, [Int]()) }
            for item in Array(0..<15).shuffled(using: &random) where !sections.isEmpty && random.chance(0.8) {
                sections[random.below(sections.count)].1.append(item)
            }
            var next = snapshot(sections)
            next.reloadItems(next.itemIdentifiers.filter { _ in random.chance(0.1) })
            stage.source.apply(next, animatingDifferences: random.chance())
            if random.chance(0.7) { stage.settle() } else { stage.host.advance(to: stage.host.time + 0.05) }
            #expect(stage.view.numberOfSections == sections.count)
            #expect(stage.shown == sections.flatMap(\.1).map(String.init), "round \(round)")
        }
    }

    private var tree: Tree {
        var tree = Tree()
        tree.append([1, 2])
        tree.append([11, 12], to: 1)
        return tree
    }

    // *Source*: WWDC 2020, "Advances in diffable data sources".
    @Test func a_disclosure_shows_and_hides_the_items_below_and_asks_the_handlers() throws {
        let stage = Stage(isList: true)
        stage.source.apply(tree, to: "a", animatingDifferences: false)
        stage.settle()
        #expect(stage.shown == ["1", "2"])
        var calls: [String] = []
        var allows = false
        stage.source.sectionSnapshotHandlers.shouldExpandItem = { _ in allows }
        stage.source.sectionSnapshotHandlers.willExpandItem = { calls.append("expand \($0)") }
        stage.source.sectionSnapshotHandlers.willCollapseItem = { calls.append("collapse \($0)") }
        stage.source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, below in
            var below = below
            if !below.contains(13) { below.append([13]) }
            return below
        }
        let first = try #require(stage.view.cellForItem(at: IndexPath(indexes: [0, 0])) as? UICollectionViewListCell)
        first.standardAction?(.outlineDisclosure)
        #expect(stage.shown == ["1", "2"] && calls.isEmpty)
        allows = true
        first.standardAction?(.outlineDisclosure)
        stage.settle()
        #expect(stage.shown == ["1", "11", "12", "13", "2"] && calls == ["expand 1"])
        #expect(first.isExpanded && first.configurationState.isExpanded)
        let below = stage.view.cellForItem(at: IndexPath(indexes: [0, 1])) as? UICollectionViewListCell
        #expect(below?.indentationLevel == 1 && first.indentationLevel == 0)
        first.standardAction?(.outlineDisclosure)
        stage.settle()
        #expect(stage.shown == ["1", "2"] && calls == ["expand 1", "collapse 1"] && !first.isExpanded)
        #expect(stage.source.snapshot(for: "a").items == [1, 11, 12, 13, 2])
    }

    /// An identifier that does not equal itself, unless its arrays are the same. *Source*: tarikbozyak/AdvancedCompositionalLayout, whose
    /// items compare new UUIDs; its outline works on iOS.
    private struct Odd: Hashable, Sendable {
        var name: String
        var below: [Odd] = []
        static func == (a: Odd, b: Odd) -> Bool { a.name == b.name && !a.below.isEmpty && a.below == b.below }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    @Test func an_outline_of_items_that_do_not_equal_themselves_stays_one() throws {
        let stage = Stage(isList: true)
        let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Odd> { cell, _, item in
            var content = cell.defaultContentConfiguration()
            content.text = item.name
            cell.contentConfiguration = content
        }
        let source = UICollectionViewDiffableDataSource<Int, Odd>(collectionView: stage.view) { view, path, item in
            view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
        }
        for section in 0..<2 {
            let top = Odd(name: "top \(section)", below: [Odd(name: "a"), Odd(name: "b")])
            var tree = NSDiffableDataSourceSectionSnapshot<Odd>()
            tree.append([top])
            tree.append(top.below, to: top)
            tree.expand([top])
            source.apply(tree, to: section, animatingDifferences: false)
        }
        stage.settle()
        #expect(stage.shown == ["top 0", "a", "b", "top 1", "a", "b"])
        func cell(_ row: Int) -> UICollectionViewListCell? {
            stage.view.cellForItem(at: IndexPath(indexes: [0, row])) as? UICollectionViewListCell
        }
        let first = try #require(cell(0))
        #expect(first.isExpanded && cell(1)?.indentationLevel == 1 && cell(2)?.isExpanded == false)
        first.standardAction?(.outlineDisclosure)
        stage.settle()
        #expect(stage.shown == ["top 0", "top 1", "a", "b"])
    }

    // *Source*: Apple, UICollectionViewDiffableDataSource.reorderingHandlers.
    @Test func the_handlers_get_a_moved_item_with_its_difference() {
        let stage = Stage()
        stage.source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false)
        let first = IndexPath(indexes: [0, 0]), last = IndexPath(indexes: [0, 2])
        #expect(!stage.source.collectionView(stage.view, canMoveItemAt: first))
        stage.source.reorderingHandlers.canReorderItem = { $0 == 1 }
        #expect(stage.source.collectionView(stage.view, canMoveItemAt: first))
        #expect(!stage.source.collectionView(stage.view, canMoveItemAt: last))
        var lines: [String] = []
        stage.source.reorderingHandlers.willReorder = { [source = stage.source!] _ in
            lines.append("will \(source.snapshot().itemIdentifiers)")
        }
        stage.source.reorderingHandlers.didReorder = { [source = stage.source!] change in
            lines.append("did \(source.snapshot().itemIdentifiers) \([1, 2, 3].applying(change.difference) ?? [])")
        }
        stage.source.collectionView(stage.view, moveItemAt: first, to: last)
        #expect(lines == ["will [1, 2, 3]", "did [2, 3, 1] [2, 3, 1]"])
    }

    @Test func a_missing_cell_ends_the_program() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
                let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) { _, _, _ in nil }
                _ = source.collectionView(view, cellForItemAt: IndexPath(indexes: [0, 0]))
            }
        }
    }
}
