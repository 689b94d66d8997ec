import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Values that Apple's framework gives, as public test suites state them. GS: gnustep/libs-quartzcore, Tests/quartzcore,
/// the files that say "checked against Apple QuartzCore". CU: honghaoz/ComposeUI. CT: honghaoz/ChouTiUI.
/// MM: material-motion/motion-animator-objc.
@Suite(.serialized) struct AppleTimingTests {
    private final class Marker: CAAnimation {
        var tag = ""
        convenience init(_ tag: String) {
            self.init()
            self.tag = tag
        }
    }

    private final class Answer: NSObject, CALayerDelegate {
        var action: (any CAAction)?
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { action }
    }

    private func tag(_ action: (any CAAction)?) -> String? { (action as? Marker)?.tag }

    /// Opacity of a layer at half the duration of an animation from 0 to 1 with a pace, as its presentation shows it.
    private func eased(_ function: CAMediaTimingFunction?, at share: Double) -> Double {
        let (tree, layer) = TestTree.withChild()
        let animation = CABasicAnimation(keyPath: "borderWidth")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
        animation.timingFunction = function
        tree.transaction { layer.add(animation, forKey: nil) }
        return Double(tree.shown(\.borderWidth, of: layer, at: share) ?? .nan)
    }

    // MARK: Timing functions

    /// CT, CAMediaTimingFunction+ExtensionsTests; GS, CAMediaTimingFunction/evaluation.m.
    @Test(arguments: [
        ("linear", [0.25, 0.5, 0.75]), ("easeIn", [0.09346466, 0.31535682, 0.6218605]),
        ("easeOut", [0.37813953, 0.6846432, 0.9065353]), ("easeInEaseOut", [0.12916191, 0.5, 0.8708381]),
    ])
    func timingFunction_gives_apples_values(name: String, values: [Double]) {
        let function = CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
        for (share, value) in zip([0.25, 0.5, 0.75], values) {
            #expect(abs(eased(function, at: share) - value) < 2e-6, "Apple's are Floats, 1.4e-6 off the curve at worst")
        }
        #expect(eased(function, at: 0) == 0)
    }

    /// GS, CAMediaTimingFunction/evaluation.m.
    @Test func timingFunction_of_control_points_gives_apples_values() {
        let steep = CAMediaTimingFunction(controlPoints: 0.5, 0, 0.5, 1)
        #expect(abs(eased(steep, at: 0.25) - 0.105889) < 5e-6)
        #expect(abs(eased(steep, at: 0.5) - 0.5) < 1e-6)
        #expect(abs(eased(steep, at: 0.75) - 0.894111) < 5e-6, "Apple's solver is that far off")
        let straight = CAMediaTimingFunction(controlPoints: 0, 0, 1, 1)
        #expect(eased(straight, at: 0.5) == 0.5)
        #expect(eased(nil, at: 0.5) == 0.5)
    }

    // MARK: CAMediaTiming

    /// GS, CAMediaTiming/timing.m.
    @Test func timing_of_a_layer_starts_as_apples() {
        let layer = CALayer()
        #expect(layer.beginTime == 0)
        #expect(layer.timeOffset == 0)
        #expect(layer.repeatDuration == 0)
        #expect(layer.repeatCount == 0)
        #expect(!layer.autoreverses)
        #expect(layer.duration == .infinity)
        #expect(layer.speed == 1)
        #expect(layer.fillMode == .removed)
        #expect(CALayer.defaultValue(forKey: "speed") as? Double == 1)
        #expect(CALayer.defaultValue(forKey: "duration") as? Double == .infinity)
        #expect(CALayer.defaultValue(forKey: "fillMode") as? String == "removed")
    }

