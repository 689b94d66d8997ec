/// The changes that make one snapshot of another, in the form of a list's batch updates.
///
/// Places before the changes are those of deletions and of the beginnings of moves; places after them those of
/// insertions and of the ends of moves. Items of deleted and of inserted sections are not listed: they leave and come
/// with their section. An item that goes from a deleted section, or into an inserted one, is inserted, or deleted.
/// *Source* of these rules: Apple, UITableView.performBatchUpdates(_:completion:), "Batch insertion, deletion, and
/// reloading of rows and sections".
struct SnapshotDifference: Equatable, Sendable {
    /// The place of an item.
    struct Place: Hashable, Sendable {
        var section: Int
        var item: Int
    }

    /// A change of place.
    struct Move<Position: Hashable & Sendable>: Hashable, Sendable {
        var from: Position
        var to: Position
    }

    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [Move<Int>] = []
    var deletedItems: [Place] = []
    var insertedItems: [Place] = []
    var movedItems: [Move<Place>] = []

    var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deletedItems.isEmpty
            && insertedItems.isEmpty && movedItems.isEmpty
    }
}

extension SnapshotStorage {
    /// The changes that make this of `old`, with the fewest moves. *Complexity*: one look-up for each item, and O(n log
    /// n) for items that stay in a section.
    func difference(from old: Self) -> SnapshotDifference {
        var result = SnapshotDifference()
        let (oldOfNew, newOfOld) = sectionDifference(from: old, &result)
        let sectionOfKey = old.sectionIndices()
        // A bit for each old item: it stays or moves.
        var starts: [Int] = [0]
        for section in old.sections { starts.append((starts.last ?? 0) + old.count(in: section)) }
        var isKept = [Bool](repeating: false, count: starts.last ?? 0)
        for (section, identifier) in sections.enumerated() {
            guard let own = oldOfNew[section] else { continue }
            var stayed: [(old: Int, new: Int)] = []
            for (index, item) in items(in: identifier).enumerated() {
                let place = SnapshotDifference.Place(section: section, item: index)
                guard let before = old.indexedPlace(of: item), let from = sectionOfKey[before.key],
                    newOfOld[from] != nil
                else {
                    result.insertedItems.append(place)
                    continue
                }
                isKept[starts[from] + before.index] = true
                if from == own {
                    stayed.append((before.index, index))
                } else {
                    result.movedItems.append(.init(from: .init(section: from, item: before.index), to: place))
                }
            }
            let isInOrder = longestIncreasingSubsequence(of: stayed.map(\.old))
            for (pair, isStill) in zip(stayed, isInOrder) where !isStill {
                result.movedItems.append(
                    .init(
                        from: .init(section: own, item: pair.old), to: .init(section: section, item: pair.new)))
            }
        }
        for section in old.sections.indices where newOfOld[section] != nil {
            for index in starts[section]..<starts[section + 1] where !isKept[index] {
                result.deletedItems.append(.init(section: section, item: index - starts[section]))
            }
        }
        return result
    }

    /// The changes of sections; the old index of each new section that was there, and the new index of each old one
    /// that still is.
    private func sectionDifference(
        from old: Self, _ result: inout SnapshotDifference
    ) -> (oldOfNew: [Int: Int], newOfOld: [Int: Int]) {
        var oldIndex: [Section: Int] = [:]
        for (index, section) in old.sections.enumerated() { oldIndex[section] = index }
        var oldOfNew: [Int: Int] = [:], newOfOld: [Int: Int] = [:]
        var stayed: [(old: Int, new: Int)] = []
        for (index, section) in sections.enumerated() {
            guard let before = oldIndex[section] else {
                result.insertedSections.append(index)
                continue
            }
            (oldOfNew[index], newOfOld[before]) = (before, index)
            stayed.append((before, index))
        }
        for (pair, isStill) in zip(stayed, longestIncreasingSubsequence(of: stayed.map(\.old))) where !isStill {
            result.movedSections.append(.init(from: pair.old, to: pair.new))
        }
        result.deletedSections = old.sections.indices.filter { newOfOld[$0] == nil }
        return (oldOfNew, newOfOld)
    }
}

/// The difference between two lists of identifiers, each once in a list, with moves as pairs of a removal and an
/// insertion: the fewest moves.
func identifierDifference<Item: Hashable>(from old: [Item], to new: [Item]) -> CollectionDifference<Item> {
    var oldIndex: [Item: Int] = [:]
    oldIndex.reserveCapacity(old.count)
    for (index, item) in old.enumerated() { oldIndex[item] = index }
    var changes: [CollectionDifference<Item>.Change] = []
    var isKept = [Bool](repeating: false, count: old.count)
    var stayed: [(old: Int, new: Int)] = []
    for (index, item) in new.enumerated() {
        if let before = oldIndex[item] {
            isKept[before] = true
            stayed.append((before, index))
        } else {
            changes.append(.insert(offset: index, element: item, associatedWith: nil))
        }
    }
    for (pair, isStill) in zip(stayed, longestIncreasingSubsequence(of: stayed.map(\.old))) where !isStill {
        changes.append(.remove(offset: pair.old, element: old[pair.old], associatedWith: pair.new))
        changes.append(.insert(offset: pair.new, element: new[pair.new], associatedWith: pair.old))
    }
    for index in old.indices where !isKept[index] {
        changes.append(.remove(offset: index, element: old[index], associatedWith: nil))
    }
    // The list is valid by its making: each offset is in it once.
    return CollectionDifference(changes) ?? new.difference(from: old)
}
