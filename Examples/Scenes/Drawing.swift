import QuartzCore

/// A sheet of twelve cells, each drawn in another way by one layer's `draw(in:)`.
private final class DrawnSheet: CALayer {
    override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(gray: 0.97, alpha: 1))
        ctx.fill(bounds)
        let cells: [(CGContext) -> Void] = [
            lines, dashes, star, linearGradient, radialGradient, shadow, transparencyLayer, blending, pattern,
            maskImage,
            tiling, curves,
        ]
        for (index, draw) in cells.enumerated() {
            ctx.saveGState()
            ctx.translateBy(x: CGFloat(index % 4) * 80, y: CGFloat(index / 4) * 80)
            ctx.clip(to: CGRect(x: 4, y: 4, width: 72, height: 72))
            draw(ctx)
            ctx.restoreGState()
        }
    }

    /// Caps and joins.
    private func lines(_ ctx: CGContext) {
        let styles: [(CGLineCap, CGLineJoin)] = [(.butt, .miter), (.round, .round), (.square, .bevel)]
        ctx.setLineWidth(9)
        for (index, style) in styles.enumerated() {
            ctx.setLineCap(style.0)
            ctx.setLineJoin(style.1)
            ctx.setStrokeColor(hue(Double(index) / 3))
            let y = 22 + CGFloat(index) * 21
            ctx.addLines(between: [CGPoint(x: 16, y: y), CGPoint(x: 40, y: y - 9), CGPoint(x: 62, y: y + 3)])
            ctx.strokePath()
        }
    }

    /// Dashes around a rounded rectangle.
    private func dashes(_ ctx: CGContext) {
        ctx.setStrokeColor(hue(0.6))
        ctx.setLineWidth(4)
        ctx.setLineCap(.round)
        ctx.setLineDash(phase: 3, lengths: [10, 8, 0, 8])
        let rect = CGRect(x: 14, y: 14, width: 52, height: 52)
        ctx.addPath(CGPath(roundedRect: rect, cornerWidth: 16, cornerHeight: 16, transform: nil))
        ctx.strokePath()
    }

    /// A star that winds twice around its middle, filled by the even-odd rule.
    private func star(_ ctx: CGContext) {
        for point in 0..<5 {
            let angle = CGFloat(point) * 4 * .pi / 5 - .pi / 2
            let corner = CGPoint(x: 40 + 32 * cos(angle), y: 42 + 32 * sin(angle))
            if point == 0 { ctx.move(to: corner) } else { ctx.addLine(to: corner) }
        }
        ctx.closePath()
        ctx.setFillColor(hue(0.13))
        ctx.fillPath(using: .evenOdd)
    }

    private func gradient(_ colors: [CGColor]) -> CGGradient {
        guard let made = CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil) else {
            preconditionFailure("a gradient can be made of colours")
        }
        return made
    }

    /// A gradient along a line, in a circle.
    private func linearGradient(_ ctx: CGContext) {
        ctx.addEllipse(in: CGRect(x: 12, y: 12, width: 56, height: 56))
        ctx.clip()
        ctx.drawLinearGradient(
            gradient([hue(0), hue(0.16), hue(0.5)]), start: CGPoint(x: 12, y: 12), end: CGPoint(x: 68, y: 68),
            options: [])
    }

    /// A ball: a gradient between two circles.
    private func radialGradient(_ ctx: CGContext) {
        ctx.drawRadialGradient(
            gradient([CGColor(gray: 1, alpha: 1), hue(0.35), hue(0.35, brightness: 0.3)]),
            startCenter: CGPoint(x: 32, y: 30), startRadius: 2, endCenter: CGPoint(x: 40, y: 40), endRadius: 28,
            options: [])
    }

    /// A shadow below and to the right.
    private func shadow(_ ctx: CGContext) {
        ctx.setShadow(offset: CGSize(width: 4, height: 5), blur: 6, color: CGColor(gray: 0, alpha: 0.6))
        ctx.setFillColor(hue(0.55))
        ctx.fill(CGRect(x: 18, y: 18, width: 40, height: 40))
    }

    /// Two discs faded as one, with one shadow.
    private func transparencyLayer(_ ctx: CGContext) {
        ctx.setAlpha(0.6)
        ctx.setShadow(offset: CGSize(width: 0, height: 4), blur: 5)
        ctx.beginTransparencyLayer(auxiliaryInfo: nil)
        ctx.setFillColor(hue(0.02))
        ctx.fillEllipse(in: CGRect(x: 12, y: 20, width: 36, height: 36))
        ctx.setFillColor(hue(0.6))
        ctx.fillEllipse(in: CGRect(x: 32, y: 20, width: 36, height: 36))
        ctx.endTransparencyLayer()
    }

    /// Cyan, magenta and yellow multiplied.
    private func blending(_ ctx: CGContext) {
        ctx.setBlendMode(.multiply)
        for (index, h) in [0.5, 0.83, 0.166].enumerated() {
            let angle = CGFloat(index) * 2 * .pi / 3 - .pi / 2
            ctx.setFillColor(hue(h, saturation: 0.9, brightness: 1))
            ctx.fillEllipse(in: CGRect(x: 22 + 13 * cos(angle), y: 24 + 13 * sin(angle), width: 36, height: 36))
        }
    }

    /// A disc painted with a pattern of dots.
    private func pattern(_ ctx: CGContext) {
        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, cell in
                cell.setFillColor(hue(0.78, brightness: 0.8))
                cell.fillEllipse(in: CGRect(x: 1, y: 1, width: 6, height: 6))
                cell.setFillColor(hue(0.4))
                cell.fill(CGRect(x: 6, y: 6, width: 3, height: 3))
            }, releaseInfo: nil)
        guard
            let dots = CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: 10, height: 10), matrix: .identity, xStep: 10, yStep: 10,
                tiling: .constantSpacing, isColored: true, callbacks: &callbacks),
            let space = CGColorSpace(patternBaseSpace: nil)
        else { return }
        ctx.setFillColorSpace(space)
        var alpha: CGFloat = 1
        ctx.setFillPattern(dots, colorComponents: &alpha)
        ctx.fillEllipse(in: CGRect(x: 10, y: 10, width: 60, height: 60))
    }

    /// A landscape through the light of a gray picture.
    private func maskImage(_ ctx: CGContext) {
        let side = 64
        guard
            let gray = CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)
        else { return }
        gray.setFillColor(gray: 1, alpha: 1)
        for stripe in stride(from: 0, to: side, by: 16) {
            gray.setFillColor(gray: 1 - CGFloat(stripe) / 96, alpha: 1)
            gray.fill(CGRect(x: stripe, y: 0, width: 12, height: side))
        }
        guard let mask = gray.makeImage() else { return }
        let rect = CGRect(x: 8, y: 8, width: 64, height: 64)
        ctx.clip(to: rect, mask: mask)
        draw(makeLandscape(width: 128, height: 128), in: rect, of: ctx)
    }

    /// A small picture over and over.
    private func tiling(_ ctx: CGContext) {
        ctx.interpolationQuality = .high
        ctx.translateBy(x: 0, y: 80)
        ctx.scaleBy(x: 1, y: -1)
        ctx.draw(makeLandscape(width: 48, height: 36), in: CGRect(x: 4, y: 4, width: 24, height: 18), byTiling: true)
    }

    /// Cubic and quadratic curves and arcs, with their handles.
    private func curves(_ ctx: CGContext) {
        let points = [CGPoint(x: 12, y: 40), CGPoint(x: 20, y: 4), CGPoint(x: 56, y: 76), CGPoint(x: 68, y: 36)]
        ctx.setStrokeColor(CGColor(gray: 0.7, alpha: 1))
        ctx.setLineWidth(1)
        ctx.strokeLineSegments(between: points)
        ctx.setStrokeColor(hue(0.9))
        ctx.setLineWidth(4)
        ctx.move(to: points[0])
        ctx.addCurve(to: points[3], control1: points[1], control2: points[2])
        ctx.strokePath()
        ctx.setStrokeColor(hue(0.3))
        ctx.addArc(center: CGPoint(x: 40, y: 40), radius: 26, startAngle: 0.4, endAngle: 2.7, clockwise: false)
        ctx.strokePath()
    }

    /// Draws an image upright where y points down.
    private func draw(_ image: CGImage, in rect: CGRect, of ctx: CGContext) {
        ctx.saveGState()
        ctx.translateBy(x: 0, y: rect.minY + rect.maxY)
        ctx.scaleBy(x: 1, y: -1)
        ctx.draw(image, in: rect)
        ctx.restoreGState()
    }
}

