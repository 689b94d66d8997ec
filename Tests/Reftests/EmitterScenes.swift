import CoreGraphics
import Foundation
import QuartzCore
import ReftestKit

/// One cell of white blocks that do not move; a second after the start there is one.
private func one(_ image: CGImage = Pictures.block, _ configure: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.contents = image
    cell.birthRate = 1
    cell.lifetime = 100
    cell.duration = 1.5
    configure(cell)
    return cell
}

extension Pictures {
    /// White: 16 x 16 pixels.
    static let block = picture(16, 16) { _, _ in 0xffff_ffff }
    /// 160 of 255: 16 x 16 pixels.
    static let gray = picture(16, 16) { _, _ in 0xffa0_a0a0 }
}

extension CALayer {
    /// Puts an emitter in front of the sublayers, in the middle of a scene.
    @discardableResult
    fileprivate func add(_ cells: [CAEmitterCell], _ configure: (CAEmitterLayer) -> Void = { _ in }) -> CAEmitterLayer {
        let emitter = CAEmitterLayer()
        emitter.frame = bounds
        emitter.emitterPosition = CGPoint(x: 32, y: 32)
        emitter.emitterCells = cells
        configure(emitter)
        addSublayer(emitter)
        return emitter
    }
}

private func edges(_ buckets: (maximumDifference: Int, pixels: Int)...) -> Fuzz {
    .fuzzy(buckets, because: "a sprite's coverage is worked out along its own axes")
}

/// A younger red block listed before an older green one.
private func pair(_ configure: (CAEmitterCell) -> Void = { _ in }) -> [CAEmitterCell] {
    [
        one {
            $0.color = Paint.red
            configure($0)
        },
        one {
            $0.color = Paint.green
            ($0.birthRate, $0.duration) = (2, 0.75)
        },
    ]
}

private func front(_ name: String, _ mode: CAEmitterLayerRenderMode, _ pixel: UInt32, depth: CGFloat = 0) -> Reftest {
    pixels("emitter-\(name)", at: 2, expect: [(32, 32, pixel), (4, 4, 0)]) { root in
        root.add(
            pair {
                $0.emissionLatitude = .pi / 2
                $0.velocity = depth
            }
        ) { $0.renderMode = mode }
    }
}

