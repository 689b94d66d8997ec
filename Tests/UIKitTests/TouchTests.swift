import Foundation
import MicaScripts
import QuartzCore
import Testing
import UIKit
@testable import UIKitCore

@MainActor @Suite(.serialized) struct TouchTests {
    @Test func a_tap_begins_and_ends_and_a_drag_moves_between() throws {
        let stage = TouchStage()
        #expect(try stage.play("tap 100,100") == "v.began v.ended")
        #expect(try stage.play("drag 100,100 to 150,100") == "v.began v.moved v.ended")
        #expect(try stage.play("press 100,100\ncancel") == "v.began v.cancelled")
    }

    @Test func the_view_that_was_hit_hears_of_the_touch_to_its_end_wherever_it_goes() throws {
        let stage = TouchStage()
        let other = LoggingView("o", CGRect(x: 0, y: 0, width: 50, height: 50), stage.log)
        stage.view.addSubview(other)
        #expect(try stage.play("drag 30,30 to 200,200") == "o.began o.moved o.ended")
        #expect(try stage.play("drag 200,200 to 30,30") == "v.began v.moved v.ended")
    }

    @Test func what_a_view_passes_on_its_superview_hears() throws {
        let stage = TouchStage()
        let other = LoggingView("o", CGRect(x: 0, y: 0, width: 50, height: 50), stage.log)
        other.passesOn = true
        stage.view.addSubview(other)
        #expect(try stage.play("tap 30,30") == "o.began v.began o.ended v.ended")
    }

    @Test func a_touch_tells_where_it_is_in_every_view() throws {
        final class Probe: UIView {
            var lines: [String] = []
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                guard let touch = touches.first else { return }
                lines.append(
                    "\(touch.location(in: self)) \(touch.previousLocation(in: nil)) \(touch.phase) \(touch.tapCount)")
                lines.append("\(event?.allTouches?.count ?? 0) \(event?.touches(for: self)?.count ?? 0)")
            }
        }
        let stage = TouchStage()
        let probe = Probe(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
        stage.view.addSubview(probe)
        _ = try stage.play("press 40,40\nmove 60,50\nrelease")
        #expect(probe.lines == ["(30.0, 20.0) (40.0, 40.0) moved 1", "1 1"])
    }

