import CoreGraphics
import Mica
import QuartzCore
import ReftestKit

private let divided = Fuzz.fuzzy(1, pixels: 1, because: "one quotient lies between two bytes")
private let controlled = Fuzz.fuzzy(
    1, pixels: 2, because: "the filter's factors are rounded before they are multiplied")

private func gray(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(srgbRed: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
}
private let above = gray(200, 100, 50), below = gray(100, 150, 220)

/// A filter of a type that has no function of its own.
private func fields(
    _ type: String, _ lists: [String: [Double]] = [:], numbers: [String: Double] = [:]
) -> [LayerFilter] {
    guard var filter = LayerFilter(type: type) else { return [] }
    for (key, list) in lists { filter[numbers: key] = list }
    for (key, number) in numbers { filter[number: key] = number }
    return [filter]
}

/// (200, 100, 50) over (100, 150, 220), both opaque, by W3C's formulas in floating point.
private let blends: [(name: String, pixel: UInt32)] = [
    ("multiplyBlendMode", 0xff4e_3b2b), ("screenBlendMode", 0xffde_bfe3), ("overlayBlendMode", 0xff9d_7fc7),
    ("darkenBlendMode", 0xff64_6432), ("lightenBlendMode", 0xffc8_96dc), ("colorDodgeBlendMode", 0xffff_f7ff),
    ("colorBurnBlendMode", 0xff39_004d), ("softLightBlendMode", 0xff86_89ca), ("hardLightBlendMode", 0xffbc_7656),
    ("differenceBlendMode", 0xff64_32aa), ("exclusionBlendMode", 0xff8f_84b8), ("linearDodgeBlendMode", 0xffff_faff),
    ("linearBurnBlendMode", 0xff2d_000f), ("linearLightBlendMode", 0xfff5_5f41), ("vividLightBlendMode", 0xffe8_79a6),
    ("pinLightBlendMode", 0xff91_9664), ("subtractBlendMode", 0xff00_32aa), ("divideBlendMode", 0xff80_ffff),
    ("hueBlendMode", 0xffcb_7b53), ("saturationBlendMode", 0xff59_98ef), ("colorBlendMode", 0xffda_7644),
    ("luminosityBlendMode", 0xff52_84ca), ("plusL", 0xffff_faff), ("plusD", 0xff2d_000f),
    ("normalBlendMode", 0xffc8_6432),
]

private let blendReftests: [Reftest] = blends.map { name, pixel in
    pixels(
        "blend-\(name)", fuzz: name == "divideBlendMode" ? divided : .exact,
        expect: [(10, 10, 0xff64_96dc), (30, 30, pixel), (50, 50, 0xffc8_6432)]
    ) {
        root in
        root.add(box(4, 4, 36, 36), below)
        root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = name }
    }
}

/// The result of red at (4, 4) to (40, 40) and blue at (20, 20) to (56, 56) in front: only red, both, only blue.
private let operators: [(name: String, red: UInt32, both: UInt32, blue: UInt32)] = [
    ("clear", 0, 0, 0), ("copy", 0, 0xff00_00ff, 0xff00_00ff), ("sourceIn", 0, 0xff00_00ff, 0),
    ("sourceOut", 0, 0, 0xff00_00ff), ("sourceAtop", 0xffff_0000, 0xff00_00ff, 0),
    ("destOver", 0xffff_0000, 0xffff_0000, 0xff00_00ff), ("destIn", 0, 0xffff_0000, 0),
    ("destOut", 0xffff_0000, 0, 0), ("destAtop", 0, 0xffff_0000, 0xff00_00ff),
    ("xor", 0xffff_0000, 0, 0xff00_00ff), ("sourceOver", 0xffff_0000, 0xff00_00ff, 0xff00_00ff),
]

private let operatorReftests: [Reftest] = operators.map { name, red, both, blue in
    var test = pixels("operator-\(name)", expect: [(10, 10, red), (30, 30, both), (50, 50, blue), (60, 60, 0)]) {
        root in
        root.add(box(4, 4, 36, 36), Paint.red)
        root.add(box(20, 20, 36, 36), Paint.blue) { $0.compositingFilter = name }
    }
    test.mayBeBlank = name == "clear"
    return test
}

