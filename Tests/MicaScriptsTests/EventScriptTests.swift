import Foundation
import MicaRandom
import MicaScripts
import Testing

@Suite struct EventScriptTests {
    /// The pointer events of a script.
    private func pointers(_ text: String) throws -> [(time: Double, event: PointerEvent)] {
        try EventScript(text).steps.compactMap { step in
            guard case .event(.pointer(let event)) = step.action else { return nil }
            return (step.time, event)
        }
    }

    @Test func a_tap_comes_presses_and_lifts() throws {
        let events = try pointers("tap 100,80 at 0.5")
        #expect(events.map(\.event.phase) == [.entered, .pressed, .released])
        #expect(events.map(\.time) == [0.5, 0.5, 0.6])
        #expect(events.allSatisfy { $0.event.position == CGPoint(x: 100, y: 80) })
        #expect(events[1].event.button == .primary && events[1].event.buttons == [.primary])
        #expect(events[1].event.pressure == 1 && events[2].event.pressure == 0 && events[2].event.buttons.isEmpty)
    }

    @Test func taps_in_a_row_are_counted() throws {
        let presses = try pointers("tap 10,10 times 2\ntap 10,10\ntap 90,10\ntap 90,10 after 1").filter {
            $0.event.phase == .pressed
        }
        #expect(presses.map(\.event.clickCount) == [1, 2, 3, 1, 1])
    }

    @Test func a_drag_moves_sixty_times_a_second_on_a_straight_line() throws {
        let events = try pointers("drag 10,10 to 200,80 at 1 over 0.3")
        let moves = events.filter { $0.event.phase == .moved }
        #expect(events.first?.event.phase == .entered && events.last?.event.phase == .released)
        #expect(moves.count == 18)
        for (index, move) in moves.enumerated() {
            let part = Double(index + 1) / 18
            #expect(abs(move.time - (1 + 0.3 * part)) < 1e-9)
            #expect(abs(move.event.position.x - (10 + 190 * part)) < 1e-9)
            #expect(abs(move.event.position.y - (10 + 70 * part)) < 1e-9)
            #expect(move.event.buttons == [.primary])
        }
        #expect(moves.last?.event.position == CGPoint(x: 200, y: 80))
        #expect(events.last?.time == 1.3)
        let way = moves.reduce(CGSize.zero) {
            CGSize(width: $0.width + $1.event.movement.width, height: $0.height + $1.event.movement.height)
        }
        #expect(abs(way.width - 190) < 1e-9 && abs(way.height - 70) < 1e-9)
    }

    @Test func two_fingers_overlap_and_steps_are_in_order() throws {
        let script = try EventScript(
            "drag 10,10 to 60,10 finger 1 at 1 over 0.5\ndrag 90,10 to 60,10 finger 2 at 1.1 over 0.2")
        #expect(script.steps.map(\.time) == script.steps.map(\.time).sorted())
        let fingers = script.steps.compactMap { step -> Int? in
            if case .event(.pointer(let event)) = step.action {
                event.device == .touch ? event.pointer : nil
            } else {
                nil
            }
        }
        #expect(Set(fingers) == [1, 2])
        #expect(fingers.first == 1 && fingers.last == 1, "the second finger is down within the first one's time")
        #expect(script.duration == 1.5)
    }

    @Test func lines_follow_each_other_where_they_say_no_time() throws {
        let script = try EventScript(
            "# a comment\ntap 1,1 over 0.2\nwait 1   # seconds\n\nkey Left\nkey Right after 0.5\r\n")
        let keys = script.steps.compactMap { step -> (Double, KeyCode)? in
            if case .event(.key(let key)) = step.action, key.isPressed { (step.time, key.code) } else { nil }
        }
        #expect(keys.map(\.0) == [1.2, 1.7])
        #expect(keys.map(\.1) == [.left, .right])
    }

