import AVFoundation
import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaImageFiles
import MicaSurface
import MicaVideo
import QuartzCore
import Testing

@testable import MicaDocuments

/// Films and sounds as values of templates.
@Suite struct ClipTemplateTests {
    private let scratch: Scratch

    /// Ten frames a second: an image layer from 1 s on, and a sound from 0.5 s to 3 s.
    private static let scene = lottie(
        """
        {"ty":2,"nm":"Face","refId":"p","ip":10,"op":40,"st":10,"ks":{}},
        {"ty":6,"nm":"Music","refId":"s","ip":5,"op":30,"st":5,"au":{"lv":{"k":[50]}}}
        """,
        extra: """
            "assets":[{"id":"p","w":32,"h":16,"u":"","p":"face.png"},{"id":"s","u":"","p":"song.wav"}],
            """, end: 40)

    init() throws {
        scratch = try Scratch()
        try Data(Self.scene).write(to: scratch.url.appending(path: "scene.json"))
        // Frame n has the colour n.
        let sink = VideoSink(path: path("clip.mov"), format: .losslessPNG)
        try sink.begin(FrameStream(width: 32, height: 16, rate: FrameRate(25)))
        for index in 0..<50 {
            try sink.append(Bitmap(width: 32, height: 16, filledWith: 0xff00_0000 | UInt32(index)), at: index)
        }
        try sink.finish()
        for name in ["tone.wav", "song.wav"] {
            try Self.wave(seconds: 3).write(to: scratch.url.appending(path: name))
        }
        let face = try PNGEncoder.encode(Bitmap(width: 4, height: 4, filledWith: 0xff00_ff00))
        try Data(face).write(to: scratch.url.appending(path: "face.png"))
    }

    /// A WAV file of one channel, 8,000 samples a second.
    private static func wave(seconds: Int) -> Data {
        let samples = (0..<seconds * 8000).map { UInt8(128 + 100 * ($0 / 8 % 2)) }
        func word(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
        let format = word(1, 2) + word(1, 2) + word(8000, 4) + word(8000, 4) + word(1, 2) + word(8, 2)
        let head = Array("WAVEfmt ".utf8) + word(16, 4) + format
        let chunks = head + Array("data".utf8) + word(samples.count, 4) + samples
        return Data(Array("RIFF".utf8) + word(chunks.count, 4) + chunks)
    }

    private func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }

    private func row(_ text: String) throws -> TemplateRow {
        try scratch.write("rows.jsonl", text)
        return try #require(try TemplateRows(path("rows.jsonl")).next())
    }

    private var mapping: TemplateMapping { TemplateMapping(folder: scratch.url.path) }