    @Test func taps_in_a_row_are_counted_and_a_pause_ends_the_row() throws {
        final class Probe: UIView {
            var counts: [Int] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                counts += touches.map(\.tapCount)
            }
        }
        let stage = TouchStage()
        let probe = Probe(frame: stage.view.bounds)
        stage.view.addSubview(probe)
        _ = try stage.play("tap 100,100 times 3")
        _ = try stage.play("tap 100,100")
        #expect(probe.counts == [1, 2, 3, 1])
    }

    @Test func a_second_finger_is_heard_of_only_with_multiple_touch() throws {
        let script = """
            press 100,100 by touch finger 1 at 0
            press 200,100 by touch finger 2 at 0.1
            release by touch finger 2 at 0.2
            release by touch finger 1 at 0.3
            """
        let stage = TouchStage()
        #expect(try stage.play(script) == "v.began v.ended")
        stage.view.isMultipleTouchEnabled = true
        #expect(try stage.play(script) == "v.began v.began v.ended v.ended")
    }

    @Test func an_exclusive_view_keeps_others_from_touches_and_gets_none_beside_others() throws {
        let stage = TouchStage()
        let other = LoggingView("o", CGRect(x: 150, y: 0, width: 100, height: 100), stage.log)
        stage.view.addSubview(other)
        let script = """
            press 50,50 by touch finger 1 at 0
            press 200,50 by touch finger 2 at 0.1
            release by touch finger 2 at 0.2
            release by touch finger 1 at 0.3
            """
        #expect(try stage.play(script) == "v.began o.began o.ended v.ended")
        other.isExclusiveTouch = true
        #expect(try stage.play(script) == "v.began v.ended")
        (other.isExclusiveTouch, stage.view.isExclusiveTouch) = (false, true)
        #expect(try stage.play(script) == "v.began v.ended")
    }

    @Test func a_mouse_with_alt_is_two_fingers_about_its_press() throws {
        let stage = TouchStage()
        stage.view.isMultipleTouchEnabled = true
        var scales: [CGFloat] = []
        final class Target: NSObject {
            var body: (UIPinchGestureRecognizer) -> Void = { _ in }
        }
        let target = Target()
        target.body = { scales.append($0.scale) }
        let pinch = UIPinchGestureRecognizer(
            target: target,
            action: Selector(
                "pinch:", onMain: { (target: Target, pinch: UIPinchGestureRecognizer) in target.body(pinch) }))
        stage.view.addGestureRecognizer(pinch)
        #expect(
            try stage.play("drag 160,160 to 220,160 with alt") == "v.began2 v.moved2 v.cancelled2"
                || stage.log.text == "v.began2 v.cancelled2")
        #expect(scales.first == 1)
        #expect((scales.last ?? 0) > 5)
        #expect(scales == scales.sorted())
    }

    @Test func a_view_that_leaves_its_window_has_its_touch_cancelled() throws {
        let stage = TouchStage()
        #expect(stage.mouse(.pressed, 100, 100) == "v.began")
        stage.log.lines = []
        stage.view.removeFromSuperview()
        #expect(stage.log.text == "v.cancelled")
        #expect(stage.mouse(.moved, 120, 100) == "")
        #expect(stage.mouse(.released, 120, 100) == "")
        stage.window.addSubview(stage.view)
        #expect(try stage.play("tap 100,100") == "v.began v.ended")
    }

    @Test func an_overridden_send_event_may_keep_events() throws {
        final class Deaf: UIWindow {
            var isDeaf = true
            override func sendEvent(_ event: UIEvent) { if !isDeaf { super.sendEvent(event) } }
        }
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = Deaf(host: host)
        let log = TouchLog()
        window.addSubview(LoggingView("v", window.bounds, log))
        window.makeKeyAndVisible()
        try host.perform("tap 50,50")
        #expect(log.text == "")
        window.isDeaf = false
        try host.perform("tap 50,50")
        #expect(log.text == "v.began v.ended")
    }

    @Test func windows_of_two_hosts_hear_of_their_own_touches() throws {
        let (a, b) = (TouchStage(), TouchStage())
        b.view.name = "w"
        #expect(a.mouse(.pressed, 100, 100) == "v.began")
        #expect(b.mouse(.pressed, 100, 100) == "w.began")
        #expect(b.mouse(.released, 100, 100) == "w.ended")
        #expect(a.mouse(.released, 100, 100) == "v.ended")
    }

    @Test func the_example_of_the_page_counts_a_tap() throws {
        final class Counter: NSObject {
            var taps = 0
            @MainActor func tapped(_ recognizer: UITapGestureRecognizer) { taps += 1 }
        }

        let host = ScriptedWindow(size: CGSize(width: 200, height: 100))
        let window = UIWindow(host: host)
        let counter = Counter()
        let tap = UITapGestureRecognizer(
            target: counter,
            action: Selector(
                "tapped:", onMain: { (target: Counter, tap: UITapGestureRecognizer) in target.tapped(tap) }))
        window.addGestureRecognizer(tap)
        window.makeKeyAndVisible()
        try host.perform("tap 100,50")
        #expect(counter.taps == 1)
    }

    @Test func of_two_windows_the_one_in_front_is_hit_where_it_is() throws {
        let stage = TouchStage()
        let front = UIWindow(host: stage.host)
        front.frame = CGRect(x: 160, y: 0, width: 160, height: 320)
        front.windowLevel = .alert
        front.addSubview(LoggingView("f", front.bounds, stage.log))
        front.makeKeyAndVisible()
        #expect(try stage.play("tap 200,100") == "f.began f.ended")
        #expect(try stage.play("tap 100,100") == "v.began v.ended")
        #expect(try stage.play("drag 200,100 to 50,100") == "f.began f.moved f.ended")
        front.isHidden = true
        #expect(try stage.play("tap 200,100") == "v.began v.ended")
    }
}
