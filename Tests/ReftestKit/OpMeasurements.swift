import Foundation
import MicaBase
import MicaFrame
import TestSupport
import Testing

/// How far a compositor was from the reference, op by op, beside its table of tolerances.
package struct OpMeasurements {
    /// The measurements of a kind of op.
    private struct Seen {
        /// For each bucket of the table the largest difference and the largest share of an op's pixels.
        var few: [OpTolerance.Few] = []
        /// The largest difference below them.
        var anywhere = 0
        /// The ops that the table has no room for.
        var faults: [String] = []
    }

    private let table: [OpTolerance]
    private var seen: [DrawOp.Content.Kind: Seen] = [:]

    /// Begins to measure.
    package init(_ table: [OpTolerance]) { self.table = table }

    /// Draws each op of a frame by itself, and notes the difference.
    package mutating func look(at frame: Frame, _ name: String, _ draw: (Frame, inout Bitmap) -> Void) {
        for result in LoneOps(frame, table, draw).results {
            // Outlines that reach 262,144 pixels and farther are cut off there: docs/approximations.md.
            if result.words.split(separator: "\n").dropFirst().contains(where: { $0.contains(#/[ (\-][0-9]{6,}[. )]/#) }
            ) {
                continue
            }
            let entry = OpTolerance.of(result.kind, in: table), histogram = result.comparison.histogram
            var now = seen[result.kind] ?? Seen(few: entry.few.map { _ in .init(difference: 0, perThousand: 0) })
            for difference in 1..<histogram.count where histogram[difference] > 0 {
                if difference <= entry.anywhere { now.anywhere = max(now.anywhere, difference) }
            }
            var below = entry.anywhere
            for (index, few) in entry.few.enumerated() {
                let range = min(below + 1, few.difference)...few.difference
                let count = histogram[range].reduce(0, +)
                if count > 0, let last = range.last(where: { histogram[$0] > 0 }) {
                    let least = OpTolerance.Few(difference: last, count: count, of: result.bounds)
                    now.few[index].difference = max(now.few[index].difference, last)
                    now.few[index].perThousand = max(now.few[index].perThousand, least.perThousand)
                }
                below = few.difference
            }
            if !entry.holds(result.comparison, in: result.bounds) {
                let counts = histogram.enumerated().dropFirst().filter { $0.element > 0 }
                let few = counts.map { "\($0.element) by \($0.offset)" }.joined(separator: ", ")
                now.faults.append(
                    "\(name): \(result.kind) alone: \(result.comparison.description): \(few)\n\(result.words)")
            }
            seen[result.kind] = now
        }
    }

    /// Records entries of the table that are too small or too large for the measurements.
    package func check() {
        for kind in DrawOp.Content.Kind.allCases {
            guard let seen = seen[kind] else {
                Issue.record("no frame has an op of the kind \(kind)")
                continue
            }
            let entry = OpTolerance.of(kind, in: table)
            for fault in seen.faults.prefix(3) { Issue.record("\(fault)") }
            let few = seen.few.map { "(\($0.difference), \($0.perThousand))" }.joined(separator: ", ")
            #expect(
                seen.anywhere == entry.anywhere && seen.few == entry.few, "\(kind): seen \(seen.anywhere); \(few)")
        }
    }

    /// Records entries of the table that are too small for the measurements.
    package func checkFaults() {
        for seen in seen.values { for fault in seen.faults.prefix(10) { Issue.record("\(fault)") } }
    }

    /// Records differences between a page of docs and the table.
    package static func check(_ table: [OpTolerance], page: String) throws {
        let text = try String(contentsOf: Project.folder.appending(path: "docs/\(page)"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        for entry in table {
            let few = entry.few.map { "\($0.difference) in \($0.perThousand) of 1,000" }.joined(separator: ", ")
            let start = "| \(entry.kind) | \(entry.anywhere) | \(few.isEmpty ? "none" : few) |"
            #expect(lines.contains { $0.hasPrefix(start) }, "docs/\(page) lacks: \(start)")
        }
        #expect(table.count == DrawOp.Content.Kind.allCases.count)
    }
}
