import Foundation
import Testing

@testable import MicaDocuments

private typealias Run = StateMachineRun

private func read(_ text: String) throws -> (StateMachine, [String]) {
    let diagnostics = LottieDiagnostics(file: "s/m.json", bytes: Array(text.utf8))
    let machine = try StateMachineReader(diagnostics).read(
        JSONParser.parse(Array(text.utf8), file: "s/m.json"), name: "m")
    return (machine, diagnostics.warnings.map(\.description))
}

/// A machine with two states and the inputs n, s, b and e.
private func machine(_ transitions: String, interactions: String = "", entry: String = "", exit: String = "") -> String
{
    """
    {"initial":"a","states":[
    {"name":"a","type":"PlaybackState","transitions":[\(transitions)],"exitActions":[\(exit)]},
    {"name":"b","type":"PlaybackState","transitions":[],"entryActions":[\(entry)]}],
    "inputs":[{"name":"n","type":"Numeric","value":1},{"name":"s","type":"String","value":"x"},
    {"name":"b","type":"Boolean","value":false},{"name":"e","type":"Event"},{"name":"m","type":"Numeric","value":5}],
    "interactions":[\(interactions)]}
    """
}

private func way(_ guards: String, to state: String = "b") -> String {
    #"{"type":"Transition","toState":"\#(state)","guards":[\#(guards)]}"#
}

private func started(_ text: String) throws -> Run {
    let (machine, warnings) = try read(text)
    #expect(warnings.isEmpty, "\(warnings)")
    var run = Run(machine)
    _ = run.start()
    return run
}

