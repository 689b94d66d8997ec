import Foundation
import MicaRandom
import Testing
import UIKit

@testable import UIKitLists

/// The engine of lists: lengths with their sums, the map of a batch, and its messages.
struct ListEngineTests {
    @Test func lengths_answer_as_a_plain_array() {
        for seed in 1...6 {
            var random = SeededGenerator(seed: UInt64(seed))
            var plain: [CGFloat] = (0..<random.below(700)).map { _ in CGFloat(random.below(5)) * 10.5 }
            var list = LengthList(plain)
            for _ in 0..<300 {
                switch random.below(5) {
                case 0:
                    let (index, length) = (random.below(plain.count + 1), CGFloat(random.below(90)))
                    plain.insert(length, at: index)
                    list.insert(length, isEstimate: true, at: index)
                    #expect(list.isEstimate(index))
                case 1 where !plain.isEmpty:
                    let index = random.below(plain.count)
                    plain.remove(at: index)
                    list.remove(at: index)
                case 2 where !plain.isEmpty:
                    let (index, length) = (random.below(plain.count), CGFloat(random.below(90)))
                    plain[index] = length
                    list.set(index, length, isEstimate: false)
                    #expect(!list.isEstimate(index))
                default:
                    let index = random.below(plain.count + 1)
                    #expect(list.offset(of: index) == plain[..<index].reduce(0, +), "seed \(seed)")
                    let offset = CGFloat(random.number(-10...Double(plain.reduce(0, +) + 10)))
                    #expect(list.index(at: offset) == Self.index(at: offset, plain), "seed \(seed), \(offset)")
                }
                #expect(list.count == plain.count && list.total == plain.reduce(0, +))
            }
        }
    }

    private static func index(at offset: CGFloat, _ plain: [CGFloat]) -> Int? {
        guard !plain.isEmpty else { return nil }
        guard offset > 0 else { return 0 }
        var end: CGFloat = 0
        for (index, length) in plain.enumerated() {
            end += length
            if offset < end { return index }
        }
        return plain.count - 1
    }

    @Test func lengths_that_are_no_lengths_count_as_none() {
        let list = LengthList([.nan, -.infinity, -3, 7])
        #expect(list.total == 7)
    }

    @Test func a_batch_maps_every_position_as_the_model_does() throws {
        for seed in 1...150 {
            var random = SeededGenerator(seed: UInt64(seed))
            var model = ListModel((0..<random.below(5)).map { _ in random.below(12) })
            for _ in 0..<5 {
                let old = model
                let changes = model.change(&random, share: random.unit())
                let map = try ListMap(changes, before: old.counts, after: model.counts, nouns: .table)
                for (section, entry) in old.sections.enumerated() {
                    let new = model.sections.firstIndex { $0.id == entry.id }
                    #expect(map.newSection(of: section) == new, "seed \(seed)")
                    for (row, id) in entry.rows.enumerated() {
                        #expect(map.newRow(of: RowPath(section, row)) == model.position(of: id), "seed \(seed)")
                    }
                }
                for (section, entry) in model.sections.enumerated() {
                    for (row, id) in entry.rows.enumerated() {
                        #expect(map.oldRow(of: RowPath(section, row)) == old.position(of: id), "seed \(seed)")
                    }
                }
            }
        }
    }

    @Test func a_batch_moves_lengths_with_their_entries() throws {
        for seed in 1...30 {
            var random = SeededGenerator(seed: UInt64(seed))
            var model = ListModel((0..<4).map { _ in random.below(300) })
            func lengths(_ rows: [Int]) -> LengthList { LengthList(rows.map { CGFloat($0) }) }
            var geometry = ListGeometry(
                model.sections.map { .init(header: CGFloat($0.id), footer: 5, rows: lengths($0.rows)) })
            for _ in 0..<4 {
                let old = model
                let changes = model.change(&random, share: random.unit() / 4)
                let map = try ListMap(changes, before: old.counts, after: model.counts, nouns: .table)
                geometry.apply(map) { section in
                    let entry = model.sections[section]
                    return .init(header: CGFloat(entry.id), footer: 5, rows: lengths(entry.rows))
                } newRow: { row in
                    (CGFloat(model[row]), false)
                }
                var start: CGFloat = 0
                for (section, entry) in model.sections.enumerated() {
                    #expect(geometry.start(ofSection: section) == start, "seed \(seed)")
                    start += CGFloat(entry.id)
                    for (row, id) in entry.rows.enumerated() {
                        let span = geometry.span(of: RowPath(section, row))
                        #expect(span.start == start && span.length == CGFloat(id), "seed \(seed)")
                        #expect(geometry.row(at: start) == RowPath(section, row))
                        start += CGFloat(id)
                    }
                    start += 5
                }
                #expect(geometry.total == start)
            }
        }
    }

