import Foundation
import Testing

/// Lottie documents as the command's user meets them.
@Suite struct LottieCommandTests {
    private let scratch: ScratchDirectory
    private let document: String

    init() throws {
        scratch = try ScratchDirectory()
        document = try scratch.write(
            """
            {"v":"5.7.0","fr":5,"ip":0,"op":10,"w":20,"h":10,"markers":[{"cm":"half","tm":5,"dr":0}],
            "layers":[{"ty":1,"nm":"Paper","ind":1,"ip":0,"op":10,"sw":20,"sh":10,"sc":"#ff0000","ef":[{"ty":99,"nm":"Odd"}],
            "ks":{"o":{"k":100}}}]}
            """, to: "paper.json")
    }

    @Test func inspect_says_what_is_in_a_document_and_what_is_not_supported() throws {
        let run = try Command(arguments: ["inspect", document])
        #expect(run.status == 0)
        for line in [
            "  size: 20 x 10 points", "  frame rate: 5 a second", "  duration: 2 s, frames 0 to 10", "  layers: 1",
            "    solid layer: 1", "    half: 1 s, for 0 s", "  not supported, or left out:",
        ] {
            #expect(run.output.contains(line + "\n"), "\(line)")
        }
        #expect(run.output.contains("layer \"Paper\" (layers[0]): the effect \"Odd\" of type 99 is not supported"))
    }

    @Test func inspect_without_a_document_or_with_a_broken_one_fails() throws {
        #expect(try Command(arguments: ["inspect"]).status == 2)
        let broken = try scratch.write("{\"layers\":[", to: "broken.json")
        let run = try Command(arguments: ["inspect", broken])
        #expect(run.status == 1)
        #expect(run.errors.contains("broken.json:1:12: error: the text ends in the middle"))
    }

    @Test func render_takes_duration_and_rate_from_the_document() throws {
        let run = try Command(arguments: ["render", document, "-q", "-o", scratch.path("f-%02d.png")])
        #expect(run.status == 0)
        #expect(try scratch.names.filter { $0.hasSuffix("png") }.count == 10)
    }

