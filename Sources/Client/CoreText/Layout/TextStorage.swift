import CoreGraphics
import MicaText

/// A text and its attributes, read once. *Range*: units of UTF-16.
///
/// The storage holds no attributed string: Foundation on Linux (6.3) leaks some 190 to 900 bytes for each attributed
/// string. So text with the same attributes throughout is read without one.
package final class TextStorage {
    /// The text in units of UTF-16.
    package let units: [UInt16]
    /// The letter that an object stands for: OBJECT REPLACEMENT CHARACTER.
    static let attached: UInt16 = 0xFFFC
    /// The attributes, without gaps; at least one run.
    private let runs: [Run]

    /// A part with the same attributes throughout.
    struct Run {
        var range: Range<Int>
        var shared: SharedAttributes
    }

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - string: The text, which is copied.
    ///   - standard: The font for text without a font attribute.
    ///   - defaults: Attributes of parts that have no value for them.
    package init(
        _ string: NSAttributedString, standard: CTFont, defaults: [NSAttributedString.Key: Any] = [:]
    ) {
        units = Array(string.string.utf16)
        var runs: [Run] = []
        var location = 0
        while location < units.count {
            var effective = NSRange()
            let given = unsafe string.attributes(at: location, effectiveRange: &effective)
            let end = max(location + 1, min(effective.location + effective.length, units.count))
            let all = defaults.isEmpty ? given : defaults.merging(given) { $1 }
            runs.append(
                Run(range: location..<end, shared: SharedAttributes(TextAttributes(all, standard: standard))))
            location = end
        }
        if runs.isEmpty { runs = [Run(range: 0..<0, shared: SharedAttributes(TextAttributes(font: standard)))] }
        self.runs = runs
    }

    /// Reads a text with the same attributes throughout.
    ///
    /// - Parameter standard: The font if the attributes have none.
    package convenience init(_ text: String, _ attributes: [NSAttributedString.Key: Any], standard: CTFont) {
        self.init(text, attributes: TextAttributes(attributes, standard: standard))
    }

    /// Makes a text with the same attributes throughout.
    package init(_ text: String, attributes: TextAttributes) {
        units = Array(text.utf16)
        runs = [Run(range: 0..<units.count, shared: SharedAttributes(attributes))]
    }

    /// Makes a text of units and attributes.
    ///
    /// - Precondition: the runs have no gaps, and there is at least one.
    package init(units: [UInt16], runs: [(range: Range<Int>, attributes: TextAttributes)]) {
        self.units = units
        self.runs = runs.map { Run(range: $0.range, shared: SharedAttributes($0.attributes)) }
    }

    private init(units: [UInt16], _ runs: [Run]) { (self.units, self.runs) = (units, runs) }

    /// The run of a unit; beyond the end, the last run.
    func run(at unit: Int) -> Int {
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if unit >= runs[middle].range.upperBound { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The attributes of a unit, which are not copied.
    func shared(at unit: Int) -> SharedAttributes { runs[run(at: unit)].shared }

    func shared(ofRun run: Int) -> SharedAttributes { runs[run].shared }

    /// The attributes of all of the text; nil if they change within it.
    var only: SharedAttributes? { runs.dropFirst().allSatisfy { $0.shared === runs[0].shared } ? runs[0].shared : nil }

    /// The runs within a part, clipped to it.
    ///
    /// *Complexity*: that of the part.
    func runs(in part: Range<Int>) -> [Run] {
        var result: [Run] = []
        guard !part.isEmpty else { return result }
        for run in runs[run(at: part.lowerBound)...] {
            guard run.range.lowerBound < part.upperBound else { break }
            let common = run.range.clamped(to: part)
            if !common.isEmpty { result.append(Run(range: common, shared: run.shared)) }
        }
        return result
    }

    /// The text after a cut: its beginning, a token with the attributes at the cut, and its end.
    func cut(keepingUpTo head: Int, from tail: Int, within part: Range<Int>, token: [UInt16]) -> TextStorage {
        let unit = min(max(head < part.upperBound ? head : head - 1, part.lowerBound), max(units.count - 1, 0))
        let all = Array(units[part.lowerBound..<head]) + token + Array(units[tail..<part.upperBound])
        var cutRuns: [Run] = []
        var length = 0
        func append(_ count: Int, _ shared: SharedAttributes) {
            guard count > 0 else { return }
            cutRuns.append(Run(range: length..<length + count, shared: shared))
            length += count
        }
        for run in runs(in: part.lowerBound..<head) { append(run.range.count, run.shared) }
        append(token.count, shared(at: unit))
        for run in runs(in: tail..<part.upperBound) { append(run.range.count, run.shared) }
        if cutRuns.isEmpty { cutRuns = [Run(range: 0..<0, shared: shared(at: unit))] }
        return TextStorage(units: all, cutRuns)
    }

    /// A paragraph, or a line that the text itself ends.
    struct Paragraph {
        /// The range without the separator. *Range*: units of UTF-16.
        var content: Range<Int>
        /// The end of the separator.
        var end: Int
        /// Whether the separator ends only a line.
        var isLineOnly: Bool
    }

    /// The paragraph that begins at a unit; nil when nothing follows the last separator of a text that is not empty.
    ///
    /// *Complexity*: that of the paragraph's length. The next one begins at its end.
    func paragraph(from start: Int) -> Paragraph? {
        if let found = separator(from: start, before: units.count) {
            return Paragraph(content: start..<found.start, end: found.end, isLineOnly: found.isLineOnly)
        }
        guard start < units.count || units.isEmpty else { return nil }
        return Paragraph(content: start..<units.count, end: units.count, isLineOnly: false)
    }

    /// The first separator of paragraphs or lines in a part; nil for none.
    func separator(from start: Int, before limit: Int) -> (start: Int, end: Int, isLineOnly: Bool)? {
        for index in start..<max(start, limit) {
            let unit = units[index]
            // Most letters are none of these.
            guard unit < 0x20 || unit == 0x85 || unit & 0xFFFE == 0x2028 else { continue }
            let isLineOnly = unit == 0x2028 || unit == 0x0B || unit == 0x0C
            guard isLineOnly || unit == 0x0A || unit == 0x0D || unit == 0x2029 || unit == 0x85 else { continue }
            let isPair = unit == 0x0D && index + 1 < units.count && units[index + 1] == 0x0A
            return (index, index + (isPair ? 2 : 1), isLineOnly)
        }
        return nil
    }
}

/// Attributes that several runs hold: a copy of the value retains each of its objects.
final class SharedAttributes {
    let value: TextAttributes

    init(_ value: TextAttributes) { self.value = value }
}
