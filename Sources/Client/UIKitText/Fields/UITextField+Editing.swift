import CoreGraphics
import Foundation
import UIKitCore

extension UITextField {
    /// The font, which is never nil.
    final var shownFont: UIFont { font ?? .systemFont(ofSize: 17) }

    /// The attributes with which text is drawn.
    final var drawnAttributes: Attributes { defaultTextAttributes }

    /// The rectangle of the text at present.
    final var shownTextRect: CGRect {
        isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    }

    // MARK: Keys

    /// The command of a key; nil for none, and while the field is not edited.
    final func command(_ key: UIKey?) -> TextCommand? { isEditing ? key.flatMap { TextCommand($0) } : nil }

    /// The return key: asks the delegate, then sends the events of return. If any receiver takes `editingDidEndOnExit`,
    /// editing ends. *Source*: Apple, UIControl.Event.editingDidEndOnExit; "Did End On Exit" ends editing, as many
    /// report; the order of the two events is assumed.
    final func pressReturn() {
        editor.unmark()
        if enablesReturnKeyAutomatically, !hasText { return }
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        let endsOnExit = allControlEvents.contains(.editingDidEndOnExit)
        sendActions(for: .editingDidEndOnExit)
        sendActions(for: .primaryActionTriggered)
        if endsOnExit, isFirstResponder { resignFirstResponder() }
    }

    /// The clear button: empties the text, if the delegate allows it. *Source*: Apple,
    /// UITextFieldDelegate.textFieldShouldClear(_:).
    final func clear() {
        guard delegate?.textFieldShouldClear(self) ?? true else { return }
        if !isEditing { becomeFirstResponder() }
        editor.setMarked(nil)
        editor.change(0..<model.textLength, StyledText(), .other)
    }

    // MARK: Touches

    /// A press of a mouse, or a tap: begins editing, and selects by its count. With shift it extends the selection of a
    /// field that is edited already.
    final func press(_ touch: UITouch, _ event: UIEvent?) {
        let isFirst = !isEditing
        guard !isFirst || becomeFirstResponder() else { return }
        // The press that enters a secure field does not end the replacement of its text.
        let replacesAll = isFirst && editor.replacesAll
        let extending = !isFirst && event?.modifierFlags.contains(.shift) == true
        let found = parts.position(at: touch.location(in: self))
        clicks.press(editor, found, count: touch.tapCount, extending: extending)
        editor.replacesAll = replacesAll
    }

    /// A drag of a mouse: extends the selection.
    final func drag(_ touch: UITouch) {
        guard isEditing, clicks.first != nil else { return }
        let found = parts.position(at: touch.location(in: self))
        clicks.drag(editor, found)
    }
}

extension UITextField: EditedView {
    /// True: a program has no setting for it.
    final var takesSelection: Bool { true }

    /// The menu of the delegate.
    final func editMenu(_ suggested: [UIMenuElement]) -> UIMenu? {
        delegate?.textField(
            self, editMenuForCharactersIn: editor.selection.range.ns, suggestedActions: suggested)
    }

    /// To the next view that takes the focus.
    final func pressTab() { window?.keys.moveFocus(backwards: false) }

    /// Whether the field has a command for a key.
    package final func handles(_ key: UIKey) -> Bool { command(key) != nil }

    /// Repeats the command of a key that is held down.
    package final func repeatKey(_ key: UIKey) {
        guard let command = command(key), command.repeats else { return }
        if case .newline = command { return }
        perform(command)
    }

    /// The caret's rectangle. *Space*: the window's.
    package final var textInputArea: CGRect {
        convert(parts.caretRect(TextOffset(editor.selection.head, editor.selection.side)), to: nil)
    }

    /// Whether the field is enabled.
    package final var takesText: Bool { isEnabled }
}

extension UITextField: MeasuredContent {
    /// The distances of the baseline from the top and the bottom.
    package final var measuredBaselines: (first: CGFloat, last: CGFloat) {
        let font = shownFont
        let height = parts.fittingSize(.zero).height
        let top = (height - font.lineHeight) / 2 + font.ascender
        return (top, height - top)
    }

    /// False: a field has one line.
    package final var heightFollowsWidth: Bool { false }

    /// The height of a line with its surroundings.
    package final func measuredHeight(forWidth width: CGFloat) -> CGFloat { parts.fittingSize(.zero).height }
}

