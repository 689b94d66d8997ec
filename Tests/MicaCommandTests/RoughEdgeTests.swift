import Foundation
import MicaCodecs
import MicaCommandLine
import MicaSurface
import Testing

@testable import MicaCommand

/// Unusual command lines, pipes and signals.
@Suite struct RoughEdgeTests {
    private let scratch: ScratchDirectory
    private let caml: String
    private let markup = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer bounds="0 0 21 11" backgroundColor="1 0 0"/>
        </caml>
        """

    init() throws {
        scratch = try ScratchDirectory()
        caml = try scratch.write(markup, to: "red.caml")
    }

    /// A Lottie document of a rate and a number of frames.
    private func lottie(rate: Int = 60, frames: Double = 6) -> String {
        """
        {"v":"5.5.0","fr":\(rate),"ip":0,"op":\(frames),"w":20,"h":10,"layers":[
        {"ty":4,"nm":"Box","ind":1,"ip":0,"op":\(frames),"st":0,"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,5]},{"t":6,"s":[20,5]}]}},"shapes":[
        {"ty":"gr","nm":"G","it":[{"ty":"rc","nm":"R","s":{"k":[8,8]},"p":{"k":[0,0]},"r":{"k":0}},
        {"ty":"fl","nm":"Fill","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]}
        """
    }

    private func run(_ arguments: String..., shell: String = "exec \"$@\"") throws -> Command {
        try Command(arguments: arguments, shell: shell)
    }

    // MARK: Streams

    @Test func dash_is_standard_input_and_output() throws {
        let file = try run("render", caml, "-o", scratch.path("a.png"))
        #expect(file.status == 0)
        let piped = try run(
            "render", "-", "-o", "-", "--format", "png",
            shell: "cat '\(caml)' | \"$@\" >'\(scratch.path("b.png"))'")
        #expect(piped.status == 0)
        #expect(piped.errors == "-: 21 x 11 pixels\n")
        #expect(try scratch.bytes("a.png") == scratch.bytes("b.png"))
        let other = try run("render", "-", "-o", "-")
        #expect(other.status == 2 && other.errors.contains("-o - needs --format"))
    }

    @Test func inputs_may_be_pipes() throws {
        let json = try scratch.write(lottie(), to: "a.json")
        for input in ["/dev/stdin", "-", scratch.path("pipe")] {
            let feed =
                input.hasSuffix("pipe")
                ? "mkfifo '\(input)'; (cat '\(json)' >'\(input)' &); exec \"$@\"" : "exec \"$@\" <'\(json)'"
            let result = try run("render", input, "--time", "0", "-o", scratch.path("pipe.png"), shell: feed)
            #expect(result.status == 0, "\(input): \(result.errors)")
        }
        let inspected = try run("inspect", "-", shell: "cat '\(json)' | \"$@\"")
        #expect(inspected.output.contains("frame rate: 60"))
    }

    @Test func video_goes_to_a_pipe_whole() throws {
        let json = try scratch.write(lottie(), to: "a.json")
        #expect(try run("render", json, "-o", scratch.path("a.mp4")).status == 0)
        let piped = try run(
            "render", json, "-o", "-", "--format", "mp4", shell: "\"$@\" | cat >'\(scratch.path("b.mp4"))'")
        #expect(piped.errors.contains("20 x 10 pixels"))
        #expect(try scratch.bytes("a.mp4") == scratch.bytes("b.mp4"))
    }

    @Test func full_output_is_a_failure() throws {
        for arguments in [["inspect", caml], ["--help"], ["man"]] {
            let result = try Command(arguments: arguments, shell: "exec \"$@\" >/dev/full")
            #expect(result.status == 1)
            #expect(result.errors == "mica: standard output: no space left on device\n")
        }
    }

    // MARK: Inputs

    @Test func links_to_documents_are_followed() throws {
        try scratch.write(markup, to: "real/inside.caml")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link.caml"), withDestinationPath: scratch.path("real/inside.caml"))
        try scratch.write(lottie(), to: "real/a.json")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link.json"), withDestinationPath: scratch.path("real/a.json"))
        for name in ["link.caml", "link.json"] {
            let result = try run("render", scratch.path(name), "--time", "0", "-o", scratch.path("a.png"))
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func kind_is_seen_where_the_ending_says_nothing() throws {
        for (name, text) in [("a.anim", lottie()), ("b", markup)] {
            let file = try scratch.write(text, to: name)
            #expect(try run("render", file, "--time", "0", "-o", scratch.path("a.png")).status == 0)
        }
        let other = try run("render", try scratch.write("hello", to: "c.doc"), "-o", scratch.path("a.png"))
        #expect(other.status == 1)
        #expect(other.errors.contains("c.doc: error: neither its ending nor its first bytes are of caml, ca, caar"))
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32])
    func text_may_be_utf16_and_utf32(_ encoding: String.Encoding) throws {
        for (name, text) in [("a.json", lottie()), ("a.caml", markup)] {
            let data = try #require(text.data(using: encoding))
            let result = try run(
                "render", try scratch.write([UInt8](data), to: name), "--time", "0", "-o", scratch.path("a.png"))
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func missing_input_is_called_so() throws {
        for name in ["none.json", "none.caml", "none.foo"] {
            let result = try run("inspect", scratch.path(name))
            #expect(result.errors == "mica: \(scratch.path(name)): error: there is no such file\n")
        }
    }

    @Test func name_that_is_no_utf8_is_explained() throws {
        let named = try Command(arguments: ["inspect"], shell: "exec \"$@\" \"$(printf 'a\\377.json')\"")
        #expect(named.status == 2)
        #expect(named.errors.contains("is not UTF-8"))
    }

    @Test func document_that_plays_for_ages_is_refused() throws {
        let file = try scratch.write(lottie(frames: 1e12), to: "long.json")
        let result = try run("render", file, "-o", scratch.path("a.mp4"))
        #expect(result.status == 1)
        #expect(result.errors.contains("--duration or --frames"))
        #expect(try run("render", file, "-o", scratch.path("a.mp4"), "--frames", "0..2").status == 0)
    }

    @Test func options_that_match_nothing_warn() throws {
        let json = try scratch.write(lottie(), to: "a.json")
        let result = try run(
            "render", json, "--time", "0", "--set", "**.Fill.Color=#00ff00", "--appearance", "dark", "-o",
            scratch.path("a.png"))
        #expect(result.status == 0)
        #expect(
            result.errors == """
                mica: \(json): warning: --appearance dark: the document has one appearance only

                """)
    }

    // MARK: Outputs

    @Test func option_and_file_may_be_one_word() throws {
        #expect(try run("render", caml, "-o\(scratch.path("a.png"))").status == 0)
        #expect(try scratch.names.contains("a.png"))
    }

    @Test func name_with_a_percent_sign_is_a_name() throws {
        #expect(try run("render", caml, "-o", scratch.path("100%.png")).status == 0)
        #expect(try scratch.names.contains("100%.png"))
    }

    @Test func rates_may_be_fractions() throws {
        #expect(parseFrameRate("30000/1001") == FrameRate(30_000, over: 1001))
        #expect(parseFrameRate("50/3") == FrameRate(50, over: 3))
        #expect(parseFrameRate("60") == FrameRate(60))
        for wrong in ["1/0", "0/1", "-1", "a/b", "1/2/3", "2000", "", "nan"] { #expect(parseFrameRate(wrong) == nil) }
    }

    @Test func fast_documents_play_at_fifty_as_gif() throws {
        let json = try scratch.write(lottie(rate: 60, frames: 60), to: "a.json")
        let result = try run("render", json, "-o", scratch.path("a.gif"))
        #expect(result.errors.contains("50 frames a second"))
        let frames = try ImageDecoder(bytes: try scratch.bytes("a.gif")).decodeFrames()
        #expect(frames.map { Int(($0.duration * 1000).rounded()) } == Array(repeating: 20, count: frames.count))
        #expect(abs(frames.reduce(0) { $0 + $1.duration } - 1) < 0.001)
        let asked = try RenderOptions.parse([json, "-o", "a.gif", "--fps", "60"])
        #expect(asked?.frameRate == FrameRate(60))
    }

    @Test func webp_is_an_animation() throws {
        let json = try scratch.write(lottie(), to: "a.json")
        #expect(try run("render", json, "-o", scratch.path("a.webp")).output.hasSuffix("6 frames\n"))
    }

    @Test func quality_and_compression_change_sizes() throws {
        let json = try scratch.write(lottie(frames: 30), to: "a.json")
        func size(_ name: String, _ options: String...) throws -> Int {
            let result = try Command(
                arguments: ["render", json, "--size", "400x200", "-q", "-o", scratch.path(name)] + options)
            #expect(result.status == 0, "\(result.errors)")
            return try scratch.bytes(name).count
        }
        #expect(
            try size("a.jpg", "--quality", "10", "--time", "0.05") < size("a.jpg", "--quality", "95", "--time", "0.05"))
        #expect(try size("a.mp4", "--quality", "10") < size("a.mp4", "--quality", "95"))
        #expect(
            try size("a.png", "--compression", "12", "--time", "0.05")
                < size("a.png", "--compression", "0", "--time", "0.05"))
    }

    @Test func sizes_in_decimals_are_rounded_up() throws {
        // A rounding error adds no pixel: the first is 380.00000001 x 338.00000001. The second is 380.001 x 338.001.
        let sizes = [
            ("126.66666667x112.66666667", "380 x 338"), ("126.667x112.667", "381 x 339"),
            ("126.4x112.4", "380 x 338"), ("126.68x112.71", "381 x 339"),
        ]
        for (size, pixels) in sizes {
            let result = try run("render", caml, "--size", size, "--scale", "3", "-o", scratch.path("a.png"))
            #expect(result.output.hasSuffix(": \(pixels) pixels\n"))
        }
    }

    // MARK: Telling

    @Test func inspection_is_to_be_had_as_json() throws {
        let json = try scratch.write(lottie(), to: "a.json")
        let result = try run("inspect", json, scratch.path("none.json"), "--json")
        #expect(result.status == 1)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
        #expect(list.count == 2)
        #expect(list[0]["frameRate"] as? Double == 60)
        #expect((list[0]["size"] as? [String: Double])?["width"] == 20)
        #expect((list[1]["error"] as? String)?.contains("there is no such file") == true)
    }

    @Test func progress_bar_keeps_to_the_terminal() {
        for columns in [1, 5, 20, 30, 40, 60, 80, 200] {
            let line = ProgressBar.line(
                String(repeating: "long/", count: 30) + "a.mp4", 7, of: 300, rate: "59", columns: columns)
            #expect(line.count < max(columns, 2), "\(columns): \(line)")
        }
        #expect(ProgressBar.line("a.mp4", 5, of: 10, rate: "9", columns: 80).hasPrefix("a.mp4 [###############...."))
    }

    @Test func bench_without_threads_makes_no_sense() throws {
        #expect(try Command("bench", "--threads", "0", program: "mica-dev").status == 2)
    }

    @Test func it_works_without_proc() throws {
        let result = try run(
            "render", caml, "-o", scratch.path("a.png"),
            shell: "exec unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh \"$@\"")
        // Without the right to mount there is nothing to look at.
        if result.errors.contains("Operation not permitted") || result.errors.contains("denied") { return }
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func picture_without_text_looks_for_no_fonts() throws {
        let result = try run(
            "render", caml, "-q", "-o", scratch.path("a.png"), shell: "FC_DEBUG=1024 exec \"$@\"")
        #expect(result.status == 0 && result.output.isEmpty)
    }

    @Test func command_links_no_networking() throws {
        let program = try Command.url()
        let file = try FileHandle(forReadingFrom: program)
        let bytes = try #require(try file.readToEnd())
        // Or Swift's runtime is inside, where MICA_COMMAND names a package's program.
        let isBuilt = ProcessInfo.processInfo.environment["MICA_COMMAND"] == nil
        #expect(!isBuilt || bytes.range(of: Data("libswiftCore.so".utf8)) != nil)
        #expect(bytes.range(of: Data("libFoundationNetworking.so".utf8)) == nil)
    }

    @Test func text_without_fonts_is_an_error() throws {
        let text = try scratch.write(
            markup.replacing(
                "/>", with: "><sublayers><CATextLayer bounds=\"0 0 20 10\" string=\"a\"/></sublayers></CALayer>"),
            to: "text.caml")
        let result = try run(
            "render", text, "-o", scratch.path("a.png"),
            shell: """
                exec unshare -m sh -c 'for d in /usr/share/fonts /usr/local/share/fonts; do
                [ ! -d $d ] || mount -t tmpfs none $d || exit 9; done; exec "$@"' sh "$@"
                """)
        // Without the right to mount there is nothing to look at.
        if result.status == 9 || result.errors.contains("Operation not permitted") { return }
        #expect(result.status == 1)
        #expect(result.errors.contains("there are no fonts on this machine"))
        #expect(!result.errors.contains(":  is used"))
    }

    /// Whether this process may have mounts of its own, which take a library away from a command.
    private static let mayMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["-m", "mount", "--bind", "/dev/null", "/dev/zero"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    // MARK: OpenGL

    @Test(.enabled(if: mayMount, "needs the right to make mounts of its own, which take libEGL away"))
    func opengl_that_is_missing_is_said_in_a_line() throws {
        let file = try scratch.write(markup, to: "plain.caml")
        let without = """
            exec unshare -m sh -c 'for f in /usr/lib/*/libEGL.so.1; do [ ! -e $f ] || mount --bind /dev/null $f || exit 9; done
            exec "$@"' sh "$@"
            """
        let result = try run("render", file, "--backend", "gl", "-o", scratch.path("a.png"), shell: without)
        #expect(result.status == 2, "\(result.status): \(result.errors)")
        let line = result.errors.split(separator: "\n").first ?? ""
        #expect(line.hasPrefix("mica: this machine has no backend 'gl': ") && line.contains("libEGL.so.1"))
        #expect(
            try run("render", file, "--backend", "auto", "-q", "-o", scratch.path("b.png"), shell: without).status == 0)
        #expect(try run("info", shell: without).output.hasPrefix("OpenGL: none: "))
    }

    @Test func info_says_what_auto_takes() throws {
        let lines = try run("info").output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("OpenGL: ") == true)
        #expect(lines.last?.contains("auto: ") == true && lines.last?.contains("because") == true)
        #expect(try run("info", "more").status == 2)
    }

    // MARK: Completion and manual

    @Test func completion_knows_every_option() throws {
        for shell in CompletionCommand.shells {
            let script = try run("completion", shell)
            #expect(script.status == 0)
            for name in RenderOptions.names {
                let word = shell == "fish" ? String(name.dropFirst(2)) : name
                #expect(script.output.contains(word), "\(shell): \(name)")
            }
        }
        #expect(try run("completion", "csh").status == 2)
    }

    @Test func bash_completes() throws {
        try scratch.write(try run("completion", "bash").output, to: "mica.bash")
        func completed(_ words: String) throws -> String {
            let line =
                "complete() { :; }; . '\(scratch.path("mica.bash"))'; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mica; echo ${COMPREPLY[@]}"
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = ["-c", line]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }
        #expect(try completed("mica ren") == "render\n")
        #expect(try completed("mica render --back") == "--background --backend\n")
        #expect(try completed("mica render a.caml --format w") == "webp webm\n")
        #expect(try completed("mica completion f") == "fish\n")
    }

    @Test func every_option_of_the_command_line_is_in_its_help() {
        let options = Set(HelpOption.all(in: Help.render).flatMap(\.names))
        #expect(Set(RenderOptions.names).subtracting(options) == ["--help"])
    }

    @Test func manual_page_has_every_command() throws {
        let page = try run("man").output
        for command in Mica.program.commands.map(\.name) {
            #expect(page.contains(".SH \"MICA \(command.uppercased())\""))
        }
        #expect(
            !page.split(separator: "\n").contains {
                $0.hasPrefix(".") && !$0.hasPrefix(".S") && !$0.hasPrefix(".T")
                    && !["B", "I", "n", "f"].contains($0.dropFirst().first)
            })
    }
}
