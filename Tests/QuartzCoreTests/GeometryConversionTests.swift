import CoreGraphics
import Foundation
import Mica
import MicaFrame
import MicaRandom
import QuartzCore
import Testing

/// Facts GC-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/conversion.m (points,
/// rectangles, trees) and geometry.m (bounds, frames).
@Suite struct GeometryConversionTests {
    private func layer(_ bounds: CGRect, at x: CGFloat, _ y: CGFloat) -> CALayer {
        let layer = CALayer()
        layer.bounds = bounds
        layer.position = CGPoint(x: x, y: y)
        return layer
    }

    private func layer(_ width: CGFloat, _ height: CGFloat, at x: CGFloat, _ y: CGFloat) -> CALayer {
        layer(CGRect(x: 0, y: 0, width: width, height: height), at: x, y)
    }

    /// A parent of 200 x 200 about (100, 100) and a child of 50 x 50 about (100, 50).
    private func pair() -> (parent: CALayer, child: CALayer) {
        let (parent, child) = (layer(200, 200, at: 100, 100), layer(50, 50, at: 100, 50))
        parent.addSublayer(child)
        return (parent, child)
    }

    private func isClose(_ a: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
        abs(a.x - x) < 1e-6 && abs(a.y - y) < 1e-6
    }

    private func isClose(_ a: CGRect, _ b: CGRect) -> Bool {
        isClose(a.origin, b.minX, b.minY) && abs(a.width - b.width) < 1e-6 && abs(a.height - b.height) < 1e-6
    }

    /// A quarter turn in numbers has a cosine of 6e-17: its inverse would make bounds of 10^18 points.
    @Test func a_frame_leaves_a_layer_that_is_seen_on_edge() {
        let plane = self.layer(50, 40, at: 100, 50)
        plane.transform = CATransform3DMakeRotation(.pi / 2, 1, 0, 0)
        plane.frame = CGRect(x: 10, y: 20, width: 30, height: 60)
        #expect(plane.bounds.size == CGSize(width: 50, height: 40) && plane.position == CGPoint(x: 100, y: 50))
        plane.transform = CATransform3DMakeScale(1e-12, 1e-12, 1)
        plane.frame = CGRect(x: 10, y: 20, width: 30, height: 60)
        #expect(abs(plane.bounds.width / 30e12 - 1) < 1e-9 && abs(plane.bounds.height / 60e12 - 1) < 1e-9)
        plane.transform = CATransform3DMakeRotation(.pi / 3, 1, 0, 0)
        plane.frame = CGRect(x: 10, y: 20, width: 30, height: 60)
        #expect(isClose(plane.bounds, CGRect(x: 0, y: 0, width: 30, height: 120)))
    }

    @Test func conversion_of_points_between_layer_and_superlayer() {
        let (parent, child) = pair()
        let far = CGPoint(x: 50, y: 50)
        #expect(isClose(child.convert(.zero, to: parent), 75, 25), "GC-1")
        #expect(isClose(child.convert(far, to: parent), 125, 75), "GC-2")
        #expect(isClose(parent.convert(.zero, to: child), -75, -25), "GC-3")
        #expect(isClose(child.convert(.zero, from: parent), -75, -25), "GC-4")
        #expect(isClose(parent.convert(.zero, from: child), 75, 25), "GC-5")
    }

    @Test func conversion_of_rectangles_keeps_their_size() {
        let (parent, child) = pair()
        let r = CGRect(x: 0, y: 0, width: 10, height: 20)
        #expect(child.convert(r, to: parent) == CGRect(x: 75, y: 25, width: 10, height: 20), "GC-6")
        #expect(parent.convert(r, to: child) == CGRect(x: -75, y: -25, width: 10, height: 20), "GC-7")
    }

    @Test func conversion_to_itself_changes_nothing() {
        let one = layer(50, 50, at: 100, 50)
        #expect(one.convert(CGPoint(x: 3, y: 4), to: one) == CGPoint(x: 3, y: 4), "GC-8")
        let r = CGRect(x: 3, y: 4, width: 5, height: 6)
        #expect(one.convert(r, to: one) == r, "GC-9")
    }

    @Test func conversion_does_not_see_the_superlayers_bounds_origin() {
        let (parent, child) = pair()
        parent.bounds.origin = CGPoint(x: 10, y: 20)
        #expect(isClose(child.convert(.zero, to: parent), 75, 25), "GC-10")
    }

    @Test func conversion_goes_through_the_transform() {
        let (parent, child) = pair()
        child.transform = CATransform3DMakeScale(2, 2, 1)
        #expect(isClose(child.convert(.zero, to: parent), 50, 0), "GC-11")
        #expect(isClose(child.convert(CGPoint(x: 50, y: 50), to: parent), 150, 100), "GC-12")
        let r = child.convert(CGRect(x: 0, y: 0, width: 10, height: 20), to: parent)
        #expect(isClose(r, CGRect(x: 50, y: 0, width: 20, height: 40)), "GC-13")
    }

