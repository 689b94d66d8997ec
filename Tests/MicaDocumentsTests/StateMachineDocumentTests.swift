import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// A document of 100 x 100 points and 1 s: a square of 20 points goes from the left to the right in its middle, and an
/// invisible target of 20 points is in the top left corner.
private func movingSquare(color: String = "[1,0,0,1]") -> String {
    func box(_ color: String) -> String {
        """
        {"ty":"rc","p":{"k":[0,0]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","nm":"F","c":{"k":\(color),"sid":"tint"},"o":{"k":100}}
        """
    }
    let moving = """
        {"ty":4,"nm":"Square","ip":0,"op":10,"ks":{"p":{"a":1,"k":[{"t":0,"s":[10,50]},{"t":10,"s":[90,50]}]}},
        "shapes":[\(box(color))]}
        """
    let target = """
        {"ty":4,"nm":"Target","ip":0,"op":10,"ks":{"p":{"k":[10,10]},"o":{"k":0},"r":{"k":45}},"shapes":[\(box("[0,0,0]"))]}
        """
    let markers = #""markers":[{"cm":"start","tm":0,"dr":5},{"cm":"end","tm":5,"dr":5},{"cm":"point","tm":5,"dr":0}],"#
    return String(decoding: lottie("\(target),\(moving)", extra: markers), as: UTF8.self)
}

/// A document under a machine, in a renderer whose time the test sets.
private final class Stage {
    let document: Document
    let machine: DocumentStateMachine
    private let renderer: LayerRenderer
    var problems: [String] = []
    var events: [String] = []

