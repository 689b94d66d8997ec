import CoreGraphics
import Foundation
import QuartzCore
import ReftestKit

/// A replicator layer in front of the other layers, over the whole root.
@discardableResult
private func replicate(
    _ count: Int, in root: CALayer, by transform: CATransform3D = CATransform3DIdentity,
    _ configure: (CAReplicatorLayer) -> Void
) -> CAReplicatorLayer {
    let layer = CAReplicatorLayer()
    layer.frame = root.bounds
    layer.instanceCount = count
    layer.instanceTransform = transform
    configure(layer)
    root.addSublayer(layer)
    return layer
}

private func move(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat = 0) -> CATransform3D {
    CATransform3DMakeTranslation(x, y, z)
}

private func turn(_ angle: CGFloat) -> CATransform3D { CATransform3DMakeRotation(angle, 0, 0, 1) }

/// A layer over the whole of another that goes through a transform about its middle, as a copy does.
private func copy(in root: CALayer, through transform: CATransform3D, _ build: (CALayer) -> Void) {
    root.add(root.bounds) { group in
        group.transform = transform
        build(group)
    }
}

/// A replicator's copies, and the same as layers that are each placed by hand.
private func copies(
    _ name: String, _ count: Int, by transform: CATransform3D, fuzz: Fuzz = .exact, variants: [Variant: Fuzz] = [:],
    _ build: @escaping @Sendable (CALayer) -> Void
) -> Reftest {
    same("replicator-\(name)", fuzz: fuzz, variants: variants) { root in
        replicate(count, in: root, by: transform, build)
    } as: { root in
        var through = CATransform3DIdentity
        for _ in 0..<count {
            copy(in: root, through: through, build)
            through = CATransform3DConcat(through, transform)
        }
    }
}

private func slide(_ layer: CALayer) {
    let slide = CABasicAnimation(keyPath: "position.x")
    slide.fromValue = 8
    slide.toValue = 56
    slide.duration = 1
    slide.fillMode = .both
    slide.isRemovedOnCompletion = false
    layer.add(slide, forKey: "slide")
}

private let eighths = Fuzz.fuzzy(1, pixels: 150, because: "samples are multiplied by a factor of 8 bits")

