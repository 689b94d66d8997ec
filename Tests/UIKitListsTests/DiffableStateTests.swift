import Foundation
import MicaRandom
import Testing
import UIKit
@testable import UIKitLists

/// The state of diffable data sources, over a list that only keeps numbers of rows.
@MainActor @Suite struct DiffableStateTests {
    /// A list that reads its data as list views do, and writes down the requests.
    private final class Recorder: DiffableList {
        var lines: [String] = []
        var isSeen = true
        var state: DiffableState<String, Int>?
        var rows: [[Int]] = []
        var completions: [() -> Void] = []
        var willChange: (() -> Void)?

        func read() -> [[Int]] {
            guard let snapshot = state?.snapshot else { return [] }
            return snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }
        }

        func reloadAll() {
            lines.append("all")
            rows = read()
        }

        func change(
            _ difference: SnapshotDifference, reloading: DiffableReloads, animated: Bool,
            change: @escaping () -> Void, completion: @escaping () -> Void
        ) {
            var line = animated ? "animated" : "change"
            if !difference.deletedItems.isEmpty { line += " -\(difference.deletedItems.count)" }
            if !difference.insertedItems.isEmpty { line += " +\(difference.insertedItems.count)" }
            if !difference.movedItems.isEmpty { line += " >\(difference.movedItems.count)" }
            if !reloading.items.isEmpty { line += " reload\(reloading.items.map(\.item))" }
            if !reloading.sections.isEmpty { line += " sections\(reloading.sections)" }
            lines.append(line)
            let counts = rows.map(\.count)
            willChange?()
            change()
            rows = read()
            // The numbers of rows follow from the batch, as list views check.
            for section in rows.indices where difference.deletedSections.isEmpty && difference.insertedSections.isEmpty
            {
                let gone = difference.deletedItems.filter { $0.section == section }.count
                let came = difference.insertedItems.filter { $0.section == section }.count
                let movedIn = difference.movedItems.filter { $0.to.section == section }.count
                let movedOut = difference.movedItems.filter { $0.from.section == section }.count
                guard difference.movedSections.isEmpty else { continue }
                #expect(rows[section].count == counts[section] - gone + came + movedIn - movedOut)
            }
            completions.append(completion)
        }

