import CoreGraphics
import Foundation
import UIKitCore

extension UITextView {
    /// The command of a key; nil for none. A text that is only read scrolls by arrows; with shift they select.
    final func command(_ key: UIKey?) -> TextCommand? {
        guard isFirstResponder, let command = key.flatMap({ TextCommand($0) }) else { return nil }
        if isEditable { return command }
        switch command {
        case .move(_, let extending): return extending ? command : nil
        case .letter: return nil
        default: return command
        }
    }

    /// A link was tapped: asks the delegate. *Source*: Apple,
    /// UITextViewDelegate.textView(_:shouldInteractWith:in:interaction:). Opening it is left to the program.
    final func open(_ link: (url: URL, range: Range<Int>)) {
        _ = delegate?.textView(self, shouldInteractWith: link.url, in: link.range.ns, interaction: .invokeDefaultAction)
    }
}

extension UITextView {
    /// An attachment was tapped: asks the delegate. *Source*: Apple,
    /// UITextViewDelegate.textView(_:shouldInteractWith:in:interaction:).
    final func open(_ attachment: NSTextAttachment, in range: Range<Int>) {
        _ = delegate?.textView(self, shouldInteractWith: attachment, in: range.ns, interaction: .invokeDefaultAction)
    }
}

extension UITextView: EditedView {
    /// Whether text can be selected.
    final var takesSelection: Bool { isSelectable }

    /// The menu of the delegate.
    final func editMenu(_ suggested: [UIMenuElement]) -> UIMenu? {
        delegate?.textView(self, editMenuForTextIn: editor.selection.range.ns, suggestedActions: suggested)
    }

    /// A new line.
    final func pressReturn() { if isEditable { insertText("\n") } }

    /// A tab.
    final func pressTab() { if isEditable { insertText("\t") } }

    /// Whether the view has a command for a key.
    package final func handles(_ key: UIKey) -> Bool { command(key) != nil }

    /// Repeats the command of a key that is held down.
    package final func repeatKey(_ key: UIKey) {
        if let command = command(key), command.repeats { perform(command) }
    }

    /// The caret's rectangle. *Space*: the window's.
    package final var textInputArea: CGRect {
        convert(parts.caretRect(TextOffset(editor.selection.head, editor.selection.side)), to: nil)
    }

    /// Whether the text can be edited.
    package final var takesText: Bool { isEditable }
}

extension UITextView: MeasuredContent {
    /// The distances of the first baseline from the top and of the last from the bottom.
    package final var measuredBaselines: (first: CGFloat, last: CGFloat) {
        let font = font ?? .systemFont(ofSize: 12)
        return (textContainerInset.top + font.ascender, textContainerInset.bottom - font.descender)
    }

    /// Whether the view is as high as its text.
    package final var heightFollowsWidth: Bool { !isScrollEnabled }

    /// The height of the text in a width, with the distances around it.
    package final func measuredHeight(forWidth width: CGFloat) -> CGFloat {
        parts.fittingSize(CGSize(width: width, height: 1e7)).height
    }
}

extension UITextView: AccessibilityKindHolder {
    /// A text view.
    package final var accessibilityKind: AccessibilityTree.Kind { .textView }
}

extension UITextView: TextLineSource {
    /// The line of a position. *Range*: units of UTF-16.
    final func lineRange(at position: Int) -> Range<Int> { layoutManager.caretLine(at: position, .after).range }
}

extension NSLayoutManager {
    /// The whole text for Core Text, to be measured in another width.
    final var measured: TextStorage { text(0..<count, wholeText: true).storage }

    /// The attachment of a letter; nil for none.
    final func attachment(at letter: Range<Int>?) -> NSTextAttachment? {
        guard let letter, let store = textStorage?.store, letter.lowerBound < store.count else { return nil }
        return store.runs.attributes(at: letter.lowerBound).0[.attachment] as? NSTextAttachment
    }

    /// The link of a letter; nil for none.
    final func link(at letter: Range<Int>?) -> (url: URL, range: Range<Int>)? {
        guard let letter, let store = textStorage?.store, letter.lowerBound < store.count else { return nil }
        if let found = detected.first(where: { $0.range.contains(letter.lowerBound) }) {
            return (found.url, found.range)
        }
        let (attributes, range) = store.runs.attributes(at: letter.lowerBound)
        switch attributes[.link] {
        case let url as URL: return (url, range)
        case let text as String: return URL(string: text).map { ($0, range) }
        default: return nil
        }
    }
}

extension UIDataDetectorTypes {
    /// The links of a text, by the rule of NSDataDetector: a telephone number is one to `tel:` and its digits.
    func links(in text: String) -> [(range: Range<Int>, url: URL)] {
        var kinds: NSTextCheckingResult.CheckingType = []
        if contains(.link) { kinds.insert(.detectedLink) }
        if contains(.phoneNumber) { kinds.insert(.detectedNumber) }
        guard let detector = try? NSDataDetector(types: kinds.rawValue) else { return [] }
        let length = text.utf16.count
        return detector.matches(in: text, range: NSRange(location: 0, length: length)).compactMap { result in
            let number = result.phoneNumber.map { "tel:" + $0.filter { $0.isNumber || $0 == "+" } }
            return (result.url ?? number.flatMap { URL(string: $0) }).map { (Range(result.range, in: length), $0) }
        }
    }
}
