import CoreGraphics
import Foundation
import MicaEvents
import Testing
import UIKit

@testable import UIKitText

/// Facts about fields, each with its source.
@MainActor @Suite(.serialized) struct TextFieldFactTests {
    @Test("Editing begins by: question, first responder, event, delegate, notification")
    func begin() throws {
        // Source: Apple, UITextField, "Managing the text field's behavior": the delegate is asked, the field becomes
        // first responder, then the delegate and the notification say so.
        let stage = TextStage()
        let field = stage.field()
        stage.listen(to: field)
        #expect(stage.reports { field.becomeFirstResponder() } == "shouldBegin event:begin didBegin note:begin")
        #expect(field.isFirstResponder && field.isEditing)
        #expect(stage.reports { field.resignFirstResponder() } == "shouldEnd event:end didEnd note:end")
        #expect(!field.isEditing)
    }

    @Test("A delegate that refuses keeps the field from beginning, and from ending")
    func refused() {
        let stage = TextStage()
        let field = stage.field()
        stage.refuses = ["shouldBegin"]
        #expect(!field.becomeFirstResponder() && !field.isEditing)
        stage.refuses = ["shouldEnd"]
        #expect(field.becomeFirstResponder())
        #expect(!field.resignFirstResponder() && field.isEditing)
        // Source: Apple, UIView.endEditing(_:): force makes it resign whatever it says.
        #expect(stage.window.endEditing(true) && !field.isEditing)
    }

    @Test("From one field to another: the new one is asked, the old one is asked and ends, the new one begins")
    func handover() {
        let stage = TextStage()
        let first = stage.field()
        first.tag = 1
        let second = stage.field("", CGRect(x: 20, y: 80, width: 200, height: 34))
        second.tag = 2
        first.becomeFirstResponder()
        #expect(stage.reports { second.becomeFirstResponder() } == "shouldBegin2 shouldEnd1 didEnd1 didBegin2")
    }

