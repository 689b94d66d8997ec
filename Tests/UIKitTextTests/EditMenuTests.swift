import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitText

/// What fingers do with text: the edit menu, handles, the loupe. *Source*: Apple, UIEditMenuInteraction, UIMenuController;
/// Human Interface Guidelines, "Edit menus".
@MainActor @Suite(.serialized) struct EditMenuTests {
    /// The titles of the shown menu, from left to right; nil for no menu.
    private func titles(_ window: UIWindow) -> [String]? {
        guard let bar = window.subviews.compactMap({ $0 as? EditMenuBar }).first(where: \.isUserInteractionEnabled)
        else {
            return nil
        }
        func buttons(_ view: UIView) -> [UIButton] {
            view.subviews.flatMap { ($0 as? UIButton).map { [$0] } ?? buttons($0) }
        }
        return buttons(bar).sorted { $0.frame.minX < $1.frame.minX }.map {
            $0.currentTitle ?? $0.accessibilityLabel ?? ""
        }
    }

    private func handles(_ view: UIView) -> [SelectionHandle] {
        view.subviews.compactMap { $0 as? SelectionHandle }.filter { !$0.isHidden }
    }

    @Test("A second tap on the caret shows the menu, a third closes it")
    func tapOnTheCaret() throws {
        UIPasteboard.general.string = "pasted"
        let stage = TextStage()
        let field = stage.field("one two")
        try stage.play("tap 60,37 by touch\nwait 1")
        #expect(field.isEditing && titles(stage.window) == nil)
        try stage.play("tap 60,37 by touch\nwait 1")
        #expect(titles(stage.window) == ["Paste", "Select", "Select All"])
        try stage.play("tap 60,37 by touch\nwait 1")
        #expect(titles(stage.window) == nil)
    }

