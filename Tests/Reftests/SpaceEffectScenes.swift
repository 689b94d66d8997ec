import CoreGraphics
import Mica
import QuartzCore
import ReftestKit

private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> CGColor {
    CGColor(srgbRed: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
}
private let above = color(200, 100, 50), below = color(100, 150, 220)

/// Makes the sublayers of a layer share a space that has to be sorted: one is turned, where it is not visible.
private func makeSpace(_ layer: CALayer) {
    layer.add(box(300, 0, 10, 10), Paint.blue) { $0.transform = CATransform3DMakeRotation(1, 0, 1, 0) }
}

/// A plane of 40 x 40 about the middle, turned about the upright line through it: its left half is nearer.
private func door(_ layer: CALayer, _ color: CGColor) {
    layer.add(box(12, 12, 40, 40), color) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0) }
}

/// Filters of layers that share a space.
let spaceEffectReftests: [Reftest] = [
    same("space-compositing-filter-sees-what-is-behind") { root in
        root.add(box(4, 4, 36, 36), below)
        root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = "multiplyBlendMode" }
        makeSpace(root)
    } as: { root in
        root.add(box(4, 4, 36, 36), below)
        root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = "multiplyBlendMode" }
    },
    same("space-compositing-filter-reaches-beyond-its-layer") { root in
        root.add(box(4, 4, 36, 36), below)
        root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = "destIn" }
        makeSpace(root)
    } as: { root in
        root.add(box(20, 20, 20, 20), below)
    },
    same("space-compositing-filter-goes-by-depth") { root in
        root.add(box(20, 20, 36, 36), above) { ($0.compositingFilter, $0.zPosition) = ("differenceBlendMode", 10) }
        root.add(box(4, 4, 36, 36), below)
        root.add(box(0, 0, 30, 30), Paint.white) { $0.zPosition = 20 }
        makeSpace(root)
    } as: { root in
        root.add(box(4, 4, 36, 36), below)
        root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = "differenceBlendMode" }
        root.add(box(0, 0, 30, 30), Paint.white)
    },
    same("space-background-filter-of-a-layer-that-draws-nothing") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(0, 0, 20, 64), below)
        root.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
        root.add(box(30, 30, 20, 20), Paint.white)
        makeSpace(root)
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(0, 0, 20, 64), below)
        root.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
        root.add(box(30, 30, 20, 20), Paint.white)
    },
    same("space-background-filter-keeps-to-its-group") { root in
        root.add(box(0, 0, 64, 64), below)
        root.add(box(4, 4, 56, 56)) { group in
            group.opacity = 0.5
            group.add(box(0, 0, 30, 56), above)
            group.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
            makeSpace(group)
        }
    } as: { root in
        root.add(box(0, 0, 64, 64), below)
        root.add(box(4, 4, 56, 56)) { group in
            group.opacity = 0.5
            group.add(box(0, 0, 30, 56), above)
            group.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
        }
    },
    pixels(
        "space-background-filter-of-a-layer-that-is-cut",
        expect: [(4, 32, 0xffc8_6432), (12, 32, 0xff37_9bcd), (22, 32, 0xff64_96dc), (42, 32, 0xff9b_6923)]
    ) { root in
        root.add(box(-100, -100, 264, 264), above) { $0.zPosition = -200 }
        root.add(box(8, 8, 48, 48)) { $0.backgroundFilters = [LayerFilter.invert()] }
        door(root, below)
    },
    pixels(
        "space-compositing-filter-of-a-layer-that-is-cut",
        expect: [(4, 32, 0xffc8_6432), (12, 32, 0xff64_6400), (22, 32, 0xff64_96dc), (42, 32, 0xff00_32aa)]
    ) { root in
        root.add(box(-100, -100, 264, 264), above) { $0.zPosition = -200 }
        root.add(box(8, 8, 48, 48), color(100, 200, 50)) { $0.compositingFilter = "differenceBlendMode" }
        door(root, below)
    },
]
