import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// What tutorials on Core Animation say under implicit and explicit animation, by name.
@Suite(.serialized) struct TutorialAnimationTests {
    private final class Views: NSObject, CALayerDelegate {
        var isInBlock = false
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { isInBlock ? nil : NSNull() }
    }

    private final class Listener: NSObject, CAAnimationDelegate {
        var log: [String] = []
        func animationDidStart(_ anim: CAAnimation) { log.append("start") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.append(flag ? "finished" : "stopped") }
    }

    private func tree() -> (TestTree, CALayer) {
        let (tree, layer) = (TestTree(), CALayer())
        tree.transaction { tree.root.addSublayer(layer) }
        return (tree, layer)
    }

    private func linear(_ path: String, duration: Double = 1) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: path)
        animation.duration = duration
        return animation
    }

    // MARK: Implicit animation

    @Test func implicit_transactions_begin_commit_and_nest() {
        let (tree, layer) = tree()
        let count = tree.commits.count
        tree.transaction {
            CATransaction.setAnimationDuration(1)
            CATransaction.begin()
            #expect(CATransaction.animationDuration() == 1, "inherited")
            CATransaction.setAnimationDuration(4)
            layer.opacity = 0
            CATransaction.commit()
            #expect(tree.commits.count == count)
            layer.borderWidth = 3
        }
        #expect(tree.commits.count == count + 1)
        #expect(layer.animation(forKey: "opacity")?.duration == 4)
        #expect(layer.animation(forKey: "borderWidth")?.duration == 1)
    }

    @Test func implicit_transaction_is_made_and_committed_by_the_run_loop() {
        let (tree, layer) = tree()
        let count = tree.commits.count
        layer.opacity = 0.5
        #expect(tree.commits.count == count)
        _ = RunLoop.current.run(mode: .default, before: Date())
        #expect(tree.commits.count == count + 1)
    }

    @Test func implicit_animation_lasts_a_quarter_second() {
        let (tree, layer) = tree()
        tree.implicitly { layer.opacity = 0 }
        #expect(CATransaction.animationDuration() == 0.25)
        #expect(layer.animation(forKey: "opacity")?.duration == 0.25)
        #expect(tree.shown(\.opacity, of: layer, at: 0) == 1)
        #expect(tree.shown(\.opacity, of: layer, at: 0.25) == 0)
    }

    @Test func implicit_animation_is_off_with_disableActions() {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setDisableActions(true)
            layer.opacity = 0
        }
        #expect(layer.animationKeys() == nil)
        #expect(tree.shown(\.opacity, of: layer, at: 0) == 0)
    }

    @Test func implicit_completionBlock_runs_after_the_animations() {
        let (tree, layer) = tree()
        var angle = 0.0
        tree.transaction {
            CATransaction.setAnimationDuration(1)
            CATransaction.setCompletionBlock { angle = .pi / 2 }
            layer.opacity = 0
        }
        tree.deliverEvents(at: 0.99)
        #expect(angle == 0)
        tree.deliverEvents(at: 1)
        #expect(angle == .pi / 2)
    }

    @Test func implicit_views_switch_it_off_outside_animation_blocks() {
        let (tree, layer) = tree()
        let view = Views()
        layer.delegate = view
        tree.implicitly { layer.opacity = 0.5 }
        #expect(layer.animationKeys() == nil)
        view.isInBlock = true
        tree.implicitly { layer.opacity = 0.25 }
        #expect(layer.animationKeys() == ["opacity"])
    }

    @Test func implicit_presentation_is_what_is_on_the_screen() {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            CATransaction.setAnimationDuration(1)
            layer.position = CGPoint(x: 100, y: 0)
        }
        #expect(layer.position == CGPoint(x: 100, y: 0))
        #expect(tree.shown(\.position, of: layer, at: 0.25) == CGPoint(x: 25, y: 0))
        #expect(MediaClock.with(time: 0.25) { layer.presentation()?.model() === layer })
    }

    @Test func implicit_actions_run_when_layers_come_and_go() {
        final class Log: NSObject, CAAction {
            var events: [String] = []
            func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
                events.append(event)
            }
        }
        let (tree, layer) = tree()
        let (log, parent) = (Log(), Log())
        let child = CALayer()
        child.actions = [kCAOnOrderIn: log, kCAOnOrderOut: log]
        layer.actions = ["sublayers": parent]
        tree.transaction { layer.addSublayer(child) }
        #expect(log.events == ["onOrderIn"] && parent.events == ["sublayers"])
        tree.transaction { child.removeFromSuperlayer() }
        #expect(log.events == ["onOrderIn", "onOrderOut"] && parent.events == ["sublayers", "sublayers"])
    }

    // MARK: Explicit animation

    @Test(arguments: [
        (2.0 as Double?, 6.0 as Double?, nil as Double?, 3.0), (2, nil, 6, 3.5), (nil, 6, 2, 4.5), (2, nil, nil, 4),
        (nil, 2, nil, 8), (nil, nil, 2, 10.5),
    ])
    func explicit_from_to_by_in_all_combinations(from: Double?, to: Double?, by: Double?, quarter: Double) {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setDisableActions(true)
            layer.borderWidth = 10
            let animation = linear("borderWidth")
            (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
            layer.add(animation, forKey: nil)
        }
        #expect(tree.shown(\.borderWidth, of: layer, at: 0.25) == CGFloat(quarter))
    }

    @Test func explicit_animation_leaves_the_model() {
        let (tree, layer) = tree()
        let animation = linear("borderWidth")
        animation.toValue = 8
        tree.transaction { layer.add(animation, forKey: "a") }
        #expect(tree.shown(\.borderWidth, of: layer, at: 0.5) == 4)
        #expect(layer.borderWidth == 0)
        #expect(tree.shown(\.borderWidth, of: layer, at: 1) == 0, "it goes back")
    }

    @Test func explicit_animation_is_copied_keyed_and_removed() {
        let (tree, layer) = tree()
        let animation = linear("opacity")
        animation.toValue = 0
        tree.transaction { layer.add(animation, forKey: "fade") }
        animation.duration = 9
        #expect(layer.animation(forKey: "fade")?.duration == 1)
        tree.transaction { layer.add(linear("opacity"), forKey: "fade") }
        #expect(layer.animationKeys() == ["fade"])
        tree.transaction { layer.removeAnimation(forKey: "fade") }
        #expect(layer.animationKeys() == nil)
    }

    @Test func explicit_animation_is_removed_on_completion_unless_told() {
        let (tree, layer) = tree()
        let retained = linear("opacity")
        (retained.toValue, retained.isRemovedOnCompletion, retained.fillMode) = (0, false, .forwards)
        let gone = linear("borderWidth")
        gone.toValue = 3
        tree.transaction {
            layer.add(retained, forKey: "kept")
            layer.add(gone, forKey: "gone")
        }
        tree.deliverEvents(at: 2)
        #expect(layer.animationKeys() == ["kept"])
        #expect(tree.shown(\.opacity, of: layer, at: 50) == 0)
    }

    @Test func explicit_delegate_hears_start_and_stop_in_every_way_out() {
        func run(_ body: (TestTree, CALayer) -> Void) -> [String] {
            let (tree, layer) = tree()
            let listener = Listener()
            let animation = linear("opacity")
            animation.delegate = listener
            tree.transaction { layer.add(animation, forKey: "a") }
            tree.deliverEvents(at: 0.5)
            body(tree, layer)
            return listener.log
        }
        #expect(run { tree, _ in tree.deliverEvents(at: 1) } == ["start", "finished"])
        #expect(run { tree, layer in tree.transaction { layer.removeAnimation(forKey: "a") } } == ["start", "stopped"])
        #expect(run { tree, layer in tree.transaction { layer.removeAllAnimations() } } == ["start", "stopped"])
        #expect(run { tree, layer in tree.transaction { layer.removeFromSuperlayer() } } == ["start", "stopped"])
        #expect(
            run { tree, layer in tree.transaction { layer.add(linear("opacity"), forKey: "a") } } == [
                "start", "stopped",
            ])
    }

    @Test func explicit_keyframes_go_through_values() {
        let (tree, layer) = tree()
        let frames = CAKeyframeAnimation(keyPath: "borderWidth")
        (frames.values, frames.duration) = ([0, 10, 4], 2)
        tree.transaction { layer.add(frames, forKey: nil) }
        #expect([0.5, 1, 1.5].map { tree.shown(\.borderWidth, of: layer, at: $0) } == [5, 10, 7])
    }

    @Test func explicit_keyframes_go_along_a_path_and_turn() {
        let (tree, layer) = tree()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 150))
        path.addCurve(to: CGPoint(x: 300, y: 150), control1: CGPoint(x: 75, y: 0), control2: CGPoint(x: 225, y: 300))
        let ride = CAKeyframeAnimation(keyPath: "position")
        (ride.path, ride.duration, ride.rotationMode) = (path, 4, .rotateAuto)
        tree.transaction { layer.add(ride, forKey: nil) }
        let start = atan2(-150.0, 75.0)
        let angle = MediaClock.with(time: 0) {
            layer.presentation()?.value(forKeyPath: "transform.rotation.z") as? Double
        }
        #expect(abs((angle ?? .nan) - start) < 1e-9)
        let middle = tree.shown(\.position, of: layer, at: 2) ?? .zero
        #expect(abs(middle.x - 150) < 1e-6 && abs(middle.y - 150) < 1e-6)
    }

    /// Argued (docs/animations.md).
    @Test func layers_that_turn_with_a_path_keep_their_scale() throws {
        let (tree, layer) = tree()
        tree.transaction { layer.transform = CATransform3DMakeScale(3, 2, 1) }
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 0, y: 100))
        let ride = CAKeyframeAnimation(keyPath: "position")
        (ride.path, ride.duration, ride.rotationMode) = (path, 4, .rotateAuto)
        tree.transaction { layer.add(ride, forKey: nil) }
        let shown = try #require(tree.shown(\.transform, of: layer, at: 2))
        // Its x axis, three times as long, points down the path.
        #expect(abs(shown.m11) < 1e-9 && abs(shown.m12 - 3) < 1e-9)
        #expect(abs(shown.m21 + 2) < 1e-9 && abs(shown.m22) < 1e-9)
    }

    @Test func explicit_virtual_key_paths_turn_more_than_a_half() {
        let (tree, layer) = tree()
        let turn = linear("transform.rotation")
        turn.byValue = 2 * Double.pi
        let same = linear("transform")
        (same.valueFunction, same.fromValue, same.toValue) = (CAValueFunction(name: .rotateZ), 0, 2 * Double.pi)
        for animation in [turn, same] {
            tree.transaction { layer.add(animation, forKey: "turn") }
            let half = tree.shown(\.transform, of: layer, at: 0.5) ?? CATransform3DIdentity
            #expect(abs(half.m11 + 1) < 1e-9 && abs(half.m12) < 1e-9)
            let third = tree.shown(\.transform, of: layer, at: 0.75) ?? CATransform3DIdentity
            #expect(abs(third.m12 + 1) < 1e-9)
        }
        #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "twist")) == nil)
        #expect(CAValueFunction(name: .scale)?.name == .scale)
    }

    @Test func explicit_group_runs_its_animations_together() {
        let (tree, layer) = tree()
        let (wide, clear) = (linear("borderWidth", duration: 8), linear("opacity", duration: 2))
        (wide.toValue, clear.toValue) = (8, 0)
        let group = CAAnimationGroup()
        (group.animations, group.duration) = ([wide, clear], 4)
        tree.transaction { layer.add(group, forKey: nil) }
        #expect(tree.shown(\.borderWidth, of: layer, at: 1) == 1)
        #expect(tree.shown(\.opacity, of: layer, at: 1) == 0.5)
        #expect(tree.shown(\.borderWidth, of: layer, at: 4.5) == 0, "cut off")
    }
}
