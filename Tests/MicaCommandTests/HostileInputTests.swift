import Foundation
import Testing

/// What `mica render` says to input that is broken or means harm: a clear message, a status that is not zero, no crash, in
/// 1 GiB of memory.
@Suite struct HostileInputTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func render(_ input: String) throws -> Command {
        try Command("render", input, "-o", scratch.path("out.png"), "--threads", "2", "--size", "40x40")
    }

    private func archive(_ fill: (inout ZipWriter) -> Void) throws -> String {
        var writer = ZipWriter()
        fill(&writer)
        return try scratch.write(writer.archive, to: "bad.tendies")
    }

    private func markup(image: String) -> String {
        """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer bounds="0 0 40 40" backgroundColor="1 0 0"><contents type="CGImage" src="\(image)"/></CALayer>
        </caml>
        """
    }

    private let contents = "descriptors/1/versions/1/contents/w.wallpaper/w_Background.ca"

    @Test func truncated_image_is_reported_and_the_rest_is_drawn() throws {
        let image = try png(width: 300, height: 300)
        let input = try archive {
            $0.add(markup(image: "a.png"), at: contents + "/main.caml")
            $0.add(Array(image[..<(image.count / 2)]), at: contents + "/a.png")
        }
        let run = try render(input)
        #expect(run.status == 1)
        #expect(run.errors.contains("bad.tendies: .../w_Background.ca/a.png: error: the image cannot be decoded"))
        #expect(run.errors.contains("named at .../w_Background.ca/main.caml:2:"))
        #expect(!run.errors.contains("descriptors"))
        #expect(try scratch.names.contains("out.png"))
    }

    @Test func markup_cut_in_half_is_an_error_with_line_and_column() throws {
        let whole = markup(image: "a.png")
        let input = try archive { $0.add(String(whole.prefix(whole.count / 2)), at: contents + "/main.caml") }
        let run = try render(input)
        #expect(run.status == 1)
        #expect(run.errors.contains("bad.tendies: .../w_Background.ca/main.caml:2:"))
        #expect(run.errors.contains("error: "))
        #expect(try scratch.names == ["bad.tendies"])
    }

    @Test(arguments: [UInt32.max - 1, 1000]) func zip_bomb_is_refused_whatever_it_says_of_its_size(claim: UInt32) throws
    {
        let input = try archive {
            $0.add(deflatedZeros(atLeast: 1 << 32), at: contents + "/main.caml", method: 8, size: claim, checksum: 0)
        }
        let run = try render(input)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("mica: \(input): "))
        #expect(run.errors.contains("unpack"))
        #expect(try scratch.names == ["bad.tendies"])
    }

    @Test func image_bomb_is_refused_before_its_pixels_are_allocated() throws {
        let input = try archive {
            $0.add(markup(image: "a.png"), at: contents + "/main.caml")
            $0.add(pngClaiming(width: 60_000, height: 60_000), at: contents + "/a.png")
        }
        let run = try render(input)
        #expect(run.status == 1)
        #expect(run.errors.contains("a.png: error: the image cannot be decoded"))
        #expect(run.errors.contains("60000"))
    }

    @Test(arguments: ["../../../../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd"])
    func image_path_that_leaves_the_archive_is_refused(path: String) throws {
        let run = try render(archive { $0.add(markup(image: path), at: contents + "/main.caml") })
        #expect(run.status == 1)
        #expect(run.errors.contains("error: "))
        #expect(run.errors.contains("named at .../w_Background.ca/main.caml:2:"))
    }

    @Test func archive_entry_that_leaves_the_archive_is_refused() throws {
        let run = try render(
            archive {
                $0.add(markup(image: "a.png"), at: contents + "/main.caml")
                $0.add("root", at: "../../etc/passwd")
            })
        #expect(run.status == 1)
        #expect(run.errors.contains("\"../../etc/passwd\", which leads out of it"))
    }

    @Test func missing_file_is_named() throws {
        let run = try render(scratch.path("none.tendies"))
        #expect(run.status == 1)
        #expect(run.errors == "mica: \(scratch.path("none.tendies")): error: there is no such file\n")
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["bad.tendies", "bad.caml", "bad.zip"]) func file_of_noise_is_an_error(name: String) throws {
        let input = try scratch.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 97 >> 3) }, to: name)
        let run = try render(input)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("mica: \(input)"))
    }

    @Test func archive_cut_in_half_is_an_error() throws {
        var writer = ZipWriter()
        writer.add(markup(image: "a.png"), at: contents + "/main.caml")
        let run = try render(scratch.write(Array(writer.archive.prefix(200)), to: "bad.tendies"))
        #expect(run.status == 1)
        #expect(run.errors.contains("bad.tendies: error: the archive cannot be opened"))
    }
}