/// CAReplicatorLayer: each scene against layers that are placed by hand.
let replicatorReftests: [Reftest] = [
    copies("moves-from-copy-to-copy", 4, by: move(12, 5)) { $0.add(box(3, 4, 10, 14), Paint.red) },
    copies("moves-between-pixels", 5, by: move(9.3, 2.7)) {
        $0.add(box(3.5, 4.25, 8, 14), Paint.red) { $0.cornerRadius = 3 }
    },
    copies("turns-about-the-middle", 6, by: turn(.pi / 3)) { $0.add(box(26, 4, 12, 12), Paint.blue) },
    copies("shrinks", 5, by: CATransform3DMakeScale(0.7, 0.7, 1)) { root in
        root.add(box(4, 4, 56, 56)) {
            $0.borderWidth = 2
            $0.borderColor = Paint.blue
        }
    },
    copies("reflects", 2, by: CATransform3DScale(move(0, 20), 1, -1, 0)) { root in
        root.add(box(8, 6, 40, 24), Paint.green) { $0.add(box(4, 2, 20, 8), Paint.red) }
    },
    copies(
        "copies-trees-with-clips", 3, by: CATransform3DConcat(turn(0.3), move(8, 10)),
        fuzz: .fuzzy(
            3, pixels: 4, because: "matrices are multiplied in another order, and three coverages are each rounded")
    ) { root in
        root.add(box(6, 6, 20, 20), Paint.blue) { layer in
            layer.cornerRadius = 6
            layer.masksToBounds = true
            layer.add(box(-4, -4, 14, 14), Paint.red)
            layer.add(box(8, 8, 20, 4), Paint.green) {
                $0.masksToBounds = true
                $0.add(box(2, 2, 6, 6), Paint.white)
            }
        }
    },
    copies("copies-images", 4, by: move(14, 11)) { $0.add(box(2, 3, 16, 8), image: Pictures.quarters) },
    copies("copies-turned-images", 5, by: turn(2 * .pi / 5)) {
        $0.add(box(24, 2, 16, 16), image: Pictures.tile) { $0.magnificationFilter = .linear }
    },
    copies("copies-nine-part-images", 3, by: move(10, 16)) {
        $0.add(box(2, 3, 30, 14), image: Pictures.tile) { $0.contentsCenter = box(0.25, 0.25, 0.5, 0.5) }
    },
    copies("copies-masked-layers", 3, by: move(15, 12)) { root in
        root.add(box(4, 4, 24, 24), Paint.red) { layer in
            let mask = CALayer()
            mask.frame = box(4, 4, 16, 16)
            mask.cornerRadius = 8
            mask.backgroundColor = Paint.blue
            layer.mask = mask
        }
    },
    copies("copies-shadows", 3, by: move(16, 14)) {
        $0.add(box(6, 6, 14, 10), Paint.green) {
            $0.shadowOpacity = 0.8
            $0.shadowRadius = 2
        }
    },
    copies("copies-groups", 3, by: move(12, 12)) { root in
        root.add(box(4, 4, 24, 24), Paint.blue) { layer in
            layer.opacity = 0.5
            layer.add(box(4, 4, 8, 24), Paint.red)
        }
    },
    copies("copies-lines", 6, by: turn(.pi / 3)) { root in
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 32, y: 24))
        path.addLine(to: CGPoint(x: 36, y: 6))
        path.addLine(to: CGPoint(x: 28, y: 4))
        shape.path = path
        (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, Paint.red, 2.5)
        root.addSublayer(shape)
    },
    copies("copies-tilted-layers", 3, by: move(18, 0)) { root in
        root.add(box(4, 8, 20, 40), Paint.green) { $0.transform = CATransform3DMakeRotation(0.8, 0, 1, 0) }
    },

    same("replicator-without-transform-is-its-sublayers") { root in
        replicate(3, in: root) { $0.add(box(10, 10, 20, 20), Paint.red) }
    } as: {
        $0.add(box(10, 10, 20, 20), Paint.red)
    },
    same("replicator-shows-itself-once") { root in
        replicate(3, in: root, by: move(10, 10)) { layer in
            layer.backgroundColor = Paint.halfRed
            layer.borderWidth = 3
            layer.frame = box(4, 4, 40, 40)
        }
    } as: {
        $0.add(box(4, 4, 40, 40), Paint.halfRed) { $0.borderWidth = 3 }
    },
    same("replicator-of-no-copies-shows-only-itself") { root in
        replicate(0, in: root) { layer in
            layer.frame = box(4, 4, 40, 40)
            layer.backgroundColor = Paint.green
            layer.add(box(10, 10, 20, 20), Paint.red)
        }
    } as: {
        $0.add(box(4, 4, 40, 40), Paint.green)
    },
    same("replicator-clips-its-copies") { root in
        replicate(5, in: root, by: move(11, 8)) { layer in
            layer.frame = box(8, 8, 40, 30)
            layer.cornerRadius = 9
            layer.masksToBounds = true
            layer.add(box(-4, -4, 14, 14), Paint.red)
        }
    } as: { root in
        root.add(box(8, 8, 40, 30)) { layer in
            layer.cornerRadius = 9
            layer.masksToBounds = true
            for k in 0..<5 { layer.add(box(-4 + 11 * CGFloat(k), -4 + 8 * CGFloat(k), 14, 14), Paint.red) }
        }
    },
    same("replicator-is-masked-as-a-whole") { root in
        replicate(3, in: root, by: move(14, 14)) { layer in
            layer.add(box(4, 4, 20, 20), Paint.red)
            layer.mask = CALayer()
            layer.mask?.frame = box(10, 10, 40, 24)
            layer.mask?.backgroundColor = Paint.blue
        }
    } as: { root in
        root.add(root.bounds) { layer in
            for k in 0..<3 { layer.add(box(4 + 14 * CGFloat(k), 4 + 14 * CGFloat(k), 20, 20), Paint.red) }
            layer.mask = CALayer()
            layer.mask?.frame = box(10, 10, 40, 24)
            layer.mask?.backgroundColor = Paint.blue
        }
    },
    same("replicator-opacity-is-of-all-copies-together") { root in
        replicate(3, in: root, by: move(8, 8)) { layer in
            layer.opacity = 0.5
            layer.add(box(4, 4, 24, 24), Paint.red)
        }
    } as: { root in
        root.add(root.bounds) { layer in
            layer.opacity = 0.5
            for k in 0..<3 { layer.add(box(4 + 8 * CGFloat(k), 4 + 8 * CGFloat(k), 24, 24), Paint.red) }
        }
    },
    same("replicator-colour-multiplies-and-offsets-add") { root in
        replicate(4, in: root, by: move(14, 0)) { layer in
            layer.instanceColor = CGColor(srgbRed: 1, green: 0.75, blue: 1, alpha: 1)
            layer.instanceGreenOffset = -0.25
            layer.instanceBlueOffset = -0.5
            layer.add(box(3, 10, 12, 30), Paint.white)
        }
    } as: { root in
        for k in 0..<4 {
            let c = CGFloat(k)
            root.add(
                box(3 + 14 * c, 10, 12, 30),
                CGColor(srgbRed: 1, green: 0.75 - 0.25 * c, blue: max(0, 1 - 0.5 * c), alpha: 1))
        }
    },
    same("replicator-factors-stay-within-0-and-1") { root in
        replicate(3, in: root, by: move(20, 0)) { layer in
            layer.instanceColor = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
            layer.instanceRedOffset = 1
            layer.instanceGreenOffset = -1
            layer.add(box(2, 10, 16, 30), Paint.white)
        }
    } as: { root in
        root.add(box(2, 10, 16, 30), CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1))
        root.add(box(22, 10, 36, 30), CGColor(srgbRed: 1, green: 0, blue: 0.5, alpha: 1)) {
            $0.frame.size.width = 16
        }
        root.add(box(42, 10, 16, 30), CGColor(srgbRed: 1, green: 0, blue: 0.5, alpha: 1))
    },
    same("replicator-alpha-is-opacity-of-the-sublayer") { root in
        replicate(2, in: root, by: move(0, 30)) { layer in
            layer.instanceAlphaOffset = -0.6
            layer.add(box(8, 4, 40, 24), Paint.green) { $0.add(box(4, 4, 20, 40), Paint.red) }
        }
    } as: { root in
        for (y, opacity) in [(CGFloat(0), Float(1)), (30, 0.4)] {
            root.add(box(8, 4 + y, 40, 24), Paint.green) {
                $0.opacity = opacity
                $0.add(box(4, 4, 20, 40), Paint.red)
            }
        }
    },
    same("replicator-copy-without-alpha-is-not-there") { root in
        replicate(4, in: root, by: move(14, 0)) { layer in
            layer.instanceAlphaOffset = -0.5
            layer.add(box(2, 8, 12, 40), Paint.blue)
        }
    } as: { root in
        root.add(box(2, 8, 12, 40), Paint.blue)
        root.add(box(16, 8, 12, 40), Paint.blue) { $0.opacity = 0.5 }
    },
    same("replicator-colours-images") { root in
        replicate(2, in: root, by: move(0, 30)) { layer in
            layer.instanceColor = CGColor(srgbRed: 0.5, green: 1, blue: 0.25, alpha: 1)
            layer.add(box(8, 4, 48, 24), image: Pictures.quarters)
        }
    } as: { root in
        let tinted = picture(16, 8) { x, y in
            y < 4 ? (x < 8 ? 0xff80_0000 : 0xff00_ff00) : (x < 8 ? 0xff00_0040 : 0xff80_ff40)
        }
        root.add(box(8, 4, 48, 24), image: tinted)
        root.add(box(8, 34, 48, 24), image: tinted)
    },
    same("replicator-colours-gradients", fuzz: eighths) { root in
        replicate(2, in: root, by: move(0, 30)) { layer in
            layer.instanceGreenOffset = -0.5
            let gradient = CAGradientLayer()
            gradient.frame = box(4, 4, 50, 20)
            gradient.colors = [Paint.red, Paint.green, Paint.white]
            layer.addSublayer(gradient)
        }
    } as: { root in
        let half = CGColor(srgbRed: 0, green: 0.5, blue: 0, alpha: 1)
        let pink = CGColor(srgbRed: 1, green: 0.5, blue: 1, alpha: 1)
        for (y, colors) in [(CGFloat(4), [Paint.red, Paint.green, Paint.white]), (34, [Paint.red, half, pink])] {
            let gradient = CAGradientLayer()
            gradient.frame = box(4, y, 50, 20)
            gradient.colors = colors
            root.addSublayer(gradient)
        }
    },
    same("replicator-in-a-replicator-is-a-grid") { root in
        replicate(4, in: root, by: move(0, 15)) { rows in
            rows.instanceBlueOffset = -0.25
            replicate(4, in: rows, by: move(15, 0)) { row in
                row.instanceRedOffset = -0.25
                row.add(box(3, 3, 12, 10), Paint.white)
            }
        }
    } as: { root in
        for y in 0..<4 {
            for x in 0..<4 {
                root.add(
                    box(3 + 15 * CGFloat(x), 3 + 15 * CGFloat(y), 12, 10),
                    CGColor(srgbRed: 1 - 0.25 * CGFloat(x), green: 1, blue: 1 - 0.25 * CGFloat(y), alpha: 1))
            }
        }
    },
    same("replicator-in-a-replicator-fades-as-one-image") { root in
        replicate(2, in: root, by: move(0, 28)) { rows in
            rows.instanceAlphaOffset = -0.5
            replicate(3, in: rows, by: move(8, 0)) { row in
                row.add(box(3, 3, 20, 20), Paint.red) { $0.borderWidth = 2 }
            }
        }
    } as: { root in
        for y in 0..<2 {
            root.add(root.bounds) { row in
                row.opacity = y == 0 ? 1 : 0.5
                for x in 0..<3 {
                    row.add(box(3 + 8 * CGFloat(x), 3 + 28 * CGFloat(y), 20, 20), Paint.red) { $0.borderWidth = 2 }
                }
            }
        }
    },
    same("replicator-copies-go-behind-by-depth") { root in
        replicate(3, in: root, by: move(8, 8, -10)) { layer in
            layer.instanceGreenOffset = -0.5
            layer.add(box(4, 4, 30, 30), Paint.white)
        }
    } as: { root in
        for k in (0..<3).reversed() {
            let c = CGFloat(k)
            root.add(
                box(4 + 8 * c, 4 + 8 * c, 30, 30),
                CGColor(srgbRed: 1, green: max(0, 1 - 0.5 * c), blue: 1, alpha: 1))
        }
    },
    same("replicator-copies-recede-in-perspective") { root in
        replicate(4, in: root, by: move(0, 0, -40)) { layer in
            layer.sublayerTransform.m34 = -1 / 60
            layer.add(box(4, 4, 56, 56)) {
                $0.borderWidth = 6
                $0.borderColor = Paint.blue
            }
        }
    } as: { root in
        root.add(root.bounds) { layer in
            layer.sublayerTransform.m34 = -1 / 60
            for k in (0..<4).reversed() {
                layer.add(box(4, 4, 56, 56)) {
                    $0.borderWidth = 6
                    $0.borderColor = Paint.blue
                    $0.zPosition = -40 * CGFloat(k)
                }
            }
        }
    },
    same("replicator-of-flipped-geometry-moves-up") { root in
        replicate(3, in: root, by: move(0, 16)) { layer in
            layer.isGeometryFlipped = true
            layer.add(box(4, 4, 30, 10), Paint.red)
        }
    } as: { root in
        for k in 0..<3 { root.add(box(4, 50 - 16 * CGFloat(k), 30, 10), Paint.red) }
    },
    same("replicator-delays-animations-from-copy-to-copy", at: 0.75) { root in
        replicate(4, in: root, by: move(0, 15)) { layer in
            layer.instanceDelay = 0.25
            layer.add(box(3, 3, 12, 10), Paint.red, slide)
        }
    } as: { root in
        for k in 0..<4 { root.add(box(38 - 12 * CGFloat(k), 3 + 15 * CGFloat(k), 12, 10), Paint.red) }
    },
    same("replicator-delays-add-up-in-a-replicator", at: 0.75) { root in
        replicate(2, in: root, by: move(0, 32)) { rows in
            rows.instanceDelay = 0.5
            replicate(2, in: rows, by: move(0, 15)) { row in
                row.instanceDelay = 0.25
                row.add(box(3, 3, 12, 10), Paint.red, slide)
            }
        }
    } as: { root in
        for (x, y) in [(CGFloat(44), CGFloat(3)), (32, 18), (20, 35), (8, 50)] {
            root.add(box(x - 6, y, 12, 10), Paint.red)
        }
    },
    same("replicator-that-preserves-depth-is-a-transform-layer") { root in
        root.sublayerTransform.m34 = -1 / 90
        replicate(3, in: root, by: move(6, 0, -16)) { layer in
            layer.preservesDepth = true
            layer.instanceGreenOffset = -0.5
            layer.transform = CATransform3DMakeRotation(0.9, 0, 1, 0)
            layer.backgroundColor = Paint.blue
            layer.add(box(8, 8, 40, 44), Paint.white)
        }
        root.add(box(0, 28, 64, 8), Paint.green)
    } as: { root in
        root.sublayerTransform.m34 = -1 / 90
        let group = CATransformLayer()
        group.frame = root.bounds
        group.transform = CATransform3DMakeRotation(0.9, 0, 1, 0)
        for k in 0..<3 {
            let c = CGFloat(k)
            group.add(
                box(8 + 6 * c, 8, 40, 44), CGColor(srgbRed: 1, green: max(0, 1 - 0.5 * c), blue: 1, alpha: 1)
            ) { $0.zPosition = -16 * c }
        }
        root.addSublayer(group)
        root.add(box(0, 28, 64, 8), Paint.green)
    },
    same("replicator-copies-transform-layers-in-one-space", at: 0.75) { root in
        replicate(3, in: root, by: move(14, 0, -20)) { layer in
            layer.instanceDelay = 0.25
            layer.instanceAlphaOffset = -0.25
            let body = CATransformLayer()
            body.frame = box(4, 12, 30, 40)
            let spin = CABasicAnimation(keyPath: "transform.rotation.y")
            spin.fromValue = 0
            spin.toValue = 2
            spin.duration = 1
            body.add(spin, forKey: "spin")
            body.add(box(0, 0, 30, 40), Paint.red) { $0.zPosition = 8 }
            body.add(box(0, 0, 30, 40), Paint.blue) { $0.zPosition = -8 }
            layer.addSublayer(body)
        }
    } as: { root in
        for k in 0..<3 {
            let c = CGFloat(k)
            let body = CATransformLayer()
            body.frame = box(4 + 14 * c, 12, 30, 40)
            body.zPosition = -20 * c
            body.transform = CATransform3DMakeRotation(1.5 - 0.5 * c, 0, 1, 0)
            body.opacity = 1 - 0.25 * Float(c)
            body.add(box(0, 0, 30, 40), Paint.red) { $0.zPosition = 8 }
            body.add(box(0, 0, 30, 40), Paint.blue) { $0.zPosition = -8 }
            root.addSublayer(body)
        }
    },
    same("replicator-copies-cut-each-other") { root in
        replicate(2, in: root, by: CATransform3DMakeRotation(.pi / 2, 0, 1, 0)) { layer in
            layer.instanceColor = Paint.red
            layer.instanceRedOffset = -1
            layer.instanceBlueOffset = 1
            layer.add(box(8, 8, 48, 48), Paint.white) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0) }
        }
    } as: { root in
        root.add(box(8, 8, 48, 48), Paint.red) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0) }
        root.add(box(8, 8, 48, 48), Paint.blue) { $0.transform = CATransform3DMakeRotation(3 * .pi / 4, 0, 1, 0) }
    },
    same("replicator-transform-animates", at: 0.5) { root in
        let layer = replicate(4, in: root) { $0.add(box(3, 3, 10, 10), Paint.red) }
        let spread = CABasicAnimation(keyPath: "instanceTransform.translation.x")
        spread.fromValue = 0
        spread.toValue = 24
        spread.duration = 1
        layer.add(spread, forKey: "spread")
    } as: { root in
        for k in 0..<4 { root.add(box(3 + 12 * CGFloat(k), 3, 10, 10), Paint.red) }
    },
]
