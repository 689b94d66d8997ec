import Foundation
import Testing

/// Small documents that ask for much work: each is drawn or refused within a few seconds of processor time.
@Suite struct HostileWorkTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Draws one frame; the system ends a run that takes longer. The aim is 2 s; this is for slow machines.
    private func draw(_ text: String, _ name: String, at time: String = "0") throws -> Command {
        let file = try scratch.write(text, to: name)
        return try Command(
            arguments: ["render", file, "--size", "256x256", "--time", time, "-q", "-o", scratch.path("a.png")],
            shell: "ulimit -t 6; exec \"$@\"")
    }

    private func layers(_ layers: String) -> String {
        """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 200 200" position="100 100"
        backgroundColor="1 1 1"><sublayers>\(layers)</sublayers></CALayer></caml>
        """
    }

    private func text(_ string: String) -> String {
        """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 200 200"><sublayers>
        <CATextLayer bounds="0 0 100 100" position="50 50" string="\(string)" fontSize="12" wrapped="1"/>
        </sublayers></CALayer></caml>
        """
    }

    @Test func fifty_thousand_combining_marks_are_drawn() throws {
        let run = try draw(text("a" + String(repeating: "\u{301}", count: 50_000)), "marks.caml")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func word_of_a_megabyte_is_drawn() throws {
        let run = try draw(text(String(repeating: "abcdefgh", count: 1 << 17)), "word.caml")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func chain_of_a_thousand_blurs_is_drawn() throws {
        let blur = "<CAFilter name=\"b\" inputRadius=\"1e6\" filter=\"gaussianBlur\"/>"
        let invert = "<CAFilter name=\"i\" filter=\"colorInvert\"/>"
        for filters in [blur, blur + invert] {
            let layer =
                "<CALayer bounds=\"0 0 200 200\" position=\"100 100\" backgroundColor=\"1 0 0\"><filters>"
                + String(repeating: filters, count: 1000) + "</filters></CALayer>"
            let run = try draw(layers(layer), "blurs.caml")
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func thousands_of_masks_and_groups_are_drawn() throws {
        let square =
            "<CALayer bounds=\"0 0 200 200\" position=\"100 100\" cornerRadius=\"80\" backgroundColor=\"1 0 0\"/>"
        let masked =
            "<CALayer bounds=\"0 0 200 200\" position=\"100 100\" backgroundColor=\"0 1 0\"><mask>\(square)</mask></CALayer>"
        let group =
            "<CALayer bounds=\"0 0 200 200\" position=\"100 100\" opacity=\"0.5\" allowsGroupOpacity=\"1\"><sublayers>"
            + square + square + "</sublayers></CALayer>"
        for layer in [masked, group] {
            let run = try draw(layers(String(repeating: layer, count: 4000)), "passes.caml")
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func thousands_of_texts_are_drawn_or_left_out() throws {
        let text = "<CATextLayer bounds=\"0 0 256 256\" position=\"100 100\" string=\"hello\" fontSize=\"90\"/>"
        let run = try draw(layers(String(repeating: text, count: 8000)), "texts.caml")
        #expect(run.status == 0, "\(run.errors.prefix(300))")
    }

    @Test func fifty_emitters_of_a_billion_particles_are_drawn() throws {
        try scratch.write(try png(width: 8, height: 8), to: "p.png")
        let emitter = """
            <CAEmitterLayer bounds="0 0 100 100" position="50 50" emitterPosition="50 50"><emitterCells>
            <CAEmitterCell name="c" birthRate="1e9" lifetime="5" velocity="30" emissionRange="6.28">
            <contents type="CGImage" src="p.png"/></CAEmitterCell></emitterCells></CAEmitterLayer>
            """
        let run = try draw(layers(String(repeating: emitter, count: 50)), "emitters.caml", at: "1")
        #expect(run.status == 0, "\(run.status): \(run.errors)")
        #expect(run.errors.contains("asks for more particles"))
    }

    @Test func merge_under_a_repeater_of_a_thousand_copies_is_drawn() throws {
        let moving = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[5,5]},{\"t\":30,\"s\":[30,9]}]}"
        let run = try draw(
            """
            {"v":"5.7","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{"ty":4,"ks":{},"ip":0,"op":60,"st":0,"shapes":[
            {"ty":"sr","sy":1,"pt":{"k":5},"p":{"k":[50,50]},"ir":{"k":9},"or":{"k":20},"os":{"k":9},"is":{"k":3},"r":{"k":9}},
            {"ty":"rc","p":\(moving),"s":{"k":[40,40]},"r":{"k":5}},{"ty":"mm","mm":3},
            {"ty":"rd","r":{"k":4}},{"ty":"tm","s":{"k":5},"e":{"k":80},"o":{"k":9}},
            {"ty":"fl","c":{"k":[1,0,0]},"o":{"k":90}},{"ty":"st","c":{"k":[1,0,0]},"o":{"k":90},"w":{"k":2}},
            {"ty":"rp","c":{"k":1000},"o":{"k":0},"m":1,"tr":{"p":{"k":[1,1]},"s":{"k":[101,100]},"r":{"k":1},
            "so":{"k":100},"eo":{"k":0},"a":{"k":[0,0]}}}]}]}
            """, "merge.json")
        #expect(run.status == 0, "\(run.status): \(run.errors)")
    }

    /// Each of them took a walk through all others: 17 s of processor time.
    @Test("Twenty thousand animations of one layer, each with its own key, are drawn")
    func animations() throws {
        let kinds = ["opacity", "position", "transform.rotation.z", "backgroundColor"]
        let animations = (0..<20_000).map {
            "<animation type=\"CABasicAnimation\" keyPath=\"\(kinds[$0 % kinds.count])\" key=\"k\($0)\" duration=\"9\"/>"
        }
        let layer =
            "<CALayer bounds=\"0 0 90 90\" position=\"100 100\" backgroundColor=\"1 0 0\"><animations>"
            + animations.joined() + "</animations></CALayer>"
        for time in ["0", "4.5"] {
            let run = try draw(layers(layer), "animations.caml", at: time)
            #expect(run.status == 0, "\(run.errors.prefix(300))")
        }
    }
}