    @Test func conversion_goes_through_the_sublayer_transform() {
        let (parent, child) = pair()
        parent.sublayerTransform = CATransform3DMakeTranslation(10, 20, 0)
        #expect(isClose(child.convert(.zero, to: parent), 85, 45), "GC-14")
        parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
        child.transform = CATransform3DMakeTranslation(5, 6, 0)
        #expect(isClose(child.convert(.zero, to: parent), 60, -38), "GC-15")
    }

    @Test func conversion_of_a_turned_rectangle_is_the_box_around_it() {
        let (parent, child) = (layer(200, 200, at: 100, 100), layer(100, 100, at: 100, 100))
        child.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
        parent.addSublayer(child)
        let (low, side) = (100 - 50 * 2.0.squareRoot(), 100 * 2.0.squareRoot())
        let r = child.convert(CGRect(x: 0, y: 0, width: 100, height: 100), to: parent)
        #expect(isClose(r, CGRect(x: low, y: low, width: side, height: side)), "GC-16")
        #expect(isClose(child.convert(CGPoint(x: 50, y: 50), to: parent), 100, 100), "GC-17")
    }

    @Test func conversion_across_a_tree() {
        let (g0, g1, g2) = (layer(400, 400, at: 200, 200), layer(200, 200, at: 100, 100), layer(50, 50, at: 25, 25))
        g0.addSublayer(g1)
        g1.addSublayer(g2)
        #expect(isClose(g2.convert(.zero, to: g0), 0, 0), "GC-18")
        #expect(isClose(g0.convert(.zero, to: g2), 0, 0), "GC-19")
        let (parent, s1, s2) = (layer(200, 200, at: 100, 100), layer(50, 50, at: 25, 25), layer(50, 50, at: 125, 25))
        parent.addSublayer(s1)
        parent.addSublayer(s2)
        #expect(isClose(s1.convert(.zero, to: s2), -100, 0), "GC-20")
    }

    @Test func conversion_between_trees_goes_through_the_space_around_their_roots() {
        let (one, two) = (layer(50, 50, at: 25, 25), layer(50, 50, at: 500, 500))
        #expect(isClose(one.convert(.zero, to: two), -475, -475), "GC-21")
        #expect(isClose(two.convert(.zero, to: nil), 475, 475))
        #expect(isClose(two.convert(.zero, from: nil), -475, -475))
        let (parent, child) = pair()
        child.removeFromSuperlayer()
        #expect(isClose(child.convert(.zero, to: parent), 75, 25), "GC-22")
    }

    @Test func bounds_of_a_negative_size_are_made_positive() {
        let one = CALayer()
        one.bounds = CGRect(x: 0, y: 0, width: -100, height: -50)
        #expect(one.bounds == CGRect(x: -100, y: -50, width: 100, height: 50), "GC-23")
        one.frame = CGRect(x: 0, y: 0, width: -100, height: -50)
        #expect(one.bounds.size == CGSize(width: 100, height: 50), "GC-24")
        #expect(one.position == CGPoint(x: -50, y: -25), "GC-25")
    }

    @Test func frame_does_not_see_depth_and_flipping() {
        let one = layer(100, 50, at: 200, 300)
        (one.zPosition, one.anchorPointZ, one.isGeometryFlipped, one.contentsScale) = (17, 25, true, 2)
        #expect(one.frame == CGRect(x: 150, y: 275, width: 100, height: 50), "GC-26")
    }

    @Test func frame_set_under_a_transform_reads_back() {
        let one = CALayer()
        one.transform = CATransform3DMakeScale(2, 4, 1)
        one.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(one.bounds.size == CGSize(width: 50, height: 12.5), "GC-27")
        #expect(isClose(one.position, 60, 45), "GC-28")
        #expect(isClose(one.frame, CGRect(x: 10, y: 20, width: 100, height: 50)), "GC-29")
        let other = CALayer()
        other.transform = CATransform3DMakeTranslation(10, 20, 0)
        other.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(isClose(other.position, 50, 25), "GC-30")
    }

