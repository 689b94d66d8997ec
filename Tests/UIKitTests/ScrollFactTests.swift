import Foundation
import MicaBase
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// Facts about scroll views. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct ScrollFactTests {
    // UIScrollView.h.
    @Test func defaults_are_those_of_the_header() {
        let scroll = UIScrollView()
        #expect(scroll.contentOffset == .zero, "US-1 no offset")
        #expect(scroll.contentSize == .zero, "US-2 no content")
        #expect(scroll.contentInset == .zero, "US-3 no inset")
        #expect(scroll.delegate == nil, "US-4 no delegate")
        #expect(!scroll.isDirectionalLockEnabled, "US-5 no directional lock")
        #expect(scroll.bounces, "US-6 bounces")
        #expect(!scroll.alwaysBounceVertical, "US-7 not always up and down")
        #expect(!scroll.alwaysBounceHorizontal, "US-8 nor to the sides")
        #expect(!scroll.isPagingEnabled, "US-9 no pages")
        #expect(scroll.isScrollEnabled, "US-10 fingers scroll")
        #expect(scroll.showsVerticalScrollIndicator, "US-11 shows the vertical indicator")
        #expect(scroll.showsHorizontalScrollIndicator, "US-12 and the horizontal one")
        #expect(scroll.indicatorStyle == .default, "US-13 in the default style")
        #expect(scroll.verticalScrollIndicatorInsets == .zero, "US-14 from edge to edge")
        #expect(scroll.horizontalScrollIndicatorInsets == .zero, "US-15 both")
        #expect(scroll.delaysContentTouches, "US-16 touches are delayed")
        #expect(scroll.canCancelContentTouches, "US-17 and may be cancelled")
        #expect(scroll.minimumZoomScale == 1, "US-18 least scale")
        #expect(scroll.maximumZoomScale == 1, "US-19 greatest scale")
        #expect(scroll.zoomScale == 1, "US-20 scale")
        #expect(scroll.bouncesZoom, "US-21 zooming bounces")
        #expect(scroll.scrollsToTop, "US-22 scrolls to its top")
        #expect(scroll.keyboardDismissMode == .none, "US-23 the keyboard stays")
        #expect(scroll.contentInsetAdjustmentBehavior == .automatic, "US-24 the safe area counts by itself")
        #expect(scroll.automaticallyAdjustsScrollIndicatorInsets, "US-25 for indicators, too")
        #expect(scroll.pinchGestureRecognizer == nil, "US-26 no pinch while zooming is disabled")
        #expect(scroll.refreshControl == nil, "US-27 no refresh control")
        #expect(!scroll.isTracking && !scroll.isDragging && !scroll.isDecelerating, "US-28 at rest")
        #expect(!scroll.isZooming && !scroll.isZoomBouncing, "US-29 in scale, too")
        #expect(scroll.touchesShouldBegin([], with: nil, in: UIView()), "US-30 content hears of touches")
        #expect(scroll.touchesShouldCancel(in: UIView()), "US-31 and loses them to drags")
        #expect(!scroll.touchesShouldCancel(in: UIButton()), "US-32 unless it is a control")
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        scroll.scrollIndicatorInsets = insets
        #expect(scroll.verticalScrollIndicatorInsets == insets, "US-33 both indicators' insets at once: the vertical")
        #expect(scroll.horizontalScrollIndicatorInsets == insets, "US-34 and the horizontal one's")
        #expect(
            [UIScrollView.IndicatorStyle.default, .black, .white].map(\.rawValue) == [0, 1, 2],
            "US-35 numbers of styles")
        #expect(
            [UIScrollView.KeyboardDismissMode.none, .onDrag, .interactive].map(\.rawValue) == [0, 1, 2],
            "US-36 numbers of dismiss modes")
        #expect(
            [UIScrollView.ContentInsetAdjustmentBehavior.automatic, .scrollableAxes, .never, .always].map(\.rawValue)
                == [0, 1, 2, 3], "US-37 numbers of adjustments")
        #expect(
            [UIScrollView.IndexDisplayMode.automatic, .alwaysHidden].map(\.rawValue) == [0, 1],
            "US-38 numbers of index modes")
    }

    // UIScrollView.h, its comments.
    @Test func drags_are_as_the_header_says() throws {
        let stage = ScrollStage()
        try stage.play("press 100,300 by touch")
        #expect(
            stage.scroll.isTracking && !stage.scroll.isDragging, "US-40 tracking from the touch on, not yet dragging")
        try stage.play("move 100,290 by touch")
        try stage.play("move 100,280 by touch")
        #expect(stage.scroll.isDragging, "US-41 dragging after some distance")
        try stage.play("release by touch after 1")
        stage.listener.lines = []
        try stage.play("drag 100,350 to 100,250 over 0.1 by touch")
        #expect(stage.scroll.isDecelerating && !stage.scroll.isDragging, "US-42 decelerating when the finger is up")
        #expect(
            stage.listener.velocity.y > 0.5 && stage.listener.velocity.y < 2, "US-43 velocity in points a millisecond")
        stage.host.advance(to: stage.host.time + 6)
        stage.listener.target = CGPoint(x: 0, y: 777)
        try stage.play("drag 100,350 to 100,250 over 0.1 by touch", for: 6)
        #expect(stage.y == 777, "US-44 the target may be changed")
        stage.act { stage.scroll.setContentOffset(.zero, animated: false) }
        stage.listener.target = nil
        stage.scroll.contentSize = CGSize(width: 300, height: 100)
        try stage.pull(CGPoint(x: 100, y: 100), by: CGPoint(x: 0, y: 100))
        #expect(stage.y == 0, "US-45 content smaller than the bounds stays")
        stage.scroll.alwaysBounceVertical = true
        try stage.play("press 100,100 by touch\nmove 100,200 by touch over 0.3")
        #expect(stage.y < 0, "US-46 unless it always bounces")
        try stage.play("release by touch", for: 2)
        stage.scroll.bounces = false
        try stage.play("press 100,100 by touch\nmove 100,200 by touch over 0.3")
        #expect(stage.y == 0, "US-47 which needs bounces, too")
        try stage.play("release by touch", for: 2)
    }

    @Test func programmed_scrolling_is_as_the_header_says() {
        let stage = ScrollStage()
        stage.act { stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 100, width: 10, height: 100), animated: false) }
        #expect(stage.listener.lines.isEmpty, "US-50 nothing for a rectangle that is seen whole")
        stage.act { stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 500, width: 10, height: 100), animated: false) }
        #expect(stage.y == 200, "US-51 just visible, at the nearest edge")
        #expect(!stage.listener.lines.contains("didAnimate"), "US-52 no end of an animation where there was none")
        stage.act { stage.scroll.setContentOffset(CGPoint(x: 0, y: 900), animated: true) }
        stage.host.advance(to: stage.host.time + 1)
        #expect(stage.listener.lines.last == "didAnimate", "US-53 and one where there was")
        final class Silent: NSObject, UIScrollViewDelegate {}
        #expect(Silent().scrollViewShouldScrollToTop(stage.scroll), "US-54 to its top, if the delegate does not say")
        stage.act { stage.scroll.setZoomScale(2, animated: false) }
        #expect(stage.scroll.zoomScale == 1, "US-55 without a view to zoom nothing happens")
    }

    @Test func insets_are_as_the_header_says() {
        let stage = ScrollStage()
        let controller = UIViewController()
        controller.view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        stage.window.rootViewController = controller
        stage.scroll.frame = controller.view.bounds
        controller.view.addSubview(stage.scroll)
        stage.act { controller.additionalSafeAreaInsets = UIEdgeInsets(top: 20, left: 5, bottom: 30, right: 5) }
        let safe = UIEdgeInsets(top: 20, left: 5, bottom: 30, right: 5)
        #expect(stage.scroll.safeAreaInsets == safe)
        stage.scroll.contentInsetAdjustmentBehavior = .always
        #expect(stage.scroll.adjustedContentInset == safe, "US-60 always: by the safe area")
        stage.scroll.contentInsetAdjustmentBehavior = .never
        #expect(stage.scroll.adjustedContentInset == .zero, "US-61 never: not")
        stage.scroll.contentInsetAdjustmentBehavior = .scrollableAxes
        #expect(
            stage.scroll.adjustedContentInset == UIEdgeInsets(top: 20, left: 0, bottom: 30, right: 0),
            "US-62 scrollableAxes: where the content is larger")
        stage.scroll.alwaysBounceHorizontal = true
        #expect(stage.scroll.adjustedContentInset == safe, "US-63 or always bounces")
        stage.scroll.contentInset = UIEdgeInsets(top: 1, left: 0, bottom: 0, right: 0)
        #expect(stage.scroll.adjustedContentInset.top == 21, "US-64 added to the content's own")
        stage.listener.lines = []
        stage.act { controller.additionalSafeAreaInsets = .zero }
        #expect(stage.listener.lines.contains("inset"), "US-65 of which the delegate is told")
    }

    // Documentation of UIScrollViewDelegate and UIScrollView.
    @Test func zooming_is_as_the_documentation_says() {
        let stage = ScrollStage(content: CGSize(width: 300, height: 400))
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
        stage.scroll.addSubview(view)
        stage.listener.zoomed = view
        stage.scroll.maximumZoomScale = 4
        #expect(stage.scroll.pinchGestureRecognizer != nil, "US-70 a pinch, with two scales")
        stage.act { stage.scroll.setZoomScale(2, animated: false) }
        #expect(view.transform == CGAffineTransform(scaleX: 2, y: 2), "US-71 the view is scaled, not the scroll view")
        #expect(stage.scroll.contentSize == CGSize(width: 600, height: 800), "US-72 and the content with it")
        #expect(stage.listener.lines.contains("zoom"), "US-73 of which the delegate is told")
        stage.act { stage.scroll.setZoomScale(9, animated: false) }
        #expect(stage.scroll.zoomScale == 4, "US-74 within the bounds")
        stage.listener.lines = []
        stage.act { stage.scroll.zoom(to: CGRect(x: 100, y: 100, width: 150, height: 200), animated: true) }
        #expect(stage.listener.lines.first == "willZoom", "US-75 a change that is to be animated is told before")
        stage.host.advance(to: stage.host.time + 1)
        #expect(stage.listener.lines.last == "didZoom(2.0)", "US-76 and after, with the scale")
        #expect(
            stage.offset == CGPoint(x: 200, y: 200) && stage.scroll.zoomScale == 2,
            "US-77 the rectangle fills what is seen")
    }

    // Logs: Stack Overflow, question 5745471 (pullrequest.ru/511467); juejin.cn, post 7020976046191149070 (iOS 14); Stack Overflow,
    // question 993280 (iOS 13).
    @Test func logs_of_apples_are_met() throws {
        #expect(UIScrollView.DecelerationRate.normal.rawValue == 0.998, "US-80 normal")
        #expect(UIScrollView.DecelerationRate.fast.rawValue == 0.99, "US-81 fast")
        #expect(UIScrollView().decelerationRate == .normal, "US-82 normal at first")
        let stage = ScrollStage()
        try stage.play("drag 100,350 to 100,250 over 0.1 by touch", for: 6)
        #expect(
            stage.listener.text == "willDrag scroll willEnd didEnd(true) willDecelerate scroll didDecelerate",
            "US-83 the order of a fast drag")
        stage.listener.lines = []
        try stage.pull(CGPoint(x: 100, y: 350), by: CGPoint(x: 0, y: -100))
        stage.host.advance(to: stage.host.time + 1)
        #expect(stage.listener.text == "willDrag scroll willEnd didEnd(false)", "US-84 and of a slow one")
        try stage.play("drag 100,350 to 100,250 over 0.1 by touch", for: 0.3)
        try stage.play("press 100,200 by touch")
        #expect(stage.listener.lines.last == "didDecelerate", "US-85 a touch that stops it is told as its end")
        try stage.play("release by touch")
    }

    // M. Neuburg, "Programming iOS 6", chapter 20.
    @Test func scrolling_is_told_as_a_book_says() throws {
        let stage = ScrollStage(content: CGSize(width: 1500, height: 400))
        stage.act { stage.scroll.contentOffset.x = 100 }
        #expect(stage.listener.scrolls == 1, "US-90 once for scrolling in code without animation")
        stage.act { stage.scroll.setContentOffset(.zero, animated: true) }
        stage.host.advance(to: stage.host.time + 1)
        #expect(stage.listener.scrolls > 5, "US-91 repeatedly with animation")
        stage.scroll.isPagingEnabled = true
        stage.listener.lines = []
        try stage.pull(CGPoint(x: 200, y: 100), by: CGPoint(x: -100, y: 0))
        #expect(
            stage.listener.lines.contains("didEnd(true)"),
            "US-92 it decelerates where paging is on and the page is not there already")
    }

    // WWDC 2018, session 803, "Designing Fluid Interfaces": (velocity / 1000) rate / (1 - rate). I. Lobanov, "Deceleration mechanics of
    // UIScrollView": v(t) = v0 d^t.
    @Test func flings_end_and_slow_down_as_told() {
        func course(_ velocity: Double, _ rate: Double) -> ScrollCourse {
            .deceleration(from: 0, velocity: velocity, rate: rate, range: -1e6...1e6, bounces: true)
        }
        #expect(abs(course(1000, 0.998).rest - 499) < 1e-9, "US-100 a velocity of 1000 goes 499 points")
        #expect(abs(course(1000, 0.99).rest - 99) < 1e-9, "US-101 and 99 at the fast rate")
        #expect(abs(course(-2500, 0.998).rest + 1247.5) < 1e-9, "US-102 the other way, too")
        #expect(abs(course(10_000, 0.998).rest - 4990) < 1e-9, "US-103 in proportion")
        let normal = course(1000, 0.998), fast = course(1000, 0.99)
        let first = normal.velocity(at: 0), firstFast = fast.velocity(at: 0)
        #expect(abs(first - 1000) < 2, "US-104 it begins at the finger's velocity")
        #expect(abs(normal.velocity(at: 0.1) / first - pow(0.998, 100)) < 1e-9, "US-105 after 0.1 s 0.998^100 of it")
        #expect(abs(normal.velocity(at: 0.5) / first - pow(0.998, 500)) < 1e-9, "US-106 after 0.5 s 0.998^500")
        #expect(abs(normal.velocity(at: 1) / first - pow(0.998, 1000)) < 1e-9, "US-107 after 1 s 0.998^1000")
        #expect(abs(fast.velocity(at: 0.25) / firstFast - pow(0.99, 250)) < 1e-9, "US-108 of the fast rate 0.99^250")
        #expect(abs(normal.value(at: 0.5) - 499 * (1 - pow(0.998, 500))) < 1e-6, "US-109 the way after 0.5 s")
        #expect(abs(normal.value(at: 1) - 499 * (1 - pow(0.998, 1000))) < 1e-6, "US-110 and after 1 s")
        #expect(abs(pow(0.998, 1000) - 0.135) < 5e-4, "US-111 a drag of 0.135 a second, as Flutter's has it")
    }

    // I. Lobanov, "How UIScrollView works", and super-ultra/ScrollMechanics: mass 1, stiffness 100, damping ratio 1.
    @Test func bounces_are_springs_as_told() {
        let back = ScrollCourse.deceleration(from: -100, velocity: 0, rate: 0.998, range: 0...1000, bounces: true)
        #expect(abs(back.value(at: 0.1) + 200 * exp(-1)) < 1e-6, "US-120 after 0.1 s of 100 points 73.6 are left")
        #expect(abs(back.value(at: 0.2) + 300 * exp(-2)) < 1e-6, "US-121 after 0.2 s 40.6")
        #expect(abs(back.value(at: 0.5) + 600 * exp(-5)) < 1e-6, "US-122 after 0.5 s 4.0")
        let hit = ScrollCourse.deceleration(from: 0, velocity: 1000, rate: 0.998, range: 0...0, bounces: true)
        #expect(abs(hit.value(at: 0.1) - 100 * exp(-1)) < 0.1, "US-123 at 1000 points a second it goes 36.8 beyond")
        #expect(hit.velocity(at: 0.05) > 0 && hit.velocity(at: 0.15) < 0, "US-124 and turns after 0.1 s")
        #expect(hit.rest == 0, "US-125 to rest at the edge")
    }

    // chpwn (2013), and the table that another has made of it: gist dlindenkreuz/9a0af7809cb8ac7a7ad92d4a587a9e55.
    @Test func rubber_band_is_the_published_one() throws {
        func shown(_ pull: Double) -> Double { (ScrollPhysics.rubberBand(pull, 960) * 100).rounded() / 100 }
        #expect(shown(5) == 2.74, "US-130 5 points of 960")
        #expect(shown(10) == 5.47, "US-131 10 points")
        #expect(shown(100) == 52.02, "US-132 100 points")
        #expect(shown(400) == 178.98, "US-133 400 points")
        #expect(shown(960) == 340.65, "US-134 960 points")
        let stage = ScrollStage()
        try stage.play("press 100,100 by touch\nmove 100,111 by touch\nmove 100,311 by touch")
        let band = ScrollPhysics.rubberBand(200, 400)
        #expect(stage.y == (-band).wholePixel(2), "US-135 under a finger, in a view of 400 points")
        try stage.play("release by touch", for: 2)
    }

    // Apple, Technical Note TN2154, and UIScrollView.h on the guides.
    @Test func constraints_are_as_the_note_says() {
        let stage = ScrollStage(content: .zero)
        let content = UIView()
        content.translatesAutoresizingMaskIntoConstraints = false
        stage.scroll.addSubview(content)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: stage.scroll.topAnchor, constant: 10),
            content.leadingAnchor.constraint(equalTo: stage.scroll.leadingAnchor),
            content.trailingAnchor.constraint(equalTo: stage.scroll.trailingAnchor),
            content.bottomAnchor.constraint(equalTo: stage.scroll.bottomAnchor, constant: -5),
            content.heightAnchor.constraint(equalToConstant: 900),
            content.widthAnchor.constraint(equalTo: stage.scroll.widthAnchor),
        ])
        stage.window.layoutIfNeeded()
        #expect(stage.scroll.contentSize.height == 915, "US-140 edges of what is in it say the content's height")
        #expect(stage.scroll.contentSize.width == 300, "US-141 its own width is that of its frame")
        #expect(content.frame == CGRect(x: 0, y: 10, width: 300, height: 900), "US-142 the content lies in it")
        stage.act { stage.scroll.contentOffset.y = 200 }
        #expect(content.frame.minY == 10, "US-143 wherever it is scrolled to")
        #expect(
            stage.scroll.contentLayoutGuide.layoutFrame == CGRect(x: 0, y: 0, width: 300, height: 915),
            "US-144 the content's guide is the content")
        let pinned = UIView()
        pinned.translatesAutoresizingMaskIntoConstraints = false
        stage.scroll.addSubview(pinned)
        NSLayoutConstraint.activate([
            pinned.topAnchor.constraint(equalTo: stage.scroll.frameLayoutGuide.topAnchor, constant: 7),
            pinned.leftAnchor.constraint(equalTo: stage.scroll.frameLayoutGuide.leftAnchor),
            pinned.widthAnchor.constraint(equalToConstant: 50), pinned.heightAnchor.constraint(equalToConstant: 50),
        ])
        stage.window.layoutIfNeeded()
        #expect(pinned.frame.minY == 207, "US-145 the frame's guide is what is seen")
        stage.act { stage.scroll.contentOffset.y = 300 }
        stage.window.layoutIfNeeded()
        #expect(pinned.frame.minY == 307, "US-146 wherever it is scrolled to")
    }

    // Apple, Auto Layout Guide, "Working with Scroll Views".
    @Test func what_holds_on_to_a_view_outside_floats_over_what_scrolls() {
        let stage = ScrollStage()
        stage.scroll.contentSize = CGSize(width: 300, height: 2000)
        let header = UIView()
        header.translatesAutoresizingMaskIntoConstraints = false
        stage.scroll.addSubview(header)
        // The header scrolls with the content until it would leave the window, and stays at its edge then.
        let resting = header.topAnchor.constraint(equalTo: stage.scroll.contentLayoutGuide.topAnchor, constant: 100)
        resting.priority = .defaultHigh
        let edge = stage.window.topAnchor
        NSLayoutConstraint.activate([
            resting, header.topAnchor.constraint(greaterThanOrEqualTo: edge, constant: 20),
            header.leftAnchor.constraint(equalTo: stage.window.leftAnchor),
            header.widthAnchor.constraint(equalToConstant: 300), header.heightAnchor.constraint(equalToConstant: 40),
        ])
        stage.window.layoutIfNeeded()
        #expect(header.frame.minY == 100, "US-155 not held, it is where the content says")
        stage.act { stage.scroll.contentOffset.y = 60 }
        stage.window.layoutIfNeeded()
        #expect(header.frame.minY == 100)
        stage.act { stage.scroll.contentOffset.y = 500 }
        stage.window.layoutIfNeeded()
        #expect(header.convert(CGPoint.zero, to: stage.window).y == 20, "US-156 held, it floats over the content")
        stage.act { stage.scroll.contentOffset.y = 0 }
        stage.window.layoutIfNeeded()
        #expect(header.frame.minY == 100)
    }

    // A. Marinov, "UIScrollView's contentOffset precision"; Flutter-Bounty-Hunters/page_list_viewport, issue 52.
    @Test func offsets_are_at_whole_pixels() throws {
        let stage = ScrollStage()
        stage.act { stage.scroll.contentOffset.y = 3.8 }
        #expect(stage.y == 4, "US-150 an offset that is set is rounded, here to halves")
        stage.act { stage.scroll.bounds.origin.y = 3.8 }
        #expect(stage.y == 3.8, "US-151 the origin of bounds is not")
        var scrolled: [Double] = []
        stage.listener.scrolled = { scrolled.append(Double($0.contentOffset.y) * 2) }
        try stage.play("drag 100,350 to 100,249.3 over 0.1 by touch")
        #expect(scrolled.count > 3 && scrolled.allSatisfy { $0 == $0.rounded() }, "US-152 as are those of a drag")
        scrolled = []
        var shown: [Double] = []
        for _ in 0..<20 {
            stage.host.advance(to: stage.host.time + 0.0123)
            shown.append(Double(stage.shown.y) * 2)
        }
        #expect(stage.scroll.isDecelerating)
        #expect(scrolled.count > 10 && scrolled.allSatisfy { $0 == $0.rounded() }, "US-153 and of a fling")
        #expect(Set(shown).count > 10 && shown.allSatisfy { $0 == $0.rounded() })
        let thirds = UIScrollView()
        #expect(
            abs(Double(-187.5).wholePixel(3) + 187.333_333) < 1e-5, "US-154 half a pixel goes right: -187.5 is -187.33")
        #expect(thirds.wholePixels(CGPoint(x: 0.2, y: -0.2)) == .zero)
    }
}