        func reload(_ indexPaths: [IndexPath]) { lines.append("later\(indexPaths.map { $0[1] })") }
        func reconfigure(_ indexPaths: [IndexPath]) { lines.append("configure\(indexPaths.map { $0[1] })") }
    }

    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private func make() -> (Recorder, DiffableState<String, Int>) {
        let list = Recorder()
        let state = DiffableState<String, Int>(list)
        list.state = state
        return (list, state)
    }

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        for (name, items) in sections {
            snapshot.appendSections([name])
            snapshot.appendItems(items, toSection: name)
        }
        return snapshot
    }

    /// A list that is laid out before its batch asks for the items that it shows.
    @Test func shown_items_keep_their_levels_until_the_list_changes() {
        let (list, state) = make()
        var tree = NSDiffableDataSourceSectionSnapshot<Int>()
        tree.append([1, 2])
        tree.append([11], to: 1)
        tree.expand([1])
        state.apply(tree, to: "a", animated: false, completion: nil)
        var levels: [Int] = []
        list.willChange = { levels = (0..<3).map { state.level(at: IndexPath(indexes: [0, $0])) } }
        tree.delete([1])
        state.apply(tree, to: "a", animated: true, completion: nil)
        #expect(levels == [0, 1, 0])
        #expect(list.rows == [[2]] && state.tree(of: "a").items == [2])
    }

    @Test func the_first_snapshot_is_loaded_and_later_ones_are_changes() {
        let (list, state) = make()
        var done = 0
        state.apply(snapshot([("a", [1, 2, 3])]), animated: true) { done += 1 }
        #expect(list.lines == ["all"] && done == 1)
        state.apply(snapshot([("a", [3, 1, 4])]), animated: true) { done += 1 }
        #expect(list.lines == ["all", "animated -1 +1 >1"] && done == 1)
        list.completions.forEach { $0() }
        #expect(done == 2 && list.rows == [[3, 1, 4]])
        #expect(state.item(at: IndexPath(indexes: [0, 2])) == 4 && state.item(at: IndexPath(indexes: [1, 0])) == nil)
        #expect(state.indexPath(of: 1) == IndexPath(indexes: [0, 1]) && state.indexPath(of: 2) == nil)
        state.apply(snapshot([("a", [3, 1, 4])]), animated: true) { done += 1 }
        #expect(list.lines.count == 2 && done == 3)
    }

    @Test func a_list_that_is_not_seen_changes_without_an_animation() {
        let (list, state) = make()
        state.apply(snapshot([("a", [1])]), animated: true, completion: nil)
        list.isSeen = false
        state.apply(snapshot([("a", [])]), animated: true, completion: nil)
        #expect(list.lines == ["all", "change -1"])
        state.reload(snapshot([("a", [5])]), completion: nil)
        #expect(list.lines.last == "all" && list.rows == [[5]])
    }

    // *Source*: Apple, reloadItems(_:) and reconfigureItems(_:).
    @Test func reloaded_rows_are_in_the_batch_unless_they_move() {
        let (list, state) = make()
        state.apply(snapshot([("a", [1, 2, 3]), ("b", [4])]), animated: false, completion: nil)
        var next = state.snapshot
        next.reloadItems([2])
        next.reconfigureItems([3])
        state.apply(next, animated: true, completion: nil)
        #expect(list.lines == ["all", "animated reload[1]", "configure[2]"])
        next = state.snapshot
        #expect(next.reloadedItemIdentifiers.isEmpty && next.reconfiguredItemIdentifiers.isEmpty)
        next.moveItem(1, afterItem: 4)
        next.reloadItems([1])
        state.apply(next, animated: true, completion: nil)
        #expect(list.lines.suffix(2) == ["animated >1", "later[1]"])
        next = state.snapshot
        next.reconfigureItems([2])
        next.reloadSections(["b"])
        state.apply(next, animated: false, completion: nil)
        #expect(list.lines.suffix(2) == ["change sections[1]", "configure[0]"])
    }

    @Test func a_snapshot_applied_while_another_is_comes_after_it() {
        let (list, state) = make()
        state.apply(snapshot([("a", [1])]), animated: false) {
            state.apply(self.snapshot([("a", [1, 2])]), animated: false, completion: nil)
            #expect(state.snapshot.numberOfItems == 1)
        }
        #expect(state.snapshot.numberOfItems == 2 && list.lines == ["all", "change +1"])
    }

    @Test func random_snapshots_leave_the_lists_rows_equal_to_the_data() {
        let (list, state) = make()
        var random = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            var sections = ["a", "b", "c", "d"].filter { _ in random.chance(0.8) }.shuffled(using: &random).map {
                ($0, [Int]())
            }
            for item in Array(0..<15).shuffled(using: &random) where !sections.isEmpty && random.chance(0.8) {
                sections[random.below(sections.count)].1.append(item)
            }
            var next = snapshot(sections)
            next.reloadItems(next.itemIdentifiers.filter { _ in random.chance(0.1) })
            state.apply(next, animated: random.chance(), completion: nil)
            #expect(list.rows == sections.map(\.1))
        }
    }

    // MARK: Trees and moves

    private var tree: NSDiffableDataSourceSectionSnapshot<Int> {
        var tree = NSDiffableDataSourceSectionSnapshot<Int>()
        tree.append([1, 2])
        tree.append([11, 12], to: 1)
        return tree
    }

    @Test func a_sections_tree_shows_its_visible_items() {
        let (list, state) = make()
        state.apply(tree, to: "a", animated: false, completion: nil)
        #expect(list.rows == [[1, 2]])
        var open = state.tree(of: "a")
        open.expand([1])
        state.apply(open, to: "a", animated: true, completion: nil)
        #expect(list.rows == [[1, 11, 12, 2]] && list.lines == ["all", "animated +2"])
        #expect(state.level(at: IndexPath(indexes: [0, 1])) == 1 && state.isExpanded(at: IndexPath(indexes: [0, 0])))
        #expect(state.tree(of: "a").items == [1, 11, 12, 2])
        // A snapshot with other items has no levels.
        state.apply(snapshot([("a", [2, 1])]), animated: false, completion: nil)
        #expect(state.tree(of: "a").rootItems == [2, 1] && state.level(at: IndexPath(indexes: [0, 1])) == 0)
    }

    // *Source*: Apple, NSDiffableDataSourceTransaction.
    @Test func a_moved_row_is_a_transaction() throws {
        let (_, state) = make()
        state.apply(snapshot([("a", [1, 2, 3]), ("b", [4])]), animated: false, completion: nil)
        let (one, _) = try #require(
            state.transaction(movingFrom: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [0, 2])))
        #expect(one.initialSnapshot.itemIdentifiers == [1, 2, 3, 4])
        #expect(one.finalSnapshot.itemIdentifiers == [2, 3, 1, 4])
        #expect([1, 2, 3, 4].applying(one.difference) == [2, 3, 1, 4])
        #expect(one.sectionTransactions.map(\.sectionIdentifier) == ["a"])
        #expect(one.sectionTransactions[0].finalSnapshot.items == [2, 3, 1])
        let (two, trees) = try #require(
            state.transaction(movingFrom: IndexPath(indexes: [0, 1]), to: IndexPath(indexes: [1, 0])))
        #expect(two.sectionTransactions.count == 2)
        state.commit(two, trees)
        #expect(state.snapshot.itemIdentifiers == [1, 3, 2, 4])
        #expect(state.snapshot.sectionIdentifier(containingItem: 2) == "b")
    }

    @Test func a_row_moved_in_a_tree_has_the_level_of_the_next() throws {
        let (_, state) = make()
        var open = tree
        open.expand([1])
        state.apply(open, to: "a", animated: false, completion: nil)
        let (move, trees) = try #require(
            state.transaction(movingFrom: IndexPath(indexes: [0, 3]), to: IndexPath(indexes: [0, 1])))
        state.commit(move, trees)
        let after = state.tree(of: "a")
        #expect(after.visibleItems == [1, 2, 11, 12] && after.parent(of: 2) == 1)
    }
}

/// The number of random snapshots that are applied to list views: MICA_DIFF_ROUNDS, or 60.
enum DiffableRounds {
    static let count = ProcessInfo.processInfo.environment["MICA_DIFF_ROUNDS"].flatMap(Int.init) ?? 60
}
