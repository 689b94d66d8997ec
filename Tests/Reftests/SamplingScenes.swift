import CoreGraphics
import QuartzCore
import ReftestKit

private let third = box(1.0 / 6, 1.0 / 6, 4.0 / 6, 4.0 / 6)

/// A 12 x 12 tile in a layer of 48 x 30 points, and where gravities that resize put it.
private let resizing: [(CALayerContentsGravity, CGRect)] = [
    (.resize, box(0, 0, 48, 30)), (.resizeAspect, box(9, 0, 30, 30)), (.resizeAspectFill, box(0, -9, 48, 48)),
]
private let placing: [CALayerContentsGravity] = [
    .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
]

/// Nine parts under every gravity, and mip levels.
let samplingReftests: [Reftest] =
    resizing.map { gravity, rect in
        same("nine-parts-with-\(gravity.rawValue)") { root in
            root.add(box(8, 16, 48, 30), image: Pictures.tile) {
                $0.contentsCenter = third
                $0.contentsGravity = gravity
            }
        } as: { root in
            root.add(rect.offsetBy(dx: 8, dy: 16), image: Pictures.tile) { $0.contentsCenter = third }
        }
    }
    + placing.map { gravity in
        same("nine-parts-do-not-matter-to-\(gravity.rawValue)") { root in
            root.add(box(8, 16, 48, 30), image: Pictures.tile) {
                $0.contentsCenter = third
                $0.contentsGravity = gravity
            }
        } as: { root in
            root.add(box(8, 16, 48, 30), image: Pictures.tile) { $0.contentsGravity = gravity }
        }
    } + [
        same("bias-down-a-level-is-the-image-itself") { root in
            root.add(box(8, 8, 32, 32), image: Pictures.checks) {
                $0.minificationFilter = .trilinear
                $0.minificationFilterBias = -1
            }
        } as: { root in
            root.add(box(8, 8, 32, 32), image: Pictures.checks) { $0.minificationFilter = .linear }
        },
        same("bias-up-a-level-is-the-next-level") { root in
            root.add(box(8, 8, 32, 32), image: blocks) {
                $0.minificationFilter = .trilinear
                $0.minificationFilterBias = 1
            }
        } as: { root in
            // 16 x 16 pixels: the image's second level.
            root.add(box(8, 8, 32, 32), image: smallBlocks) { $0.magnificationFilter = .linear }
        },
        same("mask-of-a-mask-of-a-mask") { root in
            root.add(box(4, 4, 56, 56), Paint.red) { layer in
                layer.mask = sheet(box(0, 0, 40, 56)) { first in
                    first.mask = sheet(box(10, 0, 30, 40)) { second in
                        second.mask = sheet(box(0, 5, 20, 20)) { $0.opacity = 0.5 }
                    }
                }
            }
        } as: { root in
            root.add(box(14, 9, 20, 20), Paint.red) { $0.opacity = 0.5 }
        },
    ]

private func sheet(_ frame: CGRect, _ configure: (CALayer) -> Void) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = Paint.white
    configure(layer)
    return layer
}

private let blocks = picture(64, 64) { x, y in
    0xff00_0000 | UInt32(x / 4 * 16) << 16 | UInt32(y / 4 * 16) << 8 | ((x / 4 + y / 4) % 2 == 0 ? 0xc0 : 0x20)
}
private let smallBlocks = picture(16, 16) { x, y in
    0xff00_0000 | UInt32(x * 16) << 16 | UInt32(y * 16) << 8 | ((x + y) % 2 == 0 ? 0xc0 : 0x20)
}
