import CoreGraphics
import UIKitCore

/// A group with its items at their places. *Space*: the group's.
struct SolvedGroup {
    /// An item, without its group.
    struct Leaf {
        var frame: CGRect
        var estimates: UICollectionViewLayoutAttributes.Estimates
        var zIndex = 0
    }

    /// A supplementary item.
    struct Extra {
        var frame: CGRect
        var kind: String
        var zIndex: Int
        /// The item that it is at.
        var leaf: Int
    }

    var size: CGSize
    var leaves: [Leaf] = []
    var extras: [Extra] = []

    /// Adds a group at a place.
    fileprivate mutating func add(_ other: SolvedGroup, at origin: CGPoint) {
        let first = leaves.count
        for leaf in other.leaves {
            leaves.append(
                Leaf(
                    frame: leaf.frame.offsetBy(dx: origin.x, dy: origin.y), estimates: leaf.estimates,
                    zIndex: leaf.zIndex))
        }
        for extra in other.extras {
            extras.append(
                Extra(
                    frame: extra.frame.offsetBy(dx: origin.x, dy: origin.y), kind: extra.kind, zIndex: extra.zIndex,
                    leaf: extra.leaf + first))
        }
    }
}

/// Places the items of a group.
///
/// *Source*: Apple, NSCollectionLayoutGroup, NSCollectionLayoutItem; WWDC 2019, session 215, "Advances in Collection
/// View Layout": sizes are fractions of the container, items are repeated until the group is full.
@MainActor struct GroupSolver {
    /// The sizes that items have preferred, by their indices in the group; nil for the estimate.
    var measured: (Int) -> CGSize?
    /// The number of items that there are for the group.
    var limit: Int
    let traits: UITraitCollection
    /// The items placed so far.
    private var used = 0

    init(limit: Int, traits: UITraitCollection, measured: @escaping (Int) -> CGSize? = { _ in nil }) {
        (self.limit, self.traits, self.measured) = (limit, traits, measured)
    }

    /// The most items of one group, whatever their sizes.
    private static let mostItems = 10_000

    /// Places an item or a group in a container.
    ///
    /// - Parameter forced: The length of one side that a group of equal items gives.
    mutating func solve(
        _ item: NSCollectionLayoutItem, in container: CGSize, forced: (isWidth: Bool, length: CGFloat)? = nil
    ) -> SolvedGroup {
        var size = item.layoutSize.resolved(in: container)
        var estimates = item.layoutSize.estimates
        if let forced {
            if forced.isWidth { size.width = forced.length } else { size.height = forced.length }
            estimates.remove(forced.isWidth ? .width : .height)
        }
        guard let group = item as? NSCollectionLayoutGroup else { return leaf(item, size, estimates) }
        let insets = group.contentInsets
        var made = SolvedGroup(size: size)
        if case .custom(let provider) = group.arrangement {
            let places = provider(LayoutContainer(size, insets, traits))
            for place in places.prefix(limit - used) {
                used += 1
                made.leaves.append(.init(frame: place.frame, estimates: [], zIndex: place.zIndex))
            }
            addExtras(of: item, frame: CGRect(origin: .zero, size: made.size), leaf: 0, to: &made)
            return made
        }
        var isHorizontal = false
        if case .horizontal = group.arrangement { isHorizontal = true }
        let inner = CGSize(
            width: max(0, size.width - insets.leading - insets.trailing),
            height: max(0, size.height - insets.top - insets.bottom))
        let content = place(group, isHorizontal, inner, estimates.contains(isHorizontal ? .width : .height))
        if estimates.contains(.width) { made.size.width = content.size.width + insets.leading + insets.trailing }
        if estimates.contains(.height) { made.size.height = content.size.height + insets.top + insets.bottom }
        made.add(content, at: CGPoint(x: insets.leading, y: insets.top))
        addExtras(of: item, frame: CGRect(origin: .zero, size: made.size), leaf: 0, to: &made)
        return made
    }