    @Test func a_range_of_offsets_finds_the_entries_in_it() {
        let geometry = ListGeometry([
            .init(header: 20, footer: 10, rows: LengthList([44, 44, 44])), .init(header: 20),
            .init(rows: LengthList([10])),
        ])
        func found(_ low: CGFloat, _ high: CGFloat) -> [String] {
            var result: [String] = []
            geometry.forEachSection(from: low, to: high) { result.append("\($0): \($1)") }
            return result
        }
        #expect(found(0, 20) == ["0: 0..<0"])
        #expect(found(0, 64) == ["0: 0..<1"])
        #expect(found(64, 65) == ["0: 1..<2"])
        #expect(found(100, 400) == ["0: 1..<3", "1: 0..<0", "2: 0..<1"])
        #expect(geometry.row(at: 10) == nil && geometry.row(at: 20) == RowPath(0, 0) && geometry.row(at: 155) == nil)
    }

    // MARK: Messages

    private func message(_ before: [Int], _ after: [Int], _ change: (inout ListChanges) -> Void) -> String {
        var changes = ListChanges()
        change(&changes)
        do throws(ListUpdateError) {
            _ = try ListMap(changes, before: before, after: after, nouns: .table)
            return "valid"
        } catch { return error.description }
    }

    @Test func a_wrong_batch_has_apples_message() {
        #expect(
            message([3], [3]) { $0.deletedRows = [RowPath(0, 1)] }
                == "Invalid update: invalid number of rows in section 0.  The number of rows contained in an existing "
                + "section after the update (3) must be equal to the number of rows contained in that section before "
                + "the update (3), plus or minus the number of rows inserted or deleted from that section (0 inserted, "
                + "1 deleted) and plus or minus the number of rows moved into or out of that section (0 moved in, 0 "
                + "moved out).")
        #expect(
            message([3], [3, 1]) { _ in }
                == "Invalid update: invalid number of sections.  The number of sections contained in the table view "
                + "after the update (2) must be equal to the number of sections contained in the table view before "
                + "the update (1), plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted).")
        #expect(
            message([3], [2]) { $0.deletedRows = [RowPath(0, 5)] }
                == "attempt to delete row 5 from section 0 which only contains 3 rows before the update")
        #expect(
            message([3], [4]) { $0.insertedRows = [RowPath(0, 4)] }
                == "attempt to insert row 4 into section 0, but there are only 4 rows in section 0 after the update")
        #expect(
            message([3], []) { $0.deletedSections = [1] }
                == "attempt to delete section 1, but there are only 1 section before the update")
        #expect(
            message([3], [3]) {
                $0.insertedRows = [RowPath(0, 0)]
                $0.movedRows = [.init(from: RowPath(0, 2), to: RowPath(0, 0))]
            } == "attempt to perform an insert and a move to the same index path ({0, 0})")
    }

    /// *Source*: Apple, "Table View Programming Guide", Listing 7-8: "Delete and insert in a batch": of the rows of
    /// Arizona to Delaware the second and the fifth row go, and the rows 0 and 3 come.
    @Test func deletions_count_before_and_insertions_after() throws {
        var changes = ListChanges()
        changes.insertedRows = [RowPath(0, 0), RowPath(0, 3)]
        changes.deletedRows = [RowPath(0, 1), RowPath(0, 4)]
        let map = try ListMap(changes, before: [5], after: [5], nouns: .table)
        #expect((0..<5).map { map.newRow(of: RowPath(0, $0))?.row } == [1, nil, 2, 4, nil])
        #expect((0..<5).map { map.oldRow(of: RowPath(0, $0))?.row } == [nil, 0, 2, nil, 3])
    }

    @Test @MainActor func a_queue_gives_back_the_views_that_it_got() {
        let queue = ReuseQueue<UIView>()
        #expect(queue.take("a") { _ in UIView() } == nil)
        queue.register(UIView.self, for: "a")
        let view = queue.take("a") { _ in UIView() }
        #expect(view != nil && queue.madeCount == 1)
        if let view { queue.put(view, "a") }
        #expect(queue.take("b") == nil && queue.take("a") === view && queue.waitingCount == 0)
    }

    @Test func index_paths_have_rows_and_items() {
        var path = IndexPath(row: 3, section: 2)
        #expect(path == IndexPath(item: 3, section: 2) && path.item == 3 && path.section == 2)
        path.row += 1
        #expect(path == IndexPath(row: 4, section: 2))
    }
}
