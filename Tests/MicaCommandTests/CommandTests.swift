import Foundation
import MicaCodecs
import Testing

/// The command as its user meets it.
@Suite struct CommandTests {
    private let scratch: ScratchDirectory
    private let document: String

    init() throws {
        scratch = try ScratchDirectory()
        document = try scratch.write(
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
              <CALayer bounds="0 0 21 11"><sublayers>
                <CALayer id="m" bounds="0 0 6 6" position="5 5" backgroundColor="1 0 0"><animations>
                  <x type="CABasicAnimation" keyPath="opacity" duration="1" repeatCount="inf"><fromValue type="real" value="0"/></x>
                </animations></CALayer></sublayers>
                <states>
                  <LKState name="Lid closed"><elements/></LKState>
                  <LKState name="Lid open"><elements><LKStateSetValue targetId="m" keyPath="position.x"><value type="real" value="15"/></LKStateSetValue></elements></LKState>
                </states>
              </CALayer>
            </caml>
            """, to: "lid.caml")
    }

    private func render(_ arguments: String...) throws -> Command {
        try Command(arguments: ["render", document, "--threads", "2"] + arguments)
    }

    @Test func output_has_size_times_scale_pixels_rounded_up() throws {
        let run = try render("--scale", "1.5", "-o", scratch.path("a.png"))
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output == "\(scratch.path("a.png")): 32 x 17 pixels\n")
    }

    @Test func parts_of_a_series_are_the_bytes_of_the_whole() throws {
        for (name, frames) in [("whole", "0..6"), ("part", "0..3"), ("part", "3..6")] {
            try #require(
                try render("--frames", frames, "--fps", "10", "-o", scratch.path(name + "-%02d.png")).status == 0)
        }
        for index in 0..<6 {
            #expect(try scratch.bytes("whole-0\(index).png") == scratch.bytes("part-0\(index).png"))
        }
        #expect(try scratch.bytes("whole-01.png") != scratch.bytes("whole-02.png"))
    }

    @Test func series_without_a_duration_is_an_animation() throws {
        #expect(try render("--fps", "2", "-q", "-o", scratch.path("f-%d.png")).status == 0)
        #expect(try scratch.names.filter { $0.hasSuffix("png") }.count == 10)
    }

    @Test func transition_starts_at_its_time_and_ends_in_the_state() throws {
        func picture(_ arguments: String...) throws -> [UInt8] {
            let run = try Command(
                arguments: ["render", document, "-q", "-o", scratch.path("a.png")] + arguments)
            #expect(run.status == 0)
            return try scratch.bytes("a.png")
        }
        let move = ["--transition", "Lid closed:Lid open@1"]
        #expect(try picture(move[0], move[1], "--time", "0.5") == picture("--state", "Lid closed", "--time", "0.5"))
        #expect(try picture(move[0], move[1], "--time", "1.25") != picture("--state", "Lid open", "--time", "1.25"))
        #expect(try picture(move[0], move[1], "--time", "9.5") == picture("--state", "Lid open", "--time", "9.5"))
    }

    @Test func unknown_state_lists_those_that_there_are() throws {
        let run = try render("--state", "lid opne", "-o", scratch.path("a.png"))
        #expect(run.status == 2)
        #expect(
            run.errors == """
                mica: no document has a state 'lid opne'; did you mean 'Lid open'?
                There are: Lid closed, Lid open
                See 'mica render --help'.

                """)
    }

    @Test func unwritable_outputs_are_named_with_the_reason() throws {
        let missing = try render("-o", scratch.path("no/such/a.png"))
        #expect(missing.status == 1)
        #expect(
            missing.errors
                == "mica: \(scratch.path("no/such/a.png")): there is no directory \(scratch.path("no/such"))\n")
        let directory = try render("-o", scratch.url.path + "/.png")
        #expect(directory.status != 0 || directory.output.contains("/.png"))
        let ending = try render("-o", scratch.path("a.bmp"))
        #expect(ending.status == 2)
        #expect(ending.errors.contains("its ending is none of png"))
    }

    @Test func closed_streams_do_no_harm() throws {
        let closed = try Command(
            arguments: ["render", document, "-o", scratch.path("a.png")], shell: "exec \"$@\" >&- 2>&-")
        #expect(closed.status == 0)
        let fine = try render("-o", scratch.path("b.png"))
        #expect(fine.status == 0)
        #expect(try scratch.bytes("a.png") == scratch.bytes("b.png"))
    }

    @Test func interruption_leaves_no_file() throws {
        let run = try Command(
            arguments: ["render", document, "--size", "800x800", "--duration", "60", "-o", scratch.path("a.webp")],
            // The shell does not wait: the tests' threads have its signals blocked.
            shell: """
                (while ! ls -A "\(scratch.url.path)" | grep -q mica-; do kill -0 $$ || exit; done; kill -TERM $$) &
                exec "$@"
                """)
        #expect(run.status == 143)
        #expect(try scratch.names == ["lid.caml"])
    }

    @Test func reference_draws_what_the_processor_does() throws {
        let pictures = try ["cpu", "reference"].map { name in
            let run = try Command(
                arguments: [
                    "render", document, "--size", "60x60", "--time", "0.5", "--backend", name, "-o",
                    scratch.path("\(name).png"),
                ])
            #expect(run.status == 0, "\(run.errors)")
            return try decodeImage([UInt8](Data(contentsOf: scratch.url.appending(path: "\(name).png"))))
        }
        #expect(Set(pictures[0].pixels).count > 1)
        for (a, b) in zip(pictures[0].pixels, pictures[1].pixels) {
            for shift: UInt32 in [0, 8, 16, 24] {
                let (first, second) = (Int(a >> shift & 255), Int(b >> shift & 255))
                #expect(abs(first - second) <= 1)
            }
        }
    }

    @Test func help_and_version_are_on_standard_output() throws {
        for arguments in [["--help"], ["help"], ["render", "--help"], ["help", "tile"], ["--version"]] {
            let run = try Command(arguments: arguments)
            #expect(run.status == 0)
            #expect(!run.output.isEmpty && run.errors.isEmpty)
        }
    }

    @Test(
        arguments: [
            ([], "usage: mica COMMAND"), (["rendr"], "unknown command 'rendr'; did you mean 'render'?"),
            (["render"], "no document is named"), (["render", "a.caml"], "no output is named: -o FILE"),
            (["render", "a.caml", "-o"], "-o needs a value"),
            (["render", "a.caml", "-o", "--time", "1"], "-o needs a value, and --time looks like an option"),
            (["render", "--sise", "1x1"], "unknown option --sise; did you mean '--size'?"),
            (["render", "--quiet=yes", "a.caml"], "--quiet takes no value"),
            (["render", "--size", "0x10"], "--size is WIDTHxHEIGHT in points, not '0x10'"),
            (["render", "--frames", "9..3"], "--frames is FIRST..END"),
            (["render", "--time", "soon"], "--time is a number"),
            (["render", "--threads", "1.5"], "--threads is a whole number from 1 to 256, not '1.5'"),
            (["render", "--transition", "A:B"], "--transition is FROM:TO@SECONDS"),
            (["render", "--background", "#12"], "--background is a colour"),
            (["render", "--backend", "gpu"], "there is no backend 'gpu'"),
        ] as [([String], String)]) func senseless_line_is_explained(arguments: [String], message: String) throws
    {
        let run = try Command(arguments: arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(message))
        #expect(run.output.isEmpty)
    }

    @Test func examples_are_listed_for_those_who_play_them() throws {
        let list = try Command("play", "--list")
        #expect(list.status == 0 && list.errors.isEmpty)
        #expect(list.output.split(separator: "\n").contains { $0.hasPrefix("controls: ") })
    }

    /// Benches and stress programs are commands of `mica-dev`: `mica` neither has them nor links the allocator that counts.
    @Test func laboratory_is_a_program_of_its_own() throws {
        for name in ["bench", "stress", "curves", "gallery"] {
            #expect(try Command(name).errors.contains("unknown command '\(name)'"))
            #expect(try Command(name, "--help", program: "mica-dev").output.hasPrefix("usage: mica-dev \(name)"))
        }
        let run = try Command("gallery", "nothing at all", program: "mica-dev")
        #expect(run.status == 2 && run.errors.contains("there is no example 'nothing at all'"))
        for (program, isCounted) in [("mica", false), ("mica-dev", true)] {
            // The allocator's functions, by the names of their symbols in the file.
            let bytes = try Data(contentsOf: Command.url(of: program), options: .alwaysMapped)
            #expect((bytes.range(of: Data("mica_allocation_count".utf8)) != nil) == isCounted, "\(program)")
        }
    }
}