    private func document(_ text: String) throws -> Document {
        try DocumentTemplate(path("scene.json")).document(for: row(text), mapping: mapping)
    }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch { return "\(error)" }
    }

    private func shown(_ document: Document, _ times: [Double]) -> [Int] {
        let renderer = LayerRenderer(layer: document.rootLayer, threads: 1)
        return times.map { time in
            let pixel = renderer.bitmap(at: time)[16, 8]
            return pixel == 0 ? -1 : Int(pixel & 0xffffff)
        }
    }

    @Test func a_film_replaces_a_picture_and_begins_with_its_layer() throws {
        let film = try document("{\"Face.Image\":\"clip.mov\"}")
        #expect(shown(film, [0.5, 1, 1.5, 2.98, 3.5]) == [-1, 0, 12, 49, 49])
        let late = try document("{\"Face.Image\":{\"file\":\"clip.mov\",\"start\":1}}")
        #expect(shown(late, [1, 1.5]) == [25, 37])
    }

    @Test func a_film_in_a_Core_Animation_document_begins_with_the_document() throws {
        try scratch.write(
            "scene.caml",
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 16"><sublayers>
            <CALayer name="Screen" bounds="0 0 32 16" position="16 8"/></sublayers></CALayer></caml>
            """)
        let template = try DocumentTemplate(path("scene.caml"))
        let film = try template.document(
            for: row("{\"Screen.contents\":{\"file\":\"clip.mov\",\"start\":0.4}}"), mapping: mapping)
        #expect(film.duration == 2 && shown(film, [0, 1]) == [10, 35])
    }

    @Test func a_row_has_the_sounds_of_files_that_it_does_not_replace() throws {
        let sounds = try document("{}").sounds
        #expect(sounds.count == 1 && sounds[0].clip.levels.first?.left == 0.5)
        let bytes = FileManager.default.contents(atPath: sounds[0].clip.path)
        #expect(try bytes == Data(contentsOf: scratch.url.appending(path: "song.wav")))
    }

    @Test func a_sound_replaces_another_with_volume_and_fades() throws {
        let template = try DocumentTemplate(path("scene.json"))
        let field = try #require(template.fields(named: "Music.Sound").first)
        #expect(field.kind == .sound && field.defaultValue == "song.wav")
        #expect(template.schema.contains("\"kind\" : \"sound\""))
        let value = #"{"file":"tone.wav","volume":80,"fadeIn":1,"fadeOut":0.5,"start":2}"#
        let sounds = try document("{\"Music.Sound\":\(value)}").sounds
        let clip = try #require(sounds.first?.clip)
        #expect(sounds.count == 1 && clip.path == path("tone.wav") && clip.span == 0.5..<3 && clip.origin == 2)
        func level(_ time: Double) -> Double { (Double(clip.levels.loudness(at: time).x) * 1000).rounded() / 1000 }
        #expect(level(0.5) == 0 && level(1) == 0.2 && level(1.5) == 0.4 && level(2.5) == 0.4)
        #expect(level(2.75) == 0.2 && level(3) == 0)
        #expect(try document("{\"Music.Sound\":\"tone.wav\"}").sounds.first?.clip.levels.first?.left == 0.5)
    }

    @Test func the_sound_of_a_film_is_heard_with_its_layer() throws {
        let film = try document("{\"Face.Image\":{\"file\":\"clip.mov\",\"start\":1}}").sounds
        let clip = try #require(film.first { $0.isOfFilm }?.clip)
        #expect(film.count == 2 && clip.span == 1..<4 && clip.origin == 1)
        let silent = try document("{\"Face.Image\":{\"file\":\"clip.mov\",\"volume\":0}}").sounds
        #expect(silent.count == 1 && !silent[0].isOfFilm)
    }

    @Test func films_and_sounds_are_checked_before_anything_is_drawn() throws {
        let template = try DocumentTemplate(path("scene.json"))
        func fault(_ text: String) -> String {
            reason { try template.check(row("{\"id\":\"ada\"," + text + "}"), mapping) }
        }
        #expect(fault("\"Face.Image\":\"clip.mov\",\"Music.Sound\":\"tone.wav\"") == "")
        #expect(fault("\"Face.Image\":\"none.mov\"").contains("row 'ada': Face.Image: "))
        try scratch.write("bad.mov", "not a film")
        #expect(fault("\"Face.Image\":\"bad.mov\"").contains("row 'ada': Face.Image: "))
        #expect(fault("\"Music.Sound\":\"bad.mov\"").contains("row 'ada': Music.Sound: "))
        #expect(fault("\"Music.Sound\":\"clip.mov\"").contains("there is no sound in the file"))
        let quiet = fault(#""Music.Sound":{"file":"tone.wav","volume":-1}"#)
        #expect(quiet.contains("\"volume\" is a number from 0 to 1000"), "\(quiet)")
        #expect(fault(#""Music.Sound":{"file":"tone.wav","fadein":1}"#).contains("did you mean 'fadeIn'?"))
        #expect(fault("\"Music.Sound\":5").contains("a sound is the path of a file"))
    }

    @Test func a_part_is_cut_or_held_and_the_sound_of_a_film_follows() throws {
        let cut = try #require(TemplateStretch(1..<2, of: 4, to: 3.5, by: .cut, frame: 0.1))
        #expect(cut.documentTime(1.4) == 1.4 && cut.documentTime(1.5) == 2 && cut.documentTime(3) == 3.5)
        #expect(cut.outputTime(1.2) == 1.2 && cut.outputTime(1.8) == 1.5 && cut.outputTime(3) == 2.5)
        let held = try #require(TemplateStretch(1..<2, of: 4, to: 6, by: .cut, frame: 0.1))
        #expect(held.documentTime(1.5) == 1.5 && held.documentTime(2.9) == 1.95 && held.documentTime(4) == 2)
        let clip = SoundClip(path: "a", span: 0.5..<4, origin: 0.5)
        let pieces = cut.pieces(of: clip)
        #expect(pieces.map(\.span) == [0.5..<1, 1..<1.5, 1.5..<3.5] && pieces.map(\.origin) == [0.5, 1, 2])
        let slow = try #require(TemplateStretch(1..<2, of: 4, to: 5)).pieces(of: clip)
        #expect(slow.map(\.span) == [0.5..<1, 1..<3, 3..<5] && slow.map(\.speed) == [1, 0.5, 1])
        #expect(held.pieces(of: clip).map(\.span) == [0.5..<1, 1..<2, 4..<6])
    }
}
