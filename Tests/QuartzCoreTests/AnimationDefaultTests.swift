import CoreGraphics
import Foundation
import Mica
import Testing

@testable import QuartzCore

/// A group of animations, none with a duration of its own.
private func group(_ children: [CAAnimation], _ change: (CAAnimationGroup) -> Void = { _ in }) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    group.animations = children
    group.duration = 4
    change(group)
    return group
}

/// A border's width during an animation that was added at 0 s.
private func width(at time: Double, _ animation: CAAnimation) -> Double? {
    Shown.number("borderWidth", at: time, [animation])
}

@Test func group_children_without_a_duration_take_the_groups() {
    #expect(width(at: 1, group([Shown.basic(0, 1, duration: 0)])) == 0.25)
    // A group in a group, and its members.
    #expect(width(at: 1, group([group([Shown.basic(0, 1, duration: 0)]) { $0.duration = 0 }])) == 0.25)
    // A group that has none takes the transaction's, and its children that.
    #expect(width(at: 0.125, group([Shown.basic(0, 1, duration: 0)]) { $0.duration = 0 }) == 0.5)
    // Each repeat of the group is one run of the child.
    #expect(width(at: 5, group([Shown.basic(0, 1, duration: 0)]) { $0.repeatCount = 2 }) == 0.25)
    #expect(width(at: 5, group([Shown.basic(0, 1, duration: 0)]) { $0.autoreverses = true }) == 0.75)
    // The child's own speed and start count from there.
    #expect(width(at: 1, group([Shown.basic(0, 1, duration: 0) { $0.speed = 2 }])) == 0.5)
    #expect(width(at: 3, group([Shown.basic(0, 1, duration: 0) { $0.beginTime = 2 }])) == 0.25)
    #expect(width(at: 1, group([Shown.keyframes([0, 1, 0], duration: 0)])) == 0.5)
    // A duration of its own stays its own.
    #expect(width(at: 1, group([Shown.basic(0, 1, duration: 2)])) == 0.5)
}

@Test func group_children_keep_their_own_objects() {
    let child = Shown.basic(0, 1, duration: 0)
    #expect(width(at: 1, group([child])) == 0.25)
    #expect(child.duration == 0)
}

private final class LevelLayer: CALayer {
    var level = 0.0
    override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }
}

@Test func group_children_of_own_properties_take_its_duration() throws {
    let (tree, root) = (TestTree(), CALayer())
    let dial = LevelLayer()
    tree.transaction {
        tree.root.addSublayer(root)
        root.addSublayer(dial)
        dial.setValue(0.0, forKey: "level")
    }
    let child = CABasicAnimation(keyPath: "level")
    (child.fromValue, child.toValue) = (0.0, 8.0)
    tree.transaction { dial.add(group([child]), forKey: nil) }
    let shown = MediaClock.with(time: 1) { dial.presentation()?.value(forKey: "level") as? NSNumber }
    #expect(shown?.doubleValue == 2)
}

/// An animation of a key path along a path of two lines, from 0 0 by 10 0 to 10 20.
private func motion(_ keyPath: String) -> CAKeyframeAnimation {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 20))
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    (animation.path, animation.duration) = (path, 4)
    return animation
}

@Test func motion_paths_move_all_key_paths_of_two_components() throws {
    func shown<Value>(_ keyPath: String, _ animation: CAAnimation, as type: Value.Type) -> Value? {
        let (tree, layer) = TestTree.withChild()
        tree.transaction { layer.add(animation, forKey: nil) }
        return MediaClock.with(time: 3) { layer.presentation()?.value(forKeyPath: keyPath) as? Value }
    }
    let moved = shown("transform", motion("transform.translation"), as: CATransform3D.self)
    #expect(moved?.m41 == 10)
    #expect(moved?.m42 == 10)
    #expect(shown("shadowOffset", motion("shadowOffset"), as: CGSize.self) == CGSize(width: 10, height: 10))
    #expect(shown("bounds", motion("bounds.size"), as: CGRect.self)?.size == CGSize(width: 10, height: 10))
    #expect(shown("bounds", motion("bounds.origin"), as: CGRect.self)?.origin == CGPoint(x: 10, y: 10))
    #expect(shown("anchorPoint", motion("anchorPoint"), as: CGPoint.self) == CGPoint(x: 10, y: 10))
    let added = motion("transform.translation")
    added.isAdditive = true
    #expect(shown("transform", added, as: CATransform3D.self)?.m42 == 10)
    // One number, and four, have no place on a path.
    #expect(shown("zPosition", motion("zPosition"), as: CGFloat.self) == 0)
}

@Test func key_times_before_the_end_of_a_path_are_kept() {
    let (tree, layer) = TestTree.withChild()
    let animation = motion("position")
    animation.keyTimes = [0, 0.25, 0.5]
    tree.transaction { layer.add(animation, forKey: nil) }
    #expect(tree.shown(\.position, of: layer, at: 1) == CGPoint(x: 10, y: 0))
    #expect(tree.shown(\.position, of: layer, at: 1.5) == CGPoint(x: 10, y: 10))
    #expect(tree.shown(\.position, of: layer, at: 3) == CGPoint(x: 10, y: 20))
}

