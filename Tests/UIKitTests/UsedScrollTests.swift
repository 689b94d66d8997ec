import Foundation
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The most used members of scroll views.
@MainActor @Suite(.serialized) struct UsedScrollTests {
    @Test(
        .covers(
            "UIScrollView", "UIScrollView.init", "UIScrollView.contentSize", "UIScrollView.contentOffset",
            "UIScrollView.contentInset", "UIScrollView.delegate", "UIScrollViewDelegate",
            "UIScrollView.isScrollEnabled",
            "UIScrollView.panGestureRecognizer", "UIScrollView.bounces", "UIScrollView.showsVerticalScrollIndicator",
            "UIScrollView.showsHorizontalScrollIndicator"))
    func scroll_views_scroll() throws {
        final class Listener: NSObject, UIScrollViewDelegate {
            var offsets: [CGFloat] = []
            func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset.y) }
        }
        let listener = Listener()
        let stage = ScrollStage(UIScrollView(frame: .zero))
        let scroll: UIScrollView = stage.scroll
        scroll.delegate = listener
        scroll.contentSize = CGSize(width: 300, height: 900)
        scroll.contentInset = UIEdgeInsets(top: 30, left: 0, bottom: 20, right: 0)
        stage.act { scroll.contentOffset = CGPoint(x: 0, y: 40) }
        #expect(listener.offsets == [40] && scroll.bounds.origin.y == 40)
        try stage.pull(CGPoint(x: 100, y: 100), by: CGPoint(x: 0, y: 300))
        stage.host.advance(to: stage.host.time + 2)
        #expect(scroll.contentOffset.y == -30)
        scroll.bounces = false
        try stage.play("drag 100,400 to 100,60 over 0.1 by touch", for: 3)
        #expect(scroll.contentOffset.y == 520 && listener.offsets.max() == 520)
        #expect(scroll.showsVerticalScrollIndicator && scroll.showsHorizontalScrollIndicator)
        scroll.isScrollEnabled = false
        #expect(!scroll.panGestureRecognizer.isEnabled)
        try stage.play("drag 100,100 to 100,300 by touch", for: 1)
        #expect(scroll.contentOffset.y == 520)
    }
}
