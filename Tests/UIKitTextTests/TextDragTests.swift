import CoreGraphics
import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitText

/// Drags of selected text, and drops of text. *Source*: Apple, UITextDraggable and UITextDroppable.
@MainActor @Suite(.serialized) struct TextDragTests {
    /// The middle of a letter, as a script writes a point.
    private func point(_ view: any EditedView, _ index: Int) -> String {
        let rect = view.caretRect(for: TextOffset(index))
        let middle = view.convert(CGPoint(x: rect.midX + 2, y: rect.midY), to: nil)
        return "\(Int(middle.x)),\(Int(middle.y))"
    }

    /// Plays a script in parts, with a check a millisecond before the end of each: pointers stay pressed from part to part.
    private func play(_ stage: TextStage, _ parts: (script: String, check: () throws -> Void)...) throws {
        let start = stage.host.time
        stage.host.play(try EventScript(parts.map(\.script).joined(separator: "\n")))
        var text = ""
        for part in parts {
            text += part.script + "\n"
            stage.host.advance(to: start + (try EventScript(text)).duration - 0.001)
            try part.check()
        }
        stage.host.advance(to: stage.host.time + 0.001)
    }

    @Test func a_mouse_moves_selected_text() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        try stage.play("tap 40,37 times 2\nwait 1")
        #expect(field.selected == [0, 3])
        try play(
            stage,
            (
                "press 40,37\nmove \(point(field, 7)) over 0.3\nwait 0.1",
                { #expect(field.isTextDragActive && field.isTextDropActive && field.text == "one two") }
            ), ("release\nwait 1", {}))
        #expect(field.text == " twoone" && field.selected == [4, 3] && !field.isTextDragActive)
        field.undoManager?.undo()
        #expect(field.text == "one two")
    }

    @Test func text_is_moved_again_while_it_still_lands() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        try stage.play("tap 40,37 times 2\nwait 1\npress 40,37\nmove \(point(field, 7)) over 0.3\nrelease")
        #expect(field.text == " twoone" && field.isTextDragActive)
        try play(
            stage,
            (
                "press \(point(field, 5))\nmove \(point(field, 1)) over 0.5\nwait 0.3",
                { #expect(field.isTextDragActive, "the first drag has ended, the second has not") }
            ), ("release\nwait 1", {}))
        #expect(field.text == " onetwo" && !field.isTextDragActive, "the text is moved, not copied")
    }

    @Test func a_press_on_selected_text_places_the_caret_at_its_end() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        try play(
            stage, ("tap 40,37 times 2\nwait 1\npress 40,37\nwait 0.1", { #expect(field.selected == [0, 3]) }),
            ("release", {}))
        #expect(field.selected.last == 0, "a click without a movement")
        try stage.play("wait 1\npress \(point(field, 7))\nmove \(point(field, 4)) over 0.3\nrelease")
        #expect(field.selected == [4, 3], "outside of a selection the mouse selects")
    }

    @Test func a_finger_drags_text_from_view_to_view() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        let view = UITextView(frame: CGRect(x: 20, y: 120, width: 200, height: 80))
        view.text = "abc"
        stage.window.addSubview(view)
        try play(
            stage,
            (
                "tap 40,37 by touch times 2\nwait 1\npress 40,37 by touch\nwait 0.7",
                { #expect(DragCourse.current(with: stage.window) != nil) }
            ),
            (
                "move \(point(view, 1)) by touch over 0.4\nwait 0.2",
                { #expect(view.isTextDropActive && !field.isTextDropActive) }
            ), ("release by touch\nwait 1", {}))
        #expect(view.text == "aonebc" && field.text == "one two", "text of another view is copied")
        #expect(view.isFirstResponder && view.selectedRange == NSRange(location: 1, length: 3))
    }

    @Test func a_secret_and_a_view_that_is_only_read_keep_their_text() throws {
        let stage = TextStage()
        let field = stage.field("secret")
        field.isSecureTextEntry = true
        field.becomeFirstResponder()
        field.selectAll(nil)
        try stage.play("press 40,37\nmove 100,150 over 0.3\nrelease\nwait 1")
        #expect(field.text == "secret")
        let view = UITextView(frame: CGRect(x: 20, y: 120, width: 200, height: 80))
        view.text = "abc"
        view.isEditable = false
        stage.window.addSubview(view)
        view.becomeFirstResponder()
        view.selectAll(nil)
        let other = UITextView(frame: CGRect(x: 20, y: 220, width: 200, height: 60))
        other.text = "x"
        stage.window.addSubview(other)
        try stage.play("press \(point(view, 1))\nmove \(point(view, 3)) over 0.3\nrelease\nwait 1")
        #expect(view.text == "abc")
        try stage.play("press \(point(view, 1))\nmove \(point(other, 0)) over 0.3\nrelease\nwait 1")
        #expect(view.text == "abc" && (other.text == "abcx" || other.text == "xabc"))
        view.textDragInteraction?.isEnabled = false
        view.becomeFirstResponder()
        view.selectAll(nil)
        try stage.play("press \(point(view, 1))\nmove \(point(view, 3)) over 0.3\nrelease\nwait 1")
        #expect(view.selectedRange.length == 2)
    }
}

extension TextDragTests {
    @Test func pasteboards_have_item_providers() throws {
        let board = UIPasteboard.withUniqueName()
        defer { UIPasteboard.remove(withName: board.name) }
        board.setObjects(["text" as NSString, try #require(NSURL(string: "https://example.org")), UIColor.red])
        #expect(board.numberOfItems == 3 && board.strings?.first == "text" && board.color == .red)
        #expect(board.urls?.first?.host == "example.org")
        let providers = board.itemProviders
        #expect(providers.map { $0.canLoadObject(ofClass: NSString.self) } == [true, true, false])
        let other = UIPasteboard.withUniqueName()
        defer { UIPasteboard.remove(withName: other.name) }
        other.itemProviders = providers
        #expect(other.string == "text" && other.color == .red)
    }
}