/// How layers are combined with their background.
private let compositingReftests: [Reftest] =
    blendReftests + operatorReftests + [
        same("compositing-with-an-unknown-name-is-source-over") { root in
            root.add(box(4, 4, 36, 36), Paint.red)
            root.add(box(20, 20, 36, 36), Paint.halfRed) { $0.compositingFilter = "noSuchFilter" }
        } as: { root in
            root.add(box(4, 4, 36, 36), Paint.red)
            root.add(box(20, 20, 36, 36), Paint.halfRed)
        },
        same("compositing-by-core-image-names") { root in
            root.add(box(4, 4, 36, 36), below)
            root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = "CISourceInCompositing" }
            root.add(box(10, 10, 36, 16), above) { $0.compositingFilter = "CIColorBurnBlendMode" }
        } as: { root in
            root.add(box(4, 4, 36, 36), below)
            root.add(box(20, 20, 36, 36), above) { $0.compositingFilter = "sourceIn" }
            root.add(box(10, 10, 36, 16), above) { $0.compositingFilter = "colorBurnBlendMode" }
        },
        same("compositing-sees-the-superlayer-only") { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 48, 48)).add(box(0, 0, 40, 40), above) { $0.compositingFilter = "multiplyBlendMode" }
        } as: { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 40, 40), above)
        },
        same("compositing-sees-more-without-group-blending") { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 48, 48)) { $0.setValue(false, forKey: "allowsGroupBlending") }
                .add(box(0, 0, 40, 40), above) { $0.compositingFilter = "multiplyBlendMode" }
        } as: { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 40, 40), above) { $0.compositingFilter = "multiplyBlendMode" }
        },
        same("destIn-is-a-mask") { root in
            root.add(box(4, 4, 56, 56)) { group in
                group.add(box(0, 0, 40, 40), Paint.red)
                group.add(box(20, 20, 36, 36), image: Pictures.tile)
                group.add(box(10, 10, 30, 40), Paint.halfRed) {
                    $0.cornerRadius = 9
                    $0.compositingFilter = "destIn"
                }
            }
        } as: { root in
            root.add(box(4, 4, 56, 56)) { group in
                group.add(box(0, 0, 40, 40), Paint.red)
                group.add(box(20, 20, 36, 36), image: Pictures.tile)
                let mask = CALayer()
                mask.frame = box(10, 10, 30, 40)
                mask.backgroundColor = Paint.halfRed
                mask.cornerRadius = 9
                group.mask = mask
            }
        },
        same("destIn-of-nothing-leaves-nothing", fuzz: .exact) { root in
            root.add(box(0, 0, 64, 64), Paint.green)
            root.add(box(4, 4, 56, 56)) { group in
                group.add(box(0, 0, 40, 40), Paint.red)
                group.add(box(100, 100, 8, 8), Paint.blue) { $0.compositingFilter = "destIn" }
            }
            root.add(box(0, 0, 8, 8), Paint.white)
        } as: { root in
            root.add(box(0, 0, 64, 64), Paint.green)
            root.add(box(0, 0, 8, 8), Paint.white)
        },
        same("compositing-of-a-finished-group") { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 48, 48)) { group in
                group.compositingFilter = "multiplyBlendMode"
                group.add(box(0, 0, 30, 30), Paint.red)
                group.add(box(10, 10, 30, 30), above)
            }
        } as: { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 30, 30), Paint.red) { $0.compositingFilter = "multiplyBlendMode" }
            root.add(box(18, 18, 30, 30), below)
            root.add(box(18, 18, 30, 30), above) { $0.compositingFilter = "multiplyBlendMode" }
        },
        same("compositing-of-a-masked-layer") { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(8, 8, 48, 48), above) { layer in
                layer.compositingFilter = "screenBlendMode"
                let mask = CALayer()
                mask.frame = box(8, 8, 20, 20)
                mask.backgroundColor = Paint.white
                layer.mask = mask
            }
        } as: { root in
            root.add(box(0, 0, 64, 64), below)
            root.add(box(16, 16, 20, 20), above) { $0.compositingFilter = "screenBlendMode" }
        },
        same("compositing-within-a-clip") { root in
            root.add(box(0, 0, 64, 64), below) { outer in
                outer.cornerRadius = 20
                outer.masksToBounds = true
                outer.add(box(0, 0, 64, 64), Paint.red) { $0.compositingFilter = "copy" }
            }
        } as: { root in
            root.add(box(0, 0, 64, 64), below) { outer in
                outer.cornerRadius = 20
                outer.masksToBounds = true
                outer.add(box(0, 0, 64, 64), Paint.red)
            }
        },
    ]

