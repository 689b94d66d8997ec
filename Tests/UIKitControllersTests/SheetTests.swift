import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Sheets and popovers. Numbers: docs/presentations.md.
@MainActor @Suite(.serialized) struct SheetTests {
    private let root = PlainController("root")
    private let shown = PlainController("shown")

    private final class Teller: NSObject, UISheetPresentationControllerDelegate, UIPopoverPresentationControllerDelegate
    {
        var told: [String] = []
        var style: UIModalPresentationStyle?
        func sheetPresentationControllerDidChangeSelectedDetentIdentifier(_ sheet: UISheetPresentationController) {
            told.append(sheet.selectedDetentIdentifier == .large ? "large" : "medium")
        }
        func adaptivePresentationStyle(
            for controller: UIPresentationController, traitCollection: UITraitCollection
        ) -> UIModalPresentationStyle {
            style ?? controller.adaptivePresentationStyle(for: traitCollection)
        }
        func presentationControllerWillDismiss(_ controller: UIPresentationController) { told.append("will") }
        func presentationControllerDidDismiss(_ controller: UIPresentationController) { told.append("did") }
        func presentationControllerDidAttemptToDismiss(_ controller: UIPresentationController) {
            told.append("attempt")
        }
    }

    private var frame: CGRect { shown.view.convert(shown.view.bounds, to: nil) }