    private mutating func leaf(
        _ item: NSCollectionLayoutItem, _ size: CGSize, _ estimates: UICollectionViewLayoutAttributes.Estimates
    ) -> SolvedGroup {
        var (size, frame) = (size, CGRect.zero)
        let own = estimates.isEmpty ? nil : measured(used)
        used += 1
        if let own {
            if estimates.contains(.width) { size.width = own.width }
            if estimates.contains(.height) { size.height = own.height }
        }
        let insets = item.contentInsets
        frame.size = size
        if !estimates.contains(.width) {
            frame.origin.x = insets.leading
            frame.size.width = max(0, size.width - insets.leading - insets.trailing)
        }
        if !estimates.contains(.height) {
            frame.origin.y = insets.top
            frame.size.height = max(0, size.height - insets.top - insets.bottom)
        }
        var made = SolvedGroup(size: size, leaves: [.init(frame: frame, estimates: estimates)])
        addExtras(of: item, frame: frame, leaf: 0, to: &made)
        return made
    }

    private func addExtras(of item: NSCollectionLayoutItem, frame: CGRect, leaf: Int, to made: inout SolvedGroup) {
        for extra in item.supplementaryItems {
            let size = extra.layoutSize.resolved(in: frame.size)
            made.extras.append(
                .init(
                    frame: extra.frame(at: frame, size: size), kind: extra.elementKind, zIndex: extra.zIndex, leaf: leaf
                ))
        }
    }

    /// One item of a group, with the spaces around it.
    private struct Entry {
        var solved: SolvedGroup
        /// The sides that are the longest sibling's.
        var uniform: UICollectionViewLayoutAttributes.Estimates
        var before: CGFloat, after: CGFloat
        var isFlexibleBefore: Bool, isFlexibleAfter: Bool
        var crossBefore: CGFloat, crossAfter: CGFloat
        var isFlexibleAbove: Bool, isFlexibleBelow: Bool
    }

    private mutating func place(
        _ group: NSCollectionLayoutGroup, _ isHorizontal: Bool, _ inner: CGSize, _ isOpen: Bool
    ) -> SolvedGroup {
        let room = isHorizontal ? inner.width : inner.height
        let spacing = group.interItemSpacing?.spacing ?? 0
        var entries: [Entry] = []
        var taken: CGFloat = 0
        guard !group.subitems.isEmpty else { return SolvedGroup(size: inner) }
        while used < limit, entries.count < Self.mostItems {
            let child = group.subitems[entries.count % group.subitems.count]
            var forced: (isWidth: Bool, length: CGFloat)?
            if let count = group.count {
                guard entries.count < count else { break }
                if !group.keepsSizes, !isOpen {
                    forced = (isHorizontal, max(0, (room - CGFloat(count - 1) * spacing) / CGFloat(count)))
                }
            } else if isOpen, entries.count == group.subitems.count {
                break
            }
            let before = used
            let entry = entry(child, isHorizontal, inner, forced)
            let length = isHorizontal ? entry.solved.size.width : entry.solved.size.height
            let more = entry.before + length + entry.after + (entries.isEmpty ? 0 : spacing)
            if group.count == nil, !isOpen, !entries.isEmpty, taken + more > room + 0.01 {
                used = before
                break
            }
            taken += more
            entries.append(entry)
            // Items without a length would fill the group without end.
            if group.count == nil, !isOpen, more <= 0, entries.count >= group.subitems.count { break }
        }
        taken += level(&entries, isHorizontal)
        return arrange(
            entries, group, isHorizontal, inner, isOpen ? taken : room, max(0, (isOpen ? taken : room) - taken))
    }