/// A filter and the colour that it makes of (200, 100, 50).
private let colorFilters: [(name: String, filter: LayerFilter, pixel: UInt32)] = [
    ("invert", .invert(), 0xff37_9bcd),
    ("brightness", .brightness(0.2), 0xfffb_9765),
    ("contrast", .contrast(0.5), 0xffa4_7259),
    ("grey", .saturation(0), 0xff76_7676),
    ("saturation-one", .saturation(1), 0xffc8_6432),
    ("hue-of-no-turn", .hueRotation(0), 0xffc8_6432),
    ("matrix-swaps", .colorMatrix([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]), 0xff32_64c8),
    ("matrix-alpha", .colorMatrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0]), 0x8064_3219),
    ("multiply", .multiply(by: gray(127.5, 255, 0)), 0xff64_6400),
    ("adding", .adding(gray(51, 0, 102)), 0xfffb_6498),
    ("luminance", .luminanceToAlpha(), 0x7600_0000),
    ("monochrome", .monochrome(gray(255, 127.5, 0)), 0xff76_3b00),
    ("controls", .colorControls(saturation: 0, brightness: 0.1, contrast: 2), 0xffa0_a0a0),
    ("no-vibrance", .vibrance(0), 0xffc8_6432),
    ("powers-of-one", .powers([1, 1, 1, 1]), 0xffc8_6432),
    // 255 (200 / 255)², 255 (100 / 255)^½, as it is.
    ("powers", .powers([2, 0.5, 1, 1]), 0xff9d_a032),
]

private let colorReftests: [Reftest] = colorFilters.map { name, filter, pixel in
    pixels(
        "filter-\(name)", fuzz: name == "controls" ? controlled : .exact,
        expect: [(30, 30, pixel), (2, 2, 0), (50, 12, pixel)]
    ) { root in
        root.add(box(8, 8, 48, 48)) { layer in
            layer.filters = [filter]
            layer.add(box(0, 0, 48, 48), above)
        }
    }
}

