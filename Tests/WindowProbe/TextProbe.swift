import CoreGraphics
import Foundation
import MicaWindow
import UIKit

/// A window with a field and a text view that prints the text, the selection and the composed text with each change:
/// `text [field|view]`. The named one is edited at first; without a name none is.
@MainActor
final class TextProbe: NSObject, UITextFieldDelegate, UITextViewDelegate {
    private let field = ProbeField(frame: CGRect(x: 20, y: 20, width: 280, height: 34))
    private let view = ProbeView(frame: CGRect(x: 20, y: 70, width: 280, height: 150))
    private var window: UIWindow?
    private static var shown: TextProbe?

    /// Shows the window.
    static func show(_ arguments: [String]) throws {
        let host = try LayerWindow(title: "WindowProbe", size: CGSize(width: 320, height: 240), isVisible: false)
        let first = WindowProbe.First()
        host.observeFrames { _ in if first.take() { WindowProbe.say("ready") } }
        let probe = TextProbe()
        shown = probe
        let window = UIWindow(host: host)
        probe.window = window
        window.backgroundColor = .white
        probe.field.borderStyle = .roundedRect
        probe.field.delegate = probe
        probe.view.delegate = probe
        probe.view.font = .systemFont(ofSize: 17)
        probe.view.allowsEditingTextAttributes = true
        window.addSubview(probe.field)
        window.addSubview(probe.view)
        window.makeKeyAndVisible()
        host.isVisible = true
        if arguments.first == "field" { probe.field.becomeFirstResponder() }
        if arguments.first == "view" { probe.view.becomeFirstResponder() }
    }

    func textFieldDidChangeSelection(_ textField: UITextField) { say("field", textField) }
    func textViewDidChangeSelection(_ textView: UITextView) { say("view", textView) }
    func textViewDidChange(_ textView: UITextView) { say("view", textView) }
    func textFieldDidBeginEditing(_ textField: UITextField) { WindowProbe.say("editing field") }
    func textViewDidBeginEditing(_ textView: UITextView) { WindowProbe.say("editing view") }

    /// Prints `NAME [TEXT] selected LOCATION LENGTH marked LOCATION LENGTH caret X Y WIDTH HEIGHT`; the caret is in the
    /// window.
    private func say(_ name: String, _ input: any UITextInput & UIView) {
        func numbers(_ range: UITextRange?) -> String {
            guard let range else { return "none" }
            let start = input.offset(from: input.beginningOfDocument, to: range.start)
            return "\(start) \(input.offset(from: range.start, to: range.end))"
        }
        let all = input.textRange(from: input.beginningOfDocument, to: input.endOfDocument)
        let text = all.flatMap { input.text(in: $0) } ?? ""
        var line =
            "\(name) [\(text)] selected \(numbers(input.selectedTextRange)) marked \(numbers(input.markedTextRange))"
        if let end = input.selectedTextRange?.end {
            let caret = input.convert(input.caretRect(for: end), to: nil)
            line += " caret \(Int(caret.minX)) \(Int(caret.minY)) \(Int(caret.width)) \(Int(caret.height))"
        }
        WindowProbe.say(line.replacing("\n", with: "\\n"))
    }
}

/// A field that prints what input methods do.
private final class ProbeField: UITextField {
    override func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
        WindowProbe.say("compose [\(markedText ?? "")] \(selectedRange.location) \(selectedRange.length)")
        super.setMarkedText(markedText, selectedRange: selectedRange)
    }
    override func insertText(_ text: String) {
        WindowProbe.say("insert [\(text)]")
        super.insertText(text)
    }
    /// Copies a picture of 6 x 4 if the text is `picture`.
    override func copy(_ sender: Any?) {
        guard text == "picture" else { return super.copy(sender) }
        UIPasteboard.general.image = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 4)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 6, height: 4))
        }
    }
}

/// A text view that prints what input methods do, and the attributes and pictures of pasted text.
private final class ProbeView: UITextView {
    override func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
        WindowProbe.say("compose [\(markedText ?? "")] \(selectedRange.location) \(selectedRange.length)")
        super.setMarkedText(markedText, selectedRange: selectedRange)
    }
    override func insertText(_ text: String) {
        WindowProbe.say("insert [\(text)]")
        super.insertText(text)
    }
    override func paste(_ sender: Any?) {
        super.paste(sender)
        let all = NSRange(location: 0, length: textStorage.length)
        unsafe textStorage.enumerateAttribute(.attachment, in: all, options: []) { attachment, range, _ in
            guard let size = (attachment as? NSTextAttachment)?.image?.size else { return }
            WindowProbe.say("picture \(range.location) \(Int(size.width)) \(Int(size.height))")
        }
        unsafe textStorage.enumerateAttribute(.font, in: all, options: []) { font, range, _ in
            guard let font = font as? UIFont else { return }
            let traits = font.fontDescriptor.symbolicTraits
            WindowProbe.say(
                "font \(range.location) \(range.length) \(Int(font.pointSize)) bold \(traits.contains(.traitBold))")
        }
    }
}
