import CoreGraphics
import QuartzCore
import ReftestKit

/// Slides from 8 to 48 points in a second; begins at a second of the layer's time.
private func slide(_ configure: (CABasicAnimation) -> Void = { _ in }) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 8
    animation.toValue = 48
    animation.duration = 1
    animation.beginTime = 1
    configure(animation)
    return animation
}

/// A square whose centre is at x.
private func square(_ root: CALayer, _ x: CGFloat, _ configure: (CALayer) -> Void = { _ in }) {
    root.add(box(x - 8, 24, 16, 16), Paint.red, configure)
}

/// A scene with one sliding square, and where it must be at several times.
private func sliding(
    _ name: String, _ indices: [(time: Double, x: CGFloat)], _ configure: @escaping @Sendable (CABasicAnimation) -> Void
) -> [Reftest] {
    indices.enumerated().map { index, position in
        same("\(name)-\(index)", at: position.time) { root in
            square(root, 32) { $0.add(slide(configure), forKey: "slide") }
        } as: {
            square($0, position.x)
        }
    }
}

/// Time: of animations, and of the layers that hold them.
let timingReftests: [Reftest] =
    sliding("begin-time", [(0, 32), (0.99, 32), (1, 8), (1.5, 28), (2.1, 32)]) { _ in }
    + sliding("fill-backwards", [(0, 8), (1.25, 18), (2.1, 32)]) { $0.fillMode = .backwards }
    + sliding("fill-forwards", [(0, 32), (2.1, 48), (9, 48)]) {
        $0.fillMode = .forwards
        $0.isRemovedOnCompletion = false
    }
    + sliding("fill-both", [(0, 8), (2.1, 48)]) {
        $0.fillMode = .both
        $0.isRemovedOnCompletion = false
    }
    + sliding("animation-speed", [(1.25, 28), (1.6, 32)]) { $0.speed = 2 }
    + sliding("animation-time-offset", [(1, 18), (1.5, 38)]) { $0.timeOffset = 0.25 }
    + sliding("autoreverses", [(1.25, 18), (2.25, 38), (2.75, 18), (3.1, 32)]) { $0.autoreverses = true }
    + sliding("repeat-count", [(1.5, 28), (2.5, 28), (3.25, 18), (3.6, 32)]) { $0.repeatCount = 2.5 }
    + sliding("repeat-duration", [(2.5, 28), (3.25, 18), (3.6, 32)]) { $0.repeatDuration = 2.5 }
    + sliding("repeat-and-reverse", [(2.25, 38), (3.25, 18), (4.25, 38), (5.1, 32)]) {
        $0.repeatCount = 2
        $0.autoreverses = true
    }
    + sliding("cumulative", [(1.5, 8), (2.5, 24), (3.5, 40)]) {
        $0.fromValue = 0
        $0.toValue = 16
        $0.repeatCount = 3
        $0.isCumulative = true
    }
    + sliding("additive", [(1.25, 50)]) {
        $0.isAdditive = true
    }
    + [
        same("layer-speed", at: 0.75) { root in
            square(root, 32) {
                $0.speed = 2
                $0.add(slide(), forKey: "slide")
            }
        } as: {
            square($0, 28)
        },

        same("layer-stopped-at-an-offset", at: 5) { root in
            square(root, 32) {
                $0.speed = 0
                $0.timeOffset = 1.5
                $0.add(slide(), forKey: "slide")
            }
        } as: {
            square($0, 28)
        },

        same("layer-begin-time", at: 3.5) { root in
            square(root, 32) {
                $0.beginTime = 2
                $0.add(slide(), forKey: "slide")
            }
        } as: {
            square($0, 28)
        },

        same("layer-speed-begin-and-offset", at: 3) { root in
            square(root, 32) {
                $0.speed = 0.5
                $0.beginTime = 2
                $0.timeOffset = 1
                $0.add(slide(), forKey: "slide")
            }
        } as: {
            square($0, 28)
        },

        same("superlayers-time-is-the-sublayers", at: 0.75) { root in
            root.add(box(0, 0, 64, 64)) { outer in
                outer.speed = 2
                square(outer, 32) { $0.add(slide(), forKey: "slide") }
            }
        } as: {
            square($0, 28)
        },

        same("times-nest", at: 3) { root in
            root.add(box(0, 0, 64, 64)) { outer in
                outer.speed = 2
                outer.beginTime = 1
                square(outer, 32) {
                    $0.speed = 0.5
                    $0.timeOffset = -0.5
                    $0.add(slide(), forKey: "slide")
                }
            }
        } as: {
            square($0, 28)
        },

        same("masks-time-is-the-layers", at: 0.75) { root in
            root.add(box(0, 0, 64, 64), Paint.red) { layer in
                layer.speed = 2
                let mask = CALayer()
                mask.frame = box(24, 24, 16, 16)
                mask.backgroundColor = Paint.blue
                mask.add(slide(), forKey: "slide")
                layer.mask = mask
            }
        } as: {
            square($0, 28)
        },

        same(
            "animation-without-begin-time-begins-at-the-commit", at: 2.25,
            events: [
                SceneEvent(at: 1.75) { root in
                    root.sublayers?.first?.add(slide { $0.beginTime = 0 }, forKey: "slide")
                }
            ]
        ) {
            square($0, 32)
        } as: {
            square($0, 28)
        },

        same(
            "pausing-keeps-the-place", at: 9,
            events: [
                SceneEvent(at: 1.5) { root in
                    guard let layer = root.sublayers?.first else { return }
                    layer.speed = 0
                    layer.timeOffset = 1.5
                }
            ]
        ) { root in
            square(root, 32) { $0.add(slide(), forKey: "slide") }
        } as: {
            square($0, 28)
        },
    ]
