import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Commands of menus and of the main menu, and the builder of both. *Source*: Apple, UICommand, UIKeyCommand, UIMenuBuilder,
/// UIMenuSystem, UICommandAlternate; "Adding menus and shortcuts to the menu bar and user interface".
@MainActor @Suite(.serialized) struct CommandTests {
    // MARK: Objects

    /// A responder that logs its commands.
    private final class Page: UIViewController {
        var log: [String] = []
        var refuses = false
        var change: ((UICommand) -> Void)?
        var build: ((any UIMenuBuilder) -> Void)?

        override var canBecomeFirstResponder: Bool { true }
        override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
            !refuses && super.canPerformAction(action, withSender: sender)
        }
        override func validate(_ command: UICommand) { change?(command) }
        override func buildMenu(with builder: any UIMenuBuilder) { build?(builder) }
        func call(_ command: UICommand) { log.append("\(command.title) \(command.propertyList ?? "")") }
    }

    private final class Delegate: UIResponder, UIApplicationDelegate {
        var log: [String] = []
        var build: ((any UIMenuBuilder) -> Void)?
        override func buildMenu(with builder: any UIMenuBuilder) {
            super.buildMenu(with: builder)
            build?(builder)
        }
        func call(_ command: UICommand) { log.append(command.title) }
    }

    private static let page = Selector("page:", onMain: { (me: Page, command: UICommand) in me.call(command) })
    private static let app = Selector("app:", onMain: { (me: Delegate, command: UICommand) in me.call(command) })

    private func row(_ title: String, _ stage: ControllerStage) -> MenuRow? {
        var found: MenuRow?
        func look(_ view: UIView) {
            if let row = view as? MenuRow, row.accessibilityLabel == title { found = row }
            view.subviews.forEach(look)
        }
        look(stage.window)
        return found
    }

    /// A page with a button that shows a menu at a touch on 90,80.
    private func stage(_ page: Page, _ elements: [UIMenuElement] = []) -> (ControllerStage, UIButton) {
        let button = UIButton(type: .system)
        button.setTitle("Menu", for: .normal)
        button.frame = CGRect(x: 40, y: 60, width: 100, height: 40)
        button.menu = UIMenu(children: elements)
        button.showsMenuAsPrimaryAction = true
        page.view.addSubview(button)
        return (ControllerStage(page), button)
    }

    /// A main menu that a delegate builds while the body runs.
    private func withMain(_ build: @escaping (any UIMenuBuilder) -> Void, _ body: (Delegate) throws -> Void) rethrows {
        let delegate = Delegate()
        delegate.build = build
        let old = UIApplication.shared.delegate
        UIApplication.shared.delegate = delegate
        defer { UIApplication.shared.delegate = old }
        try body(delegate)
    }

    // MARK: Builder

    private func builder() -> MenuBuilder {
        MenuBuilder(
            .main,
            UIMenu(
                identifier: .root,
                children: [
                    UIMenu(
                        title: "File", identifier: .file,
                        children: [UIMenu(identifier: .open), UIMenu(identifier: .close)]),
                    UIMenu(title: "Edit", identifier: .edit),
                ]))
    }

    /// The identifiers of a builder's menus, in order, with titles of other elements.
    private func names(_ builder: MenuBuilder) -> String {
        func name(_ element: UIMenuElement) -> String {
            guard let menu = element as? UIMenu else { return element.title }
            let own = menu.identifier.rawValue.replacingOccurrences(of: "com.apple.menu.", with: "")
            return menu.children.isEmpty ? own : "\(own)(\(menu.children.map(name).joined(separator: " ")))"
        }
        return name(builder.root)
    }

    private func menu(_ name: String, _ children: [UIMenuElement] = []) -> UIMenu {
        UIMenu(identifier: UIMenu.Identifier(name), children: children)
    }

    @Test func menus_are_inserted_replaced_and_removed() {
        let builder = builder()
        #expect(builder.system == UIMenuSystem.main && builder.system != UIMenuSystem.context)
        builder.insertSibling(menu("a"), beforeMenu: .close)
        #expect(names(builder) == "root(file(open a close) edit)", "MN-1 before the Close menu")
        builder.insertSibling(menu("b"), afterMenu: .close)
        builder.insertChild(menu("c"), atStartOfMenu: .file)
        builder.insertChild(menu("d"), atEndOfMenu: .file)
        builder.insertChild(menu("e"), atEndOfMenu: .root)
        #expect(names(builder) == "root(file(c open a close b d) edit e)", "MN-2")
        builder.replace(menu: .open, with: menu("f", [menu("g")]))
        builder.remove(menu: .edit)
        #expect(names(builder) == "root(file(c f(g) a close b d) e)")
        builder.replace(menu: .file, with: UIMenu(title: "New", identifier: .file))
        #expect(names(builder) == "root(file e)" && builder.menu(for: .file)?.title == "New")
        #expect(builder.menu(for: .help) == nil)
        builder.remove(menu: .root)
        #expect(names(builder) == "root")
    }

    @Test func a_change_without_its_menu_or_with_a_name_twice_is_none() {
        let builder = builder()
        let before = names(builder)
        builder.insertSibling(menu("a"), beforeMenu: .help)
        builder.insertChild(menu("a"), atEndOfMenu: .help)
        builder.replace(menu: .help, with: menu("a"))
        builder.replaceChildren(ofMenu: .help) { _ in [] }
        builder.remove(menu: .help)
        builder.insertChild(UIMenu(identifier: .close), atEndOfMenu: .edit)
        builder.insertChild(menu("a", [menu("b"), menu("b")]), atEndOfMenu: .edit)
        builder.replace(menu: .root, with: menu("a"))
        builder.insertSibling(menu("a"), afterMenu: .root)
        #expect(names(builder) == before)
    }

    @Test func elements_are_found_by_name_action_and_property_list() {
        let builder = builder()
        let commands = [nil, ["size": 1], ["size": 2]].map { (list: Any?) in
            UICommand(title: "Size", action: Self.page, propertyList: list)
        }
        let action = UIAction(title: "Act", identifier: UIAction.Identifier("act")) { _ in }
        builder.insertChild(menu("a", commands + [action]), atStartOfMenu: .edit)
        #expect(builder.command(for: Self.page) === commands[0])
        #expect(builder.command(for: Self.page, propertyList: ["size": 2]) === commands[2], "MN-3")
        #expect(builder.command(for: Self.page, propertyList: ["size": 3]) == nil)
        #expect(builder.command(for: Self.app) == nil)
        #expect(builder.action(for: UIAction.Identifier("act")) === action)
        #expect(builder.action(for: UIAction.Identifier("other")) == nil)
    }

    @Test func children_are_replaced_by_those_that_a_block_makes() throws {
        let builder = MenuBuilder(.main, .makeMain())
        // The example of replaceChildren(ofMenu:from:).
        builder.replaceChildren(ofMenu: .standardEdit) { old in
            let paste = old.firstIndex { ($0 as? UIKeyCommand)?.action == Selector("paste:") } ?? 0
            var new = old
            new.insert(
                UIKeyCommand(
                    title: "Copy as HTML", action: Self.page, input: "c", modifierFlags: [.control, .command]),
                at: paste)
            return new
        }
        let edit = try #require(builder.menu(for: .standardEdit))
        #expect(
            edit.children.map(\.title) == ["Cut", "Copy", "Copy as HTML", "Paste", "Delete", "Select", "Select All"],
            "MN-4")
        let menu = UIMenu(title: "A", identifier: .file, options: .displayInline, children: edit.children)
        let other = menu.replacingChildren([edit])
        #expect(
            other.title == "A" && other.identifier == .file && other.options == .displayInline
                && other.children == [edit], "MN-5")
    }

    // MARK: The main menu

    @Test func the_delegate_builds_the_main_menu_and_its_keys_reach_the_responder_chain() throws {
        let page = Page()
        let (stage, _) = stage(page)
        var systems: [UIMenuSystem] = []
        page.build = { systems.append($0.system) }
        try withMain({ builder in
            guard builder.system == UIMenuSystem.main else { return }
            let open = UIKeyCommand(title: "Open", action: Self.app, input: "o", modifierFlags: .command)
            let turn = UIKeyCommand(
                title: "Turn", action: Self.page, input: "r", modifierFlags: [.command, .shift], propertyList: 7)
            builder.insertChild(UIMenu(options: .displayInline, children: [open, turn]), atStartOfMenu: .file)
        }) { delegate in
            try stage.play("key O with command\nkey R with command+shift\nkey R with command")
            #expect(delegate.log == ["Open"] && page.log == ["Turn 7"], "MN-6 the first object that has the method")
            #expect(!systems.contains(.main), "MN-7 only the application and its delegate build the main menu")
            try stage.play("key O with control")
            #expect(delegate.log.count == 2, "Control stands for Command")
            page.refuses = true
            try stage.play("key R with command+shift")
            #expect(page.log.count == 1)
            // Another main menu.
            delegate.build = nil
            try stage.play("key O with command")
            #expect(delegate.log.count == 3)
            UIMenuSystem.main.setNeedsRebuild()
            try stage.play("key O with command")
            #expect(delegate.log.count == 3, "it was built again, without the command")
        }
    }

    @Test func a_key_command_that_its_target_disables_is_not_called_and_has_alternates() throws {
        let page = Page()
        let (stage, _) = stage(page)
        let command = UIKeyCommand(
            title: "Reload", action: Self.page, input: "r", modifierFlags: .command,
            alternates: [UICommandAlternate(title: "Reload All", action: Self.app, modifierFlags: .alternate)])
        try withMain({ $0.insertChild(UIMenu(children: [command]), atEndOfMenu: .view) }) { delegate in
            try stage.play("key R with command+alt\nkey R with command")
            #expect(delegate.log == ["Reload All"] && page.log == ["Reload "], "MN-8 the alternate by Option")
            page.change = { $0.attributes = .disabled }
            try stage.play("key R with command")
            #expect(page.log.count == 1 && command.attributes.isEmpty)
        }
        page.change = nil
        page.addKeyCommand(
            UIKeyCommand(title: "Off", action: Self.page, input: "b", modifierFlags: [], attributes: .disabled))
        page.addKeyCommand(UIKeyCommand(title: "On", action: Self.page, input: "b", modifierFlags: []))
        try stage.play("key B")
        #expect(page.log.last == "On ")
    }

    @Test func keys_that_edit_text_are_no_commands_of_the_main_menu_unless_they_have_priority() throws {
        let page = Page()
        let (stage, _) = stage(page)
        let field = UITextField(frame: CGRect(x: 20, y: 200, width: 200, height: 34))
        page.view.addSubview(field)
        field.becomeFirstResponder()
        let play = UIKeyCommand(title: "Play", action: Self.page, input: "p", modifierFlags: [])
        let last = UIKeyCommand(title: "Last", action: Self.page, input: UIKeyCommand.inputEnd, modifierFlags: .command)
        let find = UIKeyCommand(title: "Find", action: Self.page, input: "f", modifierFlags: .command)
        try withMain({ $0.insertChild(UIMenu(children: [play, last, find]), atEndOfMenu: .view) }) { _ in
            try stage.play("type \"p\"\nkey End with command\nkey F with control")
            #expect(field.text == "p" && page.log == ["Find "])
            play.wantsPriorityOverSystemBehavior = true
            try stage.play("type \"p\"")
            #expect(field.text == "p" && page.log.last == "Play ", "MN-9 priority over text input")
        }
    }

    /// *Source*: Apple, UIKeyCommand.wantsPriorityOverSystemBehavior: text input gets keys first, since iOS 15.
    @Test func keys_that_edit_text_are_commands_of_responders_only_with_priority() throws {
        let page = Page()
        let (stage, _) = stage(page)
        let field = UITextField(frame: CGRect(x: 20, y: 200, width: 200, height: 34))
        page.view.addSubview(field)
        let keys: [(String, UIKeyModifierFlags)] = [
            ("q", []), (UIKeyCommand.inputUpArrow, []), ("a", .command), (UIKeyCommand.inputEscape, []),
        ]
        let commands = keys.enumerated().map { index, key in
            UIKeyCommand(title: "\(index)", action: Self.page, input: key.0, modifierFlags: key.1)
        }
        for command in commands { page.addKeyCommand(command) }
        let script = "type \"q\"\nkey Up\nkey A with control\nkey Escape"
        field.becomeFirstResponder()
        try stage.play(script)
        #expect(field.text == "q" && page.log == ["3 "], "text does not take escape")
        page.log = []
        for command in commands { command.wantsPriorityOverSystemBehavior = true }
        try stage.play(script)
        #expect(field.text == "q" && page.log == ["0 ", "1 ", "2 ", "3 "])
        page.log = []
        for command in commands { command.wantsPriorityOverSystemBehavior = false }
        field.resignFirstResponder()
        try stage.play(script)
        #expect(page.log == ["0 ", "1 ", "2 ", "3 "], "nothing edits text")
    }

    @Test func commands_of_edit_reach_a_view_that_carries_them_out() throws {
        final class Card: UIView {
            var copied = 0
            override var canBecomeFirstResponder: Bool { true }
            override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
                action == Selector("copy:")
            }
            override func copy(_ sender: Any?) { copied += 1 }
        }
        let page = Page()
        let (stage, _) = stage(page)
        let card = Card(frame: CGRect(x: 20, y: 200, width: 100, height: 50))
        page.view.addSubview(card)
        card.becomeFirstResponder()
        try stage.play("key C with command\nkey X with command\nkey C with control")
        #expect(card.copied == 2)
    }

    // MARK: Menus

    @Test func a_command_in_a_menu_calls_the_responder_that_takes_it_as_it_has_validated_it() throws {
        let page = Page()
        var states = ["Big": UIMenuElement.State.on]
        let commands = ["Big", "Small", "Grey", "Hidden", "Odd"].map {
            UICommand(title: $0, action: Self.page, propertyList: $0, discoverabilityTitle: $0 == "Big" ? "Large" : nil)
        }
        let app = UICommand(title: "Nobody", action: Self.app)
        let (stage, button) = stage(page, commands + [app])
        page.change = { command in
            let name = command.propertyList as? String ?? ""
            command.state = states[name] ?? .off
            if name == "Grey" { command.attributes = .disabled }
            if name == "Hidden" { command.attributes = .hidden }
            if name == "Odd" { command.title = "Even" }
        }
        try stage.play("tap 90,80 by touch")
        #expect(row("Big", stage)?.accessibilityHint == "Large" && row("Hidden", stage) == nil)
        #expect(row("Even", stage) != nil && row("Odd", stage) == nil, "MN-10 validation before it is shown")
        #expect(row("Grey", stage)?.isUsable == false && row("Nobody", stage)?.isUsable == false)
        try stage.play("tap \"Grey\"\ntap \"Nobody\"")
        #expect(page.log.isEmpty && row("Big", stage) != nil)
        // Nothing has changed in the program's commands.
        #expect(commands.allSatisfy { $0.state == .off && $0.attributes.isEmpty } && commands[4].title == "Odd")
        states = ["Small": .on]
        UIMenuSystem.context.setNeedsRevalidate()
        #expect(marks(stage) == ["Small"])
        try stage.play("tap \"Small\"")
        #expect(page.log == ["Small Small"] && row("Big", stage) == nil)
        // A pop-up button has the title of its command.
        button.changesSelectionAsPrimaryAction = true
        try stage.play("tap 90,80 by touch\nwait 1\ntap \"Big\"")
        #expect(button.title(for: .normal) == "Big" && button.menu?.selectedElements == [commands[0]])
    }

    private func marks(_ stage: ControllerStage) -> [String] {
        ["Big", "Small", "Grey"].filter { name in
            guard case .element(let element, _)? = row(name, stage)?.line else { return false }
            return (element as? any UIMenuLeaf)?.state == .on
        }
    }

    @Test func the_first_responder_goes_before_the_view_with_the_menu() throws {
        final class Card: UIView {
            var called = 0
            override var canBecomeFirstResponder: Bool { true }
        }
        let page = Page()
        var sender: Any?
        let action = Selector(
            "any:",
            onMain: { (me: UIResponder, command: UICommand) in
                sender = command.sender
                if let card = me as? Card { card.called += 1 } else { (me as? Page)?.call(command) }
            })
        let (stage, button) = stage(page, [UICommand(title: "Any", action: action)])
        let card = Card(frame: CGRect(x: 20, y: 300, width: 10, height: 10))
        page.view.addSubview(card)
        card.becomeFirstResponder()
        try stage.play("tap 90,80 by touch\nwait 1\ntap \"Any\"")
        #expect(card.called == 1 && card.isFirstResponder && sender as? UIButton === button)
        card.resignFirstResponder()
        try stage.play("tap 90,80 by touch\nwait 1\ntap \"Any\"")
        #expect(card.called == 1, "the button takes it")
    }

    @Test func a_menu_shows_alternates_while_their_keys_are_down() throws {
        let page = Page()
        let command = UICommand(
            title: "Reload", action: Self.page,
            alternates: [UICommandAlternate(title: "Reload All", action: Self.page, modifierFlags: .alternate)])
        let (stage, _) = stage(page, [command])
        try stage.play("tap 90,80 by touch\nmove 10,10 with alt")
        #expect(row("Reload", stage) == nil)
        let all = try #require(row("Reload All", stage))
        let point = all.convert(CGPoint(x: 60, y: all.bounds.midY), to: nil)
        try stage.play("tap \(Int(point.x)),\(Int(point.y)) by touch with alt")
        #expect(page.log == ["Reload All "])
        let none = UICommandAlternate(title: "None", action: Self.page, modifierFlags: [])
        #expect(UICommand(title: "Reload", action: Self.page, alternates: [none]).copy().title == "Reload")
    }

    @Test func a_validation_that_requests_validation_ends() throws {
        let page = Page()
        let command = UICommand(title: "Count", action: Self.page)
        let (stage, _) = stage(page, [command])
        var count = 0
        page.change = { _ in
            count += 1
            if count < 100 { UIMenuSystem.context.setNeedsRebuild() }
        }
        try stage.play("tap 90,80 by touch")
        count = 0
        UIMenuSystem.context.setNeedsRevalidate()
        #expect(count == 1 && row("Count", stage) != nil)
        MenuOverlay.current?.close(nil)
        let interaction = UIEditMenuInteraction(delegate: nil)
        interaction.suggestions = { [command] }
        page.view.addInteraction(interaction)
        interaction.presentEditMenu(
            with: UIEditMenuConfiguration(identifier: nil, sourcePoint: CGPoint(x: 100, y: 300)))
        count = 0
        interaction.reloadVisibleMenu()
        #expect((1...2).contains(count) && interaction.isVisible)
        interaction.dismissMenu()
    }

    @Test func deferred_elements_that_give_each_other_end() throws {
        var first: UIDeferredMenuElement?
        let second = UIDeferredMenuElement { done in
            done([UIAction(title: "One") { _ in }] + [first].compactMap { $0 } + [UIAction(title: "Two") { _ in }])
        }
        let group = UIDeferredMenuElement { done in done([UIMenu(options: .displayInline, children: [second])]) }
        first = group
        let (stage, _) = stage(Page(), [group])
        try stage.play("tap 90,80 by touch")
        #expect(row("One", stage) != nil && row("Two", stage) != nil)
        MenuOverlay.current?.close(nil)
        first = nil
    }

    // MARK: Context menus

    @Test func responders_build_the_suggestions_of_context_menus_the_nearest_last() throws {
        final class Giver: NSObject, UIContextMenuInteractionDelegate {
            var suggested: [UIMenuElement] = []
            func contextMenuInteraction(
                _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
            ) -> UIContextMenuConfiguration? {
                UIContextMenuConfiguration(actionProvider: { suggested in
                    self.suggested = suggested
                    return UIMenu(children: suggested + [UIAction(title: "Own") { _ in }])
                })
            }
        }
        let page = Page()
        let (stage, _) = stage(page)
        let view = UIView(frame: CGRect(x: 50, y: 200, width: 100, height: 100))
        page.view.addSubview(view)
        let giver = Giver()
        view.addInteraction(UIContextMenuInteraction(delegate: giver))
        page.build = { builder in
            guard builder.system == .context else { return }
            let mine = UICommand(title: "Mine", action: Self.page)
            let nobody = UIMenu(title: "Nobody's", children: [UICommand(title: "None", action: Selector("none:"))])
            builder.insertSibling(UIMenu(options: .displayInline, children: [mine, nobody]), afterMenu: .standardEdit)
            builder.remove(menu: UIMenu.Identifier("far"))
        }
        try withMain({ $0.insertChild(UIMenu(title: "Far", identifier: .init("far")), atEndOfMenu: .root) }) { _ in
            try stage.play("tap 80,220 button secondary")
            #expect(row("Mine", stage) != nil && row("Own", stage) != nil, "MN-11 a view controller's context menu")
            #expect(row("Nobody's", stage) == nil && giver.suggested.count == 1)
            try stage.play("tap \"Mine\"")
            #expect(page.log == ["Mine "])
        }
    }
}
