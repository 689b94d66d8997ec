import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore

/// Drag and drop between views. *Source*: Apple, UIDragInteractionDelegate and UIDropInteractionDelegate.
@MainActor @Suite(.serialized) struct DragAndDropTests {
    private func lines(_ log: DragLog) -> String { log.lines.joined(separator: ", ") }

    @Test func a_press_lifts_and_a_move_begins_the_drag_and_the_drop_gets_the_items() throws {
        let stage = DragStage("one", "two")
        var texts: [String] = []
        stage.log.performed = { $0.loadObjects(ofClass: String.self) { texts = $0 } }
        try stage.play(
            (
                "press 60,50 by touch\nwait 0.4",
                { #expect(stage.log.lines.isEmpty && stage.board == nil, "a finger that rests for less lifts nothing") }
            ),
            (
                "wait 0.2",
                {
                    #expect(lines(stage.log) == "items, lift", "half a second lifts")
                    #expect(stage.pictures.count == 2)
                }
            ),
            (
                "move 160,300 by touch over 0.3\nwait 0.3",
                {
                    #expect(
                        lines(stage.log) == "items, lift, lifted end, begin, enter, update",
                        "DD-1 movement begins the drag")
                    let picture = try #require(stage.pictures.last)
                    #expect(
                        abs(picture.midX - 170) < 1 && abs(picture.midY - 300) < 1,
                        "the picture is where the finger holds it")
                    #expect(stage.course?.isMoving == true)
                }
            ), ("release by touch\nwait 1", {}))
        #expect(
            lines(stage.log)
                == "items, lift, lifted end, begin, enter, update, willEnd copy, drop, landed, landed, conclude, end, "
                + "didEnd copy, transferred", "the order of a drop")
        #expect(texts == ["one", "two"], "the texts, in the items' order")
        #expect(stage.board == nil && stage.course == nil)
    }

    @Test func a_press_that_does_not_move_goes_back() throws {
        let stage = DragStage()
        try stage.host.perform("press 60,50 by touch\nwait 0.8\nrelease by touch\nwait 0.5")
        #expect(lines(stage.log) == "items, lift, lifted start", "no session without a movement")
        #expect(stage.board == nil && stage.course == nil)
    }

    @Test func a_mouse_drags_at_once() throws {
        let stage = DragStage()
        try stage.play(
            ("press 60,50\nmove 62,51\nwait 1", { #expect(stage.log.lines.isEmpty) }),
            ("move 60,300 over 0.2\nrelease\nwait 1", {}))
        #expect(stage.log.lines.contains("drop") && stage.log.lines.last == "transferred")
    }

    @Test func a_tap_is_not_a_drag() throws {
        let stage = DragStage()
        try stage.host.perform("tap 60,50\ntap 60,50 by touch\ndrag 60,50 to 60,300 by touch\nwait 1")
        #expect(stage.log.lines.isEmpty, "a finger that moves before it has rested drags nothing")
    }

    @Test func a_drag_outside_a_target_goes_back_to_its_view() throws {
        let stage = DragStage()
        try stage.host.perform("press 60,50\nmove 160,160 over 0.2\nrelease")
        #expect(stage.log.lines.suffix(2) == ["willEnd cancel", "back"], "nothing under the finger cancels")
        try stage.host.perform("wait 1")
        #expect(stage.log.lines.suffix(2) == ["arrived end", "didEnd cancel"])
        #expect(stage.board == nil)
        stage.log.lines = []
        stage.log.cancels = false
        try stage.host.perform("press 60,50\nmove 160,300 over 0.2\nmove 160,160 over 0.2\nrelease\nwait 1")
        #expect(stage.log.lines.contains("exit") && stage.log.lines.suffix(2) == ["end", "didEnd cancel"])
    }

    @Test func the_proposal_decides() throws {
        for (operation, allows, end) in [
            (UIDropOperation.forbidden, true, "didEnd forbidden"), (.cancel, true, "didEnd cancel"),
            (.move, true, "didEnd move"), (.move, false, "didEnd cancel"),
        ] {
            let stage = DragStage()
            (stage.log.operation, stage.log.allowsMove) = (operation, allows)
            try stage.host.perform("press 60,50\nmove 160,300 over 0.2\nrelease\nwait 1")
            #expect(stage.log.lines.contains(end), "\(operation) \(allows): \(stage.log.lines)")
            #expect(stage.log.lines.contains("drop") == (end == "didEnd move"))
        }
        let stage = DragStage()
        stage.log.canHandle = false
        try stage.host.perform("press 60,50\nmove 160,300 over 0.2\nrelease\nwait 1")
        #expect(!stage.log.lines.contains("enter"), "DD-2 a view that cannot handle the drag gets no calls")
    }

    @Test func a_dropped_picture_lands_on_the_view_that_takes_it() throws {
        let stage = DragStage()
        let place = UIView(frame: CGRect(x: 200, y: 120, width: 50, height: 30))
        stage.target.addSubview(place)
        stage.log.lands = place
        try stage.host.perform("press 60,50\nmove 100,300 over 0.2\nrelease\nwait 0.34")
        let picture = try #require(stage.pictures.first)
        #expect(abs(picture.midX - 245) < 2 && abs(picture.midY - 375) < 2 && abs(picture.width - 50) < 3)
    }

    @Test func another_finger_adds_items() throws {
        let stage = DragStage()
        stage.log.added = [UIDragItem(itemProvider: NSItemProvider(object: "more" as NSString))]
        var texts: [String] = []
        stage.log.performed = { $0.loadObjects(ofClass: String.self) { texts = $0 } }
        try stage.host.perform(
            """
            press 60,50 by touch finger 1 at 0
            move 100,200 by touch finger 1 at 0.7 over 0.2
            press 250,50 by touch finger 2 at 1.2
            release by touch finger 2 at 1.3
            move 160,300 by touch finger 1 at 1.8 over 0.2
            release by touch finger 1 at 2.1
            wait 1
            """)
        #expect(stage.log.lines.contains("add 1 to 1") && texts == ["one", "more"], "DD-3 a tap adds to the drag")
    }

    @Test func a_context_menu_closes_when_the_drag_begins() throws {
        final class Menus: NSObject, UIContextMenuInteractionDelegate {
            func contextMenuInteraction(
                _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
            ) -> UIContextMenuConfiguration? {
                UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [UIAction(title: "Open") { _ in }]) }
                )
            }
        }
        let stage = DragStage(), menus = Menus()
        stage.source.addInteraction(UIContextMenuInteraction(delegate: menus))
        try stage.play(
            (
                "press 60,50 by touch\nwait 0.8",
                { #expect(MenuOverlay.current != nil && stage.course != nil && stage.board?.isHidden == true) }
            ),
            (
                "move 160,300 by touch over 0.3\nwait 0.3",
                { #expect(MenuOverlay.current == nil && stage.board?.isHidden == false) }
            ), ("release by touch\nwait 1", {}))
        #expect(stage.log.lines.last == "transferred")
        stage.log.lines = []
        try stage.host.perform("press 60,50 by touch\nwait 0.8\nrelease by touch\nwait 0.5")
        #expect(MenuOverlay.current != nil && lines(stage.log) == "items, lift, lifted start")
        MenuOverlay.current?.close(nil)
    }

    @Test func a_taken_away_touch_cancels() throws {
        let stage = DragStage()
        try stage.host.perform(
            "press 60,50 by touch\nwait 0.6\nmove 160,300 by touch over 0.2\ncancel by touch\nwait 1")
        #expect(stage.log.lines.contains("willEnd cancel") && !stage.log.lines.contains("drop"))
        #expect(stage.course == nil && stage.board == nil)
    }

    @Test func a_view_that_goes_away_ends_its_lift_and_not_its_drag() throws {
        for isOver in [false, true] {
            let stage = DragStage()
            var view: UIView? = UIView(frame: CGRect(x: 20, y: 120, width: 60, height: 40))
            weak var gone = view
            view.map { stage.window.addSubview($0) }
            view?.addInteraction(UIDragInteraction(delegate: stage.log))
            view = nil
            if isOver { stage.log.updated = { gone?.removeFromSuperview() } }
            try stage.play(
                ("press 40,140 by touch\nwait 0.6", { #expect(stage.course != nil && stage.pictures.count == 1) }),
                ("wait 0.1", { if !isOver { gone?.removeFromSuperview() } }),
                ("move 160,300 by touch over 0.3\nwait 1", {}), ("release by touch\nwait 1", {}))
            #expect(gone == nil && stage.course == nil && stage.board == nil, "\(isOver)")
            #expect(stage.log.lines.contains("drop") == isOver && stage.log.lines.contains("end") == isOver)
        }
    }

    @Test func a_subclass_says_whether_its_interactions_are_enabled() throws {
        final class Off: UIDragInteraction { override class var isEnabledByDefault: Bool { false } }
        let stage = DragStage(), off = Off(delegate: stage.log)
        for interaction in stage.source.interactions { stage.source.removeInteraction(interaction) }
        stage.source.addInteraction(off)
        try stage.host.perform("press 60,50\nmove 160,300 over 0.2\nrelease\nwait 1")
        #expect(!off.isEnabled && stage.log.lines.isEmpty)
        off.isEnabled = true
        try stage.host.perform("press 60,50\nmove 160,300 over 0.2\nrelease\nwait 1")
        #expect(stage.log.lines.last == "transferred")
    }

    @Test func files_of_other_programs_are_dropped() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mica-drop-\(UUID().uuidString).txt")
        try Data("content".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stage = DragStage()
        var (texts, urls, isLocal) = ([String](), [URL](), true)
        stage.log.performed = { session in
            isLocal = session.localDragSession != nil
            session.loadObjects(ofClass: String.self) { texts = $0 }
            session.loadObjects(ofClass: URL.self) { urls = $0 }
        }
        try stage.host.perform("drop \"\(file.path)\" on 160,300\nwait 1")
        #expect(lines(stage.log) == "enter, update, drop, landed, conclude, end")
        #expect(texts == ["content"] && urls == [file] && !isLocal)
        stage.log.lines = []
        stage.log.operation = .forbidden
        try stage.host.perform("drop \"\(file.path)\" on 160,300\ndrop \"/none\" on 160,300\nwait 1")
        #expect(lines(stage.log) == "enter, update, exit, end")
    }

    @Test func a_drag_at_the_edge_scrolls() throws {
        let stage = DragStage()
        let scroller = UIScrollView(frame: stage.target.frame)
        stage.target.removeFromSuperview()
        stage.target.frame = CGRect(x: 0, y: 0, width: 280, height: 1000)
        scroller.contentSize = stage.target.frame.size
        scroller.addSubview(stage.target)
        stage.window.addSubview(scroller)
        try stage.play(
            ("press 60,50\nmove 160,300 over 0.2\nwait 1", { #expect(scroller.contentOffset.y == 0) }),
            ("move 160,430 over 0.2\nwait 0.5", { #expect(scroller.contentOffset.y > 50) }),
            ("wait 5", { #expect(scroller.contentOffset.y == 800) }), ("release\nwait 1", {}))
        #expect(stage.log.lines.last == "transferred")
    }

    @Test func previews_have_their_looks() throws {
        let stage = DragStage()
        let item = stage.log.items[0]
        item.previewProvider = {
            let label = UILabel()
            label.text = "Dragged"
            label.sizeToFit()
            return UIDragPreview(view: label)
        }
        try stage.play(
            (
                "press 60,50\nmove 160,160 over 0.2\nwait 0.5",
                {
                    let picture = try #require(stage.pictures.first)
                    #expect(picture.height < 30 && picture.contains(CGPoint(x: 160, y: 160)))
                }
            ), ("release\nwait 1", {}))
        item.previewProvider = { nil }
        try stage.play(
            ("press 60,50\nmove 160,160 over 0.2\nwait 0.5", { #expect(stage.pictures.isEmpty) }),
            ("release\nwait 1", {}))
    }

    @Test func large_pictures_shrink_on_the_way() throws {
        let stage = DragStage()
        stage.source.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
        stage.second.removeFromSuperview()
        try stage.play(
            (
                "press 60,50\nmove 160,160 over 0.2\nwait 0.5",
                {
                    let picture = try #require(stage.pictures.first)
                    #expect(abs(picture.width - 240 * 1.05) < 1)
                }
            ), ("release\nwait 1", {}))
    }
}
