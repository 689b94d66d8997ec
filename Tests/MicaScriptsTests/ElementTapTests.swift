import MicaScripts
import QuartzCore
import Testing

/// `tap "TEXT"`: an element that the host's toolkit finds.
@Suite struct ElementTapTests {
    private func pointers(_ window: ScriptedWindow) -> () -> [PointerEvent] {
        let seen = Seen()
        window.eventHandler = { if case .pointer(let pointer) = $0.content { seen.events.append(pointer) } }
        return { seen.events }
    }
    private final class Seen { var events: [PointerEvent] = [] }

    @Test func a_tap_finds_its_element_when_it_is_pressed() throws {
        let window = ScriptedWindow(size: CGSize(width: 100, height: 100))
        let seen = pointers(window)
        var asked: [String] = []
        window.elementFinder = { text in
            asked.append(text)
            return CGPoint(x: asked.count * 10, y: 5)
        }
        try window.perform("tap \"Log in\"\ntap \"OK\" at 1 times 2")
        #expect(asked == ["Log in", "OK", "OK"])
        #expect(seen().map(\.phase) == [.pressed, .released, .pressed, .released, .pressed, .released])
        #expect(seen().map(\.position.x) == [10, 10, 20, 20, 30, 30])
        #expect(seen().allSatisfy { $0.device == .touch })
    }

    @Test func an_element_that_is_not_there_ends_the_script() {
        let window = ScriptedWindow(size: CGSize(width: 100, height: 100))
        window.elementFinder = { _ in nil }
        #expect(throws: ScriptError.self) { try window.perform("wait 1\ntap \"Gone\"") }
        window.elementFinder = nil
        #expect(throws: ScriptError.self) { try window.perform("tap \"Any\"") }
    }

    @Test func words_in_quotes_are_no_points() {
        #expect(throws: ScriptError.self) { try EventScript("press \"A\"") }
        #expect(throws: ScriptError.self) { try EventScript("tap \"A\" to 1,1") }
    }
}
