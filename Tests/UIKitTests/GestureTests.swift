import Foundation
import MicaScripts
import QuartzCore
import Testing
import UIKit
@testable import UIKitCore

@MainActor @Suite(.serialized) struct GestureTests {
    @Test func a_tap_is_told_before_the_view_loses_its_touch() throws {
        let stage = TouchStage()
        let tap = stage.add(UITapGestureRecognizer(), "tap")
        #expect(try stage.play("tap 100,100") == "v.began tap:ended v.cancelled")
        #expect(tap.state == .possible)
        tap.cancelsTouchesInView = false
        #expect(try stage.play("tap 100,100") == "v.began tap:ended v.ended")
        #expect(try stage.play("drag 100,100 to 160,100") == "v.began v.moved v.ended")
        #expect(try stage.play("tap 100,100 over 1.1") == "v.began v.ended")
    }

    @Test func two_taps_hold_back_the_first_end_as_apples_page_says() throws {
        let stage = TouchStage()
        let twice = UITapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        stage.add(twice, "twice")
        #expect(try stage.play("tap 100,100 times 2") == "v.began v.began twice:ended v.cancelled2")
        #expect(try stage.play("tap 100,100") == "v.began v.ended")
        twice.delaysTouchesEnded = false
        #expect(try stage.play("tap 100,100 times 2") == "v.began v.ended v.began twice:ended v.cancelled")
    }

