import AVFoundation
import Foundation
import Mica
import MicaBase
import MicaDocuments
import MicaSurface
import MicaVideo
import QuartzCore
import Testing

/// Films as contents of layers of documents.
@Suite struct FilmDocumentTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        // Frame n has the colour n.
        let sink = VideoSink(path: path("clip.mov"), format: .losslessPNG)
        try sink.begin(FrameStream(width: 32, height: 16, rate: FrameRate(25)))
        for index in 0..<50 {
            try sink.append(Bitmap(width: 32, height: 16, filledWith: 0xff00_0000 | UInt32(index)), at: index)
        }
        try sink.finish()
    }

    private func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }

    private func layers(_ inner: String) -> String {
        """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 16"><sublayers>
        \(inner)</sublayers></CALayer></caml>
        """
    }

    private func document(_ inner: String) throws -> Document {
        try scratch.write("scene.caml", layers(inner))
        return try Document.load(path("scene.caml"))
    }

    /// The frame that the middle of a picture shows.
    private func frame(_ renderer: LayerRenderer, _ time: Double) -> Int {
        let pixel = renderer.bitmap(at: time)[16, 8]
        return pixel == 0 ? -1 : Int(pixel & 0xffffff)
    }

    private let screen = #"bounds="0 0 32 16" position="16 8"><contents type="CGImage" src="clip.mov"/></CALayer>"#

    @Test func film_plays_from_its_beginning_by_the_time_of_its_layer() throws {
        let document = try document("<CALayer \(screen)")
        #expect(document.problems.isEmpty && document.duration == 2 && document.framesPerSecond == 25)
        for encodes in [false, true] {
            let document = try self.document("<CALayer \(screen)")
            let renderer = LayerRenderer(
                layer: document.rootLayer, size: nil, scale: 1, threads: 1, encodes: encodes)
            for (time, shown) in [(0, 0), (0.5, 12), (0.52, 13), (1.98, 49), (5, 49), (0.2, 5)] {
                #expect(frame(renderer, time) == shown, "\(time) s")
            }
        }
    }

    @Test(
        arguments: [
            (#"speed="2""#, [(0.1, 5), (0.5, 25), (2, 49)]), (#"speed="0" timeOffset="1""#, [(0, 25), (1.5, 25)]),
            (#"beginTime="0.5""#, [(0.2, -1), (1, 12), (2, 37)]),
            (#"speed="-1" timeOffset="1.99""#, [(0, 49), (0.5, 37), (1, 24), (3, 0)]),
        ] as [(String, [(Double, Int)])])
    func film_goes_as_its_layer_s_time_does(_ timing: String, _ times: [(Double, Int)]) throws {
        let document = try document("<CALayer \(timing) \(screen)")
        let renderer = LayerRenderer(layer: document.rootLayer, size: nil, scale: 1, threads: 1, encodes: false)
        for (time, shown) in times { #expect(frame(renderer, time) == shown, "\(timing): \(time) s") }
    }

    @Test func film_in_an_archive_plays() throws {
        let index = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>geometryFlipped</key><string>NO</string>
            <key>rootDocument</key><string>main.caml</string></dict></plist>
            """
        try writeArchive(
            [
                ArchiveFile(path: "a.ca/index.xml", bytes: Array(index.utf8)),
                ArchiveFile(path: "a.ca/main.caml", bytes: Array(layers("<CALayer \(screen)").utf8)),
                ArchiveFile(
                    path: "a.ca/clip.mov", bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path("clip.mov"))))),
            ], to: scratch.url.appendingPathComponent("t.zip"))
        let document = try Document.load(path("t.zip"))
        #expect(document.problems.isEmpty, "\(document.problems)")
        let renderer = LayerRenderer(layer: document.rootLayer, size: nil, scale: 1, threads: 1, encodes: false)
        #expect(frame(renderer, 1) == 25)
    }

    @Test func films_that_cannot_be_read_are_told_with_their_place() throws {
        try scratch.write("text.mp4", "no film")
        for (source, kind) in [("none.mp4", DocumentError.Kind.unreadable), ("text.mp4", .malformed)] {
            let document = try document(
                #"<CALayer bounds="0 0 32 16" position="16 8"><contents type="CGImage" src="\#(source)"/></CALayer>"#)
            #expect(document.errors.map(\.kind) == [kind] && document.duration == nil)
            #expect(document.errors.first?.description.contains("scene.caml:2:") == true, "\(document.errors)")
            let renderer = LayerRenderer(layer: document.rootLayer, size: nil, scale: 1, threads: 1, encodes: false)
            #expect(frame(renderer, 0.5) == -1)
        }
    }

    @Test func no_more_than_sixteen_layers_of_a_document_show_films() throws {
        let document = try document(String(repeating: "<CALayer \(screen)\n", count: 17))
        #expect(document.errors.map(\.kind) == [.refused])
        #expect(document.duration == 2)
    }

    @Test func state_that_changes_the_contents_ends_the_film() throws {
        try scratch.write(
            "scene.caml",
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 16"><sublayers>
              <CALayer id="screen" \(screen)</sublayers>
              <states><LKState name="Off"><elements>
                <LKStateSetValue targetId="screen" keyPath="contents"><value type="null"/></LKStateSetValue>
              </elements></LKState></states></CALayer></caml>
            """)
        let document = try Document.load(path("scene.caml"))
        try #require(document.apply(state: "Off"), "\(document.problems)")
        #expect(document.duration == nil)
    }
}
