import Foundation

/// A host of windows that enters text: it shows input methods, and has a clipboard.
package protocol TextInputHost: AnyObject {
    /// The entry of text has begun, moved or ended.
    ///
    /// - Parameter state: nil if no view takes text.
    @MainActor func textInputChanged(_ state: TextInputState?)
    /// The text of the system's clipboard; nil for none.
    @MainActor var clipboardText: String? { get set }
    /// The height of the host's keyboard on the screen; 0 where there are keys. *Units*: points.
    @MainActor var keyboardHeight: CGFloat { get }
}

extension TextInputHost {
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

    /// Makes a state.
    package init(area: CGRect, isSecret: Bool) { (self.area, self.isSecret) = (area, isSecret) }
}

extension WindowEvent {
    /// The event as a line of a script, for a record of events. Of text that is a secret, and of keys that type it, the
    /// line has only the kind.
    package func recordedLine(isSecret: Bool) -> String {
        guard isSecret else { return scriptLine }
        switch content {
        case .text, .composition: return "# text is entered into a secure field"
        case .key(let key) where !key.characters.isEmpty || !key.unmodifiedCharacters.isEmpty:
            return "# a key is \(key.isPressed ? "pressed" : "released") in a secure field"
        default: return scriptLine
        }
    }
}
