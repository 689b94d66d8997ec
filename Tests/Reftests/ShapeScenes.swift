import CoreGraphics
import QuartzCore
import ReftestKit

private func mask(_ frame: CGRect, _ color: CGColor? = Paint.blue, _ configure: (CALayer) -> Void = { _ in }) -> CALayer
{
    let mask = CALayer()
    mask.frame = frame
    mask.backgroundColor = color
    configure(mask)
    return mask
}

private let allCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
]

/// One corner is round: the round rectangle with square patches over the other corners is the same.
private func oneCorner(_ name: String, _ corner: CACornerMask, _ patches: [CGRect]) -> Reftest {
    same("corner-\(name)") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.cornerRadius = 12
            $0.maskedCorners = corner
        }
    } as: { root in
        root.add(box(8, 8, 40, 32), Paint.red) { $0.cornerRadius = 12 }
        for patch in patches { root.add(patch, Paint.red) }
    }
}

/// Round corners, borders, clips and masks.
let shapeReftests: [Reftest] = [
    oneCorner("min-x-min-y", .layerMinXMinYCorner, [box(28, 8, 20, 32), box(8, 24, 40, 16)]),
    oneCorner("max-x-min-y", .layerMaxXMinYCorner, [box(8, 8, 20, 32), box(8, 24, 40, 16)]),
    oneCorner("min-x-max-y", .layerMinXMaxYCorner, [box(28, 8, 20, 32), box(8, 8, 40, 16)]),
    oneCorner("max-x-max-y", .layerMaxXMaxYCorner, [box(8, 8, 20, 32), box(8, 8, 40, 16)]),

    same("flipped-geometry-flips-corners") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.isGeometryFlipped = true
            $0.cornerRadius = 12
            $0.maskedCorners = [.layerMinXMinYCorner]
        }
    } as: { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.cornerRadius = 12
            $0.maskedCorners = [.layerMinXMaxYCorner]
        }
    },

    same("all-corners-are-the-default") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.cornerRadius = 12
            $0.maskedCorners = allCorners
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.red) { $0.cornerRadius = 12 }
    },

    same("no-corners-are-round") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.cornerRadius = 12
            $0.maskedCorners = []
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.red)
    },

    pixels(
        "half-the-side-as-radius-is-a-circle",
        expect: [
            (12, 12, 0), (16, 16, 0), (19, 19, 0xffff_0000), (31, 12, 0xfdfd_0000), (32, 32, 0xffff_0000),
            (47, 47, 0), (44, 44, 0xffff_0000),
        ]
    ) { root in
        root.add(box(12, 12, 40, 40), Paint.red) { $0.cornerRadius = 20 }
    },

    same("corner-radius-does-not-clip-sublayers") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.cornerRadius = 12
            $0.add(box(0, 0, 40, 32), Paint.green)
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.green)
    },

    same("masks-to-bounds-clips-sublayers") { root in
        root.add(box(8, 8, 40, 32)) {
            $0.masksToBounds = true
            $0.add(box(-20, 10, 100, 100), Paint.green)
        }
    } as: {
        $0.add(box(8, 18, 40, 22), Paint.green)
    },

    same("masks-to-bounds-clips-round") { root in
        root.add(box(8, 8, 40, 32)) {
            $0.masksToBounds = true
            $0.cornerRadius = 12
            $0.add(box(-20, -10, 100, 100), Paint.green)
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.green) { $0.cornerRadius = 12 }
    },

    same("masks-to-bounds-clips-round-contents") { root in
        root.add(box(8, 8, 40, 32), image: picture(1, 1) { _, _ in 0xff00_ff00 }) {
            $0.masksToBounds = true
            $0.cornerRadius = 12
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.green) { $0.cornerRadius = 12 }
    },

    same("masks-to-bounds-clips-some-corners") { root in
        root.add(box(8, 8, 40, 32)) {
            $0.masksToBounds = true
            $0.cornerRadius = 12
            $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            $0.add(box(-20, -10, 100, 100), Paint.green)
        }
    } as: { root in
        root.add(box(8, 8, 40, 32), Paint.green) {
            $0.cornerRadius = 12
            $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        }
    },

    same("nested-clips-intersect") { root in
        root.add(box(8, 8, 40, 32)) { outer in
            outer.masksToBounds = true
            outer.add(box(20, 10, 40, 40)) { inner in
                inner.masksToBounds = true
                inner.add(box(-50, -50, 200, 200), Paint.green)
            }
        }
    } as: {
        $0.add(box(28, 18, 20, 22), Paint.green)
    },

    same("clip-turned-by-a-quarter") { root in
        root.add(box(12, 22, 40, 20)) {
            $0.masksToBounds = true
            $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
            $0.add(box(-50, -50, 200, 200), Paint.green)
        }
    } as: {
        $0.add(box(22, 12, 20, 40), Paint.green)
    },

    same("turned-clip-is-the-turned-shape") { root in
        root.add(box(12, 16, 40, 32)) {
            $0.masksToBounds = true
            $0.cornerRadius = 8
            $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
            $0.add(box(-50, -50, 200, 200), Paint.green)
        }
    } as: { root in
        root.add(box(12, 16, 40, 32), Paint.green) {
            $0.cornerRadius = 8
            $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
        }
    },

    same("clip-leaves-the-layers-own-background") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.masksToBounds = true
            $0.cornerRadius = 12
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.red) { $0.cornerRadius = 12 }
    },

    same("border-lies-inside-the-bounds") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.borderWidth = 4
            $0.borderColor = Paint.green
        }
    } as: { root in
        root.add(box(8, 8, 40, 32), Paint.green)
        root.add(box(12, 12, 32, 24), Paint.red)
    },

    same("border-lies-over-sublayers") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.borderWidth = 4
            $0.borderColor = Paint.green
            $0.add(box(-4, -4, 20, 20), Paint.blue) { $0.zPosition = 100 }
        }
    } as: { root in
        root.add(box(8, 8, 40, 32), Paint.red)
        root.add(box(4, 4, 20, 20), Paint.blue)
        root.add(box(8, 8, 40, 4), Paint.green)
        root.add(box(8, 36, 40, 4), Paint.green)
        root.add(box(8, 8, 4, 32), Paint.green)
        root.add(box(44, 8, 4, 32), Paint.green)
    },

    same("border-of-half-the-side-covers-all") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.borderWidth = 16
            $0.borderColor = Paint.green
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.green)
    },

    same("border-is-black-unless-said") { root in
        root.add(box(8, 8, 40, 32), Paint.red) { $0.borderWidth = 3 }
    } as: { root in
        root.add(box(8, 8, 40, 32), .black)
        root.add(box(11, 11, 34, 26), Paint.red)
    },

    same("border-is-round-with-the-corners") { root in
        root.add(box(8, 8, 40, 40)) {
            $0.cornerRadius = 20
            $0.borderWidth = 20
            $0.borderColor = Paint.green
        }
    } as: {
        $0.add(box(8, 8, 40, 40), Paint.green) { $0.cornerRadius = 20 }
    },

    pixels(
        "border-blends-with-what-is-under-it",
        expect: [
            (9, 9, 0xff80_007f), (46, 38, 0xff80_007f), (20, 20, 0xff00_00ff),
        ]
    ) { root in
        root.add(box(8, 8, 40, 32), Paint.blue) {
            $0.borderWidth = 4
            $0.borderColor = Paint.halfRed
        }
    },

    same("mask-shows-what-is-under-its-alpha") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.mask = mask(box(10, -8, 100, 20))
            $0.add(box(0, 0, 20, 20), Paint.green)
        }
    } as: { root in
        root.add(box(18, 8, 30, 12), Paint.red)
        root.add(box(18, 8, 10, 12), Paint.green)
    },

    same("mask-cuts-sublayers-outside-the-bounds") { root in
        root.add(box(16, 16, 16, 16), Paint.red) {
            $0.mask = mask(box(-8, -8, 12, 12))
            $0.add(box(-12, -12, 64, 64), Paint.green)
        }
    } as: {
        $0.add(box(8, 8, 12, 12), Paint.green)
    },

    same("masks-colour-does-not-matter") { root in
        root.add(box(8, 8, 40, 32), image: Pictures.quarters) { $0.mask = mask(box(4, 4, 20, 20), Paint.white) }
    } as: { root in
        root.add(box(8, 8, 40, 32), image: Pictures.quarters) { $0.mask = mask(box(4, 4, 20, 20), .black) }
    },

    same("masks-opacity-is-the-layers") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.mask = mask(box(0, 0, 40, 32)) { $0.opacity = 0.5 }
            $0.add(box(0, 0, 20, 20), Paint.green)
        }
    } as: { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.opacity = 0.5
            $0.add(box(0, 0, 20, 20), Paint.green)
        }
    },

    same("mask-and-opacity-multiply") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.opacity = 0.5
            $0.mask = mask(box(0, 0, 40, 32), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5))
        }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.red) { $0.opacity = 0.25 }
    },

    same("mask-of-round-corners-is-the-clip") { root in
        root.add(box(8, 8, 40, 32), Paint.red) { $0.mask = mask(box(0, 0, 40, 32)) { $0.cornerRadius = 12 } }
    } as: {
        $0.add(box(8, 8, 40, 32), Paint.red) { $0.cornerRadius = 12 }
    },

    same("mask-of-sublayers") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.mask = mask(box(0, 0, 40, 32), nil) {
                $0.add(box(0, 0, 10, 10), Paint.green)
                $0.add(box(20, 20, 10, 10), Paint.white)
            }
        }
    } as: { root in
        root.add(box(8, 8, 10, 10), Paint.red)
        root.add(box(28, 28, 10, 10), Paint.red)
    },

    same("mask-follows-the-bounds-origin") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.bounds = box(10, 20, 40, 32)
            $0.mask = mask(box(10, 20, 15, 15))
        }
    } as: {
        $0.add(box(8, 8, 15, 15), Paint.red)
    },

    same("mask-is-transformed-with-its-layer") { root in
        root.add(box(16, 16, 32, 16), Paint.red) {
            $0.mask = mask(box(0, 0, 16, 16))
            $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        }
    } as: {
        $0.add(box(24, 8, 16, 16), Paint.red)
    },

    same("turned-mask-is-the-turned-shape") { root in
        root.add(box(0, 0, 64, 64), Paint.green) {
            $0.mask = mask(box(16, 20, 32, 24)) { $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1) }
        }
    } as: { root in
        root.add(box(16, 20, 32, 24), Paint.green) { $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1) }
    },

    same("mask-of-a-mask") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.mask = mask(box(0, 0, 30, 30)) { $0.mask = mask(box(10, 10, 40, 40)) }
        }
    } as: {
        $0.add(box(18, 18, 20, 20), Paint.red)
    },

    same("empty-mask-shows-nothing") { root in
        root.add(box(0, 0, 8, 8), Paint.blue)
        root.add(box(8, 8, 40, 32), Paint.red) { $0.mask = mask(box(0, 0, 40, 32), nil) }
    } as: {
        $0.add(box(0, 0, 8, 8), Paint.blue)
    },

    same("mask-takes-the-images-alpha") { root in
        root.add(box(8, 8, 32, 32), Paint.red) {
            $0.mask = mask(box(0, 0, 32, 32), nil) {
                $0.contents = picture(2, 1) { x, _ in x == 0 ? 0xff00_0000 : 0 }
                $0.magnificationFilter = .nearest
            }
        }
    } as: {
        $0.add(box(8, 8, 16, 32), Paint.red)
    },

    same("mask-cuts-the-border") { root in
        root.add(box(8, 8, 40, 32), Paint.red) {
            $0.borderWidth = 4
            $0.borderColor = Paint.green
            $0.mask = mask(box(0, 0, 20, 32))
        }
    } as: { root in
        root.add(box(8, 8, 20, 32), Paint.green)
        root.add(box(12, 12, 16, 24), Paint.red)
    },
]