    @Test func render_sets_values_by_key_path() throws {
        func picture(_ arguments: String...) throws -> [UInt8] {
            let run = try Command(
                arguments: ["render", document, "-q", "--time", "0", "-o", scratch.path("a.png")] + arguments)
            #expect(run.status == 0)
            return try scratch.bytes("a.png")
        }
        #expect(try picture() != picture("--set", "Paper.Color=#0000ff"))
        #expect(try picture() == picture("--set", "Paper.Color=1,0,0"))
        #expect(try picture() != picture("--set", "**.Opacity=50"))
        #expect(
            try Command(arguments: ["render", document, "--set", "Paper", "-o", scratch.path("a.png")]).status == 2)
    }

    @Test func player_chooses_the_rules_by_which_documents_are_drawn() throws {
        let star = try scratch.write(
            """
            {"v":"5.7.0","fr":5,"ip":0,"op":10,"w":40,"h":40,"layers":[{"ty":4,"nm":"S","ind":1,"ip":0,"op":10,"ks":{},"shapes":[
            {"ty":"sr","sy":1,"p":{"k":[20,20]},"pt":{"k":5},"or":{"k":18},"os":{"k":100},"ir":{"k":9},"is":{"k":100},"r":{"k":0}},
            {"ty":"pb","a":{"k":30}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]}]}
            """, to: "star.json")
        func run(_ arguments: String...) throws -> Command {
            try Command(arguments: ["render", star, "-q", "--time", "0", "-o", scratch.path("a.png")] + arguments)
        }
        #expect(try run().status == 0)
        let usual = try scratch.bytes("a.png")
        #expect(try run("--player", "specification").status == 0)
        #expect(try scratch.bytes("a.png") == usual)
        #expect(try run("--player", "core-animation").status == 0)
        #expect(try scratch.bytes("a.png") != usual)
        let wrong = try run("--player", "quicktime")
        #expect(wrong.status == 2 && wrong.errors.contains("specification, core-animation, not 'quicktime'"))
        #expect(try !Command("inspect", star).output.contains("not supported"))
        let apple = try Command("inspect", "--player", "core-animation", star)
        #expect(apple.output.contains("of type \"pb\" is not drawn by the player core-animation"))
        let script = try scratch.write("", to: "none.txt")
        let played = try Command(
            "play", star, "--player", "core-animation", "--script", script, "-q", "-o", scratch.path("b.png"))
        #expect(played.status == 0)
    }

    @Test func stickers_that_are_cut_off_are_named() throws {
        let path = scratch.path("sticker.tgs")
        try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB]).write(to: URL(fileURLWithPath: path))
        let run = try Command("inspect", path)
        #expect(run.status == 1)
        #expect(
            run.errors.contains("sticker.tgs: error: the file cannot be unpacked: its gzip data are damaged, or end"))
    }

    @Test func inspect_lists_the_key_paths_of_values() throws {
        let run = try Command(arguments: ["inspect", "--paths", document])
        #expect(run.status == 0)
        #expect(
            run.output == """
                Paper.Transform.Opacity=100
                Paper.Transform.Rotation=0
                Paper.Transform.Scale=100,100
                Paper.Transform.Anchor Point=0,0
                Paper.Transform.Position=0,0
                Paper.Color=#ff0000

                """)
    }

    @Test func every_path_that_is_listed_can_be_set() throws {
        let unnamed = try scratch.write(
            """
            {"v":"5.5.0","fr":10,"ip":0,"op":5,"w":20,"h":10,"layers":[{"ty":4,"nm":"Box","ind":1,"ip":0,"op":5,"st":0,"ks":{},
            "shapes":[{"ty":"gr","it":[{"ty":"rc","s":{"k":[80,80]},"p":{"k":[0,0]},"r":{"k":0}},
            {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]}
            """, to: "unnamed.json")
        let paths = try Command("inspect", "--paths", unnamed).output.split(separator: "\n").map(String.init)
        #expect(paths.contains { $0.contains("..") })
        let all = paths.flatMap { ["--set", $0] }
        let run = try Command(arguments: ["render", unnamed, "--time", "0", "-o", scratch.path("a.png")] + all)
        #expect(run.status == 0, "\(run.errors)")
        for name in ["a.png", "b.png"] {
            let color = try #require(paths.first { $0.hasSuffix(".Color=#ff0000") }).dropLast(7)
            let arguments = ["render", unnamed, "--time", "0", "-q", "-o", scratch.path(name)]
            let values = name == "b.png" ? ["--set", color + "#0000ff"] : []
            #expect(try Command(arguments: arguments + values).status == 0)
        }
        #expect(try scratch.bytes("a.png") != scratch.bytes("b.png"))
    }

    @Test func unknown_key_path_is_an_error_with_the_nearest() throws {
        let output = try scratch.path("none.png")
        let run = try Command(arguments: [
            "render", document, "--time", "0", "--set", "**.Colour=#00ff00", "-o", output,
        ])
        #expect(run.status == 1)
        #expect(run.errors.contains("no value is called '**.Colour'; did you mean '**.Color'? 'mica inspect --paths"))
        #expect(try !scratch.names.contains("none.png"))
    }

    @Test func colours_have_names_and_texts_take_any_sign() throws {
        func picture(_ value: String) throws -> [UInt8] {
            let arguments = ["render", document, "-q", "--time", "0", "--set", value, "-o", scratch.path("a.png")]
            #expect(try Command(arguments: arguments).status == 0)
            return try scratch.bytes("a.png")
        }
        #expect(try picture("Paper.Color=lime") == picture("Paper.Color=#00ff00"))
        let text = try Command(
            arguments: ["render", document, "--time", "0", "--set", "a.Text=1 = 1", "-o", scratch.path("a.png")])
        #expect(text.errors.contains("'a.Text'"))
    }

    @Test func strict_refuses_what_is_left_out() throws {
        let run = try Command(arguments: ["render", document, "--strict", "--time", "0", "-o", scratch.path("s.png")])
        #expect(run.status == 1 && run.errors.contains("--strict"))
        #expect(try !scratch.names.contains("s.png"))
    }
}
