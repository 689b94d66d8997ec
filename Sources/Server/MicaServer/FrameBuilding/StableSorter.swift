/// Sorts lists and reuses its memory: the library's sort allocates each time.
///
/// Stable: equal elements keep their order. *Complexity*: O(n log n), and O(n) for
/// lists that are in order.
struct StableSorter<Element> {
    private var spare: [Element] = []

    /// The length of the parts that are sorted by insertion before they are merged.
    private static var partLength: Int { 8 }

    /// Sorts a list.
    mutating func sort(_ list: inout [Element], by isBefore: (Element, Element) -> Bool) {
        guard list.indices.dropFirst().contains(where: { isBefore(list[$0], list[$0 - 1]) }) else { return }
        for start in stride(from: 0, to: list.count, by: Self.partLength) {
            for index in start..<min(start + Self.partLength, list.count) {
                var next = index
                while next > start, isBefore(list[next], list[next - 1]) {
                    list.swapAt(next, next - 1)
                    next -= 1
                }
            }
        }
        var width = Self.partLength
        while width < list.count {
            merge(list, width, by: isBefore)
            swap(&list, &spare)
            width *= 2
        }
    }

    /// Merges neighbouring parts of a length, each of them in order, into parts of twice the length.
    private mutating func merge(_ list: [Element], _ width: Int, by isBefore: (Element, Element) -> Bool) {
        spare.removeAll(keepingCapacity: true)
        for start in stride(from: 0, to: list.count, by: 2 * width) {
            let middle = min(start + width, list.count), end = min(middle + width, list.count)
            var (left, right) = (start, middle)
            while left < middle, right < end {
                if isBefore(list[right], list[left]) {
                    spare.append(list[right])
                    right += 1
                } else {
                    spare.append(list[left])
                    left += 1
                }
            }
            spare.append(contentsOf: list[left..<middle])
            spare.append(contentsOf: list[right..<end])
        }
    }
}
