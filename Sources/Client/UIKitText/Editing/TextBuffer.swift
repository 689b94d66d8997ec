/// A text as units of UTF-16, with a gap where it was edited last: editing in one place moves no other text.
///
/// *Complexity*: an edit costs its length and its distance from the last one.
struct TextBuffer {
    private var units: [UInt16] = []
    /// The unused part of `units`.
    private var gap = 0..<0

    /// Makes an empty text.
    init() {}

    /// Makes a text of units.
    init(_ units: [UInt16]) { (self.units, gap) = (units, units.count..<units.count) }

    /// The number of units.
    var count: Int { units.count - gap.count }

    /// The unit at an index.
    subscript(index: Int) -> UInt16 { units[index < gap.lowerBound ? index : index + gap.count] }

    /// The units in a range.
    func units(in range: Range<Int>) -> [UInt16] {
        if range.upperBound <= gap.lowerBound { return Array(units[range]) }
        if range.lowerBound >= gap.lowerBound {
            return Array(units[range.lowerBound + gap.count..<range.upperBound + gap.count])
        }
        return Array(units[range.lowerBound..<gap.lowerBound]) + units[gap.upperBound..<range.upperBound + gap.count]
    }

    /// The text in a range. An unpaired surrogate becomes U+FFFD.
    func string(in range: Range<Int>) -> String { String(units: units(in: range)) }

    /// Replaces the units in a range.
    mutating func replace(_ range: Range<Int>, with new: [UInt16]) {
        moveGap(to: range.lowerBound)
        gap = gap.lowerBound..<gap.upperBound + range.count
        if gap.count < new.count { widenGap(to: new.count) }
        units.replaceSubrange(gap.lowerBound..<gap.lowerBound + new.count, with: new)
        gap = gap.lowerBound + new.count..<gap.upperBound
    }

    private mutating func moveGap(to index: Int) {
        guard index != gap.lowerBound, !gap.isEmpty else {
            if gap.isEmpty { gap = index..<index }
            return
        }
        let size = gap.count
        if index < gap.lowerBound {
            for position in stride(from: gap.lowerBound - 1, through: index, by: -1) {
                units[position + size] = units[position]
            }
        } else {
            for position in gap.lowerBound..<index { units[position] = units[position + size] }
        }
        gap = index..<index + size
    }

    private mutating func widenGap(to needed: Int) {
        let added = needed - gap.count + max(64, count / 16)
        units.insert(contentsOf: repeatElement(0, count: added), at: gap.upperBound)
        gap = gap.lowerBound..<gap.upperBound + added
    }
}
