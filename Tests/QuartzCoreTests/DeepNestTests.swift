import CoreGraphics
import Foundation
import Mica
import QuartzCore
import Testing

/// Objects in each other, however deep, do not run out of stack.
@Suite struct DeepNestTests {
    private func layer() -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        return layer
    }

    @Test func deep_group_that_holds_itself_has_no_effect() {
        let (group, layer) = (CAAnimationGroup(), layer())
        group.animations = [group, group]
        layer.add(group, forKey: "endless")
        #expect(layer.animationKeys()?.isEmpty ?? true)
        group.animations = nil
    }

    @Test func deep_groups_within_the_limit_run() {
        var inner: CAAnimation = CABasicAnimation(keyPath: "opacity")
        inner.duration = 1
        for _ in 0..<60 {
            let group = CAAnimationGroup()
            group.animations = [inner]
            group.duration = 1
            inner = group
        }
        let layer = layer()
        layer.add(inner, forKey: "deep")
        #expect(layer.animationKeys() == ["deep"])
        #expect(LayerRenderer(layer: layer, threads: 1).image(at: 0.5).width == 10)
    }

    /// Each group holds the one in it twice: 2^40 animations.
    @Test func deep_groups_that_unfold_without_end_are_refused() {
        var inner: CAAnimation = CABasicAnimation(keyPath: "opacity")
        for _ in 0..<40 {
            let group = CAAnimationGroup()
            group.animations = [inner, inner]
            inner = group
        }
        let layer = layer()
        layer.add(inner, forKey: "wide")
        #expect(layer.animationKeys()?.isEmpty ?? true)
    }

    @Test func deep_groups_are_refused_and_released() {
        var inner: CAAnimation = CABasicAnimation(keyPath: "opacity")
        for _ in 0..<50_000 {
            let group = CAAnimationGroup()
            group.animations = [inner]
            inner = group
        }
        let layer = layer()
        layer.add(inner, forKey: "deep")
        #expect(layer.animationKeys()?.isEmpty ?? true)
    }

    /// A thread has less stack than the main one, so the nest is deep enough for any.
    @Test func deep_layers_are_archived_to_a_depth_and_released() throws {
        let root = layer()
        do {
            var last = root
            for _ in 0..<20_000 {
                let next = CALayer()
                // From the bottom, which is fast.
                next.addSublayer(last)
                last = next
            }
            let data = try NSKeyedArchiver.archivedData(withRootObject: last, requiringSecureCoding: false)
            let read = try #require(try LayerArchive.object(from: data) as? CALayer)
            var (depth, layer) = (0, read)
            while let next = layer.sublayers?.first { (depth, layer) = (depth + 1, next) }
            #expect(depth == 120)
            root.removeFromSuperlayer()
        }
        #expect(root.superlayer == nil)
        var last = root
        for _ in 0..<300_000 {
            let next = CALayer()
            next.addSublayer(last)
            last = next
        }
    }

    /// Sublayers and masks go with their superlayer, and those that others hold stay.
    @Test func released_layers_keep_what_others_hold() {
        weak var gone: CALayer?
        let held = layer()
        do {
            let (root, middle, mask) = (CALayer(), CALayer(), CALayer())
            root.addSublayer(middle)
            middle.mask = mask
            middle.addSublayer(held)
            gone = mask
        }
        #expect(gone == nil && held.superlayer == nil)
    }
}
