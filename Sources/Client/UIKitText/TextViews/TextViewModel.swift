import CoreGraphics
import Foundation
import UIKitCore

/// The editor of a text view, and its way to the view's storage and layout.
@MainActor final class TextViewModel: TextEditorClient {
    unowned let view: UITextView
    private(set) lazy var editor = TextEditor(self)
    let undo = UndoManager()
    /// Whether the editor changes the text, rather than the program.
    private(set) var isEditing = false

    init(_ view: UITextView) { self.view = view }

    private var storage: NSTextStorage { view.textStorage }

    var textLength: Int { storage.store.count }
    func units(in range: Range<Int>) -> [UInt16] { storage.store.buffer.units(in: range) }
    func piece(in range: Range<Int>) -> StyledText { storage.store.piece(in: range) }

    func replace(_ range: Range<Int>, with piece: StyledText) {
        isEditing = true
        storage.beginEditing()
        storage.replaceCharacters(in: range.ns, with: piece.string)
        var location = range.lowerBound
        for run in piece.runs {
            storage.setAttributes(run.attributes, range: NSRange(location: location, length: run.count))
            location += run.count
        }
        storage.endEditing()
        isEditing = false
    }

    func allows(_ range: Range<Int>, _ text: String) -> Bool {
        guard let delegate = view.delegate else { return true }
        return delegate.textView(view, shouldChangeTextIn: range.ns, replacementText: text)
    }

    func accepted(_ text: String) -> String { text }
    var attributesOfTyping: Attributes { view.typingAttributes }
    func textWillChange() { view.inputDelegate?.textWillChange(view) }
    func textDidChange() {
        view.inputDelegate?.textDidChange(view)
        view.textWasEdited()
    }
    func selectionWillChange() { view.inputDelegate?.selectionWillChange(view) }
    func selectionDidChange() {
        view.inputDelegate?.selectionDidChange(view)
        view.selectionWasChanged()
    }
    var editingUndoManager: UndoManager? { view.undoManager }
    var hidesText: Bool { false }
    func line(at position: Int, _ side: CaretSide) -> CaretLine { view.layoutManager.caretLine(at: position, side) }
    func line(besides line: CaretLine, below: Bool) -> CaretLine? {
        view.layoutManager.caretLine(besides: line, below: below)
    }
}
