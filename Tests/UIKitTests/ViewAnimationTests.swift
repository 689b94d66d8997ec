import MicaEvents
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// A window without a screen, a view in it at (0, 0) of 100 by 100 points, and its animations.
@MainActor private struct Stage {
    let host = ScriptedWindow(size: CGSize(width: 400, height: 400), scale: 1, threads: 1)
    let window: UIWindow
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

    init() {
        window = UIWindow(host: host)
        window.makeKeyAndVisible()
        window.addSubview(view)
        host.advance(to: 0.001)
    }

    /// Runs code at the window's time.
    func act(_ body: @escaping () -> Void) {
        host.schedule(at: host.time, body)
        host.advance(to: host.time)
    }

    func basic(_ key: String) -> CABasicAnimation? { view.layer.animation(forKey: key) as? CABasicAnimation }

    var shown: CALayer? {
        var layer: CALayer?
        act { layer = view.layer.presentation() }
        return layer
    }
}

@MainActor @Suite(.serialized) struct ViewAnimationTests {
    @Test("What animates a view that is in no window ends with the turn, and one that is put into one in it plays")
    func outside() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), threads: 1)
        let window = UIWindow(host: host)
        window.isHidden = false
        let (alone, added) = (UIView(), UIView())
        var ends: [String] = []
        host.schedule(at: 0) {
            UIView.animate(withDuration: 1) {
                alone.alpha = 0
            } completion: {
                ends.append("alone \($0)")
            }
            UIView.animate(withDuration: 1) {
                added.alpha = 0
            } completion: {
                ends.append("added \($0)")
            }
            window.addSubview(added)
        }
        host.advance(to: 0.5)
        #expect(ends == ["alone false"] && (alone.layer.animationKeys() ?? []).isEmpty && alone.alpha == 0)
        host.advance(to: 1.5)
        #expect(ends == ["alone false", "added true"])
    }

    @Test("What animates a view that came and went in one turn ends with the turn, also where the view is gone")
    func comeAndGone() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), threads: 1)
        let window = UIWindow(host: host)
        window.isHidden = false
        let held = UIView()
        var ends: [String] = []
        host.schedule(at: 0) {
            for (name, view) in [("held", held), ("gone", UIView())] {
                window.addSubview(view)
                UIView.animate(withDuration: 1, delay: 0, options: .repeat) {
                    view.alpha = 0
                } completion: {
                    ends.append("\(name) \($0)")
                }
                view.removeFromSuperview()
            }
        }
        host.advance(to: 0.5)
        #expect(ends == ["held false", "gone false"] && (held.layer.animationKeys() ?? []).isEmpty)
    }

    @Test("Outside of a block a view's action is NSNull, inside it is an action")
    func actions() {
        let view = UIView()
        #expect(view.action(for: view.layer, forKey: "position") is NSNull)
        var inside: (any CAAction)?
        UIView.animate(withDuration: 0.3) { inside = view.action(for: view.layer, forKey: "position") }
        #expect(inside != nil && !(inside is NSNull))
        UIView.animate(withDuration: 0.3) {
            UIView.performWithoutAnimation { inside = view.action(for: view.layer, forKey: "position") }
        }
        #expect(inside is NSNull)
        UIView.animate(withDuration: 0) { inside = view.action(for: view.layer, forKey: "position") }
        #expect(inside is NSNull)
    }

    // The log of gist.github.com/d-ronnqvist/137ce6b4c852d8ebd96d: bounds from (0, 0, 200, 200) to (0, 0, 100, 100) in 0.3 s.
    @Test("Bounds get two additive animations, of the origin and of the size, from the difference to nothing")
    func boundsAnimations() throws {
        let stage = Stage()
        stage.act {
            stage.view.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
            UIView.animate(withDuration: 0.3) { stage.view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100) }
        }
        #expect(stage.view.layer.animationKeys() == ["bounds.origin", "bounds.size"])
        let size = try #require(stage.basic("bounds.size"))
        #expect((size.fromValue as? NSValue)?.cgSizeValue == CGSize(width: 100, height: 100))
        #expect((size.toValue as? NSValue)?.cgSizeValue == .zero)
        #expect(size.isAdditive && size.duration == 0.3 && size.fillMode == .both && size.keyPath == "bounds.size")
        #expect(size.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
        let origin = try #require(stage.basic("bounds.origin"))
        #expect((origin.fromValue as? NSValue)?.cgPointValue == .zero && origin.isAdditive)
    }

    // The log of a frame's change from (0, 0, 10, 10) to (0, 0, 20, 20) in 5 s, with iOS 11 or later: position from (-5, -5), here with
    // sizes as they are.
    @Test("A frame is animated by its position, its bounds' origin and its bounds' size")
    func frameAnimations() throws {
        let stage = Stage()
        stage.act { UIView.animate(withDuration: 5) { stage.view.frame = CGRect(x: 0, y: 0, width: 120, height: 120) } }
        #expect(Set(stage.view.layer.animationKeys() ?? []) == ["position", "bounds.origin", "bounds.size"])
        let position = try #require(stage.basic("position"))
        #expect((position.fromValue as? NSValue)?.cgPointValue == CGPoint(x: -10, y: -10) && position.isAdditive)
        #expect((stage.basic("bounds.size")?.fromValue as? NSValue)?.cgSizeValue == CGSize(width: -20, height: -20))
    }

    // A log of opacity in a block: fromValue 1, no additive, no toValue, fill mode both.
    @Test("Opacity is animated from its value, not as a difference")
    func opacityAnimation() throws {
        let stage = Stage()
        stage.act { UIView.animate(withDuration: 0.25) { stage.view.alpha = 0 } }
        let opacity = try #require(stage.basic("opacity"))
        #expect((opacity.fromValue as? NSNumber)?.doubleValue == 1 && opacity.toValue == nil && !opacity.isAdditive)
        #expect(opacity.fillMode == .both && opacity.duration == 0.25)
    }

    @Test("Without a duration a change waits for the end of its delay, as in janselv/fave-button's recording")
    func delayWithoutDuration() throws {
        let stage = Stage()
        let start = stage.host.time
        var ends: [Bool] = []
        stage.act {
            stage.view.alpha = 0
            UIView.animate(withDuration: 0, delay: 0.2) {
                stage.view.alpha = 1
            } completion: {
                ends.append($0)
            }
        }
        #expect(stage.view.alpha == 1)
        stage.host.advance(to: start + 0.19)
        #expect(try #require(stage.shown).opacity == 0 && ends.isEmpty)
        stage.host.advance(to: start + 0.21)
        #expect(try #require(stage.shown).opacity == 1 && ends == [true])
        #expect(stage.view.layer.animationKeys() == nil)
    }

    @Test("A second animation goes on from where the first one is, without a jump in place or speed")
    func interruption() throws {
        let stage = Stage()
        let start = stage.host.time
        stage.act { UIView.animate(withDuration: 1) { stage.view.center.x = 250 } }
        stage.host.advance(to: start + 0.48)
        let before = try #require(stage.shown).position.x
        stage.host.advance(to: start + 0.5)
        let at = try #require(stage.shown).position.x
        stage.act {
            UIView.animate(withDuration: 1, delay: 0, options: .beginFromCurrentState) { stage.view.center.x = 50 }
        }
        let turned = try #require(stage.shown).position.x
        stage.host.advance(to: start + 0.52)
        let after = try #require(stage.shown).position.x
        #expect(abs(turned - at) < 1e-6)
        // The speed of the next hundredths is that of those before.
        #expect(abs((after - turned) - (at - before)) < 0.6, "\(before) \(at) \(after)")
        #expect(stage.view.layer.animationKeys() == ["position", "position-2"])
        stage.host.advance(to: start + 1.6)
        #expect(try #require(stage.shown).position.x == 50)
        #expect(stage.view.layer.animationKeys() == nil)
    }

    @Test("A transform is shown as it was at the beginning, and as it is at the end")
    func transforms() throws {
        let stage = Stage()
        let start = stage.host.time
        let old = CGAffineTransform(rotationAngle: 0.5).scaledBy(x: 2, y: 1)
        let new = CGAffineTransform(translationX: 10, y: 20).scaledBy(x: 0.5, y: 3)
        stage.act {
            stage.view.transform = old
            UIView.animate(withDuration: 1) { stage.view.transform = new }
        }
        let first = try #require(stage.shown).affineTransform()
        #expect(abs(first.a - old.a) < 1e-9 && abs(first.b - old.b) < 1e-9 && abs(first.tx - old.tx) < 1e-9)
        stage.host.advance(to: start + 2)
        #expect(try #require(stage.shown).affineTransform() == new)
    }

    @Test("Delay, repeats and the curve are those of the options")
    func options() throws {
        let stage = Stage()
        let start = stage.host.time
        stage.act {
            UIView.animate(withDuration: 1, delay: 0.5, options: [.curveLinear, .autoreverse, .repeat]) {
                stage.view.center.x = 150
            }
        }
        let position = try #require(stage.basic("position"))
        #expect(position.autoreverses && position.repeatCount == .infinity)
        #expect(position.timingFunction == CAMediaTimingFunction(name: .linear))
        stage.host.advance(to: start + 0.4)
        #expect(try #require(stage.shown).position.x == 50)
        stage.host.advance(to: start + 1)
        #expect(abs(try #require(stage.shown).position.x - 100) < 0.01)
        stage.host.advance(to: start + 2)
        #expect(abs(try #require(stage.shown).position.x - 100) < 0.01)
    }

    @Test("A completion is called at the end, with whether it was played; at once where nothing is animated")
    func completions() {
        let stage = Stage()
        let start = stage.host.time
        var calls: [String] = []
        stage.act {
            UIView.animate(withDuration: 1) {
                stage.view.alpha = 0.5
            } completion: {
                calls.append("end \($0)")
            }
            UIView.animate(withDuration: 1) {
            } completion: {
                calls.append("nothing \($0)")
            }
            UIView.animate(withDuration: 0) {
                stage.view.tag = 1
            } completion: {
                calls.append("zero \($0)")
            }
            #expect(calls.isEmpty)
        }
        stage.host.advance(to: start + 0.1)
        #expect(calls == ["nothing true", "zero true"])
        stage.host.advance(to: start + 1.1)
        #expect(calls == ["nothing true", "zero true", "end true"])
        stage.act {
            UIView.animate(withDuration: 1) {
                stage.view.center.x = 70
            } completion: {
                calls.append("removed \($0)")
            }
        }
        stage.act { stage.view.layer.removeAllAnimations() }
        stage.host.advance(to: start + 1.2)
        #expect(calls.last == "removed false")
    }

    @Test("A spring has come to rest at the end of its duration, and swings by its damping")
    func springs() throws {
        let stage = Stage()
        let start = stage.host.time
        stage.act {
            UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.4, initialSpringVelocity: 0) {
                stage.view.center.x = 150
            }
        }
        let spring = try #require(stage.view.layer.animation(forKey: "position") as? CASpringAnimation)
        #expect(spring.mass == 1 && spring.duration == 1 && abs(spring.settlingDuration - 1) < 1e-3)
        #expect(abs(spring.damping / (2 * spring.stiffness.squareRoot()) - 0.4) < 1e-9)
        var greatest: CGFloat = 0
        for step in 0..<40 {
            stage.host.advance(to: start + Double(step) / 40)
            greatest = max(greatest, try #require(stage.shown).position.x)
        }
        // The first overshoot of a spring: exp(-pi r / sqrt(1 - r^2)) of the way, which is 0.254 at 0.4.
        #expect(abs(greatest - 175.4) < 1.5, "\(greatest)")
    }

    @Test("An inner block has the outer one's duration and curve, unless it says otherwise")
    func nesting() throws {
        let stage = Stage()
        stage.act {
            UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
                #expect(UIView.inheritedAnimationDuration == 2)
                UIView.animate(withDuration: 1) { stage.view.alpha = 0 }
                UIView.animate(
                    withDuration: 1, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve]
                ) { stage.view.center.x = 0 }
            }
        }
        #expect(stage.basic("opacity")?.duration == 2)
        #expect(stage.basic("opacity")?.timingFunction == CAMediaTimingFunction(name: .linear))
        #expect(stage.basic("position")?.duration == 1)
        #expect(stage.basic("position")?.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    }

    @Test("Keyframes change what they are to in their part of the time")
    func keyframes() throws {
        let stage = Stage()
        let start = stage.host.time
        stage.act {
            UIView.animateKeyframes(withDuration: 2, delay: 0, options: .calculationModeLinear) {
                UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) { stage.view.alpha = 0.5 }
                UIView.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 0.25) { stage.view.alpha = 0 }
            }
        }
        let frames = try #require(stage.view.layer.animation(forKey: "opacity") as? CAKeyframeAnimation)
        #expect(frames.keyTimes?.map { $0.doubleValue } == [0, 0.25, 0.5, 0.75, 1])
        #expect(frames.values?.map { ($0 as? NSNumber)?.doubleValue } == [1, 1, 0.5, 0.5, 0])
        stage.host.advance(to: start + 0.5)
        #expect(stage.view.layer.opacity == 0)
    }

    @Test("A cross-dissolve is a fade of the view's layer")
    func transition() throws {
        let stage = Stage()
        var ended = false
        stage.act {
            UIView.transition(with: stage.view, duration: 0.5, options: .transitionCrossDissolve) {
                stage.view.backgroundColor = .red
            } completion: {
                ended = $0
            }
        }
        let transition = try #require(stage.view.layer.animation(forKey: kCATransition) as? CATransition)
        #expect(transition.type == .fade && transition.duration == 0.5)
        #expect(stage.basic("backgroundColor") == nil)
        stage.host.advance(to: stage.host.time + 0.6)
        #expect(ended)
    }

    @Test("Where animations are not enabled a block changes at once")
    func disabled() {
        let stage = Stage()
        UIView.setAnimationsEnabled(false)
        stage.act { UIView.animate(withDuration: 1) { stage.view.center.x = 200 } }
        UIView.setAnimationsEnabled(true)
        #expect(stage.view.layer.animationKeys() == nil && stage.view.center.x == 200)
    }
}
