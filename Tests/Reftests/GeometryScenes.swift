import CoreGraphics
import QuartzCore
import ReftestKit

private func mark(_ layer: CALayer) {
    layer.add(box(0, 0, 8, 8), Paint.green)
    layer.add(box(8, 0, 4, 4), Paint.blue)
}

private func perspective(_ distance: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return transform
}

/// Where layers lie: bounds, position, anchor point, frame, transforms, flipped geometry.
let geometryReftests: [Reftest] = [
    same("position-places-the-anchor-point") { root in
        root.add(.zero, Paint.red) { layer in
            layer.bounds = box(0, 0, 20, 30)
            layer.position = CGPoint(x: 30, y: 25)
        }
    } as: {
        $0.add(box(20, 10, 20, 30), Paint.red)
    },

    same("anchor-point-in-a-corner") { root in
        root.add(.zero, Paint.red) { layer in
            layer.bounds = box(0, 0, 20, 30)
            layer.anchorPoint = CGPoint(x: 1, y: 0)
            layer.position = CGPoint(x: 40, y: 10)
        }
    } as: {
        $0.add(box(20, 10, 20, 30), Paint.red)
    },

    same("anchor-point-outside") { root in
        root.add(.zero, Paint.red) { layer in
            layer.bounds = box(0, 0, 20, 30)
            layer.anchorPoint = CGPoint(x: -0.5, y: 2)
            layer.position = CGPoint(x: 10, y: 70)
        }
    } as: {
        $0.add(box(20, 10, 20, 30), Paint.red)
    },

    same("bounds-origin-moves-sublayers") { root in
        root.add(box(10, 10, 30, 30), Paint.red) { layer in
            layer.bounds = box(5, -7, 30, 30)
            layer.add(box(5, 3, 10, 10), Paint.green)
        }
    } as: { root in
        root.add(box(10, 10, 30, 30), Paint.red)
        root.add(box(10, 20, 10, 10), Paint.green)
    },

    same("frame-of-a-scaled-layer-sets-the-bounds") { root in
        root.add(.zero, Paint.red) { layer in
            layer.transform = CATransform3DMakeScale(2, 4, 1)
            layer.frame = box(8, 12, 32, 40)
        }
    } as: {
        $0.add(box(8, 12, 32, 40), Paint.red)
    },

    same("scale-is-about-the-anchor-point") { root in
        root.add(box(20, 20, 12, 8), Paint.red) { layer in
            mark(layer)
            layer.anchorPoint = CGPoint(x: 0, y: 1)
            layer.position = CGPoint(x: 20, y: 40)
            layer.transform = CATransform3DMakeScale(3, 2, 1)
        }
    } as: { root in
        root.add(box(20, 24, 36, 16), Paint.red)
        root.add(box(20, 24, 24, 16), Paint.green)
        root.add(box(44, 24, 12, 8), Paint.blue)
    },

    same("quarter-turn-is-clockwise") { root in
        root.add(box(20, 24, 24, 16), Paint.red) { layer in
            mark(layer)
            layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        }
    } as: { root in
        root.add(box(24, 20, 16, 24), Paint.red)
        root.add(box(32, 20, 8, 8), Paint.green)
        root.add(box(36, 28, 4, 4), Paint.blue)
    },

    same("quarter-turn-about-a-corner") { root in
        root.add(box(0, 0, 24, 16), Paint.red) { layer in
            mark(layer)
            layer.anchorPoint = .zero
            layer.position = CGPoint(x: 40, y: 10)
            layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
        }
    } as: { root in
        root.add(box(24, 10, 16, 24), Paint.red)
        root.add(box(32, 10, 8, 8), Paint.green)
        root.add(box(36, 18, 4, 4), Paint.blue)
    },

    same("half-turn-mirrors-both-ways") { root in
        root.add(box(10, 10, 40, 30), Paint.red) { layer in
            mark(layer)
            layer.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
        }
    } as: { root in
        root.add(box(10, 10, 40, 30), Paint.red)
        root.add(box(42, 32, 8, 8), Paint.green)
        root.add(box(38, 36, 4, 4), Paint.blue)
    },

    same("negative-scale-mirrors") { root in
        root.add(box(10, 10, 40, 30), Paint.red) { layer in
            mark(layer)
            layer.transform = CATransform3DMakeScale(-1, 1, 1)
        }
    } as: { root in
        root.add(box(10, 10, 40, 30), Paint.red)
        root.add(box(42, 10, 8, 8), Paint.green)
        root.add(box(38, 10, 4, 4), Paint.blue)
    },

    same("scale-of-zero-shows-nothing") { root in
        root.add(box(0, 0, 8, 8), Paint.blue)
        root.add(box(10, 10, 40, 30), Paint.red) { $0.transform = CATransform3DMakeScale(0, 1, 1) }
    } as: {
        $0.add(box(0, 0, 8, 8), Paint.blue)
    },

    same("translation-moves") { root in
        root.add(box(10, 10, 20, 20), Paint.red) { $0.transform = CATransform3DMakeTranslation(7, -3, 0) }
    } as: {
        $0.add(box(17, 7, 20, 20), Paint.red)
    },

    same("concat-applies-the-first-first") { root in
        root.add(box(28, 28, 8, 8), Paint.red) {
            $0.transform = CATransform3DConcat(CATransform3DMakeScale(2, 2, 1), CATransform3DMakeTranslation(5, 6, 0))
        }
    } as: {
        $0.add(box(29, 30, 16, 16), Paint.red)
    },

    same("translate-of-a-scale-is-scaled") { root in
        root.add(box(28, 28, 8, 8), Paint.red) {
            $0.transform = CATransform3DTranslate(CATransform3DMakeScale(2, 2, 1), 5, 6, 0)
        }
    } as: {
        $0.add(box(34, 36, 16, 16), Paint.red)
    },

    same("nested-transforms-multiply") { root in
        root.add(box(8, 8, 48, 48)) { outer in
            outer.transform = CATransform3DMakeScale(0.5, 0.5, 1)
            outer.add(box(8, 8, 32, 32), Paint.red) { inner in
                inner.transform = CATransform3DMakeScale(1.5, 0.5, 1)
                inner.add(box(0, 0, 16, 16), Paint.green)
            }
        }
    } as: { root in
        root.add(box(20, 28, 24, 8), Paint.red)
        root.add(box(20, 28, 12, 4), Paint.green)
    },

    same("rotation-back-and-forth") { root in
        root.add(box(8, 8, 48, 48)) { outer in
            outer.transform = CATransform3DMakeRotation(0.7, 0, 0, 1)
            outer.add(box(8, 8, 32, 32), Paint.red) { inner in
                inner.transform = CATransform3DMakeRotation(-0.7, 0, 0, 1)
                mark(inner)
            }
        }
    } as: {
        $0.add(box(16, 16, 32, 32), Paint.red, mark)
    },

    same("sublayer-transform-is-about-the-anchor-point") { root in
        root.add(box(12, 12, 40, 40), Paint.red) { layer in
            layer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
            layer.add(box(15, 10, 10, 8), Paint.green)
        }
    } as: { root in
        root.add(box(12, 12, 40, 40), Paint.red)
        root.add(box(22, 12, 20, 16), Paint.green)
    },

    same("sublayer-transform-leaves-the-mask") { root in
        root.add(box(12, 12, 40, 40), Paint.red) { layer in
            layer.sublayerTransform = CATransform3DMakeTranslation(10, 0, 0)
            let mask = CALayer()
            mask.frame = box(0, 0, 20, 40)
            mask.backgroundColor = Paint.blue
            layer.mask = mask
        }
    } as: {
        $0.add(box(12, 12, 20, 40), Paint.red)
    },

    same("perspective-scales-by-depth") { root in
        root.sublayerTransform = perspective(100)
        root.add(box(24, 28, 16, 8), Paint.red) { $0.zPosition = 50 }
    } as: {
        $0.add(box(16, 24, 32, 16), Paint.red)
    },

    same("perspective-by-a-translation-in-z") { root in
        root.sublayerTransform = perspective(100)
        root.add(box(24, 28, 16, 8), Paint.red) { $0.transform = CATransform3DMakeTranslation(0, 0, -100) }
    } as: {
        $0.add(box(28, 30, 8, 4), Paint.red)
    },

    same("perspective-of-a-layer-in-the-middle") { root in
        root.sublayerTransform = perspective(80)
        root.add(box(12, 12, 40, 40), Paint.red) { layer in
            layer.transform = CATransform3DMakeRotation(0.8, 0, 1, 0)
            mark(layer)
        }
    } as: { root in
        root.add(box(12, 12, 40, 40), Paint.red) { layer in
            layer.transform = CATransform3DConcat(CATransform3DMakeRotation(0.8, 0, 1, 0), perspective(80))
            mark(layer)
        }
    },

    same("perspective-in-a-plain-layers-transform-ends-at-the-layer") { root in
        root.add(box(0, 0, 64, 64)) { layer in
            layer.transform = perspective(100)
            layer.add(box(24, 28, 16, 8), Paint.red) { $0.zPosition = 50 }
        }
    } as: {
        $0.add(box(24, 28, 16, 8), Paint.red)
    },

    same("anchor-point-z-moves-away") { root in
        root.sublayerTransform = perspective(100)
        root.add(box(24, 28, 16, 8), Paint.red) { $0.anchorPointZ = -50 }
    } as: { root in
        root.sublayerTransform = perspective(100)
        root.add(box(24, 28, 16, 8), Paint.red) { $0.zPosition = 50 }
    },

    same("depth-without-perspective-changes-no-size") { root in
        root.add(box(24, 28, 16, 8), Paint.red) {
            $0.zPosition = 50
            $0.anchorPointZ = 20
        }
    } as: {
        $0.add(box(24, 28, 16, 8), Paint.red)
    },

    same("back-of-a-single-sided-layer-is-not-drawn") { root in
        root.add(box(0, 0, 8, 8), Paint.blue)
        root.add(box(12, 12, 40, 40), Paint.red) {
            $0.isDoubleSided = false
            $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        }
    } as: {
        $0.add(box(0, 0, 8, 8), Paint.blue)
    },

    same("back-of-a-double-sided-layer-is-mirrored") { root in
        root.add(box(12, 12, 40, 40), Paint.red) {
            $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
            mark($0)
        }
    } as: { root in
        root.add(box(12, 12, 40, 40), Paint.red)
        root.add(box(44, 12, 8, 8), Paint.green)
        root.add(box(40, 12, 4, 4), Paint.blue)
    },

    same("mirrored-front-is-still-the-front") { root in
        root.add(box(12, 12, 40, 40), Paint.red) {
            $0.isDoubleSided = false
            $0.transform = CATransform3DMakeScale(-1, 1, 1)
        }
    } as: {
        $0.add(box(12, 12, 40, 40), Paint.red)
    },

    same("flipped-geometry-measures-from-below") { root in
        root.add(box(10, 10, 40, 48), Paint.red) { layer in
            layer.isGeometryFlipped = true
            layer.add(box(4, 6, 10, 20), Paint.green)
        }
    } as: { root in
        root.add(box(10, 10, 40, 48), Paint.red)
        root.add(box(14, 32, 10, 20), Paint.green)
    },

    same("flipped-geometry-goes-down-the-tree") { root in
        root.isGeometryFlipped = true
        root.add(box(10, 10, 40, 40), Paint.red) { $0.add(box(0, 0, 10, 20), Paint.green) }
    } as: { root in
        root.add(box(10, 14, 40, 40), Paint.red)
        root.add(box(10, 34, 10, 20), Paint.green)
    },

    same("flipped-geometry-twice-is-none") { root in
        root.isGeometryFlipped = true
        root.add(box(10, 10, 40, 40), Paint.red) { layer in
            layer.isGeometryFlipped = true
            layer.add(box(0, 0, 10, 20), Paint.green)
        }
    } as: { root in
        root.add(box(10, 14, 40, 40), Paint.red)
        root.add(box(10, 14, 10, 20), Paint.green)
    },

    same("flipped-geometry-keeps-contents-upright") { root in
        root.isGeometryFlipped = true
        root.add(box(8, 4, 32, 16), image: Pictures.quarters)
    } as: {
        $0.add(box(8, 44, 32, 16), image: Pictures.quarters)
    },

    same("flipped-geometry-turns-the-other-way") { root in
        root.isGeometryFlipped = true
        root.add(box(20, 24, 24, 16), Paint.red) { layer in
            layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
        }
    } as: { root in
        root.add(box(20, 24, 24, 16), Paint.red) { $0.transform = CATransform3DMakeRotation(-0.4, 0, 0, 1) }
    },

    pixels(
        "half-a-pixel-is-half-covered",
        expect: [
            (10, 30, 0x8080_0000), (11, 30, 0xffff_0000), (30, 30, 0x8080_0000), (31, 30, 0),
            (20, 20, 0xbfbf_0000), (20, 40, 0x4040_0000), (10, 20, 0x6060_0000),
        ]
    ) { root in
        root.add(box(10.5, 20.25, 20, 20), Paint.red)
    },

    Reftest(
        Scene("two-pixels-a-point", size: CGSize(width: 32, height: 32), scale: 2) { root in
            root.add(box(4.5, 3, 10, 8), Paint.red) { $0.cornerRadius = 3 }
            root.add(box(12, 12, 16, 8), image: Pictures.quarters)
        },
        .same(
            Scene("two-pixels-a-point-simpler") { root in
                root.add(box(9, 6, 20, 16), Paint.red) { $0.cornerRadius = 6 }
                root.add(box(24, 24, 32, 16), image: Pictures.quarters)
            }),
        variants: [:]),
]
