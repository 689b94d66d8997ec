/// Puts sublayers into the order of their depths; lists within lists share its memory.
struct SublayerOrder {
    private var list: [Slot] = []
    private var sorting: [(z: Double, place: Int, slot: Slot)] = []
    private var sorter = KeptSorter<(z: Double, place: Int, slot: Slot)>()

    /// Sorts layers, the deepest first and those at one depth in their own order.
    ///
    /// - Parameter depth: the depth of a layer; nil leaves it out.
    /// - Returns: the places of the list, until `end`.
    mutating func begin(_ layers: [Slot], depth: (Slot) -> Double?) -> Range<Int> {
        sorting.removeAll(keepingCapacity: true)
        for (place, slot) in layers.enumerated() {
            if let z = depth(slot) { sorting.append((z, place, slot)) }
        }
        sorter.sort(&sorting) { ($0.z, $0.place) < ($1.z, $1.place) }
        let first = list.count
        for entry in sorting { list.append(entry.slot) }
        return first..<list.count
    }

    /// A layer of a list.
    subscript(place: Int) -> Slot { list[place] }

    /// Forgets a list, the last that was made.
    mutating func end(_ places: Range<Int>) { list.removeSubrange(places) }
}