    /// GS, CAMediaTiming/timing.m.
    @Test func timing_of_an_animation_starts_as_apples() {
        let animation = CABasicAnimation()
        #expect(animation.beginTime == 0)
        #expect(animation.timeOffset == 0)
        #expect(animation.repeatDuration == 0)
        #expect(animation.repeatCount == 0)
        #expect(!animation.autoreverses)
        #expect(animation.duration == 0)
        #expect(animation.speed == 1)
        #expect(animation.fillMode == .removed)
        #expect(animation.isRemovedOnCompletion)
        #expect(animation.timingFunction == nil)
        #expect(CAKeyframeAnimation().calculationMode == .linear)
        #expect(CAKeyframeAnimation().path == nil && CAKeyframeAnimation().rotationMode == nil)
    }

    /// GS, CAMediaTiming/timing.m.
    @Test func timing_reads_back_as_set() {
        let layer = CALayer()
        (layer.beginTime, layer.timeOffset, layer.repeatCount, layer.repeatDuration) = (1.5, 0.25, 3, 9)
        (layer.autoreverses, layer.fillMode, layer.duration, layer.speed) = (true, .both, 2, 0.5)
        #expect(
            layer.beginTime == 1.5 && layer.timeOffset == 0.25 && layer.repeatCount == 3 && layer.repeatDuration == 9)
        #expect(layer.autoreverses && layer.fillMode == .both && layer.duration == 2 && layer.speed == 0.5)
        layer.repeatCount = .infinity
        #expect(layer.repeatCount == .infinity)
    }

    /// GS, CAMediaTiming/timing.m: root, mid and leaf with timings of their own.
    @Test func convertTime_gives_apples_values() {
        let (root, mid, leaf) = (CALayer(), CALayer(), CALayer())
        root.addSublayer(mid)
        mid.addSublayer(leaf)
        (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
        (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
        #expect(leaf.convertTime(10, from: mid) == 18.5)
        #expect(leaf.convertTime(10, from: root) == 47)
        #expect(leaf.convertTime(10, to: mid) == 5.75)
        #expect(abs(leaf.convertTime(10, to: root) - 23.0 / 6) < 1e-5)
        #expect(abs(leaf.convertTime(10, to: nil) - 23.0 / 6) < 1e-5)
        #expect(leaf.convertTime(10, from: nil) == 47)
    }

    @Test func convertTime_meets_at_the_common_layer() {
        let (root, left, right, other) = (CALayer(), CALayer(), CALayer(), CALayer())
        root.addSublayer(left)
        root.addSublayer(right)
        (root.speed, root.timeOffset) = (0, 3)
        left.speed = 2
        right.beginTime = 1
        #expect(left.convertTime(4, from: right) == 10, "though the root stands still")
        #expect(right.convertTime(4, from: left) == 1)
        other.timeOffset = 5
        #expect(other.convertTime(7, from: nil) == 12)
        #expect(left.convertTime(1, from: left) == 1)
    }

    // MARK: Springs

    /// CU and CT; dev/api: measured on Apple's framework.
    @Test func spring_parameters_are_apples() {
        let spring = CASpringAnimation(keyPath: "opacity")
        #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.initialVelocity == 0)
        #expect(!spring.allowsOverdamping)
        #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-14)
        #expect(abs(spring.perceptualDuration - 2 * .pi / 10) < 1e-14)
        #expect(spring.bounce == 0.5)
        spring.damping = 1
        #expect(abs(spring.settlingDuration - 13.91321015404625) < 1e-13)
        let made = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
        #expect(abs(Double(made.stiffness) - 16 * .pi * .pi) < 1e-10)
        #expect(abs(Double(made.damping) - 8 * .pi * 0.8) < 1e-12)
        #expect(abs(made.duration - 0.7714094006693448) < 1e-9, "CU: damping ratio 0.8, response 0.5")
    }

    // MARK: Actions

    /// GS, CALayer/actions.m.
    @Test func action_search_answers_as_apples() {
        let layer = CALayer()
        #expect(CALayer.defaultAction(forKey: "position") == nil)
        #expect(layer.action(forKey: "position") == nil)
        #expect(layer.action(forKey: "aKeyNobodyDefined") == nil)
        let delegate = Answer()
        layer.delegate = delegate
        delegate.action = Marker("delegate")
        #expect(tag(layer.action(forKey: "position")) == "delegate")
        delegate.action = NSNull()
        #expect(layer.action(forKey: "position") == nil)
        delegate.action = nil
        layer.actions = ["position": Marker("actions")]
        #expect(tag(layer.action(forKey: "position")) == "actions")
        delegate.action = Marker("delegate")
        #expect(tag(layer.action(forKey: "position")) == "delegate")
        layer.delegate = nil
        layer.actions = ["position": NSNull()]
        #expect(layer.action(forKey: "position") == nil)
        layer.actions = ["position": Marker("actions")]
        #expect(layer.action(forKey: "opacity") == nil)
    }

    /// GS, CALayer/actions.m; Apple, CALayer.style: nested styles.
    @Test func action_search_goes_into_the_style() {
        let layer = CALayer()
        layer.style = ["actions": ["position": Marker("style")]]
        #expect(tag(layer.action(forKey: "position")) == "style")
        layer.actions = ["position": Marker("actions")]
        #expect(tag(layer.action(forKey: "position")) == "actions")
        let nested = CALayer()
        nested.style = [
            "actions": ["opacity": Marker("outer")],
            "style": ["actions": ["position": Marker("inner"), "opacity": Marker("hidden")]],
        ]
        #expect(tag(nested.action(forKey: "position")) == "inner")
        #expect(tag(nested.action(forKey: "opacity")) == "outer")
        let silent = CALayer()
        silent.style = ["actions": ["position": NSNull()]]
        #expect(silent.action(forKey: "position") == nil)
        silent.style = ["mine": 3, "style": ["mine": 4, "yours": 5]]
        #expect(silent.value(forKey: "mine") as? Int == 3)
        #expect(silent.value(forKey: "yours") as? Int == 5)
        silent.setValue(6, forKey: "yours")
        #expect(silent.value(forKey: "yours") as? Int == 6)
    }

    /// GS, CALayer/actions.m.
    @Test func action_search_does_not_look_at_disableActions() {
        let layer = CALayer()
        layer.actions = ["position": Marker("actions")]
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        #expect(tag(layer.action(forKey: "position")) == "actions")
        CATransaction.commit()
    }

    /// GS, CALayer/animations.m; CU, CALayer+AnimationExtensionsTests.
    @Test func animations_are_kept_in_order_and_removed() {
        let layer = CALayer()
        #expect(layer.animationKeys() == nil)
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "first")
        layer.add(CABasicAnimation(keyPath: "position"), forKey: "second")
        #expect(layer.animationKeys() == ["first", "second"])
        layer.removeAllAnimations()
        #expect(layer.animationKeys() == nil)
        #expect(layer.animation(forKey: "first") == nil && layer.animation(forKey: "second") == nil)
        layer.removeAllAnimations()
        #expect(layer.animationKeys() == nil)
    }

    // MARK: Implicit animation

    /// CU, CATransaction+ExtensionsTests.
    @Test func implicit_animation_of_a_frame_is_of_bounds_and_position() {
        let (tree, layer) = TestTree.withChild { $0.frame = CGRect(x: 0, y: 0, width: 50, height: 50) }
        tree.implicitly {
            layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            layer.opacity = 0.5
        }
        #expect(layer.animationKeys()?.sorted() == ["bounds", "opacity", "position"])
        #expect(layer.frame == CGRect(x: 0, y: 0, width: 100, height: 100) && layer.opacity == 0.5)
    }

    /// CT, CALayer+AnimationExtensionsTests: the implicit animation of a size is one of the bounds.
    @Test func implicit_animation_of_a_part_is_of_the_whole_property() {
        let (tree, layer) = TestTree.withChild()
        tree.implicitly { layer.bounds.size = CGSize(width: 200, height: 200) }
        #expect((layer.animation(forKey: "bounds") as? CABasicAnimation)?.keyPath == "bounds")
        tree.implicitly { layer.setValue(42, forKeyPath: "transform.rotation.z") }
        #expect((layer.animation(forKey: "transform") as? CABasicAnimation)?.keyPath == "transform")
    }

    /// MM, QuartzCoreBehavioralTests: the properties whose implicit animations are not additive.
    @Test func implicit_animations_are_not_additive() throws {
        let changes: [(String, Any)] = [
            ("cornerRadius", 3), ("bounds.size.height", 100), ("opacity", 0.5), ("position", CGPoint(x: 50, y: 20)),
            ("transform.rotation.z", 42), ("transform.scale", 2.5), ("bounds.size.width", 25), ("position.x", 12),
            ("position.y", 23),
        ]
        for (path, value) in changes {
            let (tree, layer) = TestTree.withChild()
            tree.implicitly { layer.setValue(value, forKeyPath: path) }
            let keys = try #require(layer.animationKeys(), "\(path)")
            for key in keys {
                #expect((layer.animation(forKey: key) as? CABasicAnimation)?.isAdditive == false, "\(path)")
            }
        }
    }

    /// MM, HeadlessLayerImplicitAnimationTests.
    @Test func implicit_animation_in_transactions() {
        let (tree, layer) = TestTree.withChild()
        tree.transaction {
            CATransaction.setAnimationDuration(0.5)
            layer.opacity = 0.5
        }
        #expect(layer.animationKeys() == ["opacity"])
        let (other, still) = TestTree.withChild()
        other.transaction {
            CATransaction.setAnimationDuration(0.5)
            CATransaction.setDisableActions(true)
            CATransaction.begin()
            still.opacity = 0.5
            CATransaction.commit()
        }
        #expect(still.animationKeys() == nil)
    }

    // MARK: Shown values

    /// A layer with animations that run from 1000 to 1002, at 1000.5.
    private func shown(_ model: (CALayer) -> Void, _ animations: [CAAnimation], at time: Double = 1000.5) -> CALayer? {
        let (tree, layer) = TestTree.withChild(model)
        tree.time = 1000
        tree.transaction { for (i, a) in animations.enumerated() { layer.add(a, forKey: "\(i)") } }
        return MediaClock.with(time: time) { layer.presentation() }
    }

    private func animation(
        _ path: String, _ from: Any, _ to: Any, begin: Double = 1000, additive: Bool = false
    ) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.duration, animation.beginTime) = (from, to, 2, begin)
        animation.isAdditive = additive
        return animation
    }

    /// CU, CALayer+ShownValueTests: limited after each animation, as the render server does.
    @Test func shown_opacity_and_cornerRadius_are_limited_after_each_animation() {
        let opacity =
            shown(
                { $0.opacity = 0.5 },
                [
                    animation("opacity", 0.8, 0.0, additive: true), animation("opacity", -0.3, 0.0, additive: true),
                ])?.opacity ?? .nan
        #expect(abs(opacity - 0.775) < 1e-6)
        let radius = shown(
            { $0.cornerRadius = 2 },
            [
                animation("cornerRadius", -4.0, 0.0, begin: 1000.5, additive: true),
                animation("cornerRadius", 2.0, 0.0, begin: 1000.5, additive: true),
            ])?.cornerRadius
        #expect(radius == 2)
    }

    /// CU, CALayer+ShownValueTests.
    @Test func shown_values_go_along_and_compose_in_order() {
        #expect(shown({ _ in }, [animation("borderWidth", 0.0, 20.0)])?.borderWidth == 5)
        let opacity = shown({ _ in }, [animation("opacity", 0.2, 1.0)])?.opacity ?? .nan
        #expect(abs(opacity - 0.4) < 1e-6)
        let value = shown(
            { $0.position = CGPoint(x: 100, y: 100) },
            [
                animation("position", CGPoint(x: -40, y: 20), CGPoint.zero, additive: true)
            ])?.position
        #expect(value == CGPoint(x: 70, y: 115))
        let width = shown(
            { $0.borderWidth = 10 },
            [
                animation("borderWidth", 4.0, 0.0, additive: true), animation("borderWidth", 2.0, 10.0),
            ])?.borderWidth
        #expect(width == 4, "the second is not additive and replaces what is under it")
        let late = shown({ $0.opacity = 0.25 }, [animation("opacity", 0.0, 1.0, begin: 1001)])?.opacity
        #expect(late == 0.25)
    }

    /// Apple, CABasicAnimation: "the current presentation value"; docs/timing.md says what speaks against it.
    @Test func missing_ends_are_the_value_under_the_animation() {
        func end(_ set: (CABasicAnimation) -> Void, over below: [CAAnimation] = []) -> CGFloat? {
            let last = CABasicAnimation(keyPath: "borderWidth")
            (last.duration, last.beginTime) = (2, 1000)
            set(last)
            return shown({ $0.borderWidth = 10 }, below + [last])?.borderWidth
        }
        let below = animation("borderWidth", 30.0, 30.0)
        #expect(end { $0.fromValue = 2.0 } == 4, "a quarter of the way to the layer's own 10")
        #expect(end { $0.toValue = 2.0 } == 8)
        #expect(end { $0.byValue = 8.0 } == 12, "from the layer's own value")
        #expect(end({ $0.fromValue = 2.0 }, over: [below]) == 9, "a quarter of the way to the 30 of the one before")
        #expect(end({ $0.toValue = 2.0 }, over: [below]) == 23)
    }

    /// CU, AnimationInterpolationTests: component by component in extended sRGB, alpha straight.
    @Test func shown_colors_are_mixed_in_srgb() {
        func color(_ from: CGColor, _ to: CGColor) -> [CGFloat] {
            shown({ _ in }, [animation("backgroundColor", from, to)])?.backgroundColor?.components ?? []
        }
        let (red, blue) = (
            CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        )
        #expect(color(red, blue) == [0.75, 0, 0.25, 1])
        let faint = color(red, CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5))
        #expect(faint == [0.75, 0, 0.25, 0.875])
    }

    /// CU, CALayer+ShownValueTests.
    @Test func shown_after_the_end_only_when_kept_and_filled() {
        func opacity(removed: Bool, _ mode: CAMediaTimingFillMode) -> Float? {
            let a = animation("opacity", 0.0, 1.0, begin: 997)
            (a.isRemovedOnCompletion, a.fillMode) = (removed, mode)
            return shown({ $0.opacity = 0.5 }, [a])?.opacity
        }
        #expect(opacity(removed: true, .both) == 0.5)
        #expect(opacity(removed: false, .forwards) == 1)
        #expect(opacity(removed: false, .backwards) == 0.5)
        #expect(opacity(removed: false, CAMediaTimingFillMode(rawValue: "unknown")) == 0.5)
    }

    /// CU, CALayer+ShownValueTests; GS, CABasicAnimation/fillmode.m.
    @Test func shown_before_the_start_only_when_filled_backwards() {
        func opacity(_ mode: CAMediaTimingFillMode) -> Float? {
            let a = animation("opacity", 0.0, 1.0, begin: 1001)
            a.fillMode = mode
            return shown({ $0.opacity = 0.5 }, [a])?.opacity
        }
        #expect(opacity(.removed) == 0.5)
        #expect(opacity(.forwards) == 0.5)
        #expect(opacity(.backwards) == 0)
        #expect(opacity(.both) == 0)
    }

    /// CU, AnimationInterpolationTests: a root at speed 0 whose time offset moves the animations of its sublayers.
    @Test func shown_on_a_paused_timeline() {
        let (tree, layer) = TestTree.withChild()
        tree.transaction {
            CATransaction.setDisableActions(true)
            (tree.root.speed, tree.root.timeOffset) = (0, 100)
            let a = animation("cornerRadius", 2, 18, begin: 100)
            (a.duration, a.fillMode) = (10, .both)
            layer.add(a, forKey: nil)
        }
        for progress in [0.25, 0.75, 0.5] {
            tree.transaction {
                CATransaction.setDisableActions(true)
                tree.root.timeOffset = 100 + 10 * progress
            }
            #expect(tree.shown(\.cornerRadius, of: layer, at: 5) == 2 + 16 * CGFloat(progress))
        }
    }
}
