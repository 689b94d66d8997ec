import Foundation
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaImageFiles
import MicaSurface
import Testing

@testable import MicaCommand

/// Several inputs and outputs of `mica render`, pictures as inputs, and notes about options without effect.
@Suite struct RenderJobTests {
    private let scratch: ScratchDirectory
    private let red: String
    private let green: String

    init() throws {
        scratch = try ScratchDirectory()
        func document(_ color: String) -> String {
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
              <CALayer bounds="0 0 20 10" backgroundColor="\(color)"><sublayers>
                <CALayer name="Hole" bounds="0 0 4 4" position="10 5"/></sublayers></CALayer>
            </caml>
            """
        }
        red = try scratch.write(document("1 0 0"), to: "red.caml")
        green = try scratch.write(document("0 1 0"), to: "green.caml")
    }

    private func run(_ arguments: String...) throws -> Command { try Command(arguments: ["render"] + arguments) }

    private func picture(_ name: String) throws -> Bitmap { try ImageDecoder(bytes: scratch.bytes(name)).decode() }

    private func write(_ bitmap: Bitmap, _ name: String) throws -> String {
        try scratch.write(try PNGEncoder.encode(bitmap), to: name)
    }

    private var film: String {
        get throws {
            try scratch.write(
                """
                {"v":"5.5.0","fr":10,"ip":0,"op":5,"w":20,"h":10,"layers":[
                {"ty":1,"nm":"Box","ind":1,"ip":0,"op":5,"sw":20,"sh":10,"sc":"#0000ff","ks":{}}]}
                """, to: "film.json")
        }
    }

    @Test func each_input_has_an_output_of_its_own() throws {
        let result = try run(
            "--each", red, green, "-o", scratch.path("out/{name}.png"), "-o", scratch.path("{name}.txt"))
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try picture("out/red.png")[0, 0] == 0xFFFF_0000 && picture("out/green.png")[0, 0] == 0xFF00_FF00)
        #expect(try scratch.names.filter { $0.hasSuffix("txt") } == ["green.txt", "red.txt"])
        // The bytes are those of each by itself, whatever was drawn before it.
        let film = try film
        #expect(try run(film, "-q", "-o", scratch.path("alone.gif")).status == 0)
        #expect(try run(red, film, "--each", "-q", "-o", scratch.path("out/{name}.gif")).status == 0)
        #expect(try scratch.bytes("out/film.gif") == scratch.bytes("alone.gif"))
    }

    @Test func each_goes_on_after_an_input_that_cannot_be_read() throws {
        let broken = try scratch.write("<caml", to: "broken.caml")
        let result = try run("--each", broken, red, "-q", "-o", scratch.path("{name}.png"))
        #expect(result.status == 1 && result.errors.contains("broken.caml"))
        #expect(try scratch.names.contains("red.png"))
    }

    @Test func placeholders_that_stand_for_nothing_are_errors() throws {
        let wrong: [(arguments: [String], words: String)] = [
            (["-o", scratch.path("%s.png")], "--each and {name}"),
            (["-o", scratch.path("{name}.png")], "{name} is for --each"),
            (["--each", "-o", scratch.path("a.png")], "--each needs an output with {name}"),
            (["--each", red, "-o", scratch.path("{name}.png")], "have the same output"),
        ]
        for (arguments, words) in wrong {
            let result = try Command(arguments: ["render", red] + arguments)
            #expect(result.status == 2 && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
        #expect(try scratch.names.filter { $0.hasSuffix("png") }.isEmpty)
        #expect(try run(red, "-q", "-o", scratch.path("100%.png")).status == 0)
    }

    @Test func several_outputs_are_all_written() throws {
        let result = try run(
            try film, "-o", scratch.path("a.gif"), "-o", scratch.path("a.png"), "-o", scratch.path("b.png"))
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 3, "\(result.output)")
        #expect(try scratch.bytes("a.png") == scratch.bytes("b.png"))
        #expect(result.output.contains("a.gif: 20 x 10 pixels, 5 frames\n"))
        #expect(try run(red, "-o", scratch.path("a.png"), "-o", scratch.path("a.png")).status == 2)
    }

    @Test func pictures_are_inputs() throws {
        let ground = try write(Bitmap(width: 40, height: 20, filledWith: 0xFF00_00FF), "ground.png")
        #expect(try run(ground, "-q", "-o", scratch.path("copy.png")).status == 0)
        #expect(try picture("copy.png") == Bitmap(width: 40, height: 20, filledWith: 0xFF00_00FF))
        // A picture does not move, so that a file for animations has one frame.
        #expect(try run(ground, "-o", scratch.path("copy.webp")).output.hasSuffix("40 x 20 pixels\n"))
        #expect(try run(ground, red, "-q", "-o", scratch.path("over.png")).status == 0)
        let over = try picture("over.png")
        #expect(over.width == 40 && over[0, 0] == 0xFF00_00FF && over[20, 10] == 0xFFFF_0000)
        let missing = try run(scratch.path("none.png"), "-o", scratch.path("b.png"))
        #expect(missing.status == 1 && missing.errors.contains("there is no such file"))
        let other = try run(try scratch.write("BM", to: "a.bmp"), "-o", scratch.path("b.png"))
        #expect(other.errors.contains("films and pictures are inputs too") && other.errors.contains("webp"))
    }

    @Test func animated_pictures_play() throws {
        let path = scratch.path("two.gif")
        let sink = AnimationSink(path: path, format: .gif)
        try sink.begin(FrameStream(width: 2, height: 2, rate: FrameRate(2)))
        for (index, color) in [UInt32(0xFFFF_0000), 0xFF00_00FF].enumerated() {
            try sink.append(Bitmap(width: 2, height: 2, filledWith: color), at: index)
        }
        try sink.finish()
        for (time, color) in [("0", 0xFFFF_0000), ("0.6", 0xFF00_00FF), ("1.1", 0xFFFF_0000)] as [(String, UInt32)] {
            #expect(try run(path, "--time", time, "-q", "-o", scratch.path("at.png")).status == 0)
            #expect(try picture("at.png")[0, 0] == color, "\(time)")
        }
    }

    @Test func layers_show_pictures() throws {
        let dot = try write(Bitmap(width: 2, height: 2, filledWith: 0xFF00_00FF), "dot.png")
        #expect(try run(red, "--set", "Hole.contents=\(dot)", "-q", "-o", scratch.path("a.png")).status == 0)
        #expect(try picture("a.png")[10, 5] == 0xFF00_00FF && picture("a.png")[0, 0] == 0xFFFF_0000)
        #expect(try run(red, "--set", "Nothing.contents=\(dot)", "-o", scratch.path("a.png")).status == 2)
        let other = try run(red, "--set", "Hole.contents=a.txt", "-o", scratch.path("a.png"))
        #expect(other.status == 2 && other.errors.contains("neither a film nor a picture"), "\(other.errors)")
    }

    @Test func width_keeps_proportions() throws {
        for (width, pixels) in [("60", "60 x 30"), ("33", "33 x 17")] {
            #expect(
                try run(red, "--width", width, "-o", scratch.path("a.png")).output.hasSuffix(": \(pixels) pixels\n"))
        }
        #expect(try run(red, "--width", "30", "--scale", "2", "-o", scratch.path("a.png")).output.contains("60 x 30"))
        #expect(try run(red, "--width", "30", "--size", "30x30", "-o", scratch.path("a.png")).status == 2)
    }

    @Test func options_without_effect_are_noted() throws {
        let film = try film
        func note(_ arguments: String...) throws -> String {
            let result = try Command(arguments: ["render", film] + arguments)
            #expect(result.status == 0)
            return result.errors
        }
        let png = scratch.path("a.png")
        #expect(try note("-o", png).isEmpty)
        #expect(try note("--loop", "2", "-o", scratch.path("a.mp4")).contains("note: --loop has no effect on .mp4"))
        #expect(try note("--quality", "10", "-o", png).contains("note: --quality has no effect on .png"))
        #expect(try note("--compression", "9", "-o", scratch.path("a.jpg")).contains("--compression has no effect"))
        #expect(try note("--format", "gif", "-o", png).contains("a.png is written as gif, as --format says"))
        #expect(try note("--time", "99", "-o", png).contains("shows 99 s, and \(film) ends at 0.5 s"))
        #expect(try note(red, "-o", png).contains("2 documents are drawn one over another"))
        #expect(try note("--time", "99", "-q", "-o", png).isEmpty)
    }

    @Test func misspelt_colour_is_named() throws {
        let result = try run(try film, "--set", "Box.Color=ornage", "-o", scratch.path("a.png"))
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "mica: --set Box.Color: 'ornage' is neither a colour, such as #ff0000 or orange, nor")
                && result.errors.contains("did you mean 'orange'?"), "\(result.errors)")
        #expect(
            try run(red, "--background", "wihte", "-o", scratch.path("a.png")).errors.contains("did you mean 'white'?"))
    }

    @Test func pictures_are_compared() throws {
        var changed = Bitmap(width: 8, height: 6, filledWith: 0xFF80_8080)
        let first = try write(changed, "first.png")
        changed[3, 2] = 0xFF80_8090
        changed[5, 4] = 0xFF80_8081
        let second = try write(changed, "second.png")
        #expect(try Command("diff", first, first).status == 0)
        let result = try Command("diff", first, second, "-o", scratch.path("row.png"))
        #expect(result.status == 1)
        #expect(
            result.output == "2 of 48 pixels differ (4.2 %), by up to 16 of 255, in x 3..<6, y 2..<5\n",
            "\(result.output)")
        #expect(try picture("row.png").width == 3 * 8 + 2 * 4)
        let larger = try write(Bitmap(width: 9, height: 6), "larger.png")
        #expect(try Command("diff", first, larger).output == "\(first) has 8 x 6 pixels, \(larger) 9 x 6\n")
        #expect(try Command("diff", first, scratch.path("none")).errors.contains("there is no such file"))
    }

    @Test func progress_says_how_much_time_is_left() {
        func line(_ seconds: Double) -> String {
            ProgressBar.line("a.mp4", 5, of: 10, rate: "9", left: seconds, columns: 80)
        }
        #expect(line(7.2).hasSuffix("5/10 9 frames/s, 8 s left") && line(125).hasSuffix(", 2 min 5 s left"))
        #expect(line(3 * 3600 + 65).hasSuffix(", 3 h 1 min left"))
    }

    @Test func overview_has_groups_and_examples() {
        let lines = Mica.program.overview.split(separator: "\n", omittingEmptySubsequences: false)
        for title in Mica.program.groups.map(\.title) + ["examples"] { #expect(lines.contains { $0 == title }) }
        #expect(Mica.program.examples.count == 3 && lines.allSatisfy { $0.count <= 120 })
        for command in Mica.program.commands {
            #expect(command.help.hasPrefix("usage: mica \(command.name)"), "\(command.name)")
        }
    }
}