/// Particles, one or few, against layers in their places.
let emitterReftests: [Reftest] = [
    same("emitter-one-is-a-layer", at: 1.2) { root in
        root.add([one { $0.color = CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1) }])
    } as: { root in
        root.add(box(24, 24, 16, 16), CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1))
    },
    pixels("emitter-none-before-its-birth", at: 0.9, expect: [(32, 32, 0xff00_00ff)]) { root in
        root.add(box(0, 0, 48, 48), Paint.blue)
        root.add([one()])
    },
    same("emitter-image-upright", at: 1.2) { root in
        root.add([one(Pictures.tile)])
    } as: { root in
        root.add(box(26, 26, 12, 12), image: Pictures.tile)
    },
    same("emitter-image-upright-in-flipped-geometry", at: 1.2) { root in
        root.isGeometryFlipped = true
        root.add([one(Pictures.tile)]) { $0.emitterPosition = CGPoint(x: 32, y: 44) }
    } as: { root in
        root.add(box(26, 14, 12, 12), image: Pictures.tile)
    },
    same("emitter-contents-rect-and-scale", at: 1.2) { root in
        root.add([
            one(Pictures.quarters) {
                $0.contentsRect = box(0.5, 0, 0.5, 1)
                $0.contentsScale = 0.5
                $0.magnificationFilter = "nearest"
            }
        ])
    } as: { root in
        root.add(box(24, 24, 16, 16), image: Pictures.quarters) { $0.contentsRect = box(0.5, 0, 0.5, 1) }
    },
    same("emitter-layer-opacity", at: 1.2) { root in
        root.add([one()]) { $0.opacity = 0.4 }
    } as: { root in
        root.add(box(24, 24, 16, 16), Paint.white) { $0.opacity = 0.4 }
    },
    same("emitter-turned", fuzz: edges((1, 12), (9, 64)), at: 2) { root in
        root.add([one { $0.spin = 0.5 }])
    } as: { root in
        root.add(box(24, 24, 16, 16), Paint.white) {
            $0.setAffineTransform(CGAffineTransform(rotationAngle: 0.5))
        }
    },
    same("emitter-scaled-by-layer-and-cell", at: 1.5) { root in
        root.add([one { ($0.scale, $0.scaleSpeed) = (1, 0.5) }]) { $0.scale = 2 }
    } as: { root in
        root.add(box(12, 12, 40, 40), Paint.white)
    },
    same("emitter-under-a-transform", fuzz: edges((2, 62), (8, 30)), at: 1.2) { root in
        root.add([one()]) { $0.setAffineTransform(CGAffineTransform(a: 1, b: 0.4, c: -0.3, d: 1.2, tx: 3, ty: -2)) }
    } as: { root in
        root.add(box(0, 0, 64, 64)) {
            $0.setAffineTransform(CGAffineTransform(a: 1, b: 0.4, c: -0.3, d: 1.2, tx: 3, ty: -2))
            $0.add(box(24, 24, 16, 16), Paint.white)
        }
    },
    same("emitter-clipped-to-round-corners", at: 1.2) { root in
        root.add([one { $0.scale = 3 }]) {
            $0.frame = box(16, 16, 32, 32)
            $0.emitterPosition = CGPoint(x: 16, y: 16)
            ($0.masksToBounds, $0.cornerRadius) = (true, 10)
        }
    } as: { root in
        root.add(box(16, 16, 32, 32), Paint.white) { $0.cornerRadius = 10 }
    },
    pixels(
        "emitter-additive-saturates", at: 2.2, background: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
        expect: [(32, 32, 0xffff_ffff), (21, 32, 0xffa0_a0a0)]
    ) { root in
        root.add([
            one(Pictures.gray) { $0.duration = 2.1 },
            one(Pictures.gray) { ($0.velocity, $0.emissionLongitude) = (5, .pi) },
        ]) { $0.renderMode = .additive }
    },
    pixels(
        "emitter-additive-lies-over-white", at: 2.2, background: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1),
        expect: [(32, 32, 0xffff_ff00), (21, 32, 0xffa0_a000)]
    ) { root in
        let yellow = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
        root.add([
            one(Pictures.gray) { ($0.duration, $0.color) = (2.1, yellow) },
            one(Pictures.gray) { ($0.velocity, $0.emissionLongitude, $0.color) = (5, .pi, yellow) },
        ]) { $0.renderMode = .additive }
    },
    pixels(
        "emitter-additive-in-its-superlayers-space-is-added-to-what-is-behind", at: 1.2,
        background: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), expect: [(32, 32, 0xffa0_a0ff)]
    ) { root in
        root.add([one(Pictures.gray) { $0.duration = 2.1 }]) { ($0.renderMode, $0.preservesDepth) = (.additive, true) }
    },
    pixels(
        "emitter-not-additive-covers", at: 2.2, background: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
        expect: [(32, 32, 0xffa0_a0a0)]
    ) { root in
        root.add([one(Pictures.gray) { $0.duration = 2.1 }])
    },
    front("unordered-is-cell-after-cell", .unordered, 0xff00_ff00),
    front("oldest-first", .oldestFirst, 0xffff_0000),
    front("oldest-last", .oldestLast, 0xff00_ff00),
    front("back-to-front", .backToFront, 0xffff_0000, depth: 10),
    front("back-to-front-behind", .backToFront, 0xff00_ff00, depth: -10),
    pixels(
        "emitter-above-its-border-below-its-sublayers", at: 1.2, expect: [(20, 32, 0xffff_ffff), (32, 32, 0xffff_0000)]
    ) {
        root in
        root.add([one { $0.scale = 3 }]) {
            $0.frame = box(16, 16, 32, 32)
            $0.emitterPosition = CGPoint(x: 16, y: 16)
            $0.borderWidth = 8
            $0.add(box(12, 12, 8, 8), Paint.red)
        }
    },
    same("emitter-depth-is-flattened", at: 2) { root in
        root.sublayerTransform.m34 = -1 / 100
        root.add([one { ($0.emissionLatitude, $0.velocity) = (.pi / 2, 20) }])
    } as: { root in
        root.add(box(24, 24, 16, 16), Paint.white)
    },
    same("emitter-depth-is-preserved", fuzz: edges((1, 72), (2, 4)), at: 2) { root in
        root.sublayerTransform.m34 = -1 / 100
        root.add([one { ($0.emissionLatitude, $0.velocity) = (.pi / 2, 20) }]) { $0.preservesDepth = true }
    } as: { root in
        root.sublayerTransform.m34 = -1 / 100
        root.add(box(24, 24, 16, 16), Paint.white) { $0.zPosition = 20 }
    },
    same("emitter-disabled", at: 1.2) { root in
        root.add(box(0, 0, 32, 32), Paint.blue)
        root.add([one { $0.isEnabled = false }])
    } as: { root in
        root.add(box(0, 0, 32, 32), Paint.blue)
    },
    same(
        "emitter-moved-leaves-what-it-bore", at: 1.4,
        events: [SceneEvent(at: 1.2) { root in (root.sublayers?[0] as? CAEmitterLayer)?.emitterPosition.x = 4 }]
    ) { root in
        root.add([one()])
    } as: { root in
        root.add(box(24, 24, 16, 16), Paint.white)
    },
    same("emitter-begins-with-its-layer", at: 2.7) { root in
        root.add([one()]) { $0.beginTime = 1.6 }
    } as: { root in
        root.add(box(24, 24, 16, 16), Paint.white)
    },
    Reftest(many("emitter-many", seed: 0), .different(many("emitter-many-others", seed: 1), pixels: 200)),
]

/// Particles that do all that particles do, and emit others.
private func many(_ name: String, seed: UInt32) -> Scene {
    Scene(name, time: 3) { root in
        root.add([
            one(Pictures.tile) {
                ($0.birthRate, $0.duration, $0.velocity, $0.velocityRange) = (40, 0, 8, 16)
                ($0.emissionRange, $0.spin, $0.scaleRange, $0.redRange) = (2 * .pi, 1, 0.8, 0.5)
                $0.emitterCells = [one(Pictures.gray) { ($0.birthRate, $0.scale, $0.velocity) = (3, 0.3, 9) }]
            }
        ]) {
            ($0.emitterShape, $0.emitterSize, $0.seed) = (.circle, CGSize(width: 20, height: 0), seed)
        }
    }
}
