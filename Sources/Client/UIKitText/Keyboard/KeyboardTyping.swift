import UIKitCore

/// The state of a keyboard on the screen: its page, language and shift, and the effects of its keys on the first responder.
///
/// A key changes the text, and the text's change comes back as `followCaret()`, so that this is an object.
@MainActor final class KeyboardTyping {
    /// Whether letters are capitals.
    enum Shift: Hashable {
        case off
        /// For one letter. An automatic shift goes when the caret moves.
        case once(isAutomatic: Bool)
        case locked
    }

    private(set) weak var input: (any UIKeyInput)?
    private(set) var page = KeyboardPage.letters
    private(set) var shift = Shift.off
    private(set) var language = 0
    /// The time of the last press on shift: a second one within 0.3 s locks it. *Units*: seconds of media time.
    private var shiftTime = -Double.infinity

    // MARK: The first responder

    /// Types into a view from now on.
    func begin(_ input: any UIKeyInput) {
        if self.input !== input {
            self.input = input
            page = KeyboardPlan.firstPage(of: input.keyboardType)
            shift = .off
        } else if (page == .pad) != (KeyboardPlan.firstPage(of: input.keyboardType) == .pad) {
            page = KeyboardPlan.firstPage(of: input.keyboardType)
        }
        let layouts = ScreenKeyboard.layouts
        language = min(language, layouts.count - 1)
        // *Source*: Apple, UIKeyboardType.asciiCapable: "displays standard ASCII characters".
        let isPlain =
            input.keyboardType == .asciiCapable || input.keyboardType == .emailAddress || input.keyboardType == .URL
        if isPlain, !layouts[language].isLatin { language = layouts.firstIndex(where: \.isLatin) ?? language }
        followCaret()
    }

    /// The layout in use.
    var layout: KeyboardLanguage {
        let layouts = ScreenKeyboard.layouts
        return layouts[min(language, layouts.count - 1)]
    }

    /// Whether letters are typed as capitals.
    var isShifted: Bool { shift != .off || input?.autocapitalizationType == .allCharacters }

    /// Whether the return key does nothing, as the view has no text yet.
    var isReturnDisabled: Bool { input.map { $0.enablesReturnKeyAutomatically && !$0.hasText } ?? true }

    /// Sets an automatic shift at the beginning of a sentence or a word, as the view wants it.
    func followCaret() {
        switch shift {
        case .locked, .once(isAutomatic: false): return
        default: shift = startsWithCapital ? .once(isAutomatic: true) : .off
        }
    }

    private var startsWithCapital: Bool {
        guard let input, !input.isSecureTextEntry else { return false }
        switch input.autocapitalizationType {
        case .none, .allCharacters: return false
        case .words: return before(2).last.map { $0.isWhitespace } ?? true
        case .sentences:
            let text = before(32)
            guard let last = text.last else { return true }
            if last.isNewline { return true }
            guard last.isWhitespace else { return false }
            return text.last { !$0.isWhitespace }.map { ".!?…".contains($0) } ?? true
        }
    }

    /// Some characters before the caret; of an input without positions, one that stands for any.
    private func before(_ count: Int) -> String {
        guard let input = input as? any UITextInput else { return input?.hasText == true ? "x" : "" }
        guard let caret = input.selectedTextRange?.start else { return "" }
        let start = input.position(from: caret, offset: -count) ?? input.beginningOfDocument
        return input.textRange(from: start, to: caret).flatMap { input.text(in: $0) } ?? ""
    }

    // MARK: Keys

    /// The text that a key types now.
    func text(of key: KeyboardKey) -> String {
        page == .letters && isShifted && key.text.count == 1 ? layout.capital(key.text) : key.text
    }

    /// Types a text, by the window's way of entered text. Text that an input method composes is committed first.
    func type(_ text: String, in window: UIWindow?) {
        guard let input = editedInput(in: window) else { return }
        commit(input)
        window?.keys.insert(text)
        if case .once = shift { shift = .off }
        followCaret()
    }

    /// Carries out a key that types no letter.
    func perform(_ role: KeyboardKey.Role, at time: Double, in window: UIWindow?) {
        switch role {
        case .text, .none: return
        case .shift:
            shift = time - shiftTime < 0.3 ? .locked : shift == .off ? .once(isAutomatic: false) : .off
            shiftTime = time
        case .page(let next): page = next
        case .language:
            language = (language + 1) % ScreenKeyboard.layouts.count
            page = .letters
        case .space:
            type(" ", in: window)
            if page != .pad { page = .letters }
        case .delete:
            guard let input = editedInput(in: window) else { return }
            edit(input, .deleteBackward) { $0.deleteBackward() }
            followCaret()
        case .return:
            guard !isReturnDisabled, let input = editedInput(in: window) else { return }
            commit(input)
            edit(input, .newline) { $0.insertText("\n") }
            followCaret()
        case .dismiss: window?.endEditing(true)
        }
    }

    /// The view to type into while it is the window's first responder: a keyboard that moves out edits nothing.
    private func editedInput(in window: UIWindow?) -> (any UIKeyInput)? {
        window?.firstResponder === input ? input : nil
    }

    /// Takes the text that an input method composes as entered.
    private func commit(_ input: any UIKeyInput) {
        if let input = input as? any UITextInput, input.markedTextRange != nil { input.unmarkText() }
    }

    /// UIKit's text views have commands; a program's own view has the methods of UIKeyInput.
    private func edit(_ input: any UIKeyInput, _ command: TextCommand, _ plain: (any UIKeyInput) -> Void) {
        if let view = input as? any EditedView { view.perform(command) } else { plain(input) }
    }
}
