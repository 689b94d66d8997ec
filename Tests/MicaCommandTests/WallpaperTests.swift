import Foundation
import MicaDocuments
import MicaPixels
import QuartzCore
import Testing

/// The real documents beside the project, drawn in every state.
@Suite struct WallpaperTests {
    static let names = [
        "GitHub", "NokiaLV", "RainbowSprinkles", "SideStore", "Simple_Minecraft_Chest", "Space", "Spiderman",
        "Spinning_Squares", "TintedCubes", "drukqs", "techtoker_wallpapprr",
    ]

    @Test func every_wallpaper_is_listed() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: sharedFile("documents/wallpapers").path)
        #expect(files.filter { $0.hasSuffix(".tendies") }.sorted() == Self.names.map { $0 + ".tendies" }.sorted())
    }

    @Test(arguments: names) func wallpaper_is_drawn_in_every_state(name: String) throws {
        let file = try sharedFile("documents/wallpapers/\(name).tendies")
        let states = try Document.load(file).states
        #expect(states.count >= 3)
        var pictures: [[UInt32]] = []
        var first: [DocumentWarning]?
        for state in states {
            let document = try Document.load(file)
            #expect(document.apply(state: state))
            let size = document.size
            let scale = 97 / max(size.width, size.height)
            let bitmap = LayerRenderer(layer: document.rootLayer, scale: scale, threads: 2).bitmap(at: 0)
            pictures.append(bitmap.pixels)
            // The state adds no warning to those of the document, and each has its own place.
            first = first ?? document.warnings
            #expect(document.warnings == first)
            #expect(Set(document.warnings).count == document.warnings.count)
        }
        let drawn = pictures.filter { $0.contains { $0 >> 24 != 0 } }
        #expect(drawn.count == states.count)
    }

    /// Layers of classes that are not drawn yet, in the text of the documents' bundles.
    @Test(arguments: names) func layer_that_is_not_drawn_is_one_warning_with_line_and_column(name: String) throws {
        let file = try sharedFile("documents/wallpapers/\(name).tendies")
        let document = try Document.load(file)
        let source = try ArchiveSource(file)
        let told = document.warnings.filter { $0.message.contains("Layer is not drawn yet") }
        let drawn = Set(told.map(\.place.file))
        var found = 0
        for path in try source.paths() where path.hasSuffix(".caml") {
            let lines = String(decoding: try source.bytes(at: path), as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            for warning in told where warning.place.file == path {
                let line = try #require(
                    lines.indices.contains(warning.place.line - 1) ? lines[warning.place.line - 1] : nil)
                let element = line.dropFirst(warning.place.column - 1).prefix { $0 != " " && $0 != ">" && $0 != "/" }
                #expect(element.hasPrefix("<CA") && element.hasSuffix("Layer"))
                #expect(warning.message.contains(element.dropFirst()))
            }
            guard drawn.contains(path) else { continue }
            let text = lines.joined(separator: "\n")
            for kind in ["CAMetalLayer", "CAEAGLLayer", "AVPlayerLayer"] {
                found +=
                    text.split(separator: "<" + kind, omittingEmptySubsequences: false).dropFirst().filter {
                        $0.first.map { " >/\n\r\t".contains($0) } ?? false
                    }.count
            }
        }
        #expect(told.count == found)
        #expect(Set(told.map(\.place)).count == told.count)
    }

    @Test(arguments: names) func wallpaper_is_drawn_by_the_command(name: String) throws {
        let scratch = try ScratchDirectory()
        let file = try sharedFile("documents/wallpapers/\(name).tendies").path
        let run = try Command(
            "render", file, "--size", "49x105", "--threads", "2", "-o", scratch.path("a.png"))
        #expect(run.status == 0)
        #expect(!run.errors.contains("error:"))
        #expect(run.output.hasPrefix(scratch.path("a.png")))
    }
}
