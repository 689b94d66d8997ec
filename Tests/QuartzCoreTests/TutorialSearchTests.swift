import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// What tutorials on Core Animation say about the search for an implicit animation, by name.
@Suite(.serialized) struct TutorialSearchTests {
    private final class Answering: NSObject, CALayerDelegate {
        var answers: [String: any CAAction] = [:]
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answers[event] }
    }

    private final class Classy: CALayer {
        override class func defaultAction(forKey event: String) -> (any CAAction)? {
            event == "position" ? CABasicAnimation(keyPath: "the class's") : super.defaultAction(forKey: event)
        }
    }

    private func isOfTheClass(_ action: (any CAAction)?) -> Bool {
        (action as? CABasicAnimation)?.keyPath == "the class's"
    }

    private func isSame(_ action: (any CAAction)?, _ animation: CAAnimation) -> Bool {
        (action as? CAAnimation) === animation
    }

    @Test func implicit_search_goes_delegate_actions_style_class() {
        let (layer, delegate) = (Classy(), Answering())
        let animations = (0..<4).map { _ in CABasicAnimation(keyPath: "position") }
        #expect(isOfTheClass(layer.action(forKey: "position")))
        layer.style = ["style": ["actions": ["position": animations[0]]]]
        #expect(isSame(layer.action(forKey: "position"), animations[0]), "a style in the style")
        layer.style = ["actions": ["position": animations[1]], "style": ["actions": ["position": animations[0]]]]
        #expect(isSame(layer.action(forKey: "position"), animations[1]), "the nearer style first")
        layer.actions = ["position": animations[2]]
        #expect(isSame(layer.action(forKey: "position"), animations[2]))
        layer.delegate = delegate
        #expect(isSame(layer.action(forKey: "position"), animations[2]), "a delegate that says nil goes on")
        delegate.answers["position"] = animations[3]
        #expect(isSame(layer.action(forKey: "position"), animations[3]))
        #expect(layer.action(forKey: "nobodysKey") == nil)
    }

    @Test func implicit_search_ends_at_NSNull() {
        let (layer, delegate) = (Classy(), Answering())
        layer.actions = ["position": CABasicAnimation(keyPath: "position")]
        layer.delegate = delegate
        delegate.answers["position"] = NSNull()
        #expect(layer.action(forKey: "position") == nil, "the delegate's ends it")
        layer.delegate = nil
        layer.actions = ["position": NSNull()]
        #expect(layer.action(forKey: "position") == nil, "so does that of actions")
        layer.actions = nil
        #expect(isOfTheClass(layer.action(forKey: "position")))
    }

    @Test func implicit_hit_testing_on_presentation_finds_what_is_seen() {
        let (root, layer) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
        root.position = CGPoint(x: 100, y: 50)
        let tree = TestTree(root: root)
        layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        layer.position = CGPoint(x: 20, y: 50)
        tree.transaction { tree.root.addSublayer(layer) }
        tree.transaction {
            CATransaction.setAnimationDuration(1)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            layer.position.x = 180
        }
        let (left, middle, right) = (CGPoint(x: 20, y: 50), CGPoint(x: 100, y: 50), CGPoint(x: 180, y: 50))
        #expect(tree.root.hitTest(right) === layer && tree.root.hitTest(middle) === tree.root, "the model is there")
        MediaClock.with(time: 0) {
            #expect(layer.presentation()?.hitTest(left)?.model() === layer)
            #expect(layer.presentation()?.hitTest(right) == nil)
        }
        MediaClock.with(time: 0.5) { #expect(layer.presentation()?.hitTest(middle)?.model() === layer) }
    }
}
