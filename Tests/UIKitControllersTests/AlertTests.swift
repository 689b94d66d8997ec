import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Alerts and sheets of actions. Numbers: docs/presentations.md.
@MainActor @Suite(.serialized) struct AlertTests {
    private let root = PlainController("root")

    private func alert(_ style: UIAlertController.Style, _ chosen: @escaping (String) -> Void) -> UIAlertController {
        let made = UIAlertController(title: "Title", message: "A message of some words", preferredStyle: style)
        for (title, kind) in [("Delete", UIAlertAction.Style.destructive), ("Cancel", .cancel)] {
            made.addAction(UIAlertAction(title: title, style: kind) { chosen($0.title ?? "") })
        }
        return made
    }

    private func row(_ title: String, in alert: UIAlertController, _ stage: ControllerStage) -> CGRect {
        var found: CGRect = .null
        func look(_ view: UIView) {
            if let row = view as? AlertRow, row.action.title == title { found = row.convert(row.bounds, to: nil) }
            for child in view.subviews { look(child) }
        }
        look(alert.view)
        return found
    }

    @Test func an_alert_is_270_wide_in_the_middle_with_cancel_at_the_left() throws {
        let stage = ControllerStage(root)
        var chosen: [String] = []
        let alert = alert(.alert) { chosen.append($0) }
        stage.act { self.root.present(alert, animated: true) }
        stage.pass(1)
        let frame = alert.view.convert(alert.view.bounds, to: nil)
        #expect(frame.width == 270 && abs(frame.midX - 187.5) <= 0.5 && abs(frame.midY - 333.5) <= 0.5)
        #expect(alert.view.alpha == 1 && alert.view.transform.isIdentity)
        let (cancel, delete) = (row("Cancel", in: alert, stage), row("Delete", in: alert, stage))
        #expect(cancel.height == 44 && cancel.width == 135 && cancel.minX == frame.minX && delete.minX == frame.midX)
        #expect(cancel.maxY == frame.maxY)
        try stage.play("tap \(Int(delete.midX)),\(Int(delete.midY)) by touch", for: 0.1)
        #expect(chosen.isEmpty, "the handler is called after the dismissal")
        stage.pass(1)
        #expect(chosen == ["Delete"] && root.presentedViewController == nil)
    }

    @Test func three_actions_are_stacked_with_cancel_last_and_a_touch_outside_does_nothing() throws {
        let stage = ControllerStage(root)
        let alert = alert(.alert) { _ in }
        alert.addAction(UIAlertAction(title: "Other", style: .default))
        stage.act { self.root.present(alert, animated: false) }
        let rows = ["Delete", "Other", "Cancel"].map { row($0, in: alert, stage).minY }
        #expect(rows == rows.sorted() && rows[1] - rows[0] == 44)
        try stage.play("tap 20,20 by touch")
        #expect(root.presentedViewController === alert)
        // A second cancel action is refused.
        alert.addAction(UIAlertAction(title: "Again", style: .cancel))
        #expect(alert.actions.count == 3)
    }

    @Test func return_chooses_the_preferred_action_and_escape_cancels() throws {
        let stage = ControllerStage(root)
        var chosen: [String] = []
        var shown = alert(.alert) { chosen.append($0) }
        shown.preferredAction = shown.actions[0]
        stage.act { self.root.present(shown, animated: false) }
        try stage.play("key enter")
        #expect(chosen == ["Delete"])
        shown = alert(.alert) { chosen.append($0) }
        stage.act { self.root.present(shown, animated: false) }
        try stage.play("key escape")
        #expect(chosen == ["Delete", "Cancel"] && root.presentedViewController == nil)
    }

    @Test func an_action_that_cannot_be_used_is_not_chosen() throws {
        let stage = ControllerStage(root)
        var chosen: [String] = []
        let alert = alert(.alert) { chosen.append($0) }
        alert.actions[0].isEnabled = false
        stage.act { self.root.present(alert, animated: false) }
        let delete = row("Delete", in: alert, stage)
        try stage.play("tap \(Int(delete.midX)),\(Int(delete.midY)) by touch")
        #expect(chosen.isEmpty && root.presentedViewController === alert)
        stage.act { alert.actions[0].isEnabled = true }
        try stage.play("tap \(Int(delete.midX)),\(Int(delete.midY)) by touch")
        #expect(chosen == ["Delete"])
    }