    init(_ states: String, interactions: String = "", inputs: String = "", more: [(String, String)] = []) throws {
        let scratch = try Scratch()
        let machine = """
            {"initial":"a","states":[\(states)],"interactions":[\(interactions)],
            "inputs":[{"name":"go","type":"Event"},{"name":"n","type":"Numeric","value":0}\(inputs)]}
            """
        let manifest = #"""
            {"version":"2","animations":[{"id":"one"},{"id":"two"}],"themes":[{"id":"blue"}],"stateMachines":[{"id":"m"}]}
            """#
        let path = try TestPackage(
            [
                ("manifest.json", manifest), ("a/one.json", movingSquare()),
                ("a/two.json", movingSquare(color: "[0,1,0,1]")),
                ("t/blue.json", #"{"rules":[{"id":"tint","type":"Color","value":[0,0,1]}]}"#), ("s/m.json", machine),
            ] + more
        ).write(in: scratch)
        document = try Document.load(path, animation: nil, stateMachine: "m")
        self.machine = try #require(document.stateMachine)
        renderer = LayerRenderer(layer: document.rootLayer, threads: 1)
        self.machine.problemHandler = { [unowned self] in self.problems.append($0) }
        self.machine.eventHandler = { [unowned self] in self.events.append($0) }
        self.machine.start()
    }

    /// The middle of the square at a time, and its colour.
    func square(at time: Double) -> (x: Int, color: UInt32)? {
        machine.advance(to: time)
        let picture = renderer.bitmap(at: time)
        let row = (0..<100).filter { picture.pixels[50 * 100 + $0] != 0 }
        guard let first = row.first, let last = row.last else { return nil }
        return ((first + last + 1) / 2, picture.pixels[50 * 100 + (first + last) / 2])
    }

    func x(at time: Double) -> Int { square(at: time)?.x ?? -1 }

    /// The colour of a point at a time.
    func color(_ x: Int, _ y: Int, at time: Double) -> String {
        machine.advance(to: time)
        return String(renderer.bitmap(at: time).pixels[y * 100 + x], radix: 16)
    }
}

private func state(_ name: String, _ members: String = "", _ ways: String = "") -> String {
    #"{"name":"\#(name)","type":"PlaybackState","animation":""\#(members.isEmpty ? "" : ",")\#(members),"transitions":[\#(ways)]}"#
}

private let go = #"{"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"go"}]}"#
private let play = #""autoplay":true"#

/// The picture of a state machine.
@Suite struct StateMachineDocumentTests {
    @Test(arguments: [
        ("Forward", [10, 50, 90, 90]), ("Reverse", [90, 50, 10, 10]), ("Bounce", [10, 50, 90, 50]),
        ("ReverseBounce", [90, 50, 10, 50]),
    ]) func modes_are_seen(mode: String, places: [Int]) throws {
        let stage = try Stage(state("a", #"\#(play),"mode":"\#(mode)""#))
        for (index, x) in places.enumerated() { #expect(abs(stage.x(at: Double(index) / 2) - x) <= 1, "\(index)") }
    }

    @Test func segment_speed_and_loop_are_seen() throws {
        let part = try Stage(state("a", #"\#(play),"segment":"end","speed":0.5,"loop":true"#))
        #expect(part.x(at: 0) == 50 && abs(part.x(at: 0.5) - 70) <= 1 && abs(part.x(at: 1.25) - 60) <= 1)
        let still = try Stage(state("a", #""segment":"end""#))
        #expect(still.x(at: 0) == 50 && still.x(at: 3) == 50)
        // A long time is one step.
        #expect(abs(part.x(at: 1000.5) - 70) <= 1)
    }

    @Test func events_change_states_and_the_end_of_a_playback_is_one() throws {
        let stage = try Stage(
            state("a", "", go) + ","
                + state(
                    "b", play,
                    #"{"type":"Transition","toState":"c","guards":[{"type":"Numeric","inputName":"n","conditionType":"Equal","compareTo":1}]}"#
                )
                + "," + state("c", #"\#(play),"mode":"Reverse""#),
            interactions:
                #"{"type":"OnComplete","stateName":"b","actions":[{"type":"Increment","inputName":"n"},{"type":"FireCustomEvent","value":"done"}]}"#
        )
        #expect(stage.x(at: 0.25) == 10 && stage.machine.state == "a" && stage.machine.nextTime == nil)
        #expect(stage.machine.fire("go") && stage.machine.state == "b" && !stage.machine.fire("none"))
        #expect(abs(stage.x(at: 0.75) - 50) <= 1 && stage.machine.nextTime == 1.25)
        #expect(abs(stage.x(at: 1.75) - 50) <= 1 && stage.machine.state == "c" && stage.events == ["done"])
        #expect(stage.x(at: 9) == 10)
    }

    @Test func inputs_are_set_by_the_program() throws {
        let guarded =
            #"{"type":"Transition","toState":"b","guards":[{"type":"Numeric","inputName":"n","conditionType":"GreaterThan","compareTo":2}]}"#
        let stage = try Stage(state("a", "", guarded) + "," + state("b", #""segment":"end""#))
        #expect(stage.machine.set("n", to: .number(1)) && stage.machine.state == "a")
        #expect(!stage.machine.set("n", to: .flag(true)) && !stage.machine.set("x", to: .number(3)))
        #expect(stage.machine.set("n", to: .number(3)) && stage.machine.state == "b")
        #expect(stage.machine.value(of: "n") == .number(3) && stage.machine.inputs == ["go", "n"])
        #expect(stage.x(at: 0) == 50)
    }

    @Test func pointer_hits_the_box_of_a_layer_as_it_is_turned_and_moved() throws {
        func click(_ layer: String) -> String {
            #"{"type":"Click","layerName":"\#(layer)","actions":[{"type":"Increment","inputName":"n"}]}"#
        }
        let stage = try Stage(state("a", play), interactions: click("Target") + "," + click("Square"))
        func count(_ x: Double, _ y: Double) -> Double {
            let before = stage.machine.value(of: "n")
            stage.machine.pointer(.down, at: CGPoint(x: x, y: y))
            stage.machine.pointer(.up, at: CGPoint(x: x, y: y))
            guard case .number(let now)? = stage.machine.value(of: "n"), case .number(let old)? = before else {
                return -1
            }
            return now - old
        }
        stage.machine.advance(to: 0)
        // The target is turned by an eighth of a turn: its corner is at (24, 10).
        #expect(count(22, 10) == 1 && count(19, 19) == 0 && count(10, 10) == 1)
        #expect(count(10, 50) == 1 && count(50, 50) == 0)
        stage.machine.advance(to: 0.5)
        #expect(count(10, 50) == 0 && count(50, 50) == 1 && count(62, 50) == 0)
        // A press elsewhere is no click here.
        stage.machine.pointer(.down, at: CGPoint(x: 200, y: 10))
        stage.machine.pointer(.exit, at: CGPoint(x: 300, y: 10))
        stage.machine.pointer(.up, at: CGPoint(x: 10, y: 10))
        #expect(stage.machine.value(of: "n") == .number(4))
    }

    @Test func tween_moves_from_what_is_shown_to_the_target_and_goes_on() throws {
        let tween =
            #"{"type":"Tweened","toState":"b","duration":1,"easing":[0,0,1,1],"guards":[{"type":"Event","inputName":"go"}]}"#
        let stage = try Stage(state("a", play, tween) + "," + state("b", #"\#(play),"segment":"end","mode":"Reverse""#))
        // At 0.25 s the square is at 30; the target begins at its end, at 90.
        #expect(abs(stage.x(at: 0.25) - 30) <= 1)
        stage.machine.fire("go")
        #expect(abs(stage.x(at: 0.25) - 30) <= 1 && abs(stage.x(at: 0.75) - 60) <= 1 && stage.machine.state == "a")
        #expect(abs(stage.x(at: 1.25) - 90) <= 1 && stage.machine.state == "b")
        #expect(abs(stage.x(at: 1.5) - 70) <= 1 && stage.x(at: 3) == 50)
    }

    @Test func global_transition_redirects_a_tween_from_where_it_is() throws {
        func tween(_ to: String, _ value: Int) -> String {
            #"{"type":"Tweened","toState":"\#(to)","duration":1,"easing":[0,0,1,1],"guards":[{"type":"Numeric","inputName":"n","conditionType":"Equal","compareTo":\#(value)}]}"#
        }
        let global = #"{"name":"g","type":"GlobalState","transitions":[\#(tween("b", 1)),\#(tween("a", 0))]}"#
        let stage = try Stage("\(global),\(state("a")),\(state("b", #""segment":"end","mode":"Reverse""#))")
        stage.machine.set("n", to: .number(1))
        #expect(abs(stage.x(at: 0.5) - 50) <= 1)
        stage.machine.set("n", to: .number(0))
        #expect(abs(stage.x(at: 1) - 30) <= 1 && stage.x(at: 1.5) == 10 && stage.machine.state == "a")
    }

    @Test func themes_frames_animations_and_backgrounds_are_set() throws {
        let entry = #""entryActions":[{"type":"SetTheme","value":"blue"},{"type":"SetProgress","value":100}]"#
        let two = #"{"name":"b","type":"PlaybackState","animation":"two","transitions":[]}"#
        let stage = try Stage(
            state("a", entry, go) + ","
                + two.replacing("\"transitions\"", with: "\"backgroundColor\":255,\"transitions\""))
        // The last frame of ten.
        let square = try #require(stage.square(at: 0))
        #expect(square.x == 82 && square.color == 0xff00_00ff && stage.machine.theme == "blue")
        stage.machine.fire("go")
        #expect(stage.machine.animation == "two" && stage.color(99, 99, at: 0.1) == "ff000000")
        let frames = try Stage(
            state("a"),
            interactions:
                #"{"type":"PointerDown","actions":[{"type":"Increment","inputName":"n","value":5},{"type":"SetFrame","value":"$n"}]}"#
        )
        frames.machine.pointer(.down, at: CGPoint(x: 50, y: 50))
        #expect(frames.x(at: 0) == 50)
    }

    @Test func url_is_opened_only_by_the_program() throws {
        let open = #"{"type":"Click","actions":[{"type":"OpenUrl","url":"https://example.org/a","target":"_blank"}]}"#
        let stage = try Stage(state("a"), interactions: open)
        func click() {
            stage.machine.pointer(.down, at: CGPoint(x: 5, y: 5))
            stage.machine.pointer(.up, at: CGPoint(x: 5, y: 5))
        }
        click()
        #expect(stage.problems == ["the state machine 'm' asks to open https://example.org/a, which is not allowed"])
        var opened: [String] = []
        stage.machine.urlHandler = { opened.append("\($0) \($1) \($2)") }
        click()
        #expect(opened == ["https://example.org/a _blank true"] && stage.problems.count == 1)
    }

    @Test func machine_that_does_not_rest_is_stopped() throws {
        let stage = try Stage(
            state("a", "", #"{"type":"Transition","toState":"b"}"#) + ","
                + state("b", "", #"{"type":"Transition","toState":"a"}"#))
        #expect(!stage.machine.isRunning && stage.x(at: 1) == 10)
    }

    @Test(arguments: ["Transition", "Tweened"], ["Transition", "Tweened"])
    func loops_between_states_with_their_own_animations_end(first: String, second: String) throws {
        func way(_ kind: String, _ target: String, _ duration: Double) -> String {
            #"{"type":"\#(kind)","toState":"\#(target)","duration":\#(duration)}"#
        }
        func own(_ name: String, _ animation: String, _ way: String) -> String {
            state(name, "", way).replacing(#""animation":"""#, with: #""animation":"\#(animation)""#)
        }
        for (one, two) in [("one", "two"), ("one", "one"), ("", "two"), ("three", "two")] {
            for duration in [0, 1e-9, 0.25] {
                let stage = try Stage(
                    own("a", one, way(first, "b", duration)) + "," + own("b", two, way(second, "a", duration)))
                stage.machine.advance(to: 1)
                // A state without an animation keeps the shown one.
                let isTimed =
                    (one == two || one.isEmpty) && duration == 0.25 && (first == "Tweened" || second == "Tweened")
                #expect(stage.machine.isRunning == isTimed, "\(one) \(two) \(duration)")
            }
        }
    }

    @Test func events_of_handlers_wait_for_their_turn() throws {
        let enter =
            #""entryActions":[{"type":"FireCustomEvent","value":"in"},{"type":"FireCustomEvent","value":"end"}]"#
        let stage = try Stage(
            state("a", "", go) + "," + state("b", enter, go.replacing("\"b\"", with: "\"c\"")) + "," + state("c"))
        stage.machine.eventHandler = { [unowned stage] name in
            stage.events.append("\(name) \(stage.machine.state ?? "")")
            stage.machine.advance(to: 5)
            stage.machine.fire("go")
        }
        stage.machine.fire("go")
        #expect(stage.events == ["in b", "end b"] && stage.machine.state == "c" && stage.machine.time == 0)
        // A handler that fires its own event again is stopped.
        let circle = try Stage(
            state(
                "a", #""entryActions":[{"type":"FireCustomEvent","value":"in"}]"#, go.replacing("\"b\"", with: "\"a\""))
        )
        var count = 0
        circle.machine.eventHandler = { [unowned circle] _ in
            count += 1
            circle.machine.fire("go")
        }
        circle.machine.fire("go")
        #expect(!circle.machine.isRunning && count > 10 && circle.problems.count == 1)
    }

    @Test func calls_at_one_time_share_their_work() throws {
        func stage() throws -> Stage {
            let action = #"{"type":"SetFrame","value":3}"#
            let actions = [String](repeating: action, count: 900).joined(separator: ",")
            return try Stage(state("a", #""entryActions":[\#(actions)]"#, go.replacing("\"b\"", with: "\"a\"")))
        }
        let standing = try stage()
        var count = 0
        while standing.machine.isRunning, count < 1000 {
            standing.machine.fire("go")
            count += 1
        }
        // Each event has 54,000 units of work.
        #expect(count > 200 && count < 400)
        #expect(standing.problems == ["the state machine 'm' does too much at one time: it is stopped"])
        let moving = try stage()
        for step in 1...500 {
            moving.machine.advance(to: Double(step) / 50)
            moving.machine.fire("go")
        }
        #expect(moving.machine.isRunning && moving.problems.isEmpty)
    }

    @Test func short_turns_are_seen_once_a_tick_and_are_limited_as_events() throws {
        // A turn takes a millisecond.
        let quick = #"\#(play),"loop":true,"speed":1000"#
        let count = #"{"type":"OnLoopComplete","stateName":"a","actions":[{"type":"Increment","inputName":"n"}]}"#
        let stage = try Stage(state("a", quick), interactions: count)
        #expect(abs(stage.x(at: 0.0025) - 50) <= 1)
        #expect(stage.machine.nextTime == 1.0 / 60 && stage.machine.value(of: "n") == .number(2))
        // A time between ticks that is asked for has its own picture.
        #expect(abs(stage.x(at: 0.0027) - 66) <= 1)
        stage.machine.advance(to: 10.0005)
        #expect(stage.machine.value(of: "n") == .number(10_000) && stage.machine.isRunning)
        // A turn of 10 microseconds.
        let markers = #""markers":[{"cm":"start","tm":0,"dr":0.1},"#
        let short = movingSquare().replacing(#""markers":[{"cm":"start","tm":0,"dr":5},"#, with: markers)
        let crowded = try Stage(
            state("a", quick + #","segment":"start""#).replacing(#""animation":"""#, with: #""animation":"short""#),
            interactions: count, more: [("a/short.json", short)])
        for step in 1...20 { crowded.machine.advance(to: Double(step) / 1000) }
        #expect(crowded.problems == ["the state machine 'm' has more than 1000 events in 1/60 s: it is stopped"])
    }

    @Test func work_of_the_start_is_limited() throws {
        let layer = ##"{"ty":1,"sw":1,"sh":1,"sc":"#ff0000","ip":0,"op":10,"ks":{}}"##
        let layers = [String](repeating: layer, count: 5000).joined(separator: ",")
        func way(_ name: String, _ animation: String, _ target: String) -> String {
            state(name, "", #"{"type":"Transition","toState":"\#(target)"}"#)
                .replacing(#""animation":"""#, with: #""animation":"\#(animation)""#)
        }
        // Two animations in turns: a hundred times before the circle ends.
        let stage = try Stage(
            way("a", "large", "b") + "," + way("b", "other", "a"),
            more: ["large", "other"].map { ("a/\($0).json", String(decoding: lottie(layers), as: UTF8.self)) })
        #expect(!stage.machine.isRunning)
        #expect(stage.problems == ["the state machine 'm' does too much at one time: it is stopped"])
    }

    @Test func work_of_long_slots_is_counted() throws {
        let slots =
            #"{\"tint\":{\"p\":{\"a\":0,\"k\":[0,1,0]}},\"pad\":\"\#(String(repeating: "x", count: 500_000))\"}"#
        let stage = try Stage(
            state(
                "a", #""entryActions":[{"type":"SetSlot","value":"\#(slots)"}]"#, go.replacing("\"b\"", with: "\"a\"")))
        var count = 0
        while stage.machine.isRunning, count < 3000 {
            stage.machine.fire("go")
            count += 1
        }
        #expect(count > 100 && count < 3000)
    }

    @Test func hit_tests_evaluate_each_layer_once_and_a_limited_number() throws {
        func layers(_ count: Int) -> CALayer {
            let root = CALayer()
            root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            for index in 0..<count {
                let layer = CALayer()
                layer.name = "n\(index % 2)"
                layer.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
                layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
                root.addSublayer(layer)
            }
            return root
        }
        let few = LayerHits(layers(4), ["n0", "n1"])
        #expect(few.names(at: CGPoint(x: 20, y: 20)) == ["n0", "n1"] && few.names(at: CGPoint(x: 60, y: 20)).isEmpty)
        let hidden = layers(4)
        for layer in hidden.sublayers ?? [] where layer.name == "n1" { layer.isHidden = true }
        #expect(LayerHits(hidden, ["n0", "n1"]).names(at: CGPoint(x: 20, y: 20)) == ["n0"])
        // One layer that is hit is behind too many that are not.
        let many = layers(LayerHits.limit - 1)
        for layer in many.sublayers ?? [] {
            let inner = layers(3)
            inner.frame.origin.x = 200
            layer.backgroundColor = nil
            layer.addSublayer(inner)
        }
        let last = CALayer()
        last.name = "last"
        last.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
        last.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        many.addSublayer(last)
        #expect(LayerHits(many, ["last"]).names(at: CGPoint(x: 20, y: 20)) == ["last"])
        #expect(LayerHits(many, ["n0", "n1", "last"]).names(at: CGPoint(x: 20, y: 20)).isEmpty)
    }

    @Test func sounds_are_at_the_times_at_which_their_parts_are_played() throws {
        let sound = #"{"ty":6,"nm":"A","refId":"a","ip":2,"op":8},"#
        let asset = #""assets":[{"id":"a","e":1,"u":"","p":"data:audio/wav;base64,UklGRg=="}],"#
        let noisy = movingSquare().replacing(#""layers":["#, with: #"\#(asset)"layers":[\#(sound)"#)
        let animated = state("b", #"\#(play),"speed":2,"loop":true"#, go.replacing("\"b\"", with: "\"c\""))
            .replacing(#""animation":"""#, with: #""animation":"noisy""#)
        let back = state("c", #"\#(play),"mode":"Reverse""#)
        let stage = try Stage(state("a", "", go) + "," + animated + "," + back, more: [("a/noisy.json", noisy)])
        stage.machine.advance(to: 1)
        stage.machine.fire("go")
        stage.machine.advance(to: 2)
        stage.machine.fire("go")
        stage.machine.advance(to: 4)
        // From 0.2 s to 0.8 s of the animation, twice, at double speed.
        let sounds = stage.document.sounds
        #expect(sounds.count == 2)
        for (sound, start) in zip(sounds, [1.1, 1.6]) {
            #expect(
                abs(sound.clip.span.lowerBound - start) < 1e-6 && abs(sound.clip.span.upperBound - start - 0.3) < 1e-6)
            #expect(sound.clip.origin == 0.2 && sound.clip.speed == 2)
        }
    }

    @Test func sounds_of_many_parts_are_limited() throws {
        let level = #""au":{"lv":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[100]}]}}"#
        let sound = #"{"ty":6,"nm":"A","refId":"a","ip":0,"op":10,\#(level)},"#
        let asset = #""assets":[{"id":"a","e":1,"u":"","p":"data:audio/wav;base64,UklGRg=="}],"#
        let noisy = movingSquare().replacing(#""layers":["#, with: #"\#(asset)"layers":[\#(sound)"#)
        let loop = state("a", #"\#(play),"loop":true,"segment":"end""#)
            .replacing(#""animation":"""#, with: #""animation":"noisy""#)
        let stage = try Stage(loop, more: [("a/noisy.json", noisy)])
        stage.machine.advance(to: 2.25)
        // Four turns of half a second, and the half of one.
        #expect(stage.document.sounds.map(\.clip.span).count == 5)
        for clip in stage.document.sounds.map(\.clip) {
            let levels = clip.levels.filter { clip.span.contains($0.time) }
            #expect(clip.levels.count <= levels.count + 2 && clip.span.upperBound <= 2.25)
            // The level is that of the animation, from 0.5 on.
            #expect(abs(clip.levels.loudness(at: clip.span.lowerBound + 0.1).x - 0.6) < 0.01)
        }
        stage.machine.advance(to: 1500)
        #expect(stage.document.sounds.count == 1000 && stage.machine.isRunning)
    }

    @Test func playback_without_length_that_begins_itself_again_is_stopped() throws {
        let again = #"{"type":"OnComplete","stateName":"a","actions":[{"type":"Fire","inputName":"go"}]}"#
        let stage = try Stage(
            state("a", #"\#(play),"segment":"point""#, go.replacing("\"b\"", with: "\"a\"")), interactions: again)
        #expect(stage.x(at: 5) == 50 && !stage.machine.isRunning)
        #expect(stage.problems == ["the state machine 'm' has more than 1000 events in 1/60 s: it is stopped"])
    }

    @Test func wrong_names_are_warnings_with_the_machine_s_file() throws {
        let stage = try Stage(
            #"{"name":"a","type":"PlaybackState","animation":"","segment":"strat","transitions":[],"entryActions":[{"type":"SetTheme","value":"grey"}]},"#
                + #"{"name":"b","type":"PlaybackState","animation":"three","transitions":[]}"#)
        let lines = stage.document.warnings.map(\.description)
        for words in [
            "s/m.json:1:1: warning: the state 'a' plays the marker 'strat', which the animation lacks: all of it is played; did you mean 'start'?",
            "s/m.json:1:1: warning: the state 'b' has the animation 'three', which the archive lacks",
            "s/m.json:1:1: warning: an action sets the theme 'grey', which the archive lacks",
        ] { #expect(lines.contains(words), "\(words) is not in \(lines)") }
    }

    @Test func pictures_are_the_same_whatever_the_steps() throws {
        func places(_ step: Double) throws -> [Int] {
            let stage = try Stage(
                state("a", #"\#(play),"mode":"Bounce","loop":true,"loopCount":2"#, go) + ","
                    + state("b", #"\#(play),"segment":"end""#),
                interactions: #"{"type":"OnComplete","stateName":"a","actions":[{"type":"Fire","inputName":"go"}]}"#)
            var time = 0.0
            var result: [Int] = []
            while time < 5 {
                if abs(time * 4 - (time * 4).rounded()) < 1e-9 {
                    result.append(stage.x(at: time))
                } else {
                    stage.machine.advance(to: time)
                }
                time += step
            }
            return result
        }
        #expect(try places(0.25) == places(0.0625))
    }
}
