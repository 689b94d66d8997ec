import Foundation
import MicaBench
import MicaCPU
import MicaFrame
import MicaReference
import ReftestKit
import Testing

/// The scalar CPU compositor beside the reference, op by op, and the table of how far it may be off.
@Suite struct ReferenceTests {
    @Test func ops_alone_are_as_near_as_the_table_says_and_the_table_is_no_larger() {
        var seen = OpMeasurements(OpTolerance.table)
        let cpu = CPUCompositor(threads: 1)
        cpu.kernels = .scalar
        for reftest in allReftests {
            seen.look(at: reftest.scene.frame(), reftest.name) { cpu.draw($0, into: &$1) }
        }
        for seed in UInt64(0)..<400 {
            seen.look(at: FrameFuzz.frame(seed: seed), "random frame \(seed)") { cpu.draw($0, into: &$1) }
        }
        seen.check()
    }

    /// The page has the table's values for each op.
    @Test func approximations_are_written_down() throws {
        try OpMeasurements.check(OpTolerance.table, page: "approximations.md")
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