    @Test func affineTransform_is_the_identity_for_what_is_not_of_the_plane() {
        let one = CALayer()
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 500
        let others = [
            CATransform3DMakeScale(2, 3, 4), CATransform3DMakeRotation(.pi / 2, 1, 0, 0),
            CATransform3DMakeTranslation(0, 0, 5), perspective,
        ]
        for transform in others {
            one.transform = transform
            #expect(one.affineTransform() == .identity, "GC-31...34")
        }
        one.setAffineTransform(CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7))
        #expect(one.affineTransform() == CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7), "GC-35")
        #expect(one.transform.m33 == 1 && one.transform.m41 == 6, "GC-36")
    }

    @Test func contentsAreFlipped_is_the_parity_up_the_tree() {
        // archiving.m.
        let (a, b, c) = (CALayer(), CALayer(), CALayer())
        a.addSublayer(b)
        b.addSublayer(c)
        #expect(!c.contentsAreFlipped(), "GC-37")
        b.isGeometryFlipped = true
        #expect(b.contentsAreFlipped() && c.contentsAreFlipped(), "GC-38")
        a.isGeometryFlipped = true
        #expect(!b.contentsAreFlipped() && !c.contentsAreFlipped(), "GC-39")
        c.isGeometryFlipped = true
        #expect(c.contentsAreFlipped(), "GC-40")
        c.removeFromSuperlayer()
        #expect(c.contentsAreFlipped(), "GC-41")
    }

    // MARK: Ours

    @Test func conversion_through_flipped_geometry_mirrors_within_the_bounds() {
        let (parent, child) = pair()
        parent.isGeometryFlipped = true
        #expect(isClose(child.convert(.zero, to: nil), 75, 175))
        #expect(isClose(child.convert(.zero, to: parent), 75, 25))
        child.isGeometryFlipped = true
        #expect(isClose(child.convert(.zero, to: parent), 75, 75))
        #expect(isClose(child.convert(.zero, to: nil), 75, 125))
    }

    @Test func conversion_back_from_a_plane_on_edge_leaves_its_transforms_out() {
        let (parent, child) = pair()
        child.transform = CATransform3DMakeScale(0, 1, 1)
        #expect(isClose(child.convert(.zero, to: parent), 100, 25))
        #expect(isClose(parent.convert(.zero, to: child), -75, -25))
    }

    @Test func conversion_of_a_rectangle_behind_the_viewer_is_null() {
        let (parent, child) = pair()
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 100
        parent.sublayerTransform = perspective
        child.zPosition = 200
        #expect(child.convert(child.bounds, to: parent).isNull)
        child.zPosition = 50
        #expect(isClose(child.convert(child.bounds, to: parent), CGRect(x: 50, y: -50, width: 100, height: 100)))
    }

    @Test func conversion_from_a_mask_skips_the_sublayer_transform() {
        let (parent, mask) = (layer(100, 100, at: 50, 50), layer(10, 10, at: 5, 5))
        parent.sublayerTransform = CATransform3DMakeTranslation(30, 0, 0)
        parent.mask = mask
        #expect(isClose(mask.convert(.zero, to: parent), 0, 0))
    }

    @Test func conversion_between_presentation_layers_sees_the_animation() throws {
        let tree = TestTree(root: layer(100, 100, at: 50, 50))
        let child = layer(10, 10, at: 5, 5)
        tree.transaction { tree.root.addSublayer(child) }
        tree.transaction { child.position = CGPoint(x: 25, y: 5) }
        try MediaClock.with(time: 0) {
            let (shown, root) = (try #require(child.presentation()), try #require(tree.root.presentation()))
            #expect(isClose(shown.convert(.zero, to: root), 0, 0))
        }
        #expect(isClose(child.convert(.zero, to: tree.root), 20, 0))
    }

    /// The maps by which the server draws, against `convert`: random trees, with their seed in the message.
    @Test(arguments: 0..<40) func conversion_agrees_with_what_the_server_draws(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &+ 1)
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
        root.position = CGPoint(x: 100, y: 100)
        var layers = [root]
        for index in 1..<8 {
            let one = CALayer()
            one.bounds = CGRect(
                x: random.number(-10...10), y: random.number(-10...10), width: random.number(20...90), height: 60)
            one.position = CGPoint(x: random.number(40...160), y: random.number(40...160))
            one.anchorPoint = CGPoint(x: random.number(0...1), y: random.number(0...1))
            (one.zPosition, one.anchorPointZ) = (random.number(-20...20), random.number(-5...5))
            one.isGeometryFlipped = random.number(0...1) < 0.5
            one.transform = CATransform3DMakeRotation(
                random.number(-1...1), random.number(-1...1), random.number(-1...1), 1)
            one.sublayerTransform.m34 = -1 / random.number(200...500)
            layers[index / 2].addSublayer(one)
            layers.append(one)
        }
        for (index, one) in layers.enumerated() {
            one.backgroundColor = CGColor(red: CGFloat(index) / 16, green: 0.25, blue: 0.5, alpha: 1)
        }
        let ops = LayerRenderer(layer: root).frame(at: 0).passes.flatMap { $0.ops }
        var compared = 0
        for one in layers {
            guard let color = one.backgroundColor else { continue }
            let drawn = ops.first {
                if case .fill(_, let filled) = $0.content { filled == PixelColor(color.value) } else { false }
            }
            guard let drawn else { continue }
            compared += 1
            for corner in [
                CGPoint(x: one.bounds.minX, y: one.bounds.minY), CGPoint(x: one.bounds.maxX, y: one.bounds.midY),
            ] {
                let expected = drawn.transform.apply(Double(corner.x), Double(corner.y))
                let converted = one.convert(corner, to: nil)
                #expect(
                    abs(Double(converted.x) - expected.x) < 1e-6 && abs(Double(converted.y) - expected.y) < 1e-6,
                    "seed \(seed)")
                let back = one.convert(converted, from: nil)
                #expect(isCloser(back, corner), "seed \(seed)")
            }
        }
        #expect(compared >= 2, "seed \(seed): too few layers are seen")
    }

    private func isCloser(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 1e-5 && abs(a.y - b.y) < 1e-5 }
}
