import Foundation
import Testing

/// Archives of dotLottie 2 as the command's user meets them.
@Suite struct DotLottieCommandTests {
    private let scratch: ScratchDirectory
    private let document: String

    init() throws {
        scratch = try ScratchDirectory()
        func animation(_ color: String) -> String {
            """
            {"v":"5","fr":10,"ip":0,"op":10,"w":20,"h":20,"slots":{"tint":{"p":{"a":0,"k":\(color)}}},"layers":[
            {"ty":4,"nm":"Box","ip":0,"op":10,"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":10,"s":[20,0]}]}},"shapes":[
            {"ty":"rc","p":{"k":[5,10]},"s":{"k":[10,20]},"r":{"k":0}},
            {"ty":"fl","c":{"a":0,"k":\(color),"sid":"tint"},"o":{"k":100}}]}]}
            """
        }
        let machine = #"""
            {"initial":"still","states":[{"name":"still","type":"PlaybackState","animation":"","transitions":[
            {"type":"Transition","toState":"play","guards":[{"type":"Event","inputName":"go"}]}]},
            {"name":"play","type":"PlaybackState","animation":"","autoplay":true,"transitions":[],
            "entryActions":[{"type":"OpenUrl","url":"https://example.org","target":"_blank"}]}],
            "inputs":[{"name":"go","type":"Event"}],
            "interactions":[{"type":"Click","layerName":"Box","actions":[{"type":"Fire","inputName":"go"}]}]}
            """#
        var writer = ZipWriter()
        writer.add(
            #"{"version":"2","animations":[{"id":"one"},{"id":"two"}],"themes":[{"id":"blue"}],"stateMachines":[{"id":"m"}]}"#,
            at: "manifest.json")
        writer.add(animation("[1,0,0]"), at: "a/one.json")
        writer.add(animation("[0,1,0]"), at: "a/two.json")
        writer.add(#"{"rules":[{"id":"tint","type":"Color","value":[0,0,1]}]}"#, at: "t/blue.json")
        writer.add(machine, at: "s/m.json")
        document = scratch.path("pack.lottie")
        try Data(writer.archive).write(to: URL(fileURLWithPath: document))
    }

    private func picture(_ arguments: String...) throws -> [UInt8] {
        let run = try Command(arguments: ["render", document, "-q", "-o", scratch.path("a.png")] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return try scratch.bytes("a.png")
    }

    @Test func render_shows_animations_themes_and_slots_by_name() throws {
        let first = try picture("--time", "0")
        #expect(try first == picture("--time", "0", "--animation", "one"))
        let second = try picture("--time", "0", "--animation", "two")
        #expect(try first != second && second == picture("--time", "0", "--set", "slot.tint=#00ff00"))
        #expect(
            try picture("--time", "0", "--theme", "blue")
                == picture("--time", "0", "--animation", "two", "--set", "slot.tint=0,0,1"))
        let run = try Command(arguments: ["render", document, "--theme", "bleu", "-o", scratch.path("b.png")])
        #expect(run.status == 1 && run.errors.contains("has no theme 'bleu': it has blue; did you mean 'blue'?"))
    }

    @Test func render_plays_a_state_machine_with_events_the_same_in_each_run() throws {
        let machine = ["--state-machine", "m"]
        func at(_ time: String, _ events: String...) throws -> [UInt8] {
            let run = try Command(
                arguments: ["render", document, "-q", "--time", time, "-o", scratch.path("a.png")] + machine
                    + events.flatMap { ["--event", $0] })
            #expect(run.status == 0, "\(run.errors)")
            return try scratch.bytes("a.png")
        }
        let still = try at("0.5")
        #expect(try still == picture("--time", "0"))
        #expect(try at("0.7", "0.2:fire go") == picture("--time", "0.5"))
        // A tap is released 0.1 s later, which is the click.
        #expect(try at("0.7", "0.1:tap 5,5") == picture("--time", "0.5"))
        #expect(try at("0.7", "0.1:tap 15,5") == still)
        let series = try Command(
            arguments: [
                "render", document, "-q", "--frames", "6..8", "-o", scratch.path("f-%d.png"), "--event", "0.2:fire go",
            ]
                + machine)
        #expect(series.status == 0, "\(series.errors)")
        #expect(try scratch.bytes("f-7.png") == at("0.7", "0.2:fire go"))
    }

    @Test func urls_are_refused_unless_they_are_asked_for() throws {
        func run(_ arguments: String...) throws -> Command {
            try Command(
                arguments: [
                    "render", document, "--state-machine", "m", "--event", "0:fire go", "--time", "0.1", "-o",
                    scratch.path("a.png"),
                ] + arguments)
        }
        #expect(try run().errors.contains("asks to open https://example.org, which is not allowed"))
        #expect(try run("--open-urls").errors.contains("mica: open https://example.org in _blank"))
    }

    @Test func wrong_options_have_a_reason() throws {
        func errors(_ arguments: String...) throws -> String {
            let run = try Command(arguments: ["render", document, "-o", scratch.path("a.png")] + arguments)
            #expect(run.status != 0)
            return run.errors
        }
        #expect(try errors("--event", "0:fire go").contains("--event is for a state machine: --state-machine NAME"))
        #expect(try errors("--state-machine", "m", "--event", "fire go").contains("--event is T:ACTION"))
        #expect(try errors("--state-machine", "m", "--event", "0:jump").contains("unknown action 'jump'"))
        #expect(
            try errors("--state-machine", "m", "--event", "0:fire no", "--time", "1").contains("there is no event 'no'")
        )
        #expect(try errors("--state-machine", "n").contains("has no state machine 'n': it has m"))
        #expect(try errors("--state-machine", "m", "--state", "x").contains("exclude each other"))
    }

    @Test func inspect_lists_the_parts_of_an_archive() throws {
        let run = try Command(arguments: ["inspect", document])
        for line in [
            "  animations: one (shown), two", "  themes: blue", "    tint: color 1,0,0", "    m: begins in still",
            "      states: still, play", "      inputs: go (event)", "      layers: Box",
        ] { #expect(run.output.contains(line + "\n"), "\(line)") }
        #expect(try Command(arguments: ["inspect", "--paths", document]).output.contains("slot.tint=1,0,0\n"))
    }

    @Test func scripts_play_state_machines() throws {
        let script = try scratch.write("tap 5,5 at 0.1\nwait 0.5\n", to: "script.txt")
        let run = try Command(
            arguments: [
                "play", document, "--state-machine", "m", "--script", script, "--duration", "0.7", "-q", "-o",
                scratch.path("p.png"),
            ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try scratch.bytes("p.png") == picture("--time", "0.5"))
    }
}
