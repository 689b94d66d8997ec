import CoreGraphics
import MicaTrace

/// The lengths of a list's entries along its axis, each measured or estimated, with their sums.
///
/// Entries lie in leaves of at most 128; a tree of sums and counts lies over the leaves. Each sum of the tree is made of
/// the two below it, so a change leaves no rounding error behind. *Units*: points. *Complexity*: asking for a length, an
/// offset or an index, setting a length, inserting and removing are O(log n), the last two amortised;
/// `replace(removing:adding:)` is one pass.
package struct LengthList: Sendable {
    /// The most entries of a leaf.
    private static let leafSize = 128

    /// The lengths; an estimate has the sign of minus.
    private var leaves: [[Double]] = []
    /// The tree over the leaves: node 1 is the root, node i has the children 2i and 2i + 1.
    private var sums: [Double] = [0, 0]
    private var counts: [Int] = [0, 0]
    /// The number of places for leaves: a power of two.
    private var width = 1

    /// Makes an empty list.
    package init() {}

    /// Makes a list of equal lengths.
    package init(repeating length: CGFloat, count: Int, isEstimate: Bool) {
        guard count > 0 else { return }
        let value = Self.encode(length, isEstimate)
        let full = [Double](repeating: value, count: Self.leafSize)
        leaves = [[Double]](repeating: full, count: count / Self.leafSize)
        let rest = count % Self.leafSize
        if rest > 0 { leaves.append([Double](repeating: value, count: rest)) }
        buildTree()
    }

    /// Makes a list of measured lengths.
    package init(_ lengths: some Sequence<CGFloat>) {
        var builder = Builder()
        for length in lengths { builder.append(Self.encode(length, false)) }
        leaves = builder.finish()
        buildTree()
    }

    private static func encode(_ length: CGFloat, _ isEstimate: Bool) -> Double {
        // A length that is not a number, negative or infinite would spoil all offsets behind it.
        let usable = length.isFinite ? max(0, Double(length)) : 0
        return isEstimate ? -usable : usable
    }

    /// The number of entries.
    package var count: Int { counts[1] }
    /// The sum of all lengths.
    package var total: CGFloat { CGFloat(sums[1]) }

    // MARK: Asking

    /// The length of an entry.
    package subscript(index: Int) -> CGFloat { CGFloat(encoded(index).magnitude) }

    /// Whether the length of an entry is an estimate.
    package func isEstimate(_ index: Int) -> Bool { encoded(index).sign == .minus }

    /// The sum of the lengths of the entries before an index; the total for the index behind the last.
    package func offset(of index: Int) -> CGFloat {
        guard index > 0 else { return 0 }
        guard index < count else { return total }
        var node = 1, left = index, sum = 0.0
        while node < width {
            node *= 2
            if left >= counts[node] {
                left -= counts[node]
                sum += sums[node]
                node += 1
            }
        }
        for value in leaves[node - width][..<left] { sum += value.magnitude }
        return CGFloat(sum)
    }

    /// The entry at an offset: the last that begins at or before it and has a length; the nearest outside the list. Nil
    /// if the list is empty.
    package func index(at offset: CGFloat) -> Int? {
        guard count > 0 else { return nil }
        guard offset > 0 else { return 0 }
        guard offset < total else { return count - 1 }
        var node = 1, left = Double(offset), index = 0
        while node < width {
            node *= 2
            if left >= sums[node] {
                left -= sums[node]
                index += counts[node]
                node += 1
            }
        }
        let leaf = node - width < leaves.count ? leaves[node - width] : []
        for value in leaf {
            if left < value.magnitude { return index }
            left -= value.magnitude
            index += 1
        }
        // Rounding has left the offset at the end of the leaf.
        return min(index, count - 1)
    }

    private func encoded(_ index: Int) -> Double {
        let (leaf, place) = place(of: index)
        return leaves[leaf][place]
    }

    /// The leaf with an entry, and the entry's place there; for the index behind the last, the end of the last leaf.
    private func place(of index: Int) -> (leaf: Int, place: Int) {
        requires(index >= 0 && index <= count, "LengthList: index \(index) is not in 0...\(count)")
        if index == count { return (max(0, leaves.count - 1), leaves.last?.count ?? 0) }
        var node = 1, left = index
        while node < width {
            node *= 2
            if left >= counts[node] {
                left -= counts[node]
                node += 1
            }
        }
        return (node - width, left)
    }

    // MARK: Changing

    /// Sets the length of an entry.
    package mutating func set(_ index: Int, _ length: CGFloat, isEstimate: Bool) {
        let (leaf, place) = place(of: index)
        leaves[leaf][place] = Self.encode(length, isEstimate)
        refresh(leaf)
    }

    /// Inserts an entry before an index.
    package mutating func insert(_ length: CGFloat, isEstimate: Bool, at index: Int) {
        let value = Self.encode(length, isEstimate)
        guard !leaves.isEmpty else {
            leaves = [[value]]
            return buildTree()
        }
        let (leaf, place) = place(of: index)
        leaves[leaf].insert(value, at: place)
        guard leaves[leaf].count > Self.leafSize else { return refresh(leaf) }
        let half = leaves[leaf].count / 2
        let upper = Array(leaves[leaf][half...])
        leaves[leaf].removeSubrange(half...)
        leaves.insert(upper, at: leaf + 1)
        buildTree()
    }

    /// Removes an entry.
    package mutating func remove(at index: Int) {
        let (leaf, place) = place(of: index)
        leaves[leaf].remove(at: place)
        // Small leaves are joined, so that removals leave no row of nearly empty ones.
        if leaf + 1 < leaves.count, leaves[leaf].count + leaves[leaf + 1].count <= Self.leafSize / 2 {
            leaves[leaf].append(contentsOf: leaves[leaf + 1])
            leaves.remove(at: leaf + 1)
            return buildTree()
        }
        if leaves[leaf].isEmpty {
            leaves.remove(at: leaf)
            return buildTree()
        }
        refresh(leaf)
    }

    /// Removes entries and adds others, in one pass over the list.
    ///
    /// - Parameters:
    ///   - removed: The indices of the removed entries, before the change; ascending, each once.
    ///   - added: The indices of the added entries, after the change, with their lengths; ascending, each once.
    package mutating func replace(
        removing removed: [Int], adding added: [(index: Int, length: CGFloat, isEstimate: Bool)]
    ) {
        guard !removed.isEmpty || !added.isEmpty else { return }
        var builder = Builder()
        var (nextRemoved, nextAdded, old) = (0, 0, 0)
        for leaf in leaves {
            for value in leaf {
                defer { old += 1 }
                if nextRemoved < removed.count, removed[nextRemoved] == old {
                    nextRemoved += 1
                    continue
                }
                while nextAdded < added.count, added[nextAdded].index == builder.count {
                    builder.append(Self.encode(added[nextAdded].length, added[nextAdded].isEstimate))
                    nextAdded += 1
                }
                builder.append(value)
            }
        }
        for entry in added[nextAdded...] { builder.append(Self.encode(entry.length, entry.isEstimate)) }
        leaves = builder.finish()
        buildTree()
    }

    /// Makes all lengths estimates, for a list whose width has changed.
    package mutating func forgetMeasures() {
        for leaf in leaves.indices {
            for place in leaves[leaf].indices { leaves[leaf][place] = -leaves[leaf][place].magnitude }
        }
    }

    // MARK: The tree

    private mutating func buildTree() {
        width = 1
        while width < leaves.count { width *= 2 }
        sums = [Double](repeating: 0, count: 2 * width)
        counts = [Int](repeating: 0, count: 2 * width)
        for (place, leaf) in leaves.enumerated() {
            sums[width + place] = Self.sum(leaf)
            counts[width + place] = leaf.count
        }
        var node = width - 1
        while node > 0 {
            sums[node] = sums[2 * node] + sums[2 * node + 1]
            counts[node] = counts[2 * node] + counts[2 * node + 1]
            node -= 1
        }
    }

    private mutating func refresh(_ leaf: Int) {
        var node = width + leaf
        sums[node] = Self.sum(leaves[leaf])
        counts[node] = leaves[leaf].count
        node /= 2
        while node > 0 {
            sums[node] = sums[2 * node] + sums[2 * node + 1]
            counts[node] = counts[2 * node] + counts[2 * node + 1]
            node /= 2
        }
    }

    private static func sum(_ leaf: [Double]) -> Double {
        var sum = 0.0
        for value in leaf { sum += value.magnitude }
        return sum
    }

    /// Collects entries into leaves.
    private struct Builder {
        var leaves: [[Double]] = []
        var open: [Double] = []
        var count = 0

        mutating func append(_ value: Double) {
            if open.count == LengthList.leafSize {
                leaves.append(open)
                open.removeAll(keepingCapacity: true)
            }
            open.append(value)
            count += 1
        }

        mutating func finish() -> [[Double]] {
            if !open.isEmpty { leaves.append(open) }
            return leaves
        }
    }
}
