import Foundation

/// Finds links in a text. *Source*: our own rule, by what Apple's NSDataDetector is known to find; Apple documents none.
///
/// A word ends at white space, at signs that no address has, and at marks outside of ASCII. In it these are links, the first that
/// fits: a scheme with `://`; `mailto:`, `tel:` and `sms:` with a target; a mail address; a domain that begins with `www.` or has
/// one of the known endings in small letters, with port, path, query and fragment. Signs that end a sentence, and brackets that the
/// link does not open, do not belong to it.
struct LinkFinder {
    private let units: ArraySlice<UInt16>

    init(_ units: ArraySlice<UInt16>) { self.units = units }

    /// The links in order.
    func links() -> [DetectedData] {
        var result: [DetectedData] = []
        var index = units.startIndex
        while index < units.endIndex {
            guard Self.isOfWord(units[index]) else {
                index += 1
                continue
            }
            let end = units[index...].firstIndex { !Self.isOfWord($0) } ?? units.endIndex
            readWord(index..<end, &result)
            index = end
        }
        return result
    }

    private static func isOfWord(_ unit: UInt16) -> Bool {
        unit < 0x80 ? unit > 0x20 && unit != 0x7F && !unit.isOne(of: "<>\"`{}|\\^") : unit.isAlphanumeric
    }

    private func readWord(_ word: Range<Int>, _ result: inout [DetectedData]) {
        var index = word.lowerBound
        while index < word.upperBound {
            // A name behind one of these signs belongs to a path or a value.
            let isWithin = index > word.lowerBound && units[index - 1].isOne(of: "/@.-_%+#&=$~")
            guard units[index].isAlphanumeric else {
                index += 1
                continue
            }
            if isWithin {
                index = end(of: index, to: word.upperBound) { $0.isAlphanumeric }
                continue
            }
            if let link = link(from: index, to: word.upperBound) {
                result.append(link)
                index = NSMaxRange(link.range)
            } else if schemeEnd(index, word.upperBound) != nil {
                return
            } else {
                index = end(of: index, to: word.upperBound) { $0.isAlphanumeric || $0.isOne(of: "._%+-@") }
            }
        }
    }

    private func link(from start: Int, to end: Int) -> DetectedData? {
        withScheme(start, end) ?? mail(start, end) ?? domain(start, end)
    }

    // MARK: Kinds

    /// Where the `://` of a scheme at a position begins; nil if there is none.
    private func schemeEnd(_ start: Int, _ end: Int) -> Int? {
        let colon = self.end(of: start, to: end) { $0.isLetter || $0.isDigit || $0.isOne(of: "+.-") }
        return units[start].isLetter && units[colon..<end].starts(with: "://".utf16) ? colon : nil
    }

    private func withScheme(_ start: Int, _ end: Int) -> DetectedData? {
        if let colon = schemeEnd(start, end) {
            guard colon + 3 < end, units[colon + 3].isAlphanumeric || units[colon + 3].isOne(of: "[/") else {
                return nil
            }
            return result(start, trimmed(start, end))
        }
        let colon = self.end(of: start, to: end) { $0.isLetter }
        guard colon < end, units[colon].isOne(of: ":") else { return nil }
        let name = text(start..<colon).lowercased()
        guard ["mailto", "tel", "sms"].contains(name) else { return nil }
        let last = trimmed(start, self.end(of: colon + 1, to: end) { !$0.isOne(of: ":") })
        guard last > colon + 1 else { return nil }
        let hasTarget = units[(colon + 1)..<last].contains { name == "mailto" ? $0.isOne(of: "@") : $0.isDigit }
        return hasTarget ? result(start, last) : nil
    }

    private func mail(_ start: Int, _ end: Int) -> DetectedData? {
        let at = self.end(of: start, to: end) { $0.isLetter || $0.isDigit || $0.isOne(of: "._%+-") }
        guard at > start, at < end, units[at].isOne(of: "@"), !units[at - 1].isOne(of: ".") else { return nil }
        guard let host = host(at + 1, end), host.labels.count > 1 else { return nil }
        guard let ending = host.labels.last, ending.count > 1, units[ending].allSatisfy({ $0.isLetter }) else {
            return nil
        }
        return result(start, host.end, before: "mailto:")
    }

    private func domain(_ start: Int, _ end: Int) -> DetectedData? {
        guard let host = host(start, end), host.labels.count > 1, isDomain(host.labels) else { return nil }
        guard host.end < end else { return result(start, host.end, before: "http://") }
        var last = host.end
        if units[last].isOne(of: ":") {
            let port = self.end(of: last + 1, to: end) { $0.isDigit }
            if port > last + 1 { last = port }
        }
        if last < end, units[last].isOne(of: "/?#") { last = trimmed(start, end) }
        guard last == end || !units[last].isOne(of: "@_") else { return nil }
        return result(start, last, before: "http://")
    }

    private func isDomain(_ labels: [Range<Int>]) -> Bool {
        if labels.count > 2, text(labels[0]).lowercased() == "www" { return true }
        guard let ending = labels.last else { return false }
        let isLoud = units[labels[0].lowerBound..<ending.upperBound].allSatisfy { !$0.isLetter || $0.isCapital }
        let name = text(ending)
        guard isLoud || !units[ending].contains(where: { $0.isCapital }) else { return false }
        guard TopLevelDomains.all.contains(name.lowercased()) else { return false }
        // Numbers before an ending of a country are times and versions more often: "9.am".
        return name.count > 2
            || units[labels[0].lowerBound..<ending.lowerBound].contains { !$0.isDigit && !$0.isOne(of: ".") }
    }

    // MARK: Parts

    /// The labels of the host at a position, and its end; nil if there is none. Labels are letters, digits, and hyphens between them.
    private func host(_ start: Int, _ end: Int) -> (labels: [Range<Int>], end: Int)? {
        var labels: [Range<Int>] = []
        var index = start
        while index < end {
            var last = self.end(of: index, to: end) { $0.isAlphanumeric || $0.isOne(of: "-") }
            while last > index, units[last - 1].isOne(of: "-") { last -= 1 }
            guard last > index, units[index].isAlphanumeric else { break }
            labels.append(index..<last)
            guard last < end, units[last].isOne(of: ".") else { break }
            index = last + 1
        }
        return labels.last.map { (labels, $0.upperBound) }
    }

    /// Where a link ends, without the signs that end a sentence and the brackets that it does not open.
    private func trimmed(_ start: Int, _ end: Int) -> Int {
        let brackets: [(open: UInt16, close: UInt16)] = [(0x28, 0x29), (0x5B, 0x5D)]
        var surplus = brackets.map { pair in
            units[start..<end].reduce(0) { $0 + ($1 == pair.close ? 1 : $1 == pair.open ? -1 : 0) }
        }
        var last = end
        while last > start {
            let unit = units[last - 1]
            if let pair = brackets.firstIndex(where: { $0.close == unit }) {
                guard surplus[pair] > 0 else { break }
                surplus[pair] -= 1
            } else if !unit.isOne(of: ".,;:!?'") {
                break
            }
            last -= 1
        }
        return last
    }

    private func end(of start: Int, to end: Int, while isPart: (UInt16) -> Bool) -> Int {
        units[start..<end].firstIndex { !isPart($0) } ?? end
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

    private func result(_ start: Int, _ end: Int, before: String = "") -> DetectedData? {
        guard end > start, let url = URL(string: before + text(start..<end)) else { return nil }
        return DetectedData(.link(url), in: NSRange(start..<end))
    }
}
