import Foundation
import MicaRandom
import MicaScripts
import Testing
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// Table views with diffable data sources.
@MainActor @Suite struct DiffableTableTests {
    private typealias Source = UITableViewDiffableDataSource<String, Int>
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    @MainActor private final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window: UIWindow
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
        private(set) var source: Source!
        /// The number of calls of the cell provider.
        var provided = 0

        init() {
            window = UIWindow(host: host)
            window.addSubview(table)
            table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
            source = Source(tableView: table) { [weak self] table, indexPath, item in
                self?.provided += 1
                let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
                cell.textLabel?.text = "\(item)"
                return cell
            }
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }

        var shown: [String] { table.visibleCells.compactMap { $0.textLabel?.text } }

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

    // *Source*: Apple, UITableViewDiffableDataSource.
    @Test func a_table_shows_a_snapshot_and_then_the_next() {
        let stage = Stage()
        #expect(stage.table.dataSource === stage.source)
        stage.source.apply(snapshot([("a", [1, 2, 3]), ("b", [4])]), animatingDifferences: false)
        stage.settle()
        #expect(stage.table.numberOfSections == 2 && stage.shown == ["1", "2", "3", "4"])
        var done = false
        stage.source.apply(snapshot([("b", [4, 2]), ("a", [3, 5])])) { done = true }
        stage.settle()
        #expect(stage.shown == ["4", "2", "3", "5"] && done)
        #expect(stage.source.itemIdentifier(for: IndexPath(indexes: [0, 1])) == 2)
        #expect(stage.source.indexPath(for: 5) == IndexPath(indexes: [1, 1]))
        #expect(stage.source.sectionIdentifier(for: 1) == "a" && stage.source.index(for: "b") == 0)
    }

    @Test func items_are_reconfigured_in_their_cells_and_reloaded_in_others() throws {
        let stage = Stage()
        stage.source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false)
        stage.settle()
        let cells = stage.table.visibleCells
        stage.provided = 0
        var next = stage.source.snapshot()
        next.reconfigureItems([2])
        stage.source.apply(next)
        stage.settle()
        #expect(stage.provided == 1 && zip(stage.table.visibleCells, cells).allSatisfy { $0 === $1 })
        next.reloadItems([3])
        stage.source.applySnapshotUsingReloadData(next)
        stage.settle()
        #expect(stage.shown == ["1", "2", "3"])
    }

    @Test func random_snapshots_are_shown_as_they_are() {
        let stage = Stage()
        var random = SeededGenerator(seed: 7)
        for round in 0..<150 {
            var sections = ["a", "b", "c", "d"].filter { _ in random.chance(0.8) }.shuffled(using: &random)
                .map { ($0, [Int]()) }
            for item in Array(0..<9).shuffled(using: &random) where !sections.isEmpty && random.chance(0.8) {
                sections[random.below(sections.count)].1.append(item)
            }
            stage.source.apply(snapshot(sections), animatingDifferences: random.chance())
            if random.chance(0.7) { stage.settle() } else { stage.host.advance(to: stage.host.time + 0.05) }
            #expect(stage.table.numberOfSections == sections.count)
            let wanted = sections.flatMap(\.1).map(String.init)
            #expect(stage.shown == wanted, "round \(round)")
        }
    }

    @Test func a_subclass_gives_titles_and_allows_editing() {
        final class Titled: UITableViewDiffableDataSource<String, Int> {
            override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
                sectionIdentifier(for: section)
            }
            override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        }
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
        let source = Titled(tableView: table) { _, _, _ in UITableViewCell() }
        source.apply(snapshot([("Fruit", [1])]), animatingDifferences: false)
        let asked: any UITableViewDataSource = source
        #expect(asked.tableView(table, titleForHeaderInSection: 0) == "Fruit")
        #expect(asked.tableView(table, canEditRowAt: IndexPath(indexes: [0, 0])))
        let plain: any UITableViewDataSource = Source(tableView: table) { _, _, _ in UITableViewCell() }
        #expect(!plain.tableView(table, canEditRowAt: IndexPath(indexes: [0, 0])))
    }

    @Test func apply_returns_when_the_animations_have_ended() async {
        let stage = Stage()
        await stage.source.apply(snapshot([("a", [1])]), animatingDifferences: false)
        #expect(stage.source.snapshot().itemIdentifiers == [1])
    }
}