    @Test func a_sheet_has_its_cancel_action_apart_at_the_bottom_and_a_touch_outside_chooses_it() throws {
        let stage = ControllerStage(root)
        var chosen: [String] = []
        let sheet = alert(.actionSheet) { chosen.append($0) }
        stage.act { self.root.present(sheet, animated: true) }
        stage.pass(1)
        let (delete, cancel) = (row("Delete", in: sheet, stage), row("Cancel", in: sheet, stage))
        #expect(cancel == CGRect(x: 8, y: 667 - 8 - 57, width: 359, height: 57))
        #expect(delete.height == 57 && delete.maxY == cancel.minY - 8)
        try stage.play("tap 100,50 by touch")
        #expect(chosen == ["Cancel"] && root.presentedViewController == nil)
    }

    @Test func on_a_wide_window_a_sheet_is_a_popover_without_a_cancel_action() throws {
        let stage = ControllerStage(root, size: CGSize(width: 1024, height: 768))
        var chosen: [String] = []
        let sheet = alert(.actionSheet) { chosen.append($0) }
        sheet.popoverPresentationController?.sourceView = root.view
        sheet.popoverPresentationController?.sourceRect = CGRect(x: 100, y: 100, width: 50, height: 30)
        stage.act { self.root.present(sheet, animated: true) }
        stage.pass(1)
        #expect(row("Cancel", in: sheet, stage).isNull && sheet.popoverPresentationController?.arrowDirection == .up)
        let frame = sheet.view.convert(sheet.view.bounds, to: nil)
        #expect(frame.width == 304 && frame.minY == 130 + 13)
        try stage.play("tap 900,700 by touch")
        #expect(chosen == ["Cancel"] && root.presentedViewController == nil)
    }

    @Test func fields_are_under_the_message_and_return_leads_through_them_to_the_choice() throws {
        let stage = ControllerStage(root)
        var chosen: [String] = []
        let alert = alert(.alert) { chosen.append($0) }
        alert.addAction(UIAlertAction(title: "Log in", style: .default) { _ in chosen.append("Log in") })
        #expect(alert.textFields == nil)
        alert.addTextField { $0.placeholder = "Name" }
        alert.addTextField { $0.isSecureTextEntry = true }
        stage.act { self.root.present(alert, animated: false) }
        let fields = try #require(alert.textFields)
        let frames = fields.map { $0.convert($0.bounds, to: nil) }
        let panel = alert.view.convert(alert.view.bounds, to: nil)
        #expect(fields.count == 2 && fields[0].placeholder == "Name" && fields[0].isFirstResponder)
        #expect(frames[0].minX == panel.minX + 16 && frames[0].size == CGSize(width: 238, height: 28))
        #expect(frames[1].minY == frames[0].maxY && row("Delete", in: alert, stage).minY == frames[1].maxY + 20)
        try stage.play("type \"Ada\"\nkey enter\ntype \"hush\"")
        #expect(fields[0].text == "Ada" && fields[1].text == "hush" && fields[1].isFirstResponder && chosen.isEmpty)
        try stage.play("key enter")
        #expect(chosen == ["Log in"] && root.presentedViewController == nil)
    }

    @Test func an_alert_with_a_field_is_above_the_keyboard_and_a_sheet_has_no_fields() {
        let stage = ControllerStage(root)
        stage.host.keyboardHeight = 300
        let alert = alert(.alert) { _ in }
        alert.addTextField()
        stage.act { self.root.present(alert, animated: true) }
        stage.pass(2)
        let frame = alert.view.convert(alert.view.bounds, to: nil)
        #expect(abs(frame.midY - (667 - 300) / 2) <= 0.5)
        let sheet = self.alert(.actionSheet) { _ in }
        sheet.addTextField()
        #expect(sheet.textFields == nil)
    }

    @Test func many_actions_scroll() {
        let stage = ControllerStage(root, size: CGSize(width: 320, height: 300))
        let alert = alert(.alert) { _ in }
        for index in 0..<12 { alert.addAction(UIAlertAction(title: "Action \(index)", style: .default)) }
        stage.act { self.root.present(alert, animated: false) }
        #expect(alert.view.frame.height <= 300 - 48)
    }
}
