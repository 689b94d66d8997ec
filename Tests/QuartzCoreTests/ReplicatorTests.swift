import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaWire
import QuartzCore
import Testing

/// Facts RL-1...: Apple, CAReplicatorLayer.h (macOS 10.15 SDK), and the rows of dev/api/quartzcore-api.tsv.
@Suite(.serialized) struct ReplicatorTests {
    private func replicator(_ count: Int = 3, by x: CGFloat = 10) -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        layer.instanceCount = count
        layer.instanceTransform = CATransform3DMakeTranslation(x, 0, 0)
        let dot = CALayer()
        dot.frame = CGRect(x: 2, y: 2, width: 6, height: 6)
        dot.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
        layer.addSublayer(dot)
        return layer
    }

    private func draw(_ layer: CALayer, at time: Double = 0, events: [(Double, () -> Void)] = []) -> Bitmap {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        root.addSublayer(layer)
        let renderer = LayerRenderer(layer: root, threads: 1)
        for (time, body) in events { renderer.schedule(at: time, body) }
        return renderer.bitmap(at: time)
    }

    @Test func replicator_defaults_are_apples() {
        let layer = CAReplicatorLayer()
        #expect(layer.instanceCount == 1, "RL-1: the count includes the source; no copies at first")
        #expect(!layer.preservesDepth, "RL-2")
        #expect(layer.instanceDelay == 0, "RL-3")
        #expect(CATransform3DIsIdentity(layer.instanceTransform), "RL-4")
        #expect(layer.instanceColor == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), "RL-5: opaque white")
        #expect(layer.instanceRedOffset == 0 && layer.instanceGreenOffset == 0, "RL-6")
        #expect(layer.instanceBlueOffset == 0 && layer.instanceAlphaOffset == 0, "RL-7")
    }

    @Test func replicator_count_includes_the_source() {
        let bitmap = draw(replicator(3))
        #expect(bitmap[4, 4] == 0xFFFF_FFFF && bitmap[14, 4] == 0xFFFF_FFFF && bitmap[24, 4] == 0xFFFF_FFFF, "RL-8")
        #expect(bitmap[34, 4] == 0)
    }

    @Test func replicator_transform_is_applied_to_the_copy_before_about_the_middle() {
        let layer = replicator(4, by: 0)
        layer.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        let bitmap = draw(layer)
        for (x, y) in [(4, 4), (35, 4), (35, 35), (4, 35)] { #expect(bitmap[x, y] == 0xFFFF_FFFF, "RL-9") }
        // The middle is that of the bounds, wherever the anchor is.
        layer.removeFromSuperlayer()
        layer.anchorPoint = .zero
        layer.position = .zero
        #expect(draw(layer)[35, 35] == 0xFFFF_FFFF)
    }

    @Test func replicator_colour_is_the_first_copys_and_offsets_are_added_from_copy_to_copy() {
        let layer = replicator(3)
        layer.instanceColor = CGColor(srgbRed: 0.8, green: 1, blue: 1, alpha: 1)
        layer.instanceRedOffset = -0.2
        layer.instanceGreenOffset = -0.4
        let bitmap = draw(layer)
        #expect(bitmap[4, 4] == 0xFFCC_FFFF, "RL-10")
        #expect(bitmap[14, 4] == 0xFF99_99FF, "RL-11")
        #expect(bitmap[24, 4] == 0xFF66_33FF, "RL-12")
    }

    @Test func replicator_delay_is_between_copies() {
        let layer = replicator(3)
        layer.instanceDelay = 1
        layer.sublayers?.first?.isHidden = true
        let show = CABasicAnimation(keyPath: "hidden")
        show.fromValue = false
        show.toValue = false
        show.beginTime = 1e-100
        show.duration = 0.9
        show.isRemovedOnCompletion = false
        layer.sublayers?.first?.add(show, forKey: "show")
        layer.sublayers?.first?.opacity = 1
        // Hidden layers are passed over only when the animation does not show them.
        for k in 0..<3 {
            let bitmap = draw(layer, at: Double(k) + 0.5)
            for other in 0..<3 {
                #expect((bitmap[4 + 10 * other, 4] != 0) == (other == k), "RL-13: copy \(other) at \(k).5 s")
            }
            layer.removeFromSuperlayer()
        }
    }

    @Test func replicator_hit_test_knows_the_first_copy_only() {
        let layer = replicator(3)
        #expect(layer.hitTest(CGPoint(x: 4, y: 4)) === layer.sublayers?.first, "RL-14")
        #expect(layer.hitTest(CGPoint(x: 14, y: 4)) === layer, "RL-15")
    }

    @Test func replicator_that_preserves_depth_is_found_through_as_a_transform_layer() {
        let (root, layer) = (CALayer(), replicator(3))
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        root.position = CGPoint(x: 20, y: 20)
        root.addSublayer(layer)
        layer.preservesDepth = true
        #expect(layer.hitTest(CGPoint(x: 4, y: 4)) == nil)
        #expect(root.hitTest(CGPoint(x: 4, y: 4)) === layer.sublayers?.first)
        #expect(root.hitTest(CGPoint(x: 14, y: 4)) === root)
    }

    @Test func replicator_properties_are_animatable_as_apples_header_says() {
        for key in [
            "instanceCount", "instanceDelay", "instanceTransform", "instanceColor", "instanceRedOffset",
            "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset",
        ] {
            #expect(LayerPropertyTable.row(forKey: key)?.isAnimatable == true, "RL-16 \(key)")
        }
        #expect(LayerPropertyTable.row(forKey: "preservesDepth")?.isAnimatable == false, "RL-17")
    }

    @Test func replicator_animates_implicitly() {
        let (tree, layer) = (TestTree(), replicator())
        tree.transaction { tree.root.addSublayer(layer) }
        tree.implicitly { layer.instanceAlphaOffset = -0.5 }
        #expect(layer.animation(forKey: "instanceAlphaOffset") != nil)
        let half = MediaClock.with(time: 0.125) { layer.presentation()?.instanceAlphaOffset } ?? 0
        #expect(half < 0 && half > -0.5)
    }

    @Test func replicator_count_animates_in_whole_copies() {
        let layer = replicator(1)
        let grow = CABasicAnimation(keyPath: "instanceCount")
        grow.fromValue = 1
        grow.toValue = 3
        grow.duration = 1
        layer.add(grow, forKey: "grow")
        let bitmap = draw(layer, at: 0.5)
        #expect(bitmap[14, 4] != 0 && bitmap[24, 4] == 0)
    }

    @Test func replicator_key_paths_reach_parts_of_the_transform() {
        let layer = CAReplicatorLayer()
        layer.setValue(CGFloat.pi / 2, forKeyPath: "instanceTransform.rotation.z")
        #expect(abs(layer.instanceTransform.m12 - 1) < 1e-12)
        #expect(abs((layer.value(forKeyPath: "instanceTransform.rotation") as? Double ?? 0) - .pi / 2) < 1e-12)
        layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "instanceTransform.translation")
        #expect(layer.instanceTransform.m41 == 3 && layer.instanceTransform.m42 == 4)
        layer.setValue(7, forKey: "instanceCount")
        #expect(layer.instanceCount == 7)
        #expect(layer.value(forKey: "preservesDepth") as? Bool == false)
        #expect(CALayer().value(forKey: "instanceCount") == nil)
    }

    @Test func replicator_copies_and_archives_keep_all_values() throws {
        let layer = replicator(5)
        layer.instanceDelay = 0.25
        layer.preservesDepth = true
        layer.instanceColor = nil
        layer.instanceBlueOffset = 0.125
        let copy = makeLayer(of: CAReplicatorLayer.self, copying: layer)
        #expect(copy.state.replicator == layer.state.replicator)
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAReplicatorLayer.self, from: data))
        #expect(read.state.replicator == layer.state.replicator)
        #expect(read.sublayers?.count == 1)
    }

    @Test func replicator_colour_nil_counts_as_white() {
        let layer = replicator()
        layer.instanceColor = nil
        #expect(draw(layer)[14, 4] == 0xFFFF_FFFF)
    }

    @Test func replicator_shows_changes_of_the_source_in_every_copy() {
        let layer = replicator()
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let bitmap = draw(
            layer, at: 1,
            events: [
                (
                    0.5,
                    {
                        CATransaction.setDisableActions(true)
                        layer.sublayers?.first?.backgroundColor = red
                    }
                )
            ])
        for k in 0..<3 { #expect(bitmap[4 + 10 * k, 4] == 0xFFFF_0000) }
    }

    @Test func replicator_copies_run_a_transition_each_at_its_own_time() {
        func picture(at time: Double) -> [UInt32] {
            let layer = replicator(3)
            layer.instanceDelay = 1
            let bitmap = draw(
                layer, at: time,
                events: [
                    (
                        1,
                        {
                            CATransaction.setDisableActions(true)
                            let fade = CATransition()
                            fade.type = .fade
                            fade.duration = 1
                            fade.timingFunction = CAMediaTimingFunction(name: .linear)
                            fade.isRemovedOnCompletion = false
                            layer.sublayers?.first?.add(fade, forKey: nil)
                            layer.sublayers?.first?.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
                        }
                    )
                ])
            return (0..<3).map { bitmap[4 + 10 * $0, 4] & 0xFF }
        }
        // From white to red: blue says how far it is. A copy whose transition is not yet begun shows the new state.
        for k in 0..<3 {
            let blue = picture(at: 1.5 + Double(k))
            #expect(abs(Int(blue[k]) - 128) <= 2, "copy \(k): \(blue)")
            #expect(blue.indices.allSatisfy { $0 == k || blue[$0] == 0 })
        }
    }
}