/// What CGContext draws, on one sheet.
let drawnSheet = Example(
    "drawn-sheet",
    shows:
        "caps and joins, dashes, an even-odd star, gradients along a line and between circles; a shadow, two discs faded "
        + "as one, multiplied inks, a pattern; a picture through a mask, a tiled one, curves"
) { root, _ in
    let sheet = DrawnSheet()
    sheet.frame = root.bounds
    sheet.contentsScale = 2
    sheet.setNeedsDisplay()
    root.addSublayer(sheet)
}

/// Paints only the given place: the layer keeps the earlier painting.
private final class Painter: NSObject, CALayerDelegate {
    var position = CGPoint.zero
    var color = hue(0)

    func draw(_ layer: CALayer, in ctx: CGContext) {
        ctx.setFillColor(color)
        ctx.fillEllipse(in: CGRect(x: position.x - 12, y: position.y - 12, width: 24, height: 24))
    }

    /// The new picture is shown at once.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}

/// A layer that a delegate draws, a dab at a time.
let partialRedraw = Example(
    "partial-redraw",
    shows:
        "dabs of colour on a spiral; each dab redraws its own square alone, which is cleared first, and the rest stays",
    duration: 3, moment: 3
) { root, later in
    root.backgroundColor = CGColor(gray: 0.12, alpha: 1)
    let (canvas, painter) = (CALayer(), Painter())
    canvas.frame = root.bounds
    canvas.contentsScale = 2
    canvas.delegate = painter
    // A layer does not keep its delegate alive.
    canvas.setValue(painter, forKey: "painter")
    root.addSublayer(canvas)
    for step in 0..<60 {
        later.at(Double(step) * 0.05) {
            let (turn, radius) = (CGFloat(step) * 0.42, 10 + CGFloat(step) * 1.5)
            painter.position = CGPoint(x: 160 + radius * cos(turn) * 1.3, y: 120 + radius * sin(turn))
            painter.color = hue(Double(step) / 60)
            canvas.setNeedsDisplay(
                CGRect(x: painter.position.x - 12, y: painter.position.y - 12, width: 24, height: 24))
        }
    }
}

/// A dial with a property of its own, by which it is drawn.
private final class Dial: CALayer {
    @LayerProperty("level") var level: CGFloat = 0