    @Test("Typing asks for each letter, then changes the selection, then sends the event and the notification")
    func typing() throws {
        let stage = TextStage()
        let field = stage.field()
        stage.listen(to: field)
        field.becomeFirstResponder()
        #expect(
            try stage.play("type \"ab\"")
                == "change(0,0,a) select(1,0) event:changed note:changed change(1,0,b) select(2,0) event:changed note:changed"
        )
        #expect(field.text == "ab" && field.selected == [2, 0])
    }

    @Test("A refused letter changes nothing and sends nothing")
    func refusedLetter() throws {
        let stage = TextStage()
        let field = stage.field("x")
        stage.listen(to: field)
        field.becomeFirstResponder()
        stage.refuses = ["change"]
        #expect(try stage.play("type \"a\"") == "change(1,0,a)")
        #expect(field.text == "x" && field.selected == [1, 0])
    }

    @Test("Setting the text calls no delegate and sends no event, and the caret is at its end")
    func program() {
        // Source: Apple, UITextFieldDelegate: only changes of the user are reported.
        let stage = TextStage()
        let field = stage.field("abc")
        stage.listen(to: field)
        field.becomeFirstResponder()
        #expect(stage.reports { field.text = "hello" } == "")
        #expect(field.selected == [5, 0])
        field.text = nil
        #expect(field.text == "")
    }

    @Test("Backspace deletes a letter as a reader sees it, and asks for its units of UTF-16")
    func backspace() throws {
        let stage = TextStage()
        let field = stage.field("a👨‍👩‍👧")
        field.becomeFirstResponder()
        #expect(try stage.play("key Backspace").hasPrefix("change(1,8,)"))
        #expect(field.text == "a")
        try stage.play("key Backspace\nkey Backspace")
        #expect(field.text == "")
    }

    @Test("Return asks the delegate, then sends both events; an action for the exit ends editing")
    func returns() throws {
        let stage = TextStage()
        let field = stage.field("a")
        field.becomeFirstResponder()
        #expect(try stage.play("key Enter") == "shouldReturn" && field.isEditing)
        stage.listen(to: field)
        #expect(
            try stage.play("key Enter") == "shouldReturn event:exit event:primary shouldEnd event:end didEnd note:end")
        field.becomeFirstResponder()
        stage.refuses = ["shouldReturn"]
        #expect(try stage.play("key Enter") == "shouldReturn" && field.isEditing)
        // Return types no letter, whether the script sends its text or not.
        #expect(try stage.play("type \"\\n\"") == "shouldReturn" && field.text == "a")
    }

    @Test("Tab leads from field to field, and shift-tab back")
    func tab() throws {
        let stage = TextStage()
        let first = stage.field()
        let second = stage.field("", CGRect(x: 20, y: 80, width: 200, height: 34))
        first.becomeFirstResponder()
        try stage.play("key Tab")
        #expect(second.isFirstResponder && !first.isFirstResponder)
        try stage.play("key Tab with shift")
        #expect(first.isFirstResponder)
    }

    @Test("Arrows move by letters, with control by words, with shift they select")
    func arrows() throws {
        let stage = TextStage()
        let field = stage.field("one two three")
        field.becomeFirstResponder()
        func after(_ keys: String) throws -> [Int] {
            try stage.play(keys)
            return field.selected
        }
        #expect(try after("key Left") == [12, 0])
        #expect(try after("key Left with control") == [8, 0])
        #expect(try after("key Left with alt") == [4, 0])
        #expect(try after("key Right with control+shift") == [4, 3])
        #expect(try after("key Left") == [4, 0])
        #expect(try after("key End with shift") == [4, 9])
        #expect(try after("key Right") == [13, 0])
        #expect(try after("key Home") == [0, 0])
        #expect(try after("key Right with command") == [13, 0])
        #expect(try after("key Up") == [0, 0])
        #expect(try after("key Down") == [13, 0])
        #expect(try after("key A with control") == [0, 13])
        #expect(try after("key Backspace") == [0, 0] && field.text == "")
    }

    @Test("Typing that goes on is undone together; a moved caret begins another run")
    func undo() throws {
        let stage = TextStage()
        let field = stage.field()
        field.becomeFirstResponder()
        try stage.play("type \"abc\"\nkey Left\ntype \"xy\"")
        #expect(field.text == "abxyc")
        try stage.play("key Z with control")
        #expect(field.text == "abc" && field.selected == [2, 0])
        try stage.play("key Z with control")
        #expect(field.text == "")
        #expect(field.undoManager?.canUndo == false && field.undoManager?.redoActionName == "Typing")
        try stage.play("key Z with control+shift\nkey Y with control")
        #expect(field.text == "abxyc")
    }

    @Test("Deleting letters one after another is undone together")
    func undoDeleting() throws {
        let stage = TextStage()
        let field = stage.field("abcdef")
        field.becomeFirstResponder()
        try stage.play("key Backspace\nkey Backspace\nkey Backspace")
        #expect(field.text == "abc")
        try stage.play("key Z with control")
        #expect(field.text == "abcdef")
    }

    @Test("The delegate is asked about undoing, and may refuse")
    func undoAsks() throws {
        let stage = TextStage()
        let field = stage.field()
        field.becomeFirstResponder()
        try stage.play("type \"ab\"")
        #expect(try stage.play("key Z with control").hasPrefix("change(0,2,)"))
    }

    @Test("Copy, cut and paste go by the pasteboard, in one line")
    func pasteboard() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        field.becomeFirstResponder()
        field.select(0, 3)
        try stage.play("key X with control")
        #expect(field.text == " two" && UIPasteboard.general.string == "one" && stage.host.clipboardText == "one")
        stage.host.clipboardText = "from\nelsewhere"
        #expect(try stage.play("key V with control").hasPrefix("change(0,0,from elsewhere)"))
        #expect(field.text == "from elsewhere two")
    }

    @Test("A copied picture stays, although the desktop's clipboard has a text from before")
    func picture() {
        let stage = TextStage()
        stage.host.clipboardText = "old"
        UIPasteboard.general.image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in }
        #expect(UIPasteboard.general.hasImages && UIPasteboard.general.string == nil)
        stage.host.clipboardText = "new"
        #expect(!UIPasteboard.general.hasImages && UIPasteboard.general.string == "new")
        UIPasteboard.general.string = nil
        #expect(UIPasteboard.general.string == nil)
    }

    @Test("Set attributes of typing are those of the next text, until the caret moves")
    func typingAttributes() throws {
        // Source: Apple, UITextField.typingAttributes: "When the text field's selection changes, the contents of the
        // dictionary are cleared automatically"; nil if the field is not edited.
        let stage = TextStage()
        let field = stage.field("ab")
        field.typingAttributes = [.foregroundColor: UIColor.red]
        #expect(field.typingAttributes == nil)
        field.becomeFirstResponder()
        #expect(field.typingAttributes?[.foregroundColor] as? UIColor == .label)
        field.typingAttributes = [.foregroundColor: UIColor.red]
        try stage.play("type \"cd\"")
        func color(_ index: Int) -> UIColor? {
            unsafe field.attributedText?.attribute(.foregroundColor, at: index, effectiveRange: nil) as? UIColor
        }
        #expect(field.text == "abcd" && (0..<4).map { color($0) } == [.label, .label, .red, .red])
        field.typingAttributes = [.foregroundColor: UIColor.blue]
        field.select(1)
        try stage.play("type \"x\"")
        #expect(color(1) == .label)
    }

    @Test("A tokenizer ends where a view gives no text")
    func tokenizer() {
        final class Blank: UITextField {
            override func text(in range: UITextRange) -> String? { nil }
        }
        let field = Blank()
        field.text = "one two"
        let (start, end) = (field.beginningOfDocument, field.endOfDocument)
        for unit in [UITextGranularity.character, .word, .sentence, .paragraph, .line, .document] {
            for (place, direction) in [(start, UITextStorageDirection.forward), (end, .backward)] {
                let found = field.tokenizer.position(
                    from: place, toBoundary: unit, inDirection: .storage(direction))
                #expect(found.map { field.compare($0, to: place) } != .orderedSame)
            }
        }
    }

    @Test("Undoing closes a group that is open")
    func undoGroup() {
        // Source: Apple, UndoManager.undo(): it "invokes endUndoGrouping() if the nesting level is 1".
        let manager = UndoManager()
        manager.groupsByEvent = false
        var undone = 0
        manager.beginUndoGrouping()
        manager.registerUndo(withTarget: self.target) { _ in undone += 1 }
        manager.undo()
        #expect(undone == 1 && manager.groupingLevel == 0)
    }
    private let target = NSObject()

    @Test("Composed text is marked, replaces itself, and is entered by a commit")
    func composing() throws {
        let stage = TextStage()
        let field = stage.field("ab")
        field.becomeFirstResponder()
        field.select(1)
        try stage.play("compose \"ni\"")
        #expect(field.text == "anib" && field.markedTextRange != nil && field.selected == [3, 0])
        try stage.play("compose \"ni h\"\ncompose \"ni hao\" commit \"你好\"")
        #expect(field.text == "a你好b" && field.markedTextRange == nil && field.selected == [3, 0])
        try stage.play("key Z with control")
        #expect(field.text == "ab")
        try stage.play("compose \"xy\"\ncompose \"\"")
        #expect(field.text == "ab" && field.markedTextRange == nil)
    }

    @Test("A click, another field and a new text end the input method's composition; what it then enters is left out")
    func compositionEnds() throws {
        let stage = TextStage()
        let field = stage.field("ab")
        let other = stage.field("", CGRect(x: 20, y: 80, width: 200, height: 34))
        field.becomeFirstResponder()
        try stage.play("compose \"ni\"\ncompose \"ni hao\"\ncompose \"ni\" commit \"你\"")
        #expect(field.text == "ab你" && stage.host.endedCompositions == 0)
        try stage.play("compose \"ni\"\ntap 22,37")
        #expect(field.text == "ab你ni" && field.selected == [0, 0] && stage.host.endedCompositions == 1)
        // A method that enters its text when it is made to forget it.
        try stage.play("compose \"\"\ntext \"ni\"")
        #expect(field.text == "ab你ni")
        try stage.play("text \"ni\"")
        #expect(field.text == "niab你ni")
        try stage.play("wait 1\ncompose \"x\"\ntap 22,97\ncompose \"y\"")
        #expect(field.text == "nixab你ni" && other.text == "y" && stage.host.endedCompositions == 2)
        other.text = "new"
        #expect(other.markedTextRange == nil && stage.host.endedCompositions == 3)
        try stage.play("compose \"z\"")
        other.resignFirstResponder()
        #expect(other.text == "newz" && stage.host.endedCompositions == 4)
        // A key that follows is typed.
        other.becomeFirstResponder()
        try stage.play("wait 1\ncompose \"w\"\nwait 1\ntap 22,97\ntype \"w\"")
        #expect(other.text == "wnewzw" && stage.host.endedCompositions == 5, "\(other.text ?? "")")
    }

    @Test("A mouse places the caret; twice selects the word, three times all; a drag selects")
    func mouse() throws {
        let stage = TextStage()
        let field = stage.field("one two three")
        try stage.play("tap 22,37")
        #expect(field.isEditing && field.selected == [0, 0])
        try stage.play("wait 1\ntap 70,37 times 2")
        #expect(field.selected == [4, 3])
        try stage.play("wait 1\ntap 70,37 times 3")
        #expect(field.selected == [0, 13])
        try stage.play("wait 1\ndrag 24,37 to 215,37")
        #expect(field.selected == [0, 13])
    }

    @Test("With shift a click extends the selection from its beginning, and a drag goes on; the first click places it")
    func shiftClick() throws {
        let stage = TextStage()
        let field = stage.field("one two three")
        // A field that is not edited has no selection to extend.
        try stage.play("tap 22,37 with shift")
        #expect(field.isEditing && field.selected == [0, 0])
        try stage.play("wait 1\ntap 215,37 with shift")
        #expect(field.selected == [0, 13])
        field.select(13)
        try stage.play("wait 1\ntap 24,37 with shift")
        #expect(field.selected == [0, 13])
        try stage.play("wait 1\ndrag 24,37 to 215,37 with shift")
        #expect(field.selected == [13, 0])
    }

    @Test("clearsOnBeginEditing asks the delegate whether to clear")
    func clears() {
        // Source: Apple, UITextField.clearsOnBeginEditing: "the text field delegate can override this behavior by
        // returning false from its textFieldShouldClear(_:)".
        let stage = TextStage()
        let field = stage.field("abc")
        field.clearsOnBeginEditing = true
        stage.refuses = ["shouldClear"]
        field.becomeFirstResponder()
        #expect(field.text == "abc")
        field.resignFirstResponder()
        stage.refuses = []
        field.becomeFirstResponder()
        #expect(field.text == "")
    }

    @Test("The clear button asks, empties the field, and reports the change")
    func clearButton() throws {
        let stage = TextStage()
        let field = stage.field("abc")
        field.clearButtonMode = .always
        stage.listen(to: field)
        stage.host.advance(to: stage.host.time + 0.1)
        let heard = try stage.play("tap 205,37")
        #expect(field.text == "" && heard.contains("shouldClear") && heard.contains("event:changed"), "\(heard)")
    }

    @Test("A secure field shows bullets, copies nothing, and is replaced by typing when editing begins anew")
    func secure() throws {
        let stage = TextStage()
        let field = stage.field("secret")
        field.isSecureTextEntry = true
        field.becomeFirstResponder()
        field.selectAll(nil)
        UIPasteboard.general.string = "before"
        try stage.play("key C with control")
        #expect(UIPasteboard.general.string == "before")
        #expect(field.accessibilityValue == "••••••" && field.model.shown().units.allSatisfy { $0 == 0x2022 })
        #expect(!stage.window.accessibilityTree.description.contains("secret"))
        #expect(stage.window.accessibilityTree.description.contains("secureTextField"))
        field.resignFirstResponder()
        field.becomeFirstResponder()
        #expect(try stage.play("type \"x\"").hasPrefix("change(6,0,x)"))
        #expect(field.text == "x")
        // The move by words shows no word of a secret.
        field.text = "one two"
        try stage.play("key Left with control")
        #expect(field.selected == [0, 0])
        #expect(stage.host.textInput?.isSecret == true)
        // Records of events have the kind only.
        let events = [
            WindowEvent(.text("hush")), WindowEvent(.composition(TextComposition("hush"))),
            WindowEvent(.key(KeyEvent(.a, characters: "hush"))),
        ]
        let secret = TextInputState(area: .zero, isSecret: true)
        #expect(events.allSatisfy { !$0.recordedLine(during: secret).contains("hush") })
        #expect(!WindowEvent(.key(KeyEvent(.a, characters: "a"))).recordedLine(during: secret).contains("A "))
    }

    @Test("A secure field that is entered by a click is replaced by typing, too")
    func secureClick() throws {
        let stage = TextStage()
        let field = stage.field("secret")
        field.isSecureTextEntry = true
        try stage.play("tap 24,37")
        try stage.play("type \"x\"")
        #expect(field.text == "x")
        // A click in a field that is edited places the caret.
        try stage.play("wait 1\ntap 24,37\ntype \"y\"")
        #expect(field.text == "yx")
    }

    @Test("clearsOnInsertion selects all, and ends with the next text or selection")
    func clearsOnInsertion() throws {
        // Source: Apple, UITextField.clearsOnInsertion: a new text "sets the value of this property back to false".
        let stage = TextStage()
        let field = stage.field("abc")
        field.becomeFirstResponder()
        field.clearsOnInsertion = true
        #expect(field.selected == [0, 3])
        #expect(try stage.play("type \"x\"").hasPrefix("change(0,3,x)"))
        #expect(field.text == "x" && !field.clearsOnInsertion)
        field.clearsOnInsertion = true
        field.select(1)
        try stage.play("type \"y\"")
        #expect(field.text == "xy" && !field.clearsOnInsertion)
    }

    @Test("A delegate may set another text before it allows a change")
    func changedMeanwhile() throws {
        @MainActor final class Formatter: NSObject, UITextFieldDelegate {
            var next = ""
            func textField(
                _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
            ) -> Bool {
                textField.text = next
                return true
            }
        }
        let stage = TextStage()
        let field = stage.field("abc")
        let delegate = Formatter()
        field.delegate = delegate
        field.becomeFirstResponder()
        try stage.play("type \"x\"")
        #expect(field.text == "x")
        delegate.next = "longer"
        try stage.play("type \"x\"")
        #expect(field.text == "longerx")
        delegate.next = ""
        try stage.play("key Backspace")
        #expect(field.text == "")
        field.text = "abc"
        try stage.play("compose \"ni\"")
        #expect(field.text == "ni" && field.selected == [2, 0])
    }

    @Test("A view that leaves its window ends editing")
    func leaves() {
        let stage = TextStage()
        let field = stage.field()
        field.becomeFirstResponder()
        #expect(stage.reports { field.removeFromSuperview() }.contains("didEnd") && !field.isEditing)
    }

    @Test("The host receives the place where text is entered, and the end")
    func host() throws {
        let stage = TextStage()
        let field = stage.field("abc")
        #expect(stage.host.textInput == nil)
        field.becomeFirstResponder()
        let area = try #require(stage.host.textInput?.area)
        #expect(CGRect(x: 20, y: 20, width: 200, height: 34).contains(area) && area.width == 2)
        field.resignFirstResponder()
        #expect(stage.host.textInput == nil)
    }

    @Test("A mark joins the letter before it, and one backspace deletes both")
    func marks() throws {
        let stage = TextStage()
        let field = stage.field("e")
        field.becomeFirstResponder()
        try stage.play("text \"\\u{301}\"\nkey Left")
        #expect(field.selected == [0, 0])
        try stage.play("key End\nkey Backspace")
        #expect(field.text == "")
    }

    @Test("In text of both directions arrows move on the screen, over every letter once")
    func bothDirections() throws {
        let stage = TextStage()
        let field = stage.field("ab \u{5D0}\u{5D1}\u{5D2} cd")
        field.becomeFirstResponder()
        try stage.play("key Home")
        var places: [CGFloat] = []
        for _ in 0..<9 {
            if let range = field.selectedTextRange { places.append(field.caretRect(for: range.start).minX) }
            try stage.play("key Right")
        }
        #expect(places == places.sorted() && Set(places).count == 9, "\(places)")
    }

    @Test("A field of right-to-left text is aligned to the right, and left leads on")
    func rightToLeft() throws {
        let stage = TextStage()
        let field = stage.field("\u{5D0}\u{5D1}\u{5D2}")
        field.becomeFirstResponder()
        #expect(field.caretRect(for: field.beginningOfDocument).minX > 180)
        field.select(0)
        try stage.play("key Left")
        #expect(field.selected == [1, 0])
    }

    @Test("Archives keep the looks and the text, but no secret")
    func archives() throws {
        let field = UITextField(frame: CGRect(x: 1, y: 2, width: 100, height: 30))
        field.text = "hello"
        field.placeholder = "Name"
        field.borderStyle = .roundedRect
        field.clearButtonMode = .whileEditing
        field.font = .systemFont(ofSize: 20)
        let data = try NSKeyedArchiver.archivedData(withRootObject: field, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let copy = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UITextField)
        #expect(copy.text == "hello" && copy.placeholder == "Name" && copy.borderStyle == .roundedRect)
        #expect(copy.clearButtonMode == .whileEditing && copy.font?.pointSize == 20 && copy.frame == field.frame)
        #expect(copy.subviews.count == field.subviews.count)
        field.isSecureTextEntry = true
        let secret = try NSKeyedArchiver.archivedData(withRootObject: field, requiringSecureCoding: false)
        #expect(secret.range(of: Data("hello".utf8)) == nil)
    }

    @Test("Rectangles: round borders inset the text by 7; views at the sides and the clear button take room")
    func rectangles() {
        let field = UITextField()
        let bounds = CGRect(x: 0, y: 0, width: 100, height: 34)
        #expect(field.textRect(forBounds: bounds) == bounds)
        field.borderStyle = .roundedRect
        #expect(field.textRect(forBounds: bounds).minX == 7 && field.textRect(forBounds: bounds).maxX == 93)
        field.borderStyle = .none
        field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(field.textRect(forBounds: bounds).minX == 0)
        field.leftViewMode = .always
        #expect(field.textRect(forBounds: bounds).minX == 10)
        field.clearButtonMode = .always
        #expect(field.textRect(forBounds: bounds).maxX == 100)
        field.text = "a"
        #expect(field.textRect(forBounds: bounds).maxX < 80)
        #expect(field.clearButtonRect(forBounds: bounds).size == CGSize(width: 19, height: 19))
    }
}