    @Test func a_sheet_leaves_ten_points_above_it_and_a_pull_dismisses() throws {
        let stage = ControllerStage(root)
        let teller = Teller()
        shown.presentationController?.delegate = teller
        stage.act { self.root.present(self.shown, animated: true) }
        stage.pass(1)
        #expect(frame == CGRect(x: 0, y: 10, width: 375, height: 657) && root.view.window != nil)
        #expect(
            shown.traitCollection.userInterfaceLevel == .elevated && root.traitCollection.userInterfaceLevel == .base)
        // A small pull goes back.
        try stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 200), over: 0.5)
        #expect(frame.minY > 90)
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(frame.minY == 10 && teller.told.isEmpty)
        try stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 550), over: 0.5)
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(root.presentedViewController == nil && teller.told == ["will", "did"])
    }

    @Test func a_sheet_that_is_modal_resists_and_says_so() throws {
        let stage = ControllerStage(root)
        let teller = Teller()
        shown.presentationController?.delegate = teller
        shown.isModalInPresentation = true
        stage.act { self.root.present(self.shown, animated: false) }
        try stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 600), over: 0.5)
        #expect(frame.minY < 250, "a rubber band")
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(root.presentedViewController === shown && frame.minY == 10)
        try stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 660), over: 0.1)
        try stage.lift()
        stage.pass(1)
        #expect(root.presentedViewController === shown && teller.told.contains("attempt"))
    }

    @Test func detents_are_chosen_by_a_drag_and_by_programs() throws {
        let stage = ControllerStage(root)
        let teller = Teller()
        let sheet = try #require(shown.sheetPresentationController)
        sheet.delegate = teller
        sheet.detents = [.medium(), .large()]
        sheet.prefersGrabberVisible = true
        stage.act { self.root.present(self.shown, animated: true) }
        stage.pass(1)
        #expect(frame.minY == 333.5)
        try stage.drag(from: CGPoint(x: 100, y: 400), to: CGPoint(x: 100, y: 150), over: 0.5)
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(frame.minY == 10 && sheet.selectedDetentIdentifier == .large && teller.told == ["large"])
        stage.act { sheet.animateChanges { sheet.selectedDetentIdentifier = .medium } }
        stage.pass(1)
        #expect(frame.minY == 333.5 && teller.told == ["large"], "a program is not told of its own doing")
        stage.act { sheet.detents = [.custom { $0.maximumDetentValue / 4 }] }
        #expect(frame.height == 657 / 4.0)
    }

    @Test func an_undimmed_sheet_lets_touches_through() throws {
        let stage = ControllerStage(root)
        let sheet = try #require(shown.sheetPresentationController)
        sheet.detents = [.medium(), .large()]
        sheet.largestUndimmedDetentIdentifier = .medium
        stage.act { self.root.present(self.shown, animated: false) }
        #expect(stage.window.hitTest(CGPoint(x: 100, y: 100), with: nil) === root.view)
        stage.act { sheet.selectedDetentIdentifier = .large }
        #expect(stage.window.hitTest(CGPoint(x: 100, y: 5), with: nil) !== root.view)
        // A touch outside a sheet that dims dismisses.
        try stage.play("tap 100,4 by touch")
        #expect(root.presentedViewController == nil)
    }

    @Test func a_scroll_view_in_a_sheet_scrolls_unless_it_is_at_its_top() throws {
        let stage = ControllerStage(root)
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 657))
        scroll.contentSize = CGSize(width: 375, height: 3000)
        shown.view.addSubview(scroll)
        stage.act { self.root.present(self.shown, animated: false) }
        try stage.drag(from: CGPoint(x: 100, y: 500), to: CGPoint(x: 100, y: 300), over: 0.5)
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(scroll.contentOffset.y > 150 && frame.minY == 10)
        try stage.drag(from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 350), over: 0.5)
        #expect(frame.minY == 10)
        try stage.lift(after: 0.3)
        stage.act { scroll.contentOffset = .zero }
        try stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 300), over: 0.5)
        #expect(frame.minY > 150 && scroll.contentOffset.y == 0)
        try stage.lift()
    }

    @Test func on_a_wide_window_sheets_are_cards_in_the_middle() {
        let stage = ControllerStage(root, size: CGSize(width: 1024, height: 768))
        shown.modalPresentationStyle = .formSheet
        stage.act { self.root.present(self.shown, animated: false) }
        #expect(frame == CGRect(x: 242, y: 74, width: 540, height: 620))
        stage.act { self.shown.preferredContentSize = CGSize(width: 400, height: 300) }
        #expect(frame == CGRect(x: 312, y: 234, width: 400, height: 300))
    }

    @Test func a_popover_points_at_its_source_and_a_touch_outside_dismisses() throws {
        let stage = ControllerStage(root, size: CGSize(width: 1024, height: 768))
        let teller = Teller()
        shown.modalPresentationStyle = .popover
        shown.preferredContentSize = CGSize(width: 200, height: 150)
        let popover = try #require(shown.popoverPresentationController)
        popover.sourceView = root.view
        popover.sourceRect = CGRect(x: 500, y: 700, width: 40, height: 40)
        popover.delegate = teller
        stage.act { self.root.present(self.shown, animated: true) }
        stage.pass(1)
        #expect(popover.arrowDirection == .down && frame == CGRect(x: 420, y: 537, width: 200, height: 150))
        try stage.play("tap 100,100 by touch")
        #expect(root.presentedViewController == nil && teller.told == ["will", "did"])
        popover.permittedArrowDirections = .left
        #expect(shown.popoverPresentationController !== popover, "each presentation has its own")
    }

    @Test func on_a_narrow_window_a_popover_is_a_sheet_unless_the_delegate_says_none() {
        let stage = ControllerStage(root)
        shown.modalPresentationStyle = .popover
        stage.act { self.root.present(self.shown, animated: false) }
        #expect(frame.minY == 10 && shown.presentationController is UISheetPresentationController)
        stage.act { self.root.dismiss(animated: false) }
        let teller = Teller()
        teller.style = UIModalPresentationStyle.none
        shown.preferredContentSize = CGSize(width: 200, height: 150)
        shown.popoverPresentationController?.sourceView = root.view
        shown.popoverPresentationController?.sourceRect = CGRect(x: 20, y: 20, width: 20, height: 20)
        shown.popoverPresentationController?.delegate = teller
        stage.act { self.root.present(self.shown, animated: false) }
        #expect(frame.size == CGSize(width: 200, height: 150) && frame.minY == 53)
    }
}
