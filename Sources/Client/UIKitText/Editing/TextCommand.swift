import UIKitCore

/// A command that a key gives to a text view.
enum TextCommand {
    case move(CaretMovement, extending: Bool)
    case deleteBackward, deleteForward
    case delete(CaretMovement)
    case cut, copy, paste, selectAll
    case undo, redo
    case newline, tab, backtab
    /// The key types a letter, which follows as text.
    case letter

    /// The command of a key; nil for none.
    ///
    /// The modifiers of Linux (control) and of Apple's keyboards (alt, command) both work, because both kinds of
    /// keyboards are used. *Source*: Apple, "Mac keyboard shortcuts" (text); GTK, "Keyboard shortcuts" of GtkText.
    @MainActor init?(_ key: UIKey) {
        let flags = key.modifierFlags
        let (isShifted, isControl) = (flags.contains(.shift), flags.contains(.control))
        let (isAlt, isCommand) = (flags.contains(.alternate), flags.contains(.command))
        let byWord = isControl || isAlt
        func move(_ movement: CaretMovement) -> TextCommand { .move(movement, extending: isShifted) }
        switch key.keyCode {
        case .keyboardLeftArrow: self = move(isCommand ? .lineLeft : byWord ? .wordLeft : .left)
        case .keyboardRightArrow: self = move(isCommand ? .lineRight : byWord ? .wordRight : .right)
        case .keyboardUpArrow: self = move(isCommand ? .documentStart : byWord ? .paragraphStart : .up)
        case .keyboardDownArrow: self = move(isCommand ? .documentEnd : byWord ? .paragraphEnd : .down)
        case .keyboardHome: self = move(isControl ? .documentStart : .lineStart)
        case .keyboardEnd: self = move(isControl ? .documentEnd : .lineEnd)
        case .keyboardDeleteOrBackspace:
            self = isCommand ? .delete(.lineStart) : byWord ? .delete(.wordBackward) : .deleteBackward
        case Self.forwardDelete: self = isShifted ? .cut : byWord ? .delete(.wordForward) : .deleteForward
        case Self.insert where isShifted: self = .paste
        case Self.insert where isControl: self = .copy
        case .keyboardReturnOrEnter, Self.keypadEnter: self = .newline
        case .keyboardTab: self = isShifted ? .backtab : .tab
        default:
            guard isControl != isCommand else {
                guard !isControl, !key.characters.isEmpty else { return nil }
                self = .letter
                return
            }
            switch key.charactersIgnoringModifiers.lowercased() {
            case "a": self = .selectAll
            case "c": self = .copy
            case "v": self = .paste
            case "x": self = .cut
            case "z": self = isShifted ? .redo : .undo
            case "y": self = .redo
            default: return nil
            }
        }
    }

    private static let forwardDelete = UIKeyboardHIDUsage(rawValue: 0x4C)
    private static let insert = UIKeyboardHIDUsage(rawValue: 0x49)
    private static let keypadEnter = UIKeyboardHIDUsage(rawValue: 0x58)

    /// Whether holding the key repeats the command.
    var repeats: Bool {
        switch self {
        case .move, .deleteBackward, .deleteForward, .delete, .undo, .redo, .newline, .paste: true
        case .cut, .copy, .selectAll, .tab, .backtab, .letter: false
        }
    }
}

extension TextEditor {
    /// Carries out a command that needs nothing but the editor; false for others.
    func perform(_ command: TextCommand, canEdit: Bool) -> Bool {
        switch command {
        case .move(let movement, let extending): move(movement, extending: extending)
        case .deleteBackward: if canEdit { deleteBackward() }
        case .deleteForward: if canEdit { deleteForward() }
        case .delete(let movement): if canEdit { delete(to: movement) }
        case .undo: if canEdit { client.editingUndoManager?.undo() }
        case .redo: if canEdit { client.editingUndoManager?.redo() }
        default: return false
        }
        return true
    }
}
