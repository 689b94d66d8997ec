import CoreGraphics
import Foundation
import UIKitCore

extension UITextView {
    /// Carries out a key's command; false for none.
    final func perform(_ key: UIKey) -> Bool {
        guard let command = TextCommand(key) else { return false }
        if !isEditable {
            // A text that is only read scrolls by arrows; with shift they select.
            if case .move(_, let extending) = command, !extending { return false }
            if case .letter = command { return false }
        }
        if model.editor.perform(command, canEdit: isEditable) { return true }
        switch command {
        case .newline: if isEditable { insertText("\n") }
        case .tab: if isEditable { insertText("\t") }
        case .backtab: window?.keys.moveFocus(backwards: true)
        case .cut: if canPerformAction(EditAction.cut.selector, withSender: nil) { cut(nil) }
        case .copy: if canPerformAction(EditAction.copy.selector, withSender: nil) { copy(nil) }
        case .paste: if canPerformAction(EditAction.paste.selector, withSender: nil) { paste(nil) }
        case .selectAll: selectAll(nil)
        default: break
        }
        return true
    }

    /// A link was tapped: asks the delegate. *Source*: Apple,
    /// UITextViewDelegate.textView(_:shouldInteractWith:in:interaction:). Opening it is left to the program.
    final func open(_ link: (url: URL, range: Range<Int>)) {
        _ = delegate?.textView(self, shouldInteractWith: link.url, in: link.range.ns, interaction: .invokeDefaultAction)
    }
}

extension UITextView: TextKeyReceiver {
    /// Repeats the command of a key that is held down.
    package final func repeatKey(_ key: UIKey) {
        guard let command = TextCommand(key), command.repeats else { return }
        _ = perform(key)
    }

    /// The caret's rectangle. *Space*: the window's.
    package final var textInputArea: CGRect {
        let selection = model.editor.selection
        return convert(parts.caretRect(TextOffset(selection.head, selection.side)), to: nil)
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

/// Finds addresses of the web in a text: words that begin with http://, https:// or www. *Source*: our own rule; Apple's
/// detector finds more.
enum LinkDetector {
    static func links(in text: String) -> [(range: Range<Int>, url: URL)] {
        guard text.contains("://") || text.lowercased().contains("www.") else { return [] }
        var result: [(range: Range<Int>, url: URL)] = []
        var location = 0
        let closing: Set<Character> = [
            ".", ",", ";", ":", "!", "?", ")", "]", "}", "\"", "'", ">", "\u{201D}", "\u{2019}",
        ]
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isWhitespace || $0 == "<" }) {
            defer { location += part.utf16.count + 1 }
            let lower = part.lowercased()
            guard let start = ["http://", "https://", "www."].compactMap({ lower.range(of: $0)?.lowerBound }).min()
            else {
                continue
            }
            let skipped = lower.distance(from: lower.startIndex, to: start)
            var word = part.dropFirst(skipped)
            while let last = word.last, closing.contains(last), !(last == ")" && word.contains("(")) {
                word = word.dropLast()
            }
            let address = word.lowercased().hasPrefix("www.") ? "http://\(word)" : String(word)
            guard let url = URL(string: address), url.host?.contains(".") == true || url.host == "localhost" else {
                continue
            }
            let from = location + part.prefix(skipped).utf16.count
            result.append((from..<from + word.utf16.count, url))
        }
        return result
    }
}