@Test func getters_of_booleans_are_key_paths() {
    let (tree, layer) = TestTree.withChild()
    #expect(layer.value(forKey: "isHidden") as? Bool == false)
    #expect(CALayer.defaultValue(forKey: "isHidden") == nil)
    let hide = CABasicAnimation(keyPath: "isHidden")
    (hide.fromValue, hide.toValue, hide.duration) = (false, true, 2)
    tree.transaction { layer.add(hide, forKey: nil) }
    #expect(tree.shown(\.isHidden, of: layer, at: 0.5) == false)
    #expect(tree.shown(\.isHidden, of: layer, at: 1.5) == true)
}

@Test func scale_of_the_plane_leaves_depth_alone() {
    let layer = CALayer()
    layer.setValue(3, forKeyPath: "transform.scale.xy")
    #expect(layer.transform.m11 == 3 && layer.transform.m22 == 3 && layer.transform.m33 == 1)
    #expect(layer.value(forKeyPath: "transform.scale.xy") as? Double == 3)
    let (tree, child) = TestTree.withChild()
    let grow = CABasicAnimation(keyPath: "transform.scale.xy")
    (grow.fromValue, grow.toValue, grow.duration) = (1, 3, 2)
    tree.transaction { child.add(grow, forKey: nil) }
    #expect(tree.shown(\.transform.m22, of: child, at: 1) == 2)
}

@Test func actions_without_a_key_path_are_of_the_property_that_changes() {
    let (tree, layer) = TestTree.withChild()
    let action = CABasicAnimation()
    action.duration = 2
    layer.actions = [
        "shouldRasterize": CABasicAnimation(), "rasterizationScale": CABasicAnimation(), "opacity": action,
    ]
    tree.transaction {
        CATransaction.setAnimationDuration(0.4)
        layer.shouldRasterize = true
        layer.rasterizationScale = 2
        layer.opacity = 0
    }
    let flag = layer.animation(forKey: "shouldRasterize") as? CABasicAnimation
    #expect(flag?.keyPath == "shouldRasterize" && flag?.duration == 0.4 && flag?.fromValue as? Bool == false)
    #expect((layer.animation(forKey: "rasterizationScale") as? CABasicAnimation)?.fromValue as? Double == 1)
    // From the values before.
    #expect(tree.shown(\.opacity, of: layer, at: 1) == 0.5)
    #expect(action.keyPath == nil)
}

@Test func springs_by_perceptual_duration_may_be_overdamped() {
    let bouncy = CASpringAnimation(perceptualDuration: 1, bounce: 0.5)
    #expect(bouncy.allowsOverdamping)
    let slow = CASpringAnimation(perceptualDuration: 1, bounce: -0.5)
    #expect(slow.allowsOverdamping && abs(slow.bounce + 0.5) < 1e-12 && slow.settlingDuration > 2)
    let stuck = CASpringAnimation(perceptualDuration: 1, bounce: -1)
    #expect(stuck.damping == .infinity && stuck.bounce == -1 && stuck.settlingDuration == 0 && stuck.duration == 0)
    #expect(!CASpringAnimation().allowsOverdamping)
}

@Test func defaults_cast_to_their_types() {
    func standard<Value>(_ key: String, _ type: CALayer.Type = CALayer.self) -> Value? {
        type.defaultValue(forKey: key) as? Value
    }
    #expect(standard("contentsGravity") == CALayerContentsGravity.resize)
    #expect(standard("contentsGravity") == "resize")
    #expect(standard("minificationFilter") == CALayerContentsFilter.linear)
    #expect(standard("cornerCurve") == CALayerCornerCurve.circular)
    #expect(standard("fillMode") == CAMediaTimingFillMode.removed)
    #expect(standard("maskedCorners") == CACornerMask(rawValue: 15))
    #expect(standard("edgeAntialiasingMask") == CAEdgeAntialiasingMask(rawValue: 15))
    #expect(standard("opacity") == Float(1) && standard("hidden") == false && standard("contentsScale") == CGFloat(1))
    #expect(standard("anchorPoint") == CGPoint(x: 0.5, y: 0.5))
    #expect(standard("fillRule", CAShapeLayer.self) == CAShapeLayerFillRule.nonZero)
    #expect(standard("type", CAGradientLayer.self) == CAGradientLayerType.axial)
    #expect(CALayer().value(forKey: "contentsGravity") as? CALayerContentsGravity == .resize)
    #expect(CATransition.defaultValue(forKey: "type") as? CATransitionType == .fade)
    #expect(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? CAAnimationCalculationMode == .linear)
    #expect(CABasicAnimation().value(forKey: "fillMode") as? CAMediaTimingFillMode == .removed)
}

@Test func times_before_a_start_and_of_a_layer_that_stands_still_are_zero() {
    let (root, child) = (CALayer(), CALayer())
    root.addSublayer(child)
    (child.speed, child.timeOffset, child.beginTime) = (0.5, 7, 8)
    #expect(child.convertTime(7, from: root) == 0)
    #expect(child.convertTime(8, from: root) == 7)
    #expect(child.convertTime(10, from: root) == 8)
    child.fillMode = .backwards
    #expect(child.convertTime(7, from: root) == 7)
    (root.speed, root.timeOffset, root.beginTime) = (2, 3, 1)
    (child.speed, child.fillMode) = (0, .removed)
    #expect(child.convertTime(10, from: root) == 7)
    #expect(root.convertTime(10, from: child) == 0)
    #expect(child.convertTime(10, to: nil) == -0.5)
}
