import CoreGraphics
import MicaValues
import QuartzCore
import ReftestKit

private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(srgbRed: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
}
private let above = color(200, 100, 50), below = color(100, 150, 220)

extension CALayer {
    /// A layer as a visual effect view makes them: the filter is that of a sublayer.
    @discardableResult
    fileprivate func addEffect(
        _ frame: CGRect, radius: Double = 6, veil: CGColor? = nil, _ configure: (CALayer) -> Void = { _ in }
    ) -> CALayer {
        add(frame) { view in
            view.add(view.bounds) { $0.backgroundFilters = [LayerFilter.gaussianBlur(radius: radius)] }
            if let veil { view.add(view.bounds, veil) }
            configure(view)
        }
    }

    /// Stripes that the effects lie over.
    fileprivate func addStripes(_ width: CGFloat, moved: CGFloat) {
        add(box(0, 0, width, width), color(245, 245, 250))
        for index in 0..<8 {
            let part = CGFloat(index) / 8
            add(
                box(4, CGFloat(index) * width / 8 + moved, width - 8, width / 16),
                color(255 * part, 90 + 120 * (1 - part), 255 * (1 - part))
            ) { $0.cornerRadius = width / 32 }
        }
    }
}

private func scene(
    _ name: String, at time: Double = 0, _ build: @escaping @Sendable (CALayer) -> Void
) -> Reftest {
    let scene = Scene(name, size: CGSize(width: 96, height: 96), time: time, build: build)
    let clipped = Fuzz.fuzzy(
        255, pixels: 48 * 48,
        because:
            "a blur takes the mean of the pixels that are seen, and a clip leaves fewer: only those outside compare")
    return Reftest(scene, .golden, variants: [.clipped: clipped])
}

/// Moves a layer for two seconds.
private func slide(_ layer: CALayer, _ path: String, to value: Double) {
    let animation = CABasicAnimation(keyPath: path)
    animation.toValue = value
    animation.duration = 2
    layer.add(animation, forKey: nil)
}

