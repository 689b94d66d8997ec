import CoreGraphics
import QuartzCore
import ReftestKit

/// A layer that draws with a closure.
private final class Drawn: CALayer {
    var onDraw: @Sendable (CGContext) -> Void = { _ in }
    override func draw(in ctx: CGContext) { onDraw(ctx) }
}

/// A layer that fills a part of its width, and is drawn anew as the part changes.
private final class Bar: CALayer {
    @LayerProperty("level") var level: CGFloat = 0.5
    override class func needsDisplay(forKey key: String) -> Bool {
        key == "level" || super.needsDisplay(forKey: key)
    }
    override func draw(in ctx: CGContext) {
        ctx.setFillColor(Paint.red)
        ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * level, height: bounds.height))
    }
}

extension CALayer {
    /// Puts a layer that draws with a closure in front of the sublayers, drawn already.
    fileprivate func draw(
        _ frame: CGRect, _ configure: (CALayer) -> Void = { _ in }, _ onDraw: @escaping @Sendable (CGContext) -> Void
    ) {
        let layer = Drawn()
        layer.onDraw = onDraw
        layer.frame = frame
        configure(layer)
        addSublayer(layer)
        layer.display()
    }
}

/// Fills rectangles of one colour.
private func fill(_ ctx: CGContext, _ color: CGColor, _ rects: CGRect...) {
    ctx.setFillColor(color)
    ctx.fill(rects)
}

/// Layers that draw themselves, by the side of layers that need not.
let drawingReftests: [Reftest] = [
    same("drawn-rectangles") { root in
        root.draw(box(8, 8, 48, 40)) { ctx in
            fill(ctx, Paint.red, box(0, 0, 48, 40))
            fill(ctx, Paint.blue, box(4, 6, 10, 12), box(30, 20, 12, 16))
        }
    } as: { root in
        root.add(box(8, 8, 48, 40), Paint.red)
        root.add(box(12, 14, 10, 12), Paint.blue)
        root.add(box(38, 28, 12, 16), Paint.blue)
    },
    same("drawn-with-y-up") { root in
        root.isGeometryFlipped = true
        root.draw(box(8, 8, 48, 40)) { ctx in fill(ctx, Paint.blue, box(4, 6, 10, 12)) }
    } as: { root in
        root.isGeometryFlipped = true
        root.add(box(12, 14, 10, 12), Paint.blue)
    },
    same("drawn-from-a-bounds-origin") { root in
        root.draw(box(8, 8, 48, 40), { $0.bounds.origin = CGPoint(x: 100, y: -20) }) { ctx in
            fill(ctx, Paint.blue, box(104, -14, 10, 12))
        }
    } as: { root in
        root.add(box(12, 14, 10, 12), Paint.blue)
    },
    // Two pixels a point, drawn at one: each pixel of the picture is the mean of four that are the same.
    same("drawn-at-twice-the-scale") { root in
        root.draw(box(8, 8, 48, 40), { $0.contentsScale = 2 }) { ctx in fill(ctx, Paint.blue, box(4, 6, 10, 12)) }
    } as: { root in
        root.add(box(12, 14, 10, 12), Paint.blue)
    },
    same("drawn-in-parts") { root in
        root.draw(box(8, 8, 48, 40)) { ctx in fill(ctx, Paint.red, box(0, 0, 48, 40)) }
        guard let layer = root.sublayers?.last as? Drawn else { return }
        layer.onDraw = { ctx in fill(ctx, Paint.blue, box(0, 0, 48, 40)) }
        layer.setNeedsDisplay(box(4, 6, 10, 12))
        layer.setNeedsDisplay(box(30, 20, 12, 16))
        layer.displayIfNeeded()
    } as: { root in
        root.add(box(8, 8, 48, 40), Paint.red)
        root.add(box(12, 14, 10, 12), Paint.blue)
        root.add(box(38, 28, 12, 16), Paint.blue)
    },
    same("drawn-asynchronously") { root in
        root.draw(box(4, 4, 56, 56), { $0.drawsAsynchronously = true }) { ctx in drawSample(ctx) }
    } as: { root in
        root.draw(box(4, 4, 56, 56)) { ctx in drawSample(ctx) }
    },
    same("drawn-opaque") { root in
        root.draw(box(8, 8, 48, 40), { $0.isOpaque = true }) { ctx in fill(ctx, Paint.blue, box(4, 6, 10, 12)) }
    } as: { root in
        root.add(box(8, 8, 48, 40), .black)
        root.add(box(12, 14, 10, 12), Paint.blue)
    },
    same("drawn-in-gray") { root in
        root.draw(box(8, 8, 48, 40), { $0.contentsFormat = .gray8Uint }) { ctx in
            fill(ctx, CGColor(srgbRed: 0.6, green: 0.6, blue: 0.6, alpha: 1), box(4, 6, 10, 12))
        }
    } as: { root in
        root.add(box(8, 8, 48, 40), .black)
        root.add(box(12, 14, 10, 12), CGColor(srgbRed: 0.6, green: 0.6, blue: 0.6, alpha: 1))
    },
    same("drawn-layer-is-masked-and-turned") { root in
        root.draw(
            box(8, 8, 48, 40),
            { layer in
                layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
                let mask = CALayer()
                mask.frame = box(0, 0, 24, 40)
                mask.backgroundColor = .black
                layer.mask = mask
            }
        ) { ctx in fill(ctx, Paint.blue, box(0, 0, 48, 40)) }
    } as: { root in
        root.add(box(12, 4, 40, 24), Paint.blue)
    },
    same(
        "rendered-tree-is-the-tree",
        fuzz: .fuzzy(5, pixels: 823, because: "the shadow of a context is cut at two deviations")
    ) { root in
        root.draw(box(0, 0, 64, 64)) { ctx in
            let tree = CALayer()
            tree.frame = box(0, 0, 56, 56)
            buildSample(tree)
            ctx.translateBy(x: 4, y: 4)
            tree.render(in: ctx)
        }
    } as: { root in
        root.add(box(4, 4, 56, 56)) { buildSample($0) }
    },
    same("rendered-tree-is-placed-by-the-context") { root in
        root.draw(box(0, 0, 64, 64)) { ctx in
            let copy = CALayer()
            copy.frame = box(0, 0, 8, 8)
            copy.backgroundColor = Paint.blue
            ctx.translateBy(x: 40, y: 10)
            ctx.scaleBy(x: 2, y: 3)
            ctx.clip(to: box(0, 0, 4, 8))
            copy.render(in: ctx)
        }
    } as: { root in
        root.add(box(40, 10, 8, 24), Paint.blue)
    },
    same("animated-property-is-drawn-at-its-time", at: 0.5) { root in
        let bar = Bar()
        bar.frame = box(8, 8, 40, 40)
        root.addSublayer(bar)
        bar.display()
        let animation = CABasicAnimation(keyPath: "level")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
        bar.add(animation, forKey: "level")
    } as: { root in
        root.add(box(8, 8, 20, 40), Paint.red)
    },
    same(
        "declared-property-is-drawn-when-it-is-set", at: 1,
        events: [
            SceneEvent(at: 0.5) { root in
                CATransaction.setDisableActions(true)
                root.sublayers?.first?.setValue(0.25, forKey: "level")
            }
        ]
    ) { root in
        let bar = Bar()
        bar.frame = box(8, 8, 40, 40)
        root.addSublayer(bar)
        bar.display()
    } as: { root in
        root.add(box(8, 8, 10, 40), Paint.red)
    },
    // The same outline by Cairo and by our own rasteriser.
    same(
        "drawn-path-is-the-shape",
        fuzz: .fuzzy([(2, 182), (9, 132)], because: "Cairo samples a grid of 17 x 15 places a pixel, ours is exact")
    ) { root in
        root.draw(box(4, 4, 56, 56)) { ctx in
            ctx.addPath(sampleOutline)
            ctx.setFillColor(Paint.red)
            ctx.fillPath()
            ctx.addPath(sampleOutline)
            ctx.setStrokeColor(Paint.blue)
            ctx.setLineWidth(4)
            ctx.setLineJoin(.round)
            ctx.strokePath()
        }
    } as: { root in
        let shape = CAShapeLayer()
        shape.frame = box(4, 4, 56, 56)
        shape.path = sampleOutline
        (shape.fillColor, shape.strokeColor, shape.lineWidth, shape.lineJoin) = (Paint.red, Paint.blue, 4, .round)
        root.addSublayer(shape)
    },
    same(
        "drawn-gradient-is-the-gradient-layer",
        fuzz: .fuzzy(1, pixels: 32 * 32, because: "contexts dither gradients, and screens do not")
    ) { root in
        root.draw(box(8, 8, 32, 32)) { ctx in
            let colors = [Paint.red, Paint.blue] as CFArray
            guard
                let gradient = unsafe CGGradient(
                    colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: nil)
            else { return }
            ctx.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 32, y: 32), options: [])
        }
    } as: { root in
        let layer = CAGradientLayer()
        layer.frame = box(8, 8, 32, 32)
        layer.colors = [Paint.red, Paint.blue]
        (layer.startPoint, layer.endPoint) = (.zero, CGPoint(x: 1, y: 1))
        root.addSublayer(layer)
    },
]

