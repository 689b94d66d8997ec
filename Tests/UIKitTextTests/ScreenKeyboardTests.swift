import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore
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
        for (page, type) in [
            (KeyboardPage.letters, UIKeyboardType.emailAddress), (.letters, .URL), (.letters, .twitter),
            (.numbers, .default), (.symbols, .webSearch),
        ] {
            var settings = KeyboardPlan.Settings()
            (settings.hasLanguages, settings.hasDismissKey, settings.type) = (true, true, type)
            let plan = KeyboardPlan(page, language, settings)
            let widths = plan.rows.map { $0.reduce(0) { $0 + $1.width } }
            #expect(widths.allSatisfy { $0 <= plan.columns + 1e-9 })
            #expect(plan.rows[3].allSatisfy { $0.width > 0.9 })
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

    @Test func a_second_thumb_ends_the_press_of_the_first() throws {
        try stage { stage in
            let field = stage.field()
            field.autocapitalizationType = .none
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            for (index, name) in ["a", "l"].enumerated() {
                let point = try place(name, stage)
                stage.host.send(.pointer(PointerEvent(.pressed, at: point, device: .touch, pointer: index + 1)))
            }
            #expect(field.text == "a")
            for (index, name) in ["a", "l"].enumerated() {
                let point = try place(name, stage)
                stage.host.send(.pointer(PointerEvent(.released, at: point, device: .touch, pointer: index + 1)))
            }
            #expect(field.text == "al")
        }
    }

    @Test func a_window_of_another_size_has_another_keyboard() throws {
        try stage { stage in
            let field = stage.field()
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            for (size, keys) in [
                ("480x320", CGRect(x: 0, y: 158, width: 480, height: 162)),
                ("800x700", CGRect(x: 0, y: 436, width: 800, height: 264)),
                ("810x700", CGRect(x: 0, y: 436, width: 810, height: 264)),
            ] {
                try stage.play("resize \(size)\nwait 1")
                let view = try #require(find(KeyboardView.self, stage))
                #expect(view.convert(view.bounds, to: nil) == keys && stage.host.textInput?.keyboard == keys)
                let q = try place("Q", stage)
                #expect(q.x < keys.width / 8, "the keys have the new width")
            }
            // A tablet's keyboard has a key that hides it.
            try stage.play("tap \"Hide keyboard\"")
            #expect(!field.isEditing)
        }
    }

    @Test func a_narrow_window_with_a_safe_area_is_no_tablet() throws {
        final class Window: UIWindow {
            override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 50, right: 0) }
        }
        (ScreenKeyboard.use, ScreenKeyboard.languages) = (.always, ["en"])
        defer { ScreenKeyboard.use = .never }
        let window = Window(frame: CGRect(x: 0, y: 0, width: 590, height: 700))
        let field = UITextField()
        let view = try #require(ScreenKeyboard.view(window, field) as? KeyboardView)
        #expect(view.bounds.height == 266 && find(KeyCap.self, in: view, "Hide keyboard") == nil)
    }

    @Test func keys_edit_only_the_first_responder() throws {
        try stage { stage in
            let field = stage.field("abcdef")
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            let delete = try place("delete", stage)
            stage.host.send(.pointer(PointerEvent(.pressed, at: delete, device: .touch, pointer: 1)))
            #expect(field.text == "abcde")
            field.resignFirstResponder()
            stage.host.advance(to: stage.host.time + 2)
            #expect(field.text == "abcde")
            stage.host.send(.pointer(PointerEvent(.released, at: delete, device: .touch, pointer: 1)))
        }
    }

    @Test func a_field_in_the_accessory_view_has_the_keyboard_to_itself() throws {
        try stage { stage in
            let (field, inner) = (stage.field(), UITextField(frame: CGRect(x: 5, y: 5, width: 200, height: 34)))
            let bar = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
            bar.addSubview(inner)
            field.inputAccessoryView = bar
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            inner.becomeFirstResponder()
            stage.host.advance(to: stage.host.time + 1)
            try stage.play("tap \"H\"\ntap \"i\"\ntap \"x\"\ntap \"delete\"")
            #expect(inner.text == "Hi" && field.text == "")
        }
    }

    @Test func choices_begin_at_the_finger() throws {
        try stage { stage in
            let field = stage.field()
            field.autocapitalizationType = .none
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            // At the right the choices go to the left. The finger is near the edge of its key.
            let o = try place("o", stage)
            let x = o.x - 12
            try stage.play("press \(x),\(o.y) by touch\nwait 0.7\nmove \(x - 1),\(o.y) by touch\nrelease by touch")
            #expect(field.text == "o")
            // Ten choices share the room to the left of the finger.
            let cell = (x - 2) / 9.5
            try stage.play("press \(x),\(o.y) by touch\nwait 0.7\nmove \(x - cell),\(o.y) by touch\nrelease by touch")
            #expect(field.text == "oô")
            let a = try place("a", stage)
            try stage.play("press 3,\(a.y) by touch\nwait 0.7\nmove 4,\(a.y) by touch\nrelease by touch")
            #expect(field.text == "oôa")
        }
    }

    @Test func words_on_keys_fit() throws {
        try stage(languages: ["en", "de"]) { stage in
            let field = stage.field()
            field.keyboardType = .URL
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            let key = try #require(find(KeyCap.self, stage, ".com"))
            let place = try place(".com", stage)
            stage.host.send(.pointer(PointerEvent(.pressed, at: place, device: .touch, pointer: 1)))
            let balloon = try #require(find(KeyBalloon.self, stage))
            #expect(balloon.frame.minX >= 2 && balloon.frame.maxX <= 318)
            for label in [key, balloon].flatMap(\.subviews).compactMap({ $0 as? UILabel }) where label.text == ".com" {
                #expect(label.intrinsicContentSize.width <= label.bounds.width, "\(label.bounds)")
            }
            stage.host.send(.pointer(PointerEvent(.released, at: place, device: .touch, pointer: 1)))
            #expect(field.text == ".com")
        }
    }

    @Test func a_key_after_a_command_of_the_same_key_types() throws {
        final class Field: UITextField {
            var called = 0
            override var keyCommands: [UIKeyCommand]? {
                let command = UIKeyCommand(
                    input: "a", modifierFlags: [],
                    action: Selector("go:", onMain: { (me: Field, _: Any?) in me.called += 1 }))
                command.wantsPriorityOverSystemBehavior = true
                return [command]
            }
        }
        try stage { stage in
            let field = Field(frame: CGRect(x: 20, y: 20, width: 200, height: 34))
            field.autocapitalizationType = .none
            stage.window.addSubview(field)
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            try stage.play("type \"a\"")
            #expect(field.called == 1 && field.text == "")
            try stage.play("key A\ntap \"a\"")
            #expect(field.called == 2 && field.text == "a")
            try stage.play("key A\ntext \"a\"")
            #expect(field.called == 3 && field.text == "aa", "the key is up when the text comes")
            // A repeated key is no text either.
            let held = KeyEvent(.a, characters: "a")
            for event in [held, KeyEvent(.a, characters: "a", isRepeat: true)] {
                stage.host.send(.key(event))
                stage.host.send(.text("a"))
            }
            #expect(field.text == "aa")
            stage.host.send(.key(KeyEvent(.a, isPressed: false, characters: "a")))
        }
    }

    @Test func a_key_commits_the_text_of_an_input_method() throws {
        try stage { stage in
            let field = stage.field()
            field.autocapitalizationType = .none
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            try stage.play("compose \"ni\"\ntap \"x\"")
            #expect(field.text == "nix" && field.markedTextRange == nil)
            try stage.play("compose \"ha\"\ntap \"space\"")
            #expect(field.text == "nixha ")
            // Delete is within the composed text.
            try stage.play("compose \"o\"\ntap \"delete\"")
            #expect(field.text == "nixha ")
        }
    }

    @Test func a_held_key_ends_with_its_keyboard() throws {
        try stage { stage in
            let field = stage.field("abcdef")
            field.becomeFirstResponder()
            stage.host.advance(to: 1)
            let links = ThreadState.current.displayLinks.count
            let delete = try place("delete", stage)
            stage.host.send(.pointer(PointerEvent(.pressed, at: delete, device: .touch, pointer: 1)))
            #expect(ThreadState.current.displayLinks.count > links)
            find(KeyboardView.self, stage)?.removeFromSuperview()
            #expect(ThreadState.current.displayLinks.count <= links)
            stage.host.send(.pointer(PointerEvent(.released, at: delete, device: .touch, pointer: 1)))
        }
    }

    /// The middle of a key with a name. *Space*: the window's.
    private func place(_ name: String, _ stage: TextStage) throws -> CGPoint {
        let cap = try #require(find(KeyCap.self, stage, name))
        return cap.convert(CGPoint(x: cap.bounds.midX, y: cap.bounds.midY), to: nil)
    }

    /// The first view of a class in the window, as it is laid out now; with a label if one is given.
    private func find<View: UIView>(_ type: View.Type, _ stage: TextStage, _ name: String? = nil) -> View? {
        stage.window.layoutIfNeeded()
        return find(type, in: stage.window, name)
    }

    private func find<View: UIView>(_ type: View.Type, in view: UIView, _ name: String?) -> View? {
        if let view = view as? View, name == nil || view.accessibilityLabel == name { return view }
        for child in view.subviews { if let found = find(type, in: child, name) { return found } }
        return nil
    }

    /// The pixels of the keyboard at present.
    private func picture(_ stage: TextStage) -> Data? {
        let keys = CGRect(x: 0, y: 264, width: 320, height: 216)
        return stage.host.image.cropping(to: keys).flatMap { UIImage(cgImage: $0).pngData() }
    }
}
