import Foundation
import Testing

/// The documentation's pictures are those of the running code.
@Suite struct CurvesTests {
    private let pictures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/images/curves").path

    @Test func curves_of_the_documentation_are_current() throws {
        let run = try Command("curves", "--check", "-o", pictures, program: "mica-dev")
        #expect(run.errors.isEmpty)
        #expect(run.status == 0, "draw them again with mica-dev curves, and look at them")
        let wanted = try Command("curves", "--list", program: "mica-dev").output.split(separator: "\n").map {
            $0.prefix { $0 != ":" } + ".png"
        }
        #expect(
            wanted.map { String($0) }.sorted()
                == (try FileManager.default.contentsOfDirectory(atPath: pictures)).sorted())
    }

    @Test func curves_that_are_not_current_are_told() throws {
        let scratch = try ScratchDirectory()
        let run = try Command("curves", "--check", "-o", scratch.url.path, "basic", program: "mica-dev")
        #expect(run.status == 1)
        #expect(run.errors.contains("basic.png"))
        #expect(try Command("curves", "-q", "-o", scratch.url.path, "basic", program: "mica-dev").status == 0)
        #expect(try Command("curves", "--check", "-o", scratch.url.path, "basic", program: "mica-dev").status == 0)
        #expect(try Command("curves", "basics", program: "mica-dev").status == 2)
    }

    @Test func bench_of_animations_prints_a_line_for_each_kind() throws {
        let run = try Command(
            "bench", "animations", "linear", "group", "--layers", "100", "--frames", "3", program: "mica-dev")
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("ANIMATIONS,linear,100,100,"))
        #expect(try Command("bench", "animations", "nothing", program: "mica-dev").status == 2)
    }
}
