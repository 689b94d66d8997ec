import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// Facts about the animations that UIView.animate gives to layers. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct AnimationFactTests {
    private final class ShapeView: UIView {
        override class var layerClass: AnyClass { CAShapeLayer.self }
    }

    /// A shape's view at zero in a window.
    @MainActor private final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 200, height: 200), scale: 1, threads: 1)
        let view = ShapeView()
        let window: UIWindow

        init() {
            window = UIWindow(host: host)
            window.makeKeyAndVisible()
            view.layer.anchorPoint = .zero
            window.addSubview(view)
            host.advance(to: 0.01)
        }

        /// Runs code at the window's time.
        func act(_ body: @escaping () -> Void) {
            host.schedule(at: host.time, body)
            host.advance(to: host.time)
        }

        var animations: [CABasicAnimation] {
            (view.layer.animationKeys() ?? []).compactMap { view.layer.animation(forKey: $0) as? CABasicAnimation }
        }

        /// The animations that a change within a block makes.
        func animations(of key: String, _ value: Any, inBlock: Bool = true) -> [CABasicAnimation] {
            act { [view] in
                let change = { view.layer.setValue(value, forKeyPath: key) }
                if inBlock { UIView.animate(withDuration: 0.01, animations: change) } else { change() }
            }
            return animations
        }
    }

    private static let size = CGRect(x: 0, y: 0, width: 123, height: 456)
    private static let scaled = CATransform3DMakeScale(1.5, 1.5, 1.5)

    // material-motion/motion-animator-objc, tests/unit/UIKitBehavioralTests.swift.
    @Test("Some properties are animated additively", arguments: 1...10)
    func additive(_ number: Int) throws {
        let rows: [(String, String, Any)] = [
            ("UA-1", "bounds", NSValue(cgRect: Self.size)),
            ("UA-2", "bounds.size.height", 100),
            ("UA-3", "position", NSValue(cgPoint: CGPoint(x: 50, y: 20))),
            ("UA-4", "transform.rotation", 42),
            ("UA-5", "transform.scale", 2.5),
            ("UA-6", "transform", NSValue(caTransform3D: Self.scaled)),
            ("UA-7", "bounds.size.width", 25),
            ("UA-8", "position.x", 12),
            ("UA-9", "position.y", 23),
            ("UA-10", "cornerRadius", 3),
        ]
        let row = rows[number - 1]
        let made = Stage().animations(of: row.1, row.2)
        #expect(!made.isEmpty && made.allSatisfy { $0.isAdditive }, "\(row.0)")
    }

    @Test("Some are animated, and not additively", arguments: 1...3)
    func notAdditive(_ number: Int) throws {
        let rows: [(String, String, Any)] = [
            ("UA-11", "backgroundColor", UIColor.blue.cgColor),
            ("UA-12", "opacity", 0.5),
            ("UA-13", "anchorPoint", NSValue(cgPoint: CGPoint(x: 0.2, y: 0.4))),
        ]
        let row = rows[number - 1]
        let made = Stage().animations(of: row.1, row.2)
        #expect(!made.isEmpty && made.allSatisfy { !$0.isAdditive }, "\(row.0)")
    }

    @Test("Some are not animated", arguments: 1...8)
    func notAnimated(_ number: Int) throws {
        let rows: [(String, String, Any)] = [
            ("UA-14", "borderWidth", 5),
            ("UA-15", "borderColor", UIColor.red.cgColor),
            ("UA-16", "shadowColor", UIColor.blue.cgColor),
            ("UA-17", "shadowOffset", NSValue(cgSize: CGSize(width: 1, height: 1))),
            ("UA-18", "shadowRadius", 5),
            ("UA-19", "strokeStart", 0.2),
            ("UA-20", "strokeEnd", 0.5),
            ("UA-21", "zPosition", 3),
        ]
        let row = rows[number - 1]
        #expect(Stage().animations(of: row.1, row.2).isEmpty, "\(row.0)")
    }

    @Test("Outside of a block none is animated", arguments: 1...18)
    func outside(_ number: Int) throws {
        let rows: [(String, String, Any)] = [
            ("UA-22", "backgroundColor", UIColor.blue.cgColor),
            ("UA-23", "bounds", NSValue(cgRect: Self.size)),
            ("UA-24", "cornerRadius", 3),
            ("UA-25", "bounds.size.height", 100),
            ("UA-26", "opacity", 0.5),
            ("UA-27", "position", NSValue(cgPoint: CGPoint(x: 50, y: 20))),
            ("UA-28", "transform.rotation", 42),
            ("UA-29", "transform.scale", 2.5),
            ("UA-30", "shadowColor", UIColor.blue.cgColor),
            ("UA-31", "shadowOffset", NSValue(cgSize: CGSize(width: 1, height: 1))),
            ("UA-32", "shadowOpacity", 0.3),
            ("UA-33", "shadowRadius", 5),
            ("UA-34", "strokeStart", 0.2),
            ("UA-35", "strokeEnd", 0.5),
            ("UA-36", "transform", NSValue(caTransform3D: Self.scaled)),
            ("UA-37", "bounds.size.width", 25),
            ("UA-38", "position.x", 12),
            ("UA-39", "position.y", 23),
        ]
        let row = rows[number - 1]
        #expect(Stage().animations(of: row.1, row.2, inBlock: false).isEmpty, "\(row.0)")
    }

    /// A change of opacity or of place, and a second one a hundredth of a second later.
    private func twice(_ options: UIView.AnimationOptions, _ change: @escaping (UIView, CGFloat) -> Void) -> Stage {
        let stage = Stage()
        stage.act { UIView.animate(withDuration: 0.1) { change(stage.view, 0.5) } }
        stage.host.advance(to: stage.host.time + 0.03)
        stage.act { UIView.animate(withDuration: 0.1, delay: 0, options: options) { change(stage.view, 0.2) } }
        return stage
    }

    @Test func a_second_change_goes_on_from_where_the_log_says() throws {
        let plain = twice([]) { $0.alpha = $1 }
        #expect(plain.animations.count == 1, "UA-40 one animation of the opacity")
        #expect((plain.animations.first?.fromValue as? NSNumber)?.floatValue == 0.5, "UA-41 from the model's value")
        let current = twice(.beginFromCurrentState) { $0.alpha = $1 }
        #expect(current.animations.count == 1, "UA-42 one, too, from the current state")
        let from = try #require((current.animations.first?.fromValue as? NSNumber)?.floatValue)
        #expect(from > 0.5 && from < 1, "UA-43 from what is seen")
        let moved = twice([]) { $0.layer.position = CGPoint(x: $1 * 200, y: 0) }
        #expect(
            moved.animations.count == 2 && moved.view.layer.animation(forKey: "position") != nil,
            "UA-44 two of the place")
        let second = try #require(moved.animations.last)
        #expect(
            second.isAdditive && (second.fromValue as? NSValue)?.cgPointValue.x == 60, "UA-45 the difference of models")
        let again = twice(.beginFromCurrentState) { $0.layer.position = CGPoint(x: $1 * 200, y: 0) }
        #expect(again.animations.count == 2, "UA-46 from the current state two, too")
        let last = try #require(again.animations.last)
        #expect(last.isAdditive && (last.fromValue as? NSValue)?.cgPointValue.x == 60, "UA-47 and the same difference")
    }

    // gist.github.com/d-ronnqvist/137ce6b4c852d8ebd96d and objc.io, issue 12.
    @Test func a_block_of_animations_is_as_its_log() throws {
        let stage = Stage()
        stage.act {
            stage.view.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
            UIView.animate(withDuration: 0.3) { stage.view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100) }
        }
        #expect(stage.view.layer.animationKeys()?.sorted() == ["bounds.origin", "bounds.size"], "UA-50 keys of bounds")
        let size = try #require(stage.view.layer.animation(forKey: "bounds.size") as? CABasicAnimation)
        #expect(
            (size.fromValue as? NSValue)?.cgSizeValue == CGSize(width: 100, height: 100), "UA-51 from the difference")
        #expect((size.toValue as? NSValue)?.cgSizeValue == .zero, "UA-52 to nothing")
        #expect(size.isAdditive, "UA-53 additive")
        #expect(size.fillMode == .both, "UA-54 filled to both sides")
        #expect(size.duration == 0.3, "UA-55 as long as the block says")
        #expect(size.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut), "UA-56 slow at both ends")
        #expect(size.keyPath == "bounds.size", "UA-57 key and key path are the same")
        #expect(size.delegate != nil, "UA-58 somebody waits for its end")
        let view = UIView()
        #expect(view.action(for: view.layer, forKey: "position") is NSNull, "UA-59 no action outside of a block")
        var inside: (any CAAction)?
        UIView.animate(withDuration: 1) { inside = view.action(for: view.layer, forKey: "position") }
        #expect(inside != nil && !(inside is NSNull), "UA-60 an action inside")
        let layer = CALayer()
        stage.act { stage.view.layer.addSublayer(layer) }
        stage.act { layer.position = CGPoint(x: 1, y: 1) }
        #expect(layer.animation(forKey: "position") is CABasicAnimation, "UA-61 a layer without a view has its own")
    }

    // UIView.h and the pages of UIView.animate.
    @Test func forms_of_animate_are_as_apple_says() throws {
        func curve(_ options: UIView.AnimationOptions) -> CAMediaTimingFunction? {
            let stage = Stage()
            stage.act { UIView.animate(withDuration: 1, delay: 0, options: options) { stage.view.alpha = 0 } }
            return stage.animations.first?.timingFunction
        }
        #expect(curve([]) == CAMediaTimingFunction(name: .easeInEaseOut), "UA-70 slow at both ends by default")
        #expect(curve(.curveEaseIn) == CAMediaTimingFunction(name: .easeIn), "UA-71 slow at the beginning")
        #expect(curve(.curveEaseOut) == CAMediaTimingFunction(name: .easeOut), "UA-72 slow at the end")
        #expect(curve(.curveLinear) == CAMediaTimingFunction(name: .linear), "UA-73 even")
        let stage = Stage()
        stage.act { UIView.animate(withDuration: 1, delay: 0, options: .repeat) { stage.view.alpha = 0 } }
        #expect(stage.animations.first?.repeatCount == .infinity, "UA-74 repeats indefinitely")
        #expect(stage.animations.first?.autoreverses == false, "UA-75 one way")
        let back = Stage()
        back.act {
            UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse]) { back.view.alpha = 0 }
        }
        #expect(back.animations.first?.autoreverses == true, "UA-76 back and forth")
        let nested = Stage()
        nested.act {
            UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
                #expect(UIView.inheritedAnimationDuration == 2, "UA-77 the duration of the block around")
                UIView.animate(withDuration: 1) { nested.view.alpha = 0 }
                UIView.animate(
                    withDuration: 1, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve]
                ) { nested.view.backgroundColor = .red }
            }
        }
        let inherited = try #require(nested.view.layer.animation(forKey: "opacity"))
        #expect(inherited.duration == 2, "UA-78 a nested block takes the outer duration")
        #expect(inherited.timingFunction == CAMediaTimingFunction(name: .linear), "UA-79 and the outer curve")
        let own = try #require(nested.view.layer.animation(forKey: "backgroundColor"))
        #expect(own.duration == 1, "UA-80 unless it says that its own counts")
        #expect(own.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut), "UA-81 and so its own curve")
        #expect(UIView.inheritedAnimationDuration == 0, "UA-82 no duration outside of blocks")
    }

    @Test func switches_and_completions_are_as_apple_says() throws {
        let stage = Stage()
        #expect(UIView.areAnimationsEnabled, "UA-83 animations are on")
        stage.act {
            UIView.animate(withDuration: 1) { UIView.performWithoutAnimation { stage.view.alpha = 0.5 } }
        }
        #expect(stage.animations.isEmpty, "UA-84 none within performWithoutAnimation")
        stage.act {
            UIView.setAnimationsEnabled(false)
            UIView.animate(withDuration: 1) { stage.view.alpha = 0.7 }
            UIView.setAnimationsEnabled(true)
        }
        #expect(stage.animations.isEmpty, "UA-85 none while they are switched off")
        var finished: [Bool] = []
        stage.act { UIView.animate(withDuration: 0.2, animations: { stage.view.alpha = 1 }) { finished.append($0) } }
        #expect(finished.isEmpty, "UA-86 the completion waits")
        stage.host.advance(to: stage.host.time + 0.3)
        #expect(finished == [true], "UA-87 and is told true at the end")
        finished = []
        stage.act {
            UIView.animate(withDuration: 0, animations: { stage.view.alpha = 0.1 }) { finished.append($0) }
            #expect(finished.isEmpty, "UA-88 with no duration it is called in the next turn")
        }
        stage.host.advance(to: stage.host.time + 0.1)
        #expect(finished == [true], "UA-89 and finished")
        finished = []
        stage.act { UIView.animate(withDuration: 1, animations: { stage.view.alpha = 0.9 }) { finished.append($0) } }
        stage.host.advance(to: stage.host.time + 0.1)
        stage.act { stage.view.layer.removeAllAnimations() }
        stage.host.advance(to: stage.host.time + 0.1)
        #expect(finished == [false], "UA-90 false, if the animations were taken away")
        #expect(abs(stage.view.alpha - 0.9) < 1e-6, "UA-91 values are the new ones from the beginning")
    }

    @Test func springs_and_transitions_are_as_apple_says() throws {
        func spring(_ ratio: CGFloat, _ velocity: CGFloat = 0) throws -> CASpringAnimation {
            let stage = Stage()
            stage.act {
                UIView.animate(
                    withDuration: 1, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: velocity
                ) { stage.view.center.x += 100 }
            }
            return try #require(stage.animations.first as? CASpringAnimation)
        }
        /// The furthest beyond the end, of the way.
        func overshoot(_ spring: CASpringAnimation) -> Double {
            let (m, c, k) = (Double(spring.mass), Double(spring.damping), Double(spring.stiffness))
            let ratio = c / (2 * (k * m).squareRoot())
            return ratio >= 1 ? 0 : exp(-Double.pi * ratio / (1 - ratio * ratio).squareRoot())
        }
        #expect(try overshoot(spring(1)) < 1e-6, "UA-92 a ratio of 1 does not swing")
        let (half, fifth) = (overshoot(try spring(0.5)), overshoot(try spring(0.2)))
        #expect(half > 0.1 && fifth > half, "UA-93 the less, the more it swings")
        #expect(try spring(0.5, 2).initialVelocity == 2, "UA-94 a velocity of all of the way in a second")
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        window.makeKeyAndVisible()
        let (from, to) = (UIView(frame: window.bounds), UIView(frame: window.bounds))
        window.addSubview(from)
        host.advance(to: 0.01)
        var finished: Bool?
        host.schedule(at: host.time) {
            UIView.transition(from: from, to: to, duration: 0.2, options: .transitionCrossDissolve) { finished = $0 }
        }
        host.advance(to: host.time + 0.5)
        #expect(to.superview === window, "UA-95 the new view is added to the superview")
        #expect(from.superview == nil, "UA-96 the old one is taken out")
        #expect(finished == true, "UA-97 and then it is told")
        from.isHidden = true
        window.addSubview(from)
        host.schedule(at: host.time) {
            UIView.transition(
                from: to, to: from, duration: 0.2, options: [.transitionCrossDissolve, .showHideTransitionViews])
        }
        host.advance(to: host.time + 0.5)
        #expect(to.isHidden && !from.isHidden, "UA-98 views may be hidden and shown in place of that")
        #expect(to.superview === window, "UA-99 and stay, then")
    }

    @Test func keyframes_are_as_apple_says() throws {
        let stage = Stage()
        stage.act {
            UIView.animateKeyframes(withDuration: 2, delay: 0, options: []) {
                UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) { stage.view.alpha = 0.5 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { stage.view.alpha = 0 }
            }
        }
        let keyframes = try #require(stage.view.layer.animation(forKey: "opacity") as? CAKeyframeAnimation)
        #expect(keyframes.duration == 2, "UA-100 as long as the whole")
        #expect(keyframes.calculationMode == .linear, "UA-101 linear by default")
        let start = stage.host.time
        func opacity(_ time: Double) -> Float? {
            stage.host.advance(to: start + time)
            var shown: Float?
            stage.act { shown = stage.view.layer.presentation()?.opacity }
            return shown
        }
        #expect(opacity(0.4) == 1, "UA-102 nothing before the first start, a quarter of two seconds")
        #expect(abs((opacity(1) ?? 0) - 0.5) < 0.01, "UA-103 times are parts of the whole")
    }
}