    override class func needsDisplay(forKey key: String) -> Bool {
        key == "level" || super.needsDisplay(forKey: key)
    }

    override func action(forKey event: String) -> (any CAAction)? {
        guard event == "level" else { return super.action(forKey: event) }
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = presentation()?.level
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        return animation
    }

    override func draw(in ctx: CGContext) {
        let center = CGPoint(x: bounds.midX, y: bounds.midY + 30)
        let (start, whole) = (CGFloat.pi * 0.85, CGFloat.pi * 1.3)
        ctx.setLineWidth(18)
        ctx.setLineCap(.round)
        ctx.setStrokeColor(CGColor(gray: 0.85, alpha: 1))
        ctx.addArc(center: center, radius: 80, startAngle: start, endAngle: start + whole, clockwise: false)
        ctx.strokePath()
        ctx.setStrokeColor(hue(0.33 * (1 - Double(level))))
        ctx.addArc(center: center, radius: 80, startAngle: start, endAngle: start + whole * level, clockwise: false)
        ctx.strokePath()
        ctx.setLineWidth(4)
        ctx.setStrokeColor(CGColor(gray: 0.2, alpha: 1))
        let angle = start + whole * level
        ctx.strokeLineSegments(between: [
            center, CGPoint(x: center.x + 62 * cos(angle), y: center.y + 62 * sin(angle)),
        ])
    }
}

/// A property that a subclass declares, animated, and drawn at every tick.
let animatedDial = Example(
    "animated-dial",
    shows: "a dial that is drawn anew as its level, a property of its own, goes from one value to the next",
    duration: 3, moment: 1.25
) { root, later in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let dial = Dial()
    dial.frame = root.bounds
    dial.contentsScale = 2
    dial.setNeedsDisplay()
    root.addSublayer(dial)
    for (time, level) in [(0.5, 0.9), (1.75, 0.3)] {
        later.at(time) {
            CATransaction.setAnimationDuration(1)
            dial.level = CGFloat(level)
        }
    }
}