/// What tutorials on Core Animation say about replicators, by the examples' names.
@Suite(.serialized) struct TutorialReplicatorTests {
    @Test func replicator_circle_is_ten_squares_a_fifth_of_pi_apart_from_white_towards_red() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
        let replicator = CAReplicatorLayer()
        replicator.frame = root.bounds
        root.addSublayer(replicator)
        replicator.instanceCount = 10
        var transform = CATransform3DIdentity
        transform = CATransform3DTranslate(transform, 0, 100, 0)
        transform = CATransform3DRotate(transform, .pi / 5, 0, 0, 1)
        transform = CATransform3DTranslate(transform, 0, -100, 0)
        replicator.instanceTransform = transform
        replicator.instanceBlueOffset = -0.1
        replicator.instanceGreenOffset = -0.1
        let square = CALayer()
        square.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
        square.position = CGPoint(x: 200, y: 80)
        square.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
        replicator.addSublayer(square)
        let bitmap = LayerRenderer(layer: root, threads: 1).bitmap(at: 0)
        // About a point 100 below the middle of the layer.
        for k in 0..<10 {
            let angle = Double(k) * .pi / 5
            let (x, y) = (200 + 220 * sin(angle), 300 - 220 * cos(angle))
            guard x > 2, x < 398, y > 2, y < 398 else { continue }
            let channel = UInt32(((1 + Double(k) * Double(Float(-0.1))) * 255).rounded())
            let pixel = bitmap[Int(x), Int(y)]
            #expect(pixel == 0xFFFF_0000 | channel << 8 | channel, "square \(k)")
        }
    }

    @Test func replicator_reflection_is_below_fades_and_follows_the_original() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 10, y: 5, width: 80, height: 40)
        replicator.instanceCount = 2
        var transform = CATransform3DIdentity
        transform = CATransform3DTranslate(transform, 0, 42, 0)
        transform = CATransform3DScale(transform, 1, -1, 0)
        replicator.instanceTransform = transform
        replicator.instanceAlphaOffset = -0.6
        let picture = CALayer()
        picture.frame = CGRect(x: 0, y: 0, width: 80, height: 40)
        picture.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        let dot = CALayer()
        dot.frame = CGRect(x: 4, y: 4, width: 10, height: 10)
        dot.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        picture.addSublayer(dot)
        replicator.addSublayer(picture)
        let fade = CAGradientLayer()
        fade.frame = CGRect(x: 0, y: 0, width: 80, height: 82)
        fade.colors = [1, 1, 0].map { CGColor(srgbRed: 0, green: 0, blue: 0, alpha: $0) }
        fade.locations = [0, 0.5, 1]
        root.addSublayer(replicator)
        let renderer = LayerRenderer(layer: root, threads: 1)
        renderer.schedule(at: 1) {
            CATransaction.setDisableActions(true)
            dot.position.x = 60
        }
        let first = renderer.bitmap(at: 0)
        #expect(first[20, 15] == 0xFFFF_0000 && first[50, 30] == 0xFF00_00FF)
        // The mirror is 1 below the layer: y becomes 92 - y.
        #expect(first[20, 76] == 0x6666_0000 && first[50, 60] == 0x6600_0066)
        #expect(first[50, 45] == 0 && first[50, 46] == 0)
        let second = renderer.bitmap(at: 1.5)
        #expect(second[70, 15] == 0xFFFF_0000 && second[70, 76] == 0x6666_0000)
        #expect(second[20, 76] == 0x6600_0066)
        // A gradient mask over both lets the reflection fade out.
        renderer.schedule(at: 2) { replicator.mask = fade }
        let third = renderer.bitmap(at: 2.5)
        let (near, far) = (third[50, 50] >> 24, third[50, 80] >> 24)
        #expect(third[50, 30] == 0xFF00_00FF && near > far && far > 0)
    }
}
