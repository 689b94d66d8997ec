import CoreGraphics
import QuartzCore
import ReftestKit

private func golden(
    _ name: String, size: CGFloat = 96, at time: Double = 0, _ build: @escaping @Sendable (CALayer) -> Void
) -> Reftest {
    Reftest(Scene(name, size: CGSize(width: size, height: size), time: time, build: build), .golden)
}

/// Cases that no simpler scene and no arithmetic covers: our own pictures, looked at before they were accepted.
let goldenReftests: [Reftest] = [
    golden("golden-round-border") { root in
        root.add(box(8, 8, 80, 60), Paint.white) {
            $0.cornerRadius = 20
            $0.borderWidth = 6
            $0.borderColor = Paint.blue
            $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner, .layerMaxXMinYCorner]
        }
    },
    golden("golden-perspective") { root in
        root.sublayerTransform.m34 = -1 / 120
        root.add(box(16, 16, 64, 64), Paint.white) { card in
            card.transform = CATransform3DMakeRotation(0.9, 1, 1, 0.2)
            card.cornerRadius = 10
            card.borderWidth = 3
            card.add(box(8, 16, 48, 32), image: Pictures.quarters)
        }
    },
    golden("golden-turned-image") { root in
        root.add(box(16, 24, 64, 48), image: Pictures.tile) {
            $0.magnificationFilter = .linear
            $0.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
        }
    },
    golden("golden-turned-checks") { root in
        root.add(box(20, 20, 56, 56), image: Pictures.checks) {
            $0.minificationFilter = .trilinear
            $0.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
        }
    },
    golden("golden-nested-turned-clips") { root in
        root.add(box(16, 16, 64, 64), Paint.white) { outer in
            outer.masksToBounds = true
            outer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
            outer.add(box(24, 24, 64, 64), Paint.red) { inner in
                inner.masksToBounds = true
                inner.cornerRadius = 16
                inner.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
                inner.add(box(-10, 20, 100, 12), Paint.blue)
            }
        }
    },
    golden("golden-mask-with-soft-edges") { root in
        root.add(box(8, 8, 80, 80), image: Pictures.quarters) { layer in
            let mask = CALayer()
            mask.frame = layer.bounds
            mask.contents = picture(8, 8) { x, y in UInt32(min(255, (x + y) * 18)) << 24 }
            layer.mask = mask
        }
    },
    golden("golden-spring-and-keyframes", at: 0.3) { root in
        for index in 0..<5 {
            root.add(box(4, CGFloat(index) * 18 + 4, 14, 14), Paint.red) { layer in
                layer.cornerRadius = CGFloat(index) * 1.75
                let spring = CASpringAnimation(keyPath: "position.x")
                spring.fromValue = 11
                spring.toValue = 60
                spring.damping = CGFloat(index) * 4 + 2
                spring.duration = 3
                layer.add(spring, forKey: "place")
                let turn = CAKeyframeAnimation(keyPath: "transform.rotation.z")
                turn.values = [0, 1, -1, 0]
                turn.duration = 1
                layer.add(turn, forKey: "turn")
            }
        }
    },
    golden("golden-translucent-pile") { root in
        for index in 0..<6 {
            root.add(box(CGFloat(index) * 9, CGFloat(index) * 9, 44, 44), index % 2 == 0 ? Paint.halfRed : Paint.blue) {
                $0.opacity = 0.6
                $0.transform = CATransform3DMakeRotation(CGFloat(index) * 0.3, 0, 0, 1)
                $0.add(box(6, 6, 20, 20), Paint.green)
            }
        }
    },
]
