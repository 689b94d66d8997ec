import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import UIKitText

/// The primary selection: selecting text owns it, and the middle button pastes it.
@MainActor @Suite(.serialized) struct PrimarySelectionTests {
    @Test("Selecting by mouse, keys and fingers owns it; a caret, a program and a secret do not")
    func owning() throws {
        let stage = TextStage()
        let field = stage.field("one two three")
        stage.host.primarySelection = "old"
        field.becomeFirstResponder()
        field.select(0, 3)
        try stage.play("key Right")
        #expect(stage.host.primarySelection == "old")
        try stage.play("key Right with shift\nkey Right with control+shift")
        #expect(stage.host.primarySelection == " two")
        try stage.play("key Home")
        #expect(stage.host.primarySelection == " two")
        try stage.play("key A with control")
        #expect(stage.host.primarySelection == "one two three")
        try stage.play("tap 35,37 times 2")
        #expect(stage.host.primarySelection == "one")
        try stage.play("wait 1\ntap 60,37 by touch times 2")
        #expect(stage.host.primarySelection == "two")
        try stage.play("wait 1\ntap 150,37\nwait 1\ndrag 24,37 to 200,37")
        #expect(stage.host.primarySelection == "one two three")
        stage.host.primarySelection = "old"
        field.isSecureTextEntry = true
        try stage.play("key A with control")
        #expect(stage.host.primarySelection == "old")
    }

    @Test("A text view's drag and double click own it, of text that is only read, too")
    func view() throws {
        let stage = TextStage()
        let view = UITextView(frame: CGRect(x: 10, y: 80, width: 200, height: 100))
        view.font = .systemFont(ofSize: 17)
        view.text = "alpha beta"
        view.isEditable = false
        stage.window.addSubview(view)
        try stage.play("tap 30,97 times 2")
        #expect(stage.host.primarySelection == "alpha")
        try stage.play("wait 1\ntap 150,150\nwait 1\ndrag 16,97 to 200,97")
        #expect(stage.host.primarySelection == "alpha beta")
        // A text that is only read takes no paste.
        stage.host.primarySelection = "new"
        try stage.play("wait 1\ntap 30,97 button middle")
        #expect(view.text == "alpha beta")
    }

    @Test("The middle button pastes at its place, asks the delegate, and begins editing")
    func pasting() throws {
        let stage = TextStage()
        let field = stage.field("ab")
        stage.listen(to: field)
        stage.host.primarySelection = "x\ny"
        #expect(
            try stage.play("tap 200,37 button middle")
                == "shouldBegin event:begin didBegin note:begin change(2,0,x y) select(5,0) event:changed note:changed")
        #expect(field.text == "abx y")
        stage.refuses = ["change"]
        try stage.play("tap 22,37 button middle")
        #expect(field.text == "abx y" && field.selected == [0, 0])
        stage.refuses = []
        // Its own selection is pasted as well, and stays the primary one.
        try stage.play("key End\nkey Left with shift\ntap 22,37 button middle")
        #expect(field.text == "yabx y" && stage.host.primarySelection == "y")
        field.undoManager?.undo()
        #expect(field.text == "abx y")
        stage.host.primarySelection = nil
        try stage.play("tap 22,37 button middle")
        field.isEnabled = false
        stage.host.primarySelection = "z"
        try stage.play("tap 22,37 button middle")
        #expect(field.text == "abx y")
    }
}
