import CSDL
import Foundation
import MicaEvents
import Testing

@testable import MicaWindow

/// What SDL's events become, without a display.
struct WindowInputTests {
    private var input = WindowInput()
    private let size = CGSize(width: 200, height: 100)

    private mutating func content(
        _ event: SDL_Event, followedBy next: SDL_Event? = nil, unit: CGFloat = 1
    ) -> WindowEvent.Content? {
        unsafe input.content(of: event, followedBy: next, unit: unit, size: size)
    }

    private func button(_ type: SDL_EventType, _ number: UInt8, _ x: Int32, _ y: Int32, clicks: UInt8 = 1) -> SDL_Event
    {
        var event = unsafe SDL_Event()
        unsafe event.button.type = type.rawValue
        unsafe event.button.button = number
        unsafe event.button.state = type == SDL_MOUSEBUTTONDOWN ? 1 : 0
        unsafe (event.button.x, event.button.y, event.button.clicks) = (x, y, clicks)
        return unsafe event
    }

    private func text(_ string: String) -> SDL_Event {
        var event = unsafe SDL_Event()
        unsafe event.text.type = SDL_TEXTINPUT.rawValue
        unsafe withUnsafeMutableBytes(of: &event.text.text) { unsafe $0.copyBytes(from: string.utf8) }
        return unsafe event
    }

    private func key(_ code: SDL_Scancode, _ symbol: Int32, _ modifiers: SDL_Keymod = KMOD_NONE) -> SDL_Event {
        var event = unsafe SDL_Event()
        unsafe event.key.type = SDL_KEYDOWN.rawValue
        unsafe event.key.state = 1
        unsafe event.key.keysym = SDL_Keysym(scancode: code, sym: symbol, mod: UInt16(modifiers.rawValue), unused: 0)
        return unsafe event
    }

    @Test mutating func buttons_that_are_down_are_told_with_motion() throws {
        _ = unsafe content(button(SDL_MOUSEBUTTONDOWN, 1, 10, 20))
        let pressed = unsafe content(button(SDL_MOUSEBUTTONDOWN, 3, 10, 20, clicks: 2))
        #expect(
            pressed
                == .pointer(
                    PointerEvent(
                        .pressed, at: CGPoint(x: 10, y: 20), button: .secondary, buttons: [.primary, .secondary],
                        clickCount: 2)))
        var motion = unsafe SDL_Event()
        unsafe motion.motion.type = SDL_MOUSEMOTION.rawValue
        unsafe (motion.motion.x, motion.motion.y, motion.motion.xrel, motion.motion.yrel) = (30, 40, 20, 20)
        unsafe #expect(
            content(motion, unit: 0.5)
                == .pointer(
                    PointerEvent(
                        .moved, at: CGPoint(x: 15, y: 20), movement: CGSize(width: 10, height: 10),
                        buttons: [.primary, .secondary])), "in points")
        _ = unsafe content(button(SDL_MOUSEBUTTONUP, 1, 0, 0))
        unsafe #expect(
            content(button(SDL_MOUSEBUTTONUP, 3, 0, 0))
                == .pointer(PointerEvent(.released, at: .zero, button: .secondary, clickCount: 1)))
    }

    @Test mutating func fingers_have_numbers_from_press_to_release() {
        func finger(_ type: SDL_EventType, _ id: Int64, _ x: Float) -> SDL_Event {
            var event = unsafe SDL_Event()
            unsafe event.tfinger.type = type.rawValue
            unsafe event.tfinger.fingerId = id
            unsafe (event.tfinger.x, event.tfinger.y, event.tfinger.pressure) = (x, 0.5, 0.25)
            return unsafe event
        }
        func number(_ content: WindowEvent.Content?) -> Int? {
            guard case .pointer(let event) = content else { return nil }
            return event.pointer
        }
        unsafe #expect(
            content(finger(SDL_FINGERDOWN, 900, 0.5))
                == .pointer(
                    PointerEvent(
                        .pressed, at: CGPoint(x: 100, y: 50), device: .touch, button: .primary, buttons: [.primary],
                        pressure: 0.25, clickCount: 1)))
        unsafe #expect(number(content(finger(SDL_FINGERDOWN, 901, 0))) == 1)
        unsafe #expect(number(content(finger(SDL_FINGERMOTION, 900, 0))) == 0)
        unsafe #expect(number(content(finger(SDL_FINGERUP, 900, 0))) == 0)
        unsafe #expect(number(content(finger(SDL_FINGERDOWN, 902, 0))) == 0, "the number is free again")
        unsafe #expect(number(content(finger(SDL_FINGERUP, 901, 0))) == 1)
    }

    @Test mutating func keys_say_what_they_type() {
        let plain = unsafe content(key(SDL_SCANCODE_Q, 0x61))
        #expect(plain == .key(KeyEvent(KeyCode(rawValue: 0x14), characters: "a")), "a French layout's q")
        let acute = unsafe content(key(SDL_SCANCODE_2, 0xE9), followedBy: text("é"))
        #expect(acute == .key(KeyEvent(KeyCode(rawValue: 0x1F), characters: "é", unmodifiedCharacters: "é")))
        let shifted = unsafe content(key(SDL_SCANCODE_A, 0x61, KMOD_LSHIFT), followedBy: text("A"))
        #expect(shifted == .key(KeyEvent(.a, characters: "A", unmodifiedCharacters: "A")))
        unsafe #expect(content(key(SDL_SCANCODE_LEFT, 1 << 30 | 80)) == .key(KeyEvent(.left)))
        unsafe #expect(content(key(SDL_SCANCODE_ESCAPE, 27)) == .key(KeyEvent(.escape)))
        unsafe #expect(content(text("你好")) == .text("你好"))
        #expect(KeyModifiers(UInt16(KMOD_LCTRL.rawValue | KMOD_NUM.rawValue)) == [.control, .numLock])
    }

    @Test mutating func composition_ends_with_text_or_with_focus() {
        var editing = unsafe SDL_Event()
        unsafe editing.edit.type = SDL_TEXTEDITING.rawValue
        unsafe withUnsafeMutableBytes(of: &editing.edit.text) { unsafe $0.copyBytes(from: "ni hao".utf8) }
        unsafe (editing.edit.start, editing.edit.length) = (3, 99)
        unsafe #expect(content(editing) == .composition(TextComposition("ni hao", selection: 3..<6)))
        #expect(input.isComposing)
        _ = unsafe content(text("你好"))
        #expect(!input.isComposing)
    }

    @Test mutating func a_drop_comes_as_one() {
        func drop(_ type: SDL_EventType, _ name: String?) -> SDL_Event {
            var event = unsafe SDL_Event()
            unsafe event.drop.type = type.rawValue
            unsafe event.drop.file = name.flatMap { unsafe SDL_strdup($0) }
            return unsafe event
        }
        let events = unsafe [
            drop(SDL_DROPBEGIN, nil), drop(SDL_DROPFILE, "/a b.caml"), drop(SDL_DROPFILE, "/c.json"),
            drop(SDL_DROPTEXT, "one"), drop(SDL_DROPTEXT, "two"), drop(SDL_DROPCOMPLETE, nil),
        ]
        var told: [WindowEvent.Content] = []
        for index in unsafe events.indices {
            let event = unsafe events[index]
            if let content = unsafe content(event) { told.append(content) }
            unsafe event.letGo()
        }
        #expect(told == [.drop(DropEvent(files: ["/a b.caml", "/c.json"], text: "one\ntwo", position: .zero))])
        unsafe #expect(content(drop(SDL_DROPCOMPLETE, nil)) == nil, "nothing was dropped")
    }
}
