import Foundation
import UIKitCore

/// A selection: from the end that stays to the end that moves, where the caret is.
struct TextSelection: Equatable {
    /// The end that stays while the selection is extended.
    var anchor: Int
    /// The end that moves.
    var head: Int
    /// The letter that the caret is with.
    var side = CaretSide.after

    /// A caret.
    init(at position: Int, _ side: CaretSide = .after) { (anchor, head, self.side) = (position, position, side) }

    /// A selection between two positions.
    init(from anchor: Int, to head: Int, _ side: CaretSide = .after) {
        (self.anchor, self.head, self.side) = (anchor, head, side)
    }

    /// The selected part of the text.
    var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
    /// Whether it is a caret.
    var isCaret: Bool { anchor == head }
}

/// The view that a text editor works for: it has the text and its layout.
@MainActor protocol TextEditorClient: AnyObject {
    /// The number of units of UTF-16.
    var textLength: Int { get }
    /// Units of the text.
    func units(in range: Range<Int>) -> [UInt16]
    /// A piece of the text with its attributes.
    func piece(in range: Range<Int>) -> StyledText
    /// Replaces a part of the text, and lays out the changed part anew.
    func replace(_ range: Range<Int>, with piece: StyledText)
    /// Whether the text may be changed so, and by which text: asks the delegate.
    func allows(_ range: Range<Int>, _ text: String) -> Bool
    /// A text to insert, as the view takes it: in one line, for a field.
    func accepted(_ text: String) -> String
    /// The attributes of typed text.
    var attributesOfTyping: Attributes { get }
    /// The text is about to change by an edit.
    func textWillChange()
    /// The text was changed by an edit.
    func textDidChange()
    /// The selection is about to change.
    func selectionWillChange()
    /// The selection has changed.
    func selectionDidChange()
    /// The manager of undoing.
    var editingUndoManager: UndoManager? { get }
    /// Whether words and lines of the text are a secret.
    var hidesText: Bool { get }
    /// The line of a position.
    func line(at position: Int, _ side: CaretSide) -> CaretLine
    /// The line above or below another; nil for none.
    func line(besides line: CaretLine, below: Bool) -> CaretLine?
}

/// Edits the text of a view: selection, typing, deleting, composing, undoing. Both kinds of text views use it.
///
/// *Units*: positions count units of UTF-16.
@MainActor final class TextEditor {
    unowned let client: any TextEditorClient
    /// The selection.
    private(set) var selection = TextSelection(at: 0)
    /// The composed text; nil for none.
    private(set) var marked: Range<Int>?
    /// The place that a caret which moves up and down aims at. *Space*: the layout's.
    var goal: Double?
    /// The last change, if the next one may become a part of it.
    var run: TypingRun?
    /// Whether the next typed text replaces all, until another selection is made. *Source*: UITextField.h,
    /// clearsOnInsertion: "changing the selection will automatically set this to NO".
    var replacesAll = false

    init(_ client: any TextEditorClient) { self.client = client }

    /// The bounds of letters and words of the text.
    var breaks: TextBreaks {
        TextBreaks(count: client.textLength) { [unowned client] in client.units(in: $0) }
    }

    // MARK: Selection

    /// Selects a part of the text. Positions outside it count as its ends, and those within a letter as its beginning.
    ///
    /// - Parameter endsRun: Whether typing that follows is undone apart from typing before.
    func select(_ new: TextSelection, endsRun: Bool = true) {
        var new = new
        new.anchor = bound(new.anchor)
        new.head = bound(new.head)
        replacesAll = false
        if endsRun { (run, goal) = (nil, nil) }
        guard new != selection else { return }
        if new.anchor == selection.anchor, new.head == selection.head {
            selection = new
            client.selectionDidChange()
            return
        }
        client.selectionWillChange()
        selection = new
        client.selectionDidChange()
    }

    private func bound(_ position: Int) -> Int {
        let position = min(max(position, 0), client.textLength)
        guard position > 0, position < client.textLength, !client.hidesText else { return position }
        // A program may select within a letter, but not between the units of one scalar.
        let units = client.units(in: position - 1..<position + 1)
        return UTF16.isTrailSurrogate(units[1]) && UTF16.isLeadSurrogate(units[0]) ? position - 1 : position
    }

