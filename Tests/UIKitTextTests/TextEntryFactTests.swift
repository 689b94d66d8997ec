import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import UIKitText

/// Numbered facts about the entry of text; FactSources.tsv has the source of each range of numbers.
@MainActor @Suite(.serialized) struct TextEntryFactTests {
    @Test("Defaults of fields")
    func fieldDefaults() {
        let field = UITextField()
        #expect(field.borderStyle == .none, "TX-1 no border")
        #expect(field.placeholder == nil && field.attributedPlaceholder == nil, "TX-2 no placeholder")
        #expect(!field.clearsOnBeginEditing, "TX-3 a text stays when editing begins")
        #expect(!field.adjustsFontSizeToFitWidth, "TX-4 the font keeps its size")
        #expect(field.minimumFontSize == 0, "TX-5 the smallest font")
        #expect(field.background == nil && field.disabledBackground == nil, "TX-6 no background")
        #expect(field.clearButtonMode == .never, "TX-7 no clear button")
        #expect(field.leftView == nil && field.leftViewMode == .never, "TX-8 no view at the left")
        #expect(field.rightView == nil && field.rightViewMode == .never, "TX-9 no view at the right")
        #expect(!field.clearsOnInsertion, "TX-10 an insertion does not replace all")
        #expect(!field.allowsEditingTextAttributes, "TX-11 attributes are not edited")
        #expect(field.delegate == nil, "TX-12 no delegate")
        #expect(!field.isEditing, "TX-13 not edited")
        #expect(field.inputView == nil && field.inputAccessoryView == nil, "TX-14 no input views of its own")
        #expect(field.textAlignment == .natural, "TX-15 aligned by its direction")
        #expect(field.textColor == .label, "TX-16 the colour of labels")
        #expect(field.canBecomeFirstResponder, "TX-17 it may become the first responder")
        field.isEnabled = false
        #expect(!field.canBecomeFirstResponder, "TX-18 not while it is disabled")
    }

