import CoreGraphics
import Foundation
import UIKitCore

/// The groups of a section at their places. *Space*: the section's: its groups begin at zero along the axis of groups.
///
/// *Complexity*: groups of one size cost nothing each; finding a group is O(log n). A size that an item prefers costs
/// only its own group, unless the number of items in a group follows from it.
@MainActor final class SolvedSection {
    let section: NSCollectionLayoutSection
    let count: Int
    /// The room for groups.
    let room: CGSize
    /// Whether groups follow each other along x.
    let isHorizontal: Bool
    let traits: UITraitCollection
    /// The sizes that items have preferred.
    private(set) var measured: [Int: CGSize]
    private var perGroup = 1
    /// The first items of the groups, where their numbers differ; empty otherwise.
    private var firsts: [Int] = []
    private var lengths = LengthList()
    private var solved: [Int: SolvedGroup] = [:]
    private var template = SolvedGroup(size: .zero)
    private let isVariable: Bool
    /// The largest extent of the groups across their axis.
    private(set) var across: CGFloat = 0

    init(
        _ section: NSCollectionLayoutSection, count: Int, room: CGSize, isHorizontal: Bool, traits: UITraitCollection,
        measured: [Int: CGSize]
    ) {
        (self.section, self.count, self.room, self.isHorizontal) = (section, count, room, isHorizontal)
        (self.traits, self.measured) = (traits, measured)
        isVariable = section.group.isVariable
        build()
    }

    private func build() {
        solved = [:]
        var solver = GroupSolver(limit: .max / 2, traits: traits)
        template = solver.solve(section.group, in: room)
        perGroup = max(1, template.leaves.count)
        firsts = []
        across = count > 0 ? extent(template.size).across : 0
        guard count > 0 else { return lengths = LengthList() }
        if isVariable {
            var (first, made) = (0, [CGFloat]())
            while first < count {
                let group = solve(from: first, limit: count - first)
                firsts.append(first)
                made.append(extent(group.size).along + section.interGroupSpacing)
                across = max(across, extent(group.size).across)
                first += max(1, group.leaves.count)
            }
            lengths = LengthList(made)
            return
        }
        let groups = (count - 1) / perGroup + 1
        lengths = LengthList(
            repeating: extent(template.size).along + section.interGroupSpacing, count: groups, isEstimate: false)
        var touched = Set(measured.keys.filter { $0 < count }.map { $0 / perGroup })
        if count % perGroup != 0 { touched.insert(groups - 1) }
        for index in touched { refresh(index) }
    }

    private func extent(_ size: CGSize) -> (along: CGFloat, across: CGFloat) {
        isHorizontal ? (size.width, size.height) : (size.height, size.width)
    }

    private func solve(from first: Int, limit: Int) -> SolvedGroup {
        var solver = GroupSolver(limit: limit, traits: traits) { [measured] in measured[first + $0] }
        return solver.solve(section.group, in: room)
    }

    private func refresh(_ index: Int) {
        let first = firstItem(of: index)
        let group = solve(from: first, limit: min(perGroup, count - first))
        solved[index] = group
        lengths.set(index, extent(group.size).along + section.interGroupSpacing, isEstimate: false)
        across = max(across, extent(group.size).across)
    }

    // MARK: Groups

    var groupCount: Int { lengths.count }
    /// The length of all groups with the spaces between them.
    var length: CGFloat { lengths.count == 0 ? 0 : lengths.total - section.interGroupSpacing }

    func firstItem(of group: Int) -> Int { isVariable ? firsts[group] : group * perGroup }
    func group(of item: Int) -> Int { isVariable ? max(0, firsts.firstPlace { $0 > item } - 1) : item / perGroup }
    func start(of group: Int) -> CGFloat { lengths.offset(of: group) }
    func length(of group: Int) -> CGFloat { lengths[group] - section.interGroupSpacing }

    /// The group at an offset.
    func group(at offset: CGFloat) -> Int? { lengths.index(at: offset) }

    /// The groups in a range.
    func groups(from low: CGFloat, to high: CGFloat) -> Range<Int> {
        guard high >= 0, low <= length, let first = lengths.index(at: low), let last = lengths.index(at: high) else {
            return 0..<0
        }
        return first..<(max(first, last) + 1)
    }

    /// A group's items, relative to the group.
    func items(of group: Int) -> SolvedGroup {
        if let made = solved[group] { return made }
        guard isVariable else { return template }
        let first = firstItem(of: group)
        let made = solve(from: first, limit: (group + 1 < firsts.count ? firsts[group + 1] : count) - first)
        solved[group] = made
        return made
    }

    /// Takes over the size that an item prefers.
    func set(_ item: Int, _ size: CGSize) {
        measured[item] = size
        if isVariable { build() } else { refresh(group(of: item)) }
    }
}

extension NSCollectionLayoutGroup {
    /// Whether the number of items in the group follows from sizes that they prefer.
    fileprivate var isVariable: Bool {
        guard count == nil else { return false }
        switch arrangement {
        case .custom: return false
        case .horizontal:
            guard !layoutSize.widthDimension.isMeasured else { return false }
            return subitems.contains { $0.layoutSize.widthDimension.isMeasured }
        case .vertical:
            guard !layoutSize.heightDimension.isMeasured else { return false }
            return subitems.contains { $0.layoutSize.heightDimension.isMeasured }
        }
    }
}
