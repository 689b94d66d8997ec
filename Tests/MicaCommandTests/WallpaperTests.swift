import Foundation
import Mica
import MicaDocuments
import QuartzCore
import TestSupport
import Testing

/// Real documents, drawn in every state: those made by many hands, and the project's own.
@Suite struct WallpaperTests {
    static let names = [
        "GitHub", "NokiaLV", "RainbowSprinkles", "SideStore", "Simple_Minecraft_Chest", "Space", "Spiderman",
        "Spinning_Squares", "TintedCubes", "drukqs", "techtoker_wallpapprr",
    ]

    private func wallpaper(_ name: String) throws -> URL { try OutsideData.file(.wallpapers, "\(name).tendies") }

    @Test(.needs(.wallpapers)) func every_wallpaper_is_listed() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: OutsideData.file(.wallpapers).path)
        #expect(files.filter { $0.hasSuffix(".tendies") }.sorted() == Self.names.map { $0 + ".tendies" }.sorted())
    }

    @Test(.needs(.wallpapers), arguments: names) func wallpaper_is_drawn_in_every_state(name: String) throws {
        #expect(try drawStates(wallpaper(name)) >= 3)
    }

    @Test(arguments: Project.coreAnimationDocuments) func own_document_is_drawn_in_every_state(name: String) throws {
        #expect(try drawStates(Project.document(name)) >= 1)
    }

    /// Draws a document in each state, or as it is when it has none, and gives the number of pictures.
    private func drawStates(_ file: URL) throws -> Int {
        let names = try Document.load(file).states
        let states: [String?] = names.isEmpty ? [nil] : names
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
        return pictures.count
    }

    /// Layers of classes that are not drawn yet, in the text of the documents' bundles.
    @Test(.needs(.wallpapers), arguments: names)
    func layer_that_is_not_drawn_is_one_warning_with_line_and_column(name: String) throws {
        try checkUndrawn(wallpaper(name))
    }

    @Test func own_layer_that_is_not_drawn_is_one_warning_with_line_and_column() throws {
        let scratch = try ScratchDirectory()
        try scratch.write(
            """
            <caml><CALayer bounds="0 0 9 9"><sublayers>
              <CAMetalLayer/> <CALayer/>
                <AVPlayerLayer><sublayers><CAEAGLLayer/></sublayers></AVPlayerLayer>
            </sublayers></CALayer></caml>
            """, to: "a.ca/main.caml")
        #expect(try checkUndrawn(scratch.url.appendingPathComponent("a.ca")) == 3)
    }

    /// Compares the warnings about layers that are not drawn with the text of the markup, and gives their number.
    @discardableResult
    private func checkUndrawn(_ file: URL) throws -> Int {
        let document = try Document.load(file)
        let source: any DocumentSource =
            file.pathExtension == "tendies" ? try ArchiveSource(file) : try DirectorySource(file)
        let told = document.warnings.filter { $0.message.contains("Layer is not drawn yet") }
        let drawn = Set(told.map(\.location.file))
        var found = 0
        for path in try source.paths() where path.hasSuffix(".caml") {
            let lines = String(decoding: try source.bytes(at: path), as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            for warning in told where warning.location.file == path {
                let line = try #require(
                    lines.indices.contains(warning.location.line - 1) ? lines[warning.location.line - 1] : nil)
                let element = line.dropFirst(warning.location.column - 1).prefix { $0 != " " && $0 != ">" && $0 != "/" }
                #expect(element.hasPrefix("<") && element.hasSuffix("Layer"))
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
        #expect(Set(told.map(\.location)).count == told.count)
        return told.count
    }

    @Test(.needs(.wallpapers), arguments: names) func wallpaper_is_drawn_by_the_command(name: String) throws {
        try drawByCommand(wallpaper(name).path, size: "49x105")
    }

    @Test(arguments: Project.coreAnimationDocuments + Project.lottieDocuments)
    func own_document_is_drawn_by_the_command(name: String) throws {
        try drawByCommand(Project.document(name).path, size: "80x60")
    }

    private func drawByCommand(_ file: String, size: String) throws {
        let scratch = try ScratchDirectory()
        let run = try Command("render", file, "--size", size, "--threads", "2", "-o", scratch.path("a.png"))
        #expect(run.status == 0)
        #expect(!run.errors.contains("error:"))
        #expect(run.output.hasPrefix(scratch.path("a.png")))
    }
}