    @Test func typing_presses_keys_and_enters_text() throws {
        let script = try EventScript("type \"aB\\u{E9}\" at 2 over 0.3 ")
        var (text, keys) = ("", [String]())
        for step in script.steps {
            switch step.action {
            case .event(.text(let entered)): text += entered
            case .event(.key(let key)): keys.append("\(key.code.name)\(key.isPressed)\(step.modifiers.rawValue)")
            default: Issue.record("nothing else is made")
            }
        }
        #expect(text == "aB\u{E9}")
        #expect(keys == ["Atrue0", "Afalse0", "Btrue1", "Bfalse1"], "é is on no key; B needs shift")
        #expect(script.steps.map(\.time) == [2, 2, 2, 2.1, 2.1, 2.1, 2.2])
    }

    @Test func modifiers_buttons_devices_and_pressure_are_said_behind() throws {
        let events = try pointers(
            "press 5,5 by pen pressure 0.25 with shift+alt\nmove 6,5 by pen pressure 0.5\nrelease by pen")
        #expect(events.map(\.event.device) == [.pen, .pen, .pen, .pen])
        #expect(events.map(\.event.pressure) == [0, 0.25, 0.5, 0])
        let script = try EventScript("tap 1,1 button secondary with control")
        #expect(script.steps.allSatisfy { $0.modifiers == .control })
        let touch = try pointers("tap 1,1 by touch")
        #expect(touch.map(\.event.phase) == [.pressed, .released], "a finger is not seen before it touches")
    }

