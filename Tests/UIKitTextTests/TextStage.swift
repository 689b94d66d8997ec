import CoreGraphics
import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import UIKit

/// A window without a screen, with views of text in it, and their reports, in order.
@MainActor final class TextStage: NSObject, UITextFieldDelegate {
    let host: ScriptedWindow
    let window: UIWindow
    private(set) var log: [String] = []
    var refuses: Set<String> = []
    /// Whether the names of notifications and events are in the log.
    var noise = true
    private var observers: [NSObjectProtocol] = []

    init(_ size: CGSize = CGSize(width: 320, height: 240), scale: CGFloat = 1) {
        host = ScriptedWindow(size: size, scale: scale, threads: 1)
        window = UIWindow(host: host)
        window.backgroundColor = .white
        super.init()
        window.makeKeyAndVisible()
    }

    /// Adds a field that reports to the stage.
    func field(_ text: String = "", _ frame: CGRect = CGRect(x: 20, y: 20, width: 200, height: 34)) -> UITextField {
        let field = UITextField(frame: frame)
        field.borderStyle = .roundedRect
        field.text = text
        field.delegate = self
        window.addSubview(field)
        return field
    }

    /// Reports control events and notifications of a field, too.
    func listen(to field: UITextField) {
        let events: [(UIControl.Event, String)] = [
            (.editingDidBegin, "event:begin"), (.editingChanged, "event:changed"), (.editingDidEnd, "event:end"),
            (.editingDidEndOnExit, "event:exit"), (.primaryActionTriggered, "event:primary"),
        ]
        for (event, name) in events {
            field.addAction(UIAction { [weak self] _ in self?.log.append(name) }, for: event)
        }
        let names: [(NSNotification.Name, String)] = [
            (UITextField.textDidBeginEditingNotification, "note:begin"),
            (UITextField.textDidChangeNotification, "note:changed"),
            (UITextField.textDidEndEditingNotification, "note:end"),
        ]
        for (name, word) in names {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: field, queue: nil) { [weak self] _ in
                    MainActor.assumeIsolated { self?.log.append(word) }
                })
        }
    }

    /// Plays a script, and returns the reports meanwhile.
    @discardableResult
    func play(_ script: String) throws -> String {
        log = []
        try host.perform(script)
        return log.joined(separator: " ")
    }

    /// The reports while a body runs.
    func reports(_ body: () -> Void) -> String {
        log = []
        body()
        return log.joined(separator: " ")
    }

    private func ask(_ line: String) -> Bool {
        log.append(line)
        return !refuses.contains(String(line.prefix { $0 != "(" }))
    }

    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { ask("shouldBegin\(name(textField))") }
    func textFieldDidBeginEditing(_ textField: UITextField) { log.append("didBegin\(name(textField))") }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { ask("shouldEnd\(name(textField))") }
    func textFieldDidEndEditing(_ textField: UITextField) { log.append("didEnd\(name(textField))") }
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { ask("change(\(range.location),\(range.length),\(string))") }
    func textFieldDidChangeSelection(_ textField: UITextField) {
        guard let range = textField.selectedTextRange else { return }
        let start = textField.offset(from: textField.beginningOfDocument, to: range.start)
        log.append("select(\(start),\(textField.offset(from: range.start, to: range.end)))")
    }
    func textFieldShouldClear(_ textField: UITextField) -> Bool { ask("shouldClear") }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool { ask("shouldReturn") }

    private func name(_ field: UITextField) -> String { field.tag == 0 ? "" : "\(field.tag)" }
}

extension UITextInput {
    /// The selection as location and length, in UTF-16.
    var selected: [Int] {
        guard let range = selectedTextRange else { return [] }
        return [offset(from: beginningOfDocument, to: range.start), offset(from: range.start, to: range.end)]
    }

    /// Selects units of UTF-16.
    func select(_ location: Int, _ length: Int = 0) {
        guard let start = position(from: beginningOfDocument, offset: location),
            let end = position(from: start, offset: length)
        else { return }
        selectedTextRange = textRange(from: start, to: end)
    }
}
