import Foundation

/// A host of windows that enters text: it shows input methods, and has a clipboard.
package protocol TextInputHost: AnyObject {
    /// The entry of text has begun, moved or ended.
    ///
    /// - Parameter state: nil if no view takes text.
    @MainActor func textInputChanged(_ state: TextInputState?)
    /// The program has taken or removed the text that an input method composes: the method forgets it.
    @MainActor func endComposition()
    /// The text of the system's clipboard; nil for none.
    @MainActor var clipboardText: String? { get set }
    /// The system's clipboard with content of several types; nil where there is only text.
    @MainActor var clipboard: (any DesktopClipboard)? { get }
    /// The text that was selected last in any program, which the middle button pastes; nil for none. *Source*: X11's
    /// selection PRIMARY, Inter-Client Communication Conventions Manual, section 2.6.1.
    @MainActor var primarySelection: String? { get set }
    /// The height of the host's keyboard on the screen; 0 where there are keys. *Units*: points.
    @MainActor var keyboardHeight: CGFloat { get }
}

extension TextInputHost {
    /// None.
    @MainActor package var clipboard: (any DesktopClipboard)? { nil }
    /// 0: a desktop has keys.
    @MainActor package var keyboardHeight: CGFloat { 0 }
}

/// The entry of text into a view.
package struct TextInputState: Sendable, Hashable {
    /// The caret's rectangle, beside which input methods show their candidates. *Space*: the window's content, in
    /// points.
    package var area: CGRect
    /// Whether the text is a secret: no record of events has it.
    package var isSecret: Bool
    /// The rectangle of a keyboard that the program draws; null for none. *Space*: as of `area`.
    package var keyboard: CGRect

    /// Makes a state.
    package init(area: CGRect, isSecret: Bool, keyboard: CGRect = .null) {
        (self.area, self.isSecret, self.keyboard) = (area, isSecret, keyboard)
    }
}

extension WindowEvent {
    /// The event as a line of a script, for a record of events. Of text that is a secret, of keys that type it, and of
    /// touches on a drawn keyboard that type it, the line has only the kind.
    ///
    /// - Parameter entry: The entry of text at the time; nil if no view takes text.
    package func recordedLine(during entry: TextInputState?) -> String {
        guard let entry, entry.isSecret else { return scriptLine }
        switch content {
        case .text, .composition: return "# text is entered into a secure field"
        case .pointer(let pointer) where entry.keyboard.contains(pointer.position):
            return "# a key on the screen is touched for a secure field"
        case .key(let key) where !key.characters.isEmpty || !key.unmodifiedCharacters.isEmpty:
            return "# a key is \(key.isPressed ? "pressed" : "released") in a secure field"
        default: return scriptLine
        }
    }
}
