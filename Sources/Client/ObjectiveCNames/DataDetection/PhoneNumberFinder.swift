import Foundation

/// Finds telephone numbers in a text. *Source*: our own rule, by what Apple's NSDataDetector is known to find; Apple documents none.
///
/// A number is groups of digits with one sign between them: a space, a hyphen, a dot or a slash; a group may be in brackets. Numbers
/// are those with a plus sign (8 to 15 digits), with a first 0 (9 to 12 digits; 00: up to 17), of North America (10 digits, also with a
/// first 1, and 7 digits in two groups), and those with a group in brackets (7 to 12 digits). Dates are none.
struct PhoneNumberFinder {
    private let units: ArraySlice<UInt16>

    init(_ units: ArraySlice<UInt16>) { self.units = units }

    private struct Group {
        var digits: Range<Int>
        /// Where the group ends, with its bracket.
        var end: Int
        var isInBrackets: Bool
        /// The sign before the group.
        var separator: UInt16
    }

    /// The numbers in order.
    func ranges() -> [Range<Int>] {
        var result: [Range<Int>] = []
        var index = units.startIndex
        while index < units.endIndex {
            guard units[index].isDigit || units[index].isOne(of: "+(") else {
                index += 1
                continue
            }
            if !isWithin(index), let end = numberEnd(from: index) {
                result.append(index..<end)
                index = end
            } else {
                index += 1
                index = units[index...].firstIndex { !$0.isDigit } ?? units.endIndex
            }
        }
        return result
    }

    /// Whether the units before a position make the next ones a part of a longer word or of an amount.
    private func isWithin(_ index: Int) -> Bool {
        guard index > units.startIndex else { return false }
        let before = units[index - 1]
        if before.isAlphanumeric || before.isOne(of: "$#%_@+") || before == 0x20AC || before == 0xA3 { return true }
        return before.isOne(of: "-./") && index - 1 > units.startIndex && units[index - 2].isAlphanumeric
    }

    private func numberEnd(from start: Int) -> Int? {
        let hasPlus = units[start].isOne(of: "+")
        var groups = groups(from: hasPlus ? start + 1 : start)
        while let last = groups.last {
            let isFree =
                last.end == units.endIndex || !units[last.end].isAlphanumeric && !units[last.end].isOne(of: "%_@")
            if isFree, isNumber(groups, hasPlus) { return last.end }
            groups.removeLast()
        }
        return nil
    }

    /// The groups of digits at a position; at most eight, as no number has more.
    private func groups(from start: Int) -> [Group] {
        var (result, index, separator): ([Group], Int, UInt16) = ([], start, 0)
        while result.count < 8, index < units.endIndex {
            let isInBrackets = units[index].isOne(of: "(")
            let first = isInBrackets ? index + 1 : index
            let last = units[first...].firstIndex { !$0.isDigit } ?? units.endIndex
            guard last > first else { break }
            var end = last
            if isInBrackets {
                guard last < units.endIndex, units[last].isOne(of: ")") else { break }
                end += 1
            }
            result.append(Group(digits: first..<last, end: end, isInBrackets: isInBrackets, separator: separator))
            guard end < units.endIndex else { break }
            let hasSign = isSeparator(units[end])
            // Behind and before a bracket the sign may be missing.
            guard hasSign || isInBrackets || units[end].isOne(of: "(") else { break }
            separator = hasSign ? units[end] : 0
            index = hasSign ? end + 1 : end
        }
        return result
    }

    private func isSeparator(_ unit: UInt16) -> Bool {
        unit.isOne(of: " -./") || unit == 0xA0 || unit == 0x202F || (0x2010...0x2013).contains(unit)
    }

    private func isNumber(_ groups: [Group], _ hasPlus: Bool) -> Bool {
        let counts = groups.map(\.digits.count)
        let total = counts.reduce(0, +)
        let first = units[groups[0].digits.lowerBound] - 0x30
        if hasPlus { return first != 0 && (8...15).contains(total) }
        if isDate(groups) { return false }
        if groups.contains(where: \.isInBrackets) { return (7...12).contains(total) }
        if first == 0 {
            let isAbroad = units[groups[0].digits].starts(with: "00".utf16)
            return counts[0] > 1 && (isAbroad ? (10...17) : (9...12)).contains(total)
        }
        switch counts {
        case [10], [3, 3, 4], [3, 4]: return first > 1 && (counts.count != 2 || groups[1].separator != 0x20)
        case [11], [1, 3, 3, 4], [1, 10]: return first == 1
        default: return false
        }
    }

    /// Whether the groups begin with a date of three numbers with the same sign between them.
    private func isDate(_ groups: [Group]) -> Bool {
        guard groups.count > 2, groups[1].separator == groups[2].separator, groups[1].separator != 0x20 else {
            return false
        }
        let counts = groups.prefix(3).map(\.digits.count)
        return counts[1] < 3 && (counts[0] < 3 && counts[2] == 4 || counts[0] == 4 && counts[2] < 3)
    }
}
