import CoreGraphics
import QuartzCore
import ReftestKit

/// Order, depth, hiding, opacity, colours.
let treeReftests: [Reftest] = [
    pixels(
        "later-sublayers-lie-over-earlier",
        expect: [
            (8, 8, 0xffff_0000), (20, 20, 0xff00_ff00), (40, 40, 0xff00_ff00), (60, 60, 0),
        ]
    ) { root in
        root.add(box(0, 0, 32, 32), Paint.red)
        root.add(box(16, 16, 32, 32), Paint.green)
    },

    same("depth-orders-siblings") { root in
        root.add(box(0, 0, 32, 32), Paint.red) { $0.zPosition = 2 }
        root.add(box(8, 8, 32, 32), Paint.green) { $0.zPosition = 3 }
        root.add(box(16, 16, 32, 32), Paint.blue) { $0.zPosition = 1 }
    } as: { root in
        root.add(box(16, 16, 32, 32), Paint.blue)
        root.add(box(0, 0, 32, 32), Paint.red)
        root.add(box(8, 8, 32, 32), Paint.green)
    },

    same("equal-depth-keeps-the-order") { root in
        root.add(box(0, 0, 32, 32), Paint.red) { $0.zPosition = 1 }
        root.add(box(4, 4, 32, 32), Paint.white)
        root.add(box(8, 8, 32, 32), Paint.green) { $0.zPosition = 1 }
    } as: { root in
        root.add(box(4, 4, 32, 32), Paint.white)
        root.add(box(0, 0, 32, 32), Paint.red)
        root.add(box(8, 8, 32, 32), Paint.green)
    },

    same("negative-depth-stays-in-front-of-the-superlayer") { root in
        root.add(box(0, 0, 48, 48), Paint.red) { layer in
            layer.add(box(8, 8, 24, 24), Paint.green)
            layer.add(box(16, 16, 24, 24), Paint.blue) { $0.zPosition = -10 }
        }
    } as: { root in
        root.add(box(0, 0, 48, 48), Paint.red)
        root.add(box(16, 16, 24, 24), Paint.blue)
        root.add(box(8, 8, 24, 24), Paint.green)
    },

    same("insertion-in-all-ways") { root in
        let red = root.add(box(0, 0, 24, 24), Paint.red)
        let (green, blue, white) = (CALayer(), CALayer(), CALayer())
        for (layer, color, x) in [(green, Paint.green, 8.0), (blue, Paint.blue, 16), (white, Paint.white, 24)] {
            layer.frame = box(x, x, 24, 24)
            layer.backgroundColor = color
        }
        root.insertSublayer(green, at: 0)
        root.insertSublayer(blue, below: red)
        root.insertSublayer(white, above: green)
        root.replaceSublayer(
            red,
            with: {
                let other = CALayer()
                other.frame = box(4, 30, 24, 24)
                other.backgroundColor = Paint.red
                return other
            }())
    } as: { root in
        root.add(box(8, 8, 24, 24), Paint.green)
        root.add(box(24, 24, 24, 24), Paint.white)
        root.add(box(16, 16, 24, 24), Paint.blue)
        root.add(box(4, 30, 24, 24), Paint.red)
    },

    same("hidden-hides-all-below") { root in
        root.add(box(0, 0, 8, 8), Paint.blue)
        root.add(box(8, 8, 40, 40), Paint.red) { layer in
            layer.isHidden = true
            layer.add(box(8, 8, 16, 16), Paint.green)
        }
    } as: {
        $0.add(box(0, 0, 8, 8), Paint.blue)
    },

    same("opacity-of-zero-hides-all-below") { root in
        root.add(box(0, 0, 8, 8), Paint.blue)
        root.add(box(8, 8, 40, 40), Paint.red) { layer in
            layer.opacity = 0
            layer.add(box(8, 8, 16, 16), Paint.green)
        }
    } as: {
        $0.add(box(0, 0, 8, 8), Paint.blue)
    },

    pixels(
        "group-opacity-is-of-the-finished-group",
        expect: [
            (8, 8, 0x8080_0000), (24, 24, 0x8000_0080), (40, 40, 0x8000_0080),
        ]
    ) { root in
        root.add(box(0, 0, 64, 64)) { group in
            group.opacity = 0.5
            group.add(box(0, 0, 32, 32), Paint.red)
            group.add(box(16, 16, 32, 32), Paint.blue)
        }
    },

    pixels(
        "opacity-without-group-is-of-each-layer",
        expect: [
            (8, 8, 0x8080_0000), (24, 24, 0xc040_0080), (40, 40, 0x8000_0080),
        ]
    ) { root in
        root.add(box(0, 0, 64, 64)) { group in
            group.opacity = 0.5
            group.allowsGroupOpacity = false
            group.add(box(0, 0, 32, 32), Paint.red)
            group.add(box(16, 16, 32, 32), Paint.blue)
        }
    },

    same("opacities-multiply") { root in
        root.add(box(0, 0, 64, 64)) { outer in
            outer.opacity = 0.5
            outer.add(box(4, 4, 32, 32), Paint.red) { $0.opacity = 0.5 }
            outer.add(box(40, 40, 16, 16), Paint.green)
        }
    } as: { root in
        root.add(box(4, 4, 32, 32), Paint.red) { $0.opacity = 0.25 }
        root.add(box(40, 40, 16, 16), Paint.green) { $0.opacity = 0.5 }
    },

    same("opacity-is-the-colours-alpha") { root in
        root.add(box(4, 4, 32, 32), Paint.red) { $0.opacity = 0.5 }
    } as: {
        $0.add(box(4, 4, 32, 32), Paint.halfRed)
    },

    same("opacity-above-one-is-one") { root in
        root.add(box(4, 4, 32, 32), Paint.red) { $0.opacity = 3 }
    } as: {
        $0.add(box(4, 4, 32, 32), Paint.red)
    },

    pixels(
        "source-over", background: Paint.white,
        fuzz: .fuzzy(1, pixels: 2, because: "half of 255 lies between two bytes"),
        expect: [
            (10, 10, 0xffff_8080), (30, 30, 0xffbf_60a0), (50, 50, 0xffbf_bfff), (62, 62, 0xffff_ffff),
        ]
    ) { root in
        root.add(box(0, 0, 40, 40), Paint.halfRed)
        root.add(box(20, 20, 40, 40), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.25))
    },

    pixels(
        "colours-beyond-the-screen-are-clamped",
        expect: [
            (8, 8, 0xffff_0000), (40, 40, 0xffff_ffff), (40, 8, 0),
        ]
    ) { root in
        root.add(box(0, 0, 32, 32), CGColor(srgbRed: 1.25, green: -0.5, blue: 0, alpha: 1))
        root.add(box(32, 32, 32, 32), CGColor(gray: 1, alpha: 1))
    },

    same("root-background-fills-the-root") { root in
        root.backgroundColor = Paint.red
        root.add(box(8, 8, 8, 8), Paint.green)
    } as: { root in
        root.add(box(0, 0, 64, 64), Paint.red)
        root.add(box(8, 8, 8, 8), Paint.green)
    },

    same("no-colour-and-clear-are-nothing") { root in
        root.add(box(0, 0, 64, 64), .clear)
        root.add(box(8, 8, 8, 8), Paint.green)
        root.add(box(0, 0, 64, 64))
    } as: {
        $0.add(box(8, 8, 8, 8), Paint.green)
    },

    same("sublayers-are-drawn-outside-of-their-superlayer") { root in
        root.add(box(16, 16, 16, 16), Paint.red) { $0.add(box(-8, 8, 40, 4), Paint.green) }
    } as: { root in
        root.add(box(16, 16, 16, 16), Paint.red)
        root.add(box(8, 24, 40, 4), Paint.green)
    },
]