/// Filters of layers and of their background.
private let filterReftests: [Reftest] =
    colorReftests + [
        same("disabled-filters-have-no-effect") { root in
            root.add(box(8, 8, 48, 48), above) { layer in
                var filter = LayerFilter.invert()
                filter.isEnabled = false
                layer.filters = [filter, LayerFilter.gaussianBlur(radius: 0)]
            }
        } as: { root in
            root.add(box(8, 8, 48, 48), above)
        },
        same("filters-go-first-to-last") { root in
            root.add(box(8, 8, 48, 48), above) { $0.filters = [LayerFilter.invert(), LayerFilter.brightness(0.2)] }
        } as: { root in
            root.add(box(8, 8, 48, 48), gray(106, 206, 255))
        },
        // Each tile has the colour of its middle: 4 columns of 12 points.
        same("mosaic-has-the-colours-of-the-middles") { root in
            root.add(box(8, 8, 48, 48)) { layer in
                layer.filters = [LayerFilter.mosaic(in: layer.bounds, columns: 4, rows: 1)]
                layer.add(box(0, 0, 48, 48), above)
                layer.add(box(17, 0, 8, 48), below)
            }
        } as: { root in
            root.add(box(8, 8, 48, 48), above)
            root.add(box(20, 8, 12, 48), below)
        },
        // Within the ellipse all is nearer to the middle before, outside of it nothing moves.
        pixels(
            "bulge-enlarges-its-middle",
            expect: [(27, 32, 0xff64_96dc), (22, 32, 0xffc8_6432), (32, 18, 0xff64_96dc), (4, 32, 0xffc8_6432)]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = [
                    LayerFilter.bulge(
                        center: CGPoint(x: 32, y: 32), radii: CGSize(width: 20, height: 10), height: 2)
                ]
                layer.add(box(0, 0, 64, 64), above)
                layer.add(box(29, 0, 6, 64), below)
            }
        },
        // Squares upwards move a bar to the left and to the right in turns.
        pixels(
            "waves-move-pixels-across-their-direction",
            expect: [(24, 8, 0xff64_96dc), (32, 8, 0xffc8_6432), (40, 24, 0xff64_96dc), (32, 24, 0xffc8_6432)]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = fields("wave", numbers: ["inputForm": 1, "inputHeight": 8, "inputLength": 32])
                layer.add(box(0, 0, 64, 64), above)
                layer.add(box(28, 0, 8, 64), below)
            }
        },
        pixels(
            "spheres-show-the-middle-in-front", expect: [(32, 32, 0xff64_96dc), (16, 32, 0xffc8_6432), (6, 6, 0)]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = fields(
                    "sphere", ["inputCenter": [32, 32], "inputRectangle": [0, 0, 64, 64]], numbers: ["inputRadius": 28])
                layer.add(box(0, 0, 64, 64), above)
                layer.add(box(28, 0, 8, 64), below)
            }
        },
        // Beyond the radius nothing moves; the middle is turned by a half.
        pixels(
            "twirls-keep-what-is-beyond-their-radius",
            expect: [(32, 2, 0xff64_96dc), (2, 32, 0xffc8_6432), (32, 32, 0xff64_96dc)]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = fields(
                    "twirl", ["inputCenter": [32, 32]], numbers: ["inputRadius": 24, "inputAngle": .pi])
                layer.add(box(0, 0, 64, 64), above)
                layer.add(box(28, 0, 8, 64), below)
            }
        },
        pixels(
            "radial-blurs-keep-their-center", expect: [(32, 32, 0xff64_96dc), (4, 32, 0xffc8_6432)]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = fields("radialBlur", ["inputCenter": [32, 32]], numbers: ["inputAngle": 0.3])
                layer.add(box(0, 0, 64, 64), above)
                layer.add(box(28, 0, 8, 64), below)
            }
        },
        // Within the radius all is nearer to the center before.
        pixels(
            "spherizing-enlarges-the-middle",
            expect: [(32, 32, 0xff64_96dc), (27, 32, 0xff64_96dc), (22, 32, 0xffc8_6432), (4, 32, 0xffc8_6432)]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = fields("spherize", ["inputCenter": [32, 32]], numbers: ["inputRadius": 24])
                layer.add(box(0, 0, 64, 64), above)
                layer.add(box(28, 0, 8, 64), below)
            }
        },
        // The map is to the right of the picture: red 255 moves what is 8 points to the right here, 0 moves it away.
        pixels(
            "maps-displace-the-picture-beside-them",
            expect: [
                (12, 8, 0xff64_96dc), (20, 8, 0xffc8_6432), (28, 24, 0xff64_96dc), (20, 24, 0xffc8_6432), (50, 8, 0),
            ]
        ) { root in
            root.add(box(0, 0, 64, 64)) { layer in
                layer.filters = fields(
                    "displacement",
                    [
                        "inputAmounts": [8, 0], "inputOffset": [32, 0], "inputChannels": [1, 10],
                        "inputExtent": [32, 32],
                    ])
                layer.add(box(0, 0, 32, 32), above)
                layer.add(box(16, 0, 8, 32), below)
                layer.add(box(32, 0, 32, 16), gray(255, 0, 0))
                layer.add(box(32, 16, 32, 16), gray(0, 255, 0))
            }
        },
        // Red (200) over yellow (100) over white (50): 50 + 50 * 0.5 + 100 * 0.25.
        pixels("hues-have-weights-in-a-grey", expect: [(32, 32, 0xff64_6464), (2, 2, 0)]) { root in
            root.add(box(8, 8, 48, 48)) { layer in
                layer.filters = fields("blackAndWhite", ["inputWeights": [0.25, 0.5, 0, 0, 0, 0]])
                layer.add(box(0, 0, 48, 48), above)
            }
        },
        // All compositors have the same noise; half of the corners' mean is near the middle.
        pixels("noise-is-the-same-everywhere", expect: [(2, 62, 0)]) { root in
            root.add(box(8, 8, 48, 48)) { layer in
                layer.filters = fields("noise", ["inputCells": [16, 12]])
                layer.add(box(0, 0, 48, 48), above)
            }
        },
        pixels("turbulence-is-the-same-everywhere", expect: [(0, 32, 0)]) { root in
            root.add(box(16, 16, 32, 32)) { layer in
                layer.filters = fields("turbulence", ["inputAmounts": [6, 6]], numbers: ["inputSize": 20])
                layer.add(box(0, 0, 32, 32), above)
                layer.add(box(12, 0, 8, 32), below)
            }
        },
        same("bulge-of-no-height-has-no-effect") { root in
            root.add(box(8, 8, 48, 48), above) { layer in
                layer.filters = [
                    LayerFilter.bulge(center: CGPoint(x: 24, y: 24), radii: CGSize(width: 20, height: 20), height: 0)
                ]
            }
        } as: { root in
            root.add(box(8, 8, 48, 48), above)
        },
        same("luma-matte") { root in
            root.add(box(0, 0, 64, 64)) { group in
                group.add(box(4, 4, 56, 56), Paint.blue)
                group.add(box(0, 0, 32, 64)) { matte in
                    matte.compositingFilter = "destIn"
                    matte.filters = [LayerFilter.luminanceToAlpha()]
                    matte.add(box(0, 0, 32, 64), gray(51, 51, 51))
                }
            }
        } as: { root in
            root.add(box(4, 4, 28, 56), gray(0, 0, 255, 0.2))
        },
        same("blur-of-a-colour-all-over-is-that-colour") { root in
            root.add(box(-200, -200, 464, 464), above) { $0.filters = [LayerFilter.gaussianBlur(radius: 6)] }
            root.add(box(0, 0, 8, 8), Paint.white)
        } as: { root in
            root.add(box(0, 0, 64, 64), above)
            root.add(box(0, 0, 8, 8), Paint.white)
        },
        pixels(
            "blur-is-gaussian",
            fuzz: .fuzzy(
                1, pixels: 1,
                because:
                    "the kernel's weights are whole numbers that add up to their sum, not the normal distribution's"),
            // Half at the edge; the normal distribution function of half pixels over 4.
            expect: [(31, 30, 0x8c00_008c), (32, 30, 0x7300_0073), (39, 30, 0x0800_0008), (24, 30, 0xf800_00f8)]
        ) { root in
            root.add(box(-200, -200, 232, 464), Paint.blue) { $0.filters = [LayerFilter.gaussianBlur(radius: 4)] }
        },
        pixels(
            "large-blur-is-gaussian", fuzz: .fuzzy(2, pixels: 2, because: "a large blur is drawn of a smaller picture"),
            expect: [(31, 30, 0x8100_0081), (32, 30, 0x7e00_007e), (2, 30, 0xd500_00d5), (60, 30, 0x2d00_002d)]
        ) { root in
            root.add(box(-400, -400, 432, 864), Paint.blue) { $0.filters = [LayerFilter.gaussianBlur(radius: 30)] }
        },
        same("filtered-layer-is-masked-after") { root in
            root.add(box(0, 0, 64, 64), Paint.blue) { layer in
                layer.filters = [LayerFilter.gaussianBlur(radius: 3)]
                let mask = CALayer()
                mask.frame = box(20, 20, 24, 24)
                mask.backgroundColor = Paint.white
                layer.mask = mask
            }
        } as: { root in
            root.add(box(20, 20, 24, 24), Paint.blue)
        },
        same("input-of-a-filter-animates", at: 1) { root in
            root.add(box(16, 16, 32, 32), Paint.blue) { layer in
                layer.filters = [LayerFilter.gaussianBlur(radius: 0, name: "soft")]
                let animation = CABasicAnimation(keyPath: "filters.soft.inputRadius")
                (animation.fromValue, animation.toValue, animation.duration) = (0, 8, 2)
                layer.add(animation, forKey: nil)
            }
        } as: { root in
            root.add(box(16, 16, 32, 32), Paint.blue) { $0.filters = [LayerFilter.gaussianBlur(radius: 4)] }
        },
        same("filters-interpolate-one-by-one", at: 1) { root in
            root.add(box(16, 16, 32, 32), above) { layer in
                layer.filters = [LayerFilter.brightness(0)]
                let animation = CABasicAnimation(keyPath: "filters")
                animation.fromValue = [LayerFilter.brightness(0)]
                animation.toValue = [LayerFilter.brightness(0.4)]
                animation.duration = 2
                layer.add(animation, forKey: nil)
            }
        } as: { root in
            root.add(box(16, 16, 32, 32), gray(251, 151, 101))
        },
        same("background-filter-inverts-what-is-behind") { root in
            root.add(box(0, 0, 64, 64), above)
            root.add(box(0, 0, 20, 64), below)
            root.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
        } as: { root in
            root.add(box(0, 0, 64, 64), above)
            root.add(box(0, 0, 20, 64), below)
            root.add(box(8, 8, 12, 40), gray(155, 105, 35))
            root.add(box(20, 8, 28, 40), gray(55, 155, 205))
        },
        same(
            "background-filter-keeps-to-round-corners",
            fuzz: .fuzzy(1, pixels: 68, because: "a colour is faded before it is laid over, or mixed in one step")
        ) { root in
            root.add(box(0, 0, 64, 64), above)
            root.add(box(8, 8, 40, 40)) {
                $0.backgroundFilters = [LayerFilter.invert()]
                $0.cornerRadius = 12
            }
        } as: { root in
            root.add(box(0, 0, 64, 64), above)
            root.add(box(8, 8, 40, 40), gray(55, 155, 205)) { $0.cornerRadius = 12 }
        },
        same("background-blur-of-a-colour-is-that-colour") { root in
            root.add(box(-100, -100, 264, 264), above)
            root.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.gaussianBlur(radius: 5)] }
            root.add(box(16, 16, 8, 8), Paint.white)
        } as: { root in
            root.add(box(0, 0, 64, 64), above)
            root.add(box(16, 16, 8, 8), Paint.white)
        },
        pixels(
            "background-blur-softens-an-edge",
            variants: [
                .clipped: .fuzzy(
                    1, pixels: 64,
                    because: "a blur takes the mean of the pixels that are seen, and a clip leaves fewer")
            ],
            expect: [(31, 30, 0xff73_008c), (32, 30, 0xff8c_0073), (31, 4, 0xff00_00ff), (32, 4, 0xffff_0000)]
        ) { root in
            root.add(box(-100, -100, 264, 264), Paint.red)
            root.add(box(-100, -100, 132, 264), Paint.blue)
            root.add(box(8, 8, 48, 48)) { $0.backgroundFilters = [LayerFilter.gaussianBlur(radius: 4)] }
        },
        same("shadow-of-a-filtered-layer") { root in
            root.add(box(12, 12, 30, 30), above) {
                $0.filters = [LayerFilter.invert()]
                ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 0, CGSize(width: 8, height: 8))
            }
        } as: { root in
            root.add(box(20, 20, 30, 30), gray(0, 0, 0))
            root.add(box(12, 12, 30, 30), gray(55, 155, 205))
        },
    ]

