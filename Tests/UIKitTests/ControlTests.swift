import Foundation
import MicaScripts
import QuartzCore
import Testing
import UIKit
@testable import UIKitCore

@MainActor @Suite(.serialized) struct ControlTests {
    static let names: [(UIControl.Event, String)] = [
        (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"),
        (.touchDragOutside, "outside"),
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
        #expect(stage.mouse(.pressed, 100, 100, after: 1) == "down")
        #expect(control.isHighlighted && control.isTracking && control.isTouchInside)
        #expect(stage.mouse(.moved, 130, 100) == "inside")
        #expect(stage.mouse(.moved, 205, 100) == "inside")
        #expect(stage.mouse(.moved, 215, 100) == "exit")
        #expect(stage.mouse(.moved, 220, 100) == "outside")
        #expect(!control.isHighlighted && control.isTracking && !control.isTouchInside)
        #expect(stage.mouse(.moved, 200, 100) == "enter")
        #expect(stage.mouse(.released, 200, 100) == "up")
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
        let two = Selector(
            "two:event:", onMain: { (target: Target, sender: UIControl, event: UIEvent?) in target.two(sender, event) })
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

    @Test func a_button_shows_what_its_state_says_and_calls_its_action() throws {
        let stage = TouchStage()
        var calls = 0
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Go") { _ in calls += 1 })
        button.setTitle("Down", for: .highlighted)
        button.setTitleColor(.red, for: .highlighted)
        button.sizeToFit()
        button.frame.origin = CGPoint(x: 100, y: 100)
        stage.window.addSubview(button)
        #expect(button.title(for: .normal) == "Go" && button.title(for: .selected) == "Go")
        #expect(button.titleLabel?.text == "Go" && button.titleLabel?.font.pointSize == 15)
        #expect(button.currentTitleColor == button.tintColor)
        #expect(button.bounds.width >= 30)
        _ = stage.mouse(.pressed, 110, 110)
        #expect(button.titleLabel?.text == "Down" && button.currentTitleColor == .red)
        _ = stage.mouse(.released, 110, 110)
        #expect(button.titleLabel?.text == "Go" && calls == 1)
        #expect(UIButton(frame: .zero).currentTitleColor == .white && UIButton().titleLabel?.font.pointSize == 18)
    }

    @Test func a_button_lays_out_its_picture_before_its_title_within_its_insets() throws {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 60))
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 20, height: 10), false, 1)
        let image = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()
        button.setImage(image, for: .normal)
        button.setTitle("Title", for: .normal)
        button.contentEdgeInsets = UIEdgeInsets(top: 5, left: 10, bottom: 5, right: 10)
        button.layoutIfNeeded()
        let (picture, label) = (try #require(button.imageView), try #require(button.titleLabel))
        #expect(picture.frame.size == CGSize(width: 20, height: 10))
        #expect(label.frame.minX == picture.frame.maxX)
        #expect(abs((picture.frame.minX + label.frame.maxX) / 2 - 100) < 1e-9)
        let natural = button.intrinsicContentSize
        #expect(natural.width == 20 + label.frame.width + 20 && natural.height == label.frame.height + 10)
        button.contentHorizontalAlignment = .left
        button.layoutIfNeeded()
        #expect(picture.frame.minX == 10)
        button.contentHorizontalAlignment = .trailing
        button.layoutIfNeeded()
        #expect(label.frame.maxX == 190)
    }

    @Test func a_tap_that_a_superview_looks_for_leaves_the_button_its_own() throws {
        let stage = TouchStage()
        stage.view.log = nil
        stage.add(UITapGestureRecognizer(), "tap")
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        button.addAction(UIAction { _ in stage.log.add("button") }, for: .touchUpInside)
        stage.view.addSubview(button)
        #expect(try stage.play("tap 60,60") == "button")
        #expect(try stage.play("tap 200,200") == "tap:ended")
        button.isEnabled = false
        #expect(try stage.play("tap 60,60") == "tap:ended")
    }

    @Test func a_filled_button_has_the_tints_colour_behind_a_white_title() throws {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Save"
        configuration.cornerStyle = .capsule
        let button = UIButton(configuration: configuration)
        button.sizeToFit()
        button.layoutIfNeeded()
        let background = try #require(button.subviews.first?.subviews.first)
        #expect(background.backgroundColor == button.tintColor && background.frame == button.bounds)
        #expect(button.titleLabel?.text == "Save" && button.currentTitleColor == .white)
        #expect(background.layer.cornerRadius == button.bounds.height / 2)
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
