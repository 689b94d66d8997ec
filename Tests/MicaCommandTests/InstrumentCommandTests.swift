import Foundation
import Testing

/// `mica lint`, `capture`, `replay`, `diff`, `trace` and `inspect --html`, as a shell starts them.
@Suite struct InstrumentCommandTests {
    /// A document with an opaque square in a layer that is in a mask, at whole pixels.
    private static let clean = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer bounds="0 0 40 40" position="20 20" backgroundColor="1 1 1" name="root">
          <sublayers>
            <CALayer name="square" bounds="0 0 10 10" position="20 20" backgroundColor="0 0 1"/>
          </sublayers>
        </CALayer>
        </caml>

        """

    /// The same with a shadow that has no path, of two layers.
    private static let shadowed = clean.replacing(
        "backgroundColor=\"0 0 1\"/>",
        with: """
            backgroundColor="0 0 1" shadowOpacity="0.5">
                <sublayers><CALayer bounds="0 0 6 6" position="10 10" backgroundColor="1 0 0"/></sublayers>
              </CALayer>
            """)

    private func write(_ text: String, _ name: String, in scratch: ScratchDirectory) throws -> String {
        let file = scratch.url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test func lint_names_file_and_line_and_holds_budgets() throws {
        let scratch = try ScratchDirectory()
        let clean = try write(Self.clean, "clean.caml", in: scratch)
        let shadowed = try write(Self.shadowed, "shadowed.caml", in: scratch)
        let good = try Command("lint", clean)
        #expect(
            good.status == 0 && good.output.contains("clean.caml: 0 findings; at most"), "\(good.output)\(good.errors)")
        let found = try Command("lint", shadowed)
        #expect(found.status == 1)
        #expect(
            found.output.hasPrefix(
                "\(shadowed):4:5: offscreen: \"square\" (CALayer): this layer makes an offscreen pass"),
            "\(found.output)")
        #expect(try Command("lint", shadowed, "--max-passes", "1").status == 0)
        let over = try Command("lint", shadowed, "--max-passes=0", "--max-image-bytes", "8M", "--json")
        #expect(over.status == 1)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(over.output.utf8)) as? [[String: Any]])
        #expect(json.first?["excesses"] as? [String] == ["1 passes beside the surface, 0 are allowed"])
        let findings = try #require(json.first?["findings"] as? [[String: Any]])
        #expect(findings.first?["rule"] as? String == "offscreen")
        #expect(try Command("lint", "/nowhere.caml").status == 1)
        #expect(try Command("lint", clean, "--max-image-bytes", "8Q").status == 2)
    }

    @Test func captures_are_written_drawn_and_compared() throws {
        let scratch = try ScratchDirectory()
        func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
        let document = try write(Self.clean, "clean.caml", in: scratch)
        let moved = try write(
            Self.clean.replacing(
                "position=\"20 20\" backgroundColor=\"0", with: "position=\"21 20\" backgroundColor=\"0"), "moved.caml",
            in: scratch)
        let one = path("one.micacapture"), two = path("two.micacapture")
        #expect(try Command("capture", document, "-o", one, "--duration", "1").status == 0)
        #expect(try Command("capture", moved, "-o", two, "--duration", "1").status == 0)
        #expect(try Command("diff", one, one).status == 0)
        let difference = try Command("diff", one, two)
        #expect(
            difference.status == 1 && difference.output.hasPrefix("first at 0.0 s: pass 0, op 1; 20 pixels"),
            "\(difference.output)")
        let text = try Command("replay", one, "--ops", "1..2")
        #expect(text.status == 0 && text.output.contains("fill (0 0 10 10) color 0 0 1 1"), "\(text.output)")
        #expect(try Command("render", document, "--time", "0.5", "-o", path("live.png")).status == 0)
        #expect(try Command("replay", one, "--time", "0.5", "-o", path("again.png")).status == 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: path("live.png")))
                == Data(contentsOf: URL(fileURLWithPath: path("again.png"))))
        let none = try Command("replay", document)
        #expect(
            none.status == 1 && none.errors.contains("clean.caml: byte 0: error: it is not a capture"),
            "\(none.errors)")
        let rendered = try Command("render", one, "-o", path("capture.png"))
        #expect(rendered.status == 1 && rendered.errors.contains("a capture, which 'mica replay' draws"))
        let mixed = try Command("diff", one, path("live.png"))
        #expect(mixed.status == 1 && mixed.errors.contains("live.png is not: name two captures"), "\(mixed.errors)")
        let page = try Command("inspect", one, "--html", "-o", path("page.html"))
        #expect(page.status == 0)
        #expect(try String(contentsOfFile: path("page.html"), encoding: .utf8).contains("\"name\":\"square\""))
        #expect(try Command("inspect", one, "--html").status == 2)
        let trace = try Command("trace", document, "--duration", "0.5", "-o", path("run.pftrace"))
        #expect(trace.status == 0 && trace.output.hasPrefix("30 frames in 0.5 s"), "\(trace.output)")
    }

    @Test func debug_options_colour_pictures() throws {
        let scratch = try ScratchDirectory()
        func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
        let document = try write(Self.clean, "clean.caml", in: scratch)
        #expect(try Command("render", document, "-o", path("a.png"), "--debug", "blended,fastpath").status == 0)
        #expect(try Command("render", document, "-o", path("b.png")).status == 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: path("a.png")))
                != Data(contentsOf: URL(fileURLWithPath: path("b.png"))))
        // A capture is coloured as the document is.
        let capture = path("clean.micacapture")
        #expect(try Command("capture", document, "-o", capture, "--duration", "1").status == 0)
        let replayed = try Command("replay", capture, "--debug", "blended,fastpath", "-o", path("c.png"))
        #expect(replayed.status == 0, "\(replayed.errors)")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: path("a.png")))
                == Data(contentsOf: URL(fileURLWithPath: path("c.png"))))
        for (arguments, reason) in [
            (["--ops", "0..1", "-o", path("d.png")], "--debug colours whole frames: leave out --ops"),
            (["-o", path("d.txt")], "--debug is of pictures: give -o FILE.png"),
            ([], "--debug is of pictures: give -o FILE.png"),
        ] {
            let run = try Command(arguments: ["replay", capture, "--debug", "blended"] + arguments)
            #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
        }
        let wrong = try Command("render", document, "-o", path("a.png"), "--debug", "blende")
        #expect(wrong.status == 2 && wrong.errors.contains("did you mean 'blended'?"), "\(wrong.errors)")
    }
}