/// Filters and compositing.
let effectReftests: [Reftest] = compositingReftests + filterReftests

// MARK: Corners, edges, rasters, tints

private let stencil = picture(16, 8) { x, y in UInt32(x * 16) << 24 | UInt32(y) }

/// Round corners of both curves.
private let cornerReftests: [Reftest] = [
    same("continuous-corners-without-room-are-circular") { root in
        root.add(box(4, 12, 56, 40), above) {
            $0.cornerRadius = 20
            $0.cornerCurve = .continuous
        }
    } as: { root in
        root.add(box(4, 12, 56, 40), above) { $0.cornerRadius = 20 }
    },
    same("continuous-curve-without-radius-is-square") { root in
        root.add(box(4, 12, 56, 40), above) { $0.cornerCurve = .continuous }
    } as: { root in
        root.add(box(4, 12, 56, 40), above)
    },
    same("continuous-clip-is-as-the-background") { root in
        root.add(box(4, 4, 56, 56)) { layer in
            layer.cornerRadius = 14
            layer.cornerCurve = .continuous
            layer.masksToBounds = true
            layer.add(box(-8, -8, 80, 80), above)
        }
    } as: { root in
        root.add(box(4, 4, 56, 56), above) {
            $0.cornerRadius = 14
            $0.cornerCurve = .continuous
        }
    },
    same("continuous-border-as-wide-as-the-layer-is-the-background") { root in
        root.add(box(4, 4, 56, 56)) {
            $0.cornerRadius = 14
            $0.cornerCurve = .continuous
            $0.borderWidth = 40
            $0.borderColor = above
        }
    } as: { root in
        root.add(box(4, 4, 56, 56), above) {
            $0.cornerRadius = 14
            $0.cornerCurve = .continuous
        }
    },
    same("continuous-corners-that-are-masked") { root in
        root.add(box(4, 4, 56, 56), above) {
            $0.cornerRadius = 14
            $0.cornerCurve = .continuous
            $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        }
    } as: { root in
        root.add(box(4, 4, 56, 56), above) {
            $0.cornerRadius = 14
            $0.cornerCurve = .continuous
        }
        root.add(box(32, 4, 28, 28), above)
        root.add(box(4, 32, 28, 28), above)
    },
    same("continuous-shadow-without-blur-is-the-background-moved") { root in
        root.add(box(4, 4, 40, 40), Paint.white) {
            $0.cornerRadius = 10
            $0.cornerCurve = .continuous
            ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 0, CGSize(width: 16, height: 16))
            $0.shadowColor = above
        }
    } as: { root in
        root.add(box(20, 20, 40, 40), above) {
            $0.cornerRadius = 10
            $0.cornerCurve = .continuous
        }
        root.add(box(4, 4, 40, 40), Paint.white) {
            $0.cornerRadius = 10
            $0.cornerCurve = .continuous
        }
    },
    // A radius of 20: the curve begins 30.6 points from the corner; a circle would cover (10, 4.3) from the corner wholly.
    pixels(
        "continuous-corners-reach-further",
        expect: [(0, 0, 0), (40, 0, 0xffff_0000), (63, 63, 0xffff_0000), (6, 6, 0xffff_0000), (4, 4, 0)]
    ) { root in
        root.add(box(0, 0, 128, 128), Paint.red) {
            $0.cornerRadius = 20
            $0.cornerCurve = .continuous
        }
    },
    Reftest(
        Scene("continuous-corners-are-not-circular") { root in
            root.add(box(0, 0, 128, 128), Paint.red) {
                $0.cornerRadius = 30
                $0.cornerCurve = .continuous
            }
        },
        .different(
            Scene("continuous-corners-are-not-circular-circle") { root in
                root.add(box(0, 0, 128, 128), Paint.red) { $0.cornerRadius = 30 }
            }, pixels: 12)),
]

