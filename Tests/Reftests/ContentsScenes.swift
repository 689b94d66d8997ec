import CoreGraphics
import QuartzCore
import ReftestKit

/// A layer of 40 x 32 points with an image of 16 x 8 pixels, and where the image must be.
///
/// CALayer.h: "bottom" always means the minimum y and "top" the maximum y; here y grows downwards.
private let gravities: [(CALayerContentsGravity, CGRect)] = [
    (.center, box(12, 12, 16, 8)), (.top, box(12, 24, 16, 8)), (.bottom, box(12, 0, 16, 8)), (.left, box(0, 12, 16, 8)),
    (.right, box(24, 12, 16, 8)), (.topLeft, box(0, 24, 16, 8)), (.topRight, box(24, 24, 16, 8)),
    (.bottomLeft, box(0, 0, 16, 8)), (.bottomRight, box(24, 0, 16, 8)), (.resize, box(0, 0, 40, 32)),
    (.resizeAspect, box(0, 6, 40, 20)), (.resizeAspectFill, box(-12, 0, 64, 32)),
]

private let gravityReftests: [Reftest] = gravities.map { gravity, rect in
    same("gravity-\(gravity.rawValue)") { root in
        root.add(box(12, 16, 40, 32), image: Pictures.quarters) { $0.contentsGravity = gravity }
    } as: { root in
        root.add(rect.offsetBy(dx: 12, dy: 16), image: Pictures.quarters)
    }
}

private let flippedGravityReftests: [Reftest] = gravities.map { gravity, rect in
    same("flipped-gravity-\(gravity.rawValue)") { root in
        root.isGeometryFlipped = true
        root.add(box(12, 16, 40, 32), image: Pictures.quarters) { $0.contentsGravity = gravity }
    } as: { root in
        let mirrored = box(rect.minX, 32 - rect.maxY, rect.width, rect.height)
        root.add(mirrored.offsetBy(dx: 12, dy: 16), image: Pictures.quarters)
    }
}

/// The nine parts of `Pictures.tile`, with its frame of two pixels, in a layer of 40 x 28 points.
private func nineParts(_ root: CALayer) {
    let (xs, ys): ([CGFloat], [CGFloat]) = ([8, 10, 46, 48], [12, 14, 38, 40])
    let cuts: [CGFloat] = [0, 2.0 / 12, 10.0 / 12, 1]
    for row in 0..<3 {
        for column in 0..<3 {
            let frame = box(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])
            root.add(frame, image: Pictures.tile) {
                $0.contentsRect = box(
                    cuts[column], cuts[row], cuts[column + 1] - cuts[column], cuts[row + 1] - cuts[row])
            }
        }
    }
}

/// Copies of `Pictures.tile` side by side, upside down, from a layer's lower left corner on.
private func copies(_ layer: CALayer, opacity: Float = 1, isFlipped: Bool = false) {
    for row in 0..<3 {
        let y = CGFloat(row) * 12
        for column in 0..<4 {
            let frame = box(CGFloat(column) * 12, isFlipped ? y : layer.bounds.height - 12 - y, 12, 12)
            layer.add(frame, image: Pictures.tile) {
                ($0.opacity, $0.transform) = (opacity, CATransform3DMakeScale(1, -1, 1))
            }
        }
    }
}