    /// The program has set another text: the selection is a caret at its end, and nothing can be undone.
    func textWasSet() {
        (run, marked, goal, replacesAll) = (nil, nil, nil, false)
        client.editingUndoManager?.removeAllActions(withTarget: self)
        selection = TextSelection(at: client.textLength)
    }

    /// The program has changed a part of the text by itself: moves the selection with it.
    func textWasReplaced(_ range: Range<Int>, by count: Int) {
        run = nil
        func moved(_ position: Int) -> Int {
            if position <= range.lowerBound { return position }
            if position >= range.upperBound { return position - range.count + count }
            return range.lowerBound + count
        }
        if let old = marked { marked = moved(old.lowerBound)..<moved(old.upperBound) }
        if marked?.isEmpty == true { marked = nil }
        selection = TextSelection(from: moved(selection.anchor), to: moved(selection.head), selection.side)
    }

    // MARK: Typing

    /// The part of the text that typed text replaces.
    private var replaced: Range<Int> { marked ?? selection.range }

    /// A text as it is inserted: accepted by the view, and with the attributes of typed text.
    func typed(_ text: String) -> StyledText { StyledText(client.accepted(text), client.attributesOfTyping) }

    /// The text in a range.
    func string(in range: Range<Int>) -> String { String(units: client.units(in: range)) }

    /// Inserts typed text in place of the marked text or the selection.
    func insert(_ text: String) {
        let text = client.accepted(text)
        // The delegate may change the text before it allows the insertion, so that the place is read again.
        guard !(text.isEmpty && replaced.isEmpty), client.allows(replaced, text) else { return }
        let (range, kind) = (replaced, marked == nil ? TypingRun.Kind.typing : .composing)
        marked = nil
        change(range, StyledText(text, client.attributesOfTyping), kind)
    }

    /// Replaces a part of the text, as by an input method or a paste: with the caret after it.
    func replace(_ range: Range<Int>, with piece: StyledText, _ kind: TypingRun.Kind = .other) {
        guard !(piece.units.isEmpty && range.isEmpty), client.allows(range, piece.string) else { return }
        marked = nil
        change(range, piece, kind)
    }

    /// Deletes a part of the text.
    func delete(_ range: Range<Int>) {
        guard !range.isEmpty, client.allows(range, "") else { return }
        marked = nil
        change(range, StyledText(), .deleting)
    }

    /// Deletes the selection, or else the letter before the caret.
    func deleteBackward() {
        if let marked { return delete(marked) }
        guard selection.isCaret else { return delete(selection.range) }
        delete(breaks.letterStart(before: selection.head)..<selection.head)
    }

    /// Deletes the selection, or else the letter after the caret.
    func deleteForward() {
        guard selection.isCaret else { return delete(selection.range) }
        delete(selection.head..<breaks.letterEnd(after: selection.head))
    }

    /// Deletes the selection, or else from the caret to another place.
    func delete(to movement: CaretMovement) {
        guard selection.isCaret else { return delete(selection.range) }
        let target = destination(of: movement)
        delete(min(target.position, selection.head)..<max(target.position, selection.head))
    }

    // MARK: Composing

    /// Puts a composed text in place of the marked one or the selection.
    ///
    /// - Parameter selected: The selection within it; clamped to it.
    func mark(_ text: String, selected: NSRange) {
        if replacesAll { select(TextSelection(from: 0, to: client.textLength)) }
        let piece = typed(text)
        guard client.allows(replaced, piece.string) else { return }
        let range = replaced
        marked = nil
        if range.isEmpty, piece.units.isEmpty { return }
        change(range, piece, .composing, marking: Range(selected, in: piece.units.count))
    }

    /// Sets the marked part, without a change of the text.
    func setMarked(_ range: Range<Int>?) { marked = range }

    /// Takes the marked text as entered.
    func unmark() {
        guard marked != nil else { return }
        marked = nil
        run?.kind = .typing
        client.selectionDidChange()
    }
}
