import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// Facts about touches, responders and gesture recognizers. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct TouchFactTests {
    /// A recognizer that lists its calls.
    private final class Probe: UIGestureRecognizer {
        var lines: [String] = []
        var log: TouchLog?
        private func add(_ line: String) {
            lines.append(line)
            log?.add("\(name ?? "r").\(line)")
        }
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { add("began") }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { add("moved") }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { add("ended") }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { add("cancelled") }
    }

    // UIGestureRecognizer.h and the headers of its classes.
    @Test func defaults_are_those_of_the_headers() {
        let recognizer = UIGestureRecognizer()
        #expect(recognizer.state == .possible, "UG-1 possible")
        #expect(recognizer.isEnabled, "UG-2 enabled")
        #expect(recognizer.cancelsTouchesInView, "UG-3 cancels touches")
        #expect(!recognizer.delaysTouchesBegan, "UG-4 does not hold beginnings back")
        #expect(recognizer.delaysTouchesEnded, "UG-5 but ends")
        #expect(recognizer.view == nil, "UG-6 of no view")
        #expect(recognizer.delegate == nil, "UG-7 no delegate")
        #expect(recognizer.name == nil, "UG-8 no name")
        #expect(recognizer.numberOfTouches == 0, "UG-9 no touches")
        #expect(UIGestureRecognizer.State.recognized == .ended, "UG-10 recognized is ended")
        let states: [UIGestureRecognizer.State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
        #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4, 5], "UG-11 numbers of states")
        let press = UILongPressGestureRecognizer()
        #expect(press.numberOfTapsRequired == 0, "UG-12 a long press wants no tap before it")
        #expect(press.numberOfTouchesRequired == 1, "UG-13 one finger")
        #expect(press.minimumPressDuration == 0.5, "UG-14 half a second")
        #expect(press.allowableMovement == 10, "UG-15 within 10 points")
        let pan = UIPanGestureRecognizer()
        #expect(pan.minimumNumberOfTouches == 1, "UG-16 a pan wants one finger")
        #expect(pan.maximumNumberOfTouches >= Int(UInt32.max), "UG-17 and takes any number")
        let tap = UITapGestureRecognizer()
        #expect(tap.numberOfTapsRequired == 1, "UG-18 one tap")
        #expect(tap.numberOfTouchesRequired == 1, "UG-19 of one finger")
        let swipe = UISwipeGestureRecognizer()
        #expect(swipe.direction == .right, "UG-20 a swipe to the right")
        #expect(swipe.numberOfTouchesRequired == 1, "UG-21 of one finger")
        #expect(UIScreenEdgePanGestureRecognizer().edges == [], "UG-22 of no edge")
        #expect(UIPinchGestureRecognizer().scale == 1, "UG-23 a scale of 1")
        #expect(UIRotationGestureRecognizer().rotation == 0, "UG-24 no angle")
        let directions: [UISwipeGestureRecognizer.Direction] = [.right, .left, .up, .down]
        #expect(directions.map(\.rawValue) == [1, 2, 4, 8], "UG-25 numbers of directions")
    }

    @Test func states_go_on_as_the_header_says() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let pan = stage.add(UIPanGestureRecognizer(), "pan")
        #expect(
            try stage.play("drag 60,60 to 160,60") == "pan:began pan:changed pan:ended",
            "UG-26 a pan begins, changes and ends")
        #expect(pan.state == .possible, "UG-27 and is possible again")
        #expect(
            try stage.play("press 60,60\nmove 160,60\ncancel") == "pan:began pan:cancelled", "UG-28 or is cancelled")
        pan.minimumNumberOfTouches = 2
        #expect(try stage.play("drag 60,60 to 160,60") == "", "UG-29 not with fewer fingers than it wants")
        pan.isEnabled = false
        let press = stage.add(UILongPressGestureRecognizer(), "press")
        #expect(
            try stage.play("press 60,60\nmove 160,60 after 0.6\nrelease") == "press:began press:changed press:ended",
            "UG-30 a long press has no bound of way once it has begun")
        #expect(
            try stage.play("press 60,60\nmove 75,60 after 0.1\nrelease after 0.8") == "",
            "UG-31 and fails beyond it before")
        press.isEnabled = false
        stage.add(UITapGestureRecognizer(), "tap")
        #expect(try stage.play("tap 60,60") == "tap:ended", "UG-32 a tap only ends")
        stage.add(UISwipeGestureRecognizer(), "swipe")
        #expect(try stage.play("drag 60,60 to 200,60 over 0.1") == "swipe:ended", "UG-33 as a swipe does")
    }

    @Test func delivery_is_as_the_header_says() throws {
        let stage = TouchStage()
        let inner = LoggingView("i", CGRect(x: 0, y: 0, width: 200, height: 200), stage.log)
        stage.view.addSubview(inner)
        let probe = Probe()
        (probe.name, probe.log) = ("r", stage.log)
        stage.view.addGestureRecognizer(probe)
        #expect(probe.view === stage.view, "UG-34 the view that it was added to")
        let pressed = stage.mouse(.pressed, 100, 100)
        #expect(pressed == "r.began i.began", "UG-35 of touches of subviews, before the views")
        _ = stage.mouse(.moved, 110, 100)
        _ = stage.mouse(.released, 110, 100)
        #expect(probe.lines.contains("moved") && probe.lines.contains("ended"), "UG-36 moves and ends, too")
        probe.isEnabled = false
        probe.lines = []
        _ = try stage.play("tap 100,100")
        #expect(probe.lines == [], "UG-38 disabled, it gets no touches")
        stage.view.removeGestureRecognizer(probe)
        #expect(probe.view == nil && stage.view.gestureRecognizers?.isEmpty != false, "UG-42 removed, it has no view")
    }

    @Test func who_wins_is_as_the_header_says() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let (once, twice) = (UITapGestureRecognizer(), UITapGestureRecognizer())
        twice.numberOfTapsRequired = 2
        stage.add(twice, "twice")
        stage.add(once, "once")
        #expect(try stage.play("tap 100,100 times 2") == "once:ended twice:ended", "UG-43 one tap does not prevent two")
        once.require(toFail: twice)
        #expect(try stage.play("tap 100,100") == "once:ended", "UG-44 one that waits acts when the other has failed")
        #expect(try stage.play("tap 100,100 times 2") == "twice:ended", "UG-45 and fails when that is recognized")
        (once.isEnabled, twice.isEnabled) = (false, false)
        let (first, second) = (stage.add(UIPanGestureRecognizer(), "a"), stage.add(UIPanGestureRecognizer(), "b"))
        let winners = try stage.play("drag 60,60 to 160,60")
        #expect(winners == "a:began a:changed a:ended" || winners == "b:began b:changed b:ended", "UG-46 one of two")
        stage.target.allowsTogether = true
        first.delegate = stage.target
        let both = try stage.play("drag 60,60 to 160,60")
        #expect(both.contains("a:began") && both.contains("b:began"), "UG-47 both, if one's delegate says so")
        stage.target.mayBegin = false
        second.isEnabled = false
        #expect(try stage.play("drag 60,60 to 160,60") == "", "UG-48 none, if its delegate says no")
        (stage.target.mayBegin, stage.target.receives) = (true, false)
        #expect(try stage.play("drag 60,60 to 160,60") == "", "UG-49 nor if it may not have the touch")
        stage.target.receives = true
        final class Refusing: UIView {
            override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { false }
        }
        let refusing = Refusing(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        stage.view.addSubview(refusing)
        #expect(try stage.play("drag 60,60 to 160,60") == "", "UG-50 nor if the view that was hit says no")
        #expect(try stage.play("drag 160,160 to 260,160") != "", "UG-51 elsewhere it begins")
    }

    @Test func places_and_ways_are_as_the_header_says() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let pan = stage.add(UIPanGestureRecognizer(), "pan")
        _ = stage.mouse(.pressed, 60, 60)
        #expect(pan.numberOfTouches == 1, "UG-52 its touches are counted")
        _ = stage.mouse(.moved, 90, 70)
        #expect(pan.location(in: stage.view) == CGPoint(x: 70, y: 50), "UG-53 in the space of a view")
        #expect(pan.location(in: nil) == CGPoint(x: 90, y: 70), "UG-54 nil is the window's")
        #expect(pan.location(ofTouch: 0, in: stage.view) == CGPoint(x: 70, y: 50), "UG-55 of one touch")
        pan.setTranslation(CGPoint(x: 5, y: 6), in: stage.view)
        #expect(pan.translation(in: stage.view) == CGPoint(x: 5, y: 6), "UG-56 a way may be set")
        _ = stage.mouse(.moved, 95, 75)
        #expect(pan.translation(in: stage.view) == CGPoint(x: 10, y: 11), "UG-57 and goes on from there")
        stage.view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(pan.translation(in: stage.view) == CGPoint(x: 5, y: 5.5), "UG-58 in the view's measure")
        stage.view.transform = .identity
        _ = stage.mouse(.released, 95, 75)
        pan.isEnabled = false
        var middle: CGPoint?
        let pinch = stage.add(UIPinchGestureRecognizer(), "pinch")
        stage.target.heard = { _ in middle = middle ?? pinch.location(in: nil) }
        _ = try stage.play(
            """
            press 100,160 by touch finger 1 at 0
            press 140,160 by touch finger 2 at 0
            move 180,200 by touch finger 2 at 0.1
            release by touch finger 1 at 0.3
            release by touch finger 2 at 0.3
            """)
        #expect(middle == CGPoint(x: 140, y: 180), "UG-59 the place of two touches is between them")
    }

    // UIResponder, UITouch and UIEvent: Apple's pages and UIEvent.h.
    @Test func responders_and_touches_are_as_apple_says() throws {
        final class Plain: UIResponder {}
        let stage = TouchStage()
        let controller = UIViewController()
        controller.view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        let inner = UIView()
        controller.view.addSubview(inner)
        stage.view.addSubview(controller.view)
        #expect(Plain().next == nil, "UG-70 a responder has no next one")
        #expect(inner.next === controller.view, "UG-71 a view's is its superview")
        #expect(controller.view.next === controller, "UG-72 or the controller whose view it is")
        #expect(controller.next === stage.view, "UG-73 a controller's is its view's superview")
        #expect(stage.window.next === UIApplication.shared, "UG-74 a window's is the application")
        #expect(!inner.canBecomeFirstResponder, "UG-75 no responder becomes the first one by itself")
        #expect(!inner.becomeFirstResponder(), "UG-76 and so it does not")
        #expect(inner.canResignFirstResponder, "UG-77 it may resign")
        #expect(!inner.isFirstResponder, "UG-78 it is not the first one")

        final class Seen: UIView {
            var touches: [UITouch] = []
            var lines: [String] = []
            func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
                self.touches += touches
                let touch = touches.first
                lines.append(
                    "\(touch.map { "\($0.phase)" } ?? "none") \(event?.type == .touches) \(touch?.view === self)")
            }
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
        }
        let seen = Seen(frame: CGRect(x: 100, y: 100, width: 100, height: 100))
        stage.view.addSubview(seen)
        _ = try stage.play("press 150,150\nmove 10,10\nrelease")
        #expect(
            seen.lines == ["began true true", "moved true true", "ended true true"],
            "UG-79 the view that was hit hears of all of a touch, wherever it goes")
        #expect(Set(seen.touches).count == 1, "UG-80 it is one object all the while")
        #expect(seen.touches.first?.window === stage.window, "UG-81 with its window")
        let phases: [UITouch.Phase] = [.began, .moved, .stationary, .ended, .cancelled]
        #expect(phases.map(\.rawValue) == [0, 1, 2, 3, 4], "UG-82 numbers of phases")
        seen.isUserInteractionEnabled = false
        seen.lines = []
        #expect(
            try stage.play("tap 150,150") == "v.began v.ended", "UG-83 a view that is not to be touched is passed over")
        seen.isUserInteractionEnabled = true
        seen.alpha = 0.005
        #expect(try stage.play("tap 150,150") == "v.began v.ended", "UG-84 as one that is almost not seen")
        seen.alpha = 1
        seen.isHidden = true
        #expect(try stage.play("tap 150,150") == "v.began v.ended", "UG-85 and one that is hidden")
        seen.isHidden = false
        seen.clipsToBounds = false
        let beyond = Seen(frame: CGRect(x: 80, y: 80, width: 60, height: 60))
        seen.addSubview(beyond)
        #expect(
            try stage.play("tap 230,230") == "v.began v.ended", "UG-86 beyond of a superview's bounds nobody is hit")
        _ = try stage.play("tap 205,205")
        #expect(beyond.lines.count == 2, "UG-87 within them the subview in front is")
        stage.view.isUserInteractionEnabled = false
        beyond.lines = []
        _ = try stage.play("tap 205,205")
        #expect(beyond.lines.isEmpty, "UG-88 nor in a view whose superview is not to be touched")
    }

    /// Logs of a phone: a view that is told of touches, and a recognizer on a view around it whose action logs.
    @Test("Views are told that touches are cancelled after the action, as logs of UIKit have it")
    func cancelledAfterTheAction() throws {
        let tapped = TouchStage()
        tapped.add(UITapGestureRecognizer(), "tap", to: tapped.window)
        #expect(try tapped.play("tap 100,100") == "v.began tap:ended v.cancelled", "UG-89 began, action, cancelled")
        let panned = TouchStage()
        panned.add(UIPanGestureRecognizer(), "pan", to: panned.window)
        #expect(
            try panned.play("press 100,100\nmove 105,100\nmove 130,100\nmove 140,100\nrelease")
                == "v.began v.moved pan:began v.cancelled pan:changed pan:ended",
            "UG-90 began, moved, action, cancelled, actions")
        let button = UIButton(type: .system)
        let pressed = TouchStage()
        button.frame = pressed.view.bounds
        pressed.view.addSubview(button)
        button.addAction(UIAction { _ in pressed.log.add("pressed") }, for: .touchUpInside)
        button.addAction(UIAction { _ in pressed.log.add("lost") }, for: .touchCancel)
        pressed.add(UITapGestureRecognizer(), "tap", to: button)
        #expect(try pressed.play("tap 100,100") == "tap:ended lost", "UG-91 a button loses to a recognizer of its own")
    }
}
