import Foundation
import MicaBench
import MicaCPU
import MicaFrame
import MicaReference
import ReftestKit
import Testing

/// The scalar CPU compositor beside the reference, op by op, and the table of how far it may be off.
@Suite struct ReferenceTests {
    /// What was seen of a kind of op.
    private struct Seen {
        /// For each bucket of the table the largest difference and the largest share of an op's pixels.
        var few: [OpTolerance.Few] = []
        /// The largest difference below them.
        var anywhere = 0
        /// The ops that the table has no room for.
        var faults: [String] = []
    }

    @Test func ops_alone_are_as_near_as_the_table_says_and_the_table_is_no_larger() {
        var seen: [DrawOp.Content.Kind: Seen] = [:]
        for reftest in allReftests { look(at: reftest.scene.frame(), reftest.name, &seen) }
        for seed in UInt64(0)..<400 { look(at: FrameFuzz.frame(seed: seed), "random frame \(seed)", &seen) }
        for kind in DrawOp.Content.Kind.allCases {
            guard let seen = seen[kind] else {
                Issue.record("no frame has an op of the kind \(kind)")
                continue
            }
            let entry = OpTolerance.of(kind)
            for fault in seen.faults.prefix(3) { Issue.record("\(fault)") }
            let few = seen.few.map { "(\($0.difference), \($0.perThousand))" }.joined(separator: ", ")
            #expect(
                seen.anywhere == entry.anywhere && seen.few == entry.few, "\(kind): seen \(seen.anywhere); \(few)")
        }
    }

    /// Draws each op of a frame alone, and notes how far it is off.
    private func look(at frame: Frame, _ name: String, _ seen: inout [DrawOp.Content.Kind: Seen]) {
        let cpu = CPUCompositor(threads: 1)
        cpu.kernels = .scalar
        for result in LoneOps(frame, { cpu.draw($0, into: &$1) }).results {
            // Outlines that reach 262,144 pixels and farther are cut off there: docs/approximations.md.
            if result.words.split(separator: "\n").dropFirst().contains(where: { $0.contains(#/[ (\-][0-9]{6,}[. )]/#) }
            ) {
                continue
            }
            let entry = OpTolerance.of(result.kind), histogram = result.comparison.histogram
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
                now.faults.append("\(name): \(result.kind) alone: \(result.comparison.description)\n\(result.words)")
            }
            seen[result.kind] = now
        }
    }

    /// The page says of each op what the table says.
    @Test func approximations_are_written_down() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/approximations.md")
        let lines = try String(contentsOf: page.standardizedFileURL, encoding: .utf8).split(separator: "\n")
        for entry in OpTolerance.table {
            let few = entry.few.map { "\($0.difference) in \($0.perThousand) of 1,000" }.joined(separator: ", ")
            let start = "| \(entry.kind) | \(entry.anywhere) | \(few.isEmpty ? "none" : few) |"
            #expect(lines.contains { $0.hasPrefix(start) }, "docs/approximations.md lacks: \(start)")
        }
        #expect(OpTolerance.table.count == DrawOp.Content.Kind.allCases.count)
    }

    /// The contract stays short enough to be read at once.
    @Test func reference_has_at_most_a_thousand_lines_of_code() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Compositors/MicaReference").standardizedFileURL
        var count = 0
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            count += lines.count { line in
                let text = line.drop { $0 == " " }
                return !text.isEmpty && !text.hasPrefix("//")
            }
        }
        #expect(count > 300 && count <= 1000, "\(count) lines")
    }
}
