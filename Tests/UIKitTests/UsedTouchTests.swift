import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The most used members of touches, recognizers, controls and buttons.
@MainActor @Suite(.serialized) struct UsedTouchTests {
    @Test(
        .covers(
            "UIResponder", "UIResponder.touchesBegan", "UIResponder.touchesMoved", "UIResponder.touchesEnded",
            "UIResponder.touchesCancelled", "UIResponder.resignFirstResponder", "UITouch", "UITouch.location", "UIEvent"
        ))
    func responders_hear_of_touches() throws {
        final class Listener: UIView {
            var heard: [String] = []
            override var canBecomeFirstResponder: Bool { true }
            private func tell(_ name: String, _ touches: Set<UITouch>, _ event: UIEvent?) {
                let point = touches.first?.location(in: self) ?? .zero
                heard.append("\(name) \(Int(point.x)) \(event?.allTouches?.count ?? 0)")
            }
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                tell("touchesBegan", touches, event)
            }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                tell("touchesMoved", touches, event)
            }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
                tell("touchesEnded", touches, event)
            }
            override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
                tell("touchesCancelled", touches, event)
            }
        }
        let stage = TouchStage()
        let view = Listener(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
        stage.window.addSubview(view)
        _ = stage.mouse(.pressed, 110, 120)
        _ = stage.mouse(.moved, 115, 120)
        _ = stage.mouse(.released, 115, 120)
        #expect(view.heard == ["touchesBegan 10 1", "touchesMoved 15 1", "touchesEnded 15 1"])
        _ = stage.mouse(.pressed, 110, 120)
        _ = stage.mouse(.cancelled, 110, 120)
        #expect(view.heard.last == "touchesCancelled 10 1")
        let responder: UIResponder = view
        #expect(responder.becomeFirstResponder() && responder.isFirstResponder)
        #expect(responder.resignFirstResponder() && !responder.isFirstResponder)
    }

    @Test(
        .covers(
            "UIGestureRecognizer", "UITapGestureRecognizer", "UITapGestureRecognizer.init",
            "UIGestureRecognizer.addTarget",
            "UIGestureRecognizer.view", "UIGestureRecognizer.isEnabled", "UIGestureRecognizer.delegate",
            "UIGestureRecognizer.cancelsTouchesInView", "UIGestureRecognizerDelegate", "UIGestureRecognizer.location",
            "UIGestureRecognizer.state", "UIGestureRecognizer.State.ended", "UIView.addGestureRecognizer",
            "UIView.removeGestureRecognizer", "UIView.gestureRecognizers"))
    func taps_call_their_targets() throws {
        let stage = TouchStage()
        let tap: UITapGestureRecognizer = UITapGestureRecognizer(target: stage.target, action: GestureTarget.action)
        tap.name = "tap"
        stage.view.addGestureRecognizer(tap)
        #expect((tap as UIGestureRecognizer).view === stage.view && stage.view.gestureRecognizers == [tap])
        #expect(tap.isEnabled && tap.cancelsTouchesInView && tap.delegate == nil)
        var point = CGPoint.zero
        var state = UIGestureRecognizer.State.possible
        stage.target.heard = { (point, state) = ($0.location(in: stage.view), $0.state) }
        #expect(try stage.play("tap 50,60").contains("tap:ended"))
        #expect(point == CGPoint(x: 30, y: 40) && state == UIGestureRecognizer.State.ended)
        tap.isEnabled = false
        #expect(try !stage.play("tap 50,60").contains("tap:"))
        tap.isEnabled = true
        let delegate: any UIGestureRecognizerDelegate = stage.target
        tap.delegate = delegate
        stage.target.receives = false
        #expect(try !stage.play("tap 50,60").contains("tap:"))
        stage.target.receives = true
        let other = GestureTarget(stage.log)
        var calls = 0
        other.heard = { _ in calls += 1 }
        tap.addTarget(other, action: GestureTarget.action)
        _ = try stage.play("tap 50,60")
        #expect(calls == 1)
        stage.view.removeGestureRecognizer(tap)
        #expect(tap.view == nil && stage.view.gestureRecognizers == nil)
    }

    @Test(
        .covers(
            "UIPanGestureRecognizer", "UIPanGestureRecognizer.init", "UIPanGestureRecognizer.translation",
            "UIPanGestureRecognizer.setTranslation", "UIPanGestureRecognizer.velocity",
            "UIGestureRecognizer.State.began",
            "UIGestureRecognizer.State.changed", "UIGestureRecognizer.State.cancelled",
            "UIGestureRecognizer.State.failed"))
    func pans_follow_the_finger() throws {
        let stage = TouchStage()
        let pan: UIPanGestureRecognizer = UIPanGestureRecognizer(target: stage.target, action: GestureTarget.action)
        pan.name = "pan"
        stage.view.addGestureRecognizer(pan)
        var states: [UIGestureRecognizer.State] = []
        var translations: [CGFloat] = []
        stage.target.heard = { recognizer in
            states.append(recognizer.state)
            translations.append(pan.translation(in: stage.view).x)
            if recognizer.state == .changed { pan.setTranslation(.zero, in: stage.view) }
        }
        _ = stage.mouse(.pressed, 50, 50)
        for x in stride(from: 60.0, through: 100, by: 10) { _ = stage.mouse(.moved, x, 50) }
        #expect(abs(pan.velocity(in: stage.view).x - 500) < 1)
        _ = stage.mouse(.released, 100, 50)
        #expect(states.first == UIGestureRecognizer.State.began && states.last == .ended)
        #expect(
            states.dropFirst().dropLast().allSatisfy { $0 == UIGestureRecognizer.State.changed } && states.count > 3)
        #expect(translations.dropFirst(2).dropLast().allSatisfy { $0 == 10 })
        states = []
        _ = stage.mouse(.pressed, 50, 50)
        _ = stage.mouse(.moved, 90, 50)
        _ = stage.mouse(.cancelled, 90, 50)
        #expect(states.last == UIGestureRecognizer.State.cancelled)
        _ = stage.mouse(.pressed, 50, 50)
        var ended = UIGestureRecognizer.State.possible
        let watcher = pan
        stage.target.mayBegin = false
        watcher.delegate = stage.target
        _ = stage.mouse(.moved, 90, 50)
        ended = watcher.state
        #expect(ended == UIGestureRecognizer.State.failed)
        _ = stage.mouse(.released, 90, 50)
    }

    @MainActor final class Receiver: NSObject {
        var calls: [String] = []
        static let hit = Selector(
            "hit:", onMain: { (target: Receiver, sender: UIControl) in target.calls.append("hit") })
        static let down = Selector(
            "down:", onMain: { (target: Receiver, sender: UIControl) in target.calls.append("down") })
        static let other = Selector(
            "other:", onMain: { (target: Receiver, sender: UIControl) in target.calls.append("other") })
    }

    @Test(
        .covers(
            "UIControl", "UIControl.init", "UIControl.Event", "UIControl.State", "UIControl.addTarget",
            "UIControl.Event.touchDown", "UIControl.Event.touchUpInside", "UIControl.Event.touchCancel",
            "UIControl.Event.valueChanged", "UIControl.State.normal", "UIControl.State.highlighted",
            "UIControl.isEnabled",
            "UIControl.isSelected", "UIControl.sendActions"))
    func controls_send_actions() throws {
        let stage = TouchStage()
        let control: UIControl = UIControl(frame: CGRect(x: 80, y: 80, width: 60, height: 40))
        stage.window.addSubview(control)
        let receiver = Receiver()
        control.addTarget(receiver, action: Receiver.down, for: UIControl.Event.touchDown)
        control.addTarget(receiver, action: Receiver.hit, for: UIControl.Event.touchUpInside)
        control.addTarget(receiver, action: Receiver.other, for: [UIControl.Event.touchCancel, .valueChanged])
        _ = stage.mouse(.pressed, 90, 90)
        #expect(control.state == UIControl.State.highlighted && receiver.calls == ["down"])
        _ = stage.mouse(.released, 90, 90)
        #expect(control.state == UIControl.State.normal && receiver.calls == ["down", "hit"])
        _ = stage.mouse(.pressed, 90, 90)
        _ = stage.mouse(.cancelled, 90, 90)
        #expect(receiver.calls.last == "other" && receiver.calls.count == 4)
        control.sendActions(for: .valueChanged)
        #expect(receiver.calls.count == 5)
        control.isSelected = true
        #expect(control.state == .selected)
        control.isEnabled = false
        _ = stage.mouse(.pressed, 90, 90)
        _ = stage.mouse(.released, 90, 90)
        #expect(receiver.calls.count == 5 && control.state == [.selected, .disabled])
    }

    @Test(
        .covers(
            "UIButton", "UIButton.init", "UIButton.setTitle", "UIButton.setTitleColor", "UIButton.setImage",
            "UIButton.titleLabel"))
    func buttons_show_titles_and_pictures_of_states() {
        let button: UIButton = UIButton(type: .custom)
        button.setTitle("Off", for: .normal)
        button.setTitle("On", for: .selected)
        button.setTitleColor(.red, for: .normal)
        button.setImage(UIImage(systemName: "star"), for: .normal)
        button.sizeToFit()
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Off" && button.titleLabel?.textColor == .red)
        #expect(button.imageView?.image?.size == CGSize(width: 20, height: 20) && button.bounds.width > 40)
        button.isSelected = true
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "On")
    }

    @Test func the_focus_goes_from_control_to_control_and_keys_use_them() throws {
        let stage = TouchStage()
        let (first, second, off) = (UIButton(type: .system), UIButton(type: .system), UIButton(type: .system))
        off.isEnabled = false
        var calls: [String] = []
        for (index, button) in [first, off, second].enumerated() {
            button.frame = CGRect(x: 10, y: 10 + 50 * index, width: 80, height: 40)
            button.setTitle("\(index)", for: .normal)
            button.addAction(UIAction { _ in calls.append("\(index)") }, for: .primaryActionTriggered)
            stage.window.addSubview(button)
        }
        #expect(first.canBecomeFocused && !off.canBecomeFocused && !stage.view.canBecomeFocused)
        _ = try stage.play("key Tab")
        #expect(first.isFocused && first.state == .focused && first.layer.sublayers?.last?.borderWidth == 3)
        _ = try stage.play("key Space")
        _ = try stage.play("key Tab")
        #expect(second.isFocused && !first.isFocused)
        var whileDown: (isHighlighted: Bool, calls: [String])?
        stage.host.schedule(at: stage.host.time + 0.1) { whileDown = (second.isHighlighted, calls) }
        _ = try stage.play("key Enter over 0.2")
        #expect(whileDown?.isHighlighted == true && whileDown?.calls == ["0"])
        #expect(calls == ["0", "2"] && !second.isHighlighted)
        _ = try stage.play("key Tab with shift")
        #expect(first.isFocused)
        first.removeFromSuperview()
        #expect(!first.isFocused)
    }

    @Test func ignored_interaction_begins_no_touch() throws {
        let stage = TouchStage()
        UIApplication.shared.beginIgnoringInteractionEvents()
        #expect(try stage.play("tap 50,60") == "")
        UIApplication.shared.endIgnoringInteractionEvents()
        #expect(try stage.play("tap 50,60") == "v.began v.ended")
    }
}
