import CoreGraphics
import QuartzCore
import ReftestKit

/// A shape in front of the sublayers.
private func shape(_ root: CALayer, _ points: [(CGFloat, CGFloat)], _ configure: (CAShapeLayer) -> Void) {
    let (layer, path) = (CAShapeLayer(), CGMutablePath())
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    (layer.path, layer.fillColor, layer.strokeColor, layer.lineWidth) = (path, nil, Paint.red, 8)
    configure(layer)
    root.addSublayer(layer)
}

/// A sublayer on its way for two seconds.
private func moving(_ holder: CALayer) {
    holder.add(box(0, 0, 8, 8), Paint.red) {
        let animation = CABasicAnimation(keyPath: "position.x")
        (animation.toValue, animation.duration) = (40, 2)
        $0.add(animation, forKey: nil)
    }
}

private let level: [(CGFloat, CGFloat)] = [(8, 32), (56, 32)]
private let corner: [(CGFloat, CGFloat)] = [(16, 48), (16, 16), (48, 16)]

/// Properties that no other scene sets, each by a simpler way to the same picture.
let propertyReftests: [Reftest] = [
    same("shadowPath-is-the-shape-of-the-shadow") { root in
        root.add(box(16, 16, 20, 20), Paint.red) {
            ($0.shadowColor, $0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (Paint.blue, 1, 0, .zero)
            $0.shadowPath = unsafe CGPath(rect: box(-4, -8, 40, 12), transform: nil)
        }
    } as: { root in
        root.add(box(12, 8, 40, 12), Paint.blue)
        root.add(box(16, 16, 20, 20), Paint.red)
    },
    same("fillRule-even-odd-leaves-what-is-held-twice") { root in
        let (layer, path) = (CAShapeLayer(), CGMutablePath())
        path.addRect(box(12, 12, 40, 40))
        path.addRect(box(22, 22, 20, 20))
        (layer.path, layer.fillColor, layer.fillRule) = (path, Paint.red, .evenOdd)
        root.addSublayer(layer)
    } as: { root in
        for part in [box(12, 12, 40, 10), box(12, 42, 40, 10), box(12, 22, 10, 20), box(42, 22, 10, 20)] {
            root.add(part, Paint.red)
        }
    },
    same("lineCap-square-reaches-half-a-width-on") { root in
        shape(root, level) { $0.lineCap = .square }
    } as: { root in
        root.add(box(4, 28, 56, 8), Paint.red)
    },
    same("lineDashPattern-cuts-the-line") { root in
        shape(root, level) { $0.lineDashPattern = [8, 8] }
    } as: { root in
        for x in [8, 24, 40] as [CGFloat] { root.add(box(x, 28, 8, 8), Paint.red) }
    },
    same("lineDashPhase-starts-within-the-pattern") { root in
        shape(root, level) { ($0.lineDashPattern, $0.lineDashPhase) = ([8, 8], 4) }
    } as: { root in
        for part in [box(8, 28, 4, 8), box(20, 28, 8, 8), box(36, 28, 8, 8), box(52, 28, 4, 8)] {
            root.add(part, Paint.red)
        }
    },
    same("strokeStart-and-strokeEnd-leave-a-part-of-the-line") { root in
        shape(root, level) { ($0.strokeStart, $0.strokeEnd) = (0.25, 0.75) }
    } as: { root in
        root.add(box(20, 28, 24, 8), Paint.red)
    },
    same("miterLimit-that-is-not-reached-leaves-a-corner") { root in
        shape(root, corner) { ($0.lineJoin, $0.miterLimit) = (.miter, 2) }
    } as: { root in
        root.add(box(12, 12, 8, 36), Paint.red)
        root.add(box(20, 12, 28, 8), Paint.red)
    },
    same("miterLimit-that-is-passed-cuts-the-corner") { root in
        shape(root, corner) { ($0.lineJoin, $0.miterLimit) = (.miter, 1) }
    } as: { root in
        shape(root, corner) { $0.lineJoin = .bevel }
    },
    same("gradient-points-and-locations-of-a-hard-step") { root in
        let layer = CAGradientLayer()
        (layer.frame, layer.colors, layer.locations) = (box(8, 8, 48, 40), [Paint.red, Paint.blue], [0.5, 0.5])
        (layer.startPoint, layer.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
        root.addSublayer(layer)
    } as: { root in
        root.add(box(8, 8, 24, 40), Paint.red)
        root.add(box(32, 8, 24, 40), Paint.blue)
    },
    same("gradient-type-of-one-colour-is-that-colour") { root in
        for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
            let layer = CAGradientLayer()
            (layer.frame, layer.type) = (box(4 + 20 * CGFloat(index), 8, 16, 40), type)
            (layer.colors, layer.startPoint) = ([Paint.halfRed, Paint.halfRed], CGPoint(x: 0.5, y: 0.5))
            layer.endPoint = CGPoint(x: 1, y: 1)
            root.addSublayer(layer)
        }
    } as: { root in
        for x in [4, 24, 44] as [CGFloat] { root.add(box(x, 8, 16, 40), Paint.halfRed) }
    },
    // On the way back of the first 1.5 s: the content is at half a second of its 2 s.
    same("duration-and-repeats-of-a-layer-reach-what-is-inside", at: 1) { root in
        root.add(box(8, 8, 32, 32), Paint.blue) { holder in
            (holder.duration, holder.repeatCount, holder.repeatDuration) = (0.75, 4, 3)
            (holder.autoreverses, holder.fillMode) = (true, .both)
            moving(holder)
        }
    } as: { root in
        root.add(box(8, 8, 32, 32), Paint.blue) { $0.add(box(9, 0, 8, 8), Paint.red) }
    },
    same("dynamic-range-has-no-effect-in-8-bits") { root in
        root.add(box(8, 8, 40, 40), Paint.halfRed) {
            ($0.preferredDynamicRange, $0.toneMapMode) = (.high, .never)
            ($0.contentsHeadroom, $0.wantsExtendedDynamicRangeContent) = (4, true)
        }
    } as: { root in
        root.add(box(8, 8, 40, 40), Paint.halfRed)
    },
]
