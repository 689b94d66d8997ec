import Foundation
import MicaBase
import MicaCodecs
import Testing

/// Films as inputs of `mica render`, and as contents of layers.
@Suite struct FilmCommandTests {
    private let scratch: ScratchDirectory
    private let document: String

    init() throws {
        scratch = try ScratchDirectory()
        // A green square that goes to the right by 40 points a second, on white.
        document = try scratch.write(
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
              <CALayer bounds="0 0 96 64" backgroundColor="1 1 1"><sublayers>
                <CALayer bounds="0 0 16 16" position="8 32" backgroundColor="0 1 0"><animations>
                  <x type="CABasicAnimation" keyPath="position.x" duration="2"><fromValue type="real" value="8"/><toValue type="real" value="88"/></x>
                </animations></CALayer></sublayers>
              </CALayer>
            </caml>
            """, to: "film.caml")
    }

    private func picture(_ arguments: String...) throws -> Bitmap {
        let run = try Command(
            arguments: ["render"] + arguments + ["-q", "--threads", "2", "-o", scratch.path("a.png")])
        try #require(run.status == 0, "\(run.errors)")
        return try ImageDecoder(bytes: scratch.bytes("a.png")).decode()
    }

    private func film(_ name: String) throws -> String {
        let path = scratch.path(name)
        let run = try Command("render", document, "--duration", "2", "--fps", "10", "-q", "--threads", "2", "-o", path)
        try #require(run.status == 0, "\(run.errors)")
        return path
    }

    /// Because: videos are compressed, and have a colour for each four pixels; VP9 is off by 25 beside the square's edge.
    private func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
        [16, 8, 0].allSatisfy { (shift: UInt32) in abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 32 }
    }

    @Test(arguments: ["film.mov", "film.mp4", "film.webm"])
    func film_is_drawn_at_a_time(_ name: String) throws {
        let film = try film(name)
        for (time, shown) in [("1.05", "1"), ("0.39", "0.3"), ("9", "1.9")] {
            let (drawn, expected) = (try picture(film, "--time", time), try picture(document, "--time", shown))
            #expect(drawn.width == 96 && drawn.height == 64)
            for x in stride(from: 4, to: 96, by: 8) {
                #expect(isNear(drawn[x, 32], expected[x, 32]), "\(time) s, \(x)")
            }
        }
    }

    @Test(arguments: ["film.mp4", "film.webm"])
    func film_that_is_cut_short_is_drawn_as_far_as_it_goes(_ name: String) throws {
        let whole = try film(name)
        let bytes = try scratch.bytes(name)
        let part = scratch.path("part-" + name)
        try Data(bytes.prefix(bytes.count * 6 / 10)).write(to: URL(fileURLWithPath: part))
        let run = try Command("render", part, "--threads", "2", "-o", scratch.path("a.png"))
        #expect(run.status == 1 && run.errors.contains("part-\(name): error: the file is cut short"), "\(run.errors)")
        #expect(try ImageDecoder(bytes: scratch.bytes("a.png")).decode().width == 96)
        let scene = try scratch.write(
            "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer name=\"screen\" bounds=\"0 0 96 64\"/></caml>",
            to: "scene.caml")
        let contents = try Command(
            "render", scene, "--set", "screen.contents=\(part)", "--threads", "2", "-o", scratch.path("b.png"))
        #expect(contents.status == 1 && contents.errors.contains("the file is cut short"), "\(contents.errors)")
        #expect(try Command("render", whole, "--threads", "2", "-o", scratch.path("c.png")).errors.isEmpty)
    }

    @Test func inspect_names_the_commands_for_films_and_notes_missing_values() throws {
        let film = try film("film.mp4")
        let run = try Command("inspect", film)
        #expect(
            run.status == 1 && run.errors.contains("inputs of 'mica render' and 'mica play' only"), "\(run.errors)")
        let paths = try Command("inspect", "--paths", document)
        #expect(paths.status == 0 && paths.output.isEmpty)
        #expect(paths.errors.contains("film.caml: it has no values for --set"), "\(paths.errors)")
    }

    @Test(arguments: ["a.mp4", "a.mov", "a.webm"]) func audio_layers_are_heard_in_films(_ name: String) throws {
        let silence = [UInt8](repeating: 0, count: 16_000)
        let head: [UInt32] = [36 + 16_000, 16, 0x0001_0001, 8000, 16_000, 0x0010_0002, 16_000]
        let words = head.map { word in (0..<4).map { UInt8(word >> (8 * UInt32($0)) & 255) } }
        var wave = Array("RIFF".utf8) + words[0] + Array("WAVEfmt ".utf8) + words[1...5].joined()
        wave += Array("data".utf8) + words[6] + silence
        let data = Data(wave).base64EncodedString()
        let text = """
            {"fr":10,"ip":0,"op":10,"w":32,"h":32,"assets":[{"id":"a","e":1,"p":"data:audio/wav;base64,\(data)"},
            {"id":"b","e":1,"p":"data:audio/wav;base64,bm90aGluZw=="}],
            "layers":[{"ty":6,"nm":"A","refId":"a","ip":0,"op":10,"au":{"lv":{"k":[100,100]}}},
            {"ty":6,"nm":"B","refId":"b","ip":0,"op":10}]}
            """
        let path = try scratch.write(text, to: "sound.json")
        let run = try Command("render", path, "--threads", "2", "-o", scratch.path(name))
        #expect(run.status == 0 && run.errors.contains("the sound of layer \"B\" is left out"), "\(run.errors)")
        let bytes = try scratch.bytes(name)
        let codec = name.hasSuffix("webm") ? "A_OPUS" : "mp4a"
        #expect(bytes.count > 1000 && Data(bytes).range(of: Data(codec.utf8)) != nil)
    }

    @Test func documents_are_drawn_over_a_film_for_as_long_as_it_is() throws {
        let film = try film("film.mp4")
        let title = try scratch.write(
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 96 64"><sublayers>
              <CALayer bounds="0 0 96 16" position="48 8" backgroundColor="0 0 1"/></sublayers></CALayer></caml>
            """, to: "title.caml")
        let run = try Command("render", film, title, "--threads", "2", "-o", scratch.path("titled.mp4"))
        #expect(
            run.status == 0 && run.output == "\(scratch.path("titled.mp4")): 96 x 64 pixels, 20 frames\n",
            "\(run.errors)")
        let (drawn, expected) = (
            try picture(scratch.path("titled.mp4"), "--time", "1.05"), try picture(document, "--time", "1")
        )
        // In the document y goes up.
        #expect(isNear(drawn[48, 56], 0xff00_00ff))
        for x in stride(from: 4, to: 96, by: 8) { #expect(isNear(drawn[x, 32], expected[x, 32]), "\(x)") }
    }

