import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// Scroll views under fingers, by themselves, and as the render server draws them.
@MainActor @Suite(.serialized) struct ScrollViewTests {
    @Test func drag_moves_content_under_the_finger() throws {
        let stage = ScrollStage()
        try stage.play("press 100,300 by touch\nmove 100,200 by touch over 0.4")
        #expect(stage.scroll.isDragging && stage.scroll.isTracking && !stage.scroll.isDecelerating)
        // The first points are those that make it a drag.
        #expect(stage.y > 85 && stage.y <= 90 && stage.offset.x == 0)
        #expect(stage.shown.y == stage.offset.y)
        try stage.play("release by touch after 0.5")
        #expect(!stage.scroll.isDragging && !stage.scroll.isTracking && !stage.scroll.isDecelerating)
        #expect(stage.listener.text == "willDrag scroll willEnd didEnd(false)")
    }

    @Test func fling_runs_in_the_render_server_along_its_closed_form() throws {
        let stage = ScrollStage()
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch")
        let motion = try #require(stage.scroll.motion)
        #expect(stage.scroll.isDecelerating && stage.listener.velocity.y > 0.5)
        let start = stage.host.time
        var worst = 0.0
        for step in 1...170 {
            // Not the refreshes' times: the program has not been called since.
            stage.host.advance(to: start + Double(step) * 0.0231)
            guard stage.scroll.isDecelerating else { break }
            var now = 0.0
            stage.act { now = CACurrentMediaTime() }
            // To the nearest pixel of two a point.
            worst = max(worst, abs(Double(stage.shown.y) - motion.y.value(at: now - motion.start)) - 0.25)
        }
        #expect(worst <= ScrollPhysics.errorBound + 0.001, "\(worst)")
        stage.host.advance(to: start + 10)
        #expect(!stage.scroll.isDecelerating && stage.offset == stage.listener.offered && stage.shown == stage.offset)
        #expect(
            stage.listener.text
                == "willDrag scroll willEnd didEnd(true) willDecelerate scroll didDecelerate")
        #expect(stage.scroll.layer.animationKeys()?.isEmpty != false)
    }

    @Test func fling_goes_on_while_the_program_hangs() throws {
        let stage = ScrollStage()
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch")
        let motion = try #require(stage.scroll.motion)
        // As a program that does nothing: its display link never fires.
        stage.scroll.motionLink?.isPaused = true
        let (time, before) = (stage.host.time, stage.y)
        for step in 1...5 {
            stage.host.advance(to: time + Double(step) * 0.2)
            var now = 0.0
            stage.act { now = CACurrentMediaTime() }
            #expect(stage.y == before)
            #expect(abs(Double(stage.shown.y) - motion.y.value(at: now - motion.start)) < 0.27)
        }
        // Long after its end it is where it was to rest.
        stage.host.advance(to: time + 20)
        #expect(stage.shown == motion.rest)
    }

    @Test func touch_stops_a_fling_where_it_is_seen() throws {
        let stage = ScrollStage()
        var taps = 0
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 300, height: 4000))
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        stage.scroll.addSubview(button)
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch", for: 0.307)
        let shown = stage.shown
        try stage.play("press 100,200 by touch")
        #expect(abs(stage.offset.y - shown.y) < 0.02 && !stage.scroll.isDecelerating && stage.scroll.isTracking)
        try stage.play("release by touch after 0.1", for: 1)
        #expect(abs(stage.offset.y - shown.y) < 0.02 && taps == 0)
        #expect(stage.listener.lines.last == "didDecelerate")
        try stage.play("tap 100,200 by touch", for: 0.5)
        #expect(taps == 1)
    }

    @Test func edges_pull_back_and_bounce() throws {
        let stage = ScrollStage()
        try stage.play("press 100,100 by touch\nmove 100,300 by touch over 0.4")
        #expect(stage.y < -80 && stage.y > -100)
        try stage.play("release by touch after 0.5")
        #expect(stage.scroll.isDecelerating)
        stage.host.advance(to: stage.host.time + 2)
        #expect(stage.y == 0 && stage.shown.y == 0)
        #expect(stage.listener.text == "willDrag scroll willEnd didEnd(true) willDecelerate scroll didDecelerate")
        // A fling at the end goes beyond it, and back.
        stage.act { stage.scroll.contentOffset.y = 3400 }
        try stage.play("drag 100,350 to 100,100 over 0.1 by touch")
        var most = 0.0
        for _ in 0..<100 {
            stage.host.advance(to: stage.host.time + 0.02)
            most = max(most, Double(stage.shown.y))
        }
        #expect(most > 3620 && most < 3750 && stage.y == 3600)
        stage.scroll.bounces = false
        try stage.play("drag 100,100 to 100,300 over 0.3 by touch", for: 0.2)
        #expect(stage.y >= 3000)
        stage.act { stage.scroll.setContentOffset(.zero, animated: false) }
        try stage.play("press 100,100 by touch\nmove 100,300 by touch over 0.4")
        #expect(stage.y == 0)
        try stage.play("release by touch")
    }

    @Test func content_that_is_seen_whole_stays_unless_told() throws {
        let stage = ScrollStage(content: CGSize(width: 300, height: 200))
        try stage.play("drag 100,100 to 100,300 by touch", for: 1)
        #expect(stage.listener.lines == [])
        stage.scroll.alwaysBounceVertical = true
        try stage.play("press 100,100 by touch\nmove 100,300 by touch over 0.4")
        #expect(stage.y < -60)
        try stage.play("release by touch", for: 2)
        #expect(stage.y == 0)
        stage.scroll.isScrollEnabled = false
        stage.listener.lines = []
        try stage.play("drag 100,100 to 100,300 by touch", for: 1)
        #expect(stage.listener.lines == [])
    }

    @Test func delegate_says_where_it_stops() throws {
        let stage = ScrollStage()
        stage.listener.target = CGPoint(x: 0, y: 300)
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch", for: 5)
        #expect(stage.y == 300 && stage.listener.lines.last == "didDecelerate")
        stage.listener.target = CGPoint(x: 0, y: 100)
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch", for: 5)
        #expect(stage.y == 100)
        stage.listener.target = CGPoint(x: 0, y: CGFloat.nan)
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch", for: 5)
        #expect(stage.y == Double(stage.listener.offered.y))
    }

    @Test func programmed_scrolling_is_animated_or_not() throws {
        let stage = ScrollStage()
        stage.act { stage.scroll.setContentOffset(CGPoint(x: 0, y: 500), animated: false) }
        #expect(stage.y == 500 && stage.listener.text == "scroll")
        stage.listener.lines = []
        stage.act { stage.scroll.setContentOffset(CGPoint(x: 0, y: 100), animated: true) }
        stage.host.advance(to: stage.host.time + 0.15)
        #expect(stage.y < 490 && stage.y > 110 && !stage.scroll.isDecelerating)
        stage.host.advance(to: stage.host.time + 0.3)
        #expect(stage.y == 100 && stage.listener.text == "scroll didAnimate")
        stage.act { stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 1000, width: 10, height: 50), animated: false) }
        #expect(stage.y == 650)
        stage.act { stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 700, width: 10, height: 50), animated: false) }
        #expect(stage.y == 650)
        stage.act { stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 20, width: 10, height: 50), animated: false) }
        #expect(stage.y == 20)
        // Odd numbers change nothing.
        stage.act {
            stage.scroll.setContentOffset(CGPoint(x: CGFloat.nan, y: 0), animated: true)
            stage.scroll.contentSize = CGSize(width: CGFloat.infinity, height: 0)
            stage.scroll.decelerationRate = .init(rawValue: 2)
        }
        #expect(stage.y == 20 && stage.scroll.contentSize.height == 4000 && stage.scroll.decelerationRate == .normal)
    }

    @Test func offset_that_is_set_on_the_way_is_gone_on_from() throws {
        let stage = ScrollStage()
        try stage.play("drag 100,350 to 100,150 over 0.15 by touch", for: 0.1)
        let (before, velocity) = (stage.y, stage.scroll.motion?.velocity(at: 0))
        stage.act { stage.scroll.contentOffset.y += 1000 }
        #expect(stage.scroll.isDecelerating && velocity != nil && abs(stage.y - before - 1000) < 60)
        stage.act { stage.scroll.setContentOffset(stage.scroll.contentOffset, animated: false) }
        #expect(!stage.scroll.isDecelerating)
        let stopped = stage.y
        stage.host.advance(to: stage.host.time + 1)
        #expect(stage.y == stopped)
    }

    @Test func pages_are_stopped_at() throws {
        let stage = ScrollStage(content: CGSize(width: 1500, height: 400))
        stage.scroll.isPagingEnabled = true
        try stage.play("drag 250,100 to 200,100 over 0.1 by touch", for: 2)
        #expect(stage.offset.x == 300)
        try stage.play("drag 250,100 to 30,100 over 0.1 by touch", for: 2)
        #expect(stage.offset.x == 600)
        try stage.pull(CGPoint(x: 100, y: 100), by: CGPoint(x: 100, y: 0))
        stage.host.advance(to: stage.host.time + 2)
        #expect(stage.offset.x == 600)
        try stage.pull(CGPoint(x: 100, y: 100), by: CGPoint(x: 180, y: 0))
        stage.host.advance(to: stage.host.time + 2)
        #expect(stage.offset.x == 300)
        #expect(stage.offset.y == 0)
    }

    @Test func direction_is_locked_where_wanted() throws {
        let stage = ScrollStage(content: CGSize(width: 1500, height: 4000))
        try stage.pull(CGPoint(x: 200, y: 300), by: CGPoint(x: -20, y: -100))
        #expect(stage.offset.x > 10 && stage.offset.y > 80)
        stage.act { stage.scroll.setContentOffset(.zero, animated: false) }
        stage.scroll.isDirectionalLockEnabled = true
        try stage.pull(CGPoint(x: 200, y: 300), by: CGPoint(x: -20, y: -100))
        #expect(stage.offset.x == 0 && stage.offset.y > 80)
        stage.act { stage.scroll.setContentOffset(.zero, animated: false) }
        try stage.pull(CGPoint(x: 200, y: 300), by: CGPoint(x: -90, y: -100))
        #expect(stage.offset.x > 70 && stage.offset.y > 80)
    }

    @Test func content_hears_of_touches_late_and_loses_them_to_drags() throws {
        let stage = ScrollStage()
        let log = TouchLog()
        let view = LoggingView("v", CGRect(x: 0, y: 0, width: 300, height: 400), log)
        stage.scroll.addSubview(view)
        try stage.play("press 100,200 by touch")
        #expect(log.text == "")
        stage.host.advance(to: stage.host.time + 0.2)
        #expect(log.text == "v.began")
        try stage.play("move 100,100 by touch over 0.2\nrelease by touch after 0.4", for: 1)
        #expect(log.text == "v.began v.moved v.cancelled" && stage.y > 80)
        log.lines = []
        try stage.play("tap 100,200 by touch over 0.05", for: 0.3)
        #expect(log.text == "v.began v.ended")
        log.lines = []
        try stage.play("drag 100,300 to 100,200 over 0.1 by touch", for: 6)
        #expect(log.text == "")
        // The content is under the finger again.
        stage.scroll.contentOffset = .zero
        stage.scroll.delaysContentTouches = false
        try stage.play("press 100,200 by touch")
        #expect(log.text == "v.began")
        try stage.play("release by touch")
        stage.scroll.canCancelContentTouches = false
        let before = stage.y
        log.lines = []
        try stage.play("drag 100,300 to 100,200 over 0.1 by touch", for: 1)
        #expect(log.text == "v.began v.moved v.ended" && stage.y == before)
    }

    @Test func subclass_has_a_say_in_touches() throws {
        final class Choosy: UIScrollView {
            var begins = true, cancels = true
            override func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
                begins
            }
            override func touchesShouldCancel(in view: UIView) -> Bool { cancels }
        }
        let choosy = Choosy()
        let stage = ScrollStage(choosy)
        let log = TouchLog()
        choosy.addSubview(LoggingView("v", CGRect(x: 0, y: 0, width: 300, height: 400), log))
        choosy.begins = false
        try stage.play("tap 100,200 by touch", for: 0.3)
        #expect(log.text == "")
        (choosy.begins, choosy.cancels) = (true, false)
        try stage.play("press 100,300 by touch\nmove 100,200 by touch after 0.3 over 0.1\nrelease by touch", for: 1)
        #expect(log.text == "v.began v.moved v.ended" && stage.y == 0)
    }

    @Test func inner_view_goes_first_and_outer_at_its_edge() throws {
        let stage = ScrollStage()
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        inner.contentSize = CGSize(width: 300, height: 600)
        stage.scroll.addSubview(inner)
        try stage.pull(CGPoint(x: 100, y: 250), by: CGPoint(x: 0, y: -100))
        #expect(inner.contentOffset.y > 80 && stage.y == 0)
        stage.act { inner.setContentOffset(CGPoint(x: 0, y: 300), animated: false) }
        try stage.pull(CGPoint(x: 100, y: 250), by: CGPoint(x: 0, y: -100))
        #expect(inner.contentOffset.y == 300 && stage.y > 80)
        // Sideways the inner one does not scroll, and neither does the outer one.
        let before = stage.y
        try stage.pull(CGPoint(x: 100, y: 150), by: CGPoint(x: 100, y: 0))
        #expect(inner.contentOffset == CGPoint(x: 0, y: 300) && stage.y == before)
    }

    @Test func indicators_come_and_go_where_they_are_wanted() throws {
        let stage = ScrollStage()
        #expect(!stage.scroll.indicators.isVerticalShown)
        try stage.play("press 100,300 by touch\nmove 100,200 by touch over 0.4")
        #expect(stage.scroll.indicators.isVerticalShown)
        try stage.play("release by touch after 0.5", for: 1)
        #expect(!stage.scroll.indicators.isVerticalShown)
        stage.act { stage.scroll.flashScrollIndicators() }
        #expect(stage.scroll.layer.sublayers?.count == 1)
        stage.scroll.showsVerticalScrollIndicator = false
        #expect(stage.scroll.layer.sublayers?.isEmpty != false)
    }

    // An indicator looks, while the server moves the content, as the program would show it at that offset.
    @Test func indicator_stays_on_the_edge_during_a_fling() throws {
        let stage = ScrollStage()
        stage.act { stage.scroll.contentOffset.y = 3300 }
        try stage.play("drag 100,350 to 100,100 over 0.1 by touch")
        let bar = try #require(stage.scroll.layer.sublayers?.last)
        for _ in 0..<60 {
            stage.host.advance(to: stage.host.time + 0.0171)
            var (frame, origin) = (CGRect.zero, CGPoint.zero)
            stage.act {
                frame = bar.presentation()?.frame ?? .zero
                origin = stage.scroll.layer.presentation()?.bounds.origin ?? .zero
            }
            #expect(abs(frame.maxX - 297) < 0.05)
            #expect(frame.minY - origin.y > 2.9 && frame.maxY - origin.y <= 397.5)
            // Beyond the end it is squeezed against it, to a pixel.
            if origin.y > 3601 { #expect(abs(frame.maxY - origin.y - 397) <= 0.5 && frame.height < 39) }
        }
    }

    @Test func view_without_a_window_does_not_move_by_itself() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        scroll.contentSize = CGSize(width: 100, height: 1000)
        scroll.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
        #expect(scroll.contentOffset.y == 300 && scroll.motion == nil)
    }
}
