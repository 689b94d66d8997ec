import Foundation
import MicaRandom

@testable import UIKitLists

/// A list as plain arrays, and random batches of changes to it: the model that the fuzz tests compare with.
struct ListModel: Equatable {
    struct Section: Equatable {
        var id: Int
        var rows: [Int]
    }

    var sections: [Section] = []
    private var nextID = 0

    /// Makes a list with a number of entries in each section.
    init(_ counts: [Int]) {
        for count in counts {
            let id = newID()
            sections.append(Section(id: id, rows: (0..<count).map { _ in newID() }))
        }
    }

    /// An identifier that no section and no entry has.
    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    var counts: [Int] { sections.map(\.rows.count) }

    subscript(row: RowPath) -> Int { sections[row.section].rows[row.row] }

    /// The position of an entry; nil if the list has none of that identifier.
    func position(of id: Int) -> RowPath? {
        for (index, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(of: id) { return RowPath(index, row) }
        }
        return nil
    }

    /// Changes the list at random, and returns the batch that describes the change.
    ///
    /// - Parameter share: How much of the list changes, 0 to 1.
    mutating func change(_ random: inout SeededGenerator, share: Double) -> ListChanges {
        var changes = ListChanges()
        let old = self
        // Sections that stay, go, move and are loaded anew.
        var kept: [Int] = [], moved: [Int] = []
        let sectionShare = share / 4
        for index in old.sections.indices {
            if random.chance(sectionShare) {
                changes.deletedSections.insert(index)
            } else if random.chance(sectionShare) {
                moved.append(index)
            } else {
                kept.append(index)
                if random.chance(sectionShare) { changes.reloadedSections.insert(index) }
            }
        }
        var order: [(old: Int?, isMoved: Bool)] = kept.map { ($0, false) }
        for index in moved { order.insert((index, true), at: random.below(order.count + 1)) }
        var insertions = random.chance(min(1, sectionShare * 3)) ? random.below(3) : 0
        if order.isEmpty, insertions == 0 { insertions = 1 }
        for _ in 0..<insertions { order.insert((nil, false), at: random.below(order.count + 1)) }
        for (new, entry) in order.enumerated() {
            if entry.isMoved, let from = entry.old { changes.movedSections.append(.init(from: from, to: new)) }
            if entry.old == nil { changes.insertedSections.insert(new) }
        }
        // Entries: those that stay first, in order, then the others between them.
        var staying: [[(id: Int, from: RowPath?, isMoved: Bool)]] = order.map { _ in [] }
        var wandering: [(id: Int, from: RowPath)] = []
        for (new, entry) in order.enumerated() {
            guard let section = entry.old else { continue }
            guard !changes.reloadedSections.contains(section) else { continue }
            for (row, id) in old.sections[section].rows.enumerated() {
                let path = RowPath(section, row)
                if random.chance(share / 3) {
                    changes.deletedRows.insert(path)
                } else if random.chance(share / 3) {
                    wandering.append((id, path))
                } else {
                    staying[new].append((id, nil, false))
                    if random.chance(share / 3) { changes.reloadedRows.insert(path) }
                }
            }
        }
        let targets = order.indices.filter { new in
            order[new].old.map { !changes.reloadedSections.contains($0) } ?? false
        }
        for wanderer in wandering {
            let target = random.pick(targets)
            staying[target].insert(
                (wanderer.id, wanderer.from, true), at: random.below(staying[target].count + 1))
        }
        for new in order.indices {
            let isNew = order[new].old == nil || changes.reloadedSections.contains(order[new].old ?? -1)
            let count = isNew ? random.below(6) : random.chance(share) ? random.below(4) : 0
            for _ in 0..<count {
                staying[new].insert((newID(), nil, true), at: random.below(staying[new].count + 1))
            }
        }
        for new in order.indices {
            let isNew = order[new].old == nil || changes.reloadedSections.contains(order[new].old ?? -1)
            guard !isNew else { continue }
            for (row, entry) in staying[new].enumerated() where entry.isMoved {
                if let from = entry.from {
                    changes.movedRows.append(.init(from: from, to: RowPath(new, row)))
                } else {
                    changes.insertedRows.insert(RowPath(new, row))
                }
            }
        }
        sections = order.enumerated().map { new, entry in
            Section(id: entry.old.map { old.sections[$0].id } ?? newID(), rows: staying[new].map(\.id))
        }
        return changes
    }
}
