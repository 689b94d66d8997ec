import CoreGraphics
import Foundation
import Testing
import UIKit

/// Keyboards on the screen, input views, and views that avoid them.
@MainActor @Suite(.serialized) struct KeyboardTests {
    @MainActor final class Ear {
        var lines: [String] = []
        private var tokens: [NSObjectProtocol] = []

        init() {
            let names = [
                UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
                UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
            ]
            for name in names {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
                        let frame = (note.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue
                        let duration = note.userInfo?[UIResponder.keyboardAnimationDurationUserInfoKey] as? NSNumber
                        let word = name.rawValue.dropFirst(10).dropLast(12)
                        let line = "\(word) \(Int(frame?.minY ?? -1)) \(duration?.doubleValue ?? 0)"
                        MainActor.assumeIsolated { self?.lines.append(line) }
                    })
            }
        }

        func stop() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    }

    @Test("A keyboard of a scripted window is announced with its frame, and the guide follows it")
    func keyboard() {
        let stage = TextStage()
        let ear = Ear()
        defer { ear.stop() }
        stage.host.keyboardHeight = 100
        let bar = UIView()
        bar.translatesAutoresizingMaskIntoConstraints = false
        let field = stage.field()
        stage.window.addSubview(bar)
        NSLayoutConstraint.activate([
            bar.leadingAnchor.constraint(equalTo: stage.window.leadingAnchor),
            bar.widthAnchor.constraint(equalToConstant: 50), bar.heightAnchor.constraint(equalToConstant: 20),
            bar.bottomAnchor.constraint(equalTo: stage.window.keyboardLayoutGuide.topAnchor),
        ])
        stage.host.advance(to: 0.1)
        #expect(bar.frame.maxY == 240)
        field.becomeFirstResponder()
        #expect(ear.lines == ["WillShow 140 0.25"])
        stage.host.advance(to: 1)
        #expect(ear.lines.last == "DidShow 140 0.25" && bar.frame.maxY == 140)
        field.resignFirstResponder()
        stage.host.advance(to: 2)
        #expect(ear.lines.suffix(2) == ["WillHide 240 0.25", "DidHide 240 0.25"] && bar.frame.maxY == 240)
    }

    @Test("Without a keyboard on the screen nothing is announced; an input view and an accessory view are")
    func inputViews() {
        let stage = TextStage()
        let ear = Ear()
        defer { ear.stop() }
        let field = stage.field()
        field.becomeFirstResponder()
        #expect(ear.lines.isEmpty)
        let accessory = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 44))
        field.inputAccessoryView = accessory
        #expect(ear.lines == ["WillShow 196 0.25"] && accessory.window === stage.window)
        let wheel = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 60))
        field.inputView = wheel
        stage.host.advance(to: stage.host.time + 1)
        #expect(ear.lines.last == "DidShow 136 0.25")
        #expect(wheel.convert(wheel.bounds, to: nil) == CGRect(x: 0, y: 180, width: 320, height: 60))
        // Another field without input views takes them away.
        let other = stage.field("", CGRect(x: 20, y: 60, width: 100, height: 34))
        other.becomeFirstResponder()
        stage.host.advance(to: stage.host.time + 1)
        #expect(ear.lines.last == "DidHide 240 0.25" && accessory.window == nil)
        // Input views of the same height stay from field to field, without a word.
        stage.host.keyboardHeight = 100
        other.resignFirstResponder()
        other.becomeFirstResponder()
        stage.host.advance(to: stage.host.time + 1)
        let third = stage.field("", CGRect(x: 20, y: 100, width: 100, height: 34))
        ear.lines = []
        third.becomeFirstResponder()
        #expect(ear.lines.isEmpty)
    }

    @Test("Input views have their own heights, whatever their autoresizing masks")
    func masks() {
        let stage = TextStage()
        let field = stage.field()
        let views = [44, 60].map { UIView(frame: CGRect(x: 0, y: 0, width: 10, height: $0)) }
        for view in views { view.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
        field.inputAccessoryView = views[0]
        field.becomeFirstResponder()
        stage.host.advance(to: stage.host.time + 1)
        #expect(views[0].frame == CGRect(x: 0, y: 0, width: 320, height: 44))
        field.inputView = views[1]
        stage.host.advance(to: stage.host.time + 1)
        #expect(views[0].frame == CGRect(x: 0, y: 0, width: 320, height: 44))
        #expect(views[1].frame == CGRect(x: 0, y: 44, width: 320, height: 60))
    }

    @Test("Dragging a scroll view with a dismiss mode ends editing")
    func dismiss() throws {
        let stage = TextStage()
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 60, width: 320, height: 180))
        scroll.contentSize = CGSize(width: 320, height: 1_000)
        scroll.keyboardDismissMode = .onDrag
        stage.window.addSubview(scroll)
        let field = stage.field()
        field.becomeFirstResponder()
        try stage.play("drag 100,200 to 100,100 by touch")
        #expect(!field.isEditing)
    }
}
