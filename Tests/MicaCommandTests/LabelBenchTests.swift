import Foundation
import Testing

/// The memory of a label, as `mica-dev bench labels` counts it.
@Suite struct LabelBenchTests {
    /// A label of 200 x 40 pixels has 32,000 bytes of pixels: the limit has no room for a copy of them. The labels are
    /// in a process of their own, as other tests take and free memory meanwhile.
    @Test func shown_label_takes_at_most_forty_kilobytes() throws {
        let run = try Command("bench", "labels", "--labels", "400", "--rounds", "1", program: "mica-dev")
        let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("BYTES,") }, "\(run.errors)")
        let bytes = try #require(line.split(separator: ",").last.flatMap { Double($0) })
        #expect(bytes > 32_000 && bytes <= 40_000, "\(bytes) bytes")
    }

    /// Attributed strings of Foundation on Linux leave 340 bytes and more behind, each: measuring a label made three.
    @Test("A label and a button that are gone leave less than 100 bytes behind")
    func left() throws {
        let run = try Command("bench", "labels", "--labels", "400", "--rounds", "1", program: "mica-dev")
        let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("LEFT,400,") }, "\(run.errors)")
        let bytes = line.split(separator: ",").dropFirst(2).compactMap { Double($0) }
        #expect(bytes.count == 2 && bytes.allSatisfy { $0 < 100 }, "\(line)")
    }
}