extension UITextField: AccessibilityKindHolder {
    /// A field, which may be secure or for searches.
    package final var accessibilityKind: AccessibilityTree.Kind {
        if isSecureTextEntry { return .secureTextField }
        return accessibilityTraits.contains(.searchField) ? .searchField : .textField
    }
}

extension UITextField {
    /// Reads the values of a field.
    final func readField(_ coder: NSCoder) {
        coder.readFlag(forKey: "UISecureTextEntry") { isSecureTextEntry = $0 }
        if let font = coder.optionalObject(of: UIFont.self, forKey: "UIFont") { self.font = font }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UITextColor") { textColor = color }
        func number(_ key: String, _ set: (Int) -> Void) {
            if coder.containsValue(forKey: key) { set(coder.decodeInteger(forKey: key)) }
        }
        number("UITextAlignment") { textAlignment = NSTextAlignment(rawValue: $0) ?? .natural }
        number("UIBorderStyle") { borderStyle = BorderStyle(rawValue: $0) ?? .none }
        number("UIClearButtonMode") { clearButtonMode = ViewMode(rawValue: $0) ?? .never }
        number("UIKeyboardType") { keyboardType = UIKeyboardType(rawValue: $0) ?? .default }
        number("UIReturnKeyType") { returnKeyType = UIReturnKeyType(rawValue: $0) ?? .default }
        number("UIAutocapitalizationType") {
            autocapitalizationType = UITextAutocapitalizationType(rawValue: $0) ?? .sentences
        }
        number("UIAutocorrectionType") { autocorrectionType = UITextAutocorrectionType(rawValue: $0) ?? .default }
        coder.readFlag(forKey: "UIClearsOnBeginEditing") { clearsOnBeginEditing = $0 }
        coder.readFlag(forKey: "UIAdjustsFontSizeToFit") { adjustsFontSizeToFitWidth = $0 }
        coder.readNumber(forKey: "UIMinimumFontSize") { minimumFontSize = $0 }
        placeholder = coder.optionalText(forKey: "UIPlaceholder")
        if let styled = coder.styledText(forKey: "UIAttributedPlaceholder") { attributedPlaceholder = styled }
        if let text = coder.optionalText(forKey: "UIText") { self.text = text }
        if let styled = coder.styledText(forKey: "UIAttributedText") { attributedText = styled }
        background = coder.optionalObject(of: UIImage.self, forKey: "UIBackground")
        disabledBackground = coder.optionalObject(of: UIImage.self, forKey: "UIDisabledBackground")
        contentChanged()
    }

    /// Writes the values of a field, without the text of a secure one.
    final func writeField(_ coder: NSCoder) {
        coder.encode(isSecureTextEntry, forKey: "UISecureTextEntry")
        coder.encodeOptional(font, forKey: "UIFont")
        coder.encodeOptional(textColor, forKey: "UITextColor")
        let numbers = [
            "UITextAlignment": textAlignment.rawValue, "UIBorderStyle": borderStyle.rawValue,
            "UIClearButtonMode": clearButtonMode.rawValue, "UIKeyboardType": keyboardType.rawValue,
            "UIReturnKeyType": returnKeyType.rawValue, "UIAutocapitalizationType": autocapitalizationType.rawValue,
            "UIAutocorrectionType": autocorrectionType.rawValue,
        ]
        for (key, value) in numbers { coder.encode(value, forKey: key) }
        coder.encode(clearsOnBeginEditing, forKey: "UIClearsOnBeginEditing")
        coder.encode(adjustsFontSizeToFitWidth, forKey: "UIAdjustsFontSizeToFit")
        coder.encode(Double(minimumFontSize), forKey: "UIMinimumFontSize")
        coder.encodeOptional(placeholder, forKey: "UIPlaceholder")
        if let attributedPlaceholder { coder.encode(styled: attributedPlaceholder, forKey: "UIAttributedPlaceholder") }
        if !isSecureTextEntry {
            coder.encodeOptional(text, forKey: "UIText")
            if model.isStyled, let attributedText { coder.encode(styled: attributedText, forKey: "UIAttributedText") }
        }
        coder.encodeOptional(background, forKey: "UIBackground")
        coder.encodeOptional(disabledBackground, forKey: "UIDisabledBackground")
    }
}