    /// Gives items whose side is uniform that of the longest of them, and returns the growth along the group's axis.
    private func level(_ entries: inout [Entry], _ isHorizontal: Bool) -> CGFloat {
        var growth: CGFloat = 0
        let sides: [(side: UICollectionViewLayoutAttributes.Estimates, key: WritableKeyPath<CGSize, CGFloat>)] =
            [(.width, \.width), (.height, \.height)]
        for (side, key) in sides {
            let places = entries.indices.filter { entries[$0].uniform.contains(side) }
            guard let longest = places.map({ entries[$0].solved.size[keyPath: key] }).max() else { continue }
            for place in places {
                if (side == .width) == isHorizontal { growth += longest - entries[place].solved.size[keyPath: key] }
                entries[place].solved.size[keyPath: key] = longest
                if !entries[place].solved.leaves.isEmpty {
                    entries[place].solved.leaves[0].frame.size[keyPath: key] = longest
                }
            }
        }
        return growth
    }

    private mutating func entry(
        _ child: NSCollectionLayoutItem, _ isHorizontal: Bool, _ inner: CGSize,
        _ forced: (isWidth: Bool, length: CGFloat)?
    ) -> Entry {
        let solved = solve(child, in: inner, forced: forced)
        let edges = child.edgeSpacing
        let (start, end) = isHorizontal ? (edges?.leading, edges?.trailing) : (edges?.top, edges?.bottom)
        let (above, below) = isHorizontal ? (edges?.top, edges?.bottom) : (edges?.leading, edges?.trailing)
        var uniform: UICollectionViewLayoutAttributes.Estimates = []
        if !(child is NSCollectionLayoutGroup) {
            if child.layoutSize.widthDimension.isUniformAcrossSiblings { uniform.insert(.width) }
            if child.layoutSize.heightDimension.isUniformAcrossSiblings { uniform.insert(.height) }
        }
        return Entry(
            solved: solved, uniform: uniform, before: start?.spacing ?? 0, after: end?.spacing ?? 0,
            isFlexibleBefore: start?.isFlexible ?? false, isFlexibleAfter: end?.isFlexible ?? false,
            crossBefore: above?.spacing ?? 0, crossAfter: below?.spacing ?? 0,
            isFlexibleAbove: above?.isFlexible ?? false, isFlexibleBelow: below?.isFlexible ?? false)
    }

    /// Places the entries along the group's axis. Flexible spaces share the rest of the room.
    private func arrange(
        _ entries: [Entry], _ group: NSCollectionLayoutGroup, _ isHorizontal: Bool, _ inner: CGSize, _ length: CGFloat,
        _ rest: CGFloat
    ) -> SolvedGroup {
        let isFlexible = group.interItemSpacing?.isFlexible ?? false
        var shares = isFlexible ? max(0, entries.count - 1) : 0
        for entry in entries { shares += (entry.isFlexibleBefore ? 1 : 0) + (entry.isFlexibleAfter ? 1 : 0) }
        let share = shares > 0 ? rest / CGFloat(shares) : 0
        let across = isHorizontal ? inner.height : inner.width
        var cross: CGFloat = 0
        for entry in entries {
            let size = isHorizontal ? entry.solved.size.height : entry.solved.size.width
            cross = max(cross, entry.crossBefore + size + entry.crossAfter)
        }
        var made = SolvedGroup(
            size: isHorizontal ? CGSize(width: length, height: cross) : CGSize(width: cross, height: length))
        var position: CGFloat = 0
        for (index, entry) in entries.enumerated() {
            if index > 0 { position += (group.interItemSpacing?.spacing ?? 0) + (isFlexible ? share : 0) }
            position += entry.before + (entry.isFlexibleBefore ? share : 0)
            let size = entry.solved.size
            let left = max(0, across - entry.crossBefore - entry.crossAfter - (isHorizontal ? size.height : size.width))
            var offset = entry.crossBefore
            if entry.isFlexibleAbove { offset += entry.isFlexibleBelow ? left / 2 : left }
            made.add(
                entry.solved,
                at: isHorizontal ? CGPoint(x: position, y: offset) : CGPoint(x: offset, y: position))
            position += (isHorizontal ? size.width : size.height) + entry.after + (entry.isFlexibleAfter ? share : 0)
        }
        return made
    }
}
