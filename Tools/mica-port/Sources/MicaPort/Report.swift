import Foundation

/// What became of sources, as text.
public struct Report {
    private var lines: [String] = []
    /// How many files there are.
    public private(set) var files = 0
    /// How many stay as they are.
    public private(set) var unchanged = 0
    /// The number that the tool changes by itself.
    public private(set) var byTool = 0
    /// How many need a hand.
    public private(set) var byHand = 0
    /// How many of those need it for each construct.
    public private(set) var reasons: [String: Int] = [:]

    /// Makes the report of no files.
    public init() {}

    /// Adds a file.
    public mutating func add(_ path: String, original: [UInt8], _ ported: Ported) {
        files += 1
        let word: String
        if !ported.findings.isEmpty {
            (byHand, word) = (byHand + 1, "by hand")
            for construct in Set(ported.findings.map(\.construct)) { reasons[construct, default: 0] += 1 }
        } else if ported.text == original {
            (unchanged, word) = (unchanged + 1, "unchanged")
        } else {
            (byTool, word) = (byTool + 1, "by tool")
        }
        let done = ported.done.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        lines.append("\(word)\t\(path)\t\(done)")
        for finding in ported.findings {
            lines.append("\(path):\(finding.line):\(finding.column): \(finding.construct): \(finding.advice)")
        }
    }

    /// A line a file, lines of the work left to do, and the sum.
    public var text: String {
        (lines + ["\(files) files: \(unchanged) unchanged, \(byTool) by tool, \(byHand) by hand"]).joined(
            separator: "\n")
    }

    /// One row of a table of repositories.
    public func row(_ name: String) -> String {
        let why = reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return "| \(name) | \(files) | \(unchanged) | \(byTool) | \(byHand) | \(why) |"
    }
}
