import MicaRandom
import Testing

@testable import UIKitLists

/// Differences of snapshots and of lists: they make the new of the old, with the fewest moves.
@Suite struct DiffTests {
    /// The length of a longest rising subsequence, by comparing all pairs.
    private func longest(_ numbers: [Int]) -> Int {
        var lengths: [Int] = []
        for (index, number) in numbers.enumerated() {
            lengths.append(
                1 + (numbers[..<index].indices.filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
        }
        return lengths.max() ?? 0
    }

    @Test func a_rising_sequence_is_in_order_and_as_long_as_possible() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let numbers = Array(0..<random.below(12)).shuffled(using: &random)
            let chosen = zip(numbers, longestIncreasingSubsequence(of: numbers)).filter(\.1).map(\.0)
            #expect(chosen == chosen.sorted())
            #expect(chosen.count == longest(numbers), "\(numbers)")
        }
    }

    @Test func a_difference_of_lists_makes_the_new_list_with_the_fewest_moves() throws {
        var random = SeededGenerator(seed: 2)
        for round in 0..<10_000 {
            let pool = Array(0..<random.whole(1...14))
            let old = pool.filter { _ in random.chance(0.7) }.shuffled(using: &random)
            let new = pool.filter { _ in random.chance(0.7) }.shuffled(using: &random)
            let difference = identifierDifference(from: old, to: new)
            let made = try #require(old.applying(difference))
            #expect(made == new, "round \(round): \(old) to \(new)")
            let moves = difference.insertions.filter {
                if case .insert(_, _, let from) = $0 { return from != nil }
                return false
            }.count
            let stayed = new.compactMap { old.firstIndex(of: $0) }
            #expect(moves == stayed.count - longest(stayed), "round \(round): \(old) to \(new)")
            #expect(difference.removals.count - moves == old.filter { !new.contains($0) }.count)
        }
    }

    private typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>
    private typealias Model = [(section: Int, items: [Int])]

    private func snapshot(_ model: Model) -> Snapshot {
        var snapshot = Snapshot()
        for (section, items) in model {
            snapshot.appendSections([section])
            snapshot.appendItems(items, toSection: section)
        }
        return snapshot.settled
    }

    /// The old model with a difference's changes, by Apple's rules for batches; entries of the new model are read only
    /// where the difference inserts.
    private func apply(_ difference: SnapshotDifference, to old: Model, new: Model) -> [[Int]] {
        // Items with their old places; deletions and beginnings of moves leave holes.
        var rows = old.map { $0.items.map { Optional($0) } }
        for place in difference.deletedItems { rows[place.section][place.item] = nil }
        var moved: [SnapshotDifference.Place: Int] = [:]
        for move in difference.movedItems {
            moved[move.to] = old[move.from.section].items[move.from.item]
            rows[move.from.section][move.from.item] = nil
        }
        // Sections: the fixed ones keep their order between those that come.
        var placed: [Int: Int] = [:]
        for move in difference.movedSections { placed[move.to] = move.from }
        let gone = Set(difference.deletedSections + difference.movedSections.map(\.from))
        var still = old.indices.filter { !gone.contains($0) }[...]
        let inserted = Set(difference.insertedSections)
        var result: [[Int]] = []
        var lands: [SnapshotDifference.Place: Int] = moved
        for place in difference.insertedItems { lands[place] = new[place.section].items[place.item] }
        for section in new.indices {
            if inserted.contains(section) {
                result.append(new[section].items)
                continue
            }
            let from = placed[section] ?? still.removeFirst()
            var left = rows[from].compactMap { $0 }[...]
            let count = left.count + lands.keys.filter { $0.section == section }.count
            result.append((0..<count).map { lands[.init(section: section, item: $0)] ?? left.removeFirst() })
        }
        return result
    }

    @Test func a_difference_of_snapshots_makes_the_new_snapshot() {
        var random = SeededGenerator(seed: 3)
        func model() -> Model {
            let sections = Array(0..<5).filter { _ in random.chance(0.7) }.shuffled(using: &random)
            var result = sections.map { (section: $0, items: [Int]()) }
            for item in Array(0..<random.whole(0...16)).shuffled(using: &random) where !result.isEmpty {
                if random.chance(0.8) { result[random.below(result.count)].items.append(item) }
            }
            return result
        }
        for round in 0..<10_000 {
            let (old, new) = (model(), model())
            let difference = snapshot(new).storage.difference(from: snapshot(old).storage)
            let made = apply(difference, to: old, new: new)
            #expect(made == new.map(\.items), "round \(round): \(old) to \(new)")
            // The fewest moves of sections, and of items that stay in their section.
            let stayed = new.compactMap { entry in old.firstIndex { $0.section == entry.section } }
            #expect(difference.movedSections.count == stayed.count - longest(stayed))
            let within = difference.movedItems.filter { move in
                old[move.from.section].section == new[move.to.section].section
            }
            var least = 0
            for entry in new {
                let before = old.first { $0.section == entry.section }?.items ?? []
                let kept = entry.items.compactMap { before.firstIndex(of: $0) }
                least += kept.count - longest(kept)
            }
            #expect(within.count == least, "round \(round)")
        }
    }

    @Test func an_unchanged_snapshot_has_no_difference() {
        let one = snapshot([(1, [1, 2, 3]), (2, [4])])
        #expect(one.storage.difference(from: one.storage).isEmpty)
    }

    @Test func one_moved_item_is_one_move() {
        let (old, new) = (snapshot([(1, [1, 2, 3, 4, 5])]), snapshot([(1, [2, 3, 4, 5, 1])]))
        let difference = new.storage.difference(from: old.storage)
        #expect(difference.movedItems == [.init(from: .init(section: 0, item: 0), to: .init(section: 0, item: 4))])
        #expect(difference.deletedItems.isEmpty && difference.insertedItems.isEmpty)
    }

    /// An identifier that counts how often it is hashed and compared.
    private struct Counted: Hashable, Sendable {
        // Safe because: one test uses it, on one thread.
        nonisolated(unsafe) static var hashes = 0
        // Safe because: as the line above.
        nonisolated(unsafe) static var comparisons = 0
        let number: Int

        static func == (a: Counted, b: Counted) -> Bool {
            unsafe comparisons += 1
            return a.number == b.number
        }
        func hash(into hasher: inout Hasher) {
            unsafe Self.hashes += 1
            hasher.combine(number)
        }
    }

    // 10,000 to 10,000 random identifiers within 50 milliseconds: each is looked up once, whatever the order.
    @Test func ten_thousand_random_identifiers_are_hashed_a_few_times_each() {
        var random = SeededGenerator(seed: 4)
        let count = 10_000
        let pool = Array(0..<(count * 3 / 2)).map(Counted.init)
        var old = NSDiffableDataSourceSnapshot<Int, Counted>()
        old.appendSections([0])
        old.appendItems(Array(pool.shuffled(using: &random).prefix(count)))
        var new = NSDiffableDataSourceSnapshot<Int, Counted>()
        new.appendSections([0])
        new.appendItems(Array(pool.shuffled(using: &random).prefix(count)))
        unsafe (Counted.hashes, Counted.comparisons) = (0, 0)
        let difference = new.settled.storage.difference(from: old.settled.storage)
        let (hashes, comparisons) = unsafe (Counted.hashes, Counted.comparisons)
        #expect(hashes <= 2 * count, "\(hashes)")
        #expect(comparisons <= 3 * count, "\(comparisons)")
        #expect(difference.movedItems.count + difference.deletedItems.count > count / 2)
    }
}