    @Test func layer_shows_a_film_in_place_of_its_contents() throws {
        let film = try film("film.mov")
        let scene = try scratch.write(
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 192 64"><sublayers>
              <CALayer name="screen" bounds="0 0 96 64" position="144 32"/></sublayers></CALayer></caml>
            """, to: "scene.caml")
        let (drawn, expected) = (
            try picture(scene, "--set", "screen.contents=\(film)", "--time", "1.05"),
            try picture(document, "--time", "1")
        )
        #expect(drawn.width == 192 && drawn[48, 32] == 0)
        for x in stride(from: 4, to: 96, by: 8) { #expect(isNear(drawn[96 + x, 32], expected[x, 32]), "\(x)") }
        // It has the film's length and rate.
        let run = try Command(
            "render", scene, "--set", "screen.contents=\(film)", "--threads", "2", "-o", scratch.path("scene.mp4"))
        #expect(
            run.status == 0 && run.output == "\(scratch.path("scene.mp4")): 192 x 64 pixels, 20 frames\n",
            "\(run.errors)")
        let unknown = try Command("render", scene, "--set", "none.contents=\(film)", "-o", scratch.path("a.png"))
        #expect(unknown.status == 2 && unknown.errors.contains("no layer of the documents is called 'none'"))
    }

    @Test func document_names_a_film_as_contents_and_has_its_length() throws {
        _ = try film("film.mov")
        let scene = try scratch.write(
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 96 64">
              <contents type="CGImage" src="film.mov"/></CALayer></caml>
            """, to: "scene.caml")
        let (drawn, expected) = (try picture(scene, "--time", "1.05"), try picture(document, "--time", "1"))
        for x in stride(from: 4, to: 96, by: 8) { #expect(isNear(drawn[x, 32], expected[x, 32]), "\(x)") }
        let run = try Command("render", scene, "--threads", "2", "-o", scratch.path("scene.mp4"))
        #expect(
            run.status == 0 && run.output == "\(scratch.path("scene.mp4")): 96 x 64 pixels, 20 frames\n",
            "\(run.errors)")
    }

    @Test func what_is_no_film_is_told_in_a_line() throws {
        let text = try scratch.write("no film", to: "text.mp4")
        for path in [text, scratch.path("none.mp4")] {
            let run = try Command("render", path, "--time", "0", "-o", scratch.path("a.png"))
            #expect(
                run.status == 1 && run.errors.contains(path) && run.errors.split(separator: "\n").count == 1,
                "\(run.errors)")
        }
    }
}
