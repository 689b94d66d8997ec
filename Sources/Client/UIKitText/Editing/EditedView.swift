import Foundation
import UIKitCore

/// A view whose text an editor edits: the commands of the edit menu and of keys, which are the same for fields and text
/// views.
///
/// Programs override the members of `UITextInput` and of `UIResponder`, so that these are in the classes, and call the
/// ones here; Swift cannot override members of extensions.
@MainActor protocol EditedView: PointerMenuView, TextKeyReceiver, UITextInput {
    /// The editor of the text.
    var editor: TextEditor { get }
    /// Whether a person may select text.
    var takesSelection: Bool { get }
    /// The return key was pressed.
    func pressReturn()
    /// The tab key was pressed.
    func pressTab()
    /// Whether a paste keeps attributes.
    var allowsEditingTextAttributes: Bool { get }
    /// A piece of the text with all attributes that it is shown with except default colours; nil for a text that is
    /// copied without attributes.
    func richPiece(in range: Range<Int>) -> StyledText?
    /// What a finger does with the text.
    var touchSelection: TouchSelection { get }
    /// The edit menu as the program's delegate wants it; nil for the suggested actions.
    func editMenu(_ suggested: [UIMenuElement]) -> UIMenu?
}

extension EditedView {
    /// The commands as a list, for a mouse's second button.
    package func pointerMenu(at point: CGPoint) -> UIMenu? { touchSelection.pointerMenu(at: point) }

    /// True if a person may edit or select the text.
    package var showsTextPointer: Bool { takesText || takesSelection }

    /// Whether a command of the edit menu can be carried out now. A secret is neither copied nor cut.
    func canPerform(_ action: EditAction) -> Bool {
        let hasSelection = !editor.selection.isCaret
        return switch action {
        case .copy: hasSelection && !isSecureTextEntry
        case .cut: hasSelection && takesText && !isSecureTextEntry
        case .delete: hasSelection && takesText
        case .paste: takesText && (UIPasteboard.general.hasStrings || hasRichPaste || hasPicturePaste)
        case .select: takesSelection && hasText && !hasSelection
        case .selectAll: takesSelection && hasText && editor.selection.range != 0..<editor.client.textLength
        }
    }

    /// Carries out a command of the edit menu. A program may select where a person may not.
    func perform(_ action: EditAction, _ sender: Any?) {
        let selected = editor.selection.range
        switch action {
        case .copy: if canPerform(.copy) { copyText(in: selected) }
        case .cut:
            guard canPerform(.cut) else { return }
            copy(sender)
            editor.delete(selected)
        case .delete: if canPerform(.delete) { editor.delete(selected) }
        case .paste:
            guard takesText, let piece = pasted else { return }
            editor.replace(editor.marked ?? selected, with: piece)
        case .select:
            let word = editor.range(of: .word, at: editor.selection.head)
            editor.select(TextSelection(from: word.lowerBound, to: word.upperBound, .before))
        case .selectAll: editor.select(TextSelection(from: 0, to: editor.client.textLength, .before))
        }
    }

    /// Carries out a key's command. Those of the edit menu go by the view's methods, which a program may override.
    func perform(_ command: TextCommand) {
        if editor.perform(command, canEdit: takesText) {
            if case .move(_, extending: true) = command { ownPrimarySelection() }
            return
        }
        switch command {
        case .newline: pressReturn()
        case .tab: pressTab()
        case .backtab: window?.keys.moveFocus(backwards: true)
        case .cut: if canPerformAction(EditAction.cut.selector, withSender: nil) { cut(nil) }
        case .copy: if canPerformAction(EditAction.copy.selector, withSender: nil) { copy(nil) }
        case .paste: if canPerformAction(EditAction.paste.selector, withSender: nil) { paste(nil) }
        case .selectAll:
            selectAll(nil)
            ownPrimarySelection()
        default: break
        }
    }
}