/// The picture that a background filter sees, and where its blur ends.
let backdropReftests: [Reftest] = [
    same("backdrop-is-seen-through-plain-superlayers") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(0, 0, 20, 64), below)
        root.add(box(4, 4, 50, 50)) { outer in
            outer.masksToBounds = true
            outer.add(box(4, 4, 40, 40)) { inner in
                inner.add(box(0, 0, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
            }
        }
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(0, 0, 20, 64), below)
        root.add(box(8, 8, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
    },
    same("backdrop-ends-at-a-group-with-opacity") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 48, 48)) { group in
            group.opacity = 0.5
            group.add(box(0, 0, 24, 48), below)
            group.addEffect(box(24, 0, 24, 48), veil: color(255, 255, 255))
        }
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 48, 48)) { group in
            group.opacity = 0.5
            group.add(box(0, 0, 24, 48), below)
            group.add(box(24, 0, 24, 48), color(255, 255, 255))
        }
    },
    same("backdrop-ends-at-a-mask") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 48, 48)) { group in
            let mask = CALayer()
            mask.frame = box(0, 0, 24, 48)
            mask.backgroundColor = Paint.white
            group.mask = mask
            group.add(box(0, 0, 48, 48)) { $0.backgroundFilters = [LayerFilter.invert()] }
        }
        root.add(box(30, 30, 8, 8), below)
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(30, 30, 8, 8), below)
    },
    // 60 % of the picture behind and 40 % of its inverse.
    same("backdrop-filter-mixes-by-opacity") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 40, 40)) {
            $0.backgroundFilters = [LayerFilter.invert()]
            $0.opacity = 0.4
        }
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 40, 40), color(142, 122, 112))
    },
    same("backdrop-filter-mixes-by-its-mask") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 40, 40)) { layer in
            let mask = CALayer()
            mask.frame = layer.bounds
            mask.add(box(0, 0, 20, 40), Paint.white)
            mask.add(box(20, 0, 10, 40), color(0, 0, 0, 0.4))
            layer.mask = mask
            layer.backgroundFilters = [LayerFilter.invert()]
        }
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 20, 40), color(55, 155, 205))
        root.add(box(28, 8, 10, 40), color(142, 122, 112))
    },
    // A picture with an alpha of 200 stays so.
    pixels("backdrop-filter-mixes-translucent-pictures", expect: [(30, 30, 0xc864_6464), (4, 4, 0xc8c8_0000)]) {
        root in
        root.add(box(0, 0, 64, 64), color(255, 0, 0, 200 / 255))
        root.add(box(8, 8, 40, 40)) {
            $0.backgroundFilters = [LayerFilter.invert()]
            $0.opacity = 0.5
        }
    },
    same("backdrop-of-a-filter-over-a-filter") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 40, 40)) { view in
            view.add(box(0, 0, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
        }
        root.add(box(16, 16, 40, 40)) { view in
            view.add(box(0, 0, 40, 40)) { $0.backgroundFilters = [LayerFilter.invert()] }
        }
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(8, 8, 40, 40), color(55, 155, 205))
        root.add(box(16, 16, 40, 40), color(55, 155, 205))
        root.add(box(16, 16, 32, 32), above)
    },
    // A blur of one colour is that colour, also where it has an edge of the surface, and takes nothing from beside it.
    same("backdrop-blur-stays-opaque-at-the-edges") { root in
        root.add(box(0, 0, 64, 64), above)
        root.addEffect(box(0, 0, 64, 20), radius: 20)
        root.addEffect(box(30, 10, 60, 80), radius: 9)
        root.add(box(30, 30, 8, 8), below)
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(30, 30, 8, 8), below)
    },
    same("backdrop-blur-takes-nothing-from-beside-it") { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(0, 0, 32, 64), below)
        root.addEffect(box(32, 0, 20, 64), radius: 8)
        root.addEffect(box(10, 0, 22, 64), radius: 30)
    } as: { root in
        root.add(box(0, 0, 64, 64), above)
        root.add(box(0, 0, 32, 64), below)
    },
    scene("backdrop-bar-at-the-top") { root in
        root.addStripes(96, moved: -7)
        root.addEffect(box(0, 0, 96, 30), radius: 5, veil: color(255, 255, 255, 0.3))
    },
    scene("backdrop-sheet-with-round-corners") { root in
        root.addStripes(96, moved: 3)
        root.addEffect(box(10, 34, 76, 80), radius: 8, veil: color(255, 255, 255, 0.4)) { sheet in
            sheet.cornerRadius = 14
            sheet.masksToBounds = true
            sheet.add(box(28, 5, 20, 4), color(120, 120, 128)) { $0.cornerRadius = 2 }
        }
    },
    scene("backdrop-in-a-card-that-clips") { root in
        root.addStripes(96, moved: 0)
        root.add(box(12, 10, 72, 76), color(40, 60, 120)) { card in
            card.cornerRadius = 16
            card.masksToBounds = true
            card.add(box(14, 8, 44, 44), color(250, 200, 60)) { $0.cornerRadius = 22 }
            card.addEffect(box(0, 40, 72, 36), radius: 6, veil: color(0, 0, 0, 0.2))
        }
    },
    scene("backdrop-tab-bar-over-a-moving-list", at: 1) { root in
        root.add(box(0, 0, 96, 96)) { list in
            list.addStripes(192, moved: 0)
            slide(list, "position.y", to: -20)
        }
        root.addEffect(box(0, 66, 96, 30), radius: 4, veil: color(255, 255, 255, 0.35)) { bar in
            for index in 0..<4 {
                bar.add(box(12 + CGFloat(index) * 20, 8, 12, 12), color(60, 60, 67)) { $0.cornerRadius = 4 }
            }
        }
    },
    scene("backdrop-sheet-over-a-sheet", at: 1) { root in
        root.addStripes(96, moved: 5)
        root.addEffect(box(8, 12, 60, 60), radius: 4, veil: color(255, 255, 255, 0.3)) { sheet in
            sheet.cornerRadius = 10
            sheet.masksToBounds = true
        }
        root.addEffect(box(20, 40, 60, 60), radius: 8, veil: color(0, 0, 0, 0.3)) { sheet in
            sheet.cornerRadius = 10
            sheet.masksToBounds = true
            slide(sheet, "position.y", to: 50)
        }
    },
    scene("backdrop-bar-over-a-turning-card", at: 1) { root in
        root.add(box(0, 0, 96, 96), color(250, 250, 245))
        root.sublayerTransform.m34 = -1 / 200
        root.add(box(18, 14, 60, 70), color(30, 110, 200)) { card in
            card.cornerRadius = 8
            card.add(box(8, 8, 44, 20), color(250, 220, 80))
            slide(card, "transform.rotation.y", to: 2)
        }
        root.addEffect(box(0, 40, 96, 24), radius: 4, veil: color(255, 255, 255, 0.3)) { $0.zPosition = 60 }
    },
]