/// Images: gravity, rect, center, scale, filters.
let contentsReftests: [Reftest] =
    gravityReftests + flippedGravityReftests + [
        pixels(
            "image-fills-the-bounds",
            expect: [
                (8, 16, 0xffff_0000), (23, 23, 0xffff_0000), (24, 16, 0xff00_ff00), (39, 23, 0xff00_ff00),
                (8, 24, 0xff00_00ff), (39, 31, 0xffff_ffff), (7, 16, 0), (40, 20, 0),
            ]
        ) { root in
            root.add(box(8, 16, 32, 16), image: Pictures.quarters)
        },

        same("background-pattern-begins-at-the-bounds-lower-left-corner") { root in
            root.add(box(8, 8, 40, 28), tiles()) { $0.bounds.origin = CGPoint(x: 5, y: 3) }
        } as: { root in
            root.add(box(8, 8, 40, 28)) { copies($0) }.masksToBounds = true
        },

        same("background-pattern-is-upside-down-in-flipped-geometry-too") { root in
            root.isGeometryFlipped = true
            root.add(box(8, 8, 40, 28), tiles())
        } as: { root in
            root.isGeometryFlipped = true
            root.add(box(8, 8, 40, 28)) { copies($0, isFlipped: true) }.masksToBounds = true
        },

        same("background-pattern-in-round-corners-is-behind-contents") { root in
            root.add(box(8, 8, 40, 28), tiles(0.5)) {
                ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (9, 2, Paint.green)
                $0.contents = Pictures.quarters
                ($0.contentsGravity, $0.magnificationFilter) = (.center, .nearest)
            }
        } as: { root in
            let back = root.add(box(8, 8, 40, 28)) { copies($0, opacity: 0.5) }
            (back.cornerRadius, back.masksToBounds) = (9, true)
            root.add(box(20, 18, 16, 8), image: Pictures.quarters)
            root.add(box(8, 8, 40, 28)) { ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (9, 2, Paint.green) }
        },

        same("contents-scale-shrinks-what-is-not-resized") { root in
            root.add(box(12, 16, 40, 32), image: Pictures.quarters) {
                $0.contentsGravity = .bottomLeft
                $0.contentsScale = 2
            }
        } as: {
            $0.add(box(12, 16, 8, 4), image: Pictures.quarters)
        },

        same("contents-scale-does-not-matter-to-resize") { root in
            root.add(box(12, 16, 40, 32), image: Pictures.quarters) { $0.contentsScale = 2 }
        } as: {
            $0.add(box(12, 16, 40, 32), image: Pictures.quarters)
        },

        same("contents-rect-shows-a-part") { root in
            root.add(box(8, 8, 48, 32), image: Pictures.quarters) { $0.contentsRect = box(0.25, 0.5, 0.5, 0.5) }
        } as: { root in
            root.add(box(8, 8, 24, 32), Paint.blue)
            root.add(box(32, 8, 24, 32), Paint.white)
        },

        same("contents-rect-is-what-gravity-places") { root in
            root.add(box(8, 8, 48, 32), image: Pictures.quarters) {
                $0.contentsRect = box(0.5, 0, 0.5, 0.5)
                $0.contentsGravity = .right
            }
        } as: {
            $0.add(box(48, 22, 8, 4), Paint.green)
        },

        same("contents-center-stretches-the-middle") { root in
            root.add(box(8, 12, 40, 28), image: Pictures.tile) {
                $0.contentsCenter = box(2.0 / 12, 2.0 / 12, 8.0 / 12, 8.0 / 12)
            }
        } as: {
            nineParts($0)
        },

        same("contents-center-and-scale") { root in
            root.add(box(8, 12, 40, 28), image: Pictures.tile) {
                $0.contentsCenter = box(2.0 / 12, 0, 8.0 / 12, 1)
                $0.contentsScale = 0.5
            }
        } as: { root in
            for (x, width, low, high) in [(8.0, 4.0, 0.0, 2.0), (12, 32, 2, 10), (44, 4, 10, 12)] {
                root.add(box(x, 12, width, 28), image: Pictures.tile) {
                    $0.contentsRect = box(low / 12, 0, (high - low) / 12, 1)
                }
            }
        },

        pixels(
            "magnified-nearest",
            expect: [
                (0, 5, 0xff00_0000), (31, 5, 0xff00_0000), (32, 5, 0xffff_ffff), (63, 5, 0xffff_ffff),
            ]
        ) { root in
            root.add(box(0, 0, 64, 64), image: Pictures.step)
        },

        pixels(
            "magnified-linear",
            fuzz: .fuzzy(1, pixels: 1, because: "a place between two texels is a whole number of 256ths"),
            expect: [
                (0, 5, 0xff00_0000), (15, 5, 0xff00_0000), (24, 5, 0xff44_4444), (31, 5, 0xff7c_7c7c),
                (32, 5, 0xff84_8484), (48, 5, 0xffff_ffff), (63, 5, 0xffff_ffff),
            ]
        ) { root in
            root.add(box(0, 0, 64, 64), image: Pictures.step) { $0.magnificationFilter = .linear }
        },

        pixels(
            "minified-nearest",
            expect: [
                (8, 8, 0xff00_0000), (9, 9, 0xff00_0000), (23, 23, 0xff00_0000), (24, 24, 0xffff_0000),
            ]
        ) { root in
            root.add(box(0, 0, 64, 64), Paint.red)
            root.add(box(8, 8, 16, 16), image: Pictures.checks)
        },

        pixels(
            "minified-trilinear",
            expect: [
                (8, 8, 0xff80_8080), (12, 17, 0xff80_8080), (23, 23, 0xff80_8080),
            ]
        ) { root in
            root.add(box(0, 0, 64, 64), Paint.red)
            root.add(box(8, 8, 16, 16), image: Pictures.checks) { $0.minificationFilter = .trilinear }
        },

        same("trilinear-at-natural-size-is-the-image") { root in
            root.add(box(0, 0, 64, 64), image: Pictures.checks) {
                $0.minificationFilter = .trilinear
                $0.magnificationFilter = .linear
            }
        } as: {
            $0.add(box(0, 0, 64, 64), image: Pictures.checks)
        },

        pixels(
            "background-shows-through-the-image",
            expect: [
                (8, 8, 0xff7f_0080), (34, 40, 0xffff_0000), (44, 40, 0xff00_ff00),
            ]
        ) { root in
            root.add(box(0, 0, 32, 32), image: picture(1, 1) { _, _ in 0x8000_0080 }) { $0.backgroundColor = Paint.red }
            root.add(box(32, 32, 16, 16), image: picture(2, 1) { x, _ in x == 0 ? 0 : 0xff00_ff00 }) {
                $0.backgroundColor = Paint.red
            }
        },

        same("contents-are-under-sublayers") { root in
            root.add(box(8, 8, 32, 16), image: Pictures.quarters) { $0.add(box(4, 4, 8, 8), Paint.red) }
        } as: { root in
            root.add(box(8, 8, 32, 16), image: Pictures.quarters)
            root.add(box(12, 12, 8, 8), Paint.red)
        },

        same("contents-go-over-the-bounds-unless-masked") { root in
            root.add(box(24, 16, 16, 32), image: Pictures.quarters) { $0.contentsGravity = .resizeAspectFill }
        } as: {
            $0.add(box(0, 16, 64, 32), image: Pictures.quarters)
        },

        same("masked-contents-end-at-the-bounds") { root in
            root.add(box(24, 16, 16, 32), image: Pictures.quarters) {
                $0.contentsGravity = .resizeAspectFill
                $0.masksToBounds = true
            }
        } as: { root in
            root.add(box(24, 16, 16, 32), image: Pictures.quarters) { $0.contentsRect = box(0.375, 0, 0.25, 1) }
        },

        same("corner-radius-alone-does-not-clip-contents") { root in
            root.add(box(8, 8, 32, 32), image: Pictures.quarters) { $0.cornerRadius = 12 }
        } as: {
            $0.add(box(8, 8, 32, 32), image: Pictures.quarters)
        },

        same("image-half-transparent-by-opacity") { root in
            root.add(box(8, 8, 32, 16), image: Pictures.quarters) { $0.opacity = 0.5 }
        } as: { root in
            root.add(box(8, 8, 32, 16)) { group in
                group.opacity = 0.5
                group.add(box(0, 0, 16, 8), Paint.red)
                group.add(box(16, 0, 16, 8), Paint.green)
                group.add(box(0, 8, 16, 8), Paint.blue)
                group.add(box(16, 8, 16, 8), Paint.white)
            }
        },
    ]
