import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Facts SC-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CAScrollLayer: scroll.m
/// (SC-1...11) and, in the branch feature/calayer-scrolling, visible.m (SC-12...).
@Suite struct LayoutScrollTests {
    private func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
    private func rect(_ x: CGFloat, _ y: CGFloat, _ w: CGFloat, _ h: CGFloat) -> CGRect {
        CGRect(x: x, y: y, width: w, height: h)
    }

    /// A scroll layer of 100 x 80 with a layer of 500 x 400.
    private func scene() -> (scroll: CAScrollLayer, content: CALayer) {
        let (scroll, content) = (CAScrollLayer(), CALayer())
        scroll.bounds = rect(0, 0, 100, 80)
        content.frame = rect(0, 0, 500, 400)
        scroll.addSublayer(content)
        return (scroll, content)
    }

    @Test func scroll_layer_scrolls_both_ways_at_first() {
        #expect(CAScrollLayer().scrollMode == .both, "SC-1")
        #expect(CAScrollLayer().opacity == 1, "SC-2")
        #expect(
            [.none, .vertically, .horizontally, .both].map { (mode: CAScrollLayerScrollMode) in mode.rawValue }
                == ["none", "vertically", "horizontally", "both"], "SC-3")
    }

    @Test func scroll_to_a_point_moves_the_origin_of_the_bounds() {
        let scroll = CAScrollLayer()
        scroll.bounds = rect(0, 0, 100, 100)
        scroll.scroll(to: p(50, 60))
        #expect(scroll.bounds == rect(50, 60, 100, 100), "SC-4")
    }

    @Test func scroll_to_a_rectangle_moves_as_little_as_it_can() {
        let scroll = CAScrollLayer()
        func after(_ bounds: CGRect, _ shown: CGRect) -> CGPoint {
            scroll.bounds = bounds
            scroll.scroll(to: shown)
            return scroll.bounds.origin
        }
        #expect(after(rect(50, 60, 100, 100), rect(200, 200, 10, 10)) == p(110, 110), "SC-5")
        #expect(after(rect(100, 100, 100, 100), rect(120, 120, 10, 10)) == p(100, 100), "SC-6")
        #expect(after(rect(100, 100, 100, 100), rect(20, 20, 10, 10)) == p(20, 20), "SC-7")
        #expect(after(rect(0, 0, 100, 100), rect(20, 20, 400, 400)) == p(20, 20), "SC-8")
    }

    @Test func scroll_mode_holds_an_axis() {
        let scroll = CAScrollLayer()
        func after(_ mode: CAScrollLayerScrollMode) -> CGPoint {
            scroll.bounds = rect(0, 0, 100, 100)
            scroll.scrollMode = mode
            scroll.scroll(to: p(70, 80))
            return scroll.bounds.origin
        }
        #expect(after(.vertically) == p(0, 80), "SC-9")
        #expect(after(.horizontally) == p(70, 0), "SC-10")
        #expect(after(.none) == p(0, 0), "SC-11")
        scroll.setValue("horizontally", forKey: "scrollMode")
        #expect(scroll.scrollMode == .horizontally)
    }

    @Test func scroll_without_a_scroll_layer_does_nothing() {
        let layer = CALayer()
        layer.bounds = rect(0, 0, 100, 80)
        #expect(layer.visibleRect == rect(0, 0, 100, 80), "SC-12")
        layer.scroll(p(30, 40))
        #expect(layer.bounds == rect(0, 0, 100, 80), "SC-13")
        layer.scrollRectToVisible(rect(200, 200, 10, 10))
        #expect(layer.bounds == rect(0, 0, 100, 80), "SC-14")
    }

    @Test func visibleRect_is_what_the_scroll_layer_shows() {
        let (scroll, content) = scene()
        #expect(scroll.visibleRect == rect(0, 0, 100, 80), "SC-15")
        #expect(content.visibleRect == rect(0, 0, 100, 80), "SC-16")
        content.scroll(p(50, 60))
        #expect(scroll.bounds == rect(50, 60, 100, 80), "SC-17")
        #expect(content.visibleRect == rect(50, 60, 100, 80), "SC-18")
        scroll.bounds = rect(0, 0, 100, 80)
        scroll.scroll(p(50, 60))
        #expect(scroll.bounds == rect(50, 60, 100, 80), "SC-19")
        content.frame = rect(900, 900, 10, 10)
        #expect(content.visibleRect.isEmpty)
    }

    @Test func scrollRectToVisible_moves_the_scroll_layer() {
        let (scroll, content) = scene()
        func after(_ shown: CGRect) -> CGRect {
            scroll.bounds = rect(0, 0, 100, 80)
            content.scrollRectToVisible(shown)
            return scroll.bounds
        }
        #expect(after(rect(200, 150, 20, 10)) == rect(120, 80, 100, 80), "SC-20")
        #expect(after(rect(10, 10, 20, 10)) == rect(0, 0, 100, 80), "SC-21")
        #expect(after(rect(200, 150, 400, 400)) == rect(200, 150, 100, 80), "SC-22")
    }

    @Test func scroll_takes_points_of_the_layer_that_was_asked() {
        let (scroll, content) = scene()
        let deep = CALayer()
        deep.frame = rect(30, 40, 20, 20)
        content.addSublayer(deep)
        #expect(deep.visibleRect == rect(0, 0, 20, 20), "SC-23")
        deep.scroll(p(5, 5))
        #expect(scroll.bounds == rect(35, 45, 100, 80), "SC-24")
        #expect(deep.visibleRect == rect(5, 5, 15, 15), "SC-25")
    }

    @Test func scroll_mode_holds_what_sublayers_ask_for() {
        let (scroll, content) = scene()
        scroll.scrollMode = .horizontally
        content.scroll(p(50, 60))
        #expect(scroll.bounds == rect(50, 0, 100, 80), "SC-26")
        scroll.bounds = rect(0, 0, 100, 80)
        scroll.scrollMode = .none
        content.scroll(p(50, 60))
        #expect(scroll.bounds == rect(0, 0, 100, 80), "SC-27")
    }

    @Test func scroll_layer_is_copied_with_its_mode() {
        let scroll = CAScrollLayer()
        scroll.scrollMode = .vertically
        #expect(makeLayer(of: CAScrollLayer.self, copying: scroll).scrollMode == .vertically)
    }
}