    @Test func one_tap_waits_for_two_to_fail_and_without_that_both_are_told() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let (once, twice) = (UITapGestureRecognizer(), UITapGestureRecognizer())
        twice.numberOfTapsRequired = 2
        stage.add(twice, "twice")
        stage.add(once, "once")
        #expect(try stage.play("tap 100,100 times 2") == "once:ended twice:ended")
        once.require(toFail: twice)
        #expect(try stage.play("tap 100,100 times 2") == "twice:ended")
        #expect(try stage.play("tap 100,100", for: 0.25) == "")
        #expect(try stage.play("wait 0.1") == "once:ended")
    }

    @Test func a_long_press_begins_after_half_a_second() throws {
        let stage = TouchStage()
        stage.add(UILongPressGestureRecognizer(), "long")
        #expect(try stage.play("tap 100,100 over 0.45") == "v.began v.ended")
        #expect(try stage.play("tap 100,100 over 0.55") == "v.began long:began v.cancelled long:ended")
        #expect(
            try stage.play("press 100,100\nmove 105,100 after 0.2\nmove 150,100 after 0.5\nrelease")
                == "v.began v.moved long:began v.cancelled long:changed long:ended")
        #expect(try stage.play("press 100,100\nmove 111,100 after 0.2\nrelease after 0.6") == "v.began v.moved v.ended")
        #expect(try stage.play("press 100,100\ncancel after 0.6") == "v.began long:began v.cancelled long:cancelled")
    }

    @Test func a_pan_begins_after_ten_points_and_tells_way_and_speed() throws {
        let stage = TouchStage()
        let pan = stage.add(UIPanGestureRecognizer(), "pan")
        #expect(try stage.play("press 100,100\nmove 109,100\nrelease") == "v.began v.moved v.ended")
        #expect(try stage.play("press 100,100\nmove 110,100\nrelease") == "v.began pan:began v.cancelled pan:ended")
        _ = stage.mouse(.pressed, 100, 100)
        for step in 1...20 { _ = stage.mouse(.moved, 100 + 5 * CGFloat(step), 100, after: 0.025) }
        #expect(pan.translation(in: stage.view) == CGPoint(x: 100, y: 0))
        #expect(abs(pan.velocity(in: stage.view).x - 200) < 10)
        #expect(pan.state == .changed && pan.numberOfTouches == 1)
        pan.setTranslation(.zero, in: stage.view)
        _ = stage.mouse(.moved, 200, 130)
        #expect(pan.translation(in: stage.view) == CGPoint(x: 0, y: 30))
        #expect(stage.mouse(.released, 200, 130, after: 0.5) == "pan:ended")
    }

    @Test func one_recognizer_wins_unless_both_may() throws {
        let stage = TouchStage()
        let inner = LoggingView("i", CGRect(x: 0, y: 0, width: 200, height: 200), stage.log)
        inner.log = nil
        stage.view.log = nil
        stage.view.addSubview(inner)
        stage.add(UIPanGestureRecognizer(), "outer")
        let deep = stage.add(UIPanGestureRecognizer(), "inner", to: inner)
        #expect(try stage.play("press 100,100\nmove 150,100\nrelease") == "inner:began inner:ended")
        deep.delegate = stage.target
        stage.target.allowsTogether = true
        #expect(
            try stage.play("press 100,100\nmove 150,100\nrelease")
                == "inner:began outer:began inner:ended outer:ended")
        (stage.target.allowsTogether, stage.target.mayBegin) = (false, false)
        #expect(try stage.play("press 100,100\nmove 150,100\nrelease") == "outer:began outer:ended")
        stage.target.receives = false
        #expect(try stage.play("press 100,100\nmove 150,100\nrelease") == "outer:began outer:ended")
        (stage.target.receives, stage.target.mayBegin) = (true, true)
        deep.isEnabled = false
        #expect(try stage.play("press 100,100\nmove 150,100\nrelease") == "outer:began outer:ended")
    }

    @Test func delayed_beginnings_come_when_the_recognizer_has_failed() throws {
        let stage = TouchStage()
        let pan = stage.add(UIPanGestureRecognizer(), "pan")
        pan.delaysTouchesBegan = true
        #expect(stage.mouse(.pressed, 100, 100) == "")
        #expect(stage.mouse(.moved, 103, 100) == "")
        #expect(stage.mouse(.released, 103, 100) == "v.began v.ended")
        #expect(try stage.play("drag 100,100 to 200,100") == "pan:began pan:changed pan:ended")
    }

    @Test func disabling_cancels_what_has_begun() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let pan = stage.add(UIPanGestureRecognizer(), "pan")
        #expect(stage.mouse(.pressed, 100, 100) == "")
        #expect(stage.mouse(.moved, 150, 100) == "pan:began")
        pan.isEnabled = false
        #expect(stage.log.text == "pan:began pan:cancelled")
        pan.isEnabled = true
        #expect(stage.mouse(.moved, 170, 100) == "")
        #expect(stage.mouse(.released, 170, 100) == "")
        #expect(try stage.play("press 100,100\nmove 150,100\nrelease") == "pan:began pan:ended")
    }

    private let pinch = """
        press 140,160 by touch finger 1 at 0
        press 180,160 by touch finger 2 at 0
        move 120,160 by touch finger 1 at 0.1 over 0.2
        move 200,160 by touch finger 2 at 0.1 over 0.2
        release by touch finger 1 at 0.4
        release by touch finger 2 at 0.5
        """

    @Test func a_pinch_needs_two_fingers_and_ends_with_the_last() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let pinch = stage.add(UIPinchGestureRecognizer(), "pinch")
        #expect(try stage.play("drag 100,100 to 200,100") == "")
        #expect(try stage.play(self.pinch) == "pinch:began pinch:changed pinch:ended")
        #expect(pinch.scale == 1 && pinch.state == .possible)
    }

    @Test func a_rotation_tells_the_angle_clockwise() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let rotation = stage.add(UIRotationGestureRecognizer(), "turn")
        var angles: [CGFloat] = []
        stage.target.heard = { if $0.state == .changed { angles.append(rotation.rotation) } }
        let heard = try stage.play(
            """
            press 60,160 by touch finger 1 at 0
            press 260,160 by touch finger 2 at 0
            move 260,180 by touch finger 2 at 0.1
            move 260,260 by touch finger 2 at 0.2
            release by touch finger 1 at 0.3
            release by touch finger 2 at 0.4
            """)
        #expect(heard == "turn:began turn:changed turn:ended")
        #expect(angles.count == 1 && abs(angles[0] - (atan2(100, 200) - atan2(20, 200))) < 1e-9)
    }

    @Test func a_swipe_is_quick_and_goes_its_way() throws {
        let stage = TouchStage()
        stage.view.log = nil
        let swipe = stage.add(UISwipeGestureRecognizer(), "swipe")
        #expect(try stage.play("drag 100,100 to 180,110 over 0.2") == "swipe:ended")
        #expect(try stage.play("drag 100,100 to 180,100 over 2") == "")
        #expect(try stage.play("drag 180,100 to 100,100 over 0.2") == "")
        #expect(try stage.play("drag 100,100 to 145,100 over 0.2") == "")
        swipe.direction = [.left, .up]
        #expect(try stage.play("drag 180,100 to 100,100 over 0.2") == "swipe:ended")
        #expect(try stage.play("drag 180,200 to 180,100 over 0.2") == "swipe:ended")
    }

    @Test func a_pan_from_an_edge_begins_there_and_goes_inwards() throws {
        let stage = TouchStage()
        let edge = UIScreenEdgePanGestureRecognizer()
        edge.edges = .left
        stage.add(edge, "edge", to: stage.window)
        #expect(try stage.play("drag 5,100 to 100,100") == "edge:began edge:changed edge:ended")
        #expect(try stage.play("drag 15,100 to 100,100") == "")
        #expect(try stage.play("drag 5,100 to 5,200") == "")
    }
}
