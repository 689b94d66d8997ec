import Foundation
import UIKitCore

/// A command of the edit menu.
enum EditAction: String {
    case cut = "cut:"
    case copy = "copy:"
    case paste = "paste:"
    case select = "select:"
    case selectAll = "selectAll:"
    case delete = "delete:"

    /// The command with a selector's name; nil for another selector.
    init?(_ selector: Selector) { self.init(rawValue: NSStringFromSelector(selector)) }

    /// The command's selector.
    var selector: Selector { Selector(rawValue) }
}

/// Selecting by a mouse: once by letters, twice by words, three times by paragraphs.
struct ClickSelection {
    /// The unit that was pressed; nil if the mouse is not down.
    var first: Range<Int>?
    private var unit = TextEditor.Unit.letter

    /// A press.
    ///
    /// - Parameter count: The number of presses in a row.
    @MainActor mutating func press(
        _ editor: TextEditor, _ found: (position: Int, side: CaretSide), count: Int, extending: Bool
    ) {
        editor.unmark()
        unit = count >= 3 ? .paragraph : count == 2 ? .word : .letter
        if extending, unit == .letter {
            first = editor.selection.anchor..<editor.selection.anchor
            return editor.select(TextSelection(from: editor.selection.anchor, to: found.position, found.side))
        }
        let pressed = editor.range(of: unit, at: found.position)
        first = pressed
        if unit == .letter {
            editor.select(TextSelection(at: found.position, found.side))
        } else {
            editor.select(TextSelection(from: pressed.lowerBound, to: pressed.upperBound, .before))
        }
    }

    /// A drag to a position.
    @MainActor func drag(_ editor: TextEditor, _ found: (position: Int, side: CaretSide)) {
        guard let first else { return }
        editor.select(from: first, to: found.position, found.side, by: unit)
    }
}
