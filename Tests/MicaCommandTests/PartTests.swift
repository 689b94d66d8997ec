import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import Testing

@testable import MicaCommand

/// `mica split`, parts by `mica render --frames`, and `mica join`.
@Suite struct PartTests {
    private let scratch: ScratchDirectory
    private let film: String

    init() throws {
        scratch = try ScratchDirectory()
        // A square that crosses 32 x 16 points in two seconds.
        film = try scratch.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":20,"w":32,"h":16,"layers":[
            {"ty":1,"nm":"Box","ind":1,"ip":0,"op":20,"sw":8,"sh":8,"sc":"#ff8800","ks":{"p":{"a":1,"k":[
            {"t":0,"s":[0,4],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":20,"s":[24,4]}]}}},
            {"ty":1,"nm":"Ground","ind":2,"ip":0,"op":20,"sw":32,"sh":16,"sc":"#203060","ks":{}}]}
            """, to: "film.json")
    }

    private func part(_ range: String, _ name: String, _ arguments: String...) throws -> String {
        let run = try Command(
            arguments: ["render", film, "--frames", range, "--threads", "1", "-q", "-o", scratch.path(name)] + arguments
        )
        #expect(run.status == 0, "\(run.errors)")
        return scratch.path(name)
    }

    @Test func even_ranges_touch_and_differ_by_a_frame() {
        #expect(SplitCommand.even(10, 3) == [0..<3, 3..<6, 6..<10])
        #expect(SplitCommand.even(2, 5) == [0..<1, 1..<2])
        for (count, parts) in [(1, 1), (7, 7), (100, 7), (1000, 13)] {
            let ranges = SplitCommand.even(count, parts)
            #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == count)
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            let lengths = ranges.map(\.count)
            #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
        }
    }

    @Test func ranges_of_equal_cost_follow_the_costs() {
        // The second half costs three times the first: a half of the cost is at two thirds of the frames.
        let costs = [Double](repeating: 1, count: 50) + [Double](repeating: 3, count: 50)
        #expect(SplitCommand.even(300, 2, costs: costs) == [0..<200, 200..<300])
        for parts in 1...9 {
            let ranges = SplitCommand.even(20, parts, costs: [1, 100, 1, 1])
            #expect(ranges.count == parts && ranges.first?.lowerBound == 0 && ranges.last?.upperBound == 20)
            #expect(ranges.allSatisfy { !$0.isEmpty })
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        }
    }

    @Test func split_prints_ranges() throws {
        #expect(try Command("split", "--frames", "10", "--parts", "3").output == "0..3\n3..6\n6..10\n")
        #expect(try Command("split", film, "--parts", "2").output == "0..10\n10..20\n")
        #expect(try Command("split", film, "--parts", "2", "--even-cost").output == "0..10\n10..20\n")
        #expect(try Command("split", film, "--parts", "2", "--fps", "30").output == "0..30\n30..60\n")
        // The options of a render may be given to both.
        let both = try Command(
            "split", film, "--parts", "2", "--fps", "30", "--scale", "2", "--set", "Box.Color=red", "-q")
        #expect(both.output == "0..30\n30..60\n", "\(both.errors)")
        #expect(try Command("split", film, "--parts", "2", "--output", "a.png").status == 2)
        #expect(try Command("split", "--parts", "2").status == 2)
        #expect(try Command("split", film, "--frames", "3", "--parts", "2").status == 2)
    }

    @Test func joined_parts_are_the_film_of_one_run() throws {
        let parts = try ["7..20", "0..3", "3..7"].map { try part($0, "part-\($0.prefix(1)).mov") }
        let join = try Command(arguments: ["join"] + parts + ["-o", scratch.path("joined.mov")])
        #expect(join.status == 0, "\(join.errors)")
        #expect(join.output == "\(scratch.path("joined.mov")): 32 x 16 pixels, 20 frames at 10 a second\n")
        // ProRes has whole pictures only: joined, one run has the same packets, and so the same file.
        let whole = try part("0..20", "whole.mov")
        #expect(try Command("join", whole, "-q", "-o", scratch.path("one.mov")).status == 0)
        #expect(try scratch.bytes("joined.mov") == scratch.bytes("one.mov"))
    }

    @Test func parts_that_leave_frames_out_are_refused_and_nothing_is_written() throws {
        let run = try Command(
            "join", part("0..3", "a.mp4"), part("5..9", "b.mp4"), "-o", scratch.path("joined.mp4"))
        #expect(run.status == 1)
        #expect(
            run.errors.contains("b.mp4: frames 3 to 5 are missing between \(scratch.path("a.mp4"))"), "\(run.errors)")
        #expect(try !scratch.names.contains { $0.contains("joined") || $0.hasPrefix(".mica") })
        #expect(try Command("join", "-o", scratch.path("joined.mp4")).status == 2)
        #expect(try Command("join", scratch.path("a.mp4"), "-o", scratch.path("joined.png")).status == 2)
    }

    @Test(arguments: ["gif", "webp"])
    func animations_join_to_the_frames_of_one_run(_ ending: String) throws {
        let parts = try ["0..2", "2..8", "8..20"].map { try part($0, "\($0.prefix(1)).\(ending)") }
        let run = try Command(arguments: ["join"] + parts + ["-o", scratch.path("joined.\(ending)")])
        #expect(run.status == 0 && run.output.contains("20 frames"), "\(run.errors)")
        _ = try part("0..20", "whole.\(ending)")
        let joined = try ImageDecoder(bytes: scratch.bytes("joined.\(ending)")).decodeFrames()
        let whole = try ImageDecoder(bytes: scratch.bytes("whole.\(ending)")).decodeFrames()
        #expect(joined == whole)
        let mixed = try Command("join", parts[0], part("0..3", "a.mp4"), "-o", scratch.path("b.\(ending)"))
        #expect(mixed.status == 1)
        let short = try Command("join", parts[0], part("2..3", "s.\(ending)"), "-o", scratch.path("b.\(ending)"))
        #expect(short.status == 1 && short.errors.contains("a part of one frame has no duration"), "\(short.errors)")
    }

    @Test func the_shell_example_draws_parts_at_another_rate() throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/Farm")
        let output = scratch.path("film.mov")
        let run = try Command(
            arguments: [example.appending(path: "shell.sh").path, film, output, "3", "--fps", "20"],
            shell: "PATH=$(dirname \"$1\"):$PATH; shift; exec \"$@\"")
        #expect(run.status == 0 && run.output.contains("40 frames at 20 a second"), "\(run.output) \(run.errors)")
        #expect(try scratch.names.filter { $0.hasPrefix("film.mov") } == ["film.mov"])
    }

    @Test func outputs_that_are_there_are_left() throws {
        _ = try scratch.write("here", to: "a.mp4")
        _ = try part("0..3", "a.mp4", "--skip-existing")
        #expect(try scratch.bytes("a.mp4") == Array("here".utf8))
        let run = try Command(
            "render", film, "--skip-existing", "--time", "0", "-o", scratch.path("a.mp4"), "-o", scratch.path("a.png"))
        #expect(run.status == 0 && run.errors.contains("a.mp4 is there, and left as it is"), "\(run.errors)")
        #expect(try scratch.names.contains("a.png"))
    }
}
