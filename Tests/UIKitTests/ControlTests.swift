import CoreGraphics
import Foundation
import MicaScripts
import QuartzCore
import Testing
@testable import UIKit

@MainActor @Suite(.serialized) struct ControlTests {
    static let names: [(UIControl.Event, String)] = [
        (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"), (.touchDragOutside, "outside"),
        (.touchDragEnter, "enter"), (.touchDragExit, "exit"), (.touchUpInside, "up"), (.touchUpOutside, "upOutside"),
        (.touchCancel, "cancel"), (.valueChanged, "value"),
    ]

    private func control(_ stage: TouchStage) -> UIControl {
        let control = UIControl(frame: CGRect(x: 80, y: 80, width: 60, height: 40))
        for (event, name) in Self.names {
            control.addAction(
                UIAction { _ in if stage.log.lines.last != name { stage.log.add(name) } }, for: event)
        }
        stage.window.addSubview(control)
        return control
    }

    @Test func events_of_a_tap_and_of_a_drag_out_and_back() throws {
        let stage = TouchStage()
        let control = control(stage)
        #expect(try stage.play("tap 100,100") == "down up")
        #expect(try stage.play("tap 100,100 times 2") == "down up down repeat up")
        #expect(try stage.play("press 100,100\nmove 130,100\nmove 205,100\nmove 215,100\nmove 220,100") == "down inside exit outside")
        #expect(!control.isHighlighted && control.isTracking && !control.isTouchInside)
        #expect(try stage.play("move 200,100\nrelease") == "enter up")
        #expect(try stage.play("press 100,100\nmove 215,100\nrelease") == "down exit upOutside")
        #expect(try stage.play("press 100,100\ncancel") == "down cancel")
        #expect(!control.isTracking && !control.isHighlighted)
    }

    @Test func a_control_that_is_disabled_hears_nothing() throws {
        let stage = TouchStage()
        let control = control(stage)
        control.isEnabled = false
        #expect(try stage.play("tap 100,100") == "")
        #expect(control.state == .disabled)
        control.isEnabled = true
        control.isSelected = true
        #expect(control.state == .selected)
    }

    final class Target: NSObject {
        var calls: [String] = []
        func plain() { calls.append("plain") }
        func one(_ sender: UIControl) { calls.append("one") }
        func two(_ sender: UIControl, _ event: UIEvent?) { calls.append("two") }
    }

    @Test func targets_hear_by_selector_with_no_one_and_two_arguments_and_can_be_removed() throws {
        let stage = TouchStage()
        let (control, target) = (UIControl(frame: CGRect(x: 80, y: 80, width: 60, height: 40)), Target())
        stage.window.addSubview(control)
        let plain = Selector("plain", Target.plain)
        let one = Selector("one:", onMain: { (target: Target, sender: UIControl) in target.one(sender) })
        let two = Selector("two:event:", onMain: { (target: Target, sender: UIControl, event: UIEvent?) in target.two(sender, event) })
        control.addTarget(target, action: plain, for: .touchUpInside)
        control.addTarget(target, action: one, for: .touchUpInside)
        control.addTarget(target, action: two, for: [.touchUpInside, .touchDown])
        _ = try stage.play("tap 100,100")
        #expect(target.calls == ["two", "plain", "one", "two"])
        #expect(control.actions(forTarget: target, forControlEvent: .touchUpInside) == ["plain", "one:", "two:event:"])
        #expect(control.allTargets == [target])
        #expect(control.allControlEvents == [.touchUpInside, .touchDown])
        control.removeTarget(target, action: two, for: .touchDown)
        control.removeTarget(target, action: plain, for: .allEvents)
        target.calls = []
        _ = try stage.play("tap 100,100")
        #expect(target.calls == ["one", "two"])
        control.removeTarget(nil, action: nil, for: .allEvents)
        control.sendActions(for: .touchUpInside)
        #expect(target.calls == ["one", "two"])
        #expect(control.actions(forTarget: target, forControlEvent: .touchUpInside) == nil)
    }

    @Test func without_a_target_the_responders_above_are_asked() throws {
        final class Answering: UIView {
            var count = 0
            func answer() { count += 1 }
        }
        let stage = TouchStage()
        let answering = Answering(frame: stage.window.bounds)
        let control = UIControl(frame: CGRect(x: 80, y: 80, width: 60, height: 40))
        answering.addSubview(control)
        stage.window.addSubview(answering)
        control.addTarget(nil, action: Selector("answer", Answering.answer), for: .touchUpInside)
        _ = try stage.play("tap 100,100")
        #expect(answering.count == 1)
    }
}
