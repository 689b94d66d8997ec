import CoreGraphics
import Foundation
import QuartzCore
import ReftestKit

/// A stage that is red with a white corner, and becomes blue with a green corner in a transition of one second at 1 s.
private func transition(
    _ name: String, at time: Double, _ type: CATransitionType, _ subtype: CATransitionSubtype? = nil,
    fuzz: Fuzz = .exact, configure: @escaping @Sendable (CATransition) -> Void = { _ in },
    stage: @escaping @Sendable (CALayer) -> Void = { _ in },
    change: (@Sendable (CALayer) -> Void)? = nil
) -> Scene {
    let event = SceneEvent(at: 1) { root in
        guard let layer = root.sublayers?.first else { return }
        let transition = CATransition()
        (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
        configure(transition)
        CATransaction.setDisableActions(true)
        layer.add(transition, forKey: nil)
        if let change { change(layer) } else { turnBlue(layer) }
    }
    return Scene(name, time: time, events: [event]) { root in
        old(root, box(16, 16, 32, 32), stage)
    }
}

private func old(_ root: CALayer, _ frame: CGRect, _ configure: (CALayer) -> Void = { _ in }) {
    root.add(frame, Paint.red) {
        $0.add(box(0, 0, 8, 8), Paint.white)
        configure($0)
    }
}

private func new(_ root: CALayer, _ frame: CGRect, _ configure: (CALayer) -> Void = { _ in }) {
    root.add(frame, Paint.blue) {
        $0.add(box(24, 24, 8, 8), Paint.green)
        configure($0)
    }
}

@Sendable private func turnBlue(_ layer: CALayer) {
    layer.backgroundColor = Paint.blue
    layer.sublayers = nil
    layer.add(box(24, 24, 8, 8), Paint.green)
}

private func looks(_ scene: Scene, _ build: @escaping @Sendable (CALayer) -> Void) -> Reftest {
    Reftest(scene, .same(Scene("\(scene.name)-simpler", build: build)))
}

/// The way that things go for each subtype, with y down: its top is where y is greatest.
private let ways: [(CATransitionSubtype, x: CGFloat, y: CGFloat)] = [
    (.fromLeft, 1, 0), (.fromRight, -1, 0), (.fromTop, 0, -1), (.fromBottom, 0, 1),
]

private let motions: [Reftest] = ways.flatMap { way in
    let (name, dx, dy) = (way.0.rawValue, way.x * 32, way.y * 32)
    return [
        looks(transition("transition-push-\(name)", at: 1.25, .push, way.0)) { root in
            old(root, box(16 + dx / 4, 16 + dy / 4, 32, 32))
            new(root, box(16 - dx * 3 / 4, 16 - dy * 3 / 4, 32, 32))
        },
        looks(transition("transition-move-in-\(name)", at: 1.25, .moveIn, way.0)) { root in
            old(root, box(16, 16, 32, 32))
            new(root, box(16 - dx * 3 / 4, 16 - dy * 3 / 4, 32, 32))
        },
        looks(transition("transition-reveal-\(name)", at: 1.25, .reveal, way.0)) { root in
            new(root, box(16, 16, 32, 32))
            old(root, box(16 + dx / 4, 16 + dy / 4, 32, 32))
        },
    ]
}

/// A camera three times the side away, as the cube and the flip have.
private func camera() -> CATransform3D {
    var camera = CATransform3DIdentity
    camera.m34 = -1.0 / 96
    return camera
}

private func image(_ color: UInt32) -> CGImage { picture(4, 4) { _, _ in color } }

private let unofficial: [Reftest] = [
    ("cube", CATransitionType(rawValue: "cube")), ("ripple", CATransitionType(rawValue: "rippleEffect")),
    ("suck", CATransitionType(rawValue: "suckEffect")), ("page-curl", CATransitionType(rawValue: "pageCurl")),
    ("page-uncurl", CATransitionType(rawValue: "pageUnCurl")), ("iris", CATransitionType(rawValue: "cameraIris")),
    ("rotate", CATransitionType(rawValue: "rotate")),
].map { Reftest(transition("golden-transition-\($0.0)", at: 1.4, $0.1), .golden) }

/// Transitions: CATransition and images that replace each other.
let transitionReftests: [Reftest] =
    motions + unofficial + [
        Reftest(
            transition("transition-fade", at: 1.5, .fade),
            .pixels([
                ExpectedPixel(x: 32, y: 30, pixel: 0xff80_0080), ExpectedPixel(x: 18, y: 18, pixel: 0xff80_80ff),
                ExpectedPixel(x: 44, y: 44, pixel: 0xff80_8000), ExpectedPixel(x: 8, y: 8, pixel: 0),
            ])),
        looks(transition("transition-fade-starts-with-the-old", at: 1, .fade)) { old($0, box(16, 16, 32, 32)) },
        looks(transition("transition-fade-ends-with-the-new", at: 2, .fade)) { new($0, box(16, 16, 32, 32)) },
        looks(transition("transition-push-comes-from-the-left", at: 1.25, .push)) { root in
            old(root, box(24, 16, 32, 32))
            new(root, box(-8, 16, 32, 32))
        },
        looks(
            transition("transition-between-progresses", at: 1.5, .push, .fromLeft) {
                ($0.startProgress, $0.endProgress) = (0.25, 0.75)
            }
        ) { root in
            old(root, box(32, 16, 32, 32))
            new(root, box(0, 16, 32, 32))
        },
        looks(
            transition("transition-holds-its-end-progress", at: 9, .push, .fromLeft) {
                ($0.endProgress, $0.fillMode, $0.isRemovedOnCompletion) = (0.5, .forwards, false)
            }
        ) { root in
            old(root, box(32, 16, 32, 32))
            new(root, box(0, 16, 32, 32))
        },
        looks(
            transition("transition-is-eased", at: 1.5, .push, .fromLeft) {
                $0.timingFunction = CAMediaTimingFunction(controlPoints: 0, 1, 0, 1)
            }
        ) { root in
            // The curve's value at one half: s with 3 s (1 - s)^2 * 0 + s^3 = 0.5, y = 3 s (1 - s) + s^3.
            let s = cbrt(0.5)
            let y = CGFloat(3 * s * (1 - s) + 0.5)
            old(root, box(16 + 32 * y, 16, 32, 32))
            new(root, box(-16 + 32 * y, 16, 32, 32))
        },
        Reftest(
            transition(
                "transition-unknown-type-fades", at: 1.25, CATransitionType(rawValue: "swirl")),
            .same(transition("transition-unknown-type-fades-simpler", at: 1.25, .fade))),
        Reftest(
            transition("transition-fades-a-layer-out", at: 1.25, .fade, change: { $0.isHidden = true }),
            .pixels([ExpectedPixel(x: 32, y: 30, pixel: 0xbf_bf0000), ExpectedPixel(x: 18, y: 18, pixel: 0xbfbf_bfbf)])),
        Reftest(
            transition(
                "transition-fades-a-layer-in", at: 1.25, .fade, stage: { $0.isHidden = true },
                change: { $0.isHidden = false }),
            .pixels([ExpectedPixel(x: 32, y: 30, pixel: 0x40_400000)])),
        looks(
            transition(
                "transition-of-a-layer-that-moves", at: 1.25, .push, .fromLeft,
                change: {
                    turnBlue($0)
                    $0.position.y += 8
                })
        ) { root in
            old(root, box(24, 24, 32, 32))
            new(root, box(-8, 24, 32, 32))
        },
        Reftest(
            transition(
                "transition-of-contents", at: 1.5, .fade,
                stage: {
                    $0.sublayers = nil
                    $0.contents = image(0xffff_ff00)
                }, change: { $0.contents = image(0xff00_ffff) }),
            .pixels([ExpectedPixel(x: 32, y: 32, pixel: 0xff80_ff80)])),
        looks(
            transition(
                "transition-keeps-the-old-animations-where-they-were", at: 1.5, .push, .fromLeft,
                stage: { layer in
                    let fade = CABasicAnimation(keyPath: "cornerRadius")
                    (fade.fromValue, fade.toValue, fade.duration) = (0, 16, 2)
                    layer.sublayers = nil
                    layer.add(fade, forKey: "round")
                },
                change: {
                    $0.removeAllAnimations()
                    $0.backgroundColor = Paint.blue
                    let push = CATransition()
                    (push.type, push.duration) = (.push, 1)
                    $0.add(push, forKey: nil)
                })
        ) { root in
            root.add(box(32, 16, 32, 32), Paint.red) { $0.cornerRadius = 8 }
            root.add(box(0, 16, 32, 32), Paint.blue)
        },
        looks(transition("transition-flip", at: 1.25, CATransitionType(rawValue: "oglFlip"))) { root in
            old(root, box(16, 16, 32, 32)) {
                $0.transform = CATransform3DConcat(CATransform3DMakeRotation(.pi / 4, 0, 1, 0), camera())
            }
        },
        looks(transition("transition-flip-shows-the-new-after-half", at: 1.75, CATransitionType(rawValue: "flip"))) {
            root in
            new(root, box(16, 16, 32, 32)) {
                $0.transform = CATransform3DConcat(CATransform3DMakeRotation(-.pi / 4, 0, 1, 0), camera())
            }
        },
        Reftest(
            transition(
                "transition-iris-closes", at: 1.5, CATransitionType(rawValue: "cameraIrisHollowClose")),
            .pixels([
                ExpectedPixel(x: 32, y: 32, pixel: 0xffff_0000), ExpectedPixel(x: 17, y: 17, pixel: 0xff00_0000),
            ])),
        Reftest(
            transition("transition-iris-opens", at: 1.5, CATransitionType(rawValue: "cameraIrisHollowOpen")),
            .pixels([
                ExpectedPixel(x: 32, y: 32, pixel: 0xff00_00ff), ExpectedPixel(x: 17, y: 17, pixel: 0xff00_0000),
            ])),
        Reftest(
            transition("transition-suck-leaves-the-new", at: 1.75, CATransitionType(rawValue: "suckEffect")),
            .pixels([
                ExpectedPixel(x: 20, y: 20, pixel: 0xff00_00ff), ExpectedPixel(x: 32, y: 36, pixel: 0xffff_0000),
                ExpectedPixel(x: 44, y: 44, pixel: 0xff00_ff00),
            ])),

        // Images that replace each other.
        pixels(
            "contents-cross-fade", at: 0.25,
            expect: [(16, 16, 0xffbf_4000), (48, 48, 0), (1, 1, 0)]
        ) { root in
            let fade = CABasicAnimation(keyPath: "contents")
            (fade.fromValue, fade.toValue, fade.duration) = (image(0xffff_0000), image(0xff00_ff00), 1)
            root.add(box(8, 8, 32, 32), image: image(0xff00_00ff)) { $0.add(fade, forKey: nil) }
        },
        pixels("contents-cross-fade-from-nothing", at: 0.5, expect: [(16, 16, 0x8080_0000)]) { root in
            let fade = CABasicAnimation(keyPath: "contents")
            (fade.toValue, fade.duration) = (image(0xffff_0000), 1)
            root.add(box(8, 8, 32, 32)) { $0.add(fade, forKey: nil) }
        },
        pixels("contents-keyframes-cross-fade", at: 1.5, expect: [(16, 16, 0xff00_8080)]) { root in
            let frames = CAKeyframeAnimation(keyPath: "contents")
            frames.values = [image(0xffff_0000), image(0xff00_ff00), image(0xff00_00ff)]
            frames.duration = 2
            root.add(box(8, 8, 32, 32), image: image(0xff00_0000)) { $0.add(frames, forKey: nil) }
        },
        pixels("contents-keyframes-step-in-discrete-mode", at: 1.5, expect: [(16, 16, 0xff00_00ff)]) { root in
            let frames = CAKeyframeAnimation(keyPath: "contents")
            frames.values = [image(0xffff_0000), image(0xff00_ff00), image(0xff00_00ff)]
            frames.calculationMode = .discrete
            frames.duration = 2
            root.add(box(8, 8, 32, 32), image: image(0xff00_0000)) { $0.add(frames, forKey: nil) }
        },
        pixels(
            "contents-change-cross-fades", at: 1.1,
            events: [
                SceneEvent(at: 1) { root in
                    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                    CATransaction.setAnimationDuration(0.2)
                    root.sublayers?.first?.contents = image(0xff00_ff00)
                }
            ], expect: [(16, 16, 0xff80_8000)]
        ) { root in
            root.add(box(8, 8, 32, 32), image: image(0xffff_0000))
        },
        same("contents-cross-fade-is-clipped-once", at: 0.5) { root in
            let fade = CABasicAnimation(keyPath: "contents")
            (fade.fromValue, fade.toValue, fade.duration) = (image(0xffff_0000), image(0xffff_0001), 1)
            root.add(box(8, 8, 32, 32), image: image(0xffff_0000)) {
                ($0.cornerRadius, $0.masksToBounds) = (10, true)
                $0.add(fade, forKey: nil)
            }
        } as: { root in
            root.add(box(8, 8, 32, 32), image: image(0xffff_0001)) {
                ($0.cornerRadius, $0.masksToBounds) = (10, true)
            }
        },
    ]
