import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// Wheels, keys, two fingers, and what pulling down refreshes.
@MainActor @Suite(.serialized) struct ScrollInputTests {
    @Test func notches_of_a_wheel_add_up() throws {
        let stage = ScrollStage()
        try stage.play("move 100,100\nwheel 0,-2 on 100,100")
        #expect(stage.y < 20)
        stage.host.advance(to: stage.host.time + 1)
        #expect(stage.y == 80 && !stage.listener.lines.contains("willDrag"))
        try stage.play("wheel 0,-2 on 100,100\nwheel 0,-3 on 100,100", for: 1)
        #expect(stage.y == 280)
        // There is nothing above the top.
        try stage.play("wheel 0,100 on 100,100", for: 1)
        #expect(stage.y == 0 && stage.shown.y == 0)
        stage.scroll.contentSize = CGSize(width: 900, height: 400)
        try stage.play("wheel 0,-2 on 100,100 with shift", for: 1)
        #expect(stage.offset == CGPoint(x: 80, y: 0))
    }

    @Test func fingers_on_a_touchpad_drag_and_fling() {
        let stage = ScrollStage()
        func fingers(_ phase: WheelEvent.Phase, _ y: CGFloat) {
            stage.host.advance(to: stage.host.time + 0.016)
            stage.host.send(
                .wheel(
                    WheelEvent(
                        at: CGPoint(x: 100, y: 100), movement: CGSize(width: 0, height: y), isPrecise: true,
                        phase: phase)))
        }
        fingers(.single, -30)
        #expect(stage.y == 30)
        stage.listener.lines = []
        fingers(.began, 0)
        for _ in 0..<8 { fingers(.changed, -15) }
        #expect(stage.y == 150 && stage.scroll.isDragging)
        fingers(.ended, 0)
        #expect(stage.scroll.isDecelerating)
        stage.host.advance(to: stage.host.time + 6)
        #expect(stage.y > 400)
        #expect(
            stage.listener.text == "willDrag scroll willEnd didEnd(true) willDecelerate scroll didDecelerate")
        stage.act { stage.scroll.setContentOffset(.zero, animated: false) }
        fingers(.began, 0)
        fingers(.changed, 100)
        #expect(stage.y < -30 && stage.y > -60)
        fingers(.ended, 0)
        stage.host.advance(to: stage.host.time + 2)
        #expect(stage.y == 0)
        fingers(.momentum, -12)
        #expect(stage.y == 12)
    }

    @Test func wheels_and_arrows_move_content_on_the_screen_in_their_direction() throws {
        let stage = ScrollStage()
        stage.scroll.contentSize = CGSize(width: 900, height: 900)
        stage.act { stage.scroll.contentOffset = CGPoint(x: 200, y: 200) }
        // A mirrored view shows smaller x at the right.
        stage.act { stage.scroll.transform = CGAffineTransform(scaleX: -1, y: 1) }
        try stage.play("wheel 2,0 on 100,100", for: 1)
        #expect(stage.offset == CGPoint(x: 280, y: 200))
        try stage.play("wheel 0,1 on 100,100", for: 1)
        #expect(stage.offset == CGPoint(x: 280, y: 160))
        try stage.play("key Right", for: 1)
        #expect(stage.offset == CGPoint(x: 240, y: 160))
        // A quarter turn: x runs down on the screen. At half the size a step on the screen is twice as long.
        stage.act { stage.scroll.transform = CGAffineTransform(0, 0.5, -0.5, 0, 0, 0) }
        try stage.play("wheel 0,-1 on 150,200", for: 1)
        #expect(stage.offset == CGPoint(x: 320, y: 160))
    }

    @Test func wheel_goes_to_who_can_turn() throws {
        let stage = ScrollStage()
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
        inner.contentSize = CGSize(width: 300, height: 180)
        stage.scroll.addSubview(inner)
        try stage.play("wheel 0,-2 on 100,60", for: 1)
        #expect(inner.contentOffset.y == 80 && stage.y == 0)
        try stage.play("wheel 0,-1 on 100,60", for: 1)
        #expect(inner.contentOffset.y == 80 && stage.y == 40)
    }

    @Test func keys_scroll_where_nothing_has_the_focus() throws {
        let stage = ScrollStage()
        try stage.play("key PageDown", for: 1)
        #expect(stage.y == 360 && stage.listener.lines.last == "didAnimate")
        try stage.play("key Space", for: 1)
        try stage.play("key Up", for: 1)
        #expect(stage.y == 680)
        try stage.play("key End", for: 1)
        #expect(stage.y == 3600)
        stage.listener.goesToTop = false
        try stage.play("key Home", for: 1)
        #expect(stage.y == 3600)
        stage.listener.goesToTop = true
        stage.listener.lines = []
        try stage.play("key Home", for: 1)
        #expect(stage.y == 0 && stage.listener.text == "shouldTop scroll didTop")
    }

    @Test func focus_is_scrolled_into_sight() throws {
        let stage = ScrollStage()
        for y in [20, 1000] {
            stage.scroll.addSubview(UIButton(frame: CGRect(x: 20, y: y, width: 100, height: 40)))
        }
        try stage.play("key Tab", for: 1)
        #expect(stage.y == 0)
        try stage.play("key Tab", for: 1)
        #expect(stage.y == 640)
        // A button passes the keys that it does not use to its superview.
        try stage.play("key PageUp", for: 1)
        #expect(stage.y == 280)
    }

    @Test func drag_ends_editing_where_wanted() throws {
        final class Field: UIView {
            override var canBecomeFirstResponder: Bool { true }
        }
        let stage = ScrollStage()
        let field = Field(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        stage.scroll.addSubview(field)
        field.becomeFirstResponder()
        try stage.pull(CGPoint(x: 100, y: 300), by: CGPoint(x: 0, y: -60))
        #expect(field.isFirstResponder)
        stage.scroll.keyboardDismissMode = .onDrag
        try stage.pull(CGPoint(x: 100, y: 300), by: CGPoint(x: 0, y: -60))
        #expect(!field.isFirstResponder)
    }

    private func zoomStage() -> (ScrollStage, UIView) {
        let stage = ScrollStage(content: CGSize(width: 300, height: 400))
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
        stage.scroll.addSubview(view)
        stage.listener.zoomed = view
        stage.scroll.maximumZoomScale = 3
        stage.scroll.minimumZoomScale = 0.5
        return (stage, view)
    }

    /// Two fingers that go from 40 to 100 points from each other within 0.4 s, and are lifted after 0.6 s.
    private static let spread = """
        press 140,240 by touch finger 1 at 0
        press 180,240 by touch finger 2 at 0
        move 110,240 by touch finger 1 at 0.1 over 0.3
        move 210,240 by touch finger 2 at 0.1 over 0.3
        release by touch finger 1 at 0.6
        release by touch finger 2 at 0.6
        """

    @Test func two_fingers_zoom_about_their_middle() throws {
        let (stage, view) = zoomStage()
        let start = stage.host.time
        stage.host.play(try EventScript(Self.spread))
        stage.host.advance(to: start + 0.5)
        #expect(stage.scroll.isZooming && stage.scroll.zoomScale > 1.8 && stage.scroll.zoomScale < 2.5)
        // The point that was under the fingers is still there.
        let under = view.convert(CGPoint(x: 160, y: 240), from: stage.window)
        #expect(abs(under.x - 150) < 1.5 && abs(under.y - 200) < 1.5)
        stage.host.advance(to: start + 2)
        #expect(!stage.scroll.isZooming && stage.scroll.contentSize.width == 300 * stage.scroll.zoomScale)
        #expect(stage.listener.lines.contains("willZoom"))
        #expect(stage.listener.lines.contains("didZoom(\(stage.scroll.zoomScale))"))
    }

    @Test func zoom_bounces_at_its_bounds() throws {
        let (stage, view) = zoomStage()
        stage.scroll.maximumZoomScale = 1.2
        let start = stage.host.time
        stage.host.play(try EventScript(Self.spread))
        stage.host.advance(to: start + 0.5)
        #expect(stage.scroll.zoomScale > 1.2 && stage.scroll.zoomScale < 2)
        stage.host.advance(to: start + 0.65)
        #expect(stage.scroll.isZoomBouncing)
        stage.host.advance(to: start + 2)
        #expect(!stage.scroll.isZoomBouncing && stage.scroll.zoomScale == 1.2 && view.transform.a == 1.2)
        #expect(stage.listener.lines.last == "didZoom(1.2)")
        #expect(stage.scroll.contentOffset.x >= 0 && stage.scroll.contentOffset.x <= 60)
        stage.scroll.bouncesZoom = false
        stage.host.play(try EventScript(Self.spread))
        stage.host.advance(to: start + 2.5)
        #expect(stage.scroll.zoomScale == 1.2)
        stage.host.advance(to: start + 5)
    }

    @Test func pull_refreshes_once_and_keeps_room() throws {
        let stage = ScrollStage()
        let refresh = UIRefreshControl()
        var count = 0
        refresh.addAction(UIAction { _ in count += 1 }, for: .valueChanged)
        refresh.attributedTitle = NSAttributedString(string: "Pull")
        stage.scroll.refreshControl = refresh
        #expect(stage.scroll.refreshControl === refresh && refresh.superview === stage.scroll)
        // Not far enough.
        try stage.pull(CGPoint(x: 100, y: 100), by: CGPoint(x: 0, y: 100))
        stage.host.advance(to: stage.host.time + 2)
        #expect(count == 0 && !refresh.isRefreshing && stage.y == 0)
        try stage.play("press 100,60 by touch\nmove 100,110 by touch over 0.5")
        // The frame tells the distance of the pull, and the wheel is uncovered by it.
        #expect(stage.y < -10 && refresh.frame == CGRect(x: 0, y: stage.y, width: 300, height: 60))
        try stage.play("move 100,360 by touch over 0.5")
        #expect(count == 1 && refresh.isRefreshing)
        try stage.play("release by touch after 0.5", for: 2)
        #expect(count == 1 && stage.y == -60 && stage.scroll.adjustedContentInset.top == 60)
        #expect(stage.scroll.contentInset == .zero && refresh.frame.minY == -60)
        stage.act { refresh.endRefreshing() }
        stage.host.advance(to: stage.host.time + 1)
        #expect(!refresh.isRefreshing && stage.y == 0 && stage.scroll.adjustedContentInset.top == 0)
        stage.act { refresh.beginRefreshing() }
        #expect(refresh.isRefreshing && stage.y == 0 && count == 1)
        stage.act { stage.scroll.refreshControl = nil }
        #expect(refresh.superview == nil && stage.scroll.adjustedContentInset.top == 0)
    }

    @Test func archive_keeps_a_scroll_view() throws {
        let scroll = UIScrollView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        scroll.contentSize = CGSize(width: 300, height: 400)
        scroll.contentOffset = CGPoint(x: 5, y: 6)
        scroll.contentInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        (scroll.isPagingEnabled, scroll.bounces, scroll.isScrollEnabled) = (true, false, false)
        (scroll.maximumZoomScale, scroll.decelerationRate) = (3, .fast)
        (scroll.indicatorStyle, scroll.keyboardDismissMode) = (.white, .onDrag)
        scroll.contentInsetAdjustmentBehavior = .never
        let data = try NSKeyedArchiver.archivedData(withRootObject: scroll, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let read = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UIScrollView)
        #expect(read.contentSize == scroll.contentSize && read.contentOffset == scroll.contentOffset)
        #expect(read.contentInset == scroll.contentInset && read.decelerationRate == .fast)
        #expect(read.isPagingEnabled && !read.bounces && !read.isScrollEnabled && read.maximumZoomScale == 3)
        #expect(read.indicatorStyle == .white && read.keyboardDismissMode == .onDrag)
        #expect(read.contentInsetAdjustmentBehavior == .never && read.alwaysBounceVertical == false)
        #expect(read.gestureRecognizers?.count == 2)
    }
}
