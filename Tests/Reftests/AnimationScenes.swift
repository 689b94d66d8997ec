import CoreGraphics
import Foundation
import QuartzCore
import ReftestKit

private func basic(_ keyPath: String, from: Any?, to: Any?, _ configure: (CABasicAnimation) -> Void = { _ in })
    -> CABasicAnimation
{
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = 1
    configure(animation)
    return animation
}

private func square(_ root: CALayer, _ configure: (CALayer) -> Void = { _ in }) {
    root.add(box(24, 24, 16, 16), Paint.red, configure)
}

/// An animation of the square halfway, and the square as it must be then.
private func halfway(
    _ name: String, at time: Double = 0.5, _ animation: @escaping @Sendable () -> CAAnimation,
    is model: @escaping @Sendable (CALayer) -> Void
) -> Reftest {
    same(name, at: time) { root in
        square(root) { $0.add(animation(), forKey: "animation") }
    } as: {
        square($0, model)
    }
}

private func keyframes(_ mode: CAAnimationCalculationMode, _ keyTimes: [NSNumber]?) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position.x")
    animation.values = [8, 40, 24, 56]
    animation.keyTimes = keyTimes
    animation.calculationMode = mode
    animation.duration = 3
    return animation
}

private func spring(_ configure: (CASpringAnimation) -> Void = { _ in }) -> CASpringAnimation {
    let animation = CASpringAnimation(keyPath: "position.x")
    animation.fromValue = 8
    animation.toValue = 40
    animation.duration = 4
    configure(animation)
    return animation
}

/// The place of the spring's square by the equation of a damped oscillator with mass 1, stiffness 100 and damping 10.
private func springPosition(_ time: Double) -> CGFloat {
    let (rate, ratio) = (10.0, 0.5)
    let damped = rate * (1 - ratio * ratio).squareRoot()
    let swing = exp(-ratio * rate * time) * (cos(damped * time) + ratio * rate / damped * sin(damped * time))
    return CGFloat(40 - 32 * swing)
}

private func springReftest(_ time: Double) -> Reftest {
    return halfway("spring-at-\(Int(time * 1_000))", at: time) {
        spring()
    } is: {
        $0.position.x = springPosition(time)
    }
}