    @Test func wheels_windows_and_programs_have_lines() throws {
        let text = """
            wheel 0,-3 on 20,30
            wheel 0,40 points over 0.1
            resize 320x240
            scale 2
            appearance dark
            focus off
            hide
            show
            drop "a b.caml" "c.json" on 4,5
            compose "ni"
            state Locked
            state "Two words"
            close
            """
        let actions = try EventScript(text).steps.map(\.action)
        #expect(
            actions.first
                == .event(.wheel(WheelEvent(at: CGPoint(x: 20, y: 30), movement: CGSize(width: 0, height: -3)))))
        let phases = actions.compactMap { action -> WheelEvent.Phase? in
            if case .event(.wheel(let wheel)) = action { wheel.phase } else { nil }
        }
        #expect(phases == [.single, .began, .changed, .changed, .changed, .changed, .changed, .ended])
        #expect(
            Array(actions.suffix(11)) == [
                .metrics(size: CGSize(width: 320, height: 240), scale: nil), .metrics(size: nil, scale: 2),
                .event(.appearance(.dark)), .event(.focus(false)), .event(.visibility(false)),
                .event(.visibility(true)),
                .event(.drop(DropEvent(files: ["a b.caml", "c.json"], position: CGPoint(x: 4, y: 5)))),
                .event(.composition(TextComposition("ni"))), .state("Locked"), .state("Two words"),
                .event(.closeRequest),
            ])
    }

    /// Lines that are refused, where, and a part of why.
    static let refused: [(text: String, line: Int, column: Int, reason: String)] = [
        ("tip 1,2", 1, 1, "unknown action 'tip'"),
        ("tap", 1, 4, "a point is missing"),
        ("\n  tap 1;2", 2, 7, "two numbers with a comma"),
        ("tap 1,nan", 1, 5, "two numbers"), ("tap 1,2e9", 1, 5, "two numbers"), ("tap 1,2,3", 1, 5, "two numbers"),
        ("tap 1,2 at", 1, 11, "the seconds is missing"),
        ("tap 1,2 at -1", 1, 12, "from 0 to 86400"), ("tap 1,2 at 1e6", 1, 12, "from 0 to 86400"),
        ("tap 1,2 at 1 at 2", 1, 14, "given twice"), ("tap 1,2 at 1 after 2", 1, 9, "'at' excludes 'after'"),
        ("tap 1,2 sideways", 1, 9, "does not belong here"), ("tap 1,2 on 3,4", 1, 9, "'tap' has no 'on'"),
        ("tap 1,2 times 0", 1, 15, "from 1 to 100"), ("tap 1,2 by foot", 1, 12, "mouse, touch, pen, eraser"),
        ("tap 1,2 by pen finger 2", 1, 16, "needs 'by touch'"),
        ("tap 1,2 with hyper", 1, 14, "shift, control"), ("tap 1,2 with shift+", 1, 14, "shift, control"),
        ("drag 1,2 3,4", 1, 10, "'to'"), ("drag 1,2", 1, 9, "'to'"), ("release", 1, 1, "not pressed"),
        ("press 1,2\npress", 2, 1, "pressed already"), ("move 1,2 finger 1", 1, 1, "not down"),
        ("drag 1,1 to 2,2 at 1\ntap 3,3 at 1.1", 2, 1, "busy until 1.3"),
        ("leave", 1, 1, "only a mouse inside"),
        ("type abc", 1, 6, "in quotes"), ("type \"abc", 1, 6, "does not end"), ("type \"\\q\"", 1, 8, "come only"),
        ("type \"\\u{D800}\"", 1, 14, "a character's number"),
        ("key Lift", 1, 5, "unknown key 'Lift'"), ("keyup A", 1, 7, "not down"),
        ("keydown A\nkeydown A", 2, 9, "down already"),
        ("resize 0x5", 1, 8, "a size"), ("resize 16384x16384", 1, 8, "a size"), ("scale 99", 1, 7, "from 0.1 to 16"),
        ("appearance grey", 1, 12, "light, dark"), ("focus maybe", 1, 7, "on, off"), ("drop", 1, 5, "a file"),
        ("state", 1, 6, "the state's name"),
        ("drag 0,0 to 1,1 over 86400", 1, 1, "more than 200000 steps"),
        ("wait 86400\nwait 1", 2, 1, "exceeds 86400 s"),
    ]

    @Test func what_is_refused_is_refused_with_its_place_and_a_reason() throws {
        for entry in Self.refused {
            let error = #expect(throws: ScriptError.self) { try EventScript(entry.text, name: "s.txt") }
            guard let error else { continue }
            #expect(
                error.line == entry.line && error.column == entry.column && error.reason.contains(entry.reason),
                "\(entry.text): \(error)")
            #expect(error.description.hasPrefix("s.txt:\(entry.line):\(entry.column): error: "))
        }
    }

    @Test func budgets_hold_for_hostile_scripts() throws {
        #expect(throws: ScriptError.self) { try EventScript(String(repeating: "#", count: (1 << 20) + 1)) }
        #expect(throws: ScriptError.self) { try EventScript("type \"" + String(repeating: "x", count: 100_000) + "\"") }
        #expect(throws: ScriptError.self) {
            try EventScript([UInt8]("tap 1,1\n".utf8) + [0xFF, 0xFE], name: "bytes", limits: .standard)
        }
        // As large as may be is read at once.
        let clock = ContinuousClock()
        let took = try clock.measure {
            let script = try EventScript(String(repeating: "key A\n", count: 100_000))
            #expect(script.steps.count == 200_000)
        }
        #expect(took < .seconds(20))
    }

    @Test func scripts_of_random_words_are_read_or_refused() {
        let words = [
            "tap", "drag", "press", "release", "move", "wheel", "type", "key", "resize", "scale", "state", "wait", "to",
            "at",
            "over", "after", "with", "by", "finger", "times", "on", "points", "1,2", "3", "-1", "1e300", "0x10", "9x9",
            "Left",
            "touch", "\"a\"", "\"", "\\", "#", ",", "\n", "\n", "shift", "\u{301}", "\0", "1,", "é",
        ]
        var random = SeededGenerator(seed: 23)
        var read = 0
        for _ in 0..<3000 {
            let text = (0..<random.below(24)).map { _ in random.pick(words) }.joined(separator: " ")
            do throws(ScriptError) {
                let script = try EventScript(text)
                #expect(script.steps.allSatisfy { $0.time >= 0 && $0.time <= 86_400 })
                read += 1
            } catch {
                #expect(error.line >= 1 && error.column >= 1 && !error.reason.isEmpty, "\(error)")
            }
        }
        #expect(read > 50, "some are read")
    }
}
