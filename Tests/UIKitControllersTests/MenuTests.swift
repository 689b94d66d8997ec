import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Menus of buttons and views. Numbers: docs/menus.md.
@MainActor @Suite(.serialized) struct MenuTests {
    private let root = PlainController("root")
    private let button = UIButton(type: .system)

    private func makeStage() -> ControllerStage {
        button.setTitle("Menu", for: .normal)
        button.frame = CGRect(x: 40, y: 60, width: 100, height: 40)
        root.view.addSubview(button)
        return ControllerStage(root)
    }

    private func row(_ title: String, _ stage: ControllerStage) -> MenuRow? {
        var found: MenuRow?
        func look(_ view: UIView) {
            if let row = view as? MenuRow, row.accessibilityLabel == title { found = row }
            view.subviews.forEach(look)
        }
        look(stage.window)
        return found
    }

    private func tap(_ title: String, _ stage: ControllerStage) throws {
        let found = try #require(row(title, stage))
        let point = found.convert(CGPoint(x: 60, y: found.bounds.midY), to: nil)
        try stage.play("tap \(Int(point.x)),\(Int(point.y)) by touch")
    }

    @Test func a_touch_opens_a_button_s_menu_under_it_and_a_row_calls_its_action() throws {
        let stage = makeStage()
        var called: [String] = []
        button.menu = UIMenu(
            title: "Title",
            children: [
                UIAction(title: "Copy", image: UIImage(systemName: "star")) {
                    called.append("\($0.sender is UIButton)")
                },
                UIAction(title: "Grey", attributes: .disabled) { _ in called.append("grey") },
                UIAction(title: "Hidden", attributes: .hidden) { _ in },
            ])
        button.showsMenuAsPrimaryAction = true
        try stage.play("tap 90,80 by touch")
        let copy = try #require(row("Copy", stage))
        #expect(copy.convert(copy.bounds, to: nil) == CGRect(x: 40, y: 108 + 32, width: 250, height: 44))
        #expect(row("Hidden", stage) == nil)
        try tap("Grey", stage)
        #expect(called.isEmpty && row("Copy", stage) != nil)
        try tap("Copy", stage)
        #expect(called == ["true"] && row("Copy", stage) == nil)
        // A touch outside closes, and reaches nothing else.
        try stage.play("tap 90,80 by touch")
        try stage.play("tap 300,600 by touch")
        #expect(row("Copy", stage) == nil && called.count == 1)
    }

