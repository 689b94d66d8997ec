import Foundation

/// The attributes of a text's letters.
typealias Attributes = [NSAttributedString.Key: Any]

/// A piece of text with its attributes.
struct StyledText {
    /// The text, in UTF-16.
    var units: [UInt16] = []
    /// The attributes by runs, without gaps; their counts add up to the text's.
    var runs: [(count: Int, attributes: Attributes)] = []

    /// Makes an empty piece.
    init() {}

    /// Makes a piece with the same attributes throughout.
    init(_ text: String, _ attributes: Attributes = [:]) {
        units = Array(text.utf16)
        if !units.isEmpty { runs = [(units.count, attributes)] }
    }

    /// Makes a piece of an attributed string.
    init(_ text: NSAttributedString) {
        units = Array(text.string.utf16)
        var location = 0
        while location < units.count {
            var range = NSRange()
            let attributes = unsafe text.attributes(at: location, effectiveRange: &range)
            let end = max(location + 1, min(range.location + range.length, units.count))
            runs.append((end - location, attributes))
            location = end
        }
    }

    /// The text.
    var string: String { String(units: units) }

    /// The piece as an attributed string.
    var attributed: NSAttributedString {
        let result = NSMutableAttributedString(string: string)
        var location = 0
        for run in runs {
            result.setAttributes(run.attributes, range: NSRange(location: location, length: run.count))
            location += run.count
        }
        return result
    }

    /// Adds another piece at the end.
    mutating func append(_ other: StyledText) {
        units += other.units
        runs += other.runs
    }
}

/// The attributes of a text, by runs.
///
/// *Complexity*: finding a run is logarithmic; an edit costs the number of runs after it.
struct AttributeRuns {
    /// The first unit of each run; the first is 0.
    private var starts: [Int] = []
    private var values: [Attributes] = []
    private(set) var count = 0

    /// The run of a unit; beyond the end, the last.
    private func index(at unit: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= unit { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    private func end(of index: Int) -> Int { index + 1 < starts.count ? starts[index + 1] : count }

    /// The attributes of a unit, and the range of their run.
    ///
    /// - Precondition: the unit is in the text.
    func attributes(at unit: Int) -> (attributes: Attributes, range: Range<Int>) {
        let index = index(at: unit)
        return (values[index], starts[index]..<end(of: index))
    }

    /// The runs within a range, clipped to it.
    func runs(in range: Range<Int>) -> [(range: Range<Int>, attributes: Attributes)] {
        guard !range.isEmpty else { return [] }
        var result: [(range: Range<Int>, attributes: Attributes)] = []
        var index = index(at: range.lowerBound)
        while index < starts.count, starts[index] < range.upperBound {
            result.append(((starts[index]..<end(of: index)).clamped(to: range), values[index]))
            index += 1
        }
        return result
    }

    /// Makes a run begin at a unit, and returns its index; the number of runs at the end.
    private mutating func split(at unit: Int) -> Int {
        guard unit < count else { return starts.count }
        let index = index(at: unit)
        if starts[index] == unit { return index }
        starts.insert(unit, at: index + 1)
        values.insert(values[index], at: index + 1)
        return index + 1
    }

    /// Replaces the runs of a range.
    mutating func replace(_ range: Range<Int>, with runs: [(count: Int, attributes: Attributes)]) {
        let first = split(at: range.lowerBound)
        let last = range.isEmpty ? first : split(at: range.upperBound)
        var location = range.lowerBound
        var newStarts: [Int] = []
        var newValues: [Attributes] = []
        for run in runs where run.count > 0 {
            newStarts.append(location)
            newValues.append(run.attributes)
            location += run.count
        }
        let change = location - range.upperBound
        if change != 0 { for index in last..<starts.count { starts[index] += change } }
        starts.replaceSubrange(first..<last, with: newStarts)
        values.replaceSubrange(first..<last, with: newValues)
        count += change
        join(from: first - 1, to: first + newStarts.count)
    }

    /// Joins neighbouring runs with equal attributes.
    private mutating func join(from first: Int, to last: Int) {
        var index = min(last, starts.count - 1)
        while index > max(first, 0) {
            if Self.areEqual(values[index - 1], values[index]) {
                starts.remove(at: index)
                values.remove(at: index)
            }
            index -= 1
        }
    }

    /// Whether two sets of attributes are equal.
    static func areEqual(_ a: Attributes, _ b: Attributes) -> Bool {
        guard a.count == b.count else { return false }
        return a.allSatisfy { key, value in
            guard let other = b[key] else { return false }
            if let value = value as? NSObject, let other = other as? NSObject {
                return value === other || value.isEqual(other)
            }
            guard let value = value as? AnyHashable, let other = other as? AnyHashable else {
                return (value as AnyObject) === (other as AnyObject)
            }
            return value == other
        }
    }
}

/// A text with attributes that can be edited.
struct TextStore {
    private(set) var buffer = TextBuffer()
    private(set) var runs = AttributeRuns()

    /// The number of units of UTF-16.
    var count: Int { buffer.count }

    /// The piece in a range.
    func piece(in range: Range<Int>) -> StyledText {
        var result = StyledText()
        result.units = buffer.units(in: range)
        result.runs = runs.runs(in: range).map { ($0.range.count, $0.attributes) }
        return result
    }

    /// Replaces a range by a piece.
    mutating func replace(_ range: Range<Int>, with piece: StyledText) {
        buffer.replace(range, with: piece.units)
        runs.replace(range, with: piece.runs)
    }

    /// Changes the attributes in a range.
    mutating func setAttributes(in range: Range<Int>, _ change: (Attributes) -> Attributes) {
        guard !range.isEmpty else { return }
        let new = runs.runs(in: range).map { (count: $0.range.count, attributes: change($0.attributes)) }
        runs.replace(range, with: new)
    }
}