    @Test("Defaults of traits of input, the same for fields and text views")
    func traits() {
        let (field, view) = (UITextField(), UITextView())
        #expect(
            field.autocapitalizationType == .sentences && view.autocapitalizationType == .sentences, "TX-20 sentences")
        #expect(field.autocorrectionType == .default && view.autocorrectionType == .default, "TX-21 correction")
        #expect(field.spellCheckingType == .default && view.spellCheckingType == .default, "TX-22 spelling")
        #expect(field.keyboardType == .default && view.keyboardType == .default, "TX-23 the kind of keyboard")
        #expect(field.keyboardAppearance == .default && view.keyboardAppearance == .default, "TX-24 its looks")
        #expect(field.returnKeyType == .default && view.returnKeyType == .default, "TX-25 its return key")
        #expect(!field.enablesReturnKeyAutomatically && !view.enablesReturnKeyAutomatically, "TX-26 always enabled")
        #expect(!field.isSecureTextEntry && !view.isSecureTextEntry, "TX-27 not secure")
        #expect(field.textContentType == nil && view.textContentType == nil, "TX-28 no meaning")
        #expect(field.smartQuotesType == .default && view.smartQuotesType == .default, "TX-29 quotes")
        #expect(field.smartDashesType == .default && view.smartDashesType == .default, "TX-30 dashes")
        #expect(field.smartInsertDeleteType == .default && view.smartInsertDeleteType == .default, "TX-31 spaces")
    }

    @Test("Numbers and names of the headers")
    func numbers() {
        let borders: [UITextField.BorderStyle] = [.none, .line, .bezel, .roundedRect]
        #expect(borders.map(\.rawValue) == [0, 1, 2, 3], "TX-35 border styles")
        let modes: [UITextField.ViewMode] = [.never, .whileEditing, .unlessEditing, .always]
        #expect(modes.map(\.rawValue) == [0, 1, 2, 3], "TX-36 modes of side views")
        let reasons: [UITextField.DidEndEditingReason] = [.committed]
        #expect(reasons.map(\.rawValue) == [0], "TX-37 reasons of ending")
        let capitals: [UITextAutocapitalizationType] = [.none, .words, .sentences, .allCharacters]
        #expect(capitals.map(\.rawValue) == [0, 1, 2, 3], "TX-38 capitals")
        let corrections: [UITextAutocorrectionType] = [.default, .no, .yes]
        #expect(corrections.map(\.rawValue) == [0, 1, 2], "TX-39 correction")
        let keyboards: [UIKeyboardType] = [
            .default, .asciiCapable, .numbersAndPunctuation, .URL, .numberPad, .phonePad, .namePhonePad, .emailAddress,
            .decimalPad, .twitter, .webSearch, .asciiCapableNumberPad,
        ]
        #expect(keyboards.map(\.rawValue) == Array(0...11), "TX-40 kinds of keyboards")
        let returns: [UIReturnKeyType] = [
            .default, .go, .google, .join, .next, .route, .search, .send, .yahoo, .done, .emergencyCall, .continue,
        ]
        #expect(returns.map(\.rawValue) == Array(0...11), "TX-41 words of the return key")
        #expect(
            UIKeyboardAppearance.alert == .dark && UIKeyboardAppearance.light.rawValue == 2, "TX-42 looks of keyboards")
        let units: [UITextGranularity] = [.character, .word, .sentence, .paragraph, .line, .document]
        #expect(units.map(\.rawValue) == Array(0...5), "TX-43 units of text")
        #expect(
            UITextStorageDirection.forward.rawValue == 0 && UITextStorageDirection.backward.rawValue == 1,
            "TX-44 directions")
        let sides: [UITextLayoutDirection] = [.right, .left, .up, .down]
        #expect(sides.map(\.rawValue) == [2, 3, 4, 5], "TX-45 directions on the screen")
        #expect(
            UITextField.textDidChangeNotification.rawValue == "UITextFieldTextDidChangeNotification",
            "TX-46 a field's change")
        #expect(
            UITextView.textDidBeginEditingNotification.rawValue == "UITextViewTextDidBeginEditingNotification",
            "TX-47 a text view's beginning")
        #expect(
            UIResponder.keyboardWillShowNotification.rawValue == "UIKeyboardWillShowNotification",
            "TX-48 a keyboard comes")
        #expect(UIResponder.keyboardFrameEndUserInfoKey == "UIKeyboardFrameEndUserInfoKey", "TX-49 its frame")
        #expect(NSTextAttachment.character == 0xFFFC, "TX-50 the letter of attachments")
        let edits: [NSTextStorage.EditActions] = [.editedAttributes, .editedCharacters]
        #expect(edits.map(\.rawValue) == [1, 2], "TX-51 edits of storages")
        #expect(UITextContentType.username.rawValue == "username", "TX-52 the name of an account")
        #expect(UITextContentType.oneTimeCode.rawValue == "one-time-code", "TX-53 a code that is used once")
        #expect(UIPasteboard.Name.general.rawValue == "com.apple.UIKit.pboard.general", "TX-54 the general pasteboard")
        #expect(UIPasteboard.changedNotification.rawValue == "UIPasteboardChangedNotification", "TX-55 its change")
        #expect(NSAttributedString.DocumentType.rtf.rawValue == "NSRTF", "TX-56 Rich Text Format")
        #expect(
            UIDataDetectorTypes.link.rawValue == 2 && UIDataDetectorTypes.phoneNumber.rawValue == 1,
            "TX-57 kinds of data")
    }

    @Test("Defaults of text views and of TextKit")
    func viewDefaults() {
        let view = UITextView()
        #expect(view.isEditable && view.isSelectable, "TX-60 edited and selected")
        #expect(view.dataDetectorTypes == [], "TX-61 nothing is detected")
        #expect(view.textContainerInset == UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0), "TX-62 insets")
        #expect(!view.clearsOnInsertion && !view.allowsEditingTextAttributes, "TX-63 insertions and attributes")
        #expect(view.text == "" && view.attributedText.length == 0, "TX-64 an empty text, not nil")
        #expect(view.isScrollEnabled, "TX-65 it scrolls")
        #expect(view.textContainer.widthTracksTextView, "TX-66 its container is as wide")
        #expect(view.textContainer.layoutManager === view.layoutManager, "TX-67 its container's manager")
        #expect(view.layoutManager.textStorage === view.textStorage, "TX-68 its manager's storage")
        #expect(view.selectedRange == NSRange(location: 0, length: 0), "TX-69 a caret at the beginning")
        let container = NSTextContainer(size: CGSize(width: 100, height: 50))
        #expect(container.lineFragmentPadding == 5, "TX-70 padding of lines")
        #expect(container.maximumNumberOfLines == 0, "TX-71 no limit of lines")
        #expect(container.lineBreakMode == .byWordWrapping, "TX-72 lines break at words")
        #expect(container.exclusionPaths.isEmpty && container.isSimpleRectangular, "TX-73 no holes")
        #expect(!container.widthTracksTextView && !container.heightTracksTextView, "TX-74 a size of its own")
        let manager = NSLayoutManager()
        #expect(manager.usesFontLeading, "TX-75 the leading of fonts")
        #expect(!manager.allowsNonContiguousLayout, "TX-76 layout without gaps")
        #expect(manager.textContainers.isEmpty && manager.textStorage == nil, "TX-77 a manager of nothing")
        let attachment = NSTextAttachment(data: nil, ofType: nil)
        #expect(attachment.bounds == .zero && attachment.image == nil, "TX-78 an attachment without a picture")
        #expect(NSAttributedString(attachment: attachment).string == "\u{FFFC}", "TX-79 its letter")
    }

    @Test("Beginning, changing and ending, by the delegate, events and notifications")
    func order() throws {
        let stage = TextStage()
        let field = stage.field()
        stage.listen(to: field)
        #expect(
            stage.reports { field.becomeFirstResponder() } == "shouldBegin event:begin didBegin note:begin",
            "TX-80 a field begins")
        #expect(
            try stage.play("type \"a\"") == "change(0,0,a) select(1,0) event:changed note:changed",
            "TX-81 a letter is typed")
        #expect(
            try stage.play("key Backspace") == "change(0,1,) select(0,0) event:changed note:changed",
            "TX-82 a letter is deleted")
        UIPasteboard.general.string = "two words"
        #expect(
            try stage.play("key V with control") == "change(0,0,two words) select(9,0) event:changed note:changed",
            "TX-83 a paste is one change")
        #expect(
            try stage.play("key A with control\nkey X with control").hasSuffix(
                "change(0,9,) select(0,0) event:changed note:changed"), "TX-84 a cut is a change to nothing")
        #expect(stage.reports { field.text = "x" } == "", "TX-85 a program's text is not reported")
        #expect(stage.reports { field.insertText("y") }.hasPrefix("change(1,0,y)"), "TX-86 insertText asks")
        #expect(stage.reports { field.deleteBackward() }.hasPrefix("change(1,1,)"), "TX-87 deleteBackward asks")
        stage.refuses = ["shouldReturn"]
        #expect(try stage.play("key Enter") == "shouldReturn", "TX-88 a refused return sends no event")
        stage.refuses = []
        #expect(
            try stage.play("key Enter") == "shouldReturn event:exit event:primary shouldEnd event:end didEnd note:end",
            "TX-89 return ends editing for an action of the exit")
        field.becomeFirstResponder()
        stage.refuses = ["shouldEnd"]
        #expect(!field.resignFirstResponder() && field.isEditing, "TX-90 a delegate keeps editing")
        #expect(stage.window.endEditing(true) && !field.isEditing, "TX-91 force ends it all the same")
        stage.refuses = ["shouldBegin"]
        #expect(!field.becomeFirstResponder() && !field.isFirstResponder, "TX-92 a delegate refuses the beginning")
    }

    @Test("First responders")
    func responders() {
        let stage = TextStage()
        let first = stage.field("a")
        let second = stage.field("b", CGRect(x: 20, y: 80, width: 200, height: 34))
        (first.tag, second.tag) = (1, 2)
        #expect(!UITextField().becomeFirstResponder(), "TX-95 a field without a window is none")
        first.becomeFirstResponder()
        #expect(
            stage.reports { second.becomeFirstResponder() } == "shouldBegin2 shouldEnd1 didEnd1 didBegin2",
            "TX-96 from one field to another")
        stage.refuses = ["shouldEnd1"]
        first.becomeFirstResponder()
        #expect(
            !second.becomeFirstResponder() && first.isFirstResponder, "TX-97 one that stays keeps the other from it")
        stage.refuses = []
        #expect(stage.reports { first.becomeFirstResponder() } == "", "TX-98 the first responder is not asked again")
        #expect(stage.window.endEditing(false), "TX-99 endEditing resigns the field")
        #expect(!first.isFirstResponder, "TX-100 then none is first")
        stage.refuses = ["shouldEnd1"]
        first.becomeFirstResponder()
        #expect(!stage.window.endEditing(false) && first.isFirstResponder, "TX-101 a field that stays is not ended")
        stage.window.endEditing(true)
    }

    @Test("Ranges of UITextInput, in units of UTF-16")
    func ranges() throws {
        let stage = TextStage()
        let field = stage.field("a\u{1F600}b")
        let (start, end) = (field.beginningOfDocument, field.endOfDocument)
        #expect(field.offset(from: start, to: end) == 4, "TX-105 lengths are in UTF-16")
        #expect(field.offset(from: end, to: start) == -4, "TX-106 backward they are negative")
        #expect(field.compare(start, to: end) == .orderedAscending, "TX-107 the beginning is before the end")
        #expect(field.position(from: start, offset: 5) == nil, "TX-108 none beyond the end")
        #expect(field.position(from: start, offset: -1) == nil, "TX-109 none before the beginning")
        let all = try #require(field.textRange(from: start, to: end))
        #expect(field.text(in: all) == "a\u{1F600}b" && !all.isEmpty, "TX-110 the text of a range")
        let caret = try #require(field.textRange(from: end, to: end))
        #expect(caret.isEmpty && field.text(in: caret) == "", "TX-111 an empty range")
        let right = try #require(field.position(from: start, in: .right, offset: 2))
        #expect(field.offset(from: start, to: right) == 3, "TX-112 directions count letters, not units")
        field.becomeFirstResponder()
        field.replace(all, withText: "xyz")
        #expect(field.text == "xyz" && field.selected == [3, 0], "TX-113 a replaced range, the caret after it")
        #expect(field.markedTextRange == nil, "TX-114 no marked text")
        field.setMarkedText("ni", selectedRange: NSRange(location: 1, length: 1))
        #expect(field.text == "xyzni" && field.selected == [4, 1], "TX-115 marked text, and the selection in it")
        let marked = try #require(field.markedTextRange)
        #expect(field.offset(from: field.beginningOfDocument, to: marked.start) == 3, "TX-116 the range of marked text")
        field.setMarkedText("n", selectedRange: NSRange(location: 1, length: 0))
        #expect(field.text == "xyzn", "TX-117 marked text replaces itself")
        field.unmarkText()
        #expect(field.text == "xyzn" && field.markedTextRange == nil, "TX-118 unmarked text stays")
        field.setMarkedText("q", selectedRange: NSRange(location: 1, length: 0))
        field.insertText("Q")
        #expect(field.text == "xyznQ", "TX-119 an insertion replaces marked text")
        field.setMarkedText("q", selectedRange: NSRange(location: 1, length: 0))
        field.setMarkedText(nil, selectedRange: NSRange(location: 0, length: 0))
        #expect(field.text == "xyznQ" && field.markedTextRange == nil, "TX-120 no marked text removes it")
    }

    @Test("Words, sentences and paragraphs of a tokenizer")
    func tokenizer() throws {
        let stage = TextStage()
        let field = stage.field("One two. Three")
        func place(_ offset: Int) -> UITextPosition {
            field.position(from: field.beginningOfDocument, offset: offset) ?? field.endOfDocument
        }
        let (forward, backward) = (UITextDirection.storage(.forward), UITextDirection.storage(.backward))
        let tokenizer = field.tokenizer
        func offset(_ position: UITextPosition?) -> Int? {
            position.map { field.offset(from: field.beginningOfDocument, to: $0) }
        }
        #expect(tokenizer.isPosition(place(3), atBoundary: .word, inDirection: forward), "TX-125 a word's end")
        #expect(!tokenizer.isPosition(place(1), atBoundary: .word, inDirection: forward), "TX-126 none within it")
        #expect(tokenizer.isPosition(place(1), withinTextUnit: .word, inDirection: forward), "TX-127 within a word")
        #expect(
            offset(tokenizer.position(from: place(0), toBoundary: .word, inDirection: forward)) == 3,
            "TX-128 the next end")
        #expect(
            offset(tokenizer.position(from: place(14), toBoundary: .word, inDirection: backward)) == 9,
            "TX-129 the beginning before")
        let word = try #require(tokenizer.rangeEnclosingPosition(place(5), with: .word, inDirection: forward))
        #expect(field.text(in: word) == "two", "TX-130 the word around a position")
        let sentence = try #require(tokenizer.rangeEnclosingPosition(place(2), with: .sentence, inDirection: forward))
        #expect(field.text(in: sentence)?.hasPrefix("One two.") == true, "TX-131 the sentence around it")
        let document = try #require(tokenizer.rangeEnclosingPosition(place(2), with: .document, inDirection: forward))
        #expect(field.text(in: document) == "One two. Three", "TX-132 the document around it")
    }

    @Test("Storages and layout managers")
    func textKit() {
        let storage = NSTextStorage(string: "hello")
        let manager = NSLayoutManager()
        storage.addLayoutManager(manager)
        #expect(storage.layoutManagers.count == 1 && manager.textStorage === storage, "TX-135 a manager of a storage")
        let container = NSTextContainer(size: CGSize(width: 500, height: 1e6))
        manager.addTextContainer(container)
        #expect(container.layoutManager === manager, "TX-136 a container of a manager")
        #expect(manager.glyphRange(for: container) == NSRange(location: 0, length: 5), "TX-137 its glyphs")
        #expect(manager.usedRect(for: container).minX == 0, "TX-138 its used rectangle begins with the padding")
        storage.beginEditing()
        storage.replaceCharacters(in: NSRange(location: 0, length: 1), with: "J")
        #expect(storage.editedMask.contains(.editedCharacters), "TX-139 the edit in progress")
        #expect(
            storage.changeInLength == 0 && storage.editedRange == NSRange(location: 0, length: 1), "TX-140 its range")
        storage.endEditing()
        #expect(storage.string == "Jello" && storage.editedMask == [], "TX-141 its end")
        storage.removeLayoutManager(manager)
        #expect(storage.layoutManagers.isEmpty && manager.textStorage == nil, "TX-142 a removed manager")
    }

    @Test("Undoing")
    func undo() throws {
        let stage = TextStage()
        let field = stage.field()
        field.becomeFirstResponder()
        let manager = try #require(field.undoManager)
        #expect(!manager.canUndo && !manager.canRedo, "TX-145 nothing at first")
        try stage.play("type \"abc\"")
        #expect(manager.canUndo && manager.undoActionName == "Typing", "TX-146 typing has a name")
        #expect(manager.undoMenuItemTitle == "Undo Typing", "TX-147 and the menu's title has it")
        manager.undo()
        #expect(field.text == "" && manager.canRedo, "TX-148 typing is undone together")
        manager.redo()
        #expect(field.text == "abc" && !manager.canRedo, "TX-149 and done again")
        manager.undo()
        try stage.play("type \"x\"")
        #expect(!manager.canRedo, "TX-150 a new change ends redoing")
        manager.removeAllActions()
        #expect(!manager.canUndo, "TX-151 an emptied manager")
        manager.disableUndoRegistration()
        try stage.play("type \"y\"")
        #expect(!manager.canUndo && field.text == "xy", "TX-152 changes without registration")
        manager.enableUndoRegistration()
        field.text = "set"
        #expect(!manager.canUndo, "TX-153 a program's text cannot be undone")
    }

    @Test("Keyboards and pasteboards")
    func keyboardsAndPasteboards() throws {
        let stage = TextStage()
        stage.host.keyboardHeight = 100
        let notes = Notes()
        let token = NotificationCenter.default.addObserver(
            forName: UIResponder.keyboardWillShowNotification, object: nil, queue: nil
        ) { note in
            let numbers = note.userInfo ?? [:]
            func number(_ key: String) -> Double { (numbers[key] as? NSNumber)?.doubleValue ?? -1 }
            func top(_ key: String) -> CGFloat { (numbers[key] as? NSValue)?.cgRectValue.minY ?? -1 }
            notes.values = [
                Double(top(UIResponder.keyboardFrameBeginUserInfoKey)),
                Double(top(UIResponder.keyboardFrameEndUserInfoKey)),
                number(UIResponder.keyboardAnimationDurationUserInfoKey),
                number(UIResponder.keyboardAnimationCurveUserInfoKey), number(UIResponder.keyboardIsLocalUserInfoKey),
            ]
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let field = stage.field("one")
        field.becomeFirstResponder()
        let values = notes.values
        try #require(values.count == 5)
        #expect(values[0] == 240, "TX-155 a keyboard comes from below")
        #expect(values[1] == 140, "TX-156 to the window's lower part")
        #expect(values[2] == 0.25, "TX-157 in 0.25 s")
        #expect(values[3] == 7, "TX-158 by curve 7")
        #expect(values[4] == 1, "TX-159 of this program")
        let board = UIPasteboard.general
        let before = board.changeCount
        board.string = "x"
        #expect(board.changeCount == before + 1, "TX-160 a change is counted")
        #expect(
            board.numberOfItems == 1 && board.types == ["public.utf8-plain-text"],
            "TX-161 a text is an item of one type")
        board.strings = ["a", "b"]
        #expect(board.numberOfItems == 2 && board.string == "a", "TX-162 several texts; the first is the text")
        board.url = URL(string: "https://mica.example")
        #expect(board.hasURLs && board.string == "https://mica.example", "TX-163 an address is a text, too")
        board.items = []
        #expect(!board.hasStrings && board.string == nil, "TX-164 an empty pasteboard")
        #expect(UIPasteboard.named(UIPasteboard.Name("none"), create: false) == nil, "TX-165 none of an unknown name")
    }

    /// The values of the last notification.
    // Safe because: notifications are posted and read on the main thread.
    private final class Notes: @unchecked Sendable {
        var values: [Double] = []
    }
}
