import Foundation
import Testing

/// `mica play` into files.
@Suite struct PlayTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardized

    private func document(_ name: String) -> String {
        Self.root.appendingPathComponent("Examples/Documents/\(name)").path
    }

    @Test func a_paused_picture_is_the_rendered_one() throws {
        let scratch = try ScratchDirectory()
        for (name, time) in [("bell.caml", "0.3"), ("orbit.json", "0.6"), ("cube.caml", "1")] {
            let played = try Command(
                "play", document(name), "--time", time, "--paused", "-q", "-o", scratch.path("played.png"))
            let rendered = try Command(
                "render", document(name), "--time", time, "-q", "-o", scratch.path("rendered.png"))
            #expect(played.status == 0 && rendered.status == 0, "\(played.errors)")
            #expect(try scratch.bytes("played.png") == scratch.bytes("rendered.png"), "\(name)")
        }
    }

    @Test func a_script_gives_the_same_bytes_on_any_number_of_threads() throws {
        let scratch = try ScratchDirectory()
        let script = try scratch.write("drag 100,50 to 200,50 at 0.1 over 0.2\ntap 60,100\n", to: "script.txt")
        var films: [[UInt8]] = []
        for threads in ["1", "2", "8", "1"] {
            let run = try Command(
                "play", "controls", "--script", script, "--threads", threads, "--fps", "20", "-o",
                scratch.path("film.mp4"))
            #expect(run.status == 0 && run.output.contains("320 x 240 pixels"), "\(run.errors)")
            films.append(try scratch.bytes("film.mp4"))
        }
        #expect(films[0].count > 1000 && films.allSatisfy { $0 == films[0] })
        let text = try Command("play", "controls", "--script", script, "--fps", "20", "-q", "-o", scratch.path("f.txt"))
        #expect(text.status == 0)
        let lines = String(decoding: try scratch.bytes("f.txt"), as: UTF8.self)
        #expect(
            lines.contains("# frame 0, 0.0 s\nframe 320x240") && lines.contains("border (0 0 60 60)"),
            "a ripple is seen")
    }

    @Test func screenshots_lie_beside_the_output() throws {
        let scratch = try ScratchDirectory()
        let script = try scratch.write("key S\nwait 0.2\nkey S\n", to: "script.txt")
        let run = try Command("play", document("orbit.json"), "--script", script, "-q", "-o", scratch.path("out.png"))
        #expect(run.status == 0, "\(run.errors)")
        #expect(try scratch.names == ["out-1.png", "out-2.png", "out.png", "script.txt"])
        #expect(try scratch.bytes("out-2.png") == scratch.bytes("out.png"))
        #expect(try scratch.bytes("out-1.png") != scratch.bytes("out.png"))
    }

    @Test func what_cannot_be_played_is_told_with_its_place() throws {
        let scratch = try ScratchDirectory()
        let script = try scratch.write("tap 1,2\ntap 1;2\n", to: "s.txt")
        let states = try scratch.write("wait 0.1\nstate Noon\n", to: "states.txt")
        let bell = document("bell.caml")
        for (arguments, status, message) in [
            (["play", bell, "--script", script, "-o", "x.png"], Int32(1), "s.txt:2:5: error: a point is two numbers"),
            (
                ["play", bell, "--script", states, "-o", scratch.path("x.png")], 1,
                "states.txt:2: error: there is no state 'Noon'"
            ),
            (
                ["play", bell, "--script", "/nowhere.txt", "-o", "x.png"], 1,
                "/nowhere.txt: error: the file cannot be read"
            ),
            (
                ["play", bell, "--state", "Noon", "-o", scratch.path("x.png")], 1,
                "there is no state 'Noon'; its states are "
            ),
            (["tree", "LoginView"], 2, "unexpected argument 'LoginView'; the views of a package are printed by"),
            (["play", "control", "-o", "x.png"], 1, "did you mean 'controls'?"),
            (["play", bell, "--script", script], 2, "a script is played into a file"),
            (["play", bell, "-o", scratch.path("x.abc")], 2, "its ending is none of"),
            (["play", bell, "--size", "90000x90000", "-o", "x.png"], 2, "is not made"),
            (["play", "-o", "x.png"], 2, "no document and no example is named"),
            (["play", bell, "--sped", "2", "-o", "x.png"], 2, "--speed"),
        ] {
            let run = try Command(arguments: arguments)
            #expect(run.status == status && run.errors.contains(message), "\(arguments): \(run.status) \(run.errors)")
        }
        #expect(try scratch.names == ["s.txt", "states.txt"], "nothing is left of what failed")
    }

    @Test func the_command_links_no_window_system() throws {
        let linked = try Command(arguments: [], shell: "ldd \"$1\"")
        #expect(linked.status == 0 && linked.output.contains("libpng"))
        #expect(
            !linked.output.contains("libSDL") && !linked.output.contains("libwayland")
                && !linked.output.contains("libX11"))
    }

    /// The second is an application of UIKit, whose delegate returns false after its own message.
    @Test("A program without a display and a render server ends with status 1 and its own message")
    func noDisplay() throws {
        let shell =
            "unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER MICA_SERVER XDG_RUNTIME_DIR; exec \"$@\" </dev/null"
        let scratch = try ScratchDirectory()
        let square = try scratch.write(
            "<caml><CALayer bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\"/></caml>", to: "a.caml")
        let player = try Command(arguments: ["play", square], shell: shell)
        #expect(player.status == 1 && player.errors.contains("there is no display"), "\(player.errors)")
        #expect(player.errors.split(separator: "\n").count == 1 && player.output.isEmpty, "\(player.errors)")
        let app = try Command(arguments: [], program: "tutorials", shell: shell)
        let said = app.output + app.errors
        #expect(app.status == 1 && said.hasPrefix("tutorials: there is no display"), "\(said)")
        #expect(!said.contains("UIApplicationMain"), "\(said)")
    }
}