/// The engine of state machines: events in, effects out.
@Suite struct StateMachineTests {
    @Test(arguments: [
        ("Equal", [5.0]), ("NotEqual", [4, 6]), ("GreaterThan", [6]), ("GreaterThanOrEqual", [5, 6]), ("LessThan", [4]),
        ("LessThanOrEqual", [4, 5]),
    ]) func numeric_guards_compare_with_numbers_and_inputs(condition: String, holding: [Double]) throws {
        for compared in ["5", "\"$m\""] {
            for value in [4.0, 5, 6] {
                let text = machine(
                    way(#"{"type":"Numeric","inputName":"n","conditionType":"\#(condition)","compareTo":\#(compared)}"#)
                        .replacing(
                            "}]}",
                            with: #"},{"type":"Boolean","inputName":"b","conditionType":"Equal","compareTo":true}]}"#))
                var run = try started(text)
                _ = run.handle(.set("n", .number(value)))
                #expect(run.state == "a")
                _ = run.handle(.set("b", .flag(true)))
                #expect((run.state == "b") == holding.contains(value), "\(value) \(condition) \(compared)")
            }
        }
    }

    @Test func texts_flags_and_events_are_guards() throws {
        var run = try started(
            machine(way(#"{"type":"String","inputName":"s","conditionType":"NotEqual","compareTo":"x"}"#)))
        #expect(run.state == "a")
        _ = run.handle(.set("s", .text("y")))
        #expect(run.state == "b")
        run = try started(machine(way(#"{"type":"Event","inputName":"e"}"#)))
        _ = run.handle(.set("n", .number(2)))
        #expect(run.state == "a")
        #expect(run.handle(.fire("none")).isEmpty && run.state == "a")
        let effects = run.handle(.fire("e"))
        #expect(run.state == "b" && effects == [.enter(run.machine.states[1])])
    }

    @Test func transition_without_guards_is_taken_last() throws {
        let flag = #"{"type":"Boolean","inputName":"b","conditionType":"Equal","compareTo":true}"#
        let text = machine(#"{"type":"Transition","toState":"b"},\#(way(flag, to: "a"))"#)
        #expect(try started(text).state == "b")
    }

    @Test func global_state_comes_first_and_does_not_enter_the_current_state_again() throws {
        let text = """
            {"initial":"a","states":[{"name":"a","type":"PlaybackState","transitions":[\(way(#"{"type":"Event","inputName":"e"}"#))],
            "exitActions":[{"type":"Increment","inputName":"left"}]},
            {"name":"b","type":"PlaybackState","transitions":[]},
            {"name":"c","type":"PlaybackState","transitions":[],"entryActions":[{"type":"Increment","inputName":"n"}]},
            {"name":"all","type":"GlobalState","transitions":[\(way(#"{"type":"Event","inputName":"e"}"#, to: "c"))]}],
            "inputs":[{"name":"e","type":"Event"},{"name":"n","type":"Numeric","value":0},
            {"name":"left","type":"Numeric","value":0}]}
            """
        var run = try started(text)
        _ = run.handle(.fire("e"))
        #expect(run.state == "c" && run.value(of: "n") == .number(1) && run.value(of: "left") == .number(1))
        #expect(run.handle(.fire("e")).isEmpty)
        #expect(run.value(of: "n") == .number(1))
    }

    @Test func actions_change_inputs() throws {
        let actions = #"""
            {"type":"SetNumeric","inputName":"n","value":7.5},{"type":"Increment","inputName":"n"},
            {"type":"Decrement","inputName":"n","value":2},{"type":"Multiply","inputName":"n","value":"$m"},
            {"type":"Floor","inputName":"n"},{"type":"Clamp","inputName":"n","min":0,"max":30},
            {"type":"SetString","inputName":"s","value":"new"},{"type":"SetBoolean","inputName":"b","value":true},
            {"type":"Toggle","inputName":"b"},{"type":"SetNumeric","inputName":"m","value":9},{"type":"Reset","inputName":"m"}
            """#
        var run = try started(machine("", interactions: #"{"type":"PointerDown","actions":[\#(actions)]}"#))
        _ = run.handle(.pointer(.down, over: []))
        #expect(run.value(of: "n") == .number(30) && run.value(of: "s") == .text("new"))
        #expect(run.value(of: "b") == .flag(false) && run.value(of: "m") == .number(5))
    }

    @Test func actions_on_what_is_shown_are_effects_in_order() throws {
        let actions = #"""
            {"type":"SetTheme","value":"dark"},{"type":"SetFrame","value":"$n"},{"type":"SetProgress","value":150},
            {"type":"FireCustomEvent","value":"hello"},{"type":"OpenUrl","url":"https://a.b","target":"_blank"},
            {"type":"SetSlot","value":"{}"}
            """#
        var run = try started(machine("", interactions: #"{"type":"Click","actions":[\#(actions)]}"#))
        #expect(run.handle(.pointer(.down, over: [])).isEmpty)
        #expect(
            run.handle(.pointer(.up, over: [])) == [
                .setTheme("dark"), .setFrame(1), .setProgress(100), .customEvent("hello"),
                .openURL("https://a.b", target: "_blank", isByHand: true), .setSlots("{}"),
            ])
    }

    @Test func random_numbers_are_the_same_in_each_run() throws {
        let text = machine(
            "",
            interactions:
                #"{"type":"PointerDown","actions":[{"type":"SetRandom","inputName":"n","min":3,"max":5,"integer":true}]}"#
        )
        func numbers(_ seed: UInt64) throws -> [Double] {
            var run = Run(try read(text).0, seed: seed)
            _ = run.start()
            return (0..<40).map { _ in
                _ = run.handle(.pointer(.down, over: []))
                if case .number(let value)? = run.value(of: "n") { return value }
                return -1
            }
        }
        #expect(try numbers(1) == numbers(1) && numbers(1) != numbers(2))
        #expect(try Set(numbers(1)) == [3, 4, 5])
    }

    @Test func pointer_enters_and_leaves_layers() throws {
        func action(_ kind: String, _ layer: String, _ change: String) -> String {
            #"{"type":"\#(kind)","layerName":"\#(layer)","actions":[{"type":"\#(change)","inputName":"n"}]}"#
        }
        let list = [
            action("PointerEnter", "L", "Increment"), action("PointerExit", "L", "Decrement"),
            action("PointerDown", "L", "Increment"),
            #"{"type":"PointerExit","actions":[{"type":"Toggle","inputName":"b"}]}"#,
        ]
        var run = try started(machine("", interactions: list.joined(separator: ",")))
        func number() -> Double { if case .number(let value)? = run.value(of: "n") { value } else { -1 } }
        _ = run.handle(.pointer(.move, over: []))
        #expect(number() == 1)
        for _ in 0..<3 { _ = run.handle(.pointer(.move, over: ["L"])) }
        #expect(number() == 2)
        _ = run.handle(.pointer(.down, over: ["L"]))
        #expect(number() == 3)
        _ = run.handle(.pointer(.move, over: []))
        #expect(number() == 2 && run.value(of: "b") == .flag(false))
        _ = run.handle(.pointer(.move, over: ["L"]))
        _ = run.handle(.pointer(.exit, over: []))
        #expect(number() == 2 && run.value(of: "b") == .flag(true))
    }

    @Test func ends_of_playbacks_are_for_their_states() throws {
        let list = """
            {"type":"OnComplete","stateName":"a","actions":[{"type":"Increment","inputName":"n"}]},
            {"type":"OnLoopComplete","stateName":"b","actions":[{"type":"Increment","inputName":"n","value":10}]}
            """
        var run = try started(machine(way(#"{"type":"Event","inputName":"e"}"#), interactions: list))
        _ = run.handle(.complete)
        _ = run.handle(.loopComplete)
        #expect(run.value(of: "n") == .number(2))
        _ = run.handle(.fire("e"))
        _ = run.handle(.complete)
        _ = run.handle(.loopComplete)
        #expect(run.value(of: "n") == .number(12))
    }

    @Test func tween_enters_its_state_at_its_end() throws {
        let tween =
            #"{"type":"Tweened","toState":"b","duration":0.5,"easing":[0,0,1,1],"guards":[{"type":"Event","inputName":"e"}]}"#
        var run = try started(
            machine(
                tween, entry: #"{"type":"SetString","inputName":"s","value":"in"}"#,
                exit: #"{"type":"SetString","inputName":"s","value":"out"}"#))
        let course = StateMachine.Tween(duration: 0.5, easing: SIMD4(0, 0, 1, 1))
        #expect(run.handle(.fire("e")) == [.tween(to: run.machine.states[1], course)])
        #expect(run.state == "a" && run.tweenTarget == "b" && run.value(of: "s") == .text("out"))
        // The same event in between changes nothing.
        #expect(run.handle(.fire("e")).isEmpty)
        #expect(run.handle(.tweenEnd) == [.enter(run.machine.states[1])])
        #expect(run.state == "b" && run.value(of: "s") == .text("in"))
    }

    @Test func tween_to_a_state_with_another_animation_is_a_jump() throws {
        let tween = #"{"type":"Tweened","toState":"b","duration":1,"guards":[{"type":"Event","inputName":"e"}]}"#
        func effects(_ first: String, _ second: String, showing: String) throws -> [Run.Effect] {
            var text = machine(tween)
            for (name, animation) in [("a", first), ("b", second)] {
                let state = #""name":"\#(name)","type":"PlaybackState""#
                text = text.replacing(state, with: #"\#(state),"animation":"\#(animation)""#)
            }
            var run = Run(try read(text).0)
            _ = run.start(showing: showing)
            return run.handle(.fire("e"))
        }
        func isTween(_ effects: [Run.Effect]) -> Bool {
            if case .tween? = effects.first { return effects.count == 1 }
            return false
        }
        #expect(try isTween(effects("x", "x", showing: "y")) && isTween(effects("", "y", showing: "y")))
        #expect(try isTween(effects("x", "", showing: "y")))
        let jump = try effects("x", "y", showing: "y")
        guard case .enter(let state)? = jump.first else {
            Issue.record("\(jump)")
            return
        }
        #expect(state.name == "b" && jump.count == 1)
    }

    @Test func click_is_a_press_and_a_release_over_the_same_layer() throws {
        let click = #"{"type":"Click","layerName":"l","actions":[{"type":"Increment","inputName":"n"}]}"#
        let whole = #"{"type":"Click","actions":[{"type":"Increment","inputName":"m"}]}"#
        var run = try started(machine("", interactions: "\(click),\(whole)"))
        func press(_ down: Set<String>, _ others: [Run.Pointer], _ up: Set<String>) -> [Double] {
            _ = run.handle(.pointer(.down, over: down))
            for other in others { _ = run.handle(.pointer(other, over: [])) }
            if !others.contains(.upOutside) { _ = run.handle(.pointer(.up, over: up)) }
            return ["n", "m"].map { if case .number(let value)? = run.value(of: $0) { value } else { -1 } }
        }
        #expect(press(["l"], [], ["l"]) == [2, 6])
        #expect(press(["k"], [], ["l"]) == [2, 7] && press(["l"], [], []) == [2, 8])
        // A press that leaves the picture is no click, nor is a release outside, nor a release without a press.
        #expect(press(["l"], [.exit, .enter], ["l"]) == [2, 8] && press(["l"], [.upOutside], []) == [2, 8])
        _ = run.handle(.pointer(.up, over: ["l"]))
        #expect(run.value(of: "n") == .number(2))
    }

    @Test func work_of_an_event_is_limited() throws {
        // Each action is followed by a search among all transitions.
        let guarded = way(#"{"type":"Numeric","inputName":"n","conditionType":"Equal","compareTo":-1}"#)
        let many = [String](repeating: guarded, count: 900).joined(separator: ",")
        let action = #"{"type":"Increment","inputName":"m"}"#
        let actions = [String](repeating: action, count: 900).joined(separator: ",")
        var run = try started(machine(many, interactions: #"{"type":"PointerDown","actions":[\#(actions)]}"#))
        let effects = run.handle(.pointer(.down, over: []))
        guard case .stop(let reason?)? = effects.last else {
            Issue.record("\(effects.count) effects")
            return
        }
        #expect(reason.hasPrefix("takes more than \(Run.workLimit) steps after one event"))
        #expect(!run.isRunning && run.work < Run.workLimit + 2000)
    }

    @Test(arguments: ["Transition", "Tweened"], ["Transition", "Tweened"])
    func loops_of_transitions_end(first: String, second: String) throws {
        func ways(_ kind: String, _ target: String, _ duration: String) -> String {
            #"{"type":"\#(kind)","toState":"\#(target)"\#(kind == "Tweened" ? ",\"duration\":\(duration)" : "")}"#
        }
        for duration in ["0", "1e-9", "1"] {
            let text = """
                {"initial":"a","states":[
                {"name":"a","type":"PlaybackState","transitions":[\(ways(first, "b", duration))]},
                {"name":"b","type":"PlaybackState","transitions":[\(ways(second, "a", duration))]}]}
                """
            var run = Run(try read(text).0)
            var effects = run.start()
            #expect(effects.count < 110)
            // A tween is an event of its own: it takes its time, and ends nothing by itself.
            let isTimed = duration != "0" && (first == "Tweened" || second == "Tweened")
            for _ in 0..<5 where isTimed {
                effects = run.handle(.tweenEnd)
                #expect(effects.count < 5)
            }
            #expect(run.isRunning == isTimed)
        }
    }

    @Test func circle_of_transitions_is_stopped_with_a_reason() throws {
        let text = """
            {"initial":"a","states":[{"name":"a","type":"PlaybackState","transitions":[{"type":"Transition","toState":"b"}]},
            {"name":"b","type":"PlaybackState","transitions":[{"type":"Transition","toState":"a"}]}]}
            """
        var run = Run(try read(text).0)
        let effects = run.start()
        guard case .stop(let reason?)? = effects.last else {
            Issue.record("\(effects.count) effects")
            return
        }
        #expect(reason.contains("takes more than 100 transitions after one event"))
        #expect(!run.isRunning && run.handle(.complete).isEmpty && effects.count < 110)
    }

    @Test func final_state_ends_the_machine() throws {
        let text =
            #"{"initial":"a","states":[{"name":"a","type":"PlaybackState","final":true}],"inputs":[{"name":"n","type":"Numeric","value":0}]}"#
        var run = Run(try read(text).0)
        #expect(run.start().last == .stop(reason: nil))
        #expect(!run.isRunning && run.handle(.set("n", .number(1))).isEmpty)
    }

    @Test func time_since_the_start_is_an_input() throws {
        let late = #"{"type":"Numeric","inputName":"@elapsedTime","conditionType":"GreaterThan","compareTo":2}"#
        var run = try started(machine(way(late)))
        #expect(run.listensToTime)
        _ = run.handle(.time(1.5))
        #expect(run.state == "a")
        _ = run.handle(.time(0.6))
        #expect(run.state == "b")
        #expect(try !started(machine("")).listensToTime)
    }

    @Test func wrong_members_are_left_out_with_place_and_reason() throws {
        let text = """
            {"initial":"a","states":[
            {"name":"a","type":"PlaybackState","mode":"Sideways","speed":-1,"transitions":[
              {"type":"Transition","toState":"nowhere","guards":[]},
              {"type":"Transition","toState":"a","guards":[{"type":"Numeric","inputName":"x","conditionType":"Equal","compareTo":1}]},
              {"type":"Tweened","toState":"a","duration":1,"easing":[0,0,1]}],
             "entryActions":[{"type":"Explode"},{"type":"Toggle","inputName":"n"},
              {"type":"SetExpression","layerName":"l","propertyIndex":1,"varName":"v","value":1}]},
            {"name":"a","type":"PlaybackState"},{"type":"GlobalState"}],
            "inputs":[{"name":"n","type":"Numeric","value":"1"},{"name":"n","type":"Numeric","value":1},
             {"name":"@n","type":"Numeric","value":1}],
            "interactions":[{"type":"Hover","actions":[]},{"type":"OnComplete","stateName":"z","actions":[]}]}
            """
        let (machine, warnings) = try read(text)
        #expect(
            machine.states.count == 1 && machine.states[0].transitions.isEmpty && machine.states[0].entryActions.isEmpty
        )
        let expected = [
            "s/m.json:2:1: warning: states[0].mode is 'Sideways', which is none of Forward, Reverse, Bounce, ReverseBounce",
            "s/m.json:2:1: warning: states[0].speed is not above 0: it is taken as 1; \"mode\" has the direction",
            "s/m.json:4:48: warning: states[0].transitions[1].guards[0].inputName is 'x', which is not an input",
            "s/m.json:4:3: warning: states[0].transitions[1] is left out, since one of its guards cannot be read",
            "s/m.json:5:3: warning: states[0].transitions[2].easing is a list where a list of 4 numbers is expected",
            "s/m.json:6:37: warning: states[0].entryActions[1].inputName is 'n', an input of the type Numeric, not Boolean",
            "s/m.json:9:11: warning: inputs[0].value is a text where a number is expected",
            "s/m.json:11:17: warning: interactions[0].type is 'Hover', which is none of PointerUp, PointerDown, "
                + "PointerEnter, PointerExit, PointerMove, Click, OnComplete, OnLoopComplete",
        ]
        for line in expected { #expect(warnings.contains { $0.hasPrefix(line) }, "\(line) is not in \(warnings)") }
        for words in ["to 'nowhere', which is no state", "SetExpression", "'a', as that of a state before", "no state"]
        {
            #expect(warnings.contains { $0.contains(words) }, "\(words)")
        }
        for text in ["[]", "{\"states\":[]}", "{\"initial\":\"a\",\"states\":[]}"] {
            #expect(throws: DocumentError.self) { try read(text) }
        }
    }

    @Test func long_names_are_left_out() throws {
        let long = String(repeating: "n", count: 1001)
        let text = """
            {"initial":"a","states":[{"name":"a","type":"PlaybackState","segment":"\(long)","transitions":[]},
            {"name":"\(long)","type":"PlaybackState","transitions":[]}],"inputs":[{"name":"\(long)","type":"Event"}],
            "interactions":[{"type":"PointerDown","layerName":"\(long)","actions":[{"type":"SetFrame","value":1}]}]}
            """
        let (machine, warnings) = try read(text)
        #expect(machine.states.map(\.name) == ["a"] && machine.states[0].segment == nil)
        #expect(machine.inputs.isEmpty && machine.interactions.isEmpty)
        #expect(warnings.filter { $0.contains("is a name of more than 1000 bytes") }.count == 4)
    }

    @Test func numbers_of_parts_are_limited() throws {
        let guarded = way(#"{"type":"Event","inputName":"e"}"#, to: "a")
        let many = [String](repeating: guarded, count: 900).joined(separator: ",")
        let states = (0..<12).map { #"{"name":"s\#($0)","type":"PlaybackState","transitions":[\#(many)]}"# }
        let text = """
            {"initial":"a","states":[{"name":"a","type":"PlaybackState"},\(states.joined(separator: ","))],
            "inputs":[{"name":"e","type":"Event"}]}
            """
        #expect(throws: DocumentError.self) { try read(text) }
        let inputs = (0..<1100).map { #"{"name":"i\#($0)","type":"Event"}"# }.joined(separator: ",")
        let (machine, warnings) = try read(
            #"{"initial":"a","states":[{"name":"a","type":"PlaybackState"}],"inputs":[\#(inputs)]}"#)
        #expect(machine.inputs.count == 1000 && warnings.count == 1)
    }
}

/// Which moment a state shows at a time.
@Suite struct StatePlaybackTests {
    private func settings(
        _ mode: StatePlayback.Mode, loops: Bool = false, count: Int = 0, speed: Double = 1
    ) -> StatePlayback.Settings {
        var result = StatePlayback.Settings()
        (result.mode, result.loops, result.loopCount, result.speed, result.autoplay) = (mode, loops, count, speed, true)
        return result
    }

    private func moments(_ playback: StatePlayback, _ times: [Double]) -> [Double] {
        times.map { (playback.piece(at: $0).moment * 1000).rounded() / 1000 }
    }

    @Test func modes_go_over_the_part() {
        let times = [0, 0.5, 1.5, 2.5, 4.5]
        #expect(moments(StatePlayback(settings(.forward), range: 1...3), times) == [1, 1.5, 2.5, 3, 3])
        #expect(moments(StatePlayback(settings(.reverse), range: 1...3), times) == [3, 2.5, 1.5, 1, 1])
        #expect(moments(StatePlayback(settings(.bounce), range: 1...3), times) == [1, 1.5, 2.5, 2.5, 1])
        #expect(moments(StatePlayback(settings(.reverseBounce), range: 1...3), times) == [3, 2.5, 1.5, 1.5, 3])
        #expect(moments(StatePlayback(settings(.forward, speed: 2), range: 1...3), times) == [1, 2, 3, 3, 3])
        #expect(
            moments(StatePlayback(settings(.forward, loops: true), range: 1...3), times) == [1, 1.5, 2.5, 1.5, 1.5])
    }

    @Test func loops_end_after_their_count() {
        let playback = StatePlayback(settings(.forward, loops: true, count: 3), range: 0...2)
        #expect(playback.end == 6 && StatePlayback(settings(.bounce, loops: true, count: 3), range: 0...2).end == 12)
        #expect(StatePlayback(settings(.forward, loops: true), range: 0...2).end == nil)
        #expect(playback.piece(at: 5).isLast && playback.piece(at: 5).endsTurn && !playback.piece(at: 3).isLast)
        #expect(playback.piece(at: 7).moment == 2 && playback.piece(at: 7).rate == 0)
    }

    @Test func playback_goes_on_from_the_moment_that_is_shown() {
        let forward = StatePlayback(settings(.forward), range: 0...2, from: 1.5)
        #expect(forward.piece(at: 0).moment == 1.5 && forward.end == 0.5)
        let reverse = StatePlayback(settings(.reverse), range: 0...2, from: 1.5)
        #expect(reverse.piece(at: 0).moment == 1.5 && reverse.end == 1.5)
        // At its end, or outside, it begins anew.
        #expect(StatePlayback(settings(.forward), range: 0...2, from: 2).piece(at: 0).moment == 0)
        #expect(StatePlayback(settings(.forward), range: 0...2, from: 5).piece(at: 0).moment == 0)
    }

    @Test func part_without_length_and_still_pictures_have_one_moment() {
        let point = StatePlayback(settings(.forward), range: 1...1)
        #expect(point.piece(at: 3).moment == 1 && point.end == 0)
        var still = settings(.forward)
        still.autoplay = false
        #expect(StatePlayback(still, range: 0...2).piece(at: 1).moment == 0)
        #expect(StatePlayback(still, range: 0...2, from: 2).piece(at: 1).moment == 2)
        #expect(StatePlayback(still, range: 0...2).end == nil)
    }

    @Test func pieces_at_ends_of_long_playbacks_have_a_length() {
        let playback = StatePlayback(settings(.bounce, loops: true, speed: 3), range: 0...0.1)
        var time = 0.0
        for _ in 0..<10_000 {
            let piece = playback.piece(at: time)
            guard let end = piece.end, end > time + 1e-4 else {
                Issue.record("no length at \(time)")
                return
            }
            time = end
        }
    }
}