/// Each class of animation, and each sort of property.
let animationReftests: [Reftest] = [
    halfway("animates-position") {
        basic("position", from: CGPoint(x: 8, y: 8), to: CGPoint(x: 40, y: 56))
    } is: {
        $0.position = CGPoint(x: 24, y: 32)
    },
    halfway("animates-from-the-model") {
        basic("position.y", from: 8, to: nil)
    } is: {
        $0.position.y = 20
    },
    halfway("animates-to-from-the-model") {
        basic("position.y", from: nil, to: 48)
    } is: {
        $0.position.y = 40
    },
    halfway("animates-by") {
        basic("position.y", from: 16, to: nil) { $0.byValue = 16 }
    } is: {
        $0.position.y = 24
    },
    halfway("animates-by-up-to") {
        basic("position.y", from: nil, to: 48) { $0.byValue = 16 }
    } is: {
        $0.position.y = 40
    },
    halfway("animates-bounds") {
        basic("bounds", from: box(0, 0, 8, 8), to: box(0, 0, 40, 24))
    } is: {
        $0.bounds = box(0, 0, 24, 16)
    },
    halfway("animates-size") {
        basic("bounds.size.width", from: 8, to: 40)
    } is: {
        $0.bounds.size.width = 24
    },
    halfway("animates-anchor-point") {
        basic("anchorPoint", from: CGPoint(x: 0, y: 0), to: CGPoint(x: 1, y: 0.5))
    } is: {
        $0.anchorPoint = CGPoint(x: 0.5, y: 0.25)
    },
    halfway("animates-rotation") {
        basic("transform.rotation.z", from: 0, to: 1.0)
    } is: {
        $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    },
    halfway("animates-rotation-beyond-a-turn") {
        basic("transform.rotation", from: 0, to: 10.0)
    } is: {
        $0.transform = CATransform3DMakeRotation(5, 0, 0, 1)
    },
    halfway("animates-scale") {
        basic("transform.scale", from: 1, to: 3)
    } is: {
        $0.transform = CATransform3DMakeScale(2, 2, 2)
    },
    halfway("animates-translation") {
        basic("transform.translation.x", from: 0, to: 20)
    } is: {
        $0.transform = CATransform3DMakeTranslation(10, 0, 0)
    },
    halfway("animates-transform") {
        basic("transform", from: CATransform3DIdentity, to: CATransform3DMakeScale(3, 2, 1))
    } is: {
        $0.transform = CATransform3DMakeScale(2, 1.5, 1)
    },
    halfway("animates-sublayer-transform") {
        basic("sublayerTransform", from: CATransform3DIdentity, to: CATransform3DMakeTranslation(20, 0, 0))
    } is: {
        $0.sublayerTransform = CATransform3DMakeTranslation(10, 0, 0)
    },
    halfway("animates-opacity") {
        basic("opacity", from: 0, to: 1)
    } is: {
        $0.opacity = 0.5
    },
    halfway("animates-corner-radius") {
        basic("cornerRadius", from: 0, to: 16)
    } is: {
        $0.cornerRadius = 8
    },
    halfway("animates-border-width") {
        basic("borderWidth", from: 0, to: 8)
    } is: {
        $0.borderWidth = 4
    },
    halfway("animates-colour") {
        basic("backgroundColor", from: Paint.red, to: Paint.blue)
    } is: {
        $0.backgroundColor = CGColor(srgbRed: 0.5, green: 0, blue: 0.5, alpha: 1)
    },
    halfway("animates-timing-function") {
        basic("position.x", from: 0, to: 64) { $0.timingFunction = CAMediaTimingFunction(controlPoints: 0, 0, 0, 1) }
    } is: {
        // x(s) = s^3, y(s) = 3 s^2 (1 - s) + s^3: at x = 0.5, s = 0.5^(1/3).
        let s = pow(0.5, 1.0 / 3)
        $0.position.x = CGFloat(64 * (3 * s * s * (1 - s) + s * s * s))
    },
    same("animates-hidden", at: 0.75) { root in
        square(root)
        root.add(box(0, 0, 8, 8), Paint.blue) { $0.add(basic("hidden", from: true, to: true), forKey: nil) }
    } as: {
        square($0)
    },
    same("animates-depth", at: 0.75) { root in
        square(root) { $0.add(basic("zPosition", from: -1, to: 1), forKey: nil) }
        root.add(box(30, 30, 16, 16), Paint.green)
    } as: { root in
        root.add(box(30, 30, 16, 16), Paint.green)
        square(root)
    },
    same("animates-contents-rect", at: 0.5) { root in
        root.add(box(8, 8, 32, 32), image: Pictures.quarters) {
            $0.add(basic("contentsRect", from: box(0, 0, 1, 1), to: box(0.5, 0, 0, 1)), forKey: nil)
        }
    } as: { root in
        root.add(box(8, 8, 32, 32), image: Pictures.quarters) { $0.contentsRect = box(0.25, 0, 0.5, 1) }
    },
    same("later-animations-win", at: 0.5) { root in
        square(root) {
            $0.add(basic("position.x", from: 0, to: 8), forKey: "a")
            $0.add(basic("position.x", from: 30, to: 50), forKey: "b")
        }
    } as: {
        square($0) { $0.position.x = 40 }
    },
    same("additive-animations-add-up", at: 0.5) { root in
        square(root) {
            $0.add(basic("position.x", from: 0, to: 8) { $0.isAdditive = true }, forKey: "a")
            $0.add(basic("position.x", from: -20, to: 0) { $0.isAdditive = true }, forKey: "b")
        }
    } as: {
        square($0) { $0.position.x = 26 }
    },
    same("same-key-replaces", at: 0.5) { root in
        square(root) {
            $0.add(basic("position.y", from: 0, to: 8), forKey: "a")
            $0.add(basic("position.x", from: 30, to: 50), forKey: "a")
        }
    } as: {
        square($0) { $0.position.x = 40 }
    },

    halfway("keyframes-linear-first", at: 0.5) {
        keyframes(.linear, nil)
    } is: {
        $0.position.x = 24
    },
    halfway("keyframes-linear-second", at: 1.25) {
        keyframes(.linear, nil)
    } is: {
        $0.position.x = 36
    },
    halfway("keyframes-linear-last", at: 2.5) {
        keyframes(.linear, nil)
    } is: {
        $0.position.x = 40
    },
    halfway("keyframes-key-times", at: 1.2) {
        keyframes(.linear, [0, 0.3, 0.5, 1])
    } is: {
        $0.position.x = 32
    },
    halfway("keyframes-discrete", at: 1) {
        keyframes(.discrete, [0, 0.3, 0.5, 0.75, 1])
    } is: {
        $0.position.x = 40
    },
    halfway("keyframes-discrete-evenly", at: 2) {
        keyframes(.discrete, nil)
    } is: {
        $0.position.x = 24
    },
    halfway("keyframes-timing-functions", at: 0.5) {
        let animation = keyframes(.linear, nil)
        animation.timingFunctions = [
            CAMediaTimingFunction(controlPoints: 0, 0, 0, 1), CAMediaTimingFunction(name: .linear),
            CAMediaTimingFunction(name: .linear),
        ]
        return animation
    } is: {
        let s = pow(0.5, 1.0 / 3)
        $0.position.x = CGFloat(8 + 32 * (3 * s * s * (1 - s) + s * s * s))
    },

    springReftest(0.1), springReftest(0.25), springReftest(0.4), springReftest(1),

    halfway("group-has-members-of-all-sorts", at: 0.5) {
        let group = CAAnimationGroup()
        group.duration = 1
        group.animations = [basic("position.x", from: 8, to: 40), basic("cornerRadius", from: 0, to: 16)]
        return group
    } is: {
        $0.position.x = 24
        $0.cornerRadius = 8
    },
    halfway("group-cuts-its-members-short", at: 0.75) {
        let group = CAAnimationGroup()
        group.duration = 0.5
        group.animations = [basic("position.x", from: 8, to: 40)]
        return group
    } is: { _ in
    },
    halfway("group-repeats-what-it-cuts", at: 0.75) {
        let group = CAAnimationGroup()
        group.duration = 0.5
        group.repeatCount = 2
        group.animations = [basic("position.x", from: 8, to: 40)]
        return group
    } is: {
        $0.position.x = 16
    },
    halfway("group-speed-is-its-members", at: 0.25) {
        let group = CAAnimationGroup()
        group.duration = 1
        group.speed = 2
        group.animations = [basic("position.x", from: 8, to: 40)]
        return group
    } is: {
        $0.position.x = 24
    },
    halfway("group-members-begin-later", at: 0.75) {
        let group = CAAnimationGroup()
        group.duration = 2
        group.animations = [
            basic("position.x", from: 8, to: 40) {
                $0.beginTime = 0.5
                $0.fillMode = .backwards
            }
        ]
        return group
    } is: {
        $0.position.x = 16
    },

    same(
        "change-animates-implicitly", at: 1.125,
        events: [
            SceneEvent(at: 1) { $0.sublayers?.first?.position = CGPoint(x: 48, y: 32) }
        ]
    ) {
        square($0)
    } as: { root in
        square(root) {
            $0.speed = 0
            $0.timeOffset = 0.125
            let animation = basic("position", from: CGPoint(x: 32, y: 32), to: CGPoint(x: 48, y: 32))
            animation.duration = 0.25
            animation.beginTime = 1e-12
            animation.timingFunction = CAMediaTimingFunction(name: .default)
            $0.add(animation, forKey: nil)
        }
    },
    same(
        "change-with-a-duration", at: 2,
        events: [
            SceneEvent(at: 1) { root in
                CATransaction.begin()
                CATransaction.setAnimationDuration(2)
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                root.sublayers?.first?.position.x = 48
                CATransaction.commit()
            }
        ]
    ) {
        square($0)
    } as: {
        square($0) { $0.position.x = 40 }
    },
    same(
        "change-without-actions", at: 1,
        events: [
            SceneEvent(at: 1) { root in
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                root.sublayers?.first?.position.x = 48
                CATransaction.commit()
            }
        ]
    ) {
        square($0)
    } as: {
        square($0) { $0.position.x = 48 }
    },
    same(
        "completion-block-runs-at-the-end", at: 2.5,
        events: [
            SceneEvent(at: 1) { root in
                CATransaction.begin()
                CATransaction.setAnimationDuration(1)
                CATransaction.setCompletionBlock { root.add(box(0, 0, 8, 8), Paint.blue) }
                root.sublayers?.first?.position.x = 48
                CATransaction.commit()
            }
        ]
    ) {
        square($0)
    } as: { root in
        square(root) { $0.position.x = 48 }
        root.add(box(0, 0, 8, 8), Paint.blue)
    },
    same(
        "removed-animation-shows-the-model", at: 0.75,
        events: [
            SceneEvent(at: 0.5) { $0.sublayers?.first?.removeAllAnimations() }
        ]
    ) { root in
        square(root) { $0.add(basic("position.x", from: 8, to: 40), forKey: "a") }
    } as: {
        square($0)
    },
]
