import CoreGraphics
import Foundation
import MicaEvents
import Testing
import UIKit

@testable import UIKitText

/// The keyboard on the screen of Mica's own.
@MainActor @Suite(.serialized) struct ScreenKeyboardTests {
    /// A window of a phone's size with a keyboard while the body runs.
    private func stage(
        _ size: CGSize = CGSize(width: 320, height: 480), languages: [String] = ["en"],
        _ body: (TextStage) throws -> Void
    ) rethrows {
        (ScreenKeyboard.use, ScreenKeyboard.languages) = (.always, languages)
        defer { ScreenKeyboard.use = .never }
        try body(TextStage(size))
    }

    @Test func keys_type_into_the_first_responder_and_the_delegate_is_asked() throws {
        try stage { stage in
            let field = stage.field()
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            let calls = try stage.play("tap \"H\"\ntap \"i\"\ntap \"space\"\ntap \"delete\"")
            #expect(field.text == "Hi")
            #expect(
                calls.contains("change(0,0,H)") && calls.contains("change(1,0,i)") && calls.contains("change(2,1,)"))
            #expect(try stage.play("tap \"return\"") == "shouldReturn")
            field.resignFirstResponder()
            stage.host.advance(to: stage.host.time + 1)
            #expect(!stage.window.accessibilityTree.description.contains("keyboardKey"))
        }
    }

    @Test func a_sentence_begins_with_a_capital_and_shift_is_for_one_letter() throws {
        try stage { stage in
            let field = stage.field()
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            try stage.play("tap \"A\"\ntap \"b\"\ntap \"numbers\"\ntap \".\"\ntap \"space\"\ntap \"C\"\ntap \"d\"")
            #expect(field.text == "Ab. Cd")
            try stage.play("wait 1\ntap \"shift\"\ntap \"E\"\ntap \"f\"")
            #expect(field.text == "Ab. CdEf")
            try stage.play("wait 1\ntap \"shift\"\ntap \"shift\"\ntap \"G\"\ntap \"H\"")
            #expect(field.text == "Ab. CdEfGH")
            field.text = ""
            field.autocapitalizationType = .none
            try stage.play("wait 1\ntap \"shift\"\nwait 1\ntap \"a\"")
            #expect(field.text == "a")
        }
    }

    @Test func the_kind_of_keyboard_chooses_the_keys() {
        func texts(_ type: UIKeyboardType, _ language: KeyboardLanguage = .english) -> [String] {
            var settings = KeyboardPlan.Settings()
            settings.type = type
            return KeyboardPlan(KeyboardPlan.firstPage(of: type), language, settings).rows.map { row in
                row.filter { $0.role == .text }.map(\.text).joined()
            }
        }
        #expect(texts(.default) == ["qwertyuiop", "asdfghjkl", "zxcvbnm", ""])
        #expect(texts(.numberPad) == ["123", "456", "789", "0"])
        #expect(texts(.decimalPad, KeyboardLanguage.named("de_AT.UTF-8") ?? .english).last == ",0")
        #expect(texts(.emailAddress).last == "@." && texts(.URL).last == "./.com")
        #expect(texts(.numbersAndPunctuation).first == "1234567890")
        #expect(texts(.phonePad).last == "*0#")
    }

    @Test(arguments: KeyboardLanguage.all) func rows_fill_the_width(_ language: KeyboardLanguage) {
        for page in [KeyboardPage.letters, .numbers, .symbols] {
            var settings = KeyboardPlan.Settings()
            (settings.hasLanguages, settings.hasDismissKey, settings.type) = (true, true, .emailAddress)
            let plan = KeyboardPlan(page, language, settings)
            let widths = plan.rows.map { $0.reduce(0) { $0 + $1.width } }
            #expect(widths.allSatisfy { $0 <= plan.columns + 1e-9 })
            #expect(abs(widths[2] - plan.columns) < 1e-9 && abs(widths[3] - plan.columns) < 1e-9)
        }
        let letters = language.rows.joined()
        #expect(Set(letters).count == letters.count)
        #expect(
            letters.allSatisfy {
                KeyboardLanguage.alternatives(of: $0).allSatisfy { !letters.contains($0) || $0.count == 1 }
            })
    }

    @Test func a_key_changes_the_language() throws {
        try stage(languages: ["de", "xx", "ru"]) { stage in
            let field = stage.field()
            field.autocapitalizationType = .none
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            try stage.play("tap \"ü\"\ntap \"Next keyboard\"\ntap \"ж\"")
            #expect(field.text == "üж")
        }
    }

    @Test func a_long_press_offers_accents_and_delete_repeats() throws {
        try stage { stage in
            let field = stage.field()
            field.autocapitalizationType = .none
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            // The choices are c and its accents, 36 points each, from the key's left on.
            let c = try place("c", stage)
            try stage.play("press \(c.x),\(c.y) by touch\nwait 0.7\nmove \(c.x + 36),\(c.y) by touch\nrelease by touch")
            #expect(field.text == "ç")
            // Without a movement it is the letter itself, also where many choices fill the window's width.
            let e = try place("e", stage)
            try stage.play("tap \(e.x),\(e.y) over 0.7 by touch")
            #expect(field.text == "çe")
            field.text = "abcdefgh"
            let delete = try place("delete", stage)
            try stage.play("tap \(delete.x),\(delete.y) over 1.06 by touch")
            // One at once, and six in the 0.56 s after half a second.
            #expect(field.text == "a")
        }
    }

    @Test func a_secure_field_shows_no_pressed_letter_and_no_place_of_a_touch() throws {
        try stage { stage in
            let field = stage.field()
            field.isSecureTextEntry = true
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            let q = try place("q", stage)
            let before = picture(stage)
            stage.host.send(.pointer(PointerEvent(.pressed, at: q, device: .touch, pointer: 1)))
            stage.host.advance(to: stage.host.time + 0.1)
            #expect(picture(stage) == before)
            stage.host.send(.pointer(PointerEvent(.released, at: q, device: .touch, pointer: 1)))
            #expect(field.text == "q")
            let entry = try #require(stage.host.textInput)
            let touch = WindowEvent(.pointer(PointerEvent(.pressed, at: q)))
            #expect(entry.isSecret && entry.keyboard == CGRect(x: 0, y: 264, width: 320, height: 216))
            #expect(touch.recordedLine(during: entry) == "# a key on the screen is touched for a secure field")
        }
    }

    @Test func a_return_key_waits_for_text_where_the_field_wants_it() throws {
        try stage { stage in
            let field = stage.field()
            field.enablesReturnKeyAutomatically = true
            field.returnKeyType = .search
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            #expect(try stage.play("tap \"search\"") == "")
            try stage.play("tap \"A\"")
            #expect(try stage.play("tap \"search\"") == "shouldReturn")
        }
    }

    @Test func a_view_of_a_programs_own_gets_text_and_commands() throws {
        final class Line: UIView, UIKeyInput {
            var calls: [String] = []
            var hasText: Bool { !calls.isEmpty }
            override var canBecomeFirstResponder: Bool { true }
            func insertText(_ text: String) { calls.append(text) }
            func deleteBackward() { calls.append("delete") }
        }
        try stage { stage in
            let line = Line(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
            stage.window.addSubview(line)
            line.becomeFirstResponder()
            stage.host.advance(to: 1)
            try stage.play("tap \"A\"\ntap \"delete\"\ntap \"return\"")
            #expect(line.calls == ["A", "delete", "\n"])
        }
    }

    @Test func a_list_of_devices_has_a_keyboard_or_not() {
        let keyboard = """
            N: Name="AT Translated Set 2 keyboard"
            H: Handlers=sysrq kbd leds event0
            B: EV=120013
            B: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe
            """
        let button = """
            N: Name="Power Button"
            H: Handlers=kbd event1
            B: EV=3
            B: KEY=10000000000000 0
            """
        #expect(InputDevices.hasKeyboard(keyboard) && InputDevices.hasKeyboard(button + "\n\n" + keyboard))
        #expect(!InputDevices.hasKeyboard(button) && !InputDevices.hasKeyboard(""))
        // Where no list can be read, nothing covers the window.
        #expect(InputDevices.hasKeyboard(nil))
    }

    @Test func languages_come_from_the_environment() {
        #expect(ScreenKeyboard.languages(of: ["LANG": "de_DE.UTF-8"]) == ["de", "en"])
        #expect(ScreenKeyboard.languages(of: ["LANG": "C", "MICA_KEYBOARD_LANGUAGES": "ru, en"]) == ["ru", "en"])
        #expect(ScreenKeyboard.languages(of: [:]) == ["en"])
    }

    /// The middle of a key with a name. *Space*: the window's.
    private func place(_ name: String, _ stage: TextStage) throws -> CGPoint {
        func find(_ view: UIView) -> UIView? {
            if view is KeyCap, view.accessibilityLabel == name { return view }
            for child in view.subviews { if let found = find(child) { return found } }
            return nil
        }
        let cap = try #require(find(stage.window))
        return cap.convert(CGPoint(x: cap.bounds.midX, y: cap.bounds.midY), to: nil)
    }

    /// The pixels of the keyboard at present.
    private func picture(_ stage: TextStage) -> Data? {
        let keys = CGRect(x: 0, y: 264, width: 320, height: 216)
        return stage.host.image.cropping(to: keys).flatMap { UIImage(cgImage: $0).pngData() }
    }
}
