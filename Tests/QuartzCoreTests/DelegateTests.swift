import Foundation
import Mica
import MicaWire
import QuartzCore
import Testing

/// Calls at starts and ends: when, in what order, and on which thread.
@Suite(.serialized) struct DelegateTests {
    private final class Listener: NSObject, CAAnimationDelegate {
        let name: String
        let log: Log
        init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
        func animationDidStart(_ anim: CAAnimation) { log.add("\(name) starts") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            log.add("\(name) \(flag ? "finishes" : "stops")")
        }
    }

    private final class Log {
        private(set) var entries: [String] = []
        private(set) var threads: Set<ObjectIdentifier> = []
        func add(_ entry: String) {
            entries.append(entry)
            threads.insert(ObjectIdentifier(Thread.current))
        }
    }

    private func animation(_ name: String, _ log: Log, duration: Double = 1) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.duration, animation.delegate) = (duration, Listener(name, log))
        return animation
    }

    private func tree() -> (TestTree, CALayer) {
        let (tree, layer) = (TestTree(), CALayer())
        tree.transaction { tree.root.addSublayer(layer) }
        return (tree, layer)
    }

    @Test func delegate_of_a_replaced_animation_hears_before_the_next_one_starts() {
        let log = Log()
        let (tree, layer) = tree()
        tree.transaction { layer.add(animation("old", log), forKey: "key") }
        tree.deliverEvents(at: 0.1)
        tree.transaction { layer.add(animation("new", log), forKey: "key") }
        tree.deliverEvents(at: 0.2)
        tree.deliverEvents(at: 2)
        #expect(log.entries == ["old starts", "old stops", "new starts", "new finishes"])
    }

    @Test func delegates_of_removed_animations_hear_in_the_order_of_the_list() {
        let log = Log()
        let (tree, layer) = tree()
        tree.transaction { for name in ["a", "b", "c"] { layer.add(animation(name, log), forKey: name) } }
        tree.deliverEvents(at: 0.1)
        tree.transaction { layer.removeAnimation(forKey: "b") }
        tree.transaction { layer.removeAllAnimations() }
        tree.deliverEvents(at: 2)
        #expect(log.entries == ["a starts", "b starts", "c starts", "b stops", "a stops", "c stops"])
    }

    private final class Remover: NSObject, CAAnimationDelegate {
        let layer: CALayer
        init(_ layer: CALayer) { self.layer = layer }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { layer.removeFromSuperlayer() }
    }

    /// It is called while the change that removes its layer is sent.
    @Test func what_a_delegate_changes_as_its_layer_goes_is_sent_too() {
        let (tree, layer) = tree()
        let other = CALayer()
        tree.transaction { tree.root.addSublayer(other) }
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.duration, animation.delegate) = (1, Remover(other))
        tree.transaction { layer.add(animation, forKey: "key") }
        tree.implicitly { layer.removeFromSuperlayer() }
        #expect(tree.commits.suffix(2).map(\.destroyed) == [[layer.id], [other.id]])
    }

    @Test func delegates_hear_when_the_layer_leaves_the_tree() {
        let log = Log()
        let (tree, layer) = tree()
        let child = CALayer()
        tree.transaction { layer.addSublayer(child) }
        tree.transaction {
            layer.add(animation("layer", log), forKey: nil)
            child.add(animation("child", log), forKey: nil)
        }
        tree.deliverEvents(at: 0.1)
        tree.transaction { layer.removeFromSuperlayer() }
        #expect(log.entries.sorted() == ["child starts", "child stops", "layer starts", "layer stops"])
        #expect(layer.animationKeys() == nil)
        tree.deliverEvents(at: 2)
        #expect(log.entries.count == 4, "once")
    }

    @Test func delegates_of_animations_that_end_together_hear_in_the_order_in_which_they_were_added() {
        let log = Log()
        let (tree, layer) = tree()
        tree.transaction { for name in ["a", "b", "c"] { layer.add(animation(name, log), forKey: nil) } }
        tree.deliverEvents(at: 1)
        #expect(log.entries == ["a starts", "b starts", "c starts", "a finishes", "b finishes", "c finishes"])
    }

    @Test func delegate_of_an_animation_that_was_removed_before_it_began_hears_of_its_end_alone() {
        let log = Log()
        let (tree, layer) = tree()
        let late = animation("late", log)
        late.beginTime = 5
        tree.transaction { layer.add(late, forKey: "late") }
        tree.deliverEvents(at: 1)
        tree.transaction { layer.removeAnimation(forKey: "late") }
        #expect(log.entries == ["late stops"])
    }

    @Test func animation_in_a_layer_is_read_only_in_effect() throws {
        let log = Log()
        let (tree, layer) = tree()
        let added = animation("first", log)
        (added.fromValue, added.toValue) = (0, 1)
        tree.transaction { layer.add(added, forKey: "key") }
        let held = try #require(layer.animation(forKey: "key") as? CABasicAnimation)
        #expect(held !== added, "a copy")
        #expect(layer.animation(forKey: "key") === held, "the same one each time")
        for animation in [added, held] {
            (animation.fromValue, animation.duration, animation.isRemovedOnCompletion) = (0.5, 9, false)
            animation.delegate = Listener("second", log)
        }
        #expect(tree.shown(\.opacity, of: layer, at: 0.5) == 0.5)
        tree.deliverEvents(at: 1)
        #expect(log.entries == ["first starts", "first finishes"])
        #expect(layer.animationKeys() == nil)
    }

    @Test func delegates_hear_on_the_thread_that_drives_the_layers() {
        /// The thread's findings; read after it has ended.
        // Safe because: the test reads it after the semaphore that the thread signals last.
        final class Found: @unchecked Sendable {
            var entries: [String] = []
            var isOwnThread = false
        }
        let (found, done) = (Found(), DispatchSemaphore(value: 0))
        let thread = Thread {
            let log = Log()
            let root = CALayer()
            root.bounds.size = CGSize(width: 1, height: 1)
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.duration, animation.delegate) = (1, Listener("a", log))
            root.add(animation, forKey: nil)
            LayerRenderer(layer: root, threads: 4).advance(to: 2)
            found.entries = log.entries
            found.isOwnThread = log.threads == [ObjectIdentifier(Thread.current)]
            done.signal()
        }
        thread.start()
        done.wait()
        #expect(found.entries == ["a starts", "a finishes"])
        #expect(found.isOwnThread)
    }
}
