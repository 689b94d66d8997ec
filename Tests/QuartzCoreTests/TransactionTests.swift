import CoreGraphics
import Foundation
import MicaWire
import QuartzCore
import Testing

private final class Decider: NSObject, CALayerDelegate {
    var answer: (any CAAction)?
    var asked: [String] = []
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        asked.append(event)
        return answer
    }
}

private final class Listener: NSObject, CAAnimationDelegate {
    var log: [String] = []
    func animationDidStart(_ anim: CAAnimation) { log.append("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.append("stop \(flag)") }
}

private final class Recorder: NSObject, CAAction {
    var events: [(String, Float)] = []
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        events.append((event, (anObject as? CALayer)?.opacity ?? -1))
    }
}

@Suite(.serialized) struct TransactionTests {
    private func tree() -> (TestTree, CALayer) {
        let tree = TestTree()
        let layer = CALayer()
        tree.transaction { tree.root.addSublayer(layer) }
        return (tree, layer)
    }

    @Test func commit_carries_only_what_changed() throws {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setDisableActions(true)
            layer.position = CGPoint(x: 3, y: 4)
        }
        let commit = try #require(tree.commits.last)
        #expect(commit.created.isEmpty && commit.destroyed.isEmpty && commit.root == nil)
        #expect(commit.changes.count == 1)
        #expect(commit.changes[0].layer == layer.id)
        #expect(commit.changes[0].mask == PropertyMask(.position))
        #expect(commit.changes[0].animations.isEmpty)
    }

    @Test func commit_without_change_sends_nothing() {
        let (tree, layer) = tree()
        let count = tree.commits.count
        tree.transaction { layer.opacity = 1 }
        #expect(tree.commits.count == count)
    }

    @Test func removal_is_told_once_and_adding_again_creates() throws {
        let (tree, layer) = tree()
        tree.transaction { layer.removeFromSuperlayer() }
        #expect(tree.commits.last?.destroyed == [layer.id])
        tree.transaction { tree.root.addSublayer(layer) }
        #expect(tree.commits.last?.created == [layer.id])
    }

    @Test func layer_that_moves_to_another_tree_is_destroyed_in_the_first_and_created_in_the_second() throws {
        let (tree, layer) = tree()
        let (other, child) = (TestTree(), CALayer())
        tree.transaction { layer.addSublayer(child) }
        let ids = Set([layer.id, child.id])
        tree.transaction { other.root.addSublayer(layer) }
        let (left, entered) = (try #require(tree.commits.last), try #require(other.commits.last))
        #expect(Set(left.destroyed) == ids && left.created.isEmpty)
        #expect(Set(entered.created) == ids && entered.destroyed.isEmpty)
        let count = tree.commits.count
        other.transaction { child.opacity = 0.5 }
        #expect(other.commits.last?.changes.map(\.layer) == [child.id] && tree.commits.count == count)
    }

    @Test func layer_that_was_never_sent_moves_to_another_tree() throws {
        let (tree, other, layer) = (TestTree(), TestTree(), CALayer())
        tree.transaction {
            tree.root.addSublayer(layer)
            other.root.addSublayer(layer)
        }
        #expect(tree.commits.allSatisfy { $0.destroyed.isEmpty && !$0.created.contains(layer.id) })
        #expect(other.commits.last?.created == [layer.id])
    }

    @Test func layer_that_returns_by_way_of_another_tree_is_neither_destroyed_nor_created() throws {
        let (tree, layer) = tree()
        let other = TestTree()
        tree.transaction {
            other.root.addSublayer(layer)
            layer.opacity = 0.5
            tree.root.addSublayer(layer)
        }
        let commit = try #require(tree.commits.last)
        #expect(commit.created.isEmpty && commit.destroyed.isEmpty)
        #expect(commit.changes.contains { $0.layer == layer.id && $0.mask.contains(.opacity) })
        #expect(other.commits.allSatisfy { !$0.created.contains(layer.id) && $0.destroyed.isEmpty })
    }

    @Test func implicit_animation_runs_for_a_quarter_second_from_the_old_value() throws {
        let (tree, layer) = tree()
        tree.time = 10
        tree.implicitly { layer.opacity = 0 }
        #expect(layer.animationKeys() == ["opacity"])
        #expect(tree.shown(\.opacity, of: layer, at: 10) == 1)
        let middle = try #require(tree.shown(\.opacity, of: layer, at: 10.125))
        #expect(middle > 0.1 && middle < 0.5)
        #expect(tree.shown(\.opacity, of: layer, at: 10.26) == 0)
        #expect(layer.opacity == 0)
    }

    @Test func implicit_animation_takes_duration_and_pace_of_the_transaction() throws {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setAnimationDuration(2)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            layer.position = CGPoint(x: 100, y: 0)
        }
        #expect(layer.animation(forKey: "position")?.duration == 2)
        #expect(tree.shown(\.position, of: layer, at: 1) == CGPoint(x: 50, y: 0))
    }

