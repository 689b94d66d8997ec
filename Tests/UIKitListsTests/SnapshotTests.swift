import MicaRandom
import Testing
import UIKit

@testable import UIKitLists

/// Snapshots against plain arrays, and facts about them.
@Suite struct SnapshotTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    /// A model of a snapshot: arrays in an array.
    private struct Model {
        var sections: [(name: String, items: [Int])] = []

        var all: [Int] { sections.flatMap(\.items) }
        func place(_ item: Int) -> (Int, Int)? {
            for (section, entry) in sections.enumerated() {
                if let index = entry.items.firstIndex(of: item) { return (section, index) }
            }
            return nil
        }
        mutating func remove(_ items: [Int]) {
            for index in sections.indices { sections[index].items.removeAll { items.contains($0) } }
        }
        mutating func insert(_ items: [Int], at other: Int, _ offset: Int) {
            remove(items)
            if let (section, index) = place(other) {
                sections[section].items.insert(contentsOf: items, at: index + offset)
            }
        }
    }

    @Test func random_changes_are_those_of_arrays() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<400 {
            var snapshot = Snapshot(), model = Model()
            for step in 0..<25 { change(&snapshot, &model, &random, step) }
            #expect(snapshot.sectionIdentifiers == model.sections.map(\.name))
            #expect(snapshot.itemIdentifiers == model.all)
            #expect(snapshot.numberOfItems == model.all.count)
            for (index, entry) in model.sections.enumerated() {
                #expect(snapshot.itemIdentifiers(inSection: entry.name) == entry.items)
                #expect(snapshot.indexOfSection(entry.name) == index)
            }
            for item in -1..<20 {
                #expect(snapshot.indexOfItem(item) == model.all.firstIndex(of: item))
                #expect(snapshot.sectionIdentifier(containingItem: item) == model.place(item).map { model.sections[$0.0].name })
            }
        }
    }

    private func change(
        _ snapshot: inout Snapshot, _ model: inout Model, _ random: inout SeededGenerator, _ step: Int
    ) {
        let names = model.sections.map(\.name)
        let all = model.all
        let fresh = Array(0..<20).filter { !all.contains($0) }.shuffled(using: &random).prefix(3).map { $0 }
        switch random.below(10) {
        case 0:
            let name = "s\(step)"
            if let other = names.randomElement(using: &random), random.chance() {
                snapshot.insertSections([name], beforeSection: other)
                model.sections.insert((name, []), at: names.firstIndex(of: other) ?? 0)
            } else {
                snapshot.appendSections([name])
                model.sections.append((name, []))
            }
        case 1:
            guard names.count > 1, random.chance(0.4) else { return }
            let name = random.pick(names)
            snapshot.deleteSections([name])
            model.sections.removeAll { $0.name == name }
        case 2:
            guard names.count > 1 else { return }
            let two = names.shuffled(using: &random).prefix(2)
            let (name, other) = (two[0], two[1])
            snapshot.moveSection(name, afterSection: other)
            if let index = names.firstIndex(of: name) {
                let entry = model.sections.remove(at: index)
                let to = model.sections.firstIndex { $0.name == other } ?? 0
                model.sections.insert(entry, at: to + 1)
            }
        case 3, 4, 5:
            guard !names.isEmpty else { return }
            let name = random.pick(names)
            snapshot.appendItems(fresh, toSection: name)
            if let index = names.firstIndex(of: name) { model.sections[index].items += fresh }
        case 6:
            guard let other = all.randomElement(using: &random) else { return }
            snapshot.insertItems(fresh, beforeItem: other)
            model.insert(fresh, at: other, 0)
        case 7:
            guard let other = all.randomElement(using: &random) else { return }
            snapshot.insertItems(fresh, afterItem: other)
            model.insert(fresh, at: other, 1)
        case 8:
            guard all.count > 1 else { return }
            let two = all.shuffled(using: &random).prefix(2)
            let isBefore = random.chance()
            if isBefore {
                snapshot.moveItem(two[0], beforeItem: two[1])
            } else {
                snapshot.moveItem(two[0], afterItem: two[1])
            }
            model.insert([two[0]], at: two[1], isBefore ? 0 : 1)
        default:
            let gone = all.filter { _ in random.chance(0.3) }
            snapshot.deleteItems(gone + [99])
            model.remove(gone)
        }
    }

    // *Source*: a log of iOS (explorer89.tistory.com/343): "The existing item identifiers will be moved into place
    // instead".
    @Test func items_that_are_appended_again_move() {
        var snapshot = Snapshot()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems([1, 2, 3], toSection: "a")
        snapshot.appendItems([2, 4], toSection: "b")
        #expect(snapshot.itemIdentifiers(inSection: "a") == [1, 3])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [2, 4])
    }

    // *Source*: Apple, appendItems(_:toSection:): "If no section is specified, the items are appended to the last
    // section".
    @Test func items_without_a_section_go_to_the_last() {
        var snapshot = Snapshot()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems([1])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [1])
    }

    @Test func requests_to_reload_end_with_their_items() {
        var snapshot = Snapshot()
        snapshot.appendSections(["a"])
        snapshot.appendItems([1, 2, 3])
        snapshot.reloadItems([3, 1])
        snapshot.reloadItems([3])
        snapshot.reconfigureItems([2])
        snapshot.reloadSections(["a"])
        #expect(snapshot.reloadedItemIdentifiers == [3, 1])
        #expect(snapshot.reconfiguredItemIdentifiers == [2])
        #expect(snapshot.reloadedSectionIdentifiers == ["a"])
        snapshot.deleteItems([3])
        #expect(snapshot.reloadedItemIdentifiers == [1])
        snapshot.deleteSections(["a"])
        #expect(snapshot.reloadedItemIdentifiers.isEmpty && snapshot.reconfiguredItemIdentifiers.isEmpty)
        #expect(snapshot.reloadedSectionIdentifiers.isEmpty)
    }

    @Test func wrong_identifiers_end_the_program_with_apples_message() async {
        await #expect(processExitsWith: .failure) {
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendSections([1, 1])
        }
        await #expect(processExitsWith: .failure) {
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendItems([1])
        }
        await #expect(processExitsWith: .failure) {
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendSections([1])
            snapshot.appendItems([1, 1])
        }
        await #expect(processExitsWith: .failure) {
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendSections([1])
            snapshot.reloadItems([5])
        }
    }

    // MARK: Section snapshots

    private var tree: NSDiffableDataSourceSectionSnapshot<String> {
        var tree = NSDiffableDataSourceSectionSnapshot<String>()
        tree.append(["a", "b"])
        tree.append(["a1", "a2"], to: "a")
        tree.append(["a11"], to: "a1")
        return tree
    }

    // *Source*: WWDC 2020, "Advances in diffable data sources": items below others are seen once these are expanded.
    @Test func items_below_are_seen_once_all_above_are_expanded() {
        var tree = tree
        #expect(tree.items == ["a", "a1", "a11", "a2", "b"])
        #expect(tree.rootItems == ["a", "b"])
        #expect(tree.visibleItems == ["a", "b"])
        tree.expand(["a1"])
        #expect(tree.visibleItems == ["a", "b"])
        #expect(!tree.isVisible("a11") && tree.isExpanded("a1"))
        tree.expand(["a", "nothing"])
        #expect(tree.visibleItems == ["a", "a1", "a11", "a2", "b"])
        tree.collapse(["a1"])
        #expect(tree.visibleItems == ["a", "a1", "a2", "b"])
        #expect(tree.level(of: "a11") == 2 && tree.level(of: "b") == 0)
        #expect(tree.parent(of: "a11") == "a1" && tree.parent(of: "b") == nil)
        #expect(tree.index(of: "b") == 4 && tree.index(of: "z") == nil)
    }

    @Test func trees_change_with_what_is_below() {
        var tree = tree
        tree.insert(["c"], before: "a")
        tree.insert(["a15"], after: "a1")
        #expect(tree.items == ["c", "a", "a1", "a11", "a15", "a2", "b"])
        #expect(tree.parent(of: "a15") == "a")
        var below = tree.snapshot(of: "a")
        #expect(below.items == ["a1", "a11", "a15", "a2"] && below.level(of: "a11") == 1)
        #expect(tree.snapshot(of: "a", includingParent: true).rootItems == ["a"])
        below.delete(["a1"])
        #expect(below.items == ["a15", "a2"])
        tree.replace(childrenOf: "a", using: below)
        #expect(tree.items == ["c", "a", "a15", "a2", "b"])
        var other = NSDiffableDataSourceSectionSnapshot<String>()
        other.append(["x"])
        other.append(["x1"], to: "x")
        other.expand(["x"])
        #expect(tree.insert(other, after: "a2") == "x")
        #expect(tree.items == ["c", "a", "a15", "a2", "x", "x1", "b"])
        #expect(tree.level(of: "x1") == 2 && tree.isExpanded("x"))
        tree.delete(["a"])
        #expect(tree.items == ["c", "b"])
        #expect(tree.visualDescription() == "* c\n* b")
        tree.deleteAll()
        #expect(tree.items.isEmpty)
    }
}