    @Test func in_a_menu_above_its_button_the_first_element_is_the_nearest_unless_the_order_is_fixed() throws {
        let stage = makeStage()
        button.frame.origin.y = 600
        let group = UIMenu(
            options: .displayInline, children: [UIAction(title: "C") { _ in }, UIAction(title: "D") { _ in }])
        button.menu = UIMenu(children: [UIAction(title: "A") { _ in }, UIAction(title: "B") { _ in }, group])
        button.showsMenuAsPrimaryAction = true
        func order() throws -> String {
            try stage.play("tap 90,620 by touch")
            let rows = ["A", "B", "C", "D"].compactMap { row($0, stage) }
            let places = rows.map { ($0.accessibilityLabel ?? "", $0.convert($0.bounds, to: nil).minY) }
            try stage.play("key escape")
            return places.sorted { $0.1 < $1.1 }.map { $0.0 }.joined()
        }
        #expect(try order() == "DCBA")
        button.preferredMenuElementOrder = .fixed
        #expect(try order() == "ABCD")
        button.preferredMenuElementOrder = .priority
        #expect(try order() == "DCBA")
        button.frame.origin.y = 60
        try stage.play("tap 90,80 by touch")
        let (first, second) = (try #require(row("A", stage)), try #require(row("B", stage)))
        #expect(first.frame.minY < second.frame.minY, "under its button")
    }

    @Test func a_long_press_opens_the_menu_of_a_button_with_an_action() throws {
        let stage = makeStage()
        var taps = 0
        button.addAction(UIAction { _ in taps += 1 }, for: .primaryActionTriggered)
        button.menu = UIMenu(children: [UIAction(title: "A") { _ in }])
        try stage.play("tap 90,80 by touch")
        #expect(taps == 1 && row("A", stage) == nil)
        try stage.play("press 90,80 by touch\nrelease at 1 by touch")
        #expect(taps == 1 && row("A", stage) != nil)
        try stage.play("key escape")
        #expect(row("A", stage) == nil)
    }

    @Test func menus_in_menus_open_in_place_and_groups_are_apart() throws {
        let stage = makeStage()
        var called = ""
        button.menu = UIMenu(children: [
            UIMenu(title: "More", children: [UIAction(title: "Inner") { called = $0.title }]),
            UIMenu(options: .displayInline, children: [UIAction(title: "Group") { _ in }]),
        ])
        button.showsMenuAsPrimaryAction = true
        try stage.play("tap 90,80 by touch")
        let (more, group) = (try #require(row("More", stage)), try #require(row("Group", stage)))
        #expect(group.frame.minY == more.frame.maxY + 8)
        try tap("More", stage)
        #expect(row("Group", stage) == nil)
        try tap("Inner", stage)
        #expect(called == "Inner")
    }

    @Test func keys_choose() throws {
        let stage = makeStage()
        var called = ""
        button.menu = UIMenu(children: ["A", "B", "C"].map { UIAction(title: $0) { called = $0.title } })
        button.showsMenuAsPrimaryAction = true
        try stage.play("tap 90,80 by touch")
        try stage.play("key down\nkey down\nkey enter")
        #expect(called == "B")
    }

    @Test func a_pop_up_button_shows_the_chosen_title_and_a_tick() throws {
        let stage = makeStage()
        let all = ["One", "Two"].map { UIAction(title: $0) { _ in } }
        button.menu = UIMenu(children: all)
        (button.showsMenuAsPrimaryAction, button.changesSelectionAsPrimaryAction) = (true, true)
        #expect(button.title(for: .normal) == "One" && all[0].state == .on)
        try stage.play("tap 90,80 by touch")
        try tap("Two", stage)
        #expect(button.title(for: .normal) == "Two" && all.map(\.state) == [.off, .on])
    }

    @Test func deferred_elements_come_later() throws {
        let stage = makeStage()
        var give: (([UIMenuElement]) -> Void)?
        var asked = 0
        let later = UIDeferredMenuElement { completion in
            asked += 1
            give = completion
        }
        button.menu = UIMenu(children: [later])
        button.showsMenuAsPrimaryAction = true
        try stage.play("tap 90,80 by touch")
        #expect(row("Loading…", stage) != nil && asked == 1)
        stage.act { give?([UIAction(title: "Late") { _ in }]) }
        #expect(row("Late", stage) != nil && row("Loading…", stage) == nil)
        try tap("Late", stage)
        try stage.play("tap 90,80 by touch")
        #expect(row("Late", stage) != nil && asked == 1, "they are kept")
        try stage.play("key escape")
    }

    @Test func a_menu_that_is_opened_again_shows_the_elements_that_the_first_asked_for() throws {
        let stage = makeStage()
        var give: (([UIMenuElement]) -> Void)?
        let later = UIDeferredMenuElement { give = $0 }
        button.menu = UIMenu(children: [later])
        button.showsMenuAsPrimaryAction = true
        try stage.play("tap 90,80 by touch")
        try stage.play("key escape")
        try stage.play("tap 90,80 by touch")
        #expect(row("Loading…", stage) != nil)
        stage.act { give?([later, UIAction(title: "Late") { _ in }]) }
        #expect(row("Late", stage) != nil && row("Loading…", stage) == nil)
        try stage.play("key escape")
    }

    private final class Context: NSObject, UIContextMenuInteractionDelegate {
        var told: [String] = []
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
        ) -> UIContextMenuConfiguration? {
            told.append("\(Int(location.x)),\(Int(location.y))")
            return UIContextMenuConfiguration(actionProvider: { _ in
                UIMenu(children: [UIAction(title: "Do") { _ in self.told.append("do") }])
            })
        }
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) { told.append("display") }
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) { animator?.addCompletion { self.told.append("ended") } }
    }

    @Test func a_view_s_context_menu_opens_by_a_long_press_and_by_the_second_button() throws {
        let stage = makeStage()
        let context = Context()
        let view = UIView(frame: CGRect(x: 50, y: 200, width: 100, height: 100))
        view.backgroundColor = .red
        root.view.addSubview(view)
        let interaction = UIContextMenuInteraction(delegate: context)
        view.addInteraction(interaction)
        #expect(view.interactions.count == 1 && interaction.view === view)
        try stage.play("press 80,220 by touch\nrelease at 1 by touch")
        #expect(context.told == ["30,20", "display"])
        try tap("Do", stage)
        #expect(context.told.suffix(2) == ["do", "ended"])
        try stage.play("tap 90,250 button secondary")
        let shown = try #require(row("Do", stage))
        #expect(shown.convert(shown.bounds, to: nil).origin == CGPoint(x: 90, y: 258))
        try stage.play("key escape")
        view.removeInteraction(interaction)
        #expect(interaction.view == nil)
    }

    @Test func a_mouse_hovers() throws {
        let stage = makeStage()
        var states: [UIGestureRecognizer.State] = []
        final class Target: NSObject { var heard: ((UIGestureRecognizer) -> Void)? }
        let target = Target()
        target.heard = { states.append($0.state) }
        let hover = UIHoverGestureRecognizer(
            target: target,
            action: Selector("act:", onMain: { (me: Target, sender: UIGestureRecognizer) in me.heard?(sender) }))
        root.view.addGestureRecognizer(hover)
        button.addGestureRecognizer(hover)
        try stage.play("move 60,70\nmove 80,80 at 0.1\nmove 300,300 at 0.2")
        #expect(states == [.began, .changed, .ended])
    }
}