    @Test func implicit_animation_goes_on_from_what_is_shown() throws {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setAnimationDuration(2)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            layer.position = CGPoint(x: 100, y: 0)
        }
        tree.time = 1
        tree.transaction {
            CATransaction.setAnimationDuration(1)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            layer.position = .zero
        }
        #expect(tree.shown(\.position, of: layer, at: 1.5) == CGPoint(x: 25, y: 0))
    }

    @Test func implicit_animation_is_absent_before_the_first_commit_and_when_disabled() {
        let layer = CALayer()
        layer.opacity = 0.5
        #expect(layer.animationKeys() == nil)
        let (tree, known) = tree()
        tree.transaction {
            CATransaction.setDisableActions(true)
            known.opacity = 0.5
        }
        #expect(known.animationKeys() == nil)
    }

    @Test func action_search_asks_delegate_then_actions_then_class() {
        let (tree, layer) = tree()
        let decider = Decider()
        let recorder = Recorder()
        layer.delegate = decider
        decider.answer = NSNull()
        tree.transaction { layer.opacity = 0.5 }
        #expect(layer.animationKeys() == nil)
        #expect(decider.asked == ["opacity"])
        decider.answer = nil
        layer.actions = ["opacity": recorder]
        tree.transaction { layer.opacity = 0.25 }
        #expect(recorder.events.map { $0.0 } == ["opacity"])
        #expect(recorder.events.map { $0.1 } == [0.25])
        layer.actions = ["opacity": NSNull()]
        tree.transaction { layer.opacity = 0.1 }
        #expect(layer.animationKeys() == nil)
    }

    @Test func completion_runs_in_the_next_turn_without_animations_and_after_them_otherwise() {
        let (tree, layer) = tree()
        var log: [String] = []
        tree.transaction { CATransaction.setCompletionBlock { log.append("empty") } }
        #expect(log.isEmpty)
        tree.deliverEvents(at: 0)
        #expect(log == ["empty"])
        tree.transaction {
            CATransaction.setCompletionBlock { log.append("done") }
            layer.opacity = 0
        }
        #expect(log == ["empty"])
        tree.deliverEvents(at: 0.2)
        #expect(log == ["empty"])
        tree.deliverEvents(at: 0.25)
        #expect(log == ["empty", "done"])
        #expect(layer.animationKeys() == nil)
    }

    @Test func nested_transaction_sends_with_the_outermost() {
        let (tree, layer) = tree()
        let count = tree.commits.count
        tree.transaction {
            CATransaction.begin()
            CATransaction.setAnimationDuration(3)
            layer.opacity = 0
            CATransaction.commit()
            #expect(tree.commits.count == count)
            #expect(CATransaction.animationDuration() == 0.25)
        }
        #expect(tree.commits.count == count + 1)
        #expect(layer.animation(forKey: "opacity")?.duration == 3)
    }

    @Test func delegate_hears_of_start_and_stop() {
        let (tree, layer) = tree()
        let listener = Listener()
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.delegate = listener
        animation.toValue = 0
        animation.duration = 1
        tree.transaction { layer.add(animation, forKey: "a") }
        tree.deliverEvents(at: 0.5)
        #expect(listener.log == ["start"])
        tree.deliverEvents(at: 1)
        #expect(listener.log == ["start", "stop true"])
        tree.transaction { layer.add(animation, forKey: "a") }
        tree.deliverEvents(at: 1.5)
        tree.transaction { layer.removeAnimation(forKey: "a") }
        #expect(listener.log == ["start", "stop true", "start", "stop false"])
    }

    @Test func delegate_and_completion_hear_of_the_end_of_an_animation_that_stays() {
        let (tree, layer) = tree()
        let listener = Listener()
        var isDone = false
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.toValue, animation.duration, animation.delegate) = (0, 1, listener)
        (animation.isRemovedOnCompletion, animation.fillMode) = (false, .forwards)
        tree.transaction {
            CATransaction.setCompletionBlock { isDone = true }
            layer.add(animation, forKey: "a")
        }
        tree.deliverEvents(at: 0.5)
        #expect(listener.log == ["start"] && !isDone)
        tree.deliverEvents(at: 1)
        #expect(listener.log == ["start", "stop true"] && isDone)
        #expect(layer.animationKeys() == ["a"])
        #expect(tree.shown(\.opacity, of: layer, at: 9) == 0)
        tree.deliverEvents(at: 2)
        tree.transaction { layer.removeAnimation(forKey: "a") }
        #expect(listener.log == ["start", "stop true"], "told once")
    }

    @Test func delegates_hear_in_the_order_of_the_ends() {
        let (tree, layer) = tree()
        final class Named: NSObject, CAAnimationDelegate {
            var log: [String] = []
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
                log.append(anim.value(forKey: "title") as? String ?? "")
            }
        }
        let listener = Named()
        tree.transaction {
            for (title, duration) in [("late", 2.0), ("early", 1.0), ("middle", 1.5)] {
                let animation = CABasicAnimation(keyPath: "opacity")
                (animation.duration, animation.delegate) = (duration, listener)
                animation.setValue(title, forKey: "title")
                layer.add(animation, forKey: nil)
            }
        }
        tree.deliverEvents(at: 5)
        #expect(listener.log == ["early", "middle", "late"])
    }

    @Test func begin_time_zero_becomes_the_commit_time_in_layer_time() throws {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setDisableActions(true)
            layer.speed = 2
            layer.timeOffset = 5
        }
        tree.time = 10
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.toValue = 0
        animation.duration = 1
        tree.transaction { layer.add(animation, forKey: "a") }
        #expect(layer.animation(forKey: "a")?.beginTime == 25)
    }

    @Test func presentation_is_nil_outside_a_committed_tree_and_writing_to_it_is_harmless() throws {
        #expect(CALayer().presentation() == nil)
        let (tree, layer) = tree()
        let shown = try #require(MediaClock.with(time: 0) { layer.presentation() })
        shown.opacity = 0.5
        #expect(layer.opacity == 1)
        #expect(shown.superlayer?.model() === tree.root)
    }

    @Test func transaction_values_are_inherited_and_kept() {
        CATransaction.begin()
        CATransaction.setValue(7, forKey: "mine")
        CATransaction.begin()
        #expect(CATransaction.value(forKey: "mine") as? Int == 7)
        CATransaction.commit()
        CATransaction.commit()
        #expect(CATransaction.value(forKey: "mine") == nil)
    }
}