/// Edges, and images that are tinted.
private let edgeReftests: [Reftest] = [
    same("hard-edges-go-to-whole-pixels") { root in
        root.add(box(4.4, 4.6, 20, 20), above) { $0.edgeAntialiasingMask = [] }
        root.add(box(24.4, 4.6, 20.3, 20), below) { $0.edgeAntialiasingMask = [] }
    } as: { root in
        root.add(box(4, 5, 20, 20), above)
        root.add(box(24, 5, 21, 20), below)
    },
    same("edges-harden-one-by-one") { root in
        root.add(box(4.5, 4.25, 20, 20), above) { $0.edgeAntialiasingMask = [.layerRightEdge, .layerTopEdge] }
    } as: { root in
        root.add(box(4, 4, 20.5, 20.25), above)
    },
    same("hard-edges-of-round-corners-stay-soft") { root in
        root.add(box(4.5, 4.5, 30, 30), above) {
            $0.cornerRadius = 6
            $0.edgeAntialiasingMask = []
        }
    } as: { root in
        root.add(box(4.5, 4.5, 30, 30), above) { $0.cornerRadius = 6 }
    },
    // |x - 32| + |y - 32| is at most 22.63 in the layer: pixels whose middles are in it are whole, the others empty.
    pixels(
        "turned-edges-without-antialiasing-are-hard",
        expect: [
            (53, 32, 0xffff_0000), (54, 32, 0), (42, 20, 0xffff_0000), (43, 20, 0), (21, 20, 0xffff_0000), (20, 20, 0),
        ]
    ) { root in
        root.add(box(16, 16, 32, 32), Paint.red) {
            $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
            $0.allowsEdgeAntialiasing = false
        }
    },
    same("contents-times-white-are-the-contents") { root in
        root.add(box(8, 16, 32, 16), image: Pictures.quarters) {
            $0.setValue(Paint.white, forKey: "contentsMultiplyColor")
        }
    } as: { root in
        root.add(box(8, 16, 32, 16), image: Pictures.quarters)
    },
    pixels(
        "contents-times-a-colour",
        expect: [(8, 16, 0x80_40_00_00), (39, 16, 0x80_00_80_00), (8, 31, 0x8000_0000), (39, 31, 0x8040_8000)]
    ) { root in
        root.add(box(8, 16, 32, 16), image: Pictures.quarters) {
            $0.setValue(gray(127.5, 255, 0, 0.5), forKey: "contentsMultiplyColor")
        }
    },
    pixels("contents-as-a-stencil", expect: [(24, 16, 0x8080_0000), (38, 16, 0xf0f0_0000), (8, 16, 0)]) {
        root in
        root.add(box(8, 16, 32, 16), image: stencil) {
            $0.setValue("AAAA", forKey: "contentsSwizzle")
            $0.setValue(Paint.red, forKey: "contentsMultiplyColor")
        }
    },
    same("contents-within-the-bounds") { root in
        root.add(box(8, 16, 32, 16), image: Pictures.quarters) {
            $0.setValue(
                CATransform3DTranslate(CATransform3DMakeScale(0.5, 1, 1), 8, 2, 0), forKey: "contentsTransform")
        }
    } as: { root in
        root.add(box(12, 18, 16, 16), image: Pictures.quarters)
    },
]