/// A heart.
private let sampleOutline: CGPath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 28, y: 50))
    path.addCurve(to: CGPoint(x: 6, y: 18), control1: CGPoint(x: 10, y: 40), control2: CGPoint(x: 6, y: 28))
    path.addCurve(to: CGPoint(x: 28, y: 16), control1: CGPoint(x: 6, y: 4), control2: CGPoint(x: 24, y: 4))
    path.addCurve(to: CGPoint(x: 50, y: 18), control1: CGPoint(x: 32, y: 4), control2: CGPoint(x: 50, y: 4))
    path.addCurve(to: CGPoint(x: 28, y: 50), control1: CGPoint(x: 50, y: 28), control2: CGPoint(x: 46, y: 40))
    path.closeSubpath()
    return path
}()

/// Draws something of many kinds, of 56 x 56 points.
private func drawSample(_ ctx: CGContext) {
    fill(ctx, Paint.green, box(0, 0, 56, 28))
    ctx.setShadow(offset: CGSize(width: 2, height: 2), blur: 4)
    ctx.addPath(sampleOutline)
    ctx.setFillColor(Paint.red)
    ctx.fillPath(using: .evenOdd)
    ctx.setBlendMode(.multiply)
    ctx.beginTransparencyLayer(auxiliaryInfo: nil)
    ctx.draw(Pictures.quarters, in: box(20, 20, 32, 16))
    ctx.endTransparencyLayer()
}

/// Puts layers with masks and shadows into one of 56 x 56 points.
private func buildSample(_ layer: CALayer) {
    // Without round corners, which differ in a context.
    layer.backgroundColor = Paint.white
    layer.add(box(6, 6, 24, 30), Paint.red) {
        $0.shadowOpacity = 0.5
        $0.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    }
    layer.add(box(24, 20, 28, 28), image: Pictures.quarters) { picture in
        picture.opacity = 0.7
        let mask = CALayer()
        mask.frame = box(4, 4, 20, 20)
        mask.backgroundColor = .black
        picture.mask = mask
    }
}
