/// Sorts sublayers by depth; nested lists share one memory.
struct SublayerOrder {
    private var list: [Slot] = []
    private var sorting: [(z: Double, index: Int, slot: Slot)] = []
    private var sorter = StableSorter<(z: Double, index: Int, slot: Slot)>()

    /// Sorts layers, the deepest first; layers at one depth keep their order.
    ///
    /// - Parameter depth: the depth of a layer; nil leaves it out.
    /// - Returns: the indices of the list, until `end`.
    mutating func begin(_ layers: [Slot], depth: (Slot) -> Double?) -> Range<Int> {
        sorting.removeAll(keepingCapacity: true)
        for (index, slot) in layers.enumerated() {
            if let z = depth(slot) { sorting.append((z, index, slot)) }
        }
        sorter.sort(&sorting) { ($0.z, $0.index) < ($1.z, $1.index) }
        let first = list.count
        for entry in sorting { list.append(entry.slot) }
        return first..<list.count
    }

    /// A layer of a list.
    subscript(index: Int) -> Slot { list[index] }

    /// Removes the list that was made last.
    mutating func end(_ range: Range<Int>) { list.removeSubrange(range) }
}
