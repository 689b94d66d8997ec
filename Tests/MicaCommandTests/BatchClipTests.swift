import Foundation
import MicaBase
import MicaCodecs
import Testing

/// Films and sounds of rows, and Core Animation documents, in `mica batch` and `mica worker`.
@Suite struct BatchClipTests {
    private let scratch: ScratchDirectory
    private let card: String

    init() throws {
        scratch = try ScratchDirectory()
        card = try scratch.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":32,"h":32,"assets":[{"id":"p","w":32,"h":32,"u":"","p":"no.png"},
            {"id":"s","u":"","p":"no.wav"}],"layers":[{"ty":2,"nm":"Face","refId":"p","ip":0,"op":10,"ks":{}},
            {"ty":6,"nm":"Music","refId":"s","ip":0,"op":10}]}
            """, to: "card.json")
        // Half a second of red, then of blue.
        let clip = try scratch.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":32,"h":32,"layers":[
            {"ty":1,"nm":"A","ip":0,"op":5,"sw":32,"sh":32,"sc":"#ff0000","ks":{}},
            {"ty":1,"nm":"B","ip":5,"op":10,"sw":32,"sh":32,"sc":"#0000ff","ks":{}}]}
            """, to: "clip.json")
        let film = try Command("render", clip, "--codec", "png", "-q", "--threads", "1", "-o", scratch.path("clip.mov"))
        try #require(film.status == 0, "\(film.errors)")
        try Self.wave.write(to: URL(fileURLWithPath: scratch.path("tone.wav")))
    }

    /// A second of sound.
    private static var wave: Data {
        func word(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
        let samples = (0..<8000).map { UInt8(128 + 100 * ($0 / 8 % 2)) }
        let format = word(1, 2) + word(1, 2) + word(8000, 4) + word(8000, 4) + word(1, 2) + word(8, 2)
        let head = Array("WAVEfmt ".utf8) + word(16, 4) + format
        let chunks = head + Array("data".utf8) + word(samples.count, 4) + samples
        return Data(Array("RIFF".utf8) + word(chunks.count, 4) + chunks)
    }

    private func pixel(_ name: String) throws -> UInt32 {
        try ImageDecoder(bytes: scratch.bytes(name)).decode()[16, 16]
    }

    @Test func rows_show_films_and_have_sounds() throws {
        let rows = try scratch.write(
            """
            {"id":"a","Face.Image":"clip.mov","Music.Sound":{"file":"tone.wav","volume":50,"fadeOut":0.5}}
            {"id":"b","Face.Image":{"file":"clip.mov","start":0.5},"Music.Sound":"tone.wav"}
            {"id":"c","Face.Image":"clip.json","Music.Sound":"tone.wav"}
            {"id":"d","Face.Image":"clip.mov","Music.Sound":"clip.mov"}

            """, to: "rows.jsonl")
        let films = try Command(
            "batch", card, "--data", rows, "-q", "-j", "1", "-o", scratch.path("{id}.mp4"))
        #expect(films.status == 1 && films.errors.contains("row 'c': Face.Image: "), "\(films.errors)")
        #expect(films.errors.contains("row 'd': Music.Sound: "), "\(films.errors)")
        for name in ["a.mp4", "b.mp4"] {
            #expect(Data(try scratch.bytes(name)).range(of: Data("mp4a".utf8)) != nil)
        }
        let pictures = try Command(
            "batch", card, "--data", rows, "-q", "-j", "1", "--time", "0.2", "-o", scratch.path("{id}.png"))
        #expect(pictures.status == 1)
        #expect(try pixel("a.png") == 0xFFFF_0000 && pixel("b.png") == 0xFF00_00FF)
    }

    @Test func a_render_shows_a_film_and_has_a_sound() throws {
        let (film, sound) = ("Face.Image=\(scratch.path("clip.mov"))", "Music.Sound=\(scratch.path("tone.wav"))")
        let whole = try Command(
            "render", card, "--set", film, "--set", sound, "-q", "--threads", "1", "-o", scratch.path("r.mp4"))
        #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
        #expect(Data(try scratch.bytes("r.mp4")).range(of: Data("mp4a".utf8)) != nil)
        let late = try Command(
            "render", card, "--set", film, "--set", sound, "--time", "0.7", "-q", "-o", scratch.path("r.png"))
        #expect(late.status == 0, "\(late.errors)")
        #expect(try pixel("r.png") == 0xFF00_00FF)
    }

    @Test(arguments: [
        (["--preset", "fast"], "x.mov", "--preset is not for this video"),
        (["--crf", "20"], "x.mov", "--crf is not for this video"), (["--crf", "60"], "x.mp4", "--crf is from 1 to 51"),
        (["--preset", "quick"], "x.mp4", "--preset is one of fast, good, small"),
    ])
    func settings_that_an_encoder_does_not_have_are_refused(
        _ options: [String], _ name: String, _ reason: String
    ) throws {
        let run = try Command(arguments: ["render", card, "-o", scratch.path(name)] + options)
        #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
        let rows = try scratch.write("id\na\n", to: "rows.csv")
        let batch = try Command(
            arguments: ["batch", card, "--data", rows, "-o", scratch.path("{id}-\(name)")] + options)
        #expect(batch.status == 2 && batch.errors.contains(reason), "\(batch.errors)")
    }

    @Test func a_Core_Animation_document_is_a_template() throws {
        let scene = try scratch.write(
            """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 32"><sublayers>
            <CALayer name="Ground" bounds="0 0 32 32" position="16 16" backgroundColor="1 0 0"/>
            <CALayer name="Screen" bounds="0 0 8 8" position="16 16"/></sublayers></CALayer></caml>
            """, to: "scene.caml")
        let requests = try scratch.write(
            """
            {"id":"a","values":{"Ground.backgroundColor":"lime"},"output":"\(scratch.path("a.png"))"}
            {"id":"b","values":{"Screen.contents":"\(scratch.path("clip.mov"))"},"output":"\(scratch.path("b.gif"))"}
            {"id":"c","values":{"Ground.backgroundColour":"lime"},"output":"\(scratch.path("c.png"))"}

            """, to: "requests.jsonl")
        let run = try Command(arguments: ["worker", scene, "-j", "1"], shell: "exec \"$@\" <'\(requests)'")
        #expect(run.status == 0 && run.output.contains("did you mean 'Ground.backgroundColor'?"), "\(run.output)")
        #expect(try pixel("a.png") == 0xFF00_FF00)
        // Without a length of its own, the document plays for as long as its film.
        let frames = try ImageDecoder(bytes: scratch.bytes("b.gif")).decodeFrames()
        #expect(frames.last?.bitmap[16, 16] == 0xFF00_00FF)
        #expect(abs(frames.reduce(0) { $0 + $1.duration } - 1) < 0.011)
    }

    @Test func the_part_of_a_marker_is_cut_or_held() throws {
        let film = try scratch.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":5,"w":4,"h":4,"markers":[{"cm":"middle","tm":1,"dr":2}],
            "layers":[{"ty":1,"nm":"Box","ip":2,"op":3,"sw":4,"sh":4,"sc":"#ffffff","ks":{}},
            {"ty":1,"nm":"Ground","ip":0,"op":5,"sw":4,"sh":4,"sc":"#000000","ks":{}}]}
            """, to: "film.json")
        let rows = try scratch.write("id,duration\na,1\nb,0.4\n", to: "rows.csv")
        let run = try Command(
            "batch", film, "--data", rows, "-q", "--cut", "middle", "-o", scratch.path("{id}.gif"))
        #expect(run.status == 0, "\(run.errors)")
        func white(_ name: String) throws -> Double {
            try ImageDecoder(bytes: scratch.bytes(name)).decodeFrames()
                .filter { $0.bitmap.pixels[0] == 0xFFFF_FFFF }.reduce(0) { $0 + $1.duration }
        }
        // The second half of the part is white: shown for half a second more, or not at all.
        #expect(try abs(white("a.gif") - 0.6) < 0.011 && white("b.gif") == 0)
        let both = try Command(
            "batch", film, "--data", rows, "--cut", "middle", "--stretch", "middle", "-o", "{id}.gif")
        #expect(both.status == 2 && both.errors.contains("--stretch and --cut name one marker"))
    }
}