private func cluster(_ root: CALayer, _ configure: (CALayer) -> Void) {
    root.add(box(8, 8, 40, 40), above) { layer in
        layer.cornerRadius = 9
        layer.add(box(24, 24, 28, 28), image: Pictures.tile)
        layer.add(box(-4, 4, 12, 12), Paint.halfRed)
        (layer.shadowOpacity, layer.shadowRadius) = (0.7, 3)
        configure(layer)
    }
}

/// Layers that are drawn once.
private let rasterReftests: [Reftest] = [
    same("raster-at-the-scale-of-the-surface-is-the-layer") { root in
        cluster(root) { $0.shouldRasterize = true }
    } as: { root in
        cluster(root) { _ in }
    },
    same("raster-is-faded-as-one") { root in
        cluster(root) {
            $0.shouldRasterize = true
            $0.opacity = 0.4
        }
    } as: { root in
        cluster(root) { $0.opacity = 0.4 }
    },
    same("raster-of-half-the-scale-is-its-picture-enlarged") { root in
        root.add(box(8, 8, 40, 40), above) { layer in
            layer.shouldRasterize = true
            layer.rasterizationScale = 0.25
            layer.add(box(0, 0, 20, 40), below)
        }
    } as: { root in
        root.add(box(8, 8, 40, 40)) { layer in
            layer.contents = picture(10, 10) { x, _ in x < 5 ? 0xff64_96dc : 0xffc8_6432 }
        }
    },
    same("raster-turns-as-an-image-does") { root in
        root.add(box(16, 16, 32, 32), above) { layer in
            layer.shouldRasterize = true
            layer.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
            layer.add(box(0, 0, 16, 32), below)
        }
    } as: { root in
        root.add(box(16, 16, 32, 32)) { layer in
            layer.contents = picture(32, 32) { x, _ in x < 16 ? 0xff64_96dc : 0xffc8_6432 }
            layer.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
        }
    },
    same("raster-in-a-raster") { root in
        root.add(box(4, 4, 56, 56), Paint.white) { outer in
            outer.shouldRasterize = true
            cluster(outer) { $0.shouldRasterize = true }
        }
    } as: { root in
        root.add(box(4, 4, 56, 56), Paint.white) { outer in cluster(outer) { _ in } }
    },
    same("raster-with-filter-and-mask") { root in
        root.add(box(4, 4, 56, 56), above) { layer in
            layer.shouldRasterize = true
            layer.filters = [LayerFilter.invert(), LayerFilter.gaussianBlur(radius: 2)]
            let mask = CALayer()
            mask.frame = box(8, 8, 30, 40)
            mask.backgroundColor = Paint.halfRed
            layer.mask = mask
        }
    } as: { root in
        root.add(box(4, 4, 56, 56), above) { layer in
            layer.filters = [LayerFilter.invert(), LayerFilter.gaussianBlur(radius: 2)]
            let mask = CALayer()
            mask.frame = box(8, 8, 30, 40)
            mask.backgroundColor = Paint.halfRed
            layer.mask = mask
        }
    },
]

/// Corners, edges, tints, rasters.
let shapeEffectReftests: [Reftest] = cornerReftests + edgeReftests + rasterReftests
