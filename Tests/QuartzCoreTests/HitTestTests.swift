import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Facts HT-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/hittest.m.
@Suite struct HitTestTests {
    private func layer(_ side: CGFloat, at x: CGFloat, _ y: CGFloat) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        layer.position = CGPoint(x: x, y: y)
        return layer
    }

    private func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

    @Test func contains_takes_points_of_the_bounds_without_their_far_edges() {
        let one = layer(100, at: 500, 500)
        #expect(one.contains(p(0, 0)), "HT-1")
        #expect(one.contains(p(99.9, 99.9)), "HT-2")
        #expect(!one.contains(p(100, 100)), "HT-3")
        #expect(!one.contains(p(-0.1, 50)), "HT-4")
        #expect(!one.contains(p(500, 500)), "HT-5")
        one.bounds = CGRect(x: 10, y: 10, width: 100, height: 100)
        #expect(!one.contains(p(5, 5)), "HT-6")
        #expect(one.contains(p(15, 15)), "HT-7")
        #expect(one.contains(p(109, 109)), "HT-8")
    }

    @Test func hitTest_finds_sublayer_or_layer_or_nothing() {
        let (root, child) = (layer(100, at: 50, 50), layer(20, at: 50, 50))
        root.addSublayer(child)
        #expect(root.hitTest(p(50, 50)) === child, "HT-9")
        #expect(root.hitTest(p(5, 5)) === root, "HT-10")
        #expect(root.hitTest(p(500, 500)) == nil, "HT-11")
        #expect(root.hitTest(p(100, 100)) == nil, "HT-12")
    }

    @Test func hitTest_finds_what_is_in_front() {
        let (root, lower, upper) = (layer(100, at: 50, 50), layer(40, at: 50, 50), layer(40, at: 50, 50))
        root.addSublayer(lower)
        root.addSublayer(upper)
        #expect(root.hitTest(p(50, 50)) === upper, "HT-13")
        upper.isHidden = true
        #expect(root.hitTest(p(50, 50)) === lower, "HT-14")
        upper.isHidden = false
        lower.zPosition = 10
        #expect(root.hitTest(p(50, 50)) === lower, "HT-15")
        upper.zPosition = 10
        #expect(root.hitTest(p(50, 50)) === upper)
    }

    @Test func hitTest_finds_what_overflows_unless_it_is_clipped() {
        let (root, child) = (layer(100, at: 50, 50), layer(20, at: 150, 150))
        root.addSublayer(child)
        #expect(root.hitTest(p(150, 150)) === child, "HT-16")
        root.masksToBounds = true
        #expect(root.hitTest(p(150, 150)) == nil, "HT-17")
    }

    @Test func hitTest_of_a_root_takes_points_of_the_space_around_it() {
        let lone = layer(100, at: 50, 50)
        #expect(lone.hitTest(p(50, 50)) === lone, "HT-18")
        #expect(lone.hitTest(p(500, 500)) == nil, "HT-19")
        lone.position = p(250, 50)
        #expect(lone.hitTest(p(50, 50)) == nil)
        #expect(lone.hitTest(p(250, 50)) === lone)
    }

    // MARK: Ours

    @Test func hitTest_does_not_see_opacity() {
        let one = layer(100, at: 50, 50)
        one.opacity = 0
        #expect(one.hitTest(p(50, 50)) === one)
    }

    @Test func hitTest_goes_through_perspective() {
        let (root, child) = (layer(200, at: 100, 100), layer(20, at: 100, 100))
        root.addSublayer(child)
        root.sublayerTransform.m34 = -1 / 100
        child.zPosition = 50
        #expect(root.hitTest(p(81, 100)) === child)
        #expect(root.hitTest(p(79, 100)) === root)
        child.zPosition = 150
        #expect(root.hitTest(p(100, 100)) === root, "behind the viewer")
    }

    @Test func hitTest_passes_over_backs_that_are_not_drawn() {
        let one = layer(100, at: 50, 50)
        one.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        #expect(one.hitTest(p(50, 50)) === one)
        one.isDoubleSided = false
        #expect(one.hitTest(p(50, 50)) == nil)
    }

    @Test func hitTest_passes_over_what_is_seen_on_edge() {
        let one = layer(100, at: 50, 50)
        one.transform = CATransform3DMakeScale(0, 1, 1)
        #expect(one.hitTest(p(50, 50)) == nil)
    }

    @Test func hitTest_follows_flipped_geometry() {
        let (root, child) = (layer(100, at: 50, 50), layer(20, at: 10, 10))
        root.addSublayer(child)
        root.isGeometryFlipped = true
        #expect(root.hitTest(p(5, 95)) === child)
        #expect(root.hitTest(p(5, 5)) === root)
    }

    @Test func hitTest_stays_within_the_mask() {
        let (root, child, mask) = (layer(100, at: 50, 50), layer(100, at: 50, 50), layer(20, at: 10, 10))
        root.addSublayer(child)
        root.mask = mask
        #expect(root.hitTest(p(5, 5)) === child)
        #expect(root.hitTest(p(50, 50)) == nil)
        mask.bounds = .zero
        #expect(root.hitTest(p(50, 50)) === child, "a mask without an extent does not confine")
    }

    @Test func hitTest_asks_the_sublayers_own_method() {
        let (root, child) = (layer(100, at: 50, 50), Unclickable())
        child.frame = root.bounds
        root.addSublayer(child)
        #expect(root.hitTest(p(50, 50)) === root)
    }

    @Test func hitTest_of_presentation_layers_finds_presentation_layers() throws {
        let tree = TestTree(root: layer(100, at: 50, 50))
        let child = layer(20, at: 10, 10)
        tree.transaction { tree.root.addSublayer(child) }
        tree.transaction { child.position = CGPoint(x: 90, y: 90) }
        try MediaClock.with(time: 0) {
            let found = try #require(tree.root.presentation()?.hitTest(p(10, 10)))
            #expect(found.model() === child)
        }
        #expect(tree.root.hitTest(p(10, 10)) === tree.root)
    }
}

private final class Unclickable: CALayer {
    override func hitTest(_ p: CGPoint) -> CALayer? { nil }
}