    @Test("Two taps select a word with handles; the commands of the menu work, and it closes")
    func word() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        try stage.play("tap 40,37 by touch times 2\nwait 1")
        #expect(field.selected == [0, 3] && handles(field).count == 2)
        #expect(titles(stage.window)?.prefix(2) == ["Cut", "Copy"])
        try stage.play("tap \"Cut\"\nwait 1")
        #expect(field.text == " two" && UIPasteboard.general.string == "one")
        #expect(titles(stage.window) == nil && handles(field).isEmpty && field.isEditing)
    }

    @Test("A mouse gets neither handles nor the row, but a list at its second button")
    func mouse() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        try stage.play("tap 40,37 times 2\nwait 1")
        #expect(field.selected == [0, 3] && handles(field).isEmpty && titles(stage.window) == nil)
        try stage.play("tap 40,37 button secondary\nwait 1")
        #expect(field.isEditing && MenuOverlay.current != nil)
        try stage.play("tap \"Copy\"\nwait 1")
        #expect(UIPasteboard.general.string == "one" && MenuOverlay.current == nil && field.isEditing)
    }

    @Test("A handle moves its end of the selection, and leaves one letter")
    func handle() throws {
        let stage = TextStage()
        let field = stage.field("one two three")
        try stage.play("tap 40,37 by touch times 2\nwait 1")
        let end = try #require(handles(field).first { !$0.isStart })
        let place = end.convert(CGPoint(x: 5, y: end.bounds.height - 5), to: nil)
        let wide = field.caretRect(for: try #require(field.position(from: field.beginningOfDocument, offset: 13)))
        let target = field.convert(CGPoint(x: wide.midX, y: wide.midY), to: nil)
        let (x, y) = (place.x, place.y)
        try stage.play(
            """
            press \(x),\(y) by touch
            move \(x + 15),\(y) by touch over 0.1
            move \(target.x + 10),\(y) by touch over 0.2
            release by touch
            wait 1
            """)
        #expect(field.selected == [0, 13])
        let last = try #require(handles(field).first { !$0.isStart })
        let far = last.convert(CGPoint(x: 5, y: last.bounds.height - 5), to: nil)
        try stage.play(
            """
            press \(far.x),\(far.y) by touch
            move 22,\(far.y) by touch over 0.3
            release by touch
            wait 1
            """)
        #expect(field.selected == [0, 1])
        #expect(titles(stage.window)?.first == "Cut")
    }

    @Test("A long press moves the caret under a loupe, and shows the menu when it ends")
    func longPress() throws {
        let stage = TextStage()
        let field = stage.field("one two three")
        let loupes = { stage.window.subviews.filter { $0 is TextPart && $0.layer.contents != nil } }
        // The state while the finger is down, before and after it moves.
        var carets: [Int] = []
        let start = stage.host.time
        for time in [0.7, 1.2] {
            stage.host.schedule(at: start + time) {
                #expect(loupes().count == 1 && field.isEditing && titles(stage.window) == nil, "at \(time) s")
                carets.append(field.selected[0])
            }
        }
        try stage.play(
            "press 30,37 by touch\nwait 0.8\nmove 90,37 by touch over 0.2\nwait 0.4\nrelease by touch\nwait 1")
        #expect(carets.count == 2 && carets[0] < carets[1] && field.selected == [carets[1], 0])
        #expect(loupes().isEmpty && titles(stage.window)?.contains("Select All") == true)
    }

    @Test("Text that is only read: a long press selects the word, and the menu copies")
    func read() throws {
        let stage = TextStage()
        let view = UITextView(frame: CGRect(x: 10, y: 60, width: 200, height: 100))
        (view.text, view.isEditable, view.font) = ("one two three", false, .systemFont(ofSize: 16))
        stage.window.addSubview(view)
        stage.host.advance(to: 0.1)
        try stage.play("press 30,78 by touch\nwait 0.8\nrelease by touch\nwait 1")
        #expect(view.selectedRange == NSRange(location: 0, length: 3))
        #expect(titles(stage.window) == ["Copy", "Select All"] && handles(view).count == 2)
        try stage.play("tap \"Select All\"\nwait 1")
        #expect(view.selectedRange == NSRange(location: 0, length: 13))
    }

    @Test("Typing closes the menu")
    func typing() throws {
        let stage = TextStage()
        let field = stage.field("one two")
        try stage.play("tap 40,37 by touch times 2\nwait 1")
        #expect(titles(stage.window) != nil)
        try stage.play("type \"x\"\nwait 1")
        #expect(titles(stage.window) == nil && field.text == "x two")
    }

    @Test("A delegate changes the menu; a field that forbids a command has it not")
    func delegate() throws {
        final class Delegate: NSObject, UITextFieldDelegate {
            var got: (NSRange, [String])?
            func textField(
                _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
            ) -> UIMenu? {
                got = (range, suggestedActions.flatMap { ($0 as? UIMenu)?.children ?? [$0] }.map(\.title))
                return UIMenu(children: suggestedActions + [UIAction(title: "Mark") { _ in textField.tag = 7 }])
            }
        }
        final class NoCopy: UITextField {
            override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
                NSStringFromSelector(action) != "copy:" && super.canPerformAction(action, withSender: sender)
            }
        }
        let stage = TextStage()
        let delegate = Delegate()
        let field = NoCopy(frame: CGRect(x: 20, y: 20, width: 200, height: 34))
        (field.text, field.delegate) = ("one two", delegate)
        stage.window.addSubview(field)
        try stage.play("tap 40,37 by touch times 2\nwait 1")
        #expect(delegate.got?.0 == NSRange(location: 0, length: 3) && delegate.got?.1.first == "Cut")
        #expect(delegate.got?.1.contains("Copy") == false)
        try stage.play("tap \"Mark\"\nwait 1")
        #expect(field.tag == 7)
    }

    @Test("An interaction of any view: suggested commands, its delegate's place, pages for a long row")
    func interaction() throws {
        final class Card: UIView {
            var copied = 0
            override var canBecomeFirstResponder: Bool { true }
            override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
                NSStringFromSelector(action) == "copy:"
            }
            override func copy(_ sender: Any?) { copied += 1 }
        }
        final class Delegate: NSObject, UIEditMenuInteractionDelegate {
            var extra = 0
            var log: [String] = []
            func editMenuInteraction(
                _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
                suggestedActions: [UIMenuElement]
            ) -> UIMenu? {
                UIMenu(children: suggestedActions + (0..<extra).map { UIAction(title: "Command \($0)") { _ in } })
            }
            func editMenuInteraction(
                _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
                animator: any UIEditMenuInteractionAnimating
            ) { log.append("present \(configuration.identifier)") }
            func editMenuInteraction(
                _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
                animator: any UIEditMenuInteractionAnimating
            ) { log.append("dismiss") }
        }
        let stage = TextStage()
        let card = Card(frame: CGRect(x: 20, y: 100, width: 100, height: 50))
        stage.window.addSubview(card)
        let delegate = Delegate()
        let interaction = UIEditMenuInteraction(delegate: delegate)
        card.addInteraction(interaction)
        stage.host.advance(to: 0.1)
        interaction.presentEditMenu(with: .init(identifier: "a", sourcePoint: CGPoint(x: 50, y: 25)))
        #expect(titles(stage.window) == ["Copy"] && interaction.location(in: card) == CGPoint(x: 50, y: 25))
        try stage.play("tap \"Copy\"\nwait 1")
        #expect(card.copied == 1 && delegate.log == ["present a", "dismiss"])
        delegate.extra = 6
        interaction.presentEditMenu(with: .init(identifier: "b", sourcePoint: CGPoint(x: 50, y: 25)))
        let first = try #require(titles(stage.window))
        #expect(first.last == "Next" && first.first == "Copy")
        try stage.play("tap \"Next\"\nwait 1")
        let second = try #require(titles(stage.window))
        #expect(second.first == "Previous" && Set(first).intersection(second).isSubset(of: ["Next"]))
        try stage.play("tap 300,230 by touch\nwait 1")
        #expect(titles(stage.window) == nil)
    }

    @Test("A view adds commands to its edit menu, and a menu that is shown is built again")
    func built() throws {
        final class Card: UIView {
            var name = "Shout"
            var called: [String] = []
            static let shout = Selector(
                "shout:", onMain: { (me: Card, command: UICommand) in me.called.append(command.title) })
            override var canBecomeFirstResponder: Bool { true }
            override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
                [Selector("copy:"), Self.shout].contains(action)
            }
            override func buildMenu(with builder: any UIMenuBuilder) {
                let commands = [name, "Never"].map { UICommand(title: $0, action: Self.shout, propertyList: $0) }
                builder.insertSibling(UIMenu(options: .displayInline, children: commands), beforeMenu: .standardEdit)
            }
            override func validate(_ command: UICommand) {
                if command.title == "Never" { command.attributes = .disabled }
            }
        }
        let stage = TextStage()
        let card = Card(frame: CGRect(x: 20, y: 100, width: 100, height: 50))
        stage.window.addSubview(card)
        let interaction = UIEditMenuInteraction(delegate: nil)
        card.addInteraction(interaction)
        stage.host.advance(to: 0.1)
        interaction.presentEditMenu(with: .init(identifier: "a", sourcePoint: CGPoint(x: 50, y: 25)))
        #expect(titles(stage.window) == ["Shout", "Copy"])
        card.name = "Cry"
        UIMenuSystem.context.setNeedsRebuild()
        #expect(titles(stage.window) == ["Cry", "Copy"])
        try stage.play("tap \"Cry\"\nwait 1")
        #expect(card.called == ["Cry"] && titles(stage.window) == nil)
    }

    @Test("UIMenuController shows the first responder's commands and the program's items")
    func controller() throws {
        final class Label: UILabel {
            var called = 0
            override var canBecomeFirstResponder: Bool { true }
            override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
                ["copy:", "shout:"].contains(NSStringFromSelector(action))
            }
            func shout(_ sender: Any?) { called += 1 }
        }
        let stage = TextStage()
        let label = Label(frame: CGRect(x: 20, y: 100, width: 100, height: 30))
        stage.window.addSubview(label)
        stage.host.advance(to: 0.1)
        label.becomeFirstResponder()
        let controller = UIMenuController.shared
        controller.menuItems = [
            UIMenuItem(
                title: "Shout", action: Selector("shout:", onMain: { (me: Label, sender: Any?) in me.shout(sender) }))
        ]
        defer { controller.menuItems = nil }
        controller.showMenu(from: label, rect: label.bounds)
        #expect(controller.isMenuVisible && titles(stage.window) == ["Copy", "Shout"])
        #expect(controller.menuFrame.maxY <= 100)
        try stage.play("tap \"Shout\"\nwait 1")
        #expect(label.called == 1 && !controller.isMenuVisible)
    }
}
